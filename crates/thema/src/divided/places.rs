//! Places the parts of a corpus.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thema_features::storage::{floats_from_bytes, floats_to_bytes};
use thema_ingest::Corpus;
use thema_report::StagedRun;
use thema_themes::{Assignment, Tally, TallyShape};

use super::blocks::{block, damaged, opened, packed, unpacked};
use crate::date_precision::CoarseDates;
use crate::error::Blame;
use crate::mapping::{Mapping, write_part_texts};
use crate::paper_table::{TableWriter, see_table};
use crate::placed_files::PlacedFiles;
use crate::roles::PaperRoles;
use crate::{Fault, Placer, Result};

const PLACER: &str = "placer";
const STATE: &str = "state";
const POSITIONS: &str = "map";
const TEXTS: &str = "texts";
const ROWS: &str = "rows";

/// What placing needs besides the placer and the map.
#[derive(Deserialize)]
struct State {
    roles: PaperRoles,
    learned: Vec<Assignment>,
    dates: CoarseDates,
    for_others: BTreeMap<u32, Assignment>,
    shape: TallyShape,
}

#[derive(Serialize)]
struct StateOf<'a> {
    roles: &'a PaperRoles,
    learned: &'a [Assignment],
    dates: CoarseDates,
    for_others: &'a BTreeMap<u32, Assignment>,
    shape: &'a TallyShape,
}

/// Places the papers of a run, part by part.
pub struct Places(Mapping);

impl Places {
    /// Reads what [`DividedRun::learn`](super::DividedRun::learn) returned.
    ///
    /// # Errors
    /// [`Fault::Input`] if the bytes are anything else.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let container = opened(bytes)?;
        let State { roles, learned, dates, for_others, shape } = unpacked(container.section(STATE)?)?;
        let positions = floats_from_bytes(container.section(POSITIONS)?)?;
        let (positions, []) = positions.as_chunks::<2>() else {
            return Err(damaged("an odd number of map coordinates"));
        };
        let learned = (learned, positions.to_vec());
        let placer = Placer::of(&opened(container.section(PLACER)?)?)?;
        Ok(Self(Mapping { placer, roles, learned, vectors: None, dates, for_others, shape }))
    }

    /// Places the papers of the part that begins with row `first`. Returns a block for
    /// [`DividedRun::take`](super::DividedRun::take), and the tally of the papers.
    ///
    /// # Errors
    /// [`Fault::Internal`] if the parts of the placer do not match.
    pub fn place(&self, first: u32, part: &Corpus) -> Result<(Vec<u8>, Vec<u8>)> {
        let placed = self.0.place(first, part)?;
        let (mut texts, mut rows) = (Vec::new(), Vec::new());
        write_part_texts(part, &mut texts).blame(Fault::Internal)?;
        let mut table = TableWriter::begin(&mut rows).blame(Fault::Internal)?;
        table.write(placed.batch()).blame(Fault::Internal)?;
        table.finish().blame(Fault::Internal)?;
        Ok((block(&[(TEXTS, &texts), (ROWS, &rows)])?, packed(&placed.tally(&self.0.shape))?))
    }
}

/// Merges `tallies` into one.
///
/// # Errors
/// [`Fault::Input`] if the bytes are no tallies, or if there are none.
pub fn merged<'a>(tallies: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<u8>> {
    packed(&sum(tallies)?)
}

pub(super) fn sum<'a>(tallies: impl IntoIterator<Item = &'a [u8]>) -> Result<Tally> {
    let mut sum: Option<Tally> = None;
    for bytes in tallies {
        let tally: Tally = unpacked(bytes)?;
        match &mut sum {
            Some(sum) if sum.shape() == tally.shape() => sum.merge(tally),
            Some(_) => return Err(damaged("tallies of different themes")),
            none => *none = Some(tally),
        }
    }
    sum.ok_or_else(|| damaged("there are no tallies"))
}

/// The bytes that [`Places::read`] reads.
pub(super) fn saved(mapping: &Mapping) -> Result<Vec<u8>> {
    let Mapping { placer, roles, learned: (learned, positions), dates, for_others, shape, .. } = mapping;
    let mut of_placer = Vec::new();
    placer.save(&mut of_placer).blame(Fault::Internal)?;
    let state = packed(&StateOf { roles, learned, dates: *dates, for_others, shape })?;
    block(&[(PLACER, &of_placer), (STATE, &state), (POSITIONS, &floats_to_bytes(positions.as_flattened()))])
}

/// Writes a part placed by [`Places::place`].
pub(super) fn write_part(bytes: &[u8], staged: &StagedRun, out: &mut PlacedFiles) -> Result<()> {
    use std::io::Write as _;

    let part = opened(bytes)?;
    let written = || staged.target().join("model").display().to_string();
    out.texts.write_all(part.section(TEXTS)?).blame_for(Fault::Output, written)?;
    let rows = &mut out.rows;
    let copied = see_table(part.section(ROWS)?, &mut |batch| rows.write(batch));
    copied.blame_for(Fault::Output, written)
}
