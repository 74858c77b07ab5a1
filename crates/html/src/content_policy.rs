//! The Content-Security-Policy of the page: nothing is loaded, and only the page's own script and style run.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The policy for a page with one script and one style, which it identifies by their SHA-256 hashes (CSP
/// level 3, <https://www.w3.org/TR/CSP3/>). Markup injected into the page can neither run nor load anything.
pub(crate) fn policy(script: &str, style: &str) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_nothing_is_known() {
        let policy = policy("", "");
        assert!(policy.starts_with("default-src 'none'; "));
        assert_eq!(policy.matches("'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='").count(), 2);
    }
}
