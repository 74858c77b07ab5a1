//! What a run knows once its themes are learned.

use ndarray::{Array2, Axis};
use thema_themes::{ClusterGroup, ClusterLabel, TallyShape, Themes};

use crate::Result;
use crate::checked::{CheckedSettings, Chosen};
use crate::draw::Draw;
use crate::learning::{Learned, Lesson, choose_taxonomy, learn};
use crate::mapping::{Mapping, places_by_row};
use crate::papers::{documents, subjects};
use crate::roles::PaperRoles;
use crate::stages::Stages;

/// The themes of a run and what places all its papers in them.
pub(crate) struct Taught {
    pub(crate) mapping: Mapping,
    pub(crate) themes: Themes,
    pub(crate) cluster_labels: Vec<ClusterLabel>,
    pub(crate) hierarchy: Vec<ClusterGroup>,
    pub(crate) similarity: Vec<Vec<f64>>,
    pub(crate) quality: serde_json::Value,
}

impl Taught {
    /// Learns from a draw. `vectors` are the vectors of all papers, if they are the user's.
    pub(crate) fn by(
        checked: &CheckedSettings,
        draw: Draw,
        roles: PaperRoles,
        vectors: Option<Array2<f32>>,
        stages: &mut Stages,
    ) -> Result<Self> {
        let Draw { papers, related, authors, for_others, dates } = draw;
        let taxonomy = choose_taxonomy(checked, &papers)?;
        let learned_from = vectors.as_ref().map(|vectors| rows_of(vectors, roles.learned()));
        let documents = documents(&papers);
        let lesson = Lesson {
            documents: &documents,
            subjects: subjects(&papers),
            authors: &authors,
            related: &related,
            vectors: learned_from.as_ref(),
            taxonomy: taxonomy.as_ref(),
        };
        let learned = learn(checked, lesson, stages)?;
        drop(documents);
        drop(papers);
        drop(learned_from);
        let Learned { placer, mut themes, mut cluster_labels, hierarchy, positions, similarity, quality } =
            learned;
        let chosen = taxonomy.filter(|_| matches!(checked.taxonomy, Chosen::Auto));
        themes.built_in = chosen.map(|taxonomy| taxonomy.name);
        let shape = TallyShape::of(&themes);
        let for_others =
            places_by_row(&placer, &roles.placed_for_others(), for_others.as_ref(), vectors.as_ref())?;
        let assignments = std::mem::take(&mut themes.assignments);
        roles.number(&mut themes, &mut cluster_labels);
        let learned = (assignments, positions);
        let mapping = Mapping { placer, roles, learned, vectors, dates, for_others, shape };
        Ok(Self { mapping, themes, cluster_labels, hierarchy, similarity, quality })
    }
}

/// The given rows of `vectors`.
fn rows_of(vectors: &Array2<f32>, rows: &[u32]) -> Array2<f32> {
    vectors.select(Axis(0), &rows.iter().map(|&row| row as usize).collect::<Vec<_>>())
}
