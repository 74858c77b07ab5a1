//! English function words and endings that tell nouns from verbs and adjectives, and singulars from plurals.

/// What a word says about the words beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    /// The noun after it is one of many: "a", "every", "no".
    Indefinite,
    /// The noun after it is a particular one: "the", "its".
    Definite,
    /// Like [`Self::Definite`], but after a noun it may begin a clause: "that".
    Demonstrative,
    /// An adjective after it describes the noun before it: "is".
    Copula,
    /// Nothing.
    None,
}

impl Marker {
    /// The marker of a word in lower case.
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

    /// Whether it always begins a noun phrase, so that a word before it is not part of that phrase.
    pub(super) fn is_article(self) -> bool {
        matches!(self, Self::Indefinite | Self::Definite)
    }
}

/// Whether a word may be between "is" and a predicative adjective: "not", "always", "locally".
pub(super) fn is_adverb(word: &str) -> bool {
    matches!(word, "not" | "also" | "always" | "even" | "never" | "then")
        || (word.len() > 4 && word.ends_with("ly"))
}

/// Whether a word is an adverb of an adjective that `is_written` accepts: "exactly", but not "family".
pub(super) fn is_adverb_of(word: &str, is_written: impl Fn(&str) -> bool) -> bool {
    let Some(adjective) = word.strip_suffix("ly") else { return false };
    is_written(adjective) || adjective.strip_suffix('i').is_some_and(|stem| is_written(&format!("{stem}y")))
}

/// The singular of a Latin or Greek plural, if `is_written` accepts it: "matrix" for "matrices".
pub(super) fn classical_singular(plural: &str, is_written: impl Fn(&str) -> bool) -> Option<String> {
    const ENDINGS: [(&str, [&str; 2]); 3] =
        [("ices", ["ix", "ex"]), ("ia", ["ium", "ion"]), ("a", ["um", "on"])];
    ENDINGS.iter().find_map(|(many, ones)| {
        let stem = plural.strip_suffix(many).filter(|stem| stem.len() > 2)?;
        ones.iter().map(|one| format!("{stem}{one}")).find(|singular| is_written(singular))
    })
}

/// The singular of an acronym's plural: "FPGA" for "FPGAs".
pub(super) fn acronym_singular(plural: &str) -> Option<&str> {
    let singular = plural.strip_suffix('s')?;
    let in_capitals = singular.chars().count() > 1 && singular.chars().all(char::is_uppercase);
    in_capitals.then_some(singular)
}

/// The singular of a plural in "-ses", if it is written more often than the word in "-se": "gas" for "gases".
pub(super) fn sibilant_singular(plural: &str, written: impl Fn(&str) -> u32) -> Option<String> {
    let singular = plural.strip_suffix("es").filter(|stem| stem.ends_with('s') && !stem.ends_with("ss"))?;
    (written(singular) > written(&format!("{singular}e"))).then(|| singular.to_owned())
}

/// Whether `plural` is a common English or classical plural of `singular`.
pub(super) fn is_plural_of(plural: &str, singular: &str) -> bool {
    let in_s = plural.strip_suffix('s').is_some_and(|stem| {
        stem == singular
            || stem.strip_suffix('e') == Some(singular)
            || stem.strip_suffix("ie").is_some_and(|stem| singular.strip_suffix('y') == Some(stem))
    });
    in_s || classical_singular(plural, |other| other == singular).is_some()
}

/// Whether a phrase ends in an adjectival compound: "coarse-grained", "computer-aided".
pub(super) fn ends_as_adjective(phrase: &str) -> bool {
    let last = phrase.rsplit(' ').next().unwrap_or_default();
    last.rsplit_once('-').is_some_and(|(_, end)| end.len() > 3 && end.ends_with("ed"))
}

