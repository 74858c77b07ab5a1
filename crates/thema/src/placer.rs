//! Places papers in the themes of a finished run.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;

use ndarray::{Array2, ArrayView2};
use serde::{Deserialize, Serialize};
use thema_features::analysis::{Analyzer, Language, StopWords};
use thema_features::storage::{Container, write_container};
use thema_features::{CsrMatrix, Document, FeatureModel};
use thema_projection::Projection;
use thema_themes::identity::ThemeModel;
use thema_themes::{Assignment, GuidedPapers, OutlierValidRules, SeedCounts, TermText, Themes};

use crate::error::Blame;
use crate::outliers::outlier;
use crate::vectors::completed;
use crate::{Error, Fault, Result, Vectors};

/// Sections of a stored placer.
const FEATURES: &str = "features";
const PROJECTION: &str = "project";
const THEMES: &str = "themes";
const RULES: &str = "rules";
const NAMES: &str = "names";
/// Empty; present if the themes were learned from the user's vectors.
const VECTORS: &str = "vectors";

/// Most papers whose term rows and vectors are in memory at a time.
const AT_ONCE: usize = 8_192;

/// The vocabulary, projection, themes and outlier rules of a run: everything needed to place a paper. Placing
/// is a pure function of the paper, so batches can be placed in any order, on any thread and on any machine.
pub struct Placer {
    features: FeatureModel,
    projection: Projection,
    themes: ThemeModel,
    rules: OutlierValidRules,
    names: Vec<ThemeName>,
    of_vectors: bool,
    seed_analyzer: Analyzer,
}

/// The identifier, key and name of a theme.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct ThemeName {
    /// Identifier, which never changes.
    pub id: String,
    /// Short key.
    pub key: String,
    /// Name for readers.
    pub name: String,
}

/// Texts as the placer sees them, and where it places them.
pub(crate) struct Seen {
    pub(crate) rows: CsrMatrix,
    pub(crate) vectors: Array2<f32>,
    pub(crate) seeds: SeedCounts,
    pub(crate) assignments: Vec<Assignment>,
}

impl Placer {
    /// A placer whose themes have no names yet.
    pub(crate) fn new(
        features: FeatureModel,
        projection: Projection,
        themes: ThemeModel,
        rules: OutlierValidRules,
    ) -> Result<Self> {
        let language = Language::from_code(themes.language())
            .ok_or_else(|| Error::new(Fault::Input, format!("unknown language `{}`", themes.language())))?;
        let seed_analyzer = seed_analyzer(language);
        Ok(Self { features, projection, themes, rules, names: Vec::new(), of_vectors: false, seed_analyzer })
    }

    /// Sets whether the themes were learned from the user's vectors.
    pub(crate) fn of_vectors(self, of_vectors: bool) -> Self {
        Self { of_vectors, ..self }
    }

    /// Reads a placer that [`save`](Self::save) wrote.
    ///
    /// # Errors
    /// [`Fault::Input`] if the bytes are not a placer, are truncated or damaged, or come from a later
    /// version.
    pub fn read(input: impl Read) -> Result<Self> {
        Self::of(&Container::read(input).blame(Fault::Input)?)
    }

    pub(crate) fn of(container: &Container<'_>) -> Result<Self> {
        let features = FeatureModel::load(container.section(FEATURES)?)?;
        let projection = Projection::load(container.section(PROJECTION)?)?;
        let themes: ThemeModel = parsed(container, THEMES)?;
        let mut placer = Self::new(features, projection, themes, parsed(container, RULES)?)?;
        placer.names = parsed(container, NAMES)?;
        placer.of_vectors = container.find(VECTORS).is_some();
        if placer.fits() {
            Ok(placer)
        } else {
            Err(Error::new(Fault::Input, "its parts do not fit together"))
        }
    }

    /// Reads the placer of a run directory, of its `model` folder, or of a placer file.
    ///
    /// # Errors
    /// As [`read`](Self::read); the message names the file.
    pub fn load(run: &Path) -> Result<Self> {
        crate::run_model::load_placer(run)
    }

