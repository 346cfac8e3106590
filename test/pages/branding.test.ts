import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Branding } from "../../src/branding/branding.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import { renderPublisherText } from "../../src/html/render-text.ts";
import type { DatasetFacts } from "../../src/trust/dataset.ts";
import { BARE, DRESSED, SVG } from "../fixtures/branding.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { BASE, RELEASE, type Received, checkProblem, openTestServer, send } from "../http/test-server.ts";
import { HOSTILE_FACTS, HOSTILE_TEXTS } from "./hostile-dataset.ts";
import { BROWSER, faultsIn } from "./markup.ts";

/** What a publisher makes of the site: colour, logos, and the texts of three pages. */

const IMAGE = { Accept: "image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8" };
const PAGES = ["/about", "/privacy", "/terms"] as const;
const OLDER = "2026-01-01-bbbbbbbbbbbb";

const snapshotOf = (branding: Branding, facts: DatasetFacts = FACTS, id = RELEASE) =>
  buildMemorySnapshot(id, COMPANIES, facts, `${id.slice(0, 10)}T10:00:00Z`, branding);

const dressed = new Map<Branding, Promise<HttpServer>>();

/** The site of a publisher, opened once for each. */
function openDressed(branding: Branding): Promise<HttpServer> {
  const server = dressed.get(branding) ?? openTestServer({ releases: buildMemoryReleases(snapshotOf(branding)) });
  dressed.set(branding, server);
  return server;
}

const visit = async (server: HttpServer, path: string): Promise<string> => {
  const { status, body } = await send(server, path, { headers: BROWSER });
  assert.equal(status, 200, path);
  return body.toString();
};

const withText = (about: string): Branding => ({ ...BARE, texts: { ...BARE.texts, about } });

/** What stands in `main` of a page. */
const mainOf = (markup: string): string => /<main[^>]*>([\s\S]*)<\/main>/u.exec(markup)?.[1] ?? "";

