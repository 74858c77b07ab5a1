//! What the newest titles of a theme are about and earlier ones were not.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use thema_features::analysis::StopWords;

use crate::NewestTerm;

/// Maximum number of terms.
const TERMS: usize = 3;
/// Minimum number of papers in each window.
const FEWEST: usize = 10;
/// Minimum number and minimum share of recent titles with a term.
const TITLES: usize = 4;
const PART: f64 = 0.02;
/// Minimum difference of the log-odds divided by its standard error. Titles hold several hundred frequent
/// terms, and the half paper added to the counts already makes the score of a wholly new term cautious.
const LEAST_SCORE: f64 = 2.5;
/// Maximum number of words in a phrase.
const LONGEST: usize = 3;
/// Weight of a term with one, two or three words, at equal score.
const PHRASE: [f64; LONGEST] = [1.0, 1.3, 1.4];
/// Minimum share of the recent titles with a term in which it is whole: no term word follows it, and none
/// precedes a single word. Adjectives, beginnings of longer phrases and last words of many phrases
/// ("learning") hardly ever are.
const WHOLE: f64 = 0.25;
/// Minimum ratio of a single word's rate in the theme's recent titles to its rate in those of all themes, and
/// the share of the greatest possible ratio that is always enough.
const LEAST_LIFT: f64 = 4.0;
const ENOUGH_LIFT: f64 = 0.6;
/// Maximum number of words read from a title.
const WORDS: usize = 60;

/// Finds the words and phrases of up to three words that are at least twice as frequent in titles of the
/// recent window as in those of the window before. They are scored by the difference of their log-odds
/// divided by its standard error, with half a paper added to every count (Monroe, Colaresi and Quinn,
/// "Fightin' words: lexical feature selection and evaluation for identifying the content of political
/// conflict", 2008, with a flat prior).
///
/// A single word must be specific to the theme: what titles of all themes contain
/// (`theorem`, `class`) is no direction.
pub(super) struct NewestTerms {
    stop_words: StopWords,
    /// Number of recent titles of all themes that hold each word, and of all recent titles.
    words: FxHashMap<String, u32>,
    titles: usize,
}

/// Number of titles with a term in the two windows, and its forms.
#[derive(Default)]
struct Counts<'a> {
    recent: u64,
    before: u64,
    /// Recent titles in which it is whole.
    whole: u64,
    forms: BTreeMap<&'a str, u64>,
}

/// A word or phrase of a title.
struct Term<'a> {
    /// What its forms have in common.
    key: String,
    /// As written in the title.
    form: &'a str,
    /// Whether, somewhere in the title, no term word directly follows it or, if it
    /// is a single word, precedes it.
    whole: bool,
}

