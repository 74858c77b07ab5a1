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

    /// Share of papers that the taxonomy covers, given the categories of each paper. A paper is covered if
    /// any of its categories is, or if it has none. 0 if there are no papers.
    #[must_use]
    pub fn coverage<'a>(&self, papers: impl IntoIterator<Item = &'a [String]>) -> f64 {
        let (mut covered, mut total) = (0_u64, 0_u64);
        for categories in papers {
            total += 1;
            let fits = categories.is_empty() || categories.iter().any(|category| self.covers(category));
            covered += u64::from(fits);
        }
        if total == 0 { 0.0 } else { covered as f64 / total as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_covers_its_categories_and_papers_without_any_fit() {
        let taxonomy = Taxonomy {
            name: "t".into(),
            description: String::new(),
            categories: vec!["cs.DC".into(), "quant-ph".into()],
            themes: Vec::new(),
        };
        assert!(taxonomy.covers("cs.DC") && taxonomy.covers("quant-ph"));
        assert!(!taxonomy.covers("cs.LG") && !taxonomy.covers("cs"));
        let papers =
            [vec!["cs.LG".to_string(), "cs.DC".into()], vec![], vec!["cs.CV".into()], vec!["math.CO".into()]];
        assert!((taxonomy.coverage(papers.iter().map(Vec::as_slice)) - 0.5).abs() < 1e-12);
        assert!(taxonomy.coverage(std::iter::empty()).abs() < 1e-12);
    }
}
