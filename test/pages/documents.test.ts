import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { type SettingsError, readSettings } from "../../src/settings.ts";
import { buildSite } from "../../src/topics/site.ts";
import { GUIDES } from "../../src/topics/docs/guides.ts";
import { MARKDOWN_TYPE } from "../../src/topics/docs/page.ts";
import { HTML_TYPE, PAGE_POLICY } from "../../src/html/frame.ts";
import { renderMarkdown } from "../../src/html/render-markdown.ts";
import { BASE, checkProblem, openTestServer, RELEASE, send } from "../http/test-server.ts";
import { faultsIn } from "./markup.ts";
import { DOCS_PAGES, DOCS_TEMPLATES } from "./paths.ts";
import { openSite } from "./sites.ts";

/** Pages and well-known documents as programs see them; `pages.test.ts` looks with a browser. */

const SITE = buildSite({ securityContact: null }).documents;
const ASK_HTML = { headers: { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" } };

let server: HttpServer;
before(async () => {
  server = await openSite();
});

async function read(path: string): Promise<string> {
  const { status, body } = await send(server, path, ASK_HTML);
  assert.equal(status, 200, path);
  return body.toString();
}

describe("Markdown", () => {
  const READS_MARKDOWN = { headers: { Accept: "text/markdown, text/html;q=0.5, */*;q=0.1" } };
  const paths = SITE.filter(
    ({ path, mediaType }) => mediaType === MARKDOWN_TYPE && /^\/(?:docs|problems)\b.*\.md$/u.test(path),
  );

  test("every page of the documentation has it, at its path and at `.md`", async () => {
    assert.equal(paths.length, DOCS_PAGES.length - 1, "/api is JSON for programs");
    for (const { path } of paths) {
      const { status, body, headers } = await send(server, path);
      assert.deepEqual([status, headers["content-type"]], [200, MARKDOWN_TYPE], path);
      const page = await send(server, path.slice(0, -".md".length), READS_MARKDOWN);
      assert.deepEqual([page.status, page.headers["content-type"]], [200, MARKDOWN_TYPE], path);
      assert.ok(page.body.equals(body), path);
      assert.match(body.toString(), /^# \S/u, path);
      assert.doesNotMatch(body.toString(), /<!--|trust\.example\/(?:docs|problems)\/[\w-]+\)/u, path);
    }
  });

  test("a browser, and a program without a preference, get the page", async () => {
    for (const options of [ASK_HTML, {}, { headers: { Accept: "*/*" } }]) {
      const { headers } = await send(server, "/docs/claims", options);
      assert.equal(headers["content-type"], HTML_TYPE);
      assert.match(String(headers["vary"]), /\bAccept\b/u);
    }
  });

  test("its links lead on in Markdown, and all of them somewhere", async () => {
    const links = new Set<string>();
    for (const { path } of paths) {
      const text = (await send(server, path)).body.toString().replaceAll(/^```.*?^```$|(`+).+?\1/gmsu, "");
      for (const [, url] of text.matchAll(/\]\((?!#|https?:\/\/(?!trust\.example)|mailto:)([^()\s]+)\)/gu))
        links.add(url!);
    }
    assert.ok(links.size > 100, `${links.size} links`);
    for (const link of links) {
      assert.ok(link.startsWith(`${BASE}/`), link);
      const [path = ""] = link.slice(BASE.length).split("#");
      assert.ok([200, 308].includes((await send(server, path)).status), link);
    }
  });

  test("the reference names every operation with its parameters and fields", async () => {
    const text = (await send(server, "/docs/reference/intelligence.md")).body.toString();
    assert.match(text, /^## .+\n\n`POST \/api\/v2\/claims\/check` \(`check_claims`\)$/mu);
    assert.match(text, /^- `statements` \(list of .+\): What to check\.$/mu);
    assert.match(text, /^ {2}- `verdict` \(/mu);
    const index = (await send(server, "/docs/reference.md")).body.toString();
    assert.match(index, /: `GET \/api\/v2\/countries\/\{slug\}`$/mu);
  });
});

describe("pages", () => {
  for (const path of DOCS_TEMPLATES)
    test(`${path} is well-formed HTML`, async () => assert.deepEqual(await faultsIn(await read(path)), []));

  test("the validator rejects a broken copy", async () => {
    const broken = (await read("/docs")).replace("</main>", "").replace('<html lang="en">', "<html>");
    const rules = (await faultsIn(broken)).map((fault) => fault.split(": ")[1]);
    for (const rule of ["close-order", "element-required-attributes"])
      assert.ok(rules.includes(rule), `${rule}: ${rules.join()}`);
  });

  const markups = new Map<string, string>();
  before(async () => {
    for (const path of DOCS_PAGES) markups.set(path, await read(path));
  });

  test("every link of every page leads somewhere, anchors included", async () => {
    const links = [...markups].flatMap(([path, markup]) =>
      [...markup.matchAll(/ (?:href|src)="([^"]+)"/gu)].map(
        ([, href]) => new URL(href!.replaceAll("&amp;", "&"), BASE + path),
      ),
    );
    const own = new Set(
      links.filter(({ origin }) => origin === BASE).map(({ pathname, hash, search }) => pathname + search + hash),
    );
    assert.ok(own.size > 60, `${own.size} links`);
    for (const link of own) {
      const [path = "", anchor] = link.split("#");
      if (!markups.has(path)) {
        const { status } = await send(server, path, ASK_HTML);
        assert.ok([200, 308].includes(status), `${link}: ${status}`);
      }
      if (anchor !== undefined) assert.ok(markups.get(path)?.includes(` id="${decodeURIComponent(anchor)}"`), link);
    }
  });

  test("pages carry their own policy, validators and the shared headers", async () => {
    const received = await send(server, "/docs", ASK_HTML);
    assert.equal(received.headers["content-security-policy"], PAGE_POLICY);
    assert.equal(received.headers["x-content-type-options"], "nosniff");
    const again = { ...ASK_HTML.headers, "If-None-Match": String(received.headers.etag) };
    assert.equal((await send(server, "/docs", { headers: again })).status, 304);
    for (const { path, mediaType } of SITE.filter((document) => document.path.startsWith("/assets/"))) {
      const asset = await send(server, path);
      assert.deepEqual(
        [asset.status, asset.headers["content-type"], typeof asset.headers.etag],
        [200, mediaType, "string"],
      );
    }
    assert.equal(PAGE_POLICY.includes("unsafe"), false);
  });

  test("no page holds script, style or handlers of its own, or names another origin to load from", async () => {
    for (const [path, markup] of markups) {
      assert.doesNotMatch(markup, /<style|<script(?! src="\/assets\/)| style="| on\w+="/u, path);
      assert.doesNotMatch(markup, /<(?:link|img|script|iframe)[^>]+(?:href|src)="(?:https?:)?\/\//u, path);
    }
  });

  test("/ and /api are pages for browsers and JSON for everybody else", async () => {
    for (const path of ["/", "/api"]) {
      for (const [accept, type] of [
        [ASK_HTML.headers.Accept, HTML_TYPE],
        ["*/*", "application/json"],
        ["application/json", "application/json"],
        ["text/html;q=0.5, application/json", "application/json"],
        ["text/*", HTML_TYPE],
      ] as const) {
        const received = await send(server, path, { headers: { Accept: accept } });
        assert.equal(received.headers["content-type"], type, `${path} ${accept}`);
        assert.match(String(received.headers.vary), /(?:^|, )Accept(?:,|$)/u);
      }
      assert.equal((await send(server, path)).headers["content-type"], "application/json");
      checkProblem(await send(server, path, { headers: { Accept: "image/png" } }), 406, "not_acceptable");
    }
  });

  test("the guide to citing names the publisher, title and release that are served here", async () => {
    const markup = await read("/docs/embeds");
    assert.ok(
      markup.includes(
        `Test Publisher (2026). A small test of trust (${RELEASE}). ${BASE}/releases/${RELEASE}. CC-BY 4.0.`,
      ),
    );
    assert.ok(markup.includes("title = {{A small test of trust}}"));
    assert.doesNotMatch(markup, /Demonstration|Bands Dataset/u);
  });

  test("behind a path of its own, links keep it", async () => {
    const behind = await openTestServer({ baseUrl: "https://example.org/trust" });
    const markup = (await send(behind, "/docs/reference", ASK_HTML)).body.toString();
    const hrefs = [...markup.matchAll(/ (?:href|src|data-path)="(\/[^"]*)"/gu)].map(([, href]) => href!);
    assert.ok(hrefs.length > 50);
    assert.deepEqual(
      hrefs.filter((href) => !href.startsWith("/trust/")),
      [],
    );
    await behind.close();
  });
});

describe("Markdown", () => {
  const place = {
    file: "guides/a.md",
    baseUrl: BASE,
    link: (address: string) => address,
    pageOf: (file: string) => (file === "b.md" ? "/docs/b" : null),
    pictureOf: (file: string) => (file === "images/c.png" ? { src: "/docs/images/c.png", width: 3, height: 2 } : null),
  };

  const render = async (markdown: string, location = place): Promise<string> =>
    String((await renderMarkdown(markdown, location)).main);

  test("pictures of guides have their size; of others the description stands there", async () => {
    assert.equal(
      await render("![A <map>](../images/c.png) ![Not ours](https://e.example/x.png) ![None](../images/d.png)"),
      '<p><img class="picture" src="/docs/images/c.png" alt="A &lt;map&gt;" width="3" height="2" loading="lazy"> Not ours None</p>\n',
    );
  });

  test("links between files become links between pages; what is no page becomes its text", async () => {
    const markup = await render("[b](../b.md#x) [c](../src/c.ts) [d](/api) [e](https://e.example)");
    assert.equal(markup, `<p><a href="/docs/b#x">b</a> c <a href="/api">d</a> <a href="https://e.example">e</a></p>\n`);
  });

  test("text stays text, comments go, examples name the service's own origin", async () => {
    const markup = await render(
      "<!-- run -->\n\na <b onclick=x> `<i>`\n\n```sh\ncurl https://trust.example/<x>\n```\n",
      { ...place, baseUrl: "https://own.example" },
    );
    assert.doesNotMatch(markup, /<b[ >]|<i>|<!--|trust\.example/u);
    assert.ok(markup.includes("curl https://own.example/&lt;x&gt;"), markup);
  });

  test("headings that are called the same have anchors of their own", async () => {
    assert.match(await render("## A b\n\n## A b\n"), /id="a-b"[\s\S]*id="a-b-1"/u);
  });
});

describe("well-known documents", () => {
  test("the catalogue is a linkset of its profile whose links answer (RFC 9727)", async () => {
    const received = await send(server, "/.well-known/api-catalog", { method: "HEAD" });
    assert.equal(
      received.headers["content-type"],
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    assert.match(
      String(received.headers.link),
      /<https:\/\/trust\.example\/\.well-known\/api-catalog>; rel="api-catalog"/u,
    );
    const { linkset } = JSON.parse(await read("/.well-known/api-catalog")) as {
      linkset: ({ anchor: string } & Record<string, string | { href: string; type?: string }[]>)[];
    };
    const targets = linkset.flatMap(({ anchor, ...relations }) => [
      { href: anchor },
      ...Object.values(relations).flat(),
    ]);
    assert.ok(targets.length >= 6);
    for (const target of targets) {
      if (typeof target === "string") throw new Error(target);
      const { status, headers } = await send(server, target.href.slice(BASE.length), {
        headers: { Accept: "type" in target ? target.type : "*/*" },
      });
      assert.equal(status, 200, target.href);
      if ("type" in target) assert.ok(String(headers["content-type"]).startsWith(target.type), target.href);
    }
  });

  test("/api links the descriptions in its head", async () => {
    const { headers } = await send(server, "/api");
    for (const relation of ["service-desc", "service-doc", "api-catalog"])
      assert.ok(String(headers.link).includes(`rel="${relation}"`));
  });

  test("llms.txt is short, names what readers ask and the guides to it, and its links answer", async () => {
    const text = await read("/llms.txt");
    assert.match(text, /^# Country Trust\n\n> /u);
    assert.ok(Buffer.byteLength(text) < 10_000, `${Buffer.byteLength(text)} bytes`);
    for (const { path, group } of GUIDES)
      assert.equal(
        new RegExp(`\\(${BASE}${path}\\.md\\) \\(\\d+ KB\\): `, "u").test(text),
        group !== "run" && group !== "publish",
        path,
      );
    for (const path of ["countries/{slug}", "intelligence/country-rankings", "claims/check", "companies"])
      assert.ok(text.includes(`- \`GET /api/v2/${path}\`: `), path);
    for (const [, link] of text.matchAll(/\]\((https:[^)]+)\)/gu))
      assert.equal((await send(server, link!.slice(BASE.length), ASK_HTML)).status, 200, link);
  });

  test("the three requests of llms.txt answer, as long as it says", async () => {
    const part = /^## The three requests that matter\n(.*?)^## /msu.exec(await read("/llms.txt"))![1]!;
    const gets = [...part.matchAll(/`GET (https:[^`]+)` \((\d+) KB/gu)];
    assert.equal(gets.length, 2);
    for (const [, url, size] of gets) {
      const { status, body } = await send(server, url!.slice(BASE.length));
      assert.deepEqual([status, Math.max(1, Math.round(body.length / 1000))], [200, Number(size)], url);
    }
    const [, path, json] = /`POST (\S+)` with `([^`]+)`/u.exec(part)!;
    const headers = { "Content-Type": "application/json" };
    assert.equal((await send(server, path!, { method: "POST", headers, body: json! })).status, 200);
  });

  test("the skill for agents is one, names this service, and every request in it answers", async () => {
    const text = await read("/skills/country-trust/SKILL.md");
    const [, name, description] = /^---\nname: ([a-z-]+)\ndescription: (.+)\n---\n/u.exec(text) ?? [];
    assert.equal(name, "country-trust");
    assert.ok(description!.length <= 1024, `${description!.length} characters`);
    const requests = [...text.matchAll(/`GET (https:[^`]+)`/gu)].map(([, url]) => url!.replace("…", "a"));
    assert.ok(requests.length > 5);
    for (const url of requests) assert.equal((await send(server, url.slice(BASE.length))).status, 200, url);
  });

  test("robots may read everything, and find the sitemap", async () =>
    assert.equal(await read("/robots.txt"), `User-agent: *\nAllow: /\nSitemap: ${BASE}/sitemap.xml\n`));

  test("security.txt is there when a contact is set, and never about to expire (RFC 9116)", async () => {
    checkProblem(await send(server, "/.well-known/security.txt"), 404, "not_found");
    let today = new Date("2026-11-21T10:00:00Z");
    const { securityContact } = readSettings({ SECURITY_CONTACT: "security@example.org" });
    const named = await openTestServer({ ...buildSite({ securityContact }), now: () => today });
    const text = async (): Promise<string> => (await send(named, "/.well-known/security.txt")).body.toString();
    assert.equal(
      await text(),
      `Contact: mailto:security@example.org\nExpires: 2027-05-21T00:00:00Z\nPreferred-Languages: en\nCanonical: ${BASE}/.well-known/security.txt\n`,
    );
    today = new Date("2027-08-01T00:00:00Z");
    assert.match(await text(), /^Expires: 2028-02-01T00:00:00Z$/mu);
    await named.close();
  });

  test("a contact or a path of figures that cannot be one is refused by name", () => {
    for (const environment of [
      { SECURITY_CONTACT: "call me" },
      { SECURITY_CONTACT: "http://plain.example" },
      { METRICS_PATH: "metrics" },
      { METRICS_PATH: "/api" },
      { METRICS_PORT: "x" },
    ]) {
      const [name] = Object.keys(environment);
      assert.throws(
        () => readSettings(environment),
        (error: SettingsError) => error.message.startsWith(`${name}=`),
      );
    }
  });
});
