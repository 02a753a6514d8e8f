"""Comments on a job."""

from __future__ import annotations

import re
import secrets
from typing import Any, Dict, List, Mapping, Optional, Sequence

from ._http import Connection


class Comment:
    """A comment as last fetched. The first comment of a thread says what the thread is about; the others reply to it."""

    def __init__(self, connection: Connection, job_id: int, record: Mapping[str, Any]) -> None:
        self._connection = connection
        self._job_id = job_id
        self._record = record

    def __repr__(self) -> str:
        return f"<Comment {self.id} of {self.author!r}: {self.text[:40]!r}>"

    @property
    def id(self) -> int:
        return int(self._record["id"])

    @property
    def thread_id(self) -> int:
        """The id of the first comment of the thread."""
        return int(self._record["thread_id"])

    @property
    def author(self) -> str:
        return str(self._record["author"]["name"])

    @property
    def text(self) -> str:
        """The text, which is Markdown."""
        return str(self._record["text"])

    @property
    def time(self) -> str:
        """When it was written, in ISO 8601."""
        return str(self._record["creation_time"])

    @property
    def is_resolved(self) -> Optional[bool]:
        """Whether its thread is resolved; None for a reply."""
        thread = self._record["thread"]
        return None if thread is None else thread["resolved"] is not None

    @property
    def about(self) -> Optional[Dict[str, Any]]:
        """What its thread is about: ``{"kind": "sliders", "values": {"r": 50}}``; None for a reply."""
        thread = self._record["thread"]
        return None if thread is None else dict(thread["anchor"])

    @property
    def record(self) -> Mapping[str, Any]:
        """All fields of the comment."""
        return self._record

    def reply(self, text: str, *, mention: Sequence[str] = ()) -> "Comment":
        """Replies in the thread of this comment. ``mention``: full names of people, who are notified."""
        return post_comment(self._connection, self._job_id, text, mention, {"thread_id": self.thread_id})

    def edit(self, text: str) -> "Comment":
        """Replaces the text of a comment of one's own.

        Raises:
            Conflict: the comment has been edited since it was fetched.
        """
        mentions = [person["id"] for person in _list_mentioned(text, self._record["mentions"])]
        body = {"text": text, "revision": self._record["revision"], "mentions": mentions}
        self._record = self._connection.call("PUT", self._path(), body=body).json()
        return self

    def resolve(self) -> "Comment":
        """Resolves its thread."""
        return self._set_resolved(True)

    def reopen(self) -> "Comment":
        """Opens its thread again."""
        return self._set_resolved(False)

    def delete(self) -> None:
        """Deletes the comment. A thread is gone once all of its comments are deleted."""
        self._connection.call("DELETE", self._path())

    def _path(self) -> str:
        return f"/jobs/{self._job_id}/comments/{self.id}"

    def _set_resolved(self, is_resolved: bool) -> "Comment":
        answer = self._connection.call("PUT", f"{self._path()}/thread", body={"is_resolved": is_resolved}).json()
        if self.id == self.thread_id:
            self._record = answer
        return self


def list_comments(connection: Connection, job_id: int) -> List[Comment]:
    """The comments of a job, the oldest first, without deleted ones."""
    items = connection.get(f"/jobs/{job_id}/comments")["items"]
    return [Comment(connection, job_id, record) for record in items if not record["is_deleted"]]


def post_comment(
    connection: Connection, job_id: int, text: str, mention: Sequence[str], rest: Mapping[str, Any]
) -> Comment:
    """Posts a comment. Its key makes it one comment, however often the request is sent."""
    people = [_find_person(connection, job_id, name) for name in mention]
    mentioned = _list_mentioned(text, people)
    missing = [f"@{person['name']}" for person in people if person not in mentioned]
    body = {
        **rest,
        "text": " ".join([*missing, text]),
        "mentions": [person["id"] for person in people],
        "key": secrets.token_hex(16),
    }
    return Comment(connection, job_id, connection.post(f"/jobs/{job_id}/comments", body, idempotent=True))


def _find_person(connection: Connection, job_id: int, name: str) -> Mapping[str, Any]:
    items = connection.get(f"/jobs/{job_id}/mentionable", {"filter": name})["items"]
    people = [person for person in items if person["name"] == name]
    if len(people) != 1:
        raise ValueError(f"{name!r} is the name of {len(people) or 'no'} people who can be mentioned.")
    return dict(people[0])


def _list_mentioned(text: str, people: Sequence[Mapping[str, Any]]) -> List[Mapping[str, Any]]:
    """Those of the people whom the text names. Of two names that fit the longer one counts."""
    names = sorted((person["name"] for person in people), key=len, reverse=True)
    pattern = "@(" + "|".join(re.escape(name) for name in names) + r")(?!\w)"
    mentioned = set(re.findall(pattern, text)) if names else set()
    return [person for person in people if person["name"] in mentioned]
