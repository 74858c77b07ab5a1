//! Checks the digest against the papers: every verdict, share and count in it is recomputed from `papers.csv`.

mod lines;
mod past;
mod recount;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use recount::Recount;

use super::root;

/// As many themes as the corpus has topics.
const FOUR: [&str; 2] = ["--clusters", "4"];

const TOPICS: [&str; 4] = [
    "galaxy redshift survey telescope dust cosmic spectra quasar halo luminosity",
    "protein enzyme folding membrane residue ligand peptide binding cell kinase",
    "graph vertex edge colouring planar clique bipartite matching degree subgraph",
    "network neural gradient layer training speech classifier kernel dropout batch",
];

/// Papers of four topics over `years`; `weight(topic, year)` is the number per year.
fn corpus(
    home: &Path,
    name: &str,
    years: std::ops::Range<usize>,
    weight: impl Fn(usize, usize) -> usize,
) -> PathBuf {
    let mut lines = String::new();
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mut number = 0;
    for year in years {
        for (topic, words) in TOPICS.iter().enumerate() {
            let words: Vec<&str> = words.split(' ').collect();
            for at in 0..weight(topic, year) {
                number += 1;
                let mut text = |count: usize| {
                    (0..count).map(|_| words[below(words.len())]).collect::<Vec<_>>().join(" ")
                };
                let (title, body) = (text(5), text(40));
                let _ = writeln!(
                    lines,
                    r#"{{"id":"x{number}","title":"{title} {number}","abstract":"{body} case {number}.","published":"{year}-{:02}-{:02}"}}"#,
                    1 + at % 12,
                    2 + at * 7 % 26,
                );
            }
        }
    }
    let path = home.join(format!("{name}.jsonl"));
    fs::write(&path, lines).unwrap();
    path
}

