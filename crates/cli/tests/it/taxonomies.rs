//! User-written taxonomies on the sample corpus.

use std::path::Path;

use serde_json::Value;

use super::{root, table, text, thema};

/// Two themes that mean the same, one that the sample lacks and that excludes a form of its own phrase, and one that
/// requires a word few of its papers contain.
const TAXONOMY: &str = r#"
name = "mine"
[[theme]]
key = "clients"
name = "Clients"
terms = ["federated", "clients"]
[[theme]]
key = "owners"
name = "Owners"
terms = ["federated", "clients", "aggregation"]
[[theme]]
key = "ammonites"
name = "Ammonites"
terms = ["ammonite", "trilobite"]
phrases = ["belemnite guard"]
excluded = ["belemnite guards"]
[[theme]]
key = "quantum"
name = "Quantum elections"
terms = ["quantum", "qubits"]
required = ["election"]
"#;

fn written(home: &Path) -> String {
    let path = home.join("mine.toml");
    std::fs::write(&path, TAXONOMY).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn papers_that_are_placed_later_have_sub_themes_too() {
    let home = tempfile::tempdir().unwrap();
    let papers = root().join("data/sample/papers");
    let with_subtheme = |sample: &str| {
        let out = home.path().join(sample);
        let arguments = ["run", papers.to_str().unwrap(), "--sample", sample, "--quiet"];
        let output = thema(&[&arguments[..], &["--out", out.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let table = table(&out, "papers.csv");
        table.iter().filter(|row| row.get("subtheme").is_some_and(|key| !key.is_empty())).count()
    };
    let (all, some) = (with_subtheme("1000"), with_subtheme("100"));
    assert!(all >= 8 && 4 * some >= 3 * all, "{some} of {all} when two fifths of the papers are placed");
}

#[test]
fn a_check_says_what_words_catch() {
    let home = tempfile::tempdir().unwrap();
    let papers = root().join("data/sample/papers");
    let command = ["taxonomy", "check", &written(home.path()), papers.to_str().unwrap()];
    let output = thema(&[&command[..], &["--json"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let fit: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&fit["papers"], &fit["drawn"]), (&168.into(), &168.into()));
    let [clients, owners, ammonites, quantum] = &fit["themes"].as_array().unwrap()[..] else {
        panic!("{fit}")
    };
    assert_eq!(
        (&clients["same"], &owners["same"]),
        (&serde_json::json!(["owners"]), &serde_json::json!(["clients"]))
    );
    assert_eq!((ammonites["papers"].as_u64(), ammonites["holding"].as_u64()), (Some(0), Some(0)));
    let holding = quantum["holding"].as_u64().unwrap();
    let papers = quantum["papers"].as_u64().unwrap();
    assert!(papers > 0 && papers < holding, "{papers} of {holding} hold `election` as well");
    let entry = &clients["entries"][0];
    assert_eq!((entry["text"].as_str(), entry["other_forms"].as_bool()), (Some("federated"), Some(false)));
    assert!(entry["papers"].as_u64().unwrap() >= entry["placed"].as_u64().unwrap());

    let said = text(&thema(&command).stdout);
    for line in [
        "mine, tried on 168 papers",
        "Ammonites: not found; 0 papers have",
        "  not excluded      belemnite guards (a form of belemnite guard)\n",
        "same papers as    owners",
    ] {
        assert!(said.contains(line), "{line:?} is not in\n{said}");
    }
}

#[test]
fn a_theme_that_is_not_there_is_said_to_be_not_found() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let papers = root().join("data/sample/papers");
    let taxonomy = written(home.path());
    let run = ["run", papers.to_str().unwrap(), "--taxonomy", &taxonomy, "--out", out.to_str().unwrap()];
    let output = thema(&run);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("Not found: Ammonites"), "{}", text(&output.stdout));
    let digest = std::fs::read_to_string(out.join("digest.md")).unwrap();
    assert!(digest.contains("**Ammonites** was not found: no paper contains any of its terms."), "{digest}");
    let kinds: Vec<String> = table(&out, "themes.csv").iter().map(|row| row["kind"].clone()).collect();
    assert_eq!(kinds.iter().filter(|kind| *kind == "taxonomy").count(), 4);
    assert!(kinds.iter().any(|kind| kind == "discovered"), "{kinds:?}");
    let texts: Vec<_> =
        table(&out, "papers.csv").into_iter().filter(|row| row["theme"] == "quantum").collect();
    assert!(!texts.is_empty());
}

#[test]
fn a_taxonomy_of_another_field_is_said_to_be_one() {
    let home = tempfile::tempdir().unwrap();
    let (taxonomy, out) = (home.path().join("fossils.toml"), home.path().join("out"));
    let theme = |key: &str, name: &str| {
        format!("[[theme]]\nkey = '{key}'\nname = '{name}'\ndescription = 'Fossils.'\nterms = ['{key}']\n")
    };
    let text_of_both =
        format!("name = 'fossils'\n{}{}", theme("ammonite", "Ammonites"), theme("trilobite", "Trilobites"));
    std::fs::write(&taxonomy, text_of_both).unwrap();
    let papers = root().join("data/sample/papers");
    let [papers, taxonomy, out_text] = [&papers, &taxonomy, &out].map(|path| path.to_str().unwrap());
    let output = thema(&["run", papers, "--taxonomy", taxonomy, "--out", out_text, "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let digest = std::fs::read_to_string(out.join("digest.md")).unwrap();
    let said = "None of the taxonomy's themes (**Ammonites** and **Trilobites**) was found; it seems to be";
    assert!(digest.contains(said), "{digest}");
}

#[test]
fn a_theme_of_a_small_corpus_takes_no_paper_without_its_words() {
    let home = tempfile::tempdir().unwrap();
    let (taxonomy, out) = (home.path().join("one.toml"), home.path().join("out"));
    std::fs::write(
        &taxonomy,
        "name = 'one'\n[[theme]]\nkey = 'qubits'\nname = 'Qubits'\nterms = ['qubit']\n",
    )
    .unwrap();
    let papers = root().join("data/sample/papers");
    let [papers, taxonomy, out_text] = [&papers, &taxonomy, &out].map(|path| path.to_str().unwrap());
    let output = thema(&["run", papers, "--taxonomy", taxonomy, "--out", out_text, "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let check = thema(&["taxonomy", "check", taxonomy, papers, "--json"]);
    let fit: Value = serde_json::from_slice(&check.stdout).unwrap();
    let holding = fit["themes"][0]["holding"].as_u64().unwrap();
    let placed = table(&out, "papers.csv").into_iter().filter(|row| row["theme"] == "qubits").count();
    assert!(placed > 0 && placed as u64 <= holding, "{placed} papers, of which {holding} have its word");
}

#[test]
fn a_built_in_taxonomy_is_named_wherever_its_themes_are_shown() {
    let home = tempfile::tempdir().unwrap();
    let (papers, mine) = (root().join("data/sample/papers"), written(home.path()));
    let mentions = |name: &str, flags: &[&str]| {
        let out = home.path().join(name);
        let run = ["run", papers.to_str().unwrap(), "--sample", "100", "--out", out.to_str().unwrap()];
        let output = thema(&[&run[..], flags].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let file = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
        let key = |name: &str| {
            let content: Value = serde_json::from_str(&file(name)).unwrap();
            content["built_in_taxonomy"] == "cs-dc"
        };
        [
            text(&output.stdout).contains("Built-in taxonomy cs-dc, for the papers' field; --no-taxonomy"),
            file("digest.md").contains("the built-in taxonomy `cs-dc`, which is for the papers' field"),
            file("index.html").contains("the built-in taxonomy <code>cs-dc</code>"),
            key("themes.json"),
            key("manifest.json"),
        ]
    };
    assert_eq!(mentions("auto", &[]), [true; 5]);
    assert_eq!(mentions("none", &["--no-taxonomy"]), [false; 5]);
    assert_eq!(mentions("mine", &["--taxonomy", &mine]), [false; 5]);
    let run = home.path().join("auto");
    let run = run.to_str().unwrap();
    let edited = thema(&["edit", run, "rename", "serving", "Serving models"]);
    assert!(edited.status.success(), "{}", text(&edited.stderr));
    let manifest = std::fs::read_to_string(Path::new(run).join("manifest.json")).unwrap();
    assert!(manifest.contains(r#""built_in_taxonomy": "cs-dc""#), "an edit forgets nothing: {manifest}");
}

#[test]
fn other_is_neither_born_nor_lost() {
    let home = tempfile::tempdir().unwrap();
    let papers = root().join("data/sample/papers");
    let run = |name: &str, flags: &[&str]| {
        let out = home.path().join(name).to_str().unwrap().to_owned();
        let arguments = ["run", papers.to_str().unwrap(), "--sample", "100", "--out", &out];
        let output = thema(&[&arguments[..], flags].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        out
    };
    let (mine, none) = (run("mine", &["--taxonomy", &written(home.path())]), run("none", &["--no-taxonomy"]));
    for [old, new] in [[&none, &mine], [&mine, &none]] {
        let output = thema(&["diff", old, new, "--json"]);
        let diff: Value = serde_json::from_slice(&output.stdout).unwrap();
        let other = table(Path::new(&mine), "themes.csv").into_iter().find(|row| row["kind"] == "other");
        let other = other.unwrap()["id"].clone();
        let events = diff["events"].as_array().unwrap();
        assert!(!events.is_empty() && events.iter().all(|event| event["theme"] != *other), "{events:?}");
    }
}
