import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { labelsInWords } from "../../src/say/changes.ts";
import { standing, standingWithin } from "../../src/say/standing.ts";
import { describeLeftOutInWords, oldInWords } from "../../src/say/not-known.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { checkClaims } from "../../src/topics/claim/check-claims.ts";
import { buildMemoryReleases, buildMemorySnapshot, FACTS, type StatedCompany } from "../fixtures/memory-release.ts";
import { openTestServer, send } from "../http/test-server.ts";
import { buildAgentSources, openAgent } from "../mcp/open-agent.ts";
import { ask, type Members, operationOf, RELEASE, sourcesOf } from "./asking.ts";

/*
 * What readers of printed sentences took for something else: each case is a small dataset that
 * shows it, and what is said instead.
 */

const EARLIER = "2026-08-01-bbbbbbbbbbbb";
const facts = { ...FACTS, minimumCompanies: 3 };
type Shelf = ReturnType<typeof buildMemoryReleases>;

/** Companies of a country with these judgements each, as pillar, band and criterion. */
function companiesOf(country: string, judgements: StatedCompany["judgements"][]): StatedCompany[] {
  return judgements.map((own, index) => {
    const id = `${country}-${index}`;
    return { id, name: id, country, sector: "energy", judgements: own };
  });
}

const rated = (country: string, count: number, level: number, pillar = 0): StatedCompany[] =>
  companiesOf(
    country,
    Array.from({ length: count }, () => [[pillar, level]]),
  );

const release = (id: string, companies: readonly StatedCompany[], own = facts): Snapshot =>
  buildMemorySnapshot(id, companies, own, `${id.slice(0, 10)}T10:00:00Z`);

function movedIn(from: Shelf, query: Record<string, string> = {}): Members {
  const { countries } = ask("list_changes", query, from) as unknown as { countries: { moved: readonly Members[] } };
  const [moved] = countries.moved;
  assert.ok(moved);
  return moved;
}

const check = (claim: string, from: Shelf): Members =>
  ask("check_claim", Object.fromEntries(new URLSearchParams(claim)), from);

async function pageOf(path: string, releases: Shelf): Promise<string> {
  const server = await openTestServer({ releases });
  const { status, body } = await send(server, path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, path);
  return body.toString();
}

describe("a release that was taken back", () => {
  const first = release(EARLIER, rated("MK", 4, 2));
  const shelf = buildMemoryReleases(release(RELEASE, rated("MK", 4, 3)), first);
  shelf.swapTo(first);

  test("is one that nothing rose or fell from", () => {
    const moved = movedIn(shelf);
    assert.deepEqual([moved["trend"], moved.reasons["trend"]], [null, "taken_back"]);
    assert.equal(
      moved["summary"],
      `North Macedonia is Low (Middle in release ${RELEASE}); one of the two releases was taken back, so nothing rose or fell.`,
    );
    const { summary } = ask("list_changes", {}, shelf) as unknown as { summary: string };
    assert.match(summary, new RegExp(`Release ${RELEASE} was taken back, so nothing rose or fell\\.`, "u"));
  });

  test("is no time since which a claim holds, also where `previous` names it", () => {
    for (const since of [RELEASE, "previous"]) {
      const { verdict, reason, because } = check(`subject=mk&is=fallen&since=${since}`, shelf);
      assert.deepEqual([verdict, reason], ["cannot_be_told", "taken_back"]);
      assert.match(String(because), /one of the two releases was taken back/u);
    }
  });

  test("is left out of a history", () => {
    const later = release("2026-12-01-cccccccccccc", rated("MK", 4, 2));
    shelf.swapTo(later);
    const { items } = ask("get_country_history", { slug: "north-macedonia" }, shelf);
    assert.deepEqual(
      items.map((item) => item["release"]),
      [EARLIER, later.manifest.id],
    );
  });
});

