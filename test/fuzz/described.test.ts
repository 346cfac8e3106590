import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import * as fc from "fast-check";
import type { Json } from "../tools/demo-service.ts";
import { type DescribedService, readDescription } from "./described-answers.ts";
import { operationsOf } from "./described-operations.ts";
import { validRequest } from "./described-requests.ts";
import { SEED, openSmallService } from "./fuzzed-service.ts";
import { testDescribed } from "./test-described.ts";
import { wrongParameters } from "./wrong-requests.ts";

testDescribed(openSmallService, { valid: 3, wrong: 4 });

/** The list on which the document is changed. */
const RANKING = "/api/v2/intelligence/country-rankings";

const get = (document: Json): Json => document["paths"]![RANKING]!["get"]!;

interface Stated {
  readonly name?: string;
  readonly $ref?: string;
  readonly schema: Record<string, unknown>;
}

const schemaOf = (document: Json, wanted: string): Record<string, unknown> => {
  const parameters = get(document)["parameters"] as unknown as readonly Stated[];
  const found = parameters
    .map((stated) => {
      const shared = stated.$ref?.split("/").at(-1);
      return shared === undefined ? stated : (document["components"]!["parameters"]![shared] as unknown as Stated);
    })
    .find(({ name }) => name === wanted);
  return found!.schema;
};

describe("a document that promises something else is found out", () => {
  let service: DescribedService;
  before(async () => (service = await readDescription(await openSmallService())));

  for (const [promise, change] of [
    ["a higher maximum", (document) => (schemaOf(document, "limit")["maximum"] = 5000)],
    ["a higher minimum", (document) => (schemaOf(document, "limit")["minimum"] = 3)],
    ["another value", (document) => (schemaOf(document, "sort")["enum"] = ["colour"])],
    ["no refusal", (document) => delete get(document)["responses"]!["default"]],
    ["no entity tag", (document) => delete get(document)["responses"]!["200"]!["headers"]!["ETag"]],
    [
      "another member",
      ({ components }) => {
        // One is of answers that `fields` narrows.
        for (const name of ["RankingEntry", "RankingEntryFields"])
          Object.assign(components!["schemas"]![name]!, { required: ["colour"] });
      },
    ],
  ] as readonly (readonly [string, (document: Json) => void])[]) {
    test(promise, async () => {
      const document = structuredClone(service.document);
      change(document as unknown as Json);
      const requests = operationsOf(document)
        .filter(({ path }) => path === RANKING)
        .flatMap((operation) => [
          ...fc.sample(validRequest(operation), { numRuns: 400, seed: SEED }),
          ...wrongParameters(operation),
        ]);
      assert.notEqual((await service.faultsOf(requests, document)).length, 0);
    });
  }
});
