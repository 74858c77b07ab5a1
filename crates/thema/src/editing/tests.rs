//! Arbitrary edit files on a small set of themes.

use std::path::PathBuf;

use proptest::prelude::*;
use thema_themes::{Assignment, Edit, EditScope, Located, Paper, Part, Theme, ThemeKind, Themes};

use super::EditFile;
use crate::paper_ids::rows_of;

const PAPERS: u32 = 12;

fn run() -> (Vec<Paper>, Themes) {
    let paper = |row: u32| Paper { id: format!("2605.0000{row}"), ..Paper::default() };
    let place = |row: u32| Assignment {
        theme: row % 3,
        score: 0.5,
        margin: 0.1,
        second_theme: Some((row + 1) % 3),
        cluster: 0,
        second_cluster: None,
        subtheme: None,
        outlier: None,
        probability: None,
    };
    let theme = |index: u32| Theme {
        id: format!("t-{index}"),
        key: format!("key-{index}"),
        name: format!("Name {index}"),
        kind: ThemeKind::Discovered,
        description: None,
        terms: Vec::new(),
        papers: (0..PAPERS).filter(|row| row % 3 == index).collect(),
        representatives: vec![index],
        bridges: Vec::new(),
        first_paper: None,
        trend: None,
    };
    let themes = (0..3).map(theme).collect();
    let assignments = (0..PAPERS).map(place).collect();
    ((0..PAPERS).map(paper).collect(), Themes { themes, assignments, ..Themes::default() })
}

fn parsed(text: &str) -> Result<EditFile, crate::Error> {
    EditFile::parse(PathBuf::from("edits.toml"), text.to_owned())
}

/// Lines in any order: some a person might write, some nobody would.
fn line() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        (0..5_u32).prop_map(|index| format!("\"t-{index}\"")),
        (0..5_u32).prop_map(|index| format!("\"Name {index}\"")),
        prop::collection::vec(0..PAPERS + 2, 0..4).prop_map(|rows| {
            format!("{:?}", rows.iter().map(|row| format!("arXiv:2605.0000{row}v2")).collect::<Vec<_>>())
        }),
        prop::collection::vec(0..4_u32, 0..3).prop_map(|themes| {
            format!("{:?}", themes.iter().map(|theme| format!("t-{theme}")).collect::<Vec<_>>())
        }),
        "\\PC{0,8}",
    ];
    let word = prop::sample::select(vec![
        "rename", "merge", "split", "move", "exclude", "describe", "name", "into", "phrase", "papers", "to",
        "text",
    ]);
    prop_oneof![
        4 => (word, value).prop_map(|(word, value)| format!("{word} = {value}")),
        1 => Just("[[name]]".to_owned()),
        1 => "\\PC{0,20}",
    ]
}

/// Tables, valid edits or not.
fn file() -> impl Strategy<Value = String> {
    let papers = || {
        prop::collection::vec(0..PAPERS + 2, 1..4).prop_map(|rows| {
            format!("{:?}", rows.iter().map(|row| format!("2605.0000{row}")).collect::<Vec<_>>())
        })
    };
    let theme = || {
        prop_oneof![
            (0..4_u32).prop_map(|at| format!("t-{at}")),
            (0..4_u32).prop_map(|at| format!("New {at}"))
        ]
    };
    let table = prop_oneof![
        (theme(), theme()).prop_map(|(a, b)| format!("rename = \"{a}\"\nname = \"{b}\"")),
        (theme(), theme()).prop_map(|(a, b)| format!("merge = [\"{a}\"]\ninto = \"{b}\"")),
        (theme(), theme(), papers())
            .prop_map(|(a, b, c)| format!("split = \"{a}\"\nname = \"{b}\"\npapers = {c}")),
        (papers(), theme()).prop_map(|(a, b)| format!("move = {a}\nto = \"{b}\"")),
        papers().prop_map(|a| format!("exclude = {a}")),
        (theme(), theme()).prop_map(|(a, b)| format!("describe = \"{a}\"\ntext = \"{b}\"")),
    ];
    let good = prop::collection::vec(table.prop_map(|table| format!("[[edit]]\n{table}\n")), 0..10);
    let bad = prop::collection::vec(line(), 0..6);
    prop_oneof![
        3 => good.clone().prop_map(|tables| tables.concat()),
        1 => (good, bad).prop_map(|(tables, lines)| format!("{}[[edit]]\n{}\n", tables.concat(), lines.join("\n"))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn no_file_crashes_or_loses_a_paper(text in file()) {
        match parsed(&text) {
            Err(refused) => {
                let said = refused.to_string();
                prop_assert!(said.contains("edits.toml: line ") && said.contains(", column "), "{}", said);
            }
            Ok(read) => {
                let (papers, mut themes) = run();
                let named = read.edits.edits.iter().flat_map(Edit::papers);
                let located = Located { papers: rows_of(named, &papers), ..Located::default() };
                let edited = read.edits.apply(&mut themes, EditScope::Run(&papers), &located);
                prop_assert!(edited.misfits.iter().all(|misfit| read.describe(misfit).contains("line ")));
                let left_out = read.edits.edits.iter().filter(|edit| matches!(edit, Edit::Exclude { .. }));
                let left_out = rows_of(left_out.flat_map(Edit::papers), &papers);
                let mut listed: Vec<u32> = themes.themes.iter().flat_map(|theme| theme.papers.clone()).collect();
                listed.sort_unstable();
                let expected: Vec<u32> =
                    (0..PAPERS).filter(|row| !left_out.values().any(|out| out == row)).collect();
                prop_assert_eq!(listed, expected);
                prop_assert_eq!(themes.assignments.len(), papers.len());
            }
        }
    }

    #[test]
    fn what_is_written_is_read_back(theme in "[^\\p{C}]{1,20}", name in "[^\\p{C}\\s]{1,20}", papers in prop::collection::vec("[^\\p{C}]{0,9}", 0..3)) {
        let edits = [
            Edit::Rename { theme: theme.clone(), name: name.clone() },
            Edit::Merge { themes: papers.clone(), into: theme.clone() },
            Edit::Split { theme: theme.clone(), name: name.clone(), part: Part::Papers(papers.clone()) },
            Edit::Split { theme: theme.clone(), name: name.clone(), part: Part::Phrase(theme.clone()) },
            Edit::Move { papers: papers.clone(), to: theme.clone() },
            Edit::Exclude { papers },
            Edit::Describe { theme, text: name },
        ];
        let mut file = parsed("# mine").unwrap();
        for edit in &edits {
            file = file.with_edit(edit).unwrap();
        }
        prop_assert_eq!(&file.edits.edits[..], &edits[..]);
    }
}
