import type { Static } from "typebox";
import {
  type CompanyMedians,
  countPortfolio,
  type PartStatistics,
  type PortfolioStatistics,
} from "../../trust/portfolio.ts";
import {
  companyCountry,
  describeBands,
  describeMedian,
  describePillars,
  nameCountry,
  openEnvelope,
  sectorOf,
} from "../../ask/describe.ts";
import { joinMembers, withReasons } from "../../ask/json-shape.ts";
import { mapInTurns } from "../../ask/map-in-turns.ts";
import type { LIST_AMBIGUITIES, ListRow } from "./list-rows.ts";
import { endOfList } from "../../ask/lists.ts";
import type { Candidate, CompanyMatch } from "../reconciliation/match-companies.ts";
import type { MatchCandidate, MatchedCompany, Portfolio, PortfolioRow } from "./portfolio-schema.ts";
import type { Sources } from "../../ask/sources.ts";
import type { Distribution, Scale } from "../../trust/scale.ts";
import { digits } from "../../ask/grammar.ts";
import type { Said } from "../../ask/said.ts";
import { sentences } from "../../ask/words.ts";
import { standing } from "../../say/standing.ts";
import { hrefOf } from "../../ask/urls.ts";
import type { ChangedCompany } from "../../release/changes/changed-companies.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { METHOD_PARTS, type MethodChange } from "../../trust/method-change.ts";
import { describeThen } from "../change/changed-company.ts";

/** The answer about a caller's list of companies. */

/** The company that a row of a list means, or the reason why none is certain. */
export type ListMatch =
  | Exclude<CompanyMatch, { readonly status: "ambiguous" }>
  | {
      readonly status: "ambiguous";
      readonly because: (typeof LIST_AMBIGUITIES)[number];
      readonly candidates: readonly Candidate[];
    };

/** A row with its match. */
export interface MatchedRow {
  readonly row: ListRow;
  readonly match: ListMatch;
  /** The number of the first row that means the same company; null if none comes before it. */
  readonly duplicateOf: number | null;
}

/** What happened to the companies of a list since an earlier release. */
export interface RowsSince {
  readonly before: Snapshot;
  readonly methodChange: MethodChange;
  /** Row by row; null for one that means no company for certain, nor one that left the list. */
  readonly rows: readonly (ChangedCompany | null)[];
  readonly summary: string;
}

/** Joins rows with their matches, and finds those that mean the same company. */
export function joinMatches(rows: readonly ListRow[], matches: readonly CompanyMatch[]): readonly MatchedRow[] {
  const first = new Map<number, number>();
  return rows.map((row, index): MatchedRow => {
    const match = askForCountry(row, matches[index] ?? { status: "unmatched" });
    if (match.status !== "matched") return { row, match, duplicateOf: null };
    const duplicateOf = first.get(match.position) ?? null;
    if (duplicateOf === null) first.set(match.position, index + 1);
    return { row, match, duplicateOf };
  });
}

/** Makes a match by name alone ambiguous if the country of the row is unclear. */
function askForCountry({ isCountryUnclear }: ListRow, match: CompanyMatch): ListMatch {
  if (!isCountryUnclear || match.status === "unmatched") return match;
  if (match.status === "ambiguous") return { ...match, because: "country_unclear" };
  if (match.by !== "name" && match.by !== "name_without_legal_form") return match;
  const candidates = [{ position: match.position, alias: match.alias, score: 1 }];
  return { status: "ambiguous", because: "country_unclear", candidates };
}

/** Describes a list, with other requests between its parts. */
export async function describePortfolio(
  sources: Sources,
  rows: readonly MatchedRow[],
  since: RowsSince | null,
): Promise<Static<typeof Portfolio>> {
  const { snapshot } = sources;
  const { scale, pillars } = snapshot.manifest.dataset;
  const medians = await mapInTurns(sources, rows, ({ match, duplicateOf }): CompanyMedians | null =>
    match.status === "matched" && duplicateOf === null ? snapshot.mediansAt(match.position) : null,
  );
  const companies = medians.filter((own) => own !== null);
  const statistics = countPortfolio(scale, pillars.length, companies);
  const numberOf = (status: ListMatch["status"]): number =>
    rows.reduce((sum, { match }) => sum + (match.status === status ? 1 : 0), 0);
  const counts = {
    matched: numberOf("matched"),
    ambiguous: numberOf("ambiguous"),
    unmatched: numberOf("unmatched"),
  };
  const words = describeListInWords(scale, {
    rows: rows.length,
    ...counts,
    companies: statistics.companies,
    distribution: statistics.distribution,
    thinBelow: snapshot.manifest.dataset.minimumCompanies,
  });
  return joinMembers(
    openEnvelope(sources),
    { summary: sentences(words.text, since?.summary ?? "") },
    withReasons(
      {
        since: since && since.before.manifest.id,
        method_change: since && METHOD_PARTS.filter((part) => since.methodChange[part]),
      },
      { since: "not_compared", method_change: "not_compared" },
    ),
    { ...counts, duplicates: counts.matched - statistics.companies },
    describeCompanies(sources, statistics),
    {
      pillars: describePillars(snapshot, statistics.pillars),
      ...describeParts(sources, statistics),
      items: await mapInTurns(sources, rows, (row, index) => describeRow(sources, row, index, since)),
      total: rows.length,
    },
    endOfList(null),
  );
}

