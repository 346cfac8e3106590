import { buildAsk } from "../../ask/ask.ts";
import { findRelease } from "../../ask/choose-release.ts";
import { labelInWords } from "../../ask/grammar.ts";
import { regionsWith } from "../../ask/regions.ts";
import type { Sources } from "../../ask/sources.ts";
import { isSentence } from "../../ask/type.ts";
import { Problem } from "../../problem.ts";
import { compareInHeadline, pairsInHeadline } from "../../say/comparison.ts";
import { COUNTRY_NOUN, describeRankingInHeadline, SECTOR_NOUN } from "../../say/headlines.ts";
import { describeCompaniesInHeadline } from "../../say/list-headlines.ts";
import { ratedCountry, ratedSector, standing, standingWithin } from "../../say/standing.ts";
import type { Distribution } from "../../trust/scale.ts";
import { countOf } from "../../trust/statistics.ts";
import { changesFinding, findMoves } from "../change/finding.ts";
import { listChanges } from "../change/list-changes.ts";
import { compareCountries } from "../comparison/compare-countries.ts";
import { endsOf, findEnd, listHigher } from "../country/ends.ts";
import { findNeighbours } from "../country/neighbours.ts";
import { rankingIn } from "../ranking/country-ranking.ts";
import { belowTop, matrixFinding } from "../ranking/finding.ts";
import { getCountrySectorMatrix } from "../ranking/get-country-sector-matrix.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { findCases, findCells, findPillars, findPillarsOfCompany, findStep } from "../subject/findings.ts";
import { SUBJECTS } from "../subject/subjects.ts";
import { type ClaimSubject, findSubject, overCommonPillars, subjectsApart } from "./claim-subject.ts";
import { kindOf } from "./read-claim.ts";
import { sideOf } from "./words.ts";

/**
 * Recognises sentences of the service: it says again all that it says about the subjects of a
 * sentence, and about the whole release, so that no grammar has to keep up with it.
 */

/** Maximum number of subjects of one sentence that are looked up. */
const SUBJECTS_MAX = 6;

/** Returns a function that tells if answers or pages have a sentence that names these subjects. */
export function openOwnSentences(sources: Sources) {
  let whole: Promise<readonly string[]> | undefined;
  return async (sentence: string, subjects: readonly string[]): Promise<boolean> => {
    // Several sentences of an answer in a row are recognised as well.
    const own = `. ${plain(sentence, sources.snapshot.manifest.dataset.mark)}. `;
    const has = (texts: readonly string[]): boolean => texts.some((text) => `. ${plain(text, null)}. `.includes(own));
    for await (const said of aboutSubjects(sources, findNamed(sources, subjects)))
      if (has(sentencesIn(said, true))) return true;
    whole ??= Array.fromAsync(aboutRelease(sources), (said) => sentencesIn(said, true)).then((texts) => texts.flat());
    return has(await whole);
  };
}

