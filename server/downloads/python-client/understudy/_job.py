"""A job on the platform."""

from __future__ import annotations

import os
import secrets
import tempfile
import time
import warnings
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

from ._comment import Comment, list_comments, post_comment
from ._emulator import Emulator
from ._errors import Conflict, DeadlineExceeded, EmulatorWarning, JobFailed, JobNeedsConfiguration, JobStopped
from ._http import Connection
from ._progress import ProgressLine
from ._simulation import Simulation, pages
from ._tables import Row, frame, read_csv

#: The platform works on the job, or has queued it.
ACTIVE = frozenset(
    {"Validating", "Preprocessing", "Pending Running", "Running", "Pending Training", "Training", "Verifying"}
)
_FAILED = frozenset({"Validation Failed", "Running Failed", "Training Failed"})
_MIN_DELAY = 0.2
_MAX_DELAY = 1.0


def _training_place(server: Union[int, str, None]) -> str:
    """The platform's word for where a training runs."""
    if server is None:
        return "platform"
    if isinstance(server, int):
        return "server"
    if server != "provision":
        raise ValueError(f'{server!r} is no place to train: use the id of a connected server, "provision" or None.')
    return server


class Job:
    """A job as last fetched. ``refresh()``, ``wait()`` and every method that changes the job fetch it again."""

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
        """Whether the platform works on the job or has queued it."""
        return self.status in ACTIVE

    @property
    def has_emulator(self) -> bool:
        """Whether it can predict, possibly while a better emulator is still being trained."""
        return bool(self.record["emulator_status"] == "available")

    @property
    def verdict(self) -> Optional[str]:
        """Of the emulator, that of its worst output on held-out rows: ``excellent``, ``good``, ``rough`` or ``not usable``.

        None without an emulator. The guide, "Emulators from your data", states the thresholds.
        """
        found = self.record["emulator_verdict"]
        return None if found is None else str(found)

    @property
    def row_counts(self) -> Dict[str, int]:
        """By output, how many rows of the data define it. Empty until the data are read."""
        config = self.config
        partial = {one["output"]: one["rows"] for one in config["output_rows"]}
        rows = config["data_set_sizes"]["combined"]
        return {one["name"]: partial.get(one["name"], rows) for one in config["outputs"]} if rows > 0 else {}

    @property
    def problem(self) -> Optional[str]:
        """The platform's message about why the job failed; None if it has not."""
        by_field = self.record["validation_errors"] or {}
        found = [f"{field}: {problem}" for field, problems in by_field.items() for problem in problems]
        if self.record["error"]:
            found.insert(0, str(self.record["error"]))
        return "\n".join(found) or (self.status if self.status in _FAILED else None)

    @property
    def record(self) -> Mapping[str, Any]:
        """All fields of the job: tags, description, times, counts of simulations, ..."""
        if "emulator_status" not in self._record:  # items of a list have fewer fields
            self.refresh()
        return self._record

    def refresh(self) -> "Job":
        self._record = self._connection.get(self._path())
        return self

    def wait(self, *, progress: bool = True, timeout: Optional[float] = None) -> "Job":
        """Waits until the job is complete.

        Args:
            progress: show the progress on standard error.
            timeout: seconds; None: no limit. The job continues after a timeout.
        Raises:
            JobFailed: the job failed; the message says why.
            JobStopped: the job was paused. A training keeps the best emulator so far.
            JobNeedsConfiguration: the training has not been started; call ``start_training()``.
            DeadlineExceeded: the job is not complete yet.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        line = ProgressLine(f"Job {self.id}") if progress else None
        try:
            for _ in _poll(deadline, lambda: f"Job {self.id} is not complete yet: {self.status}."):
                self.refresh()
                if line is not None:
                    line.show(self.status, self._record["progress_percentage"], self._record["progress_text"])
                if self.status == "Complete":
                    return self
                self._raise_if_stopped()
        finally:
            if line is not None:
                line.close()
        return self

    def start_training(
        self,
        *,
        effort: str = "standard",
        validation_percentage: float = 20,
        group_by: Optional[Iterable[str]] = None,
        server: Union[int, str, None] = None,
        timeout: float = 600.0,
    ) -> "Job":
        """Requests the training, which starts once the data are available. Returns when the platform has accepted this.

        Args:
            effort: ``quick``, ``standard`` or ``thorough``.
            validation_percentage: percentage of rows in the validation set, 5 .. 50. From 3,000 rows on they are held out to measure
                the accuracy; with fewer rows all are trained on, and cross-validation measures it.
            group_by: inputs that rows which go together agree in, as the points of one sweep do; they are held out together.
                Empty: every row counts by itself; None: as the rows let suppose.
            server: id of the connected server to train on; ``"provision"``: a machine that the platform creates for this training,
                where ``client.user`` says ``azure_capable``; None: the platform.
            timeout: seconds to wait until the files are read or the first simulations are placed.
        Raises:
            JobFailed: the files are invalid.
        """
        options: Dict[str, Any] = {"effort": effort, "validation_percentage": validation_percentage}
        options["train_on"] = _training_place(server)
        if group_by is not None:
            options["group_by"] = list(group_by)
        if isinstance(server, int):
            options["resource_id"] = server
        deadline = time.monotonic() + timeout
        for _ in _poll(deadline, lambda: f"Job {self.id} is not ready to be trained: {self.status}."):
            self.refresh()
            action = {"Awaiting Configuration": "start", "Running": "configure"}.get(self.status)
            if action is None and self.status in ("Pending Training", "Training", "Complete"):
                raise Conflict(409, f"The training of job {self.id} has already been started: {self.status}.", {})
            if action is None:
                self._raise_if_stopped()
                continue
            try:
                self._record = self._connection.post(self._path(f"/training/{action}"), options)
                return self
            except Conflict:  # the simulations have just ended
                continue
        return self

    def stop(self) -> "Job":
        """Pauses the job. A training keeps the best emulator so far."""
        return self._act("pause")

    def resume(self) -> "Job":
        """Continues after a pause or the last training. A complete job from a spec first runs more simulations."""
        return self._act("resume")

    def retry(self) -> "Job":
        """Retries the step that failed."""
        return self._act("retry")

    def delete(self) -> None:
        """Deletes the job with its data and emulator."""
        self._connection.post("/jobs:delete", {"ids": [self.id]})

    def set_tags(self, tags: Iterable[str]) -> "Job":
        body = {"tags": [{"name": tag} for tag in tags]}
        self._record = self._connection.call("PUT", self._path("/tags"), body=body).json()
        return self

    @property
    def config(self) -> Dict[str, Any]:
        """Columns, units, coordinates and training options, in the format of ``PUT /jobs/{id}/config``."""
        found: Dict[str, Any] = self._connection.get(self._path("/config"))
        return found

    def configure(self, **change: Any) -> Dict[str, Any]:
        """Changes part of the config: ``job.configure(inputs=[{"name": "r", "fixed": True, "initval": 50}])``."""
        found: Dict[str, Any] = self._connection.call("PUT", self._path("/config"), body=change).json()
        return found

    @property
    def emulator(self) -> Emulator:
        """The emulator of the job. Warns (``EmulatorWarning``) if its verdict is ``rough`` or ``not usable``."""
        weakness = self._weakness()
        if weakness is not None:
            warnings.warn(weakness, EmulatorWarning, stacklevel=2)
        return Emulator(self._connection, self.id)

    def simulations(
        self, *, pending: bool = False, sort_by: str = "id", descending: bool = False
    ) -> Iterator[Simulation]:
        """The job's simulations, fetched page by page.

        Args:
            pending: include simulations that are waiting or running.
            sort_by: ``id``, ``status``, ``score`` or ``running_time``.
        """
        order = "descending" if descending else "ascending"
        query: Dict[str, Union[str, bool]] = {"include_pending": pending, "sort_by": sort_by, "sort_order": order}
        for record in pages(self._connection, self._path("/simulations"), query):
            yield Simulation(self._connection, self.id, record)

    def comments(self) -> List[Comment]:
        """The comments on the job, the oldest first."""
        return list_comments(self._connection, self.id)

    def comment(
        self,
        text: str,
        *,
        at: Optional[Mapping[str, Any]] = None,
        simulation: Optional[int] = None,
        mention: Sequence[str] = (),
    ) -> Comment:
        """Begins a thread of comments on the job.

        Args:
            text: Markdown.
            at: values of inputs, the slider position that the comment is about.
            simulation: id of the simulation that it is about.
            mention: full names of people, who are notified.
        """
        anchor: Dict[str, Any] = {"kind": "job"}
        if at is not None:
            anchor = {"kind": "sliders", "values": dict(at)}
        elif simulation is not None:
            anchor = {"kind": "simulation", "simulation_id": simulation}
        return post_comment(self._connection, self.id, text, mention, {"anchor": anchor})

    def notes(self) -> str:
        """The notes of the job, in Markdown, as they are now; empty if there are none."""
        return str(self._connection.get(self._path("/notes"))["text"])

    def append_notes(self, text: str) -> str:
        """Appends lines to the notes of the job, and returns the notes.

        People who edit the notes at the same time keep what they write.

        Args:
            text: Markdown. It begins on a line of its own.
        """
        body = {"text": text, "key": secrets.token_hex(16)}
        return str(self._connection.post(self._path("/notes/lines"), body, idempotent=True)["text"])

    def data(self) -> List[Row]:
        """Inputs and outputs of every row, with complete curves."""
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

    def _weakness(self) -> Optional[str]:
        """The worst output of a rough or unusable emulator, in a sentence, as far as the record tells; None for a good one."""
        verdict = self._record.get("emulator_verdict")
        if verdict not in ("rough", "not usable"):
            return None
        quality = self._record.get("emulator_quality") or {"outputs": []}
        worst = min(quality["outputs"], key=lambda one: one["coefficient_of_determination"], default=None)
        if worst is None:
            which = ""
        else:
            causes = [finding["kind"] for finding in worst.get("findings", [])]
            accuracy = f"{100 * worst['coefficient_of_determination']:.1f}%"
            which = f" Its worst output is {worst['name']}, " + (
                "whose accuracy cannot be measured: its held-out values are all the same."
                if "unmeasurable" in causes
                else f"with an accuracy of {accuracy} on rows that it was not trained on."
            )
            named = [cause for cause in causes if cause != "unmeasurable"]
            if named:
                which += f" What limits it: {', '.join(named)}."
        step = self._record.get("next_step")
        advice = "Its page says what would improve it." if step is None else f"{step['text']} Next step: {step['label']}."
        return f"The emulator of job {self.id} is {verdict}.{which} {advice}"

    def _path(self, rest: str = "") -> str:
        return f"/jobs/{self.id}{rest}"

    def _act(self, action: str) -> "Job":
        self._record = self._connection.post(self._path(f"/{action}"))
        return self

    def _raise_if_stopped(self) -> None:
        if self.status in _FAILED:
            raise JobFailed(self, f"Job {self.id}: {self.problem}")
        if self.status == "Interrupted":
            raise JobStopped(self, f"Job {self.id} was paused: call job.resume() to continue.")
        if self.status == "Awaiting Configuration":
            raise JobNeedsConfiguration(
                self, f"Job {self.id} is not being trained yet: call job.start_training()."
            )


def _poll(deadline: Optional[float], describe: Any) -> Iterator[None]:
    """Yields at growing intervals of up to a second. Raises DeadlineExceeded with the text of ``describe``."""
    pause = _MIN_DELAY
    while True:
        yield
        if deadline is not None and time.monotonic() + pause > deadline:
            raise DeadlineExceeded(describe())
        time.sleep(pause)
        pause = min(pause * 1.5, _MAX_DELAY)
