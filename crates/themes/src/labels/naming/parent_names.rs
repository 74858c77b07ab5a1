//! Names of groups of clusters.

use std::cmp::Reverse;

use super::candidates::{Demand, Grouping};
use super::group_names::Naming;
use super::known_subjects::begins_with_a_name;
use super::pairing::{MOST_WORDS, capitalised};
use crate::labels::name::capitalise;

/// Maximum number of clusters that name a group which shares nothing.
const MOST_TOGETHER: usize = 3;

impl Naming<'_> {
    /// Names for groups of clusters (parents). A parent of a single cluster takes its name. Otherwise the
    /// name is, in this order: the field of its papers, the two or three fields or categories that it
    /// consists of, what its clusters share, or the first parts of the names of its largest clusters. The
    /// last two are never the name of a cluster. `cluster_of` is the cluster of every paper of the corpus,
    /// `names` are the clusters' names, and `parent_of` is the parent of every cluster.
    ///
    /// # Panics
    /// If a cluster has no name or no parent.
    #[must_use]
    pub fn parent_names(&self, cluster_of: &[Option<u32>], names: &[&str], parent_of: &[u32]) -> Vec<String> {
        let parents = parent_of.iter().max().map_or(0, |&last| last as usize + 1);
        let group_of: Vec<Option<u32>> =
            cluster_of.iter().map(|cluster| cluster.map(|cluster| parent_of[cluster as usize])).collect();
        let rows = || self.texts.papers.iter().map(|paper| paper.row);
        let mut papers = vec![Vec::new(); parents];
        let clusters = Grouping::new(rows(), cluster_of, names.len()).members;
        for (&parent, members) in parent_of.iter().zip(clusters) {
            papers[parent as usize].push(members);
        }
        let grouping = Grouping::new(rows(), &group_of, parents).above(papers);
        let leads = self.subjects.categories().leading(&group_of, parents);
        let broad = self.broader(&group_of, parents);
        let bearings = self.bearings(&group_of, parents);
        let shared = self.names_of(&grouping, bearings.as_ref(), &leads, names, broad, &[Demand::Full]);
        let fields = self.fields_of(&group_of, parents);
        let children = children(cluster_of, parent_of, parents);
        let mut named: Vec<String> = Vec::with_capacity(parents);
        for ((children, shared), field) in children.into_iter().zip(shared).zip(fields) {
            let children: Vec<&str> = children.into_iter().map(|cluster| names[cluster]).collect();
            let name = match *children {
                [only] => only.to_owned(),
                _ => field.or(shared).unwrap_or_else(|| {
                    let is_free = |name: &String| !names.contains(&name.as_str()) && !named.contains(name);
                    self.together(&children, is_free)
                }),
            };
            named.push(name);
        }
        named
    }

    /// Per parent: the field of its papers, or the fields or categories that it consists of.
    fn fields_of(&self, parent_of: &[Option<u32>], parents: usize) -> Vec<Option<String>> {
        let leading = self.subjects.fields().leading(parent_of, parents);
        let fields = self.subjects.fields().together(parent_of, parents);
        let categories = self.subjects.categories().together(parent_of, parents);
        let joined = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
            (!names.is_empty()).then(|| in_a_row(&names, " and ")).filter(|name| is_short(name))
        };
        (leading.into_iter().zip(fields).zip(categories))
            .map(|((field, fields), categories)| {
                field.map(sentence_case).or_else(|| joined(&fields)).or_else(|| joined(&categories))
            })
            .collect()
    }

    /// A name for clusters that share nothing, given their names, largest first: the first parts of three
    /// names, or of two if three are too long. Parts that repeat a word are avoided if possible.
    fn together(&self, names: &[&str], is_free: impl Fn(&String) -> bool) -> String {
        let mut parts: Vec<String> = Vec::new();
        for name in names.iter().take(MOST_TOGETHER) {
            let own: Vec<String> =
                name.split(self.conjunction).map(|part| self.within_sentence(part)).collect();
            let part = own.iter().find(|part| !parts.iter().any(|other| share_a_word(part, other)));
            parts.extend(part.or(own.first()).cloned());
        }
        (2..=parts.len())
            .rev()
            .map(|count| in_a_row(&parts[..count], self.conjunction))
            .find(|name| is_short(name) && is_free(name))
            .unwrap_or_else(|| format!("{} and related", names.first().copied().unwrap_or_default()))
    }

    /// A part of a name as written within a sentence: its first word loses the initial capital, unless it is the name of a
    /// known subject ("Escherichia coli"), or another word has a capital that it has nowhere else ("Internet of Things").
    fn within_sentence(&self, part: &str) -> String {
        let (first, rest) = part.split_at(part.find(' ').unwrap_or(part.len()));
        let is_a_name = begins_with_a_name(part)
            || rest.split_whitespace().any(|word| word != word.to_lowercase() && self.cased(word) != word);
        if is_a_name { part.to_owned() } else { format!("{}{rest}", self.cased(first)) }
    }

    /// A word with the capitals that it most often has within sentences. One with capitals inside keeps them: "DNA".
    fn cased<'w>(&'w self, written: &'w str) -> &'w str {
        if written.chars().skip(1).any(char::is_uppercase) {
            return written;
        }
        let lower = written.to_lowercase();
        let known = self.texts.words.iter().find(|word| word.text.to_lowercase() == lower);
        known.map_or(written, |word| word.cased.as_str())
    }
}

/// Per parent: its clusters, largest first.
fn children(cluster_of: &[Option<u32>], parent_of: &[u32], parents: usize) -> Vec<Vec<usize>> {
    let mut sizes = vec![0_usize; parent_of.len()];
    for cluster in cluster_of.iter().flatten() {
        sizes[*cluster as usize] += 1;
    }
    let mut children = vec![Vec::new(); parents];
    for (cluster, &parent) in parent_of.iter().enumerate() {
        children[parent as usize].push(cluster);
    }
    for clusters in &mut children {
        clusters.sort_by_key(|&cluster| (Reverse(sizes[cluster]), cluster));
    }
    children
}

fn is_short(name: &str) -> bool {
    name.split(' ').count() <= MOST_WORDS
}

fn share_a_word(one: &str, other: &str) -> bool {
    one.split(' ').any(|word| other.split(' ').any(|same| same == word))
}

/// Joins texts: "A, b and c".
pub(crate) fn in_a_row(texts: &[String], conjunction: &str) -> String {
    let text = match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}{conjunction}{last}", rest.join(", ")),
        _ => texts.concat(),
    };
    capitalised(&text)
}

/// A published name in sentence case: a capital at the start only.
fn sentence_case(name: &str) -> String {
    capitalise(&name.to_lowercase())
}
