import { REGIONS } from "../../atlas/regions.ts";
import type { CompanySummary } from "../../release/snapshot.ts";
import { buildAsk } from "../../ask/ask.ts";
import { findRelease } from "../../ask/choose-release.ts";
import { labelInWords, regionInWords } from "../../ask/grammar.ts";
import type { Sources } from "../../ask/sources.ts";
import { isSentence } from "../../ask/type.ts";
import { compareInHeadline, pairsInHeadline } from "../../say/comparison.ts";
import { describeRankingInHeadline, SECTOR_NOUN } from "../../say/headlines.ts";
import { describeCompaniesInHeadline } from "../../say/list-headlines.ts";
import { describeMovesInHeadline, describeUndoing } from "../../say/moved-headlines.ts";
import { oldInWords } from "../../say/not-known.ts";
import { ratedCountry, ratedSector, standingWithin } from "../../say/standing.ts";
import type { ToldScale } from "../../say/tense.ts";
import { changesFinding, describeShortly, findMoves, RE_RATED, reRatedFinding } from "../change/finding.ts";
import { changesTexts } from "../change/texts.ts";
import { listChanges } from "../change/list-changes.ts";
import { pastDayOf, releaseStatusOf } from "../change/release-switches.ts";
import { countCompanies } from "../company/count-companies.ts";
import { compareCountries } from "../comparison/compare-countries.ts";
import { describeCompanyBasis } from "../derivation/basis.ts";
import { dataTexts } from "../download/texts.ts";
import { belowTop, matrixFinding, rankingFinding } from "../ranking/finding.ts";
import { getCountrySectorMatrix } from "../ranking/get-country-sector-matrix.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { getRelease, listReleases } from "../release/list-releases.ts";
import { releaseTexts } from "../release/texts.ts";
import {
  endsOf,
  findCases,
  findCells,
  findEnd,
  findLine,
  findNeighbours,
  findPillars,
  findPillarsOfCompany,
  findStep,
  listHigher,
  subjectFinding,
} from "../subject/findings.ts";
import { refuseOverload } from "../search/search.ts";
import { SUBJECTS } from "../subject/subjects.ts";
import { type ClaimSubject, overCommonPillars, subjectIn, subjectsApart } from "./claim-subject.ts";
import { sideOf } from "./words.ts";

/**
 * Recognises sentences of the service: it says again all that it says about what a sentence names,
 * and about the whole release, so that no grammar has to keep up with it.
 */

/** An answer, of which the sentences count at any depth, or a sentence; null for none. */
type Said = object | string | null;

/** Returns a function that tells if answers or pages have a sentence. */
export function openOwnSentences(sources: Sources) {
  let whole: Promise<readonly string[]> | undefined;
  return async (sentence: string): Promise<boolean> => {
    const text = plain(sentence, sources.snapshot.manifest.dataset.mark);
    if (text === "") return false;
    // Several sentences of an answer in a row are recognised as well.
    const has = (texts: readonly string[]): boolean =>
      texts.some((each) => `. ${plain(each, null)}. `.includes(`. ${text}. `));
    const named = await findNamed(sources, text);
    for (const about of [aboutSubjects, aboutLists, aboutRankings])
      for await (const said of about(sources, named)) {
        if (has(sentencesIn(said, true))) return true;
        // Other requests are answered in between.
        await sources.nextTurn();
      }
    whole ??= Array.fromAsync(aboutRelease(sources), (said) => sentencesIn(said, true)).then((texts) => texts.flat());
    return has(await whole);
  };
}

/** Maximum number of subjects of one sentence that are looked up. */
const SUBJECTS_MAX = 10;

/** Maximum number of names in headings of lists and comparisons, and of one kind in others. */
const [NAMES_MAX, KIND_MAX] = [4, 2];

/** What a sentence names. */
type Named = Awaited<ReturnType<typeof findNamed>>;

async function findNamed(sources: Sources, text: string) {
  const { countries, sectors, manifest } = sources.snapshot;
  const has = (name: string): boolean => text.includes(plain(name, null));
  const found = [
    ...sectors.filter(({ label }) => has(label)).map(({ slug }) => ["sector", slug] as const),
    ...countries.filter(({ name }) => has(name)).map(({ iso2 }) => ["country", iso2] as const),
    ...(await findCompanies(sources, text)).map(({ id }) => ["company", id] as const),
  ];
  return {
    subjects: found.slice(0, SUBJECTS_MAX).flatMap(([kind, id]) => subjectIn(sources, kind, id, null) ?? []),
    regions: REGIONS.filter(({ name }) => has(name)).slice(0, KIND_MAX),
    pillars: manifest.dataset.pillars.filter(({ label }) => has(label)).slice(0, KIND_MAX),
  };
}

/** Words and signs of sentences between the names of companies. */
const BETWEEN_NAMES = /[,;:] | (?:is|are|was|were|has|have|and|alone|against) /u;

