"""Understudy from Python: train emulators of simulations and predict with them.

>>> from understudy import Client
>>> client = Client()  # UNDERSTUDY_URL and UNDERSTUDY_TOKEN
>>> job = client.train("Filter", "parameters.csv", "outputs.csv").wait()
>>> prediction = job.emulator.predict({"r": 1.2e3, "c": 1e-9})
>>> prediction.mean["cutoff"], prediction.lower["cutoff"], prediction.upper["cutoff"]
"""

from ._client import Client
from ._comment import Comment
from ._emulator import BestPoint, Emulator, Estimate, Input, Output, RowCount, Sensitivity
from ._errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    DeadlineExceeded,
    EmulatorWarning,
    ExportFailed,
    InvalidRequest,
    JobFailed,
    JobNeedsConfiguration,
    JobProblem,
    JobStopped,
    NotAllowed,
    NotFound,
    NotSignedIn,
    ServerError,
    TooManyCalls,
    UnderstudyError,
)
from ._job import Job
from ._predictions import Prediction, Predictions
from ._simulation import Simulation
from ._spec import Server, Spec, SpecVersion
from ._version import __version__

__all__ = [
    "ApiError",
    "BestPoint",
    "Client",
    "Comment",
    "Conflict",
    "ConnectionFailed",
    "DeadlineExceeded",
    "Emulator",
    "EmulatorWarning",
    "Estimate",
    "ExportFailed",
    "Input",
    "InvalidRequest",
    "Job",
    "JobFailed",
    "JobNeedsConfiguration",
    "JobProblem",
    "JobStopped",
    "NotAllowed",
    "NotFound",
    "NotSignedIn",
    "Output",
    "Prediction",
    "Predictions",
    "RowCount",
    "Sensitivity",
    "Server",
    "ServerError",
    "Simulation",
    "Spec",
    "SpecVersion",
    "TooManyCalls",
    "UnderstudyError",
    "__version__",
]
