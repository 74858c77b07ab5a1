//! Papers that share an author.

use rayon::prelude::*;

use super::Corpus;

/// Most papers of one name: a name of more is likely that of several people.
const MOST_PAPERS: usize = 20;

impl Corpus {
    /// Pairs of papers among `rows` that share an author, by their places there: for every paper at most `partners`, in
    /// the order of `rows`. The partners are papers of the author with the fewest papers first.
    ///
    /// An author is a name of two words or more, in lower case; names of a single paper or of more than twenty tell
    /// nothing.
    ///
    /// # Panics
    /// When a row is not below [`len`](Self::len).
    #[must_use]
    pub fn pairs_by_author(&self, rows: &[u32], partners: usize) -> Vec<[u32; 2]> {
        let mut names: Vec<(u64, u32)> = rows
            .par_iter()
            .enumerate()
            .flat_map_iter(|(paper, &row)| {
                self.authors(row as usize).filter_map(name_key).map(move |name| (name, paper as u32))
            })
            .collect();
        names.par_sort_unstable();
        names.dedup();
        let authors: Vec<&[(u64, u32)]> = names
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|papers| (2..=MOST_PAPERS).contains(&papers.len()))
            .collect();
        let mut authorships: Vec<Authorship> = Vec::new();
        for (author, papers) in (0_u32..).zip(&authors) {
            authorships.extend(papers.iter().map(|&(_, paper)| Authorship {
                paper,
                papers: papers.len(),
                author,
            }));
        }
        authorships.par_sort_unstable();
        let of_papers: Vec<&[Authorship]> = authorships.chunk_by(|a, b| a.paper == b.paper).collect();
        of_papers
            .into_par_iter()
            .flat_map_iter(|of_paper| {
                let paper = of_paper[0].paper;
                let lists = of_paper.iter().map(|authorship| authors[authorship.author as usize]);
                let picked = picked(paper, &lists.collect::<Vec<_>>(), partners);
                picked.into_iter().map(move |partner| [paper, partner])
            })
            .collect()
    }
}

/// A paper of an author, in the order in which partners are looked for: by paper, then from the author with the fewest
/// papers on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Authorship {
    paper: u32,
    /// Papers of the author.
    papers: usize,
    author: u32,
}

/// What tells names apart; `None` for what is hardly a person's name.
fn name_key(name: &str) -> Option<u64> {
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let hash = blake3::hash(words.join(" ").as_bytes());
    let first = hash.as_bytes().first_chunk()?;
    (words.len() > 1).then(|| u64::from_le_bytes(*first))
}

/// The papers that follow `paper` in each author's list, in turn over the authors, each once.
fn picked(paper: u32, lists: &[&[(u64, u32)]], partners: usize) -> Vec<u32> {
    let mut picked: Vec<u32> = Vec::new();
    for step in 1..MOST_PAPERS {
        for list in lists.iter().filter(|list| step < list.len()) {
            let place = list.partition_point(|&(_, other)| other < paper);
            let partner = list[(place + step) % list.len()].1;
            if picked.len() < partners && !picked.contains(&partner) {
                picked.push(partner);
            }
        }
    }
    picked
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use proptest::prelude::*;

    use super::Corpus;
    use crate::IngestParams;

    fn corpus<'a>(authors: impl Iterator<Item = &'a str>) -> Corpus {
        let mut lines = String::new();
        for (number, authors) in authors.enumerate() {
            writeln!(
                lines,
                r#"{{"id":"2001.{number:05}","title":"Title {number}","abstract":"","authors":"{authors}"}}"#
            )
            .unwrap();
        }
        let path = tempfile::Builder::new().suffix(".jsonl").tempfile().unwrap();
        std::fs::write(path.path(), lines).unwrap();
        IngestParams::new().run(&[path.path().to_owned()]).unwrap().corpus
    }

    fn pairs(corpus: &Corpus, partners: usize) -> Vec<[u32; 2]> {
        corpus.pairs_by_author(&(0..corpus.len() as u32).collect::<Vec<_>>(), partners)
    }

    #[test]
    fn papers_of_one_author_are_paired() {
        let corpus = corpus(
            ["Ada One, Bo Two", "ADA  One", "Cy Three", "Bo Two, Ada One", "Mononym", "Mononym"].into_iter(),
        );
        assert_eq!(pairs(&corpus, 1), [[0, 3], [1, 3], [3, 0]], "Bo Two has fewer papers than Ada One");
        assert_eq!(pairs(&corpus, 2), [[0, 3], [0, 1], [1, 3], [1, 0], [3, 0], [3, 1]]);
        assert!(pairs(&corpus, 0).is_empty());
        assert_eq!(corpus.pairs_by_author(&[1, 2, 3], 2), [[0, 2], [2, 0]], "by their places among the rows");
    }

    #[test]
    fn common_names_tell_nothing() {
        assert_eq!(pairs(&corpus((0..20).map(|_| "Wei Wang")), 1).len(), 20);
        assert!(pairs(&corpus((0..21).map(|_| "Wei Wang")), 1).is_empty());
    }

    proptest! {
        #[test]
        fn pairs_share_an_author_and_no_paper_is_its_own_partner(
            papers in prop::collection::vec(prop::collection::btree_set(0_usize..12, 1..4), 1..40),
            partners in 0_usize..5,
        ) {
            let names: Vec<String> = papers
                .iter()
                .map(|authors| authors.iter().map(|author| format!("Author N{author}")).collect::<Vec<_>>().join(", "))
                .collect();
            let corpus = corpus(names.iter().map(String::as_str));
            let pairs = pairs(&corpus, partners);
            for &[row, partner] in &pairs {
                prop_assert_ne!(row, partner);
                prop_assert!(!papers[row as usize].is_disjoint(&papers[partner as usize]));
            }
            for row in 0..papers.len() as u32 {
                let mut found: Vec<u32> = pairs.iter().filter(|pair| pair[0] == row).map(|pair| pair[1]).collect();
                prop_assert!(found.len() <= partners);
                let count = found.len();
                found.sort_unstable();
                found.dedup();
                prop_assert_eq!(found.len(), count);
            }
        }
    }
}
