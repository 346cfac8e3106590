import { counted, digits, inARow } from "../../ask/grammar.ts";
import { urlTo } from "../../ask/urls.ts";
import { linksArgument, releaseArgument } from "../../mcp/arguments.ts";
import { QUOTED_TEXTS } from "../../mcp/cautions.ts";
import { explained } from "../subject/tool-figures.ts";
import type { Asking, Finding, Tool } from "../../mcp/tool.ts";
import { Problem } from "../../problem.ts";
import { reverseGeocodePoints } from "../place/reverse-geocode-points.ts";
import { getScale } from "../release/get-scale.ts";
import { matchPortfolio } from "./match-portfolio.ts";

/** Maximum number of rows: more would not fit into an answer. */
const ROWS_MAX = 100;

const text = { type: "string" };

export const matchListTool: Tool = {
  name: "match_list",
  title: "What a list of names or points means",
  description:
    "Finds which companies a list of names means, with the distribution of those that are certain, or in which countries points lie. Give `names` or `points`. Only identifiers, and names that one company alone has, are matched; others have `candidates`, which you must not choose among. Nothing of a list is kept. For one name use `search`.",
  operations: [matchPortfolio, reverseGeocodePoints, getScale],
  chargedTo: ({ sent }) => (sent["points"] === undefined ? matchPortfolio : reverseGeocodePoints),
  arguments: {
    names: {
      schema: {
        type: "array",
        maxItems: ROWS_MAX,
        items: {
          anyOf: [text, { type: "object", properties: { name: text, country: text, lei: text, company_id: text } }],
        },
      },
      isStructured: true,
    },
    points: {
      schema: {
        type: "array",
        maxItems: ROWS_MAX,
        items: {
          type: "object",
          properties: { lat: { type: "number" }, lng: { type: "number" } },
          required: ["lat", "lng"],
        },
      },
      isStructured: true,
    },
    links: linksArgument,
    release: releaseArgument,
  },
  content: {
    rows: "In the order of the list: of names `status`, `company` and `candidates`; of points `country`, `zone`, the `nearest` one at sea, and `disputed` with all `claims`.",
    "matched, ambiguous, unmatched": "How many names are which.",
    "median_band, distribution": "Of the matched companies that are judged, each once.",
    attribution: "Of points: how to name the source of the borders.",
  },
  async answer(asking) {
    const { names, points } = asking.sent;
    if ((names === undefined) === (points === undefined))
      throw new Problem("invalid_request", "Give either `names` or `points`.");
    const list = names ?? points;
    const rows: readonly unknown[] = Array.isArray(list) ? list : [list];
    if (rows.length > ROWS_MAX)
      throw new Problem(
        "invalid_request",
        `The list has ${digits(rows.length)} entries; send at most ${ROWS_MAX} at once.`,
      );
    return names === undefined ? await locate(asking, rows) : await match(asking, rows);
  },
};

async function match({ ask, given, baseUrl }: Asking, names: readonly unknown[]): Promise<Finding> {
  const rows = names.map((name) => (typeof name === "string" ? { name } : name));
  const found = await ask(matchPortfolio, given, { rows });
  const { meta, matched, ambiguous, unmatched, items, judged_companies } = found;
  return {
    meta,
    summary: found.summary,
    cautions: [
      ...(ambiguous === 0
        ? []
        : [{ not: "Take no candidate of an ambiguous row for the company: ask which is meant." }]),
      ...(unmatched === 0 ? [] : [{ not: "Do not call an unmatched company bad: nothing is known of it here." }]),
      QUOTED_TEXTS,
    ],
    content: {
      matched,
      ambiguous,
      unmatched,
      companies: found.companies,
      judged_companies,
      ...explained({ median_band: found.median_band, distribution: found.distribution }, found.reasons),
      rows: items.map(({ row, name, status, company, candidates }) => ({
        row,
        name,
        status,
        ...(company === null ? {} : { company: companyOf(company) }),
        ...(candidates.length === 0 ? {} : { candidates: candidates.slice(0, 3).map((each) => companyOf(each)) }),
      })),
    },
    links: { api: baseUrl + matchPortfolio.path, page: `${baseUrl}/portfolio` },
    cuttable: { rows: "send the rows that are missing in another call." },
  };
}

interface MatchedCompany {
  readonly slug: string;
  readonly name: string;
  readonly country: string | null;
  readonly median_band: string | null;
}

function companyOf({ slug, name, country, median_band }: MatchedCompany) {
  return { id: `company:${slug}`, name, country, median_band };
}

async function locate({ ask, given, baseUrl }: Asking, points: readonly unknown[]): Promise<Finding> {
  const { meta } = await ask(getScale, given);
  const { items, territories, boundaries, disputes } = await ask(reverseGeocodePoints, {}, { points });
  const nameOf = (code: string): string => territories[code]?.name ?? code;
  const idOf = (code: string) => ({ id: `country:${territories[code]?.slug ?? code}`, name: nameOf(code) });
  const known = items.filter(({ iso2 }) => iso2 !== null).length;
  const wrong = items.filter(({ problem }) => problem !== null).length;
  return {
    meta,
    summary: `Of ${counted(items.length, "point", "points")}, ${digits(known)} lie in a country${wrong === 0 ? "" : `; ${digits(wrong)} could not be read`}.`,
    cautions: [
      ...(disputes.length === 0
        ? []
        : [
            {
              say: `Some points lie on disputed land: ${inARow(disputes.map(({ name }) => `“${name}”`))}.`,
              not: "Do not call disputed land one country’s without naming the others that claim it.",
            },
          ]),
      { say: `Borders: ${boundaries.attribution}` },
    ],
    content: {
      rows: items.map(({ iso2, zone, claims, disputes: own, nearest, problem }, index) => ({
        row: index + 1,
        ...(problem === null ? { country: iso2 === null ? null : idOf(iso2), zone } : { problem: problem.detail }),
        ...(own.length === 0 ? {} : { disputed: own.map(({ id }) => id), claims: claims.map(nameOf) }),
        ...(nearest === null ? {} : { nearest: { ...idOf(nearest.iso2), distance_km: nearest.distance_km } }),
      })),
    },
    links: { api: baseUrl + reverseGeocodePoints.path, page: baseUrl + urlTo("/where") },
    cuttable: { rows: "send fewer points at once." },
  };
}
