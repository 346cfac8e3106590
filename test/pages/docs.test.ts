import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import type { OpenApiDocument } from "../../src/topics/docs/openapi-document.ts";
import { listOperations, REFERENCE_GROUPS, successOf } from "../../src/topics/docs/listed-operations.ts";
import { DOCS_ENTRIES, DOCS_GROUPS, GUIDES } from "../../src/topics/docs/guides.ts";
import { anchorOf, fieldsOf } from "../../src/topics/docs/fields.ts";
import { BASE, send } from "../http/test-server.ts";
import { openSite } from "./sites.ts";

/** The documentation as readers go through it. */

const ASK_HTML = { headers: { Accept: "text/html" } };

let server: HttpServer;
before(async () => {
  server = await openSite();
});

const read = async (path: string): Promise<string> => (await send(server, path, ASK_HTML)).body.toString();

describe("the list of pages", () => {
  for (const { file, title } of GUIDES) {
    test(`docs/${file} is headed as lists call it`, () => {
      const markdown = readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");
      assert.equal(/^# (.*)/u.exec(markdown)?.[1], title);
    });
  }

  test("every page lists all of them by group, and marks itself", async () => {
    const markup = await read("/docs/errors-and-limits");
    const [, navigation = ""] = /<nav id="docs-pages"([\s\S]*?)<\/nav>/u.exec(markup) ?? [];
    const links = [...navigation.matchAll(/<a href="([^"]+)"/gu)].map(([, path]) => path);
    assert.deepEqual(
      links,
      DOCS_GROUPS.flatMap(({ id }) => DOCS_ENTRIES.filter(({ group }) => group === id).map(({ path }) => path)),
    );
    assert.deepEqual(
      [...navigation.matchAll(/href="([^"]+)" aria-current="page"/gu)].map(([, path]) => path),
      ["/docs/errors-and-limits"],
    );
  });
});

describe("a guide", () => {
  test("shows its pictures, which are served beside it; no other file is", async () => {
    const markup = await read("/docs/first-release");
    const pictures = [...markup.matchAll(/<img class="picture" src="([^"]+)" alt="([^"]+)"/gu)];
    assert.equal(pictures.length, 6);
    for (const [, path = "", alt = ""] of pictures) {
      const { status, headers, body } = await send(server, path, ASK_HTML);
      assert.deepEqual([status, headers["content-type"]], [200, "image/png"]);
      assert.equal(body.subarray(1, 4).toString(), "PNG");
      assert.ok(alt.length > 40);
    }
    for (const name of ["start-page.png", "..%2Fglossary.md"])
      assert.equal((await send(server, `/docs/images/${name}`, ASK_HTML)).status, 404);
  });

  test("has contents whose links lead to its headings, and leads to the pages before and after it", async () => {
    const markup = await read("/docs/errors-and-limits");
    const [, contents = ""] = /<nav class="contents"([\s\S]*?)<\/nav>/u.exec(markup) ?? [];
    const anchors = [...contents.matchAll(/href="#([^"]+)"/gu)].map(([, anchor]) => anchor);
    const headings = [...markup.matchAll(/<h[23] id="([^"]+)">/gu)].map(([, id]) => id);
    assert.deepEqual(anchors, headings);
    assert.ok(anchors.includes("rate-limits"));
    assert.match(markup, /<a rel="prev" href="\/docs\/reference">[\s\S]*<a rel="next" href="\/problems">/u);
  });

  test("says which code is sent and which comes back, and has a hidden button to copy each", async () => {
    const markup = await read("/docs/quick-start");
    const captions = [...markup.matchAll(/<figcaption><span>(?:<strong>(\w+)<\/strong> )?([^<]*)<\/span>/gu)];
    assert.deepEqual(
      captions.slice(0, 6).map(([, role, language]) => [role, language]),
      [
        ["Request", "curl"],
        ["Answer", ""],
        ["Request", "curl"],
        ["Answer", ""],
        ["Request", "JavaScript"],
        ["Answer", ""],
      ],
    );
    const ids = [...markup.matchAll(/<code id="([^"]+)">/gu)].map(([, id]) => id);
    assert.deepEqual(
      [...markup.matchAll(/data-copy="([^"]+)" hidden>/gu)].map(([, id]) => id),
      ids,
    );
    assert.equal(new Set(ids).size, captions.length);
  });

  test("names its tables, which scroll by keyboard, each differently", async () => {
    const markup = await read("/docs/data-format");
    const names = [...markup.matchAll(/<section class="scroll" aria-label="([^"]+)" tabindex="0">/gu)].map(
      ([, name]) => name,
    );
    assert.equal(markup.split("<table>").length - 1, names.length);
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.includes("Table: The tables"), names.join());
  });

  test("code breaks behind separators alone", async () =>
    assert.ok(
      (await read("/docs/downloads")).includes("<code>/<wbr>api/<wbr>v2/<wbr>data/<wbr>companies.<wbr>csv</code>"),
    ));

  test("settings and terms can be linked", async () => {
    assert.match(await read("/docs/settings"), /<tr id="PORT"><td><code>PORT<\/code>/u);
    assert.match(await read("/docs/glossary"), /<li id="median-band">/u);
  });
});

