import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { OWN_LIMITS } from "../../src/access/quota.ts";
import { readSettings } from "../../src/settings.ts";
import { type AccessServer, JSON_BODY, openAccessServer } from "./access-server.ts";
import { checkProblem, type Received } from "./test-server.ts";

/** Following by e-mail through the real server; what is sent is in test/webhooks. */

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const NOBODY = "0".repeat(43);
const SETTINGS = {
  SMTP_URL: "smtp://mail.example",
  MAIL_FROM: "news@trust.example",
  BASE_URL: "https://trust.example",
};

/** No mail is sent here: what is due is read from the store. */
const mail = {
  mailer: { send: () => Promise.reject(new Error("no mail is sent by requests")) },
  linkOf: (code: string): string => code,
};

let clients = 0;
async function openFollowing(): Promise<AccessServer & { follow(body: object, path?: string): Promise<Received> }> {
  const own = await openAccessServer({ settings: readSettings(SETTINGS) }, { mail });
  return Object.assign(own, {
    follow: (body: object, path = "/api/follow") =>
      own.from(`198.51.100.${(clients += 1)}`, path, {
        method: "POST",
        headers: JSON_BODY,
        body: JSON.stringify(body),
      }),
  });
}

const headingOf = ({ body }: Received): string => /<h1>(.*?)<\/h1>/u.exec(body.toString())?.[1] ?? "";

describe("following by e-mail", () => {
  test("is answered the same whether the address follows or not, and stores nothing else", async () => {
    const own = await openFollowing();
    const first = await own.follow({ email: "reader@example.org", country: "FRA" });
    const second = await own.follow({ email: "reader@example.org", country: "france" });
    assert.deepEqual([first.status, second.status], [202, 202]);
    assert.deepEqual(JSON.parse(first.body.toString()), { status: "asked" });
    assert.equal(first.body.toString(), second.body.toString());
    const follows = await own.access.follows.list("reader@example.org");
    assert.deepEqual(
      follows.map(({ country, confirmedAt }) => [country, confirmedAt]),
      [["FR", null]],
    );
  });

  test("refuses what is no address and no country, and names both", async () => {
    const own = await openFollowing();
    for (const email of ["nobody", "a@b.example\r\nBcc: c@d.example", `${"a".repeat(250)}@example.org`]) {
      const received = await own.follow({ email });
      assert.equal(checkProblem(received, 400, "invalid_request").errors?.[0]?.pointer, "#/email");
    }
    const nowhere = await own.follow({ email: "reader@example.org", country: "Frnace" });
    const [error] = checkProblem(nowhere, 400, "invalid_request").errors ?? [];
    assert.equal(error?.pointer, "#/country");
    assert.match(error?.detail ?? "", /is "Frnace"; expected .*the nearest is France \(FR, FRA\)\.$/u);
  });

  test("is confirmed and ended by buttons; pages alone change nothing", async () => {
    const own = await openFollowing();
    await own.follow({ email: "reader@example.org", country: "netherlands" });
    const [{ code } = { code: "" }] = await own.access.follows.list("reader@example.org");
    const ask = (path: string, method = "GET") => own.from("192.0.2.1", `${path}?code=${code}`, { method });
    assert.equal(headingOf(await ask("/api/follow/confirm")), "Follow the Netherlands?");
    assert.equal(headingOf(await ask("/api/follow/leave")), "Stop following the Netherlands?");
    assert.equal((await own.access.follows.find(code, own.at))?.confirmedAt, null);
    assert.equal(headingOf(await ask("/api/follow/confirm", "POST")), "You follow the Netherlands");
    assert.deepEqual((await own.access.follows.find(code, own.at))?.confirmedAt, own.at);
    // As mail programs do it (RFC 8058).
    const left = await own.from("192.0.2.1", `/api/follow/leave?code=${code}`, {
      method: "POST",
      headers: FORM,
      body: "List-Unsubscribe=One-Click",
    });
    assert.deepEqual([left.status, headingOf(left)], [200, "You no longer follow the Netherlands"]);
    assert.deepEqual(await own.access.follows.list("reader@example.org"), []);
    assert.equal(headingOf(await ask("/api/follow/leave", "POST")), "Nothing to confirm, nothing to end");
  });

  test("a code that was cut off is named, and one of nobody looks as one that is over", async () => {
    const own = await openFollowing();
    for (const path of ["/api/follow/confirm", "/api/follow/leave"])
      for (const method of ["GET", "POST"]) {
        const cut = await own.from("192.0.2.1", `${path}?code=abc`, { method });
        assert.equal(checkProblem(cut, 400, "invalid_request").errors?.[0]?.parameter, "code");
        const nobody = await own.from("192.0.2.1", `${path}?code=${NOBODY}`, { method });
        assert.deepEqual([nobody.status, headingOf(nobody)], [200, "Nothing to confirm, nothing to end"]);
      }
  });

  test("is limited for each client address", async () => {
    const own = await openFollowing();
    const ask = (email: string) =>
      own.from("203.0.113.7", "/api/follow", { method: "POST", headers: JSON_BODY, body: JSON.stringify({ email }) });
    const { perHour } = OWN_LIMITS.follow;
    for (let asked = 0; asked < Number(perHour); asked += 1)
      assert.equal((await ask(`reader-${asked}@example.org`)).status, 202);
    checkProblem(await ask("reader@example.org"), 429, "rate_limited");
    assert.deepEqual(await own.access.follows.list("reader@example.org"), []);
  });

  test("has a form on the page, with its faults beside the field", async () => {
    const own = await openFollowing();
    const page = (await own.from("192.0.2.1", "/follow?country=france")).body.toString();
    assert.match(page, /<form class="sheet" method="post" action="\/follow"[\s\S]*name="country" value="france"/u);
    const post = (email: string) => {
      const body = new URLSearchParams({ email, country: "france" }).toString();
      return own.from("192.0.2.1", "/follow", { method: "POST", headers: FORM, body });
    };
    const wrong = await post("nobody");
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.toString(), /id="email-fault">This is no e-mail address/u);
    assert.match(wrong.body.toString(), /value="nobody"/u);
    const asked = await post("reader@example.org");
    assert.deepEqual([asked.status, headingOf(asked)], [200, "Look at your mail"]);
    assert.equal((await own.access.follows.list("reader@example.org"))[0]?.country, "FR");
  });

  test("is not offered where no mails are sent", async () => {
    const own = await openAccessServer();
    const body = JSON.stringify({ email: "reader@example.org" });
    const received = await own.from("192.0.2.1", "/api/follow", { method: "POST", headers: JSON_BODY, body });
    checkProblem(received, 404, "not_found");
    const page = (await own.from("192.0.2.1", "/follow")).body.toString();
    assert.doesNotMatch(page, /name="email"/u);
  });
});
