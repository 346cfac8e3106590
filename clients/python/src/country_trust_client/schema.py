"""The schemas of the API. Generated from its OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

class MetaErrataItem(TypedDict):
    "A correction by the publisher."
    at: str
    text: str


class MetaReasons(TypedDict, total=False):
    notice: Literal["not_given"]
    mark: Literal["not_given"]
    homepage: Literal["not_given"]
    completeness: Literal["nothing_left_out"]


class Meta(TypedDict):
    "The dataset, its publisher and its release."
    title: str
    publisher: str
    year: int
    release: str
    published_at: str
    license: str
    citation: str
    notice: str | None
    mark: str | None
    homepage: str | None
    completeness: str | None
    is_draft: bool
    errata: list[MetaErrataItem]
    reasons: MetaReasons


class ScaleBandsItem(TypedDict):
    id: str
    level: int
    label: str


class Scale(TypedDict):
    "The ordinal scale of the bands and distributions in the response."
    id: str
    direction: Literal["ascending"]
    median: Literal["lower"]
    bands: list[ScaleBandsItem]
    href: str


class CountryEntryReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    rank: Literal["too_few_companies", "not_judged"]
    tied_with: Literal["too_few_companies", "not_judged"]
    tie_first: Literal["too_few_companies", "not_judged"]
    tie_last: Literal["too_few_companies", "not_judged"]
    share_above: Literal["not_judged"]
    share_below: Literal["not_judged"]


class _CountryEntryAlways(TypedDict):
    slug: str
    iso2: str
    iso3: str
    name: str
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    rank: int | None
    tied_with: int | None
    tie_first: int | None
    tie_last: int | None
    share_above: float | None
    share_below: float | None
    href: str
    page: str
    reasons: CountryEntryReasons


class _CountryEntrySometimes(TypedDict, total=False):
    summary: str


class CountryEntry(_CountryEntryAlways, _CountryEntrySometimes):
    "A country with its statistics and its rank."


class CountriesPreviewReasons(TypedDict, total=False):
    next: Literal["last_page"]


class CountriesPreview(TypedDict):
    meta: Meta
    scale: Scale
    items: list[CountryEntry]
    total: int
    next: str | None
    reasons: CountriesPreviewReasons


class NotKnownBounds(TypedDict):
    "The median if all unjudged companies were in the worst band, and in the best."
    lowest_band: str
    lowest_level: int
    highest_band: str
    highest_level: int


class NotKnownEachPillarOnce(TypedDict):
    "The median if companies count by the lower median of their medians in the pillars."
    median_band: str
    median_level: int
    distribution: dict[str, int]


class NotKnownRankRange(TypedDict):
    "The ranks that are possible if `re_rated` companies were re-rated by one band and all others stayed. Not the tie (`tie_first`, `tie_last`)."
    best: int
    worst: int
    re_rated: int


class NotKnownReasons(TypedDict, total=False):
    bounds: Literal["no_companies"]
    each_pillar_once: Literal["not_judged"]
    rank_range: Literal["too_few_companies", "not_judged", "only_countries"]


class NotKnown(TypedDict):
    "What is not known of a median: exact, without a model."
    bounds: NotKnownBounds | None
    each_pillar_once: NotKnownEachPillarOnce | None
    rank_range: NotKnownRankRange | None
    judgements: int
    undated: int
    older_than_two_years: int
    sentences: list[str]
    reasons: NotKnownReasons


class CountryRegion(TypedDict):
    "The smallest region of M49 that a country is in."
    code: str
    slug: str
    name: str
    continent: str
    is_assigned: bool


class InRegionReasons(TypedDict, total=False):
    rank: Literal["too_few_companies", "not_judged"]
    tied_with: Literal["too_few_companies", "not_judged"]


class InRegion(TypedDict):
    "A country among those of its region (`region`). Nothing is computed of a region."
    listed_countries: int
    ranked_countries: int
    rank: int | None
    tied_with: int | None
    summary: str
    href: str
    reasons: InRegionReasons


class PillarEntryReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class PillarEntry(TypedDict):
    "The statistics of an area in one pillar."
    id: str
    label: str
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    reasons: PillarEntryReasons


class SectorCellReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class SectorCell(TypedDict):
    "The companies of a country in one sector."
    slug: str
    label: str
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    href: str
    reasons: SectorCellReasons


class CountryDetailLinks(TypedDict):
    "Where to go on."
    self: str
    page: str
    companies: str
    rankings: str
    matrix: str
    data: str


class CountryDetailReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    rank: Literal["too_few_companies", "not_judged"]
    tied_with: Literal["too_few_companies", "not_judged"]
    tie_first: Literal["too_few_companies", "not_judged"]
    tie_last: Literal["too_few_companies", "not_judged"]
    share_above: Literal["not_judged"]
    share_below: Literal["not_judged"]
    region: Literal["in_no_region"]
    in_region: Literal["in_no_region"]


class CountryDetail(TypedDict):
    meta: Meta
    scale: Scale
    slug: str
    iso2: str
    iso3: str
    name: str
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    rank: int | None
    tied_with: int | None
    tie_first: int | None
    tie_last: int | None
    share_above: float | None
    share_below: float | None
    summary: str
    not_known: NotKnown
    code_status: Literal["official", "user_assigned"]
    region: CountryRegion | None
    ranked_countries: int
    minimum_companies: int
    in_region: InRegion | None
    pillars: list[PillarEntry]
    sectors: list[SectorCell]
    links: CountryDetailLinks
    reasons: CountryDetailReasons


class DerivationBand(TypedDict):
    "A band with its counts, on the way from the worst band up."
    band: str
    band_level: int
    count: int
    cumulative: int
    holds_middle: bool
    href: str


class WithoutPillarReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class WithoutPillar(TypedDict):
    "The statistics when the judgements in this pillar are left out everywhere."
    id: str
    label: str
    count: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    reasons: WithoutPillarReasons


class CompanyInLine(TypedDict):
    "A judged company at its position in the line."
    position: int
    slug: str
    name: str
    median_band: str
    median_level: int
    href: str


class NearestCompanies(TypedDict):
    "The companies in the median band that fewest re-rated judgements would move out of it in this direction."
    flips: int
    count: int
    href: str


class JudgementDatesReasons(TypedDict, total=False):
    oldest: Literal["not_given", "not_judged"]
    middle: Literal["not_given", "not_judged"]
    newest: Literal["not_given", "not_judged"]


class JudgementDates(TypedDict):
    "When the judgements were made."
    dated: int
    undated: int
    oldest: str | None
    middle: str | None
    newest: str | None
    reasons: JudgementDatesReasons


class LargestOrigin(TypedDict):
    "The one that most of the judgements name; of several the first in text order."
    name: str
    label: str
    numerator: int
    denominator: int
    share: float


class JudgementOriginsReasons(TypedDict, total=False):
    different: Literal["not_given", "not_judged"]
    largest: Literal["not_given", "not_judged"]


class JudgementOrigins(TypedDict):
    "The judges of the judgements, or their sources by URL."
    named: int
    unnamed: int
    different: int | None
    largest: LargestOrigin | None
    reasons: JudgementOriginsReasons


class CountryDerivationLinks(TypedDict):
    "Where to go on, in the release of the figures."
    self: str
    area: str
    line: str
    judgements: str


class CountryDerivationReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    rank: Literal["too_few_companies", "not_judged"]
    tied_with: Literal["too_few_companies", "not_judged"]
    tie_first: Literal["too_few_companies", "not_judged"]
    tie_last: Literal["too_few_companies", "not_judged"]
    share_above: Literal["not_judged"]
    share_below: Literal["not_judged"]
    middle: Literal["not_judged"]
    without_pillar_summary: Literal["not_judged", "too_few_companies"]
    nearest_to_lower: Literal["scale_end", "not_judged"]
    nearest_to_higher: Literal["scale_end", "not_judged"]


class CountryDerivation(TypedDict):
    meta: Meta
    scale: Scale
    slug: str
    iso2: str
    iso3: str
    name: str
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    rank: int | None
    tied_with: int | None
    tie_first: int | None
    tie_last: int | None
    share_above: float | None
    share_below: float | None
    summary: str
    not_known: NotKnown
    middle: int | None
    bands: list[DerivationBand]
    without_pillar: list[WithoutPillar]
    without_pillar_summary: str | None
    below: list[CompanyInLine]
    around_middle: list[CompanyInLine]
    above: list[CompanyInLine]
    nearest_to_lower: NearestCompanies | None
    nearest_to_higher: NearestCompanies | None
    judgement_count: int
    judged_on: JudgementDates
    judges: JudgementOrigins
    sources: JudgementOrigins
    links: CountryDerivationLinks
    reasons: CountryDerivationReasons


CountryHistoryEntryReasons = TypedDict("CountryHistoryEntryReasons", {
    "break": "Literal[\"first_release\", \"same_method\"]",
    "rank": "Literal[\"too_few_companies\", \"not_judged\", \"not_in_release\"]",
    "tied_with": "Literal[\"too_few_companies\", \"not_judged\", \"not_in_release\"]",
    "median_band": "Literal[\"not_judged\", \"not_in_release\"]",
    "median_level": "Literal[\"not_judged\", \"not_in_release\"]",
    "flips_to_lower": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "flips_to_higher": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "href": "Literal[\"not_in_release\"]",
}, total=False)


CountryHistoryEntry = TypedDict("CountryHistoryEntry", {
    "release": "str",
    "published_at": "str",
    "break": "Literal[\"dataset\", \"scale\", \"pillars\", \"rule\"] | None",
    "scale": "Scale",
    "listed_companies": "int",
    "judged_companies": "int",
    "rank": "int | None",
    "tied_with": "int | None",
    "median_band": "str | None",
    "median_level": "int | None",
    "distribution": "dict[str, int]",
    "flips_to_lower": "int | None",
    "flips_to_higher": "int | None",
    "href": "str | None",
    "reasons": "CountryHistoryEntryReasons",
})


class CountryHistoryReasons(TypedDict, total=False):
    next: Literal["last_page"]


class CountryHistory(TypedDict):
    meta: Meta
    scale: Scale
    slug: str
    iso2: str
    iso3: str
    name: str
    summary: str
    items: list[CountryHistoryEntry]
    total: int
    next: str | None
    reasons: CountryHistoryReasons


CountryHistoryEntryFieldsReasons = TypedDict("CountryHistoryEntryFieldsReasons", {
    "break": "Literal[\"first_release\", \"same_method\"]",
    "rank": "Literal[\"too_few_companies\", \"not_judged\", \"not_in_release\"]",
    "tied_with": "Literal[\"too_few_companies\", \"not_judged\", \"not_in_release\"]",
    "median_band": "Literal[\"not_judged\", \"not_in_release\"]",
    "median_level": "Literal[\"not_judged\", \"not_in_release\"]",
    "flips_to_lower": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "flips_to_higher": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "href": "Literal[\"not_in_release\"]",
}, total=False)


CountryHistoryEntryFields = TypedDict("CountryHistoryEntryFields", {
    "release": "str",
    "published_at": "str",
    "break": "Literal[\"dataset\", \"scale\", \"pillars\", \"rule\"] | None",
    "scale": "Scale",
    "listed_companies": "int",
    "judged_companies": "int",
    "rank": "int | None",
    "tied_with": "int | None",
    "median_band": "str | None",
    "median_level": "int | None",
    "distribution": "dict[str, int]",
    "flips_to_lower": "int | None",
    "flips_to_higher": "int | None",
    "href": "str | None",
    "reasons": "CountryHistoryEntryFieldsReasons",
}, total=False)


class CountryHistoryFieldsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class CountryHistoryFields(TypedDict):
    "`CountryHistory` with chosen fields of each item."
    meta: Meta
    scale: Scale
    slug: str
    iso2: str
    iso3: str
    name: str
    summary: str
    fields: list[str]
    items: list[CountryHistoryEntryFields]
    total: int
    next: str | None
    reasons: CountryHistoryFieldsReasons


class RegionIdentity(TypedDict):
    "A geographic region of the United Nations (M49): a continent, or a part of one."
    code: str
    slug: str
    name: str


class RegionEntryReasons(TypedDict, total=False):
    within: Literal["is_a_continent"]


class RegionEntry(TypedDict):
    "A region with counts of its countries."
    code: str
    slug: str
    name: str
    within: RegionIdentity | None
    territories: int
    listed_countries: int
    ranked_countries: int
    countries_by_band: dict[str, int]
    rankings: str
    reasons: RegionEntryReasons


class RegionsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class Regions(TypedDict):
    meta: Meta
    scale: Scale
    note: str
    items: list[RegionEntry]
    total: int
    next: str | None
    reasons: RegionsReasons


class RankingEntryReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    rank: Literal["too_few_companies", "not_judged"]
    tied_with: Literal["too_few_companies", "not_judged"]
    tie_first: Literal["too_few_companies", "not_judged"]
    tie_last: Literal["too_few_companies", "not_judged"]
    share_above: Literal["not_judged"]
    share_below: Literal["not_judged"]


class _RankingEntryAlways(TypedDict):
    slug: str
    iso2: str
    iso3: str
    name: str
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    rank: int | None
    tied_with: int | None
    tie_first: int | None
    tie_last: int | None
    share_above: float | None
    share_below: float | None
    href: str
    page: str
    reasons: RankingEntryReasons


class _RankingEntrySometimes(TypedDict, total=False):
    summary: str


class RankingEntry(_RankingEntryAlways, _RankingEntrySometimes):
    "A country of a ranking, with the statistics it is ranked by."


class CountryRankingsReasons(TypedDict, total=False):
    pillar: Literal["all_pillars"]
    region: Literal["whole_world"]
    measures: Literal["not_given"]
    next: Literal["last_page"]


class CountryRankings(TypedDict):
    meta: Meta
    scale: Scale
    pillar: str | None
    region: RegionIdentity | None
    measures: str | None
    does_not_measure: list[str]
    tie_order: Literal["usual_judgment"]
    minimum_companies: int
    ranked_countries: int
    items: list[RankingEntry]
    total: int
    next: str | None
    reasons: CountryRankingsReasons


class RankingEntryFieldsReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    rank: Literal["too_few_companies", "not_judged"]
    tied_with: Literal["too_few_companies", "not_judged"]
    tie_first: Literal["too_few_companies", "not_judged"]
    tie_last: Literal["too_few_companies", "not_judged"]
    share_above: Literal["not_judged"]
    share_below: Literal["not_judged"]


class RankingEntryFields(TypedDict, total=False):
    "Some fields of `RankingEntry`."
    slug: str
    iso2: str
    iso3: str
    name: str
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    rank: int | None
    tied_with: int | None
    tie_first: int | None
    tie_last: int | None
    share_above: float | None
    share_below: float | None
    summary: str
    href: str
    page: str
    reasons: RankingEntryFieldsReasons


class CountryRankingsFieldsReasons(TypedDict, total=False):
    pillar: Literal["all_pillars"]
    region: Literal["whole_world"]
    measures: Literal["not_given"]
    next: Literal["last_page"]


class CountryRankingsFields(TypedDict):
    "`CountryRankings` with chosen fields of each item."
    meta: Meta
    scale: Scale
    pillar: str | None
    region: RegionIdentity | None
    measures: str | None
    does_not_measure: list[str]
    tie_order: Literal["usual_judgment"]
    minimum_companies: int
    ranked_countries: int
    fields: list[str]
    items: list[RankingEntryFields]
    total: int
    next: str | None
    reasons: CountryRankingsFieldsReasons


class SectorIdentity(TypedDict):
    "A sector by its slug and label."
    slug: str
    label: str


class MatrixCellReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]


class MatrixCell(TypedDict):
    "The companies of one country in one sector."
    sector: str
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    reasons: MatrixCellReasons


class MatrixRow(TypedDict):
    slug: str
    iso2: str
    iso3: str
    name: str
    href: str
    cells: list[MatrixCell]


class CountrySectorMatrixReasons(TypedDict, total=False):
    pillar: Literal["all_pillars"]
    region: Literal["whole_world"]
    next: Literal["last_page"]


class CountrySectorMatrix(TypedDict):
    meta: Meta
    scale: Scale
    pillar: str | None
    region: RegionIdentity | None
    sectors: list[SectorIdentity]
    items: list[MatrixRow]
    total: int
    next: str | None
    reasons: CountrySectorMatrixReasons


class ComparedCountryReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class ComparedCountry(TypedDict):
    "A country with the statistics it is compared by."
    slug: str
    iso2: str
    iso3: str
    name: str
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    href: str
    reasons: ComparedCountryReasons


class PairShare(TypedDict):
    "A share of all pairs, exactly and as a number."
    numerator: int
    denominator: int
    share: float


class PairShares(TypedDict):
    "Of all pairs of one judged company from each country, the shares in which the one of `first` stands in a higher band, in the same, and in a lower one."
    higher: PairShare
    same: PairShare
    lower: PairShare


class CountryComparisonReasons(TypedDict, total=False):
    pairs: Literal["not_judged"]
    dominance: Literal["not_judged", "too_few_companies"]
    flips_to_tie: Literal["not_judged", "too_few_companies"]


class CountryComparison(TypedDict):
    "Two countries compared."
    first: str
    second: str
    by_median: Literal["higher", "lower", "cannot_be_told_apart"]
    reason: Literal["different_median_bands", "same_median_band", "too_few_companies", "not_judged", "different_pillars"]
    pairs: PairShares | None
    dominance: Literal["first", "second", "neither"] | None
    flips_to_tie: int | None
    summary: str
    reasons: CountryComparisonReasons


class CountryComparisonsReasons(TypedDict, total=False):
    pillar: Literal["all_pillars"]
    sectors: Literal["all_sectors"]
    next: Literal["last_page"]


class CountryComparisons(TypedDict):
    meta: Meta
    scale: Scale
    pillar: str | None
    sectors: list[str] | None
    minimum_companies: int
    countries: list[ComparedCountry]
    not_compared: list[str]
    items: list[CountryComparison]
    total: int
    next: str | None
    reasons: CountryComparisonsReasons


class ClaimFiguresReasons(TypedDict, total=False):
    listed_companies: Literal["one_company"]
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    rank: Literal["too_few_companies", "not_judged", "only_countries"]
    tied_with: Literal["too_few_companies", "not_judged", "only_countries"]


class ClaimFigures(TypedDict):
    "A subject with its figures. The distribution counts judged companies; that of a company, judgements. For `countries` it counts those with a rank by their median bands, and `listed_companies` all listed countries."
    type: Literal["country", "sector", "company", "countries"]
    slug: str
    name: str
    release: str
    listed_companies: int | None
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    rank: int | None
    tied_with: int | None
    href: str
    reasons: ClaimFiguresReasons


class ClaimEvidence(TypedDict):
    "Where a figure can be looked up."
    shows: Literal["subject", "than", "before", "companies", "judgements", "ranking"]
    href: str


class CheckedClaimReasons(TypedDict, total=False):
    pillar: Literal["all_pillars"]
    region: Literal["whole_world"]
    reason: Literal["claim_holds"]
    flips_to_change: Literal["cannot_be_told", "no_re_rating"]
    say_instead: Literal["claim_holds"]
    measures: Literal["not_given"]
    than: Literal["not_given"]
    before: Literal["not_given", "no_companies"]


class CheckedClaim(TypedDict):
    meta: Meta
    scale: Scale
    claim: str
    pillar: str | None
    region: RegionIdentity | None
    verdict: Literal["holds", "misleading", "does_not_hold", "cannot_be_told"]
    companions: list[Literal["tie", "thin", "coverage", "narrow", "opposite_pairs", "composition", "common_pillars"]]
    reason: Literal["not_judged", "too_few_companies", "method_change", "other_dataset", "taken_back", "different_pillars", "part_of", "composition", "rounded", "other_median_band", "same_median_band", "other_rank", "shared_rank", "not_shared", "only_ranked", "other_share", "no_average", "no_sample", "no_cause", "opposite_holds"] | None
    because: str
    flips_to_change: int | None
    say_instead: str | None
    measures: str | None
    does_not_measure: list[str]
    minimum_companies: int
    ranked_countries: int
    subject: ClaimFigures
    than: ClaimFigures | None
    before: ClaimFigures | None
    evidence: list[ClaimEvidence]
    reasons: CheckedClaimReasons


class ScaleInShort(TypedDict):
    "The ordinal scale of the bands and distributions in a list."
    id: str
    band_ids: list[str]
    href: str


class CheckedStatementChecksItemReasons(TypedDict, total=False):
    pillar: Literal["all_pillars"]
    region: Literal["whole_world"]
    reason: Literal["claim_holds"]
    flips_to_change: Literal["cannot_be_told", "no_re_rating"]
    say_instead: Literal["claim_holds"]


class CheckedStatementChecksItem(TypedDict):
    claim: str
    pillar: str | None
    region: RegionIdentity | None
    verdict: Literal["holds", "misleading", "does_not_hold", "cannot_be_told"]
    companions: list[Literal["tie", "thin", "coverage", "narrow", "opposite_pairs", "composition", "common_pillars"]]
    reason: Literal["not_judged", "too_few_companies", "method_change", "other_dataset", "taken_back", "different_pillars", "part_of", "composition", "rounded", "other_median_band", "same_median_band", "other_rank", "shared_rank", "not_shared", "only_ranked", "other_share", "no_average", "no_sample", "no_cause", "opposite_holds"] | None
    because: str
    flips_to_change: int | None
    say_instead: str | None
    negated: bool
    company_names: list[str]
    href: str
    reasons: CheckedStatementChecksItemReasons


class CheckedStatementProblem(TypedDict):
    "Why it was not checked."
    code: Literal["unknown_words", "unclear", "no_time", "number", "cause", "forecast", "score", "region", "qualifier", "invalid_request", "country_not_found", "sector_not_found", "company_not_found", "release_not_found", "release_withdrawn", "release_removed", "unavailable"]
    detail: str
    words: list[str]


class CheckedStatementReasons(TypedDict, total=False):
    text: Literal["encoded"]
    verdict: Literal["not_checked"]
    problem: Literal["checked"]


class CheckedStatement(TypedDict):
    text: str | None
    verdict: Literal["holds", "misleading", "does_not_hold", "cannot_be_told"] | None
    checks: list[CheckedStatementChecksItem]
    problem: CheckedStatementProblem | None
    reasons: CheckedStatementReasons


class CheckedStatementsReasons(TypedDict, total=False):
    measures: Literal["not_given"]


class CheckedStatements(TypedDict):
    meta: Meta
    scale: ScaleInShort
    measures: str | None
    does_not_measure: list[str]
    items: list[CheckedStatement]
    reasons: CheckedStatementsReasons


_StatementListStatementsItemAlways = TypedDict("_StatementListStatementsItemAlways", {
    "subject": "str",
    "is": "Literal[\"band\", \"at_least\", \"at_most\", \"above\", \"below\", \"alike\", \"companies_better\", \"companies_worse\", \"rank\", \"rank_alone\", \"shares_rank\", \"best\", \"worst\", \"none_above\", \"none_below\", \"most\", \"most_at_least\", \"most_at_most\", \"share\", \"share_at_least\", \"share_at_most\", \"average\", \"risen\", \"fallen\", \"unchanged\", \"moved\", \"caused\"]",
})


class _StatementListStatementsItemSometimes(TypedDict, total=False):
    value: str
    percent: str
    than: str
    since: str
    pillar: str
    region: str
    negated: bool


class StatementListStatementsItem(_StatementListStatementsItemAlways, _StatementListStatementsItemSometimes):
    "An English sentence, or a claim by the parameters of `GET`."


class StatementList(TypedDict):
    statements: list[str | StatementListStatementsItem]


class ComparedRelease(TypedDict):
    "A release that is compared, with the scale of its bands."
    id: str
    published_at: str
    scale: Scale
    href: str


class CompanyCountsReasons(TypedDict, total=False):
    moved_median: Literal["method_change"]
    pillar_moved: Literal["method_change"]
    judgements_changed: Literal["method_change"]


class CompanyCounts(TypedDict):
    "How many companies changed; one can be reclassified and re-rated at once."
    added: int
    removed: int
    renamed: int
    reclassified: int
    moved_median: int | None
    pillar_moved: int | None
    judgements_changed: int | None
    other_sectors_changed: int
    reply_changed: int
    details_changed: int
    reasons: CompanyCountsReasons


class CountryIdentity(TypedDict):
    "A country or territory by its slug, codes and name."
    slug: str
    iso2: str
    iso3: str
    name: str


class FiguresThenReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]


class FiguresThen(TypedDict):
    "The figures of some companies in one release, on the scale of that release."
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    reasons: FiguresThenReasons


class BeforeAndAfterFigures(TypedDict):
    "The figures of some companies in two releases."
    before: FiguresThen
    after: FiguresThen


class MoveCountsReasons(TypedDict, total=False):
    re_rated: Literal["method_change"]


class MoveCounts(TypedDict):
    "What happened to the judged companies of the country or sector; each is counted once."
    judged_in_both: int
    re_rated: int | None
    first_judged: int
    no_longer_judged: int
    added: int
    removed: int
    filed_here: int
    filed_elsewhere: int
    reasons: MoveCountsReasons


class CountryMoveReasons(TypedDict, total=False):
    trend: Literal["method_change", "not_judged", "too_few_companies", "composition", "taken_back"]


class CountryMove(TypedDict):
    "A country whose median band is another one. `in_both` counts the companies filed there in both releases and `rest` the others; together they are `before` and `after`."
    slug: str
    iso2: str
    iso3: str
    name: str
    causes: list[Literal["re_judged", "company_added", "company_removed", "reclassified", "method_change"]]
    trend: Literal["higher", "lower"] | None
    before: FiguresThen
    after: FiguresThen
    in_both: BeforeAndAfterFigures
    rest: BeforeAndAfterFigures
    counts: MoveCounts
    summary: str
    companies_href: str
    href: str
    reasons: CountryMoveReasons


class CountryChanges(TypedDict):
    "The countries that differ between the two releases."
    added: list[CountryIdentity]
    removed: list[CountryIdentity]
    moved: list[CountryMove]


class SectorMoveReasons(TypedDict, total=False):
    trend: Literal["method_change", "not_judged", "too_few_companies", "composition", "taken_back"]


class SectorMove(TypedDict):
    "A sector whose median band is another one. `in_both` counts the companies filed there in both releases and `rest` the others; together they are `before` and `after`."
    slug: str
    label: str
    causes: list[Literal["re_judged", "company_added", "company_removed", "reclassified", "method_change"]]
    trend: Literal["higher", "lower"] | None
    before: FiguresThen
    after: FiguresThen
    in_both: BeforeAndAfterFigures
    rest: BeforeAndAfterFigures
    counts: MoveCounts
    summary: str
    companies_href: str
    href: str
    reasons: SectorMoveReasons


class SectorChanges(TypedDict):
    "The sectors that differ between the two releases."
    added: list[SectorIdentity]
    removed: list[SectorIdentity]
    moved: list[SectorMove]


class ChangedLabel(TypedDict):
    "A band or a pillar that the two releases call differently."
    of: Literal["band", "pillar"]
    id: str
    before: str
    after: str


class CompanyThenReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    reply_status: Literal["not_asked"]


class CompanyThen(TypedDict):
    "Where a release files a company, its median band on the release's scale, and whether it replied."
    name: str
    country: CountryIdentity | None
    sector: SectorIdentity
    other_sectors: list[SectorIdentity]
    median_band: str | None
    median_level: int | None
    reply_status: Literal["asked", "no_answer", "answered", "corrected", None] | None
    reasons: CompanyThenReasons


class ChangedCompanyEntryReasons(TypedDict, total=False):
    before: Literal["not_in_release"]
    after: Literal["not_in_release"]


class ChangedCompanyEntry(TypedDict):
    "A company that something happened to between two releases."
    id: str
    slug: str
    name: str
    changes: list[Literal["added", "removed", "reclassified", "re_rated", "first_judged", "no_longer_judged", "other_sectors_changed", "reply_changed", "renamed", "pillar_moved", "judgements_changed", "details_changed"]]
    before: CompanyThen | None
    after: CompanyThen | None
    href: str
    reasons: ChangedCompanyEntryReasons


ReleaseChangeListReasons = TypedDict("ReleaseChangeListReasons", {
    "from": "Literal[\"no_release_before\"]",
    "reason": "Literal[\"releases_compared\"]",
    "method_change": "Literal[\"not_compared\"]",
    "companies": "Literal[\"not_compared\"]",
    "countries": "Literal[\"not_compared\", \"following_page\"]",
    "sectors": "Literal[\"not_compared\", \"following_page\"]",
    "labels": "Literal[\"not_compared\"]",
    "next": "Literal[\"last_page\"]",
}, total=False)


ReleaseChangeList = TypedDict("ReleaseChangeList", {
    "meta": "Meta",
    "scale": "Scale",
    "from": "ComparedRelease | None",
    "to": "ComparedRelease",
    "verdict": "Literal[\"compared\", \"cannot_be_told\"]",
    "reason": "Literal[\"no_release_before\", \"other_dataset\", \"not_listed\"] | None",
    "summary": "str",
    "method_change": "list[Literal[\"scale\", \"pillars\", \"rule\"]] | None",
    "companies": "CompanyCounts | None",
    "countries": "CountryChanges | None",
    "sectors": "SectorChanges | None",
    "labels": "list[ChangedLabel] | None",
    "items": "list[ChangedCompanyEntry]",
    "total": "int",
    "next": "str | None",
    "reasons": "ReleaseChangeListReasons",
})


class ChangedCompanyEntryFieldsReasons(TypedDict, total=False):
    before: Literal["not_in_release"]
    after: Literal["not_in_release"]


class ChangedCompanyEntryFields(TypedDict, total=False):
    "Some fields of `ChangedCompanyEntry`."
    id: str
    slug: str
    name: str
    changes: list[Literal["added", "removed", "reclassified", "re_rated", "first_judged", "no_longer_judged", "other_sectors_changed", "reply_changed", "renamed", "pillar_moved", "judgements_changed", "details_changed"]]
    before: CompanyThen | None
    after: CompanyThen | None
    href: str
    reasons: ChangedCompanyEntryFieldsReasons


ReleaseChangeListFieldsReasons = TypedDict("ReleaseChangeListFieldsReasons", {
    "from": "Literal[\"no_release_before\"]",
    "reason": "Literal[\"releases_compared\"]",
    "method_change": "Literal[\"not_compared\"]",
    "companies": "Literal[\"not_compared\"]",
    "countries": "Literal[\"not_compared\", \"following_page\"]",
    "sectors": "Literal[\"not_compared\", \"following_page\"]",
    "labels": "Literal[\"not_compared\"]",
    "next": "Literal[\"last_page\"]",
}, total=False)


ReleaseChangeListFields = TypedDict("ReleaseChangeListFields", {
    "meta": "Meta",
    "scale": "Scale",
    "from": "ComparedRelease | None",
    "to": "ComparedRelease",
    "verdict": "Literal[\"compared\", \"cannot_be_told\"]",
    "reason": "Literal[\"no_release_before\", \"other_dataset\", \"not_listed\"] | None",
    "summary": "str",
    "method_change": "list[Literal[\"scale\", \"pillars\", \"rule\"]] | None",
    "companies": "CompanyCounts | None",
    "countries": "CountryChanges | None",
    "sectors": "SectorChanges | None",
    "labels": "list[ChangedLabel] | None",
    "fields": "list[str]",
    "items": "list[ChangedCompanyEntryFields]",
    "total": "int",
    "next": "str | None",
    "reasons": "ReleaseChangeListFieldsReasons",
})


class SectorEntryReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class _SectorEntryAlways(TypedDict):
    slug: str
    label: str
    also_named_by: int
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    href: str
    page: str
    reasons: SectorEntryReasons


class _SectorEntrySometimes(TypedDict, total=False):
    summary: str


class SectorEntry(_SectorEntryAlways, _SectorEntrySometimes):
    "A sector with its statistics."


class SectorListReasons(TypedDict, total=False):
    next: Literal["last_page"]


class SectorList(TypedDict):
    meta: Meta
    scale: ScaleInShort
    items: list[SectorEntry]
    total: int
    next: str | None
    reasons: SectorListReasons


class SectorEntryFieldsReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class SectorEntryFields(TypedDict, total=False):
    "Some fields of `SectorEntry`."
    slug: str
    label: str
    also_named_by: int
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    summary: str
    href: str
    page: str
    reasons: SectorEntryFieldsReasons


class SectorListFieldsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class SectorListFields(TypedDict):
    "`SectorList` with chosen fields of each item."
    meta: Meta
    scale: ScaleInShort
    fields: list[str]
    items: list[SectorEntryFields]
    total: int
    next: str | None
    reasons: SectorListFieldsReasons


class CountryCellReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class CountryCell(TypedDict):
    "The companies of a sector in one country."
    slug: str
    iso2: str
    iso3: str
    name: str
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    href: str
    reasons: CountryCellReasons


class SectorDetailLinks(TypedDict):
    "Where to go on."
    self: str
    page: str
    companies: str
    sectors: str
    matrix: str


class SectorDetailReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class SectorDetail(TypedDict):
    meta: Meta
    scale: Scale
    slug: str
    label: str
    also_named_by: int
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    summary: str
    not_known: NotKnown
    minimum_companies: int
    pillars: list[PillarEntry]
    countries: list[CountryCell]
    links: SectorDetailLinks
    reasons: SectorDetailReasons


class SectorDerivationLinks(TypedDict):
    "Where to go on, in the release of the figures."
    self: str
    area: str
    line: str
    judgements: str


class SectorDerivationReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    middle: Literal["not_judged"]
    without_pillar_summary: Literal["not_judged", "too_few_companies"]
    nearest_to_lower: Literal["scale_end", "not_judged"]
    nearest_to_higher: Literal["scale_end", "not_judged"]


class SectorDerivation(TypedDict):
    meta: Meta
    scale: Scale
    slug: str
    label: str
    also_named_by: int
    listed_companies: int
    judged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    summary: str
    not_known: NotKnown
    middle: int | None
    bands: list[DerivationBand]
    without_pillar: list[WithoutPillar]
    without_pillar_summary: str | None
    below: list[CompanyInLine]
    around_middle: list[CompanyInLine]
    above: list[CompanyInLine]
    nearest_to_lower: NearestCompanies | None
    nearest_to_higher: NearestCompanies | None
    judgement_count: int
    judged_on: JudgementDates
    judges: JudgementOrigins
    sources: JudgementOrigins
    links: SectorDerivationLinks
    reasons: SectorDerivationReasons


SectorHistoryEntryReasons = TypedDict("SectorHistoryEntryReasons", {
    "break": "Literal[\"first_release\", \"same_method\"]",
    "median_band": "Literal[\"not_judged\", \"not_in_release\"]",
    "median_level": "Literal[\"not_judged\", \"not_in_release\"]",
    "flips_to_lower": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "flips_to_higher": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "href": "Literal[\"not_in_release\"]",
}, total=False)


SectorHistoryEntry = TypedDict("SectorHistoryEntry", {
    "release": "str",
    "published_at": "str",
    "break": "Literal[\"dataset\", \"scale\", \"pillars\", \"rule\"] | None",
    "scale": "Scale",
    "listed_companies": "int",
    "judged_companies": "int",
    "median_band": "str | None",
    "median_level": "int | None",
    "distribution": "dict[str, int]",
    "flips_to_lower": "int | None",
    "flips_to_higher": "int | None",
    "href": "str | None",
    "reasons": "SectorHistoryEntryReasons",
})


class SectorHistoryReasons(TypedDict, total=False):
    next: Literal["last_page"]


class SectorHistory(TypedDict):
    meta: Meta
    scale: Scale
    slug: str
    label: str
    summary: str
    items: list[SectorHistoryEntry]
    total: int
    next: str | None
    reasons: SectorHistoryReasons


SectorHistoryEntryFieldsReasons = TypedDict("SectorHistoryEntryFieldsReasons", {
    "break": "Literal[\"first_release\", \"same_method\"]",
    "median_band": "Literal[\"not_judged\", \"not_in_release\"]",
    "median_level": "Literal[\"not_judged\", \"not_in_release\"]",
    "flips_to_lower": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "flips_to_higher": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "href": "Literal[\"not_in_release\"]",
}, total=False)


SectorHistoryEntryFields = TypedDict("SectorHistoryEntryFields", {
    "release": "str",
    "published_at": "str",
    "break": "Literal[\"dataset\", \"scale\", \"pillars\", \"rule\"] | None",
    "scale": "Scale",
    "listed_companies": "int",
    "judged_companies": "int",
    "median_band": "str | None",
    "median_level": "int | None",
    "distribution": "dict[str, int]",
    "flips_to_lower": "int | None",
    "flips_to_higher": "int | None",
    "href": "str | None",
    "reasons": "SectorHistoryEntryFieldsReasons",
}, total=False)


class SectorHistoryFieldsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class SectorHistoryFields(TypedDict):
    "`SectorHistory` with chosen fields of each item."
    meta: Meta
    scale: Scale
    slug: str
    label: str
    summary: str
    fields: list[str]
    items: list[SectorHistoryEntryFields]
    total: int
    next: str | None
    reasons: SectorHistoryFieldsReasons


class CompanyListLinks(TypedDict):
    "URIs of an item by its `slug`, as templates (RFC 6570)."
    href: str
    page: str


class CompanyEntryReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    reply_status: Literal["not_asked"]


class _CompanyEntryAlways(TypedDict):
    id: str
    slug: str
    name: str
    country: CountryIdentity | None
    sector: SectorIdentity
    other_sectors: list[SectorIdentity]
    judgement_count: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    reply_status: Literal["asked", "no_answer", "answered", "corrected", None] | None
    reasons: CompanyEntryReasons


class _CompanyEntrySometimes(TypedDict, total=False):
    summary: str
    href: str
    page: str


class CompanyEntry(_CompanyEntryAlways, _CompanyEntrySometimes):
    "A company with its statistics over all pillars; `summary`, `href` and `page` only where `fields` asks for them."


class CompanyListReasons(TypedDict, total=False):
    next: Literal["last_page"]


class CompanyList(TypedDict):
    meta: Meta
    scale: ScaleInShort
    links: CompanyListLinks
    items: list[CompanyEntry]
    total: int
    next: str | None
    reasons: CompanyListReasons


class CompanyListFieldsLinks(TypedDict):
    "URIs of an item by its `slug`, as templates (RFC 6570)."
    href: str
    page: str


class CompanyEntryFieldsReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    reply_status: Literal["not_asked"]


class CompanyEntryFields(TypedDict, total=False):
    "Some fields of `CompanyEntry`."
    id: str
    slug: str
    name: str
    country: CountryIdentity | None
    sector: SectorIdentity
    other_sectors: list[SectorIdentity]
    judgement_count: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    reply_status: Literal["asked", "no_answer", "answered", "corrected", None] | None
    summary: str
    href: str
    page: str
    reasons: CompanyEntryFieldsReasons


class CompanyListFieldsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class CompanyListFields(TypedDict):
    "`CompanyList` with chosen fields of each item."
    meta: Meta
    scale: ScaleInShort
    links: CompanyListFieldsLinks
    fields: list[str]
    items: list[CompanyEntryFields]
    total: int
    next: str | None
    reasons: CompanyListFieldsReasons


class CompanyPillarReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class CompanyPillar(TypedDict):
    "A company's current judgements in one pillar."
    id: str
    label: str
    judgement_count: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    reasons: CompanyPillarReasons


class ProductReasons(TypedDict, total=False):
    id: Literal["not_given"]
    brand: Literal["not_given"]


class Product(TypedDict):
    "A product of the company. Products are not judged themselves."
    id: str | None
    slug: str
    name: str
    brand: str | None
    aliases: list[str]
    reasons: ProductReasons


class JudgementReasons(TypedDict, total=False):
    criterion: Literal["not_given"]
    judge: Literal["not_given"]
    judged_on: Literal["not_given"]
    source_url: Literal["not_given"]
    archived_url: Literal["not_given"]
    criterion_label: Literal["not_given"]
    judge_label: Literal["not_given"]
    reply_status: Literal["not_asked"]


class Judgement(TypedDict):
    "The newest judgement of a pillar, criterion and judge."
    pillar: str
    band: str
    band_level: int
    criterion: str | None
    judge: str | None
    judged_on: str | None
    source_url: str | None
    archived_url: str | None
    criterion_label: str | None
    judge_label: str | None
    reply_status: Literal["asked", "no_answer", "answered", "corrected", None] | None
    reasons: JudgementReasons


class ReplyReasons(TypedDict, total=False):
    pillar: Literal["whole_company"]
    judged_on: Literal["whole_company", "whole_pillar"]
    replied_on: Literal["not_answered", "not_given"]
    text: Literal["not_answered", "not_given"]
    url: Literal["not_given"]


class Reply(TypedDict):
    "A reply of the company, or the publisher's request for one."
    pillar: str | None
    judged_on: str | None
    status: Literal["asked", "no_answer", "answered", "corrected"]
    replied_on: str | None
    text: str | None
    url: str | None
    summary: str
    reasons: ReplyReasons


class CompanyDetailLinksReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]


class CompanyDetailLinks(TypedDict):
    "Where to go on."
    self: str
    page: str
    country: str | None
    sector: str
    reasons: CompanyDetailLinksReasons


class CompanyDetailReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    reply_status: Literal["not_asked"]
    website: Literal["not_given"]
    lei: Literal["not_given"]


class CompanyDetail(TypedDict):
    meta: Meta
    scale: Scale
    id: str
    slug: str
    name: str
    country: CountryIdentity | None
    sector: SectorIdentity
    other_sectors: list[SectorIdentity]
    judgement_count: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    reply_status: Literal["asked", "no_answer", "answered", "corrected", None] | None
    summary: str
    website: str | None
    lei: str | None
    aliases: list[str]
    pillars: list[CompanyPillar]
    products: list[Product]
    judgements: list[Judgement]
    replies: list[Reply]
    links: CompanyDetailLinks
    reasons: CompanyDetailReasons


class JudgementInLineReasons(TypedDict, total=False):
    criterion: Literal["not_given"]
    judge: Literal["not_given"]
    judged_on: Literal["not_given"]
    source_url: Literal["not_given"]
    archived_url: Literal["not_given"]
    criterion_label: Literal["not_given"]
    judge_label: Literal["not_given"]
    reply_status: Literal["not_asked"]


class JudgementInLine(TypedDict):
    "A judgement at its position in the line."
    position: int
    pillar: str
    band: str
    band_level: int
    criterion: str | None
    judge: str | None
    judged_on: str | None
    source_url: str | None
    archived_url: str | None
    criterion_label: str | None
    judge_label: str | None
    reply_status: Literal["asked", "no_answer", "answered", "corrected", None] | None
    reasons: JudgementInLineReasons


class CompanyDerivationLinks(TypedDict):
    "Where to go on, in the release of the figures."
    self: str
    company: str
    line: str


class CompanyDerivationReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    reply_status: Literal["not_asked"]
    middle: Literal["not_judged"]
    without_pillar_summary: Literal["not_judged"]


class CompanyDerivation(TypedDict):
    meta: Meta
    scale: Scale
    id: str
    slug: str
    name: str
    country: CountryIdentity | None
    sector: SectorIdentity
    other_sectors: list[SectorIdentity]
    judgement_count: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    reply_status: Literal["asked", "no_answer", "answered", "corrected", None] | None
    summary: str
    middle: int | None
    bands: list[DerivationBand]
    without_pillar: list[WithoutPillar]
    without_pillar_summary: str | None
    below: list[JudgementInLine]
    around_middle: list[JudgementInLine]
    above: list[JudgementInLine]
    judged_on: JudgementDates
    judges: JudgementOrigins
    sources: JudgementOrigins
    links: CompanyDerivationLinks
    reasons: CompanyDerivationReasons


CompanyHistoryEntryReasons = TypedDict("CompanyHistoryEntryReasons", {
    "break": "Literal[\"first_release\", \"same_method\"]",
    "median_band": "Literal[\"not_judged\", \"not_in_release\"]",
    "median_level": "Literal[\"not_judged\", \"not_in_release\"]",
    "flips_to_lower": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "flips_to_higher": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "href": "Literal[\"not_in_release\"]",
}, total=False)


CompanyHistoryEntry = TypedDict("CompanyHistoryEntry", {
    "release": "str",
    "published_at": "str",
    "break": "Literal[\"dataset\", \"scale\", \"pillars\", \"rule\"] | None",
    "scale": "Scale",
    "judgement_count": "int",
    "median_band": "str | None",
    "median_level": "int | None",
    "distribution": "dict[str, int]",
    "flips_to_lower": "int | None",
    "flips_to_higher": "int | None",
    "href": "str | None",
    "reasons": "CompanyHistoryEntryReasons",
})


class CompanyHistoryReasons(TypedDict, total=False):
    next: Literal["last_page"]


class CompanyHistory(TypedDict):
    meta: Meta
    scale: Scale
    id: str
    slug: str
    name: str
    summary: str
    items: list[CompanyHistoryEntry]
    total: int
    next: str | None
    reasons: CompanyHistoryReasons


CompanyHistoryEntryFieldsReasons = TypedDict("CompanyHistoryEntryFieldsReasons", {
    "break": "Literal[\"first_release\", \"same_method\"]",
    "median_band": "Literal[\"not_judged\", \"not_in_release\"]",
    "median_level": "Literal[\"not_judged\", \"not_in_release\"]",
    "flips_to_lower": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "flips_to_higher": "Literal[\"scale_end\", \"not_judged\", \"not_in_release\"]",
    "href": "Literal[\"not_in_release\"]",
}, total=False)


CompanyHistoryEntryFields = TypedDict("CompanyHistoryEntryFields", {
    "release": "str",
    "published_at": "str",
    "break": "Literal[\"dataset\", \"scale\", \"pillars\", \"rule\"] | None",
    "scale": "Scale",
    "judgement_count": "int",
    "median_band": "str | None",
    "median_level": "int | None",
    "distribution": "dict[str, int]",
    "flips_to_lower": "int | None",
    "flips_to_higher": "int | None",
    "href": "str | None",
    "reasons": "CompanyHistoryEntryFieldsReasons",
}, total=False)


class CompanyHistoryFieldsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class CompanyHistoryFields(TypedDict):
    "`CompanyHistory` with chosen fields of each item."
    meta: Meta
    scale: Scale
    id: str
    slug: str
    name: str
    summary: str
    fields: list[str]
    items: list[CompanyHistoryEntryFields]
    total: int
    next: str | None
    reasons: CompanyHistoryFieldsReasons


class PortfolioCountryReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class PortfolioCountry(TypedDict):
    "The companies of the list in one country."
    slug: str
    iso2: str
    iso3: str
    name: str
    companies: int
    judged_companies: int
    unjudged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    href: str
    reasons: PortfolioCountryReasons


class PortfolioSectorReasons(TypedDict, total=False):
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]


class PortfolioSector(TypedDict):
    "The companies of the list in one sector."
    slug: str
    label: str
    companies: int
    judged_companies: int
    unjudged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    href: str
    reasons: PortfolioSectorReasons


class MatchedCompanyReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]


class MatchedCompany(TypedDict):
    "The company that a row of the list means."
    id: str
    slug: str
    name: str
    country: CountryIdentity | None
    sector: SectorIdentity
    median_band: str | None
    median_level: int | None
    href: str
    reasons: MatchedCompanyReasons


class MatchCandidateReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    matched_name: Literal["own_name"]


class MatchCandidate(TypedDict):
    "A company that a row of the list may mean."
    id: str
    slug: str
    name: str
    country: CountryIdentity | None
    sector: SectorIdentity
    median_band: str | None
    median_level: int | None
    href: str
    matched_name: str | None
    score: float
    reasons: MatchCandidateReasons


class PortfolioRowReasons(TypedDict, total=False):
    id: Literal["not_given"]
    name: Literal["not_given"]
    matched_by: Literal["ambiguous", "unmatched"]
    matched_name: Literal["own_name"]
    company: Literal["ambiguous", "unmatched"]
    duplicate_of: Literal["first_row", "ambiguous", "unmatched"]
    ambiguity: Literal["matched", "unmatched"]
    changes: Literal["not_compared", "ambiguous", "unmatched"]
    before: Literal["not_compared", "not_in_release", "ambiguous", "unmatched"]


class PortfolioRow(TypedDict):
    "A row of the list, with the company it means."
    row: int
    id: str | None
    name: str | None
    status: Literal["matched", "ambiguous", "unmatched"]
    matched_by: Literal["company_id", "slug", "lei", "name", "name_without_legal_form"] | None
    matched_name: str | None
    company: MatchedCompany | None
    duplicate_of: int | None
    ambiguity: Literal["identifiers_disagree", "several_companies", "similar_names", "country_unclear"] | None
    candidates: list[MatchCandidate]
    changes: list[Literal["added", "removed", "reclassified", "re_rated", "first_judged", "no_longer_judged", "other_sectors_changed", "reply_changed", "renamed", "pillar_moved", "judgements_changed", "details_changed"]] | None
    before: CompanyThen | None
    reasons: PortfolioRowReasons


class PortfolioReasons(TypedDict, total=False):
    since: Literal["not_compared"]
    method_change: Literal["not_compared"]
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]
    flips_to_lower: Literal["scale_end", "not_judged"]
    flips_to_higher: Literal["scale_end", "not_judged"]
    next: Literal["last_page"]


class Portfolio(TypedDict):
    meta: Meta
    scale: Scale
    summary: str
    since: str | None
    method_change: list[Literal["scale", "pillars", "rule"]] | None
    matched: int
    ambiguous: int
    unmatched: int
    duplicates: int
    companies: int
    judged_companies: int
    unjudged_companies: int
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    flips_to_lower: int | None
    flips_to_higher: int | None
    pillars: list[PillarEntry]
    countries: list[PortfolioCountry]
    sectors: list[PortfolioSector]
    items: list[PortfolioRow]
    total: int
    next: str | None
    reasons: PortfolioReasons


class ListRow(TypedDict, total=False):
    "A company as somebody's list names it."
    id: str
    name: str
    country: str
    lei: str
    company_id: str
    slug: str


class PortfolioList(TypedDict):
    rows: list[ListRow]


class ProductEntryCompany(TypedDict):
    "The company it belongs to."
    id: str
    slug: str
    name: str
    href: str


class ProductEntryReasons(TypedDict, total=False):
    id: Literal["not_given"]
    brand: Literal["not_given"]
    country: Literal["filed_in_no_country"]


class ProductEntry(TypedDict):
    "A product with the company it is of."
    id: str | None
    slug: str
    name: str
    brand: str | None
    aliases: list[str]
    company: ProductEntryCompany
    country: CountryIdentity | None
    sector: SectorIdentity
    reasons: ProductEntryReasons


class ProductListReasons(TypedDict, total=False):
    next: Literal["last_page"]


class ProductList(TypedDict):
    meta: Meta
    scale: ScaleInShort
    items: list[ProductEntry]
    total: int
    next: str | None
    reasons: ProductListReasons


class ProductEntryFieldsCompany(TypedDict):
    "The company it belongs to."
    id: str
    slug: str
    name: str
    href: str


class ProductEntryFieldsReasons(TypedDict, total=False):
    id: Literal["not_given"]
    brand: Literal["not_given"]
    country: Literal["filed_in_no_country"]


class ProductEntryFields(TypedDict, total=False):
    "Some fields of `ProductEntry`."
    id: str | None
    slug: str
    name: str
    brand: str | None
    aliases: list[str]
    company: ProductEntryFieldsCompany
    country: CountryIdentity | None
    sector: SectorIdentity
    reasons: ProductEntryFieldsReasons


class ProductListFieldsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class ProductListFields(TypedDict):
    "`ProductList` with chosen fields of each item."
    meta: Meta
    scale: ScaleInShort
    fields: list[str]
    items: list[ProductEntryFields]
    total: int
    next: str | None
    reasons: ProductListFieldsReasons


class JudgementEntryCompany(TypedDict):
    "The company it belongs to."
    id: str
    slug: str
    name: str
    href: str


class JudgementEntryReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    criterion: Literal["not_given"]
    judge: Literal["not_given"]
    judged_on: Literal["not_given"]
    source_url: Literal["not_given"]
    archived_url: Literal["not_given"]
    criterion_label: Literal["not_given"]
    judge_label: Literal["not_given"]
    reply_status: Literal["not_asked"]


class JudgementEntry(TypedDict):
    "A current judgement with the company it is of."
    company: JudgementEntryCompany
    country: CountryIdentity | None
    sector: SectorIdentity
    pillar: str
    band: str
    band_level: int
    criterion: str | None
    judge: str | None
    judged_on: str | None
    source_url: str | None
    archived_url: str | None
    criterion_label: str | None
    judge_label: str | None
    reply_status: Literal["asked", "no_answer", "answered", "corrected", None] | None
    reasons: JudgementEntryReasons


class JudgementListReasons(TypedDict, total=False):
    next: Literal["last_page"]


class JudgementList(TypedDict):
    meta: Meta
    scale: ScaleInShort
    items: list[JudgementEntry]
    total: int
    next: str | None
    reasons: JudgementListReasons


class JudgementEntryFieldsCompany(TypedDict):
    "The company it belongs to."
    id: str
    slug: str
    name: str
    href: str


class JudgementEntryFieldsReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    criterion: Literal["not_given"]
    judge: Literal["not_given"]
    judged_on: Literal["not_given"]
    source_url: Literal["not_given"]
    archived_url: Literal["not_given"]
    criterion_label: Literal["not_given"]
    judge_label: Literal["not_given"]
    reply_status: Literal["not_asked"]


class JudgementEntryFields(TypedDict, total=False):
    "Some fields of `JudgementEntry`."
    company: JudgementEntryFieldsCompany
    country: CountryIdentity | None
    sector: SectorIdentity
    pillar: str
    band: str
    band_level: int
    criterion: str | None
    judge: str | None
    judged_on: str | None
    source_url: str | None
    archived_url: str | None
    criterion_label: str | None
    judge_label: str | None
    reply_status: Literal["asked", "no_answer", "answered", "corrected", None] | None
    reasons: JudgementEntryFieldsReasons


class JudgementListFieldsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class JudgementListFields(TypedDict):
    "`JudgementList` with chosen fields of each item."
    meta: Meta
    scale: ScaleInShort
    fields: list[str]
    items: list[JudgementEntryFields]
    total: int
    next: str | None
    reasons: JudgementListFieldsReasons


class ReplyEntryCompany(TypedDict):
    "The company it belongs to."
    id: str
    slug: str
    name: str
    href: str


class ReplyEntryReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    pillar: Literal["whole_company"]
    judged_on: Literal["whole_company", "whole_pillar"]
    replied_on: Literal["not_answered", "not_given"]
    text: Literal["not_answered", "not_given"]
    url: Literal["not_given"]


class ReplyEntry(TypedDict):
    "A reply, or a request for one, with the company it is of."
    company: ReplyEntryCompany
    country: CountryIdentity | None
    sector: SectorIdentity
    pillar: str | None
    judged_on: str | None
    status: Literal["asked", "no_answer", "answered", "corrected"]
    replied_on: str | None
    text: str | None
    url: str | None
    summary: str
    reasons: ReplyEntryReasons


class ReplyListReasons(TypedDict, total=False):
    next: Literal["last_page"]


class ReplyList(TypedDict):
    meta: Meta
    scale: ScaleInShort
    items: list[ReplyEntry]
    total: int
    next: str | None
    reasons: ReplyListReasons


class ReplyEntryFieldsCompany(TypedDict):
    "The company it belongs to."
    id: str
    slug: str
    name: str
    href: str


class ReplyEntryFieldsReasons(TypedDict, total=False):
    country: Literal["filed_in_no_country"]
    pillar: Literal["whole_company"]
    judged_on: Literal["whole_company", "whole_pillar"]
    replied_on: Literal["not_answered", "not_given"]
    text: Literal["not_answered", "not_given"]
    url: Literal["not_given"]


class ReplyEntryFields(TypedDict, total=False):
    "Some fields of `ReplyEntry`."
    company: ReplyEntryFieldsCompany
    country: CountryIdentity | None
    sector: SectorIdentity
    pillar: str | None
    judged_on: str | None
    status: Literal["asked", "no_answer", "answered", "corrected"]
    replied_on: str | None
    text: str | None
    url: str | None
    summary: str
    reasons: ReplyEntryFieldsReasons


class ReplyListFieldsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class ReplyListFields(TypedDict):
    "`ReplyList` with chosen fields of each item."
    meta: Meta
    scale: ScaleInShort
    fields: list[str]
    items: list[ReplyEntryFields]
    total: int
    next: str | None
    reasons: ReplyListFieldsReasons


class ScaleDetailBandsItemReasons(TypedDict, total=False):
    description: Literal["not_given"]


class ScaleDetailBandsItem(TypedDict):
    id: str
    level: int
    label: str
    description: str | None
    reasons: ScaleDetailBandsItemReasons


class ScaleDetailPillarsItemReasons(TypedDict, total=False):
    description: Literal["not_given"]


class ScaleDetailPillarsItem(TypedDict):
    id: str
    label: str
    description: str | None
    reasons: ScaleDetailPillarsItemReasons


class ScaleDetailMethod(TypedDict):
    "How medians and ranks come about."
    id: str
    median: Literal["lower"]
    tie_order: Literal["usual_judgment"]
    minimum_companies: int


class ScaleDetailReasons(TypedDict, total=False):
    measures: Literal["not_given"]
    newest_judgement: Literal["undated"]


class ScaleDetail(TypedDict):
    meta: Meta
    scale: Scale
    measures: str | None
    does_not_measure: list[str]
    newest_judgement: str | None
    bands: list[ScaleDetailBandsItem]
    pillars: list[ScaleDetailPillarsItem]
    method: ScaleDetailMethod
    reasons: ScaleDetailReasons


class SearchFacetsTypeItem(TypedDict):
    type: Literal["company", "product"]
    count: int


class SearchFacetsCountryItem(TypedDict):
    country: CountryIdentity
    count: int


class SearchFacetsSectorItem(TypedDict):
    sector: SectorIdentity
    count: int


class SearchFacets(TypedDict):
    "Number of hits on all pages by value, largest first. As exact as `total`."
    type: list[SearchFacetsTypeItem]
    country: list[SearchFacetsCountryItem]
    sector: list[SearchFacetsSectorItem]


class Highlight(TypedDict):
    "A part of the name, from `start` up to but not including `end`, in UTF-16 code units as in `slice` of JavaScript. It never splits a character, or a letter from its accent."
    start: int
    end: int


class SearchHitCompany(TypedDict):
    "The company of a product."
    id: str
    slug: str
    name: str
    href: str


class SearchHitReasons(TypedDict, total=False):
    id: Literal["not_given"]
    matched_name: Literal["name_matched"]
    country: Literal["filed_in_no_country"]
    company: Literal["is_a_company"]
    median_band: Literal["not_judged", "no_companies"]
    median_level: Literal["not_judged", "no_companies"]


class SearchHit(TypedDict):
    "A company or a product. A product has the country, sector, median band and distribution of its company."
    type: Literal["company", "product"]
    id: str | None
    slug: str
    name: str
    highlights: list[Highlight]
    matched_name: str | None
    matched: Literal["name", "alias", "brand"]
    likeness: Literal["name", "words", "part", "similar"]
    country: CountryIdentity | None
    sector: SectorIdentity
    other_sectors: list[SectorIdentity]
    company: SearchHitCompany | None
    median_band: str | None
    median_level: int | None
    distribution: dict[str, int]
    href: str
    reasons: SearchHitReasons


class SearchResultsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class SearchResults(TypedDict):
    meta: Meta
    scale: Scale
    query: str
    facets: SearchFacets
    items: list[SearchHit]
    total: int
    total_relation: Literal["exact", "at_least"]
    next: str | None
    reasons: SearchResultsReasons


class ReleaseEntryCounts(TypedDict):
    "How much the release holds."
    countries: int
    sectors: int
    companies: int
    companies_without_country: int
    judged_companies: int
    products: int
    judgements: int
    replies: int
    carried_replies: int
    asked_companies: int
    answered_companies: int


class ReleaseEntryLeftOutSkippedRows(TypedDict):
    "Rows with an error, which the publisher chose to leave out."
    companies: int
    products: int
    judgements: int
    replies: int


class ReleaseEntryLeftOutSkippedBecauseItem(TypedDict):
    table: str
    kind: str
    problem: str
    rows: int


class ReleaseEntryLeftOutDuplicateRows(TypedDict):
    "Rows that repeat another one, which counts once."
    companies: int
    products: int
    judgements: int
    replies: int


class ReleaseEntryLeftOut(TypedDict):
    "Rows of the publisher's files that the release does not hold."
    skipped_rows: ReleaseEntryLeftOutSkippedRows
    skipped_because: list[ReleaseEntryLeftOutSkippedBecauseItem]
    duplicate_rows: ReleaseEntryLeftOutDuplicateRows
    superseded_judgements: int


class ReleaseEntryErrataItem(TypedDict):
    "A correction by the publisher."
    at: str
    text: str


class ReleaseEntryReasons(TypedDict, total=False):
    newest_judgement: Literal["undated"]


class ReleaseEntry(TypedDict):
    id: str
    published_at: str
    is_current: bool
    became_current: list[str]
    status: Literal["current"] | Literal["superseded"] | Literal["withdrawn"] | Literal["draft"]
    withdrawn_at: list[str]
    newest_judgement: str | None
    fingerprint: str
    method: str
    title: str
    publisher: str
    license: str
    scale_id: str
    counts: ReleaseEntryCounts
    left_out: ReleaseEntryLeftOut
    errata: list[ReleaseEntryErrataItem]
    href: str
    reasons: ReleaseEntryReasons


class ReleaseListReasons(TypedDict, total=False):
    next: Literal["last_page"]


class ReleaseList(TypedDict):
    meta: Meta
    scale: ScaleInShort
    items: list[ReleaseEntry]
    total: int
    next: str | None
    reasons: ReleaseListReasons


class ReleaseEntryFieldsCounts(TypedDict):
    "How much the release holds."
    countries: int
    sectors: int
    companies: int
    companies_without_country: int
    judged_companies: int
    products: int
    judgements: int
    replies: int
    carried_replies: int
    asked_companies: int
    answered_companies: int


class ReleaseEntryFieldsLeftOutSkippedRows(TypedDict):
    "Rows with an error, which the publisher chose to leave out."
    companies: int
    products: int
    judgements: int
    replies: int


class ReleaseEntryFieldsLeftOutSkippedBecauseItem(TypedDict):
    table: str
    kind: str
    problem: str
    rows: int


class ReleaseEntryFieldsLeftOutDuplicateRows(TypedDict):
    "Rows that repeat another one, which counts once."
    companies: int
    products: int
    judgements: int
    replies: int


class ReleaseEntryFieldsLeftOut(TypedDict):
    "Rows of the publisher's files that the release does not hold."
    skipped_rows: ReleaseEntryFieldsLeftOutSkippedRows
    skipped_because: list[ReleaseEntryFieldsLeftOutSkippedBecauseItem]
    duplicate_rows: ReleaseEntryFieldsLeftOutDuplicateRows
    superseded_judgements: int


class ReleaseEntryFieldsErrataItem(TypedDict):
    "A correction by the publisher."
    at: str
    text: str


class ReleaseEntryFieldsReasons(TypedDict, total=False):
    newest_judgement: Literal["undated"]


class ReleaseEntryFields(TypedDict, total=False):
    "Some fields of `ReleaseEntry`."
    id: str
    published_at: str
    is_current: bool
    became_current: list[str]
    status: Literal["current"] | Literal["superseded"] | Literal["withdrawn"] | Literal["draft"]
    withdrawn_at: list[str]
    newest_judgement: str | None
    fingerprint: str
    method: str
    title: str
    publisher: str
    license: str
    scale_id: str
    counts: ReleaseEntryFieldsCounts
    left_out: ReleaseEntryFieldsLeftOut
    errata: list[ReleaseEntryFieldsErrataItem]
    href: str
    reasons: ReleaseEntryFieldsReasons


class ReleaseListFieldsReasons(TypedDict, total=False):
    next: Literal["last_page"]


class ReleaseListFields(TypedDict):
    "`ReleaseList` with chosen fields of each item."
    meta: Meta
    scale: ScaleInShort
    fields: list[str]
    items: list[ReleaseEntryFields]
    total: int
    next: str | None
    reasons: ReleaseListFieldsReasons


class ReleaseDetailCounts(TypedDict):
    "How much the release holds."
    countries: int
    sectors: int
    companies: int
    companies_without_country: int
    judged_companies: int
    products: int
    judgements: int
    replies: int
    carried_replies: int
    asked_companies: int
    answered_companies: int


class ReleaseDetailLeftOutSkippedRows(TypedDict):
    "Rows with an error, which the publisher chose to leave out."
    companies: int
    products: int
    judgements: int
    replies: int


class ReleaseDetailLeftOutSkippedBecauseItem(TypedDict):
    table: str
    kind: str
    problem: str
    rows: int


class ReleaseDetailLeftOutDuplicateRows(TypedDict):
    "Rows that repeat another one, which counts once."
    companies: int
    products: int
    judgements: int
    replies: int


class ReleaseDetailLeftOut(TypedDict):
    "Rows of the publisher's files that the release does not hold."
    skipped_rows: ReleaseDetailLeftOutSkippedRows
    skipped_because: list[ReleaseDetailLeftOutSkippedBecauseItem]
    duplicate_rows: ReleaseDetailLeftOutDuplicateRows
    superseded_judgements: int


class ReleaseDetailErrataItem(TypedDict):
    "A correction by the publisher."
    at: str
    text: str


class ReleaseFile(TypedDict):
    "A file of a release."
    name: str
    href: str
    media_type: str
    bytes: int
    sha256: str


class ReleaseDetailReasons(TypedDict, total=False):
    newest_judgement: Literal["undated"]
    signature_href: Literal["not_signed"]
    public_key: Literal["not_signed"]


class ReleaseDetail(TypedDict):
    meta: Meta
    scale: Scale
    id: str
    published_at: str
    is_current: bool
    became_current: list[str]
    status: Literal["current"] | Literal["superseded"] | Literal["withdrawn"] | Literal["draft"]
    withdrawn_at: list[str]
    newest_judgement: str | None
    fingerprint: str
    method: str
    title: str
    publisher: str
    license: str
    scale_id: str
    counts: ReleaseDetailCounts
    left_out: ReleaseDetailLeftOut
    errata: list[ReleaseDetailErrataItem]
    href: str
    files: list[ReleaseFile]
    archive_href: str
    checksums_href: str
    signature_href: str | None
    public_key: str | None
    reasons: ReleaseDetailReasons


class DisputeDocumentsItem(TypedDict):
    claimant: str
    title: str
    date: str


class Dispute(TypedDict):
    "A dispute over land that the policy names."
    id: str
    name: str
    status: Literal["open", "decided"]
    administrators: list[str]
    claimants: list[str]
    documents: list[DisputeDocumentsItem]
    basis: str
    rule: str


class ReverseGeocodingNearest(TypedDict):
    "In the open sea and on unclaimed land: the nearest territory within 370 km, its territorial sea included, and the point where it is nearest."
    iso2: str
    iso3: str
    slug: str
    name: str
    distance_km: float
    lat: float
    lng: float


class ReverseGeocodingBorderPoint(TypedDict):
    "The point where that border is nearest."
    lat: float
    lng: float


class ReverseGeocodingNeighbour(TypedDict):
    "The territory on the other side of that border."
    iso2: str
    iso3: str
    slug: str
    name: str


class Boundaries(TypedDict):
    "The borders that were used."
    source: str
    date: str
    license: str
    attribution: str
    policy: str
    policy_href: str


class ReverseGeocodingReasons(TypedDict, total=False):
    iso2: Literal["open_sea", "unclaimed_land"]
    iso3: Literal["open_sea", "unclaimed_land"]
    slug: Literal["open_sea", "unclaimed_land"]
    name: Literal["open_sea", "unclaimed_land"]
    disputed: Literal["not_listed", "antarctic_treaty"]
    nearest: Literal["in_a_territory", "too_far"]
    border_distance_km: Literal["too_far", "no_country"]
    border_point: Literal["too_far", "no_country"]
    neighbour: Literal["too_far", "no_country", "open_sea"]
    href: Literal["no_country"]


class ReverseGeocoding(TypedDict):
    lat: float
    lng: float
    iso2: str | None
    iso3: str | None
    slug: str | None
    name: str | None
    zone: Literal["territory", "border_gap", "antarctic", "open_sea", "unclaimed_land"]
    disputed: bool | None
    disputes: list[Dispute]
    claims: list[str]
    nearest: ReverseGeocodingNearest | None
    border_distance_km: float | None
    border_point: ReverseGeocodingBorderPoint | None
    neighbour: ReverseGeocodingNeighbour | None
    href: str | None
    boundaries: Boundaries
    reasons: ReverseGeocodingReasons


class GeocodedPointDisputesItem(TypedDict):
    id: str


class GeocodedPointNearest(TypedDict):
    "The nearest territory."
    iso2: str
    distance_km: float
    lat: float
    lng: float


class GeocodedPointBorderPoint(TypedDict):
    "The point where that border is nearest."
    lat: float
    lng: float


class GeocodedPointNeighbour(TypedDict):
    "The territory beyond that border."
    iso2: str


class GeocodedPointProblemErrorsItem(TypedDict):
    pointer: str
    detail: str


class GeocodedPointProblem(TypedDict):
    "What is wrong with the point."
    code: Literal["invalid_request"]
    title: str
    detail: str
    errors: list[GeocodedPointProblemErrorsItem]


class GeocodedPointReasons(TypedDict, total=False):
    id: Literal["not_given"]
    iso2: Literal["open_sea", "unclaimed_land", "not_located"]
    zone: Literal["not_located"]
    nearest: Literal["in_a_territory", "too_far", "not_located"]
    border_distance_km: Literal["too_far", "no_country", "not_located"]
    border_point: Literal["too_far", "no_country", "not_located"]
    neighbour: Literal["too_far", "no_country", "open_sea", "not_located"]
    problem: Literal["located"]


class GeocodedPoint(TypedDict):
    "A point with what `reverse_geocode` answers, or with what is wrong with it."
    id: str | None
    iso2: str | None
    zone: Literal["territory", "border_gap", "antarctic", "open_sea", "unclaimed_land"] | None
    claims: list[str]
    disputes: list[GeocodedPointDisputesItem]
    nearest: GeocodedPointNearest | None
    border_distance_km: float | None
    border_point: GeocodedPointBorderPoint | None
    neighbour: GeocodedPointNeighbour | None
    problem: GeocodedPointProblem | None
    reasons: GeocodedPointReasons


class NamedTerritory(TypedDict):
    iso3: str
    slug: str
    name: str
    href: str


class ReverseGeocodingList(TypedDict):
    boundaries: Boundaries
    items: list[GeocodedPoint]
    territories: dict[str, NamedTerritory]
    disputes: list[Dispute]


class _PointListPointsItemAlways(TypedDict):
    lat: float
    lng: float


class _PointListPointsItemSometimes(TypedDict, total=False):
    id: str


class PointListPointsItem(_PointListPointsItemAlways, _PointListPointsItemSometimes):
    pass


class PointList(TypedDict):
    points: list[PointListPointsItem]


class DataPackageResourcesItemSchemaFieldsItem(TypedDict):
    name: str
    type: str
    description: str


class DataPackageResourcesItemSchema(TypedDict):
    "Its columns and keys (Table Schema)."
    fields: list[DataPackageResourcesItemSchemaFieldsItem]


class DataPackageResourcesItem(TypedDict):
    name: str
    title: str
    description: str
    path: str
    format: str
    bytes: int
    hash: str
    schema: DataPackageResourcesItemSchema


DataPackage = TypedDict("DataPackage", {
    "$schema": "str",
    "title": "str",
    "version": "str",
    "resources": "list[DataPackageResourcesItem]",
})


class CslItemsItem(TypedDict, total=False):
    "The dataset."
    pass


class IssuedKeyLimits(TypedDict):
    "The rate limits of the key."
    per_hour: int
    per_day: int


class IssuedKey(TypedDict):
    "A new API key."
    api_key: str
    key_prefix: str
    tier: Literal["anonymous", "free", "pro", "enterprise"]
    email_confirmation: Literal["not_required", "pending", "confirmed"]
    limits: IssuedKeyLimits
    created_at: str
    header: Literal["X-SVC-API-Key"]


class SignUpRequest(TypedDict):
    "Who needs a key, and for what. Other fields are errors."
    email: str
    use_case: str


class DashboardUsageReasons(TypedDict, total=False):
    total: Literal["addresses_are_not_kept"]


class DashboardUsage(TypedDict):
    "Counted requests."
    last_hour: int
    last_day: int
    total: int | None
    reasons: DashboardUsageReasons


class QuotaLimitsReasons(TypedDict, total=False):
    per_hour: Literal["unlimited"]
    per_day: Literal["unlimited"]


class QuotaLimits(TypedDict):
    "Requests per clock hour and per UTC day."
    per_hour: int | None
    per_day: int | None
    reasons: QuotaLimitsReasons


class DashboardRemainingReasons(TypedDict, total=False):
    hour: Literal["unlimited"]
    day: Literal["unlimited"]


class DashboardRemaining(TypedDict):
    "What is left in the current clock hour and UTC day."
    hour: int | None
    day: int | None
    reasons: DashboardRemainingReasons


class DashboardResetsAt(TypedDict):
    "When the next window begins."
    hour: str
    day: str


class OperationUsage(TypedDict):
    "Requests of one operation."
    operation: str
    requests: int
    last_at: str


class DeprecatedUsage(TypedDict):
    "A deprecated endpoint that is still used."
    operation: str
    path: str
    requests: int
    last_at: str
    successor: str
    sunset: str
    days_left: int


class StoredKeyUsage(TypedDict):
    "Counts of requests; client addresses are not stored with them."
    last_hour: int
    last_day: int
    total: int
    operations: list[OperationUsage]


class StoredKeyReasons(TypedDict, total=False):
    ends_at: Literal["no_end_known"]


class StoredKey(TypedDict):
    "Everything stored about one key. Of the key itself only a SHA-256 is stored."
    id: str
    counted_as: str
    key_prefix: str
    tier: Literal["anonymous", "free", "pro", "enterprise"]
    email_confirmation: Literal["not_required", "pending", "confirmed"]
    limits: QuotaLimits
    use_case: str
    created_at: str
    ends_at: str | None
    usage: StoredKeyUsage
    reasons: StoredKeyReasons


class WebhookDeliveryReasons(TypedDict, total=False):
    last_attempt_at: Literal["not_attempted"]
    outcome: Literal["not_attempted"]
    status: Literal["not_attempted", "no_response"]
    next_attempt_at: Literal["no_attempt_follows"]


class WebhookDelivery(TypedDict):
    "One event for one webhook, and what became of it."
    id: str
    type: Literal["release.published", "release.withdrawn", "country.moved", "webhook.test"]
    state: Literal["pending", "delivered", "failed"]
    created_at: str
    attempts: int
    last_attempt_at: str | None
    outcome: Literal["delivered", "gone", "redirected", "refused", "timed_out", "no_connection", "no_public_address"] | None
    status: int | None
    next_attempt_at: str | None
    reasons: WebhookDeliveryReasons


class LoggedWebhookReasons(TypedDict, total=False):
    disabled_at: Literal["working"]
    disabled_because: Literal["working"]


class LoggedWebhook(TypedDict):
    "A webhook and its deliveries."
    id: str
    url: str
    events: list[Literal["release.published", "release.withdrawn", "country.moved"]]
    countries: list[str]
    state: Literal["enabled", "disabled"]
    created_at: str
    disabled_at: str | None
    disabled_because: Literal["gone", "attempts_failed"] | None
    deliveries: list[WebhookDelivery]
    reasons: LoggedWebhookReasons


class DashboardReasons(TypedDict, total=False):
    key_prefix: Literal["no_key"]
    created_at: Literal["no_key"]
    email: Literal["no_key"]
    scope: Literal["no_key"]


class Dashboard(TypedDict):
    "The usage of one caller, and what is left."
    subject: Literal["key", "address"]
    tier: Literal["anonymous", "free", "pro", "enterprise"]
    key_prefix: str | None
    created_at: str | None
    email_confirmation: Literal["not_required", "pending", "confirmed"]
    usage: DashboardUsage
    limits: QuotaLimits
    remaining: DashboardRemaining
    resets_at: DashboardResetsAt
    operations: list[OperationUsage]
    deprecated: list[DeprecatedUsage]
    email: str | None
    scope: str | None
    keys: list[StoredKey]
    webhooks: list[LoggedWebhook]
    read_at: str
    reasons: DashboardReasons


class ReplacedKey(TypedDict):
    "A key that another one replaces."
    key_prefix: str
    ends_at: str


class RotatedKey(TypedDict):
    "A new API key, and the one it replaces."
    api_key: str
    key_prefix: str
    tier: Literal["anonymous", "free", "pro", "enterprise"]
    email_confirmation: Literal["not_required", "pending", "confirmed"]
    limits: QuotaLimits
    created_at: str
    header: Literal["X-SVC-API-Key"]
    old_key: ReplacedKey


class RotateRequest(TypedDict, total=False):
    "How to replace the key."
    keep_old_for_seconds: int


class RevokedKey(TypedDict):
    "A key that does not work any more."
    key_prefix: str
    revoked_at: str


class ErasedAccount(TypedDict):
    "What was erased, and what remains."
    scope: Literal["key", "email_address"]
    keys_erased: int
    erased_at: str
    remains: str


class NewWebhookReasons(TypedDict, total=False):
    disabled_at: Literal["working"]
    disabled_because: Literal["working"]


class NewWebhook(TypedDict):
    "A webhook that was registered, and its secret."
    id: str
    url: str
    events: list[Literal["release.published", "release.withdrawn", "country.moved"]]
    countries: list[str]
    state: Literal["enabled", "disabled"]
    created_at: str
    disabled_at: str | None
    disabled_because: Literal["gone", "attempts_failed"] | None
    secret: str
    reasons: NewWebhookReasons


class _WebhookRequestAlways(TypedDict):
    url: str
    events: list[Literal["release.published", "release.withdrawn", "country.moved"]]


class _WebhookRequestSometimes(TypedDict, total=False):
    countries: list[str]


class WebhookRequest(_WebhookRequestAlways, _WebhookRequestSometimes):
    "Where to send what. Other fields are errors."


class WebhookReasons(TypedDict, total=False):
    disabled_at: Literal["working"]
    disabled_because: Literal["working"]


class Webhook(TypedDict):
    "A webhook of the key of the caller."
    id: str
    url: str
    events: list[Literal["release.published", "release.withdrawn", "country.moved"]]
    countries: list[str]
    state: Literal["enabled", "disabled"]
    created_at: str
    disabled_at: str | None
    disabled_because: Literal["gone", "attempts_failed"] | None
    reasons: WebhookReasons


class WebhookListReasons(TypedDict, total=False):
    next: Literal["last_page"]


class WebhookList(TypedDict):
    "The webhooks of the key of the caller."
    items: list[Webhook]
    total: int
    next: str | None
    reasons: WebhookListReasons


class DeletedWebhook(TypedDict):
    "A webhook that is not there any more."
    id: str
    deleted_at: str


class WebhookTest(TypedDict):
    "A test that is about to be sent."
    id: str
    type: Literal["webhook.test"]
    webhook: str
    href: str


class RotatedSecret(TypedDict):
    "The new secret of a webhook."
    id: str
    secret: str
    created_at: str
    old_secret_ends_at: str


class RotateSecretRequest(TypedDict, total=False):
    "How to replace the secret."
    keep_old_for_seconds: int


class _ProblemErrorsItemAlways(TypedDict):
    detail: str


class _ProblemErrorsItemSometimes(TypedDict, total=False):
    parameter: str
    pointer: str


class ProblemErrorsItem(_ProblemErrorsItemAlways, _ProblemErrorsItemSometimes):
    pass


class _ProblemAlways(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: Literal["invalid_request", "unknown_parameter", "conflicting_credentials", "invalid_json", "unknown_api_key", "insecure_transport", "foreign_origin", "not_found", "country_not_found", "company_not_found", "sector_not_found", "release_not_found", "signature_not_found", "webhook_not_found", "method_not_allowed", "not_acceptable", "request_timeout", "webhook_disabled", "gone", "release_withdrawn", "release_removed", "precondition_failed", "payload_too_large", "uri_too_long", "unsupported_media_type", "range_not_satisfiable", "expectation_failed", "rate_limited", "headers_too_large", "internal_error", "not_implemented", "unavailable", "version_not_supported"]


_ProblemSometimes = TypedDict("_ProblemSometimes", {
    "errors": "list[ProblemErrorsItem]",
    "errors_total": "int",
    "violated-policies": "list[str]",
    "retry_after": "int",
    "tier": "Literal[\"anonymous\", \"free\", \"pro\", \"enterprise\"]",
    "bulk_url": "str",
}, total=False)


class Problem(_ProblemAlways, _ProblemSometimes):
    "An error response (RFC 9457)."
