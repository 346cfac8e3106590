import { test } from "node:test";
import { expectBoundedAnswers } from "./random-queries.ts";

test("random queries: each has a result, in order and within its bounds", () => expectBoundedAnswers(5000, 20_261_121));
