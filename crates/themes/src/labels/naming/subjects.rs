//! The subjects under which papers are filed, and which of them name a group of papers.

use std::collections::BTreeMap;

/// A subject names a group only if at least this share of the group's papers are filed under it.
const MOST_OF_GROUP: f64 = 2.0 / 3.0;
/// A subject names a group only if more than this share of the subject's papers are in the group. A subject
/// spread over several groups names none.
const MOST_OF_SUBJECT: f64 = 0.5;
/// Minimum rate of a subject in its group over its rate in the corpus: a subject of
/// all papers distinguishes none.
const LEAST_LIFT: f64 = 1.5;

/// Several subjects name a group together if they are at most `MOST_TOGETHER`, each adds at
/// least `LEAST_MORE` of the group's papers to those before it, and together they cover at
/// least `COVERED` of the group.
const MOST_TOGETHER: usize = 3;
const LEAST_MORE: f64 = 0.15;
const COVERED: f64 = 0.6;

/// The published names of the subjects under which papers are filed: their
/// categories, and the fields of these.
#[derive(Debug, Default)]
pub struct Subjects {
    categories: Level,
    fields: Level,
}

/// Subjects of one breadth.
#[derive(Debug, Default)]
pub(super) struct Level {
    names: Vec<String>,
    /// Per paper: its subjects, distinct, ascending.
    of_papers: Vec<Vec<u32>>,
}

impl Subjects {
    /// Reads the subjects of papers in corpus order: for each paper, the names of its categories and of their
    /// fields ("Number Theory", "Mathematics").
    pub fn read<'a, P>(papers: impl IntoIterator<Item = P>) -> Self
    where
        P: IntoIterator<Item = (&'a str, &'a str)>,
    {
        let mut categories = LevelBuilder::default();
        let mut fields = LevelBuilder::default();
        for paper in papers {
            let (of_paper, their_fields): (Vec<&str>, Vec<&str>) = paper.into_iter().unzip();
            categories.push(of_paper);
            fields.push(their_fields);
        }
        Self { categories: categories.level, fields: fields.level }
    }

    pub(super) fn categories(&self) -> &Level {
        &self.categories
    }

    pub(super) fn fields(&self) -> &Level {
        &self.fields
    }
}

#[derive(Default)]
struct LevelBuilder<'a> {
    level: Level,
    numbers: BTreeMap<&'a str, u32>,
}

impl<'a> LevelBuilder<'a> {
    fn push(&mut self, subjects: Vec<&'a str>) {
        let mut numbers: Vec<u32> = subjects
            .into_iter()
            .map(|name| {
                *self.numbers.entry(name).or_insert_with(|| {
                    self.level.names.push(name.to_owned());
                    self.level.names.len() as u32 - 1
                })
            })
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        self.level.of_papers.push(numbers);
    }
}

impl Level {
    /// Per group: the subject that most of its papers share and that has most of its own papers there, if
    /// there is one. No two groups have the same subject.
    pub(super) fn leading(&self, group_of: &[Option<u32>], groups: usize) -> Vec<Option<&str>> {
        let counts = self.count(group_of, groups);
        (0..groups)
            .map(|group| {
                let of_group = &counts.within[group];
                let leads = |&subject: &usize| {
                    f64::from(of_group[subject]) >= MOST_OF_GROUP * f64::from(counts.sizes[group].max(1))
                        && counts.is_at_home(subject, group)
                };
                let best = (0..self.names.len()).filter(leads).max_by(|&a, &b| {
                    of_group[a].cmp(&of_group[b]).then_with(|| self.names[b].cmp(&self.names[a]))
                });
                best.map(|subject| self.names[subject].as_str())
            })
            .collect()
    }

    /// Per group: two or three subjects that have most of their papers there and together cover most of
    /// the group, largest first; empty if there are none. Names that contain a comma or "and", or
    /// repeat a word, are left out.
    pub(super) fn together(&self, group_of: &[Option<u32>], groups: usize) -> Vec<Vec<&str>> {
        let counts = self.count(group_of, groups);
        (0..groups)
            .map(|group| {
                let size = f64::from(counts.sizes[group].max(1));
                let mut papers: Vec<&[u32]> = (self.of_papers.iter().zip(group_of))
                    .filter(|(_, of)| **of == Some(group as u32))
                    .map(|(subjects, _)| subjects.as_slice())
                    .collect();
                let mut chosen: Vec<&str> = Vec::new();
                while chosen.len() < MOST_TOGETHER {
                    let mut more = vec![0_u32; self.names.len()];
                    for &subject in papers.iter().copied().flatten() {
                        more[subject as usize] += 1;
                    }
                    let fits = |&subject: &usize| {
                        let name = self.names[subject].as_str();
                        f64::from(more[subject]) >= LEAST_MORE * size
                            && counts.is_at_home(subject, group)
                            && !name.contains(',')
                            && !name.contains(" and ")
                            && !chosen.iter().any(|other| share_a_word(name, other))
                    };
                    let best = (0..self.names.len()).filter(fits).max_by(|&a, &b| {
                        more[a].cmp(&more[b]).then_with(|| self.names[b].cmp(&self.names[a]))
                    });
                    let Some(best) = best else { break };
                    chosen.push(&self.names[best]);
                    papers.retain(|subjects| !subjects.contains(&(best as u32)));
                }
                let covered = 1.0 - papers.len() as f64 / size;
                if chosen.len() > 1 && covered >= COVERED { chosen } else { Vec::new() }
            })
            .collect()
    }

