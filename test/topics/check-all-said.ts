import assert from "node:assert/strict";
import { askOperation } from "../../src/ask/ask.ts";
import { sortParameters } from "../../src/ask/read-parameters.ts";
import type { FullStatement } from "../../src/ask/said.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { readCsv } from "../downloads/published-demo.ts";
import { collectSaid, findContradictions, type Found } from "./all-said.ts";
import { ask, operationOf, sourcesOf } from "./asking.ts";
import { checkSaid, type RawCompany, type RawRelease } from "../say/said-again.ts";

/** The companies of a release as its CSV files have them, and nothing else of it. */
export async function readFromCsv(releases: Releases): Promise<RawRelease> {
  const { scale, minimumCompanies } = releases.current().manifest.dataset;
  const judgements = Map.groupBy(await rowsOf(releases, "list_judgements"), (row) => row["company_id"] ?? "");
  const companies = (await rowsOf(releases, "list_companies")).map((row): RawCompany => ({
    id: row["id"] ?? "",
    country: row["iso2"] === "" ? null : (row["iso2"] ?? null),
    sector: row["sector"] ?? "",
    judgements: (judgements.get(row["id"] ?? "") ?? []).map((own) => {
      return { pillar: own["pillar"] ?? "", level: Number(own["band_level"]) };
    }),
  }));
  return { companies, bandCount: scale.bands.length, minimumCompanies };
}

/** The records of a list as CSV, each by the names of its columns. */
async function rowsOf(releases: Releases, id: string): Promise<Readonly<Record<string, string>>[]> {
  const operation = operationOf(id);
  // All of it, made anew: without a filter it would be the file of the release.
  const sectors = releases.current().sectors.map(({ slug }) => slug);
  const given: [string, string][] = [
    ["format", "csv"],
    ["sector", sectors.join(",")],
  ];
  const answer = await askOperation(operation, sourcesOf(releases), sortParameters(operation, given));
  assert.ok(answer.kind === "rows", `${id} is a ${answer.kind}`);
  const [header = [], ...records] = readCsv([...answer.chunks()].join("").replace(/^\ufeff/u, ""));
  return records.map((record) => Object.fromEntries(header.map((name, at) => [name, record[at] ?? ""])));
}

/** What was looked at. */
export interface SaidCounts {
  readonly sentences: number;
  readonly statements: number;
  readonly contradictions: number;
}

/**
 * Checks every sentence of a release from its CSV files alone: that each says what it is about,
 * states what holds, and has what belongs beside it; and that no two contradict each other.
 */
export async function checkAllSaid(releases: Releases): Promise<SaidCounts> {
  const release = await readFromCsv(releases);
  const found = collectSaid(releases);
  for (const one of found) checkFound(one, release);
  const contradictions = findContradictions(found);
  assert.deepEqual(contradictions, []);
  const statements = found.reduce((sum, one) => sum + one.statements.length, 0);
  return { sentences: found.length, statements, contradictions: contradictions.length };
}

const HEADLINE_MAX = 90;

function checkFound({ where, isHeadline, text, statements }: Found, release: RawRelease): void {
  // A company is called as its publisher writes it: abrdn.
  const isOfCompany = statements[0]?.subject.startsWith("company:") ?? false;
  if (!isOfCompany) assert.match(text, /^[\p{Lu}\p{N}“\p{Lo}]/u, where);
  assert.doesNotMatch(text, /^(?:Is|Are|Has|Have|Rated|Leads|Reaches)\b|undefined|null|NaN|stands? at/u, where);
  // A list names what narrows it, and a comparison two countries, however long that is.
  const isOfTwo = where.includes(" against ");
  if (isHeadline && !isOfTwo && !text.startsWith("Of ") && statements[0]?.subject !== "list")
    assert.ok(text.length <= HEADLINE_MAX, `${text.length}: ${text}`);
  if (statements.length > 0) checkSaid({ text, statements }, release);
}

/** Asks the check of claims about every statement that it has a word for; returns how many. */
export function checkClaimsOf(releases: Releases, found: readonly Found[]): number {
  const { scale } = releases.current().manifest.dataset;
  const asked = new Set<string>();
  for (const { where, statements } of found) {
    for (const statement of statements) {
      const claim = claimOf(statement, (level) => scale.bands[level - 1]?.id ?? "");
      const key = JSON.stringify(claim);
      if (claim === null || asked.has(key)) continue;
      asked.add(key);
      assert.equal(ask("check_claim", claim, releases)["verdict"], "holds", `${where}: ${key}`);
    }
  }
  return asked.size;
}

/** A statement as the check of claims takes it; null where it has no word for it. */
function claimOf(statement: FullStatement, bandOf: (level: number) => string): Record<string, string> | null {
  const { subject, pillar, sector, without, region, than } = statement;
  if (sector !== undefined || without !== undefined || !subject.includes(":")) return null;
  const by = pillar === null ? {} : { pillar };
  const where = region === undefined ? {} : { region };
  const about = { subject, ...by };
  if (statement.claim === "band") return { ...about, is: "band", value: bandOf(statement.level) };
  if (statement.claim === "rank_alone" || statement.claim === "shares_rank")
    return { ...about, ...where, is: statement.claim, value: String(statement.rank) };
  if ((statement.claim === "above" || statement.claim === "below") && than !== undefined)
    return { ...about, is: statement.claim, than };
  return null;
}
