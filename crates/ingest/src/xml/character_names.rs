//! Names of characters that XML does not define.

/// The names of the characters U+00A0 to U+00FF in order (ISO 8879, as listed by HTML 4,
/// <https://www.w3.org/TR/html401/sgml/entities.html>). Document types such as DBLP's declare them, and
/// repositories use them without declaring them.
#[rustfmt::skip]
const LATIN_1: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo",
    "not", "shy", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot",
    "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc",
    "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute",
    "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "times", "Oslash",
    "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig", "agrave", "aacute", "acirc", "atilde",
    "auml", "aring", "aelig", "ccedil", "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc",
    "iuml", "eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave",
    "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml",
];

/// The character named `name`; `None` if Latin 1 has no such name.
pub(super) fn named_character(name: &str) -> Option<char> {
    let at = LATIN_1.iter().position(|known| *known == name)?;
    char::from_u32(0xa0 + at as u32)
}

#[cfg(test)]
mod tests {
    use super::named_character;

    #[test]
    fn names_stand_for_the_characters_of_latin_1() {
        for (name, character) in [
            ("nbsp", '\u{a0}'),
            ("uuml", 'ü'),
            ("Oslash", 'Ø'),
            ("szlig", 'ß'),
            ("times", '×'),
            ("yuml", 'ÿ'),
        ] {
            assert_eq!(named_character(name), Some(character), "{name}");
        }
        for name in ["", "UUML", "alpha", "e29"] {
            assert_eq!(named_character(name), None, "{name}");
        }
    }
}
