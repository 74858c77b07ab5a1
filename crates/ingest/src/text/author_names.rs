//! Splits lists of author names, and names into parts.

use std::borrow::Cow;

use crate::text::whitespace::collapse;

/// Suffixes that follow a comma and belong to the name before it.
const SUFFIXES: [&str; 8] = ["Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV", "V"];

/// Longest initials without a full stop, in bytes: `Ö-Ä`.
const MOST_BYTES_OF_INITIALS: usize = 6;

/// Last words of group names, which have no forenames.
const GROUPS: [&str; 4] = ["Collaboration", "Consortium", "Group", "Team"];

/// The names in a list such as `A. Author (1 and 2), B. C. Author and D. Author, Jr. ((1) Here, (2) There)`.
///
/// Names are separated by commas, semicolons and the word `and`. Affiliations in parentheses are dropped.
pub(crate) fn split_author_list(list: &str) -> Vec<String> {
    let outside = without_parentheses(list);
    let mut names: Vec<String> = Vec::new();
    let mut part_names = |part: &str| {
        if !has_conjunction(part.as_bytes()) {
            push_name(&mut names, collapse(part));
            return;
        }
        let mut name = String::new();
        for word in part.split_whitespace() {
            if matches!(word, "and" | "&") {
                push_name(&mut names, std::mem::take(&mut name));
                continue;
            }
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(word);
        }
        push_name(&mut names, name);
    };
    let mut start = 0;
    for end in memchr::memchr2_iter(b',', b';', outside.as_bytes()) {
        part_names(&outside[start..end]);
        start = end + 1;
    }
    part_names(&outside[start..]);
    names
}

/// [`split_author_list`] for a table cell, in which names may also be inverted: `Smith, John`,
/// `Smith, J., Doe, A. B.`, `García Márquez, Gabriel`, `Smith, John and Doe, Jane`. They are taken as
/// inverted if every second part can only be forenames.
pub(crate) fn split_author_cell(list: &str) -> Vec<String> {
    let first_pair = list.split_once(',').map(|(first, behind)| {
        let second = behind.split(',').next().unwrap_or(behind);
        (first.trim(), second.split(" and ").next().unwrap_or(second).trim())
    });
    if !first_pair.is_some_and(|(family, forenames)| are_inverted(family, forenames)) {
        return split_author_list(list);
    }
    let by_conjunction: Vec<Vec<&str>> = list.split(" and ").map(|name| name.split(',').collect()).collect();
    let pairs: Option<Vec<[&str; 2]>> =
        if by_conjunction.len() > 1 && by_conjunction.iter().all(|parts| parts.len() == 2) {
            Some(by_conjunction.iter().map(|parts| [parts[0], parts[1]]).collect())
        } else {
            let parts: Vec<&str> = list.split(',').collect();
            let (pairs, rest) = parts.as_chunks::<2>();
            rest.is_empty().then(|| pairs.to_vec())
        };
    let pairs = pairs.map(|pairs| pairs.into_iter().map(|pair| pair.map(str::trim)).collect::<Vec<_>>());
    let is_inverted =
        |pairs: &Vec<[&str; 2]>| pairs.iter().all(|[family, forenames]| are_inverted(family, forenames));
    match pairs.filter(is_inverted) {
        Some(pairs) => {
            pairs.iter().map(|[family, forenames]| collapse(&format!("{forenames} {family}"))).collect()
        }
        None => split_author_list(list),
    }
}

/// Whether two parts of a list are a family name and its forenames, and not two names.
fn are_inverted(family: &str, forenames: &str) -> bool {
    let is_initials = |word: &str| {
        let few_letters = || word.chars().filter(|letter| letter.is_alphabetic()).count() <= 2;
        let is_short = word.len() <= MOST_BYTES_OF_INITIALS && few_letters();
        word.contains('.') || (is_short && word.chars().all(|letter| letter.is_uppercase() || letter == '-'))
    };
    let is_particle = |word: &str| word.starts_with(char::is_lowercase);
    let mut words = forenames.split_whitespace();
    let Some(first) = words.next() else { return false };
    if is_particle(first) || !words.all(is_initials) || SUFFIXES.contains(&forenames) {
        return false;
    }
    let mut words = family.split_whitespace();
    let Some(last) = words.next_back() else { return false };
    let is_name = !SUFFIXES.contains(&family) && !GROUPS.contains(&last);
    is_name && !is_initials(last) && !words.any(is_initials)
}

/// Whether `part` of a list may contain a word that separates names.
fn has_conjunction(part: &[u8]) -> bool {
    part.iter().zip(part.get(2..).unwrap_or_default()).any(|(&first, &last)| first == b'a' && last == b'd')
        || part.contains(&b'&')
}