describe("judgements that came or went", () => {
  const poor = [0, 1, { criterion: "spills" }] as const;
  const fair = [0, 3, { criterion: "smoke" }] as const;
  const before = companiesOf(
    "PL",
    Array.from({ length: 6 }, () => [poor, fair]),
  );
  const after = companiesOf(
    "PL",
    Array.from({ length: 6 }, () => [fair]),
  );
  const shelf = buildMemoryReleases(release(RELEASE, after), release(EARLIER, before));

  test("move a country and re-rate nobody", () => {
    const moved = movedIn(shelf);
    assert.deepEqual([moved["trend"], moved.reasons["trend"]], [null, "composition"]);
    assert.equal(
      moved["summary"],
      "Poland is now Middle (Very low before): six companies have judgements that came or went; of the 6 judged in both releases none was re-rated.",
    );
  });

  test("are neither a rise nor a re-rating on the pages of the changes and of the country", async () => {
    const page = await pageOf("/changes", shelf);
    assert.match(page, /6 companies have a higher band, none a lower one/u);
    assert.doesNotMatch(page, />Rose<|companies rose|re-rated<|Rose to/u);
    const poland = await pageOf("/countries/poland", shelf);
    // The note below the chart has the cause, which a heading would leave out.
    assert.match(poland, /<h2 id="history">Release by release<\/h2>/u);
    assert.match(poland, /Poland is now Middle \(Very low before\): six companies have judgements that came or went/u);
  });

  test("make a claim of a rise mislead, of the country and of a company", () => {
    for (const subject of ["pl", "company:PL-0"]) {
      const { verdict, reason, companions } = check(`subject=${subject}&is=risen&since=${EARLIER}`, shelf);
      assert.deepEqual([verdict, reason], ["misleading", "composition"], subject);
      assert.ok((companions as string[]).includes("composition"));
    }
    assert.match(
      String(check(`subject=company:PL-0&is=risen&since=${EARLIER}`, shelf)["say_instead"]),
      /: one judgement is gone; by the 1 in both releases it did not move\./u,
    );
  });

  test("are no re-rating where another judge made them", () => {
    const judged = (judge: string, level: number) =>
      companiesOf(
        "PL",
        Array.from({ length: 6 }, () => [[0, level, { criterion: "smoke", judge }]]),
      );
    const own = buildMemoryReleases(release(RELEASE, judged("B", 4)), release(EARLIER, judged("A", 2)));
    assert.equal(movedIn(own)["trend"], "higher");
  });
});

test("a pillar holds something up only over the companies that stay", () => {
  const say = (distribution: Distribution, without: Distribution): string =>
    describeLeftOutInWords(
      FACTS.scale,
      { name: "Burkina Faso", distribution, listedCompanies: 4, minimumCompanies: 2 },
      [{ pillar: "Tone", distribution: without }],
    ) ?? "";
  // The one that drops out was rated High: the median of the others did not move.
  assert.equal(
    say([0, 1, 0, 2, 0], [0, 1, 0, 1, 0]),
    "Some of its companies are judged in Tone alone, so it cannot be said whether that holds Burkina Faso up or down.",
  );
  assert.match(say([0, 0, 0, 4, 0], [0, 3, 0, 0, 0]), /^Tone holds Burkina Faso up: without it/u);
});

describe("too few companies", () => {
  const shelf = buildMemoryReleases(
    release(RELEASE, [
      ...rated("FR", 4, 4),
      ...companiesOf("FR", [[[1, 2]]]).map((each) => ({ ...each, id: "x", name: "x" })),
      ...rated("IS", 2, 1),
    ]),
    release(EARLIER, rated("IS", 2, 1)),
  );

  test("have no band in the words of a page", async () => {
    const page = await pageOf("/countries/iceland", shelf);
    assert.doesNotMatch(
      page.replaceAll(/<(?:style|head)[\s\S]*?<\/(?:style|head)>/gu, ""),
      /median band<\/\w+>[^<]*<[^>]*>[^<]*Very low/u,
    );
    assert.match(page, /Too few to rate/u);
    const history = /id="history"[\s\S]*?<\/section>/u.exec(page)?.[0] ?? assert.fail("no history");
    assert.doesNotMatch(history, /<span class="band">.*Very low/u);
    assert.match(await pageOf("/search?q=iceland", shelf), /Too few to rate/u);
  });

  test("have no band in tools, for pillars, sectors and history as well", async () => {
    const agent = await openAgent(buildAgentSources(shelf));
    const { items } = (await agent.call("get", {
      ids: ["france", "iceland"],
      include: ["pillars", "history"],
    })) as unknown as {
      items: { median_band: string | null; too_few?: boolean; pillars: Members[]; history: { releases: Members[] } }[];
    };
    const [france, iceland] = items;
    assert.deepEqual(
      france?.pillars.map(({ median_band: band }) => band),
      ["high", null],
    );
    assert.deepEqual([iceland?.median_band, iceland?.too_few], [null, true]);
    assert.deepEqual(
      iceland?.history.releases.map(({ median_band: band }) => band),
      [null, null],
    );
    await agent.client.close();
  });
});

