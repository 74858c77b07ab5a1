//! A normal form for texts that differ only in how they are written.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// LaTeX commands that stand for letters.
const LETTERS: [(&str, &str); 43] = [
    ("AA", "a"),
    ("AE", "ae"),
    ("Delta", "δ"),
    ("Gamma", "γ"),
    ("L", "l"),
    ("Lambda", "λ"),
    ("O", "o"),
    ("OE", "oe"),
    ("Omega", "ω"),
    ("Phi", "φ"),
    ("Pi", "π"),
    ("Psi", "ψ"),
    ("Sigma", "σ"),
    ("Theta", "θ"),
    ("Upsilon", "υ"),
    ("Xi", "ξ"),
    ("aa", "a"),
    ("ae", "ae"),
    ("alpha", "α"),
    ("beta", "β"),
    ("chi", "χ"),
    ("delta", "δ"),
    ("ell", "l"),
    ("epsilon", "ε"),
    ("eta", "η"),
    ("gamma", "γ"),
    ("iota", "ι"),
    ("kappa", "κ"),
    ("l", "l"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("o", "o"),
    ("oe", "oe"),
    ("omega", "ω"),
    ("phi", "φ"),
    ("pi", "π"),
    ("psi", "ψ"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("ss", "ss"),
    ("tau", "τ"),
    ("theta", "θ"),
];

/// Further such commands: variants of letters above, or letters that Unicode's compatibility forms reduce to
/// them.
const VARIANTS: [(&str, &str); 10] = [
    ("upsilon", "υ"),
    ("varepsilon", "ε"),
    ("varphi", "φ"),
    ("varpi", "π"),
    ("varrho", "ρ"),
    ("varsigma", "σ"),
    ("vartheta", "θ"),
    ("xi", "ξ"),
    ("zeta", "ζ"),
    ("i", "i"),
];

/// LaTeX commands that print as words. All other commands are dropped, as are the symbols and styles they
/// stand for.
const WORDS: [&str; 32] = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "det", "dim", "exp", "gcd", "hom", "inf",
    "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "mod", "poly", "polylog", "Pr", "sin",
    "sinh", "sup", "tan", "tanh", "LaTeX",
];

/// `text` reduced to letters and digits: compatibility forms, case, accents, punctuation, spaces and LaTeX
/// markup make no difference, and `\delta`, `$δ$` and `δ` are the same.
pub(crate) fn normal_form(text: &str) -> String {
    let mut normal = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        push(&mut normal, &rest[..at]);
        let after = &rest[at + 1..];
        let (name, behind) = after.split_at(after.bytes().take_while(u8::is_ascii_alphabetic).count());
        rest = behind;
        if let Some((_, letter)) = LETTERS.iter().chain(&VARIANTS).find(|(command, _)| *command == name) {
            normal.extend_from_slice(letter.as_bytes());
        } else if WORDS.contains(&name) {
            push(&mut normal, name);
        }
    }
    push(&mut normal, rest);
    String::from_utf8(normal).expect("whole characters were appended")
}

/// Appends the letters and digits of `text`, which contains no LaTeX commands.
fn push(normal: &mut Vec<u8>, text: &str) {
    // What an ASCII character becomes does not depend on its neighbours.
    for run in text.as_bytes().chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        if run.is_ascii() {
            push_ascii(normal, run);
        } else {
            push_wide(normal, std::str::from_utf8(run).expect("a text cut between characters"));
        }
    }
}

/// Writes every byte, and advances only past letters and digits. This avoids a branch that the processor
/// would mispredict.
fn push_ascii(normal: &mut Vec<u8>, text: &[u8]) {
    let mut end = normal.len();
    normal.resize(end + text.len(), 0);
    for &byte in text {
        normal[end] = byte.to_ascii_lowercase();
        end += usize::from(byte.is_ascii_alphanumeric());
    }
    normal.truncate(end);
}

fn push_wide(normal: &mut Vec<u8>, text: &str) {
    let letters = text.nfkd().filter(|&c| !is_combining_mark(c)).flat_map(char::to_lowercase);
    let mut bytes = [0; 4];
    for letter in letters {
        let plain = match letter {
            'ł' => "l",
            'ø' => "o",
            'đ' | 'ð' => "d",
            'ı' => "i",
            'æ' => "ae",
            'œ' => "oe",
            'ß' => "ss",
            'ς' => "σ",
            _ if letter.is_alphanumeric() => letter.encode_utf8(&mut bytes),
            _ => continue,
        };
        normal.extend_from_slice(plain.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_text_are_the_same() {
        let cases = [
            [r"a $\delta$-rotation for $k_r$", "A $δ$-rotation for k_r"],
            [r"$\varepsilon \le \Theta(n \log n)$", "ϵ ≤ Θ(n log n)"],
            [r"Erd\H{o}s and G\'abor, \textit{Stra\ss{}e}", "Erdős and Gábor, Straße"],
            ["data centers.The  model -- two", "Data centers. The model—two"],
            [r"1.4--4.39$\times$ at 10\%", "1.4–4.39× at 10%"],
            [r"$\mathbb{N}^{11}$, $\ell_2$", "ℕ¹¹, ℓ₂"],
            [r"Sm{\o}rrebr{\o}d \c{c}a \v{s}a", "Smørrebrød ça ša"],
        ];
        for [first, second] in cases {
            assert_eq!(normal_form(first), normal_form(second));
        }
    }

    #[test]
    fn different_texts_stay_different() {
        let cases = [["(POSTER) From Sensors", "From Sensors"], [r"$\alpha$", r"$\beta$"], ["n/2", "n/3"]];
        for [first, second] in cases {
            assert_ne!(normal_form(first), normal_form(second));
        }
    }
}
