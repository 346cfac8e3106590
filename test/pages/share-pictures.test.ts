import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { openAtlas } from "../../src/atlas/atlas.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import { bandColour } from "../../src/html/charts/band-colours.ts";
import { SANS, SERIF } from "../../src/html/pictures/font.ts";
import { legible, wrap } from "../../src/html/pictures/legible.ts";
import { pictureTexts as texts } from "../../src/topics/picture/texts.ts";
import { RASTERIZER } from "../../src/html/pictures/rasterizer.ts";
import { DRESSED } from "../fixtures/branding.ts";
import { FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { BASE, RELEASE, checkProblem, openTestServer, send } from "../http/test-server.ts";
import { BROWSER, textOf } from "./markup.ts";
import { HOSTILE_SNAPSHOT, openHostileSite, openSite } from "./sites.ts";

/** Pictures that chats and networks show of a link. */

const WITHOUT = RASTERIZER === null ? "the optional dependency @resvg/resvg-js is not installed" : false;

interface Picture {
  readonly width: number;
  readonly height: number;
  /** The colour of a pixel: `#rrggbb`. */
  at(x: number, y: number): string;
  /** The colours of one line of pixels. */
  row(y: number): ReadonlySet<string>;
}

/** Reads a PNG of 8 bits for each of red, green, blue and alpha (RFC 2083). */
function readPng(file: Buffer): Picture {
  assert.equal(file.subarray(0, 8).toString("latin1"), "\u0089PNG\r\n\u001a\n");
  const data: Buffer[] = [];
  let head: Buffer = Buffer.alloc(0);
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const name = file.toString("latin1", at + 4, at + 8);
    const chunk = file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
    if (name === "IHDR") head = chunk;
    if (name === "IDAT") data.push(chunk);
  }
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  assert.deepEqual([head[8], head[9], head[12]], [8, 6, 0]);
  const raw = inflateSync(Buffer.concat(data));
  const stride = 4 * width;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const line = raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    const above = y === 0 ? Buffer.alloc(stride) : pixels.subarray((y - 1) * stride, y * stride);
    unfilter(raw[y * (stride + 1)]!, line, above, pixels.subarray(y * stride, (y + 1) * stride));
  }
  const at = (x: number, y: number): string => `#${pixels.toString("hex", y * stride + 4 * x, y * stride + 4 * x + 3)}`;
  return { width, height, at, row: (y) => new Set(Array.from({ length: width }, (_, x) => at(x, y))) };
}

