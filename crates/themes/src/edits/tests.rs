//! Property tests of edits on small themes.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::{Assignment, LabelTerm, Paper, Tally, TallyShape, Theme, ThemeKind, Themes, TrendParams};

/// Themes and papers of the run. Papers are assigned in turn; every seventh is a
/// paper for which another counts.
const THEMES: u32 = 5;
const PAPERS: u32 = 35;

fn theme(index: u32) -> Theme {
    let rest = index + 1 == THEMES;
    let papers: Vec<u32> = (0..PAPERS).filter(|row| row % THEMES == index && row % 7 != 6).collect();
    Theme {
        id: format!("t-{index}"),
        key: format!("key-{index}"),
        name: format!("Name {index}"),
        kind: if rest { ThemeKind::Other } else { ThemeKind::Taxonomy },
        description: None,
        terms: vec![LabelTerm { text: format!("term {index}"), weight: f64::from(index) }],
        representatives: papers[..2].to_vec(),
        papers,
        bridges: Vec::new(),
        first_paper: None,
        trend: None,
    }
}

fn run() -> (Vec<Paper>, Themes) {
    let paper = |row: u32| Paper {
        id: format!("paper-{row}"),
        title: format!("Title {row}"),
        submitted: Some(row as i32 * 20),
        ..Paper::default()
    };
    let place = |row: u32| Assignment {
        theme: row % THEMES,
        score: 0.5 + row as f32 / 100.0,
        margin: 0.1,
        second_theme: Some((row + 1) % THEMES),
        cluster: row % 3,
        second_cluster: None,
        subtheme: None,
        outlier: None,
        probability: Some(0.5),
    };
    let themes: Vec<Theme> = (0..THEMES).map(theme).collect();
    let themes = Themes { themes, assignments: (0..PAPERS).map(place).collect(), ..Themes::default() };
    ((0..PAPERS).map(paper).collect(), themes)
}

fn located() -> Located {
    Located {
        papers: (0..PAPERS).map(|row| (format!("paper-{row}"), row)).collect(),
        phrases: [("odd".to_owned(), (0..PAPERS).filter(|row| row % 2 == 1).collect())].into(),
    }
}

fn applied(edits: Vec<Edit>) -> (Themes, Vec<Misfit>) {
    let (papers, mut themes) = run();
    let edited = Edits { edits, names: Vec::new() }.apply(&mut themes, EditScope::Run(&papers), &located());
    (themes, edited.misfits)
}

fn text(text: &str) -> String {
    text.to_owned()
}

#[test]
fn merged_themes_are_one_whichever_came_first() {
    for (taken, into) in [("t-1", "t-3"), ("t-3", "t-1")] {
        let (themes, misfits) =
            applied(vec![Edit::Merge { themes: vec![text(taken), text("t-9")], into: text(into) }]);
        assert_eq!(
            misfits,
            [Misfit::Edit {
                index: 0,
                reason: text("there is no theme `t-9`; themes.csv has the ids, keys and names")
            }]
        );
        let ids: Vec<&str> = themes.themes.iter().map(|theme| theme.id.as_str()).collect();
        assert_eq!(ids, ["t-0", into, "t-2", "t-4"]);
        assert_eq!(themes.themes[1].name, format!("Name {}", &into[2..]));
        assert_eq!(themes.themes[1].terms[0].text, "term 3", "the heavier one");
        assert_eq!(themes.themes[1].papers, [1, 3, 8, 11, 16, 18, 21, 23, 26, 28, 31, 33]);
        assert!(themes.assignments.iter().all(|place| place.second_theme != Some(place.theme)));
    }
}

#[test]
fn a_merged_theme_is_described_by_the_larger_part() {
    let (papers, mut themes) = run();
    let more: Vec<u32> = (0..PAPERS).filter(|row| row % THEMES == 2).collect();
    themes.themes[1].papers.truncate(1);
    themes.themes[1].representatives = vec![1];
    themes.themes[1].terms[0].weight = 9.0;
    themes.themes[2].papers = more;
    themes.themes[2].representatives = vec![2, 7, 12];
    let merge = Edit::Merge { themes: vec![text("t-1")], into: text("t-2") };
    Edits { edits: vec![merge], names: Vec::new() }.apply(&mut themes, EditScope::Run(&papers), &located());
    assert_eq!(themes.themes[1].representatives, [2, 7, 12], "one paper of eight has no place among three");
    assert_eq!(themes.themes[1].terms[0].text, "term 2");
}

#[test]
fn a_merged_theme_is_told_to_those_who_name_it_later() {
    let merge = Edit::Merge { themes: vec![text("Name 1")], into: text("key-0") };
    let (_, misfits) = applied(vec![merge, Edit::Rename { theme: text("t-1"), name: text("x") }]);
    let reason = text("the theme `t-1` was already merged into `t-0`");
    assert_eq!(misfits, [Misfit::Edit { index: 1, reason }]);
}

#[test]
fn a_split_by_a_phrase_takes_the_papers_that_hold_it_and_can_be_named_at_once() {
    let split =
        |name: &str| Edit::Split { theme: text("t-0"), name: text(name), part: Part::Phrase(text("odd")) };
    let to_it = Edit::Move { papers: vec![text("paper-2")], to: text("Odd ones") };
    let (themes, misfits) = applied(vec![split("Odd ones"), to_it, split("More")]);
    assert_eq!(themes.themes[5].papers, [2, 5, 15, 25]);
    assert_eq!(themes.themes[0].papers, [0, 10, 30]);
    assert_eq!(themes.assignments[5].theme, 5);
    assert!(themes.themes[5].id.starts_with("t-e"), "{}", themes.themes[5].id);
    assert_eq!(misfits, [Misfit::Edit { index: 2, reason: text("none of its papers match") }]);
}

