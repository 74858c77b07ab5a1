//! LaTeX as plain text: accents become letters, commands are removed, formulas stay.

use std::borrow::Cow;

use super::latex_accents::{combining_mark, decode_accent};
use super::latex_commands::{Leaves, is_known, left_of};
use super::plain::plain;

/// Longest formula, argument or option that is looked for, in bytes: one that is not closed would be looked for
/// to the end of the text.
const LONGEST: usize = 2_000;

/// Converts a line such as a title or a name to plain text: `Bal{\'a}zs` and
/// `\textit{Procolophon} {\sc Tron}` become `Balázs` and `Procolophon Tron`. Braces are removed, a tie
/// becomes a space, and repeated hyphens become dashes. Formulas, in dollar signs or `\(..\)`, stay
/// unchanged.
pub(crate) fn plain_line(text: &str) -> String {
    Decoder { is_prose: false, decoded: String::with_capacity(text.len()), braces: Vec::new() }.decode(text)
}

/// Converts paragraphs such as an abstract to plain text. As [`plain_line`], except that ties, hyphens,
/// braces that belong to no command, and escaped dollar signs, which begin no formula, stay unchanged.
/// Abstracts are often pasted from print.
pub(crate) fn plain_prose(text: &str) -> String {
    Decoder { is_prose: true, decoded: String::with_capacity(text.len()), braces: Vec::new() }.decode(text)
}

/// A title for display: [`plain`], and where it is LaTeX, with accents as letters and without styles:
/// `Schr\"odinger` becomes `Schrödinger`. Formulas stay unchanged, and so does a title that has a non-text
/// command outside of formulas (`V_{\sqrt{2}}`).
#[must_use]
pub fn readable_title(title: &str) -> Cow<'_, str> {
    if title.contains('\\') && has_known_commands(title) {
        return Cow::Owned(plain(&plain_prose(title)).into_owned());
    }
    plain(title)
}

/// Whether all commands of `text` outside of formulas are text commands.
fn has_known_commands(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '$']) {
        rest = &rest[at..];
        let formula = formula_length(rest);
        if formula > 1 {
            rest = &rest[formula..];
            continue;
        }
        let behind = &rest[1..];
        let name = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
        if rest.starts_with('\\') && name > 0 && !is_known(&behind[..name]) {
            return false;
        }
        // Skip the escaped sign as well: an escaped dollar begins no formula.
        let sign = behind.chars().next().map_or(0, char::len_utf8);
        rest = if rest.starts_with('\\') { &behind[name.max(sign)..] } else { behind };
    }
    true
}

struct Decoder {
    is_prose: bool,
    decoded: String,
    /// For each open brace, whether it was kept.
    braces: Vec<bool>,
}

impl Decoder {
    fn decode(mut self, text: &str) -> String {
        let mut rest = text;
        while let Some(at) = rest.find(['\\', '{', '}', '~', '-', '$']) {
            self.decoded.push_str(&rest[..at]);
            rest = self.sign(&rest[at..]);
        }
        self.decoded + rest
    }

