import { test } from "node:test";
import { expectBoundedAnswers } from "./random-queries.ts";

const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_121);

test(`a million random queries (seed ${SEED}): each has a result, in order and within its bounds`, () =>
  expectBoundedAnswers(1_000_000, SEED));
