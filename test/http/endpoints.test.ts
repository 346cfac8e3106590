import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { HttpServer } from "../../src/http/http-server.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { XLSX_TYPE, ZIP_TYPE } from "../../src/topics/download/downloads.ts";
import { isForOneCaller, type Operation } from "../../src/ask/operation.ts";
import { canonicalUrl } from "../../src/ask/urls.ts";
import { exampleOf } from "../topics/asking.ts";
import { checkAnswer } from "../topics/check-answer.ts";
import { BASE, type Received, RELEASE, checkProblem, checkShared, openSharedServer, send } from "./test-server.ts";

/** The address with one more parameter. */
function withQuery(address: string, query: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${query}`;
}

let server: HttpServer;

before(async () => {
  server = await openSharedServer();
});

/** What decides how an operation is answered over HTTP, besides what it says. */
const kindOf = ({ form, dependsOn, deprecation, ignoresAccept, parameters }: Operation): string => {
  const takesRelease = Object.hasOwn(parameters.query.properties, "release");
  const { kind, mediaType } = form;
  return [kind, mediaType, dependsOn, deprecation !== undefined, ignoresAccept, takesRelease].join();
};
const kinds = new Set<string>();

/** Each operation once for each of its media types, with what asks for it. */
const QUESTIONS = OPERATIONS.flatMap((operation) => {
  const { choice, form } = operation;
  if (choice === undefined) return [{ operation, asked: {} }];
  return [...new Map(Object.entries(choice.forms).map((each) => [each[1].mediaType, each])).values()].map(
    ([value, own]) => ({
      operation: { ...operation, form: own },
      asked: own === form ? {} : { [choice.parameter]: value },
    }),
  );
});

for (const { operation, asked } of QUESTIONS) {
  // What takes a body is asked in bodies.test.ts, what asks who calls in accounts.test.ts.
  if (isForOneCaller(operation)) continue;
  const isFirstOfKind = !kinds.has(kindOf(operation));
  kinds.add(kindOf(operation));
  /** All variants for one operation of each kind; the first for the others, which share code. */
  const variants = <Variant>(all: readonly Variant[]): readonly Variant[] => (isFirstOfKind ? all : all.slice(0, 1));
  let answered: Promise<Received> | undefined;
  const answer = (): Promise<Received> => (answered ??= send(server, address));
  const address = canonicalUrl(operation, { ...exampleOf(operation), ...asked });
  // Made while it is sent, and packed by itself.
  // A workbook has other bytes each time.
  const isWorkbook = operation.form.mediaType === XLSX_TYPE;
  const isArchive = isWorkbook || operation.form.mediaType === ZIP_TYPE;
  const isData = operation.dependsOn === "release";
  // The borders of geocoding come with the software.
  const takesRelease = Object.hasOwn(operation.parameters.query.properties, "release");
  const takesBody = OPERATIONS.some(({ method, path }) => method === "POST" && path === operation.path);
  const allowed = ["GET", "HEAD", ...(takesBody ? ["POST"] : []), "OPTIONS"];

  describe(`GET ${operation.path} ${Object.values(asked).join()}`, () => {
    test("200 with validators, caching rules and a body as described", async () => {
      const received = await answer();
      checkShared(received);
      const { status, headers, body } = received;
      assert.equal(status, 200);
      assert.match(String(headers.etag), isWorkbook ? /^W\/"[\w-]{64}"$/u : /^"[\w-]{27,64}"$/u);
      assert.equal(headers["cache-control"], "public, max-age=300, stale-while-revalidate=3600");
      const vary = "Accept, Accept-Encoding, Authorization, X-SVC-API-Key";
      assert.equal(headers.vary, vary);
      const isDated = operation.dependsOn !== "service";
      assert.equal(headers["last-modified"], isDated ? "Fri, 20 Nov 2026 10:00:00 GMT" : undefined);
      assert.equal(headers["content-length"], isWorkbook ? undefined : String(body.length));
      assert.equal(headers["content-encoding"], undefined);
      assert.equal(headers["content-type"], operation.form.mediaType ?? "application/json");
      if (operation.form.kind !== "json") return;
      checkAnswer(operation, JSON.parse(body.toString()));
    });

    test("200 to HEAD with the same headers and no body", async () => {
      const [got, head] = [await answer(), await send(server, address, { method: "HEAD" })];
      assert.equal(head.body.length, 0);
      const chunked = isWorkbook ? ["Transfer-Encoding: chunked"] : [];
      assert.deepEqual([...withoutVolatile(head.rawHeaders), ...chunked], withoutVolatile(got.rawHeaders));
    });

    test("304 when the client has it: a list, a weak tag, *, or the date", async () => {
      const { headers } = await answer();
      const tag = String(headers.etag).replace(/^W\//u, "");
      for (const ifNoneMatch of variants([`"a,b" ,W/${tag}`, tag, `W/${tag}`, `"other", ${tag}`, "*"])) {
        const received = await send(server, address, { headers: { "If-None-Match": ifNoneMatch } });
        checkShared(received);
        assert.equal(received.status, 304, ifNoneMatch);
        assert.equal(received.body.length, 0);
        assert.equal(received.headers["content-type"], undefined);
        for (const name of ["etag", "cache-control", "vary", "last-modified"])
          assert.equal(received.headers[name], headers[name]);
      }
      const date = headers["last-modified"];
      if (date === undefined || !isFirstOfKind) return;
      assert.equal((await send(server, address, { headers: { "If-Modified-Since": date } })).status, 304);
      const both = { "If-Modified-Since": date, "If-None-Match": '"other"' };
      assert.equal((await send(server, address, { headers: both })).status, 200);
      // A later date may be that of a withdrawn release.
      for (const other of ["Sat, 21 Nov 2026 10:00:00 GMT", "Fri, 01 Jan 2016 00:00:00 GMT"]) {
        const { status } = await send(server, address, { headers: { "If-Modified-Since": other } });
        assert.equal(status, 200, other);
      }
    });

    if (isFirstOfKind)
      test("200 again when the client has something else", async () => {
        for (const ifNoneMatch of ['"other"', "", '"', "nonsense"]) {
          assert.equal(
            (await send(server, address, { headers: { "If-None-Match": ifNoneMatch } })).status,
            200,
            ifNoneMatch,
          );
        }
      });

    test("compressed as the client prefers, each coding under its own tag", async () => {
      const plain = await answer();
      const codings = [
        ["br", /^-br$/u, brotliDecompressSync],
        ["gzip", /^-gzip$/u, gunzipSync],
        ["zstd", /^-zstd$/u, zstdDecompressSync],
      ] as const;
      for (const [coding, suffix, unpack] of variants(codings)) {
        const packed = await send(server, address, { headers: { "Accept-Encoding": coding } });
        if (plain.body.length < 1024 || isArchive) {
          assert.equal(packed.headers["content-encoding"], undefined);
          continue;
        }
        assert.equal(packed.headers["content-encoding"], coding);
        const [identityTag = "", codingTag = ""] = [plain, packed].map(({ headers }) => headers.etag?.slice(1, -1));
        assert.ok(codingTag.startsWith(identityTag));
        assert.match(codingTag.slice(identityTag.length), suffix);
        assert.deepEqual(unpack(packed.body), plain.body);
        if (!isFirstOfKind) continue;
        const tag = { "If-None-Match": String(packed.headers.etag) };
        const again = await send(server, address, { headers: { "Accept-Encoding": coding, ...tag } });
        assert.equal(again.status, 304);
        assert.equal(again.headers.etag, packed.headers.etag);
        assert.equal(
          (await send(server, address, { headers: tag })).status,
          200,
          "the tag of a coding is not that of another",
        );
      }
    });

    if (takesRelease)
      test("the same answer from a named release, for a day", async () => {
        const pinned = await send(server, withQuery(address, `release=${RELEASE}`));
        const cache = isData ? "public, max-age=86400" : "public, max-age=300, stale-while-revalidate=3600";
        assert.equal(pinned.headers["cache-control"], cache);
        const received = await answer();
        if (isArchive) return assert.equal(pinned.headers.etag, received.headers.etag);
        const free = received.body;
        // Metadata must name the very address of what they describe.
        if (!operation.path.endsWith("-metadata.json")) assert.deepEqual(pinned.body, free);
        else assert.equal(pinned.body.toString().replace(`?release=${RELEASE}`, ""), free.toString());
      });

    if (takesRelease)
      test("404 release_not_found", async () => {
        const problem = checkProblem(
          await send(server, withQuery(address, "release=2020-01-01-0")),
          404,
          "release_not_found",
        );
        assert.match(problem.detail, /"2020-01-01-0".*\/api\/v2\/releases/u);
      });

    test("400 unknown_parameter, naming the allowed ones", async () => {
      const problem = checkProblem(await send(server, withQuery(address, "colour=red")), 400, "unknown_parameter");
      const isBare = Object.keys(operation.parameters.query.properties).length === 0;
      const allowedOnes = takesRelease ? /"colour" .*`release`/u : /"colour" .*allowed are/u;
      assert.match(problem.detail, isBare ? /"colour" .*no parameter is taken here/u : allowedOnes);
      assert.deepEqual(
        problem.errors?.map(({ parameter }) => parameter),
        ["colour"],
      );
    });

    test("405 with Allow, whatever else is wrong", async () => {
      for (const method of variants([
        ...(allowed.includes("POST") ? [] : ["POST"]),
        "PUT",
        "DELETE",
        "PATCH",
        "TRACE",
        "QUERY",
        "PROPFIND",
      ])) {
        const received = await send(server, withQuery(address, "colour=red"), {
          method,
          headers: { "Content-Type": "nonsense" },
        });
        checkProblem(received, 405, "method_not_allowed");
        assert.equal(received.headers.allow, allowed.join(", "));
      }
    });

    const isByQuery = Object.keys(asked).some((name) => Object.hasOwn(operation.parameters.query.properties, name));
    const isAnyAccept = operation.ignoresAccept === true || isByQuery;
    test(`${isAnyAccept ? 200 : 406} when Accept lets nothing through, saying what there is`, async () => {
      const type = (operation.form.mediaType ?? "application/json").split(";", 1)[0]!;
      for (const accept of variants(["image/png", `${type};q=0, image/*`, "*/*;q=0"])) {
        if (isAnyAccept) {
          const { status, headers } = await send(server, address, { headers: { Accept: accept } });
          assert.deepEqual([status, headers["content-type"]], [200, operation.form.mediaType]);
          continue;
        }
        const problem = checkProblem(
          await send(server, address, { headers: { Accept: accept } }),
          406,
          "not_acceptable",
        );
        assert.ok(problem.detail.includes(type));
      }
      for (const accept of variants([`${type.split("/")[0]!}/*`, type, "image/png, */*;q=0.1", type.toUpperCase()])) {
        assert.equal((await send(server, address, { headers: { Accept: accept } })).status, 200, accept);
      }
    });

    test("204 to OPTIONS, plain and preflight", async () => {
      const preflight = {
        Origin: "https://elsewhere.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "x-svc-api-key",
      };
      for (const headers of variants([preflight, {}])) {
        const received = await send(server, address, { method: "OPTIONS", headers });
        checkShared(received);
        assert.equal(received.status, 204);
        assert.equal(received.headers.allow, allowed.join(", "));
        assert.equal(received.headers["access-control-allow-methods"], "GET, HEAD, POST, DELETE, OPTIONS");
        assert.match(
          String(received.headers["access-control-allow-headers"]),
          /Authorization.*If-None-Match.*X-SVC-API-Key/u,
        );
        assert.equal(received.headers["access-control-max-age"], "86400");
      }
    });
  });
}

