//! Tables of the LaTeX commands that stand for words and letters.

/// What a LaTeX command turns into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// A word of its own, such as the name of a Greek letter.
    Word(&'static str),
    /// Letters that are part of the surrounding word.
    Letters(&'static str),
    /// A combining mark on the letter that follows.
    Accent(char),
    /// Nothing; its argument is kept.
    Style,
    /// Nothing; its first argument is dropped too.
    DropArgument,
    /// Nothing; separates the words beside it.
    Separator,
}

/// Looks up the command `name`, without its backslash.
pub(super) fn command(name: &str) -> Command {
    if let Some(word) = greek_command(name) {
        return Command::Word(word);
    }
    match name {
        "LaTeX" | "LaTeXe" => Command::Word("latex"),
        "TeX" => Command::Word("tex"),
        "BibTeX" => Command::Word("bibtex"),
        "ell" => Command::Letters("l"),
        "hbar" => Command::Letters("ħ"),
        "ss" => Command::Letters("ß"),
        "ae" => Command::Letters("æ"),
        "AE" => Command::Letters("Æ"),
        "oe" => Command::Letters("œ"),
        "OE" => Command::Letters("Œ"),
        "o" => Command::Letters("ø"),
        "O" => Command::Letters("Ø"),
        "aa" => Command::Letters("å"),
        "AA" => Command::Letters("Å"),
        "l" => Command::Letters("ł"),
        "L" => Command::Letters("Ł"),
        "i" => Command::Letters("i"),
        "j" => Command::Letters("j"),
        "c" => Command::Accent('\u{327}'),
        "v" => Command::Accent('\u{30c}'),
        "u" => Command::Accent('\u{306}'),
        "H" => Command::Accent('\u{30b}'),
        "r" => Command::Accent('\u{30a}'),
        "k" => Command::Accent('\u{328}'),
        "d" => Command::Accent('\u{323}'),
        "b" => Command::Accent('\u{331}'),
        "cite" | "citep" | "citet" | "citeauthor" | "citeyear" | "ref" | "eqref" | "cref" | "autoref"
        | "label" | "url" | "href" | "begin" | "end" | "includegraphics" | "vspace" | "hspace"
        | "footnotemark" | "input" | "bibliography" | "bibliographystyle" | "color" | "textcolor"
        | "orcid" => Command::DropArgument,
        "bf" | "it" | "rm" | "sf" | "sl" | "tt" | "em" | "sc" | "cal" | "emph" | "mbox" | "hbox"
        | "underline" | "operatorname" | "bm" | "boldsymbol" | "pmb" | "ensuremath" | "uppercase"
        | "lowercase" => Command::Style,
        _ if name.starts_with("text") || name.starts_with("math") => Command::Style,
        _ => Command::Separator,
    }
}

/// The combining mark of a one-character accent command, such as `'` in `\'e`.
pub(super) fn accent(character: u8) -> Option<char> {
    Some(match character {
        b'\'' => '\u{301}',
        b'`' => '\u{300}',
        b'^' => '\u{302}',
        b'"' => '\u{308}',
        b'~' => '\u{303}',
        b'=' => '\u{304}',
        b'.' => '\u{307}',
        _ => return None,
    })
}

fn greek_command(name: &str) -> Option<&'static str> {
    const COMMANDS: [&str; 24] = [
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
        "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
    ];
    let name = name.strip_prefix("var").unwrap_or(name);
    COMMANDS.into_iter().find(|command| {
        name == *command
            || (name.len() == command.len()
                && name[1..] == command[1..]
                && name.as_bytes()[0].is_ascii_uppercase()
                && name.as_bytes()[0].eq_ignore_ascii_case(&command.as_bytes()[0]))
    })
}

/// The English name of a Greek letter, capital or small.
pub(super) fn greek_name(letter: char) -> Option<&'static str> {
    Some(match letter {
        'α' | 'Α' | 'ά' | 'Ά' => "alpha",
        'β' | 'Β' => "beta",
        'γ' | 'Γ' => "gamma",
        'δ' | 'Δ' => "delta",
        'ε' | 'Ε' | 'έ' | 'Έ' => "epsilon",
        'ζ' | 'Ζ' => "zeta",
        'η' | 'Η' | 'ή' | 'Ή' => "eta",
        'θ' | 'Θ' => "theta",
        'ι' | 'Ι' | 'ί' | 'Ί' | 'ϊ' | 'ΐ' | 'Ϊ' => "iota",
        'κ' | 'Κ' => "kappa",
        'λ' | 'Λ' => "lambda",
        'μ' | 'Μ' => "mu",
        'ν' | 'Ν' => "nu",
        'ξ' | 'Ξ' => "xi",
        'ο' | 'Ο' | 'ό' | 'Ό' => "omicron",
        'π' | 'Π' => "pi",
        'ρ' | 'Ρ' => "rho",
        'σ' | 'ς' | 'Σ' => "sigma",
        'τ' | 'Τ' => "tau",
        'υ' | 'Υ' | 'ύ' | 'Ύ' | 'ϋ' | 'ΰ' | 'Ϋ' => "upsilon",
        'φ' | 'Φ' => "phi",
        'χ' | 'Χ' => "chi",
        'ψ' | 'Ψ' => "psi",
        'ω' | 'Ω' | 'ώ' | 'Ώ' => "omega",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Command, command, greek_name};

    #[test]
    fn commands_and_letters_name_the_same_symbol() {
        assert_eq!(command("varepsilon"), Command::Word("epsilon"));
        assert_eq!(command("Delta"), Command::Word("delta"));
        assert_eq!(greek_name('Δ'), Some("delta"));
        assert_eq!(command("var"), Command::Separator);
        assert_eq!(command("delTa"), Command::Separator);
        assert_eq!(command("textbf"), Command::Style);
    }
}
