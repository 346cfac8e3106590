import type { Answers } from "../intake/guess/answers.ts";
import { findDateForms, valuesOfDates } from "../intake/guess/date-form.ts";
import { findDoubts } from "../intake/guess/doubts.ts";
import { groupPillars, pillarAnswers, pillarsOf } from "../intake/guess/group-pillars.ts";
import type { GivenColumns } from "../intake/guess/guess-table.ts";
import { saysNotJudged } from "../intake/guess/header-words.ts";
import { draftOfGuess } from "../intake/guess/mapping-of-guess.ts";
import type { BenchGuess } from "../intake/workbench/open-workbench.ts";
import type { Draft, DraftEntry, DraftJudgements, OpenQuestion } from "./drafts.ts";

/** A guess that nobody has said anything about. */
export const NOTHING_GIVEN: GivenColumns = { roles: {}, pillars: [], country: null, none: [], cells: {}, lookups: [] };

/**
 * The documents that say what was guessed. Nothing is decided in them: there are no bands, and what
 * is doubtful stays out until its question is answered.
 */
export function draftOf({ guess, encoding }: BenchGuess, before: Draft, now: Date): Partial<Draft> {
  const values = guess.judgements.flatMap((each) => each.values.map(({ value }) => value.toLowerCase()));
  const found = [...new Set(guess.judgements.flatMap(({ pillars }) => pillars.map(({ value }) => value)))];
  const areColumns = guess.judgements.every(({ judged }) => judged.shape === "wide");
  const named = pillarAnswers(groupPillars(found, areColumns));
  const pillars = pillarsOf(named);
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
  // Where nothing tells day and month apart, a person says it in the step of the files.
  const [dates, otherDates] = findDateForms(valuesOfDates(guess.judgements)) ?? [];
  return {
    mapping: { ...draft, judgements: judgements.map((each) => asCriteria(each, pillars)) },
    dataset: {
      ...before.dataset,
      year: before.dataset.year ?? now.getUTCFullYear(),
      ...(encoding === null ? {} : { encoding }),
      ...(dates === undefined || otherDates !== undefined ? {} : { dates }),
      ...(pillars.length === 0 ? {} : { pillars }),
    },
    marks: { ...before.marks, questions },
  };
}

/** Columns that share a pillar are its criteria, and so is one whose pillar is called otherwise. */
function asCriteria(judgements: DraftJudgements, pillars: readonly DraftEntry[]): DraftJudgements {
  const { columns } = judgements;
  if (columns === undefined) return judgements;
  const named = Object.entries(columns).map(([column, judged]) => [
    column,
    { criterion: column.slice(0, 300), ...judged },
  ]);
  return { ...judgements, columns: withCriteria(Object.fromEntries(named), pillars) };
}

/**
 * Names the criterion of every column but those that are all of their pillar: one that is called
 * like its column has none, and one that was given another name gets none.
 */
export function withCriteria(
  columns: NonNullable<DraftJudgements["columns"]>,
  pillars: readonly DraftEntry[],
): NonNullable<DraftJudgements["columns"]> {
  const counts = Map.groupBy(Object.values(columns), ({ pillar }) => pillar);
  return Object.fromEntries(
    Object.entries(columns).map(([column, { criterion, ...judged }]) => {
      const isAlone = counts.get(judged.pillar)?.length === 1;
      const isCalledSo = pillars.some(({ id, label }) => id === judged.pillar && label === column);
      if (isAlone && (criterion === undefined || isCalledSo)) return [column, judged];
      return [column, { ...judged, criterion: criterion ?? column.slice(0, 300) }];
    }),
  );
}
