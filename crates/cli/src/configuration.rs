//! Settings: the embedded defaults, then the user's file, then the environment, then flags.

use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::arguments::{GlobalArguments, ModelArguments};
use crate::exit::{Classify, Failure};

/// The defaults, and their documentation.
pub(crate) const DEFAULT: &str = include_str!("default.toml");

/// Everything that decides what a run gives; written to `manifest.json` as resolved.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) seed: u64,
    /// Not written to the manifest: the number of threads changes no byte.
    #[serde(skip_serializing)]
    pub(crate) threads: usize,
    pub(crate) ingest: IngestSettings,
    pub(crate) features: FeatureSettings,
    pub(crate) clusters: ClusterSettings,
    pub(crate) themes: ThemeSettings,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IngestSettings {
    pub(crate) near_duplicates: f64,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FeatureSettings {
    pub(crate) language: String,
    pub(crate) weight: String,
    pub(crate) projection: String,
    pub(crate) dimensions: usize,
    pub(crate) background: String,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClusterSettings {
    pub(crate) algorithm: String,
    pub(crate) count: Option<usize>,
    pub(crate) starts: usize,
    pub(crate) neighbours: usize,
    pub(crate) smoothing_steps: usize,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThemeSettings {
    pub(crate) taxonomy: String,
    pub(crate) outlier_share: f32,
    pub(crate) outlier_margin: f32,
    pub(crate) keep_other_languages: bool,
    pub(crate) sample: usize,
}

impl Settings {
    /// Resolves the four layers.
    ///
    /// # Errors
    /// Names the file or variable whose value cannot be used.
    pub(crate) fn resolve(global: &GlobalArguments, model: Option<&ModelArguments>) -> anyhow::Result<Self> {
        let mut layers =
            config::Config::builder().add_source(config::File::from_str(DEFAULT, config::FileFormat::Toml));
        if let Some(path) = &global.config {
            layers = layers.add_source(config::File::from(path.as_path()).format(config::FileFormat::Toml));
        }
        layers = layers.add_source(
            config::Environment::with_prefix("THEMA").prefix_separator("_").separator("__").try_parsing(true),
        );
        let mut flags: Vec<(&str, Option<config::Value>)> =
            vec![("threads", global.threads.map(|threads| (threads as u64).into()))];
        if let Some(model) = model {
            flags.extend([
                ("seed", model.seed.map(Into::into)),
                ("clusters.count", model.clusters.map(|count| (count as u64).into())),
                ("clusters.algorithm", model.algorithm.clone().map(Into::into)),
                ("features.background", model.background.clone().map(Into::into)),
                ("themes.taxonomy", taxonomy_flag(model)?.map(Into::into)),
            ]);
        }
        for (key, value) in flags {
            layers = layers.set_override_option(key, value).classify(Failure::Usage)?;
        }
        layers
            .build()
            .and_then(config::Config::try_deserialize)
            .context("settings; `thema config` prints every key with its default")
            .classify(Failure::Usage)
    }
}

fn taxonomy_flag(model: &ModelArguments) -> anyhow::Result<Option<String>> {
    if model.no_taxonomy {
        return Ok(Some("none".into()));
    }
    model.taxonomy.as_deref().map(path_text).transpose()
}

fn path_text(path: &Path) -> anyhow::Result<String> {
    path.to_str()
        .map(str::to_owned)
        .with_context(|| format!("{}: the path is not UTF-8", path.display()))
        .classify(Failure::Usage)
}
