import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askOperation } from "../../src/ask/ask.ts";
import type { BecameCurrent, Releases, Snapshot } from "../../src/release/snapshot.ts";
import type { DatasetFacts } from "../../src/trust/dataset.ts";
import { findAtomFaults, withoutJing } from "../fixtures/feeds/validate-feeds.ts";
import {
  buildMemoryReleases,
  buildMemorySnapshot,
  COMPANIES,
  FACTS,
  type StatedCompany,
} from "../fixtures/memory-release.ts";
import { operationOf, sourcesOf } from "./asking.ts";

const A = "2026-11-20-aaaaaaaaaaaa";
const B = "2026-12-01-bbbbbbbbbbbb";
const C = "2026-12-20-cccccccccccc";

const release = (id: string, companies: readonly StatedCompany[] = COMPANIES, facts: DatasetFacts = FACTS): Snapshot =>
  buildMemorySnapshot(id, companies, facts, `${id.slice(0, 10)}T10:00:00.000Z`);

/** Without Brazil and one company of France; Germany falls from High to Low. */
const SECOND = COMPANIES.filter(({ id }) => id !== "c-2" && id !== "c-7").map((company) =>
  company.id === "c-4" ? { ...company, judgements: [[0, 2] as const] } : company,
);
/** All of the first again, and a company of Kenya. */
const THIRD = [...COMPANIES, { id: "k", name: "Kito", country: "KE", sector: "energy", judgements: [[0, 1] as const] }];

/** Releases that became current at these times, the last one answering. */
function shelf(
  snapshots: readonly Snapshot[],
  history: readonly (readonly [release: string, since: string])[],
): Releases {
  const [first, ...others] = snapshots;
  assert.ok(first);
  const entries = history.map(([id, since]): BecameCurrent => ({ release: id, since }));
  const releases = buildMemoryReleases(first, ...others);
  const current = snapshots.find(({ manifest }) => manifest.id === entries.at(-1)?.release);
  assert.ok(current);
  return { ...releases, history: () => entries, current: () => current };
}

const [a, b, c] = [release(A), release(B, SECOND), release(C, THIRD)];

/** Three publications, a return to the second, and the third again. */
const HISTORY = [
  [A, "2026-11-20T10:00:00.000Z"],
  [B, "2026-12-01T10:00:00.000Z"],
  [C, "2026-12-20T10:00:00.000Z"],
  [B, "2026-12-21T08:00:00.000Z"],
  [C, "2026-12-22T09:00:00.000Z"],
] as const;

const after = (switches: number): Releases =>
  shelf([c, b, a].slice(Math.max(0, 3 - switches)), HISTORY.slice(0, switches));

interface Item {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly at: string;
  readonly tags: readonly string[];
}

/** The texts of a feed's elements, as a reader has them. */
async function readFeed(from: Releases, country?: string): Promise<{ title: string; items: readonly Item[] }> {
  const atom = await readAtom(from, country);
  const textsOf = (xml: string, pattern: RegExp): string[] =>
    [...xml.matchAll(pattern)].map(([, text = ""]) => unescape(text));
  const items = entriesOf(atom).map((entry): Item => {
    const [id = ""] = textsOf(entry, /<id>([^<]*)<\/id>/gu);
    const [title = ""] = textsOf(entry, /<title>([^<]*)<\/title>/gu);
    const [at = ""] = textsOf(entry, /<published>([^<]*)<\/published>/gu);
    const [url = ""] = textsOf(entry, /<link [^>]*href="([^"]*)"/gu);
    return {
      id,
      title,
      at,
      url,
      text: textsOf(entry, /<p>([^<]*)<\/p>/gu).join("\n\n"),
      tags: textsOf(entry, /<category term="([^"]*)"/gu),
    };
  });
  const [title = ""] = textsOf(atom, /<title>([^<]*)<\/title>/gu);
  return { title, items };
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const unescape = (xml: string): string => xml.replaceAll(/&(\w+);/gu, (whole, name: string) => ENTITIES[name] ?? whole);

async function readAtom(from: Releases, country?: string, baseUrl?: string): Promise<string> {
  const operation = operationOf(country === undefined ? "follow_releases" : "follow_country");
  const path: Readonly<Record<string, string>> = country === undefined ? {} : { slug: country };
  const sources = sourcesOf(from);
  const site = baseUrl === undefined ? sources.site : { ...sources.site, baseUrl };
  const answer = await askOperation(operation, { ...sources, site }, { path, query: [] });
  assert.ok(answer.kind === "text");
  return answer.text;
}

