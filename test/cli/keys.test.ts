import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openFileStores } from "../access/file-stores.ts";
import { TestCli } from "./run-cli.ts";

/** The publisher's commands about callers, on a data folder of their own. */

const KEY = /^ctds_live_[0-9A-Za-z]{38}$/u;
const cli = new TestCli();
after(() => cli.remove());

async function create(email: string, ...words: string[]): Promise<{ apiKey: string; id: string }> {
  const { status, out, said } = await cli.run(
    "key",
    "create",
    "--email",
    email,
    "--use-case",
    "a test",
    "--json",
    ...words,
  );
  assert.equal(status, 0, said);
  const { api_key: apiKey, id } = JSON.parse(out) as { api_key: string; id: string };
  return { apiKey, id };
}

async function show(id: string): Promise<Record<string, unknown>> {
  const { status, out } = await cli.run("key", "show", id, "--json");
  assert.equal(status, 0);
  return JSON.parse(out) as Record<string, unknown>;
}

describe("key", () => {
  test("list says that there are no keys", async () => {
    const { status, out, said } = await cli.run("key", "list");
    assert.deepEqual([status, out, said], [0, "", "There are no keys yet."]);
    assert.equal((await cli.run("key", "list", "--json")).out, "[]");
  });

  test("create prints the key once, alone on standard output", async () => {
    const { status, out, said } = await cli.run("key", "create", "--email", "Ada@example.org", "--use-case", " maps ");
    assert.equal(status, 0);
    assert.match(out, KEY);
    assert.match(said, /free, 1,000\/h 10,000\/d\. Store the key now; it cannot be shown again/u);
    const list = await cli.run("key", "list");
    assert.ok(!list.out.includes(out) && list.out.includes(out.slice(0, 16)));
    assert.match(list.out, /^[1-9A-Za-z]{12}  ctds_live_\w{6}…  free .*2026-11-20T10:00Z  Ada@example\.org$/u);
  });

  test("create with a tier, and list by e-mail address", async () => {
    const { id } = await create("pro@example.org", "--tier", "pro");
    const list = JSON.parse((await cli.run("key", "list", "--email", "PRO@example.org", "--json")).out) as object[];
    assert.equal(list.length, 1);
    const { counted_as: countedAs, key_prefix: prefix, ...rest } = list[0] as Record<string, unknown>;
    assert.equal(countedAs, id);
    assert.match(String(prefix), /^ctds_live_\w{6}$/u);
    assert.deepEqual(rest, {
      id,
      tier: "pro",
      limits: { per_hour: 10_000, per_day: 100_000 },
      has_own_limits: false,
      email: "pro@example.org",
      use_case: "a test",
      email_confirmation: "not_required",
      created_at: "2026-11-20T10:00:00.000Z",
      revoked_at: null,
    });
  });

  test("show finds a key by id, by prefix, and by itself on standard input", async () => {
    const { apiKey, id } = await create("show@example.org");
    cli.input = `${apiKey}\n`;
    for (const word of [id, apiKey.slice(0, 16), "-"]) {
      const { status, out } = await cli.run("key", "show", word);
      assert.equal(status, 0);
      assert.ok(out.startsWith(`id          ${id}\n`) && !out.includes(apiKey));
    }
    cli.input = `${apiKey.slice(0, -1)}${apiKey.endsWith("x") ? "y" : "x"}`;
    for (const word of ["zzzzzzzzzzzz", "-"]) {
      const { status, out, said } = await cli.run("key", "show", word);
      assert.deepEqual([status, out], [2, ""]);
      assert.match(said, /: no key /u);
    }
  });

  test("no action is taken on a key that the name does not name whole", async () => {
    const { apiKey, id } = await create("unnamed@example.org");
    const listed = (await cli.run("key", "list", "--json")).out;
    for (const name of ["", "c", id[0]!, "%", "_", id.slice(0, -1), `${id}x`, apiKey.slice(0, 15)])
      for (const words of [["show"], ["revoke"], ["rotate"], ["tier", "enterprise"], ["limits", "1", "1"]]) {
        const { status, out, said } = await cli.run("key", words[0]!, name, ...words.slice(1));
        assert.deepEqual([status, out], [2, ""], `${words[0]} ${name}`);
        assert.match(said, /no key has the id ".*", and it is not the whole prefix \(16 characters\) of exactly one/u);
      }
    assert.equal((await cli.run("usage", "")).status, 2);
    assert.equal((await cli.run("key", "list", "--json")).out, listed);
  });

  test("tier and limits change what a key allows", async () => {
    const { id } = await create("limits@example.org");
    assert.equal(
      (await cli.run("key", "tier", id, "enterprise")).out,
      `${id} is now enterprise: unlimited/h unlimited/d.`,
    );
    assert.equal((await cli.run("key", "limits", id, "500", "unlimited")).out, `${id} now has 500/h unlimited/d.`);
    assert.deepEqual((await show(id))["limits"], { per_hour: 500, per_day: null });
    assert.match((await cli.run("key", "limits", id, "tier")).out, /\(tier\)/u);
    assert.deepEqual((await show(id))["limits"], { per_hour: null, per_day: null });
  });

  test("revoke ends a key; revoking it again is no error", async () => {
    const { id } = await create("revoke@example.org");
    assert.match((await cli.run("key", "revoke", id)).out, /is revoked; running services refuse it within a second/u);
    assert.equal((await show(id))["revoked_at"], "2026-11-20T10:00:00.000Z");
    const again = await cli.run("key", "revoke", id);
    assert.deepEqual([again.status, again.out], [0, `${id} was already revoked.`]);
    assert.equal((await cli.run("key", "rotate", id)).status, 1, "there is nothing to rotate");
  });

  test("rotate makes a new key with the same counters", async () => {
    const { apiKey, id } = await create("rotate@example.org", "--tier", "pro");
    cli.input = apiKey;
    const { status, out, said } = await cli.run("key", "rotate", "-");
    assert.equal(status, 0);
    assert.match(out, KEY);
    assert.notEqual(out, apiKey);
    assert.match(said, new RegExp(`^${id} is revoked\\.`, "u"));
    cli.input = out;
    const next = await show("-");
    assert.deepEqual([next["tier"], next["counted_as"], next["revoked_at"]], ["pro", id, null]);
    assert.notEqual((await show(id))["revoked_at"], null);
  });

  test("a whole key in the arguments is refused, with advice, and not repeated", async () => {
    const { apiKey } = await create("argv@example.org");
    for (const words of [
      ["key", "show", apiKey],
      ["key", "revoke", apiKey],
      ["key", "list", "--email", apiKey],
      ["usage", apiKey],
      ["account", "erase", "--email", apiKey],
    ]) {
      const { status, out, said } = await cli.run(...words);
      assert.deepEqual([status, out], [2, ""]);
      assert.match(said, /an argument contains a whole API key.*standard input/u);
      assert.ok(!said.includes(apiKey));
    }
  });

  test("wrong calls exit with 2 and the usage", async () => {
    for (const words of [
      [],
      ["lose"],
      ["create"],
      ["create", "--email", "nobody", "--use-case", "x"],
      ["create", "--email", "a@example.org", "--use-case", "  "],
      ["create", "--email", "a@example.org", "--use-case", "x", "--tier", "anonymous"],
      ["show"],
      ["show", "a", "b"],
      ["tier", "a", "gold"],
      ["limits", "a", "many", "few"],
      ["limits", "a", "10"],
      ["list", "--all"],
    ]) {
      const { status, said } = await cli.run("key", ...words);
      assert.equal(status, 2, words.join(" "));
      assert.match(said, /Usage: country-trust key <action>/u);
    }
    assert.match((await cli.run("key", "--help")).out, /rotate <key>/u);
  });
});

