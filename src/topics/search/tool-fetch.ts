import { Type } from "../../ask/type.ts";
import { readSubject } from "../claim/claim-subject.ts";
import { countryInWords, sectorInWords } from "../../ask/grammar.ts";
import type { Ask } from "../../ask/page.ts";
import { getCompany } from "../company/get-company.ts";
import { getCountry } from "../country/get-country.ts";
import { getSector } from "../sector/get-sector.ts";
import { Problem, quote } from "../../problem.ts";
import { cautionArea, cautionCompany, cautionParts, QUOTED_TEXTS } from "../../mcp/cautions.ts";
import { releaseArgument } from "../../mcp/shared-arguments.ts";
import { pinned, type Texts, type Tool } from "../../mcp/tool.ts";
import { marked } from "../../ask/mark.ts";

/** The operation that answers for each kind of id. */
const OPERATIONS = { country: getCountry, sector: getSector, company: getCompany };

export const fetchTool: Tool = {
  name: "fetch",
  title: "Read about a country, sector or company",
  description:
    "What is known of one country, sector or company, in words. Use it for a sector, with an `id` of `describe_dataset`, or to read a result of `search`. `get_country` and `get_company` have the same figures as data, and more of them.",
  operations: [getCountry, getSector, getCompany],
  chargedTo: (given) => OPERATIONS[readId(given).kind],
  arguments: {
    id: {
      parameter: "id",
      schema: {
        type: "string",
        minLength: 1,
        maxLength: 300,
        description: "Such as `country:france`, `sector:agriculture` or `company:broufandine-sarl`.",
      },
      isRequired: true,
    },
    release: releaseArgument(getCountry),
  },
  content: {
    id: Type.String(),
    title: Type.String(),
    url: Type.String({ description: "The page about it, for people." }),
    text: Type.String(),
    metadata: Type.Record(Type.String(), Type.String()),
  },
  async answer({ ask, given }) {
    const { kind, name: slug } = readId(given);
    const { found, title, counted, minimum, cautions, metadata } = await FETCH[kind](ask, {
      slug,
      release: given["release"],
    });
    const page = pinned(found.links.page, found.meta);
    return {
      meta: found.meta,
      scale: found.scale,
      summary: found.summary,
      cautions: [...cautions, QUOTED_TEXTS],
      content: {
        id: `${kind}:${found.slug}`,
        title,
        url: page,
        text: [
          marked(found.summary, found.meta.mark),
          ...found.pillars.map((pillar) => lineOf(pillar, counted, minimum)),
        ].join("\n"),
        metadata: { kind, release: found.meta.release, publisher: found.meta.publisher, ...metadata },
      },
      links: { api: pinned(found.links.self, found.meta), page },
      cuttable: {},
    };
  },
};

/** Reads `company:broufandine-sarl`; throws `invalid_request`. */
function readId({ id = "" }: Texts) {
  const subject = readSubject(id, "country");
  if (subject !== null && id.includes(":")) return subject;
  const expected = "`country:`, `sector:` or `company:` with a slug";
  throw new Problem("invalid_request", `\`id\` is ${quote(id)}; expected ${expected}.`);
}

const FETCH = {
  async country(ask: Ask, given: Texts) {
    const found = await ask(getCountry, given);
    const name = countryInWords(found);
    return {
      found,
      title: found.name,
      counted: "companies",
      minimum: found.minimum_companies,
      cautions: cautionsOf(found, name),
      metadata: { median_band: found.median_band ?? "none", judged: judgedOf(found) },
    };
  },
  async sector(ask: Ask, given: Texts) {
    const found = await ask(getSector, given);
    return {
      found,
      title: found.label,
      counted: "companies",
      minimum: found.minimum_companies,
      cautions: cautionsOf(found, sectorInWords(found.label)),
      metadata: { median_band: found.median_band ?? "none", judged: judgedOf(found) },
    };
  },
  async company(ask: Ask, given: Texts) {
    const found = await ask(getCompany, given);
    const { name, country, sector, median_band } = found;
    return {
      found,
      title: name,
      counted: "judgements",
      minimum: 0,
      cautions: cautionCompany(found),
      metadata: { median_band: median_band ?? "none", country: country?.name ?? "none", sector: sector.label },
    };
  },
};

type Area = Parameters<typeof cautionArea>[0] & {
  readonly summary: string;
  readonly pillars: Parameters<typeof cautionParts>[1]["parts"];
};

function cautionsOf(found: Omit<Area, "name">, name: string) {
  const { summary, pillars: parts, minimum_companies: minimum } = found;
  return [...cautionArea({ ...found, name }, summary), ...cautionParts(name, { parts, many: "pillars", minimum })];
}

function judgedOf({ judged_companies, listed_companies }: { judged_companies: number; listed_companies: number }) {
  return `${judged_companies} of ${listed_companies} listed companies`;
}

interface PillarLine {
  readonly label: string;
  readonly median_band: string | null;
  readonly distribution: Readonly<Record<string, number>>;
}

/** A pillar in words: `Privacy: median band low (companies: very_low 18, low 28, …).` */
function lineOf({ label, median_band, distribution }: PillarLine, counted: string, minimum: number): string {
  if (median_band === null) return `${label}: not judged.`;
  const judged = Object.values(distribution).reduce((sum, count) => sum + count, 0);
  const counts = Object.entries(distribution).map(([band, count]) => `${band} ${count}`);
  const median = judged < minimum ? "too few companies to be rated" : `median band ${median_band}`;
  return `${label}: ${median} (${counted}: ${counts.join(", ")}).`;
}
