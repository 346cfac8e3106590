import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { EDITION, changed, writeEdition } from "../fixtures/edition.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { serveHere } from "../service/serve-here.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { TestCli } from "./run-cli.ts";

const machines: TestCli[] = [];
after(() => Promise.all(machines.map((each) => each.remove())));

function newMachine(environment: Readonly<Record<string, string>>): TestCli {
  const machine = new TestCli({ RELEASES_POLL_SECONDS: "1", RELEASES_DELAY: "0", ...environment });
  machines.push(machine);
  return machine;
}

function newOrigin(): { readonly folder: string; readonly url: string } {
  const folder = path.join(newTemporaryFolder(), "origin");
  mkdirSync(folder);
  return { folder, url: pathToFileURL(folder).href };
}

/** An origin with one release, and the machine that published it: copies of those made first. */
async function newPublished(environment: Readonly<Record<string, string>> = {}) {
  firstPublished ??= (async () => {
    const origin = newOrigin();
    const machine = newMachine({ RELEASES_URL: origin.url });
    await succeed(machine, "publish", writeEdition(EDITION));
    return { origin, machine };
  })();
  const { origin, machine } = await firstPublished;
  const copy = newOrigin();
  cpSync(origin.folder, copy.folder, { recursive: true });
  const publisher = newMachine({ RELEASES_URL: copy.url, ...environment });
  cpSync(machine.dataFolder, publisher.dataFolder, { recursive: true });
  return { ...copy, publisher };
}
let firstPublished: Promise<{ origin: ReturnType<typeof newOrigin>; machine: TestCli }> | undefined;

async function succeed(machine: TestCli, ...words: string[]): Promise<string> {
  const { status, out, said } = await machine.run(...words);
  assert.equal(status, 0, said);
  return out;
}

/** The ids of the releases of a machine and what they are, oldest first. */
async function releasesOf(machine: TestCli): Promise<unknown> {
  const listed = JSON.parse(await succeed(machine, "releases", "--json")) as { id: string; state: string }[];
  return listed.map(({ id, state }) => [id, state]);
}

