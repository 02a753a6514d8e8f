"""A job's emulator: predictions with bounds, and sensitivity."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union, overload

from ._errors import DeadlineExceeded, ExportFailed, InvalidRequest
from ._http import Connection
from ._names import match_names
from ._predictions import Prediction, Predictions
from ._tables import Frame, columns_and_rows, plain

#: Points in one call: enough to keep the overhead small, few enough not to delay other users.
MAX_POINTS = 2_500
#: Output values in one response, and input values in one call.
MAX_VALUES = 100_000
#: Characters of JSON for the points of one call: the platform refuses larger calls.
MAX_CHARACTERS = 3_000_000
_POLL_SECONDS = 0.5
#: The coordinate of a curve without another curve as its coordinate.
ROW_INDEX = "Index"


@dataclass(frozen=True)
class Input:
    """An input of an emulator. ``values`` are its categories; None if it is numeric."""

    name: str
    unit: str
    minimum: Optional[float]
    maximum: Optional[float]
    initial: Union[float, str, None]
    values: Optional[Tuple[Union[float, str], ...]]
    fixed: bool


@dataclass(frozen=True)
class Output:
    """An output of an emulator: a number (``length`` 1) or a curve over ``coordinate``."""

    name: str
    unit: str
    length: int
    coordinate: Optional[str]


@dataclass(frozen=True)
class RowCount:
    """Rows that define an output: those that its emulator was trained on, and those that its accuracy was measured on.

    Both are all of them where the emulator was trained on all rows and measured by cross-validation. This is so with fewer than
    3,000 rows; emulators of earlier versions may have held validation rows out of fewer.
    """

    training: int
    validation: int


@dataclass(frozen=True)
class Estimate:
    """A fraction of the variance, 0 .. 1, with its 95 % interval."""

    value: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Sensitivity:
    """Sobol' indices of one output by input: first order, and total (including interactions)."""

    output: str
    standard_deviation: float
    first_order: Dict[str, Estimate]
    total: Dict[str, Estimate]


@dataclass(frozen=True)
class BestPoint:
    """A point of high desirability: the values of the inputs that were searched, and the predicted outputs with goals.

    ``desirability`` is 0 .. 1, and never below ``start_desirability``, which is that of the point where the search began.
    """

    inputs: Dict[str, Union[float, str]]
    outputs: Dict[str, float]
    desirability: float
    start_desirability: float


