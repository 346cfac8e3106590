import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { headTextOf, linesOf } from "../../src/http/head-text.ts";
import { SHARED_HEAD } from "../../src/http/head.ts";
import { describeForm, representText } from "../../src/http/representation.ts";
import { sendUnderText } from "../../src/http/send-under-text.ts";

const representation = representText(JSON.stringify({ items: "x".repeat(300) }), {
  mediaType: "application/json; charset=utf-8",
  lastModified: "Fri, 20 Nov 2026 00:00:00 GMT",
  filename: "items.json",
  links: [{ rel: "license", href: "https://trust.example/license" }],
  label: "items",
});
const form = representation.forms.identity;
const FRESH = { pinned: false, isPrivate: true };
const OWN = { id: "00000000-0000-4000-8000-000000000000", head: ["RateLimit", '"hour";r=1;t=2'] };

/** What Node.js sends, header by header: what the text has to be the same as. */
function sendOneByOne(response: ServerResponse, unchanged: boolean, isHead: boolean): void {
  const { ownHead, lastModified } = representation;
  const head = [...SHARED_HEAD, "X-Request-Id", OWN.id, ...OWN.head];
  head.push("Cache-Control", "private, max-age=300", "Vary", "Accept-Encoding, Authorization, X-SVC-API-Key");
  head.push("ETag", form.etag, "Last-Modified", lastModified!);
  if (!unchanged) head.push(...ownHead, ...describeForm(form));
  response.writeHead(unchanged ? 304 : 200, head);
  if (unchanged || isHead) response.end();
  else response.end(form.body as string, "latin1");
}

function sendText(response: ServerResponse, unchanged: boolean, isHead: boolean): void {
  const text = headTextOf(OWN, form, representation, FRESH, unchanged);
  const body = unchanged || isHead ? null : form.body;
  sendUnderText(response, unchanged ? 304 : 200, text, body, () => new Date().toUTCString());
}

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const unchanged = request.headers["if-none-match"] !== undefined;
  (request.url === "/text" ? sendText : sendOneByOne)(response, unchanged, request.method === "HEAD");
});
before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => {
  server.closeAllConnections();
  server.close();
});

/** All bytes that come back for some requests, up to the close or to the end of what is expected; dates left out. */
function ask(bytes: string, until: (received: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const end = (how: string): void => {
      socket.destroy();
      resolve(how + received.replaceAll(/\r\nDate: [^\r]+/gu, "\r\nDate: …"));
    };
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      received += chunk;
      if (until(received)) end("open: ");
    });
    socket.on("end", () => end("closed: "));
    socket.on("error", reject);
    socket.write(bytes);
  });
}

const CASES: readonly (readonly [name: string, method: string, version: string, headers: string])[] = [
  ["a whole answer", "GET", "1.1", ""],
  ["the head alone", "HEAD", "1.1", ""],
  ["unchanged", "GET", "1.1", 'If-None-Match: "x"\r\n'],
  ["unchanged, the head alone", "HEAD", "1.1", 'If-None-Match: "x"\r\n'],
  ["the last answer of a connection", "GET", "1.1", "Connection: close\r\n"],
  ["unchanged, the last of a connection", "GET", "1.1", 'Connection: close\r\nIf-None-Match: "x"\r\n'],
  ["an older protocol", "GET", "1.0", ""],
  ["an older protocol that asks for more", "GET", "1.0", "Connection: keep-alive\r\n"],
  [
    "unchanged by an older protocol that asks for more",
    "GET",
    "1.0",
    'Connection: keep-alive\r\nIf-None-Match: "x"\r\n',
  ],
];

describe("a head that is kept as text", () => {
  for (const [name, method, version, headers] of CASES) {
    test(`is what Node.js writes: ${name}`, async () => {
      const one = (path: string) => `${method} ${path} HTTP/${version}\r\nHost: x\r\n${headers}\r\n`;
      const hasBody = method === "GET" && !headers.includes("If-None-Match");
      const isWhole = (received: string) => received.endsWith(hasBody ? (form.body as string) : "\r\n\r\n");
      const plain = await ask(one("/plain"), isWhole);
      assert.match(plain, hasBody || method === "HEAD" ? /HTTP\/1\.1 (?:200|304)/u : /HTTP\/1\.1 304/u);
      assert.equal(await ask(one("/text"), isWhole), plain);
    });
  }

  test("keeps its place among answers that are asked for together", async () => {
    const requests = ["/text", "/plain", "/text"].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join("");
    const isWhole = (received: string) => received.split(form.body as string).length === 4;
    const received = await ask(requests, isWhole);
    const [first, second, third] = received.slice("open: ".length).split(form.body as string);
    assert.deepEqual([second, third], [first, first]);
  });

  test("refuses what would break out of its line", () => {
    assert.throws(() => linesOf(["Link", "<x>\r\nSet-Cookie: y"]), { code: "ERR_INVALID_CHAR" });
    assert.throws(() => linesOf(["Link\r\nSet-Cookie", "y"]), { code: "ERR_INVALID_HTTP_TOKEN" });
  });
});
