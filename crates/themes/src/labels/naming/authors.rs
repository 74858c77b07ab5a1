//! Who wrote the papers.

use std::hash::Hasher;

use rustc_hash::{FxHashSet, FxHasher};

/// The authors of papers.
#[derive(Debug, Default)]
pub struct Authors {
    /// Per paper: the place after its last author in `names`.
    ends: Vec<u32>,
    /// Hashes of the names. That two names have the same one is rare, and makes one paper count less.
    names: Vec<u32>,
}

impl Authors {
    /// Reads the authors' names of papers in corpus order. Capitals and the width of spaces mean nothing, and a
    /// single word is hardly a person's name.
    pub fn read<'a, P>(papers: impl IntoIterator<Item = P>) -> Self
    where
        P: IntoIterator<Item = &'a str>,
    {
        let mut authors = Self::default();
        for paper in papers {
            authors.names.extend(paper.into_iter().filter_map(hash));
            authors.ends.push(authors.names.len() as u32);
        }
        authors
    }

    /// Number of papers in `rows` of which no two have a common author, each taken if it shares none with those taken
    /// before it. A paper without authors shares none.
    pub(super) fn independent(&self, rows: impl Iterator<Item = usize>) -> usize {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        rows.filter(|&row| {
            let authors = self.of(row);
            let is_new = authors.iter().all(|author| !seen.contains(author));
            if is_new {
                seen.extend(authors);
            }
            is_new
        })
        .count()
    }

    fn of(&self, row: usize) -> &[u32] {
        let Some(&end) = self.ends.get(row) else { return &[] };
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.names[start as usize..end as usize]
    }
}

fn hash(name: &str) -> Option<u32> {
    let mut hasher = FxHasher::default();
    let mut words = 0;
    for word in name.split_whitespace() {
        hasher.write(word.to_lowercase().as_bytes());
        hasher.write_u8(b' ');
        words += 1;
    }
    (words > 1).then(|| (hasher.finish() >> 32) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_team_writes_counts_once() {
        let papers: [&[&str]; 6] = [
            &["Ada Byron", "Charles Babbage"],
            &["charles  babbage"],
            &["Emmy Noether"],
            &[],
            &["Collaboration"],
            &["Collaboration", "Ada Byron"],
        ];
        let authors = Authors::read(papers.iter().map(|paper| paper.iter().copied()));
        assert_eq!(authors.independent([0, 1].into_iter()), 1);
        assert_eq!(authors.independent(0..6), 4, "the second and the last share an author with the first");
        assert_eq!(authors.independent([1, 5].into_iter()), 2);
        assert_eq!(Authors::default().independent(0..3), 3);
    }
}
