//! New papers in an old run.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::event::ThemeEvent;
use super::merger::Merger;
use super::standing::{StandingTheme, StandingThemes, WaitingPaper, dot, unit};
use crate::ThemeError;

/// Settings of an update.
#[derive(Clone, Debug, PartialEq)]
pub struct UpdateParams(UpdateValidParams);

/// Checked [`UpdateParams`].
#[derive(Clone, Debug, PartialEq)]
pub struct UpdateValidParams {
    pub(super) least_papers: usize,
    deviations: f64,
}

impl Default for UpdateParams {
    fn default() -> Self {
        Self(UpdateValidParams { least_papers: 12, deviations: 2.5 })
    }
}

impl UpdateParams {
    /// Fewest papers of a new theme, at least 2. Default 12.
    #[must_use]
    pub fn least_papers(mut self, papers: usize) -> Self {
        self.0.least_papers = papers;
        self
    }

    /// How many standard deviations under the mean cosine of a theme's papers a new paper may lie and still be the
    /// theme's, at least 0. Default 2.5.
    #[must_use]
    pub fn deviations(mut self, deviations: f64) -> Self {
        self.0.deviations = deviations;
        self
    }
}

impl UpdateParams {
    /// Checks every parameter.
    ///
    /// # Errors
    /// [`ThemeError::InvalidParameter`] names the first that is out of its range.
    pub fn check(self) -> Result<UpdateValidParams, ThemeError> {
        let refuse = |parameter, reason| Err(ThemeError::InvalidParameter { parameter, reason });
        if self.0.least_papers < 2 {
            return refuse("least_papers", format!("must be at least 2, got {}", self.0.least_papers));
        }
        if !(self.0.deviations >= 0.0 && self.0.deviations.is_finite()) {
            return refuse("deviations", format!("must be finite and at least 0, got {}", self.0.deviations));
        }
        Ok(self.0)
    }
}

/// A paper to add to a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewPaper<'a> {
    /// Id of the paper; the papers of one update differ in it.
    pub paper: &'a str,
    /// Vector of the paper in the space of the run.
    pub vector: &'a [f32],
    /// Index of its theme where a taxonomy decides; `None` for the nearest theme.
    pub theme: Option<u32>,
}

/// The place of a paper after an update.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UpdatedPaper {
    /// Id of the paper.
    pub paper: String,
    /// Index of its theme.
    pub theme: u32,
    /// Cosine with the theme's centroid.
    pub cosine: f64,
    /// Whether the theme is merely the nearest one: the paper lies farther from it than its papers do.
    pub waiting: bool,
}

/// What an update did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Update {
    /// The place of every new paper, by id, then that of every paper of earlier updates that a new theme took.
    pub papers: Vec<UpdatedPaper>,
    /// Births of themes.
    pub events: Vec<ThemeEvent>,
    /// Themes that went into others after all births, in the order in which they went. All numbers of themes in an
    /// update are those before.
    pub mergers: Vec<Merger>,
}

