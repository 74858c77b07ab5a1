//! Every setting that affects a run.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thema_cluster::algorithms::Algorithm;
use thema_features::Weighting;
use thema_features::analysis::Language;
use thema_projection::ProjectionMethod;

use crate::MemorySize;
use crate::named::{by_code, by_name};

/// The default settings as a TOML file whose comments explain each one.
pub const DEFAULTS: &str = include_str!("default.toml");

/// Settings of all commands. [`Engine::new`](crate::Engine::new) checks all of them before it reads any
/// input.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Seed of every random choice.
    pub seed: u64,
    /// Threads the command line starts; 0 starts one per core. The library uses the rayon pool it is called
    /// in. Not in the manifest, because it does not affect the output.
    #[serde(skip_serializing)]
    pub threads: usize,
    /// Memory a run may use; larger data is spilled to files in the run's own folder. Not in the manifest,
    /// because it does not affect the output.
    #[serde(skip_serializing, with = "by_name")]
    pub memory: MemorySize,
    /// How inputs are read.
    pub ingest: IngestSettings,
    /// How texts become vectors.
    pub features: FeatureSettings,
    /// How vectors become clusters.
    pub clusters: ClusterSettings,
    /// How clusters become themes.
    pub themes: ThemeSettings,
}

/// How inputs are read.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct IngestSettings {
    /// Minimum Jaccard similarity of near-duplicates, 0.5 to 1; 0 turns the search off.
    pub near_duplicates: f64,
    /// Whether a run reads only a thin, even sample of its inputs. Not in the manifest's configuration,
    /// because small inputs are read whole anyway; the manifest records it when they were not.
    #[serde(default, skip_serializing)]
    pub preview: bool,
}

impl IngestSettings {
    /// Minimum Jaccard similarity of near-duplicates; `None` if there is no search.
    pub(crate) fn least_similarity(&self) -> Option<f64> {
        Some(self.near_duplicates).filter(|least| *least > 0.0)
    }
}

/// How texts become vectors.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureSettings {
    /// Language of the stemmer and the stop words; if `None`, that of most papers, or English if there is none.
    #[serde(with = "by_code")]
    pub language: Option<Language>,
    /// Weighting of terms.
    pub weight: Weight,
    /// How the projection is learned.
    #[serde(with = "by_name")]
    pub projection: ProjectionMethod,
    /// Dimensions of the vectors, at least 1.
    pub dimensions: usize,
    /// The background model.
    #[serde(with = "by_name")]
    pub background: Choice,
}

/// How vectors become clusters.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ClusterSettings {
    /// The algorithm.
    #[serde(with = "by_name")]
    pub algorithm: Algorithm,
    /// Number of clusters, at least 1; chosen from the data when absent.
    pub count: Option<usize>,
    /// Number of seeded starts, at least 1; the best is kept.
    pub starts: usize,
    /// Nearest neighbours a vector is averaged with, at least 1.
    pub neighbours: usize,
    /// Smoothing steps; 0 turns smoothing off.
    pub smoothing_steps: usize,
}

/// How clusters become themes.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ThemeSettings {
    /// The taxonomy of wanted themes.
    #[serde(with = "by_name")]
    pub taxonomy: Choice,
    /// Share of on-topic papers that may wrongly be called off topic; at least 0, below 0.5.
    pub outlier_share: f32,
    /// Whether papers in a language other than the corpus's are treated like the rest instead of as outliers.
    pub keep_other_languages: bool,
    /// Papers with a margin below this are outliers; 0 to 2.
    pub outlier_margin: f32,
    /// Most papers themes are learned from, at least 100.
    pub sample: usize,
}

/// Weighting of terms.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// Okapi BM25.
    Bm25,
    /// TF-IDF with logarithmic term counts.
    Tfidf,
}

impl Weight {
    /// The weighting with its constants.
    #[must_use]
    pub fn weighting(self) -> Weighting {
        match self {
            Self::Bm25 => Weighting::default(),
            Self::Tfidf => Weighting::TfIdf { sublinear: true },
        }
    }
}

/// A resource that thema ships or the user supplies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one thema ships, if it suits the input.
    Auto,
    /// None.
    None,
    /// The user's file.
    File(PathBuf),
}

impl fmt::Display for Choice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => formatter.write_str("auto"),
            Self::None => formatter.write_str("none"),
            Self::File(path) => write!(formatter, "{}", path.display()),
        }
    }
}

impl FromStr for Choice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "auto" => Self::Auto,
            "none" => Self::None,
            path => Self::File(path.into()),
        })
    }
}

impl Default for Settings {
    /// [`DEFAULTS`].
    fn default() -> Self {
        toml::from_str(DEFAULTS).expect("the embedded defaults are settings")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_written_as_they_are_read() {
        let mut settings = Settings::default();
        settings.themes.taxonomy = Choice::File("my-themes.toml".into());
        let written = serde_json::to_value(&settings).unwrap();
        assert_eq!(written["clusters"]["algorithm"], "spherical-kmeans");
        assert_eq!(written["features"]["language"], "auto");
        assert_eq!(written["features"]["background"], "auto");
        assert_eq!(written["themes"]["taxonomy"], "my-themes.toml");
        let mut read = written;
        // Settings that do not affect the output are not written.
        read["threads"] = 0.into();
        read["memory"] = "2 GB".into();
        assert_eq!(serde_json::from_value::<Settings>(read).unwrap(), settings);
    }

    #[test]
    fn an_unknown_name_is_told_with_those_that_there_are() {
        let refused = |from: &str, to: &str| {
            toml::from_str::<Settings>(&DEFAULTS.replace(from, to)).unwrap_err().to_string()
        };
        assert!(refused("\"spherical-kmeans\"", "\"lda\"").contains("bisecting-kmeans"));
        assert!(refused("language = \"auto\"", "language = \"xx\"").contains("sv"));
        assert!(refused("\"bm25\"", "\"idf\"").contains("tfidf"));
        assert!(refused("\"contrastive\"", "\"pca\"").contains("lsa"));
    }
}
