//! The columns of a corpus: their names and their polars types.

use polars::prelude::{
    BooleanChunked, Column, Int64Chunked, IntoColumn, IntoSeries, StringChunked, UInt32Chunked,
};
use polars_arrow::array::{BooleanArray, PrimitiveArray, Utf8ViewArray, View};
use polars_arrow::bitmap::Bitmap;
use polars_arrow::datatypes::ArrowDataType;
use polars_buffer::Buffer;

/// The text columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextColumn {
    Key,
    ArxivId,
    GivenId,
    Doi,
    ExternalId,
    Title,
    Abstract,
    Authors,
    Categories,
    Comment,
    JournalReference,
    Keywords,
    References,
    Countries,
    Funders,
    Venue,
    Kind,
    Language,
    Identifiers,
    GivenDate,
    Headline,
    Subheadline,
    SubmittedPrecision,
    UpdatedPrecision,
    Sources,
    Format,
    Records,
    NearDuplicateOf,
}

impl TextColumn {
    /// Every text column, in the order of the enum.
    pub(super) const ALL: [Self; 28] = [
        Self::Key,
        Self::ArxivId,
        Self::GivenId,
        Self::Doi,
        Self::ExternalId,
        Self::Title,
        Self::Abstract,
        Self::Authors,
        Self::Categories,
        Self::Comment,
        Self::JournalReference,
        Self::Keywords,
        Self::References,
        Self::Countries,
        Self::Funders,
        Self::Venue,
        Self::Kind,
        Self::Language,
        Self::Identifiers,
        Self::GivenDate,
        Self::Headline,
        Self::Subheadline,
        Self::SubmittedPrecision,
        Self::UpdatedPrecision,
        Self::Sources,
        Self::Format,
        Self::Records,
        Self::NearDuplicateOf,
    ];

    /// The column's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::ArxivId => "arxiv_id",
            Self::GivenId => "given_id",
            Self::Doi => "doi",
            Self::ExternalId => "external_id",
            Self::Title => "title",
            Self::Abstract => "abstract",
            Self::Authors => "authors",
            Self::Categories => "categories",
            Self::Comment => "comment",
            Self::JournalReference => "journal_reference",
            Self::Keywords => "keywords",
            Self::References => "references",
            Self::Countries => "countries",
            Self::Funders => "funders",
            Self::Venue => "venue",
            Self::Kind => "type",
            Self::Language => "language",
            Self::Identifiers => "identifiers",
            Self::GivenDate => "given_date",
            Self::Headline => "headline",
            Self::Subheadline => "subheadline",
            Self::SubmittedPrecision => "submitted_precision",
            Self::UpdatedPrecision => "updated_precision",
            Self::Sources => "sources",
            Self::Format => "format",
            Self::Records => "records",
            Self::NearDuplicateOf => "near_duplicate_of",
        }
    }

    /// Whether corpora of earlier versions lack the column.
    pub(super) fn came_later(self) -> bool {
        matches!(
            self,
            Self::Keywords
                | Self::References
                | Self::Countries
                | Self::Funders
                | Self::Venue
                | Self::Kind
                | Self::Language
                | Self::Identifiers
                | Self::GivenDate
                | Self::SubmittedPrecision
                | Self::UpdatedPrecision
        )
    }

    /// Whether `name` is a column in which texts rarely repeat.
    pub(super) fn is_distinct(name: &str) -> bool {
        let distinct = [
            Self::Key,
            Self::ArxivId,
            Self::Doi,
            Self::ExternalId,
            Self::Title,
            Self::Abstract,
            Self::Authors,
            Self::Keywords,
            Self::References,
            Self::Sources,
            Self::Records,
        ];
        distinct.iter().any(|column| column.name() == name)
    }

    /// The column of `texts` in `buffers`; empty texts become nulls.
    pub(super) fn column(self, texts: Buffer<View>, buffers: &Buffer<Buffer<u8>>) -> Column {
        let validity: Bitmap = texts.iter().map(|text| text.length > 0).collect();
        let validity = (validity.unset_bits() > 0).then_some(validity);
        let array = Utf8ViewArray::try_new(ArrowDataType::Utf8View, texts, buffers.clone(), validity)
            .expect("views of texts in these buffers");
        self.named(array)
    }

    /// An all-null column for a table in which another column has the texts of `other`. It shares their views,
    /// because empty views would take as much memory again.
    pub(super) fn missing(self, other: &Utf8ViewArray) -> Column {
        let validity = std::iter::repeat_n(false, other.len()).collect();
        self.named(other.clone().with_validity(Some(validity)))
    }

    fn named(self, array: Utf8ViewArray) -> Column {
        StringChunked::with_chunk(self.name().into(), array).into_series().into_column()
    }
}

/// The time columns, in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeColumn {
    Submitted,
    Updated,
    Announced,
}

impl TimeColumn {
    /// Every time column, in the order of the enum.
    pub(super) const ALL: [Self; 3] = [Self::Submitted, Self::Updated, Self::Announced];

    /// The column's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::Updated => "updated",
            Self::Announced => "announced",
        }
    }

    /// The column of `seconds`.
    pub(super) fn column(self, seconds: impl Iterator<Item = Option<i64>>) -> Column {
        let array: PrimitiveArray<i64> = seconds.collect();
        Int64Chunked::with_chunk(self.name().into(), array).into_series().into_column()
    }
}

/// The name of the column of version numbers.
pub(super) const VERSION: &str = "version";

/// The name of the column that says whether a paper was withdrawn.
pub(super) const WITHDRAWN: &str = "withdrawn";

/// The column of version numbers.
pub(super) fn version_column(numbers: impl Iterator<Item = Option<u32>>) -> Column {
    let array: PrimitiveArray<u32> = numbers.collect();
    UInt32Chunked::with_chunk(VERSION.into(), array).into_series().into_column()
}

/// The column that says whether a paper was withdrawn.
pub(super) fn withdrawn_column(withdrawn: impl Iterator<Item = bool>) -> Column {
    let array: BooleanArray = withdrawn.map(Some).collect();
    BooleanChunked::with_chunk(WITHDRAWN.into(), array).into_series().into_column()
}
