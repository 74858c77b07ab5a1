//! The names of months.

/// The English names.
pub(super) const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// German, French, Spanish, Portuguese and Italian names that do not begin like the English ones.
const FOREIGN_MONTHS: [&str; 12] = [
    "januar jänner janvier enero gennaio",
    "février fevrier fevereiro",
    "märz maerz",
    "avril abril avr",
    "mai maio maggio",
    "juin giugno",
    "juillet luglio",
    "août aout agosto ago",
    "settembre setembro",
    "oktober ottobre outubro okt",
    "",
    "dezember décembre diciembre dicembre dezembro dez",
];

/// The month, from 1, for a word that begins like an English month name, or for a name in one of five other
/// languages.
pub(super) fn month_of_name(name: &str) -> Option<i8> {
    let known = name.len() <= 9 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let english = name
        .get(..3)
        .filter(|_| known)
        .and_then(|first| MONTHS.iter().position(|month| month[..3].eq_ignore_ascii_case(first)));
    let index = english.or_else(|| {
        let is_word = name.len() > 2 && name.chars().all(char::is_alphabetic);
        let name = is_word.then(|| name.to_lowercase())?;
        FOREIGN_MONTHS.iter().position(|names| names.split(' ').any(|month| month == name))
    })?;
    i8::try_from(index + 1).ok()
}
