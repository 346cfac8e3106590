import { test } from "node:test";
import { expectTerritoriesOfGeocoder } from "./drawn-map.ts";

test("the world map names the territory that the geocoder names at 10,000 points, but within a pixel of a border", () =>
  expectTerritoriesOfGeocoder(10_000));
