//! Divides the row groups of a Parquet file among cores.

use std::ops::Range;

use crate::sources::pipeline::THIN_ROWS;

/// Rows per piece, decoded and made into records as one unit of parallel work. A piece has fewer rows if they
/// take more than [`BYTES_PER_TASK`], but hardly fewer than [`MIN_ROWS`], whatever the file claims. A page
/// shared by two pieces is decompressed for each.
const ROWS_PER_TASK: usize = 128 << 10;
const BYTES_PER_TASK: usize = 160 << 20;
pub(super) const MIN_ROWS: usize = 4 << 10;

/// The rows of each piece of work, for row groups given as (rows, decompressed bytes). No piece crosses the
/// end of a group. The pieces of a group have the same size and are even in number, so that no core waits
/// long for the last one.
pub(super) fn slices(groups: impl Iterator<Item = (usize, usize)>) -> Vec<Range<usize>> {
    let mut slices = Vec::new();
    let mut first = 0;
    for (rows, bytes) in groups {
        let end = first + rows;
        let pieces = match rows / MIN_ROWS {
            0 | 1 => 1,
            most => {
                rows.div_ceil(ROWS_PER_TASK).max(bytes.div_ceil(BYTES_PER_TASK).min(most)).next_multiple_of(2)
            }
        };
        while first < end {
            let next = end.min(first + rows.div_ceil(pieces));
            slices.push(first..next);
            first = next;
        }
    }
    slices
}

/// The rows of each piece when only some pieces are wanted, for row groups with these numbers of rows.
pub(super) fn thin_slices(groups: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut end = 0;
    let of_group = |rows: usize| {
        let first = end;
        end += rows;
        (first..end).step_by(THIN_ROWS).map(move |start| start..(first + rows).min(start + THIN_ROWS))
    };
    groups.flat_map(of_group).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lengths(groups: &[(usize, usize)]) -> Vec<usize> {
        slices(groups.iter().copied()).iter().map(ExactSizeIterator::len).collect()
    }

    #[test]
    fn a_group_is_divided_by_its_rows_or_its_bytes() {
        assert_eq!(lengths(&[(2 * MIN_ROWS - 1, usize::MAX)]), [2 * MIN_ROWS - 1], "too few rows");
        assert_eq!(lengths(&[(100_000, 1)]), [50_000; 2], "one for each of two cores");
        assert_eq!(lengths(&[(4 * ROWS_PER_TASK, 1)]), [ROWS_PER_TASK; 4], "by rows");
        assert_eq!(lengths(&[(100_000, 6 * BYTES_PER_TASK)]), [[16_667; 5].as_slice(), &[16_665]].concat());
        assert_eq!(lengths(&[(10 * MIN_ROWS, usize::MAX)]), [MIN_ROWS; 10], "bytes that cannot be true");
        assert_eq!(lengths(&[(0, 0), (3, 9), (0, 9)]), [3]);
        let thin = thin_slices([THIN_ROWS + 1, 0, 2].into_iter());
        assert_eq!(thin, [0..THIN_ROWS, THIN_ROWS..THIN_ROWS + 1, THIN_ROWS + 1..THIN_ROWS + 3]);
    }

    proptest! {
        #[test]
        fn every_row_is_in_one_slice_and_no_slice_in_two_groups(
            groups in prop::collection::vec((0_usize..400_000, any::<usize>()), 0..6)
        ) {
            let slices = slices(groups.iter().copied());
            let mut next = 0;
            for slice in &slices {
                prop_assert_eq!(slice.start, next);
                prop_assert!(!slice.is_empty() && slice.len() <= ROWS_PER_TASK);
                next = slice.end;
            }
            let ends = groups.iter().scan(0, |end, (rows, _)| {
                *end += rows;
                Some(*end)
            });
            for end in ends {
                prop_assert!(end == 0 || slices.iter().any(|slice| slice.end == end));
            }
        }
    }
}