    /// Decodes the sign that `text` begins with; returns the text after it.
    fn sign<'t>(&mut self, text: &'t str) -> &'t str {
        let length = formula_length(text);
        if length > 1 {
            self.decoded.push_str(&text[..length]);
            return &text[length..];
        }
        let (sign, behind) = text.split_at(1);
        match sign {
            "\\" => return self.command(behind),
            "{" => {
                let keeps = self.is_prose && !begins_command(behind);
                self.braces.push(keeps);
                self.decoded.push_str(if keeps { sign } else { "" });
            }
            "}" => {
                let keeps = self.braces.pop().unwrap_or(self.is_prose);
                self.decoded.push_str(if keeps { sign } else { "" });
            }
            _ if self.is_prose => self.decoded.push_str(sign),
            "~" => self.decoded.push(' '),
            "-" => {
                let (dash, length) = match text.as_bytes() {
                    [b'-', b'-', b'-', ..] => ("—", 3),
                    [b'-', b'-', ..] => ("–", 2),
                    _ => (sign, 1),
                };
                self.decoded.push_str(dash);
                return &text[length..];
            }
            other => self.decoded.push_str(other),
        }
        behind
    }

    /// Decodes the command after a backslash; returns the text after it.
    fn command<'t>(&mut self, text: &'t str) -> &'t str {
        let Some(first) = text.chars().next() else {
            self.decoded.push('\\');
            return text;
        };
        if !first.is_ascii_alphabetic() {
            return self.escape(first, text);
        }
        let (name, behind) = text.split_at(text.bytes().take_while(u8::is_ascii_alphabetic).count());
        if let Some(mark) = combining_mark(name)
            && behind.starts_with(|next: char| next == '{' || next == '\\' || next.is_whitespace())
        {
            return decode_accent(mark, name, behind, &mut self.decoded);
        }
        match left_of(name) {
            Leaves::Letter(letter) => {
                self.decoded.push_str(letter);
                behind.strip_prefix("{}").unwrap_or_else(|| behind.trim_start())
            }
            Leaves::Sign(sign) => {
                self.decoded.push_str(sign);
                behind.strip_prefix("{}").unwrap_or(behind)
            }
            Leaves::Formula => {
                let (formula, rest) = argument(behind).unwrap_or(("", behind));
                self.decoded.extend(["$", formula, "$"].iter().filter(|_| !formula.is_empty()).copied());
                rest
            }
            Leaves::Nothing(arguments) => {
                let mut rest = behind.strip_prefix('*').unwrap_or(behind);
                rest = without_option(rest);
                for _ in 0..arguments {
                    rest = argument(rest).map_or(rest, |(_, rest)| rest);
                }
                self.open_argument(rest)
            }
        }
    }

    /// Removes the brace that opens a command's argument, and the spaces before it.
    fn open_argument<'t>(&mut self, text: &'t str) -> &'t str {
        let rest = text.trim_start();
        match rest.strip_prefix('{') {
            Some(inner) => {
                self.braces.push(false);
                inner
            }
            // Spaces after a command are not printed, unless they separate words.
            None if self.decoded.ends_with(char::is_whitespace) || self.decoded.is_empty() => rest,
            None => text,
        }
    }

    /// Decodes the character `first` after a backslash; `text` begins with it.
    fn escape<'t>(&mut self, first: char, text: &'t str) -> &'t str {
        let (sign, behind) = text.split_at(first.len_utf8());
        if let Some(mark) = combining_mark(sign) {
            return decode_accent(mark, sign, behind, &mut self.decoded);
        }
        match first {
            '$' | '{' | '}' if self.is_prose => self.decoded.extend(['\\', first]),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => self.decoded.push(first),
            ' ' | ',' | ';' | ':' | '\\' => self.decoded.push(' '),
            '/' | '-' | '!' | '@' => {}
            other => self.decoded.extend(['\\', other]),
        }
        behind
    }
}

/// Whether `text` begins with a command that is not an escaped brace or a formula.
fn begins_command(text: &str) -> bool {
    text.trim_start().strip_prefix('\\').is_some_and(|behind| !behind.starts_with(['{', '}', '(', '[', '$']))
}

/// The argument in braces at the beginning of `text`, and the text after it; `None` if it is longer than
/// [`LONGEST`].
fn argument(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim_start().strip_prefix('{')?;
    let (mut depth, mut escaped) = (0_u32, false);
    for (at, byte) in inner.bytes().enumerate().take(LONGEST) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some((&inner[..at], &inner[at + 1..])),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// `text` without the option in brackets at its beginning, if that is not longer than [`LONGEST`] and an
/// argument follows.
fn without_option(text: &str) -> &str {
    let end = beginning(text).strip_prefix('[').and_then(|inner| inner.find(']'));
    let behind = end.map(|end| &text[end + 2..]);
    behind.filter(|behind| behind.starts_with('{')).unwrap_or(text)
}

/// As much of `text` as is searched for the end of a formula or option.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST)]
}

