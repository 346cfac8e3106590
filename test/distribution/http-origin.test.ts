import assert from "node:assert/strict";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { after, describe, test } from "node:test";
import { readPointerText } from "../../src/distribution/blobs.ts";
import { FolderOrigin } from "../../src/distribution/folder-origin.ts";
import { HttpOrigin } from "../../src/distribution/http-origin.ts";
import type { Origin } from "../../src/distribution/origin.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type Blob, collect, newBlob, readRaw } from "./blobs.ts";
import { buildKeyFiles } from "../../src/release/minisign.ts";
import { startNginx, withoutNginx } from "./nginx.ts";
import { because, originContract } from "./origin-contract.ts";
import { keyOf, TestNode, TestPublisher, NOTHING_ELSE } from "./publisher.ts";
import { type Interfere, type StaticServer, openStaticServer } from "./static-server.ts";

const { signal } = new AbortController();
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

/** Silence that is told soon; a busy machine may be silent for as long, where it should answer. */
const SOON = 300;

function open(url: URL, idleMilliseconds = 30_000): Origin {
  const origin = new HttpOrigin({ url, userAgent: "country-trust/test", idleMilliseconds });
  return origin;
}

function newOriginFolder(): string {
  const folder = newTemporaryFolder();
  mkdirSync(path.join(folder, "sha256"));
  return folder;
}

async function serve(folder: string, interfere?: Interfere): Promise<StaticServer> {
  const server = await openStaticServer(folder, interfere);
  closing.push(() => server.close());
  return server;
}

function put(folder: string, { sha256, content }: Blob): void {
  writeFileSync(path.join(folder, "sha256", sha256), content);
}

const nginx = withoutNginx ? null : await startNginx("root /; location / { }");
if (nginx !== null) closing.push(() => nginx.close());

const common = { keepsPublishersApart: true };
originContract({
  name: "a folder, read over HTTP",
  async newPlace() {
    const folder = newTemporaryFolder();
    const { url } = await serve(folder);
    return { publish: () => new FolderOrigin(folder), read: () => open(url) };
  },
  ...common,
});
if (nginx !== null)
  originContract({
    name: "a folder, read over HTTP from nginx",
    async newPlace() {
      const folder = newTemporaryFolder();
      return {
        publish: () => new FolderOrigin(folder),
        read: () => open(new URL(`http://127.0.0.1:${nginx.port}${folder}`)),
      };
    },
    ...common,
  });
else test("a folder, read over HTTP from nginx", { skip: withoutNginx }, () => {});