const entriesOf = (atom: string): string[] => atom.match(/<entry>[\s\S]*?<\/entry>/gu) ?? [];
const idsOf = (atom: string): string[] => [...atom.matchAll(/<id>(.*)<\/id>/gu)].map(([, id]) => id ?? "");
const titlesOf = ({ items }: { items: readonly Item[] }): string[] => items.map(({ title }) => title);

const FEEDS = [undefined, "france", "germany", "brazil", "kenya", "namibia", "iceland"];

describe("the feed of the releases", () => {
  test("has an entry for each time that another release became current, newest first", async () => {
    assert.deepEqual(titlesOf(await readFeed(after(5))), [
      `Release ${C} is current again.`,
      `Release ${C} was withdrawn.`,
      `Release ${C}: Germany rose from Low to High; Brazil and Kenya are judged in one release alone.`,
      `Release ${B}: Germany fell from High to Low; Brazil is judged in one release alone.`,
      `Release ${A} is the first one.`,
    ]);
  });

  test("says what changed and why", async () => {
    const [news] = (await readFeed(after(2))).items;
    assert.equal(
      news?.text,
      [
        `From ${A} to ${B}, two companies were removed and one has another median band. The median band differs in two countries and three sectors.`,
        "Germany fell from High to Low: of its 3 companies one was re-rated lower. One changed rating would undo the fall.",
        "Brazil has no judged company any more (1 before).",
        "The sector “energy” fell from High to Middle: of its 4 companies one was re-rated lower. One changed rating would undo the fall.",
        "The sector “retail” is now High (Middle before): one company was removed; of the 3 judged in both releases none was re-rated.",
        "The sector “mining” has no judged company any more (1 before).",
        "All companies are fictional.",
      ].join("\n\n"),
    );
    assert.equal(news.at, "2026-12-01T10:00:00.000Z");
  });

  test("says of a withdrawn release that it no longer holds", async () => {
    const [news] = (await readFeed(after(4))).items;
    assert.deepEqual(news?.tags, ["withdrawn"]);
    assert.equal(
      news.text,
      `The publisher went back from release ${C} to release ${B}, which is current again. Release ${C} no longer holds.\n\nAll companies are fictional.`,
    );
    assert.equal(news.at, "2026-12-21T08:00:00.000Z");
  });

  test("names ten countries, and counts the others", async () => {
    const codes = "AT BE BG CH CY CZ DK EE ES FI GB GR".split(" ");
    const many = (band: number): StatedCompany[] =>
      codes.flatMap((country) =>
        [1, 2, 3].map((number): StatedCompany => {
          const id = `${country}${number}`;
          return { id, name: id, country, sector: "energy", judgements: [[0, band]] };
        }),
      );
    const [news] = (await readFeed(shelf([release(B, many(4)), release(A, many(2))], HISTORY.slice(0, 2)))).items;
    assert.match(news?.title ?? "", /: 12 countries, Austria among them, rose from Low to High; none fell\./u);
    const paragraphs = news?.text.split("\n\n") ?? [];
    assert.equal(paragraphs.filter((text) => / rose from Low to High/u.test(text)).length, 10);
    assert.equal(paragraphs.at(-2), "Three more changed, too.");
  });

  test("heads a release as the page of changes does, also where no country moved", async () => {
    const [news] = (await readFeed(shelf([release(B, COMPANIES.slice(0, -1)), a], HISTORY.slice(0, 2)))).items;
    assert.match(news?.title ?? "", /: Kosovo has too few companies now to be ranked\./u);
    assert.match(news?.text ?? "", /one company was removed\./u);
    const [same] = (await readFeed(shelf([release(B), a], HISTORY.slice(0, 2)))).items;
    assert.match(same?.title ?? "", /: No country’s median band moved\./u);
    assert.match(same?.text ?? "", /nothing changed: both releases say the same of every company\.\n/u);
    const quietly = COMPANIES.map((company) => ({ ...company, website: "https://other.example" }));
    const [details] = (await readFeed(shelf([release(B, quietly), a], HISTORY.slice(0, 2)))).items;
    assert.match(
      details?.text ?? "",
      /no company was added, removed, renamed, reclassified or re-rated\. The median band of every country and sector/u,
    );
  });

  test("compares nothing across a change of the method or of the dataset", async () => {
    const scale = { ...FACTS.scale, id: "other" };
    const other = shelf([release(B, SECOND, { ...FACTS, scale }), a], HISTORY.slice(0, 2));
    const [method] = (await readFeed(other)).items;
    assert.deepEqual(method?.tags, ["published", "method_change"]);
    assert.match(method.text, /The scale changed, so it cannot be said which bands rose or fell/u);
    const another = shelf([release(B, SECOND, { ...FACTS, title: "Another one" }), a], HISTORY.slice(0, 2));
    const [dataset] = (await readFeed(another)).items;
    assert.deepEqual(dataset?.tags, ["published", "other_dataset"]);
    assert.match(dataset.text, /is of another dataset .*, so it cannot be said what changed/u);
    const [country] = (await readFeed(another, "germany")).items;
    assert.deepEqual(country?.tags, ["published", "other_dataset"]);
  });

  test("begins every title and text with the mark of its dataset, and has the notice once", async () => {
    const facts = { ...FACTS, mark: "Fictional" };
    const marked = shelf([release(B, SECOND, facts), release(A, COMPANIES, facts)], HISTORY.slice(0, 2));
    for (const country of [undefined, "germany"]) {
      const { items } = await readFeed(marked, country);
      assert.equal(items.length, 2);
      for (const { title, text } of items) {
        assert.match(title, /^Fictional: (?!Fictional)/u);
        assert.match(text, /^Fictional: (?!Fictional)/u);
        assert.equal((title + text).split("All companies are fictional.").length, 2);
      }
    }
  });

  test("reaches back twenty times", async () => {
    const often = Array.from({ length: 30 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 11, 20 + index, 10)).toISOString();
      return [index % 2 === 0 ? C : B, day] as const;
    });
    const { items } = await readFeed(shelf([c, b, a], [...HISTORY.slice(0, 2), ...often]));
    assert.equal(items.length, 20);
    assert.equal(new Set(items.map(({ id }) => id)).size, 20);
  });
});

