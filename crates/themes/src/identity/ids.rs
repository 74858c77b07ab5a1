//! Ids of themes.

use serde::{Deserialize, Serialize};

/// Issues theme ids, `t-1`, `t-2` and so on, each once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThemeIds {
    next: u64,
}

impl Default for ThemeIds {
    fn default() -> Self {
        Self { next: 1 }
    }
}

impl ThemeIds {
    /// Issues ids after all of `used`. Ids that are not `t-` and a number cannot collide with new ones.
    #[must_use]
    pub fn after<'a>(used: impl IntoIterator<Item = &'a str>) -> Self {
        let number = |id: &str| id.strip_prefix("t-").and_then(|number| number.parse::<u64>().ok());
        let last = used.into_iter().filter_map(number).max().unwrap_or(0);
        Self { next: last.saturating_add(1) }
    }

    /// An id that was never issued before.
    ///
    /// # Panics
    /// After 2^64 ids.
    pub fn fresh(&mut self) -> String {
        let id = format!("t-{}", self.next);
        self.next = self.next.checked_add(1).expect("fewer than 2^64 themes");
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_begin_after_the_used_ones() {
        let mut ids = ThemeIds::after(["t-3", "t-17", "serving", "t-x"]);
        assert_eq!((ids.fresh(), ids.fresh()), ("t-18".into(), "t-19".into()));
        assert_eq!(ThemeIds::default().fresh(), "t-1");
    }
}
