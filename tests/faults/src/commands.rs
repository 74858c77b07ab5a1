//! The commands that write, and what must hold for what they leave.

use std::path::Path;
use std::process::Output;

use tempfile::TempDir;

use crate::patience::finish;
use crate::tree::{Tree, differing, is_hidden, tree};
use crate::verdict::{State, Verdict, manners, said, wrong};
use crate::world::{BACKGROUND, CORPUS, CORPUS_FILES, FIRST, NOTES, PAGE, RUN, SECOND, World};

/// A command that writes, and the files it leaves if all goes well.
pub(crate) struct Writing {
    pub(crate) name: &'static str,
    pub(crate) arguments: Vec<String>,
    /// Files of the world that it reads and replaces.
    given: Vec<&'static str>,
    /// Arguments with which it succeeds again, whatever it left.
    again: Vec<String>,
    /// A path where the next writer may still have something to restore or continue.
    unsettled: &'static str,
    former: Tree,
    new: Tree,
    /// The files after a second run of the command.
    twice: Tree,
}

/// The exit code of a command that could not read everything, so that papers may be missing from its output.
const UNREAD: i32 = 1;

/// All commands that write.
pub(crate) fn writings(world: &World) -> Vec<Writing> {
    let pages = "harvested/pages";
    let harvest = ["harvest", "oai-pmh", "--out", "harvested", "--contact", "a@example.org", "--address"];
    let harvest = [&harvest[..], &[world.address()]].concat();
    let corpus = [&[SECOND], &CORPUS_FILES[..]].concat();
    [
        ("run", &["run", FIRST, "--out", "new"][..], vec![FIRST], "new/notes"),
        // With this little memory, its records are spilled to files.
        (
            "run --force",
            &["run", SECOND, "--out", RUN, "--force", "--memory", "4KB"],
            vec![SECOND, RUN],
            NOTES,
        ),
        ("update", &["update", RUN, SECOND], vec![SECOND, RUN], NOTES),
        ("edit", &["edit", RUN, "rename", "t-1", "By hand"], vec![RUN], NOTES),
        ("report", &["report", RUN, "--out", PAGE], vec![RUN, PAGE], NOTES),
        (
            "fit",
            &["fit", "--background", FIRST, "--name", "new", "--out", BACKGROUND],
            vec![FIRST, BACKGROUND],
            NOTES,
        ),
        ("ingest", &["ingest", SECOND, "--out", CORPUS], corpus, NOTES),
        ("harvest", &harvest, vec![], pages),
    ]
    .map(|(name, arguments, given, unsettled)| Writing::new(world, name, arguments, given, unsettled))
    .into()
}

impl Writing {
    fn new(
        world: &World,
        name: &'static str,
        arguments: &[&str],
        given: Vec<&'static str>,
        unsettled: &'static str,
    ) -> Self {
        let force: &[&str] = if name == "run" { &["--force"] } else { &[] };
        let again = [arguments, force].concat();
        let folder = tempfile::tempdir().unwrap();
        world.fill(folder.path(), &given);
        let former = tree(folder.path());
        world.succeed(folder.path(), arguments);
        let new = tree(folder.path());
        world.succeed(folder.path(), &again);
        let twice = tree(folder.path());
        assert_ne!(former, new, "{name} changes nothing");
        let owned = |arguments: &[&str]| arguments.iter().map(|&argument| argument.to_owned()).collect();
        let (arguments, again) = (owned(arguments), owned(&again));
        Self { name, arguments, given, again, unsettled, former, new, twice }
    }

    /// A new folder in which the command can run.
    pub(crate) fn place(&self, world: &World) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        self.fill(world, folder.path());
        folder
    }

    /// Copies what the command reads and replaces to `folder`.
    pub(crate) fn fill(&self, world: &World, folder: &Path) {
        world.fill(folder, &self.given);
    }

    /// Checks what a try left in `folder`: all old files or all new ones, and the new ones if it reported success.
    /// Then the command, run again, must succeed, restore what a person put there, and leave nothing else.
    pub(crate) fn judge(&self, world: &World, folder: &Path, output: &Output) -> Verdict {
        manners(output)?;
        let seen = tree(folder);
        let settled = |tree: &Tree| -> Tree {
            let tree = tree.iter().filter(|(path, _)| !is_hidden(path) && !path.starts_with(self.unsettled));
            tree.map(|(path, content)| (path.clone(), content.clone())).collect()
        };
        let visible = settled(&seen);
        let state = if visible == settled(&self.new) {
            State::New
        } else if visible == settled(&self.former) {
            State::Former
        } else if seen
            .keys()
            .any(|path| is_hidden(path) && path.extension().is_some_and(|kind| kind == "journal"))
        {
            // The next writer completes what a journal lists.
            State::New
        } else if output.status.code() == Some(UNREAD) {
            State::New
        } else {
            return wrong("mixture", differing(&settled(&self.new), &visible));
        };
        if output.status.success() && !visible.eq(&settled(&self.new)) {
            return wrong("success was said", differing(&settled(&self.new), &visible));
        }
        let again = finish(world.program(folder).args(&self.again));
        if !again.status.success() {
            return wrong("next fails", said(&again));
        }
        let seen = tree(folder);
        let mut visible = seen.clone();
        visible.retain(|path, _| !is_hidden(path));
        if visible != self.new && visible != self.twice && output.status.code() != Some(UNREAD) {
            return wrong("next differs", differing(&self.twice, &visible));
        }
        match seen.keys().find(|path| is_hidden(path)) {
            Some(left) => wrong("litter", format!("{} outlives the next one", left.display())),
            None => Ok(state),
        }
    }
}
