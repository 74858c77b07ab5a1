//! Corpora of any size made from a seed: invented papers in invented themes, for tests
//! and for looking at the page.

use ndarray::{Array2, Axis};
use thema_report::{InputFile, Manifest, NamedPapers, Report, ReportInput, StoredRun};
use thema_themes::{
    Assignment, Bridge, Change, LabelTerm, Paper, PeriodUnit, Tally, TallyShape, Theme, ThemeKind, Themes,
    Trend, TrendPeriod, Verdict, Window,
};
use thema_themes::{ClusterGroup, ClusterLabel, cosine_matrix, day_text};

const NAMES: [&str; 12] = [
    "LLM serving",
    "Distributed training",
    "Federated learning",
    "High-performance computing",
    "Serverless and cloud",
    "Consensus and blockchains",
    "Edge and IoT scheduling",
    "Graph processing",
    "Storage systems",
    "Fault tolerance",
    "Performance modelling",
    "Other",
];
const WORDS: [&str; 24] = [
    "latency",
    "cache",
    "throughput",
    "gradient",
    "pipeline",
    "memory",
    "kernel",
    "scheduling",
    "adaptive",
    "scalable",
    "asynchronous",
    "compression",
    "heterogeneous",
    "energy",
    "elastic",
    "sparse",
    "resilient",
    "parallel",
    "runtime",
    "placement",
    "workload",
    "bandwidth",
    "privacy",
    "checkpoint",
];
const DIMENSIONS: usize = 24;
const FIRST_DAY: i32 = 19_400;
const MONTHS: i32 = 24;

/// Pseudorandom numbers: `SplitMix64`.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn unit(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1 << 24) as f32
    }
}

/// A run on `count` papers.
pub(crate) fn synthetic(count: usize) -> StoredRun {
    let mut numbers = Numbers(7);
    let mut papers = Vec::with_capacity(count);
    let mut places = Vec::with_capacity(count);
    let mut vectors = ndarray::Array2::<f32>::zeros((count, DIMENSIONS));
    for row in 0..count {
        let theme = theme_of(&mut numbers);
        let month = numbers.below(MONTHS as u64) as i32;
        let theme = if theme == 5 && month > 12 && numbers.below(3) == 0 { 0 } else { theme };
        papers.push(paper(row, theme, month, &mut numbers));
        let facet = numbers.below(4) as usize;
        for column in 0..DIMENSIONS {
            let centre = f32::from(u8::from(column == theme))
                + 0.6 * f32::from(u8::from(column == 12 + (theme + facet * 3) % 12));
            vectors[[row, column]] = centre + (numbers.unit() - 0.5) * 0.62;
        }
        places.push((theme as u32, month));
    }
    let themes = themes(&papers, &places, &mut numbers);
    let positions = vectors.rows().into_iter().map(|row| position(row.iter().copied())).collect();
    let inputs = vec![InputFile {
        name: "synthetic.jsonl".into(),
        format: "kaggle".into(),
        encoding: None,
        bytes: count as u64 * 1_300,
        blake3: Some("af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262".into()),
        records: count as u64 + 9,
        rejected: 2,
        dates_cut: 0,
        dates_unread: 0,
    }];
    let labels: Vec<ClusterLabel> = (0..NAMES.len() as u32)
        .map(|cluster| ClusterLabel {
            cluster,
            name: format!("{} papers", NAMES[cluster as usize]),
            ..ClusterLabel::default()
        })
        .collect();
    let group = |name: &str, clusters: &[u32]| ClusterGroup {
        name: name.into(),
        clusters: clusters.to_vec(),
        children: clusters
            .iter()
            .map(|&cluster| ClusterGroup {
                name: NAMES[cluster as usize].into(),
                clusters: vec![cluster],
                children: vec![],
            })
            .collect(),
    };
    let hierarchy = vec![
        group("Machine learning systems", &[0, 1, 2]),
        group("Computing at scale", &[3, 4, 6, 7, 10]),
        group("Dependable systems", &[5, 8, 9]),
        group("Everything else", &[11]),
    ];
    let quality = serde_json::json!({
        "silhouette": 0.218_4, "random_silhouette": -0.011, "diversity": 0.94,
        "coherence": { "npmi": 0.171_2, "c_v": 0.583 },
        "stability": NAMES.map(|name| name.len() as f64 / 40.0), "mean_stability": 0.47,
        "cluster_count": {
            "clusters": NAMES.len(), "low": 8, "high": 14,
            "curve": [{ "clusters": 2, "stability": null }, { "clusters": 8, "stability": 0.41 }, { "clusters": 12, "stability": 0.47 }],
        },
        "reliability": {
            "table": [{ "said": 0.31, "held": 0.35, "papers": 20 }, { "said": 0.92, "held": 0.95, "papers": 280 }],
            "expected_error": 0.031,
        },
    });
    let report = Report::assemble(&ReportInput {
        thema_version: "0.1.0",
        tally: &Tally::of(&TallyShape::of(&themes), &themes.placed(&papers)),
        named: &NamedPapers::among(&papers, &themes, &labels),
        inputs: &inputs,
        preview: None,
        near_duplicates: count as u64 / 90,
        excluded: 0,
        added: 0,
        found_later: &[],
        themes: &themes,
        cluster_labels: &labels,
        hierarchy: &hierarchy,
        similarity: Some(&cosine_matrix(theme_sums(&vectors, &themes))),
        quality: Some(&quality),
    })
    .unwrap();
    let theme_of = report.theme_of(&themes);
    let configuration =
        serde_json::json!({ "clusters": 12, "projection": "contrastive", "taxonomy": "cs-dc" });
    let manifest = Manifest::new(&report, configuration, 7, inputs);
    let counted = vec![true; papers.len()];
    StoredRun { papers, theme_of, counted, report, manifest, positions: Some(positions) }
}

