import { before, describe, test } from "node:test";
import { WITHOUT_BROWSER } from "./browser.ts";
import { lookAtPages, lookAtReference } from "./look-at-pages.ts";
import { DATA_PAGES, DOCS_PAGES } from "./paths.ts";
import { HOSTILE_SNAPSHOT, openHostileSiteForBrowsers, openSiteForBrowsers } from "./sites.ts";

/** All pages as people see them: on a phone, a tablet and a desk, by day and by night. */

describe("all pages in a browser", { skip: WITHOUT_BROWSER }, () => {
  let origin: string;
  before(async () => {
    origin = `http://localhost:${(await openSiteForBrowsers()).port}`;
  });

  test("those of the documentation have no accessibility fault, error, blocked or foreign request", () =>
    lookAtPages(origin, DOCS_PAGES, { viewport: { width: 375, height: 800 } }));

  for (const colorScheme of ["dark", "light"] as const)
    test(`the reference can be read and used at 390 pixels, ${colorScheme}, everything unfolded`, () =>
      lookAtReference(origin, colorScheme));

  for (const width of [375, 768, 1440]) {
    for (const javaScriptEnabled of [true, false]) {
      const what = javaScriptEnabled ? "with JavaScript, by day and by night" : "without JavaScript";
      test(`those of data at ${width} pixels, ${what}: no fault, nothing beside the window`, () =>
        lookAtPages(
          origin,
          DATA_PAGES,
          { viewport: { width, height: 900 }, colorScheme: "light", javaScriptEnabled },
          { atNight: javaScriptEnabled },
        ));
    }
  }

  test("with the reader's own colours, charts keep theirs", () =>
    lookAtPages(origin, DATA_PAGES, { forcedColors: "active", viewport: { width: 1440, height: 900 } }));

  for (const width of [375, 1440])
    test(`hostile texts break no layout and run nothing at ${width} pixels`, async () => {
      const { port } = await openHostileSiteForBrowsers();
      const { rows: companies } = HOSTILE_SNAPSHOT.listCompanies({ sort: "name", limit: 10, offset: 0 });
      const ofCompanies = companies.map(({ slug }) => `/companies/${encodeURIComponent(slug)}`);
      const paths = [...DATA_PAGES, "/changes", ...ofCompanies, "/%3Cscript%3Ealert(1)%3C/script%3E"];
      await lookAtPages(`http://localhost:${port}`, paths, { viewport: { width, height: 900 } }, { mayMiss: true });
    });
});
