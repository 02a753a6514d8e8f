"""Converts tables to and from the platform's CSV format.

A cell is a number, the text of a category, or a curve: a list of numbers, written in CSV as ``"[1.0, 2.0]"``.
"""

from __future__ import annotations

import csv
import importlib
import io
import json
import math
import os
import re
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Protocol, Sequence, Tuple, Union, runtime_checkable

Cell = Union[float, str, List[float]]
Row = Dict[str, Cell]

# What spreadsheets read as the beginning of a formula; the same pattern as on the platform.
_FORMULA = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*", re.IGNORECASE)


@runtime_checkable
class Frame(Protocol):
    """The part of a pandas DataFrame that is used here, so that pandas is optional."""

    @property
    def columns(self) -> Any: ...

    @property
    def index(self) -> Any: ...

    def itertuples(self, index: bool = ..., name: Any = ...) -> Any: ...


#: The path of a CSV file, a DataFrame, a list of dicts (one per row), or a dict of lists (one per column).
Table = Union[str, "os.PathLike[str]", Frame, Sequence[Mapping[str, Any]], Mapping[str, Sequence[Any]]]


def is_path(table: object) -> bool:
    return isinstance(table, (str, os.PathLike))


def columns_and_rows(table: Any) -> Tuple[List[str], Iterator[Sequence[Any]]]:
    """The column names of a table, and its rows in that order.

    Raises:
        ValueError: it is not a table, or its rows or columns do not match.
    """
    if isinstance(table, Frame):
        return [str(name) for name in table.columns], iter(table.itertuples(index=False, name=None))
    if isinstance(table, Mapping):
        names = [str(name) for name in table]
        columns = [list(column) for column in table.values()]
        if len({len(column) for column in columns}) > 1:
            raise ValueError("The columns have different lengths.")
        return names, iter(zip(*columns))
    if isinstance(table, Sequence) and table and all(isinstance(row, Mapping) for row in table):
        first = list(table[0])
        for number, row in enumerate(table):
            if set(row) != set(first):
                raise ValueError(f"Row {number} does not have the same columns as row 0.")
        return [str(name) for name in first], ([row[name] for name in first] for row in table)
    raise ValueError(
        "Pass the path of a CSV file, a DataFrame, a list of dicts (one per row) or a dict of lists (one per column)."
    )


def to_csv(table: Any) -> bytes:
    """A table in the platform's format. NaN and None become empty cells, which mark failed runs."""
    names, rows = columns_and_rows(table)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def plain(value: Any) -> Cell:
    """A value that JSON can represent: NumPy values become Python values."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [float(item) for item in value]
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value)
    return value if isinstance(value, int) else float(value)


def _written(value: Any) -> str:
    if value is None:
        return ""
    cell = plain(value)
    if isinstance(cell, list):
        return json.dumps(cell)
    if isinstance(cell, str):
        return cell
    return "" if math.isnan(cell) else repr(cell)


def as_cell_text(text: str) -> str:
    """Escapes a text that a spreadsheet would execute as a formula."""
    return "'" + text if _is_formula(text) else text


def from_cell_text(cell: str) -> str:
    """Undoes ``as_cell_text``."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def _is_formula(text: str) -> bool:
    return _FORMULA.match(text) is not None and _NUMBER.fullmatch(text.lstrip("'")) is None


def read_csv(lines: Iterable[str]) -> Iterator[Row]:
    """The rows of a CSV file written by the platform."""
    for row in csv.DictReader(lines):
        yield {from_cell_text(str(name)): _read(from_cell_text(text)) for name, text in row.items()}


def _read(text: str) -> Cell:
    if text.startswith("["):
        return [float(item) for item in json.loads(text)]
    try:
        return float(text)
    except ValueError:
        return text


def frame(rows: Any, **options: Any) -> Any:
    """A pandas DataFrame.

    Raises:
        ImportError: pandas is not installed.
    """
    try:
        pandas = importlib.import_module("pandas")
    except ModuleNotFoundError as error:
        if error.name != "pandas":
            raise
        raise ImportError(
            "A DataFrame needs pandas, which is not installed: run pip install pandas. "
            "data() and table() return the same values as lists.",
            name="pandas",
        ) from None
    return pandas.DataFrame(rows, **options)
