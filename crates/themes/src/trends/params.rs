//! Settings of trends.

use super::trend::PeriodUnit;
use crate::ThemeError;

/// Settings of trends; see [`TrendValidParams::trends`].
#[derive(Clone, Debug, PartialEq)]
pub struct TrendParams(TrendValidParams);

/// Checked [`TrendParams`].
#[derive(Clone, Debug, PartialEq)]
pub struct TrendValidParams {
    pub(super) unit: Option<PeriodUnit>,
    pub(super) false_discovery_rate: f64,
    pub(super) least_change: f64,
    pub(super) least_periods: usize,
    pub(super) burst_ratio: f64,
    pub(super) burst_cost: f64,
}

impl Default for TrendParams {
    fn default() -> Self {
        Self(TrendValidParams {
            unit: None,
            false_discovery_rate: 0.05,
            least_change: 0.1,
            least_periods: 4,
            burst_ratio: 2.0,
            burst_cost: 1.0,
        })
    }
}

impl TrendParams {
    /// Length of the periods. Chosen from the counts by default; see
    /// [`Periods::choose`](super::Periods::choose).
    #[must_use]
    pub fn unit(mut self, unit: PeriodUnit) -> Self {
        self.0.unit = Some(unit);
        self
    }

    /// Share of false positives among the themes called rising or falling, in (0, 1). Default 0.05.
    #[must_use]
    pub fn false_discovery_rate(mut self, rate: f64) -> Self {
        self.0.false_discovery_rate = rate;
        self
    }

    /// Minimum relative change of a theme's odds from one window to the next that is called
    /// rising or falling, at least 0. In a large corpus, a change that matters to nobody can
    /// be beyond chance. Default 0.1.
    #[must_use]
    pub fn least_change(mut self, change: f64) -> Self {
        self.0.least_change = change;
        self
    }

    /// Minimum number of full periods at the end of the corpus for a trend, at least 3. Default 4.
    #[must_use]
    pub fn least_periods(mut self, periods: usize) -> Self {
        self.0.least_periods = periods;
        self
    }

    /// Kleinberg's automaton: ratio of the odds of the burst state to those of the base state,
    /// above 1, and the cost of entering it in units of the logarithm of the number of periods,
    /// at least 0. Defaults 2 and 1.
    #[must_use]
    pub fn bursts(mut self, ratio: f64, cost: f64) -> Self {
        (self.0.burst_ratio, self.0.burst_cost) = (ratio, cost);
        self
    }
}

impl TrendParams {
    /// Checks every parameter.
    ///
    /// # Errors
    /// [`ThemeError::InvalidParameter`] names the first parameter that is out of range.
    pub fn check(self) -> Result<TrendValidParams, ThemeError> {
        let valid = &self.0;
        let refuse = |parameter, reason: String| Err(ThemeError::InvalidParameter { parameter, reason });
        if !(valid.false_discovery_rate > 0.0 && valid.false_discovery_rate < 1.0) {
            return refuse(
                "false_discovery_rate",
                format!("must be in (0, 1), got {}", valid.false_discovery_rate),
            );
        }
        if !(valid.least_change >= 0.0 && valid.least_change.is_finite()) {
            return refuse(
                "least_change",
                format!("must be finite and at least 0, got {}", valid.least_change),
            );
        }
        if valid.least_periods < 3 {
            return refuse("least_periods", format!("must be at least 3, got {}", valid.least_periods));
        }
        if !(valid.burst_ratio > 1.0 && valid.burst_ratio.is_finite()) {
            return refuse("burst_ratio", format!("must be finite and above 1, got {}", valid.burst_ratio));
        }
        if !(valid.burst_cost >= 0.0 && valid.burst_cost.is_finite()) {
            return refuse("burst_cost", format!("must be finite and at least 0, got {}", valid.burst_cost));
        }
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_out_of_range_is_refused() {
        let refused = |params: TrendParams| match params.check() {
            Err(ThemeError::InvalidParameter { parameter, .. }) => parameter,
            other => panic!("expected a refusal, got {other:?}"),
        };
        let params = TrendParams::default;
        assert_eq!(refused(params().false_discovery_rate(0.0)), "false_discovery_rate");
        assert_eq!(refused(params().false_discovery_rate(f64::NAN)), "false_discovery_rate");
        assert_eq!(refused(params().least_change(-1.0)), "least_change");
        assert_eq!(refused(params().least_periods(2)), "least_periods");
        assert_eq!(refused(params().bursts(1.0, 1.0)), "burst_ratio");
        assert_eq!(refused(params().bursts(2.0, -1.0)), "burst_cost");
        assert!(params().check().is_ok());
    }
}
