import { countryInWords, inARow, sectorInWords } from "../../ask/grammar.ts";
import type { MetaJson } from "../../ask/components.ts";
import type { Ask } from "../../ask/page.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import type { CautionedSubject } from "../../mcp/cautions.ts";
import { explained, figuresOf, partOf, quoteName, rankedFiguresOf } from "./tool-figures.ts";
import { shorten } from "../../mcp/shorten.ts";
import { type AnswerLinks, pinned } from "../../mcp/tool.ts";
import { Problem, quote } from "../../problem.ts";
import { readSubject } from "../claim/claim-subject.ts";
import { search } from "../search/search.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { getCompany } from "./company.ts";
import { getCountry } from "./country.ts";
import { getSector } from "./sector.ts";
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
export interface Wanted {
  readonly parts: ReadonlySet<string>;
  readonly pillar: string | undefined;
  readonly release: string | undefined;
  /** See `Asking`. */
  readonly askNow: Ask | null;
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
export async function findSubjectNamed(ask: Ask, text: string, wanted: Wanted): Promise<FoundSubject> {
  const named = text.includes(":") ? readSubject(text, "country") : null;
  if (named !== null) return await findOne(ask, named.kind, named.name, wanted);
  try {
    return await findOne(ask, "country", text, wanted);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "country_not_found") throw error;
    const other = (await findSectorNamed(ask, text, wanted)) ?? (await findCompanyNamed(ask, text, wanted));
    if (other !== null) return await findOne(ask, other.kind, other.slug, wanted);
    throw error;
  }
}

interface Named {
  readonly kind: SubjectKind;
  readonly slug: string;
}

async function findSectorNamed(ask: Ask, text: string, { release }: Wanted): Promise<Named | null> {
  const { items } = await ask(listSectors, { release, limit: "1000", fields: "slug,label" });
  const isMeant = (name: string): boolean => name.toLowerCase() === text.toLowerCase();
  const found = items.filter(({ slug, label }) => isMeant(slug) || isMeant(label));
  const [only] = found;
  return only === undefined || found.length > 1 ? null : { kind: "sector", slug: only.slug };
}

/** Finds the only company of exactly this name; throws `company_not_found` if some are near. */
async function findCompanyNamed(ask: Ask, text: string, { release }: Wanted): Promise<Named | null> {
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
    near.map(({ slug, name }) => `\`company:${slug}\` (“${name}”)`),
    "or",
  );
  throw new Problem(
    "company_not_found",
    `Nothing is called exactly ${quote(text)}; ask for one of these if it is meant: ${ids}.`,
  );
}

/** The parts of a found subject that depend on its kind. */
interface Own {
  readonly meta: MetaJson;
  readonly subject: CautionedSubject;
  readonly summary: string;
  readonly slug: string;
  readonly name: string;
  /** Its figures, and the wanted parts that the same answer has. */
  readonly figures: object;
  readonly reasons: Readonly<Record<string, string | undefined>>;
  readonly links: { readonly self: string; readonly page: string };
  readonly thinParts: number;
  readonly leftOut: readonly string[];
}

const FIND: Readonly<Record<SubjectKind, (ask: Ask, slug: string, wanted: Wanted) => Promise<Own>>> = {
  async country(ask, slug, { parts, release }) {
    const found = await ask(getCountry, { slug, release });
    const figures = {
      ...rankedFiguresOf(found, found.minimum_companies),
      ...firmnessOf(found),
      ranked_countries: found.ranked_countries,
      ...shownParts(found, parts),
      ...(parts.has("sectors")
        ? { sectors: found.sectors.map((sector) => partOf(sector.slug, sector, found.minimum_companies)) }
        : {}),
    };
    const sectors = parts.has("sectors") ? found.sectors : [];
    return { ...found, figures, ...aboutArea("country", found, countryInWords(found), parts, sectors) };
  },
  async sector(ask, slug, { parts, release }) {
    const found = await ask(getSector, { slug, release });
    const figures = { ...figuresOf(found, found.minimum_companies), ...firmnessOf(found), ...shownParts(found, parts) };
    const { label: name } = found;
    return { ...found, name, figures, ...aboutArea("sector", found, sectorInWords(name), parts, []) };
  },
  async company(ask, slug, { parts, pillar: only, release }) {
    const found = await ask(getCompany, { slug, release });
    const { name, median_band, replies, pillars, judgements, meta, links } = found;
    const chosen = only === undefined ? null : findPillar(pillars, only).id;
    const figures = {
      country: found.country?.name ?? null,
      sector: found.sector.label,
      ...(found.other_sectors.length === 0 ? {} : { other_sectors: found.other_sectors.map(({ label }) => label) }),
      median_band,
      judgement_count: found.judgement_count,
      distribution: found.distribution,
      ...firmnessOf(found),
      ...(replies.length === 0 ? {} : { replies: replies.map(replyOf) }),
      ...(parts.has("pillars") ? { pillars: pillars.map((pillar) => partOf(pillar.id, pillar)) } : {}),
      ...(parts.has("judgements") || chosen !== null
        ? { judgements: judgements.filter(({ pillar }) => chosen === null || pillar === chosen).map(judgementOf) }
        : {}),
    };
    const isCut = replies.some(({ text }) => text !== null && cutReply(text) !== text);
    return {
      ...found,
      figures,
      subject: { kind: "company", name: `“${name}”`, median_band },
      thinParts: 0,
      leftOut: isCut ? [`Texts of \`replies\` that end in “[…]” are whole at ${pinned(links.self, meta)}.`] : [],
    };
  },
};