/// Whether `short`, or a word of it in capitals, consists of the first letters of `long`, in the singular or
/// plural: "GPUs" and "GPU computing" for "graphics processing units". A word in capitals may also stand for some of the
/// words ("P2P" for "peer-to-peer overlays") or be made of letters of one ("MHD" for "magnetohydrodynamics").
pub(super) fn abbreviates(short: &str, long: &str) -> bool {
    let words = || long.split([' ', '-']);
    let initials: String = words().filter_map(|word| word.chars().next()).collect();
    let initials = initials.to_lowercase();
    let letters_of = |word: &str| word.strip_suffix('s').unwrap_or(word).to_lowercase().replace('2', "t");
    let is_made_of_all = |letters: &str| letters.chars().count() > 1 && letters == initials;
    let stands_for = |word: &str| {
        let letters = letters_of(word);
        is_made_of_all(&letters)
            || letters.len() > 2
                && (initials.contains(&letters) || words().any(|long| contracts(&letters, long)))
    };
    let in_capitals = |word: &&str| word.chars().filter(|letter| letter.is_uppercase()).count() > 1;
    is_made_of_all(&letters_of(short)) || short.split([' ', '-']).filter(in_capitals).any(stands_for)
}

/// Whether `letters` are letters of a long word, in their order, the first being its first, and not merely its beginning.
fn contracts(letters: &str, word: &str) -> bool {
    const LONG: usize = 10;
    let word = word.to_lowercase();
    let mut rest = word.chars();
    word.chars().count() >= LONG
        && !word.starts_with(letters)
        && word.chars().next() == letters.chars().next()
        && letters.chars().all(|letter| rest.any(|other| other == letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_and_compounds_are_told() {
        assert!(abbreviates("GPUs", "graphics processing units"));
        assert!(abbreviates("MDPs", "Markov decision processes"));
        assert!(!abbreviates("GPUs", "graphics pipelines"));
        assert!(abbreviates("GPU computing", "graphics processing units"));
        assert!(abbreviates("multi-GPU systems", "graphics processing units"));
        assert!(!abbreviates("is so", "interval sets"));
        assert!(abbreviates("P2P networks", "peer-to-peer overlays"));
        assert!(abbreviates("extended MHD", "magnetohydrodynamics"));
        assert!(!abbreviates("SAT solvers", "constraint satisfaction"));
        assert!(abbreviates("CNNs", "deep convolutional neural networks"));
        assert!(!abbreviates("AI", "agent interaction models") && !abbreviates("RNA", "regulatory networks"));
        assert!(ends_as_adjective("coarse-grained") && ends_as_adjective("systems computer-aided"));
        assert!(!ends_as_adjective("data feed") && !ends_as_adjective("p-adic numbers"));
    }

    #[test]
    fn plurals_are_told() {
        for (plural, singular) in [
            ("local rings", "local ring"),
            ("free energies", "free energy"),
            ("boxes", "box"),
            ("density matrices", "density matrix"),
            ("Nash equilibria", "Nash equilibrium"),
            ("automata", "automaton"),
        ] {
            assert!(is_plural_of(plural, singular), "{plural}");
        }
        assert!(!is_plural_of("lattices", "lattice structure") && !is_plural_of("dynamics", "dynamical"));
        let known = |word: &str| ["matrix", "medium"].contains(&word);
        assert_eq!(classical_singular("matrices", known).as_deref(), Some("matrix"));
        assert_eq!(classical_singular("lattices", known), None);
    }

    #[test]
    fn singulars_that_stems_miss_are_told() {
        let written =
            |word: &str| ["gas", "gas", "gase", "case"].iter().filter(|&&other| other == word).count() as u32;
        assert_eq!(sibilant_singular("gases", written).as_deref(), Some("gas"));
        assert_eq!(sibilant_singular("cases", written), None);
        assert_eq!(acronym_singular("FPGAs"), Some("FPGA"));
        assert_eq!(acronym_singular("Fpgas").or(acronym_singular("As")), None);
    }

    #[test]
    fn adverbs_are_told_from_nouns() {
        let written = |word: &str| ["exact", "easy", "assemble"].contains(&word);
        assert!(is_adverb_of("exactly", written) && is_adverb_of("easily", written));
        assert!(!is_adverb_of("assembly", written) && !is_adverb_of("family", written));
    }

    #[test]
    fn markers_are_told_apart() {
        assert!(Marker::of("the").is_article() && Marker::of("every").is_article());
        assert!(!Marker::of("that").is_article());
        assert_eq!(Marker::of("is"), Marker::Copula);
        assert_eq!(Marker::of("graph"), Marker::None);
    }
}
