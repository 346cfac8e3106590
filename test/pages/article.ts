import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Frame } from "playwright-core";
import type { HttpServer } from "../../src/http/http-server.ts";
import { send } from "../http/test-server.ts";
import { openContext } from "./browser.ts";
import { BROWSER, textOf } from "./markup.ts";
import { findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

const PAGES = [
  "/countries/france",
  "/companies/aster-energie",
  "/",
  "/rankings",
  "/compare?countries=france,brazil",
  "/compare?countries=france,germany,brazil,namibia",
];

/** Frames of this width and more need no scrolling within them. */
const WIDTH_MIN = 320;

/** An article of another site, with frames of this one in it. */
export interface Article {
  readonly address: string;
  write(frames: readonly string[]): void;
  close(): void;
}

export async function openArticle(): Promise<Article> {
  let markup = "";
  const paper = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(markup);
  }).listen(0, "127.0.0.1");
  await once(paper, "listening");
  return {
    address: `http://127.0.0.1:${(paper.address() as AddressInfo).port}/`,
    write(frames) {
      markup = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>An article</title><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0"><main><h1>An article</h1>${frames.join("\n")}</main></body></html>`;
    },
    close: () => paper.close(),
  };
}

/** Looks into a frame of each kind, as the pages offer them to be copied. */
export async function lookAtFrames(
  article: Article,
  server: HttpServer,
  width: number,
  colorScheme: "light" | "dark",
): Promise<void> {
  article.write(await copyFrames(server));
  const context = await openContext({ viewport: { width, height: 900 }, colorScheme });
  const { page, faults } = await openPage(context, article.address);
  // All that the article asks from the service, it asks by the frames.
  const foreign = (fault: string): boolean => fault.startsWith(`foreign: http://localhost:${server.port}/`);
  assert.deepEqual(
    faults.filter((fault) => !foreign(fault) && !fault.includes("/favicon.ico")),
    [],
  );
  assert.equal(await findOverflow(page), 0, `the article scrolls sideways at ${width}`);
  const elements = await page.locator("iframe").elementHandles();
  assert.equal(elements.length, PAGES.length);
  for (const element of elements) {
    const frame = await element.contentFrame();
    assert.ok(frame !== null);
    await lookInto(frame, width, (await element.boundingBox())?.height ?? 0);
  }
  await context.close();
}

/** The frames that pages offer, as one copies them; loaded at once, wherever they stand. */
async function copyFrames(from: HttpServer): Promise<string[]> {
  const frames: string[] = [];
  for (const page of PAGES) {
    const markup = (await send(from, page, { headers: BROWSER })).body.toString();
    const [, snippet = ""] = /<textarea id="embed-current"[^>]*>\n([^<]*)</u.exec(markup) ?? [];
    frames.push(textOf(snippet).replace('loading="lazy"', 'loading="eager"'));
  }
  return frames;
}

/** Nothing lies beside the frame or below its height, and nothing is wrong in it. */
async function lookInto(frame: Frame, width: number, given: number): Promise<void> {
  const name = new URL(frame.url()).pathname;
  assert.match(await frame.locator("h1").innerText(), /\w/u, name);
  const [beside, high] = (await frame.evaluate(
    "[document.documentElement.scrollWidth - innerWidth, document.body.getBoundingClientRect().height]",
  )) as [number, number];
  assert.equal(beside, 0, name);
  // The page in a frame has whole pixels, which its height in a column may not be.
  if (width >= WIDTH_MIN) assert.ok(high <= Math.ceil(given), `${name}: ${high} of ${given} pixels`);
  assert.deepEqual(await findAccessibilityFaults(frame), [], name);
}
