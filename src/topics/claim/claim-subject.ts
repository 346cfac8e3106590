import type { Part } from "../../atlas/atlas.ts";
import { Problem, quote } from "../../problem.ts";
import type { Region } from "../../atlas/regions.ts";
import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";
import { type Rankable, rankAlone, type RankedEntry } from "../../trust/ranking.ts";
import type { Distribution } from "../../trust/scale.ts";
import { allRanked, type StatementFigures } from "../../trust/statements.ts";
import { countOf } from "../../trust/statistics.ts";
import { type Ranking, rankingIn } from "../ranking/country-ranking.ts";
import { KINDS } from "../../ask/filter-names.ts";
import { type ComparisonInWords, judgedIn, pillarsApart } from "../../say/comparison.ts";
import { countryInWords, partInWords, sectorInWords } from "../../ask/grammar.ts";
import { refuseParameters } from "../../ask/read-parameters.ts";
import { liesIn } from "../../ask/regions.ts";
import type { Sources } from "../../ask/sources.ts";

/** Subjects of claims, and how they are found. */

const SUBJECT_KINDS = ["country", "sector", "company"] as const;
type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const CLAIM_KINDS = [...SUBJECT_KINDS, "countries"] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

export const TEXT_CHARACTERS_MAX = 300;

/** The subject that is all ranked countries together. */
export const RANKED_COUNTRIES = "countries:ranked";

/** A country, a sector, a company or all ranked countries, with the figures in one release. */
export interface ClaimSubject {
  readonly kind: ClaimKind;
  /** Its ISO 3166-1 alpha-2 code, its slug or the publisher's id: the same in every release. */
  readonly id: string;
  readonly slug: string;
  readonly label: string;
  /** The name within a sentence. */
  readonly name: string;
  /** The part of the country that is named instead; null for the country itself. */
  readonly part: Part | null;
  /** Null for a company; for all ranked countries, the number of listed countries. */
  readonly listedCompanies: number | null;
  readonly ranked: RankedEntry<Rankable>;
  /** The distribution in each pillar, for a company over all pillars; null otherwise. */
  readonly pillars: readonly Distribution[] | null;
  /** Indexes of the pillars that have a judgement; null in one pillar. */
  readonly judgedPillars: readonly number[] | null;
  /** The ranking it stands in; null for what is not ranked. */
  readonly ranking: Ranking | null;
  readonly snapshot: Snapshot;
}

/** Reads `country:fr`; a bare value is of the kind `bare`. Null for an unknown kind. */
export function readSubject(text: string, bare: SubjectKind): { kind: SubjectKind; name: string } | null {
  const colon = text.indexOf(":");
  if (colon < 0) return { kind: bare, name: text };
  const kind = SUBJECT_KINDS.find((known) => known === text.slice(0, colon).trim().toLowerCase());
  return kind === undefined ? null : { kind, name: text.slice(colon + 1).trim() };
}

/** Splits a checked text into kind and name. */
export function kindOf(text: string, bare: ClaimKind): { kind: ClaimKind; name: string } {
  return readNamed(text, bare) ?? { kind: bare, name: text };
}

/** Reads a subject of a claim; null for an unknown kind. */
export function readNamed(text: string, bare: ClaimKind): { kind: ClaimKind; name: string } | null {
  if (text === RANKED_COUNTRIES || bare === "countries") return { kind: "countries", name: "ranked" };
  return readSubject(text, bare);
}

/**
 * Finds the subject of a claim, over all pillars or in the one at the index `pillar`; a country in
 * the ranking of the world, or of a region. A part of a country has the figures of its country.
 * Throws a `…_not_found` problem with a suggestion, and refuses a country outside the region.
 */
export function findSubject(
  sources: Sources,
  { kind, name }: { readonly kind: ClaimKind; readonly name: string },
  pillar: number | null,
  region: Region | null = null,
): ClaimSubject {
  const { snapshot } = sources;
  if (kind === "countries") return rankedIn(sources, pillar);
  const part = (kind === "country" && sources.atlas.findPart(name)) || null;
  const value = part === null ? KINDS[kind].find(sources, name)?.value : part.whole.iso2;
  const release = snapshot.manifest.id;
  if (value === undefined) {
    const { expected, listedIn } = KINDS[kind].suggest(sources, name);
    const detail = `Release ${release} has no ${kind} ${quote(name)}; expected ${expected}.`;
    throw new Problem(`${kind}_not_found`, detail, [], listedIn === undefined ? {} : { listedIn });
  }
  const id = typeof value === "number" ? snapshot.companyAt(value).id : value;
  const found = kind === "country" ? countryIn(sources, id, pillar, region) : subjectIn(sources, kind, id, pillar);
  if (found !== undefined) return { ...found, part };
  const absent = part === null ? quote(name) : `${partInWords(part)}; ${countryInWords(part.whole)}`;
  throw new Problem(
    `${kind}_not_found`,
    `${absent} has no company in release ${release}, so nothing is known of it.`,
    [],
    { listedIn: "countries" },
  );
}

