//! Builds the columns of a corpus from records grouped into papers.

use std::borrow::Cow;
use std::fmt::Write as _;

use polars::prelude::{Column, DataFrame};
use polars_arrow::array::View;
use polars_buffer::Buffer;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Corpus;
use super::columns::{TextColumn, TimeColumn, version_column, withdrawn_column};
use super::papers::text_array;
use super::records::write_records;
use crate::reconcile::near_duplicates::{Document, near_duplicates, put_counting_first};
use crate::reconcile::{
    Papers, Reconciliation, best_with, compare_with_place, first_published, normal_form, sort_by_text,
    write_log,
};
use crate::records::record_store::{Facts, RecordStore, TextField};
use crate::{Format, Precision, Timestamp, plain};

/// Builds the corpus of the `papers` formed from the records of `store`, sorted by key, and logs what was
/// joined. Papers with a similarity of at least `least_similarity` are near-duplicates; `None` skips the
/// search for them.
pub(crate) fn build(
    mut store: RecordStore,
    papers: &Papers,
    least_similarity: Option<f64>,
) -> (Corpus, Reconciliation) {
    for copy in papers.copies() {
        if store.facts[copy.row as usize].known {
            store.facts[copy.of as usize].known = true;
        }
    }
    let mut keys: Vec<View> = Vec::with_capacity(papers.len());
    for paper in 0..papers.len() {
        let key = key(&mut store, papers.members(paper));
        keys.push(key);
    }
    let mut order: Vec<u32> = (0..papers.len() as u32).collect();
    let by_key = |store: &RecordStore, keys: &[View], order: &mut [u32]| {
        let bytes = |paper: u32| store.texts.bytes(&keys[paper as usize]);
        let speaker = |paper: u32| papers.members(paper as usize)[0];
        let text = |paper: u32| {
            [TextField::Title, TextField::Abstract].map(|field| store.bytes(speaker(paper), field))
        };
        sort_by_text(order, bytes, |a, b| {
            text(a).cmp(&text(b)).then_with(|| compare_with_place(store, speaker(a), speaker(b)))
        });
    };
    by_key(&store, &keys, &mut order);
    let shared = shared_keys(&store, &keys, &order);
    let given: Vec<View> = shared.iter().map(|&(_, paper)| keys[paper as usize]).collect();
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut next_of: FxHashMap<String, u32> = FxHashMap::default();
    let mut names = Vec::with_capacity(shared.len());
    for &(_, paper) in &shared {
        let text = hash_text(&store, papers.members(paper as usize));
        // Papers that have only a title, which others share, are numbered.
        let next = next_of.entry(text.clone()).or_default();
        let name = loop {
            let name = if *next == 0 { text.clone() } else { format!("{text}-{next}") };
            *next += 1;
            if !taken.contains(&name) && !is_key(&store, &keys, &order, &name) {
                break name;
            }
        };
        taken.insert(name.clone());
        names.push(store.texts.push(&name));
    }
    for (&(_, paper), name) in shared.iter().zip(names) {
        keys[paper as usize] = name;
    }
    if !shared.is_empty() {
        by_key(&store, &keys, &mut order);
    }
    let mut log = write_log(&store, papers, |paper| store.texts.text(&keys[paper]));
    for (&(keeper, paper), given) in shared.iter().zip(&given) {
        let [keeper, row] = [keeper, paper].map(|paper| papers.members(paper as usize)[0]);
        let [key, given] = [&keys[paper as usize], given].map(|view| store.texts.text(view));
        log.push_shared_id(&store, key, given, row, keeper);
    }
    let mut counted_by: Vec<View> = Vec::new();
    for group in least_similarity.map_or_else(Vec::new, |least| similar(&store, papers, &order, least)) {
        let [counting, others @ ..] = group.as_slice() else { continue };
        let key = |at: u32| keys[order[at as usize] as usize];
        counted_by.resize(order.len(), View::default());
        for &other in others {
            counted_by[other as usize] = key(*counting);
            let speaker = &store.facts[papers.members(order[other as usize] as usize)[0] as usize];
            let input = store.origins[speaker.input as usize].path.clone();
            let names = [*counting, other].map(|at| store.texts.text(&keys[order[at as usize] as usize]));
            log.push_near_duplicate(names, input, speaker.ordinal);
        }
    }
    log.rows.sort_unstable();
    (columns(store, papers, keys, &order, counted_by), log)
}

/// The papers to which sources gave the key of another paper, as (paper that keeps the key, paper that loses
/// it). The first paper in `order` keeps it.
fn shared_keys(store: &RecordStore, keys: &[View], order: &[u32]) -> Vec<(u32, u32)> {
    let same = |first: &u32, second: &u32| {
        let [first, second] = [first, second].map(|&paper| store.texts.bytes(&keys[paper as usize]));
        first == second
    };
    let groups = order.chunk_by(same).filter(|group| group.len() > 1);
    groups.flat_map(|group| group[1..].iter().map(|&paper| (group[0], paper))).collect()
}

