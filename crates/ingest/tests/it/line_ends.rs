//! Lines may end with a carriage return alone, as on old Macs.

use std::fs;

use thema_ingest::{IngestParams, Ingested};

fn read(name: &str, text: &str) -> Ingested {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(name);
    fs::write(&path, text).unwrap();
    IngestParams::new().run(&[path]).unwrap()
}

#[test]
fn any_line_end_gives_the_same_papers_and_places() {
    for (name, text) in [
        (
            "papers.ris",
            "Provider: JSTOR\nTY  - JOUR\nTI  - On 1\nER  - \nTI  - On 2\nER  - \nTY  - JOUR\nTI  - On 3\nER  - \n",
        ),
        ("papers.nbib", "PMID- 1\nTI  - On 1\n\nPMID- 2\nAU  - One A\n\nPMID- 3\nTI  - On 3\n"),
        (
            "papers.enw",
            "%0 Journal Article\n%T On 1\n\n%0 Journal Article\n%A Ann One\n\n%0 Journal Article\n%T On 3\n",
        ),
        (
            "papers.bib",
            "% papers\n@article{a, title = {On 1}}\n@article{b, year = 2001}\n@article{c, title = {On 3}}\n",
        ),
        ("papers.csv", "title,abstract\nOn 1,They wait.\n,It waits.\nOn 3,\"They\nwait.\"\n"),
    ] {
        let expected = read(name, text);
        assert_eq!((expected.corpus.len(), expected.rejects.len()), (2, 1), "{name}: {:?}", expected.rejects);
        for end in ["\r", "\r\n"] {
            let found = read(name, &text.replace('\n', end));
            let titles = |ingested: &Ingested| -> Vec<String> {
                (0..ingested.corpus.len()).map(|row| ingested.corpus.title(row).to_owned()).collect()
            };
            assert_eq!(titles(&found), titles(&expected), "{name} {end:?}");
            let lines = |ingested: &Ingested| ingested.rejects[0].position.unwrap().line;
            assert_eq!(lines(&found), lines(&expected), "{name} {end:?}");
        }
    }
}
