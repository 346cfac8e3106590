"""Errors of the service, and when to retry."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import cast

from .schema import Problem, ProblemErrorsItem


class CountryTrustProblem(Exception):
    """Every error response, raised."""

    def __init__(self, status: int, problem: Problem | None, retry_after_seconds: float | None) -> None:
        detail = f"The response has the status {status} and no problem document."
        #: What was found, what was expected, what to do.
        self.detail: str = problem["detail"] if problem else detail
        super().__init__(self.detail)
        self.status = status
        #: What is wrong, for programs; None where something before the service answered.
        self.code: str | None = problem["code"] if problem else None
        #: Everything that is wrong with the request, each with its parameter.
        self.errors: list[ProblemErrorsItem] = problem.get("errors", []) if problem else []
        #: Seconds after which a retry can succeed; None where the response names none.
        self.retry_after_seconds = retry_after_seconds
        #: The whole document (RFC 9457); None where the response has none.
        self.problem = problem

    def __reduce__(self) -> tuple[type[CountryTrustProblem], tuple[int, Problem | None, float | None]]:
        """For pickle and copy, so that it leaves a pool of processes as it is."""
        return type(self), (self.status, self.problem, self.retry_after_seconds)


def read_problem(status: int, headers: Message, body: bytes, now: datetime) -> CountryTrustProblem:
    """Reads an error response."""
    is_problem = headers.get_content_type() == "application/problem+json"
    problem = cast(Problem, json.loads(body)) if is_problem else None
    return CountryTrustProblem(status, problem, read_retry_after(headers.get("Retry-After"), now))


def read_retry_after(value: str | None, now: datetime) -> float | None:
    """Seconds until the moment that `Retry-After` names as a number or as an HTTP date (RFC 9110,
    section 10.2.3), 0 if it is over; None without the header, or with one that is neither."""
    text = (value or "").strip()
    if text.isdecimal():
        return float(text)
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=timezone.utc)
    return max(0.0, (at - now).total_seconds())