/// A position for a vector: the columns are points on a circle that attract it; those of
/// facets are half as far away.
fn position(columns: impl Iterator<Item = f32>) -> [f32; 2] {
    let mut place = [0.0; 2];
    for (column, value) in columns.enumerate() {
        let (sine, cosine) = (column as f32 * std::f32::consts::TAU / 12.0 + 0.1).sin_cos();
        let far = if column < 12 { 10.0 } else { 5.0 };
        place[0] += far * value * cosine;
        place[1] += far * value * sine;
    }
    place
}

fn theme_sums(vectors: &Array2<f32>, themes: &Themes) -> Vec<Vec<f64>> {
    let sum = |theme: &Theme| {
        let rows: Vec<usize> = theme.papers.iter().map(|&row| row as usize).collect();
        vectors.select(Axis(0), &rows).mapv(f64::from).sum_axis(Axis(0)).to_vec()
    };
    themes.themes.iter().map(sum).collect()
}

fn theme_of(numbers: &mut Numbers) -> usize {
    let mut left = numbers.below(148);
    for (theme, weight) in [30, 22, 18, 16, 12, 10, 9, 7, 6, 5, 4, 9].into_iter().enumerate() {
        if left < weight {
            return theme;
        }
        left -= weight;
    }
    NAMES.len() - 1
}

fn paper(row: usize, theme: usize, month: i32, numbers: &mut Numbers) -> Paper {
    let mut word = || WORDS[numbers.below(WORDS.len() as u64) as usize];
    let title =
        format!("On {} {} for {}: {} and {} number {row}", word(), word(), NAMES[theme], word(), word());
    Paper {
        id: format!("{:02}{:02}.{:05}", 23 + month / 12, 1 + month % 12, row % 100_000),
        title: if row == 3 {
            "<script>alert(1)</script> in \"titles\" & how to show it".into()
        } else {
            title
        },
        categories: vec![["cs.DC", "cs.LG", "cs.PF", "cs.NI"][theme % 4].into()],
        submitted: Some(FIRST_DAY + month * 30 + (row % 29) as i32),
        headline: row.is_multiple_of(40).then(|| "A headline <b>kept</b> from a news page".into()),
        ..Paper::default()
    }
}

