//! The exact test of two shares, for small counts.

/// A share of papers: those of a theme, and all.
type Share = (f64, f64);

/// Two-sided p-value of Fisher's exact test: the probability, given all sums, of the tables that are at most as likely as the
/// one counted (Fisher, "The logic of inductive inference", 1935). The work grows with the least sum.
pub(super) fn exact_test(before: Share, recent: Share) -> f64 {
    let (first, chances) = chances(before, recent);
    let seen = chances[recent.0 as usize - first];
    // Tables of equal likelihood differ by rounding.
    chances.iter().filter(|&&chance| chance <= seen * (1.0 + 1e-7)).sum::<f64>().min(1.0)
}

/// The smallest p-value that counts with these sums could have: that of the less likely extreme. A comparison that cannot be
/// significant need not be corrected for (Tarone, "A modified Bonferroni method for discrete data", 1990).
pub(super) fn least_p_value(before: Share, recent: Share) -> f64 {
    let (_, chances) = chances(before, recent);
    chances[0].min(chances[chances.len() - 1])
}

/// The probability of each number of recent papers of the theme, and the smallest such number.
fn chances((before, all_before): Share, (recent, all_recent): Share) -> (usize, Vec<f64>) {
    let of_theme = before + recent;
    let first = (of_theme - all_before).max(0.0);
    let last = of_theme.min(all_recent);
    let mut logarithms = vec![0.0_f64];
    let mut papers = first;
    while papers < last {
        let up = (of_theme - papers) * (all_recent - papers);
        let down = (papers + 1.0) * (all_before - of_theme + papers + 1.0);
        logarithms.push(logarithms[logarithms.len() - 1] + (up / down).ln());
        papers += 1.0;
    }
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logarithms.iter().map(|logarithm| (logarithm - most).exp()).collect();
    let sum: f64 = weights.iter().sum();
    (first as usize, weights.into_iter().map(|weight| weight / sum).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_those_of_scipy() {
        // scipy 1.17.1: stats.fisher_exact([[a, m - a], [b, n - b]])
        for (a, m, b, n, expected) in [
            (3.0, 23.0, 0.0, 190.0, 0.001_115_249_1),
            (4.0, 51.0, 0.0, 190.0, 0.001_822_948_3),
            (8.0, 10.0, 1.0, 6.0, 0.034_965_03),
            (0.0, 5.0, 0.0, 9.0, 1.0),
            (5.0, 5.0, 9.0, 9.0, 1.0),
        ] {
            let got = exact_test((a, m), (b, n));
            assert!((got - expected).abs() < 1e-6, "{a}/{m} {b}/{n}: {got}");
            assert!((exact_test((b, n), (a, m)) - got).abs() < 1e-12);
        }
    }

    #[test]
    fn one_paper_can_tell_nothing() {
        assert!((least_p_value((0.0, 341.0), (1.0, 370.0)) - 341.0 / 711.0).abs() < 1e-12);
        assert!(least_p_value((3.0, 23.0), (0.0, 190.0)) < 0.05);
    }
}
