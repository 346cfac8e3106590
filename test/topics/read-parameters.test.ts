import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { Type } from "../../src/ask/type.ts";
import { Check } from "typebox/value";
import { canonicalUrl } from "../../src/ask/urls.ts";
import { type Operation, defineOperation, describeParameters } from "../../src/ask/operation.ts";
import { readParameters, refuseParameters, sortParameters } from "../../src/ask/read-parameters.ts";

const ORDERS = ["name", "-name"] as const;

const operation: Operation = defineOperation({
  id: "test_things",
  method: "GET",
  path: "/things/{slug}",
  tag: "Reference",
  summary: "Things",
  description: "Things.",
  parameters: {
    path: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 20 }) }),
    query: describeParameters({
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
      ratio: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
      deep: Type.Optional(Type.Boolean()),
      sort: Type.Unsafe<(typeof ORDERS)[number]>({ type: "string", enum: ORDERS, default: "name" }),
      fields: Type.Optional(
        Type.Unsafe<string[]>({ type: "array", items: { type: "string", enum: ["a", "b"] }, uniqueItems: true }),
      ),
      text: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    }),
  },
  form: { kind: "json", schema: Type.Object({}, { $id: "Things" }) },
  problems: [],
  dependsOn: "release",
  answer: () => ({ kind: "json", body: {} }),
});

function read(query: readonly (readonly [string, string])[]) {
  return readParameters(operation, { path: { slug: "lamp" }, query });
}

function faultOf(name: string, text: string): string {
  const { errors } = read([[name, text]]);
  assert.deepEqual(
    errors.map(({ parameter }) => parameter),
    [name],
  );
  return errors[0]!.detail;
}