    /// The subjects of which no group has more than half: each is broader than any of the groups.
    pub(super) fn spread(&self, group_of: &[Option<u32>], groups: usize) -> impl Iterator<Item = &str> {
        let counts = self.count(group_of, groups);
        let is_spread = move |subject: usize| {
            let most = counts.within.iter().map(|of_group| of_group[subject]).max().unwrap_or(0);
            f64::from(most) <= MOST_OF_SUBJECT * f64::from(counts.everywhere[subject])
        };
        (0..self.names.len())
            .filter(move |&subject| is_spread(subject))
            .map(|subject| self.names[subject].as_str())
    }

    fn count(&self, group_of: &[Option<u32>], groups: usize) -> Counts {
        let mut counts = Counts {
            sizes: vec![0; groups],
            within: vec![vec![0; self.names.len()]; groups],
            everywhere: vec![0; self.names.len()],
            papers: group_of.len(),
        };
        for (subjects, group) in self.of_papers.iter().zip(group_of) {
            for &subject in subjects {
                counts.everywhere[subject as usize] += 1;
            }
            if let Some(group) = group.map(|group| group as usize) {
                counts.sizes[group] += 1;
                for &subject in subjects {
                    counts.within[group][subject as usize] += 1;
                }
            }
        }
        counts
    }
}

/// Papers per group and subject.
struct Counts {
    sizes: Vec<u32>,
    within: Vec<Vec<u32>>,
    everywhere: Vec<u32>,
    papers: usize,
}

impl Counts {
    /// Whether a group has more than half of a subject's papers, and the subject is at least `LEAST_LIFT`
    /// times as frequent in it as in the corpus.
    fn is_at_home(&self, subject: usize, group: usize) -> bool {
        let (count, all) = (f64::from(self.within[group][subject]), f64::from(self.everywhere[subject]));
        let size = f64::from(self.sizes[group].max(1));
        count > MOST_OF_SUBJECT * all && count * self.papers.max(1) as f64 >= LEAST_LIFT * size * all
    }
}

fn share_a_word(one: &str, other: &str) -> bool {
    one.split(' ').any(|word| other.split(' ').any(|same| same == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The leading category of every group; `papers` holds the group and category of each paper.
    fn leading(papers: &[(u32, &'static str)], groups: usize) -> Vec<Option<String>> {
        let subjects = Subjects::read(papers.iter().map(|&(_, category)| [(category, "Mathematics")]));
        let group_of: Vec<Option<u32>> = papers.iter().map(|&(group, _)| Some(group)).collect();
        assert!(subjects.fields().leading(&group_of, groups).iter().all(Option::is_none), "all are of it");
        let leading = subjects.categories().leading(&group_of, groups);
        leading.into_iter().map(|name| name.map(str::to_owned)).collect()
    }

    #[test]
    fn a_subject_leads_where_it_and_the_group_are_mostly_one() {
        let number_theory = [(0, "Number Theory"); 6];
        let logic = [(1, "Logic"); 6];
        let mixed = [(2, "Number Theory"), (2, "Logic"), (2, "Combinatorics")];
        let papers = [&number_theory[..], &logic, &mixed].concat();
        assert_eq!(leading(&papers, 3), [Some("Number Theory".into()), Some("Logic".into()), None]);
    }

    #[test]
    fn subjects_name_a_group_together_that_none_of_them_leads() {
        let papers =
            [(0, "Optics"), (0, "Quantum Gases"), (0, "Plasma Gases"), (1, "Logic"), (1, "Sets and Trees")];
        let papers = papers.repeat(4);
        let subjects = Subjects::read(papers.iter().map(|&(_, category)| [(category, "All")]));
        let group_of: Vec<Option<u32>> = papers.iter().map(|&(group, _)| Some(group)).collect();
        let together = subjects.categories().together(&group_of, 2);
        assert_eq!(together, [vec!["Optics", "Plasma Gases"], vec![]], "a word twice, a name that joins");
        assert!(subjects.categories().leading(&group_of, 2).iter().all(Option::is_none));
    }

    #[test]
    fn a_subject_of_many_groups_leads_none() {
        let thirds = [(0, "Logic"), (1, "Logic"), (2, "Logic"), (3, "Combinatorics")];
        assert_eq!(leading(&thirds.repeat(4), 4)[..3], [None, None, None]);
        let subjects = Subjects::read(thirds.iter().map(|&(_, category)| [(category, "Mathematics")]));
        let group_of: Vec<Option<u32>> = thirds.iter().map(|&(group, _)| Some(group)).collect();
        assert_eq!(subjects.categories().spread(&group_of, 4).collect::<Vec<_>>(), ["Logic"]);
        assert_eq!(subjects.fields().spread(&group_of, 4).collect::<Vec<_>>(), ["Mathematics"]);
    }
}
