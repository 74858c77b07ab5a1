//! English words that name nothing on their own.

/// Words common to all fields of research, nouns in the singular, sorted. They name a theme only as part of a phrase.
#[rustfmt::skip]
const EVERYDAY: [&str; 208] = [
    "ability", "activity", "age", "algorithm", "analysis", "animal", "answer", "approximation", "area",
    "aspect", "assumption", "author", "behavior", "behaviour", "book", "bound", "build", "calculation",
    "case", "cat", "category", "century", "change", "chapter", "characteristic", "choice", "class",
    "comment", "community", "comparison", "complexity", "component", "computation", "computer", "concept",
    "condition", "conference", "construction", "context", "control", "conversation", "corrigendum", "cost",
    "count", "criterion", "data", "dataset", "day", "decision", "definition", "design", "detection",
    "development", "device", "difference", "dimension", "direction", "discussion", "disease", "distribution",
    "dog", "domain", "dynamics", "editorial", "effect", "efficiency", "element", "engineering", "ensemble",
    "environment", "equation", "erratum", "error", "estimate", "estimation", "evaluation", "evolution",
    "example", "experience", "factor", "feature", "field", "form", "framework", "function", "gain", "group",
    "growth", "half", "hour", "human", "idea", "image", "implementation", "information", "input",
    "interaction", "intervention", "issue", "journal", "keep", "knowledge", "large-scale", "learning",
    "level", "list", "machine", "management", "measure", "measurement", "mechanism", "mice", "minute",
    "model", "month", "mouse", "move", "net", "network", "note", "number", "object", "operation", "order",
    "output", "package", "page", "parameter", "part", "patient", "pay", "people", "performance",
    "perspective", "point", "poster", "prediction", "presentation", "problem", "proceeding", "process",
    "program", "programme", "project", "property", "quality", "question", "rabbit", "rat", "rate", "read",
    "real-time", "real-world", "region", "rejoinder", "relation", "remark", "reply", "representation",
    "research", "resource", "response", "role", "run", "save", "scale", "scheme", "science", "second",
    "series", "service", "session", "set", "signal", "simulation", "size", "solution", "source", "space",
    "speed", "state", "step", "structure", "student", "support", "symposium", "system", "task", "technology",
    "term", "test", "theory", "time", "tool", "try", "type", "user", "value", "variable", "volume", "wait",
    "way", "week", "work", "workshop", "world", "write", "year",
];

/// Phrases common to all fields of research, singular, sorted.
#[rustfmt::skip]
pub(super) const EVERYDAY_PHRASES: [&str; 99] = [
    "arbitrary dimension", "asymptotic behavior", "asymptotic behaviour", "boundary condition",
    "case study", "closed form", "computational cost", "computer simulation", "conference paper",
    "convergence rate", "data set", "degree of freedom", "empirical evidence", "energy level",
    "exact solution", "execution time", "experimental data", "experimental result", "experimental study",
    "explicit formula", "extended abstract", "finite time", "first order", "free parameter", "future work",
    "general case", "ground state", "guinea pig", "high dimension", "high energy", "high performance",
    "high quality", "high resolution", "high speed", "high temperature", "initial condition",
    "initial data", "initial value", "international conference", "international symposium",
    "international workshop", "invited paper", "invited talk", "large number", "large scale",
    "literature review", "long time", "low cost", "low energy", "low temperature", "lower bound",
    "mathematical model", "natural number", "necessary condition", "numerical example",
    "numerical experiment", "numerical method", "numerical result", "numerical simulation",
    "numerical solution", "numerical study", "open problem", "open question", "optimal solution",
    "optimization problem", "parameter space", "phase space", "point of view", "polynomial time",
    "positive integer", "power law", "problem solving", "proposed method", "real data", "real line",
    "real number", "real time", "real world", "research paper", "room temperature", "running time",
    "sample size", "second order", "sharp bound", "short time", "simulation study", "special case",
    "special issue", "steady state", "sufficient condition", "systematic review", "technical report",
    "theoretical analysis", "theoretical model", "time evolution", "time interval", "time scale",
    "upper bound", "worst case",
];

/// Whether an English word, in lower case, names nothing on its own.
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
        for word in [
            "research",
            "properties",
            "systems",
            "analysis",
            "data",
            "classes",
            "waits",
            "comments",
            "discussion",
        ] {
            assert!(is_everyday(word), "{word}");
        }
        assert!(EVERYDAY_PHRASES.is_sorted());
        for word in ["robots", "graphene", "games", "blockchain", "knots"] {
            assert!(!is_everyday(word), "{word}");
        }
    }
}
