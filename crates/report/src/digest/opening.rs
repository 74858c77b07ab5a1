//! What the corpus is and how far to trust the rest.

use crate::markdown::escaped;
use crate::wording::{capitalised, counted, few, joined};
use crate::{CorpusSummary, Preview, Report, TrendReport, date_name, percent, thousands};
use thema_themes::ThemeKind;

/// Maximum number of categories named.
const CATEGORIES: usize = 3;
/// Mean Jaccard similarity at and above which groups count as stable, and below which as doubtful (Hennig,
/// "Cluster-wise assessment of cluster stability", 2007).
const STABLE: f64 = 0.75;
const DOUBTFUL: f64 = 0.6;

pub(super) fn section(report: &Report) -> String {
    let mut sentences = corpus(&report.corpus);
    sentences.extend(report.corpus.preview.as_ref().map(Preview::sentence));
    sentences.extend(categories(report));
    let trust = trust(report);
    if trust.is_empty() {
        format!("{}\n", sentences.join(" "))
    } else {
        format!("{}\n\n{}\n", sentences.join(" "), trust.join(" "))
    }
}

fn corpus(corpus: &CorpusSummary) -> Vec<String> {
    let papers = counted(corpus.papers, "paper");
    let span = match (&corpus.first_submitted, &corpus.last_submitted) {
        (Some(first), Some(last)) if first == last => format!(", submitted on {}", date_name(first)),
        (Some(first), Some(last)) => {
            format!(", submitted between {} and {}", date_name(first), date_name(last))
        }
        _ => String::new(),
    };
    let mut sentences = vec![format!("This digest covers {papers}{span}.")];
    let inputs = few(corpus.sources.len() as u64, "input");
    match (corpus.joined, corpus.rejected) {
        _ if corpus.records == 0 => {}
        (0, 0) => sentences.push(format!("They come from {inputs}; no record was rejected.")),
        (joined, rejected) => {
            let mut parts = Vec::new();
            if joined > 0 {
                let were = if joined == 1 { "was" } else { "were" };
                parts.push(format!(
                    "{} {were} merged with another record of the same paper",
                    thousands(joined)
                ));
            }
            if rejected > 0 {
                let were = if rejected == 1 { "was" } else { "were" };
                parts.push(format!("{} {were} rejected (see `rejects.jsonl`)", thousands(rejected)));
            }
            let read = counted(corpus.records + rejected, "record");
            let hold = if corpus.sources.len() == 1 {
                "The input holds".to_owned()
            } else {
                format!("The {inputs} hold")
            };
            sentences.push(format!("{hold} {read}; {}.", parts.join(" and ")));
        }
    }
    match corpus.near_duplicates {
        0 => {}
        1 => sentences
            .push("One paper is a near-duplicate of another and is left out of the counts below.".to_owned()),
        more => sentences.push(format!(
            "{} papers are near-duplicates of others and are left out of the counts below.",
            capitalised(&crate::wording::in_words(more))
        )),
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
    sentences
}

fn categories(report: &Report) -> Option<String> {
    let counted_papers: u64 = report.themes.iter().map(|theme| theme.size).sum();
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
    let named: Vec<String> = report
        .corpus
        .categories
        .iter()
        .take(CATEGORIES)
        .map(|count| format!("{} ({})", escaped(&count.category), share(count.papers)))
        .collect();
    Some(format!("The most common primary categories are {}.", joined(&named)))
}

/// How stable the clusters are, how many papers were hard to place, and from when trends are known.
fn trust(report: &Report) -> Vec<String> {
    let mut sentences = Vec::new();
    let figures = report.quality_figures().unwrap_or_default();
    let has_themes = report.themes.iter().any(|theme| theme.kind != ThemeKind::Other && theme.size > 0);
    if let Some(stability) = figures.mean_stability.filter(|_| has_themes) {
        let reading = if stability >= STABLE {
            "the clusters are stable"
        } else if stability >= DOUBTFUL {
            "the cores of the clusters are stable, their boundaries less so"
        } else {
            "a different sample would draw the boundaries elsewhere, so treat theme sizes as approximate"
        };
        sentences.push(format!(
            "Clusters recomputed on random samples of the papers match the original ones with a mean Jaccard \
             similarity of {stability:.2} (1 would be identical): {reading}."
        ));
    }
    if let Some(reliability) = figures.reliability {
        sentences.push(format!(
            "The probabilities in `papers.csv` were checked on held-out papers against the share whose nearest \
             neighbours are mostly in the same theme; they are off by {:.1} percentage points on average.",
            100.0 * reliability.expected_error
        ));
    }
    let outliers = &report.outliers;
    if outliers.papers > 0 {
        let was = if outliers.papers == 1 { "was" } else { "were" };
        sentences.push(format!(
            "{} ({}) {was} placed without confidence.",
            counted(outliers.papers, "paper"),
            percent(outliers.share)
        ));
    }
    let trend = report.themes.iter().find_map(|theme| theme.trend.as_ref());
    sentences.extend(trend.and_then(thin));
    sentences
}

/// Which periods hold too few papers to count.
fn thin(trend: &TrendReport) -> Option<String> {
    let first = trend.plotted().next()?;
    let early = trend.periods.iter().take_while(|period| period.thin);
    let papers: u64 = early.clone().map(|period| period.total).sum();
    (early.count() > 0 && papers > 0).then(|| {
        let earlier = if papers == 1 {
            "the one earlier paper is".to_owned()
        } else {
            format!("the {} earlier papers are", thousands(papers))
        };
        format!(
            "Trends start in {}; {earlier} too few to estimate shares.",
            crate::period_name(trend.unit, &first.start)
        )
    })
}
