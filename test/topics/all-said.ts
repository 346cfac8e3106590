import { regionsWith } from "../../src/ask/regions.ts";
import { openAtlas } from "../../src/atlas/atlas.ts";
import type { FullStatement, Said } from "../../src/ask/said.ts";
import { countryInWords, sectorInWords } from "../../src/ask/grammar.ts";
import type { Releases, Snapshot } from "../../src/release/snapshot.ts";
import { compareInHeadline, compareInWords } from "../../src/say/comparison.ts";
import { describeLeftOutInWords } from "../../src/say/not-known.ts";
import { buildRanking, type Ranking } from "../../src/topics/ranking/country-ranking.ts";
import { COUNTRY_NOUN, describeRankingInHeadline, SECTOR_NOUN } from "../../src/say/headlines.ts";
import { describeCompaniesInHeadline, describeMatrixInHeadline } from "../../src/say/list-headlines.ts";
import { standing } from "../../src/say/standing.ts";
import type { Scale } from "../../src/trust/scale.ts";
import { countOf, emptyDistribution } from "../../src/trust/statistics.ts";
import { ask } from "./asking.ts";

/** A text that pages or answers of a release have. */
export interface Found extends Said {
  readonly where: string;
  readonly isHeadline: boolean;
}

/** So many characters are reckoned with for labels in headlines. */
const LABEL_MAX = 12;
const shorten = <T extends { readonly label: string }>(one: T): T => ({ ...one, label: one.label.slice(0, LABEL_MAX) });

/** Every sentence that is made of statements, about all that a release has. */
export function collectSaid(releases: Releases): Found[] {
  const snapshot = releases.current();
  return [...rankingsSaid(snapshot), ...sectorsSaid(snapshot), ...matricesSaid(releases), ...companiesSaid(snapshot)];
}

/** The scale as sentences have it, and as headlines are measured with it. */
function scalesOf({ manifest }: Snapshot): { readonly scale: Scale; readonly short: Scale } {
  const { scale } = manifest.dataset;
  return { scale, short: { ...scale, bands: scale.bands.map(shorten) } };
}

function* rankingsSaid(snapshot: Snapshot): Generator<Found> {
  const { pillars, minimumCompanies } = snapshot.manifest.dataset;
  const { scale, short } = scalesOf(snapshot);
  for (const [index, pillar] of [null, ...pillars].entries()) {
    const ranking = buildRanking(snapshot, minimumCompanies, pillar === null ? null : index - 1);
    const areas = ranking.entries.map(({ entry: { country, listedCompanies, distribution } }) => {
      const subject = `country:${country.iso2}` as const;
      return { subject, name: countryInWords(country), listedCompanies, distribution };
    });
    const by = { noun: COUNTRY_NOUN, pillar: pillar && shorten(pillar), minimumCompanies };
    const text = describeRankingInHeadline(short, areas, by);
    yield { where: `ranking ${pillar?.id ?? ""}`, isHeadline: true, text, statements: [] };
    for (const [at, area] of areas.entries()) {
      const place = { own: ranking.entries[at]!, ranking: ranking.entries, region: null };
      const own = { ...area, minimumCompanies, place };
      const said = standing(scale, pillar === null ? own : { ...own, pillar }, "summary");
      yield { where: `summary of ${area.subject} ${pillar?.id ?? ""}`, isHeadline: false, ...said };
      if (pillar === null)
        yield { where: area.subject, isHeadline: true, ...standing(short, { ...area, minimumCompanies }, "headline") };
    }
    yield* pairsSaid(snapshot, ranking, pillar);
    yield* regionsSaid(snapshot, pillar, index - 1);
  }
}

/** Each country among those of every region that it is in. */
function* regionsSaid(
  snapshot: Snapshot,
  pillar: { readonly id: string; readonly label: string } | null,
  index: number,
): Generator<Found> {
  const { scale, minimumCompanies } = snapshot.manifest.dataset;
  for (const region of regionsWith(ATLAS, snapshot.countries)) {
    const within = { atlas: ATLAS, region };
    const { entries } = buildRanking(snapshot, minimumCompanies, pillar === null ? null : index, within);
    for (const own of entries) {
      const { country, listedCompanies, distribution } = own.entry;
      const subject = `country:${country.iso2}` as const;
      const figures = { subject, name: countryInWords(country), listedCompanies, distribution };
      const place = { own, ranking: entries, region };
      const area = { ...figures, minimumCompanies, place };
      const said = standing(scale, pillar === null ? area : { ...area, pillar }, "summary");
      yield { where: `${subject} in ${region.slug} ${pillar?.id ?? ""}`, isHeadline: false, ...said };
    }
  }
}

const ATLAS = openAtlas();

/** Each country against the next one of the ranking. */
function* pairsSaid(
  snapshot: Snapshot,
  { entries }: Ranking,
  pillar: { readonly id: string } | null,
): Generator<Found> {
  const { minimumCompanies } = snapshot.manifest.dataset;
  const { scale, short } = scalesOf(snapshot);
  const by = { minimumCompanies, pillar: pillar?.id ?? null };
  const sides = entries.map((ranked) => {
    const { country, listedCompanies } = ranked.entry;
    return { subject: `country:${country.iso2}`, name: countryInWords(country), ranked, listedCompanies } as const;
  });
  for (const [index, one] of sides.slice(1).entries()) {
    const other = sides[index]!;
    const where = `${one.subject} against ${other.subject}`;
    yield { where, isHeadline: false, ...compareInWords(scale, one, other, by) };
    yield { where, isHeadline: true, ...compareInHeadline(short, one, other, by) };
  }
}

