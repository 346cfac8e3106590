import type { Static } from "typebox";
import { counted, inARow } from "../../ask/grammar.ts";
import { type Caution, cautionMeasures, NO_SAMPLE, NO_SAMPLE_OF_COMPANY } from "../../mcp/cautions.ts";
import { linksArgument, releaseArgument } from "../../mcp/arguments.ts";
import { findNamesake, quoteName } from "../subject/tool-found.ts";
import { LISTED_BY_TOOLS, type Tool } from "../../mcp/tool.ts";
import { urlTo } from "../../ask/urls.ts";
import { type ListedIn, Problem } from "../../problem.ts";
import { search } from "../search/search.ts";
import { checkClaims, STATEMENTS_MAX } from "./check-claims.ts";
import { CLAIM_WORDS } from "./read-claim.ts";

const text = { type: "string" };

/** The schema of a statement as data, described for a model. */
const CLAIM_SCHEMA = {
  type: "object",
  properties: {
    subject: { type: "string", description: "A country; for others `sector:` or `company:` before an id." },
    is: {
      type: "string",
      enum: CLAIM_WORDS,
      description:
        "With `value`: band, at_least, at_most (its median band), most… (more than half), share… (`percent`), rank, rank_alone, shares_rank, average. With `than`: above, below, alike, companies_…. With `since`: risen, fallen, unchanged, moved, caused. Alone: best, worst, none_…",
    },
    value: { type: "string", description: "A band, or a number." },
    percent: { ...text, description: "`40`, `<2/3`, `36_of_103`." },
    than: text,
    since: { type: "string", description: "An earlier release, date or `previous`." },
    pillar: text,
    region: { type: "string", description: "With rank…, best, worst: among the countries of this UN region." },
    negated: { type: "boolean" },
  },
  required: ["subject", "is"],
};

export const checkClaimsTool: Tool = {
  name: "check_claims",
  title: "Check whether statements may be written",
  description: `Checks up to ${STATEMENTS_MAX} statements before you write them: bands, ranks, one above another, shares, rise and fall. Each is an English sentence (“Italy got worse since last year”) or data. \`holds\`: write it, with what \`companions\` name. \`misleading\` (true as arithmetic, false as readers take it) and \`does_not_hold\`: write \`say_instead\`. \`cannot_be_told\`: write neither it nor its opposite. What is not understood is not checked: \`problem\` says which words; put it in others. Averages, causes and predictions never hold.`,
  operations: [checkClaims, search],
  arguments: {
    statements: {
      schema: {
        type: "array",
        maxItems: STATEMENTS_MAX,
        items: { anyOf: [text, CLAIM_SCHEMA] },
      },
      isRequired: true,
      isStructured: true,
    },
    links: linksArgument,
    release: releaseArgument,
  },
  async answer({ ask, given, sent, baseUrl, hasLinks }) {
    const { statements } = sent;
    const list = (Array.isArray(statements) ? statements : [statements]).map((each: unknown) => textsIn(each));
    if (list.length > STATEMENTS_MAX)
      throw new Problem(
        "invalid_request",
        `\`statements\` has ${list.length} entries; check at most ${STATEMENTS_MAX} at once.`,
      );
    const { meta, items, ...measures } = await ask(checkClaims, given, { statements: list });
    const checks = items.flatMap((item) => item.checks);
    const isOfExtremes = checks.some(({ href }) => /[?&]is=(?:best|worst|none)(?:&|_|$)/u.test(href));
    const isOfTwo = checks.some(({ href }) => href.includes("&than="));
    const [only] = checks;
    const countries = items.flatMap(({ text: own, checks: all }) => (own === null ? [] : all.flatMap(countriesOf)));
    const namesakes = await Promise.all(
      [...new Set(countries)].map((name) => findNamesake(ask, name, given["release"])),
    );
    return {
      meta,
      summary:
        items.length === 1 && checks.length === 1 && only !== undefined
          ? `${VERDICT[only.verdict]} ${quoteNames(only.because, only)}`
          : summarize(items),
      cautions: [
        ...cautionVerdicts(items),
        ...(isOfExtremes ? cautionMeasures(measures) : []),
        ...(isOfTwo ? [checks.some(isOfCompanies) ? NO_SAMPLE_OF_COMPANY : NO_SAMPLE] : []),
        ...(checks.some(isOfCompanies)
          ? [{ not: "Name no judgement of a company without its replies, which `get` has." }]
          : []),
      ],
      content: {
        items: items.map(({ text: own, verdict, checks: all, problem }) => {
          const [first] = all;
          return {
            ...(own === null ? {} : { text: own }),
            verdict,
            ...(problem === null ? {} : { problem: { code: problem.code, detail: detailOf(problem) } }),
            ...(first === undefined
              ? {}
              : all.length === 1
                ? checkOf(first, hasLinks)
                : { checks: all.map((check) => ({ verdict: check.verdict, ...checkOf(check, hasLinks) })) }),
          };
        }),
      },
      links: {
        api: only?.href ?? baseUrl + checkClaims.path,
        page: baseUrl + urlTo("/claims", { release: meta.release }),
      },
      cuttable: { items: "check fewer statements at once." },
      leftOut: namesakes.flat(),
    };
  },
};

