import { test } from "node:test";
import { AWAY_METRES, expectNoSeaBetweenTerritories } from "./gap-check.ts";

const SEED = Number(process.env["BORDERS_SEED"] ?? 20_261_122);
/** Ten million take some minutes. */
const POINTS = Number(process.env["BORDERS_POINTS"] ?? 500_000);

test(`${POINTS} points within ${AWAY_METRES} m of borders: none between two territories is open sea (seed ${SEED})`, () =>
  expectNoSeaBetweenTerritories(POINTS, SEED));