/// Groups of near-duplicates as indices into `order`. The first of each group is the one that counts.
fn similar(store: &RecordStore, papers: &Papers, order: &[u32], least: f64) -> Vec<Vec<u32>> {
    let members = |at: u32| papers.members(order[at as usize] as usize);
    let document = |at: u32| {
        let text = |field| store.text(best_with(store, members(at), field), field);
        let texts = [TextField::Title, TextField::Abstract].map(text);
        Document { texts, authors: text(TextField::Authors) }
    };
    let mut groups = near_duplicates(order.len(), document, least);
    for group in &mut groups {
        put_counting_first(group, |at| first_published(store, members(at)));
    }
    groups
}

/// Whether `name` is one of `keys`, which `order` sorts.
fn is_key(store: &RecordStore, keys: &[View], order: &[u32], name: &str) -> bool {
    let key = |paper: &u32| store.texts.bytes(&keys[*paper as usize]).cmp(name.as_bytes());
    order.binary_search_by(key).is_ok()
}

/// The name of a paper: a text in the store, or one made up.
enum Named {
    Text(View),
    Made(String),
}

/// The key that a paper of this record alone would have; see [`Corpus::key`].
pub(crate) fn key_of_record(store: &RecordStore, row: u32) -> Cow<'_, str> {
    match named(store, &[row]) {
        Named::Text(view) => Cow::Owned(store.texts.text(&view).to_owned()),
        Named::Made(key) => Cow::Owned(key),
    }
}

/// A paper's key as a view into the store; see [`Corpus::key`].
fn key(store: &mut RecordStore, members: &[u32]) -> View {
    match named(store, members) {
        Named::Text(view) => view,
        Named::Made(key) => store.texts.push(&key),
    }
}

fn named(store: &RecordStore, members: &[u32]) -> Named {
    let identifier = identifier(store, members);
    let text = match &identifier {
        Named::Text(view) => store.texts.text(view),
        Named::Made(text) => text,
    };
    match plain(text) {
        Cow::Borrowed(_) => identifier,
        Cow::Owned(key) if key.trim().is_empty() => Named::Made(hash_text(store, members)),
        Cow::Owned(key) => Named::Made(key.trim().to_owned()),
    }
}

fn identifier(store: &RecordStore, members: &[u32]) -> Named {
    let find = |field| {
        let row = best_with(store, members, field);
        Some(store.view(row, field)).filter(|view| view.length > 0)
    };
    if let Some(view) = find(TextField::ArxivId).or_else(|| find(TextField::GivenId)) {
        return Named::Text(view);
    }
    if let Some(doi) = find(TextField::Doi) {
        return Named::Made(format!("doi:{}", store.texts.text(&doi)));
    }
    find(TextField::ExternalId).map_or_else(|| Named::Made(hash_text(store, members)), Named::Text)
}

/// `hash:` and 16 hexadecimal digits of the hash of the normal forms of title and abstract.
fn hash_text(store: &RecordStore, members: &[u32]) -> String {
    let [title, abstract_text] = [TextField::Title, TextField::Abstract]
        .map(|field| normal_form(store.text(best_with(store, members, field), field)));
    let hash = blake3::hash(format!("{title}\n{abstract_text}").as_bytes()).to_hex();
    format!("hash:{}", &hash[..16])
}

/// Columns that take the best record's text of a field.
const GATHERED: [(TextColumn, TextField); 19] = [
    (TextColumn::ArxivId, TextField::ArxivId),
    (TextColumn::GivenId, TextField::GivenId),
    (TextColumn::Doi, TextField::Doi),
    (TextColumn::ExternalId, TextField::ExternalId),
    (TextColumn::Title, TextField::Title),
    (TextColumn::Abstract, TextField::Abstract),
    (TextColumn::Authors, TextField::Authors),
    (TextColumn::Categories, TextField::Categories),
    (TextColumn::Comment, TextField::Comment),
    (TextColumn::JournalReference, TextField::JournalReference),
    (TextColumn::Keywords, TextField::Keywords),
    (TextColumn::References, TextField::References),
    (TextColumn::Countries, TextField::Countries),
    (TextColumn::Funders, TextField::Funders),
    (TextColumn::Venue, TextField::Venue),
    (TextColumn::Kind, TextField::Kind),
    (TextColumn::Language, TextField::Language),
    (TextColumn::Identifiers, TextField::Identifiers),
    (TextColumn::GivenDate, TextField::GivenDate),
];

