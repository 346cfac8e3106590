import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { type AccessServer, JSON_BODY, openAccessServer } from "./access-server.ts";
import { type Received, checkProblem } from "./test-server.ts";

let own: AccessServer;
before(async () => {
  own = await openAccessServer({}, { findUrlFault: () => Promise.resolve(null) });
});

let address = 0;
const newAddress = (): string => `198.51.100.${(address += 1)}`;
const bodyOf = ({ body }: Received) => JSON.parse(body.toString()) as Record<string, unknown>;

const post = (path: string, body: object | null, headers: Record<string, string>, from = newAddress()) =>
  own.from(from, path, {
    method: "POST",
    headers: { ...(body === null ? {} : JSON_BODY), ...headers },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
const signUp = (key: string, body: object = { email: "reader@example.org", use_case: "a test" }, from?: string) =>
  post("/api/sign-up", body, { "Idempotency-Key": key }, from);

describe("a request with an Idempotency-Key", () => {
  test("is counted once", async () => {
    const [key, from] = [randomUUID(), newAddress()];
    for (let each = 0; each < 10; each += 1) assert.equal((await signUp(key, undefined, from)).status, 201);
    for (let each = 0; each < 4; each += 1) assert.equal((await signUp(randomUUID(), undefined, from)).status, 201);
    checkProblem(await signUp(randomUUID(), undefined, from), 429, "rate_limited");
  });

  test("makes one API key, also from another address and on the next day", async () => {
    const key = randomUUID();
    const first = await signUp(key);
    assert.equal(first.status, 201);
    own.at = new Date(own.at.getTime() + 16 * 3_600_000);
    const second = await signUp(`"${key}"`);
    assert.equal(second.status, 201);
    assert.deepEqual(bodyOf(second), bodyOf(first));
    assert.equal(second.headers["cache-control"], "no-store");
    assert.match(String(second.headers["content-type"]), /^application\/json/u);
    own.at = new Date(own.at.getTime() + 9 * 3_600_000);
    assert.notEqual(
      bodyOf(await signUp(key))["api_key"],
      bodyOf(first)["api_key"],
      "after 24 hours it is a new request",
    );
  });

  test("is a 422 with another body, and a 400 with what is no key", async () => {
    const key = randomUUID();
    await signUp(key);
    checkProblem(await signUp(key, { email: "other@example.org", use_case: "a test" }), 422, "idempotency_key_reused");
    for (const wrong of ["short", "x".repeat(256), `${key}, ${key}`, `"${key}`, "é".repeat(20), ""]) {
      const { errors } = checkProblem(await signUp(wrong), 400, "invalid_request");
      assert.deepEqual(
        errors?.map(({ parameter }) => parameter),
        ["Idempotency-Key"],
      );
    }
  });

  test("can be corrected where it was refused", async () => {
    const key = randomUUID();
    checkProblem(await signUp(key, { email: "nobody" }), 400, "invalid_request");
    assert.equal((await signUp(key)).status, 201);
  });

  test("is a 409 while the first is being answered, and then has its answer", async () => {
    const looked = Promise.withResolvers<null>();
    const slow = await openAccessServer({}, { findUrlFault: () => looked.promise });
    const headers = { ...JSON_BODY, "X-SVC-API-Key": await slow.giveKey(), "Idempotency-Key": randomUUID() };
    const body = JSON.stringify({ url: "https://reader.example/hook", events: ["release.published"] });
    const register = () => slow.from("198.51.100.200", "/api/webhooks", { method: "POST", headers, body });
    // Which of the two comes first is not known: the other one is answered at once.
    const both = [register(), register()];
    checkProblem(await Promise.race(both), 409, "request_under_way");
    looked.resolve(null);
    const created = (await Promise.all(both)).filter(({ status }) => status === 201);
    assert.equal(created.length, 1);
    assert.deepEqual(bodyOf(await register()), bodyOf(created[0]!));
    const listed = await slow.from("198.51.100.200", "/api/webhooks", { headers });
    assert.equal(bodyOf(listed)["total"], 1);
  });

  test("belongs to the caller's API key, those that replace it included, and to one webhook", async () => {
    const key = randomUUID();
    const wanted = { url: "https://reader.example/hook", events: ["release.published"] };
    const [mine, theirs] = [await own.giveKey(), await own.giveKey()];
    const as = (apiKey: string) => ({ "X-SVC-API-Key": apiKey, "Idempotency-Key": key });
    const registered = bodyOf(await post("/api/webhooks", wanted, as(mine)));
    const other = bodyOf(await post("/api/webhooks", wanted, as(theirs)));
    assert.notEqual(registered["secret"], other["secret"]);

    const rotation = { keep_old_for_seconds: 60 };
    const rotated = bodyOf(await post("/api/keys/rotate", rotation, as(mine)));
    assert.deepEqual(bodyOf(await post("/api/keys/rotate", rotation, as(mine))), rotated);
    const next = as(String(rotated["api_key"]));
    assert.deepEqual(bodyOf(await post("/api/webhooks", wanted, next)), registered);

    const rotate = (id: unknown) => post(`/api/webhooks/${String(id)}/rotate`, null, next);
    const secret = bodyOf(await rotate(registered["id"]));
    assert.deepEqual(bodyOf(await rotate(registered["id"])), secret);
    checkProblem(await rotate(other["id"]), 422, "idempotency_key_reused");
  });

  test("is one where nothing is created, and a browser may send it", async () => {
    const apiKey = await own.giveKey();
    const headers = { "X-SVC-API-Key": apiKey, "Idempotency-Key": "short" };
    assert.equal((await own.from(newAddress(), "/api/dashboard", { headers })).status, 200);
    const preflight = await own.from(newAddress(), "/api/sign-up", { method: "OPTIONS" });
    assert.match(String(preflight.headers["access-control-allow-headers"]), /\bIdempotency-Key\b/u);
  });
});
