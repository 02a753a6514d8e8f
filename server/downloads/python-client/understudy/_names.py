"""Names of columns with and without their units: ``R (Ohm)`` and ``R`` are one column."""

from __future__ import annotations

import re
from typing import Dict, Iterable, Mapping, Optional, Tuple

_BRACKETED = re.compile(r"(.*\S)\s*(?:\[([^\[\]]+)\]|\(([^()]+(?:\([^()]*\)[^()]*)?)\))")
_BEHIND_COMMA = re.compile(r"([^,]*[^,\s]), +(\S+)")


def match_names(names: Iterable[str], units: Mapping[str, str]) -> Dict[str, str]:
    """The column that each name stands for.

    Args:
        names: as a table has them, perhaps with units.
        units: the unit of each column of a job, by its name, which may hold a unit as well.
    Returns:
        The name of a column for each name; a name that fits no column, or several, stands for itself.
    """
    columns = {column: (split_unit(column) or (column, unit)) for column, unit in units.items()}
    return {name: _match(name, columns) for name in names}


def _match(name: str, columns: Mapping[str, Tuple[str, str]]) -> str:
    if name in columns:
        return name
    bare, unit = split_unit(name) or (name, "")
    found = [
        column
        for column, (column_name, column_unit) in columns.items()
        if column_name == bare and (not unit or not column_unit or unit == column_unit)
    ]
    return found[0] if len(found) == 1 else name


def split_unit(name: str) -> Optional[Tuple[str, str]]:
    """``R (Ohm)`` as ``R`` and ``Ohm``; None for a name without brackets or a comma at its end."""
    text = name.strip()
    bracketed = _BRACKETED.fullmatch(text)
    if bracketed is not None:
        return bracketed[1], (bracketed[2] or bracketed[3]).strip()
    behind_comma = _BEHIND_COMMA.fullmatch(text)
    return None if behind_comma is None else (behind_comma[1].strip(), behind_comma[2])
