//! Which papers a map can show.

use thema_report::{HeldPapers, MapPlaces};
use thema_themes::{Assignment, Paper};

use crate::corpus::small;

const LISTED: usize = 20_000;

#[test]
fn of_many_papers_those_with_a_place_are_listed() {
    let small = small();
    let report = small.report();
    let indices = report.indices_of(&small.themes);
    let cited = report.themes[0].representatives[0].id.clone();
    let mut papers = vec![Paper::default(); LISTED + 1];
    papers[LISTED].id = cited;
    let assignments = vec![Assignment { theme: 0, ..small.themes.assignments[0].clone() }; papers.len()];
    let mut positions = vec![[f32::NAN; 2]; papers.len()];
    (positions[3], positions[LISTED]) = ([0.5, 0.5], [1.0, -1.0]);
    let of = |count: usize, positions: Option<&[[f32; 2]]>| {
        let counted = &vec![true; count];
        let held =
            HeldPapers { papers: &papers[..count], assignments: &assignments[..count], counted, positions };
        MapPlaces::of(&report, &indices, &held).unwrap()
    };
    let map = of(LISTED + 1, Some(&positions));
    assert_eq!((map.papers, &map.rows[..], &map.cited[..]), (LISTED + 1, &[3, LISTED as u32][..], &[1][..]));
    assert_eq!(map.places.as_ref().unwrap(), &[[0.5, 0.5], [1.0, -1.0]]);
    let last = map.at(&[1]);
    assert_eq!((&last.rows[..], &last.cited[..], last.papers), (&[LISTED as u32][..], &[0][..], LISTED + 1));
    assert_eq!(of(LISTED, Some(&positions[..LISTED])).rows.len(), LISTED, "all of few");
    assert_eq!(of(LISTED + 1, None).rows.len(), LISTED + 1, "there is no map to be on");
}
