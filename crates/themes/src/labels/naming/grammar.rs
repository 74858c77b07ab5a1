//! Small words of English that tell nouns from verbs and adjectives, and one thing from many.

/// What a word says of the words beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    /// The noun after it is one of many: "a", "every", "no".
    Indefinite,
    /// The noun after it is a certain one: "the", "its".
    Definite,
    /// As [`Self::Definite`], but after a noun it may begin a clause: "that".
    Demonstrative,
    /// An adjective after it is said of the noun before: "is".
    Copula,
    /// Nothing.
    None,
}

impl Marker {
    /// Of a word in lower case.
    pub(super) fn of(word: &str) -> Self {
        match word {
            "a" | "an" | "another" | "any" | "each" | "every" | "no" | "one" => Self::Indefinite,
            "its" | "our" | "the" | "their" | "your" => Self::Definite,
            "that" | "this" => Self::Demonstrative,
            "are" | "be" | "become" | "becomes" | "been" | "being" | "is" | "remain" | "remains" | "was"
            | "were" => Self::Copula,
            _ => Self::None,
        }
    }

    /// Whether a noun phrase begins with it wherever it stands: a word before it is then no part of that phrase.
    pub(super) fn is_article(self) -> bool {
        matches!(self, Self::Indefinite | Self::Definite)
    }
}

/// Whether a phrase ends in a compound that is said of a noun: "coarse-grained", "computer-aided".
pub(super) fn ends_as_adjective(phrase: &str) -> bool {
    let last = phrase.rsplit(' ').next().unwrap_or_default();
    last.rsplit_once('-').is_some_and(|(_, end)| end.len() > 3 && end.ends_with("ed"))
}

/// Whether `short` is made of the first letters of `long`, a plural or not: "GPUs" of "graphics processing units".
pub(super) fn abbreviates(short: &str, long: &str) -> bool {
    let letters = short.strip_suffix('s').unwrap_or(short).to_lowercase();
    let initials: String = long.split([' ', '-']).filter_map(|word| word.chars().next()).collect();
    letters.chars().count() > 1 && letters == initials.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_and_compounds_are_told() {
        assert!(abbreviates("GPUs", "graphics processing units"));
        assert!(abbreviates("MDPs", "Markov decision processes"));
        assert!(!abbreviates("GPUs", "graphics pipelines"));
        assert!(ends_as_adjective("coarse-grained") && ends_as_adjective("systems computer-aided"));
        assert!(!ends_as_adjective("data feed") && !ends_as_adjective("p-adic numbers"));
    }

    #[test]
    fn markers_are_told_apart() {
        assert!(Marker::of("the").is_article() && Marker::of("every").is_article());
        assert!(!Marker::of("that").is_article());
        assert_eq!(Marker::of("is"), Marker::Copula);
        assert_eq!(Marker::of("graph"), Marker::None);
    }
}
