import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { checkProblem, openSharedServer, send } from "./test-server.ts";

/** The conditions of RFC 9110 §13.1, in the order of §13.2.2. */

let server: HttpServer;

before(async () => {
  server = await openSharedServer();
});

const EARLIER = "Thu, 19 Nov 2026 10:00:00 GMT";
const PUBLISHED = "Fri, 20 Nov 2026 10:00:00 GMT";
const LATER = "Sat, 21 Nov 2026 10:00:00 GMT";

const PATHS = [
  "/api/v2/scale",
  "/api/v2/companies?limit=2",
  "/api/v2/intelligence/country-data.csv",
  "/api/v2/data/judgements.parquet",
];

for (const path of PATHS) {
  describe(`GET ${path}`, () => {
    const ask = (headers: Record<string, string>, method = "GET") => send(server, path, { method, headers });
    const etagOf = async (coding = "identity"): Promise<string> =>
      String((await ask({ "Accept-Encoding": coding })).headers.etag);

    test("412 where If-Match names another response, GET and HEAD", async () => {
      const etag = await etagOf();
      for (const named of ['"other"', `W/${etag}`, '"a", "b"', "nonsense"]) {
        const received = await ask({ "If-Match": named });
        const { detail } = checkProblem(received, 412, "precondition_failed");
        assert.match(detail, /^If-Match is ".*"; the response is another one/u);
        assert.equal((await ask({ "If-Match": named }, "HEAD")).status, 412);
      }
    });

    test("200 where If-Match names it, in any coding the client accepts, or any response", async () => {
      for (const named of [await etagOf(), `"a", ${await etagOf()}`, "*"])
        assert.equal((await ask({ "If-Match": named })).status, 200, named);
      const packed = await etagOf("gzip");
      assert.equal((await ask({ "If-Match": packed, "Accept-Encoding": "gzip" })).status, 200);
    });

    test("412 where it was modified after If-Unmodified-Since, in each form of a date", async () => {
      for (const date of [EARLIER, "Thursday, 19-Nov-26 10:00:00 GMT", "Thu Nov 19 10:00:00 2026"])
        checkProblem(await ask({ "If-Unmodified-Since": date }), 412, "precondition_failed");
      for (const date of [PUBLISHED, LATER, "Saturday, 21-Nov-26 10:00:00 GMT", "Fri Nov 20 10:00:00 2026"])
        assert.equal((await ask({ "If-Unmodified-Since": date })).status, 200, date);
    });

    test("a date that is none is ignored", async () => {
      for (const date of ["yesterday", "2026-11-19T10:00:00Z", "0", "Thu, 99 Nov 2026 10:00:00 GMT"])
        assert.equal((await ask({ "If-Unmodified-Since": date })).status, 200, date);
    });

    test("304 to If-Modified-Since with the date that was sent, in each form of it", async () => {
      for (const date of [PUBLISHED, "Friday, 20-Nov-26 10:00:00 GMT", "Fri Nov 20 10:00:00 2026"])
        assert.equal((await ask({ "If-Modified-Since": date })).status, 304, date);
    });

    test("If-Match comes before If-Unmodified-Since, and both before If-None-Match", async () => {
      const etag = await etagOf();
      assert.equal((await ask({ "If-Match": etag, "If-Unmodified-Since": EARLIER })).status, 200);
      assert.equal((await ask({ "If-Match": '"other"', "If-Unmodified-Since": LATER })).status, 412);
      assert.equal((await ask({ "If-Match": '"other"', "If-None-Match": etag })).status, 412);
      assert.equal((await ask({ "If-Unmodified-Since": EARLIER, "If-None-Match": etag })).status, 412);
      assert.equal((await ask({ "If-Match": etag, "If-None-Match": etag })).status, 304);
      assert.equal((await ask({ "If-None-Match": '"other"', "If-Modified-Since": PUBLISHED })).status, 200);
    });
  });
}

test("what is wrong with the request itself comes before its conditions", async () => {
  const headers = { "If-Match": '"other"' };
  checkProblem(await send(server, "/api/v2/scale?colour=red", { headers }), 400, "unknown_parameter");
  checkProblem(await send(server, "/api/v2/countries/atlantis", { headers }), 404, "country_not_found");
  assert.equal((await send(server, "/api/v2/countries/fr", { headers })).status, 308);
});
