import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { publishBundle } from "../../src/release/store/locked-store.ts";
import { ReleaseStore, ReleaseStoreError } from "../../src/release/store/release-store.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { buildOfSeed } from "./built-release.ts";

/**
 * Throws where a manifest with a wrong byte is read; tries each `step`th one.
 */
export async function expectNoWrongManifest(step: number): Promise<void> {
  const store = new ReleaseStore(newTemporaryFolder(), () => new Date());
  const { manifest } = await publishBundle(store, buildOfSeed(1), () => {});
  const file = path.join(store.folderOf(manifest.id), "manifest.json");
  const content = readFileSync(file);
  for (let at = 0; at < content.length; at += step) {
    const altered = Buffer.from(content);
    altered[at]! ^= 0x01;
    writeFileSync(file, altered);
    assert.throws(() => store.manifest(manifest.id), ReleaseStoreError, `byte ${at}`);
  }
}
