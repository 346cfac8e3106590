import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Exported, exportDemonstration } from "./exported.ts";
import {
  type ExportedService,
  HOSTS,
  NGINX,
  type Served,
  compareFile,
  listAddressed,
  openExportedService,
  serveExport,
  walkList,
} from "./hosts.ts";
import { followLinks, followTexts } from "./links.ts";

/** The whole demonstration on every host. */

/** Of companies and their sub-pages, one in so many is compared. */
const EVERY = 25;

describe("an export of the demonstration", () => {
  let exported: Exported;
  let service: ExportedService;
  before(async () => {
    exported = await exportDemonstration();
    service = await openExportedService(exported);
  });
  after(async () => {
    service?.close();
    await exported?.cli.remove();
  });

  for (const host of HOSTS)
    describe(`served by ${host.name}`, { skip: host.skip }, () => {
      let served: Served;
      before(async () => {
        served = await serveExport(host, exported);
      });
      after(() => served?.stop());

      test("addresses have the type, the promised headers and the body that the service gives", async () => {
        const isOfCompany = (file: string): boolean => /companies\/[^/]+/u.test(file);
        const files = listAddressed(exported);
        const some = files.filter(isOfCompany).filter((_, index) => index % EVERY === 0);
        for (const file of [...files.filter((each) => !isOfCompany(each)), ...some])
          await compareFile(host, served.origin, service, file);
      });

      test("the list of all companies is walked to its end by `next`", async () => {
        const ids = await walkList(served.origin, "/api/v2/companies");
        assert.equal(new Set(ids).size, 1200);
        assert.deepEqual(ids, await walkList(service.origin, "/api/v2/companies"));
      });
    });

  test("no link is dead, and no text for programs names what is not there", { skip: NGINX.skip }, async () => {
    const { origin, stop } = await serveExport(NGINX, exported);
    const links = await followLinks(origin);
    assert.deepEqual(links.wrong, []);
    assert.ok(links.count > 1200, `${links.count} addresses`);
    assert.deepEqual((await followTexts(origin, exported)).wrong, []);
    await stop();
  });
});
