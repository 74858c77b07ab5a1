//! The words that a corpus has in common with papers of any field.

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use thema_features::Document;
use thema_features::analysis::{Language, StopWords};

use super::word_counts::WordCounts;
use super::words::{WordReader, number_of};

/// Texts read by one task.
const CHUNK: usize = 512;
/// English words that at least one in fifty papers has, of whatever field.
const ENGLISH: &str = include_str!("../../data/common_words_en.txt");

/// Words by which papers of a field that a corpus does not know can be told from texts that are no papers.
///
/// They are the words that at least one in fifty of the corpus's texts holds, and in English also those of one in fifty papers
/// of arXiv. Of the other words of a far field the corpus knows as little as of a recipe's.
pub struct CommonWords {
    counts: WordCounts,
    of_papers: FxHashSet<u32>,
}

impl CommonWords {
    /// Learns from the texts of a corpus in `language`.
    #[must_use]
    pub fn of(documents: &[Document<'_>], language: Language) -> Self {
        let is_english = language == Language::English;
        let lines = ENGLISH.lines().filter(|line| is_english && !line.starts_with('#'));
        Self {
            counts: WordCounts::of(documents, is_english.then(StopWords::english), CHUNK),
            of_papers: lines.filter_map(number_of).collect(),
        }
    }

    /// The share of common words among the distinct words of each text, stop words aside; 0 without such words.
    #[must_use]
    pub fn shares(&self, documents: &[Document<'_>]) -> Vec<f32> {
        let texts = documents.par_iter();
        texts.map_init(WordReader::default, |reader, document| self.share(reader, document)).collect()
    }

    fn share(&self, reader: &mut WordReader, document: &Document<'_>) -> f32 {
        let words = reader.distinct(document).iter().filter(|&&word| !self.counts.is_stop(word));
        let is_common = |word: u32| self.of_papers.contains(&word) || self.counts.is_common(word);
        let (common, all) =
            words.fold((0_u32, 0_u32), |(common, all), &word| (common + u32::from(is_common(word)), all + 1));
        common as f32 / all.max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_of_a_far_field_have_the_words_of_papers_and_recipes_have_not() {
        let corpus =
            ["The kernel of a quasi-coherent sheaf vanishes", "Ample sheaves on a smooth curve"].repeat(40);
        let documents: Vec<Document<'_>> = corpus.iter().map(|body| Document::new("", body)).collect();
        let common = CommonWords::of(&documents, Language::English);
        let share = |body| common.shares(&[Document::new("", body)])[0];
        assert!((share("a smooth sheaf on the curve") - 1.0).abs() < 1e-6);
        assert!((share("We present results on tweets and hashtags") - 0.5).abs() < 1e-6, "present, results");
        assert!(share("bake the plum cake with butter, sugar, eggs and flour") < 1e-6);
        assert!(share("of the") < 1e-6);
        let german = CommonWords::of(&documents, Language::German);
        assert!(german.shares(&[Document::new("", "We present results")])[0] < 1e-6);
    }

    #[test]
    fn every_line_of_the_list_is_one_word() {
        let lines = ENGLISH.lines().filter(|line| !line.starts_with('#'));
        let numbers: Option<FxHashSet<u32>> = lines.clone().map(number_of).collect();
        assert_eq!(numbers.unwrap().len(), lines.count());
    }
}
