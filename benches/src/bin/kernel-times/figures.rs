//! The figures of a kernel: its time, and how close it comes to the machine's bound.

use serde::Serialize;
use thema_benches::{GATHER, MEMORY_READ, PRODUCT, Probe, ZIPF_GATHER};

/// One timed kernel.
#[derive(Serialize)]
pub(super) struct Kernel {
    #[serde(rename = "kernel")]
    name: &'static str,
    /// What the kernel worked on.
    work: String,
    seconds: f64,
    reached: f64,
    unit: &'static str,
    /// The probes that bound it.
    bound: String,
    /// Time the work would take at the probes' rates, as a share of the time it took.
    fraction: f64,
    /// Peak resident memory of the process after the kernel, in MB.
    peak_mb: u64,
}

#[derive(Serialize)]
pub(super) struct Figures {
    pub(super) probes: Vec<Probe>,
    pub(super) kernels: Vec<Kernel>,
    /// Sum of the squared distances of the vectors to their cluster means.
    pub(super) inertia: f64,
}

/// The measured limits of the machine.
pub(super) struct Bounds {
    /// Dense matrix multiply-adds per second.
    products: f64,
    /// Values gathered per second, one multiply-add each, in rows accessed as often as terms occur.
    gathered: f64,
    /// The same for rows accessed in scattered order.
    scattered: f64,
    /// Bytes read sequentially per second.
    read: f64,
}

impl Bounds {
    pub(super) fn of(probes: &[Probe]) -> Self {
        let figure =
            |name| probes.iter().find(|probe| probe.probe == name).map_or(f64::NAN, |probe| probe.figure);
        let values = |name| figure(name) * 1e9 / size_of::<f32>() as f64;
        Self {
            products: figure(PRODUCT) * 1e9 / 2.0,
            gathered: values(ZIPF_GATHER),
            scattered: values(GATHER),
            read: figure(MEMORY_READ) * 1e9,
        }
    }

    pub(super) fn product(&self, name: &'static str, work: String, seconds: f64, dense: f64) -> Kernel {
        Kernel { bound: PRODUCT.to_owned(), ..self.both(name, work, seconds, dense, 0.0) }
    }

    pub(super) fn gather(&self, name: &'static str, work: String, seconds: f64, sparse: f64) -> Kernel {
        Kernel { bound: ZIPF_GATHER.to_owned(), ..self.both(name, work, seconds, 0.0, sparse) }
    }

    pub(super) fn scatter(&self, name: &'static str, work: String, seconds: f64, values: f64) -> Kernel {
        Kernel {
            bound: GATHER.to_owned(),
            fraction: values / self.scattered / seconds,
            ..self.both(name, work, seconds, 0.0, values)
        }
    }

    /// A kernel over text with this many bytes of input and output.
    pub(super) fn text(&self, name: &'static str, work: String, seconds: f64, bytes: f64) -> Kernel {
        Kernel {
            reached: bytes / 1e9 / seconds,
            unit: "GB/s",
            bound: MEMORY_READ.to_owned(),
            fraction: bytes / self.read / seconds,
            ..self.both(name, work, seconds, 0.0, 0.0)
        }
    }

    /// A kernel with this many multiply-adds of dense matrices, and of sparse rows with a dense table.
    pub(super) fn both(
        &self,
        name: &'static str,
        work: String,
        seconds: f64,
        dense: f64,
        sparse: f64,
    ) -> Kernel {
        Kernel {
            name,
            work,
            seconds,
            reached: (dense + sparse) / 1e9 / seconds,
            unit: "GFMA/s",
            bound: format!("{PRODUCT} and {ZIPF_GATHER}"),
            fraction: (dense / self.products + sparse / self.gathered) / seconds,
            peak_mb: peak_mb(),
        }
    }
}

/// Peak resident memory of the process in MB; 0 if the system does not report it.
fn peak_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1000
}