    /// Writes the placer with its version and checksum.
    ///
    /// # Errors
    /// Any error of `out`.
    pub fn save(&self, out: impl Write) -> io::Result<()> {
        let mut features = Vec::new();
        self.features.save(&mut features).map_err(io::Error::other)?;
        let mut projection = Vec::new();
        self.projection.save(&mut projection).map_err(io::Error::other)?;
        let mut sections = vec![
            (FEATURES, features),
            (PROJECTION, projection),
            (THEMES, serde_json::to_vec(&self.themes)?),
            (RULES, serde_json::to_vec(&self.rules)?),
            (NAMES, serde_json::to_vec(&self.names)?),
        ];
        if self.of_vectors {
            sections.push((VECTORS, Vec::new()));
        }
        let sections: Vec<(&str, &[u8])> =
            sections.iter().map(|(name, content)| (*name, content.as_slice())).collect();
        write_container(out, &sections).map_err(io::Error::other)
    }

    /// The place of every paper, in the order given: its theme as an index into [`themes`](Self::themes), how
    /// well it fits, the second-best theme, and the reason if it is an outlier. If the themes were learned
    /// from the user's vectors, papers are placed by what their words predict of such vectors.
    ///
    /// # Errors
    /// [`Fault::Internal`] if the parts of the placer do not match.
    pub fn place(&self, documents: &[Document<'_>]) -> Result<Vec<Assignment>> {
        let mut places = Vec::with_capacity(documents.len());
        for some in documents.chunks(AT_ONCE) {
            places.append(&mut self.look(some)?.assignments);
        }
        Ok(places)
    }

    /// The place of every paper by its vector, shape (papers, dimensions). The vectors must be made the same
    /// way as those the themes were learned from; their lengths are ignored, and the words of a paper predict a vector of zeros.
    ///
    /// # Errors
    /// [`Fault::Settings`] if the themes were not learned from vectors or were learned from vectors of
    /// another dimension, if the number of vectors and papers differs, or if a value is not finite.
    pub fn place_by(
        &self,
        documents: &[Document<'_>],
        vectors: ArrayView2<'_, f32>,
    ) -> Result<Vec<Assignment>> {
        let vectors = self.unit_vectors(documents.len(), vectors)?;
        let rows = self.features.transform(documents)?;
        let vectors = completed(vectors.view(), &self.projection, &rows)?.into_owned();
        Ok(self.look_at(documents, rows, vectors)?.assignments)
    }

    /// The themes in the order of their indices.
    #[must_use]
    pub fn themes(&self) -> &[ThemeName] {
        &self.names
    }

    /// Unit vectors of papers in the space of the run, shape (papers, dimensions); a paper without a known
    /// term gets a row of zeros.
    ///
    /// # Errors
    /// As [`place`](Self::place).
    pub fn vectors(&self, documents: &[Document<'_>]) -> Result<Array2<f32>> {
        Ok(self.projection.project(&self.features.transform(documents)?)?)
    }

    /// Cosine similarity of every paper to every theme, -1 to 1, shape (papers, themes).
    /// [`place`](Self::place) uses more than this.
    ///
    /// # Errors
    /// As [`place`](Self::place).
    pub fn similarities(&self, documents: &[Document<'_>]) -> Result<Array2<f32>> {
        Ok(self.themes.cosines(self.vectors(documents)?.view()))
    }

    /// Cosine similarity of papers to themes, from vectors as [`place_by`](Self::place_by) takes them; shape
    /// (papers, themes).
    ///
    /// # Errors
    /// As [`place_by`](Self::place_by).
    pub fn similarities_by(&self, papers: usize, vectors: ArrayView2<'_, f32>) -> Result<Array2<f32>> {
        Ok(self.themes.cosines(self.unit_vectors(papers, vectors)?.view()))
    }

    /// Checks the user's vectors for `papers` papers and scales them to unit length.
    fn unit_vectors(&self, papers: usize, vectors: ArrayView2<'_, f32>) -> Result<Array2<f32>> {
        let (found, dimensions) = vectors.dim();
        let learned = self.projection.dimensions();
        if !self.of_vectors {
            let reason = "these themes were learned from words; leave the vectors out";
            return Err(Error::new(Fault::Settings, reason));
        }
        if dimensions != learned {
            let reason = format!(
                "the vectors have {dimensions} dimensions; the themes were learned from vectors of {learned}"
            );
            return Err(Error::new(Fault::Settings, reason));
        }
        if found != papers {
            return Err(Error::new(Fault::Settings, format!("{found} vectors for {papers} papers")));
        }
        let vectors = Vectors::new("vectors", vectors.to_owned())?;
        vectors.of_texts(papers)
    }

    /// Places texts and returns the rows, vectors and seed counts they were placed by.
    pub(crate) fn look(&self, documents: &[Document<'_>]) -> Result<Seen> {
        let rows = self.features.transform(documents)?;
        let vectors = self.projection.project(&rows)?;
        self.look_at(documents, rows, vectors)
    }

    fn look_at(&self, documents: &[Document<'_>], rows: CsrMatrix, vectors: Array2<f32>) -> Result<Seen> {
        let seeds = match self.themes.seed_matcher() {
            Some(matcher) => matcher.count(documents, &self.seed_analyzer),
            None => SeedCounts::default(),
        };
        let papers = GuidedPapers { rows: &rows, vectors: vectors.view(), seeds: &seeds };
        let mut assignments = self.themes.place(&papers)?;
        let judgements = self.themes.judge(documents);
        self.themes.set_probabilities(vectors.view(), &mut assignments, &judgements);
        for (row, (assignment, document)) in assignments.iter_mut().zip(documents).enumerate() {
            let known = rows.row(row).indices.len();
            assignment.outlier = outlier(&self.rules, document, known, assignment.margin, &judgements[row]);
        }
        Ok(Seen { rows, vectors, seeds, assignments })
    }

    /// Takes over the names of a run's themes.
    pub(crate) fn name(&mut self, themes: &Themes) {
        self.names = themes
            .themes
            .iter()
            .map(|theme| ThemeName { id: theme.id.clone(), key: theme.key.clone(), name: theme.name.clone() })
            .collect();
    }

    pub(crate) fn features(&self) -> &FeatureModel {
        &self.features
    }

    pub(crate) fn projection(&self) -> &Projection {
        &self.projection
    }

    pub(crate) fn model(&self) -> &ThemeModel {
        &self.themes
    }

    pub(crate) fn model_mut(&mut self) -> &mut ThemeModel {
        &mut self.themes
    }

    /// Whether the parts are of one run.
    pub(crate) fn fits(&self) -> bool {
        self.projection.table().nrows() == self.features.vocabulary().len()
            && self.projection.dimensions() == self.themes.mean().len()
            && self.themes.is_consistent()
            && self.names.len() == self.themes.standing().themes().len()
    }
}

impl fmt::Debug for Placer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = self.features.vocabulary().len();
        formatter
            .debug_struct("Placer")
            .field("themes", &self.names)
            .field("terms", &terms)
            .finish_non_exhaustive()
    }
}

fn parsed<T: serde::de::DeserializeOwned>(container: &Container<'_>, section: &str) -> Result<T> {
    serde_json::from_slice(container.section(section)?)
        .blame_for(Fault::Input, || format!("its section `{section}` cannot be read"))
}

/// The analyzer that finds taxonomy entries in texts; it has no stop words.
pub(crate) fn seed_analyzer(language: Language) -> Analyzer {
    Analyzer::builder(language).stop_words(StopWords::none()).build()
}

impl TermText for Placer {
    fn stems(&self, term: u32) -> &str {
        self.features.vocabulary().term(term)
    }

    fn surface(&self, term: u32) -> &str {
        self.features.surface(term)
    }

    fn term_of(&self, word: &str) -> Option<u32> {
        self.features.term_id(word)
    }

    fn terms_of(&self, text: &str) -> Vec<u32> {
        self.features.terms_of(text)
    }
}
