/** A request that asks much of the service. */
export interface HeavyRequest {
  readonly name: string;
  readonly path: string;
  readonly body?: string | FormData;
  readonly type?: string;
}

const CSV = "text/csv";
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

const [LIST, POINTS, CLAIMS, RECONCILE] = [
  "/api/v2/portfolios",
  "/api/v1/geocoding/reverse",
  "/api/v2/claims/check",
  "/reconcile",
];

/** One character that is eighteen letters in its compatibility form. */
const MANY_LETTERS = "\ufdfa";

const times = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const members = (count: number): object => Object.fromEntries(times(count, (at) => [`m${at}`, 1]));
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const wide = (delimiter: string, first: string): string =>
  `${first}${`${delimiter}c`.repeat(20_000)}\n${"a\n".repeat(10_000)}`;

function ofForm(path: string, list: string, name?: string): Omit<HeavyRequest, "name"> {
  const body = new FormData();
  if (name === undefined) body.set("list", list);
  else body.set("file", new Blob([list]), name);
  return { path, body };
}

const places = times(10_000, (at) => `${(at % 170) - 85}.5,${(at % 350) - 175}.25`).join("\n");

/** The heaviest requests that somebody may send with a body, right ones and wrong ones. */
export const HEAVY_BODIES: readonly HeavyRequest[] = [
  { name: "list of 10,000 names", path: LIST, ...json({ rows: times(10_000, (at) => ({ name: `Brouf ${at}` })) }) },
  {
    name: "list of 4,000 names of many letters",
    path: LIST,
    ...json({ rows: times(4000, (at) => ({ name: `${MANY_LETTERS.repeat(290)}${at}`, country: MANY_LETTERS })) }),
  },
  {
    name: "list of 10,000 unknown countries",
    path: LIST,
    ...json({ rows: times(10_000, (at) => ({ name: "a", country: `Republi of ${at}` })) }),
  },
  ...([",", ";", "\t", "|"] as const).map((delimiter) => ({
    name: `list of 20,000 columns between ${JSON.stringify(delimiter)}`,
    path: LIST,
    type: CSV,
    body: wide(delimiter, "name"),
  })),
  { name: "list of 1,900,000 rows", path: LIST, type: CSV, body: `name\n${"a\n".repeat(1_900_000)}` },
  { name: "list of 1,300,000 empty rows", path: LIST, type: CSV, body: `name\n${",\n".repeat(1_300_000)}` },
  { name: "list of malformed rows", path: LIST, type: CSV, body: `name\n${'"a"b\n'.repeat(800_000)}` },
  { name: "list of quotation marks", path: LIST, type: CSV, body: `name\n${'"a,'.repeat(1_300_000)}` },
  {
    name: "list of 500,000 cells",
    path: LIST,
    type: CSV,
    body: `name${",y".repeat(49)}\n${`${"x,".repeat(49)}x\n`.repeat(9990)}`,
  },
  { name: "rows of 40,000 members", path: LIST, ...json({ rows: times(9, () => members(40_000)) }) },
  { name: "rows of 64 unknown members", path: LIST, ...json({ rows: times(1500, () => members(64)) }) },
  {
    name: "ten names of 400,000 digits",
    path: LIST,
    ...json({ rows: times(10, () => ({ name: "1".repeat(400_000) })) }),
  },
  { name: "a list nested 2,000,000 deep", path: LIST, type: JSON_TYPE, body: nested(2_000_000) },
  { name: "1,900,000 items", path: LIST, type: JSON_TYPE, body: `{"rows":[${"1,".repeat(1_900_000)}1]}` },
  {
    name: "page of a list of 10,000 names",
    ...ofForm("/portfolio", `name\n${times(10_000, (at) => `Brouf ${at}`).join("\n")}`),
  },
  { name: "page of a list of 20,000 columns", ...ofForm("/portfolio", wide(";", "name"), "a.csv") },
  { name: "page of a list of 1,900,000 names", ...ofForm("/portfolio", `acme\n${"a\n".repeat(1_900_000)}`) },
  { name: "page of 10,000 places", ...ofForm("/where", `lat,lng\n${places}`) },
  { name: "page of places in 20,000 columns", ...ofForm("/where", wide("\t", "lat\tlng"), "a.tsv") },
  {
    name: "page of ten places of 400,000 digits",
    ...ofForm("/where", `lat,lng\n${`${"1".repeat(400_000)},1\n`.repeat(10)}`),
  },
  { name: "page of ten lines of 400,000 digits", ...ofForm("/where", `${"1".repeat(400_000)}\n`.repeat(10)) },
  {
    name: "page of places in 200 columns that could be some",
    ...ofForm("/where", `${"c,".repeat(200)}\n${`${"48.2 16,".repeat(199)}x\n`.repeat(2400)}`),
  },
  { name: "1,000 points", path: POINTS, ...json({ points: times(1000, (at) => ({ lat: at / 12, lng: at / 6 })) }) },
  { name: "points of 64 unknown members", path: POINTS, ...json({ points: times(1000, () => members(64)) }) },
  {
    name: "a coordinate nested 250,000 deep",
    path: POINTS,
    type: JSON_TYPE,
    body: `{"points":[{"lat":${nested(250_000)}}]}`,
  },
  {
    name: "20 statements of many words",
    path: CLAIMS,
    ...json({ statements: times(20, () => `Italy is ahead of ${"France and ".repeat(24)}Spain`) }),
  },
  {
    name: "20 statements of many letters",
    path: CLAIMS,
    ...json({ statements: times(20, () => MANY_LETTERS.repeat(299)) }),
  },
  {
    name: "a statement of 60,000 characters",
    path: CLAIMS,
    ...json({ statements: ["Italy is the most trusted ".repeat(2300)] }),
  },
  { name: "50 reconciliation queries", path: RECONCILE, ...queries(times(50, (at) => `Broufi ${at}`)) },
  { name: "50 long reconciliation queries", path: RECONCILE, ...queries(times(50, () => "a ".repeat(4000))) },
  { name: "10,000 reconciliation queries", path: RECONCILE, ...queries(times(10_000, () => "a")) },
  { name: "100,000 fields of a form", path: RECONCILE, type: FORM, body: "a=1&".repeat(100_000) },
  ...[times(100, () => "Brouf ".repeat(50)), [members(64)], nested(30_000), [times(9999, () => "a")]].map((names) => ({
    name: `tool match_list: ${JSON.stringify(names).slice(0, 20)}…`,
    path: "/mcp",
    ...json({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "match_list", arguments: { names } } }),
  })),
];

