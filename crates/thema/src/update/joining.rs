//! New papers join the themes of a run, and found new ones.

use std::collections::BTreeSet;

use thema_features::Document;
use thema_features::analysis::Language;
use thema_themes::identity::{Coming, RunState, ThemeEvent, Update, UpdateParams};
use thema_themes::{NameTerms, OutlierReason, Paper, Tally, TrendParams};

use super::UpdatedRun;
use super::arrived::Arrived;
use super::map_places::OnMap;
use crate::Result;
use crate::checked::CheckedSettings;
use crate::founders::settle;
use crate::learning::{Arrivals, Discovery, Newborn, discover, label_newborn};
use crate::papers::subjects_of;
use crate::stages::Stages;

/// Most papers of the run that new papers are compared with to find themes among them.
const DRAWN: usize = 8_000;
/// Fewest papers of a new theme.
const LEAST_PAPERS: usize = 12;

impl UpdatedRun {
    /// Adds new papers to the themes and the state, and counts everything again.
    pub(super) fn join(
        &mut self,
        checked: &CheckedSettings,
        arrived: &Arrived<'_>,
        stages: &mut Stages,
    ) -> Result<(Vec<ThemeEvent>, Tally)> {
        let (state, fresh) = (&self.state, &arrived.fresh);
        let counted = state.themes.counted();
        let is_held = |row: &u32| state.held.binary_search(row).is_ok();
        let others: Vec<u32> = (0..state.papers.len() as u32).filter(|row| !is_held(row)).collect();
        let drawn = evenly_spaced(&others, DRAWN);
        let id = |row: &u32| state.papers[*row as usize].id.as_str();
        let wanted: BTreeSet<&str> = state.held.iter().chain(&drawn).map(id).collect();
        let stored = self.model.texts(|id| wanted.contains(id))?;
        let is_stored = |row: &u32| stored.contains_key(id(row));
        let counts = |row: &u32| counted[*row as usize];
        let held: Vec<u32> = state.held.iter().copied().filter(is_stored).filter(counts).collect();
        let drawn: Vec<u32> = drawn.into_iter().filter(is_stored).collect();
        let documents_of = |rows: &[u32]| rows.iter().map(|row| stored[id(row)].document()).collect();

        // The papers of the input, and those of earlier updates that may found a theme with them.
        let mut documents: Vec<Document<'_>> = fresh.iter().map(|fresh| fresh.text.document()).collect();
        let placed = stages.run("place", || self.placer.look(&documents))?;
        let held_documents: Vec<Document<'_>> = documents_of(&held);
        let held_placed = self.placer.look(&held_documents)?;
        documents.extend(held_documents);
        let of_run: Vec<Document<'_>> = documents_of(&drawn);
        let outliers = placed.assignments.iter().chain(&held_placed.assignments).map(|place| place.outlier);
        let shown = [&placed, &held_placed]
            .map(|seen| self.placer.model().shows_its_theme(&seen.assignments, &seen.seeds))
            .concat();
        let unfit: Vec<Option<OutlierReason>> = outliers.collect();
        let known: Vec<bool> =
            shown.iter().zip(&unfit).map(|(shows, unfit)| *shows && unfit.is_none()).collect();
        let arrivals = Arrivals {
            papers: &documents,
            unfit: &unfit,
            known: &known,
            of_run: &of_run,
            drawn_from: (others.len() as f32 / drawn.len().max(1) as f32).max(1.0),
            found: self.found_before(),
            least_papers: LEAST_PAPERS,
        };
        let checked = self.as_the_run(checked)?;
        let Discovery { new, themes: gatherings, features } = discover(&checked, &arrivals, stages)?;

        let ids: Vec<&str> = fresh.iter().map(|fresh| fresh.paper.id.as_str()).collect();
        let theme = |row: &u32| state.themes.assignments[*row as usize].theme;
        let held_places: Vec<(&str, u32)> = held.iter().map(|row| (id(row), theme(row))).collect();
        let drawn_themes: Vec<u32> = drawn.iter().map(theme).collect();
        let drawn_vectors = self.placer.vectors(&of_run)?;
        let params = UpdateParams::default().least_papers(LEAST_PAPERS).check()?;
        let coming = Coming {
            ids: &ids,
            places: &placed.assignments,
            new: &new[..ids.len()],
            vectors: placed.vectors.view(),
            held: &held_places,
            held_vectors: held_placed.vectors.view(),
            drawn: &drawn_themes,
            drawn_vectors: drawn_vectors.view(),
            gatherings: &gatherings,
        };
        let done = self.placer.model_mut().update(&params, &coming)?;
        let labels = match &features {
            Some(features) if !done.events.is_empty() => {
                let compared: Vec<Document<'_>> = documents.iter().chain(&of_run).copied().collect();
                let new =
                    fresh.iter().zip(&placed.assignments).map(|(fresh, place)| (&fresh.paper, place.theme));
                let old = held.iter().chain(&drawn).map(|row| (&state.papers[*row as usize], theme(row)));
                let themes_before: Vec<(&Paper, u32)> = new.chain(old).collect();
                let labels = label_newborn(features, &compared, self.newborn(&done, &themes_before))?;
                // What newborn themes are about is no longer off topic.
                let places = done.places();
                let born = state.themes.themes.len() as u32;
                let is_founder = |id: &str| places.get(id).is_some_and(|place| place.theme >= born);
                let all = ids.iter().copied().chain(held.iter().map(id)).zip(&documents);
                let founders = all.filter(|(id, _)| is_founder(id)).map(|(_, document)| *document);
                let corpus: Vec<Document<'_>> = of_run.iter().copied().chain(founders).collect();
                if !of_run.is_empty() {
                    self.placer.model_mut().refit_corpus(&corpus);
                }
                labels
            }
            _ => Vec::new(),
        };
        let texts =
            ids.iter().copied().chain(held.iter().map(id)).map(str::to_owned).zip(documents).collect();
        let drawn_positions: Vec<[f32; 2]> = drawn.iter().map(|row| state.positions[*row as usize]).collect();
        let on_map =
            OnMap { vectors: drawn_vectors.view(), themes: &drawn_themes, positions: &drawn_positions };
        let themes: Vec<u32> = placed.assignments.iter().map(|place| place.theme).collect();
        let positions = on_map.places(placed.vectors.view(), &themes);
        let joining = fresh.iter().map(|fresh| fresh.paper.clone()).zip(placed.assignments).zip(positions);
        let said = |name: &str, title: &str| {
            features.as_ref().map_or(0, |features| NameTerms::of(name, features).in_title(title))
        };
        let events = self.state.join(joining.collect(), &done, &labels, said);
        let RunState { papers, held, .. } = &self.state;
        let held: BTreeSet<&str> = held.iter().map(|&row| papers[row as usize].id.as_str()).collect();
        self.placer.model_mut().keep_waiting(|paper| held.contains(paper));
        self.placer.name(&self.state.themes);
        let newborn: BTreeSet<&str> = done.events.iter().map(|event| event.theme.as_str()).collect();
        settle(&self.placer, &mut self.state, &newborn, &texts)?;
        let copies = arrived.copies.iter().map(|(copy, of)| (copy.paper.clone(), of.clone()));
        self.state.join_copies(copies.collect());
        self.state.date_counts = Some(arrived.dates);
        let tally = self.state.count(&TrendParams::default().check()?, self.placer.model().standing());
        Ok((events, tally))
    }

