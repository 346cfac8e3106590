import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { isAboutKey } from "../../src/http/authorize.ts";
import { admissionOf } from "../../src/http/endpoint.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import type { Operation } from "../../src/ask/operation.ts";
import { type AccessServer, JSON_BODY, openAccessServer } from "./access-server.ts";
import { checkProblem, openSharedServer, send } from "./test-server.ts";

/** How errors of parameters and bodies are put, and how many of them. */

let server: HttpServer;
let own: AccessServer;

before(async () => {
  server = await openSharedServer();
  own = await openAccessServer();
});

/** A schema of a body, as far as these tests look into it. */
interface Schema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

type Path = readonly (string | number)[];

/** Keywords that no value can be at odds with. */
const NO_ASSERTIONS = new Set(["$id", "description", "properties", "items", "default", "examples", "title", "~kind"]);

/** A value that is at odds with one keyword; undefined for a member that is missing. */
const VIOLATIONS: Readonly<Record<string, (limit: unknown, value: unknown) => readonly unknown[]>> = {
  type: (type) => [0.5, true, null, "x", [], {}].filter((value) => !isOfType(value, [type].flat())),
  required: () => [],
  additionalProperties: (_, value) => [{ ...objectOf(value), colour: "red" }],
  minLength: () => [""],
  maxLength: (limit) => ["x".repeat(Number(limit) + 1)],
  pattern: () => ["", " "],
  minimum: (limit) => [Number(limit) - 1],
  maximum: (limit) => [Number(limit) + 1],
  minItems: () => [[]],
  maxItems: (limit, value) => [Array.from({ length: Number(limit) + 1 }, () => (value as unknown[])[0])],
  uniqueItems: (_, value) => {
    const [first] = Array.isArray(value) ? value : [];
    return [[first, first]];
  },
  enum: () => ["none of these"],
};

function isOfType(value: unknown, types: readonly unknown[]): boolean {
  if (value === null) return types.includes("null");
  if (Array.isArray(value)) return types.includes("array");
  return types.includes(typeof value) || (types.includes("integer") && Number.isInteger(value));
}

/** Every part of a schema with the place in a body that it describes. */
function partsOf(schema: Schema, path: Path = []): (readonly [schema: Schema, path: Path])[] {
  return [
    [schema, path] as const,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => partsOf(part, [...path, name])),
    ...(schema.items === undefined ? [] : partsOf(schema.items, [...path, 0])),
  ];
}

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], body);
}

/** A copy of an object. Where the example has a text that may be an object too, an empty one. */
function objectOf(value: unknown): Record<string | number, unknown> {
  return typeof value === "object" ? { ...value } : {};
}

/** The body with another value at a place, or without it. */
function replaceAt(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body)) return body.with(Number(key), replaceAt(body[Number(key)], rest, value));
  const { [key]: held, ...others } = objectOf(body);
  return rest.length === 0 && value === undefined ? others : { ...others, [key]: replaceAt(held, rest, value) };
}

/** Bodies of an operation that are each at odds with one keyword of its schema. */
function wrongBodiesOf({ id, body }: Operation): { readonly keyword: string; readonly wrong: unknown }[] {
  const { example } = body!;
  return partsOf((body!.checked ?? body!.schema) as Schema).flatMap(([schema, path]) =>
    Object.entries(schema).flatMap(([keyword, stated]) => {
      if (NO_ASSERTIONS.has(keyword)) return [];
      const violate = VIOLATIONS[keyword];
      assert.ok(violate, `${id}: ${keyword} needs a sentence in src/ask/body-errors.ts and a violation here`);
      const wrong =
        keyword === "required"
          ? (stated as string[]).map((name) => replaceAt(example, [...path, name], undefined))
          : violate(stated, valueAt(example, path)).map((value) => replaceAt(example, path, value));
      return wrong.map((each) => ({ keyword, wrong: each }));
    }),
  );
}