describe("reading parameters", () => {
  test("fills in defaults, and leaves what has none away", () => {
    assert.deepEqual(read([]), { values: { slug: "lamp", limit: 100, sort: "name" }, errors: [], onlyUnknown: false });
  });

  test("turns strings into the described types", () => {
    const { values, errors } = read([
      ["limit", "7"],
      ["ratio", "-12.5"],
      ["deep", "false"],
      ["sort", "-name"],
      ["fields", "b,a"],
      ["text", "42"],
    ]);
    assert.deepEqual(errors, []);
    const expected = {
      slug: "lamp",
      limit: 7,
      ratio: -12.5,
      deep: false,
      sort: "-name",
      fields: ["b", "a"],
      text: "42",
    };
    assert.deepEqual(values, expected);
  });

  for (const [text, value] of [
    ["5.0", 5],
    ["1e2", 100],
    ["50e-1", 5],
  ] as const) {
    test(`limit=${text} is the integer that it says`, () => {
      assert.equal(read([["limit", text]]).values["limit"], value);
    });
  }

  for (const [texts, value] of [
    [["true", "True", "TRUE", "1"], true],
    [["false", "False", "0"], false],
  ] as const) {
    test(`${texts.join(", ")} are ${value}`, () => {
      for (const text of texts) assert.equal(read([["deep", text]]).values["deep"], value, text);
    });
  }

  test("a number is read as JavaScript writes it", () => {
    for (const text of ["5e-324", "1e-7", "-1.5e+1"])
      assert.equal(read([["ratio", text]]).values["ratio"], Number(text));
  });

  for (const text of [
    "",
    " 5",
    "5 ",
    "5.5",
    "1e4",
    "1e",
    "0x5",
    "+5",
    "0",
    "1001",
    "99999999999999999999",
    "NaN",
    "five",
  ]) {
    test(`limit=${JSON.stringify(text)} is refused, never clamped or guessed`, () => {
      assert.match(faultOf("limit", text), /expected an integer from 1 to 1000\.$/u);
    });
  }

  for (const [name, text, expected] of [
    ["ratio", "91", "a decimal number from -90 to 90"],
    ["ratio", "Infinity", "a decimal number from -90 to 90"],
    ["deep", "yes", "`true` or `false`"],
    ["sort", "Name", "one of `name`, `-name`"],
    ["fields", "a,c", "one or more of `a`, `b`, each once, separated by commas"],
    ["fields", "a,a", "one or more of `a`, `b`, each once, separated by commas"],
    ["fields", "", "one or more of `a`, `b`, each once, separated by commas"],
    ["text", "", "text from 1 to 40 characters"],
  ] as const) {
    test(`${name}=${text} is refused with what was expected`, () => {
      assert.equal(faultOf(name, text), `\`${name}\` is ${JSON.stringify(text)}; expected ${expected}.`);
    });
  }

  test("a repeated parameter is refused, even with the same value", () => {
    const { errors } = read([
      ["limit", "5"],
      ["limit", "5"],
    ]);
    assert.deepEqual(errors, [{ parameter: "limit", detail: "`limit` is given more than once; give it once." }]);
  });

  test("`lei` leads to `company`, which takes LEIs, where there is one", () => {
    const query = describeParameters({ company: Type.Optional(Type.String()) });
    const given = { path: { slug: "lamp" }, query: [["lei", "5493001KJTIIGC8Y1R12"]] } as const;
    const list = { ...operation, parameters: { ...operation.parameters, query } };
    assert.match(readParameters(list, given).errors[0]!.detail, /allowed are `company`\. `company` takes LEIs\.$/u);
    assert.doesNotMatch(readParameters(operation, given).errors[0]!.detail, /LEI/u);
  });

  test("unknown parameters alone are said to be that, and the allowed ones are named", () => {
    const { errors, onlyUnknown } = read([["colour", "red"]]);
    const problem = refuseParameters(errors, onlyUnknown);
    assert.equal(problem.code, "unknown_parameter");
    assert.match(problem.message, /"colour" is not a parameter .* `limit`, `ratio`, `deep`, `sort`, `fields`, `text`/u);
  });

  test("a name every object has is as unknown as any other", () => {
    assert.equal(read([["constructor", "1"]]).onlyUnknown, true);
    assert.equal(read([["__proto__", "1"]]).onlyUnknown, true);
  });

  test("all faults are named at once, in the request's order first", () => {
    const { errors, onlyUnknown } = read([
      ["limit", "0"],
      ["colour", "red"],
      ["deep", "yes"],
    ]);
    assert.deepEqual(errors.map(({ parameter }) => String(parameter)).sort(), ["colour", "deep", "limit"]);
    const problem = refuseParameters(errors, onlyUnknown);
    assert.equal(problem.code, "invalid_request");
    assert.equal(problem.errors.length, 3);
  });

  test("a missing path parameter is a fault", () => {
    const { errors } = readParameters(operation, { path: {}, query: [] });
    assert.deepEqual(errors, [{ parameter: "slug", detail: "`slug` is missing; it is required." }]);
  });

  test("pairs are sorted into path and query; a second path value is left to be refused", () => {
    const pairs = [
      ["slug", "a"],
      ["limit", "3"],
      ["slug", "b"],
    ] as const;
    assert.deepEqual(sortParameters(operation, pairs), { path: { slug: "a" }, query: [pairs[1], pairs[2]] });
  });

  test("a parameter with a default needs not be sent, so the description does not ask for it", () => {
    assert.deepEqual((operation.parameters.query as { required?: unknown }).required, undefined);
  });

  test("what is read from a canonical address has the same canonical address", () => {
    const values = fc.record(
      {
        limit: fc.integer({ min: 1, max: 1000 }),
        ratio: fc.integer({ min: -9000, max: 9000 }).map((hundredths) => hundredths / 100),
        deep: fc.boolean(),
        sort: fc.constantFrom(...ORDERS),
        fields: fc.constantFrom(["a"], ["b"], ["a", "b"]),
        text: fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
      },
      { requiredKeys: [] },
    );
    const slugs = fc.string({ minLength: 1, maxLength: 10, unit: "grapheme-ascii" });
    fc.assert(
      fc.property(values, slugs, (given, slug) => {
        const address = canonicalUrl(operation, { slug, ...given });
        const [path = "", query = ""] = address.split("?", 2);
        const segment = decodeURIComponent(path.slice("/things/".length));
        const found = readParameters(operation, { path: { slug: segment }, query: [...new URLSearchParams(query)] });
        assert.deepEqual(found.errors, []);
        assert.deepEqual(found.values, { limit: 100, sort: "name", slug, ...given });
        assert.equal(canonicalUrl(operation, found.values), address);
      }),
    );
  });

  test("what fits is what a full validator of JSON Schema lets through", () => {
    const { properties } = operation.parameters.query;
    const texts = fc.oneof(
      fc.integer().map(String),
      fc.double({ min: -200, max: 200 }).map(String),
      fc.string({ maxLength: 50 }),
    );
    const names = fc.constantFrom("limit", "ratio", "sort", "text");
    const parts = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(names, texts, (name, text) => {
        const schema = properties[name]!;
        const value = name === "limit" || name === "ratio" ? writtenNumber(text) : text;
        assert.equal(read([[name, text]]).errors.length === 0, Check(schema, value));
      }),
    );
    fc.assert(
      fc.property(parts, (list) => {
        assert.equal(read([["fields", list.join(",")]]).errors.length === 0, Check(properties["fields"]!, list));
      }),
    );
  });
});

/** A number in decimals, with or without an exponent; anything else stays text. */
function writtenNumber(text: string): number | string {
  const [, digits = "", power = "0"] = /^([-\d.]+)(?:e([+-]?\d+))?$/u.exec(text) ?? [];
  if (digits === "" || digits.startsWith(".") || digits.endsWith(".") || !Number.isFinite(Number(digits))) return text;
  return Number(`${digits}e${power}`);
}
