//! What the corpus is and how far to trust the rest.

use super::stability;
use crate::markdown::escaped;
use crate::wording::{capitalised, few, in_words, joined};
use crate::{
    CorpusSummary, PeriodReport, Preview, ReliabilityFigures, Report, StrayDatesReport, TrendReport,
    date_name, names, percent, period_name,
};

/// Maximum number of categories named.
const CATEGORIES: usize = 3;
/// Categories are spread evenly if the most common one has at most this many times the papers of the least
/// common one listed.
const EVEN: f64 = 1.2;
/// Papers added per paper of the first run above which a new run is advised.
const OUTGROWN: f64 = 0.5;
/// Maximum number of sparse periods named.
const SPARSE: usize = 3;

pub(super) fn section(report: &Report) -> String {
    let mut sentences = corpus(&report.corpus);
    sentences.extend(report.corpus.preview.as_ref().map(Preview::sentence));
    sentences.extend(categories(report));
    sentences.extend(report.built_in_taxonomy.as_deref().map(taxonomy));
    let trust = trust(report);
    if trust.is_empty() {
        format!("{}\n", sentences.join(" "))
    } else {
        format!("{}\n\n{}\n", sentences.join(" "), trust.join(" "))
    }
}

fn corpus(corpus: &CorpusSummary) -> Vec<String> {
    let papers = few(corpus.papers, "paper");
    let span = match (&corpus.first_submitted, &corpus.last_submitted) {
        (Some(first), Some(last)) if first == last => format!(", dated {}", date_name(first)),
        (Some(first), Some(last)) => {
            format!(", dated between {} and {}", date_name(first), date_name(last))
        }
        _ => String::new(),
    };
    let inputs = few(corpus.sources.len() as u64, "input");
    let from = if corpus.records == 0 { String::new() } else { format!(" from {inputs}") };
    let mut sentences = vec![format!("This digest covers {papers}{from}{span}.")];
    match (corpus.joined, corpus.rejected) {
        (0, 0) => {}
        _ if corpus.records == 0 => {}
        (joined, rejected) => {
            let were = |count: u64| if count == 1 { "was" } else { "were" };
            let hold = if corpus.sources.len() == 1 { "The input holds" } else { "The inputs hold" };
            let merged = if joined == 0 {
                String::new()
            } else {
                let merged = in_words(joined);
                format!("; {merged} {} merged with another record of the same paper", were(joined))
            };
            sentences.push(format!("{hold} {}{merged}.", few(corpus.records, "record")));
            if rejected > 0 {
                let more = capitalised(&in_words(rejected));
                sentences.push(format!("{more} more {} rejected (see `rejects.jsonl`).", were(rejected)));
            }
        }
    }
    match corpus.near_duplicates {
        0 => {}
        1 => sentences
            .push("One paper is a near-duplicate of another and is left out of the counts below.".to_owned()),
        more => sentences.push(format!(
            "{} papers are near-duplicates of others and are left out of the counts below.",
            capitalised(&in_words(more))
        )),
    }
    match corpus.excluded {
        0 => {}
        more if corpus.near_duplicates > 0 => {
            let (more, were) = (in_words(more), if more == 1 { "was" } else { "were" });
            sentences.push(format!("{} more {were} excluded by hand.", capitalised(&more)));
        }
        1 => sentences.push("One paper was excluded by hand and is left out of the counts below.".to_owned()),
        more => sentences.push(format!(
            "{} papers were excluded by hand and are left out of the counts below.",
            capitalised(&in_words(more))
        )),
    }
    match corpus.added {
        0 => {}
        1 => sentences.push("An update added one of the papers.".to_owned()),
        more => {
            sentences.push(format!("Updates added {} of the papers.", in_words(more)));
            if more as f64 > OUTGROWN * (corpus.papers - more) as f64 {
                sentences.push(
                    "They are so many that a new run of all papers may find other themes; `thema diff` compares the two."
                        .to_owned(),
                );
            }
        }
    }
    let undated = corpus.papers.saturating_sub(corpus.dated);
    if corpus.papers > 0 && corpus.dated == 0 {
        sentences.push("None of the papers has a date, so there are no trends.".to_owned());
    } else if undated > 0 {
        let (have, are) = if undated == 1 { ("has", "is") } else { ("have", "are") };
        sentences.push(format!(
            "{} {have} no date and {are} left out of all trends.",
            capitalised(&few(undated, "paper"))
        ));
    }
    if let Some(StrayDatesReport { papers, last }) = &corpus.stray_dates {
        let (are, last) = (if *papers == 1 { "is" } else { "are" }, date_name(last));
        sentences.push(format!(
            "{} {are} dated five years or more after all others, the last {last}, which may be an error.",
            capitalised(&few(*papers, "paper"))
        ));
    }
    if corpus.dates_cut > 0 {
        let keep = if corpus.dates_cut == 1 { "keeps" } else { "keep" };
        sentences.push(format!(
            "{} {keep} only the year, because day and month could be swapped; trends are finer with dates such as 2017-02-09.",
            capitalised(&few(corpus.dates_cut, "date"))
        ));
    }
    sentences
}

