import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, type StatedCompany } from "../fixtures/memory-release.ts";
import { openTestServer, RELEASE, send } from "../http/test-server.ts";

/** Replies of companies where people see them. */

type Replies = NonNullable<StatedCompany["replies"]>;

const UNANSWERED = { pillar: null, judged_on: null, replied_on: null, text: null, url: null };
const LONG = "A sentence of our reply. ".repeat(40).trim();

async function openWith(replies: Readonly<Record<string, Replies>>) {
  const companies = COMPANIES.map((company) => ({ ...company, replies: replies[company.id] ?? [] }));
  const server = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, companies)) });
  after(() => server.close());
  return async (path: string) =>
    (await send(server, path, { headers: { Accept: path.startsWith("/api") ? "*/*" : "text/html" } })).body.toString();
}

const REPLIES: Readonly<Record<string, Replies>> = {
  "c-1": [
    {
      ...UNANSWERED,
      status: "answered",
      replied_on: "2026-05-04",
      text: "First.\n\n<b>Second</b>.",
      url: "https://aster.example/r",
    },
    { ...UNANSWERED, pillar: 0, judged_on: "2026-03-01", status: "corrected", text: LONG },
  ],
  "c-2": [{ ...UNANSWERED, status: "asked" }],
  "c-5": [{ ...UNANSWERED, status: "no_answer" }],
};

describe("the page of a company that was asked for a reply", () => {
  test("shows its words as text with their line breaks, day, source and what they answer", async () => {
    const read = await openWith(REPLIES);
    const markup = await read("/companies/aster-energie");
    const [section = ""] = /<section class="replies"[\s\S]*?<\/section>/u.exec(markup) ?? [];
    assert.match(
      section,
      /The company replied on 4 May 2026\. Published at <a href="https:\/\/aster\.example\/r" rel="nofollow/u,
    );
    assert.ok(section.includes('<blockquote dir="auto">First.\n\n&lt;b&gt;Second&lt;/b&gt;.</blockquote>'));
    assert.match(
      section,
      /The company replied about the judgement of 1 March 2026 on Safety\. The publisher corrected the judgement after that\./u,
    );
    assert.match(section, /<details><summary>Read the whole reply \(999 characters\)<\/summary>\s*<blockquote/u);
    // Before the figures: what a company says stands beside its band.
    assert.ok(markup.indexOf(section) < markup.indexOf('id="median"'));
  });

  test("says of silence that it admits nothing, and nothing where nobody was asked", async () => {
    const read = await openWith(REPLIES);
    assert.match(await read("/companies/eins"), /received no answer\. That is no admission\./u);
    assert.match(await read("/companies/bois-clair"), /No answer is recorded yet; that is no admission\./u);
    assert.doesNotMatch(await read("/companies/cafe-fort"), /class="repl/u);
  });

  test("leads from a judgement to the reply to it", async () => {
    const read = await openWith(REPLIES);
    const markup = await read("/companies/aster-energie");
    const [table = ""] = /<table class="evidence">[\s\S]*?<\/table>/u.exec(markup) ?? [];
    assert.equal(
      table.match(/<small class="replied"><a href="#replies">replied, corrected<\/a><\/small>/gu)?.length,
      1,
    );
  });
});

describe("files", () => {
  test("keep what a spreadsheet would run from running, and quote what has lines", async () => {
    const text = '=HYPERLINK("http://evil.example")\nsecond line';
    const read = await openWith({ "c-1": [{ ...UNANSWERED, status: "answered", text }] });
    const csv = await read("/api/v2/replies?format=csv&status=answered");
    const neutral = `"'=HYPERLINK(""http://evil.example"")\nsecond line"`;
    const header = "company_id,pillar,judged_on,status,replied_on,text,url,company_name,pillar_label";
    assert.equal(csv, `${header}\r\nc-1,,,answered,,${neutral},,Áster Énergie,\r\n`);
    assert.match(await read("/api/v2/companies?format=csv&sector=energy&country=fr"), /,answered,,Aster\r\n$/u);
  });

  test("name only addresses of the web as links", async () => {
    const read = await openWith({ "c-1": [{ ...UNANSWERED, status: "answered", url: "javascript:alert(1)" }] });
    assert.doesNotMatch(await read("/companies/aster-energie"), /href="javascript:/u);
  });
});

describe("elsewhere", () => {
  test("tables of companies mark those that answered, and no others", async () => {
    const read = await openWith(REPLIES);
    for (const path of ["/countries/france", "/sectors/energy", "/companies"]) {
      const markup = await read(path);
      assert.equal(markup.match(/class="replied"/gu)?.length, 1, path);
      assert.match(markup, /Áster Énergie<\/a> <small class="replied">replied, corrected<\/small>/u);
    }
  });

  test("an embed of the company says what became of the request", async () => {
    const read = await openWith(REPLIES);
    assert.match(await read("/embed/companies/aster-energie"), /<p class="reply">The company has replied, and/u);
    assert.match(await read("/embed/companies/eins"), /<p class="reply">[^<]+no answer\. That is no admission\.<\/p>/u);
    assert.doesNotMatch(await read("/embed/companies/cafe-fort"), /class="reply"/u);
  });

  test("the page of a release counts who was asked and who replied, and is silent where nobody was", async () => {
    const read = await openWith(REPLIES);
    const facts = (await read(`/releases/${RELEASE}`)).replaceAll(/\s+/gu, " ");
    assert.match(facts, /3 companies asked for a reply, of which 1 replied/u);
    const silent = await openWith({});
    assert.doesNotMatch(await silent(`/releases/${RELEASE}`), /asked for a reply/u);
  });
});
