"""HTTP with timeouts and retries: idempotent calls are retried while the platform is busy or unavailable."""

from __future__ import annotations

import http.client
import json
import os
import random
import secrets
import socket
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import IO, Any, Dict, Mapping, NamedTuple, NoReturn, Optional

from ._errors import ApiError, ConnectionFailed, UnderstudyError, api_error
from ._version import __version__

API = "/api/internal"
#: Doing these twice has the same effect as doing them once.
_IDEMPOTENT = frozenset({"GET", "HEAD", "PUT", "DELETE"})
#: The platform, or a gateway in front of it, cannot answer right now.
_UNAVAILABLE = frozenset({502, 503, 504})
_TOO_MANY = 429
_MIN_DELAY = 0.25
_MAX_DELAY = 5.0
_BLOCK = 1 << 16


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body) if self.body else None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """urllib would send the token to wherever it is redirected."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> NoReturn:
        raise UnderstudyError(f"{req.full_url} redirects: use the address of {newurl}.")


class _DiskProblem(Exception):
    """An OSError of this machine's disk; other OSErrors during a call come from the network."""

    def __init__(self, error: OSError) -> None:
        self.error = error


class Connection:
    """Calls one platform with one API token. It holds no socket, so any number of threads can share it."""

    def __init__(
        self, url: str, token: str, *, timeout: float, patience: float, ca_file: Optional[str]
    ) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{url!r} is not the address of a platform, such as https://understudy.example.org")
        self.url = url.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._patience = patience
        context = ssl.create_default_context(cafile=ca_file)
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context), _NoRedirects()
        )
        self._has_answered = False

    def get(self, path: str, query: Optional[Mapping[str, Any]] = None) -> Any:
        return self.call("GET", path, query=query).json()

    def post(self, path: str, body: Optional[Mapping[str, Any]] = None, *, idempotent: bool = False) -> Any:
        """``idempotent``: whether the call can be retried."""
        return self.call("POST", path, body={} if body is None else body, idempotent=idempotent).json()

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        data: Optional[bytes] = None,
        headers: Optional[Mapping[str, str]] = None,
        idempotent: bool = False,
    ) -> Answer:
        """One call of the API. ``body`` is sent as JSON, ``data`` as it is.

        Raises:
            ApiError: the platform refused the call, or could not answer it within ``patience``.
            ConnectionFailed: the platform could not be reached.
        """
        sent = dict(headers or {})
        if body is not None:
            data = json.dumps(body, allow_nan=False).encode()
            sent["Content-Type"] = "application/json"
        elif data is not None:
            sent.setdefault("Content-Type", "application/octet-stream")
        known = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        address = f"{API}{path}?{urllib.parse.urlencode(known)}" if known else f"{API}{path}"

        def read(response: IO[bytes], status: int, got: Mapping[str, str]) -> Answer:
            return Answer(status, got, response.read())

        return self._with_retries(method, address, data, sent, idempotent, read)

    def download(self, path: str, target: str) -> None:
        """Downloads a file atomically: it gets its name once it is complete."""
        unfinished = f"{target}.{secrets.token_hex(4)}.part"
        try:
            with open(unfinished, "wb") as file:

                def store(response: IO[bytes], status: int, got: Mapping[str, str]) -> Answer:
                    file.seek(0)
                    file.truncate()
                    for piece in iter(lambda: response.read(_BLOCK), b""):
                        try:
                            file.write(piece)
                        except OSError as error:
                            raise _DiskProblem(error) from error
                    return Answer(status, got, b"")

                self._with_retries("GET", path, None, {}, False, store)
            os.replace(unfinished, target)
        except _DiskProblem as problem:
            raise problem.error
        finally:
            if os.path.exists(unfinished):
                os.unlink(unfinished)

    def _with_retries(
        self, method: str, path: str, data: Optional[bytes], headers: Dict[str, str], idempotent: bool, use: Any
    ) -> Answer:
        deadline = time.monotonic() + self._patience
        is_idempotent = idempotent or method in _IDEMPOTENT
        pause = _MIN_DELAY
        while True:
            wait: Optional[float] = None
            try:
                answer = self._once(method, path, data, headers, use)
                self._has_answered = True
                return answer
            except urllib.error.HTTPError as error:
                self._has_answered = True
                problem: UnderstudyError = _refusal(error)
                # A call refused with 429 has had no effect.
                may_retry = error.code == _TOO_MANY or (is_idempotent and error.code in _UNAVAILABLE)
                wait = _seconds(error.headers.get("Retry-After"))
            except (OSError, http.client.HTTPException) as error:
                problem = ConnectionFailed(f"{self.url} does not answer: {_reason(error)}")
                problem.__cause__ = error
                # If the first call fails, the address is more likely wrong than the platform restarting.
                may_retry = self._has_answered and (is_idempotent or _was_never_sent(error))
            delay = random.uniform(pause / 2, pause) if wait is None else wait
            if not may_retry or time.monotonic() + delay > deadline:
                raise problem
            time.sleep(delay)
            pause = min(pause * 2, _MAX_DELAY)

    def _once(self, method: str, path: str, data: Optional[bytes], headers: Dict[str, str], use: Any) -> Answer:
        request = urllib.request.Request(
            f"{self.url}{path}",
            data=data,
            method=method,
            headers={
                "Accept": "application/json",
                "User-Agent": f"understudy-python/{__version__}",
                **headers,
            },
        )
        # Must not reach the proxy that opens a tunnel.
        request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        with self._opener.open(request, timeout=self._timeout) as response:
            answer: Answer = use(response, response.status, response.headers)
            return answer


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _seconds(header: Optional[str]) -> Optional[float]:
    return float(header) if header is not None and header.isdigit() else None


def _refusal(error: urllib.error.HTTPError) -> ApiError:
    """The platform's error message; a proxy in front of it may answer in another format."""
    with error:
        text = error.read()
    try:
        answer = json.loads(text)
        return api_error(error.code, str(answer["message"]), answer.get("errors"))
    except (ValueError, KeyError, TypeError, AttributeError):
        return api_error(error.code, f"{error.code} {error.reason}", None)


def _cause(error: BaseException) -> BaseException:
    if isinstance(error, urllib.error.URLError) and isinstance(error.reason, BaseException):
        return error.reason
    return error


def _was_never_sent(error: BaseException) -> bool:
    return isinstance(_cause(error), (ConnectionRefusedError, socket.gaierror))


def _reason(error: BaseException) -> str:
    cause = _cause(error)
    if isinstance(cause, (socket.timeout, TimeoutError)):
        return "timed out"
    return (cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)) or type(cause).__name__
