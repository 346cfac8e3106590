import { type Caution, QUOTED_TEXTS } from "../../mcp/cautions.ts";
import { cursorArgument, limitArgument, linksArgument } from "../../mcp/arguments.ts";
import type { Asking, Finding, Tool } from "../../mcp/tool.ts";
import { urlTo } from "../../ask/urls.ts";
import { quote } from "../../problem.ts";
import { COMPANY_CHANGES } from "../../trust/company-changes.ts";
import { readSubject } from "../claim/claim-subject.ts";
import { getCompany, getCompanyHistory } from "../subject/company.ts";
import { findSubjectNamed } from "../subject/tool-found.ts";
import type { Changes } from "./finding.ts";
import { listChanges } from "./list-changes.ts";

const COMPANIES_MAX = 50;
const COMPANIES_USUAL = 10;

export const whatChangedTool: Tool = {
  name: "what_changed",
  title: "What changed between two releases",
  description:
    "Which countries and sectors have another median band than in an earlier release, why (companies re-rated, added, removed, filed elsewhere, or another method), and which companies that happened to. Use for every question about change, trend, rise or fall. Where `trend` is null no rise or fall may be claimed; a band that moved because companies were added or removed says nothing about the others.",
  operations: [listChanges, getCompany, getCompanyHistory],
  chargedTo: ({ given }) => (isCompany(given["subject"]) ? getCompanyHistory : listChanges),
  arguments: {
    since: {
      parameter: "from",
      schema: {
        type: "string",
        description: "The earlier release: its id, a date or `previous`; the one before `until` without it.",
      },
    },
    until: {
      parameter: "to",
      schema: { type: "string", description: "The later release; the current one without it." },
    },
    subject: {
      schema: { type: "string", description: "Only this country, or `sector:` or `company:` before an id." },
    },
    change: { schema: { type: "array", items: { type: "string", enum: COMPANY_CHANGES } } },
    limit: limitArgument(COMPANIES_MAX, COMPANIES_USUAL),
    cursor: cursorArgument,
    links: linksArgument,
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
  const movedSectors = (sectors?.moved ?? []).map(({ label, ...move }) => ({ ...move, name: label }));
  const moved = [...(countries?.moved ?? []), ...movedSectors];
  const own = about?.kind === "sector" ? sectors : countries;
  const query = { ...filter, from: from?.id, to: to.id };
  return {
    meta,
    summary,
    cautions: [
      ...(isCompared && about !== null && own !== null ? [cautionSubject(about.name, moved, about.kind)] : []),
      ...(verdict === "cannot_be_told" ? [{ say: summary, not: "Claim no change and no stability." }] : []),
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
      ...(sectors === null ? {} : { sectors: movedSectors.map((move) => moveOf("sector", move)) }),
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

type MovedCountry = NonNullable<Changes["countries"]>["moved"][number];
type MoveOfArea = Pick<MovedCountry, "slug" | "name" | "causes" | "trend" | "summary">;

function moveOf(kind: string, { slug, name, causes, trend, summary }: MoveOfArea) {
  return { id: `${kind}:${slug}`, name, causes, trend, summary };
}

/** Answers about a company as `get` does, with its bands in each release. */
async function answerCompany({ ask, given: { from, to, subject = "" } }: Asking): Promise<Finding> {
  const parts = new Set(["history"]);
  const found = await findSubjectNamed(ask, subject, {
    parts,
    pillar: undefined,
    release: to,
    askNow: null,
    from,
    to,
  });
  return {
    ...found,
    cautions: [{ not: "Claim no rise and no fall over a `break`: the method changed there." }, QUOTED_TEXTS],
    content: found.item,
    cuttable: { "history.releases": "narrow it with `since` and `until`." },
  };
}
