"""A whole run on Dask: on_dask.py OUT INPUT...

``thema.batches`` has the steps. The engine maps them over batches and brings rows together in between, which pyarrow does here in
memory. The run directory is the one that ``thema run`` writes, byte for byte except for ``timings.json``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dask
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from thema import batches


def mapped(step: Callable[..., Iterator[pa.RecordBatch]], rows: pa.Table, schema: pa.Schema, *given: Any, size: int = 1) -> pa.Table:
    """Applies ``step`` to pieces of ``size`` rows, one task per piece."""
    pieces = [rows.slice(at, size).to_batches() for at in range(0, rows.num_rows, size)]
    tasks = [dask.delayed(lambda piece: list(step(piece, *given)))(piece) for piece in pieces]
    return pa.Table.from_batches([batch for made in dask.compute(*tasks) for batch in made], schema)


def components(records: pa.Table) -> pa.Table:
    """Records with their component, sorted by it: the lowest-numbered record with which a record shares a key, directly or through others."""
    owner = np.repeat(records["record"].to_numpy(), pc.list_value_length(records["keys"]).to_numpy())
    keys = pa.table({"key": records["keys"].combine_chunks().flatten(), "one": owner})
    edges = keys.join(keys.group_by("key").aggregate([("one", "min")]), "key").select(["one", "one_min"])
    pairs = mapped(batches.connect, edges.rename_columns(["one", "other"]).cast(batches.PAIRS), batches.PAIRS, size=sys.maxsize)
    labelled = records.drop_columns("keys").join(pairs.rename_columns(["record", "least"]), "record")
    labelled = labelled.append_column("component", pc.coalesce(labelled["least"], labelled["record"]))
    return labelled.sort_by([("component", "ascending"), ("record", "ascending")])


def near_duplicates(run: batches.Run, parts: pa.Table, least: float) -> None:
    """Finds near-duplicates and passes them to the run."""
    entries = mapped(batches.near_entries, parts, batches.ENTRIES, 1).sort_by("bucket")
    pairs = mapped(batches.near_pairs, entries, batches.PAIRS, size=sys.maxsize).group_by(["one", "other"]).aggregate([])
    texts = mapped(batches.texts, parts, batches.TEXTS, ascending(pairs))
    both = pairs.join(texts.rename_columns(["one", "title", "abstract", "authors"]), "one")
    both = both.join(texts.rename_columns(["other", "other_title", "other_abstract", "other_authors"]), "other")
    close = mapped(batches.close, both, batches.PAIRS, least, size=10_000).sort_by([("one", "ascending"), ("other", "ascending")])
    papers = mapped(batches.select, parts, batches.PARTS, ascending(close))
    run.take_near_duplicates(list(zip(*close.to_pydict().values())), papers["papers"].to_pylist())


def ascending(pairs: pa.Table) -> bytes:
    return np.unique(np.concatenate([pairs["one"], pairs["other"]])).astype("<u4").tobytes()


def on_dask(inputs: list[str], out: Path, settings: dict[str, Any] | None = None) -> None:
    run = batches.Run(out, settings)
    files, notes = batches.list_inputs(inputs)
    numbers = pa.table({"number": pa.array(range(len(files)), pa.int64())})
    records = mapped(batches.read, numbers, batches.RECORDS, files)
    run.take_inputs([notes, *records["notes"].drop_null().to_pylist()])
    rows = components(records.filter(pc.is_valid(records["record"])))
    papers = mapped(batches.make_papers, rows, batches.PAPERS, size=sys.maxsize)
    run.take_papers(papers["notes"].drop_null().to_pylist())
    run.settle()
    in_order = papers.filter(pc.is_valid(papers["key"])).sort_by("key")
    parts = mapped(batches.cut, in_order, batches.PARTS, 0, size=sys.maxsize)
    if (least := run.least_similarity()) is not None:
        near_duplicates(run, parts, least)
    drawn = mapped(batches.draw, parts, batches.PARTS, run.roles())
    placed = mapped(batches.place, parts, batches.PLACED, run.learn(drawn["papers"].to_pylist()))
    for first, block in zip(placed["first"].to_pylist(), placed["placed"].to_pylist()):
        run.take(first, block)
    run.finish(placed["tally"].to_pylist())


if __name__ == "__main__":
    on_dask(sys.argv[2:], Path(sys.argv[1]))
