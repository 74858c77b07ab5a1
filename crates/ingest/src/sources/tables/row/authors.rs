//! Cells of authors.

use super::Cell;
use super::listed::listed;
use crate::text::author_names::{given_name_first, split_author_cell};
use crate::text::whitespace::collapse_nonempty;

/// A name without its Scopus author number: `Doe, Jane (57000000001)`.
fn without_number(name: &str) -> &str {
    let bare = name.trim_end().strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    bare.filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit())).map_or(name, |(bare, _)| bare)
}

/// The authors of a row.
pub(super) fn authors(cell: Cell<'_>) -> Vec<String> {
    let spoken = |name: &str| collapse_nonempty(without_number(name)).map(given_name_first);
    let text = match cell {
        Cell::List(names) => return names.iter().filter_map(|name| spoken(name)).collect(),
        Cell::Text(text) => text,
    };
    if let Some(names) = listed(&text) {
        return names.iter().filter_map(|name| spoken(name)).collect();
    }
    let text = without_last_stop(&text);
    if memchr::memchr2(b';', b'|', text.as_bytes()).is_none() {
        return split_author_cell(text);
    }
    text.split([';', '|']).flat_map(short_names).filter_map(spoken).collect()
}

/// A PubMed list, `One AB, Two C, Queue Group.`, without its full stop, which is the only one in it.
fn without_last_stop(list: &str) -> &str {
    let Some(bare) = list.trim_end().strip_suffix('.') else { return list };
    let is_list = bare.contains([',', ';']) || bare.rsplit(' ').next().is_some_and(|word| word.len() > 2);
    if is_list && !bare.contains('.') { bare } else { list }
}

/// The names in a part of a PubMed list, `One AB, Two C Jr`, whose groups follow semicolons; any other part
/// is one name.
fn short_names(part: &str) -> Vec<&str> {
    let is_short = |name: &str| {
        let name = name.trim().trim_end_matches(" Jr").trim_end_matches(" Sr");
        name.rsplit_once(' ').is_some_and(|(_, initials)| {
            (1..=4).contains(&initials.chars().count()) && initials.chars().all(char::is_uppercase)
        })
    };
    let names: Vec<&str> = part.split(',').collect();
    if names.len() > 1 && names.iter().all(|name| is_short(name)) { names } else { vec![part] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_services_are_parted_into_names() {
        let cases: [(&str, &[&str]); 7] = [
            (r#"["One, Ann", "Bo Two"]"#, &["Ann One", "Bo Two"]),
            ("Ann One, Bo Two and Cy Three", &["Ann One", "Bo Two", "Cy Three"]),
            ("Doe, Jane (57000000001); One, Ann (2)", &["Jane Doe", "Ann One"]),
            ("One AB, Two C Jr; Queue Group.", &["One AB", "Two C Jr", "Queue Group"]),
            ("One AB, Queue Group.", &["One AB", "Queue Group"]),
            ("One A., Two B.", &["One A.", "Two B."]),
            ("Rossi M.", &["Rossi M."]),
        ];
        for (text, names) in cases {
            assert_eq!(authors(Cell::Text(text.into())), names, "{text}");
        }
    }
}