describe("the overview", () => {
  test("shows five endpoints, each with a line that can be sent and its answer in the present release", async () => {
    const markup = await read("/docs");
    const lines = [...markup.matchAll(/<strong>Request<[\s\S]*?<code id="[\w-]+">([^<]+)/gu)].map(([, line = ""]) =>
      line.trim(),
    );
    assert.equal(lines.length, 5);
    for (const line of lines) {
      const url = /'([^']+)'/u.exec(line)?.[1]?.replaceAll("&amp;", "&") ?? "";
      assert.equal((await send(server, url.slice(BASE.length))).status, 200, line);
    }
    const [, answer = ""] = /<strong>Answer<[\s\S]*?<code id="[\w-]+">([^<]+)/u.exec(markup) ?? [];
    const { body } = await send(server, "/api/v2/countries/brazil");
    const name = (JSON.parse(body.toString()) as { name: string }).name;
    assert.ok(answer.includes(`&quot;name&quot;: &quot;${name}&quot;`), answer);
    assert.ok(answer.includes("…"), "what is left out is marked");
  });

  test("leads to every group of the reference and every guide", async () => {
    const markup = await read("/docs");
    for (const { path } of [...REFERENCE_GROUPS, ...DOCS_ENTRIES]) assert.ok(markup.includes(` href="${path}"`), path);
  });
});

describe("the reference", () => {
  const documentOf = async (): Promise<OpenApiDocument> =>
    JSON.parse((await send(server, "/api/openapi.json")).body.toString()) as OpenApiDocument;

  test("describes every operation and parameter on the page of its group", async () => {
    const operations = listOperations(await documentOf());
    for (const group of REFERENCE_GROUPS) {
      const markup = await read(group.path);
      for (const { operationId, tag } of operations)
        assert.equal(markup.includes(`<h2 id="${operationId}">`), tag === group.tag, `${group.path} ${operationId}`);
      for (const [, id, hint = ""] of markup
        .matchAll(/data-in="\w+" aria-describedby="([\w-]+)"/gu)
        .map(([, about = ""]) => new RegExp(`<li id="(${about})">.*?\\): (.*)</li>`, "u").exec(markup) ?? []))
        assert.doesNotMatch(hint, /^(?:Default|Example):|^$/u, `${id} has no description`);
    }
  });

  test("describes every field of every answer and body beside its operation, and every reason code", async () => {
    const document = await documentOf();
    let fields = 0;
    for (const operation of listOperations(document)) {
      const { operationId, tag, requestBody } = operation;
      const markup = await read(REFERENCE_GROUPS.find((group) => group.tag === tag)?.path ?? "");
      const bodies = Object.values(requestBody?.content ?? {}).slice(0, 1);
      for (const [id, schema] of [
        [operationId, successOf(document, operation)?.media.schema],
        [`${operationId}--body`, bodies[0]?.schema],
      ] as const) {
        for (const field of schema === undefined
          ? []
          : fieldsOf(document, schema).flatMap((one) => [one, ...one.within])) {
          const anchor = anchorOf(id, ...field.path);
          assert.notEqual(field.description, "", `${anchor} has no description`);
          const [, described = ""] = markup.split(`<li id="${anchor}">`);
          assert.notEqual(described, "", anchor);
          for (const code of field.reasons)
            assert.ok(described.split("\n")[0]?.includes(`<a href="/docs/reasons#${code}">`), `${anchor} ${code}`);
          fields += 1;
        }
      }
    }
    assert.ok(fields > 1000, `${fields} fields`);
  });

  test("says with each field its type, its unit and why it can be null", async () => {
    const markup = await read("/docs/reference/geocoding");
    const [, field = ""] = /<li id="reverse_geocode--border_distance_km">(.*)<\/li>/u.exec(markup) ?? [];
    assert.match(field, /\(number or null \(at least 0\), kilometres\): Kilometres to the nearest border/u);
    assert.match(field, /Null: <a href="\/docs\/reasons#too_far"><code>too_<wbr>far<\/code><\/a>/u);
  });
});
