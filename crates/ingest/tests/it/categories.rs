//! Categories are codes or names of several words.

use std::fs;

use thema_ingest::{Corpus, IngestParams};

#[test]
fn names_of_several_words_stay_whole() {
    let home = tempfile::tempdir().unwrap();
    let (input, stored) = (home.path().join("papers.csv"), home.path().join("corpus.parquet"));
    let rows = "title,abstract,subjects,doi\nOn 1,They wait.,\"Machine Learning; Networks, Clouds; cs.DC\",10.1000/a\n\
                On 2,It waits.,Machine Learning,10.1000/b\nOn 3,Logs grow.,cs.DC cs.PF,10.1000/c\nOn 4,Rest.,,10.1000/d\n\
                On 1,They wait.,Queueing Theory,10.1000/a\n";
    fs::write(&input, rows).unwrap();
    let corpus = IngestParams::new().run(&[input]).unwrap().corpus;
    corpus.write_parquet(fs::File::create(&stored).unwrap()).unwrap();
    let again = IngestParams::new().run(std::slice::from_ref(&stored)).unwrap().corpus;
    for corpus in [corpus, Corpus::read_parquet(&stored).unwrap(), again] {
        for (doi, categories) in [
            ("10.1000/a", &["Machine Learning", "Networks, Clouds", "cs.DC"][..]),
            ("10.1000/b", &["Machine Learning"]),
            ("10.1000/c", &["cs.DC", "cs.PF"]),
            ("10.1000/d", &[]),
        ] {
            let row = (0..corpus.len()).find(|&row| corpus.doi(row) == Some(doi)).unwrap();
            assert_eq!(corpus.categories(row).collect::<Vec<_>>(), categories);
            assert_eq!(corpus.primary_category(row), categories.first().copied());
        }
    }
}