fn themes(papers: &[Paper], places: &[(u32, i32)], numbers: &mut Numbers) -> Themes {
    let last = NAMES.len() as u32 - 1;
    let of = |theme: u32| -> Vec<u32> {
        (0..papers.len() as u32).filter(|&row| places[row as usize].0 == theme).collect()
    };
    let theme = |at: u32| {
        let rows = of(at);
        Theme {
            id: format!("t-{:06x}", 0x00a1_b2c3 + u64::from(at) * 7_919),
            key: NAMES[at as usize].to_lowercase().replace(' ', "-"),
            name: NAMES[at as usize].into(),
            kind: if at == last {
                ThemeKind::Other
            } else if at < 4 {
                ThemeKind::Taxonomy
            } else {
                ThemeKind::Discovered
            },
            description: (at < 4).then(|| {
                format!(
                    "Work whose main subject is {}: systems, methods and measurements.",
                    NAMES[at as usize].to_lowercase()
                )
            }),
            terms: (0..10)
                .map(|term| LabelTerm {
                    text: format!(
                        "{} {}",
                        WORDS[(at as usize * 2 + term) % 24],
                        WORDS[(at as usize + term * 5) % 24]
                    ),
                    weight: 1.0 / (term + 1) as f64,
                })
                .collect(),
            representatives: rows.iter().take(5).copied().collect(),
            bridges: rows
                .iter()
                .skip(5)
                .take(2)
                .map(|&paper| Bridge { paper, theme: (at + 1) % NAMES.len() as u32 })
                .collect(),
            first_paper: rows.iter().copied().min_by_key(|&row| papers[row as usize].submitted),
            trend: Some(trend(at, places)),
            papers: rows,
        }
    };
    let assignments = places
        .iter()
        .map(|&(theme, _)| Assignment {
            theme,
            score: numbers.unit(),
            margin: numbers.unit() / 2.0,
            second_theme: Some((theme + 1) % NAMES.len() as u32),
            cluster: theme,
            second_cluster: None,
            subtheme: None,
            outlier: (numbers.below(50) == 0).then_some(thema_themes::OutlierReason::TooShort),
            probability: None,
        })
        .collect();
    Themes { themes: (0..=last).map(theme).collect(), assignments, ..Themes::default() }
}

fn trend(theme: u32, places: &[(u32, i32)]) -> Trend {
    let period = |month: i32| {
        let total = places.iter().filter(|place| place.1 == month).count() as u64;
        let papers = places.iter().filter(|&&place| place == (theme, month)).count() as u64;
        let share = papers as f64 / total.max(1) as f64;
        let half = 1.96 * (share * (1.0 - share) / total.max(1) as f64).sqrt() + 0.5 / total.max(1) as f64;
        TrendPeriod {
            start: FIRST_DAY + month * 30,
            papers,
            total,
            share,
            low: (share - half).max(0.0),
            high: (share + half).min(1.0),
            partial: month == MONTHS - 1,
            thin: false,
        }
    };
    let window = |months: std::ops::Range<i32>| {
        let inside = |place: &&(u32, i32)| months.contains(&place.1);
        Window {
            start: FIRST_DAY + months.start * 30,
            end: FIRST_DAY + (months.end - 1) * 30,
            papers: places.iter().filter(inside).filter(|place| place.0 == theme).count() as u64,
            total: places.iter().filter(inside).count() as u64,
        }
    };
    let end = MONTHS - 1;
    let verdict = match theme {
        0 => Verdict::Rising,
        5 => Verdict::Falling,
        _ => Verdict::Steady,
    };
    assert!(day_text(FIRST_DAY).is_some());
    Trend {
        verdict,
        unit: PeriodUnit::Month,
        change: Change {
            before: window(end - 12..end - 6),
            recent: window(end - 6..end),
            low: -0.01,
            high: 0.02,
            p_value: 0.003,
            q_value: if theme.is_multiple_of(5) { 0.012 } else { 0.61 },
        },
        periods: (0..MONTHS).map(period).collect(),
        ..Trend::default()
    }
}
