//! The model that generates papers.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::alias::AliasTable;
use crate::calendar::days_from_civil;
use crate::words::{self, STOP_WORDS};

/// Words that belong to one cluster.
const CLUSTER_WORDS: u32 = 300;
/// Words that the clusters of one field share.
const FIELD_WORDS: u32 = 600;
/// Clusters of one field.
const FIELD_CLUSTERS: u32 = 5;
/// Shift and exponent of the Zipf-Mandelbrot law for words that belong to no cluster.
const GENERAL_LAW: (f64, f64) = (2.7, 1.1);
/// The same for words of a cluster or a field.
const TOPIC_LAW: (f64, f64) = (8.0, 1.0);
/// Among words with content: the share from the cluster, and the share from its field; the rest is general.
const CLUSTER_SHARE: f64 = 0.22;
const FIELD_SHARE: f64 = 0.18;
/// Among all words: the share without content.
const STOP_SHARE: f64 = 0.36;
/// Share of a cluster's words that are followed by their fixed partner, so that the cluster has phrases.
const PHRASE_SHARE: f64 = 0.3;
/// Share of papers that take every other topical word from a second cluster.
const MIXED_SHARE: f64 = 0.12;
/// Median of the abstract's length in words, and standard deviation of its logarithm.
const LENGTH: (f64, f64) = (140.0, 0.38);
/// Months over which the papers are spread, starting in January 2007; as
/// many as five-digit identifiers allow.
const MONTHS: u32 = 228;

/// The parameters of a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorpusParams {
    /// Papers, at most 20 million.
    pub papers: u32,
    /// Clusters, from 1 to 1,000; cluster `c` has a share proportional to `1 / sqrt(c + 1)`.
    pub clusters: u32,
    /// Distinct words that belong to no cluster, from 1 to 5 million.
    pub vocabulary: u32,
    /// Seed of every random choice.
    pub seed: u64,
}

impl Default for CorpusParams {
    fn default() -> Self {
        Self { papers: 10_000, clusters: 40, vocabulary: 400_000, seed: 1 }
    }
}

/// Parameters for which there is no corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorpusError {
    /// More papers than there are identifiers.
    #[error("{0} papers, more than 20000000")]
    Papers(u32),
    /// No cluster, or more than there are category codes.
    #[error("{0} clusters, not from 1 to 1000")]
    Clusters(u32),
    /// No general word, or more than the model is meant for.
    #[error("{0} words in the vocabulary, not from 1 to 5000000")]
    Vocabulary(u32),
}

/// A corpus, generated paper by paper.
///
/// Every word is a stop word (36 %), a general word (Zipf-Mandelbrot, exponent 1.1, over the vocabulary; new words
/// keep coming as a corpus grows, as in real text), a word of the paper's cluster (300 words) or of the cluster's
/// field (600 words, shared by five clusters; exponent 1.0). In three of ten cases, a cluster's word is followed by
/// its fixed partner. One paper in eight mixes two clusters. Abstracts have a log-normal length with a median of
/// 140 words, titles 5 to 12 words, mostly topical.
#[derive(Clone, Debug)]
pub struct Corpus {
    params: CorpusParams,
    clusters: AliasTable,
    general: AliasTable,
    cluster_words: AliasTable,
    field_words: AliasTable,
    roots: Vec<String>,
}

/// One generated paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Identifier in arXiv's scheme, unique in the corpus.
    pub id: String,
    /// Title.
    pub title: String,
    /// Abstract.
    pub abstract_text: String,
    /// Day of submission, seconds since 1970-01-01T00:00:00Z.
    pub submitted: i64,
    /// The cluster it was generated from.
    pub cluster: u32,
}