impl UpdateValidParams {
    /// Adds papers to standing themes, in the order of their ids whatever the order given.
    ///
    /// A paper joins the theme that the taxonomy gave it, or the nearest by cosine with the centroids as they were
    /// before the update. A paper that lies farther from the nearest theme than its own papers do, or that fits no
    /// theme of the taxonomy, waits and leaves the centroids as they are: as soon as enough waiting papers lie as near
    /// to each other as the nearer papers of a typical theme do, they become a new theme, with an id that was never
    /// used. In the end discovered themes that stood before the update and that cannot be told apart any more, because
    /// the papers of each lie within half a standard deviation as near to the other's centroid as to that of their own
    /// fellows, become one: the older one stays, the id of the younger is never used again. No papers change nothing.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] for a vector of another length, [`ThemeError::InvalidParameter`] for a theme
    /// that is not there or a paper given twice; the themes are as before then.
    pub fn update(
        &self,
        standing: &mut StandingThemes,
        papers: &[NewPaper<'_>],
    ) -> Result<Update, ThemeError> {
        check(standing, papers)?;
        let mut papers = papers.to_vec();
        papers.sort_by(|a, b| a.paper.cmp(b.paper));
        let centroids: Vec<Vec<f32>> = standing.themes.iter().map(StandingTheme::centroid).collect();
        let floors: Vec<f64> = standing.themes.iter().map(|theme| theme.floor(self.deviations)).collect();
        let placed: Vec<(UpdatedPaper, Vec<f32>)> = papers
            .par_iter()
            .map(|paper| {
                let vector: Vec<f32> = unit(paper.vector.iter().copied()).collect();
                let (theme, cosine) = match paper.theme {
                    Some(theme) => (theme, dot(&vector, &centroids[theme as usize])),
                    None => nearest(&vector, &centroids, standing.other),
                };
                let far = paper.theme.is_none() && cosine < floors[theme as usize];
                let waiting = far || Some(theme) == standing.other;
                (UpdatedPaper { paper: paper.paper.to_owned(), theme, cosine, waiting }, vector)
            })
            .collect();
        let mut update = Update::default();
        for (paper, vector) in placed {
            if paper.waiting {
                standing.waiting.push(WaitingPaper { paper: paper.paper.clone(), vector });
            } else {
                standing.themes[paper.theme as usize].add(vector, paper.cosine);
            }
            update.papers.push(paper);
        }
        if !papers.is_empty() {
            let born = standing.themes.len();
            self.gather(standing, &mut update);
            update.mergers = standing.merge(born, self.least_papers);
        }
        Ok(update)
    }
}

/// The nearest theme but `other`, the earlier of equals, and the cosine with it.
fn nearest(vector: &[f32], centroids: &[Vec<f32>], other: Option<u32>) -> (u32, f64) {
    (0_u32..)
        .zip(centroids)
        .filter(|(index, _)| Some(*index) != other || centroids.len() == 1)
        .map(|(index, centroid)| (index, dot(vector, centroid)))
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
        .unwrap_or((0, 0.0))
}

fn check(standing: &StandingThemes, papers: &[NewPaper<'_>]) -> Result<(), ThemeError> {
    let invalid = |parameter, reason| Err(ThemeError::InvalidParameter { parameter, reason });
    let themes = standing.themes.len();
    if themes == 0 && !papers.is_empty() {
        return invalid("themes", "must be at least one to take papers".into());
    }
    let dimensions = standing.themes.first().map_or(0, |theme| theme.centroid().len());
    for paper in papers {
        if paper.vector.len() != dimensions {
            return Err(ThemeError::LengthMismatch {
                what: "dimensions of a new paper",
                expected: dimensions,
                got: paper.vector.len(),
            });
        }
        if let Some(theme) = paper.theme.filter(|&theme| theme as usize >= themes) {
            return invalid("theme", format!("must be below {themes}, got {theme}"));
        }
    }
    let mut ids: Vec<&str> = papers.iter().map(|paper| paper.paper).collect();
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => invalid("papers", format!("must differ, got `{}` twice", pair[0])),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ndarray::Array2;
    use proptest::prelude::*;

    use super::*;

    /// Two themes around the first two axes of four dimensions.
    fn standing() -> StandingThemes {
        standing_on(1)
    }

    /// Two themes around the first axis and around axis `second`.
    fn standing_on(second: usize) -> StandingThemes {
        let vectors = Array2::from_shape_fn((20, 4), |(row, column)| {
            let axis = if row >= 10 { second } else { 0 };
            let tilt = 0.05 * (row % 10) as f32;
            if column == axis {
                1.0
            } else if column == usize::from(axis == 0) {
                tilt
            } else {
                0.02
            }
        });
        let theme_of: Vec<u32> = (0..20).map(|row| u32::from(row >= 10)).collect();
        StandingThemes::of_run(&["t-1", "t-2"], vectors.view(), &theme_of, None, ["t-7"]).unwrap()
    }

    fn params() -> UpdateValidParams {
        UpdateParams::default().least_papers(4).check().unwrap()
    }

    fn update(standing: &mut StandingThemes, papers: &[(String, [f32; 4])]) -> Update {
        let papers: Vec<NewPaper<'_>> =
            papers.iter().map(|(paper, vector)| NewPaper { paper, vector, theme: None }).collect();
        params().update(standing, &papers).unwrap()
    }

    #[test]
    fn papers_that_gather_make_a_new_theme_with_a_new_id() {
        let mut standing = standing();
        let near = |n: usize| (format!("p{n}"), [0.02, 0.01 * n as f32, 1.0, 0.0]);
        let first = update(&mut standing, &[near(1), near(2), near(3), ("x".into(), [1.0, 0.1, 0.0, 0.0])]);
        assert!(first.events.is_empty());
        assert_eq!(first.papers.iter().filter(|paper| paper.waiting).count(), 3);
        assert_eq!(standing.waiting(), 3);
        let second = update(&mut standing, &[near(4)]);
        assert_eq!(second.events.len(), 1);
        assert_eq!((second.events[0].theme.as_str(), second.events[0].papers), ("t-8", 4));
        assert!(second.papers.iter().all(|paper| paper.theme == 2 && !paper.waiting));
        assert_eq!(second.papers.len(), 4, "papers of the earlier update move too");
        assert_eq!(standing.waiting(), 0);
    }

    /// Papers around the first axis, as the first standing theme has them, that theme `theme` gets.
    fn around_the_first_axis(standing: &mut StandingThemes, day: usize, papers: usize, theme: u32) -> Update {
        let vectors: Vec<[f32; 4]> = (0..papers).map(|n| [1.0, 0.05 * (n % 10) as f32, 0.02, 0.02]).collect();
        let ids: Vec<String> = (0..papers).map(|n| format!("{day}-{n:03}")).collect();
        let papers: Vec<NewPaper<'_>> = ids
            .iter()
            .zip(&vectors)
            .map(|(paper, vector)| NewPaper { paper, vector, theme: Some(theme) })
            .collect();
        params().update(standing, &papers).unwrap()
    }

    #[test]
    fn a_newborn_theme_that_grows_into_an_old_one_goes_into_it() {
        let mut standing = standing();
        let near = |n: usize| (format!("p{n}"), [0.02, 0.01 * n as f32, 1.0, 0.0]);
        let born = update(&mut standing, &[near(1), near(2), near(3), near(4)]);
        assert_eq!((born.events.len(), born.mergers.len()), (1, 0));
        assert_eq!(around_the_first_axis(&mut standing, 1, 20, 2).mergers, [], "they can be told apart");
        assert_eq!(standing.themes().len(), 3);
        let grown = around_the_first_axis(&mut standing, 2, 400, 2);
        assert_eq!(grown.mergers, [Merger { theme: 2, into: 0 }]);
        assert_eq!(standing.themes().len(), 2);
        assert_eq!(standing.themes()[0].papers, 10 + 4 + 20 + 400);
        assert_eq!(standing.ids.fresh(), "t-9", "t-8 is never given again");
    }

    #[test]
    fn themes_of_a_taxonomy_never_merge() {
        let vectors = Array2::from_shape_fn((20, 4), |(row, column)| match column {
            0 => 1.0,
            1 => 0.05 * (row % 10) as f32,
            _ => 0.02,
        });
        let theme_of: Vec<u32> = (0..20).map(|row| u32::from(row >= 10)).collect();
        let run = |other| {
            StandingThemes::of_run(&["t-1", "t-2", "t-3"], vectors.view(), &theme_of, other, []).unwrap()
        };
        assert_eq!(around_the_first_axis(&mut run(None), 1, 1, 0).mergers, [Merger { theme: 1, into: 0 }]);
        assert_eq!(around_the_first_axis(&mut run(Some(2)), 1, 1, 0).mergers, []);
    }

    #[test]
    fn papers_of_other_wait_too() {
        let vectors = Array2::from_shape_fn((8, 4), |(row, column)| f32::from(u8::from(row % 2 == column)));
        let theme_of: Vec<u32> = (0..8).map(|row| row % 2).collect();
        let mut standing =
            StandingThemes::of_run(&["t-1", "t-2"], vectors.view(), &theme_of, Some(1), []).unwrap();
        let vectors: Vec<[f32; 4]> = (0..5).map(|_| [0.0, 0.0, 1.0, 0.0]).collect();
        let ids: Vec<String> = (0..5).map(|n| format!("p{n}")).collect();
        let papers: Vec<NewPaper<'_>> = ids
            .iter()
            .zip(&vectors)
            .map(|(paper, vector)| NewPaper { paper, vector, theme: Some(1) })
            .collect();
        let update = params().update(&mut standing, &papers).unwrap();
        assert_eq!(update.events.len(), 1);
    }

    proptest! {
        #[test]
        fn ids_are_never_reused_and_the_order_of_arrival_does_not_matter(
            days in prop::collection::vec(
                prop::collection::vec(prop::array::uniform4(-1.0_f32..1.0), 0..12), 1..6,
            ),
            second in 0_usize..2,
        ) {
            let (mut forwards, mut backwards) = (standing_on(second), standing_on(second));
            let mut seen: BTreeSet<String> =
                forwards.themes().iter().map(|theme| theme.id.clone()).chain(["t-7".into()]).collect();
            let mut mergers = 0;
            for (day, vectors) in days.iter().enumerate() {
                let mut papers: Vec<(String, [f32; 4])> =
                    vectors.iter().enumerate().map(|(n, &vector)| (format!("{day}-{n}"), vector)).collect();
                let one = update(&mut forwards, &papers);
                papers.reverse();
                let two = update(&mut backwards, &papers);
                prop_assert_eq!(&one, &two);
                for event in &one.events {
                    prop_assert!(seen.insert(event.theme.clone()), "{} twice", event.theme);
                }
                let ids: BTreeSet<&str> = forwards.themes().iter().map(|theme| theme.id.as_str()).collect();
                let gone = seen.iter().filter(|id| *id != "t-7" && !ids.contains(id.as_str())).count();
                mergers += one.mergers.len();
                prop_assert_eq!(gone, mergers, "a merged id is there again, or one is gone without a merger");
            }
            prop_assert!(second > 0 || days.iter().all(Vec::is_empty) || mergers > 0, "two themes on one axis");
            prop_assert_eq!(
                serde_json::to_string(&forwards).unwrap(),
                serde_json::to_string(&backwards).unwrap()
            );
        }

        #[test]
        fn no_papers_change_nothing(vectors in prop::collection::vec(prop::array::uniform4(-1.0_f32..1.0), 0..12)) {
            let mut standing = standing();
            let papers: Vec<(String, [f32; 4])> =
                vectors.iter().enumerate().map(|(n, &vector)| (format!("{n}"), vector)).collect();
            update(&mut standing, &papers);
            let before = serde_json::to_string(&standing).unwrap();
            prop_assert_eq!(update(&mut standing, &[]), Update::default());
            prop_assert_eq!(before, serde_json::to_string(&standing).unwrap());
        }
    }

    #[test]
    fn malformed_updates_are_refused_and_change_nothing() {
        let mut standing = standing();
        let before = standing.clone();
        let good = NewPaper { paper: "a", vector: &[1.0, 0.0, 0.0, 0.0], theme: None };
        for bad in [
            vec![NewPaper { vector: &[1.0], ..good }],
            vec![NewPaper { theme: Some(2), ..good }],
            vec![good, good],
        ] {
            assert!(params().update(&mut standing, &bad).is_err());
        }
        assert_eq!(standing, before);
        assert!(UpdateParams::default().least_papers(1).check().is_err());
        assert!(UpdateParams::default().deviations(f64::NAN).check().is_err());
    }
}