test("nothing is said of all companies of something that has too few", () => {
  const within = (distribution: Distribution, company?: string): string => {
    const food = { subject: "sector:food", name: "the sector Food", listedCompanies: 4, minimumCompanies: 4 } as const;
    return standingWithin(FACTS.scale, { ...food, distribution }, 2, company);
  };
  assert.equal(
    within([0, 3, 0, 0, 0]),
    "Among the 3 judged companies of the sector Food, it and 2 others are rated Low; one more is not judged.",
  );
  assert.equal(within([0, 4, 0, 0, 0]), "All four judged companies of the sector Food are rated Low.");
  assert.equal(
    within([0, 4, 0, 0, 0], "eBay"),
    "Like all four judged companies of the sector Food, eBay is rated Low.",
  );
});

test("two that are judged in no pillar in common are not compared, and their pillars are named", () => {
  const shelf = buildMemoryReleases(release(RELEASE, [...rated("ES", 3, 4, 0), ...rated("DE", 3, 2, 1)]));
  const { verdict, reason, because } = check("subject=es&is=above&than=de", shelf);
  assert.deepEqual([verdict, reason], ["cannot_be_told", "different_pillars"]);
  assert.equal(
    because,
    "Spain is judged in Safety and Germany is judged in Privacy; with no pillar in common they cannot be compared.",
  );
  const [pair] = ask("compare_countries", { countries: "es,de" }, shelf).items;
  assert.deepEqual(
    [pair?.["by_median"], pair?.["reason"], pair?.["summary"]],
    ["cannot_be_told_apart", "different_pillars", because],
  );
});

test("companies near another band are counted, and none is singled out", async () => {
  const twice: StatedCompany["judgements"] = [
    [0, 4],
    [1, 4],
  ];
  const judged = (each: StatedCompany["judgements"]) => release(RELEASE, companiesOf("FR", Array(14).fill(each)));
  const shelf = buildMemoryReleases(judged(twice));
  const { nearest_to_lower: lower } = ask("derive_country", { slug: "france" }, shelf) as unknown as {
    nearest_to_lower: { count: number; flips: number };
  };
  assert.deepEqual([lower.count, lower.flips], [14, 1]);
  const page = await pageOf("/countries/france", shelf);
  assert.match(page, />All 14 judged companies are one judgement away from a downgrade\.<\/a>/u);
  // Of companies with one judgement each it goes without saying.
  assert.doesNotMatch(await pageOf("/countries/france", buildMemoryReleases(judged([[0, 4]]))), /one judgement away/u);
});

test("other dates are no change of a company", async () => {
  const dated = (day: string) =>
    companiesOf(
      "FR",
      Array.from({ length: 4 }, (_, index) => [[0, index === 0 && day > "2026-06" ? 5 : 4, { judged_on: day }]]),
    );
  const shelf = buildMemoryReleases(release(RELEASE, dated("2026-11-01")), release(EARLIER, dated("2026-05-01")));
  assert.match(
    await pageOf("/countries/france", shelf),
    /The median band is the same; one company came, went or has another band\./u,
  );
  const strict = { ...facts, minimumCompanies: 5 };
  const few = buildMemoryReleases(
    release(RELEASE, dated("2026-11-01"), strict),
    release(EARLIER, dated("2026-05-01"), strict),
  );
  assert.match(await pageOf("/countries/france", few), /One company came, went or has another band\. <a /u);
});

