import type { ReleaseChanges } from "../../release/changes/release-changes.ts";
import type { Fact, FactChange } from "../../trust/fact-changes.ts";
import { capitalized, counted, dayInWords, digits, inARow } from "../../ask/grammar.ts";
import { sentences } from "../../ask/words.ts";

/** How much two releases are judged by, and what they say about themselves, in words. */

/** How much more or less the later release is judged by; empty where it is as much. */
export function judgementsInWords({ judgements }: Pick<ReleaseChanges, "judgements">): string {
  const { before, after, criteriaAdded, criteriaRemoved } = judgements;
  const instead = (now: number, then: number, what: string): string[] =>
    now === then ? [] : [`${digits(now)} ${what} instead of ${digits(then)}`];
  const totals = [
    ...instead(after.judgements, before.judgements, "judgements"),
    ...instead(after.sources, before.sources, "judgements with a source"),
  ];
  const criteria = [
    ...(criteriaRemoved.length > 0 ? [counted(criteriaRemoved.length, "criterion is gone", "criteria are gone")] : []),
    ...(criteriaAdded.length > 0 ? [counted(criteriaAdded.length, "criterion is new", "criteria are new")] : []),
  ];
  return sentences(
    totals.length === 0 ? "" : `The data have ${inARow(totals)}.`,
    before.newest === after.newest
      ? ""
      : `The newest judgement is ${datedInWords(after.newest)}, not ${datedInWords(before.newest)}.`,
    criteria.length === 0 ? "" : `${capitalized(inARow(criteria))}.`,
  );
}

function datedInWords(date: string | null): string {
  return date === null ? "undated" : `of ${dayInWords(date)}`;
}

/** What the releases say differently about themselves; empty where nothing is. */
export function factsInWords({ facts }: Pick<ReleaseChanges, "facts">): string {
  const named = [...new Set(facts.map(({ fact }) => fact))];
  const parts = named.map((name) => FACTS_IN_WORDS[name](facts.filter(({ fact }) => fact === name)));
  return parts.length === 0 ? "" : `${capitalized(inARow(parts))}.`;
}

type InWords = (changes: readonly FactChange[]) => string;

const another =
  (what: string): InWords =>
  () =>
    `${what} is another one`;
const fromTo =
  (what: string): InWords =>
  ([change]) =>
    `${what} is ${change?.after ?? "not given"} instead of ${change?.before ?? "not given"}`;
const many =
  (one: string, several: string): InWords =>
  ({ length }) =>
    counted(length, one, several);

const FACTS_IN_WORDS: Readonly<Record<Fact, InWords>> = {
  title: another("the title"),
  v1_title: another("the title in version 1"),
  publisher: fromTo("the publisher"),
  year: fromTo("the year"),
  homepage: another("the homepage"),
  licence: fromTo("the licence"),
  notice: another("the notice"),
  mark: fromTo("the mark of sentences"),
  measures: another("what the bands measure"),
  does_not_measure: another("what the bands do not measure"),
  band_label: many("band has another label", "bands have other labels"),
  band_description: many("band has another description", "bands have other descriptions"),
  pillar_label: many("pillar has another label", "pillars have other labels"),
  pillar_description: many("pillar has another description", "pillars have other descriptions"),
  pillar_order: () => "the pillars are in another order",
  sector_label: many("sector has another label", "sectors have other labels"),
  judge_label: many("judge has another label", "judges have other labels"),
  criterion_label: many("criterion has another label", "criteria have other labels"),
  monitored: () => "other countries are monitored",
  minimum_companies: fromTo("the number of companies that a rank needs"),
  about: another("the text about the data"),
  privacy: another("the text on privacy"),
  terms: another("the text of the terms"),
  accent: another("the colour"),
  logo: another("the logo"),
  logo_dark: another("the logo for dark pages"),
};
