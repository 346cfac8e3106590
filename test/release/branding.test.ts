import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import path from "node:path";
import type { Branding } from "../../src/branding/branding.ts";
import { checkContent } from "../../src/release/store/file-check.ts";
import { VerifyError, verifyRelease } from "../../src/release/verify-release.ts";
import type { Manifest } from "../../src/release/manifest.ts";
import { publishBundle } from "../../src/release/store/locked-store.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { fileHash, MANIFEST_FILE } from "../../src/release/seal-folder.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import { BARE, DRESSED } from "../fixtures/branding.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { buildFixture, copyFixture } from "./built-release.ts";
import type { FixtureSize } from "./clean-fixture.ts";

const DAY = new Date("2026-11-20T09:00:00Z");

const sizeWith = (branding: Branding): FixtureSize => ({
  companies: 20,
  judgementsPerCompany: 6,
  branding,
  hasReplies: false,
  hasOtherSectors: false,
});

const build = (branding: Branding, folder?: string) => copyFixture(sizeWith(branding), folder, DAY);

/** Changes a file of a release, and its hash in the manifest. */
async function tamper(folder: string, name: string, change: (file: string) => void): Promise<Manifest> {
  const file = path.join(folder, name);
  change(file);
  const manifest = JSON.parse(readFileSync(path.join(folder, MANIFEST_FILE), "utf8")) as Manifest;
  const sha256 = await fileHash(file);
  return { ...manifest, files: manifest.files.map((each) => (each.path === name ? { ...each, sha256 } : each)) };
}

describe("the branding of a release", () => {
  test("stands in it as files, with which it is opened", async () => {
    const { manifest, folder } = await build(DRESSED);
    assert.deepEqual(manifest.branding, {
      accent: "#8c3a1c",
      logos: {
        light: { extension: "svg", width: 120, height: 40, path: "branding/logo.svg" },
        dark: { extension: "png", width: 120, height: 40, path: "branding/logo-dark.png" },
      },
      texts: { about: "branding/about.md", privacy: "branding/privacy.md", terms: "branding/terms.md" },
    });
    const { branding } = openSnapshot(manifest, folder);
    assert.equal(branding.accent, "#8c3a1c");
    assert.equal(branding.text("terms"), DRESSED.texts.terms);
    const { light, dark } = branding.logos;
    assert.deepEqual(dark?.read(), DRESSED.logos.dark?.bytes);
    assert.deepEqual(light?.read(), DRESSED.logos.light?.bytes);
    const bare = await build(BARE);
    const none = openSnapshot(bare.manifest, bare.folder).branding;
    assert.deepEqual([none.accent, none.logos, none.text("about")], [null, { light: null, dark: null }, null]);
  });

  test("is part of the fingerprint, each of its parts, and the same gives the same", async () => {
    const { logos, texts } = DRESSED;
    const all = [
      BARE,
      DRESSED,
      { ...DRESSED, accent: null },
      { ...DRESSED, accent: "#8c3a1d" },
      { ...DRESSED, logos: { ...logos, dark: null } },
      { ...DRESSED, logos: { light: logos.dark, dark: logos.light } },
      { ...DRESSED, texts: { ...texts, terms: `${texts.terms}.` } },
      { ...DRESSED, texts: { ...texts, about: texts.privacy, privacy: texts.about } },
      { ...BARE, texts: { ...BARE.texts, about: "a" } },
      { ...BARE, texts: { ...BARE.texts, privacy: "a" } },
    ];
    const prints: string[] = [];
    for (const branding of all) prints.push((await build(branding)).manifest.fingerprint);
    assert.equal(new Set(prints).size, all.length);
    const again = await buildFixture(sizeWith(DRESSED), newTemporaryFolder(), DAY);
    assert.deepEqual(again.manifest, (await build(DRESSED)).manifest);
  });

  test("leaves a release without any the fingerprint of its data", async () => {
    // As bundle format 16 computed it: judgements have had a column more since then.
    const { manifest } = await build(BARE);
    assert.equal(manifest.fingerprint, "d352fb44e5133cc01534a2d061007301cb3a326f94126695433ba182b7ba72a1");
  });

  test("is covered by verify, also where hashes were mended", async () => {
    const { manifest, folder } = await build(DRESSED);
    await verifyRelease(manifest, folder);
    for (const name of ["branding/about.md", "branding/logo.svg", "branding/logo-dark.png"]) {
      const changed = await build(DRESSED);
      const append = (file: string): void => appendFileSync(file, " ");
      const mended = await tamper(changed.folder, name, append);
      const isFound = (what: RegExp) => (error: unknown) => error instanceof VerifyError && what.test(error.message);
      await assert.rejects(
        verifyRelease(changed.manifest, changed.folder),
        isFound(new RegExp(`^${name}: SHA-256`, "u")),
      );
      await assert.rejects(verifyRelease(mended, changed.folder), isFound(/^fingerprint:/u));
    }
    const recoloured = { ...manifest, branding: { ...manifest.branding, accent: "#000000" } };
    await assert.rejects(verifyRelease(recoloured, folder), /fingerprint/u);
  });

  test("is checked when a service starts, and a lost file is named", async () => {
    const store = new ReleaseStore(newTemporaryFolder(), () => DAY);
    const { manifest } = await publishBundle(
      store,
      async (staging) => (await build(DRESSED, staging)).manifest,
      () => {},
    );
    await checkContent(store, manifest.id);
    const file = path.join(store.folderOf(manifest.id), "branding", "logo.svg");
    writeFileSync(file, readFileSync(file, "utf8").replace("<title>A", "<title>B"));
    await assert.rejects(checkContent(store, manifest.id), /logo\.svg is not what was published/u);
    writeFileSync(file, "");
    assert.throws(() => store.manifest(manifest.id), /logo\.svg has 0 bytes/u);
  });
});
