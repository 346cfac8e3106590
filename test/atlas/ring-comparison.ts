import assert from "node:assert/strict";
import type { Area } from "../../scripts/borders/prepare-areas.ts";
import type { Polygon } from "../../scripts/borders/read-sources.ts";
import { buildChance } from "../../scripts/demo/chance.ts";
import { UNITS_PER_DEGREE } from "../../src/atlas/borders/border-file.ts";
import { buildClaims } from "../../src/atlas/borders/claims.ts";
import { openBorders } from "../../src/atlas/borders/open-borders.ts";
import { buildOracle } from "./border-oracle.ts";
import { nearBorders } from "./near-borders.ts";

const borders = openBorders();

/** Compares what the index says of points with what all rings that it was made from say. */
export class RingComparison {
  readonly #areas: readonly Area[];
  readonly #seed: number;
  readonly #expected: (lat: number, lng: number) => readonly string[];

  constructor(areas: readonly Area[], seed: number) {
    this.#areas = areas;
    this.#seed = seed;
    const rings = (polygons: readonly Polygon[]): Float64Array[][] =>
      polygons.map((polygon) =>
        polygon.map((ring) => Float64Array.from(ring.flatMap(([lng, lat]) => [snapped(lng), snapped(lat)]))),
      );
    const holding = buildOracle(Object.fromEntries(areas.map(({ name, polygons }) => [name, rings(polygons)])));
    const numberOf = new Map(areas.map(({ name }, number) => [name, number]));
    const claimsOf = buildClaims(borders.facts);
    this.#expected = (lat, lng) =>
      claimsOf(
        holding(snapped(lng), snapped(lat))
          .map((name) => numberOf.get(name)!)
          .toSorted((a, b) => a - b),
      ).claims;
  }

  /** Points spread evenly over the sphere. */
  expectEverywhere(count: number): void {
    const chance = buildChance(this.#seed);
    this.#expectSame(
      Array.from({ length: count }, () => [
        (Math.asin(2 * chance.unit() - 1) * 180) / Math.PI,
        chance.unit() * 360 - 180,
      ]),
    );
  }

  /** Points on borders and next to them. */
  expectNearBorders(count: number): void {
    const all = this.#areas.flatMap(({ polygons }) => polygons);
    this.#expectSame(nearBorders(all, count, this.#seed + 1));
  }

  /** Points next to the borders of each territory; each of the 250 codes is found. */
  expectAllTerritories(countEach: number): void {
    const answered = new Set(["AQ"]);
    this.#areas.forEach(({ polygons }, number) => {
      const points = [...nearBorders(polygons, countEach, this.#seed + 2 + number)];
      this.#expectSame(points);
      for (const [lat, lng] of points) answered.add(borders.claimsAt(lat, lng).iso2 ?? "");
    });
    answered.delete("");
    assert.equal(answered.size, 250);
  }

  #expectSame(points: Iterable<readonly [lat: number, lng: number]>): void {
    const wrong: string[] = [];
    for (const [lat, lng] of points) {
      // South of 60° S and on the 180th meridian rules of their own hold.
      if (lat <= -60 || lat >= 90 || Math.abs(snapped(lng)) >= 180 * UNITS_PER_DEGREE) continue;
      const [got, wanted] = [borders.claimsAt(lat, lng).claims, this.#expected(lat, lng)];
      if (got !== wanted && got.join() !== wanted.join())
        wrong.push(`${lat},${lng}: ${got.join()} instead of ${wanted.join()}`);
    }
    assert.deepEqual(wrong, []);
  }
}

function snapped(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE);
}