fn categories(report: &Report) -> Option<String> {
    let counted_papers = report.counted_papers();
    let [first, second, ..] = report.corpus.categories.as_slice() else { return None };
    let share = |papers: u64| percent(papers as f64 / counted_papers.max(1) as f64);
    if first.papers as f64 > 0.5 * counted_papers as f64 {
        return Some(format!(
            "The primary category is {} for {} of the papers and {} for {}.",
            escaped(&first.category),
            share(first.papers),
            escaped(&second.category),
            share(second.papers)
        ));
    }
    if let [.., last] = report.corpus.categories.as_slice()
        && first.papers as f64 <= EVEN * last.papers as f64
        && report.corpus.categories.len() > CATEGORIES
    {
        return Some(format!(
            "The primary categories are spread evenly; the most common, {}, has {} of the papers.",
            escaped(&first.category),
            share(first.papers)
        ));
    }
    let named: Vec<String> = report
        .corpus
        .categories
        .iter()
        .take(CATEGORIES)
        .map(|count| format!("{} ({})", escaped(&count.category), share(count.papers)))
        .collect();
    Some(format!("The most common primary categories are {}.", joined(&named)))
}

/// The taxonomy that the user did not ask for by name.
fn taxonomy(built_in: &str) -> String {
    format!(
        "No taxonomy was given, so the run first looked for the themes of the built-in taxonomy `{built_in}`, which is for \
         the papers' field; a run with `--no-taxonomy` does without it."
    )
}

/// How stable the clusters are, how many papers were hard to place, and from when trends are known.
fn trust(report: &Report) -> Vec<String> {
    let mut sentences = Vec::new();
    let figures = report.quality_figures().unwrap_or_default();
    if report.found_themes() > 0 {
        sentences.extend(stability::sentence(report, &figures, of_first_run(report)));
    }
    sentences.extend(figures.reliability.as_ref().map(|figures| reliability(figures, of_first_run(report))));
    let outliers = &report.outliers;
    if outliers.papers > 0 {
        let are = if outliers.papers == 1 { "is an outlier" } else { "are outliers" };
        let papers = capitalised(&few(outliers.papers, "paper"));
        sentences.push(format!("{papers} ({}) {are}.", percent(outliers.share)));
    }
    let trend = report.themes.iter().find_map(|theme| theme.trend.as_ref());
    sentences.extend(trend.and_then(thin));
    sentences.extend(trend.and_then(left_out));
    sentences
}

/// What updates did not measure again is known of the first run's papers only.
fn of_first_run(report: &Report) -> &'static str {
    if report.corpus.added > 0 { " of the first run" } else { "" }
}

/// How far probabilities are off, and how many are low.
fn reliability(figures: &ReliabilityFigures, of_which: &str) -> String {
    let papers: u64 = figures.table.iter().map(|row| row.papers).sum();
    let doubtful: u64 = figures.table.iter().filter(|row| row.said < 0.5).map(|row| row.papers).sum();
    let low = if doubtful == 0 {
        String::new()
    } else {
        format!(
            ", and {} of these papers have a probability below one half",
            percent(doubtful as f64 / papers as f64)
        )
    };
    format!(
        "The probabilities in `papers.csv` were checked on {}{of_which} against the share whose nearest neighbours are mostly \
         in the same theme; they are off by {:.1} percentage points on average{low}.",
        few(papers, "held-out paper"),
        100.0 * figures.expected_error
    )
}

