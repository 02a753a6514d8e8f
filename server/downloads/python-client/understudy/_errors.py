"""What can go wrong, as types. Everything here is an ``UnderstudyError``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Mapping, Optional, Sequence, Type

if TYPE_CHECKING:
    from ._job import Job


class UnderstudyError(Exception):
    """Anything that this package raises by itself."""


class ConnectionFailed(UnderstudyError):
    """The platform could not be reached, or the connection broke off.

    Of a call that changes something it is then not known whether it was done.
    """


class DeadlineExceeded(UnderstudyError, TimeoutError):
    """It took longer than the ``timeout`` that was given. What was waited for goes on."""


class ApiError(UnderstudyError):
    """The platform refused a call.

    Attributes:
        status: the HTTP status.
        message: the platform's own sentence.
        errors: what is wrong with which field, by the field's name; often empty.
    """

    def __init__(self, status: int, message: str, errors: Mapping[str, Sequence[str]]) -> None:
        self.status = status
        self.message = message
        self.errors: Dict[str, List[str]] = {field: list(said) for field, said in errors.items()}
        fields = [f"{field}: {' '.join(said)}" for field, said in self.errors.items()]
        super().__init__("\n  ".join([message, *fields]))


class InvalidRequest(ApiError):
    """400: ``errors`` says what is wrong with which field."""


class NotSignedIn(ApiError):
    """401: the API token is not valid. It was revoked, it has expired, or it was never one."""


class NotAllowed(ApiError):
    """403: this person, or a token of theirs, may not do that."""


class NotFound(ApiError):
    """404: there is no such thing, or none that this person may know of."""


class Conflict(ApiError):
    """409: it cannot be done from the state that the thing is in now."""


class TooManyCalls(ApiError):
    """429: still refused after all the patience that the client has."""


class ServerError(ApiError):
    """5xx: the platform could not answer."""


class JobProblem(UnderstudyError):
    """A job did not become what was waited for. ``job`` is the job as it is now."""

    def __init__(self, job: "Job", message: str) -> None:
        self.job = job
        super().__init__(message)


class JobFailed(JobProblem):
    """Its files are not sound, or its simulations or its training failed: the message says why."""


class JobStopped(JobProblem):
    """Somebody paused it."""


class JobNeedsConfiguration(JobProblem):
    """It waits for somebody to start its training: ``job.start_training()``."""


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
    """The error of a status, under the type that belongs to it."""
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    return kind(status, message, errors or {})
