import { test } from "node:test";
import { examine } from "../../src/trust/statements.ts";
import { checkBands, checkChanges, checkComparisons, checkPlacesAndShares } from "./what-readers-infer.ts";

test("of every two releases of up to three companies a change is said as readers take it", () => {
  for (const companies of [0, 1, 2, 3]) checkChanges(examine, companies);
});

test("so is every band, count and majority of up to three companies", () => checkBands(examine, 3));

test("so is every comparison of two with up to two companies", () => checkComparisons(examine, 2));

test("so is every place among three, and every share that rounding could falsify", () => checkPlacesAndShares(examine));
