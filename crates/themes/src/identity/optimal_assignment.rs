//! The assignment problem.

use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;

/// Values are rounded to integers in units of one over this.
const PARTS: f64 = 1e12;

/// Pairs rows with columns one to one so that the sum of `value(row, column)`, a number from 0 to 1, is
/// largest. Returns the column of every row, `None` for rows left over if there are more rows than columns.
pub(super) fn optimal_assignment(
    rows: usize,
    columns: usize,
    value: &dyn Fn(usize, usize) -> f64,
) -> Vec<Option<usize>> {
    if rows == 0 || columns == 0 {
        return vec![None; rows];
    }
    if rows > columns {
        let mut by_row = vec![None; rows];
        let by_column = optimal_assignment(columns, rows, &|row, column| value(column, row));
        for (column, row) in by_column.into_iter().enumerate() {
            if let Some(row) = row {
                by_row[row] = Some(column);
            }
        }
        return by_row;
    }
    let weights = Matrix::from_fn(rows, columns, |(row, column)| (value(row, column) * PARTS).round() as i64);
    kuhn_munkres(&weights).1.into_iter().map(Some).collect()
}
#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn best_by_trying(values: &[Vec<f64>], row: usize, used: &mut Vec<bool>) -> f64 {
        if row == values.len() {
            return 0.0;
        }
        let mut best = f64::NEG_INFINITY;
        for column in 0..used.len() {
            if !used[column] {
                used[column] = true;
                best = best.max(values[row][column] + best_by_trying(values, row + 1, used));
                used[column] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_assignment_is_better(
            values in (1_usize..5, 5_usize..6).prop_flat_map(|(rows, columns)| {
                prop::collection::vec(prop::collection::vec(0.0_f64..1.0, columns), rows)
            }),
        ) {
            let columns = values[0].len();
            let found = optimal_assignment(values.len(), columns, &|row, column| values[row][column]);
            let sum: f64 = found.iter().enumerate().map(|(row, c)| values[row][c.unwrap()]).sum();
            prop_assert!((sum - best_by_trying(&values, 0, &mut vec![false; columns])).abs() < 1e-9);
            let turned = optimal_assignment(columns, values.len(), &|row, column| values[column][row]);
            let sum: f64 =
                turned.iter().enumerate().filter_map(|(row, c)| c.map(|c| values[c][row])).sum();
            prop_assert!((sum - best_by_trying(&values, 0, &mut vec![false; columns])).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_to_assign() {
        assert!(optimal_assignment(0, 3, &|_, _| 1.0).is_empty());
        assert_eq!(optimal_assignment(2, 0, &|_, _| 1.0), [None, None]);
    }
}
