//! Splits texts into tokens.

/// Longest token, in bytes of lower case; longer ones (encoded data, broken lines) are dropped.
pub(crate) const LONGEST_TOKEN: usize = 64;

/// Calls `emit` in order with every token of `text`, in lower case, and whether phrases end before the token.
/// They do if there is something between it and the previous token that is a number or another non-token, an em dash,
/// Chinese punctuation, or ASCII punctuation other than a hyphen, a quote, a slash or one of `&`, `_` and `~`.
///
/// A token is a run of letters, digits and marks with at least one letter:
///
/// - numbers are not tokens (`2024`, `99.9`, `10,000`), but letters and digits together are: `3D`, `H100`,
///   `v4`, `1.5B`. `TPU v4` is two tokens, and a phrase if it is frequent;
/// - a hyphen (also `‐`, `–` and LaTeX's `--`) between letters or digits forms a compound. It is one token
///   here, which the [`Analyzer`](super::Analyzer) may split: `k-means`, `GPT-4`, `large-scale`;
/// - `C++`, `C#` and the like are one letter followed by `++` or `#`;
/// - a single ASCII letter is not a token; two-letter words are (`AI`, `ML`);
/// - an apostrophe, a slash, an underscore and any other character separate tokens (`Shor's` is `shor`,
///   `CPU/GPU` is two tokens); soft hyphens and zero-width characters inside a word do not;
/// - web addresses are skipped.
pub(crate) fn for_each_token(text: &str, mut emit: impl FnMut(&[u8], bool)) {
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        at: 0,
        token: [0; LONGEST_TOKEN],
        length: 0,
        letters: 0,
        split: false,
    };
    while scanner.find_start() {
        scanner.read_token();
        if scanner.skips_address() {
            scanner.split = true;
            continue;
        }
        let too_short = scanner.length == 1 && scanner.token[0].is_ascii();
        if scanner.letters > 0 && !too_short && scanner.length <= LONGEST_TOKEN {
            emit(&scanner.token[..scanner.length], std::mem::take(&mut scanner.split));
        } else {
            scanner.split = true;
        }
    }
}

/// Lower case of every ASCII letter and digit; 0 for all other bytes.
const LOWER: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphanumeric() {
            table[byte] = (byte as u8).to_ascii_lowercase();
        }
        byte += 1;
    }
    table
};

/// Whether phrases end at this ASCII character.
fn parts_phrases(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'-' | b'/' | b'\'' | b'"' | b'`' | b'&' | b'_' | b'~')
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    token: [u8; LONGEST_TOKEN],
    /// Length of the token; it keeps counting past the end of the buffer.
    length: usize,
    letters: usize,
    /// Whether something that ends phrases came after the last token.
    split: bool,
}