/** Writes the bytes of a line, which were stored as differences to a prediction. */
function unfilter(filter: number, line: Buffer, above: Buffer, to: Buffer): void {
  assert.ok(filter <= 4, "filter");
  for (let at = 0; at < line.length; at++) {
    const left = at < 4 ? 0 : to[at - 4]!;
    const up = above[at]!;
    let predicted = 0;
    if (filter === 1) predicted = left;
    else if (filter === 2) predicted = up;
    else if (filter === 3) predicted = (left + up) >> 1;
    else if (filter === 4) predicted = paeth(left, up, at < 4 ? 0 : above[at - 4]!);
    to[at] = line[at]! + predicted;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const a = Math.abs(estimate - left);
  const b = Math.abs(estimate - up);
  const c = Math.abs(estimate - corner);
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

let server: HttpServer;
before(async () => {
  server = await openSite();
});

async function draw(target: string, from = server): Promise<Picture> {
  const { status, headers, body } = await send(from, target);
  assert.deepEqual([status, headers["content-type"]], [200, "image/png"], body.toString("latin1").slice(0, 300));
  return readPng(body);
}

/** Whether letters stand between two heights: neither paper nor notice alone. */
function hasLetters(picture: Picture, top: number, bottom: number): boolean {
  for (let y = top; y < bottom; y++) if (picture.row(y).size > 4) return true;
  return false;
}

const PICTURES = [
  "/share/countries/france.png",
  "/share/countries/brazil.png",
  "/share/countries/namibia.png",
  "/share/companies/aster-energie.png",
  "/share/companies/himba.png",
  "/share/start.png",
  "/share/ranking.png?pillar=privacy",
  "/share/compare.png?countries=france,brazil,namibia",
];

describe("a share picture", { skip: WITHOUT }, () => {
  for (const target of PICTURES) {
    test(`200 at ${target}: 1200 × 630, with a headline, the notice and the source`, async () => {
      const picture = await draw(target);
      assert.deepEqual([picture.width, picture.height], [1200, 630]);
      assert.ok(hasLetters(picture, 66, 140), "headline");
      assert.ok(hasLetters(picture, 585, 606), "source");
      assert.ok(
        [...Array(630).keys()].some((y) => picture.at(0, y) === "#fff6d8"),
        "notice",
      );
    });
  }

  test("draws the bar in the colours of the bands, no ink on it, and points at its middle", async () => {
    const picture = await draw("/share/countries/france.png");
    const top = Array.from({ length: 630 }, (_, row) => row).find((row) => picture.at(200, row) === bandColour(3, 5));
    assert.ok(top !== undefined, "a bar");
    const y = top + 10;
    // One company each is Middle, High and Very high.
    const colours = [3, 4, 5].map((level) => bandColour(level, 5));
    assert.deepEqual(
      [200, 500, 1000].map((x) => picture.at(x, y)),
      colours,
    );
    // The hairline ends at half the width; nothing else covers the bar.
    assert.equal(picture.at(600, y), bandColour(4, 5));
    const inked = [...picture.row(y)].filter((colour) => ["#101820", "#17212b"].includes(colour));
    assert.deepEqual(inked, []);
    const tip = [...Array(200).keys()].map((row) => top - 40 + row).filter((row) => picture.at(599, row) === "#17212b");
    assert.ok(tip.length > 10 && Math.max(...tip) > Math.min(...tip), "a tick above and one below");
  });

  test("colours the map, and counts the countries beside it", async () => {
    const picture = await draw("/share/start.png");
    const seen = new Set(Array.from({ length: 300 }, (_, index) => [...picture.row(200 + index)]).flat());
    for (const level of [3, 4]) assert.ok(seen.has(bandColour(level, 5)), `level ${level}`);
  });

  test("is the same every time, and for 304", async () => {
    const target = "/share/countries/france.png";
    const [one, two] = [await send(server, target), await send(server, target)];
    assert.deepEqual(one.body, two.body);
    assert.equal(one.headers["content-encoding"], undefined);
    const packed = await send(server, target, { headers: { "Accept-Encoding": "br, gzip" } });
    assert.deepEqual([packed.headers["content-encoding"], packed.body.length], [undefined, one.body.length]);
    const held = { "If-None-Match": String(one.headers.etag), Accept: "text/html" };
    assert.equal((await send(server, target, { headers: held })).status, 304);
    assert.match(String(one.headers["cache-control"]), /^public, max-age=300/u);
  });

  test("308 from other names, 404 and 400 as problems", async () => {
    for (const [target, location] of [
      ["/share/countries/FRA.png", "/share/countries/france.png"],
      [`/share/companies/c-1.png?release=${RELEASE}`, `/share/companies/aster-energie.png?release=${RELEASE}`],
    ] as const) {
      const { status, headers } = await send(server, target);
      assert.deepEqual([status, headers.location], [308, location]);
    }
    checkProblem(await send(server, "/share/countries/nowhere.png"), 404, "country_not_found");
    checkProblem(await send(server, "/share/companies/nobody.png"), 404, "company_not_found");
    checkProblem(await send(server, "/share/nothing.png"), 404, "not_found");
    checkProblem(await send(server, "/share/start.png?release=1999-01-01-aaaaaaaaaaaa"), 404, "release_not_found");
    checkProblem(await send(server, "/share/ranking.png?pillar=luck"), 400, "invalid_request");
    checkProblem(await send(server, "/share/compare.png?countries=france"), 400, "invalid_request");
  });

  test("many at once are all drawn", async () => {
    const drawn = await Promise.all(
      PICTURES.flatMap((target) => [target, target]).map((target) => send(server, target)),
    );
    assert.deepEqual(new Set(drawn.map(({ status }) => status)), new Set([200]));
  });

  test("hostile texts leave a picture that is not blank, with everything in its place", async () => {
    const hostile = await openHostileSite();
    const { rows: companies } = HOSTILE_SNAPSHOT.listCompanies({ limit: 100, offset: 0, sort: "name" });
    const ofCompanies = companies
      .filter(({ slug, country }) => slug.length <= 300 && country === "FR")
      .map(({ slug }) => `/share/companies/${encodeURIComponent(slug)}.png`);
    const targets = ["/share/countries/france.png", "/share/start.png", "/share/ranking.png?pillar=privacy"];
    for (const target of [...targets, "/share/compare.png?countries=france,brazil", ...ofCompanies]) {
      const picture = await draw(target, hostile);
      assert.deepEqual([picture.width, picture.height], [1200, 630], target);
      assert.ok(hasLetters(picture, 66, 140) && hasLetters(picture, 585, 606), target);
      // Nothing runs over the edge.
      for (let y = 0; y < 630; y++)
        assert.ok(
          ["#ffffff", "#fff6d8", DRESSED.accent].includes(picture.at(1199, y)) &&
            picture.at(1199, y) === picture.at(0, y),
          target,
        );
    }
  });

  test("words in another script are counted or left out, never ids, and the picture says so", async () => {
    const bands = FACTS.scale.bands.map((band) => ({ ...band, label: "高い" }));
    const own = async (facts: typeof FACTS) => {
      const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, undefined, facts));
      return (await send(await openTestServer({ releases }), "/share/countries/france.png")).body;
    };
    const places = FACTS.scale.bands.map((band, index) => ({ ...band, label: `Band ${index + 1} of 5` }));
    const japanese = await own({ ...FACTS, scale: { ...FACTS.scale, bands } });
    const said = texts.leftOut;
    const noted = await own({ ...FACTS, notice: `${FACTS.notice}`, scale: { ...FACTS.scale, bands: places } });
    // They differ in the notice alone.
    const [one, other] = [readPng(japanese), readPng(noted)];
    assert.ok(said.length > 0 && !japanese.equals(noted));
    for (const y of [70, 90, 110]) assert.deepEqual(one.row(y), other.row(y));
    const untitled = await own({ ...FACTS, title: "高い" });
    for (let y = 40; y < 64; y++) assert.deepEqual([...readPng(untitled).row(y)], ["#ffffff"], "no host for a title");
    assert.notDeepEqual(japanese, await own(FACTS));
  });
});

