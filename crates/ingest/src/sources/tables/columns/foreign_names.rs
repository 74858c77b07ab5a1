//! German, French, Spanish, Portuguese and Italian column names.

use super::column::Column;

/// Names for `column`, the most likely first, in lower-case letters and digits only, with and without
/// accents. Names that mean something else in English tables (`data`) are left out.
pub(super) fn foreign_names(column: Column) -> &'static [&'static str] {
    match column {
        Column::Title => &["titel", "titre", "título", "titulo", "titolo"],
        Column::Abstract => &[
            "zusammenfassung",
            "kurzfassung",
            "résumé",
            "resume",
            "resumen",
            "resumo",
            "riassunto",
            "sommario",
        ],
        Column::Authors => &[
            "autoren",
            "autor",
            "autorinnen",
            "verfasser",
            "auteurs",
            "auteur",
            "autores",
            "autori",
            "autore",
        ],
        Column::Categories => &[
            "kategorien",
            "kategorie",
            "catégories",
            "catégorie",
            "categorie",
            "categorías",
            "categoría",
            "categorias",
            "categoria",
        ],
        Column::Published => &[
            "erscheinungsdatum",
            "veröffentlichungsdatum",
            "datedepublication",
            "fechadepublicación",
            "fechadepublicacion",
            "datadepublicação",
            "datadepublicacao",
            "datadipubblicazione",
            "datum",
            "fecha",
            "erscheinungsjahr",
            "veröffentlichungsjahr",
            "annéedepublication",
            "anneedepublication",
            "añodepublicación",
            "anodepublicação",
            "anodepublicacao",
            "annodipubblicazione",
            "jahr",
            "année",
            "annee",
            "año",
            "ano",
            "anno",
        ],
        Column::Comment => &["kommentar", "commentaire", "comentario", "comentário", "commento"],
        Column::Venue => &["zeitschrift", "revue", "revista", "periódico", "periodico", "rivista"],
        Column::Keywords => &[
            "schlagwörter",
            "schlagworte",
            "schlüsselwörter",
            "motsclés",
            "motscles",
            "palabrasclave",
            "palavraschave",
            "parolechiave",
        ],
        Column::Countries => {
            &["länder", "land", "pays", "países", "país", "paises", "pais", "paesi", "paese"]
        }
        Column::Type => &["dokumenttyp", "typededocument", "tipodedocumento", "tipododocumento"],
        Column::Language => &["sprache", "langue", "idioma", "língua", "lingua"],
        Column::ArxivId
        | Column::Doi
        | Column::Pmid
        | Column::Id
        | Column::Updated
        | Column::JournalReference
        | Column::Affiliations
        | Column::References
        | Column::Funders => &[],
    }
}
