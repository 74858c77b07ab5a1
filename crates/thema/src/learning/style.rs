//! Whether new papers read like those of a run, whatever their field.

use thema_features::Document;
use thema_features::analysis::Language;
use thema_themes::CommonWords;

use super::discovery::Arrivals;

/// Minimum share of common words in the papers that found a theme, relative to that in the run's papers.
///
/// In runs of nine arXiv categories, papers of sixteen other fields had at least .51 of the run's share, each field on average. Of
/// texts that are no papers (recipes, match reports, reviews, advertisements, code), no kind had more than .42.
const READS_ALIKE: f32 = 0.46;

/// The shares of common words in papers.
pub(super) struct Style {
    of_run: f32,
    of_new: Vec<f32>,
}

impl Style {
    pub(super) fn of(arrivals: &Arrivals<'_>, language: Language) -> Self {
        // Papers of the run are judged by others, as new papers are.
        let half =
            |first| arrivals.of_run.iter().skip(first).step_by(2).copied().collect::<Vec<Document<'_>>>();
        let common = CommonWords::of(&half(0), language);
        let of_run = mean(common.shares(&half(1)).into_iter());
        Self { of_run, of_new: common.shares(arrivals.papers) }
    }

    /// Whether new papers, given by their places among the new ones, read like the run's.
    pub(super) fn is_of(&self, papers: &[usize]) -> bool {
        mean(papers.iter().map(|&row| self.of_new[row])) >= READS_ALIKE * self.of_run
    }
}

fn mean(values: impl ExactSizeIterator<Item = f32>) -> f32 {
    let count = values.len().max(1) as f32;
    values.sum::<f32>() / count
}
