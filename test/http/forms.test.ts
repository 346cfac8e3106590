import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { pino } from "pino";
import type { HttpServer } from "../../src/http/http-server.ts";
import { getScale } from "../../src/topics/release/get-scale.ts";
import { definePage } from "../../src/html/define-page.ts";
import { HTML_TYPE, PAGE_POLICY } from "../../src/html/frame.ts";
import { html } from "../../src/html/html.ts";
import { openAccessServer } from "./access-server.ts";
import { BASE, checkProblem, openSharedServer, openTestServer, readRaw, send, sendRaw } from "./test-server.ts";

/** Forms that are posted to pages: through the real server, on a page of the test's own. */

const BYTES_MAX = 2000;
const BROWSER = { Accept: "text/html" };
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const MARKED = "MarkedText";

const PAGE = definePage({
  path: "/guestbook",
  section: null,
  render: () => Promise.resolve({ title: "Guestbook", description: "A test.", main: html`<h1>Guestbook</h1>` }),
  form: {
    bytesMax: BYTES_MAX,
    async render({ fields, ask }) {
      const { bands } = await ask(getScale);
      const texts = await Promise.all(
        [...fields].map(async ([name, value]) => `${name}=${typeof value === "string" ? value : await value.text()}`),
      );
      const main = html`<h1>Signed</h1>
        <p>${texts.join("|")}</p>
        <p>${bands.length} bands</p>`;
      return { title: "Signed", description: "A test.", main, ...(fields.has("name") ? {} : { status: 400 }) };
    },
  },
});

const lines: string[] = [];
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