/// The papers of periods that hold too few to count: those before the first that counts, and those between such.
fn thin(trend: &TrendReport) -> Option<String> {
    let first = &trend.plotted().next()?.start;
    let papers = |periods: &[&PeriodReport]| periods.iter().map(|period| period.total).sum::<u64>();
    let sparse = trend.periods.iter().filter(|period| period.thin && period.total > 0);
    let until_last = sparse.filter(|period| period.start <= trend.change.recent.end);
    let (before, between): (Vec<_>, Vec<_>) = until_last.partition(|period| period.start < *first);
    let of_between = match between.as_slice() {
        few if few.len() <= SPARSE => {
            let names: Vec<String> =
                few.iter().map(|period| period_name(trend.unit, &period.start)).collect();
            joined(&names)
        }
        many => {
            format!("{} {}s with few papers", in_words(many.len() as u64), names::period(trend.unit))
        }
    };
    let start = period_name(trend.unit, first);
    let (early, later) = (papers(&before), papers(&between));
    let left = match early {
        0 if later == 0 => return None,
        0 if later == 1 => return Some(format!("The one paper of {of_between} is left out of trends.")),
        0 => return Some(format!("The {} papers of {of_between} are left out of trends.", in_words(later))),
        1 => "the one paper of the sparse time before is left out".to_owned(),
        several => format!("the {} papers of the sparse time before are left out", in_words(several)),
    };
    let too = match later {
        0 => String::new(),
        1 => format!(", and so is the one of {of_between}"),
        several => format!(", and so are the {} of {of_between}", in_words(several)),
    };
    Some(format!("Trends start in {start}; {left}{too}."))
}

/// The papers after the periods that are compared.
fn left_out(trend: &TrendReport) -> Option<String> {
    let last = &trend.change.recent.end;
    let later: Vec<&PeriodReport> = trend.periods.iter().filter(|period| period.start > *last).collect();
    let papers: u64 = later.iter().map(|period| period.total).sum();
    let are = match papers {
        0 => return None,
        1 => "the one later paper is".to_owned(),
        several => format!("the {} later papers are", in_words(several)),
    };
    let why = if later.iter().any(|period| period.partial) {
        format!("of a {} that is not complete", names::period(trend.unit))
    } else {
        "too few to estimate shares".to_owned()
    };
    Some(format!("Trends are measured up to {}; {are} {why}.", period_name(trend.unit, last)))
}

#[cfg(test)]
mod tests {
    use thema_themes::PeriodUnit;

    use super::{reliability, thin};
    use crate::{
        ChangeReport, PeriodReport, ReliabilityFigure, ReliabilityFigures, TrendReport, WindowReport,
    };

    #[test]
    fn low_probabilities_are_counted_among_the_checked_papers() {
        let row = |said, papers| ReliabilityFigure { said, held: said, papers };
        let figures = ReliabilityFigures { table: vec![row(0.3, 20), row(0.8, 60)], expected_error: 0.04 };
        let said = reliability(&figures, "");
        assert!(said.contains("on 80 held-out papers"), "{said}");
        assert!(said.ends_with(
            "off by 4.0 percentage points on average, and 25.0 % of these papers have a probability below one half."
        ));
        let sure = ReliabilityFigures { table: vec![row(0.8, 60)], ..figures };
        assert!(reliability(&sure, " of the first run").ends_with(" on average."));
    }

    #[test]
    fn papers_of_all_sparse_periods_are_counted() {
        let said = |totals: &[u64]| {
            let period = |(year, &total): (usize, &u64)| PeriodReport {
                start: format!("{}-01-01", 1997 + year),
                papers: 0,
                total,
                share: 0.0,
                low: 0.0,
                high: 0.0,
                partial: false,
                thin: total < 20,
            };
            let periods: Vec<PeriodReport> = totals.iter().enumerate().map(period).collect();
            // The last year is not compared; what is said of such years says nothing here.
            let end = periods[periods.len() - 2].start.clone();
            let recent = WindowReport { end, ..WindowReport::default() };
            let change = ChangeReport { recent, ..ChangeReport::default() };
            thin(&TrendReport { unit: PeriodUnit::Year, periods, change, ..TrendReport::default() })
        };
        let expected = [
            (&[90, 90, 90, 3][..], None),
            (&[0, 0, 90, 90, 90], None),
            (
                &[3, 4, 90, 90, 90],
                Some("Trends start in 1999; the seven papers of the sparse time before are left out."),
            ),
            (
                &[0, 1, 90, 90, 10, 90, 0, 90, 3],
                Some(
                    "Trends start in 1999; the one paper of the sparse time before is left out, and so are the 10 of 2001.",
                ),
            ),
            (&[90, 1, 90, 90], Some("The one paper of 1998 is left out of trends.")),
            (&[90, 9, 90, 10, 90, 90], Some("The 19 papers of 1998 and 2000 are left out of trends.")),
            (
                &[90, 1, 90, 1, 90, 1, 90, 1, 90, 90],
                Some("The four papers of four years with few papers are left out of trends."),
            ),
        ];
        for (totals, sentence) in expected {
            assert_eq!(said(totals).as_deref(), sentence, "{totals:?}");
        }
    }
}