describe("the tags for links", () => {
  test("name the finding, the page, and the picture of the release", { skip: WITHOUT }, async () => {
    for (const [page, picture, finding] of [
      ["/countries/france", "/share/countries/france.png", "France is rated High"],
      ["/companies/aster-energie", "/share/companies/aster-energie.png", "Áster Énergie is rated High"],
      ["/", "/share/start.png", "No country gets past High"],
      ["/rankings?pillar=privacy", "/share/ranking.png?pillar=privacy", "In Privacy,"],
      ["/compare?countries=france,brazil", "/share/compare.png?countries=france,brazil", ""],
    ] as const) {
      const markup = (await send(server, page, { headers: BROWSER })).body.toString();
      const tags = new Map(
        [...markup.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">/gu)].map(
          ([, name = "", content = ""]) => [name, textOf(content)],
        ),
      );
      assert.equal(tags.get("og:url"), BASE + page);
      assert.ok(tags.get("og:title")?.includes(finding), tags.get("og:title"));
      assert.equal(tags.get("twitter:card"), "summary_large_image");
      const image = new URL(tags.get("og:image") ?? "");
      assert.equal(image.searchParams.get("release"), RELEASE);
      image.searchParams.delete("release");
      assert.equal(decodeURIComponent(image.href), BASE + picture);
      const { width } = await draw((tags.get("og:image") ?? "").slice(BASE.length));
      assert.equal(String(width), tags.get("og:image:width"));
    }
  });

  test("pages without a picture say so, problems say nothing", async () => {
    const of = async (page: string) => (await send(server, page, { headers: BROWSER })).body.toString();
    assert.match(await of("/data"), /og:url"[\s\S]*twitter:card" content="summary">/u);
    assert.doesNotMatch(await of("/data"), /og:image/u);
    assert.doesNotMatch(await of("/nowhere"), /og:/u);
  });
});

