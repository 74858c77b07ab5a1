//! Markup in texts that should have none: exports contain what the service behind them stored.

use memchr::{memchr, memchr2};

/// Elements of HTML, JATS and `MathML` that services leave in texts. Any name with the prefix `jats:` or
/// `mml:` is one, too.
const ELEMENTS: [&str; 29] = [
    "a",
    "abstract",
    "b",
    "bold",
    "br",
    "center",
    "div",
    "em",
    "font",
    "i",
    "inline-formula",
    "italic",
    "li",
    "math",
    "mi",
    "mn",
    "mo",
    "mrow",
    "p",
    "sc",
    "sec",
    "span",
    "strong",
    "sub",
    "sup",
    "title",
    "tt",
    "u",
    "ul",
];

/// Elements after which another paragraph begins.
const BLOCKS: [&str; 5] = ["div", "li", "p", "sec", "ul"];

/// Entities that services leave.
const ENTITIES: [(&str, char); 6] =
    [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\''), ("nbsp", '\u{a0}')];

/// Bytes within which a tag or an entity must end.
const LONGEST_TAG: usize = 256;
const LONGEST_ENTITY: usize = 12;

/// `text` without markup, or `None` if it has none. An empty line separates paragraphs.
///
/// Known entities are decoded. Tags of known elements are removed where one of them is an end tag, so that
/// `the <i> tag` and `a <b and c> d` stay. A heading is put before its paragraph, unless it only says that
/// this is the abstract.
pub(crate) fn unmarked(text: &str) -> Option<String> {
    let marks = || Marks { text, at: 0 };
    let has_tags = marks().any(|(_, _, mark)| matches!(mark, Mark::Tag { ends: true, .. }));
    let mut plain = String::new();
    let (mut copied, mut heading) = (0, 0);
    for (start, end, mark) in marks().filter(|(_, _, mark)| has_tags || matches!(mark, Mark::Entity(_))) {
        plain.push_str(&text[copied..start]);
        copied = end;
        match mark {
            Mark::Entity(character) => plain.push(character),
            Mark::Tag { name: "title", ends: false } => heading = plain.len(),
            Mark::Tag { name: "title", ends: true } => {
                let said = plain[heading.min(plain.len())..].trim();
                if said.is_empty() || said.eq_ignore_ascii_case("abstract") {
                    plain.truncate(heading);
                } else {
                    plain.push_str(": ");
                }
            }
            Mark::Tag { name, ends: true } if BLOCKS.contains(&name) => plain.push_str("\n\n"),
            Mark::Tag { name: "br", .. } => plain.push('\n'),
            Mark::Tag { .. } => {}
        }
    }
    plain.push_str(&text[copied..]);
    (copied > 0).then_some(plain)
}

enum Mark<'a> {
    Entity(char),
    /// A tag of a known element, whose name is given without prefix.
    Tag {
        name: &'a str,
        ends: bool,
    },
}

/// The entities and tags of a text, each with its first byte and the byte after it.
struct Marks<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Marks<'a> {
    type Item = (usize, usize, Mark<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(ahead) = memchr2(b'<', b'&', &self.text.as_bytes()[self.at..]) {
            let start = self.at + ahead;
            let rest = &self.text[start + 1..];
            let (mark, end, longest) = match self.text.as_bytes()[start] {
                b'&' => (entity as fn(&'a str) -> Option<Mark<'a>>, b';', LONGEST_ENTITY),
                _ => (tag as fn(&'a str) -> Option<Mark<'a>>, b'>', LONGEST_TAG),
            };
            self.at = start + 1;
            let length = memchr(end, &rest.as_bytes()[..rest.len().min(longest)]);
            if let Some((length, mark)) = length.and_then(|length| Some((length, mark(&rest[..length])?))) {
                self.at += length + 1;
                return Some((start, self.at, mark));
            }
        }
        None
    }
}

/// The entity between `&` and `;`.
fn entity(name: &str) -> Option<Mark<'_>> {
    let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => number.parse().ok(),
    });
    let known = || ENTITIES.iter().find(|(known, _)| *known == name).map(|&(_, character)| character);
    number.and_then(char::from_u32).or_else(known).map(Mark::Entity)
}

/// The tag between `<` and `>`.
fn tag(inner: &str) -> Option<Mark<'_>> {
    let (ends, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
    let whole = inner.split([' ', '\t', '\n']).next().unwrap_or_default().trim_end_matches('/');
    let name = whole.strip_prefix("jats:").or_else(|| whole.strip_prefix("mml:"));
    let known = ELEMENTS.iter().find(|known| known.eq_ignore_ascii_case(name.unwrap_or(whole)));
    known.copied().or(name).map(|name| Mark::Tag { name, ends })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::whitespace::paragraphs;

    #[test]
    fn markup_goes_where_an_end_tag_or_an_entity_shows_it() {
        for (marked, expected) in [
            (
                "<jats:title>Abstract</jats:title><jats:p>We study logs where a < b.</jats:p>",
                "We study logs where a < b.",
            ),
            (
                "<jats:sec><jats:title>Aims</jats:title><jats:p>Queues\nwait.</jats:p></jats:sec><jats:p>They do.</jats:p>",
                "Aims: Queues wait.\nThey do.",
            ),
            ("On <i>E. coli</i> in H<SUB>2</SUB>O", "On E. coli in H2O"),
            ("R&amp;D at &#8805; 5 &#x3bc;m, n<f/3", "R&D at ≥ 5 μm, n<f/3"),
            ("&amp;lt;p&amp;gt;", "&lt;p&gt;"),
            ("<p class=\"x\">One.</p>\n<p>Two<br/>and <b>three</b>.</p>", "One.\nTwo and three."),
            (
                "<mml:math><mml:msub><mml:mi>x</mml:mi><mml:mn>1</mml:mn></mml:msub></mml:math> grows",
                "x1 grows",
            ),
            ("<title>An unfinished heading", "<title>An unfinished heading"),
            ("</title>", ""),
        ] {
            let plain = unmarked(marked).unwrap_or_else(|| marked.to_owned());
            assert_eq!(paragraphs(&plain), expected, "{marked}");
        }
    }

    #[test]
    fn formulas_and_names_stay() {
        for honest in [
            "if a <b and c> d then a&b; c",
            "the <i> tag",
            "$x </y>$ and vectors <u,v>",
            "AT&T; Texas A&M;",
            "&#; &#xyz; &#x110000; &unknown;",
            "one & two; three <",
            "",
        ] {
            assert_eq!(unmarked(honest), None, "{honest}");
        }
    }

    #[test]
    fn many_signs_take_little_time() {
        for sign in ["<", "&", "<a", "&#1"] {
            assert_eq!(unmarked(&sign.repeat(1 << 20)), None);
        }
    }
}
