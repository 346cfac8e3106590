import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { type ApiDescription, type Exchanged, buildConformance } from "../http/conformance.ts";
import { broken, PREVIEW } from "./broken-document.ts";
import { type DemoService, type Json, sharedDemoService } from "./demo-service.ts";

/**
 * The served document under the judgement of libraries nobody here wrote, which must also refuse
 * what was broken on purpose; `openapi.long.test.ts` has the slower tools.
 */

/** Compressed with brotli, as it is served: what is repeated weighs nothing. */
const DOCUMENT_BYTES_MAX = 50_000;

let service: DemoService;
let served: Json;
before(async () => {
  service = await sharedDemoService();
  served = await service.document("/api/openapi.json");
});

describe("@seriousme/openapi-schema-validator", () => {
  const validate = (document: Json) => new Validator().validate(structuredClone(document));

  test("takes the document for a valid one of OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(served));
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, "3.1");
  });

  test("has a size that people and generators can read", async () => {
    const headers = { "Accept-Encoding": "br" };
    const answer = await fetch(`${service.url}/api/openapi.json`, { headers });
    assert.equal(answer.headers.get("Content-Encoding"), "br");
    const bytes = Number(answer.headers.get("Content-Length"));
    assert.ok(bytes > 0, "the length is stated");
    assert.ok(bytes <= DOCUMENT_BYTES_MAX, `${bytes} bytes`);
  });

  test("refuses a parameter that stands nowhere", async () => {
    const { valid } = await validate(
      broken(served, (copy) => {
        const [parameter] = copy["paths"]![PREVIEW]!["get"]!["parameters"] as unknown as Json[];
        delete parameter!["in"];
      }),
    );
    assert.equal(valid, false);
  });
});

describe("the document, held against answers", () => {
  test("refuses another status, a missing header, an undescribed one and a body of another shape", async () => {
    const check = buildConformance(served as unknown as ApiDescription);
    const answer = await fetch(service.url + PREVIEW, { headers: { "X-SVC-API-Key": service.apiKey } });
    const { host: _host, "content-encoding": _encoding, ...headers } = Object.fromEntries(answer.headers);
    const body = Buffer.from(await answer.arrayBuffer());
    const exchanged: Exchanged = { method: "GET", target: PREVIEW, status: answer.status, headers, body };
    check(exchanged);
    const { etag: _etag, ...withoutTag } = headers;
    for (const change of [
      { status: 418 },
      { headers: withoutTag },
      { headers: { ...headers, "x-powered-by": "chance" } },
      { body: Buffer.from(body.toString().replaceAll('"items"', '"things"')) },
    ])
      assert.throws(() => check({ ...exchanged, ...change }), assert.AssertionError);
  });
});
