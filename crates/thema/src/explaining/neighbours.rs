//! The papers nearest to the one explained.

use std::collections::BTreeMap;

use serde::Serialize;
use thema_features::Document;
use thema_ingest::readable_title;

use crate::paper_table::Whereabouts;
use crate::placer::Seen;
use crate::texts::StoredText;
use crate::{Placer, Result};

/// Papers of each of the two themes that are searched for neighbours.
const CANDIDATES: usize = 4_000;
/// Neighbours returned.
const NEIGHBOURS: usize = 5;

/// A paper near the explained one.
#[derive(Serialize)]
pub struct Neighbour {
    /// Identifier of the paper.
    pub id: String,
    /// Title of the paper.
    pub title: String,
    /// Name of its theme.
    pub theme: String,
    /// Cosine with the explained paper.
    pub similarity: f32,
}

/// Rows by id of at most `CANDIDATES` evenly spaced papers of each given theme.
pub(super) fn candidates(
    papers: &Whereabouts,
    themes: &[Option<u32>],
    row: usize,
) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for &theme in themes.iter().flatten() {
        let of_theme: Vec<usize> = (0..papers.ids.len())
            .filter(|&paper| papers.counted[paper] && papers.themes[paper] == theme)
            .collect();
        let taken = of_theme.len().min(CANDIDATES);
        for index in 0..taken {
            let paper = of_theme[index * of_theme.len() / taken];
            if paper != row {
                found.insert(papers.ids[paper].clone(), paper);
            }
        }
    }
    found
}

/// The nearest of `texts`, which are the texts of the candidates `near`.
pub(super) fn neighbours(
    placer: &Placer,
    placed: &Seen,
    texts: &BTreeMap<String, StoredText>,
    (papers, near): (&Whereabouts, &BTreeMap<String, usize>),
) -> Result<Vec<Neighbour>> {
    let texts: Vec<&StoredText> = texts.values().collect();
    let documents: Vec<Document<'_>> = texts.iter().map(|text| text.document()).collect();
    let vectors = placer.model().centred(placer.vectors(&documents)?.view());
    let own = placer.model().centred(placed.vectors.view());
    let cosines = vectors.dot(&own.row(0));
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by(|&a, &b| cosines[b].total_cmp(&cosines[a]).then_with(|| texts[a].id.cmp(&texts[b].id)));
    let theme_of = |id: &str| {
        let theme = near.get(id).and_then(|&row| placer.themes().get(papers.themes[row] as usize));
        theme.map_or_else(String::new, |theme| theme.name.clone())
    };
    Ok(order
        .into_iter()
        .take(NEIGHBOURS)
        .map(|index| Neighbour {
            id: texts[index].id.clone(),
            title: readable_title(&texts[index].title).into_owned(),
            theme: theme_of(&texts[index].id),
            similarity: cosines[index],
        })
        .collect())
}
