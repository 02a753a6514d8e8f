/** The parts of the module that are the same for every emulator. */

export const IMPORT_STATEMENTS = `import csv
import pathlib
import sys
import zlib
from typing import Dict, NamedTuple, Optional

import numpy as np`;

export const LOADER_FUNCTIONS = `def _constants(name, checksum):
    path = pathlib.Path(__file__).resolve().with_name(name)
    if zlib.crc32(path.read_bytes()) != checksum:
        raise ImportError(f"{name} is damaged or belongs to another version of this module.")
    return np.load(path)


def _lower_triangle(packed, width):
    matrix = np.zeros((width, width))
    matrix[np.tril_indices(width)] = packed
    return matrix


def _squared_distances(x, rows):
    total = np.zeros(x.shape[:-1] + (len(rows),))
    for k in range(rows.shape[1]):
        total += (x[..., k : k + 1] - rows[:, k]) ** 2
    return total


def _join(count, *values):
    return np.concatenate([np.broadcast_to(v, (count, v.shape[-1])) for v in values], axis=1)`;

export const PREDICT_FUNCTIONS = `class Prediction(NamedTuple):
    mean: Dict[str, np.ndarray]
    lower: Optional[Dict[str, np.ndarray]]
    upper: Optional[Dict[str, np.ndarray]]


def predict(X, bounds=True):
    """Means and 95% bounds at points.

    X: an (n, inputs) array, a list of one point's inputs, or a dict or data frame by input name (numbers, or arrays of n).
    A category is the name of its level (a string) or the index of its level (a number).

    Returns (mean, lower, upper), each a dict by output name of arrays: (n,) for a scalar, (n, knots) for a curve; without
    the first axis for one point. lower and upper are None where bounds=False or HAS_BOUNDS is False.
    Raises ValueError where a shape does not fit or a value is no finite number; it names the input.
    """
    points, shape = _points(X)
    parts = 3 if bounds and HAS_BOUNDS else 1
    results = [[np.empty((len(points), one["size"])) for one in OUTPUTS] for _ in range(parts)]
    for start in range(0, len(points), _CHUNK):
        at = slice(start, start + _CHUNK)
        chunk = [[values[at] for values in part] for part in results] + [None] * (3 - parts)
        with np.errstate(all="ignore"):
            _evaluate(points[at], *chunk)
    named = [
        {one["name"]: v.reshape(shape + (() if one["knots"] is None else (one["size"],))) for one, v in zip(OUTPUTS, part)}
        for part in results
    ]
    return Prediction(*named, *[None] * (3 - parts))


def _points(X):
    if hasattr(X, "keys"):
        columns = [_numbers(np.asarray(_named(X, one)), one) for one in INPUTS]
        lengths = {}
        for one, column in zip(INPUTS, columns):
            if column.ndim > 1:
                raise ValueError(f"{one['name']}: {column.ndim} dimensions; give a number or a list of numbers.")
            if column.ndim == 1:
                lengths.setdefault(len(column), one["name"])
        if len(lengths) > 1:
            raise ValueError("Different lengths: " + ", ".join(f"{name} has {n}" for n, name in lengths.items()) + ".")
        count = next(iter(lengths), 1)
        table = np.column_stack([np.broadcast_to(column, (count,)) for column in columns])
        return table, (count,) if lengths else ()
    table = X if isinstance(X, np.ndarray) else np.array(X, dtype=object)
    if table.ndim not in (1, 2) or table.shape[-1] != len(INPUTS):
        names = ", ".join(one["name"] for one in INPUTS)
        raise ValueError(f"X has the shape {table.shape}; wanted is (n, {len(INPUTS)}), the columns {names}.")
    table = np.atleast_2d(table) if table.ndim == 1 else table
    columns = [_numbers(table[:, k], one) for k, one in enumerate(INPUTS)]
    return np.column_stack(columns), () if np.ndim(X) == 1 else (len(table),)


def _named(X, one):
    for key in (one["name"], one["identifier"]):
        if key in X:
            return X[key]
    raise ValueError(f"{one['name']}: no value is given.")


def _numbers(column, one):
    if column.dtype.kind not in "fiub":
        column = np.array([_number(cell, one) for cell in column.ravel()], dtype=float).reshape(column.shape)
    column = column.astype(float)
    wrong = ~np.isfinite(column)
    levels = one["levels"]
    if levels is not None:
        wrong |= ~np.isin(column, np.arange(len(levels)))
    if wrong.any():
        row = f" in row {np.argmax(wrong)}" if column.ndim else ""
        found = column[wrong][0] if column.ndim else column
        wanted = "a finite number" if levels is None else f"an index from 0 to {len(levels) - 1}"
        raise ValueError(f"{one['name']}: {found}{row} is not {wanted}.")
    return column


def _number(cell, one):
    levels = one["levels"]
    if isinstance(cell, str) and levels is not None:
        if cell in levels:
            return levels.index(cell)
        raise ValueError(f"{one['name']}: {cell!r} is none of the levels {', '.join(levels)}.")
    try:
        return float(cell)
    except (TypeError, ValueError):
        raise ValueError(f"{one['name']}: {cell!r} is not a number.") from None`;

export const SELF_TEST = `def self_test(path=None):
    """Compares with the values of test-vectors.csv and prints the largest differences. Returns whether all are small."""
    path = pathlib.Path(__file__).resolve().with_name("test-vectors.csv") if path is None else path
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        table = np.array([[float(cell) for cell in row] for row in rows])
    sizes = [one["size"] for one in OUTPUTS]
    width = len(INPUTS) + (3 if HAS_BOUNDS else 1) * sum(sizes) * _VECTOR_BLOCKS
    if table.ndim != 2 or table.shape[1] != width:
        print(f"{path} does not belong to this module.")
        return False
    parts = [part for part in predict(table[:, : len(INPUTS)]) if part is not None]
    at = width - len(parts) * sum(sizes)
    passed = True
    for one, scale in zip(OUTPUTS, _VECTOR_RANGES):
        largest = 0.0
        for part in parts:
            wanted = table[:, at : at + one["size"]]
            at += one["size"]
            difference = np.abs(part[one["name"]].reshape(wanted.shape) - wanted)
            relative = difference / np.maximum(np.maximum(scale, np.abs(wanted) / 1000), 1e-300)
            largest = max(largest, relative.max()) if not np.isnan(relative).any() else np.nan
        holds = bool(largest <= _TOLERANCE)
        passed = passed and holds
        print(f"{ascii(one['name'])}: largest difference {largest:.3g} of its range{'' if holds else ', too much'}")
    print(f"{len(table)} points, {_TOLERANCE:g} of the range allowed: {'passed' if passed else 'FAILED'}")
    return passed


if __name__ == "__main__":
    sys.exit(0 if self_test() else 1)`;
