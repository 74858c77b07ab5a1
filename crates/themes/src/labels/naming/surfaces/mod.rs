//! How a group's papers write a phrase.

mod spelling;
mod uses;

use rustc_hash::FxHashMap;
use spelling::{Spelling, restore_accents};
use thema_features::analysis::unspaced;
use uses::Uses;

use super::grammar::is_plural_of;
use super::phrases::Phrases;
use super::texts::{Texts, is_shouted};

/// A form with a smaller share of a phrase's occurrences is a slip.
const LEAST_RATIO: f64 = 0.08;
/// A form in a smaller share of the papers is a slip, unless no form is in more papers.
const LEAST_FORM: f64 = 0.01;
/// As many papers and as large a share of a phrase's occurrences are enough for the plural of
/// a noun that is nearly always counted.
const LEAST_PLURALS: (f64, f64) = (2.0, 0.05);
/// Value of [`COUNTED`] above which a noun is nearly always counted.
const ALWAYS_COUNTED: f64 = 0.7;
/// Factor for bare uses of the plural of a countable noun. A name has no article, and without an article such a noun is in
/// the plural.
const PLURAL: u32 = 2;
/// A singular is counted if a larger share of its uses at the end of a noun phrase follow an article or the
/// like. A name then uses the plural.
const COUNTED: f64 = 0.35;
/// A singular with more than this many times the bare uses of its plural is not counted: "Brownian motion".
const MASS: u32 = 2;
/// The plural of what there is one of is at most this many times as frequent as its singular.
const PLURAL_OF_UNIQUE: f64 = 0.2;
/// If at least this share of a phrase's uses within sentences have no capitals or only those that the words have elsewhere,
/// so has the name, whichever is written more often: in "Generative Adversarial Networks (GANs)" the capitals explain the
/// abbreviation, and "Alzheimer's Disease" is also written "Alzheimer's disease".
const PLAIN: f64 = 0.25;
/// As [`PLAIN`], for plurals, which are seldom names: "Delay Tolerant Networks".
const PLAIN_PLURAL: f64 = 0.05;
/// The form of a phrase for use in a name.
pub(super) struct Form {
    pub(super) text: String,
    /// Papers that write it in this form.
    pub(super) papers: u32,
    /// Papers that write it in this form or in the other number.
    pub(super) in_either_number: u32,
}

/// The written forms of selected phrases in selected papers.
pub(super) struct Surfaces<'t> {
    texts: &'t Texts,
    /// Per phrase: the numbers of the words as written, and their uses.
    forms: FxHashMap<u32, FxHashMap<Vec<u32>, Uses>>,
    papers: usize,
}

impl<'t> Surfaces<'t> {
    /// Collects the forms of the phrases `wanted` in `papers`.
    pub(super) fn read(
        texts: &'t Texts,
        phrases: &Phrases,
        papers: &[u32],
        wanted: impl Iterator<Item = u32>,
    ) -> Self {
        let mut forms: FxHashMap<u32, FxHashMap<Vec<u32>, Uses>> =
            wanted.map(|phrase| (phrase, FxHashMap::default())).collect();
        for (place, &paper) in (1..).zip(papers) {
            let paper = &texts.papers[paper as usize];
            for title in [true, false] {
                let text = &paper.texts[usize::from(!title)];
                phrases.for_each(texts, paper, title, |phrase, run| {
                    if let Some(forms) = forms.get_mut(&phrase) {
                        let words = text.tokens[run.start..run.end].iter().map(|token| token.word).collect();
                        forms.entry(words).or_default().add(texts, text, &run, place);
                    }
                });
            }
        }
        Self { texts, forms, papers: papers.len() }
    }

