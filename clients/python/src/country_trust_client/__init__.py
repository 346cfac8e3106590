"""A typed client of a Country Trust service, with the standard library alone."""

from .client import CountryTrust
from .frames import to_dataframe
from .problem import CountryTrustProblem
from .version import __version__

__all__ = ["CountryTrust", "CountryTrustProblem", "__version__", "to_dataframe"]
