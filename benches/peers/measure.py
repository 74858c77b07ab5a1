"""Measures a system in an environment with pinned versions, in its own process."""

import os
import pathlib
import platform
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent


def environment(work):
    """Runs this script again inside the virtual environment, which it makes first if it is missing or stale."""
    wanted = (HERE / "requirements.txt").read_text()
    venv, stamp = work / "venv", work / "venv" / "requirements.txt"
    python = venv / "bin" / "python"
    if pathlib.Path(sys.prefix) == venv.resolve():
        return
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "-r", HERE / "requirements.txt"], check=True)
        stamp.write_text(wanted)
    os.execv(python, [str(python), *sys.argv])


def timed(command, log):
    """Runs a command alone. Returns wall seconds, CPU seconds and peak megabytes of it and its children, and whether it failed.

    The figures come from /usr/bin/time. If this program measured its child directly, the kernel's peak memory would start
    from that of the parent, which holds whole corpora.
    """
    quiet = {**os.environ, "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "true", "PYTHONHASHSEED": "0"}
    measured = log.with_suffix(".time")
    command = ["/usr/bin/time", "-o", measured, "-f", "%U %S %M", *command]
    with open(log, "w") as out:
        start = time.perf_counter()
        process = subprocess.run(list(map(str, command)), stdout=out, stderr=subprocess.STDOUT, env=quiet, check=False)
        wall = time.perf_counter() - start
    user, system, peak = map(float, measured.read_text().split("\n")[-2].split())
    return {"wall": wall, "cpu": user + system, "peak_mb": peak / 1024, "failed": process.returncode != 0}


def machine():
    """The machine that the figures depend on."""
    with open("/proc/cpuinfo") as lines:
        processor = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "unknown")
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {"processor": processor, "cores": os.cpu_count(), "memory_gb": round(pages / 1e9, 1),
            "system": platform.platform(), "python": platform.python_version()}


def versions(thema):
    """The versions of every peer and of thema."""
    pinned = (HERE / "requirements.txt").read_text().splitlines()
    found = dict(line.split("==") for line in pinned if "==" in line)
    if thema.exists():
        answer = subprocess.run([thema, "--version"], capture_output=True, text=True, check=True)
        found["thema"] = answer.stdout.split()[-1]
    return found
