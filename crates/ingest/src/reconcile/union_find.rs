//! Connected components of numbered items.

/// Items joined into components, each known by its least item. Uses union-find with path halving (Tarjan and
/// van Leeuwen, "Worst-case analysis of set union algorithms", 1984).
pub(crate) struct UnionFind(Vec<u32>);

impl UnionFind {
    /// `items` items, each a component of its own.
    pub(crate) fn new(items: u32) -> Self {
        Self((0..items).collect())
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The least item of an item's component.
    ///
    /// # Panics
    /// If there is no such item.
    pub(crate) fn least(&self, mut item: u32) -> u32 {
        while self.0[item as usize] != item {
            item = self.0[item as usize];
        }
        item
    }

    /// Joins the components of two items.
    ///
    /// # Panics
    /// If there are no such items.
    pub(crate) fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.shorten(one), self.shorten(other));
        self.0[one.max(other) as usize] = one.min(other);
    }

    /// As [`least`](Self::least), and halves the path to it.
    fn shorten(&mut self, mut item: u32) -> u32 {
        while self.0[item as usize] != item {
            self.0[item as usize] = self.0[self.0[item as usize] as usize];
            item = self.0[item as usize];
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_known_by_their_least_item() {
        let mut items = UnionFind::new(6);
        for (one, other) in [(5, 3), (4, 5), (1, 1), (3, 2)] {
            items.join(one, other);
        }
        let least: Vec<u32> = (0..6).map(|item| items.least(item)).collect();
        assert_eq!(least, [0, 1, 2, 2, 2, 2]);
    }
}
