import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { describe, test } from "node:test";
import { OWN_LIMITS } from "../../src/access/quota.ts";
import { buildSmtpMailer } from "../../src/access/smtp-mailer.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { openFileStores } from "../access/file-stores.ts";
import { openProxy } from "../access/cluster/proxy.ts";
import { type MailServer, linkIn, openMailServer } from "../fixtures/mail-server.ts";
import { type AccessServer, JSON_BODY, openAccessServer } from "./access-server.ts";
import { type Received, checkProblem, checkShared } from "./test-server.ts";

/** E-mail confirmation through the real server, and a real mail server on this machine. */

interface Confirming extends AccessServer {
  /** What people were told of trouble. */
  readonly told: readonly string[];
  /** Signs up and returns the key. */
  signUp(email: string): Promise<string>;
  confirmationOf(apiKey: string): Promise<unknown>;
  /** Lets so many seconds pass by the clock of the service. */
  pass(seconds: number): void;
}

let clients = 0;

/** Opens the service with a mail server at an address, which may take so long for each step. */
async function openConfirming(smtp: string, stepMilliseconds = 10_000): Promise<Confirming> {
  const told: string[] = [];
  const mailer = buildSmtpMailer({ url: smtp, from: "Keys <keys@trust.example>", stepMilliseconds });
  const linkOf = (code: string): string => `https://trust.example/api/account/confirm?code=${code}`;
  const onTrouble = (sentence: string): void => void told.push(sentence);
  const own = await openAccessServer({}, { mail: { mailer, linkOf }, onTrouble });
  return Object.assign(own, {
    told,
    async signUp(email: string) {
      clients += 1;
      const body = JSON.stringify({ email, use_case: "A study" });
      const asked = { method: "POST", headers: JSON_BODY, body };
      const received = await own.from(`198.51.100.${clients}`, "/api/sign-up", asked);
      assert.equal(received.status, 201);
      const answer = JSON.parse(received.body.toString()) as Record<string, unknown>;
      assert.equal(answer["email_confirmation"], "pending");
      return String(answer["api_key"]);
    },
    async confirmationOf(apiKey: string) {
      const { body } = await own.from("192.0.2.1", "/api/dashboard", { headers: { "X-SVC-API-Key": apiKey } });
      return (JSON.parse(body.toString()) as Record<string, unknown>)["email_confirmation"];
    },
    pass(seconds: number) {
      own.at = new Date(own.at.getTime() + seconds * 1000);
    },
  });
}

const urlOf = ({ port }: Pick<MailServer, "port">, rest = ""): string => `smtp://127.0.0.1:${port}${rest}`;

function checkPage(received: Received, heading: string): void {
  checkShared(received);
  assert.equal(received.status, 200);
  assert.equal(received.headers["cache-control"], "no-store");
  assert.equal(received.headers["content-type"], "text/html; charset=utf-8");
  assert.match(received.body.toString(), new RegExp(`<h1>${heading}</h1>`, "u"));
}

