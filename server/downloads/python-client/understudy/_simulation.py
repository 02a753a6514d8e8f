"""Simulations of a job from a spec."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Optional, Union

from ._http import Connection
from ._tables import Row

#: The most that the platform answers at a time.
PAGE = 200


class Simulation:
    """One run of the simulator.

    Attributes:
        id: counts over all jobs.
        status: ``Complete``, ``Running Failed``, ``Running``, ...
        inputs: of the variables that vary, by name.
        outputs: the scalar ones, by name; empty while there is no result.
        score: by the job's score function; None where it has none.
        running_time: seconds that the command took.
        error: why it failed.
        server: the name of the server that ran it.
    """

    def __init__(self, connection: Connection, job_id: int, record: Mapping[str, Any]) -> None:
        self._connection = connection
        self._path = f"/jobs/{job_id}/simulations/{record['id']}"
        self.id: int = record["id"]
        self.status: str = record["status"]
        self.inputs: Row = _values(record["inputs"])
        self.outputs: Row = _values(record["outputs"])
        self.score: Optional[float] = record["score"]
        self.running_time: Optional[float] = record["running_time"]
        self.error: Optional[str] = record["error"]
        self.server: Optional[str] = record["resource"] and record["resource"]["name"]

    def __repr__(self) -> str:
        return f"<Simulation {self.id}: {self.status}>"

    @property
    def row(self) -> Row:
        """Inputs and scalar outputs in one, as for a table: ``DataFrame(s.row for s in job.simulations())``."""
        return {**self.inputs, **self.outputs}

    def curves(self) -> Dict[str, List[float]]:
        """The vector outputs, drawn through at most some thousand points. The whole ones are in ``job.data()``."""
        return {curve["name"]: curve["values"] for curve in self._detail()["curves"]}

    def log(self) -> Optional[str]:
        """The end of what the simulator wrote to the terminal."""
        tail: Optional[str] = self._detail()["log_tail"]
        return tail

    def _detail(self) -> Any:
        return self._connection.get(self._path)


def _values(typed: Optional[Mapping[str, Mapping[str, Any]]]) -> Row:
    return {name: one["value"] for name, one in (typed or {}).items()}


def pages(
    connection: Connection, path: str, query: Mapping[str, Union[str, int, bool, None]]
) -> Iterator[Dict[str, Any]]:
    """Every item of a list, page by page as they are asked for."""
    number = 1
    while True:
        page = connection.get(path, {**query, "page_number": number, "page_size": PAGE})
        yield from page["items"]
        if number * PAGE >= page["total_count"]:
            return
        number += 1
