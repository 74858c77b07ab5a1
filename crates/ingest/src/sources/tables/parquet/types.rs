//! Chooses the types to decode Parquet columns to.
//!
//! The decoder is built without types that tables of papers rarely use, and refuses or panics on a whole file
//! because of one such column. These types are read as they are stored: narrow integers as 32 bits, decimals
//! as their digits, times of day as numbers
//! (<https://github.com/apache/parquet-format/blob/master/LogicalTypes.md>).

use polars_parquet::parquet::metadata::SchemaDescriptor;
use polars_parquet::parquet::schema::types::{
    IntegerType, ParquetType, PrimitiveConvertedType, PrimitiveLogicalType, PrimitiveType,
};
use polars_parquet::read::FileMetadata;

/// Changes `metadata` to types that can be decoded. Does nothing if they all can.
pub(super) fn simplify(metadata: &mut FileMetadata) {
    let fields = metadata.schema_descr.fields();
    if fields.iter().all(is_simple) {
        return;
    }
    let fields = fields.iter().cloned().map(simplified).collect();
    metadata.schema_descr = SchemaDescriptor::new(metadata.schema_descr.name().into(), fields);
    // This contains the types again, as Arrow names them.
    metadata.key_value_metadata = None;
}

/// Digits after the decimal point of the top-level column `name`, if it holds decimals.
pub(super) fn scale(metadata: &FileMetadata, name: &str) -> Option<usize> {
    let field = metadata.schema_descr.fields().iter().find(|field| field.name() == name)?;
    let ParquetType::PrimitiveType(primitive) = field else { return None };
    match (&primitive.logical_type, &primitive.converted_type) {
        (Some(PrimitiveLogicalType::Decimal(_, scale)), _)
        | (None, Some(PrimitiveConvertedType::Decimal(_, scale))) => Some(*scale),
        _ => None,
    }
}

fn is_simple(field: &ParquetType) -> bool {
    match field {
        ParquetType::PrimitiveType(primitive) => is_decoded(primitive),
        ParquetType::GroupType { fields, .. } => fields.iter().all(is_simple),
    }
}

fn simplified(field: ParquetType) -> ParquetType {
    match field {
        ParquetType::PrimitiveType(primitive) if !is_decoded(&primitive) => {
            ParquetType::PrimitiveType(PrimitiveType {
                logical_type: None,
                converted_type: None,
                ..primitive
            })
        }
        ParquetType::GroupType { field_info, logical_type, converted_type, fields } => {
            ParquetType::GroupType {
                field_info,
                logical_type,
                converted_type,
                fields: fields.into_iter().map(simplified).collect(),
            }
        }
        primitive @ ParquetType::PrimitiveType(_) => primitive,
    }
}

/// Whether the decoder supports a column's type beyond its storage type.
fn is_decoded(primitive: &PrimitiveType) -> bool {
    use PrimitiveConvertedType as Converted;
    use PrimitiveLogicalType as Logical;
    match (&primitive.logical_type, &primitive.converted_type) {
        (Some(Logical::Integer(integer)), _) => matches!(
            integer,
            IntegerType::Int32 | IntegerType::Int64 | IntegerType::UInt32 | IntegerType::UInt64
        ),
        (Some(Logical::Decimal(..) | Logical::Time { .. } | Logical::Float16), _) => false,
        (None, Some(converted)) => !matches!(
            converted,
            Converted::Decimal(..)
                | Converted::TimeMillis
                | Converted::TimeMicros
                | Converted::Uint8
                | Converted::Uint16
                | Converted::Int8
                | Converted::Int16
                | Converted::Interval
        ),
        (Some(_), _) | (None, None) => true,
    }
}
