import { countryInWords, inARow, sectorInWords } from "../../ask/grammar.ts";
import type { MetaJson } from "../../ask/components.ts";
import type { Ask } from "../../ask/page.ts";
import { urlTo } from "../../ask/urls.ts";
import { type CautionedSubject, isThin } from "../../mcp/cautions.ts";
import { countsOf, figuresOf, partOf, quoteName, rankedFiguresOf } from "../../mcp/figures.ts";
import { shorten } from "../../mcp/shorten.ts";
import { type AnswerLinks, pinned } from "../../mcp/tool.ts";
import { Problem, quote } from "../../problem.ts";
import { readSubject, type SubjectKind } from "../claim/claim-subject.ts";
import { getCompany } from "../company/get-company.ts";
import { getCountry } from "../country/get-country.ts";
import { deriveCountry, deriveSector } from "../derivation/derive-areas.ts";
import { deriveCompany } from "../derivation/derive-company.ts";
import { getCompanyHistory, getCountryHistory, getSectorHistory } from "../history/get-histories.ts";
import { search } from "../search/search.ts";
import { getSector } from "../sector/get-sector.ts";
import { listSectors } from "../sector/list-sectors.ts";

/** Finds a country, a sector or a company by any of its names, with its figures for a model. */

/** A reply is quoted in full up to this length. */
const REPLY_CHARACTERS_MAX = 800;

/** What is wanted of a subject besides its figures. */
export interface Wanted {
  readonly parts: ReadonlySet<string>;
  readonly pillar: string | undefined;
  readonly release: string | undefined;
}

/** A subject with its figures, as an answer has them. */
export interface FoundSubject {
  readonly meta: MetaJson;
  readonly subject: CautionedSubject;
  readonly summary: string;
  readonly item: { readonly id: string; readonly name: string; readonly [member: string]: unknown };
  readonly links: AnswerLinks & { readonly page: string };
  /** Pillars and sectors that are shown, of which too few companies are judged. */
  readonly thinParts: number;
  readonly leftOut: readonly string[];
}

