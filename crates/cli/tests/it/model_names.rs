//! Theme names from a language model, with a local server that answers, stalls, refuses and sends nonsense.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::edits::{Edited, edited, path, report};
use super::standing::files;
use super::text;

/// The reply to one request; the last one is repeated for all further requests.
#[derive(Clone)]
enum Reply {
    /// A completion with this content; `{}` is replaced by the number of the request.
    Says(&'static str),
    Body(&'static str),
    Status(&'static str),
    Stalls,
}

/// The requests the server received: head and body.
type Seen = Arc<Mutex<Vec<(String, String)>>>;

fn serve(replies: Vec<Reply>) -> (String, Seen) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}/v1", listener.local_addr().unwrap());
    let seen = Seen::default();
    let log = Arc::clone(&seen);
    thread::spawn(move || {
        for number in 0.. {
            let (stream, _) = listener.accept().unwrap();
            log.lock().unwrap().push(request(&stream));
            answer(stream, replies.get(number).unwrap_or(replies.last().unwrap()), number);
        }
    });
    (endpoint, seen)
}

fn request(stream: &TcpStream) -> (String, String) {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    (head, String::from_utf8(body).unwrap())
}

fn answer(mut stream: TcpStream, reply: &Reply, number: usize) {
    let send = |status: &str, body: &str| {
        format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
    };
    let reply = match reply {
        Reply::Says(content) => {
            let content = content.replace("{}", &"I".repeat(number + 1));
            let body =
                serde_json::json!({"choices": [{"message": {"role": "assistant", "content": content}}]});
            send("200 OK", &body.to_string())
        }
        Reply::Body(body) => send("200 OK", body),
        Reply::Status(status) => send(status, "{\"error\": \"said the server\"}"),
        Reply::Stalls => {
            thread::spawn(move || {
                thread::sleep(Duration::from_secs(3));
                drop(stream);
            });
            return;
        }
    };
    // The client may close the connection first.
    let _ = stream.write_all(reply.as_bytes());
}

fn name(run: &std::path::Path, endpoint: &str, key: Option<&str>) -> std::process::Output {
    let mut command = assert_cmd::Command::cargo_bin("thema").unwrap();
    command.env_remove("THEMA_API_KEY");
    if let Some(key) = key {
        command.env("THEMA_API_KEY", key);
    }
    let arguments = ["name", path(run), "--endpoint", endpoint, "--model", "tiny", "--timeout", "1"];
    command.args(arguments).output().unwrap()
}

#[test]
fn names_are_asked_for_once_and_shown() {
    let Edited { home: _home, run, .. } = edited();
    let model = files(&run.join("model"));
    let (endpoint, seen) = serve(vec![Reply::Says("\"**Topic {}**\"\n")]);
    let output = name(&run, &endpoint, Some("secret-key"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let requests = seen.lock().unwrap().clone();
    assert_eq!(requests.len(), 6);
    let (head, body) = &requests[0];
    assert!(head.starts_with("POST /v1/chat/completions HTTP/1.1"), "{head}");
    assert!(head.to_lowercase().contains("authorization: bearer secret-key"), "{head}");
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["model"], "tiny");
    let asked = body["messages"][1]["content"].as_str().unwrap();
    let learned = report(&run);
    let themes = learned["themes"].as_array().unwrap();
    assert!(themes.iter().all(|theme| theme["name"].as_str().unwrap().starts_with("Topic I")), "{themes:?}");
    let first = themes.iter().find(|theme| theme["name"] == "Topic I").unwrap();
    assert!(asked.contains(first["representatives"][0]["title"].as_str().unwrap()), "{asked}");
    let edits = fs::read_to_string(run.join("edits.toml")).unwrap();
    assert!(edits.contains("[[name]]") && !edits.contains("secret"), "{edits}");
    assert!(model == files(&run.join("model")), "the model of the run changed");

    let before = files(&run);
    let again = name(&run, &endpoint, Some("secret-key"));
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert_eq!(seen.lock().unwrap().len(), 6, "a known name was asked for again");
    assert!(before == files(&run), "a second call changed the run");
}

#[test]
fn nonsense_is_refused_in_words_and_the_theme_keeps_its_name() {
    let Edited { home: _home, run, .. } = edited();
    let before = report(&run);
    let (endpoint, seen) = serve(vec![
        Reply::Says("Sure! Here are\nsome names"),
        Reply::Body("<html>hello</html>"),
        Reply::Says("<script>alert(1)</script>"),
        Reply::Says("one two three four five six seven eight"),
        Reply::Says("Same name"),
        Reply::Says("same NAME"),
    ]);
    let output = name(&run, &endpoint, None);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    for reason in
        ["more than one line", "not a chat completion", "contains `<`", "8 words", "another theme is called"]
    {
        assert!(said.contains(reason), "{reason}: {said}");
    }
    assert_eq!(seen.lock().unwrap().len(), 6);
    assert!(!seen.lock().unwrap()[0].0.to_lowercase().contains("authorization"));
    let now = report(&run);
    let names = |report: &serde_json::Value| -> Vec<String> {
        let mut themes: Vec<_> = report["themes"].as_array().unwrap().clone();
        themes.sort_by_key(|theme| theme["id"].to_string());
        themes.iter().map(|theme| theme["name"].as_str().unwrap().to_owned()).collect()
    };
    let changed = names(&before).iter().zip(&names(&now)).filter(|(old, new)| old != new).count();
    assert_eq!(changed, 1, "{:?}", names(&now));
    assert!(names(&now).contains(&"Same name".to_owned()));
}

#[test]
fn a_server_that_stalls_or_fails_is_asked_again_and_given_up() {
    let Edited { home: _home, run, .. } = edited();
    let before = files(&run);
    for (replies, status, requests, reason) in [
        (vec![Reply::Stalls], 3, 3, "after 3 attempts"),
        (vec![Reply::Status("503 Service Unavailable")], 3, 3, "the server answered 503"),
        (vec![Reply::Status("401 Unauthorized")], 3, 1, "THEMA_API_KEY"),
        (vec![Reply::Status("404 Not Found")], 3, 1, "said the server"),
        (vec![Reply::Status("302 Found")], 3, 1, "the server answered 302"),
    ] {
        let (endpoint, seen) = serve(replies);
        let output = name(&run, &endpoint, None);
        assert_eq!(output.status.code(), Some(status), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
        assert_eq!(seen.lock().unwrap().len(), requests, "{reason}");
        assert!(before == files(&run), "{reason}");
    }
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let output = name(&run, &format!("http://{nobody}/v1"), None);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));

    // Answers received before the server failed are kept.
    let (endpoint, _) = serve(vec![Reply::Says("Answered in time"), Reply::Status("400 Bad Request")]);
    let output = name(&run, &endpoint, None);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the other themes keep their names"), "{}", text(&output.stderr));
    assert!(fs::read_to_string(run.join("themes.csv")).unwrap().contains("Answered in time"));
}

#[test]
fn a_key_does_not_leave_in_the_clear_and_is_no_setting() {
    let Edited { home: _home, run, .. } = edited();
    for (endpoint, reason) in [
        ("http://models.example.org/v1", "sent unencrypted"),
        ("ftp://models.example.org", "does not begin with http"),
        ("not an address", "the endpoint"),
    ] {
        let output = name(&run, endpoint, Some("secret-key"));
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        let said = text(&output.stderr);
        assert!(said.contains(reason) && !said.contains("secret-key"), "{said}");
    }
}
