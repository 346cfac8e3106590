import assert from "node:assert/strict";
import { type TestContext, after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { LeasedQuotas as Node } from "../../../src/access/cluster/leased-quotas.ts";
import { eventually } from "./eventually.ts";
import { startRedis, withoutOwnRedis } from "./own-servers.ts";
import type { OwnRedis } from "./own-servers.ts";
import { openProxy } from "./proxy.ts";
import { areWell, FREE, HELD_MAX, LIMIT, QuotaNodes, takeAll } from "./quota-nodes.ts";

describe("quotas after Redis was emptied, or lost again and again", { skip: withoutOwnRedis }, () => {
  let redis: OwnRedis;
  let nodes: QuotaNodes;
  before(async () => {
    redis = await startRedis();
    nodes = new QuotaNodes(redis);
  });
  after(async () => {
    await nodes.close();
    await redis.close();
  });

  test("after any number of pauses and cuts Redis has debited what was allowed, and no request less", async (t) => {
    const limits = { perHour: 1_000_000, perDay: null };
    const line = await openProxy(redis.port);
    t.after(() => line.close());
    const keyPrefix = "chaos:";
    const near = await nodes.open(redis.url, keyPrefix);
    const far = await nodes.open(`redis://127.0.0.1:${line.port}`, keyPrefix);
    const subjects = ["k_a", "k_b", "k_c"];
    const allowed = new Map(subjects.map((subject) => [subject, 0]));
    const over = new AbortController();
    const callOn = async (node: Node, start: number): Promise<void> => {
      for (let request = start; !over.signal.aborted; request += 1) {
        const subject = subjects[request % subjects.length]!;
        const { allowed: isAllowed } = await node.take(subject, limits);
        if (isAllowed) allowed.set(subject, allowed.get(subject)! + 1);
        if (request % 20 === 0) await wait(1);
      }
    };
    const calling = [near, far, near, far].map(callOn);
    const turns = [
      [() => redis.pause(), () => redis.resume(), 300],
      [() => line.cut(), () => line.mend(), 400],
      [() => redis.pause(), () => redis.resume(), 900],
      [() => line.silence(), () => line.mend(), 500],
      [() => redis.pause(), () => redis.resume(), 50],
    ] as const;
    for (const [lose, comeBack, milliseconds] of turns) {
      lose();
      await wait(milliseconds);
      comeBack();
      await wait(200);
    }
    over.abort();
    await Promise.all(calling);
    await areWell(near, far);
    await Promise.all([near.close(), far.close()]);
    const third = await nodes.open(redis.url, keyPrefix);
    for (const subject of subjects) {
      const debited = limits.perHour - (await third.peek(subject, limits)).windows[0]!.remaining;
      const lost = debited - allowed.get(subject)!;
      // A lease whose reply was lost with its connection, at most one for each time that the line
      // broke.
      assert.ok(lost >= 0 && lost <= 3 * HELD_MAX, `${debited} debited of ${subject}, ${allowed.get(subject)} allowed`);
    }
  });

  /** Used up, mostly by the third node; all have heard so. */
  const useUp = async (subject: string, [one, other, third]: readonly [Node, Node, Node]): Promise<void> => {
    const allowed = [await takeAll(third, subject, 700)];
    // Others hold leases meanwhile, so the last requests are asked for again and again.
    await eventually("it is used up", async () => {
      for (const node of [one, other, third]) allowed.push(await takeAll(node, subject, 100));
      return allowed.reduce((sum, each) => sum + each, 0) === LIMIT;
    });
    for (const node of [one, other, third]) assert.equal(await takeAll(node, subject, 1), 0);
  };
  /** How many are allowed in a second: a refusal is remembered for half of one. */
  const takeForSecond = async (subject: string, those: readonly Node[]): Promise<number> => {
    let allowed = 0;
    for (const until = performance.now() + 1000; performance.now() < until; await wait(5))
      for (const node of those) allowed += await takeAll(node, subject, 1);
    return allowed;
  };
  /** Two nodes, and a third that is reached by a line of its own. */
  const openThree = async (t: TestContext) => {
    const line = await openProxy(redis.port);
    t.after(() => line.close());
    const keyPrefix = nodes.newPrefix();
    const urls = [redis.url, redis.url, `redis://127.0.0.1:${line.port}`];
    const three = (await Promise.all(urls.map((url) => nodes.open(url, keyPrefix)))) as [Node, Node, Node];
    await eventually("all know of each other", () => three.every((node) => node.statistics.nodes === 3));
    return { three, line };
  };

  test("emptied while it is connected: nothing that was used up is allowed again", async (t) => {
    const { three } = await openThree(t);
    await useUp("k_used", three);
    await redis.forget();
    assert.equal(await takeForSecond("k_used", three), 0);
    await areWell(...three);
    assert.equal(await takeForSecond("k_used", three), 0);
  });

  test("emptied and lost at once: nothing that was used up is allowed again", async (t) => {
    const { three } = await openThree(t);
    await useUp("k_used", three);
    await redis.forget();
    // Each node asks once a second.
    await wait(1500);
    await areWell(...three);
    await redis.kill();
    await eventually("it is missed", () => three.every((node) => node.degraded !== null));
    assert.equal(await takeForSecond("k_used", three), 0);
    await redis.start();
    await areWell(...three);
  });

  test("restarted empty: nothing is leased until the last node has debited again what it allowed", async (t) => {
    const { three, line } = await openThree(t);
    const [one, other] = three;
    await useUp("k_used", three);
    // The nodes that come back first know that this is used up; of this they know nothing.
    assert.equal(await takeAll(three[2], "k_unknown", 1000), LIMIT);
    await redis.kill();
    line.cut();
    await redis.start();
    const forgotten = /has forgotten what was debited.* allows a part in 3/;
    await eventually("the others are back", () => [one, other].every((node) => forgotten.test(node.degraded ?? "")));
    assert.equal(await takeForSecond("k_used", [one, other]), 0);
    line.mend();
    await areWell(...three);
    for (const subject of ["k_used", "k_unknown"]) assert.equal(await takeForSecond(subject, three), 0, subject);
  });

  test("restarted empty: what a node held then, and uses while it waits, nobody gets a second time", async (t) => {
    const { three, line } = await openThree(t);
    const [one, , late] = three;
    assert.equal(await takeAll(one, "k_held", 1), 1);
    let allowed = 1 + (await takeAll(late, "k_held", 1000));
    assert.ok(allowed < LIMIT, "the first node holds a lease");
    assert.equal((await one.peek("k_held", FREE)).windows[0]!.remaining, LIMIT - allowed);
    await redis.kill();
    line.cut();
    await redis.start();
    await eventually("it waits", () => /has forgotten/.test(one.degraded ?? ""));
    allowed += await takeAll(one, "k_held", 200);
    assert.equal(allowed, LIMIT);
    line.mend();
    assert.equal(await takeForSecond("k_held", [late]), 0);
    await areWell(...three);
    assert.equal(await takeForSecond("k_held", three), 0);
  });

  test("restarted empty while a node is lost: the others wait for it, but not for ever", async (t) => {
    const { three, line } = await openThree(t);
    const [one, other, lost] = three;
    assert.equal(await takeAll(lost, "k_lost", 300), 300);
    line.cut();
    await redis.kill();
    await eventually("it is missed", () => [one, other].every((node) => node.degraded !== null));
    await redis.start();
    await areWell(one, other);
    assert.equal(one.statistics.nodes, 2);
    assert.equal(await takeAll(one, "k_lost", 100), 100);
    line.mend();
    await areWell(lost);
    const { remaining } = (await one.peek("k_lost", FREE)).windows[0]!;
    assert.ok(remaining <= LIMIT - 400 && remaining >= LIMIT - 400 - 2 * HELD_MAX, `${remaining} of ${LIMIT}`);
  });
});
