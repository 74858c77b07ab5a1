//! Recomputes every verdict, share and count of a digest from `papers.csv`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::lines::{assert_line, assert_share, count_at_end, escaped, last_number, share_at_start};
use crate::{text, thema};

/// Theme key and date of the papers that count.
pub(super) struct Recount {
    pub(super) digest: String,
    pub(super) report: Value,
    papers: Vec<(String, String)>,
    /// Theme key, date, title and first category of the papers that count.
    rows: Vec<[String; 4]>,
    aside: usize,
}

impl Recount {
    /// A run without a taxonomy.
    pub(super) fn of(input: &Path, out: &Path, flags: &[&str]) -> Self {
        Self::with(input, out, &[&["--no-taxonomy"][..], flags].concat())
    }

    pub(super) fn with(input: &Path, out: &Path, flags: &[&str]) -> Self {
        let (input, directory) = (input.to_str().unwrap(), out.to_str().unwrap());
        let output = thema(&[&["run", input, "--out", directory, "--quiet"][..], flags].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report: Value = serde_json::from_slice(&fs::read(out.join("themes.json")).unwrap()).unwrap();
        let mut rows = csv::Reader::from_path(out.join("papers.csv")).unwrap();
        let header = rows.headers().unwrap().clone();
        let at = |name: &str| header.iter().position(|column| column == name).unwrap();
        let (theme, submitted, outlier, counted) =
            (at("theme"), at("submitted"), at("outlier"), at("counted"));
        let told = [theme, submitted, at("title"), at("primary_category")];
        let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.unwrap()).collect();
        let all = rows.len();
        let rows: Vec<csv::StringRecord> = rows.into_iter().filter(|row| &row[counted] == "true").collect();
        assert_eq!(report["corpus"]["near_duplicates"], all - rows.len());
        let aside = rows.iter().filter(|row| !row[outlier].is_empty()).count();
        assert!(aside * 100 <= rows.len(), "{aside} of {} papers are set aside", rows.len());
        let papers = rows.iter().map(|row| (row[theme].to_owned(), row[submitted].to_owned())).collect();
        let rows = rows.iter().map(|row| told.map(|column| row[column].to_owned())).collect();
        let digest = fs::read_to_string(out.join("digest.md")).unwrap();
        Self { digest, report, papers, rows, aside }
    }

    /// Number of papers of a theme, or of the corpus, from the first day of `window` to the day before the
    /// first of `next`.
    pub(super) fn count(&self, theme: Option<&str>, first: &str, next: Option<&str>) -> usize {
        let inside = |day: &str| !day.is_empty() && day >= first && next.is_none_or(|next| day < next);
        let of = |key: &str| theme.is_none_or(|theme| theme == key);
        self.papers.iter().filter(|(key, day)| of(key) && inside(day)).count()
    }

    /// Papers of a theme and of the corpus in a window of its trend.
    pub(super) fn count_within(&self, key: &str, trend: &Value, window: &Value) -> (usize, usize) {
        let start = window["start"].as_str().unwrap();
        let next = Self::after(trend, window["end"].as_str().unwrap());
        (self.count(Some(key), start, next.as_deref()), self.count(None, start, next.as_deref()))
    }

    /// First day of the period after the one that begins on `start`.
    pub(super) fn after(trend: &Value, start: &str) -> Option<String> {
        let starts =
            trend["periods"].as_array().unwrap().iter().map(|period| period["start"].as_str().unwrap());
        starts.into_iter().find(|&other| other > start).map(str::to_owned)
    }

    /// Checks every line about a rise or fall against the papers; returns the number of lines.
    pub(super) fn check(&self) -> usize {
        let themes = self.report["themes"].as_array().unwrap();
        let mut lines = BTreeMap::new();
        for line in self.digest.lines().filter(|line| line.starts_with("- **") && line.contains(" % to ")) {
            let (name, rest) = line[4..].split_once("** ").unwrap();
            assert!(lines.insert(name.to_owned(), rest.to_owned()).is_none(), "{name} is said twice");
        }
        for theme in themes {
            let (name, key) = (theme["name"].as_str().unwrap(), theme["key"].as_str().unwrap());
            assert_eq!(theme["size"].as_u64().unwrap() as usize, self.count_all(key), "{name}");
            let Some(trend) = Some(&theme["trend"]).filter(|trend| !trend.is_null()) else { continue };
            let change = &trend["change"];
            let [before, recent] = ["before", "recent"].map(|window| {
                let window = &change[window];
                let (papers, total) = self.count_within(key, trend, window);
                assert_eq!(window["papers"].as_u64().unwrap() as usize, papers, "{name}: {window}");
                assert_eq!(window["total"].as_u64().unwrap() as usize, total, "{name}: {window}");
                papers as f64 / total as f64
            });
            let said = lines.remove(&escaped(name));
            match (trend["verdict"].as_str().unwrap(), said) {
                ("steady" | "unclear", said) => assert_eq!(said, None, "{name} does not move"),
                (verdict, Some(said)) => assert_line(name, verdict, &said, before, recent),
                (verdict, None) => panic!("{name} is {verdict}, of which the digest says nothing"),
            }
        }
        assert!(lines.is_empty(), "themes that the report does not have: {lines:?}");
        self.check_sizes();
        self.check_opening();
        self.check_picture();
        self.check_order();
        self.check_against_their_share();
        self.check_bursts();
        self.check_long_run();
        self.check_long_ago();
        self.check_steady_and_crowded();
        self.check_portraits();
        self.check_prose();
        self.digest.lines().filter(|line| line.starts_with("- **") && line.contains(" % to ")).count()
    }

