//! What LaTeX commands become in plain text.

use super::latex_accents::combining_mark;

/// Commands that stand for a letter or a sign; spaces after them are dropped.
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

/// Commands that stand for a sign; spaces after them are kept, because authors mean them.
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

/// Commands whose first arguments are not printed, with the number of those arguments. Text after them is
/// kept.
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

/// Commands that only change the appearance of text.
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

/// Whether `name` is a text command: an accent, a letter, a sign, a style, or one that prints nothing.
pub(super) fn is_known(name: &str) -> bool {
    let is_styled = STYLES.contains(&name) || SILENT.iter().any(|(silent, _)| *silent == name);
    is_styled || combining_mark(name).is_some() || left_of(name) != Leaves::Nothing(0)
}

/// What a command becomes in plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaves {
    /// A letter; spaces after the command are dropped.
    Letter(&'static str),
    /// A sign.
    Sign(&'static str),
    /// A formula, given by the argument.
    Formula,
    /// Nothing, and this many arguments are dropped too; later arguments stay. Of a style, only the command
    /// is dropped.
    Nothing(usize),
}

/// What the command `name` becomes.
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
