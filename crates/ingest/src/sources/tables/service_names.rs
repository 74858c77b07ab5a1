//! Recognises the service that a table comes from.

/// Springer writes authors without separators.
pub(super) const SPRINGER: &str = "Springer";

/// Services, with columns that together only their tables have.
const SERVICES: [(&str, &[&str]); 7] = [
    ("Dimensions", &["Publication ID", "Dimensions URL"]),
    ("The Lens", &["Lens ID", "Citing Works Count"]),
    ("PubMed", &["PMID", "Journal/Book", "Create Date"]),
    ("Scopus", &["EID", "Source title", "Cited by"]),
    (SPRINGER, &["Item Title", "Publication Title", "Book Series Title", "Item DOI"]),
    ("Web of Science", &["UT", "TI", "SO"]),
    ("Zotero", &["Item Type", "Abstract Note", "Manual Tags"]),
];

/// The service whose tables have these columns.
pub(crate) fn service_of<'c>(columns: impl Iterator<Item = &'c str>) -> Option<&'static str> {
    let columns: Vec<&str> = columns.collect();
    let has = |name: &&str| columns.iter().any(|column| column.eq_ignore_ascii_case(name));
    SERVICES.iter().find(|(_, names)| names.iter().all(&has)).map(|&(service, _)| service)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_are_told_by_their_columns() {
        let of = |columns: &str| service_of(columns.split(','));
        assert_eq!(of("Authors,Title,Year,Source title,Cited by,DOI,Link,EID"), Some("Scopus"));
        assert_eq!(of("PT,AU,TI,SO,UT"), Some("Web of Science"));
        assert_eq!(of("Key,Item Type,Title,Abstract Note,Manual Tags"), Some("Zotero"));
        assert_eq!(of("Item Title,Publication Title,Book Series Title,Item DOI,Authors"), Some(SPRINGER));
        assert_eq!(of("title,abstract,doi"), None);
    }
}