async function findOne(ask: Ask, kind: SubjectKind, text: string, wanted: Wanted): Promise<FoundSubject> {
  const { parts, release, askNow } = wanted;
  const { meta, subject, slug, name, links, reasons, figures, thinParts, leftOut, summary } = await FIND[kind](
    ask,
    text,
    wanted,
  );
  const now = askNow === null ? null : await findNow(askNow, kind, slug);
  // The name of a company can be any text.
  const quoted = (sentence: string): string => (kind === "company" ? quoteName(sentence, name) : sentence);
  const { history, derivation } = SUBJECTS[kind];
  return {
    meta,
    subject,
    summary: quoted(summary),
    item: explained(
      {
        id: `${kind}:${slug}`,
        name,
        ...figures,
        ...(now === null ? {} : { now: quoted(now) }),
        ...(parts.has("history")
          ? historyOf(await ask<typeof history.form.schema>(history, { slug }), quoted, subject.minimum_companies ?? 0)
          : {}),
        ...(parts.has("derivation")
          ? derivedOf(
              await ask<typeof derivation.form.schema>(derivation, { slug, release }),
              quoted,
              subject.minimum_companies ?? 0,
            )
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

function aboutArea(
  kind: "country" | "sector",
  found: Country | Sector,
  name: string,
  wanted: ReadonlySet<string>,
  parts: readonly { readonly judged_companies: number }[],
) {
  const { median_band, judged_companies, minimum_companies, pillars } = found;
  const subject: CautionedSubject = { kind, name, median_band, judged_companies, minimum_companies };
  const shown = [...(wanted.has("pillars") ? pillars : []), ...parts];
  const thin = shown.filter(({ judged_companies: judged }) => judged > 0 && judged < minimum_companies);
  return { subject, thinParts: thin.length, leftOut: [] };
}

function firmnessOf(found: Country | Sector | Company) {
  const { flips_to_lower, flips_to_higher } = found;
  const sentences = "not_known" in found ? found.not_known.sentences : [];
  return { flips_to_lower, flips_to_higher, ...(sentences.length === 0 ? {} : { not_known: { sentences } }) };
}

function shownParts({ pillars, minimum_companies: minimum }: Country | Sector, parts: ReadonlySet<string>) {
  return parts.has("pillars") ? { pillars: pillars.map((pillar) => partOf(pillar.id, pillar, minimum)) } : {};
}

/** Returns figures by release, oldest first; bands beyond a break are not compared. */
function historyOf({ summary, items }: SubjectHistory, quoted: (sentence: string) => string, minimum: number) {
  return {
    history: {
      summary: quoted(summary),
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
function derivedOf(derived: SubjectDerivation, quoted: (sentence: string) => string, minimum: number) {
  const { middle, bands, without_pillar, without_pillar_summary: summary, judged_on } = derived;
  return {
    derivation: {
      middle,
      cumulative: Object.fromEntries(bands.map(({ band, cumulative }) => [band, cumulative])),
      without_pillar: Object.fromEntries(
        without_pillar.map(({ id, count, median_band }) => [id, count < minimum ? null : median_band]),
      ),
      ...(summary === null ? {} : { summary: quoted(summary) }),
      judged_from: judged_on.oldest,
      judged_to: judged_on.newest,
    },
  };
}

type Reply = Company["replies"][number];

function replyOf({ status, pillar, replied_on, summary, text }: Reply) {
  return {
    status,
    ...(pillar === null ? {} : { pillar }),
    ...(replied_on === null ? {} : { replied_on }),
    summary,
    ...(text === null ? {} : { text: cutReply(text) }),
  };
}

function cutReply(text: string): string {
  return shorten(text, REPLY_CHARACTERS_MAX);
}

/** Finds the pillar of this id or label, in any case; throws `invalid_request`. */
function findPillar<T extends { readonly id: string; readonly label: string }>(pillars: readonly T[], text: string): T {
  const isMeant = (name: string): boolean => name.toLowerCase() === text.trim().toLowerCase();
  const found = pillars.find(({ id, label }) => isMeant(id) || isMeant(label));
  if (found !== undefined) return found;
  const expected = pillars.map(({ id }) => `\`${id}\``).join(", ");
  throw new Problem("invalid_request", `\`pillar\` is ${quote(text)}; expected one of ${expected}.`);
}
