//! The list of dependencies is up to date.

use std::collections::BTreeSet;
use std::process::Command;

use super::thema;

const BILL: &str = include_str!("../../supply/bill.cdx.json");
/// How to fix a failure.
const COLLECT: &str = "run `just supply`: Cargo.lock has changed";

/// `name version` of every registry package linked into the program; `None` if cargo cannot tell because
/// packages for other platforms are missing and cannot be downloaded.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn linked() -> Option<BTreeSet<String>> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", "thema-cli", "--edges", "normal", "--target", "all"])
        .args(["--prefix", "none", "--format", "{p}"])
        .output()
        .unwrap();
    if !tree.status.success() {
        eprintln!("skipped: {}", String::from_utf8_lossy(&tree.stderr));
        return None;
    }
    let tree = String::from_utf8(tree.stdout).unwrap();
    let package = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        let version = rest.split(' ').next()?;
        // cargo prints packages of this project with their folder.
        (!rest.contains("(/")).then(|| format!("{name} {version}"))
    };
    Some(tree.lines().filter_map(package).collect())
}

#[test]
fn licences_are_those_of_the_dependencies() {
    let Some(linked) = linked() else { return };
    let printed = thema(&["licences"]);
    assert!(printed.status.success());
    let printed = String::from_utf8(printed.stdout).unwrap();
    assert!(printed.starts_with("MIT License"), "thema's own comes first");
    let list = printed.lines().skip_while(|line| !line.starts_with("thema is made of")).skip(2);
    let named: Vec<(&str, &str)> = list.map_while(|line| line.split_once(": ")).collect();
    let packages: BTreeSet<String> = named.iter().map(|(package, _)| (*package).to_owned()).collect();
    assert_eq!(packages, linked, "{COLLECT}");
    assert!(named.iter().all(|(_, licence)| !licence.is_empty()), "a package without a licence");
    assert!(printed.contains("Permission is hereby granted"), "texts follow");
}

#[test]
fn the_bill_of_materials_names_the_dependencies() {
    let Some(linked) = linked() else { return };
    let bill: serde_json::Value = serde_json::from_str(BILL).unwrap();
    assert_eq!((&bill["bomFormat"], &bill["specVersion"]), (&"CycloneDX".into(), &"1.5".into()));
    assert_eq!(bill["metadata"]["component"]["version"], env!("CARGO_PKG_VERSION"), "{COLLECT}");
    let components = bill["components"].as_array().unwrap();
    let text = |component: &serde_json::Value, name: &str| component[name].as_str().unwrap().to_owned();
    let named = components.iter().map(|part| format!("{} {}", text(part, "name"), text(part, "version")));
    assert_eq!(named.collect::<BTreeSet<_>>(), linked, "{COLLECT}");
    for component in components {
        let hash = &component["hashes"][0]["content"];
        assert!(hash.as_str().is_some_and(|hash| hash.len() == 64), "{component}");
    }
}