fn columns(
    mut store: RecordStore,
    papers: &Papers,
    keys: Vec<View>,
    order: &[u32],
    counted_by: Vec<View>,
) -> Corpus {
    let rows = || order.iter().map(|&paper| papers.members(paper as usize));
    let facts = |row: &u32| &store.facts[*row as usize];
    let seconds = |time: Option<Timestamp>| time.map(Timestamp::unix_seconds);
    let submitted: Vec<Option<Timestamp>> = rows().map(|members| first_published(&store, members)).collect();
    let updated: Vec<Option<Timestamp>> =
        rows().map(|members| members.iter().find_map(|row| facts(row).updated)).collect();
    let mut columns: Vec<Column> = vec![
        TimeColumn::Submitted.column(submitted.iter().map(|&time| seconds(time))),
        TimeColumn::Updated.column(updated.iter().map(|&time| seconds(time))),
        TimeColumn::Announced.column(
            rows().map(|members| seconds(members.iter().filter_map(|row| facts(row).announced).min())),
        ),
        version_column(rows().map(|members| {
            members.iter().find_map(|row| facts(row).version).map(|version| version.get().into())
        })),
        withdrawn_column(rows().map(|members| facts(&members[0]).withdrawn)),
    ];
    let mut sources: Vec<View> = Vec::with_capacity(order.len());
    let mut scratch = String::new();
    let format = |members: &[u32]| store.origins[store.facts[members[0] as usize].input as usize].format;
    let formats: Vec<Format> = rows().map(format).collect();
    let mut records: Vec<View> = Vec::new();
    for (row, members) in rows().enumerate().filter(|(_, members)| members.len() > 1) {
        records.resize(order.len(), View::default());
        records[row] = store.texts.push(&write_records(&store, members));
    }
    let [submitted, updated] = [submitted, updated].map(|times| precisions(&mut store, &times));
    for members in rows() {
        let source = source_lines(&store, members, &mut scratch);
        sources.push(store.texts.push(source));
    }
    // Free what is no longer needed before building what is.
    store.facts = Vec::new();
    let keys_in_order: Vec<View> = order.iter().map(|&paper| keys[paper as usize]).collect();
    let mut texts: Vec<(TextColumn, Vec<View>)> = Vec::new();
    let mut spare = keys;
    for (column, field) in GATHERED {
        if !store.has(field) {
            texts.push((column, Vec::new()));
            continue;
        }
        let view = |members: &[u32]| store.view(best_with(&store, members, field), field);
        order.par_iter().map(|&paper| view(papers.members(paper as usize))).collect_into_vec(&mut spare);
        // The memory of a column that is now sorted serves the next one.
        texts.push((column, std::mem::replace(&mut spare, store.take_column(field))));
    }
    drop(spare);
    let mut names: FxHashMap<Format, View> = FxHashMap::default();
    let formats = formats
        .into_iter()
        .map(|format| *names.entry(format).or_insert_with(|| store.texts.push(format.name())))
        .collect();
    // Neither column can be taken before both are read.
    let speaking = |field| {
        let views = rows().map(|members| store.view(best_with(&store, members, field), field));
        if store.has(field) { views.collect() } else { Vec::new() }
    };
    let [headline, subheadline] = [TextField::Headline, TextField::Subheadline].map(speaking);
    texts.push((TextColumn::Headline, headline));
    texts.push((TextColumn::Subheadline, subheadline));
    texts.extend([
        (TextColumn::SubmittedPrecision, submitted),
        (TextColumn::UpdatedPrecision, updated),
        (TextColumn::Sources, sources),
        (TextColumn::Format, formats),
        (TextColumn::Records, records),
        (TextColumn::NearDuplicateOf, counted_by),
    ]);

    let RecordStore { texts: store, .. } = store;
    let buffers = store.into_buffers();
    let keys = TextColumn::Key.column(Buffer::from(keys_in_order), &buffers);
    let key_texts = text_array(&keys).expect("a column of texts");
    columns.push(keys);
    let texts = texts.into_par_iter().map(|(column, views)| {
        if views.is_empty() {
            column.missing(&key_texts)
        } else {
            column.column(Buffer::from(views), &buffers)
        }
    });
    columns.extend(texts.collect::<Vec<Column>>());
    DataFrame::new(order.len(), columns)
        .and_then(Corpus::from_frame)
        .expect("columns of one length under the names that a corpus has")
}

/// The names of the precisions of `times`; empty if there are no times.
fn precisions(store: &mut RecordStore, times: &[Option<Timestamp>]) -> Vec<View> {
    if times.iter().all(Option::is_none) {
        return Vec::new();
    }
    let names = Precision::ALL.map(|precision| store.texts.push(precision.name()));
    times
        .iter()
        .map(|time| time.map_or_else(View::default, |time| names[time.precision() as usize]))
        .collect()
}

/// `input#ordinal` of every record of a paper, one per line, sorted.
fn source_lines<'a>(store: &RecordStore, members: &[u32], scratch: &'a mut String) -> &'a str {
    let reference = |row: &u32| {
        let Facts { input, ordinal, .. } = store.facts[*row as usize];
        (store.origins[input as usize].path.as_str(), ordinal)
    };
    scratch.clear();
    let mut references: Vec<(&str, u64)> = members.iter().map(reference).collect();
    references.sort_unstable();
    for (path, ordinal) in references {
        if !scratch.is_empty() {
            scratch.push('\n');
        }
        scratch.push_str(path);
        write!(scratch, "#{ordinal}").expect("a String takes all that is written to it");
    }
    scratch
}