describe("commands that publish to an origin", () => {
  test("every change of releases reaches another machine, and this one", async () => {
    const { url, folder } = newOrigin();
    const publisher = newMachine({ RELEASES_URL: url });
    const node = newMachine({ RELEASES_URL: url });
    const same = async (machine = publisher): Promise<void> => {
      await succeed(node, "origin", "follow");
      assert.deepEqual(await releasesOf(node), await releasesOf(machine));
    };
    assert.equal((await node.run("origin", "follow")).status, 1);
    await succeed(publisher, "publish", writeEdition(EDITION));
    await same();
    const first = new ReleaseStore(node.dataFolder, () => node.now).currentId() ?? "";
    await succeed(publisher, "publish", writeEdition(changed(0)));
    await same();
    const store = new ReleaseStore(node.dataFolder, () => node.now);
    const second = store.currentId() ?? "";
    assert.notEqual(second, first);
    await succeed(publisher, "rollback", first);
    await same();
    assert.equal(store.currentId(), first);
    await succeed(publisher, "withdraw", second, "--note", "It was wrong.");
    await same();
    await succeed(publisher, "restore", second);
    await succeed(publisher, "note", second, "A figure is wrong.");
    await same();
    // Another machine may publish next.
    const other = newMachine({ RELEASES_URL: url });
    const { draft } = JSON.parse(await succeed(other, "publish", "--draft", "--json", writeEdition(changed(1)))) as {
      draft: { address: string };
    };
    assert.match(draft.address, /release=/u);
    await same(other);
    const id = store.ids().find((each) => store.isDraft(each)) ?? "";
    await succeed(publisher, "embargo", id, "--at", "2026-11-21T10:00:00Z");
    await same();
    await succeed(publisher, "embargo", id, "--cancel");
    await succeed(publisher, "drafts", "revoke", id);
    await same();
    await succeed(publisher, "release", id);
    await same();
    assert.equal(store.currentId(), id);
    const { said } = await publisher.run("prune", "--keep", "1");
    const [, code = ""] = /--accept ([0-9a-f]{12})/u.exec(said) ?? [];
    await succeed(publisher, "prune", "--keep", "1", "--accept", code);
    await same();
    assert.equal(store.has(second), false);
    // The data folder itself has no records: `publishing/` has those that commands work with.
    assert.ok(!existsSync(path.join(publisher.dataFolder, "current")) && existsSync(path.join(folder, "current.json")));
  });

  test("until all nodes have what was made current, `releases` says when that begins", async () => {
    const { publisher } = await newPublished({ RELEASES_DELAY: "2" });
    publisher.clock = () => new Date();
    const first = new ReleaseStore(publisher.dataFolder, publisher.clock).currentId() ?? "";
    await succeed(publisher, "publish", writeEdition(changed(3)));
    const { status, out, said } = await publisher.run("releases");
    assert.equal(status, 0);
    assert.match(out, new RegExp(`^\\* ${first}`, "mu"));
    const [next = ""] = /\S+(?= becomes current at)/u.exec(said) ?? [];
    assert.match(out, new RegExp(`^  ${next} `, "mu"));
    assert.notEqual(next, first);
  });

  test("what changes nothing writes no pointer, and what is refused publishes nothing", async () => {
    const { folder, publisher } = await newPublished();
    const before = readFileSync(path.join(folder, "current.json"), "utf8");
    await succeed(publisher, "publish", writeEdition(EDITION));
    await succeed(publisher, "publish", "--dry-run", writeEdition(changed(0)));
    await succeed(publisher, "drafts");
    assert.equal((await publisher.run("publish", writeEdition(EDITION.map((band) => 2 - band)))).status, 3);
    assert.equal((await publisher.run("rollback", "2026-01-01-0123456789ab")).status, 1);
    assert.equal(readFileSync(path.join(folder, "current.json"), "utf8"), before);
  });

  test("an empty origin gets what is in the data folder with the first push", async () => {
    const { url } = newOrigin();
    const alone = newMachine({});
    await succeed(alone, "publish", writeEdition(EDITION));
    await succeed(alone, "publish", writeEdition(changed(0)));
    const before = await releasesOf(alone);
    const publisher = new TestCli({ RELEASES_URL: url, RELEASES_DELAY: "0" }, alone.dataFolder);
    assert.match(await succeed(publisher, "renew"), /Sequence 1 /u);
    const node = newMachine({ RELEASES_URL: url });
    await succeed(node, "origin", "follow");
    assert.deepEqual(await releasesOf(node), before);
    assert.deepEqual(await releasesOf(publisher), before);
    assert.equal(existsSync(path.join(publisher.dataFolder, "set-aside")), false);
    // Without the origin again, the data folder is one as any other.
    const store = new ReleaseStore(alone.dataFolder, () => alone.now);
    await succeed(alone, "rollback", store.history()[0]?.release ?? "");
    assert.equal(store.history().length, 3);
  });

  test("what an origin has lost is named by `verify`, and written again by the next command of any kind", async () => {
    const { folder, publisher } = await newPublished();
    const store = new ReleaseStore(publisher.dataFolder, () => publisher.now);
    const current = store.currentId() ?? "";
    const { files } = store.manifest(current);
    const blobOf = (name: string): string =>
      path.join(folder, "sha256", files.find((file) => file.path === name)?.sha256 ?? "");
    const verified = async (state: string): Promise<string> => {
      const { status, out } = await publisher.run("verify", "--json");
      const result = JSON.parse(out) as { verified: boolean; origin: string; origin_fault: string | null };
      assert.deepEqual([result.verified, result.origin, status], [true, state, state === "whole" ? 0 : 1]);
      return result.origin_fault ?? "";
    };
    rmSync(blobOf("search.idx"));
    assert.match(await verified("damaged"), /^search\.idx is missing \(sha256\/[0-9a-f]{64}\)$/u);
    assert.match((await publisher.run("verify")).out, /origin is DAMAGED: .* Run `country-trust renew`/u);
    const repaired = /^Repaired the folder .*: 1 of \d+ files had been missing or damaged\.$/mu;
    const harms: readonly [command: string[], harm: () => void][] = [
      [["renew"], () => {}],
      [["note", current, "Noted."], () => truncateSync(blobOf("tables/companies.csv"), 10)],
      [["rollback", current], () => rmSync(blobOf("release.sqlite"))],
    ];
    for (const [words, harm] of harms) {
      harm();
      const { status, said } = await publisher.run(...words);
      assert.equal(status, 0, said);
      assert.match(said, repaired);
    }
    await verified("whole");
  });

  test("what a killed command left in publishing/ is gone with the next one", async () => {
    const { publisher } = await newPublished();
    const before = await releasesOf(publisher);
    const current = new ReleaseStore(publisher.dataFolder, () => publisher.now).currentId() ?? "";
    const folder = path.join(publisher.dataFolder, "publishing");
    await succeed(new TestCli({}, folder), "publish", writeEdition(changed(0)));
    await succeed(publisher, "note", current, "Noted.");
    assert.deepEqual(await releasesOf(publisher), before);
  });

  test("a web server can only be read, and `none` is no origin", async () => {
    const reader = newMachine({ RELEASES_URL: `https://${["user", "secret"].join(":")}@127.0.0.1:1/x/` });
    const { status, said } = await reader.run("publish", writeEdition(EDITION));
    assert.equal(status, 1);
    assert.match(said, /can only be read/u);
    assert.doesNotMatch(said, /secret/u);
    const none = newMachine({
      RELEASES_URL: "none",
      DATABASE_URL: "postgres://127.0.0.1:1/x",
      REDIS_URL: "redis://127.0.0.1:1",
    });
    await succeed(none, "publish", writeEdition(EDITION));
    assert.ok(existsSync(path.join(none.dataFolder, "current")));
  });
});

