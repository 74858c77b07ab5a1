//! Names of groups of papers.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use thema_features::Document;
use thema_features::analysis::Analyzer;

use super::authors::Authors;
use super::bearings::{Bearings, Meanings};
use super::candidates::{Demand, Grouping};
use super::draw::draw;
use super::pairing::Pairing;
use super::part::Part;
use super::phrases::Phrases;
use super::subjects::Subjects;
use super::texts::{Stems, Texts};
use crate::Label;

/// A group of clusters is named by what they share only if at least this share of its papers hold it.
const LEAST_REACH: f64 = 0.2;

/// What names are made from: the phrases of a sample of papers.
pub struct Naming<'a> {
    pub(super) texts: Texts,
    pub(super) phrases: Phrases,
    pub(super) subjects: Subjects,
    pub(super) authors: Authors,
    /// Per paper of the corpus: its similarity to the centre of its group; empty if that is not known.
    pub(super) similarities: Vec<f32>,
    meanings: Option<Meanings<'a>>,
    /// The word "and" in the language of the papers, with spaces around it.
    pub(super) conjunction: &'static str,
}

impl<'a> Naming<'a> {
    /// Reads the papers or, if there are many, a sample that is as even over the groups as possible.
    /// `group_of` holds the group of every paper.
    ///
    /// # Panics
    /// If there is not one group per document, or a group is not below `groups`.
    #[must_use]
    pub fn read(
        documents: &[Document<'_>],
        group_of: &[Option<u32>],
        groups: usize,
        analyzer: &Analyzer,
    ) -> Self {
        assert_eq!(documents.len(), group_of.len(), "groups of papers");
        let texts = Texts::read(documents, &draw(group_of, groups), analyzer);
        let phrases = Phrases::count(&texts);
        let conjunction = analyzer.language().conjunction();
        Self {
            texts,
            phrases,
            subjects: Subjects::default(),
            authors: Authors::default(),
            similarities: Vec::new(),
            meanings: None,
            conjunction,
        }
    }

    /// Adds the subjects under which the papers are filed.
    #[must_use]
    pub fn with_subjects(self, subjects: Subjects) -> Self {
        Self { subjects, ..self }
    }

    /// Adds who wrote the papers: what the same authors write is not yet a term of the field. `authors_of` gives a number
    /// for each author of the paper in a row.
    #[must_use]
    pub fn with_authors(self, authors_of: impl Fn(usize) -> Vec<u64>) -> Self {
        let authors = Authors::new(self.texts.papers.iter().map(|paper| authors_of(paper.row)).collect());
        Self { authors, ..self }
    }

    /// Prefers phrases of the papers nearest to the centre of their group. `similarities` says of every paper of the
    /// corpus how near it is.
    #[must_use]
    pub fn with_similarities(self, similarities: Vec<f32>) -> Self {
        Self { similarities, ..self }
    }

    /// Prefers phrases whose words mean what a group is about. `meanings` has a row for every paper of the corpus.
    #[must_use]
    pub fn with_meanings(self, meanings: Meanings<'a>) -> Self {
        Self { meanings: Some(meanings), ..self }
    }

    /// Names for groups of the papers: a phrase that many of the group's papers write and few others,
    /// or two that complement each other; `None` for a group that no phrase describes. No two names
    /// are the same, none is in `taken`, and no phrase is part of two names. A field that is spread over
    /// several groups is too broad to name one. `group_of` holds the group of every paper of the corpus. Phrases are
    /// preferred whose words are in the terms of `labels`, one label per group; with no labels, all are alike.
    ///
    /// # Panics
    /// If a group is not below `groups`, or if the similarities are of fewer papers.
    #[must_use]
    pub fn names(
        &self,
        group_of: &[Option<u32>],
        groups: usize,
        taken: &[&str],
        labels: &[Label],
    ) -> Vec<Option<String>> {
        let rows = self.texts.papers.iter().map(|paper| paper.row);
        let leads = self.subjects.categories().leading(group_of, groups);
        let grouping = Grouping::new(rows, group_of, groups).with_terms(self.stems_of_terms(labels));
        let broad = self.broader(group_of, groups);
        let bearings = self.bearings(group_of, groups);
        self.names_of(&grouping, bearings.as_ref(), &leads, taken, broad, &[Demand::Full, Demand::Least])
    }

    /// The directions of groups, if the words have vectors.
    pub(super) fn bearings(&self, group_of: &[Option<u32>], groups: usize) -> Option<Bearings<'_, 'a>> {
        let meanings = self.meanings.as_ref()?;
        Some(Bearings::of(&self.texts, meanings, group_of, groups))
    }

    /// The phrases that name fields broader than any group.
    pub(super) fn broader(&self, group_of: &[Option<u32>], groups: usize) -> FxHashSet<u32> {
        let fields: Vec<Option<&str>> = self.subjects.fields().spread(group_of, groups).map(Some).collect();
        self.phrases_of(&fields).into_iter().flatten().collect()
    }

    /// Names the best-described groups first, so that a phrase goes to the group where it says most. Groups
    /// without a good name are left to the next of the `demands`. A group of clusters gets no name if few of
    /// its papers hold what the name says. No name has a phrase that is `used`.
    pub(super) fn names_of(
        &self,
        grouping: &Grouping,
        bearings: Option<&Bearings<'_, '_>>,
        leads: &[Option<&str>],
        taken: &[&str],
        mut used: FxHashSet<u32>,
        demands: &[Demand],
    ) -> Vec<Option<String>> {
        let mut leads = self.phrases_of(leads);
        leads.resize(grouping.groups(), None);
        let mut taken: FxHashSet<String> = taken.iter().map(|name| name.to_lowercase()).collect();
        let mut names: Vec<Option<String>> = vec![None; grouping.groups()];
        for &demand in demands {
            if names.iter().all(Option::is_some) {
                break;
            }
            let parts: Vec<Vec<Part>> = grouping
                .candidates(&self.phrases, bearings, demand, &leads)
                .par_iter()
                .zip(&grouping.members)
                .enumerate()
                .map(|(group, (candidates, members))| {
                    self.parts(candidates, members, grouping.terms.get(group), demand)
                })
                .collect();
            let mut order: Vec<usize> = (0..names.len()).filter(|&group| names[group].is_none()).collect();
            let best = |group: usize| parts[group].first().map_or(0.0, |part| part.candidate.score);
            let led = |group: usize| parts[group].first().is_some_and(|part| part.candidate.leads);
            order.sort_by(|&a, &b| led(b).cmp(&led(a)).then(best(b).total_cmp(&best(a))).then(a.cmp(&b)));
            for group in order {
                let free: Vec<&Part> = parts[group]
                    .iter()
                    .filter(|part| !self.is_within(part.candidate.phrase, &used))
                    .collect();
                let members = &grouping.members[group];
                let pairing =
                    Pairing { members: members.len(), demand, taken: &taken, conjunction: self.conjunction };
                let best = pairing.best_name(&free).filter(|(_, phrases)| {
                    grouping.is_of_papers() || self.reach(phrases, members) >= LEAST_REACH
                });
                if let Some((name, phrases)) = best {
                    taken.insert(name.to_lowercase());
                    used.extend(phrases);
                    names[group] = Some(name);
                }
            }
        }
        names
    }

    /// Share of the papers that hold at least one of the phrases.
    fn reach(&self, phrases: &[u32], papers: &[u32]) -> f64 {
        let holds =
            |paper: &&u32| phrases.iter().any(|&phrase| self.phrases.held_in(**paper, phrase).is_some());
        papers.iter().filter(holds).count() as f64 / papers.len().max(1) as f64
    }

    /// The stems of words, in lower case, that papers write.
    pub(super) fn stems_of<'w>(&self, words: impl Iterator<Item = &'w str>) -> FxHashMap<&'w str, Stems> {
        let wanted: FxHashSet<&str> = words.collect();
        let written = self.texts.words.iter();
        written
            .filter_map(|word| wanted.get(word.text.to_lowercase().as_str()).map(|&text| (text, word.stems)))
            .collect()
    }

    /// Per subject's name: the phrase that equals it, if papers write it.
    fn phrases_of(&self, names: &[Option<&str>]) -> Vec<Option<u32>> {
        let names: Vec<Option<String>> = names.iter().map(|name| name.map(str::to_lowercase)).collect();
        let stems = self.stems_of(names.iter().flatten().flat_map(|name| name.split(' ')));
        let phrase_of = |name: &String| {
            let mut words = name.split(' ').map(|word| stems.get(word).copied());
            let first = words.next()??;
            let key = words.try_fold(first, |stems, word| stems.with(word?))?.key;
            self.phrases.numbers.get(&key).copied()
        };
        names.iter().map(|name| name.as_ref().and_then(phrase_of)).collect()
    }

    /// Whether a phrase is in `used`, or is two or more consecutive words of a phrase that is. Beside
    /// "density functional theory" in one name, "density functional" in another would say the same.
    fn is_within(&self, phrase: u32, used: &FxHashSet<u32>) -> bool {
        let stems =
            |phrase: u32| -> Vec<u32> { Stems::numbers(self.phrases.known[phrase as usize].key).collect() };
        let own = stems(phrase);
        let several = self.phrases.known[phrase as usize].words > 1;
        let is_part_of = |other: u32| stems(other).windows(own.len()).any(|part| part == own);
        used.contains(&phrase) || (several && used.iter().any(|&other| is_part_of(other)))
    }
}
