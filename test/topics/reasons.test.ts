import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { REASON_CODES } from "../../src/ask/reasons.ts";
import { componentsOf, OPERATIONS } from "../../src/topics/operations.ts";
import { isForOneCaller } from "../../src/ask/operation.ts";
import { ask, exampleOf } from "./asking.ts";
import { checkAnswer } from "./check-answer.ts";

/** The part of a schema that these tests look at. */
interface Node {
  readonly $id?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Node;
  readonly items?: Node;
}

/** A schema and every schema in it, each with its place. */
function* walk(schema: Node, place: string): Generator<readonly [string, Node]> {
  yield [place, schema];
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* walk(inner, `${place}.${name}`);
  if (schema.items !== undefined) yield* walk(schema.items, `${place}[]`);
  for (const inner of schema.anyOf ?? []) yield* walk(inner, place);
}

const schemas = componentsOf(OPERATIONS).flatMap((component: Node) => [...walk(component, component.$id ?? "")]);

function canBeNull({ type, anyOf = [] }: Node): boolean {
  return type === "null" || (Array.isArray(type) && type.includes("null")) || anyOf.some(canBeNull);
}

describe("the reasons of nulls", () => {
  test("stand in every object that has members which can be null: a closed object of exactly these", () => {
    let objects = 0;
    for (const [place, { properties = {}, required = [] }] of schemas) {
      const { reasons, ...others } = properties;
      const nullable = Object.keys(others).filter((name) => canBeNull(others[name]!));
      // The reasons of metrics of version 1 stand beside them.
      if (place.endsWith(".metrics")) continue;
      if (nullable.length === 0) {
        assert.equal(reasons, undefined, `${place} has nothing that can be null`);
        continue;
      }
      objects += 1;
      assert.ok(reasons, `${place} needs reasons for ${nullable.join(", ")}: make it with objectOf()`);
      // With `fields=` an answer has the members that were chosen, and nothing is required.
      const isPartial = /(?:EntryFields|RowFields)$/u.test(place);
      assert.equal(required.includes("reasons"), !isPartial, `${place}.reasons is required`);
      assert.deepEqual(Object.keys(reasons.properties ?? {}).toSorted(), nullable.toSorted(), place);
      assert.equal(reasons.additionalProperties, false, place);
      assert.deepEqual(reasons.required, undefined, place);
    }
    assert.ok(objects > 20);
  });

  test("are the codes of the table, and each code is used", () => {
    const used = new Set(
      schemas.flatMap(([place, { enum: codes = [] }]) => (/\.reasons\.\w+$/u.test(place) ? codes : [])),
    );
    assert.deepEqual([...used].toSorted(), REASON_CODES.toSorted());
  });

  test("no member is called `…_reason`", () => {
    const twins = schemas.flatMap(([place, { properties = {} }]) =>
      Object.keys(properties).flatMap((name) => (name.endsWith("_reason") ? [`${place}.${name}`] : [])),
    );
    assert.deepEqual(twins, []);
  });

  for (const operation of OPERATIONS) {
    // Feeds have no member that can be null.
    if (operation.form.kind !== "json" || operation.dependsOn === "history") continue;
    test(`${operation.id}: the example names exactly the members that are null`, () => {
      if (operation.shownAnswer !== undefined) checkAnswer(operation, operation.shownAnswer);
      // `ask` checks the same.
      else if (!isForOneCaller(operation)) ask(operation.id, exampleOf(operation));
    });
  }

  test("of version 1 stand beside those of version 2", () => {
    const namibia = ask("get_country_scores", { slug: "namibia" });
    assert.deepEqual([namibia.reasons["trust_score"], namibia.reasons["rank"]], ["retired", "not_judged"]);
  });
});

describe("a country", () => {
  test("has the same members in the preview, the ranking and its own answer", () => {
    for (const country of ask("preview_countries").items) {
      const own = ask("get_country", { slug: country.slug });
      const ranked = ask("rank_countries").items.find(({ slug }) => slug === country.slug);
      assert.deepEqual(ranked, country);
      const { href, page, ...members } = country;
      assert.deepEqual(Object.fromEntries(Object.keys(members).map((name) => [name, own[name]])), members);
      const links = own["links"] as { readonly self: string; readonly page: string };
      assert.deepEqual([href, page], [links.self, links.page]);
    }
  });
});
