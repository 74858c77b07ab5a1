//! The corpus as other crates see it.

use polars::prelude::{Column, DataFrame, PolarsResult};
use polars_arrow::array::{BooleanArray, PrimitiveArray, StaticArray, Utf8ViewArray};
use polars_arrow::datatypes::ArrowDataType;

use super::columns::{TextColumn, TimeColumn, VERSION, WITHDRAWN};
use crate::reconcile::near_duplicates::Document;
use crate::records::category_list::categories_in;
use crate::records::record_store::LIST_SEPARATOR;
use crate::{Precision, Timestamp};

/// Reconciled papers, one row each, sorted by key.
///
/// The rows and their values depend only on the records that were read, not on the order of inputs. Cloning
/// is cheap: columns are shared.
#[derive(Clone, Debug)]
pub struct Corpus {
    frame: DataFrame,
    pub(super) texts: Vec<Utf8ViewArray>,
    times: Vec<PrimitiveArray<i64>>,
    version: PrimitiveArray<u32>,
    withdrawn: BooleanArray,
}

/// A record that a paper was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceReference<'a> {
    /// The input as given or found.
    pub input: &'a str,
    /// The record's ordinal in its input, from 1.
    pub record: u64,
}

impl Corpus {
    /// The corpus with the columns of `frame`.
    pub(super) fn from_frame(mut frame: DataFrame) -> PolarsResult<Self> {
        frame.rechunk_mut();
        let texts = TextColumn::ALL.iter().map(|column| match frame.column(column.name()) {
            Err(_) if column.came_later() => {
                Ok(Utf8ViewArray::new_null(ArrowDataType::Utf8View, frame.height()))
            }
            found => text_array(found?),
        });
        let times = TimeColumn::ALL
            .iter()
            .map(|column| Ok(frame.column(column.name())?.i64()?.downcast_as_array().clone()));
        Ok(Self {
            texts: texts.collect::<PolarsResult<_>>()?,
            times: times.collect::<PolarsResult<_>>()?,
            version: frame.column(VERSION)?.u32()?.downcast_as_array().clone(),
            withdrawn: frame.column(WITHDRAWN)?.bool()?.downcast_as_array().clone(),
            frame,
        })
    }