/// Bytes of the formula at the beginning of `text`, in dollar signs, `\(..\)` or `\[..\]`; 0 or 1 if there is
/// none or it is longer than [`LONGEST`].
fn formula_length(text: &str) -> usize {
    let text = beginning(text);
    for (opening, closing) in [("\\(", "\\)"), ("\\[", "\\]")] {
        if let Some(inner) = text.strip_prefix(opening) {
            return inner.find(closing).map_or(0, |end| opening.len() + end + closing.len());
        }
    }
    if !text.starts_with('$') {
        return 0;
    }
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'$' if !escaped => return offset + 1,
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accents_letters_and_braces() {
        let cases = [
            (r"Bal\'azs", "Balázs"),
            (r"Bal{\'a}zs and Bal\'{a}zs", "Balázs and Balázs"),
            (r#"M{\"u}ller, K\"onig"#, "Müller, König"),
            (r"Ho\v{c}evar \v Z", "Hočevar Ž"),
            (r"Fran\c{c}ois, Gar{\c c}on", "François, Garçon"),
            (r#"Na{\"\i}ve {\'\i}"#, "Naïve í"),
            (r"Erd\H{o}s, {\L}ukasz, \O rsted, Stra{\ss}e", "Erdős, Łukasz, Ørsted, Straße"),
            (r"{GPU}s for {MoE} at 50\% \& more_1", "GPUs for MoE at 50% & more_1"),
            (r"the $O(n^{2})$ and $\alpha$ bound", r"the $O(n^{2})$ and $\alpha$ bound"),
            (r"costs \$5 and $6", r"costs $5 and $6"),
            (r"pages 1--2 --- J.~Doe", "pages 1–2 — J. Doe"),
            ("\\", "\\"),
            (r"\'", r"\'"),
        ];
        for (text, decoded) in cases {
            assert_eq!(plain_line(text), decoded, "{text}");
        }
    }

    #[test]
    fn commands_go_whole() {
        let cases = [
            (r"A new \textit{Procolophon} from {\it Karoo}", "A new Procolophon from Karoo"),
            (r"{\sc Tron}: \emph{fast}, \textbf {bold} \unknown", "Tron: fast, bold "),
            (r"The 5\({}^{\mbox{th}}\) time", r"The 5\({}^{\mbox{th}}\) time"),
            (r"{\em One}\footnote{Work of \emph{all}} and {\bf two}~\cite[p. 3]{x}", "One and two "),
            (r"\href{https://a.org/b_c}{Here} \textcolor{red}{now}", "Here now"),
            (r"\texorpdfstring{$\alpha$}{alpha} at \ensuremath{\alpha^{2}}", r"alpha at $\alpha^{2}$"),
            (r"H\textsubscript{2}O at 20\,\textdegree C\ldots", "H2O at 20 °C…"),
            (r"\mbox{X-ray} \& \LaTeX{} in \uppercase{usa}", "X-ray & LaTeX in usa"),
            (r"\text{{nested {braces}}}", "nested braces"),
        ];
        for (text, decoded) in cases {
            assert_eq!(plain_line(text), decoded, "{text}");
        }
    }

    #[test]
    fn prose_keeps_what_is_no_command() {
        let cases = [
            (r"94\% of R\&D, $a \% b$ \$5 \#1 $", r"94% of R&D, $a \% b$ \$5 #1 $"),
            (r"about ~50 in {0,1}, 3--4 of \{a\}", r"about ~50 in {0,1}, 3--4 of \{a\}"),
            (r"{\em Bold} \textit{G{\'a}bor {x}}, {\sc y}", "Bold Gábor {x}, y"),
        ];
        for (text, decoded) in cases {
            assert_eq!(plain_prose(text), decoded, "{text}");
        }
    }

    #[test]
    fn what_is_never_closed_is_looked_for_nearby() {
        let many = |command: &str| command.repeat(200_000);
        assert_eq!(plain_line(&many(r"\(")), many(r"\("));
        assert_eq!(plain_prose(&many(r"\[")), many(r"\["));
        assert_eq!(plain_line(&many(r"\cite[")), many("["));
        for command in [r"\ensuremath{", r"\cite{"] {
            assert_eq!(plain_line(&many(command)), "", "{command}");
        }
        assert!(has_known_commands(&many(r"\(")));
        let formula = format!(r"\({}\)", "é~".repeat(600));
        assert_eq!(plain_line(&formula), formula);
        let long = format!(r"\({}\)", "é~".repeat(700));
        assert_eq!(plain_line(&long), long.replace('~', " "));
    }

    #[test]
    fn titles_are_read_as_they_are_printed() {
        let cases = [
            (r#"Schr\"odinger and Schr{\"o}dinger"#, "Schrödinger and Schrödinger"),
            (r"On \textit{p}-adic L\'evy processes", "On p-adic Lévy processes"),
            (r"\L ukasiewicz at ~50 in {0,1}", "Łukasiewicz at ~50 in {0,1}"),
            (r#"K\"ahler metrics in $V_{\sqrt{2}}$"#, r"Kähler metrics in $V_{\sqrt{2}}$"),
            (r#"V_{\sqrt{2}D_l} of K\"ahler"#, r#"V_{\sqrt{2}D_l} of K\"ahler"#),
            (r"\$5 and \'", r"\$5 and \'"),
            ("A {braced} title~here", "A {braced} title~here"),
            ("L\u{1b}[31m\\'evy", "L [31mévy"),
        ];
        for (title, read) in cases {
            assert_eq!(readable_title(title), read, "{title}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn nothing_breaks_it(text in r"[a{}$\\'\[\]()é~ -]{0,40}") {
            plain_line(&text);
            plain_prose(&text);
            let _read = readable_title(&text);
        }

        #[test]
        fn plain_text_stays(text in r"[a-zé .,]{0,40}") {
            prop_assert_eq!(&plain_line(&text), &text);
            prop_assert_eq!(&plain_prose(&text), &text);
        }
    }
}
