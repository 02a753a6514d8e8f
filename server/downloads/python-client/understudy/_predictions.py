"""Predictions of an emulator."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Sequence, Union, overload

from ._tables import frame

#: A number for a scalar output, a list for a curve.
Value = Union[float, List[float]]


class Prediction:
    """All outputs at one point.

    Attributes:
        mean, lower, upper: the prediction and its 95 % bounds, by output.
        coordinates: the coordinate values of each curve, by output.
        outside: names of the inputs outside the range of the training data.
        is_far: every input is in its range, but the point is far from all training data, or
            two inputs that matter have values that no training row has together.
    """

    def __init__(self, outputs: Mapping[str, Mapping[str, Any]], outside: Mapping[str, Any]) -> None:
        self.mean: Dict[str, Value] = {name: _of(one, "values") for name, one in outputs.items()}
        self.lower: Dict[str, Value] = {name: _of(one, "lower_bounds") for name, one in outputs.items()}
        self.upper: Dict[str, Value] = {name: _of(one, "upper_bounds") for name, one in outputs.items()}
        self.coordinates: Dict[str, List[float]] = {
            name: one["coordinate_values"]
            for name, one in outputs.items()
            if one["coordinate_values"] is not None
        }
        self.outside: List[str] = outside["inputs"]
        self.is_far: bool = outside["is_far"]

    def __repr__(self) -> str:
        texts = [
            f"{name}: {_short(mean)} ({_short(self.lower[name])} .. {_short(self.upper[name])})"
            for name, mean in self.mean.items()
        ]
        return f"<Prediction {', '.join(texts)}>"


class Predictions(Sequence[Prediction]):
    """One ``Prediction`` per point, in order; ``mean``, ``lower`` and ``upper`` are columns over all points."""

    def __init__(self, predictions: Sequence[Prediction]) -> None:
        self._all = list(predictions)

    @overload
    def __getitem__(self, index: int) -> Prediction: ...
    @overload
    def __getitem__(self, index: slice) -> "Predictions": ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Prediction, "Predictions"]:
        return Predictions(self._all[index]) if isinstance(index, slice) else self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Prediction]:
        return iter(self._all)

    def __repr__(self) -> str:
        return f"<Predictions at {len(self)} points>"

    @property
    def mean(self) -> Dict[str, List[Value]]:
        return self._columns("mean")

    @property
    def lower(self) -> Dict[str, List[Value]]:
        return self._columns("lower")

    @property
    def upper(self) -> Dict[str, List[Value]]:
        return self._columns("upper")

    def table(self) -> Dict[str, List[Value]]:
        """Columns ``gain``, ``gain_lower`` and ``gain_upper`` for each output."""
        mean, lower, upper = self.mean, self.lower, self.upper
        columns: Dict[str, List[Value]] = {}
        for name in mean:
            columns[name] = mean[name]
            columns[f"{name}_lower"] = lower[name]
            columns[f"{name}_upper"] = upper[name]
        return columns

    def frame(self, index: Any = None) -> Any:
        """``table()`` as a pandas DataFrame."""
        return frame(self.table(), index=index)

    def _columns(self, which: str) -> Dict[str, List[Value]]:
        names = list(getattr(self._all[0], which)) if self._all else []
        return {name: [getattr(one, which)[name] for one in self._all] for name in names}


def _of(output: Mapping[str, Any], which: str) -> Value:
    values: List[float] = output[which]
    return values[0] if output["coordinate_values"] is None else values


def _short(value: Value) -> str:
    return f"{len(value)} values" if isinstance(value, list) else f"{value:#.5g}"
