import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Access } from "../../src/access/access.ts";
import type { AccessStores } from "../../src/access/store/open-stores.ts";
import { POLL_MILLISECONDS } from "../../src/access/open-access.ts";
import { makeApiKey } from "../../src/access/api-key.ts";
import { OWN_LIMITS, TIER_LIMITS } from "../../src/access/quota.ts";
import type { KeySubject, Subject } from "../../src/access/subject.ts";
import { eventually } from "./cluster/eventually.ts";

export interface AccessCase {
  readonly name: string;
  /**
   * Opens a service's access and what the publisher's commands use beside it, over a place of its
   * own.
   */
  readonly open: (now: () => Date) => Promise<{
    readonly access: Access;
    readonly stores: AccessStores;
    /** Closes the access and opens it again over the same place. */
    readonly reopen: () => Promise<Access>;
  }>;
}

const HOUR_MILLISECONDS = 3_600_000;

/** What a service's access does, whatever it stands on. */
export function accessContract({ name, open }: AccessCase): void {
  describe(`access: ${name}`, () => {
    let clock = Date.parse("2026-11-21T09:30:00.000Z");
    let access: Access;
    let stores: AccessStores;
    let reopen: () => Promise<Access>;
    before(async () => {
      ({ access, stores, reopen } = await open(() => new Date(clock)));
    });
    after(async () => {
      await access.close();
      await stores.close();
    });
    let people = 0;
    const signUp = () => access.signUp({ email: `reader${(people += 1)}@example.org`, useCase: "A study." });
    const known = async (apiKey: string): Promise<KeySubject> => {
      const subject = await access.findKey(apiKey);
      assert.ok(subject !== null);
      return subject;
    };
    const ask = async (subject: Subject, operation = "previewCountries"): Promise<boolean> =>
      (await access.consume(subject, operation)).allowed;
    const remaining = async (subject: Subject) => (await access.peek(subject)).windows.map((each) => each.remaining);

    test("a key works from the moment it is given out", async () => {
      const issued = await signUp();
      assert.deepEqual([issued.tier, issued.limits, issued.createdAt], ["free", TIER_LIMITS.free, new Date(clock)]);
      const subject = await known(issued.apiKey);
      assert.deepEqual(
        [subject.kind, subject.tier, subject.limits, subject.keyPrefix],
        ["key", "free", TIER_LIMITS.free, issued.keyPrefix],
      );
      assert.equal(subject.id, `k_${subject.keyId}`);
      assert.equal(await access.findKey(issued.apiKey), subject);
    });

    test("nobody is known by a key that was never given out, or has no key's form", async () => {
      assert.equal(await access.findKey(makeApiKey()), null);
      for (const text of ["", "ctds_live_", "' OR 1=1 --", makeApiKey().slice(1)])
        assert.equal(await access.findKey(text), null);
    });

    test("an admitted request is missing from the windows and counted at once", async () => {
      const subject = await known((await signUp()).apiKey);
      for (const operation of ["getCountry", "previewCountries", "getCountry"])
        assert.ok(await ask(subject, operation));
      assert.deepEqual(await remaining(subject), [997, 9997]);
      const usage = await access.usageOf(subject);
      assert.deepEqual([usage.lastHour, usage.lastDay, usage.total], [3, 3, 3]);
      assert.deepEqual(
        usage.operations.map(({ operation, total }) => [operation, total]),
        [
          ["getCountry", 2],
          ["previewCountries", 1],
        ],
      );
      assert.deepEqual(access.recentOperations(subject), ["getCountry"]);
      assert.deepEqual(access.recentOperations(access.findAddress("198.51.100.1")), []);
    });

    test("an account counts the requests before it, though nothing was written yet", async () => {
      const subject = await known((await signUp()).apiKey);
      for (let each = 0; each < 3; each += 1) assert.ok(await ask(subject, "getCountry"));
      const account = await access.selfService.readAccount(subject);
      assert.deepEqual(
        account?.keys.map(({ usage }) => [usage.lastHour, usage.total]),
        [[3, 3]],
      );
    });

    test("an address is known by a hash that says nothing of it, and grouped", async () => {
      const address = access.findAddress("203.0.113.77");
      assert.match(address.id, /^a_[\w-]{16}$/);
      assert.deepEqual([address.tier, address.limits], ["anonymous", TIER_LIMITS.anonymous]);
      assert.equal(access.findAddress("::ffff:203.0.113.77").id, address.id);
      assert.notEqual(access.findAddress("203.0.113.78").id, address.id);
      assert.equal(access.findAddress("2001:db8::1").id, access.findAddress("2001:db8::ffff:1").id);
      assert.ok(await ask(address));
      const usage = await access.usageOf(address);
      assert.deepEqual([usage.lastHour, usage.lastDay, usage.total], [1, 1, null]);
    });

    test("the operation that is more than half of what a subject asks is known, until the hour ends", async () => {
      const address = access.findAddress("203.0.113.82");
      for (const operation of ["getSector", "getCountry", "getCompany", "getCountry", "getCountry"])
        assert.ok(await ask(address, operation));
      assert.deepEqual(access.recentOperations(address), ["getCountry"]);
      clock += HOUR_MILLISECONDS;
      assert.deepEqual(access.recentOperations(address), []);
      assert.ok(await ask(address, "getSector"));
      assert.deepEqual(access.recentOperations(address), ["getSector"]);
      clock -= HOUR_MILLISECONDS;
    });

    test("a refusal debits and counts nothing", async () => {
      const subject = { ...(await known((await signUp()).apiKey)), limits: { perHour: 10, perDay: 2 } };
      const asked = await Promise.all(Array.from({ length: 6 }, () => ask(subject)));
      assert.equal(asked.filter(Boolean).length, 2);
      assert.deepEqual(await remaining({ ...subject, limits: TIER_LIMITS.free }), [998, 9998]);
      assert.equal((await access.usageOf(subject)).total, 2);
    });

    test("sign-ups of an address have a window of their own", async () => {
      const address = access.findAddress("203.0.113.79");
      const { perHour, perDay } = OWN_LIMITS.sign_up;
      for (let each = 1; each <= perHour!; each += 1) {
        const state = await access.consumeOwn("sign_up", address);
        assert.deepEqual(
          state.windows.map((window) => [window.name, window.remaining]),
          [
            ["hour", perHour! - each],
            ["day", perDay! - each],
          ],
        );
      }
      assert.equal((await access.consumeOwn("sign_up", address)).allowed, false);
      assert.equal((await access.consumeOwn("dashboard", address)).allowed, true);
      assert.deepEqual(await remaining(address), [100, 1000]);
    });

    test("a key that is revoked, changed or erased by another process is so here with the next look at the changes", async () => {
      // Every access looks this often, and a look that just missed a change is followed by one that
      // sees it: well within the second that is promised.
      assert.ok(2 * POLL_MILLISECONDS <= 500);
      const [revoked, raised] = [await signUp(), await signUp()];
      const { keyId } = await known(revoked.apiKey);
      await stores.accounts.change(keyId, { kind: "revoke", at: new Date(clock) });
      await eventually("a revoked key is nobody's", async () => (await access.findKey(revoked.apiKey)) === null);
      const earlier = access.generation;
      const { keyId: raisedId } = await known(raised.apiKey);
      await stores.accounts.change(raisedId, { kind: "tier", tier: "pro" });
      await eventually("a key is in its new tier", async () => (await known(raised.apiKey)).tier === "pro");
      assert.deepEqual((await known(raised.apiKey)).limits, TIER_LIMITS.pro);
      assert.ok(access.generation > earlier);
      await stores.accounts.erase({ email: `reader${people}@example.org` });
      await eventually("an erased key is nobody's", async () => (await access.findKey(raised.apiKey)) === null);
    });

    test("keys, windows and usage are the same after a restart", async () => {
      const { apiKey } = await signUp();
      const subject = await known(apiKey);
      const address = access.findAddress("203.0.113.80");
      for (let each = 0; each < 7; each += 1) await ask(subject);
      for (let each = 0; each < 3; each += 1) await ask(address);
      for (let each = 0; each < 5; each += 1) await access.consumeOwn("sign_up", address);
      access = await reopen();
      assert.partialDeepStrictEqual(subject, await known(apiKey));
      assert.deepEqual(await remaining(subject), [993, 9993]);
      assert.deepEqual(await access.usageOf(subject), {
        lastHour: 7,
        lastDay: 7,
        total: 7,
        operations: [{ operation: "previewCountries", total: 7, lastAt: new Date(clock) }],
      });
      const same = access.findAddress("203.0.113.80");
      assert.equal(same.id, address.id);
      assert.deepEqual(await remaining(same), [97, 997]);
      assert.equal((await access.consumeOwn("sign_up", same)).allowed, false);
      assert.deepEqual(access.degraded(), []);
    });

    test("an address is another one on the next day, and so it stays", async () => {
      const address = access.findAddress("203.0.113.81");
      assert.ok(await ask(address));
      const earlier = access.generation;
      clock = Date.parse("2026-11-21T23:59:00.000Z");
      // The secret of the next day is fetched in the last hour.
      await wait(1200);
      assert.equal(access.findAddress("203.0.113.81").id, address.id);
      clock = Date.parse("2026-11-22T00:00:00.000Z");
      const next = access.findAddress("203.0.113.81");
      assert.notEqual(next.id, address.id);
      assert.ok(access.generation > earlier);
      assert.deepEqual(await remaining(next), [100, 1000]);
      assert.ok(await ask(next));
      access = await reopen();
      assert.equal(access.findAddress("203.0.113.81").id, next.id);
      assert.deepEqual(await remaining(access.findAddress("203.0.113.81")), [99, 999]);
      await stores.usage.prune(new Date(clock));
      assert.deepEqual((await stores.usage.usageOf(address.id, new Date(clock))).operations, []);
    });
  });
}
