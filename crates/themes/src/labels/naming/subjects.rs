//! What papers are filed under, and which of it names a group of them.

use std::collections::BTreeMap;

/// So many papers of a group must be filed under a subject that names it.
const MOST_OF_GROUP: f64 = 2.0 / 3.0;
/// So many papers of a subject must be in the group that it names: of a subject spread over groups it names none.
const MOST_OF_SUBJECT: f64 = 0.5;
/// Least rate of a subject in its group, in rates of the corpus: what all papers are filed under tells none apart.
const LEAST_LIFT: f64 = 1.5;

/// The published names of the subjects that papers are filed under: of the categories and of the fields these are of.
#[derive(Debug, Default)]
pub struct Subjects {
    categories: Level,
    fields: Level,
}

/// Subjects of one breadth.
#[derive(Debug, Default)]
pub(super) struct Level {
    names: Vec<String>,
    /// By paper: its subjects, each once, ascending.
    of_papers: Vec<Vec<u32>>,
}

impl Subjects {
    /// Of papers in the order of the corpus, each with the names of its categories and of their fields ("Number Theory",
    /// "Mathematics").
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
    /// By group: the subject that most of its papers share and that has most of its papers there, if there is one. No
    /// two groups have the same.
    pub(super) fn leading(&self, group_of: &[Option<u32>], groups: usize) -> Vec<Option<&str>> {
        let mut sizes = vec![0_u32; groups];
        let mut within = vec![0_u32; groups * self.names.len()];
        let mut everywhere = vec![0_u32; self.names.len()];
        for (subjects, group) in self.of_papers.iter().zip(group_of) {
            for &subject in subjects {
                everywhere[subject as usize] += 1;
            }
            if let Some(group) = group.map(|group| group as usize) {
                sizes[group] += 1;
                for &subject in subjects {
                    within[group * self.names.len() + subject as usize] += 1;
                }
            }
        }
        let papers = group_of.len().max(1) as f64;
        (0..groups)
            .map(|group| {
                let size = f64::from(sizes[group].max(1));
                let of_group = &within[group * self.names.len()..][..self.names.len()];
                let leads = |&(subject, &count): &(usize, &u32)| {
                    let (count, all) = (f64::from(count), f64::from(everywhere[subject]));
                    count >= MOST_OF_GROUP * size
                        && count > MOST_OF_SUBJECT * all
                        && count * papers >= LEAST_LIFT * size * all
                };
                let best = of_group
                    .iter()
                    .enumerate()
                    .filter(leads)
                    .max_by(|a, b| a.1.cmp(b.1).then_with(|| self.names[b.0].cmp(&self.names[a.0])));
                best.map(|(subject, _)| self.names[subject].as_str())
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By paper: its group and category.
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
    fn a_subject_of_many_groups_leads_none() {
        let thirds = [(0, "Logic"), (1, "Logic"), (2, "Logic"), (3, "Combinatorics")];
        assert_eq!(leading(&thirds.repeat(4), 4)[..3], [None, None, None]);
    }
}