test("few companies are compared in no section of their page", async () => {
  const few = release(RELEASE, [...rated("FR", 4, 2), ...rated("DE", 4, 2)], { ...facts, minimumCompanies: 5 });
  const page = await pageOf("/compare?countries=france,germany", buildMemoryReleases(few));
  assert.match(page, /<h1>[^<]*a comparison needs at least five<\/h1>/u);
  assert.doesNotMatch(page, /<p class="detail">/u);
  assert.doesNotMatch(page, /Nothing has to change|Whichever bands you call good/u);
  const three = buildMemoryReleases(
    release(RELEASE, [...rated("FR", 4, 2), ...rated("DE", 4, 1), ...rated("MK", 4, 1)], {
      ...facts,
      minimumCompanies: 5,
    }),
  );
  assert.doesNotMatch(await pageOf("/compare?countries=france,germany,north-macedonia", three), /shares-parts/u);
});

test("what is judged is counted as judged", async () => {
  const shelf = buildMemoryReleases(release(RELEASE, [...rated("FR", 1, 4), ...companiesOf("DE", [[], []])]));
  assert.match(await pageOf("/data", shelf), /1 judgement of 1 company, of 3 listed, in two countries/u);
});

test("the age of a dataset stands where its title stands", async () => {
  const old = companiesOf(
    "FR",
    Array.from({ length: 3 }, () => [[0, 4, { judged_on: "2022-03-01" }]]),
  );
  const shelf = buildMemoryReleases(release(RELEASE, old));
  for (const path of ["/", "/rankings", "/sectors", "/matrix"])
    assert.match(
      await pageOf(path, shelf),
      /All judgements are older than three years: the newest is of March 2022\./u,
      path,
    );
  assert.equal(oldInWords("2024-03-01", "2026-11-20T10:00:00Z"), "");
});