/// `list` without text in parentheses; unchanged if the parentheses do not match.
fn without_parentheses(list: &str) -> Cow<'_, str> {
    if memchr::memchr(b'(', list.as_bytes()).is_none() {
        return Cow::Borrowed(list);
    }
    let mut depth = 0_u32;
    let outside = list
        .chars()
        .filter(|character| match character {
            '(' => {
                depth += 1;
                false
            }
            ')' if depth > 0 => {
                depth -= 1;
                false
            }
            _ => depth == 0,
        })
        .collect();
    if depth == 0 { Cow::Owned(outside) } else { Cow::Borrowed(list) }
}

fn push_name(names: &mut Vec<String>, name: String) {
    match names.last_mut() {
        Some(last) if SUFFIXES.contains(&name.as_str()) => {
            last.push_str(", ");
            last.push_str(&name);
        }
        _ if name.is_empty() => {}
        _ => names.push(name),
    }
}

/// Turns `Keyname, Forenames` or `Keyname, Suffix, Forenames` into spoken order. A name without a comma is
/// unchanged.
pub(crate) fn given_name_first(name: String) -> String {
    if memchr::memchr(b',', name.as_bytes()).is_none() {
        return name;
    }
    let parts: Vec<&str> = name.split(',').map(str::trim).collect();
    match parts.as_slice() {
        [keyname, forenames] if !forenames.is_empty() && !SUFFIXES.contains(forenames) => {
            format!("{forenames} {keyname}")
        }
        [keyname, suffix, forenames] if SUFFIXES.contains(suffix) => {
            format!("{forenames} {keyname}, {suffix}")
        }
        [keyname, forenames, suffix] if SUFFIXES.contains(suffix) => {
            format!("{forenames} {keyname}, {suffix}")
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn affiliations_are_dropped_and_suffixes_kept() {
        let cases: [(&str, &[&str]); 6] = [
            ("Alan Zhao, Cyril Y. He", &["Alan Zhao", "Cyril Y. He"]),
            (
                "A. One (1 and 2), B. Two, Jr. and C. Three ((1) Here, (2) There)",
                &["A. One", "B. Two, Jr.", "C. Three"],
            ),
            ("A. Anderson; B. Sandoval, and C. Random", &["A. Anderson", "B. Sandoval", "C. Random"]),
            ("A. One (unclosed, B. Two", &["A. One (unclosed", "B. Two"]),
            ("The ATLAS Collaboration", &["The ATLAS Collaboration"]),
            ("", &[]),
        ];
        for (list, names) in cases {
            assert_eq!(split_author_list(list), names, "{list}");
        }
    }

    #[test]
    fn names_of_a_cell_may_be_inverted() {
        let cases: [(&str, &[&str]); 14] = [
            ("García Márquez, Gabriel", &["Gabriel García Márquez"]),
            ("García Márquez, G. J.", &["G. J. García Márquez"]),
            ("García Márquez, Gabriel, Smith, John", &["Gabriel García Márquez", "John Smith"]),
            (
                "Vargas Llosa, Mario and García Márquez, Gabriel",
                &["Mario Vargas Llosa", "Gabriel García Márquez"],
            ),
            ("The ATLAS Collaboration, Plato", &["The ATLAS Collaboration", "Plato"]),
            ("Smith, John", &["John Smith"]),
            ("Smith, J.", &["J. Smith"]),
            ("van der Berg, Jan W.", &["Jan W. van der Berg"]),
            ("Smith, J., Doe, A. B.", &["J. Smith", "A. B. Doe"]),
            ("Smith, John and Doe, Jane", &["John Smith", "Jane Doe"]),
            ("Ann One, Bo Two", &["Ann One", "Bo Two"]),
            ("Ann One, Bo Two, Cy Three and Di Four", &["Ann One", "Bo Two", "Cy Three", "Di Four"]),
            ("Smith J., Doe A.", &["Smith J.", "Doe A."]),
            ("Smith, Jr.", &["Smith, Jr."]),
        ];
        for (cell, names) in cases {
            assert_eq!(split_author_cell(cell), names, "{cell}");
        }
    }

    #[test]
    fn inverted_names_are_turned() {
        let cases = [
            ("Balázs, C.", "C. Balázs"),
            ("King, Martin Luther, Jr.", "Martin Luther King, Jr."),
            ("King, Jr., Martin Luther", "Martin Luther King, Jr."),
            ("Plato", "Plato"),
            ("King, Jr.", "King, Jr."),
        ];
        for (inverted, spoken) in cases {
            assert_eq!(given_name_first(inverted.to_owned()), spoken);
        }
    }
}
