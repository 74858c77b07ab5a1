//! arXiv category codes.

/// The archives of arXiv. Those with the most papers come first, because most searches end there;
/// discontinued ones come last.
const ARCHIVES: [&str; 38] = [
    "cs", "math", "cond-mat", "astro-ph", "physics", "stat", "quant-ph", "hep-ph", "hep-th", "eess", "gr-qc",
    "math-ph", "hep-ex", "nucl-th", "hep-lat", "nlin", "q-bio", "nucl-ex", "q-fin", "econ", "acc-phys",
    "adap-org", "alg-geom", "ao-sci", "atom-ph", "bayes-an", "chao-dyn", "chem-ph", "cmp-lg", "comp-gas",
    "dg-ga", "funct-an", "mtrl-th", "patt-sol", "plasm-ph", "q-alg", "solv-int", "supr-con",
];

/// Whether `name` is an archive of arXiv.
pub(crate) fn is_archive(name: &str) -> bool {
    ARCHIVES.contains(&name)
}

/// Whether `code` has the form of an arXiv category: a known archive, alone or with a subject class (`cs.DC`,
/// `math-ph`, `cond-mat.mes-hall`).
pub(crate) fn is_category(code: &str) -> bool {
    let Some(point) = code.bytes().position(|byte| byte == b'.') else { return is_archive(code) };
    let class = &code.as_bytes()[point + 1..];
    (2..=9).contains(&class.len())
        && class.iter().all(|&byte| byte.is_ascii_alphabetic() || byte == b'-')
        && is_archive(&code[..point])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_from_words() {
        for code in ["cs.DC", "math-ph", "cond-mat.mes-hall", "quant-ph", "physics.comp-ph", "stat.ML"] {
            assert!(is_category(code), "{code}");
        }
        for code in ["", "e.g.", "cs.", "cs.D", "DC", "2.0", "cs.DC;", "node.js"] {
            assert!(!is_category(code), "{code}");
        }
    }
}
