//! Themes of a taxonomy, and discovered themes for the papers that it does not cover.

use std::cmp::Ordering;

use super::rest::{Rest, RestPlace};
use super::subtheme_names::leading_subthemes;
use super::{GuidedInput, Keys, Labels, OTHER, ThemesInput, members, theme};
use crate::taxonomy::TaxonomyTheme;
use crate::{AbsentTheme, Assignment, Subtheme, Theme, ThemeError, ThemeKind, Themes};

/// The taxonomy's wanted themes, then `other`, then the themes discovered among the remaining papers.
pub(super) fn themes(
    labels: &Labels<'_, '_>,
    input: &ThemesInput<'_>,
    guided: &GuidedInput<'_>,
) -> Result<Themes, ThemeError> {
    let GuidedInput { taxonomy, places, .. } = *guided;
    let (absorbing, wanted): (Vec<&TaxonomyTheme>, _) = taxonomy.themes.iter().partition(|theme| theme.other);
    let number_of = |theme: u32| {
        let before = &taxonomy.themes[..theme as usize];
        before.iter().filter(|theme| !theme.other).count() as u32
    };
    let other = wanted.len() as u32;
    let rest_rows: Vec<u32> =
        (0_u32..).zip(places).filter(|(_, place)| place.theme.is_none()).map(|(row, _)| row).collect();
    let rest = Rest::learn(input, &rest_rows);
    let mut rest_places = rest.places(input.vectors, &rest_rows).into_iter();
    let assignments: Vec<Assignment> = places
        .iter()
        .zip(input.cluster_places)
        .zip(input.outliers)
        .map(|((place, cluster), &outlier)| {
            let taken = Assignment {
                theme: place.theme.map_or(other, number_of),
                score: place.score,
                margin: place.margin,
                second_theme: Some(place.second.map_or(other, number_of)),
                cluster: cluster.cluster,
                second_cluster: cluster.second,
                subtheme: place.absorbed_by.map(|theme| taxonomy.themes[theme as usize].key.clone()),
                outlier,
                probability: None,
            };
            let number = |theme: u32| other + 1 + theme;
            match place.theme.is_none().then(|| rest_places.next()).flatten() {
                None => taken,
                Some(RestPlace::In(found)) => Assignment {
                    theme: number(found.theme),
                    score: found.similarity,
                    margin: found.margin,
                    second_theme: Some(found.second.map_or(other, number)),
                    ..taken
                },
                Some(RestPlace::Near(nearest)) => {
                    Assignment { second_theme: place.second.map(number_of).or(nearest.map(number)), ..taken }
                }
            }
        })
        .collect();
    let groups = wanted.len() + 1 + rest.themes();
    let theme_of: Vec<Option<u32>> = assignments.iter().map(|assignment| Some(assignment.theme)).collect();
    let subthemes = leading_subthemes(&theme_of, groups, places, taxonomy.themes.len());
    let source_of = |group: usize| match wanted.get(group) {
        Some(&theme) => Some(theme),
        None => subthemes[group].filter(|_| group != wanted.len()).map(|theme| &taxonomy.themes[theme]),
    };
    let name_of = |group: usize| source_of(group).map(|theme| theme.name.as_str());
    let given: Vec<Option<&str>> =
        (0..groups).map(|group| if group == wanted.len() { Some(OTHER) } else { name_of(group) }).collect();
    let theme_labels = labels.named(&theme_of, groups, &given)?;
    let mut keys = Keys::default();
    for theme in &wanted {
        keys.take(&theme.key);
    }
    let themes = theme_labels
        .into_iter()
        .zip(members(&theme_of, groups))
        .enumerate()
        .map(|(index, (label, papers))| {
            let source = wanted.get(index);
            let key = source.map_or_else(|| keys.of(&label.name, index + 1), |source| source.key.clone());
            let made = theme(input, index + 1, key, label.name, label.terms, papers);
            let kind = match index.cmp(&wanted.len()) {
                Ordering::Less => ThemeKind::Taxonomy,
                Ordering::Equal => ThemeKind::Other,
                Ordering::Greater => ThemeKind::Discovered,
            };
            let described = source_of(index).map(|source| source.description.clone());
            Theme { kind, description: described.filter(|text| !text.trim().is_empty()), ..made }
        })
        .collect();
    let subtheme = |theme: &&TaxonomyTheme| Subtheme { key: theme.key.clone(), name: theme.name.clone() };
    let absent = |(theme, rows): &(u32, Vec<u32>)| AbsentTheme {
        key: taxonomy.themes[*theme as usize].key.clone(),
        nearest: rows.clone(),
    };
    Ok(Themes {
        themes,
        assignments,
        subthemes: absorbing.iter().map(subtheme).collect(),
        absent: guided.absent.iter().map(absent).collect(),
        built_in: None,
    })
}
