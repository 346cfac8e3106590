import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { EDITION, changed, writeEdition } from "../fixtures/edition.ts";
import { TestCli } from "./run-cli.ts";

const COMMANDS = { BASE_URL: "https://trust.example" };
const currentOf = (cli: TestCli): string => readFileSync(path.join(cli.dataFolder, "current"), "utf8").trim();
const storeOf = (cli: TestCli): ReleaseStore => new ReleaseStore(cli.dataFolder, () => cli.now);

async function published(cli: TestCli, bands: readonly number[]): Promise<string> {
  const { status, said } = await cli.publish(writeEdition(bands));
  assert.equal(status, 0, said);
  return currentOf(cli);
}

async function drafted(cli: TestCli, bands: readonly number[], ...options: string[]): Promise<string> {
  const { status, out, said } = await cli.run("publish", writeEdition(bands), "--draft", "--json", ...options);
  assert.equal(status, 0, said);
  return (JSON.parse(out) as { id: string }).id;
}

async function stateOf(cli: TestCli, id: string): Promise<Record<string, unknown> | undefined> {
  const { out } = await cli.run("releases", "--json");
  return (JSON.parse(out) as Record<string, unknown>[]).find((each) => each["id"] === id);
}

/** A country that jumps by two bands, which the gate refuses. */
const JUMP = EDITION.map((band, index) => (index % 6 === 0 ? 2 : band));

