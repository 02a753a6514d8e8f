"""Specs: models that run on connected servers."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._http import Connection
from ._job import Job
from ._tables import plain
from ._upload import upload

#: Servers by id or name; in a mapping, with the number of simulations that each can run at a time for the job.
Servers = Union[Sequence[Union[int, str]], Mapping[Union[int, str], int]]


@dataclass(frozen=True)
class Server:
    """One of your connected servers.

    Attributes:
        role: ``Simulations``, ``Training`` or ``All``.
        running, allowed: simulations that it is running now, and at most at a time.
        held_back: why it gets no more work; None if it does.
        only: fingerprints of the specs that it accepts, where ``ngspice`` stands for all that only run ngspice on their own
            files; None: all.
    """

    id: int
    name: str
    role: str
    cores: int
    running: int
    allowed: int
    held_back: Optional[str]
    only: Optional[Tuple[str, ...]]

    @property
    def runs_simulations(self) -> bool:
        return self.role in ("Simulations", "All")

    def accepts(self, version: "SpecVersion") -> bool:
        """Whether it gets simulations of this version of a spec."""
        if self.held_back is not None:
            return False
        if self.only is None or version.fingerprint in self.only:
            return True
        return "ngspice" in self.only and version.only_runs_ngspice


def servers(connection: Connection) -> List[Server]:
    return [
        Server(
            one["id"],
            one["name"],
            one["role"],
            one["cores"],
            one["running"],
            one["allowed"],
            one["held_back"],
            None if one["only"] is None else tuple(one["only"]),
        )
        for one in connection.get("/resources")["items"]
    ]


class SpecVersion:
    """One version of a spec.

    Attributes:
        id: id of the version.
        number: number of the version within its spec, from 1.
        spec_id, name: id and name of the spec.
        fingerprint: hash of its files, for servers that accept only some specs.
        only_runs_ngspice: whether it runs ngspice on its own files and nothing else, for servers that accept only such specs.
        variables: properties of each variable by name: type, default_val, default_min, ...
        outputs: names of the outputs.
    """

    def __init__(self, connection: Connection, record: Mapping[str, Any]) -> None:
        self._connection = connection
        self.id: int = record["id"]
        self.number: int = record["number"]
        self.spec_id: int = record["spec_id"]
        self.name: str = record["name"]
        self.fingerprint: str = record["fingerprint"]
        self.only_runs_ngspice: bool = record["demo_problem"] is None
        self.variables: Dict[str, Dict[str, Any]] = {one["name"]: one for one in record["variables"]}
        self.outputs: List[str] = [one["name"] for one in record["outputs"]]

    def __repr__(self) -> str:
        return f"<Version {self.number} of spec {self.spec_id} {self.name!r}>"

    def train(
        self,
        name: str,
        *,
        variables: Optional[Mapping[str, Any]] = None,
        simulations: int = 100,
        servers: Optional[Servers] = None,
        extra_data: Any = None,
        tags: Iterable[str] = (),
        effort: str = "standard",
        validation_percentage: float = 20,
        train_on: Union[int, str, None] = None,
    ) -> Job:
        """Runs simulations at points that improve the emulator most, and trains it on them.

        Args:
            variables: settings by name: ``{"w": (1e-6, 1e-4)}`` varies one over a range, ``{"w": 2e-6}`` fixes it, and
                ``{"corner": ["tt", "ss"]}`` varies it over options. Other variables use the spec's defaults.
            simulations: how many to run, 16 .. 1,000,000.
            servers: names or ids of connected servers, or ``{name: simulations at a time}``; default: all your servers
                that accept this spec, each with as many simulations at a time as it allows.
            extra_data: existing runs with all variables and outputs in each row: the path of a CSV file, or a table.
            effort, validation_percentage: see ``Job.start_training``.
            train_on: id of the connected server to train on; ``"provision"``: a machine that the platform creates for it;
                default: the platform.
        Raises:
            InvalidRequest: ``errors`` lists the problems by field.
        """
        body = self._body(name, "Training", variables, tags)
        body["maximum_simulations"] = simulations
        body["simulation_resources"] = {"type": "servers", "servers": self._places(servers)}
        if extra_data is not None:
            body["extra_data_file_id"] = upload(self._connection, extra_data, "extra-data.csv")
        job = self.create_job(body)
        return job.start_training(
            effort=effort, validation_percentage=validation_percentage, server=train_on
        )

    def run(
        self,
        name: str,
        *,
        variables: Optional[Mapping[str, Any]] = None,
        server: Union[int, str, None] = None,
        tags: Iterable[str] = (),
    ) -> Job:
        """Runs one simulation; ``next(job.wait().simulations())`` returns it.

        Args:
            variables: values by name; other variables use the spec's defaults.
            server: name or id of a connected server; default: the first that accepts this spec.
        """
        body = self._body(name, "Single Run", variables, tags)
        chosen = self._places(None if server is None else [server])[0]
        body["resource"] = {"type": "server", "id": chosen["id"]}
        return self.create_job(body)

    def create_job(self, body: Mapping[str, Any]) -> Job:
        """Creates a job of any objective from the body of ``POST /spec_versions/{id}/jobs``.

        The form of a new job shows it under "Copy as code".

        Raises:
            InvalidRequest: ``errors`` lists the problems by field.
        """
        made = self._connection.post(f"/spec_versions/{self.id}/jobs", body)
        return Job(self._connection, self._connection.get(f"/jobs/{made['id']}"))

    def _body(
        self, name: str, objective: str, variables: Optional[Mapping[str, Any]], tags: Iterable[str]
    ) -> Dict[str, Any]:
        return {
            "name": name,
            "objective": objective,
            "variables": {key: self._variable(key, value) for key, value in (variables or {}).items()},
            "tags": [{"name": tag} for tag in tags],
        }

    def _variable(self, name: str, given: Any) -> Dict[str, Any]:
        if name not in self.variables:
            raise ValueError(f"{self.name} has no variable {name!r}. Its variables are {', '.join(self.variables)}.")
        kind = self.variables[name]["type"]
        if isinstance(given, Mapping):
            return {"type": kind, **given}
        if kind == "File":
            return {"type": kind, "file_id": upload(self._connection, os.fspath(given), name)}
        if kind == "MultiSelect" and isinstance(given, (list, tuple)):
            return {"type": kind, "options": list(given)}
        if kind in ("Scalar", "Vector") and isinstance(given, tuple) and len(given) == 2:
            low, high = given
            return {"type": kind, "lbound": plain(low), "ubound": plain(high)}
        if kind in ("String", "SingleSelect"):
            return {"type": kind, "initval": given}
        return {"type": kind, "initval": plain(given), "fixed": True}

    def _places(self, chosen: Optional[Servers]) -> List[Dict[str, int]]:
        connected = [one for one in servers(self._connection) if one.runs_simulations]
        if chosen is None:
            found = [
                {"id": one.id, "concurrent_simulations": one.allowed}
                for one in connected
                if one.accepts(self)
            ]
            if connected and not found:
                raise ValueError(f"None of your connected servers accepts {self.name}.")
        else:
            at_a_time = chosen if isinstance(chosen, Mapping) else {}
            found = []
            for wanted in chosen:
                matching = [one for one in connected if wanted in (one.id, one.name)]
                if not matching:
                    raise ValueError(f"No server {wanted!r} that runs simulations is connected.")
                count = at_a_time.get(wanted, matching[0].allowed)
                found.append({"id": matching[0].id, "concurrent_simulations": count})
        if not found:
            raise ValueError("You don't have any simulation resources connected.")
        return found


class Spec:
    """A spec in the list of specs."""

    def __init__(self, connection: Connection, record: Mapping[str, Any]) -> None:
        self._connection = connection
        self.id: int = record["id"]
        self.name: str = record["name"]
        self.creator: str = record["creator"]["name"]
        self.latest_version_id: int = record["latest_version_id"]

    def __repr__(self) -> str:
        return f"<Spec {self.id} {self.name!r}>"

    def latest_version(self) -> SpecVersion:
        return spec_version(self._connection, self.latest_version_id)


def spec_version(connection: Connection, version_id: int) -> SpecVersion:
    return SpecVersion(connection, connection.get(f"/spec_versions/{version_id}"))
