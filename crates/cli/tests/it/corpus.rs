//! `thema ingest` and `thema harvest`: writing a corpus file, and commands that read it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

use super::{root, text, thema};

fn summary(arguments: &[&str]) -> serde_json::Value {
    let output = thema(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_corpus_grows_and_stands_for_its_sources() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let papers = root().join("data/sample/papers");
    let file = |name: &str| papers.join(name).to_str().unwrap().to_owned();
    let (whole, steps) = (path("whole.parquet"), path("steps.parquet"));
    let all = summary(&["ingest", papers.to_str().unwrap(), "--out", &whole, "--json"]);
    assert_eq!((&all["papers"], &all["records"], &all["new"]), (&168.into(), &217.into(), &168.into()));
    let again = summary(&["ingest", papers.to_str().unwrap(), "--out", &whole, "--json"]);
    assert_eq!((&again["papers"], &again["known"], &again["new"]), (&168.into(), &217.into(), &0.into()));
    let pattern = papers.join("arxiv-*").to_str().unwrap().to_owned();
    summary(&["ingest", &file("pith-listing.txt"), "--out", &steps, "--json"]);
    let grown = summary(&["ingest", &pattern, "--out", &steps, "--json"]);
    assert!(grown["new"].as_u64().unwrap() > 0 && grown["newer"].as_u64().unwrap() > 0, "{grown}");
    assert!(fs::read(&whole).unwrap() == fs::read(&steps).unwrap(), "all at once or one after another");
    let log = fs::read_to_string(path("whole.reconcile.csv")).unwrap();
    for reason in [",version,", ",arxiv-id,", ",title-and-abstract,"] {
        assert!(log.contains(reason), "{reason}");
    }
    let (from_corpus, from_sources) = (path("a"), path("b"));
    for (input, out) in [(whole.as_str(), &from_corpus), (papers.to_str().unwrap(), &from_sources)] {
        let output = thema(&["run", input, "--out", out]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let read = |run: &str, name: &str| fs::read(home.path().join(run).join(name)).unwrap();
    assert!(read("a", "papers.csv") == read("b", "papers.csv"));
    assert!(read("a", "themes.csv") == read("b", "themes.csv"));
    assert!(!read("a", "reconcile.csv").is_empty());
}

#[test]
fn a_corpus_names_no_folder_of_the_machine() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("a-private-folder");
    fs::create_dir(&folder).unwrap();
    for name in ["may", "june"] {
        let table = format!("title,abstract\nOn Queues,They wait longer in {name}.\nOn Queues,They wait.\n");
        fs::write(folder.join(name).with_extension("csv"), table).unwrap();
    }
    let out = home.path().join("c.parquet");
    let read = summary(&["ingest", folder.to_str().unwrap(), "--out", out.to_str().unwrap(), "--json"]);
    assert_eq!(read["records"], 4);
    let records = fs::read_to_string(home.path().join("c.reconcile.csv")).unwrap();
    assert!(records.contains(",may.csv#2,") || records.contains(",may.csv,"), "{records}");
    for entry in fs::read_dir(home.path()).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file())
    {
        let bytes = fs::read(entry.path()).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("a-private-folder"), "{}", entry.path().display());
    }
}

