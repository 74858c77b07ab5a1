//! Requests to a server with the chat completions API of `OpenAI`, such as Ollama, vLLM and llama.cpp.

use std::io::Read;
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// Attempts per question before giving up on the server.
const ATTEMPTS: u32 = 3;
/// Wait before the second attempt; twice as long before the third.
const WAIT: Duration = Duration::from_secs(1);
/// Longest wait accepted from a server.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Largest response accepted, in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// Characters shown of an error response.
const SHOWN: usize = 200;

/// A server and its key.
pub(super) struct Chat {
    agent: ureq::Agent,
    address: String,
    key: Option<String>,
}

/// The outcome of one attempt.
enum Attempt {
    Body(Vec<u8>),
    /// A retry may help, after the wait the server asked for.
    Later(String, Option<Duration>),
    Refused(String),
}

impl Chat {
    /// A server with base address `endpoint`, such as `http://localhost:11434/v1`.
    ///
    /// # Errors
    /// An endpoint that is not an HTTP address, a key that would be sent over a network unencrypted, or a
    /// malformed key.
    pub(super) fn new(endpoint: &str, key: Option<&str>, timeout: Duration) -> Result<Self, String> {
        let endpoint = endpoint.trim_end_matches('/');
        let address = format!("{endpoint}/chat/completions");
        let address = address
            .parse::<ureq::http::Uri>()
            .map_err(|error| format!("the endpoint {endpoint}: {error}"))?;
        let host = address.host().unwrap_or_default().trim_matches(['[', ']']);
        let is_here = host == "localhost"
            || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
        match (address.scheme_str(), key) {
            (Some("https"), _) | (Some("http"), None) => {}
            (Some("http"), Some(_)) if is_here => {}
            (Some("http"), Some(_)) => {
                return Err(format!("the endpoint {endpoint}: the key would be sent unencrypted; use https"));
            }
            _ => return Err(format!("the endpoint {endpoint} does not begin with http:// or https://")),
        }
        if key.is_some_and(|key| key.is_empty() || !key.chars().all(|sign| sign.is_ascii_graphic())) {
            return Err("the key in THEMA_API_KEY is empty, or contains white space or non-ASCII characters"
                .to_owned());
        }
        let config = ureq::Agent::config_builder()
            .user_agent(concat!("thema/", env!("CARGO_PKG_VERSION")))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .timeout_global(Some(timeout))
            .build();
        Ok(Self { agent: config.new_agent(), address: address.to_string(), key: key.map(str::to_owned) })
    }

    /// Sends a question and returns the body of the response.
    ///
    /// # Errors
    /// The reason there is none, after up to [`ATTEMPTS`] attempts.
    pub(super) fn ask(&self, question: &Value) -> Result<Vec<u8>, String> {
        let mut wait = WAIT;
        let mut attempt = 1;
        loop {
            let (reason, asked) = match self.attempt(question) {
                Attempt::Body(body) => return Ok(body),
                Attempt::Refused(reason) => return Err(format!("{}: {reason}", self.address)),
                Attempt::Later(reason, asked) => (reason, asked),
            };
            if attempt == ATTEMPTS {
                return Err(format!("{}: {reason} (after {ATTEMPTS} attempts)", self.address));
            }
            thread::sleep(asked.unwrap_or(wait).min(LONGEST_WAIT));
            wait *= 2;
            attempt += 1;
        }
    }

    fn attempt(&self, question: &Value) -> Attempt {
        let mut request = self.agent.post(&self.address).header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", &format!("Bearer {key}"));
        }
        let mut response = match request.send(question.to_string().as_bytes()) {
            Ok(response) => response,
            Err(error) => return Attempt::Later(error.to_string(), None),
        };
        let status = response.status().as_u16();
        let asked: Option<u64> =
            response.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
        let mut body = Vec::new();
        let read = response.body_mut().as_reader().take(MOST_BYTES + 1).read_to_end(&mut body);
        if body.len() as u64 > MOST_BYTES {
            return Attempt::Refused(format!("the answer is larger than {MOST_BYTES} bytes"));
        }
        match (status, read) {
            (200, Ok(_)) => Attempt::Body(body),
            (200, Err(error)) => Attempt::Later(format!("the answer was cut off: {error}"), None),
            (429 | 500..=599, _) => {
                Attempt::Later(format!("the server answered {status}"), asked.map(Duration::from_secs))
            }
            (401 | 403, _) => {
                Attempt::Refused(format!("the server answered {status}; it needs a key in THEMA_API_KEY"))
            }
            _ => {
                let said: String = String::from_utf8_lossy(&body).chars().take(SHOWN).collect();
                Attempt::Refused(format!(
                    "the server answered {status}: {}",
                    thema_ingest::plain(said.trim())
                ))
            }
        }
    }
}
