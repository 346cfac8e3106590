import { JUDGEMENT_COLUMNS, type JudgementColumn } from "../../src/tables/judgements.ts";
import { judgedOnText, lastDayOf, UNDATED } from "../../src/trust/judged-on.ts";
import { CurrentJudgements, type JudgementNumbers, type Outcome } from "../../src/trust/current.ts";

type CleanName = (typeof JUDGEMENT_COLUMNS)[number]["cleanName"];

const COLUMNS: readonly JudgementColumn[] = JUDGEMENT_COLUMNS;
const CLEAN_NAMES = COLUMNS.map(({ cleanName }) => cleanName);
const NONE: Readonly<Record<string, number>> = { company: 0, pillar: 0, band: 1, judged_on: UNDATED };

/** The numbers of a judgement, by the names of their columns; none where nothing is given. */
export function numbersOf(values: Partial<Record<CleanName, number>>): JudgementNumbers {
  return COLUMNS.map(({ cleanName }) => values[cleanName as CleanName] ?? NONE[cleanName] ?? 0);
}

/** What `CurrentJudgements` decides of rows in any order, in the order of the rows. */
export function outcomesOf(rows: readonly JudgementNumbers[]): Outcome[] {
  const outcomes = new Map<number, Outcome>();
  const sorter = new CurrentJudgements<JudgementNumbers>(COLUMNS, (row, outcome) => outcomes.set(row.at(-1)!, outcome));
  const byKey = Map.groupBy(
    rows.map((row, index) => [...row, index]),
    (row) => keyOf(row),
  );
  for (const sameKey of byKey.values()) for (const row of sameKey) sorter.add(row);
  sorter.end();
  return rows.map((_, index) => outcomes.get(index)!);
}

/**
 * The slow, obvious oracle: decides for the row at `index` on its own, by looking at all the
 * others.
 */
export function expectedOutcome(index: number, rows: readonly JudgementNumbers[]): Outcome {
  const one = rows[index]!;
  const others = rows.filter((other, i) => i !== index && keyOf(other) === keyOf(one));
  const isSameDay = (a: JudgementNumbers, b: JudgementNumbers): boolean =>
    lastDayOf(get(a, "judged_on")) === lastDayOf(get(b, "judged_on"));
  const clashes = (a: JudgementNumbers, b: JudgementNumbers): boolean =>
    keyOf(a) === keyOf(b) && isSameDay(a, b) && get(a, "band") !== get(b, "band");
  const isKeptBefore = (other: JudgementNumbers): boolean => {
    const exactness = (row: JudgementNumbers): number => judgedOnText(get(row, "judged_on"))?.length ?? 0;
    if (exactness(other) !== exactness(one)) return exactness(other) > exactness(one);
    const [mine, its] = [get(one, "source") || Infinity, get(other, "source") || Infinity];
    return its === mine ? rows.indexOf(other) < index : its < mine;
  };
  const repeated = others.filter((other) => isSameDay(other, one) && get(other, "band") === get(one, "band"));
  if (repeated.some(isKeptBefore)) return "duplicate";
  if (others.some((other) => clashes(one, other))) return "conflicting";
  const sound = others.filter((other) => !rows.some((rival) => clashes(other, rival)));
  return sound.some((other) => lastDayOf(get(other, "judged_on")) > lastDayOf(get(one, "judged_on")))
    ? "superseded"
    : "current";
}

export function get(row: JudgementNumbers, name: CleanName): number {
  return row[CLEAN_NAMES.indexOf(name)]!;
}

function keyOf(row: JudgementNumbers): string {
  return (["company", "pillar", "criterion", "judge"] as const).map((name) => get(row, name)).join(" ");
}