#[test]
fn a_name_is_given_once_and_a_model_gives_way_to_a_person() {
    let (papers, mut themes) = run();
    let of_model = |theme: usize, name: &str| ModelName {
        theme: themes.themes[theme].id.clone(),
        content: theme_content(&themes.themes[theme], &papers),
        name: text(name),
    };
    let names = vec![of_model(0, "By model"), of_model(1, "Also by model"), of_model(2, "by PERSON")];
    let rename = Edit::Rename { theme: text("By model"), name: text("By person") };
    let edits = Edits { edits: vec![rename], names };
    let scope = EditScope::Run(&papers);
    let edited = edits.apply(&mut themes, scope, &Located::default());
    assert_eq!(edited.misfits, []);
    let misfits = edits.name_by_models(&mut themes, scope, &edited.named);
    let names: Vec<&str> = themes.themes.iter().map(|theme| theme.name.as_str()).collect();
    assert_eq!(names, ["By person", "Also by model", "Name 2", "Name 3", "Name 4"]);
    assert_eq!(
        misfits,
        [Misfit::Name { index: 2, reason: text("the theme `t-0` is already called `by PERSON`") }]
    );
}

#[test]
fn a_name_of_a_model_falls_off_when_the_content_changes() {
    let (papers, mut themes) = run();
    let content = theme_content(&themes.themes[0], &papers);
    let names = vec![ModelName { theme: text("t-0"), content, name: text("By model") }];
    let edits = Edits { edits: vec![Edit::Exclude { papers: vec![text("paper-0")] }], names };
    let scope = EditScope::Run(&papers);
    let edited = edits.apply(&mut themes, scope, &located());
    let misfits = edits.name_by_models(&mut themes, scope, &edited.named);
    assert!(matches!(misfits[..], [Misfit::Name { index: 0, .. }]), "{misfits:?}");
    assert_eq!(themes.themes[0].name, "Name 0");
}

fn names_of_themes() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..THEMES + 2).prop_map(|index| format!("t-{index}")),
        (0..THEMES + 2).prop_map(|index| format!("key-{index}")),
        (0..THEMES + 2).prop_map(|index| format!("Name {index}")),
        (0..4_u32).prop_map(|index| format!("New {index}")),
    ]
}

fn papers() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec((0..PAPERS + 3).prop_map(|row| format!("paper-{row}")), 0..8)
}

fn edit() -> impl Strategy<Value = Edit> {
    let theme = names_of_themes;
    let part = prop_oneof![
        papers().prop_map(Part::Papers),
        prop_oneof![Just("odd"), Just("even")].prop_map(|phrase| Part::Phrase(phrase.to_owned())),
    ];
    prop_oneof![
        (theme(), theme()).prop_map(|(theme, name)| Edit::Rename { theme, name }),
        (prop::collection::vec(theme(), 0..4), theme())
            .prop_map(|(themes, into)| Edit::Merge { themes, into }),
        (theme(), theme(), part).prop_map(|(theme, name, part)| Edit::Split { theme, name, part }),
        (papers(), theme()).prop_map(|(papers, to)| Edit::Move { papers, to }),
        papers().prop_map(|papers| Edit::Exclude { papers }),
        (theme(), theme()).prop_map(|(theme, text)| Edit::Describe { theme, text }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn no_edits_lose_a_paper(edits in prop::collection::vec(edit(), 0..12)) {
        let (papers, mut themes) = run();
        let before: BTreeSet<u32> = themes.themes.iter().flat_map(|theme| theme.papers.clone()).collect();
        let excluded: BTreeSet<u32> = edits
            .iter()
            .filter(|edit| matches!(edit, Edit::Exclude { .. }))
            .flat_map(Edit::papers)
            .filter_map(|paper| located().papers.get(paper).copied())
            .collect();
        let edits = Edits { edits, names: Vec::new() };
        edits.apply(&mut themes, EditScope::Run(&papers), &located());
        prop_assert_eq!(themes.assignments.len(), papers.len());
        let mut listed = BTreeSet::new();
        for (index, theme) in (0_u32..).zip(&themes.themes) {
            prop_assert!(theme.papers.is_sorted());
            for &row in &theme.papers {
                prop_assert!(listed.insert(row), "paper {} is in two themes", row);
                prop_assert_eq!(themes.assignments[row as usize].theme, index);
            }
            prop_assert!(theme.representatives.iter().all(|row| theme.papers.contains(row)));
        }
        let expected: BTreeSet<u32> = before.difference(&excluded).copied().collect();
        prop_assert_eq!(&listed, &expected);
        let unique = |word: fn(&Theme) -> &str| themes.themes.iter().map(word).collect::<BTreeSet<_>>().len();
        prop_assert_eq!(unique(|theme| &theme.id), themes.themes.len());
        prop_assert_eq!(unique(|theme| &theme.name), themes.themes.len());
        let tally = Tally::of(&TallyShape::of(&themes), &themes.placed(&papers));
        themes.set_figures(&TrendParams::default().check().unwrap(), &tally);
        prop_assert_eq!(tally.counted(), expected.len() as u64);
        prop_assert_eq!(tally.papers(), u64::from(PAPERS));
    }
}
