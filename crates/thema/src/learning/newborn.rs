//! Names and terms of the themes that an update finds.

use thema_features::Document;
use thema_themes::{Label, LabelInput, LabelParams, Meanings, Naming, SampledTexts, Subjects};

use super::features::Features;
use crate::Result;

/// Themes that an update found, among the papers that were compared to find them.
pub(crate) struct Newborn<'a> {
    /// Number of the first; the others follow it.
    pub(crate) first: u32,
    /// How many there are.
    pub(crate) count: usize,
    /// The theme of every paper compared.
    pub(crate) theme_of: Vec<u32>,
    /// Cosine of every paper with the centroid of its theme.
    pub(crate) cosines: Vec<f32>,
    /// The categories of the papers.
    pub(crate) subjects: Subjects,
    /// Names of all other themes.
    pub(crate) known: Vec<&'a str>,
}

/// One label per newborn theme, made as a run makes them from the terms and vectors by which the themes were
/// found. The run's own know little of a new field. `documents` are the texts of the papers compared.
pub(crate) fn label_newborn(
    features: &Features,
    documents: &[Document<'_>],
    newborn: Newborn<'_>,
) -> Result<Vec<Label>> {
    let Newborn { first, count, theme_of, cosines, subjects, known } = newborn;
    let term_vectors = features.projection.table();
    let sample = SampledTexts::read(documents, features);
    let input = LabelInput { rows: &features.rows, sample: &sample, texts: features, term_vectors };
    let of_any: Vec<Option<u32>> = theme_of.iter().copied().map(Some).collect();
    let labels = LabelParams::default().check()?.label(&input, &of_any, first as usize + count)?;
    let labels = &labels[first as usize..];

    let of_newborn: Vec<Option<u32>> = theme_of.iter().map(|theme| theme.checked_sub(first)).collect();
    let meanings = Meanings { texts: features, rows: &features.rows, term_vectors };
    let naming = Naming::read(documents, &of_newborn, count, features.model.analyzer())
        .with_subjects(subjects)
        .with_similarities(cosines)
        .with_meanings(meanings);
    let names = naming.names(&of_newborn, count, &known, labels);
    let mut taken: Vec<String> = known.into_iter().map(str::to_owned).collect();
    let labels = labels.iter().zip(names).map(|(label, name)| {
        let name = unique(name.unwrap_or_else(|| label.name.clone()), &taken);
        taken.push(name.clone());
        Label { name, terms: label.terms.clone() }
    });
    Ok(labels.collect())
}

/// The name, with a number if it is taken.
fn unique(name: String, taken: &[String]) -> String {
    let mut numbered = (2..).map(|number| format!("{name} {number}"));
    if taken.contains(&name) { numbered.find(|name| !taken.contains(name)).unwrap_or(name) } else { name }
}
