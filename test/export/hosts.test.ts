import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { type Exported, addressOf, openSmallExport } from "./exported.ts";
import {
  type ExportedService,
  HOSTS,
  PROMISED,
  type Served,
  compareFile,
  listAddressed,
  openExportedService,
  serveExport,
  walkList,
} from "./hosts.ts";

describe("an export", () => {
  let exported: Exported;
  let service: ExportedService;
  before(async () => {
    exported = await openSmallExport();
    service = await openExportedService(exported);
  });
  after(() => service?.close());

  test("the function of the guide finds the file of every address", () => {
    const guide = readFileSync(new URL("../../docs/guides/exporting.md", import.meta.url), "utf8");
    const code = /```js\n(.*?)```/su.exec(guide)?.[1] ?? "";
    const found = runInNewContext(`${code};(uri) => handler({ request: { uri } }).uri`) as (uri: string) => string;
    for (const file of listAddressed(exported)) assert.equal(found(addressOf(file)), `/${file}`, file);
    assert.equal(found("/api/v2/judgements/pages/2"), "/api/v2/judgements/pages/2.json");
  });

  for (const host of HOSTS)
    describe(`served by ${host.name}`, { skip: host.skip }, () => {
      let served: Served;
      before(async () => {
        served = await serveExport(host, exported);
      });
      after(() => served?.stop());

      test("every address has the type, the promised headers and the body that the service gives", async () => {
        for (const file of listAddressed(exported)) await compareFile(host, served.origin, service, file);
      });

      test("a list is walked to its end by `next`", async () => {
        const ids = await walkList(served.origin, "/api/v2/judgements");
        assert.deepEqual(ids, await walkList(service.origin, "/api/v2/judgements"));
        assert.ok(ids.length > 1100, "three pages");
      });

      test("308 for other paths of pages, 404 for what is not exported and for questions that nobody answers", async () => {
        const { origin } = served;
        const moved = await fetch(`${origin}/countries`, { redirect: "manual" });
        const location = new URL(moved.headers.get("location") ?? "", origin);
        assert.deepEqual([moved.status, location.pathname], [308, "/rankings"]);
        for (const [address, status] of [
          ["/sign-up", 404],
          ["/nope", 404],
          ["/nginx.conf", 404],
          ["/.export-lock", 404],
          ["/api/v2/nope", 404],
          ["/api/v2/companies?band=low", host.refusesParameters ? 404 : 200],
          [`/api/v2/companies?release=${service.release}`, 200],
          ["/rankings?utm_source=letter", 200],
        ] as const)
          assert.equal((await fetch(origin + address)).status, status, address);
      });

      test("what is missing is answered with the page of the export, and the headers of the service", async () => {
        const page = readFileSync(path.join(exported.folder, "404.html"), "utf8");
        const asked = await fetch(`${service.origin}/nope`, { headers: { accept: "text/html" } });
        for (const address of ["/nope", "/countries/nope", "/api/v2/nope", "/api/v2/countries/nope"]) {
          const response = await fetch(served.origin + address);
          assert.equal(await response.text(), page, address);
          if (!host.hasHeadersOfMissing) continue;
          assert.equal(response.status, 404, address);
          for (const name of ["content-type", ...PROMISED])
            assert.equal(response.headers.get(name), asked.headers.get(name), `${name} of ${address}`);
        }
      });

      test(
        "a range of a file is answered with it alone",
        { skip: host.refusesParameters ? false : "it is no server" },
        async () => {
          const headers = { range: "bytes=0-3" };
          const response = await fetch(`${served.origin}/api/v2/data/companies.parquet`, { headers });
          assert.deepEqual([response.status, await response.text()], [206, "PAR1"]);
        },
      );
    });
});