impl Corpus {
    /// Prepares the tables, 50 bytes per word of the vocabulary.
    ///
    /// # Errors
    /// [`CorpusError`] if a parameter is out of range.
    pub fn new(params: CorpusParams) -> Result<Self, CorpusError> {
        if params.papers > 20_000_000 {
            return Err(CorpusError::Papers(params.papers));
        }
        if !(1..=1_000).contains(&params.clusters) {
            return Err(CorpusError::Clusters(params.clusters));
        }
        if !(1..=5_000_000).contains(&params.vocabulary) {
            return Err(CorpusError::Vocabulary(params.vocabulary));
        }
        let fields = params.clusters.div_ceil(FIELD_CLUSTERS);
        let words = params.vocabulary + params.clusters * CLUSTER_WORDS + fields * FIELD_WORDS;
        let shares: Vec<f64> = (0..params.clusters).map(|c| f64::from(c + 1).sqrt().recip()).collect();
        Ok(Self {
            params,
            clusters: AliasTable::new(&shares),
            general: AliasTable::zipf_mandelbrot(params.vocabulary, GENERAL_LAW.0, GENERAL_LAW.1),
            cluster_words: AliasTable::zipf_mandelbrot(CLUSTER_WORDS, TOPIC_LAW.0, TOPIC_LAW.1),
            field_words: AliasTable::zipf_mandelbrot(FIELD_WORDS, TOPIC_LAW.0, TOPIC_LAW.1),
            roots: (0..words).map(words::root).collect(),
        })
    }

    /// Number of papers.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.params.papers
    }

    /// Whether there is no paper.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.params.papers == 0
    }

    /// Number of clusters that papers are drawn from.
    #[must_use]
    pub fn clusters(&self) -> u32 {
        self.params.clusters
    }

    /// Generates paper `index`.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    #[must_use]
    pub fn paper(&self, index: u32) -> Paper {
        assert!(index < self.params.papers, "paper {index} of {}", self.params.papers);
        let stream = self.params.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(index);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(stream);
        let cluster = self.clusters.draw(&mut random);
        let second = if random.gen_bool(MIXED_SHARE) { self.clusters.draw(&mut random) } else { cluster };
        let (id, submitted) = self.identity(index);
        let title_words = random.gen_range(5..=12);
        let title = self.text(&mut random, [cluster, second], title_words, 0.15, 2.0);
        let abstract_words =
            (LENGTH.0 * (LENGTH.1 * standard_normal(&mut random)).exp()).clamp(25.0, 420.0) as u32;
        let abstract_text = self.text(&mut random, [cluster, second], abstract_words, STOP_SHARE, 1.0);
        Paper { id, title, abstract_text, submitted, cluster }
    }

    /// Every paper, in order.
    #[must_use]
    pub fn papers(&self) -> impl ExactSizeIterator<Item = Paper> + '_ {
        (0..self.params.papers).map(|index| self.paper(index))
    }

    /// Identifier and day of paper `index`; papers are spread evenly over the months.
    fn identity(&self, index: u32) -> (String, i64) {
        let a_month = self.params.papers.div_ceil(MONTHS).max(1);
        let (month, number) = (index / a_month, index % a_month);
        let (year, month_of_year) = (2007 + month / 12, month % 12 + 1);
        let day = i64::from(number) * 28 / i64::from(a_month) + 1;
        let id = format!("{:02}{month_of_year:02}.{:05}", year % 100, number + 1);
        (id, days_from_civil(i64::from(year), i64::from(month_of_year), day) * 86_400)
    }

    /// Generates `count` words or one more; `topical` multiplies the shares of topical words.
    fn text(&self, random: &mut impl Rng, clusters: [u32; 2], count: u32, stop: f64, topical: f64) -> String {
        let mut sentences = Sentences::default();
        while sentences.words < count {
            let cluster = clusters[(sentences.words % 2) as usize];
            let kind = random.r#gen::<f64>();
            if kind < stop {
                let word = STOP_WORDS[random.gen_range(0..STOP_WORDS.len())];
                sentences.push(|text| text.push_str(word));
                continue;
            }
            let kind = (kind - stop) / (1.0 - stop) / topical;
            let root = if kind < CLUSTER_SHARE {
                let word = self.cluster_words.draw(random);
                let first = Self::cluster_word(cluster, word);
                if random.gen_bool(PHRASE_SHARE) {
                    sentences.push(|text| text.push_str(&self.roots[first]));
                    Self::cluster_word(cluster, (word * 7 + 11) % CLUSTER_WORDS)
                } else {
                    first
                }
            } else if kind < CLUSTER_SHARE + FIELD_SHARE {
                self.field_word(cluster, self.field_words.draw(random))
            } else {
                self.general_word(self.general.draw(random))
            };
            sentences.push(|text| words::push_inflected(text, &self.roots[root], random));
        }
        sentences.text
    }

    fn cluster_word(cluster: u32, word: u32) -> usize {
        (cluster * CLUSTER_WORDS + word) as usize
    }

    fn field_word(&self, cluster: u32, word: u32) -> usize {
        (self.params.clusters * CLUSTER_WORDS + cluster / FIELD_CLUSTERS * FIELD_WORDS + word) as usize
    }

    fn general_word(&self, word: u32) -> usize {
        self.roots.len() - self.params.vocabulary as usize + word as usize
    }
}

