import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AccessStores } from "../../src/access/access.ts";
import { CONFIRMATION_HOURS } from "../../src/access/confirmations.ts";
import { ASKED_PER_EMAIL, FOLLOWS_PER_EMAIL, MAIL_LEASE_MILLISECONDS } from "../../src/access/follows.ts";
import type { StoresCase } from "./accounts-contract.ts";

const HOUR_MILLISECONDS = 3_600_000;
const AT = new Date("2026-11-21T10:00:00.000Z");
const later = (hours: number): Date => new Date(AT.getTime() + hours * HOUR_MILLISECONDS);

/** What every keeper of those who follow by e-mail does. */
export function followsContract({ name, open }: Pick<StoresCase, "name" | "open">): void {
  describe(`follows: ${name}`, () => {
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
    const newEmail = () => `Following.${(made += 1)}@Example.org`;
    const newCode = () => `code-${(made += 1)}`.padEnd(43, "x");
    const start = async (email: string, country: string | null = "FR", at = AT) => {
      const code = newCode();
      return { code, isAsked: await stores.follows.start({ code, email, country }, at) };
    };
    const follow = async (email = newEmail(), country: string | null = "FR", at = AT) => {
      const { code } = await start(email, country, at);
      assert.ok(await other.follows.confirm(code, at));
      return code;
    };
    /** What of these is claimed: the other tests leave mails that are due. */
    const claim = async (codes: readonly string[], since: Date, at: Date, by = stores) => {
      const claimed = await by.follows.claim(since, 10_000, at);
      return claimed.filter(({ code }) => codes.includes(code)).map(({ code, attempt }) => [code, attempt]);
    };

    test("is asked for, confirmed and ended, everywhere, in letters of either case", async () => {
      const email = newEmail();
      const { code, isAsked } = await start(email);
      assert.equal(isAsked, true);
      const asked = { code, email, country: "FR", askedAt: AT, confirmedAt: null };
      assert.deepEqual(await other.follows.find(code, AT), asked);
      const confirmed = { ...asked, confirmedAt: later(1) };
      assert.deepEqual(await other.follows.confirm(code, later(1)), confirmed);
      assert.deepEqual(await stores.follows.confirm(code, later(2)), confirmed, "once more changes nothing");
      assert.deepEqual(await stores.follows.list(email.toUpperCase()), [confirmed]);
      assert.deepEqual(await other.follows.leave(code), confirmed);
      assert.equal(await stores.follows.leave(code), null);
      assert.equal(await stores.follows.find(code, later(2)), null);
      assert.deepEqual(await stores.follows.list(email), []);
    });

    test("the same is not asked for again within a day, nor what is followed", async () => {
      const email = newEmail();
      const first = await start(email);
      assert.equal((await start(email.toLowerCase())).isAsked, false);
      const again = await start(email, "FR", later(25));
      assert.equal(again.isAsked, true);
      assert.equal(
        await stores.follows.find(first.code, later(25)),
        null,
        "the newer code takes the place of the older",
      );
      assert.ok(await stores.follows.confirm(again.code, later(25)));
      assert.equal((await start(email, "FR", later(80))).isAsked, false);
      assert.equal((await start(email, null, later(80))).isAsked, true, "every release is something else");
    });

    test(`an address is asked ${ASKED_PER_EMAIL} times a day, and follows ${FOLLOWS_PER_EMAIL} things`, async () => {
      const email = newEmail();
      const countries = Array.from(
        { length: FOLLOWS_PER_EMAIL + 1 },
        (_, index) => `A${String.fromCodePoint(65 + index)}`,
      );
      const asked = [];
      for (const country of countries.slice(0, ASKED_PER_EMAIL + 1)) asked.push((await start(email, country)).isAsked);
      assert.deepEqual(asked, [...Array.from({ length: ASKED_PER_EMAIL }, () => true), false]);
      const many = newEmail();
      for (const country of countries.slice(0, FOLLOWS_PER_EMAIL)) await follow(many, country);
      assert.equal((await start(many, countries.at(-1))).isAsked, false);
    });

    test(`a code that is not used within ${CONFIRMATION_HOURS} hours is over, and deleted`, async () => {
      const [email, kept] = [newEmail(), newEmail()];
      const { code } = await start(email);
      const confirmed = await follow(kept);
      const over = later(CONFIRMATION_HOURS + 0.01);
      assert.equal(await stores.follows.find(code, over), null);
      assert.equal(await stores.follows.confirm(code, over), null);
      assert.equal((await stores.follows.list(email)).length, 1);
      await stores.follows.prune(over);
      assert.deepEqual(await stores.follows.list(email), []);
      assert.equal((await stores.follows.list(kept))[0]?.code, confirmed);
    });

    test("the first mail is due at once, a release only where it became current after the confirmation", async () => {
      const { code } = await start(newEmail());
      const confirmed = await follow();
      const both = [code, confirmed];
      assert.deepEqual(await claim(both, AT, AT), [[code, 1]]);
      await stores.follows.settle({ code, attempt: 1, confirmedAt: null }, AT);
      assert.deepEqual(await claim(both, AT, later(1)), []);
      assert.deepEqual(await claim(both, later(1), later(1)), [[confirmed, 1]]);
      await other.follows.settle({ code: confirmed, attempt: 1, confirmedAt: AT }, later(1));
      assert.deepEqual(await claim(both, later(1), later(5)), []);
      assert.deepEqual(await claim(both, later(2), later(5)), [[confirmed, 1]]);
    });

    test("of several that claim, one gets a mail; who was killed leaves it to the next after its lease", async () => {
      const code = await follow();
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, index) => claim([code], later(1), later(1), index % 2 === 0 ? stores : other)),
      );
      assert.deepEqual(claims.flat(), [[code, 1]]);
      const leased = later(1).getTime() + MAIL_LEASE_MILLISECONDS;
      assert.deepEqual(await claim([code], later(1), new Date(leased - 1)), []);
      assert.deepEqual(await claim([code], later(1), new Date(leased)), [[code, 2]]);
    });

    test("a postponed mail is due then, and the attempts begin anew with the next release", async () => {
      const code = await follow();
      await claim([code], later(1), later(1));
      await stores.follows.postpone({ code, attempt: 1, confirmedAt: AT }, later(3));
      assert.deepEqual(await claim([code], later(1), later(2)), []);
      assert.deepEqual(await claim([code], later(1), later(3)), [[code, 2]]);
      await stores.follows.settle({ code, attempt: 2, confirmedAt: AT }, later(1));
      assert.deepEqual(await claim([code], later(4), later(4)), [[code, 1]]);
    });

    test("what ends late takes nothing from what was claimed in the meantime", async () => {
      const { code } = await start(newEmail());
      const first = { code, attempt: 1, confirmedAt: null };
      assert.deepEqual(await claim([code], AT, AT), [[code, 1]]);
      await stores.follows.confirm(code, AT);
      assert.deepEqual(await claim([code], later(1), later(1)), [[code, 1]]);
      await other.follows.settle(first, AT);
      await other.follows.postpone(first, AT);
      assert.deepEqual(await claim([code], later(1), later(1)), [], "the first mail ended");
      const news = { code, attempt: 1, confirmedAt: AT };
      assert.deepEqual(await claim([code], later(2), later(2)), [[code, 2]]);
      await other.follows.postpone(news, later(1));
      await other.follows.settle(news, later(1));
      assert.deepEqual(await claim([code], later(2), later(2)), [], "the mail about the release before ended");
    });

    test("everything of an address is deleted together, and nothing of another", async () => {
      const [email, kept] = [newEmail(), newEmail()];
      await follow(email);
      await follow(email, null);
      await follow(kept);
      await stores.follows.leaveAll(email.toUpperCase());
      assert.deepEqual(await other.follows.list(email), []);
      assert.equal((await other.follows.list(kept)).length, 1);
    });
  });
}
