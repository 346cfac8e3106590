import { readFileSync } from "node:fs";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { readCsvObjects } from "../fixtures/csv.ts";

/**
 * What changed between two releases, counted again from their downloads in plain code that shares
 * nothing with the program.
 */

/** A company as the downloads have it; level 0 is not judged. */
interface Row {
  readonly id: string;
  readonly country: string;
  readonly sector: string;
  readonly otherSectors: string;
  readonly level: number;
  /** Its replies as one text, and so on. */
  readonly replies: string;
  readonly name: string;
  readonly pillars: string;
  readonly judgements: string;
  readonly details: string;
}

interface Figures {
  readonly judged_companies: number;
  readonly median_level: number | null;
  readonly distribution: readonly number[];
}

/** A country or a sector whose median differs. */
export interface Recounted {
  readonly code: string;
  readonly causes: readonly string[];
  readonly trend: string | null;
  readonly before: Figures;
  readonly after: Figures;
  readonly in_both: { readonly before: Figures; readonly after: Figures };
  readonly rest: { readonly before: Figures; readonly after: Figures };
  readonly counts: Readonly<Record<string, number | null>>;
}

export function readRows(snapshot: Snapshot): Row[] {
  const companies = readTable(snapshot, "companies");
  const replies = readTable(snapshot, "replies");
  const judgements = ownedBy(readTable(snapshot, "judgements"));
  const products = ownedBy(readTable(snapshot, "products"));
  return companies.map((row) => ({
    id: row["id"] ?? "",
    country: row["iso2"] ?? "",
    sector: row["sector"] ?? "",
    otherSectors: row["other_sectors"] ?? "",
    level: Number(row["median_level"]),
    replies: JSON.stringify(replies.filter((reply) => reply["company_id"] === row["id"])),
    name: row["name"] ?? "",
    pillars: JSON.stringify(Object.entries(row).filter(([column]) => /(?<!^)_median_band$/u.test(column))),
    judgements: (judgements.get(row["id"] ?? "") ?? [])
      .map(({ reply_status: _, ...judgement }) => JSON.stringify(judgement))
      .toSorted()
      .join(),
    details: JSON.stringify([row["slug"], row["website"], row["lei"], products.get(row["id"] ?? "") ?? []]),
  }));
}

function ownedBy<Each extends Readonly<Record<string, string>>>(rows: readonly Each[]): Map<string, Each[]> {
  return Map.groupBy(rows, ({ company_id: company = "" }) => company);
}

function readTable(snapshot: Snapshot, name: "companies" | "replies" | "judgements" | "products") {
  const file = snapshot.tableFile(name, "csv");
  if (file === undefined) throw new Error(`the release has no table of ${name}`);
  return readCsvObjects(readFileSync(file.path, "utf8"));
}

/** Every country, or sector, whose median is another one, by its code. */
export function recountAreas(
  kind: "country" | "sector",
  before: readonly Row[],
  after: readonly Row[],
  bands: { readonly before: number; readonly after: number },
  minimums: { readonly before: number; readonly after: number },
  isOtherScale: boolean,
): Recounted[] {
  const codes = new Set([...before, ...after].map((row) => row[kind]));
  return [...codes].toSorted().flatMap((code) => {
    const was = before.filter((row) => row[kind] === code);
    const is = after.filter((row) => row[kind] === code);
    const stays = (row: Row): boolean => was.some(({ id }) => id === row.id) && is.some(({ id }) => id === row.id);
    const leaves = (row: Row): boolean => !stays(row);
    const figures = { before: figuresOf(was, bands.before), after: figuresOf(is, bands.after) };
    const [m, n] = [figures.before.median_level, figures.after.median_level];
    if (m === n && !(isOtherScale && m !== null)) return [];
    const counts = countsOf(was, is, before, after);
    const gone = was.filter((row) => leaves(row) && row.level > 0);
    const come = is.filter((row) => leaves(row) && row.level > 0);
    const earlier = new Map(before.map((row) => [row.id, row]));
    const later = new Map(after.map((row) => [row.id, row]));
    const isReJudged =
      was.some((row) => stays(row) && row.level !== later.get(row.id)?.level) ||
      come.some(({ id, level }) => earlier.has(id) && earlier.get(id)?.level !== level);
    const causes = [
      ...(isReJudged && !isOtherScale ? ["re_judged"] : []),
      ...(come.some(({ id }) => !earlier.has(id)) ? ["company_added"] : []),
      ...(gone.some(({ id }) => !later.has(id)) ? ["company_removed"] : []),
      ...(come.some(({ id }) => earlier.has(id)) || gone.some(({ id }) => later.has(id)) ? ["reclassified"] : []),
      ...(isOtherScale ? ["method_change"] : []),
    ];
    return [
      {
        code,
        causes,
        trend: isOtherScale ? null : trendOf(was, is, bands, minimums),
        ...figures,
        in_both: {
          before: figuresOf(was.filter(stays), bands.before),
          after: figuresOf(is.filter(stays), bands.after),
        },
        rest: {
          before: figuresOf(was.filter(leaves), bands.before),
          after: figuresOf(is.filter(leaves), bands.after),
        },
        counts: isOtherScale ? { ...counts, re_rated: null } : counts,
      },
    ];
  });
}

