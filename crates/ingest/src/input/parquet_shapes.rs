//! The structure of a Parquet file's directory, as far as the decoder reads it
//! (<https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift>).
//!
//! The decoder interprets a field by its number, whatever kind the bytes declare, so the two must agree.

/// The kinds of values in Thrift's compact protocol. All integers longer than a byte are encoded alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A boolean; the field's header holds its value.
    Truth,
    Byte,
    Number,
    Fraction,
    Text,
    List,
    Struct,
}

impl Kind {
    /// The kind with this code; `None` for sets and maps, which a directory does not contain.
    pub(super) fn of(code: u8) -> Option<Self> {
        Some(match code {
            1 | 2 => Self::Truth,
            3 => Self::Byte,
            4..=6 => Self::Number,
            7 => Self::Fraction,
            8 => Self::Text,
            9 => Self::List,
            12 => Self::Struct,
            _ => return None,
        })
    }
}

/// What a field must be.
pub(super) enum Shape {
    Plain(Kind),
    /// A list of plain values.
    Plains(Kind),
    /// A list of structs with these fields.
    List(&'static [(i16, Shape)]),
    /// A struct with these fields.
    Struct(&'static [(i16, Shape)]),
    /// The number of a column's children.
    Children,
}

const NUMBER: Shape = Shape::Plain(Kind::Number);
const TEXT: Shape = Shape::Plain(Kind::Text);
const TRUTH: Shape = Shape::Plain(Kind::Truth);
const EMPTY: Shape = Shape::Struct(&[]);

/// `FileMetaData`.
pub(super) const FILE: &[(i16, Shape)] = &[
    (1, NUMBER),
    (2, Shape::List(SCHEMA_ELEMENT)),
    (3, NUMBER),
    (4, Shape::List(ROW_GROUP)),
    (5, Shape::List(&[(1, TEXT), (2, TEXT)])),
    (6, TEXT),
    (7, Shape::List(&[(1, EMPTY), (2, EMPTY)])),
];

const SCHEMA_ELEMENT: &[(i16, Shape)] = &[
    (1, NUMBER),
    (2, NUMBER),
    (3, NUMBER),
    (4, TEXT),
    (5, Shape::Children),
    (6, NUMBER),
    (7, NUMBER),
    (8, NUMBER),
    (9, NUMBER),
    (10, Shape::Struct(LOGICAL_TYPE)),
];

const LOGICAL_TYPE: &[(i16, Shape)] = &[
    (1, EMPTY),
    (2, EMPTY),
    (3, EMPTY),
    (4, EMPTY),
    (5, Shape::Struct(&[(1, NUMBER), (2, NUMBER)])),
    (6, EMPTY),
    (7, Shape::Struct(TIME)),
    (8, Shape::Struct(TIME)),
    (10, Shape::Struct(&[(1, Shape::Plain(Kind::Byte)), (2, TRUTH)])),
    (11, EMPTY),
    (12, EMPTY),
    (13, EMPTY),
    (14, EMPTY),
    (15, EMPTY),
];

const TIME: &[(i16, Shape)] = &[(1, TRUTH), (2, Shape::Struct(&[(1, EMPTY), (2, EMPTY), (3, EMPTY)]))];

const ROW_GROUP: &[(i16, Shape)] = &[
    (1, Shape::List(COLUMN_CHUNK)),
    (2, NUMBER),
    (3, NUMBER),
    (4, Shape::List(&[(1, NUMBER), (2, TRUTH), (3, TRUTH)])),
    (5, NUMBER),
    (6, NUMBER),
    (7, NUMBER),
];

const COLUMN_CHUNK: &[(i16, Shape)] =
    &[(1, TEXT), (2, NUMBER), (3, Shape::Struct(COLUMN)), (4, NUMBER), (5, NUMBER), (6, NUMBER), (7, NUMBER)];

/// `ColumnMetaData`.
const COLUMN: &[(i16, Shape)] = &[
    (1, NUMBER),
    (2, Shape::Plains(Kind::Number)),
    (3, Shape::Plains(Kind::Text)),
    (4, NUMBER),
    (5, NUMBER),
    (6, NUMBER),
    (7, NUMBER),
    (9, NUMBER),
    (10, NUMBER),
    (11, NUMBER),
    (12, Shape::Struct(STATISTICS)),
    (14, NUMBER),
    (15, NUMBER),
];

const STATISTICS: &[(i16, Shape)] =
    &[(1, TEXT), (2, TEXT), (3, NUMBER), (4, NUMBER), (5, TEXT), (6, TEXT), (7, TRUTH), (8, TRUTH)];
