//! Places all papers of a run batch by batch and counts them.

use std::collections::BTreeMap;
use std::io::{self, Write};

use ndarray::{Array2, s};
use thema_features::Document;
use thema_ingest::{Corpus, CorpusParts};
use thema_report::{PaperBatch, PaperBatches, StagedRun, StoredFile};
use thema_themes::{Assignment, Paper, PlacedPaper, Tally, TallyShape, Themes, TitleTally};

use crate::date_precision::CoarseDates;
use crate::error::Blame;
use crate::paper_table::PaperTable;
use crate::papers::{document, documents, paper};
use crate::placed_files::PlacedFiles;
use crate::roles::{PaperRoles, Role};
use crate::texts::{PaperText, write_texts};
use crate::{Fault, Placer, Result};

/// What papers are placed with; the same for every part of a corpus.
pub(crate) struct Mapping {
    pub(crate) placer: Placer,
    pub(crate) roles: PaperRoles,
    /// Places of the papers learned from, and their positions on the map.
    pub(crate) learned: (Vec<Assignment>, Vec<[f32; 2]>),
    /// Vectors of all papers, if they are the user's.
    pub(crate) vectors: Option<Array2<f32>>,
    pub(crate) dates: CoarseDates,
    /// Places of the papers that are placed and count for others, by row.
    pub(crate) for_others: BTreeMap<u32, Assignment>,
    pub(crate) shape: TallyShape,
}

/// All papers, placed and counted.
pub(crate) struct Mapped {
    pub(crate) table: PaperTable,
    /// The manifest's entry for the table.
    pub(crate) stored: StoredFile,
    pub(crate) tally: Tally,
}

/// Consecutive papers with their places.
pub(crate) struct Placed {
    first: u32,
    papers: Vec<Paper>,
    assignments: Vec<Assignment>,
    positions: Vec<[f32; 2]>,
    counted: Vec<bool>,
}

impl Placed {
    pub(crate) fn batch(&self) -> PaperBatch<'_> {
        PaperBatch {
            first: self.first,
            papers: &self.papers,
            assignments: &self.assignments,
            counted: &self.counted,
            positions: Some(&self.positions),
        }
    }

    pub(crate) fn tally(&self, shape: &TallyShape) -> Tally {
        Tally::of(shape, &counted_papers(self.batch()))
    }
}

impl Mapping {
    /// Places all papers of `corpus`, writes their texts and table, and counts them. The next part is read
    /// meanwhile.
    pub(crate) fn run(&self, corpus: &CorpusParts, staged: &StagedRun) -> Result<Mapped> {
        let task = thema_progress::Task::new("papers", corpus.len());
        let mut out = PlacedFiles::begin(staged)?;
        let mut tally = Tally::empty(&self.shape);
        let mut parts = corpus.each();
        let mut next = parts.next();
        while let Some(part) = next {
            let (first, part) = part?;
            let (done, following) =
                rayon::join(|| self.settle(first, &part, &mut out, &mut tally), || parts.next());
            done.map_err(|error| error.within(staged.target().join("model").display()))?;
            task.advance(part.len());
            next = following;
        }
        let (table, stored) = out.finish(staged)?;
        Ok(Mapped { table, stored, tally })
    }

    /// Places, writes and counts the papers of one part.
    fn settle(&self, first: u32, part: &Corpus, out: &mut PlacedFiles, tally: &mut Tally) -> Result<()> {
        let (stored, placed) =
            rayon::join(|| write_part_texts(part, &mut out.texts), || self.place(first, part));
        stored.blame(Fault::Output)?;
        let placed = placed?;
        tally.merge(placed.tally(&self.shape));
        out.rows.write(placed.batch()).blame(Fault::Output)
    }

