import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HttpDoor } from "../../src/http/open-http-door.ts";
import { type Received, openTestDoor, send } from "./door.ts";

/** Every address that is kept ready for the small test dataset. */
const PREBUILT = [
  "/api/v2/countries/preview",
  "/api/v2/intelligence/country-rankings",
  "/api/v2/intelligence/country-sector-matrix",
  "/api/v2/intelligence/country-data.csv",
  "/api/v2/sectors",
  "/api/v2/companies",
  "/api/v2/scale",
  "/api/v1/countries/preview",
  "/api/v1/countries/france",
  "/api/v1/intelligence/country-rankings",
  "/api/v1/intelligence/country-sector-matrix",
  "/api/v1/intelligence/country-data.csv",
  ...["brazil", "germany", "france", "namibia", "kosovo"].map((slug) => `/api/v2/countries/${slug}`),
  ...["energy", "mining", "retail"].map((slug) => `/api/v2/sectors/${slug}`),
];

let door: HttpDoor;

before(async () => {
  door = await openTestDoor();
  await door.whenPrebuilt;
});
after(() => door.close());

/** An answer as it came, byte for byte, but for the two headers that no two answers share. */
function bytesOf({ status, rawHeaders, body }: Received): object {
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]!]] : []));
  const lasting = pairs.filter(([name = ""]) => !["date", "x-request-id"].includes(name.toLowerCase()));
  return { status, lasting, body: body.toString("hex") };
}

describe("the front and the router", () => {
  for (const address of PREBUILT) {
    test(`answer ${address} alike, byte for byte`, async () => {
      const codings: Record<string, string>[] = [{}, { "Accept-Encoding": "br" }, { "Accept-Encoding": "gzip" }];
      for (const coding of codings) {
        const tag = String((await send(door, address, { headers: coding })).headers.etag);
        const variants = [
          coding,
          { ...coding, "If-None-Match": tag },
          { ...coding, Accept: "image/png" },
          { ...coding, Prefer: "sunset=rehearse" },
        ];
        for (const method of ["GET", "HEAD"]) {
          for (const headers of variants) {
            const front = await send(door, address, { method, headers });
            // The map of the front knows addresses as they are written; this one it leaves to the router.
            const router = await send(door, `${address}?`, { method, headers });
            assert.deepEqual(withoutInstance(bytesOf(router)), withoutInstance(bytesOf(front)));
          }
        }
      }
    });
  }

  for (const [address, escaped] of [
    ["/api/v2/companies?limit=2&sort=-name", "/api/v2/compani%65s?limit=2&sort=-name"],
    ["/api/v2/companies?colour=red", "/api/v2/compani%65s?colour=red"],
    ["/api/v2/companies/bois-clair", "/api/v2/companies/bois%2Dclair"],
    [
      "/api/v2/companies/c-1?release=2026-11-20-aaaaaaaaaaaa",
      "/api/v2/companies/c%2D1?release=2026-11-20-aaaaaaaaaaaa",
    ],
    ["/api/v2/companies/nobody", "/api/v2/companies/nobod%79"],
    ["/api/v1/countries/atlantis", "/api/v1/countries/atlanti%73"],
    ["/api/v2/countries/preview?sort=-name", "/api/v2/countries/previe%77?sort=-name"],
    ["/api/v2/companies/", "/api/v2/compani%65s/"],
  ] as const) {
    test(`answer ${address} alike, found at a glance or by the router`, async () => {
      const variants = [{}, { "Accept-Encoding": "br" }, { Accept: "image/png" }, { Prefer: "sunset=rehearse" }];
      for (const method of ["GET", "HEAD", "POST"]) {
        for (const headers of variants) {
          const glance = await send(door, address, { method, headers, hasOwnOperations: true });
          const router = await send(door, escaped, { method, headers, hasOwnOperations: true });
          assert.deepEqual(withoutInstance(bytesOf(router)), withoutInstance(bytesOf(glance)));
        }
      }
    });
  }

  test("defaults that are spelled out lead to the same answer", async () => {
    const plain = await send(door, "/api/v2/companies");
    const spelled = await send(door, "/api/v2/companies?limit=100&sort=name");
    assert.deepEqual(bytesOf(spelled), bytesOf(plain));
    const encoded = await send(door, "/api/v2/countries/f%72ance");
    assert.deepEqual(bytesOf(encoded), bytesOf(await send(door, "/api/v2/countries/france")));
  });
});

/** Problem documents name their own request. */
function withoutInstance(received: object): object {
  const text = JSON.stringify(received);
  const uuid = Buffer.from('"instance":"urn:uuid:').toString("hex");
  return JSON.parse(text.replaceAll(new RegExp(`${uuid}[0-9a-f]{72}`, "gu"), "")) as object;
}
