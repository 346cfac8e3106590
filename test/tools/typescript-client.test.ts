import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import {
  CountryTrustProblem,
  type CountryTrustOptions,
  type Schemas,
  isReleaseId,
  openCountryTrust,
} from "../../clients/typescript/src/country-trust.ts";
import { readRetryAfter } from "../../clients/typescript/src/problem.ts";
import { type DemoService, openDemoService } from "./demo-service.ts";
import { openFront } from "./refusing-front.ts";

/** The client of `clients/typescript` against the service, behind something that may refuse. */

let service: DemoService;
let front: Awaited<ReturnType<typeof openFront>>;

before(async () => {
  // Its own, because a test uses up what an anonymous caller has.
  service = await openDemoService();
  front = await openFront(service.url);
});
after(async () => {
  await front.close();
  await service.close();
});

const open = (options: Partial<CountryTrustOptions> = {}) =>
  openCountryTrust({ baseUrl: front.url, key: service.apiKey, ...options });

const requests = (): string[] => front.asked.map(({ request }) => request);

/** The problem that a call ends with. */
async function problemOf(call: Promise<unknown>): Promise<CountryTrustProblem> {
  const error = await call.then(
    () => assert.fail("the call succeeded"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CountryTrustProblem, String(error));
  return error;
}

const slow = (seconds: number) => ({ status: 429, headers: { "Retry-After": String(seconds) } });

describe("the client in TypeScript", () => {
  beforeEach(() => {
    front.refusals = [];
    front.asked.length = 0;
  });

  describe("calls", () => {
    test("200: an object with the types of the API", async () => {
      const ranking = await open().get("/api/v2/intelligence/country-rankings", { params: { query: { limit: 3 } } });
      const entries: Schemas["RankingEntry"][] = ranking.items;
      assert.equal(entries.length, 3);
      assert.equal(entries[0]!.rank, 1);
    });

    test("a text, and a blob for a binary file", async () => {
      const csv = await open().get("/api/v2/intelligence/country-data.csv");
      assert.match(csv, /NAM,NA,namibia/u);
      const file = await open().get("/api/v2/data/{file}", { params: { path: { file: "countries.parquet" } } });
      assert.equal(Buffer.from(await file.arrayBuffer()).toString("latin1", 0, 4), "PAR1");
    });

    test("a list in the format that is asked for", async () => {
      const csv = await open().get("/api/v2/companies", { params: { query: { country: ["NA"], format: "csv" } } });
      assert.match(csv, /^id,slug,name/u);
      const workbook = await open().get("/api/v2/companies", {
        params: { query: { format: "xlsx", country: ["NA"] } },
      });
      assert.equal(Buffer.from(await workbook.arrayBuffer()).toString("latin1", 0, 2), "PK");
    });

    test("several values are sent with commas, and a code is redirected", async () => {
      const list = await open().get("/api/v2/companies", { params: { query: { country: ["NA", "DE"], limit: 1 } } });
      assert.ok(list.total > 5);
      assert.deepEqual(requests(), ["GET /api/v2/companies?country=NA,DE&limit=1"]);
      const namibia = await open().get("/api/v2/countries/{slug}", { params: { path: { slug: "NAM" } } });
      assert.equal(namibia.slug, "namibia");
    });

    test("a key is sent as Authorization, and none without one", async () => {
      await open().get("/api/v2/scale");
      await openCountryTrust({ baseUrl: front.url }).get("/api/v2/scale");
      assert.deepEqual(
        front.asked.map(({ headers }) => headers.authorization),
        [`Bearer ${service.apiKey}`, undefined],
      );
    });

    test("a key does not follow a redirect to another origin", async () => {
      const elsewhere = await openFront(null);
      try {
        front.refusals = [{ status: 307, headers: { Location: `${elsewhere.url}/stolen` } }];
        await problemOf(open().get("/api/v2/scale"));
        assert.deepEqual(
          elsewhere.asked.map(({ request, headers }) => [request, headers.authorization]),
          [["GET /stolen", undefined]],
        );
      } finally {
        await elsewhere.close();
      }
    });

    test("POST: a body, and the release of the client", async () => {
      const trust = open({ release: "pinned" });
      const { items } = await trust.post("/api/v1/geocoding/reverse", { body: { points: [{ lat: 52.37, lng: 4.9 }] } });
      assert.equal(items.length, 1);
      assert.equal(trust.release, null, "geocoding is of no release");
      const portfolio = await trust.post("/api/v2/portfolios", { body: { rows: [{ name: "Oompaline Group" }] } });
      assert.equal(portfolio.meta.release, trust.release);
    });
  });

  describe("problems", () => {
    test("404 country_not_found", async () => {
      const problem = await problemOf(
        open().get("/api/v2/countries/{slug}", { params: { path: { slug: "atlantis" } } }),
      );
      assert.deepEqual([problem.status, problem.code, problem.name], [404, "country_not_found", "CountryTrustProblem"]);
      assert.match(problem.detail, /"atlantis"/u);
      assert.equal(problem.problem?.detail, problem.detail);
    });

    test("400: all errors", async () => {
      const query = { limit: 0, colour: "red" } as { limit: number };
      const { errors, code } = await problemOf(open().get("/api/v2/companies", { params: { query } }));
      assert.equal(code, "invalid_request");
      assert.deepEqual(new Set(errors.map(({ parameter }) => parameter)), new Set(["colour", "limit"]));
    });

    test("502 of a proxy has no code", async () => {
      front.refusals = [{ status: 502, body: "<h1>Bad gateway</h1>" }];
      const { status, code, problem } = await problemOf(open({ retries: 0 }).get("/api/v2/scale"));
      assert.deepEqual([status, code, problem], [502, null, null]);
      assert.equal(front.asked.length, 1);
    });
  });

  describe("pages and items", () => {
    const query = { country: ["NA"], limit: 2 };

    test("every item once, in the release of the first page", async () => {
      const whole = await open().get("/api/v2/companies", { params: { query: { country: ["NA"] } } });
      front.asked.length = 0;
      const names: string[] = [];
      for await (const company of open().items("/api/v2/companies", { params: { query } })) names.push(company.name);
      assert.deepEqual(
        names,
        whole.items.map(({ name }) => name),
      );
      const [first, ...others] = requests();
      assert.doesNotMatch(first!, /release=/u);
      assert.equal(others.length, 2);
      for (const other of others) assert.match(other, new RegExp(`[?&]release=${whole.meta.release}`, "u"));
    });

    test("`next` is followed where the service was asked, not where it says it is", async () => {
      const origins = new Set<string>();
      for await (const { next } of open().pages("/api/v2/companies", { params: { query } })) {
        if (next !== null) origins.add(new URL(next).origin);
      }
      assert.equal(origins.size, 1);
      assert.ok(!origins.has(front.url));
      assert.equal(front.asked.length, 3);
    });

    test("with `fields`, items without the others", async () => {
      const withFields = { ...query, fields: ["name" as const] };
      for await (const item of open().items("/api/v2/companies", { params: { query: withFields } })) {
        const name: string | undefined = item.name;
        assert.equal(typeof name, "string");
        assert.equal(item.slug, undefined);
      }
      assert.equal(front.asked.length, 3);
    });

    test("an abort ends the walk", async () => {
      const controller = new AbortController();
      const reason = new Error("enough");
      const walk = async () => {
        for await (const page of open().pages("/api/v2/companies", { params: { query }, signal: controller.signal })) {
          assert.equal(page.items.length, 2);
          controller.abort(reason);
        }
      };
      await assert.rejects(walk(), reason);
      assert.equal(front.asked.length, 1);
    });
  });

  describe("the release", () => {
    const scale = "GET /api/v2/scale";

    test("`pinned` asks once, however many calls begin together", async () => {
      const trust = open({ release: "pinned" });
      const [one, two] = await Promise.all([trust.get("/api/v2/countries/preview"), trust.get("/api/v2/sectors")]);
      assert.equal(one.meta.release, trust.release);
      assert.equal(two.meta.release, trust.release);
      const [first, ...others] = requests();
      assert.equal(first, scale);
      assert.deepEqual(
        others.toSorted(),
        ["countries/preview", "sectors"].map((path) => `GET /api/v2/${path}?release=${trust.release}`),
      );
    });

    test("after a failure the next call asks again", async () => {
      const trust = open({ release: "pinned" });
      front.refusals = [{ status: 500 }];
      await problemOf(trust.get("/api/v2/sectors"));
      assert.equal(trust.release, null);
      await trust.get("/api/v2/sectors");
      assert.match(trust.release ?? "", /^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/u);
    });

    test("`previous` is the one before, and a problem where there is none", async () => {
      const { code } = await problemOf(open({ release: "previous" }).get("/api/v2/sectors"));
      assert.equal(code, "release_not_found");
      assert.deepEqual(requests(), [`${scale}?release=previous`]);
    });

    test("what is no release is a mistake of the program", () => {
      assert.throws(() => open({ release: "pined" as "pinned" }), /"pined"/u);
    });

    test("an id is sent with every call that takes one, unless the call names another", async () => {
      const { meta } = await open().get("/api/v2/scale");
      front.asked.length = 0;
      assert.ok(isReleaseId(meta.release));
      const trust = open({ release: meta.release });
      assert.equal(trust.release, meta.release);
      await trust.get("/api/v2/scale");
      await trust.get("/api/dashboard");
      await problemOf(trust.get("/api/v2/scale", { params: { query: { as_of: "2001-01-01" } } }));
      assert.deepEqual(requests(), [
        `${scale}?release=${meta.release}`,
        "GET /api/dashboard",
        `${scale}?as_of=2001-01-01`,
      ]);
    });
  });

  describe("retries", () => {
    test("429 and 503 are sent again as Retry-After says, in seconds or as a date", async () => {
      const past = new Date("2020-01-01T00:00:00Z").toUTCString();
      front.refusals = [slow(0), { status: 503, headers: { "Retry-After": past } }, slow(0)];
      await open().get("/api/v2/scale");
      assert.equal(front.asked.length, 4);
    });

    test("no more often than `retries`", async () => {
      front.refusals = [slow(0), slow(0), slow(0), slow(0)];
      const { status } = await problemOf(open({ retries: 2 }).get("/api/v2/scale"));
      assert.equal(status, 429);
      assert.equal(front.asked.length, 3);
    });

    test("a wait beyond `waitSecondsMax` is not begun, however it adds up", async () => {
      front.refusals = [slow(3600)];
      const { retryAfterSeconds } = await problemOf(open().get("/api/v2/scale"));
      assert.equal(retryAfterSeconds, 3600);
      front.refusals = [slow(1), slow(1)];
      await problemOf(open({ waitSecondsMax: 1.5 }).get("/api/v2/scale"));
      assert.equal(front.asked.length, 3);
    });

    test("502, 503 and 504 are sent again without it, too, and so is what a connection loses", async () => {
      front.refusals = [{ status: 504 }, "pass", "reset", "pass", "cut", "pass"];
      for (const expected of [2, 4, 6]) {
        assert.equal((await open().get("/api/v2/scale")).bands.length, 5);
        assert.equal(front.asked.length, expected);
      }
    });

    test("a service that says nothing is given up, and asked again", async () => {
      front.refusals = ["silent"];
      await open({ timeoutSeconds: 1 }).get("/api/v2/releases");
      assert.ok(front.asked.length >= 2);
      front.refusals = ["silent"];
      const given = open({ timeoutSeconds: 0.05, retries: 0 }).get("/api/v2/releases");
      await assert.rejects(given, { name: "TimeoutError" });
    });

    test("a connection that fails rejects as `fetch` does", async () => {
      front.refusals = ["reset", "reset"];
      await assert.rejects(open({ retries: 1 }).get("/api/v2/scale"), TypeError);
      assert.equal(front.asked.length, 2);
    });

    test("not after 429 without Retry-After, and not after another error", async () => {
      for (const refusal of [{ status: 429 }, { status: 500, headers: { "Retry-After": "0" } }]) {
        front.refusals = [refusal];
        await problemOf(open().get("/api/v2/scale"));
      }
      assert.equal(front.asked.length, 2);
    });

    test("a POST that computes is sent again with its body, one that changes something is not", async () => {
      front.refusals = [slow(0)];
      const body = { points: [{ lat: 52.37, lng: 4.9 }] };
      const { items } = await open().post("/api/v1/geocoding/reverse", { body });
      assert.equal(items[0]!.iso2, "NL");
      assert.equal(front.asked.length, 2);
      front.refusals = [slow(0)];
      const use = { email: "reader@example.org", use_case: "tests" };
      await problemOf(openCountryTrust({ baseUrl: front.url }).post("/api/sign-up", { body: use }));
      assert.equal(front.asked.length, 3);
    });

    test("an abort ends the wait", async () => {
      front.refusals = [slow(50)];
      const reason = new Error("enough");
      const controller = new AbortController();
      const fetchOnce = async (request: Request) => {
        const response = await fetch(request);
        setTimeout(() => controller.abort(reason), 20);
        return response;
      };
      await assert.rejects(open({ fetch: fetchOnce }).get("/api/v2/scale", { signal: controller.signal }), reason);
      assert.equal(front.asked.length, 1);
    });

    test("a quota of the service that is used up is a problem with the seconds to wait", async () => {
      const trust = openCountryTrust({ baseUrl: service.url, waitSecondsMax: 0 });
      const problem = await problemOf(Promise.all(Array.from({ length: 101 }, () => trust.get("/api/v2/scale"))));
      assert.equal(problem.code, "rate_limited");
      assert.equal(problem.retryAfterSeconds, problem.problem?.retry_after);
      assert.ok(problem.retryAfterSeconds);
    });
  });
});

test("Retry-After is read in all its forms", () => {
  const now = new Date("2026-11-20T10:00:00Z");
  const read = (value: string) => readRetryAfter(new Headers({ "Retry-After": value }), now);
  assert.deepEqual(
    [
      "120",
      " 0 ",
      "Fri, 20 Nov 2026 10:01:30 GMT",
      "Fri, 20 Nov 2026 09:00:00 GMT",
      "-1",
      "1.5",
      "soon",
      "2026-11-20",
    ].map(read),
    [120, 0, 90, 0, null, null, null, null],
  );
  assert.equal(readRetryAfter(new Headers(), now), null);
});
