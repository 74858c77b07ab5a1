//! The number of clusters, its interval, and the few groups above the clusters, in every output.

use std::fs;
use std::path::Path;

use super::invented::invented_papers;
use super::{root, text, thema};

/// The terminal output, the digest, the page, and the groups in `themes.csv`.
fn outputs(papers: &Path, home: &Path, flags: &[&str]) -> ([String; 3], Vec<String>) {
    let out = home.join("run");
    let arguments = ["run", papers.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let output = thema(&[&arguments, flags].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let [digest, page] = ["digest.md", "index.html"].map(|file| fs::read_to_string(out.join(file)).unwrap());
    let mut rows = csv::Reader::from_path(out.join("themes.csv")).unwrap();
    let column = rows.headers().unwrap().iter().position(|name| name == "group").unwrap();
    let groups = rows.records().map(|row| row.unwrap()[column].to_owned()).collect();
    ([text(&output.stdout), digest, page], groups)
}

#[test]
fn a_chosen_number_has_its_interval_everywhere() {
    let sample = root().join("data/sample/papers");
    let shipped = root().join("data/taxonomies/cs-dc.toml");
    for taxonomy in [&["--no-taxonomy"][..], &["--taxonomy", shipped.to_str().unwrap()]] {
        let home = tempfile::tempdir().unwrap();
        let ([screen, digest, page], _) = outputs(&sample, home.path(), taxonomy);
        assert!(screen.contains(" is plausible\n"), "{screen}");
        assert!(
            digest.contains("any number of clusters from ")
                && digest.contains(" percentage points on average"),
            "{digest}"
        );
        assert!(
            page.contains("Number of clusters: ") && page.contains("Predicted and observed probabilities")
        );
        let quality = fs::read(home.path().join("run/quality.json")).unwrap();
        let quality: serde_json::Value = serde_json::from_slice(&quality).unwrap();
        let aside: u64 =
            quality["outliers"].as_object().unwrap().values().filter_map(serde_json::Value::as_u64).sum();
        let covered = 1.0 - aside as f64 / 168.0;
        assert!((quality["coverage"].as_f64().unwrap() - covered).abs() < 1e-6, "{quality}");
    }
}

#[test]
fn many_clusters_come_in_groups() {
    let home = tempfile::tempdir().unwrap();
    let (papers, taxonomy) = (home.path().join("papers.jsonl"), home.path().join("mine.toml"));
    let topics: Vec<u64> = (0..15).collect();
    let lines = invented_papers(0..450, &topics);
    let record: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    let words: Vec<&str> = record["abstract"].as_str().unwrap().split(' ').take(8).collect();
    fs::write(&papers, &lines).unwrap();
    fs::write(
        &taxonomy,
        format!("name = \"mine\"\n[[theme]]\nkey = \"first\"\nname = \"First\"\nterms = {words:?}\n"),
    )
    .unwrap();
    let settings = home.path().join("settings.toml");
    fs::write(&settings, "[themes]\nkeep_other_languages = true\n").unwrap();
    let fixed = ["--clusters", "15", "--config", settings.to_str().unwrap(), "--force"];
    let runs = [
        (&["--no-taxonomy"][..], "The clusters form ", "\nIn "),
        (
            &["--taxonomy", taxonomy.to_str().unwrap()],
            "The clusters, which are of all papers, form ",
            "\nWithout the taxonomy, the papers form 15 clusters in ",
        ),
    ];
    for (taxonomy, said, heading) in runs {
        let ([screen, digest, page], groups) =
            outputs(&papers, home.path(), &[&fixed[..], taxonomy].concat());
        assert!(screen.contains(heading) && screen.contains(" groups\n"), "{screen}");
        assert!(digest.contains(said) && digest.contains(" groups: "), "{digest}");
        assert!(page.contains("Hierarchy of clusters"));
        assert!(groups.iter().filter(|group| !group.is_empty()).count() >= 10, "{groups:?}");
        assert!(!digest.contains("any number of clusters from "), "it was given");
    }
}
