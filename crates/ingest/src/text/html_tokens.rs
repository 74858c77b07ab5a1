//! HTML as a flat sequence of tags and texts.

use html5gum::emitters::default::{DefaultEmitter, StartTag};
use html5gum::{Token, Tokenizer};

/// One token of an HTML text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HtmlToken {
    /// A start tag.
    Open(HtmlTag),
    /// The name of an end tag, in lower case.
    Close(String),
    /// Text with its entities decoded.
    Text(String),
}

/// A start tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HtmlTag {
    /// Name in lower case.
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
}

impl HtmlTag {
    fn of(tag: &StartTag<usize>) -> Self {
        let attributes = tag.attributes.iter().map(|(name, value)| (text(name), text(&value.value)));
        Self { name: text(&tag.name), attributes: attributes.collect() }
    }

    /// The value of the attribute `name`, given in lower case; entities are decoded.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// The tags and texts of a page, each with its byte offset, in one pass by HTML's tokenisation rules.
///
/// No tree is built and nothing is corrected, so nesting costs nothing. Comments, declarations, scripts and
/// styles are skipped.
pub(crate) fn html_tokens(page: &str) -> impl Iterator<Item = (usize, HtmlToken)> {
    let mut emitter = DefaultEmitter::new_with_span();
    emitter.naively_switch_states(true);
    let mut raw = false;
    Tokenizer::new_with_emitter(page, emitter).flatten().filter_map(move |token| match token {
        Token::StartTag(tag) => {
            let (start, tag) = (tag.span.start, HtmlTag::of(&tag));
            raw = matches!(tag.name.as_str(), "script" | "style");
            Some((start, HtmlToken::Open(tag)))
        }
        Token::EndTag(tag) => {
            raw = false;
            Some((tag.span.start, HtmlToken::Close(text(&tag.name))))
        }
        Token::String(piece) if !raw => Some((piece.span.start, HtmlToken::Text(text(&piece.value)))),
        _ => None,
    })
}

/// The text of `html` without its tags, entities decoded.
pub(crate) fn without_tags(html: &str) -> String {
    if !html.contains(['<', '&']) {
        return html.to_owned();
    }
    let texts = html_tokens(html).filter_map(|(_, token)| match token {
        HtmlToken::Text(piece) => Some(piece),
        HtmlToken::Open(_) | HtmlToken::Close(_) => None,
    });
    texts.collect()
}

/// Converts the tokenizer's bytes, which are text because the page is.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(page: &str) -> Vec<(usize, HtmlToken)> {
        html_tokens(page).collect()
    }

    #[test]
    fn tags_texts_and_what_only_looks_like_a_tag() {
        let page = "<!DOCTYPE html><p class='a>b'>f < n/3 <!-- <b> --><br/></P ><script>if (a<b) {}</script>&eacute;x";
        let shown: Vec<(usize, String)> = tokens(page)
            .into_iter()
            .map(|(at, token)| match token {
                HtmlToken::Open(tag) => (at, format!("<{}>", tag.name)),
                HtmlToken::Close(name) => (at, format!("</{name}>")),
                HtmlToken::Text(text) => (at, text),
            })
            .collect();
        let expected = [
            (15, "<p>"),
            (30, "f < n/3 "),
            (50, "<br>"),
            (55, "</p>"),
            (60, "<script>"),
            (79, "</script>"),
            (88, "éx"),
        ];
        assert_eq!(shown, expected.map(|(at, token)| (at, token.to_owned())));
        for cut in 0..page.len() {
            let _ = tokens(&page[..cut]);
        }
    }

    #[test]
    fn attributes_in_every_spelling() {
        let page = "<a HREF = \"/abs/1?a&amp;b\" id=x title='a \"b\"' disabled data-x>";
        let [(0, HtmlToken::Open(tag))] = &tokens(page)[..] else { panic!("one tag") };
        assert_eq!(tag.attribute("href"), Some("/abs/1?a&b"));
        assert_eq!(tag.attribute("id"), Some("x"));
        assert_eq!(tag.attribute("title"), Some("a \"b\""));
        assert_eq!(tag.attribute("class"), None);
        assert_eq!(tag.attribute("disabled"), Some(""));
    }

    #[test]
    fn text_loses_its_tags() {
        assert_eq!(without_tags("H<sub>2</sub>O &amp; <i>f</i> < n"), "H2O & f < n");
        assert_eq!(without_tags("plain"), "plain");
    }
}
