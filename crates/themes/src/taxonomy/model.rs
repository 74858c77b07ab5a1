//! A checked taxonomy.

use serde::{Deserialize, Serialize};

/// The wanted themes of a field. Made by [`Taxonomy::parse`], which checks everything stated here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taxonomy {
    /// Name of the taxonomy, such as `cs-dc`.
    pub name: String,
    /// What the taxonomy is for, in a sentence.
    pub description: String,
    /// arXiv categories (`cs.DC`) or whole archives (`cs`) that it is for; empty if it is for any paper.
    pub categories: Vec<String>,
    /// Themes in the order of the file; at least one is wanted, that is, not marked `other`.
    pub themes: Vec<TaxonomyTheme>,
}

/// One theme of a taxonomy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxonomyTheme {
    /// Short key of lower-case letters, digits and hyphens; unique in the taxonomy and not `other`.
    pub key: String,
    /// Readable name, unique in the taxonomy ignoring case.
    pub name: String,
    /// What belongs to the theme.
    pub description: String,
    /// Words that speak for the theme.
    pub terms: Vec<String>,
    /// Phrases of two or more words that speak for the theme.
    pub phrases: Vec<String>,
    /// Words and phrases that speak against the theme.
    pub excluded: Vec<String>,
    /// Words and phrases of which a paper must hold at least one to belong to the theme; empty if there is no
    /// such condition. They do not speak for the theme unless they are also in `terms` or `phrases`.
    pub required: Vec<String>,
    /// Whether the theme only collects unwanted papers: they are reported as `other`,
    /// with this key as their subtheme.
    pub other: bool,
}

impl Taxonomy {
    /// Whether the taxonomy is for papers of `category`: one of its categories, or in one of its archives.
    ///
    /// `cs` covers `cs.DC`, but `cs.DC` does not cover `cs`. A taxonomy without categories covers everything.
    #[must_use]
    pub fn covers(&self, category: &str) -> bool {
        let archive = category.split('.').next().unwrap_or(category);
        self.categories.is_empty() || self.categories.iter().any(|own| own == category || own == archive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_covers_its_categories() {
        let taxonomy = Taxonomy {
            name: "t".into(),
            description: String::new(),
            categories: vec!["cs.DC".into(), "quant-ph".into()],
            themes: Vec::new(),
        };
        assert!(taxonomy.covers("cs.DC") && taxonomy.covers("quant-ph"));
        assert!(!taxonomy.covers("cs.LG") && !taxonomy.covers("cs"));
    }
}
