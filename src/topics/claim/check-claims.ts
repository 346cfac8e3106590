import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { measuresMembers, Meta, ScaleInShort } from "../../ask/components.ts";
import { describeMeasures, openRows } from "../../ask/describe.ts";
import { joinMembers, nullable, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { urlOf } from "../../ask/named-members.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { findRelease } from "../../ask/choose-release.ts";
import type { Sources } from "../../ask/sources.ts";
import { urlTo } from "../../ask/urls.ts";
import { Problem, type ProblemCode } from "../../problem.ts";
import { checkClaim } from "./check-claim.ts";
import { describeVerdict, examineGiven, Verdict, VERDICT_COMPONENTS, verdictMembers } from "./examined-claim.ts";
import { ClaimParameters, completionOf, findClaimErrors, type GivenClaim } from "./read-claim.ts";
import { isUnlisted } from "./sentence-names.ts";
import { TEXT_CHARACTERS_MAX } from "./claim-subject.ts";
import { openOwnSentences } from "./own-sentences.ts";
import { NOT_UNDERSTOOD, type NotUnderstood, openReader } from "./read-sentence.ts";

/** Maximum number of statements in one request. */
export const STATEMENTS_MAX = 20;

const BYTES_MAX = 64 * 1024;

/** A sentence, or a claim as the check of one claim takes it. */
const Statement = Type.Unsafe<string | GivenClaim>({
  ...ClaimParameters,
  type: ["string", "object"],
  minLength: 1,
  maxLength: TEXT_CHARACTERS_MAX,
  description: "An English sentence, or a claim by the parameters of `GET`.",
});

const StatementList = Type.Object(
  { statements: Type.Array(Statement, { minItems: 1, maxItems: STATEMENTS_MAX, description: "What to check." }) },
  { $id: "StatementList", additionalProperties: false },
);

/** Problems that keep a well-formed statement from being checked. */
const PROBLEMS_OF_STATEMENTS = [
  "invalid_request",
  "country_not_found",
  "sector_not_found",
  "company_not_found",
  "release_not_found",
  "release_withdrawn",
  "release_removed",
  "unavailable",
] as const satisfies readonly ProblemCode[];

const StatementProblem = Type.Object(
  {
    code: oneOf([...NOT_UNDERSTOOD, ...PROBLEMS_OF_STATEMENTS], {
      description:
        "A code of the API, or why a sentence was not understood: `unknown_words`; `unclear`, words that no claim puts together so; `no_time`, a move without since when; or what no claim can say: a `number`, a `score`, a `cause`, a `forecast`, a `qualifier` such as “probably”, a `region`.",
    }),
    detail: Type.String({ description: "What was found, and what to do." }),
    words: Type.Array(Type.String(), { description: "What was not understood of a sentence." }),
  },
  { description: "Why it was not checked." },
);

const StatementCheck = objectOf({
  ...verdictMembers,
  negated: Type.Boolean({ description: "As in the statement." }),
  company_names: Type.Array(Type.String(), {
    description: "Names of companies in these sentences, as the publisher writes them: any text at all.",
  }),
  href: urlOf("the check of the claim, not negated, with its figures"),
});

const CheckedStatement = objectOf(
  {
    text: nullable(Type.String({ description: "The sentence as it was sent." }), "encoded"),
    verdict: nullableRef(Verdict, "not_checked"),
    checks: Type.Array(StatementCheck, {
      description:
        "The claims that the statement makes; most make one. None of a sentence of the service itself, which holds.",
    }),
    problem: nullable(StatementProblem, "checked"),
  },
  { $id: "CheckedStatement" },
);

const CheckedStatements = objectOf(
  {
    meta: ref(Meta),
    scale: ref(ScaleInShort),
    ...measuresMembers,
    items: Type.Array(ref(CheckedStatement), { description: "In the order of the statements." }),
  },
  { $id: "CheckedStatements" },
);

export const checkClaims = defineOperation({
  id: "check_claims",
  method: "POST",
  path: "/api/v2/claims/check",
  tag: "Intelligence",
  summary: "Whether statements may be printed",
  description: `Checks up to ${STATEMENTS_MAX} statements, each a claim as data or an English sentence: “Italy got worse since last year”, “most French companies are rated Low”, “Denmark is not ahead of Sweden”. Sentences of the service itself are known. Of others every word has to be understood; nothing is guessed. A sentence that is not, or that names what there is not, does not affect the others: its \`problem\` names the words. It counts as one request.`,
  parameters: { path: Type.Object({}), query: describeParameters({ release: releaseParameter.release }) },
  body: {
    schema: StatementList,
    bytesMax: BYTES_MAX,
    example: { statements: ["Denmark is not the most trusted"] },
  },
  form: { kind: "json", schema: CheckedStatements, components: [CheckedStatement, ...VERDICT_COMPONENTS] },
  async answer(sources, _parameters, { statements }) {
    const readers = [openReader(sources), openOwnSentences(sources)] as const;
    const items: Static<typeof CheckedStatement>[] = [];
    for (const statement of statements) {
      items.push(await checkStatement(sources, readers, statement));
      await sources.nextTurn();
    }
    return { kind: "json", body: joinMembers(openRows(sources), describeMeasures(sources.snapshot), { items }) };
  },
});

async function checkStatement(
  sources: Sources,
  [read, isOwn]: readonly [ReturnType<typeof openReader>, ReturnType<typeof openOwnSentences>],
  statement: string | GivenClaim,
): Promise<Static<typeof CheckedStatement>> {
  const own = typeof statement === "string" ? statement : null;
  const meant = typeof statement === "string" ? read(statement) : { claims: [statement] };
  if (!("claims" in meant)) {
    const { reason, words } = meant;
    if (await isOwn(own ?? "")) return describeStatement(own, [], null);
    return describeStatement(own, [], { code: reason, detail: DETAILS[reason](words), words: [...words] });
  }
  try {
    const checks = [];
    for (const claim of meant.claims) checks.push(await checkOne(sources, claim));
    // Lists of companies count what nothing else may be told of: two that are judged.
    const isUntold = checks.some(({ verdict }) => verdict === "cannot_be_told");
    const isCounted = isUntold && meant.claims.every(({ is }) => completionOf(is) === "share");
    const isListed = isCounted && own !== null && (await isOwn(own));
    return describeStatement(own, isListed ? [] : checks, null);
  } catch (error) {
    const code = error instanceof Problem ? PROBLEMS_OF_STATEMENTS.find((known) => known === error.code) : undefined;
    if (!(error instanceof Problem) || code === undefined) throw error;
    return describeStatement(own, [], { code, detail: error.message, words: [] });
  }
}

async function checkOne(now: Sources, claim: GivenClaim): Promise<Static<typeof StatementCheck>> {
  const { negated = false, release, ...given } = claim;
  const sources = release === undefined ? now : { ...now, snapshot: findRelease(now.releases, release) };
  const errors = findClaimErrors(sources, claim);
  if (errors.length > 0) throw new Problem("invalid_request", errors.map(({ detail }) => detail).join(" "));
  const examined = await examineGiven(sources, claim);
  const { subject, claim: checked } = examined;
  const named = "than" in checked ? [subject, checked.than] : [subject];
  const query = { ...given, release: sources.snapshot.name };
  const found = describeVerdict(sources, examined);
  const when = release === undefined ? "" : `In release ${sources.snapshot.name}: `;
  const isNamesake = subject.kind === "company" && isUnlisted(sources, { value: subject.label });
  const meant = isNamesake ? `The company ${subject.label} is meant: no country of that name is listed. ` : "";
  return joinMembers(found, {
    claim: when + found.claim,
    because: meant + when + found.because,
    say_instead: found.say_instead && when + found.say_instead,
    negated,
    company_names: named.flatMap(({ kind, label }) => (kind === "company" ? [label] : [])),
    href: sources.site.baseUrl + urlTo(checkClaim.path, query),
  });
}

/** The verdicts, the one that keeps a sentence from being printed first. */
const GRAVEST = ["does_not_hold", "cannot_be_told", "misleading", "holds"] as const;

function describeStatement(
  own: string | null,
  checks: Static<typeof StatementCheck>[],
  problem: Static<typeof StatementProblem> | null,
): Static<typeof CheckedStatement> {
  const verdict =
    GRAVEST.find((each) => checks.some((check) => check.verdict === each)) ?? (problem === null ? "holds" : null);
  return joinMembers(
    withReasons({ text: own }, { text: "encoded" }),
    withReasons({ verdict }, { verdict: "not_checked" }),
    { checks },
    withReasons({ problem }, { problem: "checked" }),
  );
}

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(", ");

/** Details of the problem of a sentence that was not understood, by reason. */
const DETAILS: Readonly<Record<NotUnderstood, (words: readonly string[]) => string>> = {
  unknown_words: (words) =>
    `Not understood: ${quoted(words)}. Name countries, sectors and companies in full, and bands by their labels; company names may be quoted.`,
  unclear: (words) =>
    `The words are known, but no claim is put together like ${quoted(words)}. Make one claim a sentence, or send it as data.`,
  no_time: (words) => `${quoted(words)} needs a time: “since the previous release”, “since last year”, “since 2024”.`,
  number: (words) => `No claim has the number ${quoted(words)} there: bands are no numbers.`,
  score: (words) => `Bands have no scores, so ${quoted(words)} cannot be told.`,
  cause: (words) => `The data give no causes, so ${quoted(words)} cannot be told.`,
  forecast: (words) => `The data say nothing of what is to come, so ${quoted(words)} cannot be told.`,
  qualifier: (words) => `No claim can say ${quoted(words)}. Leave it out only if the sentence is true without it.`,
  region: (words) =>
    `No claim has the region ${quoted(words)}. Places in a ranking are told of all ranked countries, or “in” a region of the United Nations (M49), such as Europe or Western Africa.`,
};
