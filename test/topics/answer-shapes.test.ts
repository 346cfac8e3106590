import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askWithBody } from "../../src/ask/ask.ts";
import { formsOf, type Operation } from "../../src/ask/operation.ts";
import { sortParameters } from "../../src/ask/read-parameters.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { ask, exampleOf, RELEASE, sourcesOf } from "./asking.ts";
import { checkAnswer, resolve, type SchemaNode } from "./check-answer.ts";

/** The schema of every answer in JSON, and of every object in it once, each with its place. */
function* schemasIn(node: SchemaNode, place: string, seen: Set<string>): Generator<readonly [string, SchemaNode]> {
  const id = node.$ref?.slice(0, -1);
  if (id !== undefined && seen.has(id)) return;
  if (id !== undefined) seen.add(id);
  const schema = resolve(node);
  const own = id ?? place;
  yield [own, schema];
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* schemasIn(inner, `${own}.${name}`, seen);
  const { items, anyOf = [], additionalProperties: others } = schema;
  const inners = [...anyOf, ...(items === undefined ? [] : [items]), ...(typeof others === "object" ? [others] : [])];
  for (const inner of inners) yield* schemasIn(inner, `${own}[]`, seen);
}

function answersOf(operation: Operation): readonly SchemaNode[] {
  return formsOf(operation).flatMap((form) => form.schema ?? []);
}

/**
 * What an answer may leave out. It never means that there is no value, which is null with its
 * reason.
 */
const ON_REQUEST = "it is there where `fields` asks for it";
const ANOTHER_STANDARD = "the standard that the document follows leaves it out";
const OPTIONAL: Readonly<Record<string, string>> = {
  "CountryEntry.summary": ON_REQUEST,
  "RankingEntry.summary": ON_REQUEST,
  "SectorEntry.summary": ON_REQUEST,
  "CompanyEntry.summary": ON_REQUEST,
  "CompanyEntry.href": ON_REQUEST,
  "CompanyEntry.page": ON_REQUEST,
  "CitationFile.license": ANOTHER_STANDARD,
  "CitationFile.license-url": ANOTHER_STANDARD,
};

/** Two releases, between which a country moved. */
const releases = buildMemoryReleases(
  buildMemorySnapshot(RELEASE),
  buildMemorySnapshot(
    "2026-05-20-bbbbbbbbbbbb",
    COMPANIES.map((company) => ({ ...company, judgements: [[0, 1]] })),
    FACTS,
    "2026-05-20T10:00:00Z",
  ),
);

describe("every answer", () => {
  test("has every member that it declares, but for those listed here", () => {
    const seen = new Set<string>();
    const optional = OPERATIONS.flatMap((operation) =>
      answersOf(operation).flatMap((schema) =>
        [...schemasIn(schema, (schema as { $id?: string }).$id ?? operation.id, seen)].flatMap(
          ([place, { properties = {}, required = [] }]) =>
            place.endsWith(".reasons")
              ? []
              : Object.keys(properties).flatMap((name) => (required.includes(name) ? [] : [`${place}.${name}`])),
        ),
      ),
    );
    assert.deepEqual([...new Set(optional)].toSorted(), Object.keys(OPTIONAL).toSorted());
  });

  for (const operation of OPERATIONS) {
    const { id, form, body } = operation;
    const hasDistributions = answersOf(operation).some((schema) => {
      const seen = new Set<string>();
      for (const _ of schemasIn(schema, id, seen));
      return seen.has("Distribution");
    });
    if (!hasDistributions || form.kind !== "json") continue;
    test(`${id}: every distribution has every band of the scale`, async () => {
      const question = id === "list_changes" ? {} : exampleOf(operation);
      if (body === undefined) {
        // `ask` holds the answer against its schema, distributions included.
        assert.ok(EVERY_BAND.test(JSON.stringify(ask(id, question, releases))));
        return;
      }
      const sent = { text: JSON.stringify(body.example), encoding: "json" } as const;
      const given = sortParameters(operation, Object.entries(question));
      const answer = await askWithBody(operation, sourcesOf(releases), given, sent);
      assert.ok(answer.kind === "json");
      const text = JSON.stringify(answer.body);
      checkAnswer(operation, JSON.parse(text));
      assert.ok(EVERY_BAND.test(text));
    });
  }
});

const EVERY_BAND = /\{"very_low":\d+,"low":\d+,"middle":\d+,"high":\d+,"very_high":\d+\}/u;
