import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { RASTERIZER } from "../../src/html/pictures/rasterizer.ts";
import { readCsvObjects } from "../fixtures/csv.ts";
import {
  buildMemoryReleases,
  buildMemorySnapshot,
  COMPANIES,
  FACTS,
  type StatedCompany,
} from "../fixtures/memory-release.ts";
import { openTestServer, RELEASE, send } from "./test-server.ts";

/** A reply that arrived, changed or ended between two releases, wherever readers hear of it. */

const NEWER = "2026-12-01-bbbbbbbbbbbb";
const UNANSWERED = { pillar: null, judged_on: null, replied_on: null, text: null, url: null } as const;
const HOSTILE = `<script>alert(1)</script> ]]> **bold** [a](javascript:b) =HYPERLINK("x") & ${"long ".repeat(300)}`;
const NAME = '<b>Aster</b> & "Söhne" ]]> *x* =1+1';

type Replies = NonNullable<StatedCompany["replies"]>;

const answered = (text: string): Replies => [{ ...UNANSWERED, status: "answered", text }];

/** Companies without a reply keep the one they have not got, in both releases. */
function stated(replies: Readonly<Record<string, Replies>>): readonly StatedCompany[] {
  return COMPANIES.map((company) => ({
    ...company,
    ...(company.id === "c-1" ? { name: NAME } : {}),
    replies: replies[company.id] ?? [],
  }));
}

const older = buildMemorySnapshot(
  RELEASE,
  stated({ "c-2": answered("As it was."), "c-3": [{ ...UNANSWERED, status: "asked" }], "c-4": answered("Kept.") }),
);
const NEWCOMER: StatedCompany = {
  id: "c-new",
  name: "Newcomer",
  country: "FR",
  sector: "energy",
  judgements: [[0, 3]],
};
const newer = buildMemorySnapshot(
  NEWER,
  [
    ...stated({ "c-1": answered(HOSTILE), "c-2": answered("Other words."), "c-4": answered("Kept.") }),
    { ...NEWCOMER, replies: answered("We are here.") },
    { ...NEWCOMER, id: "c-silent", name: "Quiet" },
  ],
  FACTS,
  "2026-12-01T10:00:00Z",
);
const releases = buildMemoryReleases(older);
releases.swapTo(newer);

let server: HttpServer;
before(async () => void (server = await openTestServer({ releases })));
after(() => server.close());

const read = async (target: string): Promise<string> => {
  const accept = target.startsWith("/api") ? "*/*" : "text/html";
  const { status, body } = await send(server, target, { headers: { accept } });
  assert.equal(status, 200, body.toString().slice(0, 300));
  return body.toString();
};

/** Nothing of what a company wrote, and its name as text alone. */
function expectHarmless(document: string): void {
  assert.doesNotMatch(document, /<script>alert|javascript:b|<b>Aster|HYPERLINK|long long/u);
}

describe("replies that changed between two releases", () => {
  test("are listed and counted by the API, with the status in both", async () => {
    const list = JSON.parse(await read("/api/v2/changes?change=reply_changed")) as {
      readonly companies: Readonly<Record<string, unknown>>;
      readonly summary: string;
      readonly items: readonly {
        readonly id: string;
        readonly changes: readonly string[];
        readonly before: Readonly<Record<string, unknown>> | null;
        readonly after: Readonly<Record<string, unknown>>;
      }[];
    };
    assert.deepEqual(
      list.items.map(({ id, changes, before: was, after: is }) => [
        id,
        changes,
        was === null ? "new" : was["reply_status"],
        is["reply_status"],
      ]),
      [
        ["c-1", ["reply_changed"], null, "answered"],
        ["c-2", ["reply_changed"], "answered", "answered"],
        ["c-3", ["reply_changed"], "asked", null],
        ["c-new", ["added", "reply_changed"], "new", "answered"],
      ],
    );
    assert.equal(list.companies["reply_changed"], 4);
    // Replies move no band: they are counted beside the sentence.
    assert.doesNotMatch(list.summary, /repl/u);
    assert.doesNotMatch(JSON.stringify(list), /alert\(1\)/u);
  });

  test("are columns of the file", async () => {
    const rows = readCsvObjects(await read("/api/v2/changes?format=csv"));
    assert.deepEqual(
      rows.map((row) => [row["id"], row["changes"], row["reply_status_before"], row["reply_status_after"]]),
      [
        ["c-1", "reply_changed", "", "answered"],
        ["c-2", "reply_changed", "answered", "answered"],
        ["c-3", "reply_changed", "asked", ""],
        ["c-new", "added;reply_changed", "", "answered"],
        ["c-silent", "added", "", ""],
      ],
    );
  });

  test("are on the page of changes", async () => {
    const page = await read("/changes?list=all");
    assert.match(page, /replies: not asked → replied/u);
    assert.match(page, /replies: asked, no answer yet → not asked/u);
    assert.match(page, /added, replies: replied</u);
    assert.match(page, /replies: replied as before, with other words or details</u);
    expectHarmless(page);
  });

  test("are no news of a release or a country: they move no median", async () => {
    for (const path of ["releases", "countries/france"]) {
      const atom = await read(`/feeds/${path}.atom`);
      const [entry = ""] = /<entry>[\s\S]*?<\/entry>/u.exec(atom) ?? [];
      assert.match(entry, /<category term="published"/u);
      assert.doesNotMatch(entry, /repl(?:y|ies)\b|reply_changed/u);
      expectHarmless(atom);
      assert.doesNotMatch(atom, /alert\(1\)/u);
    }
  });

  const without = RASTERIZER === null ? "the optional dependency @resvg/resvg-js is not installed" : false;
  test("are in the picture of a company that replied, in no words of its own", { skip: without }, async () => {
    const draw = async (replies: Replies): Promise<string> => {
      const snapshot = buildMemorySnapshot(RELEASE, stated({ "c-2": replies }));
      const own = await openTestServer({ releases: buildMemoryReleases(snapshot) });
      const { slug } = snapshot.companyAt(snapshot.findCompany("c-2") ?? -1);
      const { status, body } = await send(own, `/share/companies/${slug}.png`);
      await own.close();
      assert.equal(status, 200);
      return body.toString("base64");
    };
    const [none, asked, one, hostile] = [
      await draw([]),
      await draw([{ ...UNANSWERED, status: "asked" }]),
      await draw(answered("We disagree.")),
      await draw(answered(HOSTILE)),
    ];
    assert.equal(asked, none, "that it was asked has no room there");
    assert.notEqual(one, none);
    assert.equal(hostile, one, "what it wrote is not drawn");
  });
});
