//! Sends HTTP requests one after another over one connection.

use std::io::{self, Read};
use std::time::Duration;

use super::HarvestError;
use super::HarvestValidParams;
use crate::plain;

/// Longest wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// Most bytes of an error response that are shown.
const SHOWN_BYTES: u64 = 300;

/// Most redirects followed within the same host.
const MAX_REDIRECTS: u32 = 4;

/// The outcome of a request.
#[derive(Debug)]
pub(super) enum Answer {
    /// The whole body.
    Body(Vec<u8>),
    /// The server, the network or the body failed; asking again later may help.
    Later {
        /// What happened.
        reason: String,
        /// The `Retry-After` header.
        retry_after: Option<String>,
    },
    /// There was no connection or no response; asking again may help.
    None(String),
    /// The server refuses the request.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The server's message.
        reason: String,
    },
}

/// Sends requests; keeps the connection open between them.
pub(super) struct Transport {
    agent: ureq::Agent,
    params: HarvestValidParams,
    max_bytes: u64,
}

impl Transport {
    pub(super) fn new(params: &HarvestValidParams) -> Self {
        let config = ureq::Agent::config_builder()
            .user_agent(params.user_agent())
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_idle_connections(1)
            .proxy(None)
            .timeout_connect(Some(CONNECT))
            .timeout_recv_response(Some(params.answer_timeout()))
            .timeout_recv_body(Some(params.answer_timeout() * 5 / 2))
            .build();
        Self { agent: config.new_agent(), params: params.clone(), max_bytes: params.max_page_bytes() }
    }

    /// Requests `address` and follows redirects on the same host. Calls `before_each` before every request.
    pub(super) fn get(&self, address: &str, before_each: &mut dyn FnMut()) -> Result<Answer, HarvestError> {
        let mut at = self.params.signed(address);
        for _ in 0..=MAX_REDIRECTS {
            before_each();
            let mut response = match self.agent.get(&at).call() {
                Ok(response) => response,
                Err(ureq::Error::Io(error)) => return failed(error, "", address),
                Err(
                    error @ (ureq::Error::HostNotFound
                    | ureq::Error::ConnectionFailed
                    | ureq::Error::Timeout(_)),
                ) => return Ok(Answer::None(error.to_string())),
                Err(error) => return Ok(Answer::Later { reason: error.to_string(), retry_after: None }),
            };
            let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
            let (status, retry_after) =
                (response.status().as_u16(), header("retry-after").map(str::to_owned));
            match status {
                200 => {
                    let declared = response.body().content_length();
                    return self.body(declared, response.body_mut().as_reader(), address);
                }
                301 | 302 | 303 | 307 | 308 => at = redirect(&at, header("location").unwrap_or_default())?,
                429 | 500..=599 => {
                    return Ok(Answer::Later {
                        reason: format!("the server answered {status}"),
                        retry_after,
                    });
                }
                _ => {
                    let mut words = Vec::new();
                    // If the body of an error response cannot be read, show what was read of it.
                    let _ = response.body_mut().as_reader().take(SHOWN_BYTES).read_to_end(&mut words);
                    let words = plain(&String::from_utf8_lossy(&words))
                        .split_whitespace()
                        .collect::<Vec<_>>()
                        .join(" ");
                    let colon = if words.is_empty() { "" } else { ": " };
                    let reason = format!("the server answered {status}{colon}{words}");
                    return Ok(Answer::Refused { status, reason });
                }
            }
        }
        let reason = format!("more than {MAX_REDIRECTS} redirects");
        Err(HarvestError::Refused { address: address.to_owned(), reason })
    }

    fn body(&self, declared: Option<u64>, reader: impl Read, address: &str) -> Result<Answer, HarvestError> {
        let oversized = || {
            let reason = format!("the page is larger than {} bytes", self.max_bytes);
            HarvestError::Refused { address: address.to_owned(), reason }
        };
        if declared.is_some_and(|length| length > self.max_bytes) {
            return Err(oversized());
        }
        let mut body = Vec::new();
        let read = reader.take(self.max_bytes + 1).read_to_end(&mut body);
        if body.len() as u64 > self.max_bytes {
            return Err(oversized());
        }
        match read {
            Ok(_) => Ok(Answer::Body(body)),
            Err(error) => failed(error, "the answer was cut off: ", address),
        }
    }
}

/// The outcome of a failed connection or body: asking again may help, unless this process is out of memory.
fn failed(error: io::Error, what: &str, address: &str) -> Result<Answer, HarvestError> {
    use io::ErrorKind::{AddrNotAvailable, ConnectionRefused, HostUnreachable, NetworkUnreachable};

    if error.kind() == io::ErrorKind::OutOfMemory {
        return Err(HarvestError::NoMemory { address: address.to_owned(), source: error });
    }
    let reason = format!("{what}{error}");
    Ok(match error.kind() {
        ConnectionRefused | HostUnreachable | NetworkUnreachable | AddrNotAvailable => Answer::None(reason),
        _ => Answer::Later { reason, retry_after: None },
    })
}

/// The URL that `location` refers to from `from`, if it stays on the same host and does not downgrade from
/// HTTPS.
fn redirect(from: &str, location: &str) -> Result<String, HarvestError> {
    let origin_length = from.find("://").map_or(0, |at| at + 3);
    let origin_length = from[origin_length..].find('/').map_or(from.len(), |at| origin_length + at);
    let origin = &from[..origin_length];
    if location.starts_with('/') && !location.starts_with("//") {
        return Ok(format!("{origin}{location}"));
    }
    let same_origin =
        location.strip_prefix(origin).is_some_and(|rest| rest.starts_with(['/', '?']) || rest.is_empty());
    if same_origin {
        return Ok(location.to_owned());
    }
    let to = location.split("://").last().unwrap_or_default();
    let to = to.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or_default();
    Err(HarvestError::ForeignRedirect { from: from.to_owned(), to: to.chars().take(80).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_pass_is_asked_for_again() {
        let reset = failed(io::ErrorKind::ConnectionReset.into(), "the answer was cut off: ", "a").unwrap();
        assert!(
            matches!(reset, Answer::Later { reason, .. } if reason.starts_with("the answer was cut off: "))
        );
        let full = failed(io::ErrorKind::OutOfMemory.into(), "", "a");
        let refused = failed(io::ErrorKind::ConnectionRefused.into(), "", "a").unwrap();
        assert!(matches!(refused, Answer::None(_)), "{refused:?}");
        assert!(matches!(full, Err(HarvestError::NoMemory { .. })), "{full:?}");
    }

    #[test]
    fn only_the_own_host_is_followed() {
        let from = "https://a.org/oai?x";
        assert_eq!(redirect(from, "/oai2?x").unwrap(), "https://a.org/oai2?x");
        assert_eq!(redirect(from, "https://a.org/oai2?x").unwrap(), "https://a.org/oai2?x");
        for location in
            ["https://b.org/oai", "http://a.org/oai", "//b.org/oai", "https://a.org.b.org/", "", "x"]
        {
            assert!(
                matches!(redirect(from, location), Err(HarvestError::ForeignRedirect { .. })),
                "{location}"
            );
        }
    }
}