    /// The form of a phrase for use in a name: singular or plural, hyphens and spelling as where the phrase
    /// stands bare, capitals as within sentences.
    pub(super) fn best(&self, phrase: u32) -> Option<Form> {
        let mut spellings = self.spellings(phrase)?;
        self.remove_slips(&mut spellings);
        let singulars: Vec<(String, Uses)> =
            spellings.iter().map(|spelling| (open(&spelling.lower), spelling.uses)).collect();
        // Whether the spelling is the plural of a counted noun, and its weight.
        let weight = |spelling: &Spelling<'_>| match singular_of(&open(&spelling.lower), &singulars) {
            None => (false, spelling.uses.bare),
            Some(singular) => {
                let is_mass = singular.bare > MASS * spelling.uses.bare;
                let counted = singular.determination() > COUNTED && !is_mass;
                let plural = if counted || singular.is_countable() { PLURAL } else { 1 };
                (counted, plural * spelling.uses.bare + singular.one_of_many)
            }
        };
        spellings.sort_by(|a, b| {
            (weight(b), b.uses.all).cmp(&(weight(a), a.uses.all)).then_with(|| a.lower.cmp(&b.lower))
        });
        let best = open(&spellings.first()?.lower);
        let same = |other: &str| other == best || is_plural_of(&best, other) || is_plural_of(other, &best);
        let in_either_number = spellings
            .iter()
            .filter(|other| same(&open(&other.lower)))
            .map(|other| other.uses.papers)
            .max()?;
        let mut spelling = spellings.into_iter().next()?;
        let text = |words: &[u32]| spelled(self.texts, words);
        spelling.cases.sort_by(|a, b| b.1.within.cmp(&a.1.within).then_with(|| text(b.0).cmp(&text(a.0))));
        let all_within: u32 = spelling.cases.iter().map(|(_, uses)| uses.within).sum();
        let within = |written: &str| {
            let case = spelling.cases.iter().find(|(words, _)| text(words) == written);
            case.map_or(0, |(_, uses)| uses.within)
        };
        let (words, uses) = spelling.cases[0];
        let by_words = self.by_words(words);
        let (in_lower_case, in_words_case) = (within(&spelling.lower), within(&by_words));
        let in_plain = in_lower_case.max(in_words_case);
        let is_plural = singular_of(&best, &singulars).is_some();
        let least = if is_plural { PLAIN_PLURAL } else { PLAIN };
        let plain = in_plain > 0 && f64::from(in_plain) >= least * f64::from(all_within);
        let shouted =
            words.len() > 1 && words.iter().any(|&word| is_shouted(&self.texts.words[word as usize].text));
        // "Denial" has a capital only in "Denial of Service", and nobody writes "Denial of service".
        let by_words = if plain && in_words_case < in_lower_case { spelling.lower.clone() } else { by_words };
        let text = if uses.within > 0 && !shouted && !plain { text(words) } else { by_words };
        let is_one_of_many = spelling.uses.bare == 0 && spelling.uses.one_of_many > 0;
        let text = if is_one_of_many { self.in_plural(&text).unwrap_or(text) } else { text };
        Some(Form { text, papers: spelling.uses.papers, in_either_number })
    }

    /// A phrase with its last word in the plural, if that is written anywhere.
    fn in_plural(&self, phrase: &str) -> Option<String> {
        let (before, last) = phrase.rsplit_once(' ').unwrap_or(("", phrase));
        let words = self.texts.words.iter().map(|word| word.text.as_str());
        let plural = words.filter(|word| is_plural_of(word, last)).min()?;
        Some(format!("{before} {plural}").trim_start().to_owned())
    }

    /// Removes slips and plurals of what there is one of: keeps frequent spellings, and rarer plurals of nouns
    /// that are nearly always counted.
    fn remove_slips(&self, spellings: &mut Vec<Spelling<'_>>) {
        let all: u32 = spellings.iter().map(|spelling| spelling.uses.all).sum();
        let most = spellings.iter().map(|spelling| spelling.uses.papers).max().unwrap_or_default();
        let usual = (f64::from(most).min((LEAST_FORM * self.papers as f64).ceil()), LEAST_RATIO);
        let written: Vec<(String, Uses)> =
            spellings.iter().map(|spelling| (open(&spelling.lower), spelling.uses)).collect();
        spellings.retain(|Spelling { lower, uses, .. }| {
            let singular = singular_of(&open(lower), &written);
            let is_of_unique = singular.is_some_and(|singular| {
                singular.is_unique() && f64::from(uses.all) <= PLURAL_OF_UNIQUE * f64::from(singular.all)
            });
            let is_counted = singular.is_some_and(|singular| singular.determination() > ALWAYS_COUNTED);
            let (papers, ratio) =
                if is_counted { (usual.0.min(LEAST_PLURALS.0), LEAST_PLURALS.1) } else { usual };
            !is_of_unique && f64::from(uses.all) >= ratio * f64::from(all) && f64::from(uses.papers) >= papers
        });
    }

    fn spellings(&self, phrase: u32) -> Option<Vec<Spelling<'_>>> {
        let mut forms: Vec<(&Vec<u32>, &Uses)> = self.forms.get(&phrase)?.iter().collect();
        forms.sort_unstable_by_key(|(words, _)| *words);
        let mut spellings: Vec<Spelling<'_>> = Vec::new();
        for (words, &uses) in forms {
            let lower = spelled(self.texts, words).to_lowercase();
            match spellings.iter_mut().find(|spelling| spelling.lower == lower) {
                Some(spelling) => {
                    spelling.uses = spelling.uses.and(uses);
                    spelling.cases.push((words, uses));
                }
                None => spellings.push(Spelling { lower, uses, cases: vec![(words, uses)] }),
            }
        }
        restore_accents(&mut spellings);
        Some(spellings)
    }

    /// The words joined by spaces, each with the capitals it usually has within sentences.
    fn by_words(&self, words: &[u32]) -> String {
        let words: Vec<&str> =
            words.iter().map(|&word| self.texts.words[word as usize].cased.as_str()).collect();
        unspaced(&words.join(" ")).into_owned()
    }
}

/// Replaces hyphens by spaces, as a hyphen makes neither a singular nor a plural.
fn open(text: &str) -> String {
    text.replace('-', " ")
}

/// The combined uses of the spellings whose plural is `plural`.
fn singular_of(plural: &str, spellings: &[(String, Uses)]) -> Option<Uses> {
    let of = spellings.iter().filter(|(other, _)| is_plural_of(plural, other));
    of.map(|&(_, uses)| uses).reduce(Uses::and)
}

fn spelled(texts: &Texts, words: &[u32]) -> String {
    let words: Vec<&str> = words.iter().map(|&word| texts.words[word as usize].text.as_str()).collect();
    unspaced(&words.join(" ")).into_owned()
}