/** The list that helps with each problem code of a statement. */
const LISTED_IN: Readonly<Record<string, ListedIn | undefined>> = {
  country_not_found: "countries",
  sector_not_found: "sectors",
  company_not_found: "companies",
  release_not_found: "releases",
};

function detailOf({ code, detail }: { readonly code: string; readonly detail: string }): string {
  const listedIn = LISTED_IN[code];
  return listedIn === undefined ? detail : `${detail} ${LISTED_BY_TOOLS[listedIn]}`;
}

/** Turns the numbers of a claim into texts, as the operation takes them. */
function textsIn(statement: unknown): unknown {
  if (typeof statement !== "object" || statement === null || Array.isArray(statement)) return statement;
  return Object.fromEntries(
    Object.entries(statement).flatMap(([name, value]: [string, unknown]) => {
      if (value === null || value === "") return [];
      return [[name, typeof value === "number" ? String(value) : value] as const];
    }),
  );
}

type CheckedItem = Static<(typeof checkClaims)["form"]["schema"]>["items"][number];
type Check = CheckedItem["checks"][number];

/** The countries that a check of a sentence is about, by the words of their slugs. */
function countriesOf({ href }: Check): string[] {
  const { searchParams } = new URL(href);
  return ["subject", "than"].flatMap((name) => {
    const [, slug] = /^country:(.+)$/u.exec(searchParams.get(name) ?? "") ?? [];
    return slug === undefined ? [] : slug.replaceAll("-", " ");
  });
}

/** Puts names of companies in a sentence of a check in quotation marks. */
function quoteNames(sentence: string, { company_names }: Pick<Check, "company_names">): string {
  return company_names.reduce((quoted, name) => quoteName(quoted, name), sentence);
}

function checkOf(check: Check, hasLinks: boolean) {
  const { companions, reason, say_instead, href } = check;
  return {
    claim: quoteNames(check.claim, check),
    ...(reason === null ? {} : { reason }),
    because: quoteNames(check.because, check),
    ...(say_instead === null ? {} : { say_instead: quoteNames(say_instead, check) }),
    ...(companions.length === 0 ? {} : { companions }),
    ...(hasLinks ? { href } : {}),
  };
}

const isOfCompanies = ({ company_names }: Pick<Check, "company_names">): boolean => company_names.length > 0;

/** First sentences of the summary of one check, by verdict. */
const VERDICT = {
  holds: "The statement holds.",
  misleading: "The statement misleads.",
  does_not_hold: "The statement does not hold.",
  cannot_be_told: "It cannot be told.",
} as const;

function summarize(items: readonly CheckedItem[]): string {
  const count = (verdict: CheckedItem["verdict"]): number => items.filter((item) => item.verdict === verdict).length;
  const parts = [
    [count("holds"), "holds", "hold"],
    [count("misleading"), "misleads", "mislead"],
    [count("does_not_hold"), "does not hold", "do not hold"],
    [count("cannot_be_told"), "cannot be told", "cannot be told"],
    [count(null), "could not be checked", "could not be checked"],
  ] as const;
  const said = parts.flatMap(([many, one, several]) => (many === 0 ? [] : [counted(many, one, several)]));
  return `Of ${counted(items.length, "statement", "statements")}, ${inARow(said)}.`;
}

/** Tells what may be written of the statements, in one sentence per verdict. */
function cautionVerdicts(items: readonly CheckedItem[]): Caution[] {
  const has = (verdict: CheckedItem["verdict"]): boolean => items.some((item) => item.verdict === verdict);
  return [
    ...(has("misleading") || has("does_not_hold")
      ? [{ not: "Write no statement that misleads or does not hold: write its `say_instead`." }]
      : []),
    ...(has("cannot_be_told") ? [{ not: "Write neither a statement that cannot be told nor its opposite." }] : []),
    ...(has(null)
      ? [{ not: "Write no statement that could not be checked: put it in other words, or leave it out." }]
      : []),
  ];
}