describe("the feed of a country", () => {
  test("has an entry for every release that moved its median or changed its companies", async () => {
    assert.deepEqual(titlesOf(await readFeed(after(3), "germany")), [
      "Germany rose from Low to High: of its 3 companies one was re-rated higher.",
      "Germany fell from High to Low: of its 3 companies one was re-rated lower.",
      "Germany is in the first release.",
    ]);
    assert.deepEqual(titlesOf(await readFeed(after(3), "france")), [
      "France’s companies changed; its median band is High as before.",
      "France’s companies changed; its median band is High as before.",
      "France is in the first release.",
    ]);
    assert.deepEqual(titlesOf(await readFeed(after(3), "kosovo")), ["Kosovo is in the first release."]);
  });

  test("says no band of few companies", async () => {
    const facts = { ...FACTS, minimumCompanies: 5 };
    const few = shelf([release(B, SECOND, facts), release(A, COMPANIES, facts)], HISTORY.slice(0, 2));
    const [first] = titlesOf(await readFeed(few, "france"));
    assert.equal(first, "France’s companies changed.");
  });

  test("has the sentence, the causes and a link to the country in that release", async () => {
    const [moved] = (await readFeed(after(2), "germany")).items;
    assert.deepEqual(moved?.tags, ["published", "lower", "re_judged"]);
    assert.equal(moved.url, `https://trust.example/countries/germany?release=${B}`);
    assert.match(
      moved.text,
      /^Germany fell from High to Low: of its 3 companies one was re-rated lower\. .*\n\nGermany is rated Low, like /u,
    );
    const [changed] = (await readFeed(after(2), "france")).items;
    assert.deepEqual(changed?.tags, ["published"]);
    assert.match(changed.text, /^One company was removed\. France is rated High, like 1 of its 2 judged/u);
  });

  test("of a country that leaves the data says so, and links to what there is", async () => {
    const [gone] = (await readFeed(after(2), "brazil")).items;
    assert.match(gone?.text ?? "", /no judged company any more.*\n\nThe release has no company of Brazil\./u);
    assert.equal(gone?.url, `https://trust.example/releases/${B}`);
  });

  test("tells of a withdrawn release whatever it said, of a country it had added, too", async () => {
    const [kenya] = (await readFeed(after(4), "kenya")).items;
    assert.deepEqual(kenya?.tags, ["withdrawn"]);
    assert.match(
      kenya.text,
      new RegExp(`^Release ${B} is current again, instead of release ${C}\\. It has no company of Kenya\\.`, "u"),
    );
    const [kosovo] = (await readFeed(after(4), "kosovo")).items;
    assert.match(kosovo?.text ?? "", /current again, instead of release .*\. Kosovo is rated Middle/u);
  });

  test("is empty while there is nothing to say, and then as old as the first release", async () => {
    assert.deepEqual((await readFeed(after(3), "iceland")).items, []);
    assert.match(await readAtom(after(3), "iceland"), /<updated>2026-11-20T10:00:00.000Z<\/updated>/u);
  });

  test("does not change with a release that changes nothing of it", async () => {
    assert.equal(await readAtom(after(3), "kosovo"), await readAtom(after(1), "kosovo"));
  });

  test("counts a company that is filed in another country, and no other sector", async () => {
    const filed = COMPANIES.map((company) => {
      if (company.id === "c-8") return { ...company, country: "XK" };
      return company.id === "c-5" ? { ...company, sector: "mining" } : company;
    });
    const releases = shelf([release(B, filed), a], HISTORY.slice(0, 2));
    assert.match(
      (await readFeed(releases, "kosovo")).items[0]?.text ?? "",
      /^One company was reclassified into it\. /u,
    );
    assert.match(
      (await readFeed(releases, "namibia")).items[0]?.text ?? "",
      /^One company was reclassified out of it\. /u,
    );
    assert.equal((await readFeed(releases, "germany")).items.length, 1);
  });

  test("across a change of the method says that nothing can be said", async () => {
    const pillars = [...FACTS.pillars, { id: "third", label: "Third", description: null }];
    const releases = shelf([release(B, SECOND, { ...FACTS, pillars }), a], HISTORY.slice(0, 2));
    const [moved] = (await readFeed(releases, "germany")).items;
    assert.deepEqual(moved?.tags, ["published", "method_change"]);
    const [changed] = (await readFeed(releases, "france")).items;
    assert.deepEqual(changed?.tags, ["published", "method_change"]);
    for (const news of [moved, changed]) assert.match(news.text, /cannot be said whether \w+ rose or fell/u);
  });
});