describe("a pointer over HTTP", () => {
  test(
    "from nginx is never the one of a moment before with the same size and second",
    { skip: withoutNginx },
    async () => {
      const folder = newOriginFolder();
      const origin = open(new URL(`http://127.0.0.1:${nginx?.port}${folder}/`));
      const file = path.join(folder, "current.json");
      const second = Math.floor(Date.now() / 1000);
      for (const text of ["sequence 1", "sequence 2", "sequence 3"]) {
        writeFileSync(file, text);
        utimesSync(file, second, second);
        assert.equal(await readPointerText(origin, signal), text);
      }
      utimesSync(file, second - 60, second - 60);
      for (let round = 0; round < 2; round += 1) assert.equal(await readPointerText(origin, signal), "sequence 3");
    },
  );

  const answers: readonly (readonly [string, string, (response: ServerResponse) => void, idle?: number])[] = [
    ["is too large", "damaged", (response) => response.end("x".repeat(64 * 1024 + 1))],
    ["never ends", "damaged", (response) => pour(response)],
    ["is compressed", "refused", (response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end("x")],
    ["wants credentials", "refused", (response) => response.writeHead(401).end()],
    ["is forbidden", "refused", (response) => response.writeHead(403).end()],
    ["meets a broken server", "unreachable", (response) => response.writeHead(502).end()],
    ["meets a busy server", "unreachable", (response) => response.writeHead(429).end()],
    ["is cut", "unreachable", (response) => cut(response, 100, "only this")],
    ["is redirected for ever", "unreachable", (response) => response.writeHead(302, { Location: "/again" }).end()],
    ["is redirected nowhere", "refused", (response) => response.writeHead(302).end()],
    [
      "is redirected to a file",
      "unreachable",
      (response) => response.writeHead(302, { Location: "file:///etc" }).end(),
    ],
    ["is not modified, unasked", "refused", (response) => response.writeHead(304).end()],
    ["stalls before its head", "unreachable", () => {}, SOON],
    ["stalls in its body", "unreachable", (response) => response.writeHead(200).write("some"), SOON],
  ];
  for (const [what, reason, answer, idle] of answers) {
    test(`that ${what}: ${reason}`, async () => {
      const { url } = await serve(newOriginFolder(), (_, response) => {
        answer(response);
        return true;
      });
      url.username = "reader";
      url.password = "s3cret";
      const origin = open(url, idle);
      await assert.rejects(readPointerText(origin, signal), (error: Error) => {
        assert.doesNotMatch(`${error.message} ${origin.name}`, /s3cret|reader/);
        return because(reason)(error);
      });
    });
  }

  test("that is gone is none", async () => {
    const { url } = await serve(newOriginFolder(), (_, response) => {
      response.writeHead(410).end();
      return true;
    });
    assert.equal(await readPointerText(open(url), signal), null);
  });

  test("of a server that does not answer: unreachable", async () => {
    const server = await openStaticServer(newOriginFolder());
    await server.close();
    await assert.rejects(readPointerText(open(server.url), signal), because("unreachable"));
  });
});

describe("credentials", () => {
  test("go to the host of the URL, and to no other that it redirects to", async () => {
    const folder = newOriginFolder();
    const blob = newBlob(1000);
    put(folder, blob);
    const elsewhere = await serve(folder);
    const own = await serve(folder, (request, response) => {
      if (request.url !== `/path/sha256/${blob.sha256}`) return false;
      const location = new URL(`sha256/${blob.sha256}`, elsewhere.url);
      response.writeHead(307, { Location: location.href }).end();
      return true;
    });
    const url = new URL("path", own.url);
    url.username = "rea der";
    url.password = "p:w/ä";
    const origin = open(url);
    assert.deepEqual(await collect(readRaw(origin, blob.sha256, signal)), blob.content);
    const expected = `Basic ${Buffer.from("rea der:p:w/ä").toString("base64")}`;
    assert.deepEqual(
      own.requests.map(({ headers }) => headers.authorization),
      [expected],
    );
    assert.deepEqual(
      elsewhere.requests.map(({ headers }) => headers.authorization),
      [undefined],
    );
  });

  test("open what nginx protects", { skip: withoutNginx }, async () => {
    const folder = newOriginFolder();
    writeFileSync(path.join(folder, "current.json"), "protected");
    writeFileSync(path.join(folder, "users"), "reader:{PLAIN}s3cret\n");
    const server = await startNginx(
      `location / { root ${folder}; auth_basic releases; auth_basic_user_file ${folder}/users; }`,
    );
    closing.push(() => server.close());
    const urlFor = (password: string) => `http://${["reader", password].join(":")}@127.0.0.1:${server.port}/`;
    const right = open(new URL(urlFor("s3cret")));
    assert.equal(await readPointerText(right, signal), "protected");
    const wrong = open(new URL(urlFor("other")));
    await assert.rejects(readPointerText(wrong, signal), because("refused"));
  });
});

describe("a blob over HTTP", () => {
  const blob = newBlob(300_000);
  const openBroken = async (
    interfere: (response: ServerResponse) => void,
    idleMilliseconds?: number,
  ): Promise<Origin> => {
    const folder = newOriginFolder();
    put(folder, blob);
    const { url } = await serve(folder, (_, response) => {
      interfere(response);
      return true;
    });
    return open(url, idleMilliseconds);
  };
  /** What was read, and the error that ended it. */
  const readOn = async (origin: Origin): Promise<[Buffer, unknown]> => {
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of readRaw(origin, blob.sha256, signal)) pieces.push(piece);
      return [Buffer.concat(pieces), null];
    } catch (error) {
      return [Buffer.concat(pieces), error];
    }
  };

  test("that is cut is unreachable", async () => {
    const origin = await openBroken((response) => cut(response, blob.bytes, blob.content.subarray(0, 100_000)));
    because("unreachable")((await readOn(origin))[1]);
  });

  test("that stalls is unreachable, and one that trickles is not", async () => {
    const stalls = await openBroken((response) => {
      response.writeHead(200, { "Content-Length": blob.bytes }).write(blob.content.subarray(0, 1000));
    }, SOON);
    because("unreachable")((await readOn(stalls))[1]);
    // Longer altogether than it may be silent, each silence far shorter than that.
    const trickles = await openBroken((response) => {
      response.writeHead(200, { "Content-Length": 10 });
      let sent = 0;
      const timer = setInterval(() => {
        response.write("x");
        sent += 1;
        if (sent === 10) clearInterval(timer);
      }, 250);
    }, 2000);
    assert.deepEqual(await readOn(trickles), [Buffer.from("xxxxxxxxxx"), null]);
  });

  test("that a proxy has compressed is refused", async () => {
    const origin = await openBroken((response) => response.writeHead(200, { "Content-Encoding": "br" }).end("x"));
    because("refused")((await readOn(origin))[1]);
  });
});

/** Sends the head of so many bytes and some of them, and breaks the connection. */
function cut(response: ServerResponse, bytes: number, some: string | Buffer): void {
  response.writeHead(200, { "Content-Length": bytes });
  response.write(some, () => response.destroy());
}

/** Sends without end, as fast as it is taken. */
function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write("x".repeat(10_000)));
  if (!response.destroyed) response.once("drain", () => pour(response));
}

describe("a pointer that is damaged on its way over HTTP", () => {
  test("is not believed, and is asked for again", async () => {
    const { key, line } = keyOf(buildKeyFiles());
    const publisher = new TestPublisher({ key });
    const release = await publisher.publish(1);
    let isDamaged = true;
    const { url } = await serve(publisher.originFolder, (request, response) => {
      if (request.url !== "/current.json" || !isDamaged) return false;
      const end = response.end.bind(response);
      const endDamaged = (content: Buffer) =>
        end(content.toString().replace(String.raw`\"sequence\":1`, String.raw`\"sequence\":7`));
      Object.assign(response, { end: endDamaged });
      return false;
    });
    const node = new TestNode(publisher, { origin: open(url), trustedKeys: [line] });
    await assert.rejects(node.follow(), { name: "PointerError" });
    isDamaged = false;
    assert.deepEqual(await node.follow(), { sequence: 1, release, isChanged: true, ...NOTHING_ELSE });
  });
});
