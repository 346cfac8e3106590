import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { after, before, describe, test } from "node:test";
import { findDataset } from "../../scripts/gallery/datasets.ts";
import { overDataFolder } from "../../scripts/over-data-folder.ts";
import { openArticle } from "./article.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { textOf } from "./markup.ts";

/** What pages of real and of extreme data weigh, and how their frames fit into an article. */

const NOW = (): Date => new Date("2026-11-20T10:00:00Z");

for (const [name, bounds] of [
  [
    "wba-five-bands",
    {
      matrixElements: 3000,
      startBytes: 40_000,
      pages: [
        "/countries/united-states",
        "/countries/japan",
        "/companies/sony",
        "/compare?countries=united-states,china",
        "/compare?countries=japan,china,france",
      ],
      fills: 1,
    },
  ],
  // Labels of 47 letters: what does not fit is scrolled.
  [
    "nine-german-bands",
    {
      matrixElements: 1500,
      startBytes: 45_500,
      pages: ["/countries/aruba", "/countries/bolivia", "/compare?countries=aruba,albania"],
      fills: 1.15,
    },
  ],
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

    test("on a phone, no page scrolls sideways", { skip: WITHOUT_BROWSER }, async (own) => {
      const context = await openContext({ viewport: { width: 375, height: 900 } });
      own.after(() => context.close());
      const page = await context.newPage();
      for (const target of ["/", "/rankings", "/matrix", "/companies", "/claims", ...bounds.pages]) {
        await page.goto(origin + target);
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 375, target);
      }
    });

    for (const width of [320, 480, 720])
      test(
        `in a column of ${width} pixels, frames hold their content, and no quarter is blank`,
        { skip: WITHOUT_BROWSER },
        async (own) => {
          const frames = await Promise.all(["/", "/rankings", ...bounds.pages].map(copyFrame));
          const article = await openArticle();
          own.after(() => article.close());
          article.write(frames.map((frame) => `<div style="width:${width}px">${frame}</div>`));
          const context = await openContext({ viewport: { width: 1000, height: 900 } });
          own.after(() => context.close());
          const page = await context.newPage();
          await page.goto(article.address);
          for (const element of await page.locator("iframe").elementHandles()) {
            const given = (await element.boundingBox())?.height ?? 0;
            const frame = await element.contentFrame();
            const high = Number(
              await frame?.evaluate("document.body.style.minHeight = 0; document.body.getBoundingClientRect().height"),
            );
            const says = `${frame?.url()}: ${high} of ${given} pixels`;
            assert.ok(high > 100 && high / given >= 0.75 && high / given <= bounds.fills, says);
          }
        },
      );

    /** The frame that a page offers, loaded at once from the port of this service. */
    const copyFrame = async (target: string): Promise<string> => {
      const [, snippet = ""] = /<textarea id="embed-current"[^>]*>\n([^<]*)</u.exec(await read(target)) ?? [];
      return textOf(snippet)
        .replace('loading="lazy"', "")
        .replace(/https?:\/\/[^/]+(?=\/embed)/u, origin);
    };
  });
}
