//! Settings of an update.

use crate::ThemeError;
use crate::fitting::DEVIATIONS;

/// Settings of an update.
#[derive(Clone, Debug, PartialEq)]
pub struct UpdateParams(UpdateValidParams);

/// Checked [`UpdateParams`].
#[derive(Clone, Debug, PartialEq)]
pub struct UpdateValidParams {
    pub(super) least_papers: usize,
    pub(super) deviations: f64,
}

impl Default for UpdateParams {
    fn default() -> Self {
        Self(UpdateValidParams { least_papers: 12, deviations: DEVIATIONS })
    }
}

impl UpdateParams {
    /// Minimum number of papers in a new theme, at least 2. Default 12.
    #[must_use]
    pub fn least_papers(mut self, papers: usize) -> Self {
        self.0.least_papers = papers;
        self
    }

    /// How many standard deviations below the mean cosine of a theme's papers a new paper may be and still
    /// belong to the theme, at least 0. Default 2.5.
    #[must_use]
    pub fn deviations(mut self, deviations: f64) -> Self {
        self.0.deviations = deviations;
        self
    }
}

impl UpdateParams {
    /// Checks every parameter.
    ///
    /// # Errors
    /// [`ThemeError::InvalidParameter`] names the first parameter that is out of range.
    pub fn check(self) -> Result<UpdateValidParams, ThemeError> {
        let refuse = |parameter, reason| Err(ThemeError::InvalidParameter { parameter, reason });
        if self.0.least_papers < 2 {
            return refuse("least_papers", format!("must be at least 2, got {}", self.0.least_papers));
        }
        if !(self.0.deviations >= 0.0 && self.0.deviations.is_finite()) {
            return refuse("deviations", format!("must be finite and at least 0, got {}", self.0.deviations));
        }
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_out_of_range_is_refused() {
        let refused = |params: UpdateParams| match params.check() {
            Err(ThemeError::InvalidParameter { parameter, .. }) => parameter,
            other => panic!("expected a refusal, got {other:?}"),
        };
        let params = UpdateParams::default;
        assert_eq!(refused(params().least_papers(1)), "least_papers");
        assert_eq!(refused(params().deviations(-1.0)), "deviations");
        assert_eq!(refused(params().deviations(f64::NAN)), "deviations");
        assert!(params().check().is_ok());
    }
}
