import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { FolderOrigin } from "../../src/distribution/folder-origin.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { originContract } from "./origin-contract.ts";

originContract({
  name: "folder",
  newPlace: async () => {
    const folder = newTemporaryFolder();
    return { publish: () => new FolderOrigin(folder), read: () => new FolderOrigin(folder) };
  },
  tellsChanges: true,
  keepsPublishersApart: true,
});

test("who waits for a new pointer in a folder keeps no process alive", () => {
  const module = new URL("../../src/distribution/folder-origin.ts", import.meta.url).href;
  const code = `import { FolderOrigin } from ${JSON.stringify(module)};
    new FolderOrigin(${JSON.stringify(newTemporaryFolder())}).onPointerChange(() => {});`;
  const words = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", code];
  const { status, signal, stderr } = spawnSync(process.execPath, words, { timeout: 60_000, encoding: "utf8" });
  assert.deepEqual([status, signal], [0, null], stderr);
});
