//! Themes without a taxonomy.

use super::{Keys, ThemesInput, theme};
use crate::{Assignment, Label, Themes};

/// Every cluster is a theme.
pub(super) fn themes(input: &ThemesInput<'_>, labels: &[Label], members: &[Vec<u32>]) -> Themes {
    let mut keys = Keys::default();
    let themes = (1..)
        .zip(labels)
        .zip(members)
        .map(|((number, label), papers)| {
            let key = keys.of(&label.name, number);
            theme(input, number, key, label.name.clone(), label.terms.clone(), papers.clone())
        })
        .collect();
    let assignments = input
        .cluster_places
        .iter()
        .zip(input.outliers)
        .map(|(place, &outlier)| Assignment {
            theme: place.cluster,
            score: place.similarity,
            margin: place.margin,
            second_theme: place.second,
            cluster: place.cluster,
            second_cluster: place.second,
            subtheme: None,
            outlier,
            probability: None,
        })
        .collect();
    Themes { themes, assignments, subthemes: Vec::new(), absent: Vec::new() }
}