describe("the accent", () => {
  test("is a style sheet that every page loads last, after its own", async () => {
    const server = await openDressed(DRESSED);
    for (const path of ["/", "/countries/france", "/docs", "/docs/quick-start", "/about", "/problems"]) {
      const sheets = [...(await visit(server, path)).matchAll(/rel="stylesheet" href="([^"]+)"/gu)].map(
        ([, href]) => href,
      );
      assert.deepEqual([sheets[0], sheets.at(-1)], ["/assets/frame.css", "/assets/accent/8c3a1c.css"], path);
    }
    const problem = await send(server, "/countries/atlantis", { headers: BROWSER });
    assert.ok(problem.body.toString().includes('href="/assets/accent/8c3a1c.css"'));
  });

  test("and the logo go with an embed into an article; one that is always light has the light logo alone", async () => {
    const server = await openDressed(DRESSED);
    const markup = await visit(server, "/embed/countries/france");
    assert.match(
      markup,
      /href="\/assets\/embed\.css">\s*<link rel="stylesheet" href="\/assets\/accent\/8c3a1c\.css">/u,
    );
    assert.match(markup, /<footer>[\s\S]*<picture><source[^>]*logo-dark[^>]*><img src="\/releases\/[^"]+\/logo\.svg"/u);
    const light = await visit(server, "/embed/countries/france?theme=light");
    assert.match(light, /<footer>[\s\S]*<img class="on-white" src="\/releases\/[^"]+\/logo\.svg"/u);
    assert.doesNotMatch(light, /logo-dark/u);
    const problem = await send(server, "/embed/countries/atlantis", { headers: BROWSER });
    assert.ok(problem.body.toString().includes('href="/assets/accent/8c3a1c.css"'));
    const bare = await visit(await openDressed(BARE), "/embed/countries/france");
    assert.doesNotMatch(bare, /assets\/accent|<img/u);
  });

  test("is nowhere without one", async () => {
    const server = await openDressed(BARE);
    assert.doesNotMatch(await visit(server, "/"), /assets\/accent|<img/u);
  });

  test("200: it sets one variable, for light and dark pages, and 304", async () => {
    const server = await openDressed(DRESSED);
    const answer = await send(server, "/assets/accent/8c3a1c.css");
    assert.deepEqual([answer.status, answer.headers["content-type"]], [200, "text/css; charset=utf-8"]);
    const text = answer.body.toString();
    assert.deepEqual(
      [...text.matchAll(/([\w-]+): (#[0-9a-f]{6});/gu)].map(([, name, colour]) => [name, colour]),
      [
        ["--accent", "#8c3a1c"],
        ["--accent", /dark[^#]*(#[0-9a-f]{6})/u.exec(text)?.[1]],
      ],
    );
    assert.doesNotMatch(text, /url|@import/u);
    const held = { "If-None-Match": String(answer.headers.etag) };
    assert.equal((await send(server, "/assets/accent/8c3a1c.css", { headers: held })).status, 304);
  });

  for (const name of ["ffffff.css", "8C3A1C.css", "8c3a1c", "8c3a1.css", "8c3a1c.css.css", "%238c3a1c.css", "red.css"])
    test(`404: /assets/accent/${name}`, async () => {
      checkProblem(await send(await openDressed(DRESSED), `/assets/accent/${name}`), 404, "not_found");
    });
});

describe("the logo", () => {
  test("stands in the header of every page, named after the publisher, in both colours", async () => {
    const server = await openDressed(DRESSED);
    for (const path of ["/", "/docs", "/about"]) {
      const [, header = ""] = /<a class="name"[^>]*>(.*)<\/a>/u.exec(await visit(server, path)) ?? [];
      assert.equal(
        header,
        `<picture><source srcset="/releases/${RELEASE}/logo-dark.png" type="image/png" media="screen and (prefers-color-scheme: dark)" width="120" height="40">` +
          `<img src="/releases/${RELEASE}/logo.svg" alt="Test Publisher" width="120" height="40"></picture><span>A small test of trust</span>`,
      );
    }
  });

  test("stands on white where there is none for dark pages, and never outgrows the header", async () => {
    const alone = async (width: number, height: number): Promise<string> => {
      const light = { extension: "svg", bytes: Buffer.from(SVG), width, height } as const;
      const markup = await visit(await openDressed({ ...BARE, logos: { light, dark: null } }), "/");
      return /<img[^>]*>/u.exec(markup)?.[0] ?? "";
    };
    assert.match(await alone(800, 100), /class="on-white" .* width="200" height="25"/u);
    assert.match(await alone(100, 200), / width="20" height="40"/u);
    assert.match(await alone(0.001, 0.001), / width="40" height="40"/u);
  });

  for (const [name, type, bytes] of [
    ["logo.svg", "image/svg+xml", Buffer.from(SVG)],
    ["logo-dark.png", "image/png", Buffer.from(DRESSED.logos.dark?.bytes ?? [])],
  ] as const)
    test(`200, 304 and HEAD: ${name}, for good, and under a policy that lets it do nothing`, async () => {
      const server = await openDressed(DRESSED);
      const path = `/releases/${RELEASE}/${name}`;
      const check = ({ status, headers }: Received): void => {
        assert.deepEqual([status, headers["content-type"]], [200, type]);
        assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
        assert.equal(headers["x-content-type-options"], "nosniff");
        assert.equal(headers["content-disposition"], undefined);
        assert.equal(
          headers["content-security-policy"],
          "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
        );
      };
      const answer = await send(server, path, { headers: IMAGE });
      check(answer);
      assert.deepEqual(answer.body, bytes);
      const head = await send(server, path, { method: "HEAD", headers: IMAGE });
      check(head);
      assert.equal(head.body.length, 0);
      const held = { ...IMAGE, "If-None-Match": String(answer.headers.etag) };
      assert.equal((await send(server, path, { headers: held })).status, 304);
    });

  test("of the current release may change", async () => {
    const server = await openDressed(DRESSED);
    const { status, headers } = await send(server, "/releases/current/logo.svg", { headers: IMAGE });
    assert.deepEqual([status, headers["cache-control"]], [200, "public, max-age=300, stale-while-revalidate=3600"]);
  });

  test("404 where the release has none of the kind, or there is no release", async () => {
    const server = await openDressed(DRESSED);
    for (const name of ["logo.png", "logo-dark.svg", "logo.gif"])
      checkProblem(await send(server, `/releases/${RELEASE}/${name}`), 404, "not_found");
    checkProblem(await send(server, "/releases/1999-01-01-aaaaaaaaaaaa/logo.svg"), 404, "release_not_found");
    checkProblem(await send(await openDressed(BARE), `/releases/${RELEASE}/logo.svg`), 404, "not_found");
  });
});

describe("an older release", () => {
  test("keeps its own colour, logo and texts", async () => {
    const bareNow = buildMemoryReleases(snapshotOf(BARE), snapshotOf(DRESSED, FACTS, OLDER));
    const server = await openTestServer({ releases: bareNow });
    assert.doesNotMatch(await visit(server, "/about"), /Who we are|assets\/accent|<img/u);
    const older = await visit(server, `/about?release=${OLDER}`);
    for (const part of ["<h1>Who we are</h1>", "/assets/accent/8c3a1c.css", `/releases/${OLDER}/logo.svg`])
      assert.ok(older.includes(part), part);
    assert.equal((await send(server, `/releases/${OLDER}/logo.svg`, { headers: IMAGE })).status, 200);
  });
});

describe("the pages of the publisher", () => {
  test("have one heading of the first level, whoever wrote them, and are well-formed", async () => {
    for (const branding of [BARE, DRESSED, withText("# A\n\n# B\n\n## C\n"), withText("### Deep\n\n#### Deeper\n")]) {
      const server = await openDressed(branding);
      for (const path of PAGES) {
        const markup = await visit(server, path);
        assert.deepEqual(await faultsIn(markup), [], path);
        assert.equal(markup.split("<h1").length, 2, path);
        const levels = [...mainOf(markup).matchAll(/<h(\d)/gu)].map(([, level]) => Number(level));
        assert.ok(
          levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1),
          `${path}: ${levels.join(" ")}`,
        );
      }
    }
  });

  test("show the publisher's texts, with links to one another", async () => {
    const server = await openDressed(DRESSED);
    const about = mainOf(await visit(server, "/about"));
    assert.match(about, /<h1>Who we are<\/h1>/u);
    assert.ok(about.includes('<a href="/terms#text-rules">carefully</a>'));
    assert.match(about, /<h2 id="text-how">How<\/h2>[\s\S]*<h2 id="facts">/u);
    const terms = mainOf(await visit(server, "/terms"));
    assert.match(terms, /<h1>Terms<\/h1>\s*<h2 id="text-rules">Rules<\/h2>/u);
    assert.doesNotMatch(terms, /has not written/u);
    const privacy = mainOf(await visit(server, "/privacy"));
    assert.match(
      privacy,
      /<h1>Privacy<\/h1>\s*<p>We keep nothing\. Ask <a href="mailto:us@publisher\.example">us<\/a>/u,
    );
    assert.doesNotMatch(privacy, /keyed hash/u);
  });

  test("otherwise say what is known, and promise nothing", async () => {
    const server = await openTestServer({
      releases: buildMemoryReleases(snapshotOf(BARE, { ...FACTS, homepage: "https://publisher.example/" })),
    });
    const about = mainOf(await visit(server, "/about"));
    for (const fact of [
      "Test Publisher",
      'href="https://publisher.example/"',
      "A small test of trust, 2026",
      RELEASE,
      "CC-BY 4.0",
      "All companies are fictional.",
    ])
      assert.ok(about.includes(fact), fact);
    const privacy = mainOf(await visit(server, "/privacy"));
    assert.match(
      privacy,
      /only Test Publisher can say[\s\S]*No cookies[\s\S]*end of the UTC day[\s\S]*by minute for a day, then as a sum/u,
    );
    const terms = mainOf(await visit(server, "/terms"));
    assert.match(terms, /Test Publisher has not written terms[\s\S]*CC-BY 4\.0[\s\S]*All companies are fictional\./u);
    for (const text of [about, privacy, terms]) assert.doesNotMatch(text, /guarantee|warrant|liab|we promise/iu);
  });

  test("are linked from the foot of every page, and in the sitemap", async () => {
    const server = await openDressed(BARE);
    for (const path of ["/", "/docs/quick-start"]) {
      const [, foot = ""] = (await visit(server, path)).split("<footer>");
      for (const page of PAGES) assert.ok(foot.includes(`href="${page}"`), page);
    }
    const sitemap = (await send(server, "/sitemap.xml")).body.toString();
    for (const page of PAGES) assert.ok(sitemap.includes(`<loc>https://trust.example${page}</loc>`), page);
  });

  test("behind a path of its own, links, logo and style keep it", async () => {
    const server = await openTestServer({
      releases: buildMemoryReleases(snapshotOf(DRESSED)),
      baseUrl: "https://example.org/trust",
    });
    const markup = await visit(server, "/about");
    const own = [...markup.matchAll(/ (?:href|src|srcset)="(\/[^"]*)"/gu)].map(([, href = ""]) => href);
    assert.deepEqual(
      own.filter((href) => !href.startsWith("/trust/")),
      [],
    );
  });
});

const HOSTILE_MARKDOWN = [
  ...HOSTILE_TEXTS,
  ...HOSTILE_TEXTS.map((text) => `# ${text}`),
  "<script>alert(1)</script>",
  "a <img src=x onerror=alert(1)> b",
  "[a](javascript:alert(1)) [b](JAVASCRIPT:alert(1)) [c](java&#115;cript:alert(1)) [d](data:text/html,x) [e](//evil.example)",
  "<javascript:alert(1)> <https://fine.example>",
  '[f](https://fine.example "\\" onmouseover=\\"alert(1)") [g](<https://fine.example/"onclick="alert(1)>)',
  '![h](https://evil.example/track.png) !["><script>alert(1)</script>](x)',
  "[ref]: javascript:alert(1)\n\n[i][ref]",
  '```"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```',
  "| <script> |\n|---|\n| [j](javascript:alert(1)) <b onclick=alert(1)> |",
  "- [ ] <form action=x><input name=y>",
  '## x" onclick="alert(1)',
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<!-- <script>alert(1)</script> --><script>alert(1)</script>",
];

/** Nothing is in it but text, its elements, and links that lead somewhere. */
function checkMarkup(main: string): void {
  const tags = new Set([...main.matchAll(/<([a-z]\w*)/gu)].map(([, tag = ""]) => tag));
  const allowed =
    "div h1 h2 h3 h4 h5 h6 p a strong em code pre ul ol li table thead tbody tr th td dl dt dd br hr blockquote del";
  for (const tag of tags) assert.ok(allowed.split(" ").includes(tag), tag);
  const starts = [...main.matchAll(/<[a-z]\w*((?: [a-z-]+="[^"]*")*)>/gu)];
  assert.equal(starts.length, [...main.matchAll(/<[a-z]/gu)].length);
  const names = starts.flatMap(([, all = ""]) => [...all.matchAll(/ ([a-z-]+)="/gu)].map(([, name = ""]) => name));
  for (const name of names) assert.match(name, /^(?:id|class|href|rel|scope|tabindex|start)$/u);
  for (const [, href = ""] of main.matchAll(/ href="([^"]*)"/gu)) {
    const url = new URL(
      href.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'"),
      `${BASE}/about`,
    );
    assert.ok(["https:", "http:", "mailto:"].includes(url.protocol), href);
    assert.notEqual(url.hostname, "evil.example");
  }
}

describe("hostile texts", () => {
  for (const text of [...HOSTILE_MARKDOWN, HOSTILE_MARKDOWN.join("\n\n")])
    test(`stay text: ${text.slice(0, 60).replaceAll("\n", " ")}`, async () => {
      checkMarkup(String((await renderPublisherText(text, (address) => address)).main));
    });

  test("stay text on a page, which is well-formed", async () => {
    const branding = withText(HOSTILE_MARKDOWN.join("\n\n"));
    const releases = buildMemoryReleases(snapshotOf(branding, HOSTILE_FACTS));
    const markup = await visit(await openTestServer({ releases }), "/about");
    checkMarkup(mainOf(markup));
    assert.deepEqual(await faultsIn(markup), []);
  });
});
