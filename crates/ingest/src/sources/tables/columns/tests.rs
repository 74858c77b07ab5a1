use super::east_asian_names::east_asian_names;
use super::foreign_names::foreign_names;
use super::meanings::MEANINGS;
use super::*;

fn headers(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn common_names_are_guessed_and_given_names_win() {
    let headers = headers(&["Paper ID", "Document Title", "Summary", "Author(s)", "Year", "Heading"]);
    let found = ColumnMapping::default().resolve(&headers).unwrap();
    assert_eq!(found[Column::Title as usize], Some(1));
    assert_eq!(found[Column::Abstract as usize], Some(2));
    assert_eq!(found[Column::Authors as usize], Some(3));
    assert_eq!(found[Column::Published as usize], Some(4));
    let given: ColumnMapping = "title = Heading, published=".parse().unwrap();
    let found = given.resolve(&headers).unwrap();
    assert_eq!(found[Column::Title as usize], Some(5));
    assert_eq!(found[Column::Published as usize], None);
    assert_eq!(given.to_string(), "title=Heading,published=");
}

#[test]
fn a_name_means_one_column() {
    let names = Column::ALL.map(|column| {
        column.common_names().len() + foreign_names(column).len() + east_asian_names(column).len()
    });
    assert_eq!(MEANINGS.len(), names.iter().sum::<usize>());
    assert!(MEANINGS.keys().all(|name| *name == plain_name(name)));
}

#[test]
fn columns_are_known_in_six_languages() {
    for names in [
        ["Title", "Abstract", "Authors", "Year"],
        ["Titel", "Zusammenfassung", "Verfasser", "Jahr"],
        ["Titre", "Résumé", "Auteurs", "Année de publication"],
        ["TÍTULO", "Resumen", "Autores", "Año"],
        ["Título", "Resumo", "Autor(es)", "Ano de publicação"],
        ["Titolo", "Riassunto", "Autori", "Anno"],
    ] {
        let found = ColumnMapping::default().resolve(&headers(&names)).unwrap();
        let held = [Column::Title, Column::Abstract, Column::Authors, Column::Published];
        assert_eq!(held.map(|column| found[column as usize]), [0, 1, 2, 3].map(Some), "{names:?}");
    }
}

#[test]
fn the_likelier_of_two_names_is_taken() {
    let found = ColumnMapping::default().resolve(&headers(&["year", "title", "date", "published"])).unwrap();
    assert_eq!(found[Column::Published as usize], Some(3));
    let found = ColumnMapping::default().resolve(&headers(&["created", "title", "year"])).unwrap();
    assert_eq!(found[Column::Published as usize], Some(2));
}

#[test]
fn every_mistake_has_its_message() {
    let cases = [
        ("title", "\"title\" is not of the form name=column"),
        ("name=x", "unknown name \"name\"; the known names are title, abstract, authors"),
        ("title=a,title=b", "title is given two columns, \"a\" and \"b\""),
        ("title=a,abstract=a", "the column \"a\" is given to both title and abstract"),
    ];
    for (text, message) in cases {
        let error = text.parse::<ColumnMapping>().unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    let mapping: ColumnMapping = "title=T".parse().unwrap();
    assert_eq!(mapping.resolve(&headers(&["a"])), Err("no column \"T\"; the columns are a".to_owned()));
    assert!(
        ColumnMapping::default().resolve(&headers(&["a"])).unwrap_err().starts_with("no known title column")
    );
}
