"""A typed client of a Country Trust service, with the standard library alone."""

from .client import CountryTrust
from .frames import to_dataframe
from .problem import CountryTrustProblem
from .release import ReleaseChoice, ReleaseId, release_id
from .version import __version__

__all__ = [
    "CountryTrust",
    "CountryTrustProblem",
    "ReleaseChoice",
    "ReleaseId",
    "__version__",
    "release_id",
    "to_dataframe",
]
