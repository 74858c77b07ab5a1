//! Reads the `model` folder of the first version of thema: features, projection, themes and state in separate
//! files.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use thema_features::FeatureModel;
use thema_projection::Projection;
use thema_report::Manifest;
use thema_themes::identity::{RunState, ThemeModel};

use crate::checked::outlier_rules;
use crate::error::Blame;
use crate::paper_table::Whereabouts;
use crate::{Error, Fault, Placer, Result};

const FEATURES: &str = "model/features.bin";
const PROJECTION: &str = "model/projection.bin";
const THEMES: &str = "model/themes.bin";
const STATE: &str = "model/run.bin";

/// Whether the run has such a folder.
pub(crate) fn stands_in(run: &Path) -> bool {
    run.join(THEMES).is_file()
}

pub(crate) fn placer(run: &Path) -> Result<Placer> {
    let themes = ThemeModel::load(&run.join(THEMES))?;
    let state = state(run)?;
    let open = |name: &str| {
        let path = run.join(name);
        File::open(&path).map(BufReader::new).blame_for(Fault::Input, || path.display().to_string())
    };
    let named = |name: &str| run.join(name).display().to_string();
    let features = FeatureModel::load(open(FEATURES)?).blame_for(Fault::Input, || named(FEATURES))?;
    let projection = Projection::load(open(PROJECTION)?).blame_for(Fault::Input, || named(PROJECTION))?;
    let manifest: Manifest =
        serde_json::from_reader(open("manifest.json")?).blame_for(Fault::Input, || named("manifest.json"))?;
    let margin = manifest.configuration["themes"]["outlier_margin"].as_f64().unwrap_or(0.0);
    let mut placer = Placer::new(features, projection, themes, outlier_rules(margin as f32)?)?;
    placer.name(&state.themes);
    if placer.fits() && state.papers.len() == state.themes.assignments.len() {
        return Ok(placer);
    }
    let reason = format!("{}: the parts of the model come from different runs", run.display());
    Err(Error::new(Fault::Input, reason))
}

pub(crate) fn state(run: &Path) -> Result<RunState> {
    Ok(RunState::load(&run.join(STATE))?)
}

pub(crate) fn whereabouts(run: &Path) -> Result<Whereabouts> {
    let state = state(run)?;
    Ok(Whereabouts {
        ids: state.papers.iter().map(|paper| paper.id.clone()).collect(),
        themes: state.themes.assignments.iter().map(|assignment| assignment.theme).collect(),
        second_themes: state.themes.assignments.iter().map(|assignment| assignment.second_theme).collect(),
        scores: state.themes.assignments.iter().map(|assignment| assignment.score).collect(),
        margins: state.themes.assignments.iter().map(|assignment| assignment.margin).collect(),
        counted: state.themes.counted(),
    })
}
