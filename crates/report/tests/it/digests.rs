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