describe("a release that is not the current one", () => {
  const shelf = buildMemoryReleases(release(RELEASE, rated("IT", 4, 3)), release(EARLIER, rated("IT", 4, 4)));

  test("says on its pages what was, and what is now", async () => {
    const page = await pageOf(`/countries/italy?release=${EARLIER}`, shelf);
    assert.match(page, /<h1>Italy was rated High in the release of 1 August 2026; now Middle<\/h1>/u);
    assert.match(page, /class="standfirst">All four companies were High\. It was the only ranked country\./u);
    assert.match(
      page,
      /name="description" content="Italy was rated High in the release of 1 August 2026; now Middle\."/u,
    );
    assert.match(await pageOf("/countries/italy", shelf), /<h1>Italy is rated Middle/u);
    const same = buildMemoryReleases(release(RELEASE, rated("IT", 4, 4)), release(EARLIER, rated("IT", 4, 4)));
    const unchanged = await pageOf(`/countries/italy?release=${EARLIER}`, same);
    assert.match(unchanged, /<h1>Italy was rated High in the release of 1 August 2026<\/h1>/u);
  });

  /** Six companies of each of three neighbours, in two sectors; some are rated otherwise. */
  const varied = (level: number): StatedCompany[] =>
    ["IT", "FR", "CH"].flatMap((country, nth) =>
      [0, 0, 0, 1, 1, 1].map((shift, index): StatedCompany => {
        const id = `${country}-${index}`;
        const judgements = [[0, level - nth] as const, [1, Math.max(1, level - nth - shift - 1)] as const];
        return { id, name: id, country, sector: index < 3 ? "energy" : "mining", judgements };
      }),
    );
  const three = buildMemoryReleases(
    release(RELEASE, varied(4)),
    release(EARLIER, varied(5)),
    release("2026-06-01-cccccccccccc", varied(4)),
  );

  /** The findings that head a page and its sections: labels have no verb. */
  async function findingsOn(path: string): Promise<readonly string[]> {
    const found = [...(await pageOf(path, three)).matchAll(/<h([12])[^>]*>(.*?)<\/h\1>/gsu)];
    const texts = found.map(([, , markup = ""]) => markup.replaceAll(/<[^>]+>/gu, ""));
    return texts.filter((text) => / (?:is|are|was|were|had|reached|would|led) /u.test(text));
  }

  for (const [path, expected] of [
    ["/countries/italy", ["Italy was rated Middle in the release of 1 August 2026; now Low"]],
    ["/sectors/energy", ["In Italy, the sector “energy” reached High; in Switzerland, it was only Low"]],
    ["/companies/it-0", ["IT-0 was rated High in the release of 1 August 2026; now Middle"]],
    ["/", ["Two of the three ranked countries were below Middle"]],
  ] as const)
    test(`heads ${path} and its sections in the past tense, as the check knows`, async () => {
      const found = await findingsOn(`${path}?release=${EARLIER}`);
      assert.ok(found.length > 1, found.join(" | "));
      for (const text of expected) assert.ok(found.includes(text), found.join(" | "));
      const snapshot = three.byId(EARLIER)!;
      const checked = await checkClaims.answer({ ...sourcesOf(three), snapshot }, {}, { statements: found });
      assert.ok(checked.kind === "json");
      for (const [index, { verdict }] of (checked.body as { items: readonly Members[] }).items.entries()) {
        assert.equal(verdict, "holds", found[index]);
        assert.doesNotMatch(found[index]!, /\b(?:is|are|has|leads?|gets|reach|reaches|ties?|rate|would be)\b/u);
      }
    });

  test("a later one than the current is told in the present tense, by pages and the check", async () => {
    const latest = release(RELEASE, varied(4));
    const earlier = release(EARLIER, varied(5));
    // It is there, and answers from a later time on.
    const back = { ...buildMemoryReleases(latest, earlier), current: () => earlier };
    const [, then = ""] = /<h1>(.*?)<\/h1>/su.exec(await pageOf(`/rankings?release=${RELEASE}`, back)) ?? [];
    assert.match(then, /^Italy leads at /u);
    const checked = await checkClaims.answer({ ...sourcesOf(back), snapshot: latest }, {}, { statements: [then] });
    assert.equal(checked.kind === "json" && (checked.body as Members).items[0]?.["verdict"], "holds", then);
  });

  test("heads no section with what is", async () => {
    const mixed = [
      ...rated("IT", 4, 3),
      ...companiesOf("IT", [[[0, 5]], [[0, 1]]]).map((one) => ({ ...one, id: `x${one.id}`, name: `x${one.id}` })),
    ];
    const many = [
      ...mixed,
      ...rated("FR", 14, 2),
      ...companiesOf("FR", [[[0, 5]]]).map((one) => ({ ...one, id: "y", name: "y" })),
    ];
    const older = buildMemoryReleases(release(RELEASE, many), release(EARLIER, many));
    const headings = async (path: string): Promise<string> =>
      [...(await pageOf(path, older)).matchAll(/<h2[^>]*>(.*?)<\/h2>/gu)].map(([, heading]) => heading).join("; ");
    assert.match(await headings("/countries/france"), /y is rated best in France/u);
    for (const path of ["/countries/france", "/companies/y"])
      assert.doesNotMatch(
        await headings(`${path}?release=${EARLIER}`),
        /\b(?:is|are) (?:rated|still|the only)\b/u,
        path,
      );
  });

  const areas = (level: number): StatedCompany[] => [...rated("IT", 4, level), ...rated("FR", 4, 2)];
  const before = release(EARLIER, areas(4));
  const two = buildMemoryReleases(release(RELEASE, areas(3)), before);
  for (const [path, past] of [
    ["/", "only Italy was High; France was Low"],
    ["/rankings", "Italy led at High, the fourth of five bands"],
    ["/rankings?pillar=privacy", "in Privacy, no country had enough judged companies to be ranked"],
    ["/sectors", "“energy” was rated Low"],
    ["/matrix", "only Italy reached High, in its only rated sector"],
    ["/compare?countries=italy,france", "Italy was rated above France"],
    ["/companies?country=italy", "all 4 judged companies in Italy were rated High"],
    ["/embed/ranking", "Italy led at High, the fourth of five bands"],
    ["/embed/map", "Italy led at High, the fourth of five bands"],
    ["/embed/compare?countries=italy,france", "Italy was rated above France"],
  ] as const)
    test(`says on ${path} when that was, in the past tense`, async () => {
      const query = `${path.includes("?") ? "&" : "?"}release=`;
      const headingOf = async (id: string): Promise<string> => {
        const [, markup = ""] = /<h1>(.*?)<\/h1>/su.exec(await pageOf(path + query + id, two)) ?? [];
        return markup.replaceAll(/<[^>]+>/gu, "");
      };
      const then = await headingOf(EARLIER);
      assert.ok(then.startsWith(`In the release of 1 August 2026, ${past}`), then);
      assert.doesNotMatch(then, /\b(?:is|are|has|leads?|gets|reach|reaches|rate)\b/u);
      assert.doesNotMatch(await headingOf(RELEASE), /In the release of/u);
      const checked = await checkClaims.answer({ ...sourcesOf(two), snapshot: before }, {}, { statements: [then] });
      assert.equal(checked.kind === "json" && (checked.body as Members).items[0]?.["verdict"], "holds", then);
    });

  test("says to agents what was, and what is now", async () => {
    const agent = await openAgent(buildAgentSources(shelf));
    const answer = (await agent.call("get", { ids: ["Italy"], release: EARLIER })) as unknown as {
      summary: string;
      must_say: string[];
      items: { now?: string }[];
    };
    assert.match(answer.summary, /^In the release of 1 August 2026: Italy is rated High/u);
    assert.match(answer.must_say.join(" "), /figures were those of the release of 1 August 2026/u);
    assert.match(answer.items[0]?.now ?? "", /^Italy is rated Middle/u);
    const {
      items: [current],
    } = (await agent.call("get", { ids: ["Italy"], release: RELEASE })) as unknown as typeof answer;
    assert.equal(current?.now, undefined);
    await agent.client.close();
  });
});

