//! Lists of categories in a cell. Codes are separated by spaces; if a category is a name of several words, every
//! category ends with [`LIST_SEPARATOR`].

use crate::records::record_store::LIST_SEPARATOR;

const CODE_SEPARATOR: &str = " ";

/// Appends `categories` to an empty cell.
pub(crate) fn write_categories(categories: &[String], cell: &mut String) {
    let has_names = categories.iter().any(|category| category.contains(CODE_SEPARATOR));
    for category in categories {
        if has_names {
            cell.push_str(&category.replace(LIST_SEPARATOR, ", "));
            cell.push_str(LIST_SEPARATOR);
        } else {
            let separator = if cell.is_empty() { "" } else { CODE_SEPARATOR };
            cell.push_str(separator);
            cell.push_str(category);
        }
    }
}

/// The categories in a cell.
pub(crate) fn categories_in(cell: &str) -> impl Iterator<Item = &str> {
    match cell.strip_suffix(LIST_SEPARATOR) {
        Some(names) => names.split(LIST_SEPARATOR),
        None => cell.split(CODE_SEPARATOR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_read_as_they_were_written() {
        for categories in [
            &["cs.DC", "cs.PF"][..],
            &["Machine Learning"],
            &["Machine Learning", "Networks, Clouds", "cs.DC"],
        ] {
            let categories: Vec<String> = categories.iter().map(ToString::to_string).collect();
            let mut cell = String::new();
            write_categories(&categories, &mut cell);
            assert!(categories_in(&cell).eq(&categories), "{cell}");
        }
    }

    #[test]
    fn a_separator_within_a_name_becomes_a_comma() {
        let mut cell = String::new();
        write_categories(&["Logs; Queues".to_owned()], &mut cell);
        assert_eq!(categories_in(&cell).collect::<Vec<_>>(), ["Logs, Queues"]);
    }
}
