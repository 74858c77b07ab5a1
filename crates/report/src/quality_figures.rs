//! The figures of the quality card that the page and the digest use.

use serde::Deserialize;

use crate::Report;

/// The figures of `quality.json` that are used; the card holds more. A figure that
/// was not measured is `None`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct QualityFigures {
    /// Mean silhouette, in [-1, 1].
    pub silhouette: Option<f64>,
    /// The mean silhouette if clusters are assigned at random.
    pub random_silhouette: Option<f64>,
    /// Coherence of the themes' terms.
    pub coherence: Option<CoherenceFigures>,
    /// Share of distinct terms among the top terms.
    pub diversity: Option<f64>,
    /// Stability of every cluster, by number, in [0, 1].
    pub stability: Vec<Option<f64>>,
    /// Mean of the known stabilities.
    pub mean_stability: Option<f64>,
    /// How the number of clusters was chosen; `None` if it was given.
    pub cluster_count: Option<CountFigures>,
    /// How well the probabilities of assignments are calibrated.
    pub reliability: Option<ReliabilityFigures>,
}

/// Whether a theme's terms occur together.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct CoherenceFigures {
    /// Normalised pointwise mutual information, in [-1, 1].
    pub npmi: f64,
    /// `C_v`, in [0, 1].
    pub c_v: f64,
}

/// How the number of clusters was chosen.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct CountFigures {
    /// The number chosen.
    pub clusters: u64,
    /// Smallest number that is plausible.
    pub low: u64,
    /// Largest number that is plausible.
    pub high: u64,
    /// The numbers tried, increasing.
    pub curve: Vec<CountFigure>,
}

/// One number of clusters that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct CountFigure {
    /// The number.
    pub clusters: u64,
    /// Agreement between the clusters of two halves of the papers; `None` if it was not measured.
    pub stability: Option<f64>,
}

/// Predicted probabilities compared with what was observed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ReliabilityFigures {
    /// Papers with similar probabilities.
    pub table: Vec<ReliabilityFigure>,
    /// Mean distance between predicted and observed share, in [0, 1].
    pub expected_error: f64,
}

/// Papers with similar predicted probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct ReliabilityFigure {
    /// Mean predicted probability.
    pub said: f64,
    /// Share of the papers whose neighbours confirm their theme.
    pub held: f64,
    /// Number of papers.
    pub papers: u64,
}

impl Report {
    /// The figures of the quality card; `None` if there is no card or this version cannot read it.
    #[must_use]
    pub fn quality_figures(&self) -> Option<QualityFigures> {
        QualityFigures::deserialize(self.quality.as_ref()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_clusters_that_were_not_looked_at_further_are_read() {
        let card = serde_json::json!({
            "cluster_count": {
                "clusters": 5, "low": 4, "high": 7, "sample": 100,
                "curve": [
                    { "clusters": 2, "modularity": 0.3, "stability": null, "weight": 0.0 },
                    { "clusters": 5, "modularity": 0.7, "stability": 0.8, "weight": 1.0 },
                ],
            },
        });
        let count = QualityFigures::deserialize(&card).unwrap().cluster_count.unwrap();
        let stabilities: Vec<Option<f64>> = count.curve.iter().map(|point| point.stability).collect();
        assert_eq!((count.high, stabilities), (7, vec![None, Some(0.8)]));
    }
}
