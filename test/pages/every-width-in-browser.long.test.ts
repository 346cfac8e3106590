import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { type Article, lookAtFrames, openArticle } from "./article.ts";
import { WITHOUT_BROWSER } from "./browser.ts";
import { WAYS, walk } from "./keyboard-ways.ts";
import { lookAtHostileResult, lookAtResults } from "./list-page.ts";
import { PUBLISHERS, lookAtPublisher } from "./publishers.ts";
import { openSiteForBrowsers } from "./sites.ts";

/** What looks different for publishers, in articles and after a form, at every width and colour. */

describe("at every width in a browser", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  let article: Article;
  before(async () => {
    server = await openSiteForBrowsers();
    article = await openArticle();
  });
  after(() => article?.close());

  for (const publisher of PUBLISHERS)
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [375, 1440])
        test(`the site of ${publisher.name}, ${colorScheme}, at ${width} pixels: legible, whole, and no fault`, () =>
          lookAtPublisher(publisher, colorScheme, width, ["/about", "/privacy", "/search?q=zzzz", "/docs/embeds"]));

  for (const [width, colorScheme] of [
    [280, "light"],
    [320, "light"],
    [375, "dark"],
    [800, "light"],
    [800, "dark"],
  ] as const)
    test(`in frames of ${width} pixels, ${colorScheme}: nothing lies beside them, and nothing is wrong`, () =>
      lookAtFrames(article, server, width, colorScheme));

  for (const width of [375, 768, 1440])
    for (const colorScheme of ["light", "dark"] as const)
      test(`a list's result and a refusal at ${width} pixels, ${colorScheme}: no fault`, () =>
        lookAtResults(width, colorScheme));

  for (const width of [375, 1440])
    test(`a list of hostile names at ${width} pixels breaks no layout and runs nothing`, () =>
      lookAtHostileResult(width));

  for (const way of WAYS) test(`with the keyboard alone, without JavaScript: ${way.name}`, () => walk(way, false));
});
