import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { oneOf } from "../../ask/json-shape.ts";
import { type ProblemError, quote } from "../../problem.ts";
import { findFutureErrors, findRelease, isLater } from "../../ask/choose-release.ts";
import { type ClaimSubject, findSubject, kindOf, readNamed, subjectIn, TEXT_CHARACTERS_MAX } from "./claim-subject.ts";
import { readDifferent, readFilters } from "../../ask/filters.ts";
import { refuseParameters } from "../../ask/read-parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { isTakenBack as isTakenBackFrom } from "../change/release-switches.ts";
import { SHARE } from "../../trust/claims.ts";
import type { Claim } from "./words.ts";

/** Reads a claim from its parameters. */

/** The claims, by what completes them; a share is of a band, with how large it is. */
const CLAIMS = [
  ["band", ["band", "at_least", "at_most"]],
  ["than", ["above", "below", "alike", "companies_better", "companies_worse"]],
  ["rank", ["rank", "rank_alone", "shares_rank"]],
  ["nothing", ["best", "worst", "none_above", "none_below"]],
  ["half", ["most", "most_at_least", "most_at_most"]],
  ["share", ["share", "share_at_least", "share_at_most"]],
  ["average", ["average"]],
  ["since", ["risen", "fallen", "unchanged", "moved", "caused"]],
] as const;

type Completion = (typeof CLAIMS)[number][0];
export type ClaimWord = (typeof CLAIMS)[number][1][number];
export const CLAIM_WORDS = CLAIMS.flatMap(([, words]): readonly ClaimWord[] => words);

/** Returns what completes a claim by its word; null for an unknown word. */
export function completionOf(word: string | undefined): Completion | null {
  return CLAIMS.find(([, words]) => words.some((known) => known === word))?.[0] ?? null;
}

/** Returns the parameter that completes a claim by its word; null for none. */
export function completedBy(word: string | undefined): "value" | "than" | "since" | null {
  const completion = completionOf(word);
  if (completion === null || completion === "nothing") return null;
  return completion === "than" || completion === "since" ? completion : "value";
}

const SAME = { description: "As in `GET`." };
const shortText = Type.String({ minLength: 1, maxLength: TEXT_CHARACTERS_MAX, ...SAME });

/** A claim, or its opposite, as parameters of the check. */
export const ClaimParameters = Type.Object(
  {
    subject: shortText,
    is: oneOf(CLAIM_WORDS, SAME),
    value: Type.Optional(shortText),
    percent: Type.Optional(Type.String({ maxLength: 20, pattern: SHARE.source, ...SAME })),
    than: Type.Optional(shortText),
    since: Type.Optional(shortText),
    pillar: Type.Optional(shortText),
    region: Type.Optional(shortText),
    negated: Type.Optional(Type.Boolean({ description: "Whether its opposite is claimed." })),
  },
  { additionalProperties: false },
);

/** `release` is an earlier one, of a sentence that says what was; it is never given as data. */
export type GivenClaim = Readonly<Static<typeof ClaimParameters>> & { readonly release?: string };

type PartialClaim = Partial<GivenClaim>;

/** Returns true for claims about a place in a ranking, which may be that of a region. */
export function isRanking(word: string | undefined): boolean {
  const completion = completionOf(word);
  return completion === "rank" || completion === "nothing";
}

/** Finds errors in the form of a claim; the names in it are looked up later. */
export function findClaimErrors(sources: Sources, given: PartialClaim): ProblemError[] {
  const { subject, is, value, than, since, region } = given;
  const errors = [...readFilters(sources, given).errors];
  const refuse = (parameter: keyof GivenClaim, detail: string): void => void errors.push({ parameter, detail });
  const about = subject === undefined ? undefined : readNamed(subject, "country");
  const other = than === undefined ? undefined : readNamed(than, about?.kind ?? "country");
  const kinds = "`country:`, `sector:` or `company:` before the colon, or `countries:ranked`";
  if (about === null) refuse("subject", `\`subject\` is ${quote(subject ?? "")}; expected ${kinds}.`);
  if (other === null) refuse("than", `\`than\` is ${quote(than ?? "")}; expected ${kinds}.`);
  if (about != null && other != null && about.kind !== other.kind)
    refuse("than", `\`than\` is a ${other.kind}, and \`subject\` a ${about.kind}; give two of the same kind.`);
  if (is === undefined) return errors;
  const claimed = `\`is\` is ${quote(is)}, but \`subject\` is a`;
  if (about?.kind === "countries") {
    if (completionOf(is) !== "share" && completionOf(is) !== "half")
      refuse("is", "`subject` is all ranked countries; claim a share of them.");
  } else if (about != null && about.kind !== "country" && isRanking(is))
    refuse("is", `${claimed} ${about.kind}; only countries are ranked.`);
  if (region !== undefined && !isRanking(is)) refuse("region", `\`is=${is}\` takes no \`region\`; leave it out.`);
  if (about?.kind === "company" && (is === "companies_better" || is === "companies_worse"))
    refuse("is", `${claimed} company; give a country or a sector, or \`is=above\`.`);
  const needed = completedBy(is);
  for (const name of ["value", "than", "since"] as const) {
    const isGiven = given[name] !== undefined;
    if (name === needed && !isGiven) refuse(name, `\`is=${is}\` needs \`${name}\`.`);
    if (name !== needed && isGiven) refuse(name, `\`is=${is}\` takes no \`${name}\`; leave it out.`);
  }
  errors.push(...findPercentErrors(is, given.percent));
  if (needed === "since" && since !== undefined) errors.push(...findFutureErrors("since", since, sources.at));
  if (needed === "value" && value !== undefined) errors.push(...readValue(sources, is, value).errors);
  return errors;
}