describe("an entry", () => {
  test("never changes, whatever becomes current after it", async () => {
    for (const country of FEEDS) {
      let before: string[] = [];
      for (let switches = 1; switches <= HISTORY.length; switches += 1) {
        const now = entriesOf(await readAtom(after(switches), country));
        assert.deepEqual(now.slice(now.length - before.length), before, country);
        assert.ok(now.length - before.length <= 1);
        before = now;
      }
      const ids = idsOf(before.join(""));
      assert.deepEqual([...new Set(ids)], ids);
    }
  });

  test("is left out when it can no longer be made, and made differently under another id alone", async () => {
    const without = (...ids: readonly string[]): Releases => {
      const whole = after(3);
      const byId = (id: string) => (ids.includes(id) ? undefined : whole.byId(id));
      return { ...whole, byId, list: () => whole.list().filter(({ id }) => !ids.includes(id)) };
    };
    const whole = entriesOf(await readAtom(after(3)));
    assert.deepEqual(entriesOf(await readAtom(without(A))), whole.slice(0, 1));
    const [alone, ...others] = (await readFeed(without(B))).items;
    assert.equal(alone?.id, `tag:trust.example,2026-12-20:releases/${C}/alone`);
    assert.match(alone.text, new RegExp(`^Release ${B} cannot be read any more`, "u"));
    assert.equal(others.length, 1);
    assert.deepEqual((await readFeed(without(B), "germany")).items.length, 1);
  });

  test("outlives the release it withdraws", async () => {
    const whole = after(4);
    const kept = whole.list().filter(({ id }) => id !== C);
    const pruned = { ...whole, byId: (id: string) => (id === C ? undefined : whole.byId(id)), list: () => kept };
    for (const country of FEEDS) {
      const expected = entriesOf(await readAtom(whole, country)).filter((entry) => !entry.includes(`${C}</id>`));
      assert.deepEqual(entriesOf(await readAtom(pruned, country)), expected);
    }
  });

  test("has a tag URI of the public host, on the day of its release", async () => {
    for (const [baseUrl, authority, path] of [
      ["https://trust.example", "trust.example", ""],
      ["http://trust.example:8080", "trust.example", ""],
      ["https://trust.example/open/data", "trust.example", "open/data/"],
      ["http://192.0.2.7:8080", "192.0.2.7", ""],
      ["http://[2001:db8::1]", "localhost", ""],
    ] as const) {
      assert.deepEqual(idsOf(await readAtom(after(2), "germany", baseUrl)), [
        `tag:${authority},2026:${path}countries/germany`,
        `tag:${authority},${B.slice(0, 10)}:${path}countries/germany/${B}`,
        `tag:${authority},${A.slice(0, 10)}:${path}countries/germany/${A}`,
      ]);
    }
    // RFC 4151 §2.1: tagging entity, then what of a URI a path or a query may hold.
    const again = (await readFeed(after(5))).items[0]?.id ?? "";
    assert.match(again, /^tag:[a-z.]+,\d{4}-\d{2}-\d{2}:[\w\-.~!$&'()*+,;=:@/?]+$/u);
  });
});

const HOSTILE =
  "<script>alert(1)</script> ]]> & &amp; \" ' \u0000\u0008\u000b\u001f\u007f\u0085\ufffe\uffff\ud800 \u{1f600}\n\r\t\u2028";

const HOSTILE_FACTS: DatasetFacts = {
  ...FACTS,
  title: HOSTILE,
  publisher: HOSTILE,
  notice: HOSTILE,
  licence: HOSTILE,
  sectorLabels: { energy: HOSTILE },
  scale: { ...FACTS.scale, bands: FACTS.scale.bands.map((band) => ({ ...band, label: HOSTILE })) },
};
const hostile = shelf([release(B, SECOND, HOSTILE_FACTS), release(A, COMPANIES, HOSTILE_FACTS)], HISTORY.slice(0, 2));

describe("texts of a publisher", () => {
  test("are only text in Atom, without what no XML holds", async () => {
    for (const country of FEEDS) {
      const atom = await readAtom(hostile, country);
      assert.ok(!atom.includes("<script") && !atom.includes("<![CDATA["));
      // XML 1.0 §2.2
      assert.doesNotMatch(atom, /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
      assert.match(atom, /&lt;script&gt;alert\(1\)&lt;\/script&gt; \]\]&gt; &amp; &amp;amp; &quot; &apos; \ufffd{4}/u);
    }
  });
});

describe("Atom", () => {
  test("is valid by the schema of RFC 4287, whatever the texts of the publisher", { skip: withoutJing }, async () => {
    const documents = [after(1), after(3), after(5), hostile].flatMap((releases) =>
      FEEDS.map((country) => readAtom(releases, country)),
    );
    assert.deepEqual(
      findAtomFaults(await Promise.all(documents)),
      documents.map(() => []),
    );
  });

  test("is refused by the validator when it is wrong", { skip: withoutJing }, async () => {
    const atom = await readAtom(after(5));
    const wrong = [
      atom.replace("<updated>", "<updated>yesterday"),
      atom.replace(/<id>.*?<\/id>/u, ""),
      atom.replace("<entry>", '<entry href="/">'),
      atom.replace("<title>", "<title>\u0001"),
    ];
    for (const [index, faults] of findAtomFaults(wrong).entries()) assert.notDeepEqual(faults, [], wrong[index]);
  });

  test("has each combination of relation and type of link once, all absolute (RFC 4287 §4.1.1)", async () => {
    for (const country of FEEDS) {
      const atom = await readAtom(after(5), country);
      for (const part of [atom.replaceAll(/<entry>[\s\S]*<\/entry>/gu, ""), ...entriesOf(atom)]) {
        const links = [...part.matchAll(/<link rel="(\w+)" type="([^"]+)" href="([^"]+)"\/>/gu)];
        const kinds = links.map(([, rel, type]) => `${rel} ${type}`);
        assert.deepEqual([...new Set(kinds)], kinds);
        assert.ok(kinds.length > 0 && kinds.length === part.split("<link").length - 1);
        for (const [, , , href = ""] of links) assert.match(href, /^https:\/\/trust\.example\//u);
      }
    }
  });
});
