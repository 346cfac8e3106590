import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { LeasedQuotas as Node } from "../../../src/access/cluster/leased-quotas.ts";
import { eventually } from "./eventually.ts";
import { startRedis, withoutOwnRedis } from "./own-servers.ts";
import type { OwnRedis } from "./own-servers.ts";
import { openProxy } from "./proxy.ts";
import { areWell, FREE, HELD_MAX, LIMIT, QuotaNodes, takeAll } from "./quota-nodes.ts";

describe("quotas while Redis is lost", { skip: withoutOwnRedis }, () => {
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

  const openTwo = async (): Promise<[Node, Node]> => {
    const keyPrefix = nodes.newPrefix();
    const two = await Promise.all([nodes.open(redis.url, keyPrefix), nodes.open(redis.url, keyPrefix)]);
    await eventually("both know of each other", () => two.every((node) => node.statistics.nodes === 2));
    return two;
  };

  for (const [how, lose, comeBack] of [
    ["paused", () => redis.pause(), () => redis.resume()],
    ["killed, and empty afterwards", () => redis.kill(), () => redis.start()],
  ] as const) {
    test(`${how}: every node allows its part, says so, and has it debited afterwards`, async () => {
      const [one, other] = await openTwo();
      let earlier = 0;
      for (let turn = 0; turn < 20; turn += 1) earlier += await takeAll(turn % 2 === 0 ? one : other, "k_1", 20);
      assert.equal(earlier, 400);
      await lose();
      const parts = [await takeAll(one, "k_1", 1500), await takeAll(other, "k_1", 1500)];
      for (const node of [one, other]) assert.match(node.degraded ?? "", /Redis at redis:.* allows a part in 2/);
      for (const part of parts) assert.ok(part >= 200 && part <= 300 + HELD_MAX, `${part} allowed alone`);
      assert.equal((await one.take("k_1", FREE)).allowed, false);
      assert.equal((await one.peek("k_1", FREE)).windows[0]!.remaining, 0);
      await comeBack();
      await areWell(one, other);
      const alone = earlier + parts[0]! + parts[1]!;
      const rest = (await takeAll(other, "k_1", 1000)) + (await takeAll(one, "k_1", 1000));
      // No more than one lease above it: a node knows the others' use as of its own last lease.
      assert.ok(alone <= LIMIT + HELD_MAX, `${alone} of ${LIMIT} while it was lost`);
      assert.ok(alone < LIMIT || rest === 0, `${rest} afterwards, with ${alone} of ${LIMIT} before`);
      // What was leased while Redis stopped may be lost with its reply.
      assert.ok(
        alone + rest <= LIMIT + HELD_MAX && alone + rest >= LIMIT - 2 * HELD_MAX,
        `${alone}, ${rest} of ${LIMIT}`,
      );
    });
  }

  test("one node cut off: it allows its part, the others go on, and its part is debited afterwards", async (t) => {
    const line = await openProxy(redis.port);
    t.after(() => line.close());
    const keyPrefix = "cut:";
    const near = await nodes.open(redis.url, keyPrefix);
    const far = await nodes.open(`redis://127.0.0.1:${line.port}`, keyPrefix);
    await eventually("both know of each other", () => [near, far].every((node) => node.statistics.nodes === 2));
    for (const [subject, part] of [
      ["k_cut", () => line.cut()],
      ["k_silent", () => line.silence()],
    ] as const) {
      part();
      const alone = await takeAll(far, subject, 1000);
      assert.equal(alone, LIMIT / 2);
      assert.notEqual(far.degraded, null);
      assert.equal(await takeAll(near, subject, 100), 100);
      assert.equal(near.degraded, null);
      line.mend();
      await areWell(far);
      const rest = await takeAll(near, subject, 1000);
      assert.ok(alone + 100 + rest <= LIMIT + HELD_MAX, `${alone}, 100 and ${rest}`);
      assert.equal((await far.peek(subject, FREE)).windows[0]!.remaining, 0);
    }
  });

  test("not there at the start: the node works, and joins when it comes", async () => {
    await redis.kill();
    const node = await nodes.open();
    assert.equal(await takeAll(node, "k_early", 400), 400);
    assert.match(node.degraded ?? "", /cannot be used: .*ECONNREFUSED.* counts for itself/);
    await redis.start();
    await areWell(node);
    assert.equal((await node.peek("k_early", FREE)).windows[0]!.remaining, 600);
  });

  test("no user and no password stand in what is said", async () => {
    const node = await nodes.open(`redis://reader:sesame@127.0.0.1:${redis.port}`);
    assert.match(node.degraded ?? "", /Redis at redis:\/\/127\.0\.0\.1:\d+ cannot be used: .*WRONGPASS/);
    assert.doesNotMatch(node.degraded ?? "", /sesame|reader/);
  });
});
