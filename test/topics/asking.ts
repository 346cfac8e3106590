import assert from "node:assert/strict";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { askOperation } from "../../src/ask/ask.ts";
import { exampleQuestion } from "../../src/ask/example-parameters.ts";
import { formOf, type Operation } from "../../src/ask/operation.ts";
import { sortParameters } from "../../src/ask/read-parameters.ts";
import type { Sources } from "../../src/ask/sources.ts";
import { Problem, type ProblemCode } from "../../src/problem.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { checkAnswer } from "./check-answer.ts";
import { readSettings } from "../../src/settings.ts";

export const BASE = "https://trust.example";

const atlas = openAtlas();

/** One release of the small test dataset. */
export const RELEASE = "2026-11-20-aaaaaaaaaaaa";
export const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE));

export function operationOf(id: string): Operation {
  const operation = OPERATIONS.find((each) => each.id === id);
  assert.ok(operation, `no operation ${id}`);
  return operation;
}

/** What the tests look at in answers; each answer has some of them, as its schema says. */
export interface Members {
  readonly meta: {
    readonly title: string;
    readonly release: string;
    readonly citation: string;
    readonly notice?: string | null;
  };
  readonly scale: { readonly bands: readonly { readonly id: string; readonly level: number }[] };
  readonly items: readonly Members[];
  readonly cells: readonly Members[];
  readonly pillars: readonly Members[];
  readonly sectors: readonly Members[];
  readonly countries: readonly Members[];
  readonly judgements: readonly Members[];
  readonly products: readonly Members[];
  readonly total: number;
  readonly next: string | null;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly iso3: string;
  readonly code_status: string;
  readonly sector: unknown;
  readonly judged_companies: number;
  readonly listed_companies: number;
  readonly judgement_count: number;
  readonly median_band: string | null;
  readonly median_level: number | null;
  readonly distribution: Readonly<Record<string, number>>;
  readonly rank: number | null;
  readonly reasons: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/** What operations answer from when nobody is counted. */
export function sourcesOf(from: Releases): Sources {
  return {
    snapshot: from.current(),
    releases: from,
    atlas,
    caller: null,
    access: null,
    at: new Date("2026-12-24T12:00:00Z"),
    site: { baseUrl: BASE, settings: readSettings({}) },
    signal: new AbortController().signal,
    nextTurn: () => Promise.resolve(),
  };
}

/** The parameters the example of an operation is asked with, as they are sent. */
export function exampleOf(operation: Operation): Record<string, string> {
  const { limit: _, ...question } = exampleQuestion(operation, sourcesOf(releases));
  return Object.fromEntries(Object.entries(question).map(([name, value]) => [name, String(value)]));
}

/** The body of a JSON answer, checked against its schema. */
export function ask(id: string, parameters: Readonly<Record<string, string>> = {}, from: Releases = releases): Members {
  const operation = operationOf(id);
  const answer = askOperation(operation, sourcesOf(from), sortParameters(operation, Object.entries(parameters)));
  assert.ok(!(answer instanceof Promise), `${id} has to wait`);
  assert.ok(answer.kind === "json");
  const body: unknown = JSON.parse(JSON.stringify(answer.body));
  checkAnswer({ ...operation, form: formOf(operation, parameters) }, body);
  return body as Members;
}

/** The problem an operation refuses with. */
export function refusal(
  id: string,
  parameters: Readonly<Record<string, string>>,
  code: ProblemCode,
  from: Releases = releases,
): Problem {
  try {
    ask(id, parameters, from);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    assert.equal(error.code, code);
    return error;
  }
  return assert.fail(`${id} was answered`);
}
