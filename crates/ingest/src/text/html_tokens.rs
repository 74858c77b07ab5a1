//! HTML as a flat run of tags and texts.

/// A piece of an HTML text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HtmlToken<'t> {
    /// A start tag and what stands between its name and its end.
    Open(&'t str, &'t str),
    /// An end tag.
    Close(&'t str),
    /// Text with its entities as written.
    Text(&'t str),
}

/// Iterates over the tags and texts of a page in one pass, each with its offset.
///
/// No tree is built and nothing is corrected, so nesting costs nothing. Comments, declarations, scripts and
/// styles are passed over; a `<` that opens no tag is text.
pub(crate) struct HtmlTokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> HtmlTokens<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    fn skip_past(&mut self, from: usize, end: &str) {
        let found = memchr::memmem::find(&self.text.as_bytes()[from..], end.as_bytes());
        self.at = found.map_or(self.text.len(), |offset| from + offset + end.len());
    }

    /// Moves behind the end tag of an element whose content is not markup.
    fn skip_raw_element(&mut self, name: &str) {
        let bytes = self.text.as_bytes();
        while let Some(offset) = memchr::memchr(b'<', &bytes[self.at..]) {
            self.at += offset + 1;
            let rest = &bytes[self.at..];
            if rest.first() == Some(&b'/')
                && rest.get(1..=name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            {
                self.at -= 1;
                return;
            }
        }
        self.at = bytes.len();
    }

    /// Offset just past the `>` that ends the tag begun before `from`, quotes respected.
    fn tag_end(&self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while let Some(offset) = memchr::memchr3(b'>', b'"', b'\'', &bytes[at..]) {
            at += offset;
            let found = bytes[at];
            at += 1;
            if found == b'>' {
                return at;
            }
            match memchr::memchr(found, &bytes[at..]) {
                Some(offset) => at += offset + 1,
                None => break,
            }
        }
        bytes.len()
    }
}

impl<'t> Iterator for HtmlTokens<'t> {
    type Item = (usize, HtmlToken<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.at;
            let bytes = self.text.as_bytes();
            let rest = bytes.get(start..).filter(|rest| !rest.is_empty())?;
            match (rest[0], rest.get(1)) {
                (b'<', Some(b'!')) if rest.starts_with(b"<!--") => self.skip_past(start + 4, "-->"),
                (b'<', Some(b'!' | b'?')) => self.skip_past(start + 1, ">"),
                (b'<', Some(b'/')) => {
                    self.at = self.tag_end(start + 2);
                    let name = self.text[start + 2..self.at].trim_end_matches('>').trim();
                    return Some((start, HtmlToken::Close(name)));
                }
                (b'<', Some(letter)) if letter.is_ascii_alphabetic() => {
                    self.at = self.tag_end(start + 1);
                    let inner = &self.text[start + 1..self.at];
                    let inner = inner.strip_suffix('>').unwrap_or(inner);
                    let length = inner.bytes().take_while(u8::is_ascii_alphanumeric).count();
                    let (name, attributes) = inner.split_at(length);
                    if ["script", "style"].iter().any(|raw| name.eq_ignore_ascii_case(raw)) {
                        self.skip_raw_element(name);
                    }
                    return Some((start, HtmlToken::Open(name, attributes)));
                }
                (first, _) => {
                    let from = start + usize::from(first == b'<');
                    let length = memchr::memchr(b'<', &bytes[from..]);
                    self.at = length.map_or(bytes.len(), |length| from + length);
                    return Some((start, HtmlToken::Text(&self.text[start..self.at])));
                }
            }
        }
    }
}

/// The value, entities as written, of the attribute `name` in what stands behind a tag's name.
pub(crate) fn html_attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = attributes;
    loop {
        rest = rest.trim_start_matches(|character: char| character.is_ascii_whitespace() || character == '/');
        let end =
            rest.find(|character: char| character.is_ascii_whitespace() || matches!(character, '=' | '/'));
        let (key, behind) = rest.split_at(end.unwrap_or(rest.len()));
        if key.is_empty() && !behind.starts_with('=') {
            return None;
        }
        let Some(value) = behind.trim_start().strip_prefix('=').map(str::trim_start) else {
            rest = behind;
            continue;
        };
        let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''));
        let (value, behind) = match quote {
            Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            None => value.split_at(value.find(|c: char| c.is_ascii_whitespace()).unwrap_or(value.len())),
        };
        if key.eq_ignore_ascii_case(name) {
            return Some(value);
        }
        rest = behind;
    }
}

/// The text of `html` without its tags, entities decoded.
pub(crate) fn without_tags(html: &str) -> String {
    if !html.contains(['<', '&']) {
        return html.to_owned();
    }
    let mut text = String::with_capacity(html.len());
    for (_, token) in HtmlTokens::new(html) {
        if let HtmlToken::Text(piece) = token {
            html_escape::decode_html_entities_to_string(piece, &mut text);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::HtmlToken::{Close, Open, Text};
    use super::*;

    fn tokens(text: &str) -> Vec<HtmlToken<'_>> {
        HtmlTokens::new(text).map(|(_, token)| token).collect()
    }

    #[test]
    fn tags_texts_and_what_only_looks_like_a_tag() {
        let page =
            "<!DOCTYPE html><p class='a>b'>f < n/3 <!-- <b> --><br/></P ><script>if (a<b) {}</script>x";
        assert_eq!(
            tokens(page),
            [
                Open("p", " class='a>b'"),
                Text("f "),
                Text("< n/3 "),
                Open("br", "/"),
                Close("P"),
                Open("script", ""),
                Close("script"),
                Text("x"),
            ]
        );
        for cut in 0..page.len() {
            let _ = tokens(&page[..cut]);
        }
    }

    #[test]
    fn attributes_in_every_spelling() {
        let attributes = " href = \"/abs/1\" id=x title='a \"b\"' disabled data-x/";
        assert_eq!(html_attribute(attributes, "href"), Some("/abs/1"));
        assert_eq!(html_attribute(attributes, "ID"), Some("x"));
        assert_eq!(html_attribute(attributes, "title"), Some("a \"b\""));
        assert_eq!(html_attribute(attributes, "class"), None);
        assert_eq!(html_attribute(" a='unclosed", "a"), Some("unclosed"));
        assert_eq!(html_attribute("===", "a"), None);
    }
}
