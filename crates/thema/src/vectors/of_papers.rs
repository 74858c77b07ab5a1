//! Matches vectors to papers.

use std::collections::BTreeMap;

use ndarray::{Array2, Axis};
use thema_features::normalize_rows;
use thema_ingest::{Corpus, InputSummary};

use super::Vectors;
use crate::paper_ids::canonical_id;
use crate::{Error, Fault, Format, Result};

impl Vectors {
    /// The unit vectors of the papers of `corpus`, shape (papers, dimensions). A paper made from several
    /// records gets their mean.
    ///
    /// # Errors
    /// [`Fault::Settings`] if a paper has no vector, or vectors cannot be matched to papers.
    pub(crate) fn of_papers(&self, corpus: &Corpus, inputs: &[InputSummary]) -> Result<Array2<f32>> {
        let rows = match &self.ids {
            Some(ids) => self.by_ids(ids, corpus),
            None => self.by_records(corpus, inputs),
        };
        Ok(self.means(&rows?))
    }

    /// The unit vectors of `texts` texts, in order.
    ///
    /// # Errors
    /// [`Fault::Settings`] if the numbers of vectors and texts differ.
    pub(crate) fn of_texts(&self, texts: usize) -> Result<Array2<f32>> {
        if self.rows.nrows() != texts {
            return Err(self.refused(&format!("{} vectors for {texts} texts", self.rows.nrows())));
        }
        Ok(self.means(&(0..texts).map(|row| vec![row]).collect::<Vec<_>>()))
    }

    fn refused(&self, reason: &str) -> Error {
        Error::new(Fault::Settings, format!("{}: {reason}", self.file.name))
    }

    /// For each list of rows, the normalised sum of their unit vectors.
    fn means(&self, rows_of: &[Vec<usize>]) -> Array2<f32> {
        let mut vectors = Array2::zeros((rows_of.len(), self.rows.ncols()));
        for (mut vector, rows) in vectors.axis_iter_mut(Axis(0)).zip(rows_of) {
            for &row in rows {
                let row = self.rows.row(row);
                let length = row.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>().sqrt();
                if length > 0.0 {
                    vector.zip_mut_with(&row, |sum, &value| *sum += (f64::from(value) / length) as f32);
                }
            }
        }
        normalize_rows(&mut vectors.view_mut());
        vectors
    }

    fn by_records(&self, corpus: &Corpus, inputs: &[InputSummary]) -> Result<Vec<Vec<usize>>> {
        let by_id = "use a Parquet file with a column `id` (--vectors)";
        let [input] = inputs else {
            return Err(self.refused(&format!(
                "vectors in record order need exactly one input, not {}; {by_id}",
                inputs.len()
            )));
        };
        if input.format == Format::Corpus {
            return Err(self.refused(&format!("the records of a corpus file have no known order; {by_id}")));
        }
        let records = input.records + input.rejected;
        if self.rows.nrows() as u64 != records {
            let (path, rejected) = (input.path.display(), input.rejected);
            return Err(self.refused(&format!(
                "{} vectors for {records} records of {path}, of which {rejected} could not be read; give one per record, or \
                 {by_id}",
                self.rows.nrows()
            )));
        }
        let row =
            |record: u64| usize::try_from(record.checked_sub(1)?).ok().filter(|&row| row < self.rows.nrows());
        let rows = |paper| corpus.sources(paper).map(|source| row(source.record)).collect();
        let found: Option<Vec<Vec<usize>>> = (0..corpus.len()).map(rows).collect();
        found.ok_or_else(|| self.refused(&format!("a record has a number above {records}; {by_id}")))
    }

    fn by_ids(&self, ids: &[String], corpus: &Corpus) -> Result<Vec<Vec<usize>>> {
        let mut row_of: BTreeMap<String, usize> = BTreeMap::new();
        for (row, id) in ids.iter().enumerate() {
            if let Some(first) = row_of.insert(canonical_id(id), row) {
                return Err(self.refused(&format!(
                    "rows {} and {} both have the id `{id}`",
                    first + 1,
                    row + 1
                )));
            }
        }
        let row = |paper: usize| row_of.get(&canonical_id(corpus.key(paper))).copied();
        let missing: Vec<usize> = (0..corpus.len()).filter(|&paper| row(paper).is_none()).collect();
        match missing.as_slice() {
            [] => Ok((0..corpus.len()).map(|paper| row(paper).into_iter().collect()).collect()),
            [first, ..] => Err(self.refused(&format!(
                "{} of {} papers have no vector, the first is {}",
                missing.len(),
                corpus.len(),
                corpus.key(*first)
            ))),
        }
    }
}
