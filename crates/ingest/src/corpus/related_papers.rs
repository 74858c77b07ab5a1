//! Pairs of papers that share an author or a reference.

use rayon::prelude::*;

use super::Corpus;

/// An author or reference with more papers than this is ignored: such a name probably stands for several
/// people, and such a reference says little about any of its papers.
const MOST_PAPERS: usize = 20;

impl Corpus {
    /// Pairs of papers that share an author, as indices into `rows`: at most `partners` for each paper, in
    /// the order of `rows`. Partners are taken first from the author with the fewest papers.
    ///
    /// Authors are told apart as in [`author_marks`](Self::author_marks). Names with one paper or with more than twenty
    /// are ignored.
    ///
    /// # Panics
    /// When a row is not below [`len`](Self::len).
    #[must_use]
    pub fn pairs_by_author(&self, rows: &[u32], partners: usize) -> Vec<[u32; 2]> {
        pairs(rows, partners, |row| self.author_marks(row))
    }

    /// A hash for each author of a paper: of a name of two or more words, in lower case. A single word is hardly a person's
    /// name.
    pub fn author_marks(&self, row: usize) -> impl Iterator<Item = u64> {
        self.authors(row).filter_map(name_mark)
    }

    /// Pairs of papers of which one cites the other or both cite the same work (bibliographic coupling; M. M.
    /// Kessler, American Documentation 14, 1963), in the form of [`pairs_by_author`](Self::pairs_by_author).
    /// Partners are taken first from the work that the fewest papers cite.
    ///
    /// # Panics
    /// When a row is not below [`len`](Self::len).
    #[must_use]
    pub fn pairs_by_reference(&self, rows: &[u32], partners: usize) -> Vec<[u32; 2]> {
        pairs(rows, partners, |row| {
            let doi = self.doi(row).map(|doi| mark(&format!("doi:{doi}")));
            let own = [Some(self.key(row)), self.arxiv_id(row), self.external_id(row)]
                .into_iter()
                .flatten()
                .map(mark);
            // A paper also counts among those that cite it.
            self.references(row).chain(self.identifiers(row)).map(mark).chain(own).chain(doi)
        })
    }
}

/// Pairs of papers in `rows` that have a mark in common.
fn pairs<Marks: Iterator<Item = u64>>(
    rows: &[u32],
    partners: usize,
    marks_of: impl Fn(usize) -> Marks + Sync,
) -> Vec<[u32; 2]> {
    let mut marks: Vec<(u64, u32)> = rows
        .par_iter()
        .enumerate()
        .flat_map_iter(|(paper, &row)| marks_of(row as usize).map(move |mark| (mark, paper as u32)))
        .collect();
    marks.par_sort_unstable();
    marks.dedup();
    let groups: Vec<&[(u64, u32)]> = marks
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|papers| (2..=MOST_PAPERS).contains(&papers.len()))
        .collect();
    let mut members: Vec<Member> = Vec::new();
    for (group, papers) in (0_u32..).zip(&groups) {
        members.extend(papers.iter().map(|&(_, paper)| Member { paper, papers: papers.len(), group }));
    }
    members.par_sort_unstable();
    let of_papers: Vec<&[Member]> = members.chunk_by(|a, b| a.paper == b.paper).collect();
    of_papers
        .into_par_iter()
        .flat_map_iter(|of_paper| {
            let paper = of_paper[0].paper;
            let lists = of_paper.iter().map(|member| groups[member.group as usize]);
            let picked = picked(paper, &lists.collect::<Vec<_>>(), partners);
            picked.into_iter().map(move |partner| [paper, partner])
        })
        .collect()
}

/// A paper's membership in the group of papers with one mark. Sorts by paper and then by group size, the
/// order in which partners are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Member {
    paper: u32,
    /// The number of papers in the group.
    papers: usize,
    group: u32,
}

/// A hash that identifies a text.
fn mark(text: &str) -> u64 {
    let hash = blake3::hash(text.as_bytes());
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has more than eight bytes"))
}

/// A hash that identifies an author's name; `None` for a single word, which is hardly a person's name.
fn name_mark(name: &str) -> Option<u64> {
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    (words.len() > 1).then(|| mark(&words.join(" ")))
}

/// Up to `partners` papers that follow `paper` in `lists`, taken from each list in turn, without repetition.
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

    #[test]
    fn papers_that_cite_the_same_or_each_other_are_related() {
        let line = |id: &str, cited: &str| {
            format!("{{\"title\":\"On {id}\",\"id\":\"x:{id}\",\"references\":[{cited}]}}\n")
        };
        let lines = [
            line("a", "\"x:b\""),
            line("b", ""),
            line("c", "\"https://doi.org/10.1000/FAR\", \"Smith, On queues, 2001\""),
            line("d", "\"10.1000/far\", \"Smith, On queues, 2001\""),
            line("e", "\"10.1000/other\""),
        ];
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), lines.concat()).unwrap();
        let corpus = IngestParams::new().run(&[file.path().to_owned()]).unwrap().corpus;
        assert_eq!(corpus.references(2).collect::<Vec<_>>(), ["doi:10.1000/far"]);
        let rows: Vec<u32> = (0..5).collect();
        assert_eq!(corpus.pairs_by_reference(&rows, 4), [[0, 1], [1, 0], [2, 3], [3, 2]]);
    }
}
