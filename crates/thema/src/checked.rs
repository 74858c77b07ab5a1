//! Checked settings and the contents of the files they name.

use std::borrow::Cow;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use linfa::ParamGuard;
use thema_cluster::cluster_count::ClusterCountParams;
use thema_cluster::neighbours::NeighbourGraphParams;
use thema_features::Document;
use thema_features::analysis::Language;
use thema_ingest::plain;
use thema_projection::BackgroundModel;
use thema_themes::{
    CorpusFitParams, CorpusFitValidParams, OutlierRules, OutlierValidRules, Taxonomy, language_of,
};

use crate::error::Blame;
use crate::taxonomy::read_taxonomy;
use crate::{Choice, Error, Fault, Result, Settings};

/// Smallest sample the settings accept.
const LEAST_SAMPLE: usize = 100;
/// Largest accepted number of dimensions and starts; more is taken for a typing error.
const MOST: usize = 4_096;
/// Fewest words of title and abstract together that can say what a paper is about.
pub(crate) const FEWEST_WORDS: usize = 5;

/// A resolved [`Choice`].
#[derive(Clone, Debug)]
pub(crate) enum Chosen<T> {
    Auto,
    None,
    Given(T),
}

/// Usable settings and what they name.
#[derive(Clone, Debug)]
pub(crate) struct CheckedSettings {
    pub(crate) settings: Settings,
    pub(crate) background: Chosen<BackgroundModel>,
    pub(crate) taxonomy: Chosen<Taxonomy>,
    pub(crate) outliers: OutlierValidRules,
    pub(crate) corpus_fit: CorpusFitValidParams,
}

impl CheckedSettings {
    /// Checks every setting and reads the files the settings name.
    ///
    /// # Errors
    /// The first unusable setting and the reason.
    pub(crate) fn new(settings: Settings) -> Result<Self> {
        let refuse = |reason: String| Err(Error::new(Fault::Settings, reason));
        let similarity = settings.ingest.near_duplicates;
        if similarity != 0.0 && !(0.5..=1.0).contains(&similarity) {
            return refuse(format!("ingest.near_duplicates must be 0 or from 0.5 to 1, not {similarity}"));
        }
        if settings.themes.sample < LEAST_SAMPLE {
            return refuse(format!(
                "themes.sample must be at least {LEAST_SAMPLE}, not {}",
                settings.themes.sample
            ));
        }
        if settings.clusters.count == Some(0) {
            return refuse("clusters.count (--clusters) must be at least 1, not 0".into());
        }
        if settings.clusters.count.is_some() && !settings.clusters.algorithm.takes_clusters() {
            let algorithm = settings.clusters.algorithm;
            return refuse(format!(
                "{algorithm} finds the number of clusters itself: leave out clusters.count (--clusters), or choose another \
                 algorithm"
            ));
        }
        let bounded = [
            ("features.dimensions", settings.features.dimensions),
            ("clusters.starts", settings.clusters.starts),
        ];
        for (name, value) in bounded {
            if !(1..=MOST).contains(&value) {
                return refuse(format!("{name} must be from 1 to {MOST}, not {value}"));
            }
        }
        NeighbourGraphParams::new(settings.clusters.neighbours)
            .check()
            .blame_for(Fault::Settings, || "clusters.neighbours")?;
        ClusterCountParams::default()
            .steps(settings.clusters.smoothing_steps)
            .check()
            .blame_for(Fault::Settings, || "clusters.smoothing_steps")?;
        let outliers = outlier_rules(settings.themes.outlier_margin)?;
        let corpus_fit = corpus_fit(&settings)?;
        let background = chosen(&settings.features.background, read_background)?;
        let taxonomy = chosen(&settings.themes.taxonomy, taxonomy_in)?;
        Ok(Self { settings, background, taxonomy, outliers, corpus_fit })
    }

    /// The language that texts are analysed in.
    pub(crate) fn language(&self) -> Language {
        self.settings.features.language.unwrap_or_default()
    }

