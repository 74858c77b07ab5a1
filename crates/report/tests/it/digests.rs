//! Sentences of the digest.

use thema_report::{ThemeReport, digest};
use thema_themes::ThemeKind;

use crate::corpus::small;

#[test]
fn a_rise_of_a_theme_that_may_be_chance_says_so() {
    let mut report = small().report();
    for theme in &mut report.themes {
        (theme.kind, theme.size) = (ThemeKind::Discovered, 40);
    }
    let mut line = |stability: [f64; 2]| {
        report.quality = Some(serde_json::json!({ "stability": stability }));
        let digest = digest(&report);
        digest.lines().find(|line| line.starts_with("- **Theme serving** rose")).unwrap().to_owned()
    };
    let weak = line([0.43, 0.9]);
    assert!(weak.ends_with("; another sample might not show this theme (stability 0.43)."), "{weak}");
    assert!(!line([0.5, 0.4]).contains("sample"));
}

#[test]
fn themes_without_any_of_their_terms_share_a_sentence() {
    let mut report = small().report();
    let nearest = report.themes[0].representatives.clone();
    for (name, nearest) in [("Storage", nearest), ("Networks", vec![]), ("Compilers", vec![])] {
        let absent = ThemeReport {
            name: name.to_owned(),
            key: name.to_lowercase(),
            size: 0,
            nearest: Some(nearest),
            trend: None,
            ..report.themes[0].clone()
        };
        report.themes.insert(2, absent);
    }
    let said = digest(&report);
    assert!(said.contains("**Storage** was not found: no paper belongs to it. The nearest is"), "{said}");
    let sentence = "**Compilers** and **Networks** were not found: no paper contains any of their terms.";
    assert!(said.contains(sentence), "{said}");
}

#[test]
fn the_rows_of_the_table_are_counted() {
    let mut report = small().report();
    report.similarity = None;
    report.built_in_taxonomy = Some("fields".to_owned());
    let of_number = |number: u64, size: u64| ThemeReport {
        name: format!("Theme {number}"),
        key: format!("key-{number}"),
        size,
        ..report.themes[1].clone()
    };
    let more: Vec<ThemeReport> = (0..8).map(|number| of_number(number, number.min(1))).collect();
    report.themes.splice(2..2, more);
    let said = digest(&report);
    let listed = "the table at the end lists all nine, one without papers and the papers that fit no theme.";
    assert!(said.contains(listed), "{said}");
    let (_, table) = said.split_once("## All themes").unwrap();
    assert_eq!(table.lines().filter(|line| line.starts_with("| Theme")).count(), 11);
}

#[test]
fn themes_the_user_asked_for_come_first() {
    let mut report = small().report();
    let of_number = |number: usize, kind: ThemeKind| ThemeReport {
        name: format!("{kind:?} {number}"),
        key: format!("{kind:?}-{number}"),
        kind,
        size: 1,
        share: if kind == ThemeKind::Taxonomy { 0.01 } else { 0.3 },
        trend: None,
        ..report.themes[0].clone()
    };
    let kinds = [ThemeKind::Discovered, ThemeKind::Taxonomy];
    let themes = |numbers: [usize; 2]| {
        let of_kind =
            |(kind, count): (ThemeKind, usize)| (0..count).map(move |number| of_number(number, kind));
        kinds.into_iter().zip(numbers).flat_map(of_kind).collect::<Vec<_>>()
    };
    let (few, many) = (themes([10, 2]), themes([10, 20]));
    let described = |report: &thema_report::Report| {
        let said = digest(report);
        let (_, section) = said.split_once("## The themes\n\n").unwrap();
        let (opening, section) = section.split_once("\n\n").unwrap();
        let of = |kind: &str| section.matches(&format!("**{kind} ")).count();
        (opening.to_owned(), of("Discovered"), of("Taxonomy"), section.starts_with("**Taxonomy 0**"))
    };
    report.themes = few;
    let (opening, discovered, wanted, first) = described(&report);
    assert!(
        opening.starts_with("First come the two themes of the taxonomy, then six others, chosen by size;"),
        "{opening}"
    );
    assert_eq!((discovered >= 6, wanted >= 2, first), (true, true, true));
    report.themes = many;
    let (opening, ..) = described(&report);
    assert!(
        opening.starts_with(
            "First come 12 themes of the taxonomy, chosen by size, then three others, chosen by size;"
        ),
        "{opening}"
    );
    report.built_in_taxonomy = Some("fields".to_owned());
    let (opening, ..) = described(&report);
    assert!(opening.starts_with("These are the eight largest themes;"), "{opening}");
}
