import type { Static } from "typebox";
import { counted, digits, inARow } from "../../ask/grammar.ts";
import { urlTo } from "../../ask/urls.ts";
import { linksArgument, releaseArgument } from "../../mcp/arguments.ts";
import { QUOTED_TEXTS } from "../../mcp/cautions.ts";
import { explained, quoted } from "../subject/tool-found.ts";
import type { Asking, Finding, Tool } from "../../mcp/tool.ts";
import { Problem } from "../../problem.ts";
import { reverseGeocodePoints } from "../place/reverse-geocode-points.ts";
import { getScale } from "../release/get-scale.ts";
import { listReleases } from "../release/list-releases.ts";
import { matchPortfolio } from "./match-portfolio.ts";
import type { MatchedCompany } from "./portfolio-schema.ts";

/** Maximum number of rows: more would not fit into an answer. */
const ROWS_MAX = 100;

const text = { type: "string" };

export const matchListTool: Tool = {
  name: "match_list",
  title: "What a list of names or points means",
  description:
    "Finds which companies a list of names means, with the distribution of those that are certain, or in which countries points lie. Give `names` or `points`. Only identifiers, and names that one company alone has, are matched; others have `candidates`, which you must not choose among. Nothing of a list is kept. For one name use `search`.",
  operations: [matchPortfolio, reverseGeocodePoints, getScale, listReleases],
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
    since: {
      schema: { type: "string", description: "Of names: the release to compare with; the last without it." },
    },
    links: linksArgument,
    release: releaseArgument,
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
  const { items: releases } = await ask(listReleases, { release: given["release"], limit: "1000" });
  const last = given["release"] === undefined ? releases.find(({ status }) => status === "superseded")?.id : undefined;
  const found = await ask(matchPortfolio, { since: last, ...given }, { rows });
  const { meta, matched, ambiguous, unmatched, items, judged_companies, since } = found;
  const gone = items.flatMap(({ changes, before }) =>
    changes?.includes("removed") && before ? [quoted(before.name)] : [],
  );
  return {
    meta,
    summary: found.summary,
    cautions: [
      ...(gone.length === 0 ? [] : [{ say: `Listed until release ${since}, and not any more: ${inARow(gone)}.` }]),
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
      since,
      judged_companies,
      ...explained({ median_band: found.median_band, distribution: found.distribution }, found.reasons),
      rows: items.map(({ row, name, status, company, candidates, changes, before }) => ({
        row,
        name,
        status,
        ...(company === null ? {} : { company: companyOf(company) }),
        ...(changes === null || changes.length === 0 ? {} : { changes, before: before?.median_band ?? null }),
        ...(candidates.length === 0 || changes?.includes("removed")
          ? {}
          : { candidates: candidates.slice(0, 3).map((each) => companyOf(each)) }),
      })),
    },
    links: { api: baseUrl + matchPortfolio.path, page: `${baseUrl}/portfolio` },
    cuttable: { rows: "send the rows that are missing in another call." },
  };
}

function companyOf({ slug, name, country, median_band }: Static<typeof MatchedCompany>) {
  return { id: `company:${slug}`, name, country: country?.name ?? null, median_band };
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