/** Finds what an id, a code or an exact name means. Throws `…_not_found`, and says what is near. */
export async function findSubjectNamed(ask: Ask, text: string, wanted: Wanted): Promise<FoundSubject> {
  const named = text.includes(":") ? readSubject(text, "country") : null;
  if (named !== null) return await FIND[named.kind](ask, named.name, wanted);
  try {
    return await FIND.country(ask, text, wanted);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "country_not_found") throw error;
    const other = (await findSectorNamed(ask, text, wanted)) ?? (await findCompanyNamed(ask, text, wanted));
    if (other !== null) return await FIND[other.kind](ask, other.slug, wanted);
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

/** The only company of exactly this name; throws `company_not_found` where others are near. */
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

const FIND = {
  async country(ask: Ask, slug: string, { parts, release }: Wanted): Promise<FoundSubject> {
    const found = await ask(getCountry, { slug, release });
    const subject = areaOf("country", found, countryInWords(found));
    return {
      meta: found.meta,
      subject,
      summary: found.summary,
      item: {
        id: `country:${found.slug}`,
        name: found.name,
        ...rankedFiguresOf(found),
        ...tooFew(found),
        ...firmnessOf(found),
        ranked_countries: found.ranked_countries,
        ...shownParts(found, parts),
        ...(parts.has("sectors") ? { sectors: found.sectors.map((sector) => partOf(sector.slug, sector)) } : {}),
        ...(parts.has("history") ? historyOf(await ask(getCountryHistory, { slug: found.slug })) : {}),
        ...(parts.has("derivation") ? derivedOf(await ask(deriveCountry, { slug: found.slug, release })) : {}),
      },
      links: {
        api: pinned(found.links.self, found.meta),
        page: pinned(found.links.page, found.meta),
        picture: urlTo("/share/countries/{slug}.png", { slug: found.slug, release: found.meta.release }),
      },
      thinParts: countThin(subject, [
        ...(parts.has("pillars") ? found.pillars : []),
        ...(parts.has("sectors") ? found.sectors : []),
      ]),
      leftOut: [],
    };
  },
  async sector(ask: Ask, name: string, { parts, ...wanted }: Wanted): Promise<FoundSubject> {
    const { release } = wanted;
    const found = await ask(getSector, { slug: name, release });
    const { slug } = found;
    const subject = areaOf("sector", found, sectorInWords(found.label));
    return {
      meta: found.meta,
      subject,
      summary: found.summary,
      item: {
        id: `sector:${slug}`,
        name: found.label,
        ...figuresOf(found),
        ...tooFew(found),
        ...firmnessOf(found),
        ...shownParts(found, parts),
        ...(parts.has("history") ? historyOf(await ask(getSectorHistory, { slug })) : {}),
        ...(parts.has("derivation") ? derivedOf(await ask(deriveSector, { slug, release })) : {}),
      },
      links: { api: pinned(found.links.self, found.meta), page: pinned(found.links.page, found.meta) },
      thinParts: countThin(subject, parts.has("pillars") ? found.pillars : []),
      leftOut: [],
    };
  },
  async company(ask: Ask, name: string, { parts, pillar: only, release }: Wanted): Promise<FoundSubject> {
    const found = await ask(getCompany, { slug: name, release });
    const { slug } = found;
    const chosen = only === undefined ? null : findPillar(found.pillars, only).id;
    const api = pinned(found.links.self, found.meta);
    const quoted = (sentence: string): string => quoteName(sentence, found.name);
    return {
      meta: found.meta,
      subject: { kind: "company", name: `“${found.name}”`, median_band: found.median_band },
      summary: quoted(found.summary),
      item: {
        id: `company:${slug}`,
        name: found.name,
        country: found.country?.name ?? null,
        sector: found.sector.label,
        ...(found.other_sectors.length === 0 ? {} : { other_sectors: found.other_sectors.map(({ label }) => label) }),
        median_band: found.median_band,
        judgement_count: found.judgement_count,
        distribution: countsOf(found.distribution),
        ...firmnessOf(found),
        ...(found.replies.length === 0 ? {} : { replies: found.replies.map(replyOf) }),
        ...(parts.has("pillars") ? { pillars: found.pillars.map((pillar) => partOf(pillar.id, pillar)) } : {}),
        ...(parts.has("judgements") || chosen !== null
          ? {
              judgements: found.judgements
                .filter(({ pillar }) => chosen === null || pillar === chosen)
                .map(({ pillar, criterion_label, band, judged_on, judge_label, source_url }) => ({
                  pillar,
                  criterion: criterion_label,
                  band,
                  judged_on,
                  judge: judge_label,
                  source_url,
                })),
            }
          : {}),
        ...(parts.has("history") ? historyOf(await ask(getCompanyHistory, { slug }), quoted) : {}),
        ...(parts.has("derivation") ? derivedOf(await ask(deriveCompany, { slug, release }), quoted) : {}),
      },
      links: {
        api,
        page: pinned(found.links.page, found.meta),
        picture: urlTo("/share/companies/{slug}.png", { slug, release: found.meta.release }),
      },
      thinParts: 0,
      leftOut: found.replies.some(isLong) ? [`Texts of \`replies\` that end in “[…]” are whole at ${api}.`] : [],
    };
  },
} as const;

interface Area {
  readonly median_band: string | null;
  readonly judged_companies: number;
  readonly minimum_companies: number;
}

function areaOf(
  kind: "country" | "sector",
  { median_band, judged_companies, minimum_companies }: Area,
  name: string,
): CautionedSubject {
  return { kind, name, median_band, judged_companies, minimum_companies };
}

function tooFew({ judged_companies, minimum_companies }: Area) {
  return judged_companies < minimum_companies ? { too_few: true } : {};
}

interface Firmness {
  readonly flips_to_lower: number | null;
  readonly flips_to_higher: number | null;
  readonly not_known?: { readonly sentences: readonly string[] };
}

function firmnessOf({ flips_to_lower, flips_to_higher, not_known }: Firmness) {
  const sentences = not_known?.sentences ?? [];
  return { flips_to_lower, flips_to_higher, ...(sentences.length === 0 ? {} : { not_known: { sentences } }) };
}

interface Part {
  readonly id: string;
  readonly label: string;
  readonly judged_companies: number;
  readonly median_band: string | null;
  readonly distribution: Readonly<Record<string, number>>;
}

function shownParts({ pillars }: { readonly pillars: readonly Part[] }, parts: ReadonlySet<string>) {
  return parts.has("pillars") ? { pillars: pillars.map((pillar) => partOf(pillar.id, pillar)) } : {};
}

function countThin(of: CautionedSubject, parts: readonly { readonly judged_companies: number }[]): number {
  return parts.filter(({ judged_companies }) => judged_companies > 0 && isThin({ ...of, judged_companies })).length;
}

interface HistoryAnswer {
  readonly summary: string;
  readonly items: readonly {
    readonly release: string;
    readonly published_at: string;
    readonly break: unknown;
    readonly median_band: string | null;
    readonly judged_companies?: number;
    readonly judgement_count?: number;
    readonly rank?: number | null;
  }[];
}

const asItIs = (sentence: string): string => sentence;

/** Its figures release by release, oldest first; bands beyond a break are not compared. */
function historyOf({ summary, items }: HistoryAnswer, quoted = asItIs) {
  return {
    history: {
      summary: quoted(summary),
      releases: items.map(({ release, published_at, break: broken, median_band, ...counts }) => ({
        release,
        published_at: published_at.slice(0, 10),
        ...(broken === null ? {} : { break: broken }),
        median_band,
        ...(counts.judged_companies === undefined ? {} : { judged_companies: counts.judged_companies }),
        ...(counts.judgement_count === undefined ? {} : { judgement_count: counts.judgement_count }),
        ...(counts.rank === undefined ? {} : { rank: counts.rank }),
      })),
    },
  };
}

interface DerivationAnswer {
  readonly middle: number | null;
  readonly bands: readonly { readonly band: string; readonly cumulative: number }[];
  readonly without_pillar: readonly { readonly id: string; readonly median_band: string | null }[];
  readonly without_pillar_summary: string | null;
  readonly judged_on: { readonly oldest: string | null; readonly newest: string | null } | null;
}

/** How the median is found: the band in which the count from the worst first reaches `middle`. */
function derivedOf(derived: DerivationAnswer, quoted = asItIs) {
  const { middle, bands, without_pillar, without_pillar_summary: summary, judged_on } = derived;
  return {
    derivation: {
      middle,
      cumulative: Object.fromEntries(bands.map(({ band, cumulative }) => [band, cumulative])),
      without_pillar: Object.fromEntries(without_pillar.map(({ id, median_band }) => [id, median_band])),
      ...(summary === null ? {} : { summary: quoted(summary) }),
      ...(judged_on === null ? {} : { judged_from: judged_on.oldest, judged_to: judged_on.newest }),
    },
  };
}

interface Reply {
  readonly status: string;
  readonly pillar: string | null;
  readonly judged_on: string | null;
  readonly replied_on: string | null;
  readonly summary: string;
  readonly text: string | null;
  readonly url: string | null;
}

function replyOf({ status, pillar, replied_on, summary, text }: Reply) {
  return {
    status,
    ...(pillar === null ? {} : { pillar }),
    ...(replied_on === null ? {} : { replied_on }),
    summary,
    ...(text === null ? {} : { text: shorten(text, REPLY_CHARACTERS_MAX) }),
  };
}

function isLong({ text }: Reply): boolean {
  return text !== null && shorten(text, REPLY_CHARACTERS_MAX) !== text;
}

/** The pillar of this id or label, in any case; throws `invalid_request`. */
function findPillar<T extends { readonly id: string; readonly label: string }>(pillars: readonly T[], text: string): T {
  const isMeant = (name: string): boolean => name.toLowerCase() === text.trim().toLowerCase();
  const found = pillars.find(({ id, label }) => isMeant(id) || isMeant(label));
  if (found !== undefined) return found;
  const expected = pillars.map(({ id }) => `\`${id}\``).join(", ");
  throw new Problem("invalid_request", `\`pillar\` is ${quote(text)}; expected one of ${expected}.`);
}
