import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import type { AccessStores } from "../../src/access/store/open-stores.ts";
import { openStores } from "../../src/access/store/open-stores.ts";
import { LEASE_MILLISECONDS } from "../../src/access/webhooks.ts";
import { DESCRIBED_EVENTS, topicOf } from "../../src/topics/webhook/webhook-events.ts";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { buildAnnouncer } from "../../src/webhooks/announce-releases.ts";
import { type AttemptDelivery, buildAttemptDelivery } from "../../src/webhooks/attempt-delivery.ts";
import { buildTargets } from "../../src/webhooks/targets.ts";
import { WebhookSender } from "../../src/webhooks/webhook-sender.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";
import { newKey } from "../access/new-key.ts";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { checkPayload } from "../topics/check-answer.ts";
import { type Receiver, openReceiver } from "./receiver.ts";

const BASE = "https://trust.example";
const SECRET = new Uint8Array(32).fill(3);

const [FIRST, SECOND, OTHER_SCALE] = [
  buildMemorySnapshot("2026-10-01-aaaaaaaaaaaa", COMPANIES, FACTS, "2026-10-01T10:00:00.000Z"),
  buildMemorySnapshot(
    "2026-11-01-bbbbbbbbbbbb",
    // France loses its only "very high" company, and Brazil its only company.
    COMPANIES.filter(({ id }) => id !== "c-3" && id !== "c-7"),
    FACTS,
    "2026-11-01T10:00:00.000Z",
  ),
  buildMemorySnapshot(
    "2026-12-01-cccccccccccc",
    COMPANIES,
    { ...FACTS, scale: { ...FACTS.scale, id: "another" } },
    "2026-12-01T10:00:00.000Z",
  ),
] as const;

/** A data folder of which a test moves the pointer. */
function newFolder(first: Snapshot, begun = "2026-11-20T00:00:00.000Z") {
  const releases = buildMemoryReleases(first, FIRST, SECOND, OTHER_SCALE);
  const entries: { readonly snapshot: Snapshot; readonly since: string }[] = [];
  const moveTo = (snapshot: Snapshot, since: string): void => void entries.push({ snapshot, since });
  moveTo(first, begun);
  return {
    moveTo,
    releases: {
      ...releases,
      current: () => entries.at(-1)?.snapshot ?? first,
      history: () => entries.map(({ snapshot, since }) => ({ release: snapshot.manifest.id, since })),
    },
  };
}

const KINDS: readonly {
  readonly name: string;
  readonly skip: string | false;
  /** Opens the same new place each time. */
  readonly newPlace: () => () => Promise<AccessStores>;
}[] = [
  {
    name: "one machine",
    skip: false,
    newPlace: () => {
      const folder = newTemporaryFolder();
      return () => openStores({ dataFolder: folder, databaseUrl: null, waitMilliseconds: 10_000 });
    },
  },
  {
    name: "many nodes",
    skip: withoutPostgres,
    newPlace: () => {
      let url: Promise<string> | null = null;
      return async () =>
        openStores({ dataFolder: "", databaseUrl: await (url ??= newDatabaseUrl()), waitMilliseconds: 10_000 });
    },
  },
];

const opened: { close(): Promise<void> }[] = [];
after(async () => {
  for (const each of opened.toReversed()) await each.close();
});

