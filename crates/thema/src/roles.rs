//! Which papers of a corpus themes are made of, and where the others stand.
//!
//! Everything that is learned and counted in learning (document frequencies, pairs, clusters, labels, quality) comes from
//! the papers that are learned from. Those are the papers that count, of each group of near-duplicates the one that
//! ingest chose, and of more than a given number of them an even draw: the others are placed in the finished themes
//! afterwards. A paper that does not count gets the place of the one that counts for it, as they say nearly the same, and
//! a row in every table of papers.

use thema_ingest::Corpus;
use thema_themes::ClusterLabel;
use thema_themes::{Assignment, Themes};

/// The part that every paper of a corpus takes.
pub(crate) struct PaperRoles {
    /// Rows of the papers that count: those learned from, in ascending order, then the others, in ascending order.
    rows: Vec<u32>,
    /// How many are learned from.
    learned: usize,
    /// For every row of the corpus the place in `rows` of the paper that counts for it.
    counted_by: Vec<u32>,
}

impl PaperRoles {
    /// Learns from at most `most` papers of a corpus, at even distances in its order, which is about that of time. A
    /// near-duplicate of a paper that does not count itself counts.
    pub(crate) fn of(corpus: &Corpus, most: usize) -> Self {
        let other = |row: usize| {
            corpus.near_duplicate_of(row).filter(|&of| of != row && corpus.near_duplicate_of(of).is_none())
        };
        Self::new(&(0..corpus.len()).map(other).collect::<Vec<_>>(), most)
    }

    /// `others` has for every row the row that counts for it, which counts for itself.
    fn new(others: &[Option<usize>], most: usize) -> Self {
        let counting: Vec<u32> =
            (0_u32..).zip(others).filter(|(_, other)| other.is_none()).map(|(row, _)| row).collect();
        let learned = counting.len().min(most);
        // The places where the line from 0 to `learned` reaches a whole number.
        let drawn = |at: &usize| (at + 1) * learned / counting.len() > at * learned / counting.len();
        let (first, rest): (Vec<usize>, Vec<usize>) = (0..counting.len()).partition(drawn);
        let rows: Vec<u32> = first.into_iter().chain(rest).map(|at| counting[at]).collect();
        let mut place = vec![0; others.len()];
        for (&row, at) in rows.iter().zip(0..) {
            place[row as usize] = at;
        }
        let counted_by = others.iter().enumerate().map(|(row, other)| place[other.unwrap_or(row)]).collect();
        Self { rows, learned, counted_by }
    }

    /// Rows of the papers that are learned from, in ascending order.
    pub(crate) fn learned(&self) -> &[u32] {
        &self.rows[..self.learned]
    }

    /// Rows of the papers that are placed afterwards, in ascending order.
    pub(crate) fn placed(&self) -> &[u32] {
        &self.rows[self.learned..]
    }

    /// What is known of the papers that are learned from, for all papers; `placed` for those that are placed afterwards.
    pub(crate) fn of_all<T: Clone>(&self, learned: &[T], placed: &[T]) -> Vec<T> {
        let value = |&place: &u32| {
            let place = place as usize;
            learned.get(place).unwrap_or_else(|| &placed[place - learned.len()]).clone()
        };
        self.counted_by.iter().map(value).collect()
    }

    /// Themes that were made of the papers learned from, as themes of the corpus: every paper has its assignment, and the
    /// papers of a theme are those that count. `placed` are the assignments of the papers placed afterwards.
    pub(crate) fn themes_of_all(&self, themes: Themes, placed: &[Assignment]) -> Themes {
        let Themes { mut themes, assignments, subthemes, mut absent } = themes;
        for (assignment, place) in placed.iter().zip(self.learned as u32..) {
            themes[assignment.theme as usize].papers.push(place);
        }
        for theme in &mut themes {
            self.renumber(&mut theme.papers);
            theme.papers.sort_unstable();
            self.renumber(&mut theme.representatives);
            self.renumber(theme.bridges.iter_mut().map(|bridge| &mut bridge.paper));
        }
        self.renumber(absent.iter_mut().flat_map(|theme| &mut theme.nearest));
        Themes { themes, assignments: self.of_all(&assignments, placed), subthemes, absent }
    }

    /// Labels whose representatives are rows of the corpus.
    pub(crate) fn labels_of_all(&self, mut labels: Vec<ClusterLabel>) -> Vec<ClusterLabel> {
        self.renumber(labels.iter_mut().flat_map(|label| &mut label.representatives));
        labels
    }

    fn renumber<'a>(&self, places: impl IntoIterator<Item = &'a mut u32>) {
        for place in places {
            *place = self.rows[*place as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use thema_themes::ThemeKind;

    use super::*;

    #[test]
    fn papers_that_do_not_count_stand_where_another_does() {
        let roles = PaperRoles::new(&[None, Some(4), None, Some(0), None], usize::MAX);
        assert_eq!((roles.learned(), roles.placed()), (&[0, 2, 4][..], &[][..]));
        assert_eq!(roles.of_all(&["a", "b", "c"], &[]), ["a", "c", "b", "a", "c"]);
        let mut rows = [2, 0, 1];
        roles.renumber(&mut rows);
        assert_eq!(rows, [4, 0, 2]);
    }

    #[test]
    fn an_even_draw_is_learned_from_and_the_rest_is_placed() {
        let roles = PaperRoles::new(&[None, None, Some(0), None, None, None, None], 2);
        assert_eq!((roles.learned(), roles.placed()), (&[3, 6][..], &[0, 1, 4, 5][..]));
        assert_eq!(roles.of_all(&["d", "g"], &["a", "b", "e", "f"]), ["a", "b", "a", "d", "e", "f", "g"]);
        for most in 0..9 {
            let roles = PaperRoles::new(&[None; 7], most);
            assert_eq!((roles.learned().len(), roles.placed().len()), (most.min(7), 7 - most.min(7)));
        }
    }

    #[test]
    fn a_placed_paper_is_counted_to_its_theme() {
        let roles = PaperRoles::new(&[None, None, None], 1);
        let theme = |id: &str, kind, papers: Vec<u32>| thema_themes::Theme {
            id: id.into(),
            key: id.into(),
            name: id.into(),
            kind,
            description: None,
            terms: Vec::new(),
            representatives: papers.clone(),
            papers,
            bridges: Vec::new(),
            first_paper: None,
            trend: None,
        };
        let assignment = |theme, cluster| Assignment {
            theme,
            score: 0.5,
            margin: 0.25,
            second_theme: None,
            cluster,
            second_cluster: None,
            subtheme: None,
            outlier: None,
            probability: None,
        };
        let themes = Themes {
            themes: vec![theme("t-1", ThemeKind::Taxonomy, vec![]), theme("t-2", ThemeKind::Other, vec![0])],
            assignments: vec![assignment(1, 5)],
            subthemes: Vec::new(),
            absent: Vec::new(),
        };
        let themes = roles.themes_of_all(themes, &[assignment(1, 5), assignment(0, 5)]);
        assert_eq!(roles.learned(), [2]);
        assert_eq!((&themes.themes[0].papers[..], &themes.themes[1].papers[..]), (&[1][..], &[0, 2][..]));
        assert_eq!(themes.themes[1].representatives, [2]);
        assert_eq!(themes.assignments, [assignment(1, 5), assignment(0, 5), assignment(1, 5)]);
    }
}