    /// Places the papers of the part that begins with row `first`.
    pub(crate) fn place(&self, first: u32, part: &Corpus) -> Result<Placed> {
        let rows = first..first + part.len() as u32;
        let to_place: Vec<u32> = rows
            .clone()
            .filter(|&row| self.roles.of_row(row) == Role::Placed)
            .map(|row| row - first)
            .collect();
        let mut fresh = self.place_rows(first, part, &to_place)?.into_iter();
        let (learned, positions) = &self.learned;
        let of_learned = |at: u32| (learned[at as usize].clone(), positions[at as usize]);
        let places = rows.clone().map(|row| match self.roles.of_row(row) {
            Role::Learned(at) => of_learned(at),
            Role::Placed => (fresh.next().expect("one place per placed paper"), NOWHERE),
            Role::With(of) => match self.roles.of_row(of) {
                Role::Learned(at) => of_learned(at),
                _ => (self.for_others[&of].clone(), NOWHERE),
            },
        });
        let (assignments, positions) = places.unzip();
        Ok(Placed {
            first,
            papers: (0..part.len()).map(|row| paper(part, row, &self.dates)).collect(),
            assignments,
            positions,
            counted: rows.map(|row| self.roles.counts(row)).collect(),
        })
    }

    /// Places the papers in the given rows of a part.
    fn place_rows(&self, first: u32, part: &Corpus, rows: &[u32]) -> Result<Vec<Assignment>> {
        let documents: Vec<Document<'_>> = rows.iter().map(|&row| document(part, row as usize)).collect();
        match &self.vectors {
            _ if rows.is_empty() => Ok(Vec::new()),
            None => self.placer.place(&documents),
            Some(vectors) => {
                let of_part = vectors.slice(s![first as usize..first as usize + part.len(), ..]);
                let rows: Vec<usize> = rows.iter().map(|&row| row as usize).collect();
                self.placer.place_by(&documents, of_part.select(ndarray::Axis(0), &rows).view())
            }
        }
    }
}

/// Writes the texts of the papers of a part.
pub(crate) fn write_part_texts(part: &Corpus, out: &mut dyn Write) -> io::Result<()> {
    write_texts(part.len(), |row| PaperText::of(part, row), out)
}

/// Papers not learned from have no position on the map.
pub(crate) const NOWHERE: [f32; 2] = [f32::NAN; 2];

/// A batch in the form tallies count.
fn counted_papers(batch: PaperBatch<'_>) -> Vec<PlacedPaper<'_>> {
    let rows = batch.first..;
    let placed = batch.papers.iter().zip(batch.assignments).zip(batch.counted);
    rows.zip(placed)
        .map(|(row, ((paper, assignment), &counts))| PlacedPaper { row, paper, assignment, counts })
        .collect()
}

/// The tally of titles from which themes are compared. The trends of `themes` must already be set.
pub(crate) fn titles(table: &PaperTable, shape: &TallyShape, themes: &Themes) -> Result<TitleTally> {
    let mut titles = TitleTally::empty(shape, themes);
    let read = table.each(&mut |batch| {
        titles.merge(TitleTally::of(shape, themes, &counted_papers(batch)));
        Ok(())
    });
    read.blame_for(Fault::Output, || format!("{}, which this run wrote", table.path.display()))?;
    Ok(titles)
}

/// Places of the papers of `corpus`, by their rows in the whole corpus.
pub(crate) fn places_by_row(
    placer: &Placer,
    rows: &[u32],
    corpus: Option<&Corpus>,
    vectors: Option<&Array2<f32>>,
) -> Result<BTreeMap<u32, Assignment>> {
    let Some(corpus) = corpus else { return Ok(BTreeMap::new()) };
    let documents = documents(corpus);
    let places = match vectors {
        None => placer.place(&documents)?,
        Some(vectors) => {
            let rows: Vec<usize> = rows.iter().map(|&row| row as usize).collect();
            placer.place_by(&documents, vectors.select(ndarray::Axis(0), &rows).view())?
        }
    };
    Ok(rows.iter().copied().zip(places).collect())
}