describe("other names", () => {
  for (const [asked, canonical] of [
    ["/api/v2/countries/fr", "/api/v2/countries/france"],
    ["/api/v2/countries/FRA", "/api/v2/countries/france"],
    ["/api/v2/countries/France?release=" + RELEASE, "/api/v2/countries/france?release=" + RELEASE],
    ["/api/v2/countries/c%C3%B4te%20d'ivoire", null],
    ["/api/v2/companies/c-1", "/api/v2/companies/aster-energie"],
  ] as const) {
    test(`${canonical === null ? "404" : "308"} ${asked}`, async () => {
      const received = await send(server, asked);
      if (canonical === null) {
        checkProblem(received, 404, "country_not_found");
        return;
      }
      checkShared(received);
      assert.equal(received.status, 308);
      assert.equal(received.headers.location, canonical);
      assert.equal(received.body.length, 0);
      assert.equal((await send(server, canonical)).status, 200);
    });
  }

  test("addresses that people guess lead on, with their query", async () => {
    for (const [guessed, location] of [
      ["/openapi.json", "/api/openapi.json"],
      [`/api/v2/countries?release=${RELEASE}`, `/api/v2/countries/preview?release=${RELEASE}`],
      ["/api/v2/search?q=a", "/api/v1/search?q=a"],
      ["/api/v2/sectors/Mining", "/api/v2/sectors/mining"],
      ["/api/v2/sectors/MINING/derivation", "/api/v2/sectors/mining/derivation"],
      ["/api/v2/sectors/Mining/history", "/api/v2/sectors/mining/history"],
    ] as const) {
      const { status, headers } = await send(server, guessed);
      assert.deepEqual([status, headers.location], [308, location]);
      assert.equal((await send(server, location)).status, 200, location);
    }
  });

  test("a redirect does not hide a faulty query", async () => {
    checkProblem(await send(server, "/api/v2/countries/fr?colour=red"), 400, "unknown_parameter");
  });
});