describe("the errors of a body", () => {
  // Of a form, every field is a text; what it holds is checked by its operation.
  const taking = OPERATIONS.filter(({ body }) => body !== undefined && body.encoding !== "form");
  for (const operation of taking) {
    test(`${operation.id}: a plain sentence for every keyword of its schema`, async () => {
      const bodies = wrongBodiesOf(operation);
      assert.ok(bodies.length > 3);
      for (const [index, { keyword, wrong }] of bodies.entries()) {
        const key = isAboutKey(admissionOf(operation)) ? { "X-SVC-API-Key": await own.giveKey() } : {};
        const asked = { method: "POST", headers: { ...JSON_BODY, ...key }, body: JSON.stringify(wrong) };
        const problem = checkProblem(await own.from(`10.1.${index}.1`, operation.path, asked), 400, "invalid_request");
        assert.equal(problem.errors_total, problem.errors?.length);
        for (const { detail, pointer } of problem.errors ?? []) {
          const where = `${keyword} ${JSON.stringify(wrong).slice(0, 100)}: ${detail}`;
          assert.match(String(pointer), /^#/u);
          assert.match(detail, /^(?:`#\/|The body is |")/u, where);
          assert.match(detail, /(?:; expected .+|is missing; it is required|not an allowed member; .+)\.$/u, where);
          assert.doesNotMatch(detail, /\bmust\b|NOT|schema|undefined|\[object|\.\.$/u, where);
        }
      }
    });
  }

  test("say what was found", async () => {
    const post = async (body: unknown) => {
      const asked = { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) };
      const { errors = [] } = checkProblem(
        await send(server, "/api/v1/geocoding/reverse", asked),
        400,
        "invalid_request",
      );
      return errors.map(({ detail }) => detail);
    };
    const points = (length: number) => ({ points: Array.from({ length }, () => ({ lat: 0, lng: 0 })) });
    assert.deepEqual(await post(points(1001)), ["`#/points` is a list of 1001 items; expected 1000 items or fewer."]);
    assert.deepEqual(await post(points(0)), ["`#/points` is a list of 0 items; expected 1 item or more."]);
    assert.deepEqual(await post({ points: "x" }), ['`#/points` is "x"; expected a list.']);
    assert.deepEqual(await post([1]), ["The body is a list of 1 item; expected an object."]);
  });

  test("what was sent to sign up is not repeated, only its type and size", async () => {
    const asked = { method: "POST", headers: JSON_BODY };
    const details = async (body: object) => {
      const received = await own.from("10.2.0.1", "/api/sign-up", { ...asked, body: JSON.stringify(body) });
      return checkProblem(received, 400, "invalid_request").errors?.map(({ detail }) => detail);
    };
    assert.deepEqual(await details({ email: "ada", use_case: false }), [
      "`#/email` is text of 3 characters; expected an e-mail address such as name@example.org, at most 254 characters.",
      "`#/use_case` is a boolean; expected text.",
    ]);
  });

  test("JSON that is none: where it stops to be", async () => {
    for (const [body, found] of [
      ["", "The body is empty; expected JSON."],
      ['{"points":[', "The body is not well-formed JSON: it ends too early."],
      ['{"points":"', "The body is not well-formed JSON: it ends too early."],
      ["nonsense", "The body is not well-formed JSON: it has a character where JSON allows none."],
      ['{"points": }', "The body is not well-formed JSON: it has a character where JSON allows none."],
      ['{\n "points", }', "The body is not well-formed JSON: what stands at line 2, column 10 is not expected there."],
    ] as const) {
      const asked = { method: "POST", headers: JSON_BODY, body };
      const problem = checkProblem(await send(server, "/api/v1/geocoding/reverse", asked), 400, "invalid_json");
      assert.equal(problem.detail, found);
    }
  });
});

describe("many errors", () => {
  test("of a query: the first fifty, and how many there are", async () => {
    const query = Array.from({ length: 3500 }, () => "a").join("&");
    for (const [path, code] of [
      [`/api/v2/companies?${query}`, "unknown_parameter"],
      [`/api?${query}`, "unknown_parameter"],
      [`/api/v2/companies?${query.slice(0, 2000).replaceAll("a", "%zz")}`, "invalid_request"],
    ] as const) {
      const received = await send(server, path);
      const problem = checkProblem(received, 400, code);
      assert.equal(problem.errors?.length, 50);
      assert.equal(problem.errors_total, code === "unknown_parameter" ? 3500 : 1000);
      assert.match(problem.detail, / (?:3490|990) more\.$/u);
      assert.ok(received.body.length < 20_000, String(received.body.length));
    }
  });

  test("of a body: the same", async () => {
    const members = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`member_${index}`, index]));
    const long = { ["x".repeat(100_000)]: 1 };
    for (const [body, total] of [
      [{ points: Array.from({ length: 300 }, () => ({ lat: 0, lng: 0, ...members })) }, 18_000],
      [{ points: [{ lat: 0, lng: 0 }], ...members }, 60],
      [{ points: [{ lat: 0, lng: 0, ...long }] }, 1],
    ] as const) {
      const asked = { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) };
      const received = await send(server, "/api/v1/geocoding/reverse", asked);
      const problem = checkProblem(received, 400, "invalid_request");
      assert.equal(problem.errors?.length, Math.min(50, total));
      assert.equal(problem.errors_total, total);
      assert.ok(received.body.length < 20_000, String(received.body.length));
    }
  });
});

describe("numbers in a query", () => {
  test("200 with an exponent as JavaScript, C and Python print it", async () => {
    for (const [text, lat] of [
      ["1e-7", 1e-7],
      ["1E1", 10],
      ["1e%2B1", 10],
      ["1e+1", 10],
      ["1.5e+01", 15],
      ["-2.5E-3", -0.0025],
      [String(4e-9), 4e-9],
    ] as const) {
      const received = await send(server, `/api/v1/geocoding/reverse?lat=${text}&lng=0`);
      assert.equal(received.status, 200, text);
      assert.equal((JSON.parse(received.body.toString()) as { lat: number }).lat, lat);
    }
    const { body } = await send(server, "/api/v2/companies?limit=1e0");
    assert.equal((JSON.parse(body.toString()) as { items: unknown[] }).items.length, 1);
  });

  test("400 for what is no number, and for one out of range", async () => {
    for (const text of ["1e", "e1", "1e1.5", "1e999", "1e--1", "0x1", ".5", "5.", "1_0", "+1", "Infinity", "NaN", ""])
      checkProblem(await send(server, `/api/v1/geocoding/reverse?lat=${text}&lng=0`), 400, "invalid_request");
    for (const text of ["1.5", "1e-1", "1e9", "1e99"])
      checkProblem(await send(server, `/api/v2/companies?limit=${text}`), 400, "invalid_request");
  });
});
