"""Items as a table of pandas, for who has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame


def to_dataframe(items: Iterable[Mapping[str, Any]]) -> DataFrame:
    """One row for each item. Members of objects become columns such as `distribution.low`; a null
    becomes `<NA>`, so that numbers stay whole, and `reasons.…` says why. Needs pandas."""
    from pandas import json_normalize

    return json_normalize([dict(item) for item in items]).convert_dtypes()
