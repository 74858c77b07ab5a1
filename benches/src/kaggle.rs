//! A generated corpus in the schema of Kaggle's arXiv metadata snapshot.

use std::io::{self, Write};

use serde::Serialize;

use crate::calendar::civil;
use crate::lines::write_lines;
use crate::{Corpus, Paper};

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    submitter: Option<&'a str>,
    authors: &'a str,
    title: &'a str,
    comments: Option<&'a str>,
    #[serde(rename = "journal-ref")]
    journal_reference: Option<&'a str>,
    doi: Option<&'a str>,
    categories: String,
    #[serde(rename = "abstract")]
    abstract_text: String,
    versions: [Version; 1],
    update_date: String,
}

#[derive(Serialize)]
struct Version {
    version: &'static str,
    created: String,
}

/// Streams `corpus` as a snapshot, one JSON object per line. The category is the cluster's code.
///
/// # Errors
/// Any error of `out`.
pub fn write_snapshot(corpus: &Corpus, out: &mut impl Write) -> io::Result<()> {
    write_lines(corpus, out, line)
}

/// Writes `id,label` for every paper; the label is the cluster's code.
///
/// # Errors
/// Any error of `out`.
pub fn write_labels(corpus: &Corpus, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "id,label")?;
    for paper in corpus.papers() {
        writeln!(out, "{},{}", paper.id, category(paper.cluster))?;
    }
    Ok(())
}

/// A code in the form of arXiv's categories.
fn category(cluster: u32) -> String {
    let letter = |value: u32| char::from(b'A' + (value % 26) as u8);
    format!("gen.{}{}{}", letter(cluster / 676), letter(cluster / 26), letter(cluster))
}

fn line(paper: &Paper) -> serde_json::Result<Vec<u8>> {
    let (year, month, day) = civil(paper.submitted.div_euclid(86_400));
    let month_name =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1];
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        [paper.submitted.div_euclid(86_400).rem_euclid(7) as usize];
    serde_json::to_vec(&Line {
        id: &paper.id,
        submitter: None,
        authors: "A. Generator, B. Generator",
        title: &paper.title,
        comments: None,
        journal_reference: None,
        doi: None,
        categories: category(paper.cluster),
        abstract_text: format!("  {}\n", paper.abstract_text),
        versions: [Version {
            version: "v1",
            created: format!("{weekday}, {day} {month_name} {year} 00:00:00 GMT"),
        }],
        update_date: format!("{year}-{month:02}-{day:02}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CorpusParams;

    #[test]
    fn the_snapshot_is_one_object_a_line_whatever_the_threads() {
        let corpus =
            Corpus::new(CorpusParams { papers: 50, vocabulary: 500, ..CorpusParams::default() }).unwrap();
        let mut bytes = Vec::new();
        write_snapshot(&corpus, &mut bytes).unwrap();
        let mut again = Vec::new();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        pool.install(|| write_snapshot(&corpus, &mut again)).unwrap();
        assert_eq!(bytes, again);
        let lines: Vec<serde_json::Value> =
            bytes.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
        assert_eq!(lines.len(), 50);
        assert_eq!(lines[3]["title"], corpus.paper(3).title);
        assert_eq!(lines[0]["versions"][0]["created"], "Mon, 1 Jan 2007 00:00:00 GMT");
        assert_eq!(lines[0]["update_date"], "2007-01-01");
    }
}
