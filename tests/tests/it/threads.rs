//! The number of threads changes no byte.

use rayon::ThreadPoolBuilder;

use crate::fixtures::{ingest, sample};
use crate::pipeline::{analyse, cluster, documents, themes};

#[test]
fn one_and_two_threads_give_the_same_bytes() {
    let run = |threads: usize| {
        ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| {
            let corpus = ingest(sample("papers")).corpus;
            let documents = documents(&corpus);
            let analysed = analyse(&documents);
            let bits: Vec<u32> = analysed.vectors.iter().map(|value| value.to_bits()).collect();
            let clusters = cluster(&analysed.vectors, 10);
            let themes = themes(&corpus, &documents, &analysed);
            let terms: Vec<String> = (0..analysed.model.vocabulary().len() as u32)
                .map(|id| analysed.model.surface(id).into())
                .collect();
            (terms, analysed.rows, bits, clusters, themes)
        })
    };
    let (one, two) = (run(1), run(2));
    assert_eq!(one.0, two.0, "vocabulary");
    assert_eq!(one.1, two.1, "weights");
    assert!(one.2 == two.2, "vectors differ");
    assert_eq!(one.3, two.3, "clusters");
    assert_eq!(one.4, two.4, "themes");
}
