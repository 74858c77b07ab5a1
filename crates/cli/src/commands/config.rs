//! Prints the settings.

use thema::{DEFAULTS, Error, Fault, Result};

use crate::arguments::GlobalArguments;
use crate::configuration::resolve;
use crate::output::{print_json, print_raw};

/// Prints the defaults with their comments, or the settings that result from the user's file and the environment.
pub(crate) fn config(global: &GlobalArguments) -> Result<()> {
    if global.json {
        return print_json(&resolve(global, None)?);
    }
    let text = if global.config.is_some() {
        toml::to_string(&resolve(global, None)?)
            .map_err(|error| Error::new(Fault::Internal, error.to_string()))?
    } else {
        DEFAULTS.to_owned()
    };
    print_raw(|out| write!(out, "{text}"))
}
