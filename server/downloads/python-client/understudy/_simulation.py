"""Simulations of a job from a spec."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Optional, Union

from ._http import Connection
from ._tables import Row

#: The platform's maximum page size.
PAGE = 200


class Simulation:
    """One run of the simulator.

    Attributes:
        id: unique across all jobs.
        status: ``Complete``, ``Running Failed``, ``Running``, ...
        inputs: values of the varied variables, by name.
        outputs: scalar outputs by name; empty until there is a result.
        undefined_outputs: why each output of the result without a value has none, by name, curves among them.
        score: value of the job's score function; None without one.
        running_time: seconds that the command ran.
        error: why the simulation failed.
        server: name of the server that ran it.
    """

    def __init__(self, connection: Connection, job_id: int, record: Mapping[str, Any]) -> None:
        self._connection = connection
        self._path = f"/jobs/{job_id}/simulations/{record['id']}"
        self.id: int = record["id"]
        self.status: str = record["status"]
        self.inputs: Row = _values(record["inputs"])
        self.outputs: Row = _values(record["outputs"])
        self.undefined_outputs: Dict[str, str] = dict(record["undefined_outputs"])
        self.score: Optional[float] = record["score"]
        self.running_time: Optional[float] = record["running_time"]
        self.error: Optional[str] = record["error"]
        self.server: Optional[str] = record["resource"] and record["resource"]["name"]

    def __repr__(self) -> str:
        return f"<Simulation {self.id}: {self.status}>"

    @property
    def row(self) -> Row:
        """Inputs and scalar outputs together, for tables: ``DataFrame(s.row for s in job.simulations())``."""
        return {**self.inputs, **self.outputs}

    def curves(self) -> Dict[str, List[float]]:
        """The vector outputs, reduced to at most a few thousand points. ``job.data()`` has all points."""
        return {curve["name"]: curve["values"] for curve in self._detail()["curves"]}

    def log(self) -> Optional[str]:
        """The end of the simulator's log."""
        tail: Optional[str] = self._detail()["log_tail"]
        return tail

    def _detail(self) -> Any:
        return self._connection.get(self._path)


def _values(typed: Optional[Mapping[str, Mapping[str, Any]]]) -> Row:
    return {name: one["value"] for name, one in (typed or {}).items()}


def pages(
    connection: Connection, path: str, query: Mapping[str, Union[str, int, bool, None]]
) -> Iterator[Dict[str, Any]]:
    """All items of a list, fetched page by page as needed."""
    number = 1
    while True:
        page = connection.get(path, {**query, "page_number": number, "page_size": PAGE})
        yield from page["items"]
        if number * PAGE >= page["total_count"]:
            return
        number += 1
