//! Words of English that name nothing alone.

/// Nouns that any field of research may use, in the singular, sorted: they name a theme only as part of a phrase.
#[rustfmt::skip]
const EVERYDAY: [&str; 137] = [
    "ability", "activity", "algorithm", "analysis", "answer", "approximation", "area", "aspect",
    "assumption", "behavior", "behaviour", "bound", "calculation", "case", "category", "change",
    "characteristic", "class", "comparison", "complexity", "component", "computation", "computer",
    "concept", "condition", "construction", "context", "control", "criterion", "data", "dataset",
    "decision", "definition", "design", "detection", "development", "device", "dimension", "direction",
    "distribution", "domain", "dynamics", "effect", "efficiency", "element", "engineering", "environment",
    "equation", "error", "estimate", "estimation", "evaluation", "evolution", "example", "experience",
    "factor", "feature", "field", "form", "framework", "function", "group", "growth", "human",
    "implementation", "information", "input", "interaction", "knowledge", "large-scale", "learning",
    "level", "machine", "management", "measure", "measurement", "mechanism", "model", "net", "network",
    "number", "object", "operation", "order", "output", "parameter", "part", "people", "performance",
    "point", "prediction", "presentation", "problem", "process", "project", "property", "quality",
    "question", "rate", "real-time", "real-world", "region", "relation", "research", "resource", "response",
    "role", "scale", "science", "second", "service", "set", "signal", "simulation", "size", "solution",
    "source", "space", "speed", "state", "step", "structure", "student", "system", "task", "technology",
    "term", "test", "theory", "time", "tool", "type", "user", "value", "variable", "way", "world",
];

/// Whether a word of English, in lower case, names nothing alone.
pub(super) fn is_everyday(word: &str) -> bool {
    let is_listed = |word: &str| EVERYDAY.binary_search(&word).is_ok();
    let singular = match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word
            .strip_suffix("sses")
            .map_or_else(|| word.strip_suffix('s').unwrap_or(word).to_owned(), |stem| format!("{stem}ss")),
    };
    is_listed(word) || is_listed(&singular)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_words_are_known_in_the_plural() {
        assert!(EVERYDAY.is_sorted());
        for word in ["research", "properties", "systems", "analysis", "data", "classes"] {
            assert!(is_everyday(word), "{word}");
        }
        for word in ["robots", "graphene", "games", "blockchain", "knots"] {
            assert!(!is_everyday(word), "{word}");
        }
    }
}
