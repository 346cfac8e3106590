import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AccessStores } from "../../src/access/store/open-stores.ts";
import type { KeyRecord, NewKey } from "../../src/access/accounts.ts";
import { hashOf, makeApiKey } from "../../src/access/api-key.ts";
import { newKey } from "./new-key.ts";

export interface StoresCase {
  readonly name: string;
  /**
   * Opens stores over the same place each time, empty at first: for a service and the publisher's
   * commands, or for several nodes.
   */
  readonly open: () => Promise<AccessStores>;
}

/** What every keeper of accounts does. */
export function accountsContract({ name, open }: StoresCase): void {
  describe(`accounts: ${name}`, () => {
    let service: AccessStores;
    let publisher: AccessStores;
    before(async () => {
      [service, publisher] = await Promise.all([open(), open()]);
    });
    after(async () => {
      await service.close();
      await publisher.close();
    });
    let emails = 0;
    const newEmail = () => `Reader.${(emails += 1)}@Example.org`;
    const create = async (how: Partial<NewKey> = {}): Promise<KeyRecord> => {
      const { apiKey: _, ...key } = newKey({ email: newEmail(), ...how });
      return await service.accounts.create(key);
    };

    test("a key that was given out is found by its hash, its id and what is shown of it, everywhere", async () => {
      const { apiKey, ...key } = newKey({ email: newEmail() });
      const created = await service.accounts.create(key);
      assert.deepEqual(
        { ...created, hash: Buffer.from(created.hash) },
        {
          ...key,
          hash: Buffer.from(key.hash),
          countedAs: key.id,
          revokedAt: null,
        },
      );
      for (const { accounts } of [service, publisher]) {
        assert.deepEqual(await accounts.findByHash(hashOf(apiKey)), created);
        assert.deepEqual(await accounts.find(key.id), created);
        assert.deepEqual(await accounts.find(key.prefix), created);
        // These name no key, even while there is only one.
        for (const text of ["", "c", "ctds_live_", "%", "_"]) assert.equal(await accounts.find(text), null, text);
      }
    });

    test("nothing is found of a key that was never given out", async () => {
      await create();
      await create();
      assert.equal(await service.accounts.findByHash(hashOf(makeApiKey())), null);
      for (const text of ["nobody", "ctds_live_\u{10FFFF}", "k_'--"])
        assert.equal(await service.accounts.find(text), null, text);
    });

    test("a key is found by its whole id or its whole prefix alone", async () => {
      const { id, prefix } = await create({ prefix: `ctds_live_${"Q".repeat(6)}` });
      const parts = [id[0]!, id.slice(0, -1), prefix.slice(0, -1)];
      const patterns = [`${id.slice(0, -1)}_`, `${prefix.slice(0, -1)}_`, `${prefix.slice(0, -1)}%`, "%Q%"];
      const longer = [`${prefix}Q`, `${id}1`, ` ${id}`, `${id} `];
      for (const text of [...parts, ...patterns, ...longer, prefix.toLowerCase()])
        assert.equal(await service.accounts.find(text), null, JSON.stringify(text));
      assert.equal((await service.accounts.find(prefix))?.id, id);
    });

    test("a prefix that two keys have names neither of them; their ids do", async () => {
      const prefix = `ctds_live_${"Z".repeat(6)}`;
      const [first, second] = [await create({ prefix }), await create({ prefix })];
      assert.equal(await service.accounts.find(prefix), null);
      for (const { id } of [first, second]) assert.equal((await service.accounts.find(id))?.id, id);
    });

    test("a key is given out once", async () => {
      const { apiKey: _, ...key } = newKey();
      await service.accounts.create(key);
      await assert.rejects(service.accounts.create(key));
      await assert.rejects(service.accounts.create({ ...key, id: newKey().id }));
    });

    test("text is kept as it came, and e-mail addresses are compared in lower case", async () => {
      const email = newEmail();
      const useCase = "Straße, 日本, 💡 'quoted' \"twice\" \\ --";
      const first = await create({ email, useCase });
      const second = await create({ email: email.toUpperCase() });
      await create({ email: `x${email}` });
      const listed = await publisher.accounts.list({ email: email.toLowerCase() });
      assert.deepEqual(listed, [first, second]);
      assert.deepEqual([listed[0]!.email, listed[0]!.useCase], [email, useCase]);
      assert.deepEqual(await publisher.accounts.list({ email: "nobody@example.org" }), []);
      const all = await publisher.accounts.list();
      assert.ok(all.findIndex(({ id }) => id === first.id) < all.findIndex(({ id }) => id === second.id));
    });

    test("every key of an e-mail address is counted by itself, however many there are", async () => {
      const email = newEmail();
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const { apiKey: __, ...key } = newKey({ email });
          return (index % 2 === 0 ? service : publisher).accounts.create(key);
        }),
      );
      for (const { id, countedAs } of made) assert.equal(countedAs, id);
      assert.equal((await service.accounts.list({ email })).length, 20);
    });

    test("a text that cannot be kept as it is, or deceives a reader, is refused; the store goes on", async () => {
      const deceptive = [
        "\0",
        "a\u0000b",
        "\ud800",
        "x\udfffx",
        "\ufffe",
        "\u{1ffff}",
        "\u202egpj.exe",
        "\u2066",
        "\u001b[2J",
      ];
      for (const text of [...deceptive, "\u0085", `Z${"\u0301".repeat(9)}`]) {
        const shown = JSON.stringify(text);
        await assert.rejects(create({ useCase: `A study ${text}` }), { name: "RangeError" }, shown);
        await assert.rejects(create({ email: `ada${text}@example.org` }), { name: "RangeError" }, shown);
        assert.equal(await service.accounts.find(`nobody${text}`), null, shown);
        assert.deepEqual(await service.accounts.list({ email: `ada${text}@example.org` }), [], shown);
        assert.deepEqual(await service.accounts.list({ countedAs: text }), [], shown);
        assert.deepEqual(await publisher.accounts.erase({ email: `ada${text}@example.org` }), [], shown);
      }
      for (const useCase of [
        "é\u0301\u0323",
        "👩‍👩‍👧‍👦 🏴‍☠️",
        "שלום\u200f",
        "a\tb\r\nc",
        "🌍".repeat(500),
        "'; DROP TABLE api_key; --",
      ])
        assert.equal((await service.accounts.find((await create({ useCase })).id))?.useCase, useCase);
    });

    test("tier and limits can be changed", async () => {
      const { id } = await create();
      const pro = await publisher.accounts.change(id, { kind: "tier", tier: "enterprise" });
      assert.equal(pro?.tier, "enterprise");
      const limits = { perHour: 123_456, perDay: null };
      const own = await publisher.accounts.change(id, { kind: "limits", limits });
      assert.deepEqual([own?.tier, own?.limits], ["enterprise", limits]);
      assert.deepEqual(await service.accounts.find(id), own);
      assert.equal((await publisher.accounts.change(id, { kind: "limits", limits: null }))?.limits, null);
      assert.equal(await publisher.accounts.change("nobody", { kind: "tier", tier: "pro" }), null);
    });

    test("a revoked key is found as revoked, since the first time", async () => {
      const { id, hash } = await create();
      const at = new Date("2026-11-21T10:00:00.000Z");
      assert.deepEqual((await publisher.accounts.change(id, { kind: "revoke", at }))?.revokedAt, at);
      await publisher.accounts.change(id, { kind: "revoke", at: new Date("2026-11-22T10:00:00.000Z") });
      assert.deepEqual((await service.accounts.findByHash(hash))?.revokedAt, at);
    });

    test("a key that takes the place of another has its tier, limits and count", async () => {
      const limits = { perHour: 7, perDay: 70 };
      const old = await create({ tier: "enterprise", limits });
      const { id, hash, prefix, createdAt } = newKey({ createdAt: new Date("2026-11-21T11:00:00.000Z") });
      const next = await publisher.accounts.rotate(old.id, { id, hash, prefix, createdAt }, createdAt);
      assert.deepEqual(next, { ...old, id, hash: next!.hash, prefix, createdAt, countedAs: old.countedAs });
      assert.deepEqual((await service.accounts.findByHash(old.hash))?.revokedAt, createdAt);
      const { id: again, hash: another, prefix: shown } = newKey();
      const other = { id: again, hash: another, prefix: shown, createdAt };
      assert.equal(await publisher.accounts.rotate(old.id, other, createdAt), null);
      assert.equal(await publisher.accounts.rotate("nobody", other, createdAt), null);
      assert.equal(await publisher.accounts.find(again), null);
    });

    test("a key that is replaced with an overlap ends later, cannot be replaced again, and can end sooner", async () => {
      const old = await create();
      const { id, hash, prefix, createdAt } = newKey();
      const endsAt = new Date(createdAt.getTime() + 3_600_000);
      const next = await publisher.accounts.rotate(old.id, { id, hash, prefix, createdAt }, endsAt);
      assert.deepEqual([next?.countedAs, next?.revokedAt], [old.id, null]);
      assert.deepEqual((await service.accounts.findByHash(old.hash))?.revokedAt, endsAt);
      const { apiKey: _, ...other } = newKey();
      assert.equal(await publisher.accounts.rotate(old.id, other, endsAt), null);
      await publisher.accounts.change(old.id, { kind: "revoke", at: createdAt });
      assert.deepEqual((await service.accounts.findByHash(old.hash))?.revokedAt, createdAt);
    });

    test("keys that replaced one another are selected and erased without the others of the e-mail address", async () => {
      const email = newEmail();
      const old = await create({ email });
      const stranger = await create({ email });
      const { id, hash, prefix, createdAt } = newKey();
      await service.accounts.rotate(old.id, { id, hash, prefix, createdAt }, createdAt);
      const selection = { countedAs: old.id };
      assert.deepEqual(
        (await service.accounts.list(selection)).map((key) => key.id),
        [old.id, id],
      );
      assert.deepEqual([...(await service.accounts.erase(selection))].sort(), [old.id, id].sort());
      assert.deepEqual(
        (await service.accounts.list({ email })).map((key) => key.id),
        [stranger.id],
      );
    });

    test("an e-mail address is erased with its keys and their usage, counts that arrive later too", async () => {
      const email = newEmail();
      const kept = await create();
      const keys = [await create({ email }), await create({ email })];
      const minute = Math.floor(Date.parse("2026-11-21T09:31:00Z") / 60_000);
      const counts = [...keys, kept].map(({ id }) => ({
        subjectId: `k_${id}`,
        operation: "previewCountries",
        minute,
        requests: 3,
      }));
      await service.usage.add(counts, []);
      const erased = await publisher.accounts.erase({ email: email.toUpperCase() });
      assert.deepEqual([...erased].sort(), keys.map(({ id }) => id).sort());
      await service.usage.add(counts, []);
      const at = new Date("2026-11-21T09:32:00Z");
      await service.usage.prune(at);
      for (const { id, hash } of keys) {
        assert.equal(await service.accounts.findByHash(hash), null);
        assert.deepEqual(await service.usage.usageOf(`k_${id}`, at), {
          lastHour: 0,
          lastDay: 0,
          total: 0,
          operations: [],
        });
      }
      assert.equal((await service.usage.usageOf(`k_${kept.id}`, at)).total, 6);
      assert.deepEqual(await publisher.accounts.list({ email }), []);
      assert.deepEqual(await publisher.accounts.erase({ email }), []);
    });

    test("who remembers keys is told that one was changed, not that one was made", async () => {
      const [one, two, three] = [await create(), await create(), await create()];
      let last = await service.accounts.changes();
      const isTold = async (): Promise<boolean> => {
        const now = await service.accounts.changes();
        const told = now !== last;
        last = now;
        return told;
      };
      await create();
      assert.equal(await isTold(), false);
      await publisher.accounts.change(one.id, { kind: "revoke", at: new Date() });
      assert.equal(await isTold(), true);
      const { id, hash, prefix, createdAt } = newKey();
      await publisher.accounts.rotate(two.id, { id, hash, prefix, createdAt }, createdAt);
      assert.equal(await isTold(), true);
      await publisher.accounts.erase({ email: three.email });
      assert.equal(await isTold(), true);
      await publisher.accounts.change("nobody", { kind: "tier", tier: "pro" });
      assert.equal(await isTold(), false);
    });

    test("a letter with another lower case in some languages is folded alike everywhere", async () => {
      const made = await create({ email: "İPEK.ÄNGSTRÖM@Example.org" });
      assert.deepEqual(await publisher.accounts.list({ email: "İpek.Ängström@example.ORG" }), [made]);
    });

    test("two writers of one key leave what the later one wrote, and nothing is half done", async () => {
      const { id } = await create();
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, index) => {
          const { apiKey: __, ...next } = newKey();
          return (index % 2 === 0 ? service : publisher).accounts.rotate(id, next, next.createdAt);
        }),
      );
      assert.equal(outcomes.filter((outcome) => outcome !== null).length, 1, "one of them replaced the key");
      assert.equal((await service.accounts.list({ countedAs: id })).length, 2);
    });
  });
}
