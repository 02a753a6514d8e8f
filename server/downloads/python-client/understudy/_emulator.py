"""A job's emulator: predictions with bounds, and what the outputs depend on."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union, overload

from ._errors import DeadlineExceeded
from ._http import Connection
from ._predictions import Prediction, Predictions
from ._tables import Frame, columns_and_rows, plain

#: Points in one call: enough for a call to cost little, few enough for others to be answered in between.
POINTS = 2_500
#: Values that one call may ask for, and inputs that it may hold.
VALUES = 100_000
#: Characters of points in one call: the platform refuses larger ones.
CHARACTERS = 3_000_000
_ASK_AGAIN = 0.5
#: The coordinate of a curve that no other one is a coordinate of.
ROW_INDEX = "Index"


@dataclass(frozen=True)
class Input:
    """An input of an emulator. ``values`` are the categories of one that has categories, else None."""

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
class Estimate:
    """A share of the variance, 0 .. 1, with its 95 % interval."""

    value: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Sensitivity:
    """Sobol' indices of one output, by input: alone, and together with all that it interacts with."""

    output: str
    standard_deviation: float
    first_order: Dict[str, Estimate]
    total: Dict[str, Estimate]


class Emulator:
    """Stands in for the simulator of a job. ``job.emulator`` makes one; it always asks the job's newest emulator."""

    def __init__(self, connection: Connection, job_id: int) -> None:
        self._connection = connection
        self._path = f"/jobs/{job_id}/emulator"
        self._config_path = f"/jobs/{job_id}/config"
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
        """By output, the coefficient of determination on rows that the emulator was not trained on: 1 is perfect."""
        report = self._until_ready(lambda: self._connection.get(self._path), timeout)
        return {one["name"]: one["coefficient_of_determination"] for one in report["outputs"]}

    @overload
    def predict(
        self,
        points: Mapping[str, Any],
        *,
        outputs: Optional[Iterable[str]] = ...,
        coordinates: Optional[Mapping[str, Sequence[float]]] = ...,
        timeout: float = ...,
    ) -> Prediction: ...
    @overload
    def predict(
        self,
        points: Sequence[Mapping[str, Any]],
        *,
        outputs: Optional[Iterable[str]] = ...,
        coordinates: Optional[Mapping[str, Sequence[float]]] = ...,
        timeout: float = ...,
    ) -> Predictions: ...
    @overload
    def predict(
        self,
        points: Frame,
        *,
        outputs: Optional[Iterable[str]] = ...,
        coordinates: Optional[Mapping[str, Sequence[float]]] = ...,
        timeout: float = ...,
    ) -> Any: ...
    def predict(
        self,
        points: Any,
        *,
        outputs: Optional[Iterable[str]] = None,
        coordinates: Optional[Mapping[str, Sequence[float]]] = None,
        timeout: float = 120.0,
    ) -> Any:
        """Predicts outputs with their 95 % bounds.

        Args:
            points: one point, ``{"r": 1e3, "c": 1e-9}``; a list of points; or a DataFrame, one row a point. An input that
                is left out takes its initial value.
            outputs: names of those wanted; all by default.
            coordinates: by coordinate, where curves over it are wanted; the places that were learnt from by default.
            timeout: seconds for all of it, the reading of a large emulator included.
        Returns:
            A ``Prediction`` for one point; ``Predictions`` for a list; for a DataFrame another one with the same index
            and, for each output, the columns ``gain``, ``gain_lower`` and ``gain_upper``.
        Raises:
            InvalidRequest: an input or an output has another name, or a value does not fit.
        """
        if isinstance(points, Mapping):
            return self._predict_all([_point(points)], outputs, coordinates, timeout)[0]
        if isinstance(points, Frame):
            names, rows = columns_and_rows(points)
            listed = [_point(dict(zip(names, row))) for row in rows]
            return self._predict_all(listed, outputs, coordinates, timeout).frame(index=points.index)
        return self._predict_all([_point(one) for one in points], outputs, coordinates, timeout)

    def sensitivity(self, output: str, *, timeout: float = 300.0) -> Sensitivity:
        """How much of an output's variance comes from which input, over the ranges of the training data."""
        answer = self._until(
            lambda: self._connection.get(f"{self._path}/sensitivity", {"output": output}),
            lambda said: said["output"] is not None,
            timeout,
        )
        found = answer["output"]
        names = [one["name"] for one in answer["inputs"]]
        first, total = (
            {name: _estimate(index[which]) for name, index in zip(names, found["indices"])}
            for which in ("first_order", "total")
        )
        return Sensitivity(output, found["standard_deviation"], first, total)

    def _predict_all(
        self,
        points: Sequence[Mapping[str, Any]],
        outputs: Optional[Iterable[str]],
        coordinates: Optional[Mapping[str, Sequence[float]]],
        timeout: float,
    ) -> Predictions:
        give_up = time.monotonic() + timeout
        asked: Dict[str, Any] = {}
        if outputs is not None:
            asked["outputs"] = list(outputs)
        if coordinates is not None:
            asked["coordinates"] = {name: [float(x) for x in at] for name, at in coordinates.items()}
        batch = POINTS if len(points) == 1 else self._batch(points, asked)
        while True:
            versions = set()
            found: List[Prediction] = []
            for start in range(0, len(points), batch):
                body = {**asked, "inputs_list": points[start : start + batch]}
                answer = self._until_ready(
                    lambda: self._connection.post(f"{self._path}/outputs", body, again=True),
                    give_up - time.monotonic(),
                )
                versions.add(answer["emulator_version"])
                found += [
                    Prediction(one, outside)
                    for one, outside in zip(answer["outputs_list"], answer["outside_list"])
                ]
            # A newer emulator may come while many points are asked: then all are asked of that one.
            if len(versions) < 2:
                return Predictions(found)

    def _batch(self, points: Sequence[Mapping[str, Any]], asked: Mapping[str, Any]) -> int:
        """How many points to ask for in one call."""
        wanted = asked.get("outputs")
        places = asked.get("coordinates", {})
        values = sum(
            len(places.get(one.coordinate or ROW_INDEX, range(one.length))) if one.length > 1 else 1
            for one in self.outputs
            if wanted is None or one.name in wanted
        )
        most = max(values, max((len(point) for point in points), default=0), 1)
        longest = max((len(json.dumps(point)) for point in points), default=1)
        return max(1, min(POINTS, VALUES // most, CHARACTERS // longest))

    def _config(self) -> Any:
        return self._connection.get(self._config_path)

    def _until_ready(self, ask: Any, timeout: float) -> Any:
        return self._until(ask, lambda said: said["status"] == "ready", timeout)

    def _until(self, ask: Any, is_answer: Any, timeout: float) -> Any:
        give_up = time.monotonic() + timeout
        while True:
            said = ask()
            if is_answer(said):
                return said
            if time.monotonic() + _ASK_AGAIN > give_up:
                raise DeadlineExceeded(f"The emulator of job {self.job_id} has not answered in time.")
            time.sleep(_ASK_AGAIN)


def _point(point: Mapping[str, Any]) -> Dict[str, Any]:
    return {str(name): plain(value) for name, value in point.items()}


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
