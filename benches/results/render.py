#!/usr/bin/env python3
"""Renders the figures in this folder as benches/RESULTS.md. Uses the standard library only.

Reads those that exist of `quality.json`, `kernel_times.json` and `scale.json` (from benches/peers), `algorithms.json` (from algorithms.py),
`ingest.json`, `roofline.json`, `kernels.json` and `faults.json`. The last four are made here from the output of `--bench ingest`, the program
`roofline`, criterion and the program `faults`: pass it with `--ingest`, `--roofline`, `--kernels` and `--faults` on the machine and the day
of the run, because both are stored with the figures.
"""

import argparse
import datetime
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "peers"))

from measure import machine  # noqa: E402


def load(name):
    """The figures of a file, or None."""
    path = HERE / name
    return json.loads(path.read_text()) if path.exists() else None


def table(header, rows):
    """A Markdown table with numbers aligned right."""
    right = [all(re.fullmatch(r"[-*–.,\d %]*", row[column]) for row in rows) for column in range(len(header))]
    lines = ["| " + " | ".join(header) + " |", "|" + "|".join("---:" if r else "---" for r in right) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def number(value, digits=2, best=None):
    """A figure, bold if it is the best of its column."""
    if value is None:
        return "–"
    text = f"{value:,.{digits}f}"
    return f"**{text}**" if best is not None and text == f"{best:,.{digits}f}" else text


def place(figures):
    """The machine and the date of a measurement."""
    machine = figures["machine"]
    return (f"{machine['cores']} cores of {machine['processor']}, {machine['memory_gb']} GB, {machine['system']}, "
            f"Python {machine['python']}; {figures['date']}")


def versions(figures):
    """All versions in one sentence."""
    return ", ".join(f"{name} {version}" for name, version in sorted(figures["versions"].items())) + ".\n"


def conditions(figures):
    """Machine, date and versions in one paragraph."""
    return f"{place(figures)}. {versions(figures)}"


def places(rows):
    """Where and when the rows of a table were measured, with systems or sizes if that was more than one run."""
    systems = {}
    for row in rows:
        name = f"{row['papers']:,} papers" if "papers" in row else row["system"]
        names = systems.setdefault(place(row), [])
        if name not in names:
            names.append(name)
    if len(systems) == 1:
        return next(iter(systems)) + ".\n"
    return "\n".join(f"- {where}: {', '.join(names)}" for where, names in systems.items()) + "\n"


def furthest(figures):
    """The largest difference between gensim's coherence and thema's, with one window per document."""
    return max((abs(row[gensim] - row[own]) for corpus in figures["quality"].values() for row in corpus["rows"]
                for gensim, own in (("npmi", "npmi_thema"), ("c_v_documents", "c_v_thema")) if row.get(gensim) is not None),
               default=0.0)


def quality(figures):
    """One table per corpus."""
    out = ["## Quality and cost on the same partitions\n", versions(figures),
           "V, ARI and AMI are against the labels; a peer's outliers count as one more cluster. c_npmi and C_v are gensim's over the "
           "corpus, for ten words per cluster. NPMI (d) and C_v (d) use one window per document, by gensim and as thema measures them; "
           f"the two differ by at most {furthest(figures):.0e}. Diversity is the share of distinct words. Stability is the mean ARI "
           "between seeds. Wall and CPU seconds and peak memory are of the whole process, medians over the runs. Bold is best. "
           "thema's background model was learned from other arXiv papers and some of these, without labels; MiniLM "
           "from a billion sentence pairs, including abstracts.\n"]
    columns = [("V", "v", 3, max), ("ARI", "ari", 3, max), ("AMI", "ami", 3, max), ("c_npmi", "c_npmi", 3, max),
               ("C_v", "c_v", 3, max), ("NPMI (d)", "npmi", 3, max), ("thema's", "npmi_thema", 3, None),
               ("C_v (d)", "c_v_documents", 3, max), ("thema's", "c_v_thema", 3, None), ("diversity", "diversity", 2, max), ("stability", "stability", 2, max),
               ("clusters", "clusters", 0, None), ("outliers %", "outliers", 1, None), ("wall s", "wall", 1, min),
               ("CPU s", "cpu", 1, min), ("peak MB", "peak_mb", 0, min), ("runs", "runs", 0, None)]
    for name, corpus in figures["quality"].items():
        rows = sorted((row for row in corpus["rows"] if not row.get("failed")), key=lambda row: -row.get("v", 0))
        shown = [column for column in columns if any(row.get(column[1]) is not None for row in rows)]
        body = []
        for row in rows:
            cells = [row["system"]]
            for _, key, digits, best in shown:
                values = [other[key] for other in rows if other.get(key) is not None]
                factor = 100 if key == "outliers" else 1
                value = None if row.get(key) is None else row[key] * factor
                cells.append(number(value, digits, best(values) if best else None))
            body.append(cells)
        out += [f"### {name}\n", f"{corpus['note']}; {corpus['clusters']} clusters requested.\n",
                table(["system"] + [column[0] for column in shown], body), places(rows)]
        failed = [row["system"] for row in corpus["rows"] if row.get("failed")]
        if failed:
            out.append("Did not finish: " + ", ".join(failed) + ".\n")
    return out


def algorithms(figures):
    """The effect of every step and every algorithm, one table per set."""
    out = ["## Steps and algorithms\n", conditions(figures),
           "`python3 benches/algorithms.py`: `thema run` on the whole set with the number of clusters given and one setting "
           "changed, scored on the first 6,000 papers, mean over the seeds.\n"]
    for name in dict.fromkeys(row["set"] for row in figures["rows"]):
        for kind in ("step", "algorithm"):
            rows = [row for row in figures["rows"] if row["set"] == name and row["kind"] == kind]
            if rows:
                out += [f"### {name}, by {kind}\n", table(
                    [kind, "V", "ARI", "clusters", "outliers %", "CPU s", "peak MB", "seeds"],
                    [[row["name"], number(row["v"], 3), number(row["ari"], 3), number(row["clusters"], 0),
                      number(row["outliers"] * 100, 1), number(row["cpu"], 1), number(row["peak_mb"], 0), str(row["seeds"])] for row in rows])]
    return out


def scale(figures):
    """A table of all sizes, the exponents, and thema's stages."""
    rows = [row for row in figures["rows"] if not row["failed"]]
    body = [[row["system"], f"{row['papers']:,}", row["source"], number(row["bytes"] / 1e6, 0), number(row["wall"], 1),
             number(row["cpu"], 1), number(row["peak_mb"], 0), number(row["peak_mb"] * 2**20 / row["papers"] / 1e3, 2)]
            for row in rows]
    out = ["## Scale\n", versions(figures), f"{figures['clusters']} clusters requested.\n",
           table(["system", "papers", "source", "input MB", "wall s", "CPU s", "peak MB", "peak kB per paper"], body),
           table(["system", "exponent of wall time", "exponent of peak memory"],
                 [[name, number(fit["wall"]), number(fit["peak_mb"])] for name, fit in figures["exponents"].items()]), places(rows)]
    own = [row for row in rows if row["system"] == "thema"]
    if own:
        names = list(dict.fromkeys(stage for row in own for stage in row["stages"]))
        out += ["Seconds of thema's stages:\n",
                table(["stage"] + [f"{row['papers']:,} {row['source']}" for row in own],
                      [[name] + [number(row["stages"].get(name)) for row in own] for name in names])]
    failed = [f"{row['system']} on {row['papers']:,} papers" for row in figures["rows"] if row["failed"]]
    if failed:
        out.append("Did not finish: " + ", ".join(failed) + ".\n")
    return out


def share(fraction):
    """A share in per cent, with a decimal if it is small."""
    return f"{fraction * 100:.{0 if fraction >= .1 else 1}f} %"


def kernel_times(figures):
    """thema's kernels beside the same kernels of peers, and the share of the machine's bound that they reach."""
    own = {kernel["kernel"]: kernel for kernel in figures["kernels"]}
    body = [[kernel["kernel"], "thema", number(kernel["seconds"]), "", str(kernel["peak_mb"]), kernel["work"],
             f"{kernel['reached']:.1f} {kernel['unit']}",
             share(kernel["fraction"])] for kernel in figures["kernels"]]
    body += [[name, system, number(seconds), f"{seconds / own[name]['seconds']:.1f}", str(peak), "", "", ""]
             for name, system, seconds, peak in figures["peers"]]
    order = list(own)
    body.sort(key=lambda row: order.index(row[0]))
    inertia = ", ".join(f"{name} {value:,.0f}" for name, value in figures["inertia"].items())
    probes = ", ".join(f"{p['probe']} {p['figure']:.0f} {p['unit']}" for p in figures["probes"])
    return ["## Kernels beside the same kernels of peers\n", conditions(figures),
            "Peak memory is of the whole process up to the end of the kernel; thema's process runs all of them. The share of the bound is "
            f"the time that the kernel's products would take at the rates of the probes in the same run ({probes}, with all "
            "threads), divided by the kernel's time. Dense products are compared with the product of square matrices, sparse rows "
            "times a dense table with gathering rows of 1 KiB by Zipf's law, smoothing with gathering them in scattered order, and "
            "text kernels with reading as many bytes as they take in and put out. In the map, a 64-bit operation counts "
            "as one 32-bit multiply-add.\n",
            table(["kernel", "system", "seconds", "times thema's", "peak MB", "work", "reached", "share of bound"], body),
            f"Inertia of the clusters: {inertia}.\n"]


def ingest(figures):
    """Bytes to records and to a corpus, beside bare parsers of the same bytes."""
    peak = figures["peak"]
    return ["## Ingest\n", conditions(figures), f"{figures['papers']:,} papers, {figures['threads']} threads; the best of "
            f"{figures['runs']} runs of `--bench ingest`, in which peers and thema take turns. The last column is thema's time as a "
            "multiple of the time of each peer above.\n",
            table(["from and to", "MB", "MB/s", "times the peer's"],
                  [[row["name"], number(row["megabytes"], 1), number(row["speed"], 0), " / ".join(number(times) for times in row["times"]) or "–"]
                   for row in figures["rows"]]),
            f"Peak memory from JSON to a corpus, with the system's allocator: {number(peak['peak'], 1)} MB for "
            f"{number(peak['kept'], 1)} MB of text kept, {number(peak['peak'] / peak['kept'])} bytes per byte.\n"]


def roofline(figures):
    """The machine's limits."""
    return ["## Roofline\n", conditions(figures), "Measured in one run by `cargo run --release -p thema-benches --bin roofline`.\n",
            table(["probe", "threads", "figure", "unit"],
                  [[p["probe"], str(p["threads"]), number(p["figure"], 1), p["unit"]] for p in figures["probes"]])]


def kernels(figures):
    """Criterion's medians."""
    return ["## Kernels\n", conditions(figures), "Criterion's median time of one call on the generated corpus, `just bench`.\n",
            table(["kernel", "size", "median ms", "low", "high"],
                  [[row["kernel"], row["size"], *(number(row[key] / 1e6, 3) for key in ("median", "low", "high"))]
                   for row in figures["rows"]])]


def keep(name, figures, *packages):
    """Stores figures that were measured on this machine today, with the versions of `packages` and of thema."""
    found = {}
    for lock in ("Cargo.lock", "benches/bare/Cargo.lock"):
        entries = re.findall(r'name = "(.+)"\nversion = "(.+)"', (ROOT / lock).read_text())
        found.update((package, version) for package, version in entries if package in ("thema", *packages))
    figures.update(machine=machine(), date=datetime.date.today().isoformat(), versions=found)
    (HERE / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n")


def estimates(folder):
    """Criterion's estimates as rows, sorted by kernel and size."""
    rows = []
    for path in sorted(folder.glob("**/new/estimates.json")):
        median = json.loads(path.read_text())["median"]
        benchmark = json.loads((path.parent / "benchmark.json").read_text())
        interval = median["confidence_interval"]
        rows.append({"kernel": "/".join(filter(None, [benchmark["group_id"], benchmark["function_id"]])),
                     "size": benchmark["value_str"] or "", "median": median["point_estimate"],
                     "low": interval["lower_bound"], "high": interval["upper_bound"]})
    rows.sort(key=lambda row: (row["kernel"], int(row["size"]) if row["size"].isdigit() else 0))
    return {"rows": rows}


def faults(figures):
    """Tries and failures of two programs side by side, by kind of fault and command."""
    sides = [{(row["fault"], row["command"]): row for row in figures[side]} for side in ("before", "after")]
    body = []
    for key in sorted(set(sides[0]) | set(sides[1])):
        cells = list(key)
        for side in sides:
            row = side.get(key, {"tries": 0, "wrong": 0, "found": {}})
            found = ", ".join(f"{what} {times}" for what, times in sorted(row["found"].items()))
            cells += [str(row["tries"]), str(row["wrong"]), found or "–"]
        body.append(cells)
    totals = [str(sum(row[key] for row in side.values())) for side in sides for key in ("tries", "wrong")]
    body.append(["all", "", totals[0], totals[1], "", totals[2], totals[3], ""])
    return ["## Faults\n",
            f"{place(figures)}. Before: the program {figures['before_is']}. `tests/faults` defines what counts as wrong.\n",
            table(["fault", "command", "tries before", "wrong", "what", "tries after", "wrong", "what"], body)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ingest", type=pathlib.Path, metavar="FILE", help="figures of --bench ingest")
    parser.add_argument("--roofline", type=pathlib.Path, metavar="FILE", help="figures of the program roofline")
    parser.add_argument("--kernels", type=pathlib.Path, metavar="DIR", help="criterion's folder, such as target/criterion")
    parser.add_argument("--faults", type=pathlib.Path, nargs=2, metavar="FILE", help="counts of `faults` before and after")
    options = parser.parse_args()
    if options.ingest:
        keep("ingest", json.loads(options.ingest.read_text()), "polars", "sonic-rs")
    if options.roofline:
        keep("roofline", json.loads(options.roofline.read_text()))
    if options.kernels:
        keep("kernels", estimates(options.kernels), "criterion")
    if options.faults:
        before, after = (json.loads(path.read_text()) for path in options.faults)
        kept = {"before": before, "after": after, "before_is": "as it was before locks, checksums of stored files and the exchange of folders"}
        keep("faults", kept)
    out = ["# Results\n", "Made by `python3 benches/results/render.py` from the figures in `benches/results/`. "
           "[README.md](README.md) has the command that measures each.\n"]
    for name, section in (("ingest", ingest), ("quality", quality), ("algorithms", algorithms), ("kernel_times", kernel_times), ("scale", scale),
                          ("roofline", roofline), ("kernels", kernels), ("faults", faults)):
        figures = load(f"{name}.json")
        if figures:
            out += section(figures)
    out.append((HERE / "limits.md").read_text())
    (HERE.parent / "RESULTS.md").write_text("\n".join(out))


if __name__ == "__main__":
    main()
