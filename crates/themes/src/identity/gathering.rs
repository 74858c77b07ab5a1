//! New themes from papers that lie together and far from what the run knew.

use std::collections::BTreeMap;

use super::event::{EventKind, ThemeEvent};
use super::standing::{StandingTheme, StandingThemes, WaitingPaper, dot, unit};
use super::{Update, UpdateValidParams, UpdatedPaper};

/// A paper of a gathering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GatheredPaper<'a> {
    /// Id of the paper.
    pub paper: &'a str,
    /// Vector of the paper in the space of the run.
    pub vector: &'a [f32],
    /// Index of the theme that has had it since an earlier update; `None` for a paper of this update.
    pub from: Option<u32>,
}

impl UpdateValidParams {
    /// Makes a theme of every gathering that is large enough and can be distinguished from all themes.
    /// Returns the new places of the papers taken, by id.
    pub(super) fn gather<'a>(
        &self,
        standing: &mut StandingThemes,
        gatherings: &[Vec<GatheredPaper<'a>>],
        update: &mut Update,
    ) -> BTreeMap<&'a str, UpdatedPaper> {
        let before = standing.themes.len();
        let mut places = BTreeMap::new();
        for gathering in gatherings.iter().filter(|gathering| gathering.len() >= self.least_papers) {
            let founders = standing.those_that_fit(gathering);
            if founders.len() < self.least_papers {
                continue;
            }
            let (mut theme, vectors, cosines) = theme_of(&founders);
            if !standing.can_tell_apart(&theme, self.least_papers) {
                continue;
            }
            theme.id = standing.ids.fresh();
            let index = standing.themes.len() as u32;
            for ((paper, vector), &cosine) in founders.iter().zip(&vectors).zip(&cosines) {
                if let Some(from) = paper.from {
                    standing.release(paper.paper, from, vector);
                }
                let place =
                    UpdatedPaper { paper: paper.paper.to_owned(), theme: index, cosine, waiting: false };
                places.insert(paper.paper, place);
            }
            update.events.push(ThemeEvent {
                event: EventKind::Born,
                theme: theme.id.clone(),
                other: None,
                papers: theme.papers,
                moved: founders.iter().filter(|paper| paper.from.is_some()).count() as u64,
                day: None,
            });
            standing.themes.push(theme);
        }
        // Those born together need only be as far apart as any two themes.
        standing.themes[before..].iter_mut().for_each(|theme| theme.found_later = true);
        places
    }
}

/// A theme of these papers, their unit vectors and their cosines with its centroid.
fn theme_of(papers: &[GatheredPaper<'_>]) -> (StandingTheme, Vec<Vec<f32>>, Vec<f64>) {
    let vectors: Vec<Vec<f32>> =
        papers.iter().map(|paper| unit(paper.vector.iter().copied()).collect()).collect();
    let mut theme = StandingTheme::new(String::new(), papers[0].vector.len());
    for vector in &vectors {
        theme.add(vector.iter().copied(), 0.0);
    }
    let centroid = theme.centroid();
    let cosines: Vec<f64> = vectors.iter().map(|vector| dot(vector, &centroid)).collect();
    theme.set_cosines(&cosines);
    (theme, vectors, cosines)
}

impl StandingThemes {
    /// A gathering without the papers of earlier updates that are nearer to the theme they are in.
    fn those_that_fit<'a>(&self, gathering: &[GatheredPaper<'a>]) -> Vec<GatheredPaper<'a>> {
        let (theme, vectors, _) = theme_of(gathering);
        let centroid = theme.centroid();
        let fits = |paper: &GatheredPaper<'_>, vector: &[f32]| {
            paper.from.is_none_or(|from| {
                dot(vector, &centroid) >= dot(vector, &self.themes[from as usize].centroid())
            })
        };
        let papers = gathering.iter().zip(&vectors);
        papers.filter(|(paper, vector)| fits(paper, vector)).map(|(paper, _)| *paper).collect()
    }

    /// Removes a paper of an earlier update from the waiting papers or from the theme `from`.
    fn release(&mut self, paper: &str, from: u32, vector: &[f32]) {
        match self.waiting.binary_search_by(|waiting| waiting.paper.as_str().cmp(paper)) {
            Ok(at) => drop(self.waiting.remove(at)),
            Err(_) => self.themes[from as usize].remove(vector),
        }
    }

    /// Adds papers that wait.
    pub(super) fn wait(&mut self, papers: impl Iterator<Item = String>) {
        self.waiting.extend(papers.map(|paper| WaitingPaper { paper }));
        self.waiting.sort_by(|a, b| a.paper.cmp(&b.paper));
    }

    /// Lets only papers wait that may still found a theme. Those that may and do not wait are in the sum of their theme.
    pub(super) fn keep_waiting(&mut self, may_found: impl Fn(&str) -> bool) {
        self.waiting.retain(|waiting| may_found(&waiting.paper));
    }
}
