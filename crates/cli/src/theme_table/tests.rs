use super::*;
use thema_report::{NamedPapers, ReportInput, TrendReport};
use thema_themes::{Assignment, LabelTerm, Paper, Tally, TallyShape, Theme, Themes, Verdict};
use unicode_width::UnicodeWidthStr;

fn report(names: &[&str]) -> Report {
    let papers: Vec<Paper> = (0..names.len() * 2)
        .map(|row| Paper { id: format!("2605.{row:05}"), title: "T".into(), ..Paper::default() })
        .collect();
    let themes = names.iter().enumerate().map(|(at, name)| Theme {
        id: format!("t-{at}"),
        key: format!("k{at}"),
        name: (*name).into(),
        kind: if *name == "Other" { ThemeKind::Other } else { ThemeKind::Taxonomy },
        description: None,
        terms: ["key value cache", "prefill\u{1b}[31m", "latency"]
            .map(|text| LabelTerm { text: text.into(), weight: 1.0 })
            .to_vec(),
        papers: vec![at as u32 * 2, at as u32 * 2 + 1],
        representatives: vec![],
        bridges: vec![],
        first_paper: None,
        trend: None,
    });
    let assignments = (0..papers.len()).map(|row| Assignment {
        theme: row as u32 / 2,
        score: 1.0,
        margin: 0.5,
        second_theme: None,
        cluster: 0,
        second_cluster: None,
        subtheme: None,
        outlier: None,
        probability: None,
    });
    let themes = Themes { themes: themes.collect(), assignments: assignments.collect(), ..Themes::default() };
    Report::assemble(&ReportInput {
        thema_version: "0.0.0",
        tally: &Tally::of(&TallyShape::of(&themes), &themes.placed(&papers)),
        named: &NamedPapers::among(&papers, &themes, &[]),
        inputs: &[],
        preview: None,
        near_duplicates: 0,
        excluded: 0,
        added: 0,
        found_later: &[],
        themes: &themes,
        cluster_labels: &[],
        hierarchy: &[],
        similarity: None,
        quality: None,
    })
    .unwrap()
}

#[test]
fn every_line_fits_every_width() {
    let names: Vec<String> = (0..30).map(|at| format!("論文 about something long number {at}")).collect();
    let report = report(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for width in [40, 60, 80, 100, 160] {
        let table = theme_table(&report, width, false);
        assert!(table.lines().count() <= 24, "one screen");
        for line in table.lines() {
            assert!(line.width() <= width, "{} > {width}: {line}", line.width());
        }
    }
}

#[test]
fn no_theme_is_hidden_alone_and_the_size_of_hidden_ones_is_told() {
    let names: Vec<String> = (0..19).map(|at| format!("Theme {at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let table = theme_table(&report(&names[..17]), 100, false);
    assert!(table.contains(" Theme 16 ") && !table.contains("more theme"), "{table}");
    let mut larger = report(&names);
    larger.themes[0].kind = ThemeKind::Discovered;
    larger.themes[0].size = 1_234;
    let table = theme_table(&larger, 100, false);
    assert!(!table.contains(" Theme 0 "), "themes of the taxonomy come first: {table}");
    assert!(table.contains("\n3 more themes, each of at most 1,234 papers, in themes.csv\n"), "{table}");
}

#[test]
fn the_table_reads_well() {
    insta::assert_snapshot!(theme_table(&report(&["Serving", "Federated learning", "Other"]), 100, false));
}

#[test]
fn trends_have_a_column_where_there_is_something_to_say() {
    let mut report = report(&["Serving", "Training", "Storage"]);
    let mut set = |at: usize, verdict: Verdict| {
        report.themes[at].trend = Some(TrendReport { verdict, ..TrendReport::default() });
        theme_table(&report, 100, false)
    };
    let unclear = set(0, Verdict::Unclear);
    assert!(!unclear.contains("trend") && unclear.contains("No theme clearly rises or falls"), "{unclear}");
    let steady = set(1, Verdict::Steady);
    assert!(steady.contains("→ steady") && steady.contains("No theme clearly rises or falls"), "{steady}");
    let rising = set(2, Verdict::Rising);
    assert!(rising.contains("↑ rising") && !rising.contains("clearly"), "{rising}");
}

#[test]
fn no_escape_without_color_and_none_from_texts() {
    let report = report(&["Serving"]);
    assert!(!theme_table(&report, 100, false).contains('\u{1b}'));
    let colored = theme_table(&report, 100, true);
    assert!(colored.contains("\u{1b}[1m") && !colored.contains("\u{1b}[31m"));
}
