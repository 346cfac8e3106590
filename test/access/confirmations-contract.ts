import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { AccessStores } from "../../src/access/store/open-stores.ts";
import type { KeyRecord, NewKey } from "../../src/access/accounts.ts";
import {
  CONFIRMED_KEYS_PER_EMAIL,
  CONFIRMATION_HOURS,
  MAIL_LEASE_MILLISECONDS,
} from "../../src/access/confirmations.ts";
import type { StoresCase } from "./accounts-contract.ts";
import { newKey } from "./new-key.ts";

const HOUR_MILLISECONDS = 3_600_000;
const AT = new Date("2026-11-21T10:00:00.000Z");
const later = (hours: number): Date => new Date(AT.getTime() + hours * HOUR_MILLISECONDS);

/** What every keeper of confirmations does. */
export function confirmationsContract({ name, open }: Pick<StoresCase, "name" | "open">): void {
  describe(`confirmations: ${name}`, () => {
    let stores: AccessStores;
    let other: AccessStores;
    before(async () => {
      [stores, other] = await Promise.all([open(), open()]);
    });
    after(async () => {
      await stores.close();
      await other.close();
    });
    let made = 0;
    const newEmail = () => `Confirming.${(made += 1)}@Example.org`;
    const newHash = () =>
      new Uint8Array(
        createHash("sha256")
          .update(`code ${(made += 1)}`)
          .digest(),
      );
    const create = async (how: Partial<NewKey> = {}): Promise<KeyRecord> => {
      const { apiKey: _, ...key } = newKey({ email: newEmail(), emailConfirmation: "pending", ...how });
      return await stores.accounts.create(key);
    };
    const confirm = async (key: KeyRecord, at = AT) => {
      const hash = newHash();
      assert.ok(await stores.confirmations.start(key.id, hash, at));
      return await other.confirmations.confirm(hash, at);
    };

    test("a code confirms its key once, everywhere", async () => {
      const key = await create();
      const hash = newHash();
      const changes = await stores.accounts.changes();
      assert.equal(await stores.confirmations.start(key.id, hash, AT), true);
      assert.deepEqual(await other.confirmations.find(hash, AT), key);
      const confirmed = { ...key, emailConfirmation: "confirmed" };
      assert.deepEqual(await other.confirmations.confirm(hash, AT), confirmed);
      assert.deepEqual(await stores.accounts.find(key.id), confirmed);
      assert.notEqual(await stores.accounts.changes(), changes);
      assert.equal(await stores.confirmations.confirm(hash, AT), null);
      assert.equal(await stores.confirmations.find(hash, AT), null);
      assert.equal(await stores.confirmations.start(key.id, newHash(), AT), false, "nothing is left to confirm");
    });

    test("a code that was never mailed confirms nothing, and a newer one takes the place of an older", async () => {
      assert.equal(await stores.confirmations.confirm(newHash(), AT), null);
      const key = await create();
      const [first, second] = [newHash(), newHash()];
      await stores.confirmations.start(key.id, first, AT);
      await stores.confirmations.start(key.id, second, AT);
      assert.equal(await stores.confirmations.confirm(first, AT), null);
      assert.notEqual(await stores.confirmations.confirm(second, AT), null);
    });

    test(`a code works for ${CONFIRMATION_HOURS} hours, and as long as its key`, async () => {
      const [expiring, revoked] = [await create(), await create()];
      const [hash, another] = [newHash(), newHash()];
      await stores.confirmations.start(expiring.id, hash, AT);
      assert.equal(await stores.confirmations.confirm(hash, later(CONFIRMATION_HOURS + 0.001)), null);
      assert.notEqual(await stores.confirmations.confirm(hash, later(CONFIRMATION_HOURS)), null);
      await stores.confirmations.start(revoked.id, another, AT);
      await stores.accounts.change(revoked.id, { kind: "revoke", at: AT });
      assert.equal(await stores.confirmations.find(another, AT), null);
      assert.equal(await stores.confirmations.confirm(another, AT), null);
      assert.equal(await stores.confirmations.start(revoked.id, newHash(), AT), false);
    });

    test("a link confirms the key that replaced the one it was mailed for", async () => {
      const key = await create();
      const hash = newHash();
      await stores.confirmations.start(key.id, hash, AT);
      const { id, hash: keyHash, prefix } = newKey();
      await stores.accounts.rotate(key.id, { id, hash: keyHash, prefix, createdAt: AT }, later(1));
      const confirmed = await stores.confirmations.confirm(hash, AT);
      assert.deepEqual(
        [(await stores.accounts.find(id))?.emailConfirmation, confirmed],
        ["confirmed", await stores.accounts.find(id)],
      );
      assert.equal((await stores.accounts.find(key.id))?.emailConfirmation, "pending");
    });

    test("a key that waits for no confirmation gets none", async () => {
      const key = await create({ emailConfirmation: "not_required" });
      assert.equal(await stores.confirmations.start(key.id, newHash(), AT), false);
      assert.equal(await stores.confirmations.start("nobody", newHash(), AT), false);
    });

    test(`of the working keys of an e-mail address ${CONFIRMED_KEYS_PER_EMAIL} are confirmed at most`, async () => {
      const email = newEmail();
      const strangers = await Promise.all(Array.from({ length: 12 }, () => create({ email })));
      const keys: KeyRecord[] = [];
      for (let each = 0; each <= CONFIRMED_KEYS_PER_EMAIL; each += 1) keys.push(await create({ email }));
      for (const [index, key] of keys.slice(0, -1).entries()) {
        const outcome = await confirm(key, later(index * 25));
        assert.ok(outcome !== null && outcome !== "too_many_keys", "keys nobody confirmed are in nobody's way");
      }
      const end = later(CONFIRMED_KEYS_PER_EMAIL * 25);
      const last = keys.at(-1)!;
      const hash = newHash();
      assert.ok(await stores.confirmations.start(last.id, hash, end));
      assert.equal(await stores.confirmations.confirm(hash, end), "too_many_keys");
      assert.equal((await stores.accounts.find(last.id))?.emailConfirmation, "pending");
      await stores.accounts.change(keys[0]!.id, { kind: "revoke", at: end });
      assert.notEqual(await stores.confirmations.confirm(hash, end), "too_many_keys", "the code was kept");
      assert.equal((await stores.accounts.find(strangers[0]!.id))?.revokedAt, null);
    });

    test("a pending key waits for its mail from the moment it is made, and is leased by one at a time", async () => {
      const at = later(1000);
      const key = await create({ createdAt: at });
      await create({ createdAt: at, emailConfirmation: "not_required" });
      const leased = async (moment: Date) => {
        const both = await Promise.all([stores.confirmations.lease(50, moment), other.confirmations.lease(50, moment)]);
        return both.flat().filter((mail) => mail.key.id === key.id);
      };
      assert.deepEqual(await leased(new Date(at.getTime() - 1)), []);
      assert.deepEqual(await leased(at), [{ key, attempt: 1 }]);
      assert.deepEqual(await leased(new Date(at.getTime() + MAIL_LEASE_MILLISECONDS - 1)), []);
      const expired = new Date(at.getTime() + MAIL_LEASE_MILLISECONDS);
      assert.deepEqual(await leased(expired), [{ key, attempt: 2 }], "an expired lease can be leased again");
      await stores.confirmations.finish(key.id, later(1010));
      assert.deepEqual(await leased(later(1009)), []);
      assert.deepEqual(await leased(later(1010)), [{ key, attempt: 3 }]);
      await other.confirmations.finish(key.id, null);
      assert.deepEqual(await leased(later(2000)), []);
    });

    test("a mail that waits is about the key that replaced another", async () => {
      const at = later(3000);
      const old = await create({ createdAt: at });
      const { id, hash, prefix } = newKey();
      const next = await stores.accounts.rotate(old.id, { id, hash, prefix, createdAt: at }, later(3001));
      const due = (await other.confirmations.lease(50, at)).map(({ key }) => key);
      assert.deepEqual(
        due.filter((key) => key.id === id || key.id === old.id),
        [next],
      );
    });
  });
}