describe("usage and account", () => {
  let id: string;
  const minute = new Date("2026-11-20T09:58:00Z").getTime() / 60_000;

  before(async () => {
    ({ id } = await create("used@example.org"));
    const count = (operation: string, at: number, requests: number) => ({
      subjectId: `k_${id}`,
      operation,
      minute: at,
      requests,
    });
    const stores = await openFileStores(cli.dataFolder);
    await stores.usage.add(
      [
        count("get_country", minute, 40),
        count("get_scale", minute - 600, 2),
        count("get_scale", minute - 60 * 24 * 9, 1),
      ],
      [],
    );
    await stores.close();
  });

  test("usage of one key: counts and operations", async () => {
    const { status, out } = await cli.run("usage", id, "--json");
    assert.equal(status, 0);
    const { operations, ...counts } = JSON.parse(out) as { operations: object[] };
    const { last_hour: lastHour, last_day: lastDay, total } = counts as unknown as Record<string, number>;
    assert.deepEqual([lastHour, lastDay, total], [40, 42, 43]);
    assert.deepEqual(operations[0], { operation: "get_country", requests: 40, last_at: "2026-11-20T09:58:00.000Z" });
    const text = (await cli.run("usage", id)).out;
    assert.match(text, /^ +last hour +last day +total\n +40 +42 +43$/mu);
    assert.match(text, /^get_country +40  last 2026-11-20T09:58Z$/mu);
  });

  test("usage of all keys", async () => {
    const { out, said } = await cli.run("usage");
    assert.match(out, new RegExp(`^${id} .* 40 +42 +43$`, "mu"));
    assert.match(said, /^id +key +tier +last hour/u);
    assert.ok((JSON.parse((await cli.run("usage", "--json")).out) as object[]).length > 3);
  });

  test("export prints everything about an e-mail address, in any letter case", async () => {
    const { status, out } = await cli.run("account", "export", "--email", "USED@example.org");
    assert.equal(status, 0);
    const { keys } = JSON.parse(out) as { keys: { id: string; use_case: string; usage: { total: number } }[] };
    assert.deepEqual(
      keys.map((key) => [key.id, key.use_case, key.usage.total]),
      [[id, "a test", 43]],
    );
    assert.ok(!out.includes("hash"));
  });

  test("erase removes keys and usage permanently", async () => {
    const { status, out } = await cli.run("account", "erase", "--email", "used@example.org");
    assert.deepEqual([status, out], [0, `Erased these keys and everything stored about them: ${id}.`]);
    assert.equal((await cli.run("usage", id)).status, 2);
    for (const action of ["export", "erase"]) {
      const again = await cli.run("account", action, "--email", "used@example.org");
      assert.deepEqual([again.status, again.out, again.said], [1, "", "Nothing is stored about this e-mail address."]);
    }
  });

  test("wrong calls exit with 2", async () => {
    for (const words of [
      ["account"],
      ["account", "export"],
      ["account", "sell", "--email", "a@example.org"],
      ["usage", "a", "b"],
    ])
      assert.equal((await cli.run(...words)).status, 2, words.join(" "));
  });
});