function* sectorsSaid(snapshot: Snapshot): Generator<Found> {
  const { pillars, minimumCompanies } = snapshot.manifest.dataset;
  const { scale, short } = scalesOf(snapshot);
  const sectors = snapshot.sectors.map(({ slug, label, listedCompanies, distribution, withoutPillars }) => {
    const subject = `sector:${slug}` as const;
    return { subject, name: sectorInWords(label), listedCompanies, distribution, withoutPillars };
  });
  const by = { noun: SECTOR_NOUN, pillar: null, minimumCompanies };
  const headline = describeRankingInHeadline(short, sectors, by);
  yield { where: "sectors", isHeadline: true, text: headline, statements: [] };
  const countries = snapshot.countries.map((country) => {
    const { iso2, listedCompanies, distribution, withoutPillars } = country;
    const subject = `country:${iso2}` as const;
    return { subject, name: countryInWords(country), listedCompanies, distribution, withoutPillars };
  });
  for (const area of sectors) {
    const own = { ...area, minimumCompanies };
    yield { where: `summary of ${area.subject}`, isHeadline: false, ...standing(scale, own, "summary") };
    yield { where: area.subject, isHeadline: true, ...standing(short, { ...area, minimumCompanies }, "headline") };
  }
  for (const area of [...countries, ...sectors]) {
    const without = area.withoutPillars.map(({ distribution }, index) => ({
      pillar: pillars[index]!.label,
      distribution,
    }));
    const text = describeLeftOutInWords(scale, { ...area, minimumCompanies }, without);
    if (text !== null) yield { where: `pillars of ${area.subject}`, isHeadline: false, text, statements: [] };
  }
}

function* matricesSaid(releases: Releases): Generator<Found> {
  const snapshot = releases.current();
  const { pillars, minimumCompanies } = snapshot.manifest.dataset;
  const { short } = scalesOf(snapshot);
  for (const pillar of [null, ...pillars]) {
    const { items } = ask("get_country_sector_matrix", pillar === null ? {} : { pillar: pillar.id }, releases);
    const rows = items.map(({ iso2, name, cells }) => ({
      name: countryInWords({ iso2: String(iso2), name }),
      cells: cells.map(({ distribution }) => Object.values(distribution)),
    }));
    const by = { pillar: pillar && shorten(pillar), minimumCompanies };
    const text = describeMatrixInHeadline(short, rows, by);
    yield { where: `matrix ${pillar?.id ?? ""}`, isHeadline: true, text, statements: [] };
  }
}

function* companiesSaid(snapshot: Snapshot): Generator<Found> {
  const { scale } = snapshot.manifest.dataset;
  const counts = emptyDistribution(scale.bands.length);
  const { rows: companies } = snapshot.listCompanies({ sort: "median_band", offset: 0, limit: 1_000_000 });
  for (const company of companies) {
    const { id, name, distribution } = company;
    const own = { subject: `company:${id}`, name, listedCompanies: null, distribution, minimumCompanies: 1 } as const;
    yield { where: company.id, isHeadline: false, ...standing(scale, own, "summary") };
    if (company.median === null) continue;
    counts[company.median - 1] = (counts[company.median - 1] ?? 0) + 1;
  }
  const byLevel = new Map(counts.map((count, index) => [index + 1, count]));
  const list = { countries: [], sectors: [], pillars: [], levels: [], counts: byLevel };
  const whole = { ...list, listed: companies.length, judged: countOf(counts) };
  for (const levels of [[], ...scale.bands.map((_, index) => [index + 1])]) {
    const text = describeCompaniesInHeadline(scale, { ...whole, levels });
    yield { where: "companies", isHeadline: true, text, statements: [] };
  }
}

/** What a statement says one thing of: two statements of one key are of one mind, or contradict. */
function keyOf({ claim, subject, pillar, sector, region, than, without, ...rest }: FullStatement): string | null {
  const about = [subject, pillar, sector, region, than, without];
  if (claim === "band" || claim === "unranked") return JSON.stringify([...about, "band"]);
  if (claim === "rank_alone" || claim === "shares_rank") return JSON.stringify([...about, "rank"]);
  if (claim === "count") return JSON.stringify([...about, "count", "level" in rest && rest.level]);
  return ["above", "below"].includes(claim) ? JSON.stringify([...about, "order"]) : null;
}

function valueOf(statement: FullStatement): string {
  const { claim } = statement;
  if (claim === "count") return String(statement.count);
  if (claim === "band") return String(statement.level);
  return "rank" in statement ? `${claim} ${statement.rank}` : claim;
}

/** Statements of two places that cannot both be true, of all places. */
export function findContradictions(found: readonly Found[]): string[] {
  const said = new Map<string, { readonly value: string; readonly where: string }>();
  const faults: string[] = [];
  for (const { where, statements } of found) {
    for (const statement of statements) {
      const key = keyOf(statement);
      const value = valueOf(statement);
      if (key === null) continue;
      const before = said.get(key);
      if (before !== undefined && before.value !== value)
        faults.push(`${key}: ${before.value} (${before.where}), ${value} (${where})`);
      said.set(key, before ?? { value, where });
    }
  }
  return faults;
}