describe("a sign-up where mails are sent", () => {
  test("sends a link to a page with a button, which confirms once; reading the page confirms nothing", async () => {
    const mailServer = await openMailServer();
    const own = await openConfirming(urlOf(mailServer));
    const apiKey = await own.signUp("o'hara+keys@example.org");
    await eventually("the mail arrives", () => mailServer.mails.length === 1);
    const [mail] = mailServer.mails;
    assert.equal(mail?.to, "o'hara+keys@example.org");
    assert.match(mail.source, /^From: Keys <keys@trust\.example>\r\n/mu);
    assert.match(mail.source, /^Auto-Submitted: auto-generated\r\n/mu);
    assert.ok(mail.source.includes(apiKey.slice(0, 16)) && !mail.source.includes(apiKey));
    const link = new URL(linkIn(mail));
    const page = link.pathname + link.search;
    for (let opened = 0; opened < 3; opened += 1) {
      const received = await own.from("192.0.2.2", page);
      checkPage(received, "Confirm your e-mail address");
      assert.match(received.body.toString(), /<form method="post"><p><button>Confirm<\/button>/u);
      assert.ok(received.body.toString().includes(apiKey.slice(0, 16)));
    }
    assert.equal((await own.from("192.0.2.2", page, { method: "HEAD" })).status, 200);
    assert.equal(await own.confirmationOf(apiKey), "pending");
    // As a browser sends an empty form.
    const press = () =>
      own.from("192.0.2.2", page, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "0" },
      });
    checkPage(await press(), "Confirmed");
    await eventually("the key is confirmed", async () => (await own.confirmationOf(apiKey)) === "confirmed");
    checkPage(await press(), "Nothing to confirm");
    checkPage(await own.from("192.0.2.2", page), "Nothing to confirm");
    assert.deepEqual(own.told, []);
    const code = String(link.searchParams.get("code"));
    for (const name of readdirSync(path.join(own.dataFolder, "access")))
      assert.ok(!readFileSync(path.join(own.dataFolder, "access", name), "latin1").includes(code), name);
  });

  const mailsMax = OWN_LIMITS.confirmation_mail.perDay!;
  test(`sends ${mailsMax} mails to a mailbox in a day, erased keys counted; all keys work alike`, async () => {
    const mailServer = await openMailServer();
    const own = await openConfirming(urlOf(mailServer));
    const signUpAndErase = async (email: string): Promise<void> => {
      const headers = { "X-SVC-API-Key": await own.signUp(email) };
      await eventually("the mail is sent", () => mailServer.mails.length === erased + 1);
      assert.equal((await own.from("192.0.2.1", "/api/account/erase", { method: "POST", headers })).status, 200);
    };
    let erased = 0;
    for (; erased < 3; erased += 1) await signUpAndErase(erased === 1 ? "Victim@Example.org" : "victim@example.org");
    const keys: string[] = [];
    for (let made = 0; made < mailsMax; made += 1) keys.push(await own.signUp("victim@example.org"));
    await own.signUp("last@example.org");
    await eventually("the last mail arrives", () => mailServer.mails.some(({ to }) => to === "last@example.org"));
    assert.equal(mailServer.mails.filter(({ to }) => /^victim@/iu.test(to)).length, mailsMax);
    for (const apiKey of keys) {
      const used = await own.from("192.0.2.3", "/api/v2/scale", { headers: { "X-SVC-API-Key": apiKey } });
      assert.match(String(used.headers["ratelimit"]), /"hour";r=999;/u, "each has a quota of its own");
    }
  });

  test("400 for a code that has no such form, 429 beyond 60 an hour", async () => {
    const own = await openConfirming("smtp://127.0.0.1:9");
    checkProblem(await own.from("192.0.2.4", "/api/account/confirm"), 400, "invalid_request");
    checkProblem(await own.from("192.0.2.4", "/api/account/confirm?code=x"), 400, "invalid_request");
    const guess = () => own.from("192.0.2.4", `/api/account/confirm?code=${"a".repeat(43)}`, { method: "POST" });
    checkPage(await guess(), "Nothing to confirm");
    await Promise.all(Array.from({ length: 57 }, guess));
    checkProblem(await guess(), 429, "rate_limited");
  });
});

