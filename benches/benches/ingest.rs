//! Megabytes per second from bytes to records and to a reconciled corpus, compared with bare parsers of the same bytes.
//!
//! `cargo bench -p thema-benches --bench ingest` runs on synthetic papers. `THEMA_BENCH_SNAPSHOT` names a
//! file in the format of Kaggle's snapshot to use instead. `THEMA_BENCH_RUNS` is the number of runs, of which
//! the best counts; peers and our own code alternate, so that load from other processes affects both.
//! `THEMA_BENCH_JSON` names a file for the figures.

#![expect(clippy::print_stdout, reason = "the table is the result")]

use std::cell::Cell;
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use polars::prelude::{
    Column, CsvReadOptions, DataFrame, NamedFrom, ParquetReader, ParquetWriter, SerReader, Series,
};
use serde_json::{Value, json};
use thema_benches::{Corpus as Synthetic, CorpusParams, Counter, write_snapshot, write_works};
use thema_ingest::{Corpus, Format, IngestParams, source};

/// Names the file that a child process ingests to measure its peak memory.
const PEAK_OF: &str = "THEMA_BENCH_PEAK_OF";

/// Papers of the synthetic snapshot.
const PAPERS: u32 = 40_000;

/// Works of OpenAlex, a gigabyte.
const WORKS: u32 = 80_000;

