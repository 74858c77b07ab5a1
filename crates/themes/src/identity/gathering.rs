//! Papers that fit no theme, and the new themes that they make together.

use rayon::prelude::*;

use super::event::{EventKind, ThemeEvent};
use super::standing::{StandingTheme, StandingThemes, WaitingPaper, dot};
use super::{Update, UpdateValidParams, UpdatedPaper};

/// Most papers that wait for a theme of their own; the ones with the greatest ids stay.
const MOST_WAITING: usize = 4_000;

impl UpdateValidParams {
    /// Makes new themes of waiting papers that lie together.
    pub(super) fn gather(&self, standing: &mut StandingThemes, update: &mut Update) {
        standing.waiting.sort_by(|a, b| a.paper.cmp(&b.paper));
        let surplus = standing.waiting.len().saturating_sub(MOST_WAITING);
        standing.waiting.drain(..surplus);
        let near = typical_cosine(standing);
        let new = update.papers.len();
        while let Some((members, centroid)) = self.densest(&standing.waiting, near) {
            let index = standing.themes.len() as u32;
            let mut theme = StandingTheme::new(standing.ids.fresh(), centroid.len());
            for &member in &members {
                let paper = &standing.waiting[member];
                let cosine = dot(&paper.vector, &centroid);
                theme.add(paper.vector.iter().copied(), cosine);
                let place = UpdatedPaper { paper: paper.paper.clone(), theme: index, cosine, waiting: false };
                match update.papers[..new].binary_search_by(|placed| placed.paper.cmp(&paper.paper)) {
                    Ok(at) => update.papers[at] = place,
                    Err(_) => update.papers.push(place),
                }
            }
            update.events.push(ThemeEvent {
                event: EventKind::Born,
                theme: theme.id.clone(),
                other: None,
                papers: theme.papers,
                day: None,
            });
            standing.themes.push(theme);
            let mut position = 0;
            standing.waiting.retain(|_| {
                position += 1;
                members.binary_search(&(position - 1)).is_err()
            });
        }
    }

    /// The waiting papers within `near` of the centroid of the largest gathering, and that centroid; `None` when they
    /// are too few.
    fn densest(&self, waiting: &[WaitingPaper], near: f64) -> Option<(Vec<usize>, Vec<f32>)> {
        // Two papers as far from their centroid as is typical have about the product of the two cosines.
        let pair = near * near;
        let neighbours: Vec<usize> = waiting
            .par_iter()
            .map(|paper| waiting.iter().filter(|other| dot(&paper.vector, &other.vector) >= pair).count())
            .collect();
        let centre = (0..waiting.len()).max_by_key(|&index| (neighbours[index], usize::MAX - index))?;
        if neighbours[centre] < self.least_papers {
            return None;
        }
        let around = waiting.iter().filter(|other| dot(&waiting[centre].vector, &other.vector) >= pair);
        let mut gathering = StandingTheme::new(String::new(), waiting[centre].vector.len());
        around.for_each(|paper| gathering.add(paper.vector.iter().copied(), 0.0));
        let centroid = gathering.centroid();
        let members: Vec<usize> =
            (0..waiting.len()).filter(|&index| dot(&waiting[index].vector, &centroid) >= near).collect();
        (members.len() >= self.least_papers).then_some((members, centroid))
    }
}

/// Median over the themes that have papers, `other` aside, of a cosine that the nearer sixth of their papers exceeds: one
/// standard deviation over the mean. What gathers must be tighter than a theme on the whole.
fn typical_cosine(standing: &StandingThemes) -> f64 {
    let mut cosines: Vec<f64> = (0_u32..)
        .zip(&standing.themes)
        .filter(|(index, theme)| Some(*index) != standing.other && theme.papers > 0)
        .map(|(_, theme)| theme.floor(-1.0))
        .collect();
    cosines.sort_by(f64::total_cmp);
    cosines.get(cosines.len() / 2).copied().unwrap_or(1.0)
}