for (const { name, skip, newPlace } of KINDS) {
  describe(`deliveries: ${name}`, { skip }, () => {
    const newService = async (open: () => Promise<AccessStores>, folder: ReturnType<typeof newFolder>) => {
      const stores = await open();
      opened.push(stores);
      const clock = { at: new Date("2026-11-21T08:00:00.000Z") };
      const now = (): Date => clock.at;
      const announce = buildAnnouncer({ queue: stores.webhookQueue, releases: folder.releases, now, baseUrl: BASE });
      const targets = buildTargets({ lookup: () => Promise.resolve([]), allowsPrivate: true });
      const attempt = buildAttemptDelivery({ targets, now: () => new Date(), userAgent: "test" });
      const send = (how: { attempt?: AttemptDelivery } = {}) => {
        const outcomes: string[] = [];
        const troubles: string[] = [];
        const sender = new WebhookSender({
          queue: stores.webhookQueue,
          announce,
          attempt,
          now,
          random: () => 0,
          onAttempt: (outcome) => outcomes.push(outcome),
          onTrouble: (sentence) => troubles.push(sentence),
          pollMilliseconds: 20,
          ...how,
        });
        opened.push(sender);
        return { sender, outcomes, troubles };
      };
      return { stores, clock, announce, send };
    };
    const register = async (stores: AccessStores, receiver: Receiver, topics: readonly string[]) => {
      const { apiKey: _, ...key } = newKey();
      await stores.accounts.create(key);
      const owner = `k_${key.id}`;
      const webhook = { id: `wh_${key.id}`, url: receiver.url, topics, createdAt: new Date() };
      assert.equal(await stores.webhooks.create(owner, webhook, SECRET), "created");
      return { owner, id: webhook.id };
    };
    const TOPICS = [
      topicOf("release.published"),
      topicOf("release.withdrawn"),
      ...["FR", "BR", "DE"].map((iso2) => topicOf("country.moved", iso2)),
    ];
    const bodies = ({ events }: Receiver) =>
      events.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });

    test("tell of a release that is published, of the countries that moved with it, and that it is withdrawn", async () => {
      const [folder, receiver] = [newFolder(FIRST), await openReceiver()];
      const { stores, announce, send } = await newService(newPlace(), folder);
      await register(stores, receiver, TOPICS);
      await announce();
      send();
      folder.moveTo(SECOND, "2026-11-21T07:00:00.000Z");
      await eventually("the first events", () => receiver.events.length === 3);
      const [published, brazil, france] = bodies(receiver);
      assert.deepEqual(
        [published?.type, published?.data["release"], published?.data["previous_release"], published?.data["href"]],
        [
          "release.published",
          SECOND.manifest.id,
          FIRST.manifest.id,
          `${BASE}/api/v2/countries/preview?release=${SECOND.manifest.id}`,
        ],
      );
      const changes = `${BASE}/api/v2/changes?from=${FIRST.manifest.id}&to=${SECOND.manifest.id}`;
      assert.equal(published?.data["changes_href"], changes);
      assert.deepEqual([brazil?.data["slug"], brazil?.data["trend"]], ["brazil", null]);
      assert.deepEqual(brazil?.data["reasons"], { trend: "not_judged" });
      const { before, after: later, trend, summary, href, slug } = france?.data ?? {};
      assert.deepEqual(
        [slug, trend, href],
        ["france", null, `${BASE}/api/v2/countries/france?release=${SECOND.manifest.id}`],
      );
      assert.deepEqual(
        [before, later].map((side) => (side as Record<string, unknown>)["median_label"]),
        ["High", "Middle"],
      );
      assert.match(String(summary), /^France is now Middle \(High before\): one company was removed; .*\.$/u);

      folder.moveTo(FIRST, "2026-11-21T07:30:00.000Z");
      await eventually("the events of the way back", () => receiver.events.length === 6);
      const [withdrawn, , franceAgain] = bodies(receiver).slice(3);
      assert.deepEqual(withdrawn?.data, {
        release: SECOND.manifest.id,
        current_release: FIRST.manifest.id,
        href: `${BASE}/api/v2/countries/preview?release=${FIRST.manifest.id}`,
      });
      assert.deepEqual([franceAgain?.data["slug"], franceAgain?.data["trend"]], ["france", null]);
      assert.deepEqual(franceAgain?.data["reasons"], { trend: "taken_back" });

      folder.moveTo(SECOND, "2026-11-21T07:40:00.000Z");
      await eventually("the release is published again", () => receiver.events.length === 9);
      const ids = receiver.events.map(({ headers }) => headers["webhook-id"]);
      assert.equal(new Set(ids).size, 9, "another event each time");
      for (const payload of bodies(receiver)) checkPayload(payload);
      for (const { example } of DESCRIBED_EVENTS) checkPayload(example);
      const verifier = new Webhook(`whsec_${Buffer.from(SECRET).toString("base64")}`);
      for (const { body, headers } of receiver.events) verifier.verify(body, headers as Record<string, string>);
    });

    test("claim no trend where the scale is another one", async () => {
      const [folder, receiver] = [newFolder(FIRST), await openReceiver()];
      const { stores, announce, send } = await newService(newPlace(), folder);
      await register(stores, receiver, [topicOf("country.moved", "FR")]);
      await announce();
      folder.moveTo(OTHER_SCALE, "2026-11-21T07:00:00.000Z");
      send();
      await eventually("the event", () => receiver.events.length === 1);
      const [moved] = bodies(receiver);
      assert.deepEqual([moved?.data["trend"], moved?.data["reasons"]], [null, { trend: "method_change" }]);
    });

    test("tell what happened while no service ran, and nothing of the time before the first", async () => {
      const [folder, receiver, open] = [newFolder(FIRST), await openReceiver(), newPlace()];
      folder.moveTo(SECOND, "2026-11-20T01:00:00.000Z");
      const before = await newService(open, folder);
      await register(before.stores, receiver, [topicOf("release.published"), topicOf("release.withdrawn")]);
      await before.announce();
      assert.deepEqual(await before.stores.webhookQueue.claim(10, new Date("2027-01-01")), []);
      folder.moveTo(FIRST, "2026-11-20T02:00:00.000Z");
      folder.moveTo(SECOND, "2026-11-20T03:00:00.000Z");
      const later = await newService(open, folder);
      later.send();
      await eventually("both events", () => receiver.events.length === 2);
      assert.deepEqual(
        bodies(receiver).map(({ type }) => type),
        ["release.withdrawn", "release.published"],
      );
    });

    test("of two nodes come once each, although both notice, each at its own time", async () => {
      const [mine, theirs, open] = [newFolder(FIRST), newFolder(FIRST), newPlace()];
      const receivers = await Promise.all(Array.from({ length: 4 }, openReceiver));
      const nodes = [await newService(open, mine), await newService(open, theirs)] as const;
      for (const receiver of receivers) await register(nodes[0].stores, receiver, TOPICS);
      for (const { announce } of nodes) await announce();
      const senders = nodes.map(({ send }) => send());
      mine.moveTo(SECOND, "2026-11-21T07:00:00.000Z");
      await eventually("one node has told all", () => receivers.every(({ events }) => events.length === 3));
      theirs.moveTo(SECOND, "2026-11-21T07:00:05.000Z");
      mine.moveTo(FIRST, "2026-11-21T07:10:00.000Z");
      theirs.moveTo(FIRST, "2026-11-21T07:10:05.000Z");
      await eventually("the way back is told", () => receivers.every(({ events }) => events.length === 6));
      await wait(300);
      for (const { events } of receivers) {
        assert.equal(events.length, 6);
        assert.equal(new Set(events.map(({ headers }) => headers["webhook-id"])).size, 6);
      }
      const attempts = senders.flatMap(({ outcomes }) => outcomes);
      assert.deepEqual([attempts.length, new Set(attempts)], [24, new Set(["delivered"])]);
    });

    test("of a new node are none: what its folder begins with, and what others have told", async () => {
      const [mine, theirs, receiver, open] = [newFolder(FIRST), newFolder(FIRST), await openReceiver(), newPlace()];
      const node = await newService(open, mine);
      const { owner } = await register(node.stores, receiver, TOPICS);
      await node.announce();
      mine.moveTo(SECOND, "2026-11-21T07:00:00.000Z");
      node.send();
      await eventually("it is told", () => receiver.events.length === 3);
      // One that is not settled yet would be attempted again in March.
      await eventually("it is settled", async () =>
        (await node.stores.webhooks.deliveries(owner)).every(({ state }) => state === "delivered"),
      );
      // All that was told is forgotten by now.
      await node.stores.webhookQueue.prune(new Date("2027-03-01"));
      const late = newFolder(FIRST, "2026-11-22T00:00:00.000Z");
      late.moveTo(SECOND, "2026-11-22T00:01:00.000Z");
      for (const folder of [late, newFolder(SECOND, "2026-11-22T00:02:00.000Z"), theirs]) {
        const other = await newService(open, folder);
        await other.announce();
        assert.deepEqual(await other.stores.webhookQueue.claim(10, new Date("2027-03-01")), []);
      }
    });

    test("of a node that is killed in the middle come from the other", async () => {
      const [folder, receiver, open] = [newFolder(FIRST), await openReceiver(), newPlace()];
      const [node, other] = [await newService(open, folder), await newService(open, folder)];
      const { owner } = await register(node.stores, receiver, [topicOf("release.published")]);
      await node.announce();
      await other.announce();
      // Sent, and killed before the response: nothing is settled ever.
      const killed = Promise.withResolvers<void>();
      node.send({
        attempt: () => {
          killed.resolve();
          return new Promise(() => {});
        },
      });
      folder.moveTo(SECOND, "2026-11-21T07:00:00.000Z");
      await killed.promise;
      other.send();
      await wait(100);
      assert.equal(receiver.events.length, 0, "it belongs to who claimed it");
      other.clock.at = new Date(other.clock.at.getTime() + LEASE_MILLISECONDS);
      await eventually("the other delivers it", () => receiver.events.length === 1);
      await eventually("it is settled", async () => {
        const [delivery] = await other.stores.webhooks.deliveries(owner);
        return delivery?.state === "delivered" && delivery.attempts === 2;
      });
    });

    test("are tried again with the same id and body, and disable the webhook after the last attempt", async () => {
      const [folder, receiver] = [newFolder(FIRST), await openReceiver()];
      receiver.answer = { status: 500 };
      const { stores, clock, announce, send } = await newService(newPlace(), folder);
      const { owner, id } = await register(stores, receiver, [topicOf("release.published")]);
      await announce();
      folder.moveTo(SECOND, "2026-11-21T07:00:00.000Z");
      const { outcomes, troubles } = send();
      for (let tries = 1; tries <= 8; tries += 1) {
        await eventually(`attempt ${tries}`, async () => {
          const [delivery] = await stores.webhooks.deliveries(owner);
          return delivery?.last?.at.getTime() === clock.at.getTime();
        });
        const [delivery] = await stores.webhooks.deliveries(owner);
        assert.deepEqual([delivery?.attempts, outcomes.length, delivery?.last?.outcome], [tries, tries, "refused"]);
        if (delivery?.nextAt) clock.at = delivery.nextAt;
      }
      assert.equal(
        new Set(receiver.events.map(({ headers, body }) => `${String(headers["webhook-id"])} ${body}`)).size,
        1,
      );
      assert.ok(clock.at.getTime() - Date.parse("2026-11-21T08:00:00.000Z") > 24 * 3_600_000);
      const [webhook] = await stores.webhooks.list(owner);
      assert.equal(webhook?.disabled?.because, "attempts_failed");
      await eventually("the publisher is told", () => troubles.length > 0);
      assert.deepEqual(troubles, [`The webhook ${id} is disabled: every attempt to deliver an event failed.`]);
      assert.equal((await stores.webhooks.deliveries(owner))[0]?.state, "failed");
    });

    test("end at once where the receiver is gone", async () => {
      const [folder, receiver] = [newFolder(FIRST), await openReceiver()];
      receiver.answer = { status: 410 };
      const { stores, announce, send } = await newService(newPlace(), folder);
      const { owner } = await register(stores, receiver, TOPICS);
      await announce();
      folder.moveTo(SECOND, "2026-11-21T07:00:00.000Z");
      send();
      await eventually("it is disabled", async () => (await stores.webhooks.list(owner))[0]?.disabled != null);
      await wait(100);
      assert.equal(receiver.events.length, 1, "the other two events are not sent");
    });

    test("that are under way when the service closes are given back", async () => {
      const [folder, receiver] = [newFolder(FIRST), await openReceiver()];
      receiver.delayMilliseconds = 60_000;
      const { stores, announce, send } = await newService(newPlace(), folder);
      const { owner } = await register(stores, receiver, [topicOf("release.published")]);
      await announce();
      folder.moveTo(SECOND, "2026-11-21T07:00:00.000Z");
      const { sender } = send();
      await eventually("it is under way", () => receiver.events.length === 1);
      await sender.close();
      const [delivery] = await stores.webhooks.deliveries(owner);
      assert.deepEqual([delivery?.state, delivery?.attempts], ["pending", 0]);
      receiver.delayMilliseconds = 0;
      send();
      await eventually("it is delivered", () => receiver.events.length === 2);
    });
  });
}
