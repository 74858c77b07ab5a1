//! A generated corpus in the schema of Kaggle's arXiv metadata snapshot.

use std::io::{self, Write};

use rayon::prelude::*;
use serde::Serialize;

use crate::{Corpus, Paper};

/// Papers rendered before they are written; fixed, so that memory stays bounded.
const BLOCK: u32 = 20_000;

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
    for start in (0..corpus.len()).step_by(BLOCK as usize) {
        let end = corpus.len().min(start + BLOCK);
        let lines: Vec<Vec<u8>> = (start..end)
            .into_par_iter()
            .map(|index| line(&corpus.paper(index)))
            .collect::<serde_json::Result<_>>()?;
        for line in lines {
            out.write_all(&line)?;
        }
    }
    Ok(())
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
    let mut bytes = serde_json::to_vec(&Line {
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
    })?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Converts days since 1970-01-01 to year, month and day (H. Hinnant, "chrono-compatible low-level date
/// algorithms"), for year 0 and later.
fn civil(days: i64) -> (i64, usize, i64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = (shifted_month + 2) % 12 + 1;
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month as usize, day)
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

    #[test]
    fn a_day_has_its_date() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_453), (2025, 12, 31));
    }
}
