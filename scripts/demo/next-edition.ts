import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildChance } from "./chance.ts";
import { readCsv } from "../../test/fixtures/csv.ts";

/** Shares of the companies that something happens to in the next edition. */
export interface Edition {
  readonly seed: number;
  readonly removed: number;
  /** Copies of companies under another id and name. */
  readonly added: number;
  /** Filed under the sector, or the country, of another company. */
  readonly reclassified: number;
  /** All judgements one band up or down. */
  readonly reRated: number;
  /** Without any judgement. */
  readonly noLongerJudged: number;
}

/** What happens in the next edition that guides and pictures show. */
const EDITION = { seed: 12, removed: 0.05, added: 0.05, reclassified: 0.03, reRated: 0.2, noLongerJudged: 0.02 };

/** Copies a dataset as its next edition, and returns the folder of the copy. */
export function copyNextEdition(dataset: string, copy: string): string {
  cpSync(dataset, copy, { recursive: true });
  const { scale } = JSON.parse(readFileSync(path.join(dataset, "dataset.json"), "utf8")) as {
    scale: { bands: { id: string }[] };
  };
  writeNextEdition(
    copy,
    scale.bands.map(({ id }) => id),
    EDITION,
  );
  return copy;
}

/**
 * Rewrites `companies.csv` and `judgements.csv` of a dataset as a next edition of it would be:
 * drawn from a seed, the same on every machine. `bands` are worst first.
 */
export function writeNextEdition(folder: string, bands: readonly string[], edition: Edition): void {
  const chance = buildChance(edition.seed);
  const [companyHead = [], ...companies] = readTable(folder, "companies.csv");
  const [judgementHead = [], ...judgements] = readTable(folder, "judgements.csv");
  const [id, name] = ["id", "name"].map((column) => companyHead.indexOf(column)) as [number, number];
  const [owner, band] = ["company", "band"].map((column) => judgementHead.indexOf(column)) as [number, number];
  const own = Map.groupBy(judgements, (row) => row[owner]);
  const [kept, judged]: [string[][], string[][]] = [[], []];
  for (const company of companies) {
    const judgementsOf = own.get(company[id]) ?? [];
    if (chance.happens(edition.removed)) continue;
    const row = [...company];
    if (chance.happens(edition.reclassified)) {
      const column = companyHead.indexOf(chance.pick(["sector", "country"]));
      row[column] = chance.pick(companies)[column] ?? "";
    }
    kept.push(row);
    if (chance.happens(edition.noLongerJudged)) continue;
    const step = chance.happens(edition.reRated) ? chance.pick([-1, 1]) : 0;
    judged.push(...judgementsOf.map((judgement) => judgement.with(band, moveBand(bands, judgement[band], step))));
    if (!chance.happens(edition.added)) continue;
    kept.push(row.with(id, `${company[id]}-next`).with(name, `${company[name]} Next`));
    judged.push(...judgementsOf.map((judgement) => judgement.with(owner, `${company[id]}-next`)));
  }
  writeTable(folder, "companies.csv", [companyHead, ...kept]);
  writeTable(folder, "judgements.csv", [judgementHead, ...judged]);
  // Products and replies name companies that may be gone.
  const known = new Set(kept.map((row) => row[id]));
  for (const file of ["products.csv", "replies.csv"]) {
    const [head = [], ...rows] = readTable(folder, file);
    const company = head.indexOf("company");
    writeTable(folder, file, [head, ...rows.filter((row) => known.has(row[company]))]);
  }
}

function moveBand(bands: readonly string[], band: string | undefined, step: number): string {
  return bands[bands.indexOf(band ?? "") + step] ?? band ?? "";
}

function readTable(folder: string, file: string): string[][] {
  return readCsv(readFileSync(path.join(folder, file), "utf8"));
}

function writeTable(folder: string, file: string, rows: readonly (readonly string[])[]): void {
  const quoted = (cell: string): string => (/[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  writeFileSync(path.join(folder, file), rows.map((row) => `${row.map(quoted).join(",")}\n`).join(""));
}
