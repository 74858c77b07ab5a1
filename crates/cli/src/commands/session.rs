//! What every working command starts with: settings, threads, progress bars and an interruption handler.

use std::io::IsTerminal;
use std::sync::Arc;

use thema::{Engine, Error, Fault, Result, pool_size};

use crate::arguments::{GlobalArguments, ModelArguments};
use crate::configuration::resolve;
use crate::interruption::clean_up_when_interrupted;
use crate::progress::Bars;

/// An engine and the threads it runs on.
pub(super) struct Session {
    engine: Engine,
    threads: rayon::ThreadPool,
}

impl Session {
    /// Resolves and checks the settings, and starts the threads.
    pub(super) fn begin(global: &GlobalArguments, model: Option<&ModelArguments>) -> Result<Self> {
        let settings = resolve(global, model)?;
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(pool_size(settings.threads))
            .build()
            .map_err(|error| Error::new(Fault::Settings, format!("cannot start the threads: {error}")))?;
        let visible = !global.quiet && !global.json && std::io::stderr().is_terminal();
        let engine = Engine::new(settings)?.observed_by(Arc::new(Bars::new(visible)));
        clean_up_when_interrupted();
        Ok(Self { engine, threads })
    }

    /// Runs `work` on the session's threads.
    pub(super) fn work<T: Send>(&self, work: impl FnOnce(&Engine) -> Result<T> + Send) -> Result<T> {
        self.threads.install(|| work(&self.engine))
    }
}
