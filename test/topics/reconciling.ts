import assert from "node:assert/strict";
import { askOperation, askWithBody } from "../../src/ask/ask.ts";
import { sortParameters } from "../../src/ask/read-parameters.ts";
import { Problem, type ProblemCode } from "../../src/problem.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { operationOf, releases, sourcesOf } from "./asking.ts";
import { checkAnswer } from "./check-answer.ts";
import { SHAPES_MISSING, checkShape } from "./specified-shapes.ts";

/** What tests look at in the answers of the reconciliation service. */
export interface Reconciled {
  readonly [name: string]: {
    readonly result: readonly ReconciledCandidate[];
    readonly ignored_properties: readonly string[];
  };
}

export interface ReconciledCandidate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly score: number;
  readonly match: boolean;
  readonly features: readonly { readonly id: string; readonly value: number }[];
}

export interface Extended {
  readonly meta: readonly { readonly id: string; readonly name: string }[];
  readonly rows: Readonly<Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>>;
}

/** The answer to a form, checked against our schema. */
async function post(form: Readonly<Record<string, string>>, from: Releases): Promise<unknown> {
  const operation = operationOf("reconcile");
  const body = { text: new URLSearchParams(form).toString(), encoding: "form" } as const;
  const answer = await askWithBody(operation, sourcesOf(from), { path: {}, query: [] }, body);
  assert.ok(answer.kind === "json");
  const plain: unknown = JSON.parse(JSON.stringify(answer.body));
  checkAnswer(operation, plain);
  return plain;
}

/** Reconciles a batch; batch and answer are held against the specification where it is there. */
export async function reconcile(queries: object, from: Releases = releases): Promise<Reconciled> {
  if (SHAPES_MISSING === false) checkShape("reconciliation-query-batch", queries);
  const answer = await post({ queries: JSON.stringify(queries) }, from);
  if (SHAPES_MISSING === false) checkShape("reconciliation-result-batch", answer);
  return answer as Reconciled;
}

/** The candidates of one query. */
export async function candidatesOf(query: object, from?: Releases): Promise<readonly ReconciledCandidate[]> {
  return (await reconcile({ q0: query }, from))["q0"]!.result;
}

/** Extends data likewise. */
export async function extend(query: object, from: Releases = releases): Promise<Extended> {
  if (SHAPES_MISSING === false) checkShape("data-extension-query", query);
  const answer = await post({ extend: JSON.stringify(query) }, from);
  if (SHAPES_MISSING === false) checkShape("data-extension-response", answer);
  return answer as Extended;
}

/** The answer of a GET operation of the service, checked against our schema. */
export async function get(
  id: string,
  parameters: Readonly<Record<string, string>> = {},
  from: Releases = releases,
): Promise<unknown> {
  const operation = operationOf(id);
  const given = sortParameters(operation, Object.entries(parameters));
  const answer = await askOperation(operation, sourcesOf(from), given);
  assert.ok(answer.kind === "json");
  const plain: unknown = JSON.parse(JSON.stringify(answer.body));
  checkAnswer(operation, plain);
  return plain;
}

/** The problem that a form, given as its fields, is refused with. */
export async function refusalOf(form: Readonly<Record<string, string>>, code: ProblemCode): Promise<Problem> {
  try {
    await post(form, releases);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    assert.equal(error.code, code, error.message);
    return error;
  }
  return assert.fail("it was answered");
}
