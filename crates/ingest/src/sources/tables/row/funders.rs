//! Cells of funders.

use super::Cell;
use super::lists::items;
use crate::records::keywords::each_once;

/// Funders without what Scopus appends, `Fund of Queues, FQ: 61-01, 61-02` (funders are separated by
/// semicolons), and without what IEEE and The Lens add: `10.13039/1-Fund of Queues (Grant Number: 61-01)`,
/// `Fund of Queues (61-01)`.
pub(super) fn funders(cell: Cell<'_>) -> Vec<String> {
    let without_award = |text: &str| {
        let registered = text.strip_prefix("10.13039/").and_then(|text| text.split_once('-'));
        let bare = registered.map_or(text, |(_, name)| name).trim_start_matches([',', ' ']);
        let bare = bare.split("(Grant").next().unwrap_or_default().trim_end();
        let bare = bare.split(": ").next().unwrap_or_default();
        let bare = bare.split(", (").next().unwrap_or_default();
        let award = bare.strip_suffix(')').and_then(|bare| bare.rsplit_once(" ("));
        let has_digits = |award: &str| award.bytes().any(|byte| byte.is_ascii_digit());
        let bare = award.filter(|(_, award)| has_digits(award)).map_or(bare, |(bare, _)| bare);
        match bare.rsplit_once(", ") {
            Some((name, short)) if is_short_for(short, name) => name.to_owned(),
            _ => bare.to_owned(),
        }
    };
    let names: Vec<String> = items(cell, &[';', '|']).iter().map(|text| without_award(text)).collect();
    each_once(names.iter().map(String::as_str))
}

/// Whether the capitals of `short` occur as letters in `name` in the same order, with the same first letter.
fn is_short_for(short: &str, name: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    let mut capitals = short.chars().flat_map(char::to_lowercase);
    short.len() > 1
        && short.chars().all(char::is_uppercase)
        && letters.next() == capitals.next()
        && capitals.all(|capital| letters.any(|letter| letter == capital))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn funders_are_parted_from_their_awards() {
        let text = "National Natural Science Foundation of China, NSFC: 61-01, 61-02; Deutsche Forschungsgemeinschaft, DFG; Queue \
                    Fund, UK; Log Trust, (12, 13); Log Trust; Pier Trust (PT); Rail Fund (A-17); 10.13039/501-Bay Fund (Grant Number: 7); , Ship Fund";
        assert_eq!(
            funders(Cell::Text(text.into())),
            [
                "National Natural Science Foundation of China",
                "Deutsche Forschungsgemeinschaft",
                "Queue Fund, UK",
                "Log Trust",
                "Pier Trust (PT)",
                "Rail Fund",
                "Bay Fund",
                "Ship Fund"
            ]
        );
    }
}
