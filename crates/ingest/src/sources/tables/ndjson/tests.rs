use super::*;
use crate::Timestamp;
use crate::sources::testing::records;

#[test]
fn keys_are_mapped_line_by_line() {
    let text = r#"{"Title":"A","summary":"x","authors":[{"name":"Ann One"},{"given":"Bo","family":"Two"}],"year":2019}
{"paper_title":"B","abstract":null,"authors":"Cy Three","extra":{"deep":[1,{"a":2}]}}
{"nothing":1}
[1]
{"title":"C"} trailing"#;
    let (found, rejects) = records(&Ndjson::new(ColumnMapping::GUESSED), text.as_bytes());
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].title.as_str(), found[0].abstract_text.as_str()), ("A", "x"));
    assert_eq!(found[0].authors, ["Ann One", "Bo Two"]);
    assert_eq!(found[0].published, Timestamp::from_year(2019));
    assert_eq!(found[1].authors, ["Cy Three"]);
    let lines: Vec<_> = rejects.iter().map(|(at, _)| at.line.unwrap()).collect();
    assert_eq!(lines, [3, 4, 5]);
    assert_eq!(rejects[0].1, "no title");
}

#[test]
fn half_a_surrogate_pair_costs_one_character() {
    let line = r#"{"title":"A","abstract":"x \ud83d y"}"#;
    let (found, rejects) = records(&Ndjson::new(ColumnMapping::GUESSED), line.as_bytes());
    assert_eq!((found[0].abstract_text.as_str(), rejects.len()), ("x \u{fffd} y", 0));
}

#[test]
fn lists_of_objects_are_read() {
    let text = r#" [{"title":"A","abstract":"x"}, {"title":"B"}, {"nothing":1}, 7]"#;
    let source = Ndjson::new(ColumnMapping::GUESSED);
    assert!(source.sniff(text.as_bytes()));
    let (found, rejects) = records(&source, text.as_bytes());
    assert_eq!(found.iter().map(|record| record.title.as_str()).collect::<Vec<_>>(), ["A", "B"]);
    assert_eq!(rejects.iter().map(|(at, _)| at.record).collect::<Vec<_>>(), [3, 4]);
}

#[test]
fn a_list_in_an_object_is_found_and_an_object_may_be_of_many_lines() {
    let source = Ndjson::new(ColumnMapping::GUESSED);
    let list = r#"{"count":2,"papers":[{"title":"A","abstract":"x"},{"title":"B"}]}"#;
    let lines =
        "{\n  \"title\": \"A\",\n  \"authors\": [\n    \"Ann One\"\n  ]\n}\n{\n  \"title\": \"B\"\n}\n";
    for text in [list, lines] {
        assert_eq!(crate::sniff(text.as_bytes()), Some(Format::Ndjson), "{text}");
        let (found, rejects) = records(&source, text.as_bytes());
        let titles: Vec<&str> = found.iter().map(|record| record.title.as_str()).collect();
        assert_eq!((titles.as_slice(), rejects.len()), (["A", "B"].as_slice(), 0), "{text}");
    }
    assert_eq!(source.column_names(list.as_bytes()), ["title", "abstract"]);
    assert!(!source.sniff(br#"{"papers":7,"title_of_list":"x"}"#) && !source.sniff(br#"{"papers":["x"]}"#));
}

#[test]
fn texts_stand_for_titles_where_there_are_none() {
    let text = "{\"text\":\"Queues wait.\",\"label\":1}\n{\"title\":null,\"text\":\"Logs grow.\"}\n";
    let source = Ndjson::new(ColumnMapping::GUESSED);
    assert!(source.sniff(text.as_bytes()));
    let (found, rejects) = records(&source, text.as_bytes());
    assert_eq!((found[0].title.as_str(), found.len()), ("Queues wait.", 1));
    assert_eq!(rejects[0].1, "no title");
}

#[test]
fn nesting_without_end_is_refused_and_not_followed() {
    let text = format!("{{\"title\":{}", "[".repeat(100_000));
    let (found, rejects) = records(&Ndjson::new(ColumnMapping::GUESSED), text.as_bytes());
    assert_eq!((found.len(), rejects.len()), (0, 1));
}