    /// Checks every size and share in the portraits and the table against the papers.
    fn check_sizes(&self) {
        let themes = self.report["themes"].as_array().unwrap();
        let mut rows = 0;
        let (_, portraits) = self.digest.split_once("\n## The themes\n").unwrap();
        for line in portraits.lines() {
            let cells: Vec<&str> = match line.strip_prefix("| ") {
                Some(row) => row.split('|').map(str::trim).collect(),
                None => line.strip_prefix("**").map_or(Vec::new(), |portrait| {
                    let (name, rest) = portrait.split_once("** (").unwrap();
                    let (papers, rest) = rest.split_once(" paper").unwrap();
                    let share = rest.trim_start_matches(['s', ',', ' ']);
                    vec![name, papers, share.split([')', ',', ';']).next().unwrap()]
                }),
            };
            let [name, papers, share, ..] = cells[..] else { continue };
            let Some(theme) = themes.iter().find(|theme| escaped(theme["name"].as_str().unwrap()) == name)
            else {
                assert!(name == "theme" || name.starts_with("--"), "no theme of the report: {line}");
                continue;
            };
            let counted = self.count_all(theme["key"].as_str().unwrap());
            assert_eq!(papers.replace(',', "").parse(), Ok(counted), "{line}");
            let said: f64 = share.trim_end_matches(" %").parse().unwrap();
            assert!((said - 100.0 * counted as f64 / self.papers.len() as f64).abs() <= 0.050_001, "{line}");
            rows += 1;
        }
        assert!(rows > themes.len().min(40), "the table and the portraits");
    }

    /// Checks the opening: first categories, papers set aside, papers in no theme, papers without a date.
    fn check_opening(&self) {
        let all = self.rows.len();
        let undated = self.rows.iter().filter(|[_, day, ..]| day.is_empty()).count();
        for (words, counted) in [
            (if self.aside == 1 { " is an outlier." } else { " are outliers." }, self.aside),
            (" no date and ", if undated == all { 0 } else { undated }),
        ] {
            let said = self.digest.split_once(words).map(|(before, _)| count_at_end(before));
            assert_eq!(said.unwrap_or(0), counted, "{words}: {}", self.digest);
        }
        let mut categories: BTreeMap<&str, usize> = BTreeMap::new();
        for [.., category] in self.rows.iter().filter(|[.., category]| !category.is_empty()) {
            *categories.entry(category.as_str()).or_default() += 1;
        }
        if let Some((_, listed)) = self.digest.split_once("The most common primary categories are ") {
            for said in listed.split(".\n").next().unwrap().split(" %)").filter(|said| said.contains('(')) {
                let (category, share) = said.rsplit_once(" (").unwrap();
                let papers = categories[category.rsplit(' ').next().unwrap()];
                assert_share(share.parse().unwrap(), papers, all, said);
            }
        }
        let mut themes = self.report["themes"].as_array().unwrap().iter();
        let other = themes.find(|theme| theme["kind"] == "other").map(|theme| theme["key"].as_str().unwrap());
        let fit_none = other.map_or(0, |key| self.count_all(key));
        match self.digest.split_once(" % of the papers fit no theme.") {
            Some((before, _)) => assert_share(last_number(before), fit_none, all, "no theme"),
            None => assert_eq!(fit_none, 0),
        }
    }

    /// The picture names what moved most, by the same amount as its line.
    fn check_picture(&self) {
        let Some((_, picture)) = self.digest.split_once("## The picture\n\n") else { return };
        let picture = picture.split("\n\n").next().unwrap();
        for (sign, verb) in [("+", "** rose "), ("\u{2212}", "** fell ")] {
            let Some((name, points)) = picture.split_once(&format!("** ({sign}")) else { continue };
            let name = name.rsplit_once("**").unwrap().1;
            let said = format!("({sign}{} points", points.split(' ').next().unwrap());
            let mut lines = self.digest.lines();
            let first = lines.find(|line| line.starts_with("- **") && line.contains(verb)).unwrap();
            assert!(first.starts_with(&format!("- **{name}**")) && first.contains(&said), "{said}: {first}");
        }
    }