    /// The same in the language of the texts, if the settings leave it open.
    pub(crate) fn in_language_of(&self, documents: &[Document<'_>]) -> Result<Cow<'_, Self>> {
        if self.settings.features.language.is_some() {
            return Ok(Cow::Borrowed(self));
        }
        let found = language_of(documents).filter(|&language| language != self.language());
        found.map_or(Ok(Cow::Borrowed(self)), |language| {
            let mut checked = self.clone();
            checked.speak(language)?;
            Ok(Cow::Owned(checked))
        })
    }

    /// Sets the language that texts are analysed in.
    pub(crate) fn speak(&mut self, language: Language) -> Result<()> {
        self.settings.features.language = Some(language);
        self.corpus_fit = corpus_fit(&self.settings)?;
        Ok(())
    }
}

fn corpus_fit(settings: &Settings) -> Result<CorpusFitValidParams> {
    CorpusFitParams::default()
        .language(settings.features.language.unwrap_or_default())
        .outlier_share(settings.themes.outlier_share)
        .keep_other_languages(settings.themes.keep_other_languages)
        .check()
        .blame_for(Fault::Settings, || "themes.outlier_share")
}

/// The outlier rules with a minimum margin.
pub(crate) fn outlier_rules(margin: f32) -> Result<OutlierValidRules> {
    OutlierRules::default()
        .min_words(FEWEST_WORDS)
        .min_margin(margin)
        .check()
        .blame_for(Fault::Settings, || "themes.outlier_margin")
}

fn chosen<T>(choice: &Choice, read: impl FnOnce(&Path) -> Result<T>) -> Result<Chosen<T>> {
    Ok(match choice {
        Choice::Auto => Chosen::Auto,
        Choice::None => Chosen::None,
        Choice::File(path) => Chosen::Given(read(path)?),
    })
}

fn read_background(path: &Path) -> Result<BackgroundModel> {
    let file = File::open(path).blame_for(Fault::Settings, || {
        format!("features.background must be `auto`, `none` or a model file: {}", path.display())
    })?;
    BackgroundModel::load(BufReader::new(file)).blame_for(Fault::Settings, || {
        format!("{}: rebuild it with `thema fit --background`", path.display())
    })
}

fn taxonomy_in(path: &Path) -> Result<Taxonomy> {
    let parsed = Taxonomy::parse(&read_taxonomy(path)?);
    let mut taxonomy = parsed.blame_for(Fault::Settings, || path.display().to_string())?;
    for theme in &mut taxonomy.themes {
        theme.name = plain(&theme.name).into_owned();
    }
    Ok(taxonomy)
}

#[cfg(test)]
mod tests {
    use thema_cluster::algorithms::Algorithm;

    use super::*;

    type Change = fn(&mut Settings);

    #[test]
    fn every_setting_out_of_range_is_refused_by_its_name() {
        let refused = |change: fn(&mut Settings)| {
            let mut settings = Settings::default();
            change(&mut settings);
            CheckedSettings::new(settings).unwrap_err()
        };
        let changes: [(&str, Change); 12] = [
            ("ingest.near_duplicates", |settings| settings.ingest.near_duplicates = 0.3),
            ("themes.sample", |settings| settings.themes.sample = 99),
            ("--clusters", |settings| settings.clusters.count = Some(0)),
            ("hdbscan finds the number of clusters itself", |settings| {
                (settings.clusters.algorithm, settings.clusters.count) = (Algorithm::Hdbscan, Some(4));
            }),
            ("features.dimensions", |settings| settings.features.dimensions = 0),
            ("clusters.starts", |settings| settings.clusters.starts = 0),
            ("clusters.neighbours", |settings| settings.clusters.neighbours = 1_001),
            ("clusters.smoothing_steps", |settings| settings.clusters.smoothing_steps = 101),
            ("themes.outlier_margin", |settings| settings.themes.outlier_margin = f32::NAN),
            ("themes.outlier_share", |settings| settings.themes.outlier_share = 0.5),
            ("cannot read the taxonomy missing.toml", |settings| {
                settings.themes.taxonomy = Choice::File("missing.toml".into());
            }),
            ("features.background", |settings| settings.features.background = Choice::File("missing".into())),
        ];
        for (named, change) in changes {
            let error = refused(change);
            assert_eq!(error.fault(), Fault::Settings);
            assert!(error.to_string().contains(named), "{error}");
        }
        assert!(CheckedSettings::new(Settings::default()).is_ok());
    }

    #[test]
    fn texts_are_analysed_in_the_language_of_most_unless_one_is_given() {
        let spanish = Document::new(
            "",
            "Estudiamos cómo se reparten las tareas entre muchas máquinas y cuánto esperan.",
        );
        let documents = [spanish; 3];
        let language = |settings: Settings| {
            let checked = CheckedSettings::new(settings).unwrap();
            let in_language = checked.in_language_of(&documents).unwrap();
            in_language.language()
        };
        assert_eq!(language(Settings::default()), Language::Spanish);
        let mut given = Settings::default();
        given.features.language = Some(Language::Dutch);
        assert_eq!(language(given), Language::Dutch);
        let checked = CheckedSettings::new(Settings::default()).unwrap();
        assert_eq!(checked.in_language_of(&[]).unwrap().language(), Language::English);
    }
}
