import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { type Exported, openSmallExport } from "./exported.ts";

/**
 * Every route that has no file, but for those that take no GET. Where a new one appears here, the
 * export cannot have it, or cannot list its addresses: see `export/left-out.ts` and
 * `export/known-values.ts`.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  "it needs parameters: countries": ["/api/v2/intelligence/comparison"],
  "it needs parameters: subject, is": ["/api/v2/claims/check"],
  "it needs parameters: q": ["/api/v1/search"],
  "it answers each caller by itself": [
    "/reconcile",
    "/reconcile/suggest/entity",
    "/reconcile/suggest/property",
    "/reconcile/properties",
    "/api/dashboard",
    "/api/account/confirm",
    "/api/webhooks",
    "/api/webhooks/{id}",
  ],
  "it needs parameters: lat, lng": ["/api/v1/geocoding/reverse"],
  "the release has none of it": ["/sitemaps/{part}"],
  "only a service has its endpoints": ["search", "account", "webhooks", "geocoding"].flatMap((group) => [
    `/docs/reference/${group}`,
    `/docs/reference/${group}.md`,
  ]),
  "it leads to what has no file": ["/docs/rate-limits", "/api/v2/search"],
  "it tests a running service": ["/api/postman-collection.json"],
  "it teaches agents to ask a service": ["/skills/country-trust/SKILL.md"],
  "it introduces a server that agents call": ["/mcp/server-card", "/.well-known/ai-catalog.json", "/mcp/server.json"],
  "it searches for what a visitor enters": ["/docs/search"],
  "it compares what a visitor chooses": ["/compare"],
  "it checks what a visitor enters": ["/claims"],
  "it looks up what a visitor enters": ["/where"],
  "it answers what a visitor sends": ["/sign-up", "/dashboard", "/portfolio"],
  "the service answers 404 without parameters": [
    "/api/v2/SHA256SUMS.minisig",
    "/releases/{release}/logo.png",
    "/releases/{release}/logo-dark.png",
  ],
  "the service answers 400 without parameters": ["/embed/compare", "/share/compare.png"],
  "it answers for the URL that it is given": ["/oembed"],
  "a picture is drawn when somebody asks for it": ["/{chart}", "/countries/{slug}/{chart}"]
    .concat(["/sectors/{slug}/{chart}", "/companies/{slug}/{chart}"])
    .flatMap((chart) => [`/pictures${chart}.svg`, `/pictures${chart}.png`]),
  "a picture takes too long to draw to have one for every company": ["/share/companies/{slug}.png"],
  "it is a state of a running process": ["/healthz", "/readyz"],
};

let { folder, files }: Pick<Exported, "folder" | "files"> = { folder: "", files: [] };
before(async () => {
  ({ folder, files } = await openSmallExport());
});

test("no page offers what only a service does", () => {
  const offers =
    /A free key|Look up your own|Match a list|Be told by webhook|More on feeds|With your key|a limited number of times|>All \d+ countries in|<a class="button[^"]*">/u;
  const pages = files.filter((file) => file.endsWith(".html") && !file.startsWith("docs/"));
  assert.ok(pages.length > 100, `${pages.length} pages`);
  for (const file of pages)
    assert.equal(offers.exec(readFileSync(path.join(folder, file), "utf8"))?.[0], undefined, file);
});

test("every route is exported or says why not", () => {
  const { left_out } = JSON.parse(readFileSync(path.join(folder, "export.json"), "utf8")) as {
    left_out: { template: string; reason: string }[];
  };
  // Those of many, which are seen by their paths.
  const ofMany = [
    "only a service takes POST",
    "it is about an error of a service",
    "it is about what only a service does",
  ];
  const listed = left_out.filter(({ reason }) => !ofMany.includes(reason));
  const byReason = Map.groupBy(listed, ({ reason }) => reason);
  const found = Object.fromEntries(
    [...byReason].map(([reason, routes]) => [reason, routes.map((each) => each.template)]),
  );
  assert.deepEqual(found, LEFT_OUT);
});
