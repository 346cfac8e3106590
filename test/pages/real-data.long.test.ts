import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { after, before, describe, test } from "node:test";
import { findDataset } from "../../scripts/gallery/datasets.ts";
import { overDataFolder } from "../../scripts/over-data-folder.ts";

/** What pages of real and of extreme data weigh. */

const NOW = (): Date => new Date("2026-11-20T10:00:00Z");

for (const [name, bounds] of [
  ["wba-five-bands", { matrixElements: 3000, startBytes: 40_000 }],
  ["nine-german-bands", { matrixElements: 1500, startBytes: 45_500 }],
] as const) {
  const dataset = findDataset(name);
  const isMissing = dataset.needs !== null && !existsSync(dataset.needs);
  describe(`pages of ${name}`, { skip: isMissing && `no ${dataset.needs} on this machine` }, () => {
    let origin = "";
    let close: (() => void) | undefined;
    let closed: Promise<void> | undefined;
    before(async () => {
      await new Promise<void>((resolve, reject) => {
        closed = overDataFolder({ LOG_LEVEL: "error" }, NOW, async (data) => {
          for (const words of await dataset.prepare(path.join(data.folder, "dataset"), data.run))
            await data.run("publish", ...words);
          origin = `http://127.0.0.1:${(await data.serve()).port}`;
          const ended = new Promise<void>((end) => (close = end));
          resolve();
          await ended;
        }).catch(reject);
      });
    });
    after(() => {
      close?.();
      return closed;
    });

    const read = async (target: string): Promise<string> =>
      (await fetch(origin + target, { headers: { Accept: "text/html" } })).text();

    test("the matrix has few elements", async () => {
      const elements = (await read("/matrix")).match(/<[a-z]/gu)?.length ?? 0;
      assert.ok(elements > 500 && elements <= bounds.matrixElements, `${elements} elements`);
    });

    test("the start page is light as it is kept", async () => {
      const { length } = brotliCompressSync(await read("/"), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
      assert.ok(length > 20_000 && length <= bounds.startBytes, `${length} bytes`);
    });
  });
}
