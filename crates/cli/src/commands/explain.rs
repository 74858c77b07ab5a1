//! `thema explain`: why a paper is in its theme.

use std::fmt::Write as _;

use thema::{Because, Confidence, Explanation, Fit, Place, Result, Side, WordContribution};

use super::Session;
use crate::arguments::{ExplainArguments, GlobalArguments};
use crate::exit::Status;
use crate::output::{print, print_json};

/// Most words shown for and against.
const WORDS: usize = 8;

/// Explains the place of one paper.
pub(crate) fn explain(global: &GlobalArguments, arguments: &ExplainArguments) -> Result<Status> {
    let session = Session::begin(global, None)?;
    let explanation = session.work(|_| thema::explain(&arguments.run, &arguments.paper))?;
    if global.json {
        print_json(&explanation)?;
    } else {
        print(|out| write!(out, "{}", in_words(&explanation)))?;
    }
    Ok(Status::Done)
}

fn named(side: &Side) -> String {
    match &side.through {
        Some(through) => format!("{} ({through})", side.name),
        None => side.name.clone(),
    }
}

/// Words in quotes; if there are many, the first few and the number of the others.
fn quoted(words: &[String]) -> String {
    let shown = words.iter().take(WORDS).map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    match words.len().saturating_sub(WORDS) {
        0 => shown,
        1 => format!("{shown} and one more word"),
        more => format!("{shown} and {more} more words"),
    }
}

/// The probability and the evidence for it.
fn sureness(confidence: &Confidence) -> String {
    let Confidence { probability, belonging, deviations, lead } = *confidence;
    let nearer = |value: f32| if value < 0.0 { "farther from it" } else { "nearer to it" };
    format!(
        "        {:.1} % sure: {:.1} standard deviations {} than its average paper, {:.3} {} than to the\n\
        {:8}next theme, and {:.1} % sure that such words belong to the corpus",
        100.0 * probability,
        deviations.abs(),
        nearer(deviations),
        lead.abs(),
        if lead < 0.0 { "farther" } else { "nearer" },
        "",
        100.0 * belonging,
    )
}

/// The theme of the report, and those that the words suggest.
fn places(explanation: &Explanation) -> String {
    let mut text = String::new();
    let Explanation { in_report, theme, second, .. } = explanation;
    let _ = if differs(explanation) {
        writeln!(text, "Theme   {}", in_report.name)
    } else {
        writeln!(text, "Theme   {}, score {:.3}", named(theme), theme.score)
    };
    if let Some(why) = why(in_report, theme) {
        let _ = writeln!(text, "        {why}");
    }
    if explanation.is_left_out {
        let _ = writeln!(text, "        Edits exclude it from the report.");
    }
    if differs(explanation) {
        let _ = writeln!(text, "Nearest {}, score {:.3}, by its words alone", named(theme), theme.score);
    }
    if let Some(confidence) = &explanation.confidence {
        let _ = writeln!(text, "{}", sureness(confidence));
    }
    if let Some(table) = in_table(explanation) {
        let _ = writeln!(text, "        {table}");
    }
    if let Some(second) = second {
        let stands = if second.id == in_report.id { ", its theme in the report" } else { "" };
        let _ = writeln!(text, "Second  {}, score {:.3}{stands}", named(second), second.score);
    }
    text
}

/// What `papers.csv` has instead of the scores shown, if they differ in the three digits shown. A run scores the papers it
/// learned from otherwise than new ones.
fn in_table(explanation: &Explanation) -> Option<String> {
    let Place { score, margin, second, because, .. } = &explanation.in_report;
    let placed_by_run = matches!(because, None | Some(Because::Neighbours));
    let is_same = !differs(explanation) && (score - explanation.theme.score).abs() < 5e-4;
    (placed_by_run && !is_same).then(|| {
        let ahead = second.as_ref().map_or(String::new(), |name| match margin {
            0.0005.. => format!(", {margin:.3} ahead of {name}"),
            _ => format!(", level with {name}"),
        });
        format!(
            "The run gave it {score:.3} (papers.csv){ahead};\n{:8}the scores here are computed anew from its words alone",
            ""
        )
    })
}