describe("words of a publisher", () => {
  const scaleOf = (...labels: string[]) => ({
    ...FACTS.scale,
    bands: FACTS.scale.bands.map((band, index) => ({ ...band, label: labels[index] ?? band.label })),
  });
  const say = (scale: typeof FACTS.scale): string =>
    standing(
      scale,
      {
        subject: "country:IT",
        name: "Italy",
        listedCompanies: 9,
        distribution: [0, 0, 0, 9, 0],
        minimumCompanies: 3,
      },
      "headline",
    ).text;

  test("stand in quotation marks all or none, and only where one could be read as a part of the sentence", () => {
    assert.equal(say(scaleOf("Very-poor", "Poor", "Fair", "A/B", "Good & safe")), "Italy is rated A/B");
    assert.equal(say(scaleOf("poor", "Fair", "Good", "Very good", "Best")), "Italy is rated “Very good”");
  });

  test("stand in quotation marks where they begin a number", () => {
    assert.equal(say(scaleOf("Never", "Seldom", "At times", "No", "Yes")), "Italy is rated “No”");
  });

  test("stand in quotation marks all or none where two releases have others", () => {
    const labels = [
      { id: "b1", of: "band", before: "Low", after: "Not yet enough (2026)" },
      { id: "p1", of: "pillar", before: "Pay", after: "Wages" },
    ] as const;
    assert.equal(
      labelsInWords({ labels }),
      "The band “Low” is now called “Not yet enough (2026)” and the pillar “Pay” is now called “Wages”.",
    );
  });

  test("of a band are named in feeds where they are others", async () => {
    const renamed = { ...facts, scale: scaleOf("Adequate", "Low", "Middle", "High", "Very high") };
    const shelf = buildMemoryReleases(release(EARLIER, rated("IT", 4, 3)));
    shelf.swapTo(release(RELEASE, rated("IT", 4, 3), renamed));
    const answer = await operationOf("follow_releases").answer(sourcesOf(shelf), { format: "atom" }, undefined);
    assert.ok(answer.kind === "text");
    assert.match(answer.text, /The band Very low is now called Adequate\./u);
  });
});

