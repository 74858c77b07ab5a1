//! Groups of papers, and the phrases that may name them.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::Candidate;
use super::evenness::evenness;
use super::found::{Found, count};
use super::rates::Rates;
use super::spoken_for::remove_spoken_for;
use super::weighing::{Demand, UNKNOWN_COSINE, Weighing};
use crate::labels::naming::bearings::Bearings;
use crate::labels::naming::phrases::Phrases;
use crate::labels::naming::typicality::Typicality;

/// Candidates per group.
const CANDIDATES: usize = 80;

/// Groups of the papers of a sample, and their shares of the corpus.
pub(in crate::labels::naming) struct Grouping {
    /// Per group: positions of its papers in the sample. The last entry is for papers without a group.
    pub(in crate::labels::naming) members: Vec<Vec<u32>>,
    /// Per group: its share of all papers. The last entry is for papers without a group.
    shares: Vec<f64>,
    /// Per group: papers of each of the groups that it consists of; empty if groups
    /// consist of papers directly.
    children: Vec<Vec<Vec<u32>>>,
    /// Per group: stems of its terms; empty if terms are not known.
    pub(in crate::labels::naming) terms: Vec<FxHashSet<u32>>,
}

impl Grouping {
    /// Groups the papers at `rows`; `group_of` holds the group of every paper of the corpus.
    pub(in crate::labels::naming) fn new(
        rows: impl Iterator<Item = usize>,
        group_of: &[Option<u32>],
        groups: usize,
    ) -> Self {
        let place = |group: Option<u32>| group.map_or(groups, |group| group as usize);
        let mut members = vec![Vec::new(); groups + 1];
        for (paper, row) in (0..).zip(rows) {
            members[place(group_of[row])].push(paper);
        }
        let mut sizes = vec![0_usize; groups + 1];
        for &group in group_of {
            sizes[place(group)] += 1;
        }
        // A group without papers in the sample contributes to no rate.
        let known: usize =
            sizes.iter().zip(&members).filter(|(_, of)| !of.is_empty()).map(|(size, _)| size).sum();
        let shares = sizes.iter().map(|&size| size as f64 / known.max(1) as f64).collect();
        Self { members, shares, children: Vec::new(), terms: Vec::new() }
    }

    /// Number of groups.
    pub(in crate::labels::naming) fn groups(&self) -> usize {
        self.members.len() - 1
    }

    /// Whether its groups consist of papers, not of other groups.
    pub(in crate::labels::naming) fn is_of_papers(&self) -> bool {
        self.children.is_empty()
    }

    /// The same groups, each consisting of the given groups of papers.
    pub(in crate::labels::naming) fn above(self, children: Vec<Vec<Vec<u32>>>) -> Self {
        Self { children, ..self }
    }

    /// The same groups with the stems of their terms.
    pub(in crate::labels::naming) fn with_terms(self, terms: Vec<FxHashSet<u32>>) -> Self {
        Self { terms, ..self }
    }

    /// The best candidates of every group, best first. In a group with a phrase in `leads`, that phrase need
    /// only be common.
    pub(in crate::labels::naming) fn candidates(
        &self,
        phrases: &Phrases,
        bearings: Option<&Bearings<'_, '_>>,
        demand: Demand,
        leads: &[Option<u32>],
    ) -> Vec<Vec<Candidate>> {
        let counts: Vec<Vec<Found>> = self.members.par_iter().map(|of| count(of, phrases)).collect();
        let rates = Rates::of(phrases.known.len(), &self.shares, &self.members, &counts);
        (0..self.groups())
            .into_par_iter()
            .map(|group| {
                let cosine = |phrase| {
                    let known = bearings.and_then(|of| of.cosine(phrases, phrase, group));
                    known.unwrap_or(UNKNOWN_COSINE)
                };
                let weighing = Weighing {
                    phrases,
                    rates: &rates,
                    size: self.members[group].len() as f64,
                    share: self.shares[group],
                    typicality: self.typicality(group, &counts[group], phrases, &rates),
                    evenness: self.children.get(group).map(|of| evenness(of, phrases)),
                    demand,
                    lead: leads[group],
                    cosine: &cosine,
                };
                let mut candidates: Vec<Candidate> =
                    counts[group].iter().filter_map(|found| weighing.candidate(found)).collect();
                remove_spoken_for(&mut candidates, phrases);
                candidates.sort_by(Candidate::rank);
                candidates.truncate(CANDIDATES);
                candidates
            })
            .collect()
    }

    fn typicality(&self, group: usize, found: &[Found], phrases: &Phrases, rates: &Rates) -> Typicality {
        let size = self.members[group].len() as f64;
        let rated = found.iter().map(|found| {
            let share = f64::from(found.papers) / size;
            (found.phrase, share, share / rates.corpus[found.phrase as usize])
        });
        Typicality::of(&self.members[group], phrases, rated)
    }
}