    /// Papers in themes that updates found, but for those that are held.
    fn found_before(&self) -> usize {
        let themes = self.state.themes.themes.iter();
        let found = themes.filter(|theme| self.state.found_later.contains_key(&theme.id));
        let rows = found.flat_map(|theme| &theme.papers);
        rows.filter(|row| self.state.held.binary_search(row).is_err()).count()
    }

    /// The settings with the run's seed and language, so that new papers are treated as its own were.
    fn as_the_run(&self, checked: &CheckedSettings) -> Result<CheckedSettings> {
        let mut checked = checked.clone();
        checked.settings.seed = self.old.manifest.seed;
        if let Some(language) = Language::from_code(self.placer.model().language()) {
            checked.speak(language)?;
        }
        Ok(checked)
    }

    /// The themes that an update found among `compared` papers, which come with their themes from before.
    fn newborn(&self, update: &Update, compared: &[(&Paper, u32)]) -> Newborn<'_> {
        let themes = &self.state.themes.themes;
        let places = update.places();
        let place = |&(paper, theme): &(&Paper, u32)| match places.get(paper.id.as_str()) {
            Some(place) => (place.theme, place.cosine as f32),
            None => (theme, 0.0),
        };
        let (theme_of, cosines) = compared.iter().map(place).unzip();
        let codes = compared.iter().map(|(paper, _)| paper.categories.iter().map(String::as_str));
        Newborn {
            first: themes.len() as u32,
            count: update.events.len(),
            theme_of,
            cosines,
            subjects: subjects_of(codes),
            // Also names that edits gave.
            known: themes
                .iter()
                .map(|theme| theme.name.as_str())
                .chain(self.old.report.themes.iter().map(|theme| theme.name.as_str()))
                .collect(),
        }
    }
}

/// Up to `most` items at even distances.
fn evenly_spaced<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    let count = all.len().min(most);
    (0..count).map(|index| all[index * all.len() / count]).collect()
}
