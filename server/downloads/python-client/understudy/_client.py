"""Where everything begins: one platform, and who one is there."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, Iterator, List, Optional, Union

from ._errors import NotFound
from ._http import Connection
from ._job import Job
from ._progress import ProgressLine
from ._simulation import pages
from ._spec import Server, Spec, SpecVersion, servers, spec_version
from ._tables import Table
from ._upload import upload


class Client:
    """A platform, as the owner of an API token.

    >>> from understudy import Client
    >>> client = Client("https://understudy.example.org", token="ust_...")
    >>> job = client.train("Filter", "parameters.csv", "outputs.csv").wait()
    >>> job.emulator.predict({"r": 1.2e3, "c": 1e-9}).mean["cutoff"]

    Args:
        url: of the platform; the environment's UNDERSTUDY_URL where it is not given.
        token: made on the platform under API Tokens; the environment's UNDERSTUDY_TOKEN where it is not given.
        timeout: seconds that the platform may be silent in one call.
        patience: seconds for which a call is repeated while the platform is busy or away. Calls that would do something
            twice are not repeated once they may have arrived.
        ca_file: certificates to trust instead of the system's, where your organisation makes its own.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        *,
        timeout: float = 60.0,
        patience: float = 60.0,
        ca_file: Optional[str] = None,
    ) -> None:
        self._connection = Connection(
            _given(url, "url", "UNDERSTUDY_URL"),
            _given(token, "token", "UNDERSTUDY_TOKEN"),
            timeout=timeout,
            patience=patience,
            ca_file=ca_file,
        )

    def __repr__(self) -> str:
        return f"<Client of {self._connection.url}>"

    @property
    def user(self) -> Dict[str, Any]:
        """Whose token it is: name, email, roles, ..."""
        found: Dict[str, Any] = self._connection.get("/user")
        return found

    def jobs(self, filter: Optional[str] = None) -> Iterator[Job]:
        """Jobs, the newest first, read page by page. ``filter``: a part of their name or of a tag, or their id."""
        for record in pages(self._connection, "/jobs/", {"filter": filter}):
            yield Job(self._connection, record)

    def job(self, job_id: int) -> Job:
        return Job(self._connection, self._connection.get(f"/jobs/{job_id}"))

    def create_job(
        self,
        name: str,
        parameters: Optional[Table] = None,
        outputs: Optional[Table] = None,
        *,
        description: str = "",
        source_job: Optional[int] = None,
        ignore_failed_runs: bool = False,
        tags: Iterable[str] = (),
        progress: bool = False,
    ) -> Job:
        """A job from runs that you have. It is not trained before ``job.start_training()``; see ``train``.

        Args:
            parameters: a row for each run, a column for each input: a CSV file's path, a DataFrame, a list of dicts or a
                dict of lists.
            outputs: as many rows, a column for each output; a cell is a number, or a list of numbers for a curve.
            source_job: id of a job whose rows come first; tables may then be left out.
            ignore_failed_runs: leave out rows whose outputs are empty or NaN, rather than refuse them.
            progress: whether to show how far the upload is, on standard error.
        Raises:
            InvalidRequest: ``errors`` says what is wrong with which field.
        """
        files = [(parameters, "parameters.csv"), (outputs, "outputs.csv")]
        ids = [None if table is None else self._upload(table, file, progress) for table, file in files]
        body = {
            "name": name,
            "description": description,
            "source": "files" if source_job is None else "job-and-files",
            "source_job_id": source_job,
            "input_file_id": ids[0],
            "output_file_id": ids[1],
            "data_options": {"ignore_failed_runs": ignore_failed_runs},
        }
        job = self.job(self._connection.post("/jobs", body)["id"])
        listed = list(tags)
        return job.set_tags(listed) if listed else job

    def train(
        self,
        name: str,
        parameters: Optional[Table] = None,
        outputs: Optional[Table] = None,
        *,
        description: str = "",
        source_job: Optional[int] = None,
        ignore_failed_runs: bool = False,
        tags: Iterable[str] = (),
        effort: str = "standard",
        validation_percentage: float = 20,
        train_on: Optional[int] = None,
        progress: bool = False,
    ) -> Job:
        """Creates a job from runs that you have and has it trained; ``wait()`` for it.

        For the data see ``create_job``, for ``effort``, ``validation_percentage`` and ``train_on`` (the id of a connected
        server) ``Job.start_training``.

        Raises:
            JobFailed: the tables are not sound; the message says where.
        """
        job = self.create_job(
            name,
            parameters,
            outputs,
            description=description,
            source_job=source_job,
            ignore_failed_runs=ignore_failed_runs,
            tags=tags,
            progress=progress,
        )
        return job.start_training(
            effort=effort, validation_percentage=validation_percentage, server=train_on
        )

    def specs(self) -> Iterator[Spec]:
        """Specs, the newest first, read page by page."""
        for record in pages(self._connection, "/specs/", {}):
            yield Spec(self._connection, record)

    def spec(self, spec: Union[int, str]) -> SpecVersion:
        """The latest version of a spec, by the spec's id or name.

        Raises:
            NotFound: there is none; of several with that name the newest is taken.
        """
        for one in self.specs():
            if spec in (one.id, one.name):
                return one.latest_version()
        raise NotFound(404, f"There is no spec {spec!r}.", {})

    def spec_version(self, version_id: int) -> SpecVersion:
        return spec_version(self._connection, version_id)

    def servers(self) -> List[Server]:
        """One's own servers that are connected now."""
        return servers(self._connection)

    def _upload(self, table: Table, name: str, progress: bool) -> str:
        if not progress:
            return upload(self._connection, table, name)
        line = ProgressLine(f"Upload of {name}")
        try:
            return upload(
                self._connection, table, name, lambda sent, size: line.show("sent", 100 * sent / max(1, size))
            )
        finally:
            line.close()


def _given(value: Optional[str], name: str, variable: str) -> str:
    found = value or os.environ.get(variable)
    if not found:
        raise ValueError(f"Give {name}=..., or set {variable} in the environment.")
    return found