/** A rise or a fall that the companies judged in both releases made; null for none. */
function trendOf(
  was: readonly Row[],
  is: readonly Row[],
  bands: { readonly before: number; readonly after: number },
  minimums: { readonly before: number; readonly after: number },
): string | null {
  const judged = (rows: readonly Row[]): readonly Row[] => rows.filter(({ level }) => level > 0);
  if (judged(was).length < minimums.before || judged(is).length < minimums.after) return null;
  const both = judged(was).filter(({ id }) => judged(is).some((row) => row.id === id));
  const medianOf = (rows: readonly Row[], count: number): number =>
    figuresOf(
      rows.filter(({ id }) => both.some((row) => row.id === id)),
      count,
    ).median_level ?? 0;
  const [all, own] = [
    (figuresOf(is, bands.after).median_level ?? 0) - (figuresOf(was, bands.before).median_level ?? 0),
    medianOf(is, bands.after) - medianOf(was, bands.before),
  ];
  if (judged(was).length === 0 || judged(is).length === 0 || Math.sign(all) !== Math.sign(own)) return null;
  return all > 0 ? "higher" : "lower";
}

function countsOf(was: readonly Row[], is: readonly Row[], before: readonly Row[], after: readonly Row[]) {
  const isJudged = (rows: readonly Row[], id: string): boolean => rows.some((row) => row.id === id && row.level > 0);
  const isListed = (rows: readonly Row[], id: string): boolean => rows.some((row) => row.id === id);
  const levelIn = (rows: readonly Row[], id: string): number => rows.find((row) => row.id === id)?.level ?? 0;
  const ids = [...new Set([...was, ...is].map(({ id }) => id))];
  const both = ids.filter((id) => isJudged(was, id) && isJudged(is, id));
  const come = ids.filter((id) => !isJudged(was, id) && isJudged(is, id));
  const gone = ids.filter((id) => isJudged(was, id) && !isJudged(is, id));
  return {
    judged_in_both: both.length,
    re_rated: both.filter((id) => levelIn(was, id) !== levelIn(is, id)).length,
    first_judged: come.filter((id) => isListed(was, id)).length,
    no_longer_judged: gone.filter((id) => isListed(is, id)).length,
    added: come.filter((id) => !isListed(before, id)).length,
    removed: gone.filter((id) => !isListed(after, id)).length,
    filed_here: come.filter((id) => !isListed(was, id) && isListed(before, id)).length,
    filed_elsewhere: gone.filter((id) => !isListed(is, id) && isListed(after, id)).length,
  };
}

/** How many companies changed, and those that did by their ids. */
export function recountCompanies(before: readonly Row[], after: readonly Row[], isOtherScale: boolean) {
  const earlier = new Map(before.map((row) => [row.id, row]));
  const later = new Map(after.map((row) => [row.id, row]));
  const both = before.flatMap((was) => {
    const is = later.get(was.id);
    return is === undefined ? [] : [{ was, is }];
  });
  const isMoved = ({ was, is }: (typeof both)[number]): boolean => was.level !== is.level;
  const isFiled = ({ was, is }: (typeof both)[number]): boolean =>
    was.country !== is.country || was.sector !== is.sector;
  const isFiledBesides = ({ was, is }: (typeof both)[number]): boolean => was.otherSectors !== is.otherSectors;
  const isReplied = ({ was, is }: (typeof both)[number]): boolean => was.replies !== is.replies;
  const isRenamed = ({ was, is }: (typeof both)[number]): boolean => was.name !== is.name;
  const isDetailed = ({ was, is }: (typeof both)[number]): boolean => was.details !== is.details;
  const isSame = (pair: (typeof both)[number]): boolean => !isOtherScale && !isMoved(pair);
  const isMovedInPillar = (pair: (typeof both)[number]): boolean =>
    isSame(pair) && pair.was.pillars !== pair.is.pillars;
  const isJudgedElse = (pair: (typeof both)[number]): boolean =>
    isSame(pair) && pair.was.pillars === pair.is.pillars && pair.was.judgements !== pair.is.judgements;
  const isTold = (pair: (typeof both)[number]): boolean =>
    isMoved(pair) && (!isOtherScale || pair.was.level === 0 || pair.is.level === 0);
  const added = after.filter(({ id }) => !earlier.has(id));
  const removed = before.filter(({ id }) => !later.has(id));
  const changed = both
    .filter((pair) =>
      [isFiled, isTold, isFiledBesides, isReplied, isRenamed, isDetailed, isMovedInPillar, isJudgedElse].some((is) =>
        is(pair),
      ),
    )
    .map(({ was }) => was);
  return {
    counts: {
      added: added.length,
      removed: removed.length,
      reclassified: both.filter(isFiled).length,
      moved_median: isOtherScale ? null : both.filter(isMoved).length,
      other_sectors_changed: both.filter(isFiledBesides).length,
      renamed: both.filter(isRenamed).length,
      pillar_moved: isOtherScale ? null : both.filter(isMovedInPillar).length,
      judgements_changed: isOtherScale ? null : both.filter(isJudgedElse).length,
      details_changed: both.filter(isDetailed).length,
      reply_changed: both.filter(isReplied).length + added.filter(({ replies }) => replies !== "[]").length,
    },
    ids: [...added, ...removed, ...changed].map(({ id }) => id).toSorted(),
  };
}

function figuresOf(rows: readonly Row[], bands: number): Figures {
  const levels = rows
    .map(({ level }) => level)
    .filter((level) => level > 0)
    .toSorted((a, b) => a - b);
  return {
    judged_companies: levels.length,
    median_level: levels[Math.ceil(levels.length / 2) - 1] ?? null,
    distribution: Array.from({ length: bands }, (_, band) => levels.filter((level) => level === band + 1).length),
  };
}