/// Whether the words alone are nearest to another theme than the report's.
fn differs(explanation: &Explanation) -> bool {
    explanation.in_report.id != explanation.theme.id
}

/// Why the paper is in its theme, if not by its words alone, which are nearest to theme `nearest`.
fn why(place: &Place, nearest: &Side) -> Option<String> {
    Some(match place.because? {
        Because::Edit => "Edits moved it there.".to_owned(),
        Because::NearDuplicate => {
            let other = place.counted_by.as_deref().unwrap_or("another paper");
            format!(
                "It is a near-duplicate of {other}, which counts for it, and has the theme of that paper."
            )
        }
        Because::FoundLater => "An update found this theme in papers like it.".to_owned(),
        Because::NearestFoundLater => {
            format!("Updates found {} and did not move this paper there.", nearest.name)
        }
        Because::LeftOver => "No theme took it when it was placed with the papers near it.".to_owned(),
        Because::Neighbours => {
            "It was placed with the papers near it, or before updates changed the themes.".to_owned()
        }
    })
}

fn in_words(explanation: &Explanation) -> String {
    let mut text = String::new();
    let Explanation { theme, second, contributions, .. } = explanation;
    let _ = writeln!(text, "{}  {}\n", explanation.id, explanation.title);
    let Fit { words, known_words, typicality, .. } = explanation.fit;
    let share = 100.0 * typicality;
    let _ = writeln!(
        text,
        "Fit     {known_words} of {words} words known; {share:.1} % of the papers use words at least this unfamiliar"
    );
    if let Some(reason) = explanation.fit.outlier {
        let alone = if differs(explanation) { " by its words alone" } else { "" };
        let _ = writeln!(text, "        outlier{alone}: {}", reason.replace('_', " "));
    }
    text.push_str(&places(explanation));
    let (this, column) = if differs(explanation) { ("the nearest", "nearest") } else { ("this", "theme") };
    let mut table = |title: &str, rows: Vec<&WordContribution>| {
        if rows.is_empty() {
            return;
        }
        let _ = writeln!(text, "\n{title:<34} {column:>8} {:>8}", "second");
        for row in rows {
            let word = format!("{}{}", row.word, if row.seed { " *" } else { "" });
            let _ = writeln!(text, "  {word:<32} {:>+8.3} {:>+8.3}", row.theme, row.second);
        }
    };
    let speaks_for = |row: &&WordContribution| row.theme > row.second;
    table(&format!("For {this} theme"), contributions.iter().filter(speaks_for).take(WORDS).collect());
    // A score that is a threshold has no words of its own.
    let has_words = contributions.iter().any(|row| row.second != 0.0);
    let against = if has_words { "For the second theme".to_owned() } else { format!("Against {this} theme") };
    table(&against, contributions.iter().rev().filter(|row| row.theme < row.second).take(WORDS).collect());
    if contributions.iter().any(|row| row.seed) {
        let _ = writeln!(text, "  (* a taxonomy entry)");
    }
    if let Some(second) = second {
        let margin = theme.score - second.score;
        let _ = match explanation.without.as_slice() {
            _ if margin < 0.0 && theme.through.is_some() => writeln!(
                text,
                "\n{} has the higher score, but the odds are against the paper belonging to it.",
                second.name
            ),
            _ if margin < 0.0 => {
                writeln!(
                    text,
                    "\nThese scores alone do not decide between {} and {}.",
                    theme.name, second.name
                )
            }
            [] => writeln!(
                text,
                "\nRemoving words does not close the gap of {margin:.3}; it would take more evidence for {}.",
                second.name
            ),
            words => {
                writeln!(text, "\nBy these scores, {} would lead without {}.", second.name, quoted(words))
            }
        };
    }
    if !explanation.neighbours.is_empty() {
        let _ = writeln!(text, "\nNearest papers");
    }
    for paper in &explanation.neighbours {
        let _ = writeln!(text, "  {:.2}  {}  {} [{}]", paper.similarity, paper.id, paper.title, paper.theme);
    }
    text
}