    /// Checks how many themes are said to lose share and gain papers, or the reverse. The counts of both windows are those
    /// that [`Self::check`] found in the papers.
    fn check_against_their_share(&self) {
        let changes = |verdict: &str| -> Vec<[u64; 4]> {
            let themes = self.report["themes"].as_array().unwrap().iter();
            let moved =
                themes.filter(|theme| theme["trend"]["verdict"] == verdict && theme["kind"] != "other");
            let windows =
                [("before", "papers"), ("recent", "papers"), ("before", "total"), ("recent", "total")];
            moved
                .map(|theme| {
                    windows.map(|(window, what)| theme["trend"]["change"][window][what].as_u64().unwrap())
                })
                .collect()
        };
        let more =
            changes("falling").into_iter().filter(|[then, now, before, all]| now > then && all > before);
        let fewer =
            changes("rising").into_iter().filter(|[then, now, before, all]| now < then && all <= before);
        let against: Vec<[u64; 4]> = more.chain(fewer).collect();
        let Some((before, said)) = self.digest.split_once(" papers in the later span and ") else {
            assert!(against.is_empty(), "{against:?}");
            return;
        };
        let [.., earlier, later] = against[0];
        assert_eq!(before.rsplit(' ').next().unwrap().replace(',', ""), later.to_string());
        let (total, who) = said.split_once(" in the earlier one: ").unwrap();
        assert_eq!(total.replace(',', ""), earlier.to_string());
        let who = who.trim_start_matches("all ");
        let count = if who.starts_with("the ") { 1 } else { count_at_end(who.split_once(' ').unwrap().0) };
        assert_eq!(count, against.len(), "{who}");
    }

    /// Larger moves come before smaller ones.
    fn check_order(&self) {
        for verb in ["** rose from ", "** fell from "] {
            let lines = self.digest.lines().filter(|line| line.starts_with("- **") && line.contains(verb));
            let points: Vec<f64> = lines
                .map(|line| {
                    let said = line.split_once(" points").unwrap().0.rsplit('(').next().unwrap();
                    said.trim_start_matches(['+', '\u{2212}']).parse().unwrap()
                })
                .collect();
            assert!(points.is_sorted_by(|a, b| a >= b), "{verb}: {points:?}");
        }
    }

    /// Checks a theme's share in one category, and the share of titles in both windows that mention a direction.
    fn check_portraits(&self) {
        for theme in self.report["themes"].as_array().unwrap() {
            let (name, key) = (theme["name"].as_str().unwrap(), theme["key"].as_str().unwrap());
            let start = format!("**{}** (", escaped(name));
            let Some(portrait) = self.digest.lines().find(|line| line.starts_with(&start)) else { continue };
            let of_theme = || self.rows.iter().filter(move |[theme, ..]| theme == key);
            if let Some((share, rest)) = portrait.split_once(" % with primary category ") {
                let category = rest.split([')', ';']).next().unwrap();
                let filed = of_theme().filter(|[.., of]| of == category).count();
                assert_share(last_number(share), filed, of_theme().count(), portrait);
            }
            let window = &theme["trend"]["change"]["recent"];
            for term in theme["trend"]["newest"]["terms"].as_array().into_iter().flatten() {
                let text = term["text"].as_str().unwrap();
                let (_, said) = portrait.split_once(&format!("*{}* (", escaped(text))).unwrap();
                let said = said.split(')').next().unwrap().split(", ").map(share_at_start);
                let counted = ["recent", "before"].map(|window| {
                    let of_window = &theme["trend"]["change"][window]["papers"];
                    (term[window].as_u64().unwrap() as usize, of_window.as_u64().unwrap() as usize)
                });
                for (said, (titles, all)) in said.zip(counted) {
                    assert_share(said, titles, all, portrait);
                }
                let recent = term["recent"].as_u64().unwrap();
                let next = Self::after(&theme["trend"], window["end"].as_str().unwrap());
                let root: String = text.to_lowercase().chars().take(4).collect();
                let titles = of_theme().filter(|[_, day, title, _]| {
                    day.as_str() >= window["start"].as_str().unwrap()
                        && next.as_deref().is_none_or(|next| day.as_str() < next)
                        && title.to_lowercase().contains(&root)
                });
                assert!(titles.count() as u64 >= recent, "{text}: {portrait}");
            }
        }
    }

    /// No sentence is repeated, and sentences end properly.
    fn check_prose(&self) {
        let prose = self.digest.lines().filter(|line| !line.starts_with('|'));
        let mut said = BTreeSet::new();
        for sentence in prose.flat_map(|line| line.split(". ")).filter(|sentence| sentence.len() > 25) {
            assert!(said.insert(sentence), "said twice: {sentence}");
        }
        for slip in ["  ", " ,", "..", " 1 papers", " 0 ", "()", "NaN"] {
            let mut prose = self.digest.lines().filter(|line| !line.starts_with('|'));
            assert!(prose.all(|line| !line.contains(slip)), "{slip:?} in {}", self.digest);
        }
    }

    fn count_all(&self, key: &str) -> usize {
        self.papers.iter().filter(|(theme, _)| theme == key).count()
    }
}
