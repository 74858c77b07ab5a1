//! An endless supply of papers, as pages of OAI-PMH.

use serde_json::Value;

use crate::world::MASTER;

/// New papers per cycle, and papers of the previous cycle that come again in a newer version.
pub(crate) const NEW: usize = 3;
pub(crate) const AGAIN: usize = 1;

/// Titles and abstracts of the sample, from which others are composed.
pub(crate) struct Papers(Vec<(String, String)>);

impl Papers {
    pub(crate) fn of_the_sample() -> Self {
        let text = |paper: &Value, name: &str| paper[name].as_str().unwrap().to_owned();
        let papers = MASTER.lines().map(|line| {
            let paper: Value = serde_json::from_str(line).unwrap();
            (text(&paper, "title"), text(&paper, "abstract"))
        });
        Self(papers.collect())
    }

    /// The records of a cycle, counted from 1.
    pub(crate) fn records(&self, cycle: usize) -> Vec<String> {
        let mut records: Vec<String> = (0..NEW).map(|number| self.record(cycle, number, 1)).collect();
        if cycle > 1 {
            records.extend((0..AGAIN).map(|number| self.record(cycle - 1, number, 2)));
        }
        records
    }

    /// A paper composed of two halves of the sample's abstracts, in its first or second version.
    fn record(&self, cycle: usize, number: usize, version: usize) -> String {
        let paper = (cycle - 1) * NEW + number;
        let [one, other] =
            [paper, paper * 31 + paper / self.0.len() + 7].map(|at| &self.0[at % self.0.len()]);
        let identifier = format!("{:02}{:02}.{:05}", 15 + cycle / 12 % 11, 1 + cycle % 12, paper + 1);
        let title = escaped(&format!("{} and {paper}: {}", one.0, other.0));
        let (beginning, end) = (halves(&one.1).0, halves(&other.1).1);
        let revised = if version == 2 { " This version corrects the second table." } else { "" };
        let summary = escaped(&format!("{beginning}{end}{revised}"));
        let version_of = |day: usize, name: &str| {
            format!("<version version=\"{name}\"><date>{day} May 2026 08:00:00 GMT</date></version>")
        };
        let versions = [version_of(11, "v1"), version_of(12, "v2")][..version].concat();
        format!(
            "<record><header><identifier>oai:arXiv.org:{identifier}</identifier><datestamp>2026-05-1{version}\
             </datestamp></header><metadata><arXivRaw><id>{identifier}</id>{versions}<title>{title}</title>\
             <authors>Ada Example, Ben Sample</authors><categories>cs.DC cs.LG</categories>\
             <abstract>{summary}</abstract></arXivRaw></metadata></record>\n"
        )
    }
}

/// Splits the sentences of a text into two halves.
fn halves(text: &str) -> (&str, &str) {
    let middle = text.match_indices(". ").map(|(at, _)| at + 2).find(|&at| at >= text.len() / 2);
    text.split_at(middle.unwrap_or(0))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A page of records with the token for the next page.
pub(crate) fn page(records: &[String], token: &str) -> String {
    format!(
        "<OAI-PMH><ListRecords>\n{}<resumptionToken>{token}</resumptionToken></ListRecords></OAI-PMH>\n",
        records.concat()
    )
}