class Emulator:
    """The emulator of a job, from ``job.emulator``. It always uses the job's newest emulator."""

    def __init__(self, connection: Connection, job_id: int) -> None:
        self._connection = connection
        self._path = f"/jobs/{job_id}/emulator"
        self._config_path = f"/jobs/{job_id}/config"
        self._points_path = f"/jobs/{job_id}/points"
        self.job_id = job_id

    def __repr__(self) -> str:
        return f"<Emulator of job {self.job_id}>"

    @property
    def inputs(self) -> List[Input]:
        return [_input(one) for one in self._config()["inputs"]]

    @property
    def outputs(self) -> List[Output]:
        return _outputs(self._config())

    def accuracy(self, *, timeout: float = 120.0) -> Dict[str, float]:
        """By output, the coefficient of determination on rows left out of the training: 1 is perfect."""
        return {one["name"]: one["coefficient_of_determination"] for one in self._report(timeout)["outputs"]}

    def row_counts(self, *, timeout: float = 120.0) -> Dict[str, RowCount]:
        """By output, how many rows it was trained on and measured on: outputs may be undefined in some rows."""
        return {
            one["name"]: RowCount(one["training_rows"], one["validation_rows"])
            for one in self._report(timeout)["outputs"]
        }

    @overload
    def predict(
        self,
        points: Mapping[str, Any],
        *,
        outputs: Optional[Iterable[str]] = ...,
        coordinates: Optional[Mapping[str, Sequence[float]]] = ...,
        band: str = ...,
        timeout: float = ...,
    ) -> Prediction: ...
    @overload
    def predict(
        self,
        points: Sequence[Mapping[str, Any]],
        *,
        outputs: Optional[Iterable[str]] = ...,
        coordinates: Optional[Mapping[str, Sequence[float]]] = ...,
        band: str = ...,
        timeout: float = ...,
    ) -> Predictions: ...
    @overload
    def predict(
        self,
        points: Frame,
        *,
        outputs: Optional[Iterable[str]] = ...,
        coordinates: Optional[Mapping[str, Sequence[float]]] = ...,
        band: str = ...,
        timeout: float = ...,
    ) -> Any: ...
    def predict(
        self,
        points: Any,
        *,
        outputs: Optional[Iterable[str]] = None,
        coordinates: Optional[Mapping[str, Sequence[float]]] = None,
        band: str = "pointwise",
        timeout: float = 120.0,
    ) -> Any:
        """Predicts outputs with their 95 % bounds.

        Args:
            points: one point, ``{"r": 1e3, "c": 1e-9}``; a list of points; or a DataFrame with one row per point.
                Missing inputs take their initial values. Names may have their units: ``R (Ohm)`` is the input ``R``.
            outputs: names of the outputs to predict, with or without their units; default: all.
            coordinates: by name, the coordinate values to evaluate curves at; default: those of the training data.
            band: the bounds of curves: ``"pointwise"`` hold each value with a probability of 95 %, ``"joint"`` the whole
                curve.
            timeout: seconds for the whole prediction, including loading a large emulator.
        Returns:
            A ``Prediction`` for one point; ``Predictions`` for a list; for a DataFrame, a DataFrame with the same index
            and the columns ``gain``, ``gain_lower`` and ``gain_upper`` for each output.
        Raises:
            InvalidRequest: unknown input or output, an invalid value, or a joint band of an emulator that has none.
        """
        options = _prediction_options(coordinates, band)
        if isinstance(points, Mapping):
            return self._predict_named([_point(points)], outputs, options, timeout)[0]
        if isinstance(points, Frame):
            names, rows = columns_and_rows(points)
            listed = [_point(dict(zip(names, row))) for row in rows]
            return self._predict_named(listed, outputs, options, timeout).frame(index=points.index)
        return self._predict_named([_point(one) for one in points], outputs, options, timeout)

    @property
    def points(self) -> Dict[str, Dict[str, Any]]:
        """The points that people keep under a name, such as ``"nominal"``: input values by name, ready for ``predict``."""
        return {point["name"]: dict(point["values"]) for point in self._points()}

    def save_point(self, name: str, values: Mapping[str, Any]) -> None:
        """Keeps a point under a name; a point of this name moves to the values.

        Raises:
            InvalidRequest: a value belongs to no input.
            Forbidden: the name is that of a point of somebody else, in a job of somebody else.
        """
        existing = self._find_point(name)
        if existing is None:
            self._connection.post(self._points_path, {"name": name, "values": _point(values)})
        else:
            self._connection.call("PUT", f"{self._points_path}/{existing}", body={"values": _point(values)})

    def delete_point(self, name: str) -> None:
        """Deletes the point of this name, if there is one."""
        existing = self._find_point(name)
        if existing is not None:
            self._connection.call("DELETE", f"{self._points_path}/{existing}")

    def _find_point(self, name: str) -> Optional[int]:
        found = [point["id"] for point in self._points() if point["name"].lower() == name.strip().lower()]
        return found[0] if found else None

    def _points(self) -> Any:
        return self._connection.get(self._points_path)["points"]

    def sensitivity(self, output: str, *, timeout: float = 300.0) -> Sensitivity:
        """How much each input contributes to an output's variance, over the ranges of the training data.

        Args:
            output: its name, with or without its unit: ``f`` is the output ``f (Hz)``.
            timeout: seconds for the whole computation.
        Raises:
            InvalidRequest: unknown output.
        """

        def ask(name: str) -> Any:
            return self._until(
                lambda: self._connection.get(f"{self._path}/sensitivity", {"output": name}),
                lambda answer: answer["output"] is not None,
                timeout,
            )

        try:
            answer = ask(output)
        except InvalidRequest:
            column = self._output_columns([output])[output]
            if column == output:
                raise
            output = column
            answer = ask(output)
        found = answer["output"]
        names = [one["name"] for one in answer["inputs"]]
        first, total = (
            {name: _estimate(index[which]) for name, index in zip(names, found["indices"])}
            for which in ("first_order", "total")
        )
        return Sensitivity(output, found["standard_deviation"], first, total)

    def maximise(
        self,
        goals: Mapping[str, Mapping[str, Any]],
        *,
        start: Optional[Mapping[str, Any]] = None,
        fixed: Iterable[str] = (),
        timeout: float = 120.0,
    ) -> BestPoint:
        """Searches near a point, for a quarter of a second, for one at which scalar outputs meet goals best.

        Args:
            goals: by output, ``{"kind": "maximise", "low": 0, "high": 8}``, which is worth 0 at ``low`` and 1 at
                ``high``; ``minimise``, the other way round; ``{"kind": "target", "low": 0, "target": 3, "high": 5}``;
                or ``{"kind": "limits", "low": 2, "high": None}``, which is worth 1 inside and 0 outside. The
                desirability of a point is the geometric mean over the goals.
            start: the point where the search begins; missing inputs take their initial values.
            fixed: names of inputs that keep their values of ``start``.
            timeout: seconds, including loading a large emulator.
        Raises:
            InvalidRequest: unknown input or output, or a goal that makes no sense.
        """
        kept = set(fixed)
        body = {
            "inputs": _point(start or {}),
            "goals": {name: dict(goal) for name, goal in goals.items()},
            "search": {
                one["name"]: found
                for one in self._config()["inputs"]
                if not one["fixed"] and one["name"] not in kept
                for found in [_search_range(one)]
                if found is not None
            },
        }
        answer = self._until_ready(
            lambda: self._connection.post(f"{self._path}/desirability", body, idempotent=True), timeout
        )
        return BestPoint(
            answer["inputs"], answer["outputs"], answer["desirability"], answer["start_desirability"]
        )

    def export(
        self,
        format: str,
        path: "Union[str, os.PathLike[str]]",
        *,
        outputs: Optional[Iterable[str]] = None,
        timeout: float = 900.0,
        **options: Any,
    ) -> Dict[str, Any]:
        """Downloads the emulator as a file for another program: a zip with its test vectors and a self-test.

        Args:
            format: ``verilog-a``, ``spice``, ``c``, ``python``, ``javascript``, ``page`` or another one of the emulator page.
            path: where the zip is stored.
            outputs: names of the outputs to export, with or without their units; default: all.
            options: ``with_bounds=False``, ``with_rows=True`` (of a web page), ``shape={"kind": "ports"}``,
                ``equations="own"`` and ``wanted_share=0.05``, as on the emulator page.
        Returns:
            What the file is: the ``network`` that stands for the emulator (None: it is exact), the largest difference
            of each of the ``outputs``, and the command of the ``self_test``.
        Raises:
            ExportFailed: the emulator cannot be exported like this; the message says why.
        """
        if outputs is not None:
            options["outputs"] = list(outputs)

        def begin() -> Any:
            body = {"format": format, "options": options}
            return self._connection.post(f"{self._path}/exports", body, idempotent=True)

        try:
            begun = begin()
        except InvalidRequest:
            renamed = self._with_output_columns(options)
            if renamed == options:
                raise
            options = renamed
            begun = begin()
        found = self._until(
            lambda: self._connection.get(f"{self._path}/exports/{begun['id']}"),
            lambda one: one["state"] in ("complete", "failed"),
            timeout,
        )
        if found["state"] == "failed":
            raise ExportFailed(found["text"])
        self._connection.download(found["file"]["href"], os.fspath(path))
        return dict(found["result"])

    def _output_columns(self, names: Iterable[str]) -> Dict[str, str]:
        """The output that each name stands for, which may have its unit or lack it."""
        return match_names(names, {one["name"]: one["unit"] for one in self._config()["outputs"]})

    def _with_output_columns(self, options: Mapping[str, Any]) -> Dict[str, Any]:
        """Options of an export with the names of its outputs, and that of a device's, as the platform has them."""
        shape = options.get("shape", {})
        names = [*options.get("outputs", []), *([shape["output"]] if "output" in shape else [])]
        columns = self._output_columns(names)
        renamed = dict(options)
        if "outputs" in options:
            renamed["outputs"] = [columns[name] for name in options["outputs"]]
        if "output" in shape:
            renamed["shape"] = {**shape, "output": columns[shape["output"]]}
        return renamed

    def _predict_named(
        self,
        points: Sequence[Mapping[str, Any]],
        outputs: Optional[Iterable[str]],
        options: Mapping[str, Any],
        timeout: float,
    ) -> Predictions:
        """Names that the platform refuses are tried again as those of the columns that they mean."""
        listed = None if outputs is None else list(outputs)
        try:
            return self._predict_all(points, listed, options, timeout)
        except InvalidRequest:
            config = self._config()
            units = [{one["name"]: one["unit"] for one in config[kind]} for kind in ("inputs", "outputs")]
            inputs = match_names({name for point in points for name in point}, units[0])
            answered = match_names(listed or [], units[1])
            if all(name == column for name, column in [*inputs.items(), *answered.items()]):
                raise
            renamed = [{inputs[name]: value for name, value in point.items()} for point in points]
            if any(len(after) < len(before) for before, after in zip(points, renamed)):
                raise
            chosen = None if listed is None else [answered[name] for name in listed]
            return self._predict_all(renamed, chosen, options, timeout)

    def _predict_all(
        self,
        points: Sequence[Mapping[str, Any]],
        outputs: Optional[Iterable[str]],
        options: Mapping[str, Any],
        timeout: float,
    ) -> Predictions:
        deadline = time.monotonic() + timeout
        if outputs is not None:
            options = {**options, "outputs": list(outputs)}
        batch = MAX_POINTS if len(points) == 1 else self._batch(points, options)
        while True:
            versions = set()
            found: List[Prediction] = []
            for start in range(0, len(points), batch):
                body = {**options, "inputs_list": points[start : start + batch]}
                answer = self._until_ready(
                    lambda: self._connection.post(f"{self._path}/outputs", body, idempotent=True),
                    deadline - time.monotonic(),
                )
                versions.add(answer["emulator_version"])
                found += [
                    Prediction(one, outside)
                    for one, outside in zip(answer["outputs_list"], answer["outside_list"])
                ]
            # If a newer emulator arrives in between, all points are predicted again with that one.
            if len(versions) < 2:
                return Predictions(found)

    def _batch(self, points: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> int:
        """How many points to send in one call."""
        wanted = options.get("outputs")
        places = options.get("coordinates", {})
        values = sum(
            len(places.get(one.coordinate or ROW_INDEX, range(one.length))) if one.length > 1 else 1
            for one in self.outputs
            if wanted is None or one.name in wanted
        )
        most = max(values, max((len(point) for point in points), default=0), 1)
        longest = max((len(json.dumps(point)) for point in points), default=1)
        return max(1, min(MAX_POINTS, MAX_VALUES // most, MAX_CHARACTERS // longest))

    def _report(self, timeout: float) -> Any:
        return self._until_ready(lambda: self._connection.get(self._path), timeout)

    def _config(self) -> Any:
        return self._connection.get(self._config_path)

    def _until_ready(self, ask: Any, timeout: float) -> Any:
        return self._until(ask, lambda answer: answer["status"] == "ready", timeout)

    def _until(self, ask: Any, is_ready: Any, timeout: float) -> Any:
        deadline = time.monotonic() + timeout
        while True:
            answer = ask()
            if is_ready(answer):
                return answer
            if time.monotonic() + _POLL_SECONDS > deadline:
                raise DeadlineExceeded(f"The emulator of job {self.job_id} did not answer in time.")
            time.sleep(_POLL_SECONDS)


def _point(point: Mapping[str, Any]) -> Dict[str, Any]:
    return {str(name): plain(value) for name, value in point.items()}


def _prediction_options(coordinates: Optional[Mapping[str, Sequence[float]]], band: str) -> Dict[str, Any]:
    """What a prediction sends besides points and outputs."""
    options: Dict[str, Any] = {"band": band}
    if coordinates is not None:
        options["coordinates"] = {name: [float(x) for x in at] for name, at in coordinates.items()}
    return options


def _search_range(one: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
    """The values that a search may give an input; None: it has only one."""
    if one["values"] is not None:
        return {"values": one["values"]}
    if one["min"] is None or one["max"] is None or one["min"] >= one["max"]:
        return None
    return {"min": one["min"], "max": one["max"], "is_integer": one["is_integer"]}


def _estimate(index: Mapping[str, float]) -> Estimate:
    return Estimate(index["value"], index["lower_bound"], index["upper_bound"])


def _input(one: Mapping[str, Any]) -> Input:
    values = None if one["values"] is None else tuple(one["values"])
    return Input(one["name"], one["unit"], one["min"], one["max"], one["initval"], values, one["fixed"])


def _outputs(config: Mapping[str, Any]) -> List[Output]:
    answered = set(config["emulator_outputs"])
    return [
        Output(one["name"], one["unit"], one["length"], one["coordinate_name"])
        for one in config["outputs"]
        if one["name"] in answered
    ]
