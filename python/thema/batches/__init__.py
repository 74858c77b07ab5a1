"""The steps of a run that an engine maps over Arrow batches, on any number of machines: reading, making papers of records,
looking for near-duplicates, drawing, placing and counting. ``thema.spark`` has Spark move the rows between them; any engine that
maps Arrow batches, groups rows by a column and sorts them can do the same.

Every function takes and gives an iterator of ``pyarrow.RecordBatch`` and depends on nothing but its arguments, so that a step
may be run again anywhere. What only one process can do, learning themes and writing the run directory, is ``Run``. What columns hold as
``binary`` is thema's own.
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
