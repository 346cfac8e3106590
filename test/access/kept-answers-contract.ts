import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, test } from "node:test";
import type { AccessStores } from "../../src/access/access.ts";
import { StoreUnavailable } from "../../src/access/accounts.ts";
import { ANSWER_HOURS, buildIdempotency } from "../../src/access/idempotency.ts";
import type { StoresCase } from "./accounts-contract.ts";

const AT = new Date("2026-11-21T10:00:00.000Z");
const later = (seconds: number): Date => new Date(AT.getTime() + seconds * 1000);
const DAY = ANSWER_HOURS * 3600;

/** What every keeper of answers does. */
export function keptAnswersContract({ name, open }: Pick<StoresCase, "name" | "open">): void {
  describe(`kept answers: ${name}`, () => {
    let stores: AccessStores;
    let other: AccessStores;
    beforeEach(async () => {
      [stores, other] = await Promise.all([open(), open()]);
    });
    afterEach(async () => {
      await Promise.all([stores.close(), other.close()]);
    });
    const bytes = (): Uint8Array => new Uint8Array(randomBytes(32));
    const newRequest = () => ({ name: bytes(), request: bytes() });

    test("of several requests at once one begins, and the others learn that", async () => {
      const kept = newRequest();
      const begun = await Promise.all(
        Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? stores : other).keptAnswers.begin(kept, AT)),
      );
      assert.equal(begun.filter((outcome) => outcome === "begun").length, 1);
      assert.equal(begun.filter((outcome) => outcome === "under_way").length, 7);
      assert.equal(await other.keptAnswers.begin({ ...kept, request: bytes() }, AT), "other_request");
      assert.equal(await other.keptAnswers.begin(newRequest(), AT), "begun");
    });

    test(`an answer is kept for ${ANSWER_HOURS} hours, everywhere`, async () => {
      const kept = newRequest();
      const answer = bytes();
      await stores.keptAnswers.begin(kept, AT);
      await stores.keptAnswers.finish(kept.name, AT, answer);
      assert.deepEqual(new Uint8Array((await other.keptAnswers.begin(kept, later(DAY))) as Uint8Array), answer);
      await other.keptAnswers.prune(later(DAY));
      assert.equal(await other.keptAnswers.begin({ ...kept, request: bytes() }, later(DAY)), "other_request");
      assert.equal(await other.keptAnswers.begin(kept, later(DAY + 1)), "begun");
      await stores.keptAnswers.prune(later(3 * DAY));
      assert.equal(await other.keptAnswers.begin(kept, AT), "begun", "nothing is left of it");
    });

    test("a request that failed, or whose process was killed, is begun anew", async () => {
      const kept = newRequest();
      await stores.keptAnswers.begin(kept, AT);
      await stores.keptAnswers.forget(kept.name, AT);
      assert.equal(await other.keptAnswers.begin(kept, AT), "begun");
      assert.equal(await stores.keptAnswers.begin(kept, later(60)), "under_way");
      assert.equal(await stores.keptAnswers.begin(kept, later(61)), "begun");
      const answer = bytes();
      await other.keptAnswers.finish(kept.name, AT, bytes());
      await other.keptAnswers.forget(kept.name, AT);
      assert.equal(await stores.keptAnswers.begin(kept, later(62)), "under_way", "whoever was late changes nothing");
      await stores.keptAnswers.finish(kept.name, later(61), answer);
      await stores.keptAnswers.forget(kept.name, later(61));
      assert.deepEqual(new Uint8Array((await other.keptAnswers.begin(kept, later(63))) as Uint8Array), answer);
    });

    test("an answer can be read by who has the key and the scope, and by nobody who reads the store", async () => {
      let asked = 0;
      const { keptAnswers } = stores;
      const stored: Uint8Array[] = [];
      const watched = {
        ...keptAnswers,
        finish: async (id: Uint8Array, at: Date, answer: Uint8Array) => {
          stored.push(id, answer);
          await keptAnswers.finish(id, at, answer);
        },
      };
      const once = buildIdempotency(watched, () => AT);
      const create = async () => `secret ${(asked += 1)}`;
      const request = { idempotencyKey: `key-of-${randomBytes(16).toString("hex")}`, scope: "sign_up", body: "{}" };
      const begun = Promise.withResolvers<void>();
      const othersAsked = Promise.withResolvers<void>();
      const first = once.answerOnce(request, async () => {
        begun.resolve();
        await othersAsked.promise;
        return await create();
      });
      await begun.promise;
      const others = [await once.answerOnce(request, create), await once.answerOnce(request, create)];
      othersAsked.resolve();
      assert.deepEqual([await first, ...others], [{ answer: "secret 1" }, "under_way", "under_way"]);
      assert.deepEqual(await once.answerOnce(request, create), { answer: "secret 1" });
      assert.equal(await once.answerOnce({ ...request, body: "{ }" }, create), "other_request");
      assert.deepEqual(await once.answerOnce({ ...request, scope: "another" }, create), { answer: "secret 2" });
      const texts = stored.map((each) => Buffer.from(each).toString("latin1"));
      assert.ok(texts.every((text) => !text.includes("secret") && !text.includes(request.idempotencyKey)));
    });

    test("a request that fails can be sent again, and one whose answer cannot be kept is answered", async () => {
      const { keptAnswers } = stores;
      const once = buildIdempotency(keptAnswers, () => AT);
      const request = { idempotencyKey: randomBytes(16).toString("hex"), scope: "sign_up", body: "{}" };
      await assert.rejects(
        once.answerOnce(request, () => Promise.reject(new Error("wrong"))),
        /wrong/u,
      );
      const down = buildIdempotency(
        { ...keptAnswers, finish: () => Promise.reject(new StoreUnavailable("The store is down.")) },
        () => AT,
      );
      assert.deepEqual(await down.answerOnce(request, () => Promise.resolve("made")), { answer: "made" });
    });
  });
}
