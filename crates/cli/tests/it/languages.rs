//! Corpora in other languages than English, with default settings.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{text, thema};

/// Per subject: what its name holds, and sentences for titles and abstracts.
type Subjects = [(&'static str, [&'static str; 6]); 3];

const GERMAN: Subjects = [
    (
        "Sprach",
        [
            "Übersetzung mit großen Sprachmodellen",
            "Wir untersuchen, wie gut große Sprachmodelle seltene Sprachen übersetzen.",
            "Das Sprachmodell lernt aus Texten, die niemand übersetzt hat.",
            "Fehler eines Sprachmodells zeigen sich bei langen Sätzen.",
            "Die Sprachmodelle werden mit Übersetzungen von Menschen verglichen.",
            "Ein kleines Sprachmodell genügt für kurze Sätze.",
        ],
    ),
    (
        "Stern",
        [
            "Entstehung junger Sterne in Gaswolken",
            "Wir beobachten junge Sterne in dichten Gaswolken.",
            "Die Gaswolke zerfällt, und aus ihren Teilen entstehen Sterne.",
            "Das Licht junger Sterne heizt das Gas der Wolke.",
            "Messungen mit Teleskopen zeigen, wie schnell die Gaswolken fallen.",
            "Die Masse der Sterne folgt aus der Dichte des Gases.",
        ],
    ),
    (
        "Impf",
        [
            "Wirkung von Impfstoffen bei älteren Patienten",
            "Wir vergleichen zwei Impfstoffe gegen Grippe bei älteren Patienten.",
            "Der Impfstoff schützt Patienten über siebzig weniger lange.",
            "Nach der Impfung stieg die Zahl der Antikörper im Blut.",
            "Nebenwirkungen der Impfstoffe waren bei Patienten selten.",
            "Die Antikörper der Patienten wurden nach einem Jahr gemessen.",
        ],
    ),
];

const CHINESE: Subjects = [
    (
        "机器翻译",
        [
            "神经机器翻译模型的研究",
            "本文研究低资源语言的神经机器翻译方法。",
            "机器翻译系统从没有对齐的语料中学习。",
            "长句子的翻译质量低于短句子。",
            "我们比较了机器翻译与人工翻译的结果。",
            "较小的翻译模型已经足够处理短句子。",
        ],
    ),
    (
        "分子云",
        [
            "分子云中恒星的形成",
            "我们观测分子云中年轻恒星的形成过程。",
            "分子云坍缩之后，恒星在其中形成。",
            "年轻恒星的光加热周围的气体。",
            "望远镜的测量结果给出气体的密度。",
            "恒星的质量由分子云的密度决定。",
        ],
    ),
    (
        "疫苗",
        [
            "老年患者流感疫苗的效果",
            "我们比较两种流感疫苗对老年患者的保护效果。",
            "疫苗接种之后，患者血液中的抗体增加。",
            "老年患者接种疫苗的不良反应很少。",
            "一年之后测量了患者的抗体水平。",
            "流感疫苗的保护时间随患者年龄缩短。",
        ],
    ),
];

const JAPANESE: Subjects = [
    (
        "翻訳",
        [
            "ニューラル機械翻訳モデルの研究",
            "本論文では、言語資源の少ない機械翻訳について調べる。",
            "機械翻訳のモデルは対訳のない文章から学習する。",
            "長い文の翻訳では誤りが多い。",
            "機械翻訳と人間の翻訳とを比較した。",
            "短い文には小さな翻訳モデルで十分である。",
        ],
    ),
    (
        "分子雲",
        [
            "分子雲における恒星の形成",
            "分子雲の中で若い恒星が形成される過程を観測した。",
            "分子雲が収縮し、その中で恒星が生まれる。",
            "若い恒星の光が周囲のガスを加熱する。",
            "望遠鏡の測定からガスの密度が分かる。",
            "恒星の質量は分子雲の密度で決まる。",
        ],
    ),
    (
        "ワクチン",
        [
            "インフルエンザワクチンの効果と副作用",
            "高齢患者について二つのインフルエンザワクチンを比較した。",
            "ワクチンの接種後に患者の抗体が増えた。",
            "患者におけるワクチンの副作用は少なかった。",
            "一年後に患者の抗体を測定した。",
            "ワクチンの効果は患者の年齢とともに短くなる。",
        ],
    ),
];

/// Papers of each subject, with three of its sentences each; the identifier begins with the subject's number.
fn papers(subjects: &Subjects) -> String {
    let mut lines = String::new();
    for paper in 0..20 {
        for (subject, (_, sentences)) in subjects.iter().enumerate() {
            let sentence = |nth: usize| sentences[1 + (paper * (nth + 1) + nth) % 5];
            let title = format!("{} {paper}", sentences[0]);
            let body = [0, 1, 2].map(sentence).join("");
            let record =
                serde_json::json!({"id": format!("{subject}-{paper}"), "title": title, "abstract": body});
            lines += &record.to_string();
            lines.push('\n');
        }
    }
    lines
}

/// The names of the themes, each with the subjects of its papers.
fn themes(home: &Path, name: &str, subjects: &Subjects) -> BTreeMap<String, Vec<usize>> {
    let (input, run) = (home.join(format!("{name}.jsonl")), home.join(name));
    fs::write(&input, papers(subjects)).unwrap();
    let arguments =
        ["run", input.to_str().unwrap(), "--out", run.to_str().unwrap(), "--clusters", "3", "--quiet"];
    let output = thema(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(run.join("themes.json")).unwrap()).unwrap();
    let theme_name = |key: &str| {
        let theme = report["themes"].as_array().unwrap().iter().find(|theme| theme["key"] == key);
        theme.unwrap_or_else(|| panic!("{name}: no theme {key}"))["name"].as_str().unwrap().to_owned()
    };
    let table = fs::read_to_string(run.join("papers.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let headers = rows.headers().unwrap().clone();
    let column = |column: &str| headers.iter().position(|name| name == column).unwrap();
    let [id, theme, outlier] = ["id", "theme", "outlier"].map(column);
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for row in rows.records() {
        let row = row.unwrap();
        assert_eq!(&row[outlier], "", "{name}: {}", &row[id]);
        let subject = row[id].split('-').next().unwrap().parse().unwrap();
        found.entry(theme_name(&row[theme])).or_default().push(subject);
    }
    found
}

#[test]
fn papers_of_other_languages_are_grouped_and_named_in_their_language() {
    let home = tempfile::tempdir().unwrap();
    for (language, subjects) in [("German", &GERMAN), ("Chinese", &CHINESE), ("Japanese", &JAPANESE)] {
        let themes = themes(home.path(), language, subjects);
        assert_eq!(themes.len(), 3, "{language}: {themes:?}");
        for (name, held) in &themes {
            let (word, _) = subjects[held[0]];
            assert!(held.iter().all(|subject| subject == &held[0]), "{language}: {themes:?}");
            assert!(name.to_lowercase().contains(&word.to_lowercase()), "{language}: {name} for {word}");
            assert!(!name.contains(" and "), "{language}: {name}");
        }
    }
}
