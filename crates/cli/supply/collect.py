#!/usr/bin/env python3
"""Collects what the program is made of: `licences.txt.xz`, which `thema licences` prints, and `bill.cdx.json`, a bill of
materials in the form of CycloneDX 1.5. Both follow from Cargo.lock and the sources that cargo has fetched, and name no time
and no place. Run it from anywhere after Cargo.lock has changed:

    python3 crates/cli/supply/collect.py
"""

import json
import lzma
import pathlib
import re
import subprocess
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PROGRAM = "thema-cli"
TEXT = re.compile(r"(licen[cs]e|copying|notice|unlicense|copyright)", re.IGNORECASE)
NO_TEXT = {".rs", ".py", ".toml", ".json", ".js", ".sh", ".html", ".c", ".h", ".in"}


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments, "--locked"], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def packages():
    """What is linked into the program or makes code of it, on any platform, by name and version."""
    tree = cargo("tree", "--package", PROGRAM, "--edges", "normal", "--target", "all", "--prefix", "none", "--format", "{p}")
    linked = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    metadata = json.loads(cargo("metadata", "--format-version", "1"))
    found = [package for package in metadata["packages"]
             if (package["name"], "v" + package["version"]) in linked and package["source"]]
    edges = {node["id"]: node["dependencies"] for node in metadata["resolve"]["nodes"]}
    return sorted(found, key=lambda package: (package["name"], package["version"])), edges


def expression(package):
    """The licence as an SPDX expression; a slash is an older way to write `OR`."""
    return (package["license"] or "").replace("/", " OR ")


def texts(package):
    """The texts of licences in a package, those of C libraries in it too."""
    folder = pathlib.Path(package["manifest_path"]).parent
    paths = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in NO_TEXT)
    for path in sorted(paths):
        parts = path.relative_to(folder).parts
        if TEXT.match(parts[-1]) or (len(parts) > 1 and TEXT.fullmatch(parts[-2].rstrip("sS"))):
            yield path.read_text(errors="replace").replace("\r\n", "\n").strip("\n")


def licences(found):
    """One text: the packages with their licences, then every text once with the packages that have it."""
    holders = {}
    for package in found:
        for text in texts(package):
            holders.setdefault(text, []).append(f"{package['name']} {package['version']}")
    lines = ["thema is made of the packages below and of Rust's standard library (MIT OR Apache-2.0).", ""]
    lines += [f"{package['name']} {package['version']}: {expression(package)}" for package in found]
    for text, names in holders.items():
        lines += ["", "-" * 100, ", ".join(dict.fromkeys(names)), "-" * 100, "", text]
    return "\n".join(lines) + "\n"


def bill(found, edges):
    """CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/)."""
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    checksums = {(package["name"], package["version"]): package.get("checksum") for package in locked}
    reference = {package["id"]: f"pkg:cargo/{package['name']}@{package['version']}" for package in found}
    components = [{
        "type": "library", "bom-ref": reference[package["id"]], "name": package["name"], "version": package["version"],
        "purl": reference[package["id"]], "licenses": [{"expression": expression(package)}],
        "hashes": [{"alg": "SHA-256", "content": checksums[package["name"], package["version"]]}],
    } for package in found]
    dependencies = [{"ref": reference[package["id"]],
                     "dependsOn": sorted(reference[to] for to in edges[package["id"]] if to in reference)} for package in found]
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    program = {"type": "application", "bom-ref": "thema", "name": "thema", "version": version}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": program},
            "components": components, "dependencies": dependencies}


def main():
    found, edges = packages()
    text = licences(found)
    (HERE / "licences.txt.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    parts = bill(found, edges)
    # A line for every component, so that a change is one line of a difference.
    lists = {name: "[\n" + ",\n".join(json.dumps(entry) for entry in parts.pop(name)) + "\n]"
             for name in ("components", "dependencies")}
    head = json.dumps(parts)[:-1]
    (HERE / "bill.cdx.json").write_text(head + "".join(f',\n"{name}": {rows}' for name, rows in lists.items()) + "\n}\n")
    without = [package["name"] for package in found if not any(texts(package))]
    print(f"{len(found)} packages, {len(text)} bytes of licences; without a text of their own: {', '.join(without)}")


if __name__ == "__main__":
    main()
