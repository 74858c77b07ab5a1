//! Settings of the learned projection.

use thema_features::FeatureError;

/// Settings of [`Contrastive`](super::Contrastive); [`check`](Self::check) validates them.
#[derive(Clone, Debug, PartialEq)]
pub struct ContrastiveParams {
    pub(super) epochs: usize,
    pub(super) batch: usize,
    pub(super) temperature: f32,
    pub(super) learning_rate: f32,
    pub(super) final_rate: f32,
    pub(super) title_dropout: f32,
    pub(super) body_dropout: f32,
    pub(super) held_out: f32,
    pub(super) most_pairs: usize,
    pub(super) patience: usize,
    pub(super) seed: u64,
}

/// Checked [`ContrastiveParams`].
#[derive(Clone, Debug, PartialEq)]
pub struct ContrastiveValidParams(pub(super) ContrastiveParams);

impl Default for ContrastiveParams {
    fn default() -> Self {
        Self {
            epochs: 4,
            batch: 256,
            temperature: 0.15,
            learning_rate: 5e-3,
            final_rate: 0.01,
            title_dropout: 0.1,
            body_dropout: 0.4,
            held_out: 0.02,
            most_pairs: 250_000,
            patience: 2,
            seed: 0,
        }
    }
}

macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $kind:ty;)*) => {
        impl ContrastiveParams {
            $($(#[$doc])*
            #[must_use]
            pub fn $name(mut self, $name: $kind) -> Self {
                self.$name = $name;
                self
            })*
        }
    };
}

setters! {
    /// Passes over the pairs.
    epochs: usize;
    /// Pairs per step: every title is compared with this many bodies.
    batch: usize;
    /// Temperature: cosines are divided by it before the softmax.
    temperature: f32;
    /// Learning rate.
    learning_rate: f32;
    /// Ratio of the final to the initial learning rate, which decreases linearly.
    final_rate: f32;
    /// Share of a title's terms dropped per step.
    title_dropout: f32;
    /// Share of a body's terms dropped per step.
    body_dropout: f32;
    /// Share of pairs held out from learning and measured after every epoch.
    held_out: f32;
    /// Most pairs learned from; more are sampled, so that the cost is bounded.
    most_pairs: usize;
    /// Epochs without a better held-out loss after which learning stops.
    patience: usize;
    /// Seed of the sampling, the order and the dropout.
    seed: u64;
}

impl ContrastiveParams {
    /// The settings for a table that has already been learned: a lower learning rate, to keep what a small
    /// corpus does not cover.
    #[must_use]
    pub fn continued() -> Self {
        Self::default().learning_rate(2.25e-3)
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// [`FeatureError::InvalidParameter`] names the first setting out of its range.
    pub fn check(self) -> Result<ContrastiveValidParams, FeatureError> {
        let counts = [
            ("epochs", self.epochs, 0, 1000),
            ("batch", self.batch, 2, 16_384),
            ("most pairs", self.most_pairs, 2, 1 << 30),
            ("patience", self.patience, 1, 1000),
        ];
        for (name, value, least, most) in counts {
            if !(least..=most).contains(&value) {
                return Err(FeatureError::invalid(name, value, "in the documented range"));
            }
        }
        if !(0.005..=10.0).contains(&self.temperature) {
            return Err(FeatureError::invalid("temperature", self.temperature, "from 0.005 to 10"));
        }
        if !(self.learning_rate > 0.0 && self.learning_rate <= 1.0) {
            return Err(FeatureError::invalid("learning rate", self.learning_rate, "above 0 and at most 1"));
        }
        if !(0.0..=1.0).contains(&self.final_rate) {
            return Err(FeatureError::invalid("final rate", self.final_rate, "from 0 to 1"));
        }
        for (name, share) in [
            ("title dropout", self.title_dropout),
            ("body dropout", self.body_dropout),
            ("held-out share", self.held_out),
        ] {
            if !(0.0..=0.9).contains(&share) {
                return Err(FeatureError::invalid(name, share, "from 0 to 0.9"));
            }
        }
        Ok(ContrastiveValidParams(self))
    }
}

#[cfg(test)]
mod tests {
    use super::ContrastiveParams;

    #[test]
    fn settings_out_of_range_are_rejected() {
        let params = ContrastiveParams::default;
        assert!(params().check().is_ok());
        assert!(params().epochs(1001).check().is_err());
        assert!(params().batch(1).check().is_err());
        assert!(params().most_pairs(1).check().is_err());
        assert!(params().patience(0).check().is_err());
        assert!(params().temperature(0.0).check().is_err());
        assert!(params().temperature(f32::NAN).check().is_err());
        assert!(params().learning_rate(0.0).check().is_err());
        assert!(params().final_rate(1.1).check().is_err());
        assert!(params().title_dropout(1.0).check().is_err());
        assert!(params().body_dropout(f32::NAN).check().is_err());
        assert!(params().held_out(0.95).check().is_err());
    }
}
