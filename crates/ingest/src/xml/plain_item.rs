//! Finds items whose end can be told from their tags alone, so that they can be parsed elsewhere.

use super::MAX_ITEM_DEPTH;

/// Longest element name in such an item, in bytes.
const MAX_NAME_BYTES: usize = 128;

/// Length in bytes of the item that `text` begins with, an element with a name in `wanted`.
///
/// `None` if there is none, if it does not end within `text`, or if scanning its tags is not enough to find
/// its end: because of comments, CDATA sections, processing instructions, unusually written, missing or
/// deeply nested tags, or another item inside it.
pub(super) fn plain_item(text: &[u8], wanted: &[&str]) -> Option<usize> {
    let (name, mut at) = start_tag(text)?;
    if !is_wanted(name, wanted) || text[at - 2] == b'/' {
        return None;
    }
    let mut depth = 1;
    loop {
        at += memchr::memchr(b'<', &text[at..])?;
        if text.get(at + 1) == Some(&b'/') {
            let (name, length) = end_tag(&text[at..])?;
            at += length;
            depth -= 1;
            match (depth == 0, is_wanted(name, wanted)) {
                (true, true) => return Some(at),
                (false, false) => {}
                _ => return None,
            }
        } else {
            let (name, length) = start_tag(&text[at..])?;
            at += length;
            if text[at - 2] != b'/' {
                depth += 1;
            }
            if depth > MAX_ITEM_DEPTH || is_wanted(name, wanted) {
                return None;
            }
        }
    }
}

fn is_wanted(name: &[u8], wanted: &[&str]) -> bool {
    wanted.iter().any(|wanted| wanted.as_bytes() == name)
}

/// Local name and length in bytes of the start tag or empty-element tag that `text` begins with.
fn start_tag(text: &[u8]) -> Option<(&[u8], usize)> {
    let (name, mut at) = local_name(text.strip_prefix(b"<")?)?;
    at += 1;
    match text.get(at)? {
        b'>' | b' ' | b'\t' | b'\r' | b'\n' => {}
        b'/' if text.get(at + 1) == Some(&b'>') => {}
        _ => return None,
    }
    loop {
        at += memchr::memchr3(b'>', b'"', b'\'', &text[at..])?;
        if text[at] == b'>' {
            return Some((name, at + 1));
        }
        at += 2 + memchr::memchr(text[at], &text[at + 1..])?;
    }
}

/// Local name and length in bytes of the end tag that `text` begins with.
fn end_tag(text: &[u8]) -> Option<(&[u8], usize)> {
    let (name, length) = local_name(text.strip_prefix(b"</")?)?;
    (text.get(2 + length) == Some(&b'>')).then_some((name, length + 3))
}

/// The name that `text` begins with, without its prefix, and the length in bytes including the prefix.
fn local_name(text: &[u8]) -> Option<(&[u8], usize)> {
    let (mut start, mut end) = (0, 0);
    loop {
        match text.get(end)? {
            byte if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') => {}
            b':' if start == 0 => start = end + 1,
            _ => break,
        }
        end += 1;
    }
    (start < end && end <= MAX_NAME_BYTES).then_some((&text[start..end], end))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::Format;
    use crate::xml::{Step, XmlItem, XmlStream};

    /// Building blocks of whole and damaged items.
    const PARTS: &[&str] = &[
        "<item>",
        "</item>",
        "<item>1</item>",
        "<item><a b='c'>2</a></item>\n",
        "<x:i a='>' b=\"'\">",
        "</x:i>",
        "</i>",
        "<i/>",
        "<a>",
        "</a>",
        "<b/>",
        "<b c=d/>",
        "<a b='</item>'>",
        "<a b=\"<i>'</i>\"/>",
        "<a b='",
        "'>",
        "\"",
        "<",
        ">",
        "/>",
        "&",
        "&amp;",
        "&#955;",
        "&#xZ;",
        "&x;",
        ";",
        "<! ",
        "<!-- ",
        " -->",
        "<![CDATA[",
        "]]>",
        "<?p ",
        "?>",
        "</r>",
        "\n",
        " ",
        "é",
        "𝛼 word",
        "</ item>",
        "</item >",
        "<:>",
        "<a:b:c>",
    ];

    /// The steps of a stream whose input arrives in buffers of `capacity` bytes.
    fn steps(xml: &str, capacity: usize, is_cut: bool) -> Vec<String> {
        let mut input = BufReader::with_capacity(capacity, xml.as_bytes());
        let mut stream = XmlStream::new(Format::OaiPmh, &mut input, &["item", "i"]);
        let mut steps = Vec::new();
        loop {
            let step = match if is_cut { stream.next_whole() } else { stream.next() } {
                Ok(Step::Item(position)) => {
                    let mut item = stream.replace_item(XmlItem::default());
                    let tree = item.take_apart().map(|()| format!("{item:?}"));
                    format!("{position:?} {tree:?}")
                }
                Ok(Step::Rejected(position, reason)) => {
                    format!("{position:?} {:?}", Err::<String, _>(reason))
                }
                Ok(Step::End) => return steps,
                Err(error) => error.to_string(),
            };
            steps.push(step);
        }
    }

    proptest! {
        #[test]
        fn items_that_are_cut_out_whole_are_those_of_the_events(
            parts in vec(select(PARTS), 0..60),
            capacity in 1_usize..200,
        ) {
            let xml = format!("<r>{}</r>", parts.concat());
            let expected = steps(&xml, 1 << 20, false);
            prop_assert_eq!(&steps(&xml, 1 << 20, true), &expected);
            prop_assert_eq!(&steps(&xml, capacity, true), &expected);
        }
    }

    #[test]
    fn an_item_ends_with_its_end_tag() {
        for item in [
            "<item></item>",
            "<x:item a='>' b=\"'/>\">a &lt; <b c='d'/> > <i>e</i>\n</x:item>",
            "<item\n>&</item>",
        ] {
            for behind in ["", " ", "<item>", "</rest>"] {
                assert_eq!(plain_item(format!("{item}{behind}").as_bytes(), &["item"]), Some(item.len()));
            }
            for cut in 0..item.len() {
                assert_eq!(plain_item(&item.as_bytes()[..cut], &["item"]), None, "{}", &item[..cut]);
            }
        }
    }

    #[test]
    fn what_takes_more_than_a_look_at_tags_is_not_plain() {
        let deep = format!("<item>{}{}</item>", "<a>".repeat(80), "</a>".repeat(80));
        for text in [
            "item</item>",
            "<other></other>",
            "<item/>",
            "</item>",
            "<item><!-- </item> --></item>",
            "<item><![CDATA[</item>]]></item>",
            "<item><?a </item>?></item>",
            "<item><item></item></item>",
            "<item><item/></item>",
            "<item><a></item>",
            "<item></a></item>",
            "<item></item >",
            "<item a='></item>",
            "<item></i:t:em></item>",
            "<item><></item>",
            "<item><a/b></item>",
            &deep,
        ] {
            assert_eq!(plain_item(text.as_bytes(), &["item"]), None, "{text}");
        }
    }
}
