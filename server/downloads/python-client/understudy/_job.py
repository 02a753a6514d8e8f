"""A job as the platform knows it, and what can be done with it."""

from __future__ import annotations

import os
import tempfile
import time
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Union

from ._emulator import Emulator
from ._errors import Conflict, DeadlineExceeded, JobFailed, JobNeedsConfiguration, JobStopped
from ._http import Connection
from ._progress import ProgressLine
from ._simulation import Simulation, pages
from ._tables import Row, frame, read_csv

#: Something works on the job, or it waits in a queue for that.
ACTIVE = frozenset(
    {"Validating", "Preprocessing", "Pending Running", "Running", "Pending Training", "Training", "Verifying"}
)
_FAILED = frozenset({"Validation Failed", "Running Failed", "Training Failed"})
_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 1.0


class Job:
    """A job, as it was when it was last read: ``refresh()`` reads it again, as do ``wait()`` and whatever changes it."""

    def __init__(self, connection: Connection, record: Mapping[str, Any]) -> None:
        self._connection = connection
        self._record = record

    def __repr__(self) -> str:
        return f"<Job {self.id} {self.name!r}: {self.status}>"

    @property
    def id(self) -> int:
        return int(self._record["id"])

    @property
    def name(self) -> str:
        return str(self._record["name"])

    @property
    def objective(self) -> str:
        """``Training``, ``Single Run``, ``Optimization``, ``Sampling`` or ``Out of Spec``."""
        return str(self._record["objective"])

    @property
    def status(self) -> str:
        return str(self._record["status"])

    @property
    def is_active(self) -> bool:
        """Whether something works on it, or it waits in a queue for that."""
        return self.status in ACTIVE

    @property
    def has_emulator(self) -> bool:
        """Whether it can predict; it can while a better emulator is still being trained, too."""
        return bool(self.record["emulator_status"] == "available")

    @property
    def problem(self) -> Optional[str]:
        """Why it failed, in the platform's words; None: it did not."""
        found = [f"{field}: {one}" for field, said in (self.record["validation_errors"] or {}).items() for one in said]
        if self.record["error"]:
            found.insert(0, str(self.record["error"]))
        return "\n".join(found) or (self.status if self.status in _FAILED else None)

    @property
    def record(self) -> Mapping[str, Any]:
        """Everything that the platform says of it: tags, description, times, counts of simulations, ..."""
        if "emulator_status" not in self._record:  # it comes from a list, which says less
            self.refresh()
        return self._record

    def refresh(self) -> "Job":
        self._record = self._connection.get(self._path())
        return self

    def wait(self, *, progress: bool = True, timeout: Optional[float] = None) -> "Job":
        """Waits until the job is complete.

        Args:
            progress: whether to show how far it is, on standard error.
            timeout: seconds; None: as long as it takes. The job goes on if it takes longer.
        Raises:
            JobFailed: it failed; the message says why.
            JobStopped: somebody paused it. Training leaves the best emulator so far.
            JobNeedsConfiguration: it waits for ``start_training()``.
            DeadlineExceeded: it is not complete yet.
        """
        give_up = None if timeout is None else time.monotonic() + timeout
        line = ProgressLine(f"Job {self.id}") if progress else None
        try:
            for _ in _every(give_up, lambda: f"Job {self.id} is not complete yet: {self.status}."):
                self.refresh()
                if line is not None:
                    line.show(self.status, self._record["progress_percentage"], self._record["progress_text"])
                if self.status == "Complete":
                    return self
                self._raise_if_it_cannot_go_on()
        finally:
            if line is not None:
                line.close()
        return self

    def start_training(
        self,
        *,
        effort: str = "standard",
        validation_percentage: float = 20,
        server: Optional[int] = None,
        timeout: float = 600.0,
    ) -> "Job":
        """Has the job trained as soon as its data are there, and returns once that needs nobody any more.

        Args:
            effort: ``quick``, ``standard`` or ``thorough``.
            validation_percentage: share of the rows that the accuracy is measured on, 5 .. 50.
            server: id of the connected server to train on; None: the platform.
            timeout: seconds for its files to be read, or its first simulations to be placed.
        Raises:
            JobFailed: its files are not sound.
        """
        options: Dict[str, Any] = {"effort": effort, "validation_percentage": validation_percentage}
        options["train_on"] = "platform" if server is None else "server"
        if server is not None:
            options["resource_id"] = server
        give_up = time.monotonic() + timeout
        for _ in _every(give_up, lambda: f"Job {self.id} cannot be trained yet: {self.status}."):
            self.refresh()
            action = {"Awaiting Configuration": "start", "Running": "configure"}.get(self.status)
            if action is None and self.status in ("Pending Training", "Training", "Complete"):
                raise Conflict(409, f"Job {self.id} is {self.status}: its training has been started already.", {})
            if action is None:
                self._raise_if_it_cannot_go_on()
                continue
            try:
                self._record = self._connection.post(self._path(f"/training/{action}"), options)
                return self
            except Conflict:  # its simulations have ended at this very moment
                continue
        return self

    def stop(self) -> "Job":
        """Pauses it. Training ends with the best emulator so far."""
        return self._act("pause")

    def resume(self) -> "Job":
        """Goes on where a pause, or the last training, ended. A complete job from a spec runs more simulations first."""
        return self._act("resume")

    def retry(self) -> "Job":
        """Tries again what failed."""
        return self._act("retry")

    def delete(self) -> None:
        """With its data and its emulator."""
        self._connection.post("/jobs:delete", {"ids": [self.id]})

    def set_tags(self, tags: Iterable[str]) -> "Job":
        body = {"tags": [{"name": tag} for tag in tags]}
        self._record = self._connection.call("PUT", self._path("/tags"), body=body).json()
        return self

    @property
    def config(self) -> Dict[str, Any]:
        """Columns, units, coordinates and training options, as ``PUT /jobs/{id}/config`` takes them back."""
        found: Dict[str, Any] = self._connection.get(self._path("/config"))
        return found

    def configure(self, **change: Any) -> Dict[str, Any]:
        """Changes a part of the config: ``job.configure(inputs=[{"name": "r", "fixed": True, "initval": 50}])``."""
        found: Dict[str, Any] = self._connection.call("PUT", self._path("/config"), body=change).json()
        return found

    @property
    def emulator(self) -> Emulator:
        return Emulator(self._connection, self.id)

    def simulations(
        self, *, pending: bool = False, sort_by: str = "id", descending: bool = False
    ) -> Iterator[Simulation]:
        """Its simulations, read page by page.

        Args:
            pending: those that wait or run, too.
            sort_by: ``id``, ``status``, ``score`` or ``running_time``.
        """
        order = "descending" if descending else "ascending"
        query: Dict[str, Union[str, bool]] = {"include_pending": pending, "sort_by": sort_by, "sort_order": order}
        for record in pages(self._connection, self._path("/simulations"), query):
            yield Simulation(self._connection, self.id, record)

    def data(self) -> List[Row]:
        """Inputs and outputs of every row, curves whole."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "data.csv")
            self.download_data(path)
            with open(path, encoding="utf-8", newline="") as lines:
                return list(read_csv(lines))

    def data_frame(self) -> Any:
        """``data()`` as a pandas DataFrame."""
        return frame(self.data())

    def download_data(self, path: "Union[str, os.PathLike[str]]") -> None:
        """``data()`` as a CSV file."""
        self._connection.download(f"/static/work_dirs/{self.id}/data.csv", os.fspath(path))

    def _path(self, rest: str = "") -> str:
        return f"/jobs/{self.id}{rest}"

    def _act(self, action: str) -> "Job":
        self._record = self._connection.post(self._path(f"/{action}"))
        return self

    def _raise_if_it_cannot_go_on(self) -> None:
        if self.status in _FAILED:
            raise JobFailed(self, f"Job {self.id}: {self.problem}")
        if self.status == "Interrupted":
            raise JobStopped(self, f"Job {self.id} was paused: job.resume() goes on with it.")
        if self.status == "Awaiting Configuration":
            raise JobNeedsConfiguration(self, f"Job {self.id} is not trained before job.start_training().")


def _every(give_up: Optional[float], late: Any) -> Iterator[None]:
    """Again and again, at first often, then every second. Raises DeadlineExceeded with what ``late`` says."""
    pause = _FIRST_PAUSE
    while True:
        yield
        if give_up is not None and time.monotonic() + pause > give_up:
            raise DeadlineExceeded(late())
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)
