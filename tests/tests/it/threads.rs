//! The number of threads does not change a byte.

use rayon::ThreadPoolBuilder;

use crate::fixtures::{ingest, learn, sample};

#[test]
fn one_and_two_threads_give_the_same_bytes() {
    let run = |threads: usize| {
        ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| {
            let learned = learn(&ingest(sample("papers")).corpus);
            let mut placer = Vec::new();
            learned.placer.save(&mut placer).unwrap();
            let places: Vec<[u32; 2]> =
                learned.positions.iter().map(|place| place.map(f32::to_bits)).collect();
            (placer, learned.themes, places, learned.similarity, learned.quality)
        })
    };
    let (one, two) = (run(1), run(2));
    assert!(one.0 == two.0, "the placer");
    assert_eq!(one.1, two.1, "themes");
    assert_eq!(one.2, two.2, "map");
    assert_eq!(one.3, two.3, "similarity");
    assert_eq!(one.4, two.4, "quality");
}
