"""The entry point: a connection to one platform with one API token."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Union

from ._errors import NotFound
from ._http import Connection
from ._job import Job
from ._progress import ProgressLine
from ._simulation import pages
from ._spec import Server, Spec, SpecVersion, servers, spec_version
from ._tables import Table
from ._upload import upload


class Client:
    """Calls one platform with one API token.

    >>> from understudy import Client
    >>> client = Client("https://understudy.example.org", token="ust_...")
    >>> job = client.train("Filter", "parameters.csv", "outputs.csv").wait()
    >>> job.emulator.predict({"r": 1.2e3, "c": 1e-9}).mean["cutoff"]

    Args:
        url: address of the platform; default: the environment variable UNDERSTUDY_URL.
        token: created on the platform under API Tokens; default: the environment variable UNDERSTUDY_TOKEN.
        timeout: seconds to wait for data from the platform in one call.
        patience: seconds during which a call is retried while the platform is busy or unavailable. A call that could do
            something twice is not retried once it may have arrived.
        ca_file: CA certificates to trust instead of the system's, for organisations that issue their own.
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
        """The owner of the token: name, email, roles, ..."""
        found: Dict[str, Any] = self._connection.get("/user")
        return found

    def jobs(self, filter: Optional[str] = None, **query: Union[str, int, bool]) -> Iterator[Job]:
        """Jobs, newest first, fetched page by page.

        Args:
            filter: part of a name or tag, or an id.
            query: further parameters of ``GET /jobs/``, as ``sort_by="name"``, ``sort_order="ascending"``,
                ``objective="Training"`` or ``one_off=False``.
        """
        for record in pages(self._connection, "/jobs/", {**query, "filter": filter}):
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
        number_duplicate_names: bool = False,
        header_units: bool = True,
        join_numbered_columns: bool = False,
        complex_as_parts: bool = False,
        complex_as_polar: bool = False,
        resample_curves: bool = True,
        unwrap_angles: bool = False,
        ignore_missing_inputs: bool = False,
        failed_run_marks: Optional[Mapping[str, Iterable[float]]] = None,
        left_out_rows: Iterable[int] = (),
        sweep_curves: Optional[Mapping[str, Any]] = None,
        tags: Iterable[str] = (),
        progress: bool = False,
    ) -> Job:
        """Creates a job from existing runs, without training it; see ``train`` and ``job.start_training()``.

        Args:
            parameters: one row per run, one column per input: the path of a CSV file, a DataFrame, a list of dicts or a
                dict of lists.
            outputs: as many rows, one column per output; a cell is a number, or a list of numbers for a curve.
            source_job: id of a job whose rows come first; the tables are then optional.
            ignore_failed_runs: leave out rows whose outputs are empty or NaN instead of rejecting them. A row that has some of
                its outputs counts for these.
            number_duplicate_names: number columns that share a name, as ``gain``, ``gain (2)``.
            header_units: read the units in the names of columns: ``R (Ohm)`` is named ``R`` and has the unit Ohm.
            join_numbered_columns: read numbered columns of outputs, as ``id_0`` to ``id_40``, as one curve ``id``.
            complex_as_parts: read a complex output ``s21`` as ``s21_re`` and ``s21_im``.
            complex_as_polar: read it as ``s21_db``, its magnitude in dB, and ``s21_deg``, its phase in degrees.
            resample_curves: read curves with a grid of their own in each row on one grid, which all rows share.
            unwrap_angles: read curves of an angle that wraps without its jumps, and single angles as cosine and sine.
            ignore_missing_inputs: leave out rows whose inputs are empty or NaN instead of rejecting them.
            failed_run_marks: by output, the values that mark failed runs, as ``{"gain": [1e30]}``; rows that hold one, in any
                point of a curve, are left out of that output.
            left_out_rows: rows to leave out, numbered as in a spreadsheet of ``parameters``: below a header in row 1 the first
                is 2. The rows of ``source_job`` come first.
            sweep_curves: turn rows, one a point of a sweep, into curves, as ``{"over": "vgs", "by": ["w", "l"]}``: the rows that
                agree in ``by`` become one row, whose outputs are curves over ``over``.
            progress: show the progress of the upload on standard error.
        Raises:
            InvalidRequest: ``errors`` lists the problems by field.
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
            "data_options": {
                "ignore_failed_runs": ignore_failed_runs,
                "number_duplicate_names": number_duplicate_names,
                "header_units": header_units,
                "join_numbered_columns": join_numbered_columns,
                "complex_as_parts": complex_as_parts,
                "complex_as_polar": complex_as_polar,
                "resample_curves": resample_curves,
                "unwrap_angles": unwrap_angles,
                "ignore_missing_inputs": ignore_missing_inputs,
                "failed_run_marks": [
                    {"output": output, "value": value}
                    for output, values in (failed_run_marks or {}).items()
                    for value in values
                ],
                "left_out_rows": list(left_out_rows),
                "sweep_curves": None if sweep_curves is None else dict(sweep_curves),
            },
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
        number_duplicate_names: bool = False,
        header_units: bool = True,
        join_numbered_columns: bool = False,
        complex_as_parts: bool = False,
        complex_as_polar: bool = False,
        resample_curves: bool = True,
        unwrap_angles: bool = False,
        ignore_missing_inputs: bool = False,
        failed_run_marks: Optional[Mapping[str, Iterable[float]]] = None,
        left_out_rows: Iterable[int] = (),
        sweep_curves: Optional[Mapping[str, Any]] = None,
        tags: Iterable[str] = (),
        effort: str = "standard",
        validation_percentage: float = 20,
        group_by: Optional[Iterable[str]] = None,
        train_on: Union[int, str, None] = None,
        progress: bool = False,
    ) -> Job:
        """Creates a job from existing runs and starts its training; ``wait()`` for the result.

        ``create_job`` describes the data, ``Job.start_training`` describes ``effort``, ``validation_percentage``,
        ``group_by`` and ``train_on`` (the id of a connected server, or ``"provision"``).

        Raises:
            JobFailed: the tables are invalid; the message says where.
        """
        job = self.create_job(
            name,
            parameters,
            outputs,
            description=description,
            source_job=source_job,
            ignore_failed_runs=ignore_failed_runs,
            number_duplicate_names=number_duplicate_names,
            header_units=header_units,
            join_numbered_columns=join_numbered_columns,
            complex_as_parts=complex_as_parts,
            complex_as_polar=complex_as_polar,
            resample_curves=resample_curves,
            unwrap_angles=unwrap_angles,
            ignore_missing_inputs=ignore_missing_inputs,
            failed_run_marks=failed_run_marks,
            left_out_rows=left_out_rows,
            sweep_curves=sweep_curves,
            tags=tags,
            progress=progress,
        )
        return job.start_training(
            effort=effort,
            validation_percentage=validation_percentage,
            group_by=group_by,
            server=train_on,
        )

    def specs(self) -> Iterator[Spec]:
        """Specs, newest first, fetched page by page."""
        for record in pages(self._connection, "/specs/", {}):
            yield Spec(self._connection, record)

    def spec(self, spec: Union[int, str]) -> SpecVersion:
        """The latest version of the spec with this id or name; of several with the same name, of the newest.

        Raises:
            NotFound: there is no such spec; the message names those that there are.
        """
        names: List[str] = []
        for one in self.specs():
            if spec in (one.id, one.name):
                return one.latest_version()
            names.append(f"{one.name!r} (id {one.id})")
        raise NotFound(404, f"There is no spec {spec!r}. {_described(names)}", {})

    def spec_version(self, version_id: int) -> SpecVersion:
        return spec_version(self._connection, version_id)

    def servers(self) -> List[Server]:
        """Your servers that are connected now."""
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
        raise ValueError(f"Pass {name}=... or set the environment variable {variable}.")
    return found


_MAX_NAMES = 10


def _described(names: List[str]) -> str:
    """The specs that there are, as a sentence of bounded length."""
    if not names:
        return "There are no specs that you can use."
    more = f" and {len(names) - _MAX_NAMES} more" if len(names) > _MAX_NAMES else ""
    return f"Your specs are {', '.join(names[:_MAX_NAMES])}{more}."