describe("a dataset without a dimension", () => {
  test("of one country has no order of ties, no rank of it, and no matrix", async () => {
    const shelf = buildMemoryReleases(release(RELEASE, rated("FR", 4, 4)));
    for (const path of ["/", "/rankings"]) {
      const page = await pageOf(path, shelf);
      assert.doesNotMatch(page, /Countries of one band tie|Countries by sectors, in one table/u, path);
    }
    const agent = await openAgent(buildAgentSources(shelf));
    const { summary } = await agent.call("list", { of: "countries" });
    assert.equal(summary, "France is rated High, like all four of its judged companies.");
    const described = await agent.call("describe_dataset", {});
    assert.match(described.summary, /It covers four companies, four of them judged, in one country\./u);
    await agent.client.close();
  });

  test("of one company that is listed does not count one of one", async () => {
    const shelf = buildMemoryReleases(release(RELEASE, rated("FR", 1, 4)));
    const page = await pageOf("/countries/france", shelf);
    assert.doesNotMatch(page, /\b1 of 1\b|the middle one gives/u);
    assert.match(await pageOf("/embed/countries/france", shelf), /Its only listed company is judged\./u);
  });

  test("of one sector and one country has no sentences about them", async () => {
    const shelf = buildMemoryReleases(release(RELEASE, rated("FR", 4, 4)));
    assert.doesNotMatch(await pageOf("/", shelf), /The same by sector/u);
    assert.doesNotMatch(await pageOf("/countries/france", shelf), /By sector/u);
    assert.doesNotMatch(await pageOf("/companies/fr-0", shelf), /Where it stands/u);
    assert.doesNotMatch(await pageOf("/", shelf), /href="\/compare"/u);
  });

  test("of one judgement a company says nothing of what could change", () => {
    const named = { subject: "company:x", name: "Acme", listedCompanies: null, minimumCompanies: 1 } as const;
    const acme = { ...named, distribution: [0, 0, 1, 0, 0] };
    assert.equal(standing(FACTS.scale, acme, "headline").text, "Acme is rated Middle");
  });
});

test("shares, bounds, fractions and the same rating are claims that can be checked", () => {
  const shelf = buildMemoryReleases(
    release(RELEASE, [
      ...rated("FR", 3, 2),
      ...rated("FR", 1, 5).map((each) => ({ ...each, id: "f", name: "f" })),
      ...rated("DE", 3, 2),
    ]),
  );
  const verdict = (claim: string): unknown => check(claim, shelf)["verdict"];
  assert.equal(verdict("subject=fr&is=share_at_most&value=low&percent=75"), "holds");
  assert.equal(verdict("subject=fr&is=share_at_least&value=low&percent=75"), "does_not_hold");
  assert.equal(verdict("subject=fr&is=alike&than=de"), "holds");
  assert.equal(verdict("subject=fr&is=share&value=low&percent=all_but_1"), "holds");
  assert.equal(verdict("subject=fr&is=share&value=very_high&percent=<1/2"), "holds");
  assert.equal(verdict("subject=de&is=share&value=very_high&percent=<1/2"), "misleading");
  assert.equal(verdict("subject=fr&is=share&value=low&percent=>=4/5"), "does_not_hold");
  assert.equal(verdict("subject=fr&is=share&value=low&percent=2/3"), "does_not_hold");
  // Of two that tie none is rated above the other, and neither is the best.
  for (const is of ["none_above", "none_below"]) assert.equal(verdict(`subject=fr&is=${is}`), "holds");
  assert.equal(verdict("subject=fr&is=best"), "does_not_hold");
  const { slug = "" } = shelf.current().sectors[0] ?? {};
  assert.match(
    String(check(`subject=sector:${slug}&is=share&value=low&percent=>1/2`, shelf)["because"]),
    /^\d+ of the \d+ judged companies of the sector /u,
  );
  assert.equal(
    check("subject=fr&is=share_at_most&value=low&percent=75", shelf)["because"],
    "3 of France’s 4 judged companies (75%) are Low or below.",
  );
});
