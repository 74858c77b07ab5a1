"""The steps of a run that an engine maps over Arrow batches, on any number of machines: reading, merging records into papers,
finding near-duplicates, drawing, placing and counting. ``thema.spark`` uses Spark to move the rows between the steps; any engine that
maps Arrow batches, groups rows by a column and sorts them can do the same.

Every function takes and returns an iterator of ``pyarrow.RecordBatch`` and depends only on its arguments, so a step can be
repeated anywhere. ``Run`` does what only one process can do: learning themes and writing the run directory. The contents of
``binary`` columns are internal to thema.
"""

from ._near import close, near_entries, near_pairs, select, texts
from ._parts import cut, join
from ._places import draw, merge, place
from ._records import connect, make_papers, read, read_table
from ._run import Run, list_inputs
from ._schemas import ENTRIES, MOST_RECORDS, PAIRS, PAPERS, PART, PARTS, PLACED, RECORDS, TALLIES, TEXTS

__all__ = [
    "ENTRIES",
    "MOST_RECORDS",
    "PAIRS",
    "PAPERS",
    "PART",
    "PARTS",
    "PLACED",
    "RECORDS",
    "TALLIES",
    "TEXTS",
    "Run",
    "close",
    "connect",
    "cut",
    "draw",
    "join",
    "list_inputs",
    "make_papers",
    "merge",
    "near_entries",
    "near_pairs",
    "place",
    "read",
    "read_table",
    "select",
    "texts",
]
