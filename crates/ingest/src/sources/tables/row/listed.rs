//! Lists written out in a text cell.

/// The items of the list that `text` represents, as JSON (`["a", "b"]`) or as printed by Python
/// (`['a', "b's"]`, in any brackets); `None` if it is not a list of texts.
pub(super) fn listed(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    let [first, .., last] = text.as_bytes() else { return None };
    if !matches!((first, last), (b'[', b']') | (b'(', b')') | (b'{', b'}')) {
        return None;
    }
    if let Ok(texts) = serde_json::from_str(text) {
        return Some(texts);
    }
    if text.starts_with("[{") {
        return Some(names(text)).filter(|names| !names.is_empty());
    }
    let mut rest = text[1..text.len() - 1].trim_start();
    let mut texts = Vec::new();
    while !rest.is_empty() {
        let (text, behind) = literal(rest)?;
        texts.push(text);
        rest = behind.trim_start();
        // NumPy prints lists without commas.
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    Some(texts)
}

/// The texts under `name` or `display_name` in a list of objects, as JSON or as printed by Python.
fn names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("name") {
        let (before, behind) = (&rest[..at], &rest[at + "name".len()..]);
        rest = behind;
        let is_key =
            before.ends_with(['\'', '"']) || before.ends_with("'display_") || before.ends_with("\"display_");
        let value = behind.strip_prefix(['\'', '"']).and_then(|behind| behind.trim_start().strip_prefix(':'));
        if let Some((name, behind)) = value.filter(|_| is_key).and_then(|value| literal(value.trim_start())) {
            names.push(name);
            rest = behind;
        }
    }
    names
}

/// The quoted text that `rest` begins with, unescaped, and the text after it
/// (<https://docs.python.org/3/reference/lexical_analysis.html#escape-sequences>).
fn literal(rest: &str) -> Option<(String, &str)> {
    let quote = rest.chars().next().filter(|mark| matches!(mark, '\'' | '"'))?;
    let mut text = String::new();
    let mut characters = rest[1..].char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                let (_, escaped) = characters.next()?;
                let digits = match escaped {
                    'x' => 2,
                    'u' => 4,
                    'U' => 8,
                    _ => 0,
                };
                if digits == 0 {
                    text.push(if matches!(escaped, 'n' | 't' | 'r') { ' ' } else { escaped });
                } else {
                    let code: String = characters.by_ref().take(digits).map(|(_, digit)| digit).collect();
                    text.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?);
                }
            }
            end if end == quote => return Some((text, &rest[1 + at + 1..])),
            other => text.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_json_and_of_python_are_read() {
        let cases: [(&str, Option<&[&str]>); 11] = [
            (r#"["Ann One", "Bo Two"]"#, Some(&["Ann One", "Bo Two"])),
            (r#"['Ann One', "Bo O'Two"]"#, Some(&["Ann One", "Bo O'Two"])),
            (r"['Bo O\'Two', 'J\xe9 \u00dc']", Some(&["Bo O'Two", "Jé Ü"])),
            ("['Ann One' 'Bo Two']", Some(&["Ann One", "Bo Two"])),
            ("('Ann One',)", Some(&["Ann One"])),
            (r#"[{"id": 1, "name": "Ann One"}, {"name": "Bo Two"}]"#, Some(&["Ann One", "Bo Two"])),
            ("[{'authorId': '1', 'name': \"Bo O'Two\"}]", Some(&["Bo O'Two"])),
            (r#"[{"id": 1}]"#, None),
            ("[]", Some(&[])),
            ("[Ann One, Bo Two]", None),
            ("['Ann", None),
        ];
        for (text, texts) in cases {
            let texts = texts.map(|texts| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
            assert_eq!(listed(text), texts, "{text}");
        }
    }
}
