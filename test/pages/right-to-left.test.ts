import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import type { DatasetFacts } from "../../src/trust/dataset.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";
import { BROWSER } from "./markup.ts";
import { DATA_PAGES } from "./paths.ts";

/**
 * Labels that are written from right to left stand within English sentences: each is isolated, or
 * the numbers and stops beside it change places (Unicode Annex 9).
 */

const LABELS = ["ضعيف جدًا", "ضعيف", "متوسط", "جيد", "ممتاز"];

const ARABIC: DatasetFacts = {
  ...FACTS,
  title: "مؤشر الثقة في الشركات",
  publisher: "مرصد المستهلك",
  scale: { ...FACTS.scale, bands: FACTS.scale.bands.map((band, index) => ({ ...band, label: LABELS[index] ?? "" })) },
  pillars: FACTS.pillars.map((pillar, index) => ({ ...pillar, label: ["الحوكمة", "الخصوصية"][index] ?? "" })),
  sectorLabels: { energy: "البنوك", retail: "الاتصالات" },
};

const ARABIC_COMPANIES = COMPANIES.map((company) => ({ ...company, name: `اتصالات ${company.name}` }));

const NAMES: ReadonlySet<string> = new Set(ARABIC_COMPANIES.map(({ name }) => name));

/** Elements whose text is isolated, has no markup or is for machines. */
const APART = /<(bdi|option|script|style|pre|code|title|caption|textarea|button)\b[^>]*>.*?<\/\1>/gsu;

/** The texts of a page in which words from right to left stand beside others, not isolated. */
function mixedTexts(markup: string): string[] {
  const texts = markup.replaceAll(APART, "").split(/<[^>]*>/u);
  const isName = (text: string): boolean => NAMES.has(text.trim());
  return texts.filter((text) => /[\u0590-\u08ff]/u.test(text) && /[A-Za-z0-9]/u.test(text) && !isName(text));
}

describe("words from right to left", () => {
  let server: HttpServer;
  before(async () => {
    server = await openTestServer({
      releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, ARABIC_COMPANIES, ARABIC)),
    });
  });

  test("are found where they are not isolated", () => {
    assert.deepEqual(mixedTexts("<p>Egypt is ضعيف, <bdi>جيد</bdi> 2</p><p>ضعيف</p>"), ["Egypt is ضعيف,  2"]);
  });

  const countryEmbeds = ["/embed/countries/france", "/embed/map", "/embed/ranking"];
  for (const path of [...DATA_PAGES, ...countryEmbeds])
    test(`are isolated within the sentences of ${path}`, async () => {
      const { body } = await send(server, path, { headers: BROWSER });
      assert.deepEqual(mixedTexts(body.toString()), []);
    });
});
