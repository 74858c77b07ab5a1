//! The order of the crate's modules, as ARCHITECTURE.md tells it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The modules in the order of ARCHITECTURE.md.
fn modules() -> Vec<String> {
    let text = fs::read_to_string(root().join("../../ARCHITECTURE.md")).unwrap();
    let (_, list) = text.split_once("No module imports one that comes later in this list: ").unwrap();
    let (list, _) = list.split_once(".\n").unwrap();
    // Names stand in back quotes; what a module is for stands in parentheses.
    let outside: String = list.split('(').map(|part| part.rsplit(')').next().unwrap()).collect();
    outside.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The module of every item that `lib.rs` re-exports.
fn owners() -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let exports =
        text.split("pub use ").skip(1).filter_map(|export| export.split(';').next()?.split_once("::"));
    let items = |(module, items): (&str, &str)| {
        let names = items.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty());
        names.map(|name| (name.to_owned(), module.to_owned())).collect::<Vec<_>>()
    };
    exports.flat_map(items).collect()
}

/// The names that come directly after `crate::` in a file, tests and comments aside.
fn imported(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut names = Vec::new();
    for after in code.split("crate::").skip(1) {
        let Some(list) = after.strip_prefix('{') else {
            names.push(after.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap().to_owned());
            continue;
        };
        let mut depth = 1;
        let mut name = String::new();
        for character in list.chars() {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => names.push(std::mem::take(&mut name)),
                _ if depth == 1 => name.push(character),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        names.push(name);
    }
    let first = |name: String| name.trim().split(':').next().unwrap_or_default().to_owned();
    names.into_iter().map(first).filter(|name| !name.is_empty()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn no_module_imports_one_that_comes_later() {
    let (modules, owners) = (modules(), owners());
    assert!(modules.len() > 10, "{modules:?}");
    let place = |name: &str| {
        let module = owners.get(name).map_or(name, String::as_str);
        modules.iter().position(|other| other == module)
    };
    let mut later = Vec::new();
    for (at, module) in modules.iter().enumerate() {
        for file in files(&root().join("src").join(module)) {
            let wrong = imported(&fs::read_to_string(&file).unwrap());
            let wrong = wrong.into_iter().filter(|name| place(name).is_some_and(|other| other > at));
            later.extend(wrong.map(|name| format!("{} imports {name}", file.display())));
        }
    }
    assert!(later.is_empty(), "{later:#?}");
}