#[test]
fn what_is_no_corpus_is_not_replaced() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("notes.txt");
    fs::write(&out, "mine").unwrap();
    let papers = root().join("data/sample/papers");
    let output = thema(&["ingest", papers.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(fs::read(&out).unwrap(), b"mine");
}

#[test]
fn columns_are_named_where_they_cannot_be_guessed() {
    let home = tempfile::tempdir().unwrap();
    let table = home.path().join("table.csv");
    fs::write(&table, "Kopf,Inhalt\nOn Queues,They wait.\n").unwrap();
    let (table, out) = (table.to_str().unwrap(), home.path().join("c.parquet"));
    let out = out.to_str().unwrap();
    assert_eq!(thema(&["ingest", table, "--out", out]).status.code(), Some(3));
    let read = summary(&["ingest", table, "--out", out, "--columns", "title=Kopf,abstract=Inhalt", "--json"]);
    assert_eq!(read["papers"], 1);
    let output = thema(&["ingest", table, "--out", out, "--columns", "kopf=Kopf"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
}

#[test]
fn a_harvest_ends_in_a_corpus() {
    let page = fs::read_to_string(root().join("data/sample/forty/oai-pmh-arxivraw.xml")).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/oai", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let lines = BufReader::new(&stream).lines().map_while(Result::ok);
        let request: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", page.len());
        stream.write_all((head + &page).as_bytes()).unwrap();
        request.join("\n")
    });
    let home = tempfile::tempdir().unwrap();
    let out = home.path().to_str().unwrap();
    let arguments =
        ["harvest", "oai-pmh", "--out", out, "--contact", "tester@example.org", "--address", &address];
    let output = thema(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let request = server.join().unwrap();
    assert!(request.contains("verb=ListRecords") && request.contains("tester@example.org"), "{request}");
    assert!(text(&output.stdout).contains("40 papers from 40 records"), "{}", text(&output.stdout));
    assert!(home.path().join("pages/page-000001.xml").exists());
    let again = thema(&arguments);
    assert!(again.status.success(), "all pages are there, nothing is asked: {}", text(&again.stderr));
    assert!(text(&again.stdout).contains("records already known: 40"), "{}", text(&again.stdout));
    let refused = thema(&["harvest", "oai-pmh", "--out", out, "--contact", "nobody"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn sets_are_listed_as_lines_or_as_json() {
    let page = "<OAI-PMH><ListSets><set><setSpec>cs</setSpec><setName>Computer Science</setName></set></ListSets></OAI-PMH>";
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/oai", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let lines = BufReader::new(&stream).lines().map_while(Result::ok);
            lines.take_while(|line| !line.is_empty()).for_each(drop);
            let head =
                format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", page.len());
            stream.write_all((head + page).as_bytes()).unwrap();
        }
    });
    let list = |flags: &[&str]| {
        let arguments =
            ["harvest", "oai-pmh", "--list-sets", "--contact", "tester@example.org", "--address", &address];
        let output = thema(&[&arguments[..], flags].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(list(&[]), "cs\tComputer Science\n");
    assert_eq!(list(&["--json"]), "[{\"name\":\"cs\",\"title\":\"Computer Science\"}]\n");
}

/// The forty papers as two pages of OAI-PMH, the first with a resumption token for the second.
fn two_pages() -> [String; 2] {
    let whole = fs::read_to_string(root().join("data/sample/forty/oai-pmh-arxivraw.xml")).unwrap();
    let starts: Vec<usize> = whole.match_indices("<record>").map(|(at, _)| at).collect();
    let (first, middle, end) = (starts[0], starts[17], whole.rfind("</record>").unwrap() + "</record>".len());
    let tail = "</ListRecords></OAI-PMH>";
    let token = "<resumptionToken>second</resumptionToken>";
    [
        format!("{}{token}{tail}", &whole[..middle]),
        format!("{}{}{tail}", &whole[..first], &whole[middle..end]),
    ]
}

#[test]
fn a_later_harvest_adds_what_has_changed_since_the_last() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/oai", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let [first, second] = two_pages();
        let first = first.replace("<resumptionToken>second</resumptionToken>", "");
        let mut requests = Vec::new();
        for body in [&first, &second, &"<OAI-PMH><error code='noRecordsMatch'/></OAI-PMH>".to_owned()] {
            let (mut stream, _) = listener.accept().unwrap();
            let lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let request: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            requests.push(request[0].clone());
            let head =
                format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            stream.write_all((head + body).as_bytes()).unwrap();
        }
        requests
    });
    let home = tempfile::tempdir().unwrap();
    let out = home.path().to_str().unwrap();
    let harvest = |flags: &[&str]| {
        let arguments =
            ["harvest", "oai-pmh", "--out", out, "--contact", "tester@example.org", "--address", &address];
        let output = thema(&[&arguments[..], &["--interval", "0"], flags].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(harvest(&[]).contains("17 papers from 17 records"));
    // As if the first harvest had run on another day.
    let begun = home.path().join("pages/request.txt");
    let address_alone = fs::read_to_string(&begun).unwrap().lines().next().unwrap().to_owned();
    fs::write(&begun, format!("{address_alone}\n2026-03-05\n")).unwrap();
    let said = harvest(&["--since-last"]);
    assert!(said.contains("40 papers from") && said.contains("new papers: 23;"), "{said}");
    assert!(home.path().join("pages-2/page-000001.xml").exists());
    for flags in [&["--since-last"][..], &[]] {
        let said = harvest(flags);
        assert!(
            said.contains("40 papers from") && said.contains("new papers: 0;"),
            "nothing has changed: {said}"
        );
    }
    let requests = server.join().unwrap();
    assert!(!requests[0].contains("from=") && requests[1].contains("from=2026-03-04"), "{requests:?}");
}

#[test]
fn a_harvest_that_cannot_be_is_refused_before_anything_is_asked() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    for (flags, reason) in [
        (&["arxiv-api", "--set", "cs.DX"][..], "arXiv has no category \"cs.DX\"; the nearest are cs."),
        (&["crossref"][..], "the service needs a set or a first day"),
        (&["openalex", "--set", "type:article", "--since-last"][..], "does not report changes"),
        (&["oai-pmh", "--since-last", "--until", "2026-01-01"][..], "leave --until out"),
    ] {
        let rest = [
            "--out",
            out.to_str().unwrap(),
            "--contact",
            "tester@example.org",
            "--address",
            "http://127.0.0.1:9/",
        ];
        let output = thema(&[&["harvest"], flags, &rest].concat());
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
        assert!(!out.exists());
    }
}

#[cfg(unix)]
#[test]
fn a_harvest_killed_within_a_page_goes_on_without_loss_or_doubles() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/oai", listener.local_addr().unwrap());
    let (half_sent, is_half_sent) = std::sync::mpsc::channel();
    let server = thread::spawn(move || {
        let [first, second] = two_pages();
        let half = second.len() / 2;
        let mut requests = Vec::new();
        for (body, sent) in [(&first, first.len()), (&second, half), (&second, second.len())] {
            let (mut stream, _) = listener.accept().unwrap();
            let lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let request: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            requests.push(request[0].clone());
            let head =
                format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            stream.write_all((head + &body[..sent]).as_bytes()).unwrap();
            if sent < body.len() {
                half_sent.send(()).unwrap();
                // The connection closes when the client is killed.
                let _ = std::io::Read::read(&mut stream, &mut [0]);
            }
        }
        requests
    });
    let home = tempfile::tempdir().unwrap();
    let out = home.path().to_str().unwrap();
    let arguments =
        ["harvest", "oai-pmh", "--out", out, "--contact", "tester@example.org", "--address", &address];
    let mut killed = std::process::Command::new(assert_cmd::cargo::cargo_bin("thema"))
        .args(arguments)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    is_half_sent.recv_timeout(std::time::Duration::from_secs(20)).unwrap();
    killed.kill().unwrap();
    assert!(!killed.wait().unwrap().success());
    assert!(home.path().join("pages/page-000001.xml").exists());
    assert!(
        !home.path().join("pages/page-000002.xml").exists() && !home.path().join("corpus.parquet").exists()
    );
    let output = thema(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("40 papers from 40 records"), "{}", text(&output.stdout));
    let requests = server.join().unwrap();
    assert!(!requests[0].contains("resumptionToken") && requests[1].contains("resumptionToken=second"));
    assert_eq!(requests[1], requests[2], "the page that was cut is asked for again, and no other");
}
