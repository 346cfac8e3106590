"""The client: one place through which every request goes."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Iterator, Mapping
from datetime import datetime, timezone
from email.message import Message
from http.client import HTTPException, HTTPResponse
from ssl import SSLCertVerificationError
from typing import IO, Any, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .operations import Operations, PageType
from .problem import CountryTrustProblem, read_problem
from .release import ReleaseChoice, ReleaseId, release_id
from .version import __version__

#: POST requests that only compute, so that they can be sent twice.
_COMPUTING = {"/api/v2/claims/check", "/api/v2/portfolios", "/api/v1/geocoding/reverse"}

#: Too many requests, or a proxy or service that cannot answer now.
_TEMPORARY = {429, 502, 503, 504}

#: The first wait where nothing says how long; each later one is twice as long.
_FIRST_WAIT_SECONDS = 0.5


class CountryTrust(Operations):
    """A client of one service. Errors are raised as `CountryTrustProblem`.

    `release` decides which release answers; ValueError where it is neither a choice nor an id.
    `retries`: requests that are sent again, at most; `wait_seconds_max`: seconds that one call waits
    between its requests, at most; `timeout_seconds`: seconds in which nothing arrives, after which
    a request is given up.
    """

    def __init__(
        self,
        base_url: str,
        *,
        key: str | None = None,
        release: ReleaseChoice = "current",
        retries: int = 3,
        wait_seconds_max: float = 60.0,
        timeout_seconds: float = 30.0,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._key = key
        self._wish = release
        self._release = None if release in ("current", "pinned", "previous") else release_id(release)
        self._retries = retries
        self._wait_seconds_max = wait_seconds_max
        self._timeout_seconds = timeout_seconds
        self._pinning = threading.Lock()
        self._opener = build_opener(_Redirects)

    @property
    def release(self) -> ReleaseId | None:
        """The release that answers all calls; None before the first call, or where it is "current"."""
        return self._release

    def pages(self, first: PageType) -> Iterator[PageType]:
        """The pages of a list, beginning with the one that was asked for, all of its release."""
        page = first
        while True:
            yield page
            following = page["next"]
            if following is None:
                return
            # Nothing before the path of the API: the public address of a service, which may have a
            # path of its own, may be another than the one used here.
            parts = urlsplit(following)
            path = parts.path[parts.path.rindex("/api/") :]
            page = cast(PageType, self._send("GET", f"{path}?{parts.query}", None, True))

    def _call(
        self, method: str, path: str, parts: Mapping[str, str], query: Mapping[str, Any], body: object = None
    ) -> Any:
        given = {name: _text(value) for name, value in query.items() if value is not None}
        if self._wish != "current" and "release" in query and not given.keys() & {"release", "as_of"}:
            given["release"] = self._pinned()
        filled = path.format_map({name: quote(part, safe="") for name, part in parts.items()})
        target = f"{filled}?{urlencode(given)}" if given else filled
        return self._send(method, target, body, method == "GET" or path in _COMPUTING)

    def _pinned(self) -> ReleaseId:
        """Finds out the release for all calls, with one request. If it fails, the next call tries."""
        with self._pinning:
            if self._release is None:
                query = "?release=previous" if self._wish == "previous" else ""
                scale = self._send("GET", f"/api/v2/scale{query}", None, True)
                self._release = release_id(scale["meta"]["release"])
            return self._release

    def _send(self, method: str, target: str, body: object, is_repeatable: bool) -> Any:
        waited = 0.0
        retry = 0
        while True:
            try:
                return self._send_once(method, target, body)
            except (CountryTrustProblem, HTTPException, OSError) as error:
                seconds = _wait_after(error, retry) if is_repeatable and retry < self._retries else None
                if seconds is None or waited + seconds > self._wait_seconds_max:
                    raise
            time.sleep(seconds)
            waited += seconds
            retry += 1

    def _send_once(self, method: str, target: str, body: object) -> Any:
        headers = {"Accept-Encoding": "gzip", "User-Agent": f"country-trust-client/{__version__} (Python)"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = Request(self._base_url + target, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout_seconds) as response:
                return _read(cast(HTTPResponse, response))
        except HTTPError as error:
            with error:
                now = datetime.now(timezone.utc)
                raise read_problem(error.code, error.headers, _decoded(error.headers, error.read()), now) from None


class _Redirects(HTTPRedirectHandler):
    """Follows 308, too, which Python before 3.11 does not, and takes the key to no other origin."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> Request | None:
        # Like 307: both keep the method.
        following = super().redirect_request(req, fp, 307 if code == 308 else code, msg, headers, newurl)  # type: ignore[arg-type]
        if following is not None and _origin(following.full_url) != _origin(req.full_url):
            following.remove_header("Authorization")
        return following

    http_error_308 = HTTPRedirectHandler.http_error_307


def _wait_after(error: Exception, retry: int) -> float | None:
    """Seconds to wait before a request is sent again; None where it is not."""
    backoff: float = _FIRST_WAIT_SECONDS * 2**retry
    if not isinstance(error, CountryTrustProblem):
        # Connections that fail or break off, but not to somebody else.
        return None if isinstance(getattr(error, "reason", None), SSLCertVerificationError) else backoff
    if error.status not in _TEMPORARY:
        return None
    if error.retry_after_seconds is None:
        return None if error.status == 429 else backoff
    return error.retry_after_seconds


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


def _text(value: Any) -> str:
    """A parameter as text: several values with commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    return ",".join(map(str, value))


def _read(response: HTTPResponse) -> Any:
    """An object, a text or, for files of other kinds, bytes."""
    body = _decoded(response.headers, response.read())
    kind = response.headers.get_content_type()
    if kind.endswith(("/json", "+json")):
        return json.loads(body)
    is_text = kind.startswith("text/") or "yaml" in kind or "bibtex" in kind
    return body.decode() if is_text else body


def _decoded(headers: Message, body: bytes) -> bytes:
    return gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body
