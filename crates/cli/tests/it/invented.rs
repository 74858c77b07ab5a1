//! Papers on topics that share no word.

/// Lines of the Kaggle snapshot: papers numbered `papers`, cycling through `topics`, each with words sampled
/// from its topic.
pub(super) fn invented_papers(papers: std::ops::Range<u64>, topics: &[u64]) -> String {
    let mut state = 1 + papers.start;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let word = |topic: u64, number: u64| -> String {
        let syllables = ["ba", "do", "fu", "ga", "ko", "lu", "ma", "no", "pu", "ra", "to", "vu", "za"];
        let code = (topic * 200 + number) as usize * 7 + 13 * 13 * 13;
        [code / 2197, code / 169, code / 13, code].map(|digit| syllables[digit % 13]).concat()
    };
    let line = |number: u64| {
        let words: Vec<String> =
            (0..60).map(|_| word(topics[(number % topics.len() as u64) as usize], draw(200))).collect();
        let record = serde_json::json!({
            "id": format!("26{:02}.{number:05}", 1 + number / 600),
            "title": words[..4].join(" "),
            "abstract": words.join(" "),
            "categories": "cs.DC",
            "update_date": "2026-05-01",
        });
        format!("{record}\n")
    };
    papers.map(line).collect()
}