fn main() {
    if let Some(path) = std::env::var_os(PEAK_OF) {
        print_peak(&PathBuf::from(path));
        return;
    }
    let runs = std::env::var("THEMA_BENCH_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(3);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let snapshot =
        std::env::var_os("THEMA_BENCH_SNAPSHOT").map_or_else(|| synthetic(folder.path()), PathBuf::from);
    let bytes = std::fs::read(&snapshot).expect("the snapshot can be read");
    let corpus = ingest(&snapshot);
    let papers = corpus.len();
    let mut report = Report::new(papers, runs);
    let bare = Cell::new([f64::INFINITY; 2]);
    report.alternate(
        bytes.len(),
        vec![
            Row::peer("sonic-rs, one thread", || {
                bare.set(bare_parse(&snapshot));
                bare.get()[0]
            }),
            Row::peer("sonic-rs, all threads", || bare.get()[1]),
            Row::ours("kaggle-jsonl to records", timed(|| records(Format::KaggleJsonl, &bytes[..], papers))),
            Row::ours("kaggle-jsonl to a corpus", timed(|| assert_eq!(ingest(&snapshot).len(), papers))),
        ],
    );
    drop(bytes);
    let atom = atom(&corpus);
    let to_records = || records(Format::ArxivAtom, atom.as_bytes(), papers);
    report.alternate(atom.len(), vec![Row::ours("arxiv-atom to records", timed(to_records))]);
    drop(atom);
    let oai = oai_pmh(&corpus);
    let to_records = || records(Format::OaiPmh, oai.as_bytes(), papers);
    report.alternate(oai.len(), vec![Row::ours("oai-pmh to records", timed(to_records))]);
    drop(oai);
    let works = works(folder.path());
    let size = std::fs::metadata(&works).expect("a temporary file").len() as usize;
    let to_records = || records_of_file(Format::OpenAlex, &works, WORKS as usize);
    report.alternate(size, vec![Row::ours("openalex to records", timed(to_records))]);
    std::fs::remove_file(works).expect("a temporary file can be removed");
    let mut frame = frame(&corpus);
    let (table, cells) = (folder.path().join("table.csv"), csv(&corpus));
    drop(corpus);
    std::fs::write(&table, &cells).expect("a temporary file can be written");
    // Every column is read as text, because identifiers such as 2601.00001 are not numbers.
    let texts = CsvReadOptions::default().with_infer_schema_length(Some(0));
    let polars = || {
        let reader = texts.clone().try_into_reader_with_file_path(Some(table.clone())).expect("a file");
        assert_eq!(reader.finish().expect("a table").height(), papers);
    };
    let ours = || records_of_file(Format::Csv, &table, papers);
    let rows = vec![Row::peer("polars, CSV", timed(polars)), Row::ours("csv to records", timed(ours))];
    report.alternate(cells.len(), rows);
    drop(cells);
    let (table, mut parquet) = (folder.path().join("table.parquet"), Vec::new());
    ParquetWriter::new(&mut parquet).finish(&mut frame).expect("a table can be written");
    drop(frame);
    std::fs::write(&table, &parquet).expect("a temporary file can be written");
    let polars = || {
        let read = ParquetReader::new(File::open(&table).expect("a file")).finish().expect("a table");
        assert_eq!(read.height(), papers);
    };
    let ours = || records_of_file(Format::Parquet, &table, papers);
    let rows =
        vec![Row::peer("polars, Parquet", timed(polars)), Row::ours("parquet to records", timed(ours))];
    report.alternate(parquet.len(), rows);
    drop(parquet);
    report.peak(&snapshot);
    report.write();
}

/// The figures, printed as they are measured.
struct Report {
    runs: usize,
    figures: Value,
}

impl Report {
    fn new(papers: usize, runs: usize) -> Self {
        let threads = rayon::current_num_threads();
        println!("{papers} papers, {threads} threads, best of {runs}");
        println!("{:<34}{:>9}{:>10}{:>14}", "", "MB", "MB/s", "times");
        let figures = json!({ "papers": papers, "threads": threads, "runs": runs, "rows": [] });
        Self { runs, figures }
    }

    /// Runs `rows` on the same `bytes`, one after another, `runs` times, and keeps the best time of each; for
    /// our own rows, also the ratio to each peer.
    fn alternate(&mut self, bytes: usize, mut rows: Vec<Row<'_>>) {
        let mut best = vec![f64::INFINITY; rows.len()];
        for _ in 0..self.runs {
            for (best, row) in best.iter_mut().zip(&mut rows) {
                *best = best.min((row.run)());
            }
        }
        let peers = rows.iter().zip(&best).filter(|(row, _)| !row.is_ours);
        let peers: Vec<f64> =
            peers.map(|(_, &seconds)| seconds).filter(|seconds| seconds.is_finite()).collect();
        for (row, seconds) in rows.iter().zip(best) {
            let times: Vec<f64> = peers.iter().filter(|_| row.is_ours).map(|peer| seconds / peer).collect();
            let (size, speed) = (megabytes(bytes), megabytes(bytes) / seconds);
            let shown: Vec<String> = times.iter().map(|times| format!("{times:.2}")).collect();
            println!("{:<34}{size:>9.1}{speed:>10.0}{:>14}", row.name, shown.join(" / "));
            let figures = self.figures["rows"].as_array_mut().expect("an array from the beginning");
            figures.push(json!({ "name": row.name, "megabytes": size, "speed": speed, "times": times }));
        }
    }

    /// Ingests `path` in a separate process and records its peak memory next to the size of the text kept, in megabytes.
    fn peak(&mut self, path: &Path) {
        let program = std::env::current_exe().expect("this program has a path");
        let output = Command::new(program).env(PEAK_OF, path).output().expect("this program runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let figures: Vec<f64> = text.split_whitespace().map_while(|figure| figure.parse().ok()).collect();
        let [peak, kept] = figures[..] else { panic!("two figures: {text}") };
        println!(
            "{:<34}{peak:>9.1} MB for {kept:.1} MB of text kept, {:.2} times",
            "peak memory",
            peak / kept
        );
        self.figures["peak"] = json!({ "peak": peak, "kept": kept });
    }

    fn write(&self) {
        if let Some(path) = std::env::var_os("THEMA_BENCH_JSON") {
            std::fs::write(path, format!("{:#}\n", self.figures)).expect("a file that can be written");
        }
    }
}

/// One way of reading the bytes.
struct Row<'a> {
    name: &'static str,
    is_ours: bool,
    /// Does the work once and returns the time in seconds.
    run: Box<dyn FnMut() -> f64 + 'a>,
}

impl<'a> Row<'a> {
    fn peer(name: &'static str, run: impl FnMut() -> f64 + 'a) -> Self {
        Self { name, is_ours: false, run: Box::new(run) }
    }

    fn ours(name: &'static str, run: impl FnMut() -> f64 + 'a) -> Self {
        Self { name, is_ours: true, run: Box::new(run) }
    }
}

fn timed(mut work: impl FnMut()) -> impl FnMut() -> f64 {
    move || {
        let began = Instant::now();
        work();
        began.elapsed().as_secs_f64()
    }
}

fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

fn synthetic(folder: &Path) -> PathBuf {
    let path = folder.join("snapshot.jsonl");
    let corpus = Synthetic::new(CorpusParams { papers: PAPERS, ..CorpusParams::default() })
        .expect("parameters in range");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).expect("a temporary file"));
    write_snapshot(&corpus, &mut file).expect("a temporary file can be written");
    std::io::Write::flush(&mut file).expect("a temporary file can be written");
    path
}

