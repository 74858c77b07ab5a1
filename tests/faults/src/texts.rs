//! Damages user-written files: settings, taxonomies and edits, changed at random from valid ones. Whatever
//! they contain, the command must end by itself and with a message.

use std::fs;
use std::path::Path;
use std::time::Instant;

use tempfile::TempDir;

use crate::patience::finish;
use crate::tally::Tally;
use crate::verdict::{State, Verdict, manners, said, wrong};
use crate::world::{FIRST, RUN, World};

const TAXONOMY: &str = include_str!("../../../data/taxonomies/cs-dc.toml");
/// One edit of each kind.
const EDITS: &str = r#"
[[edit]]
rename = "t-1"
name = "By hand"

[[edit]]
merge = ["t-2"]
into = "t-1"

[[edit]]
split = "t-1"
name = "A part"
phrase = "model"

[[edit]]
move = ["2503.99001"]
to = "t-3"

[[edit]]
exclude = ["2503.99002"]

[[edit]]
describe = "t-3"
text = "Of its own."
"#;
/// Replacements for a value.
const VALUES: [&str; 20] = [
    "0",
    "1",
    "-1",
    "2",
    "1e308",
    "-0.0",
    "nan",
    "inf",
    "9223372036854775807",
    "99999999999999999999",
    "4294967295",
    "0.5",
    "true",
    "\"\"",
    "\"none\"",
    "\"t-1\"",
    "\"\u{202e}\u{1b}[2J\"",
    "[]",
    "{}",
    "[[[[[[[[[[]]]]]]]]]]",
];
/// Text inserted somewhere.
const PIECES: [&str; 10] = ["\"", "[", "]]", "=", "\n", "\0", "\u{feff}", "#", "[[theme]]\n", "[[edit]]\n"];
/// Memory limit of a command, in kilobytes.
const MEMORY: u64 = 6 << 20;

pub(crate) fn campaign(world: &World, tally: &mut Tally, end: Instant) {
    let settings = String::from_utf8(world.succeed(&std::env::temp_dir(), &["config"])).unwrap();
    let run = ["run", FIRST, "--out", "new", "--force"];
    let files: [(&str, &str, &str, &[&str]); 4] = [
        ("settings", "settings.toml", &settings, &[&["--config", "settings.toml"], &run[..]].concat()),
        ("taxonomy", "taxonomy.toml", TAXONOMY, &["taxonomy", "check", "taxonomy.toml"]),
        ("taxonomy", "taxonomy.toml", TAXONOMY, &[&run[..], &["--taxonomy", "taxonomy.toml"]].concat()),
        ("edits", "run/edits.toml", EDITS, &["report", RUN]),
    ];
    let place = tempfile::tempdir().unwrap();
    while Instant::now() < end {
        for (name, file, right, arguments) in files {
            world.fill(place.path(), &[FIRST, RUN]);
            let mut text = right.as_bytes().to_vec();
            for _ in 0..=world.draw(2) {
                change(&mut text, world);
            }
            fs::write(place.path().join(file), &text).unwrap();
            let verdict = judge(world, place.path(), arguments);
            let kept = verdict.is_err().then(|| keep(file, &text));
            let kept = kept.unwrap_or_default();
            let how = format!("thema {} with {} as {file}", arguments.join(" "), kept.display());
            tally.count(name, how, verdict);
        }
    }
}

/// `New` if the text was accepted, `Former` if it was refused with a message.
fn judge(world: &World, place: &Path, arguments: &[&str]) -> Verdict {
    let limited = format!("ulimit -v {MEMORY} && exec \"$0\" \"$@\"");
    let output =
        finish(world.wrapped(place, &["sh", "-c", &limited]).args(["--threads", "1"]).args(arguments));
    manners(&output)?;
    let said = said(&output);
    match output.status.code() {
        Some(0 | 1) => Ok(State::New),
        Some(_) if said.is_empty() => wrong("no word", "it ended without a reason"),
        Some(_) if said.contains('\u{1b}') || said.contains('\u{202e}') => {
            wrong("escape", format!("{said:?}"))
        }
        Some(_) => Ok(State::Former),
        None => wrong("crash", format!("{}: {said}", output.status)),
    }
}

/// Keeps a text that causes a failure, and returns its path.
fn keep(file: &str, text: &[u8]) -> std::path::PathBuf {
    let folder: TempDir = tempfile::Builder::new().prefix("wrong-text-").tempdir().unwrap();
    let path = folder.keep().join(Path::new(file).file_name().unwrap());
    fs::write(&path, text).unwrap();
    path
}

/// Changes a text at one position.
fn change(text: &mut Vec<u8>, world: &World) {
    let any = |length: usize| world.draw(length as u64) as usize;
    let at = any(text.len());
    let line = {
        let begin = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| at + end + 1);
        begin..end
    };
    match any(7) {
        0 => text[at] ^= 1 << any(8),
        1 => text.truncate(at),
        2 => drop(text.drain(line)),
        3 => drop(text.splice(at..at, PIECES[any(PIECES.len())].bytes())),
        4 => drop(text.splice(line.start..line.start, text[line].to_vec())),
        _ => {
            let Some(equals) = text[line.clone()].iter().position(|&byte| byte == b'=') else { return };
            let value = VALUES[any(VALUES.len())].bytes().chain([b'\n']);
            drop(text.splice(line.start + equals + 1..line.end, value));
        }
    }
}
