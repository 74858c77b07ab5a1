//! Adds new papers to an old run.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::event::ThemeEvent;
use super::gathering::GatheredPaper;
use super::merger::Merger;
use super::standing::{StandingTheme, StandingThemes, dot, unit};
use super::update_params::UpdateValidParams;
use crate::ThemeError;

/// A paper to add to a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewPaper<'a> {
    /// Id of the paper, unique within an update.
    pub paper: &'a str,
    /// Vector of the paper in the space of the run.
    pub vector: &'a [f32],
    /// Index of its theme.
    pub theme: u32,
    /// Whether it lies where the run has almost no papers.
    pub new: bool,
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
    /// Whether the theme is only the nearest one: the paper is new and no update found the theme, or the paper is farther from
    /// it than the theme's own papers are.
    pub waiting: bool,
}

/// What an update did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Update {
    /// The place of every new paper, by id, followed by the places of papers of earlier
    /// updates that a new theme took.
    pub papers: Vec<UpdatedPaper>,
    /// Births of themes.
    pub events: Vec<ThemeEvent>,
    /// Mergers of themes after all births, in order. All theme numbers in an update
    /// are those before the mergers.
    pub mergers: Vec<Merger>,
}

impl Update {
    /// The places of the papers that it placed or moved, by their ids.
    #[must_use]
    pub fn places(&self) -> BTreeMap<&str, &UpdatedPaper> {
        self.papers.iter().map(|place| (place.paper.as_str(), place)).collect()
    }
}

