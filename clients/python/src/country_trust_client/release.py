"""Which release answers."""

from __future__ import annotations

import re
from typing import Literal, NewType, Union

#: The id of a release: the day on which it was published, and its fingerprint.
ReleaseId = NewType("ReleaseId", str)

#: "current": at each call the one that is current then. "pinned": at every call the one that was
#: current at the first; "previous": the one before it. An id: that one.
ReleaseChoice = Union[Literal["current", "pinned", "previous"], ReleaseId]


def release_id(text: str) -> ReleaseId:
    """A text as an id; raises ValueError where it has not the form of `2026-11-20-1e53db0b0753`."""
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}-[0-9a-f]{12}", text) is None:
        raise ValueError(f'"{text}" is not the id of a release')
    return ReleaseId(text)