describe("drafts on the command line", () => {
  const cli = new TestCli(COMMANDS);
  after(() => cli.remove());
  let first = "";
  let draft = "";

  test("publish --draft changes nothing that is current, and prints the address once", async () => {
    first = await published(cli, EDITION);
    const { status, out } = await cli.run("publish", writeEdition(JUMP), "--draft");
    assert.equal(status, 0, "a draft without a time has not to be accepted");
    assert.equal(currentOf(cli), first);
    assert.match(out, /^https:\/\/trust\.example\/\?release=draft-[0-9a-f]{32}$/mu);
    assert.match(out, /Has to be accepted/u);
    draft = /^Draft (\S+):/mu.exec(out)?.[1] ?? "";
    const secret = /draft-[0-9a-f]{32}/u.exec(out)?.[0] ?? "";
    for (const words of [["releases"], ["releases", "--json"], ["drafts"], ["drafts", "--json"]])
      assert.ok(!(await cli.run(...words)).out.includes(secret.slice(6)), words.join(" "));
    assert.equal((await stateOf(cli, draft))?.["state"], "draft");
  });

  test("release judges it against what is current then, and takes the code", async () => {
    const refused = await cli.run("release", draft);
    assert.equal(refused.status, 3);
    assert.match(refused.out, /A country moves by 2 bands/u);
    assert.equal(currentOf(cli), first);
    const code = /--accept ([0-9a-f]{12})$/mu.exec(refused.said)?.[1] ?? "";
    const other = await published(cli, changed(3));
    assert.equal((await cli.run("release", draft, "--accept", code)).status, 3, "another release is current");
    const { said } = await cli.run("release", draft);
    const again = /--accept ([0-9a-f]{12})$/mu.exec(said)?.[1] ?? "";
    const released = await cli.run("release", draft, "--accept", again);
    assert.equal(released.status, 0, released.said);
    assert.equal(currentOf(cli), draft);
    assert.ok(!existsSync(storeOf(cli).markOf(draft)));
    assert.deepEqual(
      storeOf(cli)
        .history()
        .map(({ release }) => release),
      [first, other, draft],
    );
    assert.equal((await cli.run("release", draft)).status, 1, "it is no draft any more");
  });

  test("a time needs the acceptance at once, and lies ahead", async () => {
    await cli.run("rollback", first);
    const jump = writeEdition(JUMP, "Water");
    const at = "2026-12-01T06:00:00Z";
    const refused = await cli.run("publish", writeEdition(JUMP.with(1, 2)), "--draft", "--at", at);
    assert.equal(refused.status, 3, refused.said);
    assert.deepEqual((await cli.run("drafts")).out, "", "nothing is left of it");
    for (const wrong of ["2026-12-01", "2026-12-01T06:61", "tomorrow", "2026-13-01T06:00:00Z", "2025-12-01T06:00:00Z"])
      assert.equal((await cli.run("publish", jump, "--draft", "--at", wrong)).status, 2, wrong);
    assert.equal((await cli.run("publish", jump, "--at", at)).status, 2, "--at goes with --draft");
    assert.equal((await cli.run("publish", jump, "--draft", "--dry-run")).status, 2);
  });

  test("a draft can be given another time, lose it, and be deleted", async () => {
    const minutesOn = (minutes: number): string => new Date(cli.now.getTime() + minutes * 60_000).toISOString();
    const drafting = await cli.run("publish", writeEdition(changed(5)), "--draft", "--at", minutesOn(10));
    const [, id = ""] = /^Draft (\S+):/mu.exec(drafting.out) ?? [];
    assert.equal((await stateOf(cli, id))?.["embargo"], minutesOn(10));
    const local = await cli.run("embargo", id, "--at", "2026-12-02T09:00");
    assert.match(local.said, /^--at names no zone: 2026-12-02T09:00 is read in that of this machine, /mu);
    assert.equal((await cli.run("embargo", id, "--at", "2026-12-02T09:00+01:00")).status, 0);
    assert.match((await cli.run("releases")).out, /draft until 2026-12-02T08:00Z$/mu);
    assert.equal((await cli.run("embargo", id, "--cancel")).status, 0);
    assert.equal((await stateOf(cli, id))?.["embargo"], null);
    assert.equal((await cli.run("embargo", id)).status, 2);
    // At short notice, caches may go on showing the release before.
    assert.match(drafting.said, /^At short notice: /mu);
    const soon = await cli.run("embargo", id, "--at", minutesOn(64));
    const until = minutesOn(65).slice(0, 16);
    assert.match(soon.said, new RegExp(`^At short notice: .* the release before up to ${until}Z \\(UTC\\)\\.`, "mu"));
    assert.equal((await cli.run("embargo", id, "--at", minutesOn(65))).said, "");
    assert.equal((await cli.run("drafts", "discard", id)).status, 0);
    assert.equal(await stateOf(cli, id), undefined);
    assert.ok(!storeOf(cli).has(id));
    assert.equal(await drafted(cli, changed(5)), id, "the same content may be drafted again");
    assert.equal((await cli.run("drafts", "discard", id)).status, 0);
  });

  test("what is no draft is refused in a sentence", async () => {
    for (const words of [
      ["release", first],
      ["embargo", first, "--cancel"],
      ["drafts", "renew", first],
      ["drafts", "discard", first],
      ["release", "2026-11-20-000000000000"],
      ["drafts", "discard", "../../releases"],
    ]) {
      const { status, said } = await cli.run(...words);
      assert.equal(status, 1, words.join(" "));
      assert.match(said, /^country-trust \w+: .*(?:is published already|is no draft)/u);
    }
    const id = await drafted(cli, changed(7));
    for (const [words, expected] of [
      [["rollback", id], /is a draft; `country-trust release/u],
      [["withdraw", id, "--note", "No."], /is a draft; `country-trust drafts discard/u],
    ] as const) {
      const { status, said } = await cli.run(...words);
      assert.equal(status, 1);
      assert.match(said, expected);
    }
    assert.equal((await cli.run("publish", writeEdition(changed(7)))).status, 0, "publishing it releases it");
    assert.equal(currentOf(cli), id);
    assert.equal((await stateOf(cli, id))?.["state"], "current");
    const unchanged = await cli.run("publish", writeEdition(changed(7)), "--draft");
    assert.equal(unchanged.status, 0);
    assert.match(unchanged.said, /no draft was made/u);
  });

  test("a lost register shows no draft, and a damaged one stops everything", async () => {
    const id = await drafted(cli, changed(9));
    const register = path.join(cli.dataFolder, "register.ndjson");
    const kept = readFileSync(register);
    rmSync(register);
    assert.equal(storeOf(cli).isPublic(id), false);
    assert.match((await cli.run("drafts")).out, new RegExp(`^${id} +draft, left unfinished`, "mu"));
    writeFileSync(register, kept.subarray(0, kept.length - 20));
    const { status, said } = await cli.run("releases");
    assert.equal(status, 1);
    assert.match(said, /register\.ndjson cannot be read .* Bring back a copy/u);
    writeFileSync(register, kept);
    assert.equal((await stateOf(cli, id))?.["state"], "draft");
  });
});

