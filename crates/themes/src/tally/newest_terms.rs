//! What the newest titles of a theme speak of and earlier ones did not.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use thema_features::analysis::StopWords;

use crate::NewestTerm;

/// Terms given.
const TERMS: usize = 3;
/// Fewest papers of each window.
const FEWEST: usize = 10;
/// Fewest recent titles with a term, and the least part of them.
const TITLES: usize = 4;
const PART: f64 = 0.04;
/// Least difference of the log-odds over its standard error: titles hold some hundred frequent terms, and the half paper
/// added makes the score of a term that is wholly new a cautious one.
const LEAST_SCORE: f64 = 2.5;
/// Words of the longest phrase.
const LONGEST: usize = 3;
/// What a phrase is worth beside a word of the same score, by its further words.
const PHRASE: [f64; LONGEST] = [1.0, 1.3, 1.4];
/// Longest title that is read, in words.
const WORDS: usize = 60;

/// Finds the words and phrases of up to three words that titles of the recent window have more often than those of the
/// window before: by the difference of their log-odds over its standard error, half a paper added to every count
/// (Monroe, Colaresi and Quinn, "Fightin' words: lexical feature selection and evaluation for identifying the content
/// of political conflict", 2008, with a flat prior).
pub(super) struct NewestTerms {
    stop_words: StopWords,
}

/// Titles with a term, in the two windows, and its forms.
#[derive(Default)]
struct Counts<'a> {
    recent: u64,
    before: u64,
    forms: BTreeMap<&'a str, u64>,
}

impl NewestTerms {
    pub(super) fn new() -> Self {
        Self { stop_words: StopWords::english().and(StopWords::academic()) }
    }

    /// The terms of a theme named `name`, the most telling first; words of the name alone make no term.
    pub(super) fn of(&self, name: &str, recent: &[&str], before: &[&str]) -> Vec<NewestTerm> {
        if recent.len() < FEWEST || before.len() < FEWEST {
            return Vec::new();
        }
        let mut counts: FxHashMap<String, Counts<'_>> = FxHashMap::default();
        for (titles, is_recent) in [(recent, true), (before, false)] {
            for title in titles {
                for (key, form) in self.terms(title) {
                    let count = counts.entry(key).or_default();
                    *(if is_recent { &mut count.recent } else { &mut count.before }) += 1;
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
        // A phrase says more than its words: it goes first where it has most of their titles.
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

    /// Whether a title has a term given by [`NewestTerms::of`].
    pub(super) fn has(&self, title: &str, term: &NewestTerm) -> bool {
        let key = |text: &str| self.terms(text).into_iter().map(|(key, _)| key).max_by_key(String::len);
        key(&term.text).is_some_and(|key| self.terms(title).iter().any(|(other, _)| *other == key))
    }

    /// The words and phrases of a title, each once: key and form.
    fn terms<'a>(&self, title: &'a str) -> Vec<(String, &'a str)> {
        let words = self.words(title);
        let mut terms: Vec<(String, &str)> = Vec::new();
        for at in 0..words.len() {
            let mut key = String::new();
            let mut reached = None;
            for word in words[at..].iter().take(LONGEST) {
                let Some((start, end, next)) = word else { break };
                let (first, before) = reached.unwrap_or((*start, *start));
                if !title[before..*start].bytes().all(|byte| byte == b' ') {
                    break;
                }
                if !key.is_empty() {
                    key.push(' ');
                }
                key.push_str(next);
                terms.push((key.clone(), &title[first..*end]));
                reached = Some((first, *end));
            }
        }
        terms.sort_unstable();
        terms.dedup_by(|a, b| a.0 == b.0);
        terms
    }

    /// Start, end and key of the words of a text, `None` for one that is no term; formulas and commands are none.
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

/// A key that a plural shares with its singular.
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
        let terms = NewestTerms::new();
        let found = terms.of("Scheduling", &recent, &before);
        assert_eq!(found[0].text, "Deep Neural Networks");
        assert_eq!((found[0].recent, found[0].before), (21, 0));
        assert!(found.iter().any(|term| term.text == "GPUs"), "{found:?}");
        assert!(found.iter().all(|term| term.text != "scheduling" && term.text != "jobs"), "{found:?}");
        assert!(terms.has("Deep neural network Things", &found[0]) && !terms.has("Deep water", &found[0]));
    }

    #[test]
    fn formulas_and_few_papers_say_nothing() {
        let terms = NewestTerms::new();
        let words: Vec<String> =
            terms.terms("On $\\alpha beta$ stable \\emph{sets}").into_iter().map(|(key, _)| key).collect();
        assert_eq!(words, ["set", "stable"]);
        assert!(terms.of("", &["New words"; 5], &["Old words"; 50]).is_empty());
    }
}
