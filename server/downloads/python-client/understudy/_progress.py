"""One line that shows the progress of a job."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Optional, TextIO

_BAR = 24


class ProgressLine:
    """On a terminal, one line that is rewritten; elsewhere, such as in a log, a new line per status."""

    def __init__(self, title: str, stream: Optional[TextIO] = None) -> None:
        self._title = title
        self._stream = sys.stderr if stream is None else stream
        self._is_terminal = self._stream.isatty()
        self._started = time.monotonic()
        self._shown = ""

    def show(self, status: str, percentage: Optional[float] = None, text: Optional[str] = None) -> None:
        if not self._is_terminal:
            if status != self._shown:
                self._stream.write(f"{self._title}: {status}\n")
                self._stream.flush()
            self._shown = status
            return
        parts = [f"{self._title}: {status}"]
        if percentage is not None:
            full = round(_BAR * min(100.0, percentage) / 100)
            parts.append(f"[{'#' * full}{'.' * (_BAR - full)}] {percentage:3.0f} %")
        parts.append(_duration(time.monotonic() - self._started))
        if text:
            parts.append(text)
        width = shutil.get_terminal_size().columns - 1
        self._shown = "  ".join(parts)[:width]
        self._stream.write(f"\r\x1b[2K{self._shown}")
        self._stream.flush()

    def close(self) -> None:
        if self._is_terminal and self._shown:
            self._stream.write("\n")
            self._stream.flush()


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"
