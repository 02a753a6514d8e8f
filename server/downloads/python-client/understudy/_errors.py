"""The exceptions and warnings of this package. All exceptions are subclasses of ``UnderstudyError``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Mapping, Optional, Sequence, Type

if TYPE_CHECKING:
    from ._job import Job


class UnderstudyError(Exception):
    """Base class of the exceptions of this package."""


class EmulatorWarning(UserWarning):
    """An emulator is too inaccurate to rely on."""


class ConnectionFailed(UnderstudyError):
    """The platform could not be reached, or the connection was lost.

    If the call changes something, it is unknown whether the change was made.
    """


class DeadlineExceeded(UnderstudyError, TimeoutError):
    """The ``timeout`` passed. The work that was waited for continues."""


class ApiError(UnderstudyError):
    """The platform refused a call.

    Attributes:
        status: the HTTP status.
        message: the platform's message.
        errors: the problems by field name; often empty.
    """

    def __init__(self, status: int, message: str, errors: Mapping[str, Sequence[str]]) -> None:
        self.status = status
        self.message = message
        self.errors: Dict[str, List[str]] = {field: list(problems) for field, problems in errors.items()}
        fields = [f"{field}: {' '.join(problems)}" for field, problems in self.errors.items()]
        super().__init__("\n  ".join([message, *fields]))


class InvalidRequest(ApiError):
    """400 or 413: ``errors`` lists the problems by field."""


class NotSignedIn(ApiError):
    """401: the API token is invalid, expired or revoked."""


class NotAllowed(ApiError):
    """403: the user, or an API token, is not allowed to do this."""


class NotFound(ApiError):
    """404: it does not exist, or the user cannot see it."""


class Conflict(ApiError):
    """409: not possible in the current state."""


class TooManyCalls(ApiError):
    """429: too many calls, also after retrying for as long as the client's ``patience``."""


class ServerError(ApiError):
    """5xx: the platform could not answer the call."""


class ExportFailed(UnderstudyError):
    """The emulator could not be exported as it was asked for; the message says why."""


class JobProblem(UnderstudyError):
    """The job cannot complete by itself. ``job`` is its current state."""

    def __init__(self, job: "Job", message: str) -> None:
        self.job = job
        super().__init__(message)


class JobFailed(JobProblem):
    """The job's files are invalid, or its simulations or training failed; the message says why."""


class JobStopped(JobProblem):
    """The job was paused."""


class JobNeedsConfiguration(JobProblem):
    """The training has not been started: call ``job.start_training()``."""


_BY_STATUS: Dict[int, Type[ApiError]] = {
    400: InvalidRequest,
    401: NotSignedIn,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    413: InvalidRequest,
    429: TooManyCalls,
}


def api_error(status: int, message: str, errors: Optional[Mapping[str, Sequence[str]]]) -> ApiError:
    """The exception for an HTTP status."""
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    return kind(status, message, errors or {})
