"""The rows that a peer learns from, and what it answers: see writeSplit in ../peers.ts."""
import json
import os
import resource
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np


@dataclass
class Split:
    folder: str
    seed: int
    #: Values of each output.
    sizes: list
    x: np.ndarray
    y: np.ndarray
    x_unseen: np.ndarray
    y_unseen: np.ndarray


def load(folder: str = "") -> Split:
    folder = folder or sys.argv[1]
    with open(os.path.join(folder, "split.json")) as file:
        shape = json.load(file)

    def read(name: str, width: int) -> np.ndarray:
        return np.fromfile(os.path.join(folder, name)).reshape(-1, width)

    inputs, values = shape["inputs"], sum(shape["sizes"])
    return Split(
        folder,
        shape["seed"],
        shape["sizes"],
        read("x_seen", inputs),
        read("y_seen", values),
        read("x_unseen", inputs),
        read("y_unseen", values),
    )


class Standard:
    """To mean 0 and deviation 1 over the rows given; columns that do not vary stay 0."""

    def __init__(self, values: np.ndarray):
        self.mean = values.mean(axis=0)
        deviation = values.std(axis=0)
        self.deviation = np.where(deviation > 0, deviation, 1.0)

    def apply(self, values: np.ndarray) -> np.ndarray:
        return (values - self.mean) / self.deviation

    def undo(self, values: np.ndarray) -> np.ndarray:
        return values * self.deviation + self.mean


class Components:
    """Principal components that hold 99.99 % of the variance of standardised vectors; the values themselves when few."""

    def __init__(self, values: np.ndarray):
        self.standard = Standard(values)
        scaled = self.standard.apply(values)
        if values.shape[1] <= 10:
            self.basis = np.eye(values.shape[1])
            return
        _, singular, basis = np.linalg.svd(scaled, full_matrices=False)
        share = np.cumsum(singular**2) / np.sum(singular**2)
        self.basis = basis[: int(np.searchsorted(share, 0.9999)) + 1]

    def apply(self, values: np.ndarray) -> np.ndarray:
        return self.standard.apply(values) @ self.basis.T

    def undo(self, scores: np.ndarray) -> np.ndarray:
        return self.standard.undo(scores @ self.basis)

    def undo_variance(self, variances: np.ndarray) -> np.ndarray:
        return (variances @ self.basis**2) * self.standard.deviation**2


class Watch:
    """Wall and CPU seconds (all threads and children) since it was made."""

    def __init__(self):
        self.start = time.perf_counter()
        self.cpu = self._cpu()

    @staticmethod
    def _cpu() -> float:
        usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(usage.ru_utime + usage.ru_stime for usage in usages)

    def seconds(self) -> float:
        return time.perf_counter() - self.start

    def cpu_seconds(self) -> float:
        return self._cpu() - self.cpu


def answer(split: Split, watch: Watch, mean, lower=None, upper=None, note: str = "") -> None:
    cost = {"seconds": watch.seconds(), "cpuSeconds": watch.cpu_seconds()}
    for name, values in (("mean", mean), ("lower", lower), ("upper", upper)):
        if values is not None:
            np.ascontiguousarray(values, dtype=np.float64).tofile(os.path.join(split.folder, name))
    print(json.dumps({**cost, "hasBounds": lower is not None, "note": note}))


class Stopwatch(Watch):
    """A watch that stands still while results are looked at."""

    def __init__(self):
        super().__init__()
        self.pause = self.cpu_pause = 0.0

    @contextmanager
    def stopped(self):
        start, cpu = time.perf_counter(), self._cpu()
        yield
        self.pause += time.perf_counter() - start
        self.cpu_pause += self._cpu() - cpu

    def seconds(self) -> float:
        return super().seconds() - self.pause

    def cpu_seconds(self) -> float:
        return super().cpu_seconds() - self.cpu_pause


def r2(truth: np.ndarray, predicted: np.ndarray) -> float:
    """Coefficient of determination, mean over the outputs."""
    errors = ((truth - predicted) ** 2).sum(axis=0)
    return float(np.mean(1 - errors / ((truth - truth.mean(axis=0)) ** 2).sum(axis=0)))