impl NewestTerms {
    /// Prepares to find terms among themes whose recent titles are `titles`.
    pub(super) fn among<'a>(titles: impl Iterator<Item = &'a str>) -> Self {
        let stop_words = StopWords::english().and(StopWords::academic());
        let mut terms = Self { stop_words, words: FxHashMap::default(), titles: 0 };
        for title in titles {
            terms.titles += 1;
            let mut words: Vec<String> =
                terms.words(title).into_iter().flatten().map(|(_, _, key)| key).collect();
            words.sort_unstable();
            words.dedup();
            for word in words {
                *terms.words.entry(word).or_default() += 1;
            }
        }
        terms
    }

    /// Whether a word in `titles` of a theme's `recent` titles is specific to the theme.
    fn is_of_theme(&self, word: &str, titles: u64, recent: usize) -> bool {
        let of_all = f64::from(self.words.get(word).copied().unwrap_or(0)) / self.titles.max(1) as f64;
        let possible = ENOUGH_LIFT * self.titles as f64 / recent as f64;
        titles as f64 / recent as f64 >= LEAST_LIFT.min(possible) * of_all
    }

    /// The terms of a theme named `name`, most telling first. Words of the name alone are not a term.
    pub(super) fn of(&self, name: &str, recent: &[&str], before: &[&str]) -> Vec<NewestTerm> {
        if recent.len() < FEWEST || before.len() < FEWEST {
            return Vec::new();
        }
        let mut counts: FxHashMap<String, Counts<'_>> = FxHashMap::default();
        for (titles, is_recent) in [(recent, true), (before, false)] {
            for title in titles {
                for Term { key, form, whole } in self.terms(title) {
                    let count = counts.entry(key).or_default();
                    *(if is_recent { &mut count.recent } else { &mut count.before }) += 1;
                    count.whole += u64::from(is_recent && whole);
                    *count.forms.entry(form).or_default() += 1;
                }
            }
        }
        let named: Vec<String> = self.words(name).into_iter().flatten().map(|(_, _, key)| key).collect();
        let [now, then] = [recent.len(), before.len()].map(|titles| titles as f64);
        let fewest = (TITLES as f64).max(PART * now);
        let mut found: Vec<(f64, &str, &Counts<'_>)> = counts
            .iter()
            .filter(|(key, count)| {
                count.recent as f64 >= fewest
                    && count.recent as f64 * then >= 2.0 * count.before as f64 * now
                    && count.whole as f64 >= WHOLE * count.recent as f64
                    && (key.contains(' ') || self.is_of_theme(key, count.recent, recent.len()))
                    && !key.split(' ').all(|word| named.iter().any(|named| named == word))
            })
            .map(|(key, count)| {
                let odds = |with: u64, titles: f64| {
                    let (with, without) = (with as f64 + 0.5, titles - with as f64 + 0.5);
                    ((with / without).ln(), 1.0 / with + 1.0 / without)
                };
                let ((a, a_variance), (b, b_variance)) = (odds(count.recent, now), odds(count.before, then));
                ((a - b) / (a_variance + b_variance).sqrt(), key.as_str(), count)
            })
            .filter(|&(score, ..)| score >= LEAST_SCORE)
            .collect();
        // A phrase says more than its words, so it comes first if it has most of their titles.
        let worth = |&(score, key, _): &(f64, &str, &Counts<'_>)| score * PHRASE[key.matches(' ').count()];
        found.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then_with(|| a.1.cmp(b.1)));
        let mut chosen: Vec<NewestTerm> = Vec::new();
        let mut said: Vec<&str> = Vec::new();
        for (_, key, count) in found {
            if chosen.len() == TERMS {
                break;
            }
            let repeats = key.split(' ').any(|word| said.contains(&word));
            said.extend(key.split(' '));
            if repeats {
                continue;
            }
            let text = count.forms.iter().max_by_key(|&(form, &titles)| (titles, std::cmp::Reverse(form)));
            if let Some((text, _)) = text {
                chosen.push(NewestTerm {
                    text: (*text).to_owned(),
                    recent: count.recent,
                    before: count.before,
                });
            }
        }
        chosen
    }

    /// Whether a title has a term returned by [`NewestTerms::of`].
    pub(super) fn has(&self, title: &str, term: &NewestTerm) -> bool {
        let key = |text: &str| self.terms(text).into_iter().map(|term| term.key).max_by_key(String::len);
        key(&term.text).is_some_and(|key| self.terms(title).iter().any(|other| other.key == key))
    }

    /// The words and phrases of a title, each once.
    fn terms<'a>(&self, title: &'a str) -> Vec<Term<'a>> {
        let words = self.words(title);
        let adjoin = |from: usize, to: usize| title[from..to].bytes().all(|byte| byte == b' ');
        let mut terms: Vec<Term<'_>> = Vec::new();
        for at in 0..words.len() {
            let mut key = String::new();
            let mut reached = None;
            let follows = at > 0
                && matches!((&words[at - 1], &words[at]), (Some(before), Some(word)) if adjoin(before.1, word.0));
            for (next_at, word) in (at + 1..).zip(words[at..].iter().take(LONGEST)) {
                let Some((start, end, next)) = word else { break };
                let (first, before) = reached.unwrap_or((*start, *start));
                if !adjoin(before, *start) {
                    break;
                }
                if !key.is_empty() {
                    key.push(' ');
                }
                key.push_str(next);
                let goes_on = matches!(words.get(next_at), Some(Some((next, ..))) if adjoin(*end, *next));
                let whole = !goes_on && (reached.is_some() || !follows);
                terms.push(Term { key: key.clone(), form: &title[first..*end], whole });
                reached = Some((first, *end));
            }
        }
        terms.sort_unstable_by(|a, b| (&a.key, a.form).cmp(&(&b.key, b.form)).then(b.whole.cmp(&a.whole)));
        terms.dedup_by(|again, first| {
            let same = again.key == first.key;
            first.whole |= same && again.whole;
            same
        });
        terms
    }

    /// Start, end and key of the words of a text; `None` for a word that is no term,
    /// such as a formula or a command.
    fn words(&self, text: &str) -> Vec<Option<(usize, usize, String)>> {
        let mut words = Vec::new();
        let mut formula = false;
        let mut at = 0;
        while at < text.len() && words.len() < WORDS {
            let rest = &text[at..];
            let inside = |c: char| c.is_alphanumeric() || c == '-' || c == '\\' || c == '$';
            let Some(start) = rest.find(inside) else { break };
            let length = rest[start..].find(|c: char| !inside(c)).unwrap_or(rest.len() - start);
            let word = &rest[start..start + length];
            let formulas = word.bytes().filter(|&byte| byte == b'$').count();
            let plain = !formula && formulas == 0 && !word.contains('\\');
            formula ^= formulas % 2 == 1;
            let trimmed = word.trim_matches('-');
            let lower = trimmed.to_lowercase();
            let long = trimmed.chars().count() >= 3
                || (trimmed.len() == 2 && trimmed.bytes().all(|b| b.is_ascii_uppercase()));
            let named = trimmed.starts_with(char::is_alphabetic) && long && !self.stop_words.contains(&lower);
            let from = at + start + (word.len() - word.trim_start_matches('-').len());
            words.push((plain && named).then(|| (from, from + trimmed.len(), singular(lower))));
            at += start + length;
        }
        words
    }
}