function describeCompanies({ snapshot }: Sources, statistics: PartStatistics) {
  const { companies, judgedCompanies } = statistics;
  return joinMembers(
    { companies, judged_companies: judgedCompanies, unjudged_companies: companies - judgedCompanies },
    describeBands(snapshot.manifest.dataset.scale, statistics),
  );
}

function describeParts(sources: Sources, { countries, sectors }: PortfolioStatistics) {
  const { snapshot, site } = sources;
  return {
    countries: snapshot.countries.flatMap((country) => {
      const part = countries.get(country.iso2);
      if (part === undefined) return [];
      const href = hrefOf(site, "country", country.slug);
      return [joinMembers(nameCountry(country), describeCompanies(sources, part), { href })];
    }),
    sectors: snapshot.sectors.flatMap(({ slug }) => {
      const part = sectors.get(slug);
      if (part === undefined) return [];
      const href = hrefOf(site, "sector", slug);
      return [joinMembers(sectorOf(sources, slug), describeCompanies(sources, part), { href })];
    }),
  };
}

export function describeRow(
  sources: Sources,
  { row, match, duplicateOf }: MatchedRow,
  index: number,
  since: RowsSince | null,
): Static<typeof PortfolioRow> {
  const { status } = match;
  const happened = since?.rows[index] ?? null;
  const before = happened?.before ?? null;
  const found = status === "matched" ? match : null;
  const ambiguous = status === "ambiguous" ? match : null;
  const members = {
    row: index + 1,
    id: row.id,
    name: row.name,
    status,
    matched_by: found?.by ?? null,
    matched_name: found?.alias ?? null,
    company: found && describeMatched(sources, found.position),
    duplicate_of: duplicateOf,
    ambiguity: ambiguous?.because ?? null,
    candidates: (ambiguous?.candidates ?? []).map((candidate) => describeCandidate(sources, candidate)),
    changes: happened && [...happened.changes],
    before: since && before !== null ? describeThen(sources, since.before, since.before.companyAt(before)) : null,
  };
  const missing = status === "matched" ? null : status;
  const uncompared = since === null ? "not_compared" : missing;
  return withReasons(members, {
    id: "not_given",
    name: "not_given",
    matched_by: missing,
    matched_name: "own_name",
    company: missing,
    duplicate_of: missing ?? "first_row",
    ambiguity: status === "ambiguous" ? null : status,
    changes: uncompared,
    before: uncompared ?? "not_in_release",
  });
}

function describeMatched(sources: Sources, position: number): Static<typeof MatchedCompany> {
  const { snapshot, site } = sources;
  const { id, slug, name, country, sector, median } = snapshot.companyAt(position);
  return joinMembers(
    { id, slug, name },
    companyCountry(sources, country),
    { sector: sectorOf(sources, sector) },
    describeMedian(snapshot.manifest.dataset.scale, median),
    { href: hrefOf(site, "company", slug) },
  );
}

function describeCandidate(sources: Sources, { position, alias, score }: Candidate): Static<typeof MatchCandidate> {
  const named = withReasons({ matched_name: alias }, { matched_name: "own_name" });
  return joinMembers(describeMatched(sources, position), named, { score: Math.round(score * 100) / 100 });
}

/** A list of companies and its figures. */
export interface ListInWords {
  readonly rows: number;
  readonly matched: number;
  readonly ambiguous: number;
  readonly unmatched: number;
  /** The number of different companies that are matched. */
  readonly companies: number;
  readonly distribution: Distribution;
  /** The figures are thin with fewer judged companies. */
  readonly thinBelow: number;
}

/** Describes a list in two or three sentences. */
export function describeListInWords(scale: Scale, list: ListInWords): Said {
  const { companies: listedCompanies, distribution, thinBelow } = list;
  if (listedCompanies === 0)
    return { text: sentences(matchedInWords(list), "So the list is not rated."), statements: [] };
  const rated = { subject: "list", name: "the list", listedCompanies, distribution, minimumCompanies: 1 } as const;
  const { text, statements } = standing(scale, { ...rated, thinBelow }, "summary");
  return { text: sentences(matchedInWords(list), text), statements };
}

function matchedInWords({ rows, matched, ambiguous, unmatched, companies }: ListInWords): string {
  const all = `${digits(rows)} ${rows === 1 ? "row" : "rows"}`;
  const matchedWith = companies === 0 ? "" : ` with ${digits(companies)} ${companies === 1 ? "company" : "companies"}`;
  const once = companies < matched && companies > 0 ? ", each counted once" : "";
  const others = [
    ...(ambiguous === 0 ? [] : [`${digits(ambiguous)} ${ambiguous === 1 ? "is" : "are"} ambiguous`]),
    ...(unmatched === 0 ? [] : [`${digits(unmatched)} ${unmatched === 1 ? "is" : "are"} unmatched`]),
  ];
  const rest = others.length === 0 ? "" : `; ${others.join(" and ")}`;
  return `Of ${all}, ${digits(matched)} ${matched === 1 ? "is" : "are"} matched${matchedWith}${once}${rest}.`;
}
