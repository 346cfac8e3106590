import { countryInWords, inARow, sectorInWords } from "../../ask/grammar.ts";
import type { MetaJson } from "../../ask/components.ts";
import type { Ask } from "../../ask/page.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import type { CautionedSubject } from "../../mcp/cautions.ts";
import { shorten } from "../../mcp/shorten.ts";
import { type AnswerLinks, pinned } from "../../mcp/tool.ts";
import { Problem, quote } from "../../problem.ts";
import { readSubject } from "../claim/claim-subject.ts";
import { search } from "../search/search.ts";
import { listSectors } from "../sector/list-sectors.ts";
import {
  type Company,
  type Country,
  type Sector,
  type SubjectDerivation,
  type SubjectHistory,
  type SubjectKind,
  SUBJECTS,
} from "./subjects.ts";

/** Finds a country, a sector or a company by any of its names, with its figures for a model. */

/** Maximum length of a reply that is quoted in full. */
const REPLY_CHARACTERS_MAX = 800;

/** A request about a subject besides its figures. */
interface DetailRequest {
  readonly parts: ReadonlySet<string>;
  readonly pillar: string | undefined;
  readonly release: string | undefined;
  /** See `Asking`. */
  readonly askNow: Ask | null;
  /** The first and the last release of the history. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A subject with its figures, from an answer. */
export interface FoundSubject {
  readonly meta: MetaJson;
  readonly subject: CautionedSubject;
  readonly summary: string;
  readonly item: { readonly id: string; readonly name: string; readonly [member: string]: unknown };
  readonly links: AnswerLinks & { readonly page: string };
  /** Number of shown pillars and sectors with too few judged companies. */
  readonly thinParts: number;
  readonly leftOut: readonly string[];
}

/** Finds the subject of an id, a code or an exact name. Throws `…_not_found` with near names. */
export async function findSubjectNamed(ask: Ask, text: string, wanted: DetailRequest): Promise<FoundSubject> {
  const named = text.includes(":") ? readSubject(text, "country") : null;
  if (named !== null) return await findOne(ask, named.kind, named.name, wanted);
  try {
    const found = await findOne(ask, "country", text, wanted);
    return { ...found, leftOut: [...found.leftOut, ...(await findNamesake(ask, text, wanted.release))] };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "country_not_found") throw error;
    const other = (await findSectorNamed(ask, text, wanted)) ?? (await findCompanyNamed(ask, text, wanted));
    if (other !== null) return await findOne(ask, other.kind, other.slug, wanted);
    throw error;
  }
}

/** Mentions a company that has the name of a country, which is meant. */
export async function findNamesake(ask: Ask, country: string, release: string | undefined): Promise<string[]> {
  const { items } = await ask(search, { q: country, type: "company", limit: "3", release });
  const found = items.find(({ name }) => name.toLowerCase() === country.toLowerCase());
  return found === undefined ? [] : [`A company is called ${quoted(found.name)}, too: \`company:${found.slug}\`.`];
}

interface Named {
  readonly kind: SubjectKind;
  readonly slug: string;
}

async function findSectorNamed(ask: Ask, text: string, { release }: DetailRequest): Promise<Named | null> {
  const { items } = await ask(listSectors, { release, limit: "1000", fields: "slug,label" });
  const isMeant = (name: string): boolean => name.toLowerCase() === text.toLowerCase();
  const found = items.filter(({ slug, label }) => isMeant(slug) || isMeant(label));
  const [only] = found;
  return only === undefined || found.length > 1 ? null : { kind: "sector", slug: only.slug };
}

/** Finds the only company of exactly this name; throws `company_not_found` if some are near. */
async function findCompanyNamed(ask: Ask, text: string, { release }: DetailRequest): Promise<Named | null> {
  const { items } = await ask(search, { q: text, type: "company", limit: "5", release });
  const exact = items.filter(({ likeness, name, matched_name }) => {
    const own = (matched_name ?? name).toLowerCase();
    return likeness === "name" && own === text.toLowerCase();
  });
  const [only] = exact;
  if (only !== undefined && exact.length === 1) return { kind: "company", slug: only.slug };
  const near = items.filter(({ likeness }) => likeness === "name" || likeness === "words").slice(0, 3);
  if (near.length === 0) return null;
  const ids = inARow(
    near.map(({ slug, name }) => `\`company:${slug}\` (${quoted(name)})`),
    "or",
  );
  throw new Problem(
    "company_not_found",
    `Nothing is called exactly ${quote(text)}; ask for one of these if it is meant: ${ids}.`,
  );
}