describe("a mail server", () => {
  test("that is down holds up no sign-up; the mail goes out when it is up again", async () => {
    const mailServer = await openMailServer();
    const line = await openProxy(mailServer.port);
    line.cut();
    const own = await openConfirming(urlOf(line));
    const apiKey = await own.signUp("ada@example.org");
    assert.equal(await own.confirmationOf(apiKey), "pending");
    await eventually("the failure is told", () => own.told.length === 1);
    assert.match(
      own.told[0]!,
      /^A mail could not be sent: the mail server cannot be used \(\w+\)\. It is tried again/u,
    );
    line.mend();
    own.pass(30);
    await eventually("the mail arrives", () => mailServer.mails.length === 1);
    await eventually("that is told", () => own.told.length === 2);
    assert.equal(own.told[1], "The mail server takes mails again.");
    const { pathname, search } = new URL(linkIn(mailServer.mails[0]!));
    checkPage(await own.from("192.0.2.5", pathname + search, { method: "POST" }), "Confirmed");
    await line.close();
  });

  test("that stays down is given up after six attempts, said with the key's id alone", async () => {
    const line = await openProxy(0);
    line.cut();
    const own = await openConfirming(urlOf(line));
    await own.signUp("never@example.org");
    await eventually("the failure is told", () => own.told.length === 1);
    // The clock goes far enough for the longest pause; each step waits for the attempt before.
    await eventually("it is given up", () => {
      own.pass(3600);
      return own.told.length === 2;
    });
    assert.match(own.told[1]!, /^The mail about the key [1-9A-Za-z]{12} is given up: .*The key stays unconfirmed\.$/u);
    assert.ok(!own.told.join().includes("never@"));
    await line.close();
  });

  test("that accepts a connection and says nothing holds up neither sign-ups nor the end", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const own = await openConfirming(urlOf(silent.address() as AddressInfo), 300);
    await own.signUp("slow@example.org");
    await own.signUp("slow2@example.org");
    await eventually("the failure is told", () => own.told.length > 0);
    assert.match(own.told[0]!, /cannot be used \(ETIMEDOUT\)/u);
    await own.access.close();
    silent.close();
    const stores = await openFileStores(own.dataFolder);
    const waiting = await stores.confirmations.lease(10, new Date(own.at.getTime() + 86_400_000));
    assert.deepEqual(waiting.map(({ key }) => key.email).toSorted(), ["slow2@example.org", "slow@example.org"]);
    await stores.close();
  });

  test("that refuses the recipient for good is believed; one that asks for patience is asked again", async () => {
    const replies = new Map([
      ["nobody@example.org", 550],
      ["later@example.org", 451],
    ]);
    const mailServer = await openMailServer({
      onRcptTo({ address }, _session, done) {
        const responseCode = replies.get(address);
        done(responseCode === undefined ? null : Object.assign(new Error(`no ${address}`), { responseCode }));
      },
    });
    const own = await openConfirming(urlOf(mailServer));
    await own.signUp("nobody@example.org");
    await eventually("the refusal is told", () => own.told.length === 1);
    assert.match(own.told[0]!, /is given up: the mail server replied 550 \(EENVELOPE\)\./u);
    await own.signUp("later@example.org");
    await own.signUp("other@example.org");
    await eventually("others get theirs", () => mailServer.mails.length === 1);
    replies.clear();
    own.pass(30);
    await eventually("the patient one, too", () => mailServer.mails.length === 2);
    assert.ok(!own.told.join().includes("@"), own.told.join("\n"));
  });

  test("with STARTTLS gets mails and passwords through TLS, if its certificate is trusted", async () => {
    const mailServer = await openMailServer({
      disabledCommands: [],
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        done(null, username === "keys" && password === "p ss" ? { user: username } : {});
      },
    });
    const rest = `@127.0.0.1:${mailServer.port}/?requireTLS=true`;
    const untrusting = await openConfirming(`smtp://keys:p%20ss${rest}`);
    await untrusting.signUp("ada@example.org");
    await eventually("the certificate is not trusted", () => untrusting.told.length === 1);
    assert.match(untrusting.told[0]!, /cannot be used \((?:ETLS|ESOCKET|DEPTH_ZERO_SELF_SIGNED_CERT)\)/u);
    const wrong = await openConfirming(`smtp://keys:wrong${rest}&tls.rejectUnauthorized=false`);
    await wrong.signUp("ada@example.org");
    await eventually("the password is wrong", () => wrong.told.length === 1);
    assert.match(wrong.told[0]!, /^A mail could not be sent: the mail server replied 535 \(EAUTH\)/u);
    const own = await openConfirming(`smtp://keys:p%20ss${rest}&tls.rejectUnauthorized=false`);
    await own.signUp("ada@example.org");
    await eventually("the mail arrives", () => mailServer.mails.length === 1);
    assert.deepEqual([mailServer.mails[0]?.isSecure, mailServer.mails[0]?.user], [true, "keys"]);
  });
});