/** Maximum number of parts of a sentence that are searched for, and of hits of each. */
const [PARTS_MAX, HITS_MAX] = [12, 10];

/** Finds companies by the parts of a sentence between which it says something. */
async function findCompanies({ snapshot }: Sources, text: string): Promise<readonly CompanySummary[]> {
  const found = new Map<string, CompanySummary>();
  for (const part of text.split(BETWEEN_NAMES).slice(0, PARTS_MAX)) {
    const request = { text: part, kind: "company", limit: HITS_MAX, offset: 0 } as const;
    const { names } = await Promise.resolve(snapshot.search.find(request)).catch(refuseOverload);
    for (const { position, name } of names)
      if (text.includes(plain(name, null))) found.set(name, snapshot.companyAt(position));
  }
  return [...found.values()];
}

async function* aboutSubjects(sources: Sources, { subjects }: Named): AsyncIterable<Said> {
  for (const subject of subjects) yield* aboutSubject(sources, subject);
  if (subjects.length > NAMES_MAX) return;
  // One with too few companies for a comparison has them against any country.
  const [largest] = sources.snapshot.countries.toSorted((one, other) => other.judgedCompanies - one.judgedCompanies);
  const others = [...subjects, largest && subjectIn(sources, "country", largest.iso2, null)];
  for (const first of subjects)
    for (const second of others)
      if (second !== undefined && first.id !== second.id) yield* aboutTwo(sources, first, second);
}

async function* aboutTwo(sources: Sources, first: ClaimSubject, second: ClaimSubject): AsyncIterable<Said> {
  if (first.kind !== second.kind) return;
  const { minimumCompanies } = sources.snapshot.manifest.dataset;
  const { commonPillars } = overCommonPillars(first, second);
  const by = { minimumCompanies, pillar: null, commonPillars, apart: subjectsApart(first, second) };
  yield compareInHeadline(scaleOf(sources), sideOf(first), sideOf(second), by).text;
  if (first.kind !== "country") return;
  const compared = await buildAsk(sources)(compareCountries, { countries: `${first.slug},${second.slug}` });
  yield compared;
  for (const { pairs } of compared.items)
    if (pairs !== null) yield pairsInHeadline(first.name, second.name, pairs.same.numerator, pairs.same.denominator);
}

/** What answers and the page of a subject say. */
async function* aboutSubject(sources: Sources, subject: ClaimSubject): AsyncIterable<Said> {
  const ask = buildAsk(sources);
  const { snapshot } = sources;
  const { minimumCompanies } = snapshot.manifest.dataset;
  const { kind, slug, name } = subject;
  const [scale, to] = [scaleOf(sources), snapshot.name];
  const how = { dataset: { scale }, ask };
  if (kind === "countries") return;
  if (kind === "company") {
    const { company: of } = SUBJECTS;
    const [company, past] = [await ask(of.detail, { slug }), await ask(of.history, { slug, to })];
    const derived = await ask(of.derivation, { slug });
    yield* [company, derived, past, findStep(scale, past, minimumCompanies)];
    const headline = await subjectFinding(how, company);
    const { median_level: level, country, sector, pillars } = company;
    const basis = describeCompanyBasis(derived, pillars.filter(({ judgement_count: count }) => count > 0).length);
    yield* [headline, `${headline}. ${basis}`, await subjectFinding({ dataset: { scale } }, company)];
    yield* [findPillarsOfCompany(scale, company)];
    const inCountry = snapshot.countryByIso2(country?.iso2 ?? "");
    const inSector = snapshot.sectorBySlug(sector.slug);
    const areas = [
      inCountry && ratedCountry(inCountry, minimumCompanies),
      inSector && ratedSector(inSector, minimumCompanies),
    ];
    for (const area of areas) if (area !== undefined && level !== null) yield standingWithin(scale, area, level, name);
    return;
  }
  const { detail, derivation, history } = SUBJECTS[kind];
  const area = await ask<typeof detail.form.schema>(detail, { slug });
  const derived = await ask<typeof derivation.form.schema>(derivation, { slug });
  const past = await ask<typeof history.form.schema>(history, { slug, to });
  const higher = "iso2" in area ? await listHigher(ask, scale, area) : [];
  const headline = await subjectFinding(how, area, higher);
  yield await subjectFinding({ dataset: { scale } }, area);
  yield* [area, derived, past, headline, `${headline}. ${findLine(scale, area)}`];
  yield* [findCases(scale, area, derived), findPillars(scale, area), findCells(scale, area)];
  yield* [
    findStep(scale, past, minimumCompanies),
    await ask(listChanges, { [kind]: slug, to: snapshot.name, limit: "1" }),
  ];
  const ends = endsOf(scale, area);
  for (const end of ["best", "worst"] as const)
    if (ends !== null) yield (await findEnd(ask, scale, area, end, ends[end])).finding;
  if ("iso2" in area) yield findNeighbours(sources.atlas, scale, (await ask(rankCountries)).items, area).finding;
}

