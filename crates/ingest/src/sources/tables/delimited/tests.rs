use super::reader::MAX_ROW_BYTES;
use super::*;
use crate::sources::testing::records;

const COMMAS: Delimited = Delimited::csv(ColumnMapping::GUESSED);

#[test]
fn rows_are_read_and_ragged_ones_rejected_with_their_lines() {
    let text = b"\xef\xbb\xbfTitle,Abstract,Year\r\n\"A, \"\"quoted\"\"\nT\",x,2019\r\nshort\r\nB,\xff,2020\r\nC,y,2021\r\n";
    let (found, rejects) = records(&COMMAS, text);
    let titles: Vec<&str> = found.iter().map(|record| record.title.as_str()).collect();
    assert_eq!(titles, ["A, \"quoted\" T", "C"]);
    let rejects: Vec<_> =
        rejects.iter().map(|(at, reason)| (at.record, at.line.unwrap(), reason.as_str())).collect();
    assert_eq!(
        rejects,
        [(2, 4, "1 fields, but the table has 3 columns"), (3, 5, "invalid UTF-8 in abstract")]
    );
}

#[test]
fn an_open_quotation_mark_is_bounded_and_named() {
    let mut text = b"title,abstract\n\"".to_vec();
    text.resize(MAX_ROW_BYTES + (3 << 20), b'x');
    let error = COMMAS.read(&mut text.as_slice(), &mut crate::sources::testing::Kept::default()).unwrap_err();
    assert!(error.to_string().contains("from line 2; is a quotation mark not closed?"), "{error}");
}

#[test]
fn a_row_is_refused_for_its_length_wherever_blocks_end() {
    for rows_before in [0, 40_000] {
        for excess in [0, 1] {
            let before = "title,abstract\n".to_owned() + &"one title,a text\n".repeat(rows_before);
            let mut text = before.clone().into_bytes();
            text.extend_from_slice(b"\"");
            text.resize(before.len() + MAX_ROW_BYTES - 3 + excess, b'x');
            text.extend_from_slice(b"\",y\nlast title,z\n");
            let mut kept = crate::sources::testing::Kept::default();
            let ended = COMMAS.read(&mut text.as_slice(), &mut kept);
            assert_eq!(ended.is_ok(), excess == 0, "{ended:?}");
            let found = kept.records.len() + kept.rejects.len();
            assert_eq!(found, rows_before + 2 * (1 - excess));
        }
    }
}

#[test]
fn a_table_without_titles_says_what_it_has() {
    let mut kept = crate::sources::testing::Kept::default();
    let error = COMMAS.read(&mut &b"a,b\n1,2\n"[..], &mut kept).unwrap_err().to_string();
    assert!(error.starts_with("no known title column among a, b;"), "{error}");
    assert!(error.ends_with("map it with --columns title=NAME"), "{error}");
}

#[test]
fn tables_are_told_from_each_other_and_from_prose() {
    let tabs = Delimited::tsv(ColumnMapping::GUESSED);
    let (with_commas, with_tabs) = (b"title,abstract\nx,y\n", b"title\tabstract\nx\ty\n");
    assert!(COMMAS.sniff(with_commas) && !COMMAS.sniff(with_tabs));
    assert!(tabs.sniff(with_tabs) && !tabs.sniff(with_commas));
    assert!(!COMMAS.sniff(b"Title, and some more prose, follow\n"));
    assert!(!COMMAS.sniff(b""));
}

#[test]
fn a_table_of_texts_alone_is_told_from_prose() {
    let tabs = Delimited::tsv(ColumnMapping::GUESSED);
    for (text, table) in [
        ("text\n\"Queues wait, and wait.\"\nLogs grow.\n", &COMMAS),
        ("label,text\n1,Queues wait.\n2,Logs grow.\n", &COMMAS),
        ("Abstract\nQueues wait, and wait.\nLogs grow.\n", &tabs),
    ] {
        assert_eq!(crate::sniff(text.as_bytes()), Some(table.format()), "{text}");
        let (found, rejects) = records(table, text.as_bytes());
        assert_eq!((found.len(), rejects.len()), (2, 0), "{text}");
        assert_eq!(found[1].title, "Logs grow.");
    }
    for text in ["text\n", "Text, body and more\nand more, of it, here\n", "label,value\n1,2\n3,4\n"] {
        assert_eq!(crate::sniff(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn the_row_of_names_says_what_parts_the_fields() {
    for text in [
        "Title;Abstract;Year\nOn Queues;They wait, and wait.;2020\n",
        "title|abstract|year\nOn Queues|They wait, and wait.|2020\n",
        "title,abstract,year\nOn Queues,\"They wait, and wait.\",2020\n",
    ] {
        assert_eq!(crate::sniff(text.as_bytes()), Some(Format::Csv));
        let (papers, rejects) = records(&COMMAS, text.as_bytes());
        assert_eq!((papers[0].abstract_text.as_str(), rejects.len()), ("They wait, and wait.", 0), "{text}");
    }
}

#[test]
fn a_quotation_that_is_not_closed_is_told_and_the_rest_is_read() {
    let mut text = "title,abstract\n\"On Queues,They wait.\n".to_owned();
    text.extend((0..9_000).map(|paper| format!("On Logs {paper},They grow.\n")));
    let (papers, rejects) = records(&COMMAS, text.as_bytes());
    assert_eq!((papers.len(), rejects.len()), (9_000, 1));
    assert_eq!(rejects[0].0.line, Some(2));
    assert!(rejects[0].1.contains("quotation mark"), "{}", rejects[0].1);
}
