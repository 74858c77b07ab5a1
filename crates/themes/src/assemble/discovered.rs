//! Themes of a run without a taxonomy.

use super::{Keys, OTHER, ThemesInput, theme};
use crate::{Assignment, Label, Theme, ThemeKind, Themes};

/// Makes every cluster a theme. If all texts of the corpus are strange, there are no
/// themes and all papers are `other`.
pub(super) fn themes(input: &ThemesInput<'_>, labels: &[Label], members: &[Vec<u32>]) -> Themes {
    let papers = input.outliers.len();
    if papers > 0 && (0..papers).all(|row| input.is_strange(row)) {
        return nothing(input);
    }
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
    Themes { themes, assignments, ..Themes::default() }
}

/// Puts all papers into the theme of papers that fit no other.
fn nothing(input: &ThemesInput<'_>) -> Themes {
    let papers = (0..input.outliers.len() as u32).collect();
    let key = Keys::default().of(OTHER, 1);
    let other = theme(input, 1, key, OTHER.to_owned(), Vec::new(), papers);
    let assignments = input
        .cluster_places
        .iter()
        .zip(input.outliers)
        .map(|(place, &outlier)| Assignment {
            theme: 0,
            score: place.similarity,
            margin: 0.0,
            second_theme: None,
            cluster: place.cluster,
            second_cluster: place.second,
            subtheme: None,
            outlier,
            probability: None,
        })
        .collect();
    let themes = vec![Theme { kind: ThemeKind::Other, ..other }];
    Themes { themes, assignments, ..Themes::default() }
}
