//! What a report says if it was made from a sample of the input.

use serde::{Deserialize, Serialize};

use crate::{percent, thousands};

/// How much of the input a preview read.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Preview {
    /// Share of the input, between 0 and 1.
    pub share: f64,
    /// Number of records in the whole input, estimated from that share.
    pub records: u64,
}

/// Significant digits of an estimate.
const DIGITS: u32 = 2;

impl Preview {
    /// What a reader must know, in one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!(
            "This is a preview of an evenly spaced sample, about {} of some {} records; all sizes are those of the sample.",
            percent(self.share),
            thousands(rough(self.records))
        )
    }
}

/// A number rounded to its first digits.
fn rough(number: u64) -> u64 {
    let unit = 10_u64.pow((number.checked_ilog10().unwrap_or(0) + 1).saturating_sub(DIGITS));
    number.saturating_add(unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_told_as_one() {
        let sentence = |share, records| Preview { share, records }.sentence();
        assert!(
            sentence(0.0078, 3_049_831)
                .contains("an evenly spaced sample, about 0.8 % of some 3,000,000 records")
        );
        assert!(
            sentence(0.5, 55_499).contains("an evenly spaced sample, about 50.0 % of some 55,000 records")
        );
        assert_eq!([0, 7, 99, 995, 9_950].map(rough), [0, 7, 99, 1_000, 10_000]);
    }
}
