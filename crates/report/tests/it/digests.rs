//! Sentences of the digest.

use thema_report::digest;
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
