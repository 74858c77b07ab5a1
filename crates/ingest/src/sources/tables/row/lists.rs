//! Cells with several values.

use super::Cell;
use super::listed::listed;
use crate::identifiers::category::is_category;
use crate::identifiers::cited::cited;
use crate::text::whitespace::collapse_nonempty;

/// The items of a list, or of a text split at the first of `separators` that occurs in it.
pub(super) fn items(cell: Cell<'_>, separators: &[char]) -> Vec<String> {
    let text = match cell {
        Cell::List(items) => return items.iter().filter_map(|item| collapse_nonempty(item)).collect(),
        Cell::Text(text) => text,
    };
    if let Some(items) = listed(&text) {
        return items.iter().filter_map(|item| collapse_nonempty(item)).collect();
    }
    let separator = separators.iter().find(|separator| text.contains(**separator)).unwrap_or(&';');
    text.split(*separator).filter_map(collapse_nonempty).collect()
}

/// Category codes or names.
pub(super) fn categories(cell: Cell<'_>) -> Vec<String> {
    if let Cell::Text(text) = &cell {
        let codes = || text.split([' ', ',', ';', '|']).filter(|code| !code.is_empty());
        if codes().all(is_category) {
            return codes().map(str::to_owned).collect();
        }
    }
    items(cell, &[';', '|', ','])
}

/// The cited works. Bare identifiers in a table of The Lens get the name of its identifier column,
/// `authority`, as prefix. A cell that contains only a number gives the count of references, not a reference.
pub(super) fn references(cell: Cell<'_>, authority: &str) -> Vec<String> {
    if let Cell::Text(text) = &cell
        && text.trim().bytes().all(|byte| byte.is_ascii_digit())
    {
        return Vec::new();
    }
    // In a reference in prose, no single word is an identifier.
    let in_words = matches!(&cell, Cell::Text(text) if text.split([';', '|']).any(is_in_words));
    let parts: &[char] = if in_words { &[';', '|'] } else { &[';', '|', ',', ' '] };
    let cited = items(cell, parts).into_iter().filter_map(|text| cited(&text));
    let is_bare = |text: &str| authority == "lensid" && !text.contains(':');
    cited.map(|text| if is_bare(&text) { format!("{authority}:{text}") } else { text }).collect()
}

/// Whether a reference is in prose: most of its words have no digit, which nearly every identifier has.
fn is_in_words(reference: &str) -> bool {
    let words = || reference.split([' ', ',']).filter(|word| !word.is_empty());
    let identifiers = words().filter(|word| word.bytes().any(|byte| byte.is_ascii_digit())).count();
    words().count() > 4 && 2 * identifiers < words().count()
}
