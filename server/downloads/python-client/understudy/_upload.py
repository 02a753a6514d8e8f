"""Uploads files in chunks that can be retried: a lost connection repeats one chunk at most."""

from __future__ import annotations

import io
import os
import re
import secrets
from typing import Any, Callable, Optional

from ._errors import Conflict
from ._http import Connection
from ._tables import is_path, to_csv

CHUNK = 10 * 1024 * 1024
_LONGEST_NAME = 150

#: Receives the number of bytes that have arrived, and the total.
OnProgress = Callable[[int, int], None]


def upload(connection: Connection, table: Any, name: str, on_progress: Optional[OnProgress] = None) -> str:
    """Uploads a file, or a table as a CSV file.

    Args:
        table: a path or a table.
        name: file name for a table that is not a file.
    Returns:
        The file's id on the platform.
    """
    if is_path(table):
        with open(table, "rb") as file:
            return _send(connection, file, os.path.getsize(table), os.path.basename(os.fspath(table)), on_progress)
    content = to_csv(table)
    return _send(connection, io.BytesIO(content), len(content), name, on_progress)


def _send(connection: Connection, file: Any, size: int, name: str, on_progress: Optional[OnProgress]) -> str:
    safe = re.sub(r"[^A-Za-z0-9_.-]", "-", name)[-_LONGEST_NAME:]
    path = f"/upload/{secrets.token_hex(8)}-{safe}"
    offset = 0
    while True:
        file.seek(offset)
        chunk = file.read(CHUNK)
        last = offset + len(chunk) - 1
        content_range = f"bytes {offset}-{last}/{size}" if size > 0 else "bytes */0"
        if size > 0 and not chunk:
            raise Conflict(409, f"{name} became shorter during the upload.", {})
        answer = connection.call(
            "POST", path, data=chunk, headers={"Content-Range": content_range}, idempotent=True
        ).json()
        if on_progress is not None:
            on_progress(offset + len(chunk), size)
        if "file_id" in answer:
            return str(answer["file_id"])
        offset = int(answer["received"])
