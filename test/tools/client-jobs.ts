import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DEMO, type TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type DemoService, serveFolder } from "./demo-service.ts";
import { openFront } from "./refusing-front.ts";

/**
 * Five jobs that a program uses a client for, over two releases of the demonstration data, with a
 * service that breaks between the answers: a list with its pages, a comparison, claims, a caller's
 * own list of companies, and what changed. A script prints what it found as one line of JSON.
 */

/** The address and key that a script gets, as `process.argv` and `sys.argv` hold them. */
export interface Jobs {
  readonly arguments: readonly [url: string, key: string];
  /** Holds what a script printed against the service, and that it met all troubles. */
  check(printed: string): Promise<void>;
  /** Before each script. */
  breakAgain(): void;
  close(): Promise<void>;
}

/** In JavaScript, for a client that `trust` names; it runs in an asynchronous function. */
export const JOBS_IN_JAVASCRIPT = `
  const trust = openCountryTrust({ baseUrl: process.argv[2], key: process.argv[3], release: "pinned", timeoutSeconds: 5, retries: 5 });
  const names = [];
  for await (const company of trust.items("/api/v2/companies", { params: { query: { country: ["NA"], limit: 2 } } })) names.push(company.name);
  const comparison = await trust.get("/api/v2/intelligence/comparison", { params: { query: { countries: ["DK", "GR"] } } });
  const claims = await trust.post("/api/v2/claims/check", { body: { statements: ["Denmark is the best", "Denmark is not the best"] } });
  const portfolio = await trust.post("/api/v2/portfolios", { body: { rows: [{ name: "Kokerwinddrift CC" }, { name: "Nobody & Sons" }] } });
  const changes = await trust.get("/api/v2/changes", { params: { query: { limit: 1 } } });
  console.log(JSON.stringify({
    names,
    countries: comparison.countries.map(({ slug, median_band }) => [slug, median_band]),
    verdicts: claims.items.map(({ verdict }) => verdict),
    matched: portfolio.matched,
    changes: changes.total,
    release: trust.release,
  }));
`;

export const JOBS_IN_PYTHON = `
import json, sys
from country_trust_client import CountryTrust

trust = CountryTrust(sys.argv[1], key=sys.argv[2], release="pinned", timeout_seconds=5, retries=5)
names = [company["name"] for company in trust.items(trust.list_companies(country="NA", limit=2))]
comparison = trust.compare_countries(countries=["DK", "GR"])
claims = trust.check_claims({"statements": ["Denmark is the best", "Denmark is not the best"]})
portfolio = trust.match_portfolio({"rows": [{"name": "Kokerwinddrift CC"}, {"name": "Nobody & Sons"}]})
changes = trust.list_changes(limit=1)
print(json.dumps({
    "names": names,
    "countries": [[country["slug"], country["median_band"]] for country in comparison["countries"]],
    "verdicts": [item["verdict"] for item in claims["items"]],
    "matched": portfolio["matched"],
    "changes": changes["total"],
    "release": trust.release,
}))
`;

const soon = { "Retry-After": "0" };

/** Between two answers each, no more than a client tries again by itself. */
const TROUBLES = [
  [{ status: 503, headers: soon }, "reset"],
  ["cut"],
  [
    { status: 429, headers: soon },
    { status: 503, headers: soon },
    { status: 429, headers: soon },
  ],
  ["silent"],
  [{ status: 502, body: "<h1>Bad gateway</h1>" }],
  ["reset"],
  ["cut", { status: 429, headers: soon }],
  [{ status: 504, headers: soon }],
] as const;

/** Publishes the demonstration data and another edition, and serves both. */
export async function openJobs(): Promise<Jobs> {
  const cli = await openDemonstration();
  await publishNextEdition(cli);
  const service = await serveFolder(cli);
  const front = await openFront(service.url);
  return {
    arguments: [front.url, service.apiKey],
    breakAgain() {
      front.asked.length = 0;
      front.refusals = TROUBLES.flatMap((each) => [...each, "pass" as const]);
    },
    async check(printed) {
      assert.deepEqual(JSON.parse(printed), await answersOf(service));
      assert.deepEqual(front.refusals, [], "it met every trouble");
    },
    async close() {
      await front.close();
      await service.close();
    },
  };
}

/** Publishes an edition of the demonstration data in which much changes; returns its folder. */
export async function publishNextEdition(cli: TestCli): Promise<string> {
  const folder = writeNextEdition();
  cli.now = new Date("2026-11-23T10:00:00Z");
  const { status, said } = await cli.publish(folder);
  assert.equal(status, 0, said);
  return folder;
}

/** Re-rates every judgement of the worst band in one pillar. */
function writeNextEdition(): string {
  const folder = newTemporaryFolder();
  cpSync(DEMO, folder, { recursive: true });
  const file = path.join(folder, "judgements.csv");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(",privacy,very_low,", ",privacy,low,"));
  return folder;
}

/** The same from the service itself, one request each. */
async function answersOf({ url, apiKey }: DemoService): Promise<Record<string, unknown>> {
  const ask = async <T>(address: string, body?: object): Promise<T> => {
    const headers = { "X-SVC-API-Key": apiKey, "Content-Type": "application/json" };
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(url + address, { headers, ...init });
    assert.equal(response.status, 200, address);
    return (await response.json()) as T;
  };
  interface Item {
    readonly name: string;
    readonly verdict: string;
  }
  interface List {
    readonly items: readonly Item[];
    readonly total: number;
    readonly matched: number;
    readonly meta: { readonly release: string };
  }
  const companies = await ask<List>("/api/v2/companies?country=NA");
  const { countries } = await ask<{ countries: { slug: string; median_band: string }[] }>(
    "/api/v2/intelligence/comparison?countries=DK,GR",
  );
  const statements = ["Denmark is the best", "Denmark is not the best"];
  const { total } = await ask<List>("/api/v2/changes");
  const claims = await ask<List>("/api/v2/claims/check", { statements });
  const rows = [{ name: "Kokerwinddrift CC" }, { name: "Nobody & Sons" }];
  const { matched } = await ask<List>("/api/v2/portfolios", { rows });
  assert.ok(companies.total > 2 && total > 10 && matched > 0, "there is something to find");
  return {
    names: companies.items.map(({ name }) => name),
    countries: countries.map(({ slug, median_band }) => [slug, median_band]),
    verdicts: claims.items.map(({ verdict }) => verdict),
    matched,
    changes: total,
    release: companies.meta.release,
  };
}
