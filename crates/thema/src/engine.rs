//! Checked settings plus an observer: the entry point of all work.

use std::sync::Arc;

use ndarray::{Array2, Axis};
use thema_features::Document;
use thema_themes::Subjects;

use crate::author_marks::AuthorMarks;
use crate::checked::{CheckedSettings, Chosen};
use crate::learning::{Learned, Lesson, learn, rows_with_words};
use crate::papers::Related;
use crate::stages::Stages;
use crate::{Error, Fault, Observer, Result, Settings, Vectors};

/// Does thema's work with settings checked in advance. It runs on the rayon pool its methods are called in
/// (`pool.install(|| engine.run(..))`), or on rayon's global pool.
#[derive(Clone)]
pub struct Engine {
    pub(crate) checked: CheckedSettings,
    observer: Arc<dyn Observer>,
}

impl Engine {
    /// Checks all settings and reads the files they name. Nothing else is read or written.
    ///
    /// # Errors
    /// [`Fault::Settings`] names the first unusable setting and the reason.
    pub fn new(settings: Settings) -> Result<Self> {
        Ok(Self { checked: CheckedSettings::new(settings)?, observer: Arc::new(()) })
    }

    /// Sends progress to `observer`.
    #[must_use]
    pub fn observed_by(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observer = observer;
        self
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.checked.settings
    }

    /// Learns themes from texts in memory. A taxonomy named in the settings is used; `auto` means none here,
    /// because texts have no categories. A text without words is in no theme's list of papers; its place is that of an
    /// empty text.
    ///
    /// # Errors
    /// [`Fault::Input`] if the texts have no words in common.
    pub fn learn(&self, documents: &[Document<'_>]) -> Result<Learned> {
        self.learn_of(documents, None)
    }

    /// As [`learn`](Self::learn), but with the given vectors, one per text in order, instead of learned ones.
    ///
    /// # Errors
    /// [`Fault::Input`] if the texts have no words in common, [`Fault::Settings`] if the numbers of vectors
    /// and texts differ.
    pub fn learn_by(&self, documents: &[Document<'_>], vectors: &Vectors) -> Result<Learned> {
        let vectors = vectors.of_texts(documents.len())?;
        self.learn_of(documents, Some(&vectors))
    }

    /// Learns from the texts that have words.
    fn learn_of(&self, documents: &[Document<'_>], vectors: Option<&Array2<f32>>) -> Result<Learned> {
        let rows = rows_with_words(documents);
        if rows.is_empty() {
            return Err(Error::new(Fault::Input, "there are no texts to learn themes from"));
        }
        if rows.len() == documents.len() {
            return self.learn_all(documents, vectors);
        }
        let rows_of: Vec<usize> = rows.iter().map(|&row| row as usize).collect();
        let texts: Vec<Document<'_>> = rows_of.iter().map(|&row| documents[row]).collect();
        let vectors = vectors.map(|vectors| vectors.select(Axis(0), &rows_of));
        self.learn_all(&texts, vectors.as_ref())?.among(&rows, documents.len())
    }

    fn learn_all(&self, documents: &[Document<'_>], vectors: Option<&Array2<f32>>) -> Result<Learned> {
        let taxonomy = match &self.checked.taxonomy {
            Chosen::Given(taxonomy) => Some(taxonomy),
            Chosen::Auto | Chosen::None => None,
        };
        let mut stages = self.stages();
        let related = Related::default();
        let lesson = Lesson {
            documents,
            subjects: Subjects::default(),
            authors: &AuthorMarks::default(),
            related: &related,
            vectors,
            taxonomy,
        };
        let mut learned = learn(&self.checked, lesson, &mut stages)?;
        learned.placer.name(&learned.themes);
        Ok(learned)
    }

    pub(crate) fn stages(&self) -> Stages {
        Stages::new(&self.observer)
    }
}
