import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pino } from "pino";
import { DeskPublishing } from "../../src/desk/publishing.ts";
import { readSettings } from "../../src/settings.ts";
import { DEMO } from "../cli/run-cli.ts";

test("building is stopped at its next stage, leaves nothing behind, and may begin again", async (t) => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "country-trust-stopped-"));
  t.after(() => rmSync(dataFolder, { recursive: true }));
  const publishing = new DeskPublishing({
    settings: readSettings({ DATA_DIR: dataFolder, INTAKE_THREADS: "1" }),
    now: () => new Date("2026-11-20T10:00:00Z"),
    folder: DEMO,
    logger: pino({ level: "silent" }),
  });
  const begun = publishing.result("key");
  publishing.stop();
  await begun;
  await publishing.close();
  assert.deepEqual(publishing.known("key"), { state: "stopped", said: "It was stopped before it was built." });
  assert.deepEqual(readdirSync(path.join(dataFolder, "work")), []);
  publishing.again();
  await publishing.result("key");
  await publishing.close();
  assert.equal(publishing.known("key")?.state, "built");
});
