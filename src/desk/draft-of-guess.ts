import type { Answers, PillarAnswer } from "../intake/guess/answers.ts";
import { idOf } from "../intake/guess/bands-answer.ts";
import { findDoubts } from "../intake/guess/doubts.ts";
import type { GivenColumns } from "../intake/guess/guess-table.ts";
import { saysNotJudged } from "../intake/guess/header-words.ts";
import { draftOfGuess } from "../intake/guess/mapping-of-guess.ts";
import type { BenchGuess } from "../intake/workbench/open-workbench.ts";
import type { Draft, DraftEntry, DraftJudgements, OpenQuestion } from "./drafts.ts";

/** A guess that nobody has said anything about. */
export const NOTHING_GIVEN: GivenColumns = { roles: {}, pillars: [], country: null, none: [], cells: {}, lookups: [] };

/** A dataset has no more pillars; more columns are criteria of fewer. */
const PILLARS_MAX = 100;

/**
 * The documents that say what was guessed. Nothing is decided in them: there are no bands, and what
 * is doubtful stays out until its question is answered.
 */
export function draftOf({ guess, encoding }: BenchGuess, before: Draft, now: Date): Partial<Draft> {
  const values = guess.judgements.flatMap((each) => each.values.map(({ value }) => value.toLowerCase()));
  const found = [...new Set(guess.judgements.flatMap(({ pillars }) => pillars.map(({ value }) => value)))];
  const { pillars, answers: named } = groupPillars(found);
  const answers: Answers = {
    title: "",
    publisher: "",
    year: now.getUTCFullYear(),
    licence: null,
    mark: null,
    measures: null,
    doesNotMeasure: [],
    scale: { bands: [], cuts: null },
    notJudged: [...new Set(values.filter(saysNotJudged))],
    pillars: named,
    otherCuts: [],
    share: null,
    list: null,
    cells: guess.cells,
    corrections: [],
    country: null,
    keepsWithoutCountry: false,
    sector: null,
    dates: null,
    encoding: null,
  };
  const draft = draftOfGuess(guess, answers);
  const doubts = findDoubts(guess, NOTHING_GIVEN, now);
  const questions: Record<string, OpenQuestion> = {};
  const judgements = draft.judgements.map((each): DraftJudgements => {
    const doubt = doubts.find(({ column }) => column === each.date);
    if (doubt === undefined) return each;
    questions[`${each.table}/${doubt.column}`] = {
      table: each.table,
      column: doubt.column,
      role: doubt.role,
      said: doubt.said,
    };
    const { date: _doubtful, ...rest } = each;
    return rest;
  });
  return {
    mapping: { ...draft, judgements: judgements.map((each) => asCriteria(each, pillars)) },
    dataset: {
      ...before.dataset,
      year: before.dataset.year ?? now.getUTCFullYear(),
      ...(encoding === null ? {} : { encoding }),
      ...(pillars.length === 0 ? {} : { pillars }),
    },
    marks: { ...before.marks, questions },
  };
}

/** Columns that share a pillar are its criteria. */
function asCriteria(judgements: DraftJudgements, pillars: readonly DraftEntry[]): DraftJudgements {
  const { columns, groups } = judgements;
  if (columns !== undefined) return { ...judgements, columns: withCriteria(columns, pillars) };
  return groups === undefined ? judgements : { ...judgements, groups: withCriteria(groups, pillars) };
}

/** Names the criterion of every column but one that is all of its pillar and called like it. */
export function withCriteria(
  columns: NonNullable<DraftJudgements["columns"]>,
  pillars: readonly DraftEntry[],
): NonNullable<DraftJudgements["columns"]> {
  const counts = Map.groupBy(Object.values(columns), ({ pillar }) => pillar);
  return Object.fromEntries(
    Object.entries(columns).map(([column, { criterion, ...judged }]) => {
      const isWhole =
        counts.get(judged.pillar)?.length === 1 &&
        pillars.some(({ id, label }) => id === judged.pillar && label === column);
      return [column, isWhole ? judged : { ...judged, criterion: criterion ?? column.slice(0, 300) }];
    }),
  );
}

/**
 * Pillars by the number before a point, 1.1 and 1.2, or by the upper heading; otherwise one each.
 */
function groupPillars(names: readonly string[]): { pillars: DraftEntry[]; answers: PillarAnswer[] } {
  const [numbers, headings] = [groupBy(names, /^\s*(\d{1,2})\.\d{1,2}(?!\d)/u), groupBy(names, /^(.+?) – /u)];
  const groups = numbers ?? headings ?? (names.length > PILLARS_MAX ? names.map(() => "All") : names);
  const taken = new Set<string>();
  const ids = new Map<string, DraftEntry>();
  for (const group of groups) {
    const label = group.length > 120 ? `${group.slice(0, 119)}…` : group;
    if (!ids.has(group)) ids.set(group, { id: idOf(label, "pillar", taken), label });
  }
  const answers = names.map((value, i) => ({ ...(ids.get(groups[i] ?? "") ?? { id: "all", label: "All" }), value }));
  return { pillars: [...ids.values()], answers };
}

/**
 * What a pattern finds in every name; null where some do not have it, or it makes nothing fewer.
 */
function groupBy(names: readonly string[], pattern: RegExp): string[] | null {
  const groups = names.map((name) => pattern.exec(name)?.[1] ?? null);
  if (names.length < 3 || groups.includes(null)) return null;
  return new Set(groups).size < names.length ? groups.map(String) : null;
}