/** Finds a subject by its id in any release; undefined if the release does not list it. */
export function subjectIn(
  { snapshot, atlas }: RankedSources,
  kind: ClaimKind,
  id: string,
  pillar: number | null,
): ClaimSubject | undefined {
  if (kind === "countries") return rankedIn({ snapshot, atlas }, pillar);
  if (kind === "country") return countryIn({ snapshot, atlas }, id, pillar, null);
  const found = kind === "sector" ? sectorIn(snapshot, id) : companyIn(snapshot, id);
  if (found === undefined) return undefined;
  const { record, ...named } = found;
  const { distribution } = pillar === null ? record : (record.pillars[pillar] ?? record);
  // A sector needs as many judged companies as a country, and a company one judgement.
  const minimum = kind === "sector" ? snapshot.manifest.dataset.minimumCompanies : 1;
  const ranked = rankAlone(distribution, minimum, id);
  const pillars = kind === "company" && pillar === null ? record.pillars.map((own) => own.distribution) : null;
  const judgedPillars = pillar === null ? judgedIn(record.pillars) : null;
  return { kind, id, ...named, part: null, ranked, pillars, judgedPillars, ranking: null, snapshot };
}

/** A release whose countries are ranked. */
type RankedSources = Pick<Sources, "snapshot" | "atlas">;

function countryIn(
  { snapshot, atlas }: RankedSources,
  id: string,
  pillar: number | null,
  region: Region | null,
): ClaimSubject | undefined {
  const country = snapshot.countryByIso2(id);
  if (country !== undefined && !liesIn(atlas, region, id)) throw notIn(country, region);
  const ranking = rankingIn({ snapshot, atlas }, { pillar, region });
  const ranked = country && ranking.byCode.get(country.iso3);
  if (country === undefined || ranked === undefined) return undefined;
  const { slug, name: label, listedCompanies } = country;
  const named = { kind: "country", id, slug, label, name: countryInWords(country), part: null } as const;
  const judgedPillars = pillar === null ? judgedIn(country.pillars) : null;
  return { ...named, listedCompanies, ranked, pillars: null, judgedPillars, ranking, snapshot };
}

/** All countries with a rank, counted by their median bands. Throws a problem if there is none. */
function rankedIn({ snapshot, atlas }: RankedSources, pillar: number | null): ClaimSubject {
  const { entries, rankedCountries } = rankingIn({ snapshot, atlas }, { pillar, region: null });
  if (rankedCountries === 0)
    throw new Problem("country_not_found", `No country of release ${snapshot.manifest.id} has a rank.`);
  const { own: ranked, listed: listedCompanies } = allRanked(entries, snapshot.manifest.dataset.scale.bands.length);
  const named = { kind: "countries", id: "ranked", slug: "ranked", label: "Ranked countries", part: null } as const;
  const figures = { listedCompanies, ranked, pillars: null, judgedPillars: null, ranking: null, snapshot };
  return { ...named, name: "the ranked countries", ...figures };
}

function notIn(country: CountryRecord, region: Region | null): Problem {
  const detail = `\`region\` is ${quote(region?.slug ?? "")}, but the United Nations (M49) do not count ${countryInWords(country)} there.`;
  return refuseParameters([{ parameter: "region", detail }], false);
}

function sectorIn(snapshot: Snapshot, id: string) {
  const record = snapshot.sectorBySlug(id);
  if (record === undefined) return undefined;
  const { slug, label, listedCompanies } = record;
  return { slug, label, name: sectorInWords(label), listedCompanies, record };
}

function companyIn(snapshot: Snapshot, id: string) {
  const record = snapshot.companyById(id);
  if (record === undefined) return undefined;
  const { slug, name } = record;
  return { slug, label: name, name, listedCompanies: null, record };
}

/**
 * Restricts two companies to the pillars in which both are judged, the only comparable ones. Areas
 * stay as they are; `common` is 0 if they have no pillar in common.
 */
export function overCommonPillars(
  subject: ClaimSubject,
  than: ClaimSubject,
): Required<Pick<StatementFigures, "own" | "than" | "commonPillars">> {
  if (subject.pillars === null || than.pillars === null) {
    const areApart = subjectsApart(subject, than) !== undefined;
    return { own: subject.ranked, than: than.ranked, commonPillars: areApart ? { common: 0, all: 2 } : null };
  }
  const pairs = subject.pillars.map((distribution, index) => [distribution, than.pillars?.[index] ?? []] as const);
  const judged = pairs.filter((pair) => pair.some((distribution) => countOf(distribution) > 0));
  const common = judged.filter((pair) => pair.every((distribution) => countOf(distribution) > 0));
  const own = sumOf(common.map(([distribution]) => distribution));
  const others = sumOf(common.map(([, distribution]) => distribution));
  return {
    own: own === null ? subject.ranked : rankAlone(own, 1, subject.id),
    than: others === null ? than.ranked : rankAlone(others, 1, than.id),
    commonPillars: { common: common.length, all: judged.length },
  };
}

/** Returns the labels of the judged pillars of each if they have none in common. */
export function subjectsApart(subject: ClaimSubject, than: ClaimSubject): ComparisonInWords["apart"] {
  const { pillars } = subject.snapshot.manifest.dataset;
  return pillarsApart(pillars, subject.judgedPillars ?? [], than.judgedPillars ?? []);
}

/** Adds distributions up; returns null if there are none. */
function sumOf(distributions: readonly Distribution[]): Distribution | null {
  return distributions.reduce<Distribution | null>(
    (sum, distribution) =>
      sum === null ? distribution : sum.map((count, index) => count + (distribution[index] ?? 0)),
    null,
  );
}