test("without the optional dependency there are no pictures and no tags for them", () => {
  const folder = newTemporaryFolder();
  const hook = path.join(folder, "hide.mjs");
  writeFileSync(
    hook,
    `import { registerHooks } from "node:module";
registerHooks({ resolve(name, context, next) {
  if (name === "@resvg/resvg-js") throw Object.assign(new Error("not installed"), { code: "ERR_MODULE_NOT_FOUND" });
  return next(name, context);
} });`,
  );
  const source = (name: string): string => fileURLToPath(new URL(`../../src/${name}`, import.meta.url));
  const script = path.join(folder, "look.mjs");
  writeFileSync(
    script,
    `import { buildSite } from ${JSON.stringify(pathToFileURL(source("topics/site.ts")).href)};
import { describeForLinks } from ${JSON.stringify(pathToFileURL(source("html/link-preview.ts")).href)};
const { pages } = buildSite({ securityContact: null });
const place = { dataset: { meta: { title: "T", release: "r" } }, link: (address) => address, url: "https://trust.example/" };
const tags = describeForLinks({ title: "T", description: "D", picture: "/share/start.png" }, place);
console.log(JSON.stringify([pages.filter(({ path }) => path.startsWith("/share")).length, String(tags)]));`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", hook, script], { encoding: "utf8" });
  const [pictures, tags] = JSON.parse(stdout === "" ? assert.fail(stderr) : stdout) as [number, string];
  assert.equal(pictures, 0);
  assert.match(tags, /og:title/u);
  assert.doesNotMatch(tags, /og:image/u);
});

describe("text in pictures", () => {
  test("the fonts have the letters of every country's name", () => {
    for (const { name } of openAtlas().territories) assert.ok(SERIF.covers(name) && SANS.covers(name), name);
    for (const text of ["Łódź", "Tiếng Việt", "Ελλάδα", "Україна"])
      assert.ok(SERIF.covers(text) && SANS.covers(text), text);
    for (const text of ["高い", "עברית", "😀", "\u202e"]) assert.ok(!SERIF.covers(text) || !SANS.covers(text), text);
  });

  test("the first text that can be read is taken, and of the last one what can be", () => {
    assert.equal(legible("高い", "high"), "high");
    assert.equal(legible(" a\u0000b\nc\u202e "), "a b c");
    assert.equal(legible("高い", "x高"), "x?");
    assert.equal(legible("", ""), "");
  });

  test("no line is wider than there is room, and nothing is lost without a sign", () => {
    const text = `${"word ".repeat(40)}${"W".repeat(300)}`;
    for (const linesMax of [1, 2, 3]) {
      const lines = wrap(text, SERIF, 40, 500, linesMax);
      assert.ok(lines.length <= linesMax);
      for (const line of lines) assert.ok(SERIF.widthOf(line, 40) <= 500, line);
      assert.ok(lines.at(-1)?.endsWith("…"));
    }
    assert.deepEqual(wrap("one two", SERIF, 40, 5000, 2), ["one two"]);
  });
});