impl Scanner<'_> {
    /// Moves to the next letter or digit; returns false at the end of the text.
    fn find_start(&mut self) -> bool {
        while let Some(&byte) = self.bytes.get(self.at) {
            if LOWER[usize::from(byte)] != 0 {
                return true;
            }
            if byte < 0x80 {
                self.split |= parts_phrases(byte);
                self.at += 1;
                continue;
            }
            let character = self.character();
            if character.is_alphanumeric() {
                return true;
            }
            self.split |= matches!(character, '—' | '\u{3001}'..='\u{301f}');
            self.at += character.len_utf8();
        }
        false
    }

    /// The character at the cursor, which must be inside the text and on a character boundary.
    fn character(&self) -> char {
        self.text[self.at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn read_token(&mut self) {
        self.length = 0;
        self.letters = 0;
        while let Some(&byte) = self.bytes.get(self.at) {
            let lower = LOWER[usize::from(byte)];
            if lower != 0 {
                self.push(lower);
                self.letters += usize::from(lower >= b'a');
                self.at += 1;
            } else if byte >= 0x80 {
                if !self.read_wide() {
                    return;
                }
            } else if !self.read_connector(byte) {
                return;
            }
        }
    }

    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.token.get_mut(self.length) {
            *slot = byte;
        }
        self.length += 1;
    }

    /// Reads a non-ASCII character; returns false if it ends the token.
    fn read_wide(&mut self) -> bool {
        let character = self.character();
        let width = character.len_utf8();
        match character {
            '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => {}
            '‐' | '‑' | '–' if self.word_follows(width) => self.push(b'-'),
            _ if character.is_alphanumeric() => {
                self.letters += usize::from(character.is_alphabetic());
                for lower in character.to_lowercase() {
                    self.push_wide(lower);
                }
            }
            _ if unicode_normalization::char::is_combining_mark(character) => self.push_wide(character),
            _ => return false,
        }
        self.at += width;
        true
    }

    fn push_wide(&mut self, character: char) {
        let mut encoded = [0; 4];
        for &byte in character.encode_utf8(&mut encoded).as_bytes() {
            self.push(byte);
        }
    }

    /// Reads an ASCII character that may be part of a token; returns false if it ends the token.
    fn read_connector(&mut self, byte: u8) -> bool {
        match byte {
            b'-' => {
                let dashes = if self.bytes.get(self.at + 1) == Some(&b'-') { 2 } else { 1 };
                if !self.word_follows(dashes) {
                    return false;
                }
                self.push(b'-');
                self.at += dashes;
                true
            }
            b'.' | b',' => {
                let between_digits = self.at > 0
                    && self.bytes[self.at - 1].is_ascii_digit()
                    && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit);
                if between_digits {
                    self.push(byte);
                    self.at += 1;
                }
                between_digits
            }
            b'+' | b'#' => {
                self.read_language_suffix(byte);
                false
            }
            _ => false,
        }
    }

    /// Reads the `++` of `C++` or the `#` of `C#`.
    fn read_language_suffix(&mut self, byte: u8) {
        let suffix: &[u8] = if byte == b'+' { b"++" } else { b"#" };
        if self.length == 1
            && self.letters == 1
            && self.bytes[self.at..].starts_with(suffix)
            && !self.bytes.get(self.at + suffix.len()).is_some_and(u8::is_ascii_alphabetic)
        {
            for &byte in suffix {
                self.push(byte);
            }
            self.at += suffix.len();
        }
    }

    fn word_follows(&self, width: usize) -> bool {
        self.word_at(self.at + width)
    }

    fn word_at(&self, at: usize) -> bool {
        match self.bytes.get(at) {
            Some(&byte) if byte < 0x80 => LOWER[usize::from(byte)] != 0,
            Some(_) => self.text[at..].chars().next().is_some_and(char::is_alphanumeric),
            None => false,
        }
    }

    /// Skips the rest of a web address if the token just read is the start of one.
    fn skips_address(&mut self) -> bool {
        let address = match self.token.get(..self.length) {
            Some(b"http" | b"https" | b"ftp") => self.bytes[self.at..].starts_with(b"://"),
            Some(b"www") => self.bytes.get(self.at) == Some(&b'.') && self.word_follows(1),
            _ => false,
        };
        if address {
            let rest = &self.bytes[self.at..];
            self.at += rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        }
        address
    }
}

#[cfg(test)]
mod tests {
    use super::for_each_token;

    #[track_caller]
    fn check(text: &str, tokens: &str) {
        let mut read = Vec::new();
        for_each_token(text, |token, _| read.push(String::from_utf8(token.to_vec()).unwrap()));
        assert_eq!(read.join(" "), tokens, "{text}");
    }

    #[test]
    fn letters_and_digits_together_are_tokens() {
        check(
            "In 2024, 99.9% of 10,000 GPUs: H100, 3D, 5G, TPU v4, 1.5B.",
            "in of gpus h100 3d 5g tpu v4 1.5b",
        );
    }

    #[test]
    fn punctuation_and_what_is_no_token_part() {
        let mut split = Vec::new();
        for_each_token(
            "graph neural networks (GNN), in 2024 of large-scale \"deep\" nets",
            |token, after_break| {
                if after_break {
                    split.push(String::from_utf8(token.to_vec()).unwrap());
                }
            },
        );
        assert_eq!(split, ["gnn", "in", "of"]);
    }

    #[test]
    fn hyphens_make_compounds() {
        check("k-means - GPT-4 -ish pre-\ntraining GPT-3.5", "k-means gpt-4 ish pre training gpt-3.5");
        check("Bose--Einstein Bose–Einstein then---this 1-2", "bose-einstein bose-einstein then this");
    }

    #[test]
    fn programming_languages_are_tokens() {
        check("C++, C#/F#, R, g++ and A+B, C++11", "c++ c# f# g++ and c++");
    }

    #[test]
    fn apostrophes_slashes_and_underscores_part() {
        check("Shor's CPU/GPU snake_case don’t", "shor cpu gpu snake case don");
    }

    #[test]
    fn addresses_are_skipped() {
        check("see https://github.com/a/b-c?d=e, www.x.org/y or http server", "see or http server");
    }

    #[test]
    fn words_of_any_script() {
        check("Ünïcode STRASSE 学习 тест naïve soft\u{ad}ware", "ünïcode strasse 学习 тест naïve software");
    }

    #[test]
    fn long_runs_are_dropped() {
        check(&format!("a1 {} b2", "x".repeat(65)), "a1 b2");
        check(&format!("a1 {} b2", "x".repeat(64)), &format!("a1 {} b2", "x".repeat(64)));
    }
}
