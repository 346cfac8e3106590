import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withoutPostgres } from "../access/cluster/servers.ts";
import { buildLargeBundle, killPublication } from "./postgres-kills.ts";

/** At any statement: `postgres-kill.long.test.ts`. */
describe("kill -9 of a process that publishes to PostgreSQL", { skip: withoutPostgres }, () => {
  test("between two chunks of a file shows nothing that is half there, and the next one finishes", async () => {
    assert.ok((await killPublication(await buildLargeBundle(), "second-chunk")) > 0);
  });
});