describe("withdrawn, corrected and removed releases", () => {
  const cli = new TestCli(COMMANDS);
  after(() => cli.remove());
  const ids: string[] = [];

  test("the current release is not withdrawn, and the refusal says what to type", async () => {
    for (const [day, company] of [
      [20, 0],
      [21, 1],
      [22, 2],
      [24, 4],
    ] as const) {
      cli.now = new Date(Date.UTC(2026, 10, day, 10));
      ids.push(await published(cli, changed(company)));
    }
    const { status, said } = await cli.run("withdraw", ids[3] ?? "", "--note", "Wrong.");
    assert.equal(status, 1);
    assert.match(
      said,
      new RegExp(`is the current release: first go back with \`country-trust rollback ${ids[2]}\``, "u"),
    );
  });

  test("withdraw and restore change the state, once each", async () => {
    const [, second = ""] = ids;
    assert.equal((await cli.run("withdraw", second)).status, 2, "without a note");
    assert.equal((await cli.run("withdraw", second, "--note", "Two countries were mixed up.")).status, 0);
    assert.equal((await cli.run("withdraw", second, "--note", "Again.")).status, 1);
    const state = await stateOf(cli, second);
    assert.equal(state?.["state"], "withdrawn");
    assert.deepEqual(state["withdrawn"], { at: "2026-11-24T10:00:00.000Z", note: "Two countries were mixed up." });
    const back = await cli.run("rollback", second);
    assert.equal(back.status, 1);
    assert.match(back.said, /is withdrawn; `country-trust restore/u);
    assert.equal((await cli.run("restore", second)).status, 0);
    assert.equal((await cli.run("restore", second)).status, 1);
    assert.equal((await stateOf(cli, second))?.["state"], "published");
  });

  test("a release that is withdrawn and whose files are lost is listed, and its dataset is published again", async () => {
    const own = new TestCli(COMMANDS);
    const id = await published(own, changed(1));
    await published(own, changed(2));
    await own.run("withdraw", id, "--note", "Wrong.");
    rmSync(path.join(own.dataFolder, "releases", id), { recursive: true });
    const listed = (await own.run("releases")).out;
    assert.match(listed, new RegExp(`^  ${id}  withdrawn, and its files are lost; .*\`restore\``, "mu"));
    assert.equal((await stateOf(own, id))?.["state"], "lost");
    const refused = await own.run("publish", writeEdition(changed(1)));
    assert.match(refused.said, /is withdrawn; `country-trust restore/u);
    assert.equal((await own.run("restore", id)).status, 0);
    assert.equal(await published(own, changed(1)), id);
    assert.equal(currentOf(own), id);
    await own.remove();
  });

  test("a release whose files were altered does not become current again", async () => {
    const own = new TestCli(COMMANDS);
    const id = await published(own, changed(1));
    const current = await published(own, changed(2));
    const file = path.join(own.dataFolder, "releases", id, "release.sqlite");
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(file, bytes);
    assert.equal((await own.run("verify", id)).status, 1);
    const { status, said } = await own.run("rollback", id);
    assert.equal(status, 1);
    assert.match(said, /is damaged: the content of \S+release\.sqlite is not what was published\. Bring back a copy/u);
    assert.equal(currentOf(own), current);
    await own.remove();
  });

  test("notes are bounded, numbered and can be taken back", async () => {
    const [third = ""] = ids.slice(2);
    for (const wrong of ["", "  ", "x".repeat(1001), "two\nlines", "\u001b[2J", "\u202eevil"])
      assert.equal((await cli.run("note", third, wrong)).status, 2, JSON.stringify(wrong));
    assert.equal((await cli.run("note", third, "One.")).status, 0);
    assert.equal((await cli.run("note", third, "Two.")).status, 0);
    assert.match(
      (await cli.run("releases")).out,
      /note 1, 2026-11-24T10:00Z: One\.\n +note 2, 2026-11-24T10:00Z: Two\./u,
    );
    assert.equal((await cli.run("note", third, "--remove", "3")).status, 1);
    assert.equal((await cli.run("note", third, "--remove", "1")).status, 0);
    const errata = (await stateOf(cli, third))?.["errata"] as { text: string }[];
    assert.deepEqual(
      errata.map(({ text }) => text),
      ["Two."],
    );
    assert.equal((await cli.run("note", "2026-11-20-000000000000", "None.")).status, 1);
  });

  test("prune lists what dies, takes the code of exactly this list, and remembers the ids", async () => {
    const draft = await drafted(cli, changed(9));
    const listed = await cli.run("prune", "--keep", "1");
    assert.equal(listed.status, 3);
    const dying = ids.slice(0, 2);
    for (const id of dying) assert.match(listed.out, new RegExp(`https://trust\\.example/releases/${id}$`, "mu"));
    for (const id of [...ids.slice(2), draft]) assert.ok(!listed.out.includes(id), "current, previous and drafts stay");
    assert.deepEqual(readdirSync(path.join(cli.dataFolder, "releases")).length, 5);
    const code = /--accept ([0-9a-f]{12})$/mu.exec(listed.said)?.[1] ?? "";
    assert.equal((await cli.run("prune", "--keep", "3", "--accept", code)).status, 3, "another list");
    assert.equal((await cli.run("prune", "--before", "2026-11-21")).status, 3);
    const removed = await cli.run("prune", "--keep", "1", "--accept", code);
    assert.equal(removed.status, 0, removed.said);
    assert.deepEqual(
      readdirSync(path.join(cli.dataFolder, "releases")).toSorted(),
      [...ids.slice(2), draft].toSorted(),
    );
    assert.equal((await stateOf(cli, ids[0] ?? ""))?.["state"], "removed");
    assert.match((await cli.run("prune", "--keep", "1")).out, /nothing to remove/u);
    const nothing = JSON.parse((await cli.run("prune", "--keep", "1", "--json")).out) as Record<string, unknown>;
    assert.deepEqual([nothing["accept"], nothing["reasons"]], [null, { accept: "nothing_to_remove" }]);
    for (const wrong of [[], ["--keep", "0"], ["--keep", "x"], ["--before", "2026-02-30"], ["--before", "soon"]])
      assert.equal((await cli.run("prune", ...wrong)).status, 2, wrong.join(" "));
  });

  test("a release that cannot be read is listed, takes no note, and can be removed", async () => {
    const [unreadable = ""] = ids.slice(2);
    truncateSync(path.join(storeOf(cli).folderOf(unreadable), "release.sqlite"), 100);
    const { status, out, said } = await cli.run("releases");
    assert.equal(status, 0, said);
    assert.match(out, new RegExp(`^  ${unreadable}  cannot be read; \`country-trust prune\` can remove it$`, "mu"));
    assert.match(said, /release\.sqlite has 100 bytes, expected \d+\. Bring back a copy/u);
    const state = await stateOf(cli, unreadable);
    assert.deepEqual([state?.["state"], state?.["current"]], ["unreadable", false]);
    assert.match(String(state?.["reason"]), /is damaged/u);
    const noted = await cli.run("note", unreadable, "Nobody would read it.");
    assert.equal(noted.status, 1);
    assert.match(noted.said, /is damaged/u);
    const code = /--accept ([0-9a-f]{12})$/mu.exec((await cli.run("prune", "--keep", "1")).said)?.[1] ?? "";
    assert.equal((await cli.run("prune", "--keep", "1", "--accept", code)).status, 0);
    assert.equal((await stateOf(cli, unreadable))?.["state"], "removed");
  });
});
