//! A small corpus with everything a report can show, including hostile texts.

use thema_report::{InputFile, NamedPapers, Report, ReportInput};
use thema_themes::{
    Assignment, Bridge, Burst, Change, Facet, LabelTerm, NewCategory, Newest, NewestTerm, OutlierReason,
    Paper, Past, PeriodUnit, Shape, Subtheme, Tally, TallyShape, Theme, ThemeKind, Themes, Trend,
    TrendPeriod, Verdict, Window,
};
use thema_themes::{ClusterGroup, ClusterLabel};

/// A corpus of six papers in three themes.
pub(crate) struct Corpus {
    pub(crate) papers: Vec<Paper>,
    pub(crate) themes: Themes,
    pub(crate) inputs: Vec<InputFile>,
    pub(crate) labels: Vec<ClusterLabel>,
    pub(crate) hierarchy: Vec<ClusterGroup>,
    pub(crate) positions: Vec<[f32; 2]>,
    pub(crate) similarity: Vec<Vec<f64>>,
    pub(crate) quality: serde_json::Value,
    pub(crate) tally: Tally,
    pub(crate) named: NamedPapers,
}

impl Corpus {
    /// Recounts the papers and takes those that the themes name.
    pub(crate) fn count(&mut self) {
        self.tally = Tally::of(&TallyShape::of(&self.themes), &self.themes.placed(&self.papers));
        self.named = NamedPapers::among(&self.papers, &self.themes, &self.labels);
    }

    pub(crate) fn report(&self) -> Report {
        Report::assemble(&self.input()).unwrap()
    }

    pub(crate) fn input(&self) -> ReportInput<'_> {
        ReportInput {
            thema_version: "0.0.0",
            tally: &self.tally,
            named: &self.named,
            inputs: &self.inputs,
            preview: None,
            near_duplicates: 1,
            excluded: 0,
            added: 0,
            found_later: &[],
            themes: &self.themes,
            cluster_labels: &self.labels,
            hierarchy: &self.hierarchy,
            similarity: Some(&self.similarity),
            quality: Some(&self.quality),
        }
    }
}

pub(crate) fn small() -> Corpus {
    let input = |name: &str, records: u64, rejected: u64| InputFile {
        name: name.into(),
        format: "atom".into(),
        encoding: None,
        bytes: 1_000,
        blake3: Some("0".repeat(64)),
        records,
        rejected,
        dates_cut: 0,
        dates_unread: 0,
    };
    let label = |cluster: u32| ClusterLabel {
        cluster,
        name: format!("Cluster {cluster}"),
        terms: terms(&["solver"]),
        representatives: vec![cluster],
    };
    let group = |name: &str, clusters: &[u32], children: Vec<ClusterGroup>| ClusterGroup {
        name: name.into(),
        clusters: clusters.to_vec(),
        children,
    };
    let themes = themes();
    let mut corpus = Corpus {
        tally: Tally::empty(&TallyShape::of(&themes)),
        named: NamedPapers::default(),
        positions: (0..6).map(|row| [f32::from(row as u8), 0.5]).collect(),
        similarity: vec![vec![1.0, 0.5, 0.25], vec![0.5, 1.0, 0.125], vec![0.25, 0.125, 1.0]],
        papers: papers(),
        themes,
        inputs: vec![input("a.xml", 5, 0), input("b.xml", 2, 1)],
        labels: vec![label(1), label(0)],
        hierarchy: vec![group(
            "Systems",
            &[1, 0],
            vec![group("Serving", &[0], vec![]), group("Solvers", &[1], vec![])],
        )],
        quality: serde_json::json!({ "silhouette": 0.25 }),
    };
    corpus.count();
    corpus
}

