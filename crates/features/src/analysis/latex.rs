//! Converts LaTeX to words.

use std::borrow::Cow;

use memchr::{memchr2, memchr3};

use super::latex_symbols::{Command, accent, command};

/// Longest argument dropped with its command, in bytes; bounds the search for the closing brace.
const LONGEST_DROPPED_ARGUMENT: usize = 512;

/// Converts LaTeX to the words a reader would say; text without LaTeX is returned unchanged.
///
/// - `\emph{x}`, `{\bf x}`, `$x$` give `x`: styles, braces and dollar signs are removed without separating
///   words, so `$k$-means` becomes `k-means`;
/// - Greek letters give their names (`$\delta$`, `\varepsilon`), as [`normalise`](super::normalise()) does for `δ`;
/// - `\'e`, `\"{o}`, `\c{c}`, `\o`, `\ss` give the letter;
/// - a digit after `_` or `^` joins its base (`CO$_2$` gives `CO2`, `$\ell_1$` gives `l1`); anything else is separated;
/// - `\cite`, `\ref`, `\url`, `\begin` and the like are removed with their first argument; any other command,
///   such as a mathematical operator, separates the words beside it.
///
/// Linear in the length of any text.
#[must_use]
pub fn latex_to_words(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    if memchr3(b'\\', b'$', b'{', bytes).is_none() && memchr2(b'_', b'^', bytes).is_none() {
        return Cow::Borrowed(text);
    }
    let mut reader = Reader { text, at: 0, words: String::with_capacity(text.len() + 16), after_word: false };
    reader.read();
    Cow::Owned(reader.words)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    words: String,
    /// Whether the last thing written was the name of a symbol: a letter or
    /// digit after it starts another word.
    after_word: bool,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.backslash(),
                b'$' | b'{' | b'}' => {
                    let splits = byte == b'}' && self.peek(1) == Some(b'{');
                    self.at += 1;
                    if splits {
                        self.words.push(' ');
                    }
                }
                b'_' | b'^' => self.script(),
                _ => self.copy(),
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Copies everything up to the next byte with a meaning in LaTeX.
    fn copy(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest
            .iter()
            .position(|byte| matches!(byte, b'\\' | b'$' | b'{' | b'}' | b'_' | b'^'))
            .unwrap_or(rest.len());
        let (from, to) = (self.at, self.at + length);
        if self.after_word && rest[0].is_ascii_alphanumeric() {
            self.words.push(' ');
        }
        self.after_word = false;
        self.words.push_str(&self.text[from..to]);
        self.at = to;
    }

    /// Handles `_` and `^`: a digit joins its base.
    fn script(&mut self) {
        self.at += 1;
        let ahead = usize::from(self.peek(0) == Some(b'{'));
        if !self.peek(ahead).is_some_and(|byte| byte.is_ascii_digit()) {
            self.words.push(' ');
        }
    }

    fn backslash(&mut self) {
        self.at += 1;
        let Some(byte) = self.peek(0) else { return };
        if byte.is_ascii_alphabetic() {
            return self.command();
        }
        if let Some(mark) = accent(byte) {
            self.at += 1;
            return self.accented(mark);
        }
        if byte == b'-' || byte == b'/' || byte == b'!' {
            self.at += 1;
        } else if matches!(byte, b'&' | b'%' | b'#' | b'_' | b'$' | b'{' | b'}') {
            self.at += 1;
            self.words.push(if byte == b'_' { ' ' } else { char::from(byte) });
        } else {
            self.words.push(' ');
            if byte.is_ascii() {
                self.at += 1;
            }
        }
    }

    fn command(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.bytes().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(rest.len());
        let name = &rest[..length];
        self.at += length;
        match command(name) {
            Command::Word(word) => {
                if self.words.ends_with(char::is_alphanumeric) {
                    self.words.push(' ');
                }
                self.words.push_str(word);
                self.after_word = true;
            }
            Command::Letters(letters) => {
                self.words.push_str(letters);
                // `\o strand` and `{\o}strand` are one word.
                if self.peek(0) == Some(b' ') && self.peek(1).is_some_and(|byte| byte.is_ascii_alphabetic()) {
                    self.at += 1;
                }
            }
            Command::Accent(mark) => {
                self.skip_spaces();
                self.accented(mark);
            }
            Command::Style => {}
            Command::DropArgument => {
                self.words.push(' ');
                self.drop_argument();
            }
            Command::Separator => self.words.push(' '),
        }
    }

    fn skip_spaces(&mut self) {
        while self.peek(0) == Some(b' ') {
            self.at += 1;
        }
    }

    /// Writes the next letter, in braces or not, dotless or not, with the accent `mark`.
    fn accented(&mut self, mark: char) {
        if self.peek(0) == Some(b'{') {
            self.at += 1;
        }
        if self.peek(0) == Some(b'\\') && matches!(self.peek(1), Some(b'i' | b'j')) {
            self.at += 1;
        }
        let Some(letter) = self.text[self.at..].chars().next().filter(|letter| letter.is_alphabetic()) else {
            return;
        };
        self.at += letter.len_utf8();
        self.words.push(letter);
        self.words.push(mark);
    }

    fn drop_argument(&mut self) {
        if self.peek(0) != Some(b'{') {
            return;
        }
        let mut depth = 0_usize;
        for (ahead, byte) in self.text.as_bytes()[self.at..].iter().take(LONGEST_DROPPED_ARGUMENT).enumerate()
        {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += ahead + 1;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization;

    use super::latex_to_words;

    #[track_caller]
    fn check(latex: &str, words: &str) {
        let read: String = latex_to_words(latex).nfkc().collect();
        assert_eq!(read.split_whitespace().collect::<Vec<_>>().join(" "), words, "{latex}");
    }

    #[test]
    fn styles_and_math_signs_vanish() {
        check(r"\emph{deep} {\bf nets} and \textit{more}", "deep nets and more");
        check(r"$k$-means with C\texttt{++}", "k-means with C++");
        check(r"C\#, 5\% of AT\&T", "C#, 5% of AT&T");
    }

    #[test]
    fn symbols_become_words() {
        check(
            r"$\delta$-ball, $\Delta t$, $\alpha\beta$, 3$\mu$m",
            "delta-ball, delta t, alpha beta, 3 mu m",
        );
        check(r"$\sqrt{x} \leq \log n$", "x n");
        check(r"$\frac{a}{b}$", "a b");
    }

    #[test]
    fn digits_join_their_base() {
        check(r"CO$_2$, H$_{2}$O, $\ell_1$-norm, $x_{max}$, $L^2$", "CO2, H2O, l1-norm, x max, L2");
    }

    #[test]
    fn accents_become_letters() {
        check(
            r#"Erd\H{o}s, K{\"a}hler, Poincar\'e, Poincar\'{e}, na\"{\i}ve"#,
            "Erdős, Kähler, Poincaré, Poincaré, naïve",
        );
        check(r"\c{c}a, \v{S}, \O rsted, {\L}ukasiewicz, Stra\ss e", "ça, Š, Ørsted, Łukasiewicz, Straße");
    }

    #[test]
    fn arguments_go_with_references() {
        check(r"as in \cite{abc, def} and \href{https://x.org}{the page}", "as in and the page");
        check(r"\cite{unclosed", "unclosed");
    }

    #[test]
    fn plain_text_is_borrowed() {
        assert!(matches!(latex_to_words("f < n/3 & 5 %"), std::borrow::Cow::Borrowed(_)));
    }

    #[test]
    fn the_end_of_the_text_is_no_place_to_stumble() {
        for text in ["\\", "\\'", "\\c", "\\\u{e9}", "_", "^{", "\\alpha", "\\'{", "\\cite{", "$", "\\\\"] {
            let _ = latex_to_words(text);
        }
    }
}
