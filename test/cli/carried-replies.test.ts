import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { TestCli } from "./run-cli.ts";

/** Replies stand from release to release until they are replaced. */

const FILE = {
  title: "Carried",
  publisher: "Tests",
  year: 2026,
  licence: "CC-BY-4.0",
  scale: {
    id: "two",
    bands: [
      { id: "bad", label: "Bad" },
      { id: "good", label: "Good" },
    ],
  },
  pillars: [
    { id: "water", label: "Water" },
    { id: "pay", label: "Pay" },
  ],
  gate: { max_companies_gone_percent: 100 },
};

interface Parts {
  readonly replies?: readonly string[];
  readonly companies?: readonly string[];
  readonly file?: object;
}

/** A dataset of these companies, each judged in the first pillar, and of these rows of replies. */
function dataset({ replies, companies = ["acme", "brill", "corvid"], file = {} }: Parts): string {
  const folder = path.join(newTemporaryFolder(), "dataset");
  mkdirSync(folder);
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(path.join(folder, name), `${lines.join("\n")}\n`);
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify({ ...FILE, ...file }));
  write("companies.csv", ["id,name,country,sector", ...companies.map((id) => `${id},${id.toUpperCase()},FR,Food`)]);
  write("judgements.csv", ["company,pillar,band", ...companies.map((id) => `${id},water,bad`)]);
  if (replies !== undefined) write("replies.csv", ["company,pillar,status,text", ...replies]);
  return folder;
}

interface Published {
  readonly id: string;
  readonly published: boolean;
  readonly counts: { readonly replies: number; readonly carried_replies: number };
  readonly earlier_replies: Readonly<Record<string, unknown>> | null;
}

async function publish(cli: TestCli, folder: string, ...options: readonly string[]) {
  const { status, out, said } = await cli.run("publish", folder, "--json", ...options);
  assert.equal(status, 0, said);
  const result = JSON.parse(out) as Published;
  return { ...result, notes: notesOf(said) };
}

/** What is said of replies. */
function notesOf(said: string): string[] {
  return said.split("\n").filter((line) => line.startsWith("Note: ") && line.includes("repl"));
}

/** Company and text of each reply of the current release. */
async function standing(cli: TestCli): Promise<string[]> {
  const { out } = await cli.run("ask", "list_replies");
  const { items } = JSON.parse(out) as {
    items: readonly { company: { id: string }; status: string; text: string | null }[];
  };
  return items.map(({ company, status, text }) => `${company.id} ${status} ${text}`);
}

describe("replies of the release before", () => {
  // One release after another, each over the one before.
  const cli = new TestCli();
  after(() => cli.remove());

  test("are carried over unless the table names their company, which is said, and again the same", async () => {
    await publish(cli, dataset({ replies: ["acme,,answered,First words", "acme,water,asked,", "brill,,no_answer,"] }));
    const next = dataset({ replies: ["brill,,answered,At last"] });
    const { id, counts, notes, earlier_replies: earlier } = await publish(cli, next);
    assert.deepEqual([counts.replies, counts.carried_replies], [3, 2]);
    assert.deepEqual(
      notes.map((note) => note.replace(/release \S+/u, "release R")),
      [
        "Note: 2 replies of release R are carried over, because the table replies does not name the company (--no-carried-replies ends them): ACME.",
      ],
    );
    assert.deepEqual(earlier?.["companies"], ["acme"]);
    assert.deepEqual(await standing(cli), ["acme answered First words", "acme asked null", "brill answered At last"]);
    assert.equal((await cli.run("verify")).status, 0);
    // The same folder once more: everything stands already.
    assert.equal((await publish(cli, next)).id, id);
  });

  test("are carried over, too, where there is no table", async () => {
    const replies = ["acme,,answered,Ours", "brill,,asked,", "corvid,pay,asked,"];
    await publish(cli, dataset({ replies }));
    const { status, out, said } = await cli.run("check", dataset({}));
    assert.equal(status, 0);
    assert.match(said, /3 replies of release \S+ are carried over/u);
    assert.match(out, /3 companies asked for a reply \(1 answered\)/u);
  });

  test("end with their company, their pillar or the option, which is said", async () => {
    const file = { pillars: FILE.pillars.slice(0, 1) };
    // Other pillars have to be accepted; what is said does not wait for that.
    const { said } = await cli.run("publish", dataset({ companies: ["acme", "corvid"], file }), "--dry-run");
    const notes = notesOf(said);
    assert.deepEqual(
      notes.map((note) => note.replace(/release \S+/u, "release R")),
      [
        "Note: 1 reply of release R is carried over, because the table replies does not name the company (--no-carried-replies ends it): ACME.",
        "Note: 1 reply of release R ends, because the company is no longer listed: BRILL.",
        "Note: 1 reply of release R ends, because the pillar is no longer judged: CORVID.",
      ],
    );
    const ended = await publish(cli, dataset({ replies: ["brill,,answered,Words"] }), "--no-carried-replies");
    assert.deepEqual([ended.counts.replies, ended.counts.carried_replies], [1, 0]);
    assert.match(ended.notes.join("\n"), /2 replies of release \S+ end \(--no-carried-replies\): ACME, CORVID\./u);
    assert.deepEqual(await standing(cli), ["brill answered Words"]);
  });

  test("of another publisher never stand with companies that share an id", async () => {
    const { status, said } = await cli.run("publish", dataset({ file: { publisher: "Others" } }));
    const [, code = ""] = /--accept ([0-9a-f]{12})/u.exec(said) ?? [];
    assert.equal(status, 3);
    assert.match(said, /not carried over, because it is of another publisher, Tests\./u);
    await publish(cli, dataset({ file: { publisher: "Others" } }), "--accept", code);
    assert.deepEqual(await standing(cli), []);
  });
});