const RANK = /^[1-9]\d{0,5}$/u;
const AVERAGE = /^-?\d{1,6}(?:\.\d{1,6})?$/u;

/** The forms of `percent`, as its readers are told. */
export const SHARE_FORMS =
  "a number from 0 to 100, a fraction such as `2/3`, a count such as `36_of_all` or `36_of_103`, each also after `<`, `<=`, `>` or `>=`, or `all_but_1`";

/** Checks `percent`, which completes a share in addition to its band. */
function findPercentErrors(is: ClaimWord, percent: string | undefined): ProblemError[] {
  const wrong = (detail: string): ProblemError[] => [{ parameter: "percent", detail }];
  if (completionOf(is) !== "share")
    return percent === undefined ? [] : wrong(`\`is=${is}\` takes no \`percent\`; leave it out.`);
  if (percent === undefined) return wrong(`\`is=${is}\` needs \`percent\`.`);
  if (SHARE.test(percent)) return [];
  return wrong(`\`percent\` is ${quote(percent)}; expected ${SHARE_FORMS}.`);
}

/** Reads `value`: the level of a band, or a number. */
function readValue(
  sources: Sources,
  is: ClaimWord,
  value: string,
): { number: number; errors: readonly ProblemError[] } {
  const completion = completionOf(is);
  if (completion === "band" || completion === "half" || completion === "share") {
    const { meanings, errors } = readDifferent(sources, "value", "band", [value]);
    return { number: Number(meanings[0]?.value ?? 0), errors };
  }
  const [form, expected] = is === "average" ? [AVERAGE, "a number"] : [RANK, "a rank, an integer from 1"];
  const detail = `\`value\` is ${quote(value)}; expected ${expected}.`;
  return { number: Number(value), errors: form.test(value) ? [] : [{ parameter: "value", detail }] };
}

/** Looks up what a claim names. Throws a problem if a name is unknown. */
export function readClaim(
  sources: Sources,
  { is, value = "", percent = "", than = "", since = "" }: PartialClaim & { readonly is: ClaimWord },
  subject: ClaimSubject,
  pillar: number | null,
): Claim {
  if (isCompletedBy(is, "band")) return { is, level: readValue(sources, is, value).number };
  if (isCompletedBy(is, "share")) return { is, level: readValue(sources, is, value).number, percent };
  if (isCompletedBy(is, "half"))
    return { is: SHARES[is], level: readValue(sources, is, value).number, percent: ">1/2" };
  if (isCompletedBy(is, "average")) return { is, average: value };
  if (isCompletedBy(is, "rank")) return { is, rank: readValue(sources, is, value).number };
  if (isCompletedBy(is, "nothing")) return { is };
  if (isCompletedBy(is, "since")) return { is, ...readEarlier(sources, since, subject, pillar) };
  const other = findSubject(sources, kindOf(than, subject.kind), pillar);
  // The verdict tells apart two parts of one country, or a part and the whole.
  if (other.id !== subject.id || other.part?.code !== subject.part?.code) return { is, than: other };
  throw refuseParameters([{ parameter: "than", detail: "`than` is the subject itself; name another one." }], false);
}

/** The shares that are more than half. */
const SHARES = { most: "share", most_at_least: "share_at_least", most_at_most: "share_at_most" } as const;

function isCompletedBy<By extends Completion>(
  is: ClaimWord,
  by: By,
): is is Extract<(typeof CLAIMS)[number], readonly [By, unknown]>[1][number] {
  return completionOf(is) === by;
}

/** The index that a pillar of a release has in an earlier one; -1 for none. */
export function pillarIn(earlier: Snapshot, { manifest }: Snapshot, pillar: number): number {
  const chosen = manifest.dataset.pillars[pillar]?.id;
  return earlier.manifest.dataset.pillars.findIndex(({ id }) => id === chosen);
}

/** Finds an earlier release, and the subject in it. */
function readEarlier(
  { releases, atlas }: Sources,
  text: string,
  { kind, id: own, snapshot }: ClaimSubject,
  pillar: number | null,
) {
  const since = findRelease(releases, text);
  const { id } = snapshot.manifest;
  const isSame = since.manifest.id === id;
  if (isSame || isLater(releases, since, snapshot)) {
    const same = "the release in which the claim is checked, so nothing can have changed";
    const detail = `\`since\` is ${quote(text)}, ${isSame ? same : `which became current after ${id}`}; expected an earlier release.`;
    throw refuseParameters([{ parameter: "since", detail }], false);
  }
  const isTakenBack = [since, snapshot].some(({ manifest }) => isTakenBackFrom(releases, manifest.id));
  const earlier = pillar === null ? null : pillarIn(since, snapshot, pillar);
  const before = earlier === -1 ? undefined : subjectIn({ snapshot: since, atlas }, kind, own, earlier);
  return { since, isTakenBack, before };
}
