import { type ProblemError, quote } from "../problem.ts";
import { findFutureErrors, findRelease, isLater } from "./choose-release.ts";
import { type ClaimSubject, findSubject, readSubject, subjectIn, type SubjectKind } from "./claim-subject.ts";
import { readDifferent, readFilters } from "./filters.ts";
import { refuseParameters } from "./read-parameters.ts";
import type { Sources } from "./sources.ts";
import type { Claim } from "./words-of-claims.ts";

/** Reads a claim from the parameters it is made of. */

/** The claims there are. */
export const CLAIM_WORDS = [
  "band",
  "at_least",
  "at_most",
  "above",
  "below",
  "rank",
  "best",
  "worst",
  "most_at_least",
  "risen",
  "fallen",
  "unchanged",
] as const;
export type ClaimWord = (typeof CLAIM_WORDS)[number];

/** What a claim is completed by; the others of these parameters are refused. */
export const COMPLETED_BY: Readonly<Record<ClaimWord, "value" | "than" | "since" | null>> = {
  band: "value",
  at_least: "value",
  at_most: "value",
  most_at_least: "value",
  rank: "value",
  above: "than",
  below: "than",
  best: null,
  worst: null,
  risen: "since",
  fallen: "since",
  unchanged: "since",
};

interface Given {
  readonly subject?: string;
  readonly is?: ClaimWord;
  readonly value?: string;
  readonly than?: string;
  readonly since?: string;
  readonly pillar?: string;
}

const isRanking = (word: ClaimWord | undefined): boolean => word === "rank" || word === "best" || word === "worst";

/** What is wrong with how a claim is put together; what it names is looked up later. */
export function findClaimErrors(sources: Sources, given: Given): ProblemError[] {
  const { subject, is, value, than, since, pillar } = given;
  const errors = pillar === undefined ? [] : [...readFilters(sources, { pillar }).errors];
  const about = subject === undefined ? undefined : readSubject(subject, "country");
  const other = than === undefined ? undefined : readSubject(than, about?.kind ?? "country");
  const kinds = "`country:`, `sector:` or `company:` before the colon";
  if (about === null)
    errors.push({ parameter: "subject", detail: `\`subject\` is ${quote(subject ?? "")}; expected ${kinds}.` });
  if (other === null)
    errors.push({ parameter: "than", detail: `\`than\` is ${quote(than ?? "")}; expected ${kinds}.` });
  if (about != null && other != null && about.kind !== other.kind) {
    errors.push({
      parameter: "than",
      detail: `\`than\` is a ${other.kind}, and \`subject\` a ${about.kind}; give two of the same kind.`,
    });
  }
  if (is === undefined) return errors;
  if (about != null && about.kind !== "country" && isRanking(is)) {
    errors.push({
      parameter: "is",
      detail: `\`is\` is ${quote(is)}, but \`subject\` is a ${about.kind}; only countries are ranked.`,
    });
  }
  const needed = COMPLETED_BY[is];
  for (const name of ["value", "than", "since"] as const) {
    if (name === needed && given[name] === undefined)
      errors.push({ parameter: name, detail: `\`is=${is}\` needs \`${name}\`.` });
    if (name !== needed && given[name] !== undefined) {
      errors.push({ parameter: name, detail: `\`is=${is}\` takes no \`${name}\`; leave it out.` });
    }
  }
  if (needed === "since" && since !== undefined) errors.push(...findFutureErrors("since", since, sources.at));
  if (needed === "value" && value !== undefined) errors.push(...readValue(sources, is, value).errors);
  return errors;
}

const RANK = /^[1-9]\d{0,5}$/u;

/** Reads `value`: the level of a band, or a rank. */
function readValue(
  sources: Sources,
  is: ClaimWord,
  value: string,
): { number: number; errors: readonly ProblemError[] } {
  if (is !== "rank") {
    const { meanings, errors } = readDifferent(sources, "value", "band", [value]);
    return { number: Number(meanings[0]?.value ?? 0), errors };
  }
  const detail = `\`value\` is ${quote(value)}; expected a rank, an integer from 1.`;
  return { number: Number(value), errors: RANK.test(value) ? [] : [{ parameter: "value", detail }] };
}

/** The kind and the name in a text that was checked. */
export function kindOf(text: string, bare: SubjectKind) {
  return readSubject(text, bare) ?? { kind: bare, name: text };
}

/** Looks up what a claim names. Throws a problem where there is no such thing. */
export function readClaim(
  sources: Sources,
  { is, value = "", than = "", since = "" }: Given & { readonly is: ClaimWord },
  subject: ClaimSubject,
  pillar: number | null,
): Claim {
  switch (is) {
    case "band":
    case "at_least":
    case "at_most":
    case "most_at_least":
      return { is, level: readValue(sources, is, value).number };
    case "rank":
      return { is, rank: readValue(sources, is, value).number };
    case "best":
    case "worst":
      return { is };
    case "above":
    case "below": {
      const other = findSubject(sources, kindOf(than, subject.kind), pillar);
      if (other.id !== subject.id) return { is, than: other };
      throw refuseParameters([{ parameter: "than", detail: "`than` is the subject itself; name another one." }], false);
    }
    case "risen":
    case "fallen":
    case "unchanged":
    default:
      return { is, ...readEarlier(sources, since, subject, pillar) };
  }
}

/** An earlier release, and the subject in it. */
function readEarlier(
  { releases }: Sources,
  text: string,
  { kind, id: own, snapshot }: ClaimSubject,
  pillar: number | null,
) {
  const since = findRelease(releases, text);
  if (isLater(releases, since, snapshot)) {
    const { id } = snapshot.manifest;
    const detail = `\`since\` is ${quote(text)}, which became current after ${id}; expected an earlier release.`;
    throw refuseParameters([{ parameter: "since", detail }], false);
  }
  if (pillar === null) return { since, before: subjectIn(since, kind, own, null) };
  const named = snapshot.manifest.dataset.pillars[pillar]?.id;
  const earlier = since.manifest.dataset.pillars.findIndex(({ id: each }) => each === named);
  return { since, before: earlier < 0 ? undefined : subjectIn(since, kind, own, earlier) };
}
