import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { KeptReleases } from "../../src/release/store/kept-releases.ts";
import { GALLERY_DATASETS, type GalleryDataset } from "../../scripts/gallery/datasets.ts";
import { TestCli } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { collectSaid } from "./all-said.ts";
import { checkAllSaid, checkClaimsOf } from "./check-all-said.ts";
import { findUnknownHeadings } from "./own-headings.ts";

/** Takes a few seconds a dataset: each sentence is recounted, and asked back as a claim. */
describe("every sentence of a dataset that pictures are judged by", () => {
  for (const dataset of GALLERY_DATASETS) {
    const isMissing = dataset.needs !== null && !existsSync(dataset.needs);
    test(dataset.name, { skip: isMissing && `${path.basename(dataset.needs ?? "")} is not there` }, async (t) => {
      const cli = new TestCli();
      const releases = await publish(dataset, cli);
      try {
        const { sentences, statements } = await checkAllSaid(releases);
        const claims = checkClaimsOf(releases, collectSaid(releases));
        t.diagnostic(`${sentences} sentences, ${statements} statements, ${claims} claims, no contradiction`);
        assert.ok(sentences > 0 && claims > 0);
        const headings = await findUnknownHeadings(releases);
        t.diagnostic(`${headings.count} headings`);
        assert.deepEqual(headings.unknown, []);
      } finally {
        releases.close();
        await cli.remove();
      }
    });
  }
});

async function publish({ prepare }: GalleryDataset, cli: TestCli): Promise<KeptReleases> {
  const run = async (...words: string[]): Promise<string> => {
    const { status, out, said } = await cli.run(...words);
    assert.equal(status, 0, said);
    return out;
  };
  const editions = await prepare(path.join(newTemporaryFolder(), "dataset"), run);
  for (const words of editions) {
    await run("publish", ...words);
    // A day has one release of a dataset.
    cli.now = new Date(cli.now.getTime() + 180 * 86_400_000);
  }
  const store = new ReleaseStore(cli.dataFolder, () => cli.now);
  const onError = (error: unknown): void => assert.fail(String(error));
  return new KeptReleases({ store, pollMilliseconds: 60_000, onError });
}