/** The scale of the release as pages tell it: of one that another replaced in the past tense. */
function scaleOf({ releases, snapshot }: Sources): ToldScale {
  const { dataset, publishedAt } = snapshot.manifest;
  return { ...dataset.scale, asOf: pastDayOf(releaseStatusOf(snapshot, releases), publishedAt) };
}

/** The headlines of lists of companies: of all that a sentence names, and of those in each band. */
async function* aboutLists(sources: Sources, { subjects, regions, pillars }: Named): AsyncIterable<Said> {
  const scale = scaleOf(sources);
  const bands = scale.bands.map(({ id }, index) => ({ id, level: index + 1 }));
  if (subjects.length + regions.length + pillars.length > NAMES_MAX) return;
  const places = [
    ...subjects.flatMap(({ kind, slug, name }) => (kind === "country" ? [{ name, by: { country: slug } }] : [])),
    ...regions.map(({ slug, name }) => ({ name: regionInWords(name), by: { region: slug } })),
  ];
  for (const place of [null, ...places])
    for (const sector of [null, ...subjects.filter(({ kind }) => kind === "sector")])
      for (const pillar of [null, ...pillars]) {
        const filter = { ...place?.by, sector: sector?.slug, pillar: pillar?.id };
        const list = {
          countries: place === null ? [] : [place.name],
          sectors: sector === null ? [] : [labelInWords(sector.label)],
          pillars: pillar === null ? [] : [labelInWords(pillar.label)],
          ...(await countCompanies(buildAsk(sources), bands, filter)),
        };
        for (const levels of [[], ...bands.map(({ level }) => [level])])
          yield describeCompaniesInHeadline(scale, { ...list, levels });
      }
}

/** The headlines of rankings and matrices: of the world, and of the regions and pillars named. */
async function* aboutRankings(sources: Sources, { regions, pillars }: Named): AsyncIterable<Said> {
  const { pillars: all } = sources.snapshot.manifest.dataset;
  const [ask, scale] = [buildAsk(sources), scaleOf(sources)];
  for (const region of [undefined, ...regions.map(({ slug }) => slug)])
    for (const pillar of [undefined, ...pillars.map(({ id }) => id)]) {
      const ranking = await ask(rankCountries, { region, pillar });
      for (const isStory of [true, false]) yield rankingFinding({ scale, pillars: all }, ranking, { isStory });
      const matrix = await ask(getCountrySectorMatrix, { region, pillar });
      yield matrixFinding({ scale, pillars: all }, matrix, ranking);
    }
}

/** What pages say of the whole release, its sectors, and what changed in it. */
async function* aboutRelease(sources: Sources): AsyncIterable<Said> {
  const { snapshot, releases } = sources;
  const { minimumCompanies } = snapshot.manifest.dataset;
  const [ask, scale] = [buildAsk(sources), scaleOf(sources)];
  const sectors = snapshot.sectors.map((sector) => ({
    ...ratedSector(sector, minimumCompanies),
    name: labelInWords(sector.label),
  }));
  yield describeRankingInHeadline(scale, sectors, { noun: SECTOR_NOUN, pillar: null, minimumCompanies });
  yield belowTop(scale, await ask(rankCountries));
  const { counts, published_at: at, newest_judgement: newest } = await ask(getRelease, { id: snapshot.name });
  const { items, total } = await ask(listReleases);
  yield* [oldInWords(newest, at), releaseTexts.listTitle(total, items[0]?.published_at ?? at)];
  yield* [releaseTexts.title(at, counts), releaseTexts.holds(counts), dataTexts.standfirst(at, counts)];
  const askOf = (release: string) => buildAsk({ ...sources, snapshot: findRelease(releases, release) });
  const changes = await ask(listChanges, { to: snapshot.name, limit: "1" });
  const moves = await findMoves({ askOf }, changes);
  yield* [changes, changesFinding(changes, moves)];
  if (moves === null || moves.isOtherMethod) return;
  yield* [
    describeUndoing(moves.countries) ?? changesTexts.countries,
    describeMovesInHeadline(moves.sectors, { noun: SECTOR_NOUN }),
  ];
  yield* [describeShortly(changes, moves), reRatedFinding(await ask(listChanges, { to: snapshot.name, ...RE_RATED }))];
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

/**
 * Removes the mark, the quotation marks and the last full stop of a sentence, and what tools put
 * before the name of a company, and unifies its apostrophes.
 */
function plain(sentence: string, mark: string | null): string {
  const text = sentence
    .trim()
    .replaceAll("\u00ad", "")
    .replaceAll(/[’‘]/gu, "'")
    .replaceAll(/(?<=^|: |\. )The company (?=“)|[“”"]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .replace(/\.$/u, "");
  return mark !== null && text.startsWith(`${mark}: `) ? text.slice(mark.length + 2) : text;
}