async function findOne(ask: Ask, kind: SubjectKind, text: string, wanted: DetailRequest): Promise<FoundSubject> {
  const { parts, release, askNow, from, to } = wanted;
  const { detail, history, derivation } = SUBJECTS[kind];
  const found = await ask<typeof detail.form.schema>(detail, { slug: text, release });
  const { meta, slug, links, reasons, summary } = found;
  const own = "judgement_count" in found ? companyOf(found, wanted) : areaOf(found, parts);
  const { name, subject, figures, thinParts, leftOut } = own;
  const minimum = subject.minimum_companies ?? 0;
  const now = askNow === null ? null : await findNow(askNow, kind, slug);
  // The name of a company can be any text.
  const worded = (sentence: string): string => (kind === "company" ? quoteName(sentence, name) : sentence);
  return {
    meta,
    subject,
    summary: worded(summary),
    item: explained(
      {
        id: `${kind}:${slug}`,
        name,
        ...figures,
        ...(now === null ? {} : { now: worded(now) }),
        ...(parts.has("history")
          ? historyOf(await ask<typeof history.form.schema>(history, { slug, from, to }), worded, minimum)
          : {}),
        ...(parts.has("derivation")
          ? derivedOf(await ask<typeof derivation.form.schema>(derivation, { slug, release }), worded, minimum)
          : {}),
      },
      reasons,
    ),
    links: {
      api: pinned(links.self, meta),
      page: pinned(links.page, meta),
      ...(kind === "sector" ? {} : { picture: urlTo(`/share${PAGES[kind]}.png`, { slug, release: meta.release }) }),
    },
    thinParts,
    leftOut,
  };
}

/** What of a found subject depends on its kind. */
type KindDetails = Pick<FoundSubject, "subject" | "thinParts" | "leftOut"> & {
  readonly name: string;
  /** Its figures, and the wanted parts that the same answer has. */
  readonly figures: object;
};

function areaOf(found: Country | Sector, parts: ReadonlySet<string>): KindDetails {
  const { median_band, judged_companies, minimum_companies, not_known } = found;
  const pillars = parts.has("pillars") ? found.pillars : [];
  const sectors = parts.has("sectors") && "rank" in found ? found.sectors : [];
  const thin = [...pillars, ...sectors].filter(
    ({ judged_companies: judged }) => judged > 0 && judged < minimum_companies,
  );
  const [kind, inWords] =
    "rank" in found ? (["country", countryInWords(found)] as const) : (["sector", sectorInWords(found.label)] as const);
  return {
    name: "rank" in found ? found.name : found.label,
    subject: { kind, name: inWords, median_band, judged_companies, minimum_companies },
    figures: {
      ...("rank" in found
        ? { rank: found.rank, tied_with: found.tied_with, ranked_countries: found.ranked_countries }
        : {}),
      ...figuresOf(found, minimum_companies),
      ...(not_known.sentences.length === 0 ? {} : { not_known: { sentences: not_known.sentences } }),
      ...(parts.has("pillars") ? { pillars: pillars.map((each) => partOf(each.id, each, minimum_companies)) } : {}),
      ...(parts.has("sectors") && "rank" in found
        ? { sectors: sectors.map((each) => partOf(each.slug, each, minimum_companies)) }
        : {}),
    },
    thinParts: thin.length,
    leftOut: [],
  };
}

function companyOf(found: Company, { parts, pillar: only }: DetailRequest): KindDetails {
  const { name, median_band, replies, pillars, judgements, other_sectors, meta, links } = found;
  const chosen = only === undefined ? null : findPillar(pillars, only).id;
  const isCut = replies.some(({ text }) => text !== null && cutReply(text) !== text);
  return {
    name,
    subject: { kind: "company", name: quoted(name), median_band },
    figures: {
      country: found.country?.name ?? null,
      sector: found.sector.label,
      ...(other_sectors.length === 0 ? {} : { other_sectors: other_sectors.map(({ label }) => label) }),
      median_band,
      judgement_count: found.judgement_count,
      distribution: found.distribution,
      ...(replies.length === 0 ? {} : { replies: replies.map(replyOf) }),
      ...(parts.has("pillars") ? { pillars: pillars.map((each) => partOf(each.id, each)) } : {}),
      ...(parts.has("judgements") || chosen !== null
        ? { judgements: judgements.filter(({ pillar }) => chosen === null || pillar === chosen).map(judgementOf) }
        : {}),
    },
    thinParts: 0,
    leftOut: isCut ? [`Texts of \`replies\` that end in “[…]” are whole at ${pinned(links.self, meta)}.`] : [],
  };
}

/** Returns the summary of the current release for a subject found in another one. */
async function findNow(ask: Ask, kind: SubjectKind, slug: string): Promise<string> {
  const { detail } = SUBJECTS[kind];
  try {
    return (await ask<typeof detail.form.schema>(detail, { slug })).summary;
  } catch (error) {
    if (error instanceof Problem) return "The current release does not list it.";
    throw error;
  }
}

type Judgement = Company["judgements"][number];

function judgementOf({ pillar, criterion_label, band, judged_on, judge_label, source_url }: Judgement) {
  return { pillar, criterion: criterion_label, band, judged_on, judge: judge_label, source_url };
}