/// A key that a singular shares with its plural.
fn singular(word: String) -> String {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() >= 3 && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_that_came_up_are_found_in_the_form_of_the_titles() {
        let before: Vec<String> = (0..40).map(|at| format!("Scheduling of jobs in clusters {at}")).collect();
        let mut recent: Vec<String> =
            (0..20).map(|at| format!("Scheduling jobs for clusters {at}")).collect();
        recent
            .extend((0..20).map(|at| format!("Deep Neural Networks for job scheduling on GPUs, part {at}")));
        recent.push("A Deep neural network".to_owned());
        let [recent, before] =
            [&recent, &before].map(|titles| titles.iter().map(String::as_str).collect::<Vec<_>>());
        let terms = NewestTerms::among(recent.iter().copied());
        let found = terms.of("Scheduling", &recent, &before);
        assert_eq!(found[0].text, "Deep Neural Networks");
        assert_eq!((found[0].recent, found[0].before), (21, 0));
        assert!(found.iter().any(|term| term.text == "GPUs"), "{found:?}");
        assert!(found.iter().all(|term| term.text != "scheduling" && term.text != "jobs"), "{found:?}");
        assert!(terms.has("Deep neural network Things", &found[0]) && !terms.has("Deep water", &found[0]));
    }

    #[test]
    fn adjectives_and_halves_of_phrases_say_nothing() {
        let before = vec!["Classifying images of cats"; 40];
        let mut recent = vec!["Classifying images by adversarial training of large language models"; 12];
        recent.push("Images that are adversarial: a study, training and models");
        let found = NewestTerms::among(recent.iter().copied()).of("", &recent, &before);
        let texts: Vec<&str> = found.iter().map(|term| term.text.as_str()).collect();
        assert_eq!(texts, ["large language models", "adversarial training"]);
    }

    #[test]
    fn formulas_and_few_papers_say_nothing() {
        let terms = NewestTerms::among(std::iter::empty());
        let words: Vec<String> =
            terms.terms("On $\\alpha beta$ stable \\emph{sets}").into_iter().map(|term| term.key).collect();
        assert_eq!(words, ["set", "stable"]);
        assert!(terms.of("", &["New words"; 5], &["Old words"; 50]).is_empty());
    }

    #[test]
    fn a_word_of_all_themes_is_no_direction() {
        let before = vec!["Ledgers of the crowd"; 40];
        let recent = [vec!["Blockchain"; 20], vec!["Theorem"; 20]].concat();
        let others = [vec!["Theorem"; 200], vec!["Robots"; 200]].concat();
        let terms = NewestTerms::among(recent.iter().chain(&others).copied());
        let texts: Vec<String> = terms.of("", &recent, &before).into_iter().map(|term| term.text).collect();
        assert_eq!(texts, ["Blockchain"]);
    }
}