/// A text built word by word, with a capital and a full stop every seventeen words.
#[derive(Default)]
struct Sentences {
    text: String,
    words: u32,
}

impl Sentences {
    fn push(&mut self, write: impl FnOnce(&mut String)) {
        let starts = self.words.is_multiple_of(17);
        if self.words > 0 {
            self.text.push_str(if starts { ". " } else { " " });
        }
        let start = self.text.len();
        write(&mut self.text);
        if starts {
            self.text[start..=start].make_ascii_uppercase();
        }
        self.words += 1;
    }
}

/// A sample from the standard normal distribution (Box and Muller, 1958).
pub(crate) fn standard_normal(random: &mut impl Rng) -> f64 {
    let radius = (-2.0 * (1.0 - random.r#gen::<f64>()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.r#gen::<f64>()).cos()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn corpus(papers: u32) -> Corpus {
        Corpus::new(CorpusParams { papers, clusters: 8, vocabulary: 20_000, seed: 5 }).unwrap()
    }

    #[test]
    fn parameters_out_of_range_are_refused() {
        let params = CorpusParams::default();
        for (params, error) in [
            (CorpusParams { papers: 20_000_001, ..params }, CorpusError::Papers(20_000_001)),
            (CorpusParams { clusters: 0, ..params }, CorpusError::Clusters(0)),
            (CorpusParams { clusters: 1_001, ..params }, CorpusError::Clusters(1_001)),
            (CorpusParams { vocabulary: 0, ..params }, CorpusError::Vocabulary(0)),
            (CorpusParams { vocabulary: 5_000_001, ..params }, CorpusError::Vocabulary(5_000_001)),
        ] {
            assert_eq!(Corpus::new(params).unwrap_err(), error);
        }
    }

    #[test]
    fn a_paper_does_not_depend_on_the_others() {
        let (small, large) = (corpus(100), corpus(1_000));
        for index in [0, 7, 99] {
            let (one, other) = (small.paper(index), large.paper(index));
            assert_eq!((one.title, one.abstract_text), (other.title, other.abstract_text));
        }
        assert_ne!(small.paper(0).title, small.paper(1).title);
    }

    #[test]
    fn identifiers_are_distinct_and_in_order_of_time() {
        let corpus = corpus(5_000);
        let papers: Vec<Paper> = corpus.papers().collect();
        assert_eq!(papers.iter().map(|paper| &paper.id).collect::<BTreeSet<_>>().len(), 5_000);
        assert!(papers.is_sorted_by_key(|paper| paper.submitted));
        assert_eq!((papers[0].id.as_str(), papers[0].submitted), ("0701.00001", 1_167_609_600));
    }

    #[test]
    fn word_counts_follow_the_law_and_clusters_differ() {
        let corpus = corpus(2_000);
        let mut words: BTreeMap<String, u32> = BTreeMap::new();
        let mut by_cluster: BTreeMap<u32, BTreeMap<String, u32>> = BTreeMap::new();
        let mut total = 0;
        for paper in corpus.papers() {
            for word in paper.abstract_text.split([' ', '.']).filter(|word| word.len() > 4) {
                *words.entry(word.to_lowercase()).or_default() += 1;
                *by_cluster.entry(paper.cluster).or_default().entry(word.to_lowercase()).or_default() += 1;
                total += 1;
            }
        }
        assert!(
            (70..130).contains(&(total / corpus.len())),
            "{} words with content a paper",
            total / corpus.len()
        );
        let once = words.values().filter(|&&count| count == 1).count();
        assert!(once * 4 > words.len(), "{once} of {} words stand once", words.len());
        let top = |cluster| -> BTreeSet<&String> {
            let mut ranked: Vec<_> = by_cluster[&cluster].iter().collect();
            ranked.sort_by_key(|&(word, count)| (std::cmp::Reverse(*count), word));
            ranked.into_iter().take(40).map(|(word, _)| word).collect()
        };
        let shared = top(0).intersection(&top(6)).count();
        assert!(shared < 25, "clusters 0 and 6 share {shared} of their 40 most frequent words");
    }
}
