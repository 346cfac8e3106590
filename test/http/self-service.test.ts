import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { openFileStores } from "../access/file-stores.ts";
import { hashOf } from "../../src/access/api-key.ts";
import { eraseAccount, revokeKey, rotateKey } from "../../src/topics/account/keys.ts";
import { getDashboard } from "../../src/topics/account/get-dashboard.ts";
import { checkAnswer } from "../topics/check-answer.ts";
import { type AccessServer, JSON_BODY, openAccessServer, remainingOf } from "./access-server.ts";
import { type Received, checkProblem, checkShared } from "./test-server.ts";

/** What the holder of a key can do with it alone, through the real server. */

let own: AccessServer;

before(async () => {
  own = await openAccessServer();
});

const CLIENT = "192.0.2.1";
const asKey = (apiKey: string): Record<string, string> => ({ "X-SVC-API-Key": apiKey });

const post = (path: string, apiKey: string, body?: object): Promise<Received> =>
  own.from(CLIENT, path, {
    method: "POST",
    headers: { ...asKey(apiKey), ...(body === undefined ? {} : JSON_BODY) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const get = (path: string, apiKey: string): Promise<Received> => own.from(CLIENT, path, { headers: asKey(apiKey) });

function bodyOf(received: Received, status = 200, perHour = 20): Record<string, unknown> {
  checkShared(received);
  assert.equal(received.status, status, received.body.toString());
  assert.equal(received.headers["cache-control"], "no-store");
  assert.equal(received.headers["ratelimit-policy"], `"hour";q=${perHour};w=3600`);
  return JSON.parse(received.body.toString()) as Record<string, unknown>;
}

const rotate = async (apiKey: string, body: object = {}): Promise<string> => {
  const rotated = bodyOf(await post("/api/keys/rotate", apiKey, body), 201);
  checkAnswer(rotateKey, rotated);
  return String(rotated["api_key"]);
};

const isKnown = async (apiKey: string): Promise<boolean> => (await get("/api/v2/scale", apiKey)).status === 200;

describe("POST /api/keys/rotate", () => {
  test("201 to a request without a body, which asks for nothing special", async () => {
    const old = await own.giveKey();
    const rotated = bodyOf(await post("/api/keys/rotate", old), 201);
    checkAnswer(rotateKey, rotated);
    checkProblem(await get("/api/v2/scale", old), 401, "unknown_api_key");
  });

  test("201 with a new key; the old one ends at once, and both have one quota", async () => {
    const old = await own.giveKey();
    for (let asked = 0; asked < 3; asked += 1) await get("/api/v2/scale", old);
    const next = await rotate(old);
    assert.notEqual(next, old);
    checkProblem(await get("/api/v2/scale", old), 401, "unknown_api_key");
    const received = await get("/api/v2/scale", next);
    assert.equal(remainingOf(received), 996);
    const dashboard = JSON.parse((await get("/api/dashboard", next)).body.toString()) as Record<string, unknown>;
    assert.deepEqual(
      [dashboard["key_prefix"], dashboard["usage"]],
      [next.slice(0, 16), { ...(dashboard["usage"] as object), total: 4 }],
    );
  });

  test("with an overlap both work, on one quota, until it is over; the old one cannot be replaced again", async () => {
    const old = await own.giveKey({ kind: "tier", tier: "pro" });
    const next = await rotate(old, { keep_old_for_seconds: 60 });
    assert.equal(remainingOf(await get("/api/v2/scale", old)), 9999);
    assert.equal(remainingOf(await get("/api/v2/scale", next)), 9998);
    const problem = checkProblem(await post("/api/keys/rotate", old, {}), 400, "invalid_request");
    assert.match(problem.detail, /was replaced before/u);
    checkProblem(await post("/api/account/erase", old), 400, "invalid_request");
    const earlier = own.at;
    own.at = new Date(earlier.getTime() + 59_999);
    assert.ok(await isKnown(old));
    own.at = new Date(earlier.getTime() + 60_000);
    assert.ok(!(await isKnown(old)));
    assert.ok(await isKnown(next));
    own.at = earlier;
  });

  test("400 for an overlap that is none, and for other members", async () => {
    const apiKey = await own.giveKey();
    for (const body of [
      { keep_old_for_seconds: -1 },
      { keep_old_for_seconds: 86_401 },
      { keep_old_for_seconds: "60" },
      { keep: 1 },
      [],
      null,
    ])
      checkProblem(await post("/api/keys/rotate", apiKey, body as object), 400, "invalid_request");
    assert.ok(await isKnown(apiKey));
  });

  test("works with a used-up quota, and gives no fresh one", async () => {
    const old = await own.giveKey({ kind: "limits", limits: { perHour: 2, perDay: null } });
    for (const status of [200, 200, 429]) assert.equal((await get("/api/v2/scale", old)).status, status);
    const next = await rotate(old);
    assert.equal((await get("/api/v2/scale", next)).status, 429);
  });
});

describe("POST /api/keys/revoke", () => {
  test("200, and the key is nobody's from then on", async () => {
    const apiKey = await own.giveKey();
    assert.ok(await isKnown(apiKey));
    const body = bodyOf(await post("/api/keys/revoke", apiKey));
    checkAnswer(revokeKey, body);
    assert.deepEqual(body, { key_prefix: apiKey.slice(0, 16), revoked_at: own.at.toISOString() });
    checkProblem(await get("/api/v2/scale", apiKey), 401, "unknown_api_key");
    checkProblem(await post("/api/keys/revoke", apiKey), 401, "unknown_api_key");
  });

  test("ends a key at once that was replaced with an overlap", async () => {
    const old = await own.giveKey();
    const next = await rotate(old, { keep_old_for_seconds: 3600 });
    bodyOf(await post("/api/keys/revoke", old));
    assert.deepEqual([await isKnown(old), await isKnown(next)], [false, true]);
  });
});

interface Exported {
  readonly email: string;
  readonly scope: string;
  readonly keys: readonly {
    readonly key_prefix: string;
    readonly use_case: string;
    readonly usage: { readonly total: number };
  }[];
}

describe("the account of a key", () => {
  const signUp = async (email: string, useCase: string): Promise<string> =>
    (await own.access.signUp({ email, useCase })).apiKey;
  const exported = async (apiKey: string): Promise<Exported> => {
    const body = bodyOf(await get("/api/dashboard", apiKey), 200, 120);
    checkAnswer(getDashboard, body);
    return body as unknown as Exported;
  };
  const prefixes = ({ keys }: Exported): readonly string[] => keys.map((key) => key.key_prefix);

  test("is everything stored about it, and nothing about strangers who gave the same e-mail address", async () => {
    const [mine, theirs] = [await signUp("ada@example.org", "Mine"), await signUp("Ada@example.org", "Theirs")];
    await get("/api/v2/scale", mine);
    const next = await rotate(mine);
    const { email, scope, keys } = await exported(next);
    assert.deepEqual([email, scope], ["ada@example.org", "key"]);
    assert.deepEqual(
      keys.map(({ key_prefix: prefix, use_case: useCase, usage }) => [prefix, useCase, usage.total]),
      [
        [mine.slice(0, 16), "Mine", 1],
        [next.slice(0, 16), "Mine", 1],
      ],
    );
    assert.deepEqual(prefixes(await exported(theirs)), [theirs.slice(0, 16)]);
    const erased = bodyOf(await post("/api/account/erase", theirs));
    checkAnswer(eraseAccount, erased);
    assert.deepEqual([erased["scope"], erased["keys_erased"]], ["key", 1]);
    assert.deepEqual([await isKnown(theirs), await isKnown(next)], [false, true]);
  });

  test("is everything about the e-mail address once that is confirmed", async () => {
    const [mine, theirs] = [await signUp("eve@example.org", "Mine"), await signUp("EVE@example.org", "Theirs")];
    const stores = await openFileStores(own.dataFolder);
    const key = await stores.accounts.findByHash(hashOf(mine));
    assert.ok(key !== null);
    const { id, hash, prefix, createdAt } = {
      ...key,
      id: "confirmed123",
      hash: hashOf("confirmed"),
      prefix: "ctds_live_abcdef",
    };
    await stores.accounts.create({ ...key, id, hash, prefix, createdAt, emailConfirmation: "confirmed" });
    await stores.close();
    const account = await own.access.selfService.readAccount({ ...caller, keyId: id, id: `k_${id}` });
    assert.deepEqual(
      account?.keys.map((each) => each.key.prefix),
      [mine.slice(0, 16), theirs.slice(0, 16), prefix],
    );
    assert.deepEqual(await own.access.selfService.eraseAccount({ ...caller, keyId: id, id: `k_${id}` }), {
      keys: 3,
      scope: "email_address",
    });
    assert.deepEqual([await isKnown(mine), await isKnown(theirs)], [false, false]);
  });

  test("is erased with every key that replaced another, and what remains is said", async () => {
    const old = await signUp("bob@example.org", "A study");
    const next = await rotate(old);
    const erased = bodyOf(await post("/api/account/erase", next));
    assert.deepEqual([erased["keys_erased"], typeof erased["remains"]], [2, "string"]);
    checkProblem(await get("/api/dashboard", next), 401, "unknown_api_key");
    const stores = await openFileStores(own.dataFolder);
    assert.deepEqual(await stores.accounts.list({ email: "bob@example.org" }), []);
    await stores.close();
  });
});

describe("what is about a key", () => {
  const all = [
    ["POST", "/api/keys/rotate"],
    ["POST", "/api/keys/revoke"],
    ["POST", "/api/account/erase"],
  ] as const;

  test("401 without one, and with one that nobody has", async () => {
    for (const [method, path] of all) {
      const without = await own.from(CLIENT, path, { method });
      checkProblem(without, 401, "unknown_api_key");
      assert.ok(without.headers["www-authenticate"] !== undefined);
      const unknown = `${(await own.giveKey()).slice(0, -1)}_`;
      checkProblem(await own.from(CLIENT, path, { method, headers: asKey(unknown) }), 401, "unknown_api_key");
    }
  });

  test("429 beyond 20 an hour, of all of it together, whatever key of the account asks", async () => {
    const old = await own.giveKey();
    const next = await rotate(old, { keep_old_for_seconds: 3600 });
    for (let asked = 1; asked < 20; asked += 1)
      checkProblem(await post("/api/keys/rotate", asked % 2 === 0 ? old : next, { colour: 1 }), 400, "invalid_request");
    for (const [, path] of all) {
      const refused = await post(path, next, {});
      checkProblem(refused, 429, "rate_limited");
      assert.equal(refused.headers["retry-after"], "2400");
    }
    assert.ok(await isKnown(next));
  });
});

/** A caller whose ids a test fills in. */
const caller = {
  kind: "key",
  tier: "free",
  limits: { perHour: null, perDay: null },
  keyPrefix: "ctds_live_abcdef",
  createdAt: new Date(0),
  emailConfirmation: "confirmed",
  endsAt: null,
} as const;