/** Finds what the release lists of these subjects (`country:italy`): it says nothing of others. */
function findNamed(sources: Sources, subjects: readonly string[]): readonly ClaimSubject[] {
  const found = [...new Set(subjects)].slice(0, SUBJECTS_MAX).flatMap((text) => {
    try {
      return findSubject(sources, kindOf(text, "country"), null);
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  });
  // Bavaria has the figures of Germany.
  return found.filter(({ kind, id }, index) => found.findIndex((one) => one.kind === kind && one.id === id) === index);
}

async function* aboutSubjects(sources: Sources, found: readonly ClaimSubject[]): AsyncIterable<object | string | null> {
  for (const subject of found) yield* aboutSubject(sources, subject);
  const [first, second] = found;
  if (first === undefined || second === undefined || first.kind !== second.kind) return;
  const { scale, minimumCompanies } = sources.snapshot.manifest.dataset;
  const { commonPillars } = overCommonPillars(first, second);
  const [apart, asOf] = [subjectsApart(first, second), pastDay(sources)];
  const by = { minimumCompanies, pillar: null, commonPillars, apart, asOf };
  yield compareInHeadline(scale, sideOf(first), sideOf(second), by).text;
  if (first.kind !== "country") return;
  const compared = await buildAsk(sources)(compareCountries, { countries: `${first.slug},${second.slug}` });
  yield compared;
  for (const { pairs } of compared.items)
    if (pairs !== null) yield pairsInHeadline(first.name, second.name, pairs.same.numerator, pairs.same.denominator);
}

/** What answers and the page of a subject say. */
async function* aboutSubject(sources: Sources, subject: ClaimSubject): AsyncIterable<object | string | null> {
  const ask = buildAsk(sources);
  const { snapshot } = sources;
  const { scale, minimumCompanies } = snapshot.manifest.dataset;
  const { kind, slug, name } = subject;
  if (kind === "company") {
    const { company: of } = SUBJECTS;
    const [company, past] = [await ask(of.detail, { slug }), await ask(of.history, { slug })];
    yield* [company, await ask(of.derivation, { slug }), past, findStep(scale, past, minimumCompanies)];
    yield* [...headlinesOf(sources, subject, []), findPillarsOfCompany(scale, company)];
    const { median_level: level, country, sector } = company;
    const inCountry = snapshot.countryByIso2(country?.iso2 ?? "");
    const inSector = snapshot.sectorBySlug(sector.slug);
    const areas = [
      inCountry && ratedCountry(inCountry, minimumCompanies),
      inSector && ratedSector(inSector, minimumCompanies),
    ];
    for (const area of areas) if (area !== undefined && level !== null) yield standingWithin(scale, area, level, name);
    return;
  }
  const { country, sector } = SUBJECTS;
  const isSector = kind === "sector";
  const area = await (isSector ? ask(sector.detail, { slug }) : ask(country.detail, { slug }));
  const derived = await (isSector ? ask(sector.derivation, { slug }) : ask(country.derivation, { slug }));
  const past = await (isSector ? ask(sector.history, { slug }) : ask(country.history, { slug }));
  const higher = "iso2" in area ? await listHigher(ask, scale, area) : [];
  const where = isSector
    ? { countries: [], sectors: [labelInWords(subject.label)] }
    : { countries: [name], sectors: [] };
  yield* [area, derived, past, ...headlinesOf(sources, subject, higher)];
  yield* [findCases(scale, area, derived), findPillars(scale, area), findCells(scale, area)];
  yield* [
    findStep(scale, past, minimumCompanies),
    ...listsOf(sources, where, subject.ranked.entry.distribution, area.listed_companies),
  ];
  const ends = endsOf(scale, area);
  for (const end of ["best", "worst"] as const)
    if (ends !== null) yield (await findEnd(ask, scale, area, end, ends[end])).finding;
  if ("iso2" in area) yield findNeighbours(sources.atlas, scale, (await ask(rankCountries)).items, area).finding;
}

/** The day of a release that is not the current one, of which pages speak in the past tense. */
function pastDay({ releases, snapshot: { manifest } }: Sources): string | null {
  return manifest.id === releases.current().manifest.id ? null : manifest.publishedAt;
}

/** The headline of the page of a subject, also where the release is not the current one. */
function headlinesOf(
  { snapshot }: Sources,
  { kind, id, name, listedCompanies, ranked }: ClaimSubject,
  higher: readonly string[],
): readonly string[] {
  const { scale, minimumCompanies: areas } = snapshot.manifest.dataset;
  const { distribution } = ranked.entry;
  const minimumCompanies = kind === "company" ? 1 : areas;
  const rated = { subject: `${kind}:${id}`, name, listedCompanies, distribution, minimumCompanies, higher } as const;
  return [false, true].map((isPast) => standing(scale, { ...rated, isPast }, "headline").text);
}

/** The headlines of lists of companies: of all, and of those in each band. */
function listsOf(
  sources: Sources,
  where: Readonly<Record<"countries" | "sectors", readonly string[]>>,
  distribution: Distribution,
  listed: number,
): readonly string[] {
  const { scale } = sources.snapshot.manifest.dataset;
  const counts = new Map(distribution.map((count, index) => [index + 1, count]));
  const list = { ...where, pillars: [], counts, listed, judged: countOf(distribution), asOf: pastDay(sources) };
  const chosen = [[], ...scale.bands.map((_, index) => [index + 1])];
  return chosen.map((levels) => describeCompaniesInHeadline(scale, { ...list, levels }));
}

/** What pages say of all countries and sectors, in the world and in each region and pillar. */
async function* aboutRelease(sources: Sources): AsyncIterable<object | string | null> {
  const { snapshot, atlas, releases } = sources;
  const { scale, pillars, minimumCompanies } = snapshot.manifest.dataset;
  const asOf = pastDay(sources);
  const choices = [
    ...[null, ...regionsWith(atlas, snapshot.countries)].map((region) => ({ region, pillar: null })),
    ...pillars.keys().map((pillar) => ({ region: null, pillar })),
  ];
  for (const { region, pillar } of choices) {
    const areas = rankingIn(sources, { region, pillar }).entries.map(({ entry: { country, distribution } }) =>
      ratedCountry({ ...country, distribution }, minimumCompanies),
    );
    const scope = { noun: COUNTRY_NOUN, region, pillar: pillars[pillar ?? -1] ?? null, minimumCompanies, asOf };
    for (const isStory of [true, false]) yield describeRankingInHeadline(scale, areas, { ...scope, isStory });
  }
  const sectors = snapshot.sectors.map((sector) => ({
    ...ratedSector(sector, minimumCompanies),
    name: labelInWords(sector.label),
  }));
  yield describeRankingInHeadline(scale, sectors, { noun: SECTOR_NOUN, pillar: null, minimumCompanies, asOf });
  const all = scale.bands.map((_, index) =>
    snapshot.sectors.reduce((sum, { distribution }) => sum + (distribution[index] ?? 0), 0),
  );
  yield* listsOf(sources, { countries: [], sectors: [] }, all, snapshot.manifest.counts.companies);
  const ask = buildAsk(sources);
  const [matrix, ranking] = [await ask(getCountrySectorMatrix), await ask(rankCountries)];
  yield* [matrixFinding({ scale, pillars }, matrix, ranking, asOf), belowTop(scale.bands, ranking)];
  const askOf = (release: string) => buildAsk({ ...sources, snapshot: findRelease(releases, release) });
  const changes = await ask(listChanges, { to: snapshot.name, limit: "1" });
  yield changes;
  yield changesFinding(changes, await findMoves({ askOf }, changes));
}

/** The sentences of an answer, at any depth. */
function sentencesIn(value: unknown, isSaid: boolean): readonly string[] {
  if (typeof value === "string") return isSaid ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => sentencesIn(each, isSaid));
  return Object.entries(value).flatMap(([name, member]) =>
    name === "reasons" ? [] : sentencesIn(member, isSentence(name)),
  );
}

/** Removes the mark and the last full stop of a sentence, and unifies its apostrophes. */
function plain(sentence: string, mark: string | null): string {
  const text = sentence
    .trim()
    .replaceAll("\u00ad", "")
    .replaceAll(/[’‘]/gu, "'")
    .replaceAll(/\s+/gu, " ")
    .replace(/\.$/u, "");
  return mark !== null && text.startsWith(`${mark}: `) ? text.slice(mark.length + 2) : text;
}