#[test]
fn no_line_contradicts_the_papers() {
    let home = tempfile::tempdir().unwrap();
    let out = |name: &str| home.path().join(name);
    let check = |name: &str, input: &Path| Recount::of(input, &out(name), &FOUR).check();
    let growing = corpus(home.path(), "growing", 2008..2020, |topic, year| {
        let t = year - 2008;
        [10 + 6 * t, 60, 70 - 5 * t, 40][topic]
    });
    assert!(check("growing-run", &growing) >= 2, "one grows and one shrinks");
    // Near-duplicates of a tenth of them, which do not count.
    let text = fs::read_to_string(&growing).unwrap();
    let copy = |line: &str| {
        let again = line.replacen(r#""title":""#, r#""title":"again "#, 1);
        again.replacen(r#""id":"x"#, r#""id":"copy"#, 1) + "\n"
    };
    let copies: String = text.lines().step_by(10).map(copy).collect();
    let copied = home.path().join("copied.jsonl");
    fs::write(&copied, text + &copies).unwrap();
    let recount = Recount::of(&copied, &out("copied-run"), &FOUR);
    assert_eq!(recount.report["corpus"]["near_duplicates"], copies.lines().count());
    assert!(recount.check() >= 2, "one grows and one shrinks");
    let early = corpus(home.path(), "early", 1992..2020, |topic, year| match (topic, year) {
        (0, ..1998) => 1,
        (_, ..1998) => 0,
        (0, _) => 20,
        (3, 2012..) => 15 * (year - 2011),
        _ => 30,
    });
    assert!(check("early-run", &early) >= 1, "a few early papers of one topic");
    let even = corpus(home.path(), "even", 2015..2020, |_, _| 60);
    assert_eq!(check("even-run", &even), 0, "nothing moves");
    let sample = root().join("data/sample/papers");
    Recount::of(&sample, &out("sample-run"), &[]).check();
    Recount::with(&sample, &out("taxonomy-run"), &[]).check();
}

#[test]
fn the_digest_counts_themes_whose_papers_go_against_their_share() {
    let home = tempfile::tempdir().unwrap();
    let of_age = |topic: usize, age: usize| if topic == 0 { 20 + 12 * age * age } else { 80 + 6 * age };
    let swelling = corpus(home.path(), "swelling", 2012..2020, |topic, year| of_age(topic, year - 2012));
    let waning = corpus(home.path(), "waning", 2012..2020, |topic, year| of_age(topic, 2019 - year));
    for (input, said) in [
        (swelling, ": all three falling themes have more papers than before."),
        (waning, ": all three rising themes have fewer papers than before."),
    ] {
        let recount = Recount::of(&input, &input.with_extension("run"), &FOUR);
        assert!(recount.check() >= 3);
        assert!(recount.digest.contains(said), "{}", recount.digest);
    }
}

#[test]
fn slow_changes_are_told_where_no_window_shows_them() {
    let home = tempfile::tempdir().unwrap();
    let slow = corpus(home.path(), "slow", 2005..2020, |topic, year| {
        let t = (year - 2005).min(7);
        [6 + 6 * t, 40, 62 - 6 * t, 40][topic]
    });
    let recount = Recount::of(&slow, &home.path().join("run"), &FOUR);
    assert_eq!(recount.check(), 0, "the last six years are alike: {}", recount.digest);
    for verb in ["rose", "fell"] {
        let said = recount.digest.lines().find(|line| line.contains(" of 444 papers, 2005 to 2007) to "));
        assert!(said.is_some_and(|line| line.contains(&format!("** {verb} from "))), "{}", recount.digest);
    }
}

#[test]
fn papers_without_dates_move_nothing() {
    let home = tempfile::tempdir().unwrap();
    let dated = corpus(home.path(), "dated", 2015..2018, |_, _| 30);
    let text = fs::read_to_string(&dated).unwrap();
    let bare = |line: &str| format!("{}}}\n", line.split_once(r#","published""#).unwrap().0);
    let undated: String = text.lines().map(bare).collect();
    let some: String = text
        .lines()
        .enumerate()
        .map(|(at, line)| if at % 9 == 0 { bare(line) } else { format!("{line}\n") })
        .collect();
    for (name, lines) in [("undated", undated), ("some", some)] {
        let input = home.path().join(format!("{name}.jsonl"));
        fs::write(&input, lines).unwrap();
        let recount = Recount::of(&input, &home.path().join(name), &FOUR);
        assert_eq!(recount.check(), 0, "{}", recount.digest);
        let says = if name == "undated" { "None of the papers has a date" } else { "40 papers have no date" };
        assert!(recount.digest.contains(says), "{}", recount.digest);
    }
}

#[test]
fn a_paper_of_the_far_future_does_not_end_the_span() {
    let home = tempfile::tempdir().unwrap();
    let dated = corpus(home.path(), "dated", 2015..2018, |_, _| 30);
    let text = fs::read_to_string(&dated).unwrap();
    let (start, date) = text.lines().next().unwrap().split_once(r#""published":""#).unwrap();
    let late = format!("{start}\"published\":\"2047{}", &date[4..]);
    let rest = text.split_once('\n').unwrap().1;
    let input = home.path().join("late.jsonl");
    fs::write(&input, format!("{late}\n{rest}")).unwrap();
    let recount = Recount::of(&input, &home.path().join("late"), &FOUR);
    assert_eq!(recount.report["corpus"]["stray_dates"]["papers"], 1);
    assert!(recount.report["corpus"]["last_submitted"].as_str().unwrap().starts_with("2017"));
    assert!(recount.digest.contains("One paper is dated five years or more after all others, the last "));
}

#[test]
fn dates_whose_order_is_not_known_are_told() {
    let home = tempfile::tempdir().unwrap();
    let dated = corpus(home.path(), "dated", 2015..2018, |_, _| 30);
    let text = fs::read_to_string(&dated).unwrap();
    let unclear = |line: &str| {
        let (start, date) = line.split_once(r#""published":""#).unwrap();
        format!("{start}\"published\":\"02/09/{}\"}}\n", &date[..4])
    };
    let input = home.path().join("unclear.jsonl");
    fs::write(&input, text.lines().map(unclear).collect::<String>()).unwrap();
    let recount = Recount::of(&input, &home.path().join("unclear"), &FOUR);
    assert_eq!(recount.check(), 0, "{}", recount.digest);
    let says = "360 dates keep only the year, because day and month could be swapped";
    assert!(recount.digest.contains(says), "{}", recount.digest);
}

#[test]
fn bare_years_make_years_and_never_a_day() {
    let home = tempfile::tempdir().unwrap();
    let days =
        corpus(home.path(), "days", 2008..2020, |topic, year| [10 + 25 * (year - 2008), 40, 50, 30][topic]);
    let text = fs::read_to_string(&days).unwrap();
    let years: Vec<String> = text
        .lines()
        .map(|line| {
            let (start, date) = line.split_once(r#""published":""#).unwrap();
            format!("{start}\"published\":\"{}\"}}\n", &date[..4])
        })
        .collect();
    let input = home.path().join("years.jsonl");
    fs::write(&input, years.concat()).unwrap();
    let recount = Recount::of(&input, &home.path().join("out"), &FOUR);
    recount.check();
    assert!(!recount.digest.contains("January") && !recount.digest.contains("-01-01"), "{}", recount.digest);
    assert!(recount.digest.contains("between 2008 and 2019"));
    assert!(!recount.digest.contains(" is new") && !recount.digest.contains(" are new"));
    let trend = &recount.report["themes"][0]["trend"];
    assert_eq!((&trend["unit"], trend["periods"].as_array().unwrap().len()), (&"year".into(), 12));
    assert_eq!(recount.report["corpus"]["first_submitted"], "2008");
}
