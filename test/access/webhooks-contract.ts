import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, test } from "node:test";
import type { AccessStores } from "../../src/access/store/open-stores.ts";
import type { KeyRecord } from "../../src/access/accounts.ts";
import {
  type AttemptEnd,
  DELIVERIES_KEPT,
  DELIVERY_DAYS,
  LEASE_MILLISECONDS,
  WEBHOOKS_PER_KEY,
  type WebhookEvent,
} from "../../src/access/webhooks.ts";
import type { StoresCase } from "./accounts-contract.ts";
import { newKey } from "./new-key.ts";

const AT = new Date("2026-11-21T10:00:00.000Z");
const later = (milliseconds: number): Date => new Date(AT.getTime() + milliseconds);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What every keeper of webhooks does. */
export function webhooksContract({ name, open }: Pick<StoresCase, "name" | "open">): void {
  describe(`webhooks: ${name}`, () => {
    let stores: AccessStores;
    let other: AccessStores;
    let made = 0;
    const keys: KeyRecord[] = [];
    beforeEach(async () => {
      [stores, other] = await Promise.all([open(), open()]);
    });
    // All share one place: what a test leaves would be claimed by the next one.
    afterEach(async () => {
      for (const { email } of keys.splice(0)) await stores.accounts.erase({ email });
      await Promise.all([stores.close(), other.close()]);
    });
    const newId = (): string => `${name}-${(made += 1)}`;
    const newOwner = async () => {
      const { apiKey: _, ...fields } = newKey({ email: `webhook${(made += 1)}@example.org` });
      const key = await stores.accounts.create(fields);
      keys.push(key);
      return { owner: `k_${key.countedAs}`, key };
    };
    const webhook = (topics: readonly string[] = ["news"]) => ({
      id: newId(),
      url: "https://reader.example/hook?token=1",
      topics,
      createdAt: AT,
    });
    const secret = new Uint8Array(randomBytes(32));
    const create = async (owner: string, topics?: readonly string[]) => {
      const created = webhook(topics);
      assert.equal(await stores.webhooks.create(owner, created, secret), "created");
      return created;
    };
    const event = (topic = "news"): WebhookEvent => ({
      id: newId(),
      topic,
      type: `type of ${topic}`,
      payload: '{"say":"…"}',
    });
    const end = (how: Partial<AttemptEnd> = {}): AttemptEnd => ({
      outcome: "delivered",
      status: 204,
      at: AT,
      nextAt: null,
      disable: null,
      ...how,
    });
    const failure = (how: Partial<AttemptEnd> = {}): AttemptEnd => end({ outcome: "refused", status: 500, ...how });
    const claimed = async (at = AT, max = 10) =>
      (await stores.webhookQueue.claim(max, at)).map(({ eventId }) => eventId);

    test("are listed in order of creation, everywhere, and belong to their owner alone", async () => {
      const [{ owner }, { owner: stranger }] = [await newOwner(), await newOwner()];
      const [first, second] = [await create(owner, ["a", "b"]), await create(owner)];
      assert.deepEqual(await other.webhooks.list(owner), [
        { ...first, disabled: null },
        { ...second, disabled: null },
      ]);
      assert.deepEqual(await other.webhooks.list(stranger), []);
      assert.equal(await other.webhooks.remove(stranger, first.id), false);
      assert.equal(await other.webhooks.remove(owner, first.id), true);
      assert.equal(await stores.webhooks.remove(owner, first.id), false);
      assert.deepEqual(await stores.webhooks.list(owner), [{ ...second, disabled: null }]);
    });

    test("are signed with the old secret as well while it is valid, and with none before it", async () => {
      const [{ owner }, { owner: stranger }] = [await newOwner(), await newOwner()];
      const { id } = await create(owner);
      const [second, third] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
      const secretsAt = async (at: Date): Promise<readonly Uint8Array[]> => {
        await stores.webhookQueue.announce([event()], { name: newId(), at }, at);
        const [one] = await other.webhookQueue.claim(1, at);
        assert.ok(one !== undefined);
        await stores.webhookQueue.settle(one, end({ at }));
        return one.secrets;
      };
      assert.equal(await stores.webhooks.replaceSecret(stranger, id, second, later(HOUR)), false);
      assert.equal(await stores.webhooks.replaceSecret(owner, newId(), second, later(HOUR)), false);
      assert.deepEqual(await secretsAt(AT), [secret]);
      assert.equal(await stores.webhooks.replaceSecret(owner, id, second, later(HOUR)), true);
      assert.deepEqual(await secretsAt(later(HOUR - 1)), [second, secret]);
      await stores.webhookQueue.prune(later(HOUR - 1));
      assert.deepEqual(await secretsAt(later(HOUR - 1)), [second, secret]);
      assert.deepEqual(await secretsAt(later(HOUR)), [second]);
      await stores.webhookQueue.prune(later(HOUR));
      assert.deepEqual(await secretsAt(later(HOUR - 1)), [second], "what is over is forgotten");
      await stores.webhooks.replaceSecret(owner, id, third, later(2 * HOUR));
      await stores.webhooks.replaceSecret(owner, id, secret, later(2 * HOUR));
      assert.deepEqual(await secretsAt(later(HOUR)), [secret, third]);
      await stores.webhooks.replaceSecret(owner, id, second, null);
      assert.deepEqual(await secretsAt(later(HOUR)), [second]);
    });

    test(`are at most ${WEBHOOKS_PER_KEY} of one owner, however many are made at once`, async () => {
      const { owner, key } = await newOwner();
      const outcomes = await Promise.all(
        Array.from({ length: WEBHOOKS_PER_KEY + 3 }, (_, index) =>
          (index % 2 === 0 ? stores : other).webhooks.create(owner, webhook(), secret),
        ),
      );
      assert.equal(outcomes.filter((outcome) => outcome === "created").length, WEBHOOKS_PER_KEY);
      assert.equal(outcomes.filter((outcome) => outcome === "too_many").length, 3);
      await stores.accounts.change(key.id, { kind: "revoke", at: AT });
      assert.equal(await stores.webhooks.create(owner, webhook(), secret), "no_key");
      assert.equal(await stores.webhooks.create("k_nobody", webhook(), secret), "no_key");
    });

    test("are told of their topics, once, whoever announces, and claimed by one", async () => {
      const { owner } = await newOwner();
      const [reader, another] = [await create(owner, ["news", "more"]), await create(owner, ["nothing"])];
      const news = event();
      const announced = await Promise.all([
        stores.webhookQueue.announce([news, event("unheard of")], { name: "news", at: AT }, AT),
        other.webhookQueue.announce([news], { name: "news", at: AT }, AT),
        stores.webhookQueue.announce([news], { name: "news", at: AT }, AT),
      ]);
      assert.equal(
        announced.reduce((sum, count) => sum + count, 0),
        1,
      );
      const both = await Promise.all([stores.webhookQueue.claim(10, AT), other.webhookQueue.claim(10, AT)]);
      assert.deepEqual(both.flat(), [
        {
          webhookId: reader.id,
          eventId: news.id,
          url: reader.url,
          secrets: [secret],
          payload: news.payload,
          attempt: 1,
        },
      ]);
      assert.deepEqual(await claimed(), []);
      assert.ok(!(await stores.webhooks.deliveries(owner)).some(({ webhookId }) => webhookId === another.id));
      assert.deepEqual(await stores.webhooks.deliveries(owner), [
        {
          webhookId: reader.id,
          eventId: news.id,
          type: "type of news",
          state: "pending",
          createdAt: AT,
          attempts: 1,
          last: null,
          nextAt: later(LEASE_MILLISECONDS),
        },
      ]);
    });

    test("know what was announced last, which never goes back, and what is waited for", async () => {
      const { owner } = await newOwner();
      await create(owner, ["a", "b"]);
      await create(owner, ["b", "c"]);
      await stores.webhookQueue.announce([], { name: "later", at: later(100 * DAY) }, AT);
      await other.webhookQueue.announce([], { name: "earlier", at: AT }, AT);
      const { last, topics } = await other.webhookQueue.outlook();
      assert.deepEqual(last, { name: "later", at: later(100 * DAY) });
      assert.deepEqual([...topics].toSorted(), ["a", "b", "c"]);
    });

    test("get one delivery at a time, in order", async () => {
      const { owner } = await newOwner();
      await create(owner);
      const slow = await create(owner);
      const [first, second] = [event(), event()];
      await stores.webhookQueue.announce([first, second], { name: "news", at: AT }, AT);
      const now = await stores.webhookQueue.claim(10, AT);
      assert.deepEqual(
        now.map(({ eventId }) => eventId),
        [first.id, first.id],
      );
      for (const each of now) if (each.webhookId !== slow.id) await stores.webhookQueue.settle(each, end());
      const next = await other.webhookQueue.claim(10, AT);
      assert.deepEqual(
        next.map(({ eventId, webhookId }) => [eventId, webhookId === slow.id]),
        [[second.id, false]],
      );
    });

    test("get a delivery again that who claimed it did not settle in time", async () => {
      const { owner } = await newOwner();
      await create(owner);
      const news = event();
      await stores.webhookQueue.announce([news], { name: "news", at: AT }, AT);
      const [lost] = await stores.webhookQueue.claim(10, AT);
      assert.deepEqual(await claimed(later(LEASE_MILLISECONDS - 1)), []);
      const [again] = await other.webhookQueue.claim(10, later(LEASE_MILLISECONDS));
      assert.deepEqual([again?.eventId, again?.attempt], [news.id, 2]);
      assert.ok(lost !== undefined && again !== undefined);
      await stores.webhookQueue.settle(lost, failure());
      assert.equal((await stores.webhooks.deliveries(owner))[0]?.state, "pending", "a late failure says nothing");
      await stores.webhookQueue.settle(lost, end());
      assert.equal((await stores.webhooks.deliveries(owner))[0]?.state, "delivered", "a late success does");
      await other.webhookQueue.settle(again, failure({ nextAt: later(DAY) }));
      assert.equal((await stores.webhooks.deliveries(owner))[0]?.state, "delivered");
      assert.deepEqual(await claimed(later(DAY)), []);
    });

    test("get a delivery that failed again when it is due, and one that was given back at once", async () => {
      const { owner } = await newOwner();
      await create(owner);
      const news = event();
      await stores.webhookQueue.announce([news], { name: "news", at: AT }, AT);
      const [first] = await stores.webhookQueue.claim(10, AT);
      assert.ok(first !== undefined);
      await stores.webhookQueue.giveBack(first, AT);
      const [second] = await stores.webhookQueue.claim(10, AT);
      assert.deepEqual(second, first);
      await stores.webhookQueue.settle(first, failure({ at: later(1000), nextAt: later(HOUR) }));
      const [delivery] = await other.webhooks.deliveries(owner);
      assert.deepEqual(delivery?.last, { at: later(1000), outcome: "refused", status: 500 });
      assert.deepEqual([delivery?.state, delivery?.attempts, delivery?.nextAt], ["pending", 1, later(HOUR)]);
      assert.deepEqual(await claimed(later(HOUR - 1)), []);
      const [again] = await stores.webhookQueue.claim(10, later(HOUR));
      assert.ok(again?.attempt === 2);
      await stores.webhookQueue.settle(again, end({ at: later(HOUR) }));
      const [last] = await stores.webhooks.deliveries(owner);
      assert.deepEqual([last?.state, last?.nextAt, last?.last?.status], ["delivered", null, 204]);
    });

    test("are disabled with all that is pending, and are not told of anything any more", async () => {
      const { owner } = await newOwner();
      const { id } = await create(owner);
      await stores.webhookQueue.announce([event(), event()], { name: "news", at: AT }, AT);
      const [first] = await stores.webhookQueue.claim(10, AT);
      assert.ok(first !== undefined);
      await stores.webhookQueue.settle(first, failure({ outcome: "gone", status: 410, disable: "gone" }));
      assert.deepEqual((await other.webhooks.list(owner))[0]?.disabled, { at: AT, because: "gone" });
      const states = (await stores.webhooks.deliveries(owner)).map(({ state, attempts }) => [state, attempts]);
      assert.deepEqual(states, [
        ["failed", 0],
        ["failed", 1],
      ]);
      assert.equal(await stores.webhookQueue.announce([event()], { name: "news", at: AT }, AT), 0);
      assert.equal(await stores.webhooks.tell(owner, id, event(), AT), false);
      assert.deepEqual((await stores.webhookQueue.outlook()).topics, []);
      assert.deepEqual(await claimed(later(DAY)), []);
    });

    test("can be told something that no other is", async () => {
      const { owner } = await newOwner();
      const [{ id }] = [await create(owner), await create(owner)];
      const probe = event();
      assert.equal(await stores.webhooks.tell("k_nobody", id, probe, AT), false);
      assert.equal(await stores.webhooks.tell(owner, id, probe, AT), true);
      assert.deepEqual(await claimed(), [probe.id]);
    });

    test("end with the last working key of their owner", async () => {
      const { owner, key } = await newOwner();
      await create(owner);
      const { id, hash, prefix } = newKey();
      await stores.accounts.rotate(key.id, { id, hash, prefix, createdAt: AT }, later(HOUR));
      assert.equal((await stores.webhooks.list(owner)).length, 1, "the key that took its place keeps them");
      await stores.webhookQueue.announce([event(), event()], { name: "news", at: AT }, AT);
      // The old key still works for an hour.
      await stores.accounts.change(id, { kind: "revoke", at: AT });
      const [first] = await stores.webhookQueue.claim(10, AT);
      assert.ok(first !== undefined);
      await stores.webhookQueue.settle(first, end());
      assert.deepEqual(await claimed(later(HOUR)), []);
      await stores.webhookQueue.prune(later(HOUR));
      assert.deepEqual(await stores.webhooks.list(owner), []);
      assert.deepEqual(await stores.webhooks.deliveries(owner), []);
    });

    test("are deleted when their key is revoked, and when it is erased", async () => {
      const [{ owner: revoked, key }, { owner: erased, key: another }] = [await newOwner(), await newOwner()];
      const { owner: bystander } = await newOwner();
      for (const owner of [revoked, erased, bystander]) await create(owner);
      await stores.webhookQueue.announce([event()], { name: "news", at: AT }, AT);
      await stores.accounts.change(key.id, { kind: "revoke", at: AT });
      assert.deepEqual([await other.webhooks.list(revoked), await other.webhooks.deliveries(revoked)], [[], []]);
      await stores.accounts.erase({ countedAs: another.countedAs });
      assert.deepEqual([await other.webhooks.list(erased), await other.webhooks.deliveries(erased)], [[], []]);
      assert.equal((await other.webhooks.deliveries(bystander)).length, 1);
    });

    test(`keep ${DELIVERIES_KEPT} finished deliveries for ${DELIVERY_DAYS} days, and all that are pending`, async () => {
      const { owner } = await newOwner();
      await create(owner);
      const events = Array.from({ length: DELIVERIES_KEPT + 5 }, () => event());
      await stores.webhookQueue.announce(events, { name: "news", at: AT }, AT);
      await stores.webhookQueue.prune(later(DELIVERY_DAYS * DAY + 1));
      assert.equal((await stores.webhooks.deliveries(owner)).length, DELIVERIES_KEPT + 5);
      for (const { id } of events.slice(0, -1)) {
        const [next] = await stores.webhookQueue.claim(1, AT);
        assert.ok(next?.eventId === id);
        await stores.webhookQueue.settle(next, end());
      }
      await stores.webhookQueue.prune(AT);
      const kept = await stores.webhooks.deliveries(owner);
      assert.equal(kept.length, DELIVERIES_KEPT + 1);
      assert.deepEqual([kept[0]?.state, kept[0]?.eventId], ["pending", events.at(-1)?.id]);
      await stores.webhookQueue.prune(later(DELIVERY_DAYS * DAY + 1));
      assert.equal((await stores.webhooks.deliveries(owner)).length, 1);
    });
  });
}
