//! Extracts a name from the answer of a model.

use serde::Deserialize;

/// Most words of a name.
const WORDS: usize = 7;
/// Most characters of a name.
const CHARACTERS: usize = 80;
/// Markup, code and address syntax that a name must not contain.
const MARKUP: [&str; 12] = ["<", ">", "[", "]", "{", "}", "|", "`", "**", "__", "\\", "://"];

/// The part of the response that is used.
#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
}

/// The name in the body of a response, or the reason there is none.
pub(super) fn name(body: &[u8]) -> Result<String, String> {
    let completion: Completion = serde_json::from_slice(body)
        .map_err(|error| format!("the answer is not a chat completion: {error}"))?;
    let content = completion.choices.into_iter().next().and_then(|choice| choice.message.content);
    cleaned(&content.ok_or("the answer has no text")?)
}

/// The single line of a text without what models put around a name; an error if it is no name.
fn cleaned(text: &str) -> Result<String, String> {
    // Drop the model's reasoning.
    let text = text.rsplit_once("</think>").map_or(text, |(_, answer)| answer);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines.next().ok_or("the answer is empty")?;
    if lines.next().is_some() {
        return Err("the answer is more than one line".to_owned());
    }
    let around: &[char] = &['"', '\'', '“', '”', '‘', '’', '«', '»', '*', '_', '`', '#', '.', ' '];
    let line = line.trim_matches(around);
    let line = ["Name:", "Theme:", "Title:"].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
    let name = line.trim_matches(around).split_whitespace().collect::<Vec<_>>().join(" ");
    if !name.chars().any(char::is_alphabetic) {
        return Err("the answer has no letter".to_owned());
    }
    if name.chars().any(char::is_control) || thema_ingest::plain(&name) != name {
        return Err("the answer contains control characters".to_owned());
    }
    if let Some(sign) = MARKUP.iter().find(|sign| name.contains(*sign)) {
        return Err(format!("the answer contains `{sign}`"));
    }
    let (words, characters) = (name.split(' ').count(), name.chars().count());
    if words > WORDS || characters > CHARACTERS {
        return Err(format!(
            "the answer has {words} words and {characters} characters; a name has at most {WORDS} and {CHARACTERS}"
        ));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_what_models_put_around_it() {
        for text in [
            "Optical lattices",
            " \"Optical lattices\".\n",
            "**Optical  lattices**",
            "Name: Optical lattices",
            "# Theme: *Optical lattices*",
            "<think>\nhm\n</think>\n\nOptical lattices\n",
        ] {
            assert_eq!(cleaned(text).as_deref(), Ok("Optical lattices"), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        for (text, reason) in [
            ("", "empty"),
            ("...", "no letter"),
            ("123", "no letter"),
            ("Here is a name:\nOptical lattices", "more than one line"),
            ("I would call this theme the study of cold atoms", "words"),
            ("<b>Optical lattices", "contains `<`"),
            ("[Optical](http://x)", "contains `["),
            ("Optical\u{7}lattices", "control"),
            (
                "Opticallatticesopticallatticesopticallatticesopticallatticesopticallatticesoptical",
                "characters",
            ),
        ] {
            let refused = cleaned(text).unwrap_err();
            assert!(refused.contains(reason), "{text:?}: {refused}");
        }
        assert!(name(b"{}").unwrap_err().contains("not a chat completion"));
        assert!(name(b"<html>").unwrap_err().contains("not a chat completion"));
        assert!(name(br#"{"choices":[]}"#).unwrap_err().contains("no text"));
        assert!(name(br#"{"choices":[{"message":{"content":null}}]}"#).unwrap_err().contains("no text"));
    }
}