/** The heaviest questions in addresses, besides those of the OpenAPI document. */
export const HEAVY_ADDRESSES: readonly string[] = [
  `/api/v1/search?q=${"a+".repeat(99)}`,
  `/api/v1/search?q=${encodeURIComponent(MANY_LETTERS.repeat(200))}`,
  `/reconcile/suggest/entity?prefix=${encodeURIComponent(MANY_LETTERS.repeat(200))}`,
  `/api/v2/companies?country=${times(100, (at) => `Republi+of+${at}`).join(",")}`,
  `/api/v2/judgements?company=${times(100, (at) => `Broufi+${at}`).join(",")}`,
  `/api/v2/companies?${times(1500, (at) => `a${at}`).join("&")}`,
  "/pictures/map.png?scale=2",
  "/pictures/matrix.png?scale=2",
  "/pictures/ranking.png?scale=2",
  "/pictures/matrix.svg",
  "/share/start.png",
  "/matrix",
  "/changes",
  "/companies",
  "/docs/reference",
  `/where?at=${"1".repeat(6000)}`,
];

function json(body: object): Pick<HeavyRequest, "body" | "type"> {
  return { type: JSON_TYPE, body: JSON.stringify(body) };
}

function queries(texts: readonly string[]): Pick<HeavyRequest, "body" | "type"> {
  const batch = Object.fromEntries(texts.map((query, at) => [`q${at}`, { query }]));
  return { type: FORM, body: new URLSearchParams({ queries: JSON.stringify(batch) }).toString() };
}
