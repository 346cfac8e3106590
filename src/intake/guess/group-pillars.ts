import { isNumber } from "../numbers.ts";
import { idOf } from "./bands-answer.ts";
import { areCodes } from "../sources/find-header.ts";

/** A column of judgements, or a value of the column of pillars; several may be of one pillar. */
export interface PillarAnswer {
  readonly id: string;
  readonly label: string;
  /** The name of its column, or its value in the column of pillars. */
  readonly value: string;
  /** The criterion within the pillar; null where it is all of the pillar. */
  readonly criterion: string | null;
}

/** A column, or a value of the column of pillars, and the pillar that it is of. */
export interface PillarPart {
  readonly value: string;
  readonly pillar: string;
  /** The criterion within the pillar; null where it is the pillar. */
  readonly criterion: string | null;
}

/** Maximum number of pillars of a dataset. */
export const PILLARS_MAX = 100;
/** The one pillar of columns that are too many to be pillars. */
const OVERALL = "Overall";

/**
 * Groups columns to pillars: by their upper heading (`Water – Use`), or by the first number of
 * their codes (`1.2 Wells`), where that makes several groups of which one has several. More columns
 * than a dataset may have pillars are criteria of one. Otherwise each is a pillar.
 */
export function groupPillars(values: readonly string[], areColumns: boolean): PillarPart[] {
  const byHeading = values.map((value): PillarPart => {
    const [, pillar = "", criterion = ""] = /^(.+?) – (.+)$/u.exec(value) ?? [];
    return pillar === "" ? { value, pillar: value, criterion: null } : { value, pillar, criterion };
  });
  if (areGroups(byHeading)) return byHeading;
  const numbers = values.map((value) => /^\s*(\d{1,2})\.\d{1,2}(?:\.\d{1,2})*\.?(?=\s|$)/u.exec(value)?.[1]);
  const byNumber = values.map((value, i): PillarPart => ({ value, pillar: numbers[i] ?? "", criterion: value }));
  // Numbers alone, of which some are left out, are no list of questions by their groups.
  const areGrouped = !numbers.includes(undefined) && (!values.every(isNumber) || areCodes(values));
  if (areGrouped && areGroups(byNumber)) return byNumber;
  const isOne = areColumns && values.length > PILLARS_MAX;
  return values.map((value) => ({ value, pillar: isOne ? OVERALL : value, criterion: isOne ? value : null }));
}

function areGroups(parts: readonly PillarPart[]): boolean {
  const groups = Map.groupBy(parts, ({ pillar }) => pillar).size;
  return groups > 1 && groups < parts.length && groups <= PILLARS_MAX;
}

/** Gives pillars their ids; parts of one pillar share it. */
export function pillarAnswers(parts: readonly PillarPart[]): PillarAnswer[] {
  const taken = new Set<string>();
  const ids = new Map<string, string>();
  return parts.map(({ value, pillar, criterion }) => {
    const label = pillar.length > 120 ? `${pillar.slice(0, 119)}…` : pillar;
    const id = ids.get(pillar) ?? idOf(label, "pillar", taken);
    ids.set(pillar, id);
    return { id, label, value, criterion: criterion?.slice(0, 300) ?? null };
  });
}

/** Lists each pillar once, as dataset.json does. */
export function pillarsOf(answers: readonly PillarAnswer[]): Pick<PillarAnswer, "id" | "label">[] {
  return [...new Map(answers.map(({ id, label }) => [id, { id, label }])).values()];
}
