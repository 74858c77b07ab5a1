//! Resolves the settings from the embedded defaults, the user's file, the environment and flags.

use std::path::{Path, PathBuf};

use thema::{Choice, DEFAULTS, Error, Fault, Inputs, Result, Settings, Vectors};

use crate::arguments::{GlobalArguments, InputArguments, ModelArguments, ReadingArguments};

/// Variables with the prefix of settings that are not settings: a flag and a key.
const NO_SETTINGS: [&str; 2] = ["THEMA_API_KEY", "THEMA_CONTACT"];

/// Merges the four layers of settings.
///
/// # Errors
/// Names the file or variable with the unusable value.
pub(crate) fn resolve(global: &GlobalArguments, model: Option<&ModelArguments>) -> Result<Settings> {
    let mut layers =
        config::Config::builder().add_source(config::File::from_str(DEFAULTS, config::FileFormat::Toml));
    if let Some(path) = &global.config {
        layers = layers.add_source(config::File::from(path.as_path()).format(config::FileFormat::Toml));
    }
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .filter(|(name, _)| !NO_SETTINGS.contains(&name.as_str()))
        .collect();
    let environment = config::Environment::with_prefix("THEMA")
        .prefix_separator("_")
        .separator("__")
        .try_parsing(true)
        .source(Some(variables));
    let refused = |error: config::ConfigError| {
        let context = "settings; `thema config` prints every key with its default";
        Error::new(Fault::Settings, format!("{context}: {error}"))
    };
    let settings = layers.add_source(environment).build().and_then(config::Config::try_deserialize);
    let mut settings: Settings = settings.map_err(refused)?;
    settings.threads = global.threads.unwrap_or(settings.threads);
    if let Some(model) = model {
        with_flags(&mut settings, model)?;
    }
    Ok(settings)
}

/// Applies flags, which override every other layer.
fn with_flags(settings: &mut Settings, model: &ModelArguments) -> Result<()> {
    settings.seed = model.seed.unwrap_or(settings.seed);
    settings.memory = model.memory.unwrap_or(settings.memory);
    settings.ingest.preview |= model.preview;
    settings.themes.sample = model.sample.unwrap_or(settings.themes.sample);
    settings.clusters.count = model.clusters.or(settings.clusters.count);
    settings.clusters.algorithm = model.algorithm.unwrap_or(settings.clusters.algorithm);
    if let Some(background) = &model.background {
        settings.features.background = background.clone();
    }
    if model.no_taxonomy {
        settings.themes.taxonomy = Choice::None;
    } else if let Some(path) = &model.taxonomy {
        settings.themes.taxonomy = Choice::File(named_in_utf8(path)?.into());
    }
    Ok(())
}

/// The path as UTF-8; the manifest stores it as text.
fn named_in_utf8(path: &Path) -> Result<&str> {
    path.to_str()
        .ok_or_else(|| Error::new(Fault::Settings, format!("{}: the path is not UTF-8", path.display())))
}

/// The given inputs.
pub(crate) fn inputs(arguments: &InputArguments) -> Inputs {
    read_so(&arguments.inputs, &arguments.reading)
}

/// The same inputs, with vectors read from a file.
pub(crate) fn with_vectors(inputs: Inputs, vectors: Option<&Path>) -> Result<Inputs> {
    Ok(Inputs { vectors: vectors.map(Vectors::read).transpose()?, ..inputs })
}

/// The inputs at `paths`, to be read according to `reading`.
pub(crate) fn read_so(paths: &[PathBuf], reading: &ReadingArguments) -> Inputs {
    Inputs {
        paths: paths.to_vec(),
        format: reading.format,
        encoding: reading.encoding,
        columns: reading.columns.clone().unwrap_or_default(),
        ..Inputs::default()
    }
}
