import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { bandColour } from "../../src/html/charts/band-colours.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, type Received, checkProblem, openTestServer, send } from "../http/test-server.ts";
import { textOf } from "./markup.ts";
import { HOSTILE_FACTS } from "./hostile-dataset.ts";
import { openHostileSite, openSite } from "./sites.ts";

/** Badges: a country's band as a small picture. */

let server: HttpServer;
before(async () => {
  server = await openSite();
});

const badge = (path: string, from = server): Promise<Received> => send(from, `/badge/countries/${path}`);

interface Field {
  readonly text: string;
  readonly fill: string;
  readonly ink: string;
  readonly x: number;
  readonly width: number;
  readonly textEnd: number;
}

/** The fields of a badge, from left to right, and the width of all. Fails where it is not one. */
function read({ body }: Received): {
  readonly width: number;
  readonly title: string;
  readonly fields: readonly Field[];
} {
  const markup = body.toString();
  const [, width = "", title = ""] =
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="(\d+)" height="20" [^<>]*><title>([^<>]*)<\/title><g [^<>]*>(?:<rect [^<>]*\/><text [^<>]*>[^<>]*<\/text>)+<\/g><\/svg>\n$/u.exec(
      markup,
    ) ?? assert.fail(markup);
  const fields = [
    ...markup.matchAll(
      /<rect x="(\d+)" width="(\d+)" height="20" fill="([^"]+)"\/><text x="(\d+)" y="14" fill="([^"]+)" textLength="(\d+)"[^>]*>([^<]*)</gu,
    ),
  ].map(([, x, own, fill = "", textX, ink = "", length, text = ""]) => ({
    text: textOf(text),
    fill,
    ink,
    x: Number(x),
    width: Number(own),
    textEnd: Number(textX) + Number(length),
  }));
  return { width: Number(width), title: textOf(title), fields };
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string): number => {
    const full = colour.length === 4 ? colour.replaceAll(/[^#]/gu, "$&$&") : colour;
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(full.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

describe("200", () => {
  test("the name, the band in its colour, and the lead of the notice; all in words in the title", async () => {
    const received = await badge("france.svg");
    assert.deepEqual([received.status, received.headers["content-type"]], [200, "image/svg+xml"]);
    assert.match(String(received.headers["cache-control"]), /^public, max-age=300/u);
    const { title, fields } = read(received);
    assert.deepEqual(
      fields.map(({ text }) => text),
      ["France", "High", "All companies are fictional"],
    );
    assert.equal(fields[1]?.fill, bandColour(4, 5));
    assert.equal(
      title,
      `France: High (all 3 listed companies judged). A small test of trust, Test Publisher, release ${RELEASE}. All companies are fictional.`,
    );
  });

  test("fields lie beside each other, each around its text", async () => {
    for (const path of ["france.svg", "france.svg?pillar=privacy", "kosovo.svg", "nowhere.svg"]) {
      const { width, fields } = read(await badge(path));
      let end = 0;
      for (const field of fields) {
        assert.equal(field.x, end, path);
        end += field.width;
        assert.ok(field.textEnd <= end, path);
      }
      assert.equal(end, width, path);
    }
  });

  test("of one pillar, and of one release", async () => {
    assert.deepEqual(
      read(await badge("france.svg?pillar=privacy"))
        .fields.map(({ text }) => text)
        .slice(0, 2),
      ["France, Privacy", "Low"],
    );
    const older = buildMemorySnapshot("2026-01-01-bbbbbbbbbbbb", [
      { id: "c-1", name: "One", country: "FR", sector: "energy", judgements: [[0, 1]] },
      { id: "c-2", name: "Two", country: "FR", sector: "energy", judgements: [[0, 1]] },
    ]);
    const two = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE), older) });
    assert.equal(read(await badge(`france.svg?release=${older.manifest.id}`, two)).fields[1]?.text, "Very low");
    assert.equal(read(await badge("france.svg", two)).fields[1]?.text, "High");
    await two.close();
  });

  test("without a rank it says why, in grey", async () => {
    for (const [path, text] of [
      ["brazil.svg", "Too few companies"],
      ["namibia.svg", "Not judged"],
    ] as const) {
      const [, band] = read(await badge(path)).fields;
      assert.deepEqual([band?.text, band?.fill], [text, "#586571"], path);
    }
  });

  test("every text can be read on its colour", async () => {
    const facts = { ...HOSTILE_FACTS, minimumCompanies: 1 };
    for (let level = 1; level <= 5; level++) {
      const company = { id: "c", name: "C", country: "FR", sector: "energy", judgements: [[0, level]] } as const;
      const own = await openTestServer({
        releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, [company], facts)),
      });
      for (const { fill, ink } of read(await badge("france.svg", own)).fields)
        assert.ok(contrast(fill, ink) >= 4.5, `${fill} ${ink}`);
      await own.close();
    }
    for (const { fill, ink } of read(await badge("nowhere.svg")).fields) assert.ok(contrast(fill, ink) >= 4.5);
  });

  test("304, and the same whatever `Accept` says", async () => {
    const { headers, body } = await badge("france.svg");
    const again = await send(server, "/badge/countries/france.svg", {
      headers: { "If-None-Match": String(headers.etag), Accept: "text/html" },
    });
    assert.equal(again.status, 304);
    const picture = await send(server, "/badge/countries/france.svg", { headers: { Accept: "image/png" } });
    assert.deepEqual(picture.body, body);
  });
});

test("308 from other names of the country", async () => {
  const { status, headers } = await badge("FRA.svg?pillar=privacy");
  assert.deepEqual([status, headers.location], [308, "/badge/countries/france.svg?pillar=privacy"]);
});

test("404 and 400 are badges, too", async () => {
  for (const [path, status, text] of [
    ["nowhere.svg", 404, "unknown"],
    ["chad.svg", 404, "unknown"],
    ["france.svg?release=1999-01-01-aaaaaaaaaaaa", 404, "unknown"],
    ["%3Cscript%3E.svg", 404, "unknown"],
    ["france.png", 404, "unknown"],
    ["france.svg?pillar=luck", 400, "Invalid request"],
  ] as const) {
    const received = await badge(path);
    const { headers } = received;
    assert.deepEqual(
      [received.status, headers["content-type"], headers["cache-control"]],
      [status, "image/svg+xml", "no-store"],
      path,
    );
    assert.deepEqual(
      read(received).fields.map((field) => field.text),
      ["country", text],
    );
  }
  checkProblem(await send(server, "/badges"), 404, "not_found");
});

test("texts of a publisher are text, cut where they are too long", async () => {
  const hostile = await openHostileSite();
  for (const path of ["france.svg", "brazil.svg", "france.svg?pillar=safety", "france.svg?pillar=privacy"]) {
    const { status, headers, body, ...rest } = await badge(path, hostile);
    assert.equal(status, 200);
    const { width } = read({ status, headers, body, ...rest });
    assert.ok(width < 1000, String(width));
    assert.doesNotMatch(body.toString(), /[\u202a-\u202e]/u);
  }
});
