use super::*;
use crate::Timestamp;

pub(super) fn row<'a>(cells: &[(Column, &'a str)]) -> TableRow<'a> {
    let mut row = TableRow::default();
    for (column, text) in cells {
        row.set(*column, 1, Cell::Text((*text).into()));
    }
    row
}

#[test]
fn a_row_is_read_whatever_its_spelling() {
    let record = row(&[
        (Column::Title, " A  title "),
        (Column::Authors, "One, Ann; Bo Two"),
        (Column::Categories, "cs.DC, cs.LG"),
        (Column::Doi, "https://doi.org/10.48550/arXiv.2401.00001"),
        (Column::Id, "31452104"),
        (Column::Published, "2024"),
    ]);
    let record = record.into_record("PMID").unwrap();
    assert_eq!(record.title, "A title");
    assert_eq!(record.authors, ["Ann One", "Bo Two"]);
    assert_eq!(record.categories, ["cs.DC", "cs.LG"]);
    assert_eq!(record.arxiv_id, Some("2401.00001".parse().unwrap()));
    assert_eq!((record.doi, record.external_id.as_deref()), (None, Some("pmid:31452104")));
    assert_eq!(record.published, Timestamp::from_year(2024));
}

#[test]
fn texts_stand_for_titles_that_a_table_does_not_have() {
    let long = "We study queues of people that wait. ".to_owned() + &"They wait longer. ".repeat(20);
    let record = row(&[(Column::Abstract, &long)]).into_record("").unwrap();
    assert_eq!(record.title, "We study queues of people that wait.");
    assert!(record.abstract_text.starts_with("They wait longer. They"));
    assert_eq!(row(&[(Column::Abstract, "Logs grow")]).into_record("").unwrap().title, "Logs grow");
    let empty = row(&[(Column::Title, " "), (Column::Abstract, "Logs grow")]).into_record("").unwrap();
    assert_eq!((empty.title.as_str(), empty.abstract_text.as_str()), ("", "Logs grow"));
}

#[test]
fn the_first_of_several_dates_is_that_of_publication() {
    let dates = ["Mon, 2 Apr 2007 19:18:42 GMT", "Tue, 24 Jul 2007 20:10:27 GMT"].map(str::to_owned);
    let mut row = row(&[(Column::Title, "A title")]);
    row.set(Column::Published, 1, Cell::List(dates.to_vec()));
    assert_eq!(row.into_record("").unwrap().published.unwrap().to_string(), "2007-04-02T19:18:42Z");
}

#[test]
fn lists_in_every_spelling() {
    let text = |text: &'static str| Cell::Text(text.into());
    assert_eq!(categories(text("cs.DC cs.LG")), ["cs.DC", "cs.LG"]);
    assert_eq!(
        categories(text("Machine Learning; Networks, Clouds")),
        ["Machine Learning", "Networks, Clouds"]
    );
}

#[test]
fn keywords_and_references_in_every_spelling() {
    let many = ["10.1000/a1", "10.1000/b2", "10.1000/c3", "10.1000/d4", "10.1000/e5"];
    let listed = [" ", ", ", ";"].map(|separator| many.join(separator));
    let record = |keywords, references| {
        row(&[(Column::Title, "T"), (Column::Keywords, keywords), (Column::References, references)])
            .into_record("id")
            .unwrap()
    };
    assert_eq!(record("queues; long logs", "").keywords, ["queues", "long logs"]);
    assert_eq!(record("queues, long logs", "").keywords, ["queues", "long logs"]);
    assert_eq!(record("", "['x:1', 'x:2']").references, ["x:1", "x:2"]);
    assert_eq!(record("", "10.1000/A|arXiv:2401.00001v2").references, ["doi:10.1000/a", "2401.00001"]);
    assert_eq!(record("", "17 18").references, ["17", "18"]);
    assert!(record("", "17").references.is_empty(), "a count");
    for listed in &listed {
        assert_eq!(record("", listed).references, many.map(|doi| format!("doi:{doi}")), "{listed}");
    }
    let in_words = "Smith J., Jones B., On queues and long logs, (2001) Journal of Queues, 17, pp. 1-9";
    assert!(record("", in_words).references.is_empty());
}

#[test]
fn a_date_that_is_none_costs_no_paper() {
    for text in ["NA", "nan", "n.d.", "in press", "soon", "2021-02-30"] {
        let record = row(&[(Column::Title, "T"), (Column::Published, text)]).into_record("id").unwrap();
        assert_eq!((record.title.as_str(), record.published), ("T", None), "{text}");
        let is_told = text.bytes().any(|byte| byte.is_ascii_digit());
        assert_eq!(record.given_date.as_deref(), is_told.then_some(text));
    }
}

#[test]
fn several_dois_and_doubtful_dates_of_a_row_are_kept() {
    let cells =
        [(Column::Title, "T"), (Column::Doi, "10.1000/a; 10.1000/b"), (Column::Published, "05/03/2013")];
    let record = row(&cells).into_record("id").unwrap();
    assert_eq!(
        (record.doi.as_deref(), record.identifiers.as_slice()),
        (Some("10.1000/a"), &["doi:10.1000/b".to_owned()][..])
    );
    assert_eq!(
        (record.published, record.given_date.as_deref()),
        (Timestamp::from_year(2013), Some("05/03/2013"))
    );
}
