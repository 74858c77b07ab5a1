//! What places papers in themes that stand.

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
use crate::{Error, Fault, Result, Vectors};

/// Sections of a stored placer.
const FEATURES: &str = "features";
const PROJECTION: &str = "project";
const THEMES: &str = "themes";
const RULES: &str = "rules";
const NAMES: &str = "names";
/// Empty; there where themes were learned from vectors of the user.
const VECTORS: &str = "vectors";

/// Vocabulary, projection, themes and the rules for outliers of a run: all that a paper is placed by. Placing is a pure
/// function of the paper, so batches can be placed in any order, on any thread and on any machine.
pub struct Placer {
    features: FeatureModel,
    projection: Projection,
    themes: ThemeModel,
    rules: OutlierValidRules,
    names: Vec<ThemeName>,
    of_vectors: bool,
    seed_analyzer: Analyzer,
}

/// What a theme is called.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct ThemeName {
    /// Identifier, which stays for ever.
    pub id: String,
    /// Short key.
    pub key: String,
    /// Name for a person.
    pub name: String,
}

/// Texts as a placer sees them, and where it puts them.
pub(crate) struct Seen {
    pub(crate) rows: CsrMatrix,
    pub(crate) vectors: Array2<f32>,
    pub(crate) seeds: SeedCounts,
    pub(crate) assignments: Vec<Assignment>,
}

impl Placer {
    /// A placer of themes that still have no names.
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

    /// Says whether the themes were learned from vectors of the user.
    pub(crate) fn of_vectors(self, of_vectors: bool) -> Self {
        Self { of_vectors, ..self }
    }

    /// Reads a placer that [`save`](Self::save) wrote.
    ///
    /// # Errors
    /// [`Fault::Input`] for bytes that are no placer, not a whole one, or one of a later version.
    pub fn read(input: impl Read) -> Result<Self> {
        let container = Container::read(input).blame(Fault::Input)?;
        let features = FeatureModel::load(container.section(FEATURES)?)?;
        let projection = Projection::load(container.section(PROJECTION)?)?;
        let themes: ThemeModel = parsed(&container, THEMES)?;
        let mut placer = Self::new(features, projection, themes, parsed(&container, RULES)?)?;
        placer.names = parsed(&container, NAMES)?;
        placer.of_vectors = container.find(VECTORS).is_some();
        if placer.fits() {
            Ok(placer)
        } else {
            Err(Error::new(Fault::Input, "its parts are of different runs"))
        }
    }

    /// Reads the placer of a run directory, of its folder `model`, or of a file of its own.
    ///
    /// # Errors
    /// As [`read`](Self::read), the file named.
    pub fn load(run: &Path) -> Result<Self> {
        crate::run_model::load_placer(run)
    }

    /// Writes the placer, versioned and checksummed.
    ///
    /// # Errors
    /// What `out` gives.
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

    /// The place of every paper, in their order: its theme as an index in [`themes`](Self::themes), how well it fits,
    /// the second-best, and why it is an outlier where it is one. Where themes were learned from vectors of the user, papers
    /// are placed by what their words tell of such vectors.
    ///
    /// # Errors
    /// [`Fault::Internal`] if the parts of the placer do not fit each other.
    pub fn place(&self, documents: &[Document<'_>]) -> Result<Vec<Assignment>> {
        Ok(self.look(documents)?.assignments)
    }

    /// The place of every paper by its vector, shape (papers, dimensions), which was made as those were that themes were
    /// learned from. Its length tells nothing.
    ///
    /// # Errors
    /// [`Fault::Settings`] if themes were not learned from vectors, or from ones of another dimension, if there is not one
    /// vector a paper, or if a value is not finite.
    pub fn place_by(
        &self,
        documents: &[Document<'_>],
        vectors: ArrayView2<'_, f32>,
    ) -> Result<Vec<Assignment>> {
        let vectors = self.unit_vectors(documents.len(), vectors)?;
        Ok(self.look_at(documents, self.features.transform(documents)?, vectors)?.assignments)
    }

    /// Whether themes were learned from vectors of the user.
    #[must_use]
    pub fn is_of_vectors(&self) -> bool {
        self.of_vectors
    }

    /// The themes in the order of their indices.
    #[must_use]
    pub fn themes(&self) -> &[ThemeName] {
        &self.names
    }

    /// Unit vectors of papers in the space of the run, shape (papers, dimensions); a paper without a known term has a
    /// row of zeros.
    ///
    /// # Errors
    /// As [`place`](Self::place).
    pub fn vectors(&self, documents: &[Document<'_>]) -> Result<Array2<f32>> {
        Ok(self.projection.project(&self.features.transform(documents)?)?)
    }

    /// How near papers lie to every theme, -1 to 1, shape (papers, themes). [`place`](Self::place) looks at more than this.
    ///
    /// # Errors
    /// As [`place`](Self::place).
    pub fn similarities(&self, documents: &[Document<'_>]) -> Result<Array2<f32>> {
        Ok(self.themes.cosines(self.vectors(documents)?.view()))
    }

    /// How near papers lie to every theme by their vectors, as [`place_by`](Self::place_by) takes them; shape (papers, themes).
    ///
    /// # Errors
    /// As [`place_by`](Self::place_by).
    pub fn similarities_by(&self, papers: usize, vectors: ArrayView2<'_, f32>) -> Result<Array2<f32>> {
        Ok(self.themes.cosines(self.unit_vectors(papers, vectors)?.view()))
    }

    /// Vectors of the user for `papers` papers at unit length.
    fn unit_vectors(&self, papers: usize, vectors: ArrayView2<'_, f32>) -> Result<Array2<f32>> {
        let (found, dimensions) = vectors.dim();
        let learned = self.projection.dimensions();
        if !self.of_vectors {
            let reason = "these themes were learned from words; leave the vectors out";
            return Err(Error::new(Fault::Settings, reason));
        }
        if dimensions != learned {
            let reason =
                format!("vectors of {dimensions} dimensions; themes were learned from ones of {learned}");
            return Err(Error::new(Fault::Settings, reason));
        }
        if found != papers {
            return Err(Error::new(Fault::Settings, format!("{found} vectors for {papers} papers")));
        }
        let vectors = Vectors::new("vectors", vectors.to_owned())?;
        vectors.of_texts(papers)
    }

    /// Places texts and gives what they were placed by.
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

    /// Takes the names of the themes of a run.
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

    pub(crate) fn standing(&self) -> &ThemeModel {
        &self.themes
    }

    pub(crate) fn standing_mut(&mut self) -> &mut ThemeModel {
        &mut self.themes
    }

    /// Whether the parts are of one run.
    pub(crate) fn fits(&self) -> bool {
        self.projection.table().nrows() == self.features.vocabulary().len()
            && self.projection.dimensions() == self.themes.mean().len()
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

fn parsed<T: serde::de::DeserializeOwned>(container: &Container, section: &str) -> Result<T> {
    serde_json::from_slice(container.section(section)?)
        .blame_for(Fault::Input, || format!("its section `{section}` cannot be read"))
}

/// Finds the entries of taxonomies in texts: no word is too common for them.
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
}
