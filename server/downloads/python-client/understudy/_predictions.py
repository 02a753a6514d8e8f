"""What an emulator answers."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Sequence, Union, overload

from ._tables import frame

#: A scalar output's number, or a curve's, one at each place of its coordinate.
Value = Union[float, List[float]]


class Prediction:
    """All outputs at one point.

    Attributes:
        mean, lower, upper: by output, the prediction and its 95 % bounds.
        coordinates: by curve, where along its coordinate each value lies.
        outside: the inputs whose value leaves the range that the emulator learnt from.
        is_far: every value lies in its range, but nothing that the emulator learnt from is near all of them at once.
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
        told = [
            f"{name}: {_short(mean)} ({_short(self.lower[name])} .. {_short(self.upper[name])})"
            for name, mean in self.mean.items()
        ]
        return f"<Prediction {', '.join(told)}>"


class Predictions(Sequence[Prediction]):
    """A ``Prediction`` for each point, in their order; ``mean``, ``lower`` and ``upper`` are columns over all of them."""

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
    return f"{len(value)} values" if isinstance(value, list) else f"{value:.5g}"
