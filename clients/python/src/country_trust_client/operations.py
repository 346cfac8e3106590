"""A method for each operation of the API. Generated from its OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict, TypeVar, cast, overload

from .schema import (
    CountriesPreview,
    CountryDetail,
    CountryDerivation,
    CountryHistoryEntry,
    CountryHistory,
    CountryHistoryFields,
    Regions,
    RankingEntry,
    CountryRankings,
    CountryRankingsFields,
    CountrySectorMatrix,
    CountryComparisons,
    CheckedClaim,
    CheckedStatements,
    StatementList,
    ChangedCompanyEntry,
    ReleaseChangeList,
    ReleaseChangeListFields,
    SectorEntry,
    SectorList,
    SectorListFields,
    SectorDetail,
    SectorDerivation,
    SectorHistoryEntry,
    SectorHistory,
    SectorHistoryFields,
    CompanyEntry,
    CompanyList,
    CompanyListFields,
    CompanyDetail,
    CompanyDerivation,
    CompanyHistoryEntry,
    CompanyHistory,
    CompanyHistoryFields,
    Portfolio,
    PortfolioList,
    ProductEntry,
    ProductList,
    ProductListFields,
    JudgementEntry,
    JudgementList,
    JudgementListFields,
    ReplyEntry,
    ReplyList,
    ReplyListFields,
    ScaleDetail,
    SearchResults,
    ReleaseEntry,
    ReleaseList,
    ReleaseListFields,
    ReleaseDetail,
    ReverseGeocoding,
    ReverseGeocodingList,
    PointList,
    DataPackage,
    CslItemsItem,
    IssuedKey,
    SignUpRequest,
    LoggedWebhook,
    Dashboard,
    RotatedKey,
    RotateRequest,
    RevokedKey,
    ErasedAccount,
    NewWebhook,
    WebhookRequest,
    WebhookList,
    DeletedWebhook,
    WebhookTest,
    RotatedSecret,
    RotateSecretRequest,
)


class _Page(TypedDict):
    next: str | None


PageType = TypeVar("PageType", bound=_Page)


class Operations:
    """What a client can ask."""

    def _call(
        self, method: str, path: str, parts: Mapping[str, str], query: Mapping[str, Any], body: object = None
    ) -> Any:
        raise NotImplementedError

    def pages(self, first: PageType) -> Iterator[PageType]:
        """The pages of a list, beginning with the one that was asked for, all of its release."""
        raise NotImplementedError

    def preview_countries(self, *, release: str | None = None, as_of: str | None = None) -> CountriesPreview:
        """All countries with their statistics."""
        return cast("CountriesPreview", self._call("GET", "/api/v2/countries/preview", {}, {"release": release, "as_of": as_of}))

    def get_country(self, slug: str, *, release: str | None = None, as_of: str | None = None) -> CountryDetail:
        """One country with its pillars and sectors."""
        return cast("CountryDetail", self._call("GET", "/api/v2/countries/{slug}", {"slug": slug}, {"release": release, "as_of": as_of}))

    def derive_country(self, slug: str, *, release: str | None = None, as_of: str | None = None) -> CountryDerivation:
        """Why a country has its band."""
        return cast("CountryDerivation", self._call("GET", "/api/v2/countries/{slug}/derivation", {"slug": slug}, {"release": release, "as_of": as_of}))

    @overload
    def get_country_history(self, slug: str, *, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None) -> CountryHistory: ...

    @overload
    def get_country_history(self, slug: str, *, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["release", "published_at", "break", "scale", "listed_companies", "judged_companies", "rank", "tied_with", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "href", "reasons"]]) -> CountryHistoryFields: ...

    def get_country_history(self, slug: str, *, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["release", "published_at", "break", "scale", "listed_companies", "judged_companies", "rank", "tied_with", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "href", "reasons"]] | None = None) -> CountryHistory | CountryHistoryFields:
        """How a country developed."""
        return cast("CountryHistory | CountryHistoryFields", self._call("GET", "/api/v2/countries/{slug}/history", {"slug": slug}, {"from": from_, "to": to, "limit": limit, "cursor": cursor, "fields": fields}))

    def list_regions(self, *, release: str | None = None, as_of: str | None = None) -> Regions:
        """Regions with counts of their countries."""
        return cast("Regions", self._call("GET", "/api/v2/regions", {}, {"release": release, "as_of": as_of}))

    @overload
    def rank_countries(self, *, min_companies: int | None = None, pillar: str | None = None, region: str | None = None, country: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, sort: Literal["rank", "-rank"] | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None, format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> CountryRankings: ...

    @overload
    def rank_countries(self, *, min_companies: int | None = None, pillar: str | None = None, region: str | None = None, country: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, sort: Literal["rank", "-rank"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["slug", "iso2", "iso3", "name", "listed_companies", "judged_companies", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "rank", "tied_with", "tie_first", "tie_last", "share_above", "share_below", "summary", "href", "page", "reasons"]], format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> CountryRankingsFields: ...

    @overload
    def rank_countries(self, *, min_companies: int | None = None, pillar: str | None = None, region: str | None = None, country: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, sort: Literal["rank", "-rank"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["slug", "iso2", "iso3", "name", "listed_companies", "judged_companies", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "rank", "tied_with", "tie_first", "tie_last", "share_above", "share_below", "summary", "href", "page", "reasons"]] | None = None, format: Literal["csv"], release: str | None = None, as_of: str | None = None) -> str: ...

    @overload
    def rank_countries(self, *, min_companies: int | None = None, pillar: str | None = None, region: str | None = None, country: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, sort: Literal["rank", "-rank"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["slug", "iso2", "iso3", "name", "listed_companies", "judged_companies", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "rank", "tied_with", "tie_first", "tie_last", "share_above", "share_below", "summary", "href", "page", "reasons"]] | None = None, format: Literal["xlsx"], release: str | None = None, as_of: str | None = None) -> bytes: ...

    def rank_countries(self, *, min_companies: int | None = None, pillar: str | None = None, region: str | None = None, country: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, sort: Literal["rank", "-rank"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["slug", "iso2", "iso3", "name", "listed_companies", "judged_companies", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "rank", "tied_with", "tie_first", "tie_last", "share_above", "share_below", "summary", "href", "page", "reasons"]] | None = None, format: Literal["json", "csv", "xlsx"] | None = None, release: str | None = None, as_of: str | None = None) -> CountryRankings | CountryRankingsFields | str | bytes:
        """Countries ranked by median band."""
        return cast("CountryRankings | CountryRankingsFields | str | bytes", self._call("GET", "/api/v2/intelligence/country-rankings", {}, {"min_companies": min_companies, "pillar": pillar, "region": region, "country": country, "band": band, "sort": sort, "limit": limit, "cursor": cursor, "fields": fields, "format": format, "release": release, "as_of": as_of}))

    @overload
    def get_country_sector_matrix(self, *, pillar: str | None = None, region: str | None = None, format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> CountrySectorMatrix: ...

    @overload
    def get_country_sector_matrix(self, *, pillar: str | None = None, region: str | None = None, format: Literal["csv"], release: str | None = None, as_of: str | None = None) -> str: ...

    @overload
    def get_country_sector_matrix(self, *, pillar: str | None = None, region: str | None = None, format: Literal["xlsx"], release: str | None = None, as_of: str | None = None) -> bytes: ...

    def get_country_sector_matrix(self, *, pillar: str | None = None, region: str | None = None, format: Literal["json", "csv", "xlsx"] | None = None, release: str | None = None, as_of: str | None = None) -> CountrySectorMatrix | str | bytes:
        """Countries by sectors."""
        return cast("CountrySectorMatrix | str | bytes", self._call("GET", "/api/v2/intelligence/country-sector-matrix", {}, {"pillar": pillar, "region": region, "format": format, "release": release, "as_of": as_of}))

    def compare_countries(self, *, countries: str | Sequence[str], sector: str | Sequence[str] | None = None, pillar: str | None = None, partial: bool | None = None, release: str | None = None, as_of: str | None = None) -> CountryComparisons:
        """Countries compared in pairs."""
        return cast("CountryComparisons", self._call("GET", "/api/v2/intelligence/comparison", {}, {"countries": countries, "sector": sector, "pillar": pillar, "partial": partial, "release": release, "as_of": as_of}))

    def check_claim(self, *, subject: str, is_: Literal["band", "at_least", "at_most", "above", "below", "alike", "companies_better", "companies_worse", "rank", "rank_alone", "shares_rank", "best", "worst", "none_above", "none_below", "most", "most_at_least", "most_at_most", "share", "share_at_least", "share_at_most", "average", "risen", "fallen", "unchanged", "moved", "caused"], value: str | None = None, percent: str | None = None, than: str | None = None, since: str | None = None, pillar: str | None = None, region: str | None = None, release: str | None = None, as_of: str | None = None) -> CheckedClaim:
        """Whether a claim may be printed."""
        return cast("CheckedClaim", self._call("GET", "/api/v2/claims/check", {}, {"subject": subject, "is": is_, "value": value, "percent": percent, "than": than, "since": since, "pillar": pillar, "region": region, "release": release, "as_of": as_of}))

    def check_claims(self, body: StatementList, *, release: str | None = None) -> CheckedStatements:
        """Whether statements may be printed."""
        return cast("CheckedStatements", self._call("POST", "/api/v2/claims/check", {}, {"release": release}, body))

    @overload
    def list_changes(self, *, from_: str | None = None, to: str | None = None, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, change: str | Sequence[Literal["added", "removed", "reclassified", "re_rated", "first_judged", "no_longer_judged", "other_sectors_changed", "reply_changed", "renamed", "pillar_moved", "judgements_changed", "details_changed"]] | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None, format: Literal["json"] | None = None) -> ReleaseChangeList: ...

    @overload
    def list_changes(self, *, from_: str | None = None, to: str | None = None, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, change: str | Sequence[Literal["added", "removed", "reclassified", "re_rated", "first_judged", "no_longer_judged", "other_sectors_changed", "reply_changed", "renamed", "pillar_moved", "judgements_changed", "details_changed"]] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "changes", "before", "after", "href", "reasons"]], format: Literal["json"] | None = None) -> ReleaseChangeListFields: ...

    @overload
    def list_changes(self, *, from_: str | None = None, to: str | None = None, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, change: str | Sequence[Literal["added", "removed", "reclassified", "re_rated", "first_judged", "no_longer_judged", "other_sectors_changed", "reply_changed", "renamed", "pillar_moved", "judgements_changed", "details_changed"]] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "changes", "before", "after", "href", "reasons"]] | None = None, format: Literal["csv"]) -> str: ...

    @overload
    def list_changes(self, *, from_: str | None = None, to: str | None = None, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, change: str | Sequence[Literal["added", "removed", "reclassified", "re_rated", "first_judged", "no_longer_judged", "other_sectors_changed", "reply_changed", "renamed", "pillar_moved", "judgements_changed", "details_changed"]] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "changes", "before", "after", "href", "reasons"]] | None = None, format: Literal["xlsx"]) -> bytes: ...

    def list_changes(self, *, from_: str | None = None, to: str | None = None, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, change: str | Sequence[Literal["added", "removed", "reclassified", "re_rated", "first_judged", "no_longer_judged", "other_sectors_changed", "reply_changed", "renamed", "pillar_moved", "judgements_changed", "details_changed"]] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "changes", "before", "after", "href", "reasons"]] | None = None, format: Literal["json", "csv", "xlsx"] | None = None) -> ReleaseChangeList | ReleaseChangeListFields | str | bytes:
        """What changed between two releases."""
        return cast("ReleaseChangeList | ReleaseChangeListFields | str | bytes", self._call("GET", "/api/v2/changes", {}, {"from": from_, "to": to, "country": country, "region": region, "sector": sector, "change": change, "limit": limit, "cursor": cursor, "fields": fields, "format": format}))

    def download_country_data(self, *, release: str | None = None, as_of: str | None = None) -> str:
        """The banded dataset as CSV."""
        return cast("str", self._call("GET", "/api/v2/intelligence/country-data.csv", {}, {"release": release, "as_of": as_of}))

    @overload
    def list_sectors(self, *, sort: Literal["slug", "-slug", "median_band", "-median_band", "judged_companies", "-judged_companies"] | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None, format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> SectorList: ...

    @overload
    def list_sectors(self, *, sort: Literal["slug", "-slug", "median_band", "-median_band", "judged_companies", "-judged_companies"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["slug", "label", "also_named_by", "listed_companies", "judged_companies", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "summary", "href", "page", "reasons"]], format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> SectorListFields: ...

    @overload
    def list_sectors(self, *, sort: Literal["slug", "-slug", "median_band", "-median_band", "judged_companies", "-judged_companies"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["slug", "label", "also_named_by", "listed_companies", "judged_companies", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "summary", "href", "page", "reasons"]] | None = None, format: Literal["csv"], release: str | None = None, as_of: str | None = None) -> str: ...

    @overload
    def list_sectors(self, *, sort: Literal["slug", "-slug", "median_band", "-median_band", "judged_companies", "-judged_companies"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["slug", "label", "also_named_by", "listed_companies", "judged_companies", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "summary", "href", "page", "reasons"]] | None = None, format: Literal["xlsx"], release: str | None = None, as_of: str | None = None) -> bytes: ...

    def list_sectors(self, *, sort: Literal["slug", "-slug", "median_band", "-median_band", "judged_companies", "-judged_companies"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["slug", "label", "also_named_by", "listed_companies", "judged_companies", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "summary", "href", "page", "reasons"]] | None = None, format: Literal["json", "csv", "xlsx"] | None = None, release: str | None = None, as_of: str | None = None) -> SectorList | SectorListFields | str | bytes:
        """Sectors with their statistics."""
        return cast("SectorList | SectorListFields | str | bytes", self._call("GET", "/api/v2/sectors", {}, {"sort": sort, "limit": limit, "cursor": cursor, "fields": fields, "format": format, "release": release, "as_of": as_of}))

    def get_sector(self, slug: str, *, release: str | None = None, as_of: str | None = None) -> SectorDetail:
        """One sector with its pillars and countries."""
        return cast("SectorDetail", self._call("GET", "/api/v2/sectors/{slug}", {"slug": slug}, {"release": release, "as_of": as_of}))

    def derive_sector(self, slug: str, *, release: str | None = None, as_of: str | None = None) -> SectorDerivation:
        """Why a sector has its band."""
        return cast("SectorDerivation", self._call("GET", "/api/v2/sectors/{slug}/derivation", {"slug": slug}, {"release": release, "as_of": as_of}))

    @overload
    def get_sector_history(self, slug: str, *, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None) -> SectorHistory: ...

    @overload
    def get_sector_history(self, slug: str, *, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["release", "published_at", "break", "scale", "listed_companies", "judged_companies", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "href", "reasons"]]) -> SectorHistoryFields: ...

    def get_sector_history(self, slug: str, *, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["release", "published_at", "break", "scale", "listed_companies", "judged_companies", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "href", "reasons"]] | None = None) -> SectorHistory | SectorHistoryFields:
        """How a sector developed."""
        return cast("SectorHistory | SectorHistoryFields", self._call("GET", "/api/v2/sectors/{slug}/history", {"slug": slug}, {"from": from_, "to": to, "limit": limit, "cursor": cursor, "fields": fields}))

    @overload
    def list_companies(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, sort: Literal["name", "-name", "median_band", "-median_band", "judgement_count", "-judgement_count", "flips_to_lower", "-flips_to_lower", "flips_to_higher", "-flips_to_higher"] | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None, format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> CompanyList: ...

    @overload
    def list_companies(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, sort: Literal["name", "-name", "median_band", "-median_band", "judgement_count", "-judgement_count", "flips_to_lower", "-flips_to_lower", "flips_to_higher", "-flips_to_higher"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "country", "sector", "other_sectors", "judgement_count", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "reply_status", "summary", "href", "page", "reasons"]], format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> CompanyListFields: ...

    @overload
    def list_companies(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, sort: Literal["name", "-name", "median_band", "-median_band", "judgement_count", "-judgement_count", "flips_to_lower", "-flips_to_lower", "flips_to_higher", "-flips_to_higher"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "country", "sector", "other_sectors", "judgement_count", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "reply_status", "summary", "href", "page", "reasons"]] | None = None, format: Literal["csv"], release: str | None = None, as_of: str | None = None) -> str: ...

    @overload
    def list_companies(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, sort: Literal["name", "-name", "median_band", "-median_band", "judgement_count", "-judgement_count", "flips_to_lower", "-flips_to_lower", "flips_to_higher", "-flips_to_higher"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "country", "sector", "other_sectors", "judgement_count", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "reply_status", "summary", "href", "page", "reasons"]] | None = None, format: Literal["xlsx"], release: str | None = None, as_of: str | None = None) -> bytes: ...

    def list_companies(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, sort: Literal["name", "-name", "median_band", "-median_band", "judgement_count", "-judgement_count", "flips_to_lower", "-flips_to_lower", "flips_to_higher", "-flips_to_higher"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "country", "sector", "other_sectors", "judgement_count", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "reply_status", "summary", "href", "page", "reasons"]] | None = None, format: Literal["json", "csv", "xlsx"] | None = None, release: str | None = None, as_of: str | None = None) -> CompanyList | CompanyListFields | str | bytes:
        """Companies, filtered and sorted."""
        return cast("CompanyList | CompanyListFields | str | bytes", self._call("GET", "/api/v2/companies", {}, {"country": country, "region": region, "sector": sector, "any_sector": any_sector, "company": company, "band": band, "pillar": pillar, "sort": sort, "limit": limit, "cursor": cursor, "fields": fields, "format": format, "release": release, "as_of": as_of}))

    def get_company(self, slug: str, *, release: str | None = None, as_of: str | None = None) -> CompanyDetail:
        """One company with its judgements."""
        return cast("CompanyDetail", self._call("GET", "/api/v2/companies/{slug}", {"slug": slug}, {"release": release, "as_of": as_of}))

    def derive_company(self, slug: str, *, release: str | None = None, as_of: str | None = None) -> CompanyDerivation:
        """Why a company has its band."""
        return cast("CompanyDerivation", self._call("GET", "/api/v2/companies/{slug}/derivation", {"slug": slug}, {"release": release, "as_of": as_of}))

    @overload
    def get_company_history(self, slug: str, *, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None) -> CompanyHistory: ...

    @overload
    def get_company_history(self, slug: str, *, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["release", "published_at", "break", "scale", "judgement_count", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "href", "reasons"]]) -> CompanyHistoryFields: ...

    def get_company_history(self, slug: str, *, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["release", "published_at", "break", "scale", "judgement_count", "median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher", "href", "reasons"]] | None = None) -> CompanyHistory | CompanyHistoryFields:
        """How a company developed."""
        return cast("CompanyHistory | CompanyHistoryFields", self._call("GET", "/api/v2/companies/{slug}/history", {"slug": slug}, {"from": from_, "to": to, "limit": limit, "cursor": cursor, "fields": fields}))

    @overload
    def match_portfolio(self, body: PortfolioList, *, format: Literal["json"] | None = None, since: str | None = None, release: str | None = None) -> Portfolio: ...

    @overload
    def match_portfolio(self, body: PortfolioList, *, format: Literal["csv"], since: str | None = None, release: str | None = None) -> str: ...

    def match_portfolio(self, body: PortfolioList, *, format: Literal["json", "csv"] | None = None, since: str | None = None, release: str | None = None) -> Portfolio | str:
        """Your own list of companies."""
        return cast("Portfolio | str", self._call("POST", "/api/v2/portfolios", {}, {"format": format, "since": since, "release": release}, body))

    @overload
    def list_products(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, sort: Literal["company", "-company"] | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None, format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> ProductList: ...

    @overload
    def list_products(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, sort: Literal["company", "-company"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "brand", "aliases", "company", "country", "sector", "reasons"]], format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> ProductListFields: ...

    @overload
    def list_products(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, sort: Literal["company", "-company"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "brand", "aliases", "company", "country", "sector", "reasons"]] | None = None, format: Literal["csv"], release: str | None = None, as_of: str | None = None) -> str: ...

    @overload
    def list_products(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, sort: Literal["company", "-company"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "brand", "aliases", "company", "country", "sector", "reasons"]] | None = None, format: Literal["xlsx"], release: str | None = None, as_of: str | None = None) -> bytes: ...

    def list_products(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, sort: Literal["company", "-company"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "slug", "name", "brand", "aliases", "company", "country", "sector", "reasons"]] | None = None, format: Literal["json", "csv", "xlsx"] | None = None, release: str | None = None, as_of: str | None = None) -> ProductList | ProductListFields | str | bytes:
        """Products with their companies, filtered."""
        return cast("ProductList | ProductListFields | str | bytes", self._call("GET", "/api/v2/products", {}, {"country": country, "region": region, "sector": sector, "any_sector": any_sector, "company": company, "sort": sort, "limit": limit, "cursor": cursor, "fields": fields, "format": format, "release": release, "as_of": as_of}))

    @overload
    def list_judgements(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, judged_from: str | None = None, judged_to: str | None = None, sort: Literal["company", "-company", "judged_on", "-judged_on", "band", "-band"] | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None, format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> JudgementList: ...

    @overload
    def list_judgements(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, judged_from: str | None = None, judged_to: str | None = None, sort: Literal["company", "-company", "judged_on", "-judged_on", "band", "-band"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["company", "country", "sector", "pillar", "band", "band_level", "criterion", "judge", "judged_on", "source_url", "archived_url", "criterion_label", "judge_label", "reply_status", "reasons"]], format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> JudgementListFields: ...

    @overload
    def list_judgements(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, judged_from: str | None = None, judged_to: str | None = None, sort: Literal["company", "-company", "judged_on", "-judged_on", "band", "-band"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["company", "country", "sector", "pillar", "band", "band_level", "criterion", "judge", "judged_on", "source_url", "archived_url", "criterion_label", "judge_label", "reply_status", "reasons"]] | None = None, format: Literal["csv"], release: str | None = None, as_of: str | None = None) -> str: ...

    @overload
    def list_judgements(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, judged_from: str | None = None, judged_to: str | None = None, sort: Literal["company", "-company", "judged_on", "-judged_on", "band", "-band"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["company", "country", "sector", "pillar", "band", "band_level", "criterion", "judge", "judged_on", "source_url", "archived_url", "criterion_label", "judge_label", "reply_status", "reasons"]] | None = None, format: Literal["xlsx"], release: str | None = None, as_of: str | None = None) -> bytes: ...

    def list_judgements(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, band: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, judged_from: str | None = None, judged_to: str | None = None, sort: Literal["company", "-company", "judged_on", "-judged_on", "band", "-band"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["company", "country", "sector", "pillar", "band", "band_level", "criterion", "judge", "judged_on", "source_url", "archived_url", "criterion_label", "judge_label", "reply_status", "reasons"]] | None = None, format: Literal["json", "csv", "xlsx"] | None = None, release: str | None = None, as_of: str | None = None) -> JudgementList | JudgementListFields | str | bytes:
        """Judgements, filtered and sorted."""
        return cast("JudgementList | JudgementListFields | str | bytes", self._call("GET", "/api/v2/judgements", {}, {"country": country, "region": region, "sector": sector, "any_sector": any_sector, "company": company, "band": band, "pillar": pillar, "judged_from": judged_from, "judged_to": judged_to, "sort": sort, "limit": limit, "cursor": cursor, "fields": fields, "format": format, "release": release, "as_of": as_of}))

    @overload
    def list_replies(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, status: str | Sequence[Literal["asked", "no_answer", "answered", "corrected"]] | None = None, sort: Literal["company", "-company", "replied_on", "-replied_on"] | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None, format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> ReplyList: ...

    @overload
    def list_replies(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, status: str | Sequence[Literal["asked", "no_answer", "answered", "corrected"]] | None = None, sort: Literal["company", "-company", "replied_on", "-replied_on"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["company", "country", "sector", "pillar", "judged_on", "status", "replied_on", "text", "url", "summary", "reasons"]], format: Literal["json"] | None = None, release: str | None = None, as_of: str | None = None) -> ReplyListFields: ...

    @overload
    def list_replies(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, status: str | Sequence[Literal["asked", "no_answer", "answered", "corrected"]] | None = None, sort: Literal["company", "-company", "replied_on", "-replied_on"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["company", "country", "sector", "pillar", "judged_on", "status", "replied_on", "text", "url", "summary", "reasons"]] | None = None, format: Literal["csv"], release: str | None = None, as_of: str | None = None) -> str: ...

    @overload
    def list_replies(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, status: str | Sequence[Literal["asked", "no_answer", "answered", "corrected"]] | None = None, sort: Literal["company", "-company", "replied_on", "-replied_on"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["company", "country", "sector", "pillar", "judged_on", "status", "replied_on", "text", "url", "summary", "reasons"]] | None = None, format: Literal["xlsx"], release: str | None = None, as_of: str | None = None) -> bytes: ...

    def list_replies(self, *, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, company: str | Sequence[str] | None = None, pillar: str | Sequence[str] | None = None, status: str | Sequence[Literal["asked", "no_answer", "answered", "corrected"]] | None = None, sort: Literal["company", "-company", "replied_on", "-replied_on"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["company", "country", "sector", "pillar", "judged_on", "status", "replied_on", "text", "url", "summary", "reasons"]] | None = None, format: Literal["json", "csv", "xlsx"] | None = None, release: str | None = None, as_of: str | None = None) -> ReplyList | ReplyListFields | str | bytes:
        """Replies of companies, filtered and sorted."""
        return cast("ReplyList | ReplyListFields | str | bytes", self._call("GET", "/api/v2/replies", {}, {"country": country, "region": region, "sector": sector, "any_sector": any_sector, "company": company, "pillar": pillar, "status": status, "sort": sort, "limit": limit, "cursor": cursor, "fields": fields, "format": format, "release": release, "as_of": as_of}))

    def get_scale(self, *, release: str | None = None, as_of: str | None = None) -> ScaleDetail:
        """The scale, the pillars and the method."""
        return cast("ScaleDetail", self._call("GET", "/api/v2/scale", {}, {"release": release, "as_of": as_of}))

    def search(self, *, q: str, type: Literal["company", "product"] | None = None, country: str | Sequence[str] | None = None, region: str | Sequence[str] | None = None, sector: str | Sequence[str] | None = None, any_sector: str | Sequence[str] | None = None, limit: int | None = None, cursor: str | None = None, release: str | None = None, as_of: str | None = None) -> SearchResults:
        """Companies and products by name."""
        return cast("SearchResults", self._call("GET", "/api/v1/search", {}, {"q": q, "type": type, "country": country, "region": region, "sector": sector, "any_sector": any_sector, "limit": limit, "cursor": cursor, "release": release, "as_of": as_of}))

    @overload
    def list_releases(self, *, sort: Literal["-published_at", "published_at"] | None = None, limit: int | None = None, cursor: str | None = None, fields: None = None, release: str | None = None, as_of: str | None = None) -> ReleaseList: ...

    @overload
    def list_releases(self, *, sort: Literal["-published_at", "published_at"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "published_at", "is_current", "became_current", "status", "withdrawn_at", "newest_judgement", "fingerprint", "method", "title", "publisher", "license", "scale_id", "counts", "left_out", "errata", "href", "reasons"]], release: str | None = None, as_of: str | None = None) -> ReleaseListFields: ...

    def list_releases(self, *, sort: Literal["-published_at", "published_at"] | None = None, limit: int | None = None, cursor: str | None = None, fields: str | Sequence[Literal["id", "published_at", "is_current", "became_current", "status", "withdrawn_at", "newest_judgement", "fingerprint", "method", "title", "publisher", "license", "scale_id", "counts", "left_out", "errata", "href", "reasons"]] | None = None, release: str | None = None, as_of: str | None = None) -> ReleaseList | ReleaseListFields:
        """All releases of the data."""
        return cast("ReleaseList | ReleaseListFields", self._call("GET", "/api/v2/releases", {}, {"sort": sort, "limit": limit, "cursor": cursor, "fields": fields, "release": release, "as_of": as_of}))

    def get_release(self, id: str) -> ReleaseDetail:
        """One release with its files and its signature."""
        return cast("ReleaseDetail", self._call("GET", "/api/v2/releases/{id}", {"id": id}, {}))

    def reverse_geocode(self, *, lat: float, lng: float, border_within_km: float | None = None) -> ReverseGeocoding:
        """The country of a location."""
        return cast("ReverseGeocoding", self._call("GET", "/api/v1/geocoding/reverse", {}, {"lat": lat, "lng": lng, "border_within_km": border_within_km}))

    def reverse_geocode_points(self, body: PointList) -> ReverseGeocodingList:
        """The countries of many locations."""
        return cast("ReverseGeocodingList", self._call("POST", "/api/v1/geocoding/reverse", {}, {}, body))

    @overload
    def download_table(self, file: Literal["countries.csv", "sectors.csv", "matrix.csv", "companies.csv", "products.csv", "judgements.csv", "replies.csv"], *, release: str | None = None, as_of: str | None = None) -> str: ...

    @overload
    def download_table(self, file: Literal["countries.parquet", "sectors.parquet", "matrix.parquet", "companies.parquet", "products.parquet", "judgements.parquet", "replies.parquet", "countries.xlsx", "sectors.xlsx", "matrix.xlsx", "companies.xlsx", "products.xlsx", "judgements.xlsx", "replies.xlsx"], *, release: str | None = None, as_of: str | None = None) -> bytes: ...

    def download_table(self, file: Literal["countries.csv", "sectors.csv", "matrix.csv", "companies.csv", "products.csv", "judgements.csv", "replies.csv", "countries.parquet", "sectors.parquet", "matrix.parquet", "companies.parquet", "products.parquet", "judgements.parquet", "replies.parquet", "countries.xlsx", "sectors.xlsx", "matrix.xlsx", "companies.xlsx", "products.xlsx", "judgements.xlsx", "replies.xlsx"], *, release: str | None = None, as_of: str | None = None) -> str | bytes:
        """A table of the release as CSV, Parquet or XLSX."""
        return cast("str | bytes", self._call("GET", "/api/v2/data/{file}", {"file": file}, {"release": release, "as_of": as_of}))

    def download_checksums(self, *, release: str | None = None, as_of: str | None = None) -> str:
        """The checksums of all files."""
        return cast("str", self._call("GET", "/api/v2/SHA256SUMS", {}, {"release": release, "as_of": as_of}))

    def download_signature(self, *, release: str | None = None, as_of: str | None = None) -> str:
        """The signature of the checksums."""
        return cast("str", self._call("GET", "/api/v2/SHA256SUMS.minisig", {}, {"release": release, "as_of": as_of}))

    @overload
    def download_country_history(self, format: Literal["csv"], *, from_: str | None = None, to: str | None = None, country: str | Sequence[str] | None = None) -> str: ...

    @overload
    def download_country_history(self, format: Literal["xlsx"], *, from_: str | None = None, to: str | None = None, country: str | Sequence[str] | None = None) -> bytes: ...

    def download_country_history(self, format: Literal["csv", "xlsx"], *, from_: str | None = None, to: str | None = None, country: str | Sequence[str] | None = None) -> str | bytes:
        """Every country in every release, as CSV or XLSX."""
        return cast("str | bytes", self._call("GET", "/api/v2/intelligence/country-history.{format}", {"format": format}, {"from": from_, "to": to, "country": country}))

    def download_everything(self, *, release: str | None = None, as_of: str | None = None) -> bytes:
        """All tables in one ZIP file."""
        return cast("bytes", self._call("GET", "/api/v2/dataset.zip", {}, {"release": release, "as_of": as_of}))

    @overload
    def get_dataset(self, format: Literal["datapackage.json"], *, release: str | None = None, as_of: str | None = None) -> DataPackage: ...

    @overload
    def get_dataset(self, format: Literal["jsonld", "dcat.jsonld"], *, release: str | None = None, as_of: str | None = None) -> bytes: ...

    def get_dataset(self, format: Literal["datapackage.json", "jsonld", "dcat.jsonld"], *, release: str | None = None, as_of: str | None = None) -> DataPackage | bytes:
        """The dataset with all its files and columns."""
        return cast("DataPackage | bytes", self._call("GET", "/api/v2/dataset.{format}", {"format": format}, {"release": release, "as_of": as_of}))

    @overload
    def cite(self, format: Literal["txt", "bib", "cff"], *, release: str | None = None, as_of: str | None = None) -> str: ...

    @overload
    def cite(self, format: Literal["csl.json"], *, release: str | None = None, as_of: str | None = None) -> list[CslItemsItem]: ...

    def cite(self, format: Literal["txt", "bib", "csl.json", "cff"], *, release: str | None = None, as_of: str | None = None) -> str | list[CslItemsItem]:
        """How to cite the data."""
        return cast("str | list[CslItemsItem]", self._call("GET", "/api/v2/citation.{format}", {"format": format}, {"release": release, "as_of": as_of}))

    def sign_up(self, body: SignUpRequest) -> IssuedKey:
        """Get an API key."""
        return cast("IssuedKey", self._call("POST", "/api/sign-up", {}, {}, body))

    def get_dashboard(self, *, format: Literal["json"] | None = None) -> Dashboard:
        """Your usage."""
        return cast("Dashboard", self._call("GET", "/api/dashboard", {}, {"format": format}))

    def rotate_key(self, body: RotateRequest) -> RotatedKey:
        """Replace your API key."""
        return cast("RotatedKey", self._call("POST", "/api/keys/rotate", {}, {}, body))

    def revoke_key(self) -> RevokedKey:
        """Revoke your API key."""
        return cast("RevokedKey", self._call("POST", "/api/keys/revoke", {}, {}))

    def erase_account(self) -> ErasedAccount:
        """Erase your account."""
        return cast("ErasedAccount", self._call("POST", "/api/account/erase", {}, {}))

    def register_webhook(self, body: WebhookRequest) -> NewWebhook:
        """Register a webhook."""
        return cast("NewWebhook", self._call("POST", "/api/webhooks", {}, {}, body))

    def list_webhooks(self) -> WebhookList:
        """Your webhooks."""
        return cast("WebhookList", self._call("GET", "/api/webhooks", {}, {}))

    def get_webhook(self, id: str) -> LoggedWebhook:
        """A webhook and its deliveries."""
        return cast("LoggedWebhook", self._call("GET", "/api/webhooks/{id}", {"id": id}, {}))

    def delete_webhook(self, id: str) -> DeletedWebhook:
        """Delete a webhook."""
        return cast("DeletedWebhook", self._call("DELETE", "/api/webhooks/{id}", {"id": id}, {}))

    def test_webhook(self, id: str) -> WebhookTest:
        """Test a webhook."""
        return cast("WebhookTest", self._call("POST", "/api/webhooks/{id}/test", {"id": id}, {}))

    def rotate_webhook_secret(self, id: str, body: RotateSecretRequest) -> RotatedSecret:
        """Replace the secret of a webhook."""
        return cast("RotatedSecret", self._call("POST", "/api/webhooks/{id}/rotate", {"id": id}, {}, body))

    @overload
    def items(self, first: CountryHistory) -> Iterator[CountryHistoryEntry]: ...

    @overload
    def items(self, first: CountryRankings) -> Iterator[RankingEntry]: ...

    @overload
    def items(self, first: ReleaseChangeList) -> Iterator[ChangedCompanyEntry]: ...

    @overload
    def items(self, first: SectorList) -> Iterator[SectorEntry]: ...

    @overload
    def items(self, first: SectorHistory) -> Iterator[SectorHistoryEntry]: ...

    @overload
    def items(self, first: CompanyList) -> Iterator[CompanyEntry]: ...

    @overload
    def items(self, first: CompanyHistory) -> Iterator[CompanyHistoryEntry]: ...

    @overload
    def items(self, first: ProductList) -> Iterator[ProductEntry]: ...

    @overload
    def items(self, first: JudgementList) -> Iterator[JudgementEntry]: ...

    @overload
    def items(self, first: ReplyList) -> Iterator[ReplyEntry]: ...

    @overload
    def items(self, first: ReleaseList) -> Iterator[ReleaseEntry]: ...

    @overload
    def items(self, first: _Page) -> Iterator[Any]: ...

    def items(self, first: Any) -> Iterator[Any]:
        """The items of a list, page after page, beginning with the page that was asked for."""
        for page in self.pages(first):
            yield from page["items"]