describe("a form that is posted to a page", () => {
  let server: HttpServer;
  before(async () => {
    server = await openTestServer({ pages: [PAGE], logger: pino({ level: "trace" }, stream) });
  });
  after(() => server.close());

  const post = (body: string | Buffer, headers: Record<string, string> = FORM) =>
    send(server, "/guestbook", { method: "POST", body, headers: { ...BROWSER, ...headers } });

  test("200: its fields are read, from one encoding and the other, and files too", async () => {
    const parts = new FormData();
    parts.append("name", "Zoë & Co");
    parts.append("list", new File(["a;b\r\n"], "list.csv", { type: "text/csv" }));
    const multipart = new Response(parts);
    const type = { "Content-Type": multipart.headers.get("content-type") ?? "" };
    for (const [answer, shown] of [
      [await post("name=Zo%C3%AB+%26+Co&name=again"), "name=Zoë &amp; Co|name=again"],
      [await post("name=x", { "Content-Type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" }), "name=x"],
      [await post(Buffer.from(await multipart.arrayBuffer()), type), "name=Zoë &amp; Co|list=a;b\r\n"],
    ] as const) {
      const { status, headers, body } = answer;
      assert.deepEqual([status, headers["content-type"], headers["cache-control"]], [200, HTML_TYPE, "no-store"]);
      assert.equal(headers["content-security-policy"], PAGE_POLICY);
      assert.ok(body.toString().includes(`<p>${shown}</p>`), body.toString());
      assert.match(body.toString(), /<p>5 bands<\/p>/u);
    }
  });

  test("400 where the page says so, in the page; the page itself is as before", async () => {
    const { status, headers, body } = await post("other=1");
    assert.deepEqual([status, headers["cache-control"]], [400, "no-store"]);
    assert.match(body.toString(), /<h1>Signed<\/h1>/u);
    for (const again of [1, 2]) {
      const page = await send(server, "/guestbook", { headers: BROWSER });
      assert.match(page.body.toString(), /<h1>Guestbook<\/h1>/u, String(again));
      assert.match(String(page.headers["cache-control"]), /^public/u);
    }
  });

  test("400 for a form whose parts cannot be told apart", async () => {
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=x"])
      checkProblem(await post("--y\r\n\r\n", { Accept: "*/*", "Content-Type": type }), 400, "invalid_request");
  });

  test("400 for more fields than any form has, which would take long to take apart", async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const many = { "Content-Type": "multipart/form-data; boundary=b", Accept: "*/*" };
    const url = await openTestServer({
      pages: [{ ...PAGE, ...(PAGE.form && { form: { ...PAGE.form, bytesMax: 1e6 } }) }],
    });
    for (const [body, headers] of [
      ["a=&".repeat(101), { ...FORM, Accept: "*/*" }],
      [part.repeat(101) + "--b--\r\n", many],
      [`--b\r\n${"X: y\r\n".repeat(5000)}\r\nx\r\n--b--\r\n`, many],
    ] as const) {
      const { detail } = checkProblem(
        await send(url, "/guestbook", { method: "POST", body, headers }),
        400,
        "invalid_request",
      );
      assert.match(detail, /more than 100 fields/u);
    }
    const most = await send(url, "/guestbook", { method: "POST", body: part.repeat(99) + "--b--\r\n", headers: many });
    assert.equal(most.status, 400, "the page says what is missing");
    assert.match(most.body.toString(), /<h1>Signed/u);
    await url.close();
  });

  test("413 as a page beyond the limit of the page, whether the length is said before or not", async () => {
    const long = `name=${"x".repeat(BYTES_MAX)}`;
    const { status, headers, body } = await post(long);
    assert.deepEqual([status, headers["content-type"]], [413, HTML_TYPE]);
    assert.match(body.toString(), /larger than the 2000 bytes/u);
    const chunked = `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`;
    const head = `POST /guestbook HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n`;
    const raw = await sendRaw(server, `${head}Content-Type: ${FORM["Content-Type"]}\r\n\r\n${chunked}`);
    checkProblem(readRaw(raw), 413, "payload_too_large");
  });

  test("415 with Accept-Post for another type, a packed body, or no type", async () => {
    for (const headers of [
      { "Content-Type": "text/plain" },
      { "Content-Type": "application/json" },
      { ...FORM, "Content-Encoding": "gzip" },
      {},
    ]) {
      const refused = await post("name=x", { ...headers, Accept: "*/*" });
      checkProblem(refused, 415, "unsupported_media_type");
      assert.equal(refused.headers["accept-post"], "application/x-www-form-urlencoded, multipart/form-data");
    }
  });

  test("400 for a form of another site, with the way to the page; programs and our own pages pass", async () => {
    const foreign = "https://elsewhere.example";
    for (const headers of [
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site", Origin: BASE },
      { "Sec-Fetch-Site": "cross-site", Origin: "null" },
      { Origin: foreign },
      { Origin: `${BASE}.elsewhere.example` },
    ]) {
      const { status, body } = await post("name=x", { ...FORM, ...headers });
      assert.equal(status, 400, JSON.stringify(headers));
      assert.match(body.toString(), /another site sent this form\. Open the page at https:\/\/trust\.example/u);
    }
    const host = `127.0.0.1:${server.port}`;
    for (const headers of [
      {},
      { "Sec-Fetch-Site": "same-origin", Origin: "null" },
      { "Sec-Fetch-Site": "none" },
      // Over plain HTTP browsers say nothing else from a page without referrer.
      { Origin: "null" },
      { Origin: BASE },
      { Origin: `http://${host}`, Host: host },
    ])
      assert.equal((await post("name=x", { ...FORM, ...headers })).status, 200, JSON.stringify(headers));
  });

  test("405 with Allow where a page takes none, and OPTIONS names POST where one does", async () => {
    const without = await openSharedServer();
    checkProblem(
      await send(without, "/rankings", { method: "POST", headers: FORM, body: "" }),
      405,
      "method_not_allowed",
    );
    const { headers } = await send(server, "/guestbook", { method: "OPTIONS" });
    assert.equal(headers["allow"], "GET, HEAD, POST, OPTIONS");
  });

  test("no log line at level trace holds anything of a form", async () => {
    lines.length = 0;
    await post(`name=${MARKED}`);
    await post(MARKED, { "Content-Type": "multipart/form-data; boundary=x" });
    await post(`name=${MARKED.repeat(BYTES_MAX)}`);
    assert.ok(lines.length >= 3, String(lines.length));
    assert.ok(!lines.join("").includes(MARKED));
  });
});

test("429 for an address that posts more forms in an hour than a person does; pages go on", async () => {
  const own = await openAccessServer({ pages: [PAGE] });
  const post = (address: string) =>
    own.from(address, "/guestbook", { method: "POST", headers: { ...FORM, ...BROWSER }, body: "name=x" });
  for (let posted = 0; posted < 120; posted++) assert.equal((await post("203.0.113.5")).status, 200);
  const { status, headers, body } = await post("203.0.113.5");
  assert.deepEqual([status, headers["content-type"]], [429, HTML_TYPE]);
  assert.match(String(headers["retry-after"]), /^\d+$/u);
  assert.match(body.toString(), /the limit of forms from one client address/u);
  assert.equal((await post("203.0.113.6")).status, 200);
  assert.equal((await send(own.server, "/guestbook", { headers: BROWSER })).status, 200);
});