fn works(folder: &Path) -> PathBuf {
    let path = folder.join("works.jsonl");
    let corpus = Synthetic::new(CorpusParams { papers: WORKS, ..CorpusParams::default() })
        .expect("parameters in range");
    let mut file = std::io::BufWriter::new(File::create(&path).expect("a temporary file"));
    write_works(&corpus, &mut file).expect("a temporary file can be written");
    std::io::Write::flush(&mut file).expect("a temporary file can be written");
    path
}

fn ingest(path: &Path) -> Corpus {
    IngestParams::new().run(&[path.to_owned()]).expect("a snapshot").corpus
}

fn records_of_file(format: Format, path: &Path, papers: usize) {
    let file = File::open(path).expect("a file");
    let mut counter = Counter::default();
    source(format).read_file(file, &mut counter).expect("an input that can be read");
    assert_eq!(counter, Counter { records: papers, rejects: 0 }, "{format}");
}

fn records(format: Format, mut input: &[u8], papers: usize) {
    let mut counter = Counter::default();
    source(format).read(&mut input, &mut counter).expect("an input that can be read");
    assert_eq!(counter, Counter { records: papers, rejects: 0 }, "{format}");
}

/// The times in seconds in which the fastest JSON crate parses `snapshot` on one thread and on all, measured
/// by the program in `benches/bare`; infinite if cargo cannot build it.
fn bare_parse(snapshot: &Path) -> [f64; 2] {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("bare/Cargo.toml");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["run", "--release", "--quiet", "--manifest-path"])
        .arg(manifest)
        .arg("--")
        .arg(snapshot)
        .arg("1");
    // It is its own workspace and must be built in its own folder.
    let output =
        cargo.env_remove("CARGO_TARGET_DIR").output().map(|output| output.stdout).unwrap_or_default();
    let text = String::from_utf8(output).unwrap_or_default();
    let mut times = text.split_whitespace().map_while(|time| time.parse().ok());
    [(); 2].map(|()| times.next().unwrap_or(f64::INFINITY))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn identifier(corpus: &Corpus, row: usize) -> String {
    corpus.arxiv_id(row).map_or_else(|| format!("2601.{row:05}"), str::to_owned)
}