describe("what is not there", () => {
  test("404 country_not_found for a name and for a country without companies", async () => {
    checkProblem(await send(server, "/api/v2/countries/atlantis"), 404, "country_not_found");
    checkProblem(await send(server, "/api/v2/countries/japan"), 404, "country_not_found");
  });

  test("404 sector_not_found, company_not_found, not_found", async () => {
    checkProblem(await send(server, "/api/v2/sectors/alchemy"), 404, "sector_not_found");
    checkProblem(await send(server, "/api/v2/companies/nobody"), 404, "company_not_found");
    checkProblem(await send(server, "/api/v2/unicorns"), 404, "not_found");
    checkProblem(await send(server, "/api/v2/unicorns", { method: "POST" }), 404, "not_found");
    checkProblem(await send(server, "/api/v2/scale/"), 404, "not_found");
    checkProblem(await send(server, "/api/v2/countries/"), 404, "not_found");
  });
});

describe("faulty requests", () => {
  test("400 names every fault at once", async () => {
    const problem = checkProblem(
      await send(server, "/api/v2/companies?limit=0&band=x&sort=y&sort=z&colour=red"),
      400,
      "invalid_request",
    );
    assert.deepEqual(problem.errors?.map(({ parameter }) => parameter).toSorted(), [
      "band",
      "colour",
      "limit",
      "sort",
      "sort",
    ]);
  });

  test("400 for a cursor of another list", async () => {
    const first = JSON.parse((await send(server, "/api/v2/companies?limit=1")).body.toString()) as { next: string };
    const cursor = new URL(first.next).searchParams.get("cursor")!;
    const problem = checkProblem(
      await send(server, `/api/v2/companies?sector=retail&cursor=${cursor}`),
      400,
      "invalid_request",
    );
    assert.match(problem.detail, /belongs to another list/u);
  });
});

