import type { Caution } from "../../mcp/cautions.ts";
import { quoteName } from "../subject/tool-figures.ts";
import { cursorArgument, limitArgument, linksArgument } from "../../mcp/arguments.ts";
import type { Asking, Finding, Tool } from "../../mcp/tool.ts";
import { urlTo } from "../../ask/urls.ts";
import { quote } from "../../problem.ts";
import { readSubject } from "../claim/claim-subject.ts";
import { getCompanyHistory } from "../subject/company.ts";
import { listChanges } from "./list-changes.ts";

const COMPANIES_MAX = 50;
const COMPANIES_USUAL = 10;

export const whatChangedTool: Tool = {
  name: "what_changed",
  title: "What changed between two releases",
  description:
    "Which countries and sectors have another median band than in an earlier release, why (companies re-rated, added, removed, filed elsewhere, or another method), and which companies that happened to. Use for every question about change, trend, rise or fall. Where `trend` is null no rise or fall may be claimed; a band that moved because companies were added or removed says nothing about the others.",
  operations: [listChanges, getCompanyHistory],
  chargedTo: ({ given }) => (isCompany(given["subject"]) ? getCompanyHistory : listChanges),
  arguments: {
    since: {
      parameter: "from",
      schema: {
        type: "string",
        description: "The earlier release: its id, a date, or `previous`; the one before the later without it.",
      },
    },
    until: {
      parameter: "to",
      schema: { type: "string", description: "The later release; the current one without it." },
    },
    subject: {
      schema: { type: "string", description: "Only this country, or `sector:` or `company:` before an id." },
    },
    limit: limitArgument(COMPANIES_MAX, COMPANIES_USUAL),
    cursor: cursorArgument,
    links: linksArgument,
  },
  content: {
    since: "Id of the earlier release; null where there is none to compare with.",
    until: "Id of the later release.",
    verdict: "`compared` or `cannot_be_told`; `reason` says why.",
    method_change: "What of the method differs: with anything in it there is no trend.",
    countries: "Countries whose median band is another one, with `causes` and `trend`; on the first page alone.",
    sectors: "The same of sectors.",
    total: "Companies that something happened to.",
    companies: "What happened to each, and its median band `before` and `after`.",
    history: "Of a company: its band in each release.",
  },
  answer: (asking) => (isCompany(asking.given["subject"]) ? answerCompany(asking) : answerAreas(asking)),
};

function isCompany(subject: string | undefined): boolean {
  return readSubject(subject ?? "", "country")?.kind === "company";
}

async function answerAreas({ ask, given, baseUrl }: Asking): Promise<Finding> {
  const { subject, limit = String(COMPANIES_USUAL), cursor, ...ends } = given;
  const about = subject === undefined ? null : (readSubject(subject, "country") ?? { kind: "country", name: subject });
  const filter = about === null ? {} : { [about.kind]: about.name };
  const changes = await ask(listChanges, { ...ends, ...filter, limit, cursor });
  const { meta, summary, from, to, verdict, reason, method_change, countries, sectors } = changes;
  const hasOtherMethod = method_change !== null && method_change.length > 0;
  const isCompared = verdict === "compared" && !hasOtherMethod;
  const moved = [
    ...(countries?.moved ?? []),
    ...(sectors?.moved ?? []).map(({ label, ...move }) => ({ ...move, name: label })),
  ];
  const own = about?.kind === "sector" ? sectors : countries;
  const query = { ...filter, from: from?.id, to: to.id };
  return {
    meta,
    summary,
    cautions: [
      ...(isCompared && about !== null && own !== null ? [cautionSubject(about.name, moved, about.kind)] : []),
      ...(verdict === "cannot_be_told"
        ? [{ say: "It cannot be told what changed.", not: "Claim no change and no stability." }]
        : []),
      ...(hasOtherMethod
        ? [{ say: "The method changed between the two releases.", not: "Claim no rise, no fall and no stability." }]
        : []),
      ...(moved.some(({ trend }) => trend === null)
        ? [{ not: "Where `trend` is null, claim no trend: neither up nor down." }]
        : []),
    ],
    content: {
      since: from?.id ?? null,
      until: to.id,
      verdict,
      ...(reason === null ? {} : { reason }),
      ...(hasOtherMethod ? { method_change } : {}),
      ...(countries === null ? {} : { countries: countries.moved.map((move) => moveOf("country", move)) }),
      ...(sectors === null
        ? {}
        : { sectors: sectors.moved.map(({ label, ...move }) => moveOf("sector", { ...move, name: label })) }),
      total: changes.total,
      companies: changes.items.map(({ slug, name, changes: happened, before, after }) => ({
        id: `company:${slug}`,
        name,
        changes: happened,
        before: before?.median_band ?? null,
        after: after?.median_band ?? null,
      })),
    },
    links: { api: baseUrl + urlTo(listChanges.path, query), page: baseUrl + urlTo("/changes", query) },
    cuttable: { sectors: "ask about one as `subject`.", countries: "ask about one as `subject`." },
    page: { list: "companies", next: changes.next },
  };
}

/** Says how the requested area moved: the summary is about the whole release. */
function cautionSubject(asked: string, moved: readonly { readonly summary: string }[], kind: string): Caution {
  const [first] = moved;
  if (first !== undefined) return { say: first.summary };
  return { say: `The ${kind} ${quote(asked)} is not among those with another median band.` };
}

interface Moved {
  readonly slug: string;
  readonly name: string;
  readonly causes: readonly string[];
  readonly trend: string | null;
  readonly summary: string;
}

function moveOf(kind: string, { slug, name, causes, trend, summary }: Moved) {
  return { id: `${kind}:${slug}`, name, causes, trend, summary };
}

async function answerCompany({ ask, given, baseUrl }: Asking): Promise<Finding> {
  const { from, to, subject = "" } = given;
  const slug = readSubject(subject, "company")?.name ?? subject;
  const history = await ask(getCompanyHistory, { slug, from, to });
  const { meta, name, items } = history;
  const path = urlTo(getCompanyHistory.path, { slug: history.slug });
  return {
    meta,
    summary: quoteName(history.summary, name),
    cautions: items.some((entry) => entry.break !== null)
      ? [{ say: "The method changed between releases.", not: "Claim no rise and no fall over a `break`." }]
      : [],
    content: {
      id: `company:${history.slug}`,
      name,
      history: items.map(({ release, published_at, break: broken, median_band, judgement_count }) => ({
        release,
        published_at: published_at.slice(0, 10),
        ...(broken === null ? {} : { break: broken }),
        median_band,
        judgement_count,
      })),
    },
    links: { api: baseUrl + path, page: baseUrl + urlTo(`/companies/${history.slug}/history`) },
    cuttable: { history: "narrow it with `since` and `until`." },
  };
}
