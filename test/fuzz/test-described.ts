import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import * as fc from "fast-check";
import { type DescribedService, readDescription } from "./described-answers.ts";
import { type Described, type DescribedRequest, operationsOf } from "./described-operations.ts";
import { allExamples, methodsAndTypes, validRequest } from "./described-requests.ts";
import { type FuzzedService, SEED } from "./fuzzed-service.ts";
import { anyBody, oneWrongParameter, wrongBodies, wrongCredentials, wrongParameters } from "./wrong-requests.ts";

/**
 * Requests derived from the OpenAPI document, for every operation: some that it describes as valid,
 * and some of the ways to be wrong. Each answer must have a status, headers and a body that the
 * document describes, and no request is our mistake.
 */
export function testDescribed(
  openService: () => Promise<FuzzedService>,
  perOperation: { readonly valid: number; readonly wrong: number },
): void {
  const { valid, wrong } = perOperation;
  const random = { numRuns: valid, seed: SEED };
  let service: DescribedService;
  let operations: readonly Described[];
  before(async () => {
    service = await readDescription(await openService());
    operations = operationsOf(service.document);
  });

  const expectNoFaults = async (requests: readonly DescribedRequest[]): Promise<void> => {
    assert.ok(requests.length > 0);
    const faults = await service.faultsOf(requests);
    assert.equal(faults.length, 0, faults.join("\n"));
  };
  /** Some of many, other ones for each operation and seed. */
  const some = (requests: readonly DescribedRequest[], operation: number): readonly DescribedRequest[] => {
    if (requests.length <= wrong) return requests;
    const chosen = fc.shuffledSubarray([...requests], { minLength: wrong, maxLength: wrong });
    return fc.sample(chosen, { numRuns: 1, seed: SEED + operation })[0]!;
  };

  describe(`every operation as the document describes it (seed ${SEED})`, () => {
    test("what is valid is answered with what is described", async () => {
      await expectNoFaults(operations.flatMap((operation) => fc.sample(validRequest(operation), random)));
    });

    test("the examples of an operation can be sent together", async () => {
      await expectNoFaults(operations.map(allExamples));
    });

    test("a parameter that is missing, repeated, unknown or does not fit is refused", async () => {
      await expectNoFaults(operations.flatMap((operation, index) => some(wrongParameters(operation), index)));
      await expectNoFaults(operations.flatMap((operation) => fc.sample(oneWrongParameter(operation), random)));
    });

    test("a body that is missing, malformed, too large or does not fit is refused", async () => {
      const taking = operations.filter(({ bodySchema }) => bodySchema !== null);
      await expectNoFaults(taking.flatMap((operation, index) => some(wrongBodies(operation), index)));
      const many = { ...random, numRuns: 10 * valid };
      await expectNoFaults(taking.flatMap((operation) => fc.sample(anyBody(operation), many)));
    });

    test("methods and media types are taken and refused as described", async () => {
      await expectNoFaults(operations.flatMap((operation, index) => some(methodsAndTypes(operation), index)));
    });

    test("keys that are none, or more than one, are refused where a key is looked at", async () => {
      await expectNoFaults(operations.flatMap((operation, index) => some(wrongCredentials(operation), index)));
    });
  });
}
