import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withoutPostgres } from "../access/cluster/servers.ts";
import { buildLargeBundle, countStatements, killPublication } from "./postgres-kills.ts";

const KILLS = 20;

describe("kill -9 of a process that publishes to PostgreSQL", { skip: withoutPostgres }, () => {
  test("at any statement shows nothing that is half there, and the next one finishes", async () => {
    const bundle = await buildLargeBundle();
    const statements = await countStatements(bundle);
    assert.ok(statements > KILLS, `${statements} statements`);
    let parts = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const step = 1 + Math.round((kill * (statements - 1)) / (KILLS - 1));
      parts += await killPublication(bundle, String(step));
    }
    assert.ok(parts > 0, "some kills left a part");
  });
});
