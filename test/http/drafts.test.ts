import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { TestCli } from "../cli/run-cli.ts";
import { EDITION, changed, writeEdition } from "../fixtures/edition.ts";
import { type ServiceHere, serveHere } from "../service/serve-here.ts";

const POLL_MILLISECONDS = 50;
const PAGE = { accept: "text/html" };

/** A data folder with a release, and a service on it whose clock the test sets. */
class Shelf {
  readonly cli = new TestCli();
  #service: ServiceHere | null = null;
  /** Of a key without limits: a test asks more than an address may. */
  keyed: Record<string, string> = {};

  async open(): Promise<void> {
    const words = ["--email", "a@example.org", "--use-case", "tests", "--tier", "enterprise", "--json"];
    const created = JSON.parse((await this.cli.run("key", "create", ...words)).out) as { id: string; api_key: string };
    await this.cli.run("key", "limits", created.id, "unlimited", "unlimited");
    this.keyed = { "x-svc-api-key": created.api_key };
    this.#service = await serveHere(this.cli);
  }

  async close(): Promise<void> {
    await this.#service?.stop();
    await this.cli.remove();
  }

  get url(): string {
    return this.#service?.url ?? assert.fail("it is not open");
  }

  async get(target: string, headers: Record<string, string> = {}): Promise<Response> {
    return await fetch(this.url + target, { headers, redirect: "manual" });
  }

  /** Waits until the service has seen what a command did, and returns what it answers then. */
  async settled(target: string, isSettled: (response: Response) => boolean | Promise<boolean>): Promise<void> {
    for (let round = 0; round < 500; round += 1) {
      if (await isSettled(await this.get(target, this.keyed))) return;
      await wait(POLL_MILLISECONDS);
    }
    assert.fail(`${target} never answered as expected`);
  }

  async draft(bands: readonly number[], ...options: string[]): Promise<{ id: string; name: string }> {
    const { status, out, said } = await this.cli.run("publish", "--draft", writeEdition(bands), "--json", ...options);
    assert.equal(status, 0, said);
    const { id, draft } = JSON.parse(out) as { id: string; draft: { address: string } };
    const [, name = ""] = /release=(draft-[0-9a-f]{32})$/u.exec(draft.address) ?? [];
    await this.settled(`/api/v2/scale?release=${name}`, ({ status: found }) => found === 200);
    return { id, name };
  }
}