fn atom(corpus: &Corpus) -> String {
    let mut text = String::from("<feed xmlns='http://www.w3.org/2005/Atom'><id>http://arxiv.org/api/x</id>");
    for row in 0..corpus.len() {
        let (title, summary) = (escaped(corpus.title(row)), escaped(corpus.abstract_text(row)));
        let _ = write!(
            text,
            "<entry><id>http://arxiv.org/abs/{}v1</id><updated>2026-01-01T00:00:00Z</updated><published>2026-01-01T00:00:00Z\
             </published><title>{title}</title><summary>{summary}</summary>",
            identifier(corpus, row)
        );
        for name in corpus.authors(row) {
            let _ = write!(text, "<author><name>{}</name></author>", escaped(name));
        }
        for code in corpus.categories(row) {
            let _ = write!(text, "<category term=\"{code}\" scheme=\"http://arxiv.org/schemas/atom\"/>");
        }
        text += "</entry>\n";
    }
    text + "</feed>"
}

fn oai_pmh(corpus: &Corpus) -> String {
    let mut text = String::from("<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><ListRecords>");
    for row in 0..corpus.len() {
        let (title, summary) = (escaped(corpus.title(row)), escaped(corpus.abstract_text(row)));
        let authors = escaped(&corpus.authors(row).collect::<Vec<_>>().join(", "));
        let categories = corpus.categories(row).collect::<Vec<_>>().join(" ");
        let id = identifier(corpus, row);
        let _ = writeln!(
            text,
            "<record><header><identifier>oai:arXiv.org:{id}</identifier><datestamp>2026-01-02</datestamp></header><metadata>\
             <arXivRaw xmlns='http://arxiv.org/OAI/arXivRaw/'><id>{id}</id><version version='v1'><date>Thu, 1 Jan 2026 \
             00:00:00 GMT</date></version><title>{title}</title><authors>{authors}</authors><categories>{categories}\
             </categories><abstract>{summary}</abstract></arXivRaw></metadata></record>",
        );
    }
    text + "</ListRecords></OAI-PMH>"
}

/// Identifier, title, abstract, authors and categories of every paper.
fn cells(corpus: &Corpus, row: usize) -> [String; 5] {
    [
        identifier(corpus, row),
        corpus.title(row).to_owned(),
        corpus.abstract_text(row).to_owned(),
        corpus.authors(row).collect::<Vec<_>>().join("; "),
        corpus.categories(row).collect::<Vec<_>>().join(" "),
    ]
}

const COLUMNS: [&str; 5] = ["arxiv_id", "title", "abstract", "authors", "categories"];

fn csv(corpus: &Corpus) -> Vec<u8> {
    let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
    let rows = (0..corpus.len())
        .map(|row| cells(corpus, row).iter().map(quoted).collect::<Vec<_>>().join(",") + "\n");
    [COLUMNS.join(",") + "\n"].into_iter().chain(rows).collect::<String>().into_bytes()
}

fn frame(corpus: &Corpus) -> DataFrame {
    let rows: Vec<[String; 5]> = (0..corpus.len()).map(|row| cells(corpus, row)).collect();
    let columns = COLUMNS.iter().enumerate().map(|(at, name)| {
        let cells: Vec<&str> = rows.iter().map(|row| row[at].as_str()).collect();
        Column::from(Series::new((*name).into(), cells))
    });
    DataFrame::new(corpus.len(), columns.collect()).expect("columns of one length")
}

/// Prints the peak memory of ingesting `path`, and the size of the text kept, in megabytes.
fn print_peak(path: &Path) {
    let corpus = ingest(path);
    let kept: usize = (0..corpus.len())
        .map(|row| {
            let optional =
                [corpus.comment(row), corpus.doi(row), corpus.journal_reference(row), corpus.arxiv_id(row)];
            let lists =
                corpus.authors(row).chain(corpus.categories(row)).map(|item| item.len() + 1).sum::<usize>();
            let optional = optional.into_iter().flatten().map(str::len).sum::<usize>();
            corpus.title(row).len() + corpus.abstract_text(row).len() + optional + lists
        })
        .sum();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok());
    let peak: f64 = peak.map_or(f64::NAN, |kibibytes: f64| kibibytes * 1024.0);
    println!("{} {}", peak / 1e6, megabytes(kept));
}