    /// The number of papers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.frame.height()
    }

    /// Whether there are no papers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The columns.
    pub(super) fn frame(&self) -> &DataFrame {
        &self.frame
    }

    pub(super) fn text(&self, column: TextColumn, row: usize) -> Option<&str> {
        self.texts[column as usize].get(row)
    }

    pub(super) fn seconds(&self, column: TimeColumn, row: usize) -> Option<i64> {
        self.times[column as usize].get(row)
    }

    fn time(&self, column: TimeColumn, row: usize) -> Option<Timestamp> {
        self.seconds(column, row).and_then(Timestamp::from_unix_seconds)
    }

    /// The time, with the precision in which it is known.
    fn known_time(&self, column: TimeColumn, precision: TextColumn, row: usize) -> Option<Timestamp> {
        let precision = Precision::of_name(self.text(precision, row).unwrap_or_default());
        self.time(column, row).map(|moment| moment.known_to(precision))
    }

    /// The key that names the paper, unique in the corpus. It is the first of these that exists: the arXiv
    /// identifier without version; the source's own spelling of the identifier; `doi:` and the DOI; an
    /// identifier from another authority; `hash:` and 16 hexadecimal digits of the hash of title and
    /// abstract. If several papers would have the same key, all but the first get the hash, numbered if it is
    /// not unique.
    ///
    /// # Panics
    /// When `row` is not below [`len`](Self::len), as for every accessor.
    #[must_use]
    pub fn key(&self, row: usize) -> &str {
        self.text(TextColumn::Key, row).unwrap_or_default()
    }

    /// The arXiv identifier without version.
    #[must_use]
    pub fn arxiv_id(&self, row: usize) -> Option<&str> {
        self.text(TextColumn::ArxivId, row)
    }

    /// The title; never empty.
    #[must_use]
    pub fn title(&self, row: usize) -> &str {
        self.text(TextColumn::Title, row).unwrap_or_default()
    }

    /// The abstract; empty if no source has one.
    #[must_use]
    pub fn abstract_text(&self, row: usize) -> &str {
        self.text(TextColumn::Abstract, row).unwrap_or_default()
    }

    /// The authors' names, in order.
    pub fn authors(&self, row: usize) -> impl Iterator<Item = &str> {
        self.listed(TextColumn::Authors, row)
    }

    /// What tells whether a paper is a near-duplicate of another.
    #[must_use]
    pub fn document(&self, row: usize) -> Document<'_> {
        let authors = self.text(TextColumn::Authors, row).unwrap_or_default();
        Document { texts: [self.title(row), self.abstract_text(row)], authors }
    }

    /// The categories' codes or names, the primary one first.
    pub fn categories(&self, row: usize) -> impl Iterator<Item = &str> {
        self.text(TextColumn::Categories, row).into_iter().flat_map(categories_in)
    }

    /// The primary category's code or name.
    #[must_use]
    pub fn primary_category(&self, row: usize) -> Option<&str> {
        self.categories(row).next()
    }

    /// When the first version was submitted.
    #[must_use]
    pub fn submitted(&self, row: usize) -> Option<Timestamp> {
        self.known_time(TimeColumn::Submitted, TextColumn::SubmittedPrecision, row)
    }

    /// When the version described here was submitted.
    #[must_use]
    pub fn updated(&self, row: usize) -> Option<Timestamp> {
        self.known_time(TimeColumn::Updated, TextColumn::UpdatedPrecision, row)
    }

    /// When a listing or news page first announced the paper.
    #[must_use]
    pub fn announced(&self, row: usize) -> Option<Timestamp> {
        self.time(TimeColumn::Announced, row)
    }

    /// The version described here, counted from 1.
    #[must_use]
    pub fn version(&self, row: usize) -> Option<u32> {
        self.version.get(row)
    }

    /// A news page's headline for the paper.
    #[must_use]
    pub fn headline(&self, row: usize) -> Option<&str> {
        self.text(TextColumn::Headline, row)
    }

    /// A news page's second line for the paper.
    #[must_use]
    pub fn subheadline(&self, row: usize) -> Option<&str> {
        self.text(TextColumn::Subheadline, row)
    }

    /// The authors' comment.
    #[must_use]
    pub fn comment(&self, row: usize) -> Option<&str> {
        self.text(TextColumn::Comment, row)
    }

    /// The digital object identifier, lower case.
    #[must_use]
    pub fn doi(&self, row: usize) -> Option<&str> {
        self.text(TextColumn::Doi, row)
    }

    /// An identifier from another authority, prefixed by its name: `openalex:W2741809807`.
    #[must_use]
    pub fn external_id(&self, row: usize) -> Option<&str> {
        self.text(TextColumn::ExternalId, row)
    }

    /// Further identifiers, each prefixed by its authority: `doi:10.1000/xyz`.
    pub fn identifiers(&self, row: usize) -> impl Iterator<Item = &str> {
        self.listed(TextColumn::Identifiers, row)
    }

    /// The journal reference.
    #[must_use]
    pub fn journal_reference(&self, row: usize) -> Option<&str> {
        self.text(TextColumn::JournalReference, row)
    }

    /// Keywords and subject headings, as the source writes them.
    pub fn keywords(&self, row: usize) -> impl Iterator<Item = &str> {
        self.listed(TextColumn::Keywords, row)
    }

    /// Identifiers of what the paper cites: keys of papers or other identifiers.
    pub fn references(&self, row: usize) -> impl Iterator<Item = &str> {
        self.listed(TextColumn::References, row)
    }

    /// Journal, conference or collection.
    #[must_use]
    pub fn venue(&self, row: usize) -> Option<&str> {
        self.text(TextColumn::Venue, row)
    }

    /// The type of work: `article`, `preprint`, `thesis`.
    #[must_use]
    pub fn kind(&self, row: usize) -> Option<&str> {
        self.text(TextColumn::Kind, row)
    }

    /// The two-letter code of the language of the work.
    #[must_use]
    pub fn language(&self, row: usize) -> Option<&str> {
        self.text(TextColumn::Language, row)
    }

    /// Countries of the authors' institutions, as the source writes them.
    pub fn countries(&self, row: usize) -> impl Iterator<Item = &str> {
        self.listed(TextColumn::Countries, row)
    }

    /// Funders of the work.
    pub fn funders(&self, row: usize) -> impl Iterator<Item = &str> {
        self.listed(TextColumn::Funders, row)
    }

    fn listed(&self, column: TextColumn, row: usize) -> impl Iterator<Item = &str> {
        self.text(column, row).into_iter().flat_map(|items| items.split(LIST_SEPARATOR))
    }

    /// Whether the newest version is withdrawn or deleted.
    #[must_use]
    pub fn withdrawn(&self, row: usize) -> bool {
        self.withdrawn.get(row).unwrap_or(false)
    }

    /// The row of the paper that counts for this one in statistics because their texts are nearly the same;
    /// `None` for a paper that counts for itself.
    #[must_use]
    pub fn near_duplicate_of(&self, row: usize) -> Option<usize> {
        self.row_of(self.text(TextColumn::NearDuplicateOf, row)?)
    }

    /// Pairs of a paper that another counts for and the paper that counts for it, as rows, ascending.
    #[must_use]
    pub fn near_duplicates(&self) -> Vec<[u32; 2]> {
        let pair = |row: usize| Some([row as u32, self.near_duplicate_of(row)? as u32]);
        (0..self.len()).filter_map(pair).collect()
    }

    /// The row of the paper with this key.
    #[must_use]
    pub fn row_of(&self, key: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.key(middle).cmp(key) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The records that the paper was made from, by input and ordinal.
    pub fn sources(&self, row: usize) -> impl Iterator<Item = SourceReference<'_>> {
        let lines = self.text(TextColumn::Sources, row).into_iter().flat_map(str::lines);
        lines.filter_map(|line| {
            let (input, record) = line.rsplit_once('#')?;
            Some(SourceReference { input, record: record.parse().ok()? })
        })
    }
}

pub(super) fn text_array(column: &Column) -> PolarsResult<Utf8ViewArray> {
    Ok(column.str()?.downcast_as_array().clone())
}
