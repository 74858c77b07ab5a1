//! What LaTeX's commands leave in plain text.

use super::latex_accents::combining_mark;

/// Commands that stand for a letter or sign of their own, which takes the blanks behind it.
const LETTERS: [(&str, &str); 29] = [
    ("aa", "å"),
    ("AA", "Å"),
    ("ae", "æ"),
    ("AE", "Æ"),
    ("oe", "œ"),
    ("OE", "Œ"),
    ("o", "ø"),
    ("O", "Ø"),
    ("l", "ł"),
    ("L", "Ł"),
    ("ss", "ß"),
    ("i", "ı"),
    ("j", "ȷ"),
    ("degree", "°"),
    ("textdegree", "°"),
    ("dh", "ð"),
    ("DH", "Ð"),
    ("th", "þ"),
    ("TH", "Þ"),
    ("dj", "đ"),
    ("DJ", "Đ"),
    ("ng", "ŋ"),
    ("NG", "Ŋ"),
    ("SS", "ẞ"),
    ("textendash", "–"),
    ("textemdash", "—"),
    ("textquoteright", "’"),
    ("textquoteleft", "‘"),
    ("textasciitilde", "~"),
];

/// Commands that stand for a sign, behind which blanks count where people write them.
const SIGNS: [(&str, &str); 66] = [
    ("BibTeX", "BibTeX"),
    ("LaTeX", "LaTeX"),
    ("TeX", "TeX"),
    ("P", "¶"),
    ("S", "§"),
    ("dag", "†"),
    ("ddag", "‡"),
    ("copyright", "©"),
    ("textcopyright", "©"),
    ("textregistered", "®"),
    ("texttrademark", "™"),
    ("euro", "€"),
    ("texteuro", "€"),
    ("pounds", "£"),
    ("textsterling", "£"),
    ("dots", "…"),
    ("ldots", "…"),
    ("textellipsis", "…"),
    ("textbackslash", "\\"),
    ("textbar", "|"),
    ("textbullet", "•"),
    ("textgreater", ">"),
    ("textless", "<"),
    ("textmu", "µ"),
    ("textperiodcentered", "·"),
    ("textquotedbl", "\""),
    ("textquotedblleft", "“"),
    ("textquotedblright", "”"),
    ("textquotesingle", "'"),
    ("textunderscore", "_"),
    ("guillemotleft", "«"),
    ("guillemotright", "»"),
    ("slash", "/"),
    ("deg", "°"),
    ("neq", "≠"),
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("varepsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Delta", "Δ"),
    ("Gamma", "Γ"),
    ("Lambda", "Λ"),
    ("Omega", "Ω"),
    ("Phi", "Φ"),
    ("Sigma", "Σ"),
    ("times", "×"),
    ("pm", "±"),
    ("infty", "∞"),
    ("rightarrow", "→"),
];

/// Commands whose first arguments are no text of the line: how many of them. What comes behind those is text.
const SILENT: [(&str, usize); 22] = [
    ("cite", 1),
    ("citep", 1),
    ("citet", 1),
    ("citealp", 1),
    ("color", 1),
    ("fontsize", 2),
    ("footnote", 1),
    ("footnotemark", 0),
    ("footnotetext", 1),
    ("foreignlanguage", 1),
    ("href", 1),
    ("hspace", 1),
    ("index", 1),
    ("label", 1),
    ("pageref", 1),
    ("raisebox", 1),
    ("ref", 1),
    ("selectlanguage", 1),
    ("texorpdfstring", 1),
    ("textcolor", 1),
    ("thanks", 1),
    ("vspace", 1),
];

/// Commands that change how text looks and nothing else.
const STYLES: [&str; 24] = [
    "bf",
    "bm",
    "boldmath",
    "em",
    "emph",
    "it",
    "mathbf",
    "mathit",
    "mathrm",
    "mbox",
    "rm",
    "sc",
    "sf",
    "sl",
    "text",
    "textbf",
    "textit",
    "textnormal",
    "textrm",
    "textsc",
    "textsf",
    "textsl",
    "texttt",
    "tt",
];

/// Whether `name` is a command of text: an accent, a letter, a sign, a style, or one that prints nothing.
pub(super) fn is_known(name: &str) -> bool {
    let is_styled = STYLES.contains(&name) || SILENT.iter().any(|(silent, _)| *silent == name);
    is_styled || combining_mark(name).is_some() || left_of(name) != Leaves::Nothing(0)
}

/// What a command leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaves {
    /// A letter, which blanks behind the command do not part from the next one.
    Letter(&'static str),
    /// A sign.
    Sign(&'static str),
    /// A formula: its argument.
    Formula,
    /// Nothing, not even as many arguments; those behind them stay. Of styles nothing goes but the command.
    Nothing(usize),
}

/// What the command `name` leaves.
pub(super) fn left_of(name: &str) -> Leaves {
    let find = |table: &[(&str, &'static str)]| {
        table.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    };
    if let Some(letter) = find(&LETTERS) {
        return Leaves::Letter(letter);
    }
    if let Some(sign) = find(&SIGNS) {
        return Leaves::Sign(sign);
    }
    if name == "ensuremath" {
        return Leaves::Formula;
    }
    let silent = SILENT.iter().find(|(known, _)| *known == name);
    Leaves::Nothing(silent.map_or(0, |(_, arguments)| *arguments))
}