describe("signed pointers", () => {
  test("a key is changed: nodes trust both, then only the new one", async () => {
    const { url, folder } = newOrigin();
    const keys = newTemporaryFolder();
    const maker = newMachine({});
    for (const name of ["old", "new", "other"]) await succeed(maker, "signing-key", path.join(keys, name));
    const line = (name: string): string => readFileSync(path.join(keys, `${name}.pub`), "utf8").split("\n")[1] ?? "";
    const signing = (name: string): TestCli =>
      newMachine({ RELEASES_URL: url, SIGNING_KEY_FILE: path.join(keys, name) });
    const trusting = (...names: string[]): TestCli =>
      new TestCli({ RELEASES_URL: url, TRUSTED_KEYS: names.map(line).join() }, node.dataFolder);
    const node = newMachine({ RELEASES_URL: url, TRUSTED_KEYS: line("old") });
    const old = signing("old");
    await succeed(old, "publish", writeEdition(EDITION));
    await succeed(node, "origin", "follow");

    await succeed(signing("other"), "renew");
    const refused = await node.run("origin", "follow");
    assert.equal(refused.status, 1);
    assert.match(refused.said, /not trusted: it is signed by the key/u);
    await succeed(old, "renew");
    await succeed(node, "origin", "follow");

    const next = signing("new");
    await succeed(next, "renew");
    assert.match((await node.run("origin", "follow")).said, /not trusted/u);
    await succeed(trusting("old", "new"), "origin", "follow");
    await succeed(next, "publish", writeEdition(changed(1)));
    await succeed(trusting("old", "new"), "origin", "follow");
    await succeed(trusting("old", "new"), "verify");
    assert.equal(
      Reflect.get(JSON.parse(await succeed(trusting("new"), "origin", "--json")) as object, "key"),
      line("new"),
    );

    const pointer = path.join(folder, "current.json");
    writeFileSync(pointer, readFileSync(pointer, "utf8").replace('\\"release\\"', '\\"Release\\"'));
    assert.match((await trusting("new").run("origin", "follow")).said, /not trusted/u);
  });

  test("a publication that nodes would refuse is not begun, and says what to do", async () => {
    const { url, folder } = newOrigin();
    const keys = newTemporaryFolder();
    const machine = newMachine({ RELEASES_URL: url });
    for (const name of ["one", "two"]) await succeed(machine, "signing-key", path.join(keys, name));
    const signing = (name: string): TestCli =>
      newMachine({ RELEASES_URL: url, SIGNING_KEY_FILE: path.join(keys, name) });
    await succeed(signing("one"), "publish", writeEdition(EDITION));
    const pointer = path.join(folder, "current.json");
    const before = readFileSync(pointer, "utf8");
    for (const [stranger, found] of [
      [signing("two"), /and SIGNING_KEY_FILE holds that of RW\S+\. Sign with that key/u],
      [machine, /and SIGNING_KEY_FILE is not set\. Sign with that key/u],
    ] as const) {
      const { status, said } = await stranger.run("publish", writeEdition(changed(0)));
      assert.equal(status, 1);
      assert.match(said, found);
      assert.match(said, /`country-trust renew`/u);
      assert.equal(readFileSync(pointer, "utf8"), before, "nothing was written");
    }
    const unsigned = await machine.run("renew");
    assert.deepEqual([unsigned.status, readFileSync(pointer, "utf8")], [1, before], "a signature is never dropped");
    assert.match(unsigned.said, /SIGNING_KEY_FILE is not set\. Sign with that key/u);
    // Where the key is lost, this is the way.
    await succeed(signing("two"), "renew");
    await succeed(signing("two"), "publish", writeEdition(changed(0)));
  });

  test("an unsigned pointer is refused where keys are trusted", async () => {
    const { url, publisher } = await newPublished();
    const keys = newTemporaryFolder();
    const file = path.join(keys, "key");
    const trusted = await succeed(publisher, "signing-key", file);
    const node = newMachine({ RELEASES_URL: url, TRUSTED_KEYS: trusted });
    assert.match((await node.run("origin", "follow")).said, /the pointer is not signed/u);
    const signing = { RELEASES_URL: url, SIGNING_KEY_FILE: file };
    const { said } = await newMachine({ ...signing, TRUSTED_KEYS: trusted }).run("renew");
    assert.match(said, /run `country-trust renew` with SIGNING_KEY_FILE and without TRUSTED_KEYS/u);
    await succeed(newMachine(signing), "renew");
    await succeed(node, "origin", "follow");
  });

  /** A machine that signs what it publishes, and the public key. */
  const newSigning = async (url: string) => {
    const file = path.join(newTemporaryFolder(), "key");
    const trusted = await succeed(newMachine({}), "signing-key", file);
    const environment = { RELEASES_URL: url, SIGNING_KEY_FILE: file, POINTER_DAYS: "9", TRUSTED_KEYS: trusted };
    return { environment, publisher: newMachine(environment), trusted };
  };
  const day = (days: number): Date => new Date(Date.parse("2026-11-20T10:00:00Z") + days * 86_400_000);

  test("an expired pointer is not followed until it is renewed", async () => {
    const { url } = newOrigin();
    const { publisher, trusted } = await newSigning(url);
    const node = newMachine({ RELEASES_URL: url, TRUSTED_KEYS: trusted });
    await succeed(publisher, "publish", writeEdition(EDITION));
    await succeed(node, "origin", "follow");
    // A command that changes nothing renews it once a third of its time is over.
    const current = new ReleaseStore(publisher.dataFolder, () => publisher.now).currentId() ?? "";
    publisher.now = day(2.9);
    await succeed(publisher, "rollback", current);
    assert.match(await succeed(publisher, "origin"), /Sequence 1 .*\nIt is believed until 2026-11-29T10:00:00.000Z/u);
    publisher.now = day(3.1);
    await succeed(publisher, "rollback", current);
    assert.match(await succeed(publisher, "origin"), /Sequence 2 .*\nIt is believed until 2026-12-02T12:24:00.000Z/u);
    node.now = day(16);
    const expired = await node.run("origin", "follow");
    assert.equal(expired.status, 1);
    assert.match(expired.said, /the pointer expired at 2026-12-02T12:24:00.000Z; its publisher has to renew it/u);
    publisher.now = day(16);
    assert.match(
      await succeed(publisher, "origin"),
      /\nIt expired at 2026-12-02T12:24:00.000Z: .* renew` renews it\.\n/u,
    );
    await succeed(publisher, "renew");
    await succeed(node, "origin", "follow");
  });

  test("an unsigned pointer has no end: everybody could write another one", async () => {
    const { publisher } = await newPublished({ POINTER_DAYS: "9" });
    assert.match(await succeed(publisher, "origin"), /\nIt is believed without an end\.\n/u);
  });

  test("a node warns before the end of its pointer, until the publisher renews it", async () => {
    const { url } = newOrigin();
    const { publisher, trusted } = await newSigning(url);
    await succeed(publisher, "publish", writeEdition(EDITION));
    const node = newMachine({ RELEASES_URL: url, TRUSTED_KEYS: trusted });
    await succeed(node, "origin", "follow");
    node.now = day(6.1);
    const reader = await serveHere(node);
    const ready = async () =>
      (await (await fetch(`${reader.url}/readyz`)).json()) as {
        status: string;
        degraded: string[];
        origin: { expires: string; trouble: string | null };
      };
    const { status, degraded, origin } = await ready();
    // The clock of this test is not that of the disk.
    assert.deepEqual([status, degraded.filter((part) => part !== "clock")], ["ready", ["pointer"]]);
    assert.deepEqual([origin.expires, origin.trouble], ["2026-11-29T10:00:00.000Z", null]);
    publisher.now = day(6.1);
    await succeed(publisher, "renew");
    await eventually("it is renewed", async () => !(await ready()).degraded.includes("pointer"));
    assert.equal((await ready()).origin.expires, "2026-12-05T12:24:00.000Z");
    assert.equal(await reader.stop(), 0);
  });
});