describe("lists and files", () => {
  test("a page that goes on says so in Link as well, in the same release", async () => {
    const { headers, body } = await send(server, "/api/v2/companies?limit=3");
    const { next } = JSON.parse(body.toString()) as { next: string };
    assert.equal(headers.link, `<${next}>; rel="next"`);
    const second = await send(server, next.slice(BASE.length));
    assert.equal(second.status, 200);
    assert.equal(second.headers["cache-control"], "public, max-age=86400");
  });

  test("the CSV is the release's own file, under its SHA-256, with name and licence", async () => {
    const { headers, body } = await send(server, "/api/v2/intelligence/country-data.csv");
    assert.equal(headers.etag, `"${createHash("sha256").update(body).digest("hex")}"`);
    assert.equal(headers["content-disposition"], `attachment; filename="country-trust-bands-${RELEASE}.csv"`);
    assert.ok(headers.link?.includes('<https://creativecommons.org/licenses/by/4.0/>; rel="license"'));
    assert.match(body.toString(), /^iso3,iso2,name\r\n.*NAM,NA,Namibia\r\n/su);
  });
});

/** Headers without those that differ from request to request. */
function withoutVolatile(rawHeaders: readonly string[]): string[] {
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]!}`] : []));
  return pairs.filter((pair) => !/^(?:date|x-request-id):/iu.test(pair));
}
