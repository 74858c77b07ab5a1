//! Properties that hold for every text.

use proptest::prelude::*;
use thema_features::analysis::{Analyzer, Language, PhraseParams, latex_to_words, normalise};
use thema_features::{
    CsrMatrix, Document, DocumentCounts, DocumentFrequencies, FeatureModel, FeatureParams, FrequencyBound,
    Weighting,
};

/// Texts from a small vocabulary, so that they share terms and phrases.
fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "graph",
        "graphs",
        "neural",
        "network",
        "networks",
        "large-scale",
        "k-means",
        "the",
        "of",
        "$\\delta$",
        "δ",
        "C++",
        "3D",
        "caching",
        "caches",
        "cache",
        "learning.",
        "learned,",
        "(deep)",
        "GPUs",
        "gpu",
        "2024",
    ]);
    prop::collection::vec(word, 0..30).prop_map(|words| words.join(" "))
}

fn corpus() -> impl Strategy<Value = Vec<(String, String)>> {
    prop::collection::vec((text(), text()), 1..40)
}

fn fit(
    texts: &[(String, String)],
    weighting: Weighting,
) -> Option<(FeatureModel, DocumentCounts, CsrMatrix)> {
    let documents: Vec<_> = texts.iter().map(|(title, body)| Document::new(title, body)).collect();
    let params = FeatureParams::default()
        .phrases(PhraseParams::default().minimum_npmi(-0.5))
        .maximum_frequency(FrequencyBound::Share(0.9))
        .weighting(weighting)
        .check()
        .unwrap();
    let (model, counts) = FeatureModel::fit(&params, &documents).ok()?;
    let rows = model.weigh(&counts.sums()).unwrap();
    Some((model, counts, rows))
}

fn in_pool<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rows_have_length_one_or_nothing(texts in corpus(), sublinear: bool) {
        for weighting in [Weighting::default(), Weighting::TfIdf { sublinear }] {
            let Some((_, _, rows)) = fit(&texts, weighting) else { continue };
            for row in 0..rows.rows() {
                let squares: f64 = rows.row(row).values.iter().map(|&value| f64::from(value).powi(2)).sum();
                prop_assert!(rows.row(row).values.is_empty() || (squares - 1.0).abs() < 1e-5, "{squares}");
            }
        }
    }

    #[test]
    fn counting_again_gives_the_counts_of_the_fit(texts in corpus()) {
        let Some((model, counts, _)) = fit(&texts, Weighting::default()) else { return Ok(()) };
        let documents: Vec<_> = texts.iter().map(|(title, body)| Document::new(title, body)).collect();
        prop_assert_eq!(&model.count(&documents), &counts);
        let sums = counts.sums();
        for id in 0..model.vocabulary().len() as u32 {
            let holding = (0..sums.rows()).filter(|&row| sums.row(row).indices.binary_search(&id).is_ok()).count();
            prop_assert_eq!(model.document_frequency(id) as usize, holding, "{}", model.vocabulary().term(id));
            prop_assert_eq!(model.vocabulary().id(model.vocabulary().term(id)), Some(id));
        }
    }

    #[test]
    fn terms_are_ordered_by_frequency_then_text(texts in corpus()) {
        let Some((model, _, _)) = fit(&texts, Weighting::default()) else { return Ok(()) };
        let rank = |id| (std::cmp::Reverse(model.document_frequency(id)), model.vocabulary().term(id));
        prop_assert!((1..model.vocabulary().len() as u32).all(|id| rank(id - 1) < rank(id)));
    }

    #[test]
    fn no_string_is_too_strange(text in any::<String>(), latex in "[\\\\${}_^'\"a-cé δ0-9.+#-]{0,60}") {
        for language in [Language::English, Language::Tamil, Language::Greek] {
            let analyzer = Analyzer::builder(language).build();
            for text in [&text, &latex] {
                let words = analyzer.words(text);
                prop_assert!(words.iter().all(|word| !word.is_empty() && !word.contains(' ')));
                prop_assert_eq!(analyzer.stems(text).len(), words.len());
            }
        }
        let _ = latex_to_words(&text);
    }

    #[test]
    fn normalisation_is_idempotent(text in any::<String>(), spell_greek: bool) {
        let once = normalise(&text, spell_greek).into_owned();
        prop_assert_eq!(normalise(&once, spell_greek), once.as_str());
    }

    #[test]
    fn merging_document_frequencies_is_associative_and_commutative(
        parts in prop::collection::vec((100_u64..200, prop::collection::vec(0_u32..100, 5)), 3),
    ) {
        let [a, b, c] = [0, 1, 2].map(|part: usize| {
            DocumentFrequencies::new(parts[part].0, parts[part].1.clone()).unwrap()
        });
        let left = a.clone().merge(&b).unwrap().merge(&c).unwrap();
        prop_assert_eq!(&left, &a.clone().merge(&b.clone().merge(&c).unwrap()).unwrap());
        prop_assert_eq!(&left, &c.merge(&b).unwrap().merge(&a).unwrap());
    }
}

/// Enough documents for several chunks, the same in every run.
fn many_texts() -> Vec<(String, String)> {
    let words = [
        "graph",
        "graphs",
        "neural",
        "networks",
        "cache",
        "caching",
        "large-scale",
        "δ",
        "serving",
        "models",
    ];
    let mut state = 7_u64;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut text = |longest: usize| -> String {
        let words: Vec<String> = (0..next(longest))
            .map(|_| match next(4) {
                0 => format!("w{}x", next(400)),
                _ => words[next(words.len())].to_owned(),
            })
            .collect();
        words.join(" ")
    };
    (0..5000).map(|_| (text(8), text(60))).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let texts = many_texts();
    let run = |threads| {
        in_pool(threads, || {
            let (model, counts, rows) = fit(&texts, Weighting::default()).unwrap();
            let mut stored = Vec::new();
            model.save(&mut stored).unwrap();
            (stored, counts, rows)
        })
    };
    let one = run(1);
    assert!(one.2.nonzeros() > 100_000);
    for threads in [2, 3, 8] {
        assert!(run(threads) == one, "{threads} threads");
    }
}
