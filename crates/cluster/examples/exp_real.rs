//! experiment with real features
use linfa::ParamGuard;
use ndarray::Array2;
use thema_cluster::*;
use thema_features::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let maxf: f64 = args[3].parse().unwrap();
    let npmi: f64 = args[4].parse().unwrap();
    let minf: u32 = args[5].parse().unwrap();
    let w = if args[6] == "tfidf" { Weighting::TfIdf { sublinear: true } } else { Weighting::default() };
    let papers: Vec<serde_json::Value> =
        serde_json::from_str(&std::fs::read_to_string(&args[1]).unwrap()).unwrap();
    let docs: Vec<Document> = papers
        .iter()
        .map(|p| Document { title: p["title"].as_str().unwrap(), body: p["abstract"].as_str().unwrap() })
        .collect();
    let params = FeatureParams::default()
        .maximum_frequency(FrequencyBound::Share(maxf))
        .minimum_frequency(FrequencyBound::Count(minf))
        .phrases(thema_features::analysis::PhraseParams::default().minimum_npmi(npmi))
        .weighting(w)
        .check()
        .unwrap();
    let (model, counts) = FeatureModel::fit(&params, &docs).unwrap();
    let rows = model.weigh(&counts.sums()).unwrap();
    let z: Vec<Vec<f32>> = serde_json::from_str(&std::fs::read_to_string(&args[2]).unwrap()).unwrap();
    let v = Array2::from_shape_vec((docs.len(), z[0].len()), z.concat()).unwrap();
    let tax = Taxonomy::parse(
        &std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/taxonomies/cs-dc.toml"))
            .unwrap(),
    )
    .unwrap();
    let resolve = |t: &str| seed_terms(&model, t);
    let an = thema_features::analysis::Analyzer::builder(thema_features::analysis::Language::English)
        .stop_words(thema_features::analysis::StopWords::none())
        .build();
    let matcher = SeedMatcher::new(&tax, &an);
    let sc_ = matcher.count(&docs, &an);
    let papers_ = GuidedPapers { rows: &rows, vectors: v.view(), seeds: &sc_ };
    let mut p = GuidedThemesParams::default();
    if let Some(s) = args.get(7) {
        p = p.centroid_weights(s.parse().unwrap(), args[8].parse().unwrap());
    }
    let (m, pl) = p
        .check()
        .unwrap()
        .fit(&tax, matcher, &papers_, &GuidedTerms { resolve: &resolve, vector: None })
        .unwrap();
    eprintln!("terms {} entries {}", model.vocabulary().len(), m.seeds().matcher().entries().len());
    if let Ok(d) = std::env::var("ROW") {
        let d: usize = d.parse().unwrap();
        let sc = m.scores(&papers_);
        for (k, t) in tax.themes.iter().enumerate() {
            eprintln!("{} {:.3} thr {:.3}", t.key, sc[d * tax.themes.len() + k], m.threshold(k));
        }
        for h in m.seeds().matches(&sc_, d) {
            let e = &m.seeds().matcher().entries()[h.entry as usize];
            eprintln!("  {} {} {:.3}", tax.themes[e.theme as usize].key, e.text, h.evidence);
        }
    }
    for (i, p) in pl.iter().enumerate() {
        let k = match p.place {
            Place::Theme(t) => tax.themes[t as usize].key.clone(),
            Place::Other => "other".into(),
        };
        println!(
            "{i}\t{k}\t{:.3}\t{:.3}\t{}",
            p.score,
            p.margin,
            p.absorbed_by.map_or("", |t| &tax.themes[t as usize].key)
        );
    }
}