describe("a draft", () => {
  const shelf = new Shelf();
  const { cli } = shelf;
  let current = "";
  let draft = { id: "", name: "" };
  before(async () => {
    await cli.run("publish", writeEdition(EDITION));
    current = readFileSync(path.join(cli.dataFolder, "current"), "utf8").trim();
    await shelf.open();
    draft = await shelf.draft(changed(0));
  });
  after(() => shelf.close());

  test("is a release that does not exist, for all who do not know its address", async () => {
    const unknown = await shelf.get("/api/v2/scale?release=2026-11-20-000000000000");
    const wrong = await shelf.get(`/api/v2/scale?release=draft-${"0".repeat(32)}`);
    const plain = await shelf.get(`/api/v2/scale?release=${draft.id}`);
    const said = async (response: Response) => {
      const { status, code, detail } = (await response.json()) as Record<string, unknown>;
      return { status, code, detail: String(detail).replace(/"[^"]*"/u, "NAME") };
    };
    const expected = await said(unknown);
    assert.equal(expected.code, "release_not_found");
    assert.deepEqual(await said(wrong), expected);
    assert.deepEqual(await said(plain), expected);
    assert.equal((await shelf.get(`/releases/${draft.id}`, PAGE)).status, 404);
    const { items } = (await (await shelf.get("/api/v2/releases")).json()) as { items: { id: string }[] };
    assert.deepEqual(
      items.map(({ id }) => id),
      [current],
    );
  });

  test("is kept by no cache and found by no search engine", async () => {
    const targets = [
      `/api/v2/scale?release=${draft.name}`,
      `/api/v2/data/countries.parquet?release=${draft.name}`,
      `/api/v2/companies?format=csv&country=france&release=${draft.name}`,
      `/rankings?release=${draft.name}`,
      `/releases/${draft.name}`,
      `/countries/FR?release=${draft.name}`,
      `/countries/france?release=%64${draft.name.slice(1)}`,
      `/countries/nowhere?release=${draft.name}`,
      `/rankings/?release=${draft.name}`,
    ];
    for (const target of targets) {
      for (const round of ["first", "second", "third"]) {
        const { headers, status } = await shelf.get(target, target.startsWith("/api") ? {} : PAGE);
        assert.match(headers.get("cache-control") ?? "", /no-store/u, `${target}, ${round}`);
        assert.match(headers.get("x-robots-tag") ?? "", /noindex/u, target);
        assert.equal(headers.get("referrer-policy"), "no-referrer", target);
        assert.ok(status < 500, target);
      }
    }
  });

  test("is readable as a whole site and API, all links with its secret name, and each says what it is", async () => {
    const seen = new Set<string>();
    const queue = [`/?release=${draft.name}`, `/api/v2/intelligence/country-rankings?release=${draft.name}`];
    while (queue.length > 0 && seen.size < 120) {
      const target = queue.pop() ?? "";
      if (seen.has(target)) continue;
      seen.add(target);
      const isApi = target.startsWith("/api/");
      const response = await shelf.get(target, isApi ? shelf.keyed : PAGE);
      if (response.status === 308) {
        queue.push(response.headers.get("location") ?? "");
        continue;
      }
      assert.equal(response.status, 200, target);
      const text = await response.text();
      const type = response.headers.get("content-type") ?? "";
      if (type.startsWith("text/html")) assert.match(text, /Draft, not published: do not cite/u, target);
      if (type === "application/json" && text.startsWith('{"meta"')) assert.match(text, /"is_draft":true/u, target);
      if (!/html|json/u.test(type)) continue;
      // Nothing but a link has the secret.
      const shown = text.replaceAll(/(?:href|src|srcset|action|value|content|action)="[^"]*"/gu, "");
      if (type.startsWith("text/html"))
        assert.ok(
          !shown.includes(draft.name),
          `${target}: …${shown.slice(shown.indexOf(draft.name) - 300, shown.indexOf(draft.name) + 50)}`,
        );
      assert.ok(!/"(?:og:|twitter:)|oembed/u.test(text), target);
      const links = [...text.matchAll(/(?:href|src|next|companies_href)"?[=:]"([^"]*)"/gu)].map(([, href = ""]) =>
        href
          .replaceAll("&amp;", "&")
          .replace(/^https?:\/\/(?:localhost|127\.0\.0\.1):\d+/u, "")
          .replace(/#.*$/u, ""),
      );
      for (const link of links) {
        assert.ok(
          !link.includes(draft.id) || /dcat|dataset\.jsonld|datapackage/u.test(target),
          `${target} links ${link}`,
        );
        if (link.startsWith("/") && link.includes(draft.name)) queue.push(link);
      }
    }
    assert.ok(seen.size > 60, `${seen.size} pages and answers were read`);
  });

  test("has no badges, frames and pictures for other sites", async () => {
    for (const target of ["/badge/countries/france.svg", "/embed/map", "/embed/countries/france"])
      assert.equal((await shelf.get(`${target}?release=${draft.name}`)).status, 404, target);
    const url = encodeURIComponent(`http://127.0.0.1/countries/france?release=${draft.name}`);
    assert.equal((await shelf.get(`/oembed?url=${url}`)).status, 404);
  });

  test("is nowhere in what others read", async () => {
    const targets = [
      "/api/v2/releases",
      "/releases",
      "/",
      "/data",
      "/changes",
      "/feeds/releases.atom",
      "/feeds/releases.atom",
      "/sitemap.xml",
      "/readyz",
      "/api/openapi.json",
      "/api/v2/changes",
      "/api/v2/countries/france/history",
    ];
    for (const target of targets) {
      const text = await (await shelf.get(target, PAGE)).text();
      assert.ok(!text.includes(draft.id) && !text.includes(draft.name), target);
    }
    const register = readFileSync(path.join(cli.dataFolder, "register.ndjson"), "utf8");
    assert.ok(!register.includes(draft.name.slice(6)), "the register has a hash alone");
  });

  test("can be compared with the current release", async () => {
    const page = await shelf.get(`/changes?to=${draft.name}`, PAGE);
    assert.equal(page.status, 200);
    const changes = (await (await shelf.get(`/api/v2/changes?to=${draft.name}`)).json()) as {
      from: { id: string };
      to: { id: string };
    };
    assert.deepEqual([changes.from.id, changes.to.id], [current, draft.id]);
  });

  test("an address that was renewed or revoked leads nowhere", async () => {
    const { out } = await cli.run("drafts", "renew", draft.id);
    const [, name = ""] = /release=(draft-[0-9a-f]{32})$/mu.exec(out) ?? [];
    await shelf.settled(`/api/v2/scale?release=${name}`, ({ status }) => status === 200);
    assert.equal((await shelf.get(`/api/v2/scale?release=${draft.name}`)).status, 404);
    await cli.run("drafts", "revoke", draft.id);
    await shelf.settled(`/api/v2/scale?release=${name}`, ({ status }) => status === 404);
    const renewed = await cli.run("drafts", "renew", draft.id);
    draft = { ...draft, name: /draft-[0-9a-f]{32}/u.exec(renewed.out)?.[0] ?? "" };
    await shelf.settled(`/api/v2/scale?release=${draft.name}`, ({ status }) => status === 200);
  });

  test("becomes the current release, and its address leads there", async () => {
    cli.now = new Date("2026-11-21T10:00:00Z");
    const { status, out, said } = await cli.run("release", draft.id);
    assert.equal(status, 0, said);
    assert.match(out, new RegExp(`^${draft.id} is now current, instead of ${current}\\.$`, "mu"));
    await shelf.settled("/api/v2/scale", async (response) => (await response.text()).includes(draft.id));
    const { meta } = (await (await shelf.get(`/api/v2/scale?release=${draft.id}`)).json()) as {
      meta: Record<string, unknown>;
    };
    assert.deepEqual(
      [meta["is_draft"], meta["published_at"]],
      [false, "2026-11-21T10:00:00.000Z"],
      "published when it became current, not when it was made",
    );
    assert.match(String(meta["citation"]), new RegExp(`\\(${draft.id}\\)`, "u"));
    const led = (await (await shelf.get(`/api/v2/scale?release=${draft.name}`)).json()) as typeof meta;
    assert.equal((led["meta"] as typeof meta)["is_draft"], false);
    const releases = (await (await shelf.get("/api/v2/releases")).json()) as { items: { id: string }[] };
    assert.deepEqual(
      releases.items.map(({ id }) => id),
      [draft.id, current],
    );
  });
});

describe("an embargo", () => {
  const shelf = new Shelf();
  const { cli } = shelf;
  let first = "";
  before(async () => {
    await cli.run("publish", writeEdition(EDITION));
    first = readFileSync(path.join(cli.dataFolder, "current"), "utf8").trim();
    await shelf.open();
  });
  after(() => shelf.close());
  const idOf = async (): Promise<string> => {
    const { meta } = (await (await shelf.get("/api/v2/scale")).json()) as { meta: { release: string } };
    return meta.release;
  };

  test("ends the lifetime of what was answered before, and then the draft is current by itself", async () => {
    cli.now = new Date("2026-11-20T12:00:00Z");
    const { id } = await shelf.draft(changed(1), "--at", "2026-11-20T14:00:00+01:00");
    const cached = async (target: string) => (await shelf.get(target)).headers.get("cache-control");
    assert.equal(await cached("/api/v2/scale"), "public, max-age=300, stale-while-revalidate=3300");
    cli.now = new Date("2026-11-20T12:58:00.500Z");
    assert.equal(await cached("/api/v2/scale"), "public, max-age=119");
    assert.equal(await cached("/rankings"), "public, max-age=119");
    assert.equal(await cached(`/api/v2/scale?release=${first}`), "public, max-age=86400");
    assert.equal(await idOf(), first);
    cli.now = new Date("2026-11-20T12:59:59.999Z");
    await wait(3 * POLL_MILLISECONDS);
    assert.equal(await idOf(), first);
    assert.equal(await cached("/api/v2/scale"), "public, max-age=0");
    cli.now = new Date("2026-11-20T13:00:00Z");
    await shelf.settled("/api/v2/scale", async (response) => (await response.text()).includes(id));
    assert.equal(await cached("/api/v2/scale"), "public, max-age=300, stale-while-revalidate=3600");
    assert.equal(readFileSync(path.join(cli.dataFolder, "current"), "utf8").trim(), first, "nobody wrote anything");
    const { items } = (await (await shelf.get("/api/v2/releases")).json()) as {
      items: { id: string; became_current: string[]; published_at: string }[];
    };
    assert.deepEqual(
      items.map((item) => [item.id, item.became_current[0]]),
      [
        [id, "2026-11-20T13:00:00.000Z"],
        [first, "2026-11-20T10:00:00.000Z"],
      ],
    );
    const earlier = (await (await shelf.get("/api/v2/scale?as_of=2026-11-20T12:59:59Z")).json()) as {
      meta: { release: string };
    };
    assert.equal(earlier.meta.release, first);
  });

  test("is recorded by the next command with its own time", async () => {
    cli.now = new Date("2026-11-20T15:00:00Z");
    const id = await idOf();
    assert.equal((await cli.run("note", id, "The figure of Namibia is wrong.")).status, 0);
    assert.equal(readFileSync(path.join(cli.dataFolder, "current"), "utf8").trim(), id);
    const history = readFileSync(path.join(cli.dataFolder, "history.ndjson"), "utf8").trim().split("\n");
    assert.deepEqual(JSON.parse(history.at(-1) ?? ""), { release: id, since: "2026-11-20T13:00:00.000Z" });
  });

  test("that another release overtook shows nothing, and says so", async () => {
    const { id } = await shelf.draft(changed(2), "--at", "2026-11-20T18:00:00Z");
    cli.now = new Date("2026-11-20T16:00:00Z");
    assert.equal((await cli.run("rollback", first)).status, 0);
    cli.now = new Date("2026-11-20T18:00:01Z");
    await shelf.settled("/readyz", async (response) => (await response.text()).includes('"degraded":["embargo"]'));
    assert.equal(await idOf(), first);
    const { out } = await cli.run("releases");
    assert.match(
      out,
      new RegExp(`^  ${id} .*\\n +draft; its time was 2026-11-20T18:00Z, but \\S+ was not current then`, "mu"),
    );
    assert.equal((await cli.run("embargo", id, "--cancel")).status, 0);
    await shelf.settled("/readyz", async (response) => (await response.text()).includes('"degraded":[]'));
  });
});
