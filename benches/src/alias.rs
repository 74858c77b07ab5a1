//! Samples from a discrete distribution in constant time.

use rand::Rng;

/// A discrete distribution over `0..len`, prepared by Vose's alias method (M. D. Vose, "A linear algorithm for
/// generating random numbers with a given distribution", IEEE TSE 17(9), 1991).
#[derive(Clone, Debug)]
pub(crate) struct AliasTable {
    columns: Vec<Column>,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    /// Share of this column that goes to its own outcome.
    own: f64,
    /// The outcome of the rest of the column.
    alias: u32,
}

impl AliasTable {
    /// The distribution proportional to `weights`: at least one, all positive and finite.
    pub(crate) fn new(weights: &[f64]) -> Self {
        let mean = weights.iter().sum::<f64>() / weights.len() as f64;
        let mut columns: Vec<Column> = weights
            .iter()
            .enumerate()
            .map(|(outcome, weight)| Column { own: weight / mean, alias: outcome as u32 })
            .collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..columns.len()).partition(|&outcome| columns[outcome].own < 1.0);
        while let (Some(&under), Some(&over)) = (small.last(), large.last()) {
            small.pop();
            columns[under].alias = over as u32;
            columns[over].own -= 1.0 - columns[under].own;
            if columns[over].own < 1.0 {
                large.pop();
                small.push(over);
            }
        }
        Self { columns }
    }

    /// The distribution with weights `1 / (rank + shift)^exponent`, for ranks from 1.
    pub(crate) fn zipf_mandelbrot(len: u32, shift: f64, exponent: f64) -> Self {
        let weights: Vec<f64> = (1..=len).map(|rank| (f64::from(rank) + shift).powf(-exponent)).collect();
        Self::new(&weights)
    }

    /// Samples one outcome.
    pub(crate) fn draw(&self, random: &mut impl Rng) -> u32 {
        let outcome = random.gen_range(0..self.columns.len());
        let column = self.columns[outcome];
        if random.r#gen::<f64>() < column.own { outcome as u32 } else { column.alias }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn outcomes_come_as_often_as_their_weights_say() {
        let weights = [8.0, 1.0, 4.0, 3.0];
        let table = AliasTable::new(&weights);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut counts = [0u32; 4];
        for _ in 0..160_000 {
            counts[table.draw(&mut random) as usize] += 1;
        }
        for (count, weight) in counts.iter().zip(weights) {
            assert!((f64::from(*count) / 10_000.0 - weight).abs() < 0.1, "{counts:?}");
        }
    }
}
