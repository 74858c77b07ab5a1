//! The loop over epochs and batches.

use ndarray::Array2;

use super::batch::Batch;
use super::descent::Descent;
use super::encode::{back_through_normalization, encode};
use super::loss::{HeldOut, info_nce, measure};
use super::pairs::{Pair, Pairs};
use super::{ContrastiveParams, ContrastiveValidParams};
use crate::TrainingRows;
use thema_features::FeatureError;
use thema_progress::Task;

/// Fewest pairs worth learning from.
const LEAST_PAIRS: usize = 16;
/// Held-out pairs compared with each other at a time.
const MEASURED_PAIRS: usize = 1024;

/// A learned table, and the course of learning.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrastive {
    table: Array2<f32>,
    epochs: Vec<Epoch>,
    pairs: usize,
}

/// The result of an epoch; epoch 0 is the table before learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Mean loss of the pairs learned from, in nats; `None` before learning.
    pub learned_loss: Option<f64>,
    /// The result on the held-out pairs; `None` if there are none.
    pub held_out: Option<HeldOut>,
}

impl Contrastive {
    /// Learns from the rows of documents, titles and bodies (documents x terms), starting from `table` (terms x
    /// dimensions).
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if they do not fit, or a related pair refers to a missing document.
    pub fn fit(
        params: &ContrastiveValidParams,
        rows: TrainingRows<'_>,
        table: Array2<f32>,
    ) -> Result<Self, FeatureError> {
        let TrainingRows { documents, titles, bodies, related } = rows;
        let shapes = [
            ("rows of documents", titles.rows(), documents.rows()),
            ("rows of bodies", titles.rows(), bodies.rows()),
            ("terms of documents", table.nrows(), documents.columns()),
            ("terms of titles", table.nrows(), titles.columns()),
            ("terms of bodies", table.nrows(), bodies.columns()),
        ];
        for (what, expected, found) in shapes {
            if expected != found {
                return Err(FeatureError::ShapeMismatch { what, expected, found });
            }
        }
        if let Some(&found) = related.iter().flatten().find(|&&document| document as usize >= titles.rows()) {
            return Err(FeatureError::ShapeMismatch {
                what: "a document of a related pair",
                expected: titles.rows(),
                found: found as usize,
            });
        }
        let params = &params.0;
        let mut pairs = Pairs::sample(params, rows);
        let mut fitted = Self { table, epochs: Vec::new(), pairs: pairs.learned.len() };
        if fitted.pairs < LEAST_PAIRS || fitted.table.ncols() == 0 {
            return Ok(fitted);
        }
        let mut descent = Descent::new(fitted.table.nrows());
        let mut best = fitted.measure(params, rows, &pairs.held_out);
        fitted.epochs.push(Epoch { learned_loss: None, held_out: best });
        let batch = params.batch.min(fitted.pairs);
        let steps = fitted.pairs / batch * params.epochs;
        let mut step = 0;
        let progress = Task::new("contrastive", steps);
        let mut waited = 0;
        for epoch in 0..params.epochs {
            pairs.shuffle(params.seed, epoch);
            let mut loss = 0.0;
            for pairs in pairs.learned.chunks_exact(batch) {
                let left = 1.0 - step as f32 / steps as f32;
                let rate = params.learning_rate * (params.final_rate + (1.0 - params.final_rate) * left);
                let batch = Batch::dropped(params, epoch, rows, pairs);
                loss += fitted.step(&mut descent, &batch, params.temperature, rate);
                step += 1;
                progress.advance(1);
            }
            let learned_loss = Some(loss / (fitted.pairs / batch) as f64);
            let held_out = fitted.measure(params, rows, &pairs.held_out);
            fitted.epochs.push(Epoch { learned_loss, held_out });
            if held_out.is_none() || loss_of(held_out) < loss_of(best) {
                (best, waited) = (held_out, 0);
            } else {
                waited += 1;
            }
            if waited >= params.patience {
                break;
            }
        }
        Ok(fitted)
    }

    fn step(&mut self, descent: &mut Descent, batch: &Batch, temperature: f32, rate: f32) -> f64 {
        let (embeddings, entries) =
            rayon::join(|| encode(batch, self.table.view()), || batch.by_term(self.table.nrows()));
        let mut loss = info_nce(embeddings.unit.view(), temperature);
        back_through_normalization(&embeddings, &mut loss.gradient);
        descent.step(&mut self.table, &entries, &loss.gradient, rate);
        loss.value
    }

    fn measure(&self, params: &ContrastiveParams, rows: TrainingRows<'_>, pairs: &[Pair]) -> Option<HeldOut> {
        let (mut loss, mut recall) = (0.0, 0.0);
        for pairs in pairs.chunks(MEASURED_PAIRS) {
            let batch = Batch::whole(rows, pairs);
            let measured = measure(encode(&batch, self.table.view()).unit.view(), params.temperature);
            loss += measured.loss * pairs.len() as f64;
            recall += measured.recall_at_1 * pairs.len() as f64;
        }
        let count = pairs.len() as f64;
        (!pairs.is_empty()).then(|| HeldOut { loss: loss / count, recall_at_1: recall / count })
    }

