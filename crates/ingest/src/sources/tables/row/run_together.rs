//! Author names with nothing between them.

/// What may precede a capital within a name: `McDonald`, `DeVries`.
const WITHIN_A_NAME: [&str; 10] = ["Mc", "Mac", "Fitz", "De", "Di", "Da", "Du", "La", "Van", "Von"];

/// The names in `Jane DoeJohn McDonald`. A name begins where a capital follows a lower-case letter, unless
/// that is within a name. A name has at least two words, so a single word is appended to the name before it
/// (`Yann LeCun`).
pub(in crate::sources::tables) fn names_run_together(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in pieces(text) {
        match names.last_mut() {
            Some(name) if !piece.trim().contains(' ') || !name.trim().contains(' ') => name.push_str(piece),
            _ => names.push(piece.to_owned()),
        }
    }
    names
}

/// `text`, cut before every capital after a lower-case letter that can begin a name.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut word) = (0, 0);
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        if before.is_lowercase() && character.is_uppercase() && !WITHIN_A_NAME.contains(&&text[word..at]) {
            pieces.push(&text[start..at]);
            (start, word) = (at, at);
        } else if !before.is_alphabetic() {
            word = at;
        }
        before = character;
    }
    pieces.push(&text[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_begins_with_a_capital_behind_a_small_letter() {
        let cases: [(&str, &[&str]); 11] = [
            ("Jane DoeJohn Smith", &["Jane Doe", "John Smith"]),
            ("Jane Doe", &["Jane Doe"]),
            ("", &[""]),
            ("Jane McDonaldJohn Smith", &["Jane McDonald", "John Smith"]),
            ("Jane McDonald SmithPeter DeVries", &["Jane McDonald Smith", "Peter DeVries"]),
            ("Yann LeCunQuoc LeJane O'Neill", &["Yann LeCun", "Quoc Le", "Jane O'Neill"]),
            ("Élodie ÖzJosé Ángel Núñez", &["Élodie Öz", "José Ángel Núñez"]),
            ("Jean-Paul LiJ. Doe", &["Jean-Paul Li", "J. Doe"]),
            ("MacKenzie DoePlato", &["MacKenzie DoePlato"]),
            // A part that begins with a lower-case letter cannot be told from the name before it.
            ("John Smithvan der Berg", &["John Smithvan der Berg"]),
            ("on the wayside", &["on the wayside"]),
        ];
        for (text, names) in cases {
            assert_eq!(names_run_together(text), names, "{text}");
        }
    }
}
