import assert from "node:assert/strict";
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { keepPrivate } from "../../src/release/store/keep-private.ts";
import { changeReleases } from "../../src/release/store/locked-store.ts";
import { appendEvents } from "../../src/release/store/release-register.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

const modeOf = (...place: string[]): string => (statSync(path.join(...place)).mode & 0o777).toString(8);
const now = (): Date => new Date("2026-11-20T10:00:00Z");

describe("rights of a data folder", { skip: process.platform === "win32" && "Windows keeps no such rights" }, () => {
  it("a folder that a change makes, and the register in it, are its owner's alone", async () => {
    const folder = path.join(newTemporaryFolder(), "data");
    const drafted = { event: "discarded", release: "2026-11-20-aaaaaaaaaaaa", at: now().toISOString() } as const;
    await changeReleases(
      new ReleaseStore(folder, now),
      () => {},
      async () => await appendEvents(folder, [drafted]),
    );
    assert.deepEqual(
      [modeOf(folder), modeOf(folder, "releases"), modeOf(folder, "register.ndjson")],
      ["700", "700", "600"],
    );
  });

  it("what an older version made is corrected", async () => {
    const folder = newTemporaryFolder();
    mkdirSync(path.join(folder, "releases"));
    writeFileSync(path.join(folder, "register.ndjson"), "");
    for (const [place, mode] of Object.entries({ ".": 0o755, releases: 0o755, "register.ndjson": 0o644 }))
      chmodSync(path.join(folder, place), mode);
    await keepPrivate(folder);
    assert.deepEqual(
      [modeOf(folder), modeOf(folder, "releases"), modeOf(folder, "register.ndjson")],
      ["700", "700", "600"],
    );
  });

  it("a folder that is not there is not made", async () => {
    const folder = path.join(newTemporaryFolder(), "missing");
    await keepPrivate(folder);
    assert.throws(() => statSync(folder), /ENOENT/u);
  });
});
