//! The folder `model` of a run: what later commands go on from.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use thema_features::analysis::{Analyzer, Language};
use thema_features::{Document, FeatureModel};
use thema_projection::Projection;
use thema_report::StagedRun;
use thema_themes::TermText;
use thema_themes::identity::{RunState, ThemeModel};

use super::Features;
use super::placing::{PlacedTexts, Placing, seed_analyzer};
use super::texts::{StoredText, TEXTS, lines, write_texts};
use crate::exit::{Classify, Failure};

/// Files of the folder.
const FEATURES: &str = "model/features.bin";
const PROJECTION: &str = "model/projection.bin";
const THEMES: &str = "model/themes.bin";
const STATE: &str = "model/run.bin";

/// Writes what the folder of a new run lacks beside the texts.
pub(crate) fn write_model(
    staged: &StagedRun,
    features: &Features,
    themes: &ThemeModel,
    state: &RunState,
) -> anyhow::Result<()> {
    staged.write(FEATURES, |out| features.model.save(out).map_err(io::Error::other))?;
    staged.write(PROJECTION, |out| features.projection.save(out).map_err(io::Error::other))?;
    staged.write(THEMES, |out| themes.save(out))?;
    staged.write(STATE, |out| state.save(out))?;
    Ok(())
}

/// Writes the folder of an updated run, from the one of the run before.
pub(crate) fn rewrite_model(
    staged: &StagedRun,
    run: &Path,
    themes: &ThemeModel,
    state: &RunState,
    added: &[(&str, Document<'_>)],
) -> anyhow::Result<()> {
    for name in [FEATURES, PROJECTION] {
        staged.write(name, |out| io::copy(&mut File::open(run.join(name))?, out).map(drop))?;
    }
    staged.write(THEMES, |out| themes.save(out))?;
    staged.write(STATE, |out| state.save(out))?;
    staged.write(TEXTS, |out| {
        io::copy(&mut File::open(run.join(TEXTS))?, out)?;
        write_texts(added.len(), |row| added[row], out).map(drop)
    })?;
    Ok(())
}

/// The model of a run, read back.
pub(crate) struct StoredModel {
    run: PathBuf,
    pub(crate) features: FeatureModel,
    pub(crate) projection: Projection,
    pub(crate) themes: ThemeModel,
    pub(crate) state: RunState,
    seed_analyzer: Analyzer,
}

impl StoredModel {
    /// Reads the model of the run directory `run`, or the folder `model` of one.
    pub(crate) fn load(run: &Path) -> anyhow::Result<Self> {
        let inside = run.file_name().is_some_and(|name| name == "model") && run.join("themes.bin").is_file();
        let run = if inside { run.parent().unwrap_or(run) } else { run };
        if !run.join(THEMES).is_file() {
            let error = anyhow::anyhow!("{} holds no model; `thema run` writes one", run.display());
            return Err(error).classify(Failure::Input);
        }
        let open = |name: &str| File::open(run.join(name)).map(BufReader::new);
        let part = |name: &str| run.join(name).display().to_string();
        let themes = ThemeModel::load(&run.join(THEMES)).classify(Failure::Input)?;
        let state = RunState::load(&run.join(STATE)).classify(Failure::Input)?;
        let features = open(FEATURES)
            .map_err(Into::into)
            .and_then(FeatureModel::load)
            .with_context(|| part(FEATURES))
            .classify(Failure::Input)?;
        let projection = open(PROJECTION)
            .map_err(Into::into)
            .and_then(Projection::load)
            .with_context(|| part(PROJECTION))
            .classify(Failure::Input)?;
        let language = Language::from_code(themes.language())
            .with_context(|| format!("{}: unknown language `{}`", part(THEMES), themes.language()))
            .classify(Failure::Input)?;
        let fits = projection.table().nrows() == features.vocabulary().len()
            && projection.dimensions() == themes.mean().len()
            && state.papers.len() == state.themes.assignments.len()
            && state.themes.themes.len() == themes.standing().themes().len();
        if !fits {
            let error = anyhow::anyhow!("{}: the parts of the model are of different runs", run.display());
            return Err(error).classify(Failure::Input);
        }
        let seed_analyzer = seed_analyzer(language);
        Ok(Self { run: run.to_path_buf(), features, projection, themes, state, seed_analyzer })
    }

    /// Places texts in the standing themes.
    pub(crate) fn place(&self, documents: &[Document<'_>]) -> anyhow::Result<PlacedTexts> {
        let Self { features, projection, themes, seed_analyzer, .. } = self;
        Placing { features, projection, themes, seed_analyzer }.place(documents)
    }

    /// The texts of the run's papers that `wanted` names, by id.
    pub(crate) fn texts(
        &self,
        wanted: impl Fn(&str) -> bool,
    ) -> anyhow::Result<BTreeMap<String, StoredText>> {
        let path = self.run.join(TEXTS);
        let read = || -> anyhow::Result<_> {
            let mut found = BTreeMap::new();
            for line in lines(File::open(&path)?)? {
                let text = StoredText::parse(&line?)?;
                if wanted(&text.id) {
                    found.insert(text.id.clone(), text);
                }
            }
            Ok(found)
        };
        read().with_context(|| path.display().to_string()).classify(Failure::Input)
    }

    /// Name of theme `theme` of the taxonomy, kept apart or not, as its file has it.
    pub(crate) fn theme_name(&self, theme: usize) -> String {
        let entries = self.themes.seed_matcher().map_or(&[][..], |matcher| matcher.entries());
        let first = entries.iter().find(|entry| entry.theme as usize == theme && !entry.excluded);
        first.map_or_else(String::new, |entry| format!("like \"{}\"", entry.text))
    }

    /// Directory of the run.
    pub(crate) fn run(&self) -> &Path {
        &self.run
    }

    /// Lines of a file of the run; none where it is missing.
    pub(crate) fn lines(&self, name: &str) -> anyhow::Result<Vec<serde_json::Value>> {
        let path = self.run.join(name);
        match fs::read_to_string(&path) {
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            read => read
                .map_err(anyhow::Error::from)
                .and_then(|text| text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect())
                .with_context(|| path.display().to_string())
                .classify(Failure::Input),
        }
    }
}

impl TermText for StoredModel {
    fn stems(&self, term: u32) -> &str {
        self.features.vocabulary().term(term)
    }

    fn surface(&self, term: u32) -> &str {
        self.features.surface(term)
    }

    fn term_of(&self, word: &str) -> Option<u32> {
        self.features.term_id(word)
    }
}