/** Returns figures by release, oldest first; bands beyond a break are not compared. */
function historyOf({ summary, items }: SubjectHistory, worded: (sentence: string) => string, minimum: number) {
  return {
    history: {
      summary: worded(summary),
      releases: items.map((entry) => ({
        release: entry.release,
        published_at: entry.published_at.slice(0, 10),
        ...(entry.break === null ? {} : { break: entry.break }),
        median_band: "judged_companies" in entry && entry.judged_companies < minimum ? null : entry.median_band,
        ...("judged_companies" in entry
          ? { judged_companies: entry.judged_companies }
          : { judgement_count: entry.judgement_count }),
        ...("rank" in entry ? { rank: entry.rank } : {}),
      })),
    },
  };
}

/** Explains the median: the band where the count from the worst first reaches `middle`. */
function derivedOf(derived: SubjectDerivation, worded: (sentence: string) => string, minimum: number) {
  const { middle, bands, without_pillar, without_pillar_summary: summary, judged_on } = derived;
  return {
    derivation: {
      middle,
      cumulative: Object.fromEntries(bands.map(({ band, cumulative }) => [band, cumulative])),
      without_pillar: Object.fromEntries(
        without_pillar.map(({ id, count, median_band }) => [id, count < minimum ? null : median_band]),
      ),
      ...(summary === null ? {} : { summary: worded(summary) }),
      judged_from: judged_on.oldest,
      judged_to: judged_on.newest,
    },
  };
}

type Reply = Pick<Company["replies"][number], "status" | "pillar" | "replied_on" | "summary" | "text">;

export function replyOf({ status, pillar, replied_on, summary, text }: Reply) {
  return {
    status,
    ...(pillar === null ? {} : { pillar }),
    ...(replied_on === null ? {} : { replied_on }),
    summary,
    ...(text === null ? {} : { text: cutReply(text) }),
  };
}

const cutReply = (text: string): string => shorten(text, REPLY_CHARACTERS_MAX);

/** Finds the pillar of this id or label, in any case; throws `invalid_request`. */
function findPillar<T extends { readonly id: string; readonly label: string }>(pillars: readonly T[], text: string): T {
  const isMeant = (name: string): boolean => name.toLowerCase() === text.trim().toLowerCase();
  const found = pillars.find(({ id, label }) => isMeant(id) || isMeant(label));
  if (found !== undefined) return found;
  const expected = pillars.map(({ id }) => `\`${id}\``).join(", ");
  throw new Problem("invalid_request", `\`pillar\` is ${quote(text)}; expected one of ${expected}.`);
}

/** Short members of a country, a sector or a company, for a model. */

type Reasons = Readonly<Record<string, string | undefined>>;

/** Adds the `reasons` why members are null, from the operation's answer, if there are any. */
export function explained<T extends object>(members: T, reasons: Reasons = {}): T & { readonly reasons?: Reasons } {
  const nulls = Object.entries(reasons).filter(([name]) => Reflect.get(members, name) === null);
  return nulls.length === 0 ? members : { ...members, reasons: Object.fromEntries(nulls) };
}

type AreaFigures = Pick<Country, "judged_companies" | "listed_companies" | "median_band" | "distribution">;

/**
 * Returns the figures of a country or a sector that the answer does not have elsewhere. With fewer
 * judged companies than `minimum` it has no band.
 */
export function figuresOf({ median_band, ...area }: AreaFigures, minimum: number) {
  const { judged_companies, listed_companies, distribution } = area;
  const isThin = judged_companies < minimum;
  return {
    median_band: isThin ? null : median_band,
    judged_companies,
    listed_companies,
    distribution,
    ...(isThin ? { too_few: true } : {}),
  };
}

type Part = (Country["pillars"] | Country["sectors"] | Company["pillars"])[number];

/** Shortens a pillar, or a sector of a country; below `minimum` companies it has no band. */
function partOf(id: string, part: Part, minimum = 0) {
  const { label, median_band, distribution, reasons } = part;
  const isThin = "judged_companies" in part && part.judged_companies < minimum;
  const band = isThin ? { median_band: null, too_few: true } : { median_band };
  return explained({ id, label, ...band, distribution }, reasons);
}

/** Quotes the text of somebody else, so that no quotation mark within it ends the quotation. */
export function quoted(text: string): string {
  return `“${text.replaceAll("“", "‘").replaceAll("”", "’")}”`;
}

/**
 * Quotes the name of a company wherever it stands in a sentence, and puts words of ours before it
 * at the beginning: a name can be any text, such as instructions.
 */
export function quoteName(sentence: string, name: string): string {
  const whole = sentence.replaceAll(`“${name}”`, () => name).replaceAll(name, () => quoted(name));
  return whole.startsWith(quoted(name)) ? `The company ${whole}` : whole;
}