    /// The learned table (terms x dimensions).
    #[must_use]
    pub fn table(&self) -> &Array2<f32> {
        &self.table
    }

    /// The learned table, without a copy.
    #[must_use]
    pub fn into_table(self) -> Array2<f32> {
        self.table
    }

    /// The course of learning, starting with the table before it; empty if
    /// there were too few pairs to learn from.
    #[must_use]
    pub fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }

    /// Number of pairs learned from.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }
}

fn loss_of(held_out: Option<HeldOut>) -> f64 {
    held_out.map_or(f64::INFINITY, |held_out| held_out.loss)
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use thema_features::CsrMatrix;

    /// Documents of ten topics: a title has the topic's terms 0-4, a body its terms 5-29; another 20 terms are noise.
    fn documents(count: usize) -> (CsrMatrix, CsrMatrix) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut rows = |terms: std::ops::Range<u32>, length: usize| {
            let (mut offsets, mut indices) = (vec![0], Vec::new());
            for document in 0..count as u32 {
                let mut row: Vec<u32> = Vec::new();
                for _ in 0..length {
                    row.push(document % 10 * 30 + random.gen_range(terms.clone()));
                }
                for _ in 0..3 {
                    row.push(300 + random.gen_range(0..20));
                }
                row.sort_unstable();
                row.dedup();
                indices.extend(row);
                offsets.push(indices.len());
            }
            let values = vec![0.3; indices.len()];
            CsrMatrix::new(320, offsets, indices, values).unwrap()
        };
        (rows(0..5, 3), rows(5..30, 15))
    }

    fn table() -> Array2<f32> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        Array2::from_shape_simple_fn((320, 16), || random.gen_range(-0.1..0.1))
    }

    fn fit(params: ContrastiveParams) -> Contrastive {
        let (titles, bodies) = documents(600);
        let rows = TrainingRows { documents: &titles, titles: &titles, bodies: &bodies, related: &[] };
        Contrastive::fit(&params.batch(64).learning_rate(0.01).check().unwrap(), rows, table()).unwrap()
    }

    #[test]
    fn titles_learn_to_find_bodies_of_their_topic() {
        let fitted = fit(ContrastiveParams::default().epochs(8).held_out(0.1));
        assert_eq!(fitted.pairs(), 540);
        let (first, last) = (fitted.epochs()[0], fitted.epochs()[fitted.epochs().len() - 1]);
        let (before, after) = (first.held_out.unwrap(), last.held_out.unwrap());
        assert!(after.loss < 0.7 * before.loss, "{before:?} {after:?}");
        assert!(after.recall_at_1 > before.recall_at_1);
        assert!(first.learned_loss.is_none() && last.learned_loss.is_some());
        let topic = |number: usize, terms: std::ops::Range<usize>| {
            let rows =
                fitted.table().slice(ndarray::s![number * 30 + terms.start..number * 30 + terms.end, ..]);
            let sum = rows.sum_axis(ndarray::Axis(0));
            let length = sum.dot(&sum).sqrt();
            sum / length
        };
        for number in 0..10 {
            let own = topic(number, 0..5).dot(&topic(number, 5..30));
            let other = topic(number, 0..5).dot(&topic((number + 1) % 10, 5..30));
            assert!(own > other + 0.5, "topic {number}: {own} and {other}");
        }
    }

    #[test]
    fn threads_do_not_change_a_byte() {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fit(ContrastiveParams::default().epochs(2).held_out(0.1)))
        };
        let one = run(1);
        assert_eq!(one, run(2));
        assert_eq!(one, run(8));
    }

    #[test]
    fn too_few_pairs_leave_the_table_as_it_is() {
        let (titles, bodies) = documents(15);
        let rows = TrainingRows { documents: &titles, titles: &titles, bodies: &bodies, related: &[] };
        let params = ContrastiveParams::default().check().unwrap();
        let fitted = Contrastive::fit(&params, rows, table()).unwrap();
        assert_eq!(fitted.table(), table());
        assert!(fitted.epochs().is_empty());
        assert!(Contrastive::fit(&params, rows, Array2::zeros((300, 16))).is_err());
        assert!(Contrastive::fit(&params, TrainingRows { related: &[[0, 15]], ..rows }, table()).is_err());
    }

    #[test]
    fn bodies_learn_to_find_related_bodies() {
        let (titles, bodies) = documents(600);
        // Documents of topics 0 and 1 are related, as are 2 and 3, and so on; they share no term.
        let related: Vec<[u32; 2]> = (0..600).map(|document| [document, document ^ 1]).collect();
        let params = ContrastiveParams::default().epochs(8).batch(64).learning_rate(0.01).check().unwrap();
        let nearness = |related: &[[u32; 2]]| {
            let rows = TrainingRows { documents: &titles, titles: &titles, bodies: &bodies, related };
            let fitted = Contrastive::fit(&params, rows, table()).unwrap();
            let pairs = [[0, 1], [0, 3]].map(|[first, second]| Pair { first, second });
            let whole = Batch::whole(rows, &pairs);
            let unit = encode(&whole, fitted.table().view()).unit;
            unit.row(0).dot(&unit.row(2)) - unit.row(1).dot(&unit.row(3))
        };
        assert!(nearness(&related) > nearness(&[]) + 0.2);
    }
}