impl UpdateValidParams {
    /// Adds papers to standing themes, in the order of their ids whatever their order in `papers`.
    ///
    /// A gathering becomes a theme, with an id that was never used, unless it is too small or cannot be
    /// distinguished from a standing theme. It takes papers of earlier updates from the themes that they
    /// are in, unless a paper is nearer to its own theme. Any other paper joins its theme. If it is new and
    /// no update found its theme, or if it is farther from a discovered theme than that theme's own papers
    /// are, it waits and does not change the centroids. Finally, discovered themes from before the update are
    /// merged if they can no longer be distinguished, because the papers of each are, within half a standard
    /// deviation, as near to the other's centroid as to that of the other papers of their own theme. The
    /// older theme stays, and the id of the younger is never used again. An update without papers changes
    /// nothing.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] for a vector of another length, [`ThemeError::InvalidParameter`] for a
    /// theme that does not exist or a paper given twice. The themes are then unchanged.
    pub fn update(
        &self,
        standing: &mut StandingThemes,
        papers: &[NewPaper<'_>],
        gatherings: &[Vec<GatheredPaper<'_>>],
    ) -> Result<Update, ThemeError> {
        check(standing, papers, gatherings)?;
        let mut papers = papers.to_vec();
        papers.sort_by(|a, b| a.paper.cmp(b.paper));
        let centroids: Vec<Vec<f32>> = standing.themes.iter().map(StandingTheme::centroid).collect();
        let floors: Vec<f64> = standing.themes.iter().map(|theme| theme.floor(self.deviations)).collect();
        let (first, before) = (standing.first_discovered(), standing.themes.len());
        let mut update = Update::default();
        let mut born = self.gather(standing, gatherings, &mut update);
        let placed: Vec<(UpdatedPaper, Vec<f32>)> = papers
            .par_iter()
            .filter(|paper| !born.contains_key(paper.paper))
            .map(|paper| {
                let vector: Vec<f32> = unit(paper.vector.iter().copied()).collect();
                let theme = paper.theme;
                let cosine = dot(&vector, &centroids[theme as usize]);
                let far = theme as usize >= first && cosine < floors[theme as usize];
                let waiting = far || paper.new && !standing.themes[theme as usize].found_later;
                (UpdatedPaper { paper: paper.paper.to_owned(), theme, cosine, waiting }, vector)
            })
            .collect();
        for (paper, vector) in &placed {
            if !paper.waiting {
                standing.themes[paper.theme as usize].add(vector.iter().copied(), paper.cosine);
            }
        }
        let mut placed: Vec<UpdatedPaper> = placed.into_iter().map(|(paper, _)| paper).collect();
        standing.wait(placed.iter().filter(|paper| paper.waiting).map(|paper| paper.paper.clone()));
        placed.extend(papers.iter().filter_map(|paper| born.remove(paper.paper)));
        placed.sort_by(|a, b| a.paper.cmp(&b.paper));
        placed.extend(born.into_values());
        update.papers = placed;
        if !papers.is_empty() {
            update.mergers = standing.merge(before, self.least_papers);
        }
        Ok(update)
    }
}

fn check(
    standing: &StandingThemes,
    papers: &[NewPaper<'_>],
    gatherings: &[Vec<GatheredPaper<'_>>],
) -> Result<(), ThemeError> {
    let invalid = |parameter, reason| Err(ThemeError::InvalidParameter { parameter, reason });
    let themes = standing.themes.len();
    if themes == 0 && !papers.is_empty() {
        return invalid("themes", "must be at least one to take papers".into());
    }
    let dimensions = standing.themes.first().map_or(0, |theme| theme.centroid().len());
    let given = papers.iter().map(|paper| (paper.vector, Some(paper.theme)));
    let gathered = gatherings.iter().flatten();
    for (vector, theme) in given.chain(gathered.clone().map(|paper| (paper.vector, paper.from))) {
        if vector.len() != dimensions {
            return Err(ThemeError::LengthMismatch {
                what: "dimensions of a new paper",
                expected: dimensions,
                got: vector.len(),
            });
        }
        if let Some(theme) = theme.filter(|&theme| theme as usize >= themes) {
            return invalid("theme", format!("must be below {themes}, got {theme}"));
        }
    }
    let twice = |mut ids: Vec<&'_ str>| {
        ids.sort_unstable();
        ids.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].to_owned())
    };
    let held = gathered.filter(|paper| paper.from.is_some()).map(|paper| paper.paper);
    let given = twice(papers.iter().map(|paper| paper.paper).chain(held).collect());
    match given.or_else(|| twice(gatherings.iter().flatten().map(|paper| paper.paper).collect())) {
        Some(paper) => invalid("papers", format!("must differ, got `{paper}` twice")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ndarray::Array2;
    use proptest::prelude::*;

    use super::*;
    use crate::identity::UpdateParams;

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
        StandingThemes::of_run(&["t-1", "t-7"], vectors.view(), &theme_of, None).unwrap()
    }

    fn params() -> UpdateParams {
        UpdateParams::default().least_papers(4)
    }

    /// The theme with the nearest centroid, the first of equals.
    fn nearest(standing: &StandingThemes, vector: &[f32]) -> u32 {
        let cosines = standing.themes().iter().map(|theme| dot(vector, &theme.centroid()));
        let best = (0..).zip(cosines).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        best.unwrap().0
    }

    /// Adds papers to their nearest themes; those whose numbers are in `gathered` gather.
    fn update(standing: &mut StandingThemes, papers: &[(String, [f32; 4])], gathered: &[usize]) -> Update {
        let new: Vec<NewPaper<'_>> = papers
            .iter()
            .enumerate()
            .map(|(n, (paper, vector))| NewPaper {
                paper,
                vector,
                theme: nearest(standing, vector),
                new: gathered.contains(&n),
            })
            .collect();
        let gathering: Vec<GatheredPaper<'_>> = gathered
            .iter()
            .map(|&n| GatheredPaper { paper: &papers[n].0, vector: &papers[n].1, from: None })
            .collect();
        params().check().unwrap().update(standing, &new, &[gathering]).unwrap()
    }

    fn near(n: usize) -> (String, [f32; 4]) {
        (format!("p{n}"), [0.02, 0.01 * n as f32, 1.0, 0.0])
    }

    #[test]
    fn papers_that_gather_make_a_theme_and_take_what_others_held() {
        let mut standing = standing();
        let few = [near(1), near(2), near(3), ("x".into(), [1.0, 0.1, 0.0, 0.0])];
        let first = update(&mut standing, &few, &[0, 1, 2]);
        assert!(first.events.is_empty(), "three are too few");
        assert_eq!(first.papers.iter().filter(|paper| paper.waiting).count(), 3);
        assert_eq!(standing.waiting(), 3);
        let pressed = (String::from("pressed"), [0.9, 0.0, 0.9, 0.0]);
        let placed = params()
            .deviations(100.0)
            .check()
            .unwrap()
            .update(
                &mut standing,
                &[NewPaper { paper: &pressed.0, vector: &pressed.1, theme: 0, new: false }],
                &[],
            )
            .unwrap();
        let held = placed.papers[0].theme;
        let before = standing.themes()[held as usize].papers;

        let last = near(4);
        let new = [NewPaper { paper: &last.0, vector: &last.1, theme: 0, new: true }];
        let earlier = few[..3].iter().chain([&pressed]);
        let gathering: Vec<GatheredPaper<'_>> = earlier
            .map(|(paper, vector)| GatheredPaper { paper, vector, from: Some(held) })
            .chain([GatheredPaper { paper: &last.0, vector: &last.1, from: None }])
            .collect();
        let second = params().check().unwrap().update(&mut standing, &new, &[gathering]).unwrap();
        assert_eq!(second.events.len(), 1);
        let event = &second.events[0];
        assert_eq!((event.theme.as_str(), event.papers, event.moved), ("t-8", 5, 4));
        assert!(second.papers.iter().all(|paper| paper.theme == 2 && !paper.waiting));
        let ids: Vec<&str> = second.papers.iter().map(|paper| paper.paper.as_str()).collect();
        assert_eq!(ids, ["p4", "p1", "p2", "p3", "pressed"], "papers of the update, then the earlier ones");
        assert_eq!(standing.waiting(), 0);
        assert_eq!(standing.themes()[held as usize].papers, before - 1, "what waited was of no theme");
        assert_eq!(standing.themes()[2].papers, 5);
    }

    #[test]
    fn a_paper_that_fits_its_own_theme_better_stays_when_one_is_born() {
        let mut standing = standing();
        let own = (String::from("own"), [1.0, 0.2, 0.6, 0.0]);
        let placed = NewPaper { paper: &own.0, vector: &own.1, theme: 0, new: false };
        let wide = params().deviations(100.0).check().unwrap();
        wide.update(&mut standing, &[placed], &[]).unwrap();
        let papers: Vec<(String, [f32; 4])> = (1..6).map(near).collect();
        let gathered = |(paper, vector), from| GatheredPaper { paper, vector, from };
        let gathering: Vec<GatheredPaper<'_>> = papers
            .iter()
            .map(|(paper, vector)| gathered((paper.as_str(), vector.as_slice()), None))
            .chain([gathered((own.0.as_str(), own.1.as_slice()), Some(0))])
            .collect();
        let new: Vec<NewPaper<'_>> =
            papers.iter().map(|(paper, vector)| NewPaper { paper, vector, theme: 0, new: true }).collect();
        let update = wide.update(&mut standing, &new, &[gathering]).unwrap();
        assert_eq!((update.events[0].papers, update.events[0].moved), (5, 0));
        assert!(!update.places().contains_key("own"));
    }

    #[test]
    fn a_gathering_that_is_like_a_theme_is_placed_in_it() {
        let mut standing = standing();
        let papers: Vec<(String, [f32; 4])> =
            (0..10).map(|n| (format!("p{n}"), [1.0, 0.05 * n as f32, 0.02, 0.02])).collect();
        let update = update(&mut standing, &papers, &(0..10).collect::<Vec<_>>());
        assert!(update.events.is_empty());
        assert!(update.papers.iter().all(|paper| paper.theme == 0));
    }

    /// Adds papers around the first axis, like those of the first standing theme, to theme `theme`.
    fn around_the_first_axis(standing: &mut StandingThemes, day: usize, papers: usize, theme: u32) -> Update {
        let vectors: Vec<[f32; 4]> = (0..papers).map(|n| [1.0, 0.05 * (n % 10) as f32, 0.02, 0.02]).collect();
        let ids: Vec<String> = (0..papers).map(|n| format!("{day}-{n:03}")).collect();
        let papers: Vec<NewPaper<'_>> = ids
            .iter()
            .zip(&vectors)
            .map(|(paper, vector)| NewPaper { paper, vector, theme, new: false })
            .collect();
        params().deviations(1e6).check().unwrap().update(standing, &papers, &[]).unwrap()
    }

    #[test]
    fn a_newborn_theme_that_grows_into_an_old_one_goes_into_it() {
        let mut standing = standing();
        let born = update(&mut standing, &[near(1), near(2), near(3), near(4)], &[0, 1, 2, 3]);
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
        let run =
            |other| StandingThemes::of_run(&["t-1", "t-2", "t-3"], vectors.view(), &theme_of, other).unwrap();
        assert_eq!(around_the_first_axis(&mut run(None), 1, 1, 0).mergers, [Merger { theme: 1, into: 0 }]);
        assert_eq!(around_the_first_axis(&mut run(Some(2)), 1, 1, 0).mergers, []);
    }

    #[test]
    fn papers_of_other_found_themes_too() {
        let vectors = Array2::from_shape_fn((8, 4), |(row, column)| f32::from(u8::from(row % 2 == column)));
        let theme_of: Vec<u32> = (0..8).map(|row| row % 2).collect();
        let mut standing =
            StandingThemes::of_run(&["t-1", "t-2"], vectors.view(), &theme_of, Some(1)).unwrap();
        let vectors: Vec<[f32; 4]> = (0..5).map(|_| [0.0, 0.0, 1.0, 0.0]).collect();
        let ids: Vec<String> = (0..5).map(|n| format!("p{n}")).collect();
        let papers: Vec<NewPaper<'_>> = ids
            .iter()
            .zip(&vectors)
            .map(|(paper, vector)| NewPaper { paper, vector, theme: 1, new: true })
            .collect();
        let gathering =
            papers.iter().map(|new| GatheredPaper { paper: new.paper, vector: new.vector, from: None });
        let gatherings = [gathering.collect()];
        let update = params().check().unwrap().update(&mut standing, &papers, &gatherings).unwrap();
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
                forwards.themes().iter().map(|theme| theme.id.clone()).collect();
            let mut mergers = 0;
            for (day, vectors) in days.iter().enumerate() {
                let mut papers: Vec<(String, [f32; 4])> =
                    vectors.iter().enumerate().map(|(n, &vector)| (format!("{day}-{n}"), vector)).collect();
                let gathered: Vec<usize> = (0..papers.len() / 2).collect();
                let one = update(&mut forwards, &papers, &gathered);
                papers.reverse();
                let turned: Vec<usize> = gathered.iter().map(|n| papers.len() - 1 - n).collect();
                let two = update(&mut backwards, &papers, &turned);
                prop_assert_eq!(&one, &two);
                for event in &one.events {
                    prop_assert!(seen.insert(event.theme.clone()), "{} twice", event.theme);
                }
                let ids: BTreeSet<&str> = forwards.themes().iter().map(|theme| theme.id.as_str()).collect();
                let gone = seen.iter().filter(|id| !ids.contains(id.as_str())).count();
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
            update(&mut standing, &papers, &[]);
            let before = serde_json::to_string(&standing).unwrap();
            prop_assert_eq!(update(&mut standing, &[], &[]), Update::default());
            prop_assert_eq!(before, serde_json::to_string(&standing).unwrap());
        }
    }

    #[test]
    fn malformed_updates_are_refused_and_change_nothing() {
        let mut standing = standing();
        let before = standing.clone();
        let good = NewPaper { paper: "a", vector: &[1.0, 0.0, 0.0, 0.0], theme: 0, new: false };
        for bad in
            [vec![NewPaper { vector: &[1.0], ..good }], vec![NewPaper { theme: 2, ..good }], vec![good, good]]
        {
            assert!(params().check().unwrap().update(&mut standing, &bad, &[]).is_err());
        }
        let gathered = GatheredPaper { paper: "b", vector: &[1.0, 0.0, 0.0, 0.0], from: Some(0) };
        for bad in [
            GatheredPaper { vector: &[1.0], ..gathered },
            GatheredPaper { from: Some(2), ..gathered },
            GatheredPaper { paper: "a", ..gathered },
        ] {
            assert!(params().check().unwrap().update(&mut standing, &[good], &[vec![bad]]).is_err());
        }
        assert_eq!(standing, before);
    }
}