fn papers() -> Vec<Paper> {
    let paper = |id: &str, title: &str, category: &str, submitted: Option<i32>| Paper {
        id: id.into(),
        title: title.into(),
        categories: if category.is_empty() { vec![] } else { vec![category.into(), "cs.LG".into()] },
        submitted,
        ..Paper::default()
    };
    let mut papers = vec![
        paper("2605.00001", "Paged attention, \"served\" fast", "cs.DC", Some(20_580)),
        paper("2605.00002", "=HYPERLINK(\"http://evil.example\")", "cs.DC", Some(20_590)),
        paper("2605.00003", "<script>alert(1)</script> & | _markup_", "cs.LG", Some(20_600)),
        paper("hep-th/9901001", "An exascale solver for $\\delta$", "hep-th", Some(10_600)),
        paper("openalex:W1", "A short note", "", None),
        paper("doi:10.1145/1.2", "Federated learning at the edge", "cs.DC", Some(20_600)),
    ];
    let facets =
        |facets: &[(Facet, &str)]| facets.iter().map(|&(facet, value)| (facet, value.into())).collect();
    let chile = (Facet::Country, "Chile");
    papers[0].facets = facets(&[chile, (Facet::Country, "Japan"), (Facet::Funder, "=Fund()")]);
    papers[1].facets = facets(&[chile, (Facet::Venue, "Queues & <b>Logs</b>")]);
    papers[3].facets = facets(&[(Facet::Country, "Germany")]);
    papers[5].facets = facets(&[(Facet::Venue, "=Journal of Logs")]);
    papers[0].headline = Some("Serving gets *cheaper*".into());
    papers[0].announced = Some(20_581);
    papers
}

fn terms(texts: &[&str]) -> Vec<LabelTerm> {
    let term = |(text, rank): (&&str, i32)| LabelTerm { text: (*text).into(), weight: 1.0 / f64::from(rank) };
    texts.iter().zip(1..).map(term).collect()
}

fn themes() -> Themes {
    let theme = |id: &str, key: &str, kind: ThemeKind, papers: &[u32]| Theme {
        id: id.into(),
        key: key.into(),
        name: format!("Theme {key}"),
        kind,
        description: (kind == ThemeKind::Taxonomy).then(|| format!("All about {key}.")),
        terms: terms(&["kv cache", "=cmd", "latency"]),
        papers: papers.to_vec(),
        representatives: papers.iter().take(2).copied().collect(),
        bridges: vec![],
        first_paper: papers.first().copied(),
        trend: None,
    };
    let mut themes = vec![
        theme("t-other", "other", ThemeKind::Other, &[2, 3, 4]),
        theme("t-serving", "serving", ThemeKind::Taxonomy, &[0, 1]),
        theme("t-federated", "federated", ThemeKind::Taxonomy, &[5]),
    ];
    themes[1].bridges = vec![Bridge { paper: 1, theme: 2 }];
    themes[1].trend = Some(trend());
    let place = |theme: u32, cluster: u32, outlier: Option<OutlierReason>| Assignment {
        theme,
        score: 0.5,
        margin: 0.125,
        second_theme: (theme != 2).then_some(2),
        cluster,
        second_cluster: Some(1 - cluster),
        subtheme: (theme == 0).then(|| "storage".into()),
        outlier,
        probability: None,
    };
    let assignments = vec![
        place(1, 0, None),
        place(1, 0, None),
        place(0, 1, None),
        place(0, 1, None),
        place(0, 1, Some(OutlierReason::TooShort)),
        place(2, 0, None),
    ];
    let subthemes = vec![Subtheme { key: "storage".into(), name: "Storage systems".into() }];
    Themes { themes, assignments, subthemes, ..Themes::default() }
}

fn trend() -> Trend {
    let period = |start: i32, papers: u64, partial: bool| TrendPeriod {
        start,
        papers,
        total: 4,
        share: papers as f64 / 4.0,
        low: 0.01,
        high: 0.9,
        partial,
        thin: start == 20_514,
    };
    let window = |start: i32, papers: u64| Window { start, end: start, papers, total: 40 };
    Trend {
        verdict: Verdict::Rising,
        unit: PeriodUnit::Month,
        change: Change {
            before: window(20_544, 10),
            recent: window(20_575, 20),
            low: 0.05,
            high: 0.42,
            p_value: 0.000_4,
            q_value: 0.012,
        },
        doubt: None,
        busiest: None,
        shape: Some(Shape { since: 20_544, past: Past::Level, turn: None }),
        long_run: Some(Change {
            before: window(20_514, 4),
            recent: window(20_575, 20),
            low: 0.2,
            high: 0.55,
            p_value: 0.000_1,
            q_value: 0.000_3,
        }),
        periods: vec![period(20_514, 0, false), period(20_544, 1, false), period(20_575, 2, true)],
        bursts: vec![Burst { start: 20_544, end: 20_575, weight: 3.5 }],
        newest: Some(Newest {
            terms: vec![
                NewestTerm { text: "paged *attention*".into(), recent: 12, before: 0 },
                NewestTerm { text: "fast".into(), recent: 9, before: 2 },
            ],
            paper: Some(0),
        }),
        new_categories: vec![NewCategory { category: "cs.AI".into(), papers: 2, since: 20_530 }],
    }
}
