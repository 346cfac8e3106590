import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { exampleQuestion } from "../../src/ask/example-parameters.ts";
import { isForOneCaller } from "../../src/ask/operation.ts";
import { canonicalUrl } from "../../src/ask/urls.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { TestCli } from "../cli/run-cli.ts";
import { buildMemoryReleases } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { openTestServer, type Received, type SendOptions, send } from "../http/test-server.ts";
import { sourcesOf } from "../topics/asking.ts";

/**
 * Datasets that are alike but for the names in them: everything has a name that all objects have a
 * member of, and in its twin one that differs by a letter; or bands and pillars have numbers for
 * ids, and in the twin letters before them. What is published of twins differs by these letters.
 */

const MEMBERS = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"] as const;
const TWINS = ["__prota__", "constrictor", "toStrong", "hasOwnPropertx", "valueOx", "__defineGettar__"];

const WORDS = MEMBERS.flatMap((member, i): (readonly [string, string])[] => {
  const [word, twin] = [member, TWINS[i]!].map((each) => each.replaceAll("_", ""));
  const spellings = [String, lower, upper, (text: string) => upper(text.slice(0, 1)) + text.slice(1)];
  return spellings.map((spell) => [spell(word!), spell(twin!)] as const);
});

function lower(text: string): string {
  return text.toLowerCase();
}

function upper(text: string): string {
  return text.toUpperCase();
}

/** Puts the twin in the place of each name. */
function withTwins(text: string): string {
  return WORDS.reduce((changed, [word, twin]) => changed.replaceAll(word, twin), text);
}

const COUNTRIES = ["FR", "DE", "US", "JP"];

function at(index: number): string {
  return MEMBERS[index % MEMBERS.length]!;
}

/** The files of a dataset with these ids of bands and pillars. */
function write(ids: readonly string[], change: (text: string) => string): string {
  const entries = ids.map((id, i) => ({ id, label: at(i), description: `What ${at(i)} is.` }));
  const companies = COUNTRIES.flatMap((country, c) =>
    MEMBERS.map((word, i) => ({
      id: c === 0 ? word : `${word}-${country}`,
      name: c === 0 ? word : `${word} ${country}`,
      rest: [country, i % 2 === 0 ? at(i) : `${at(i)}|${at(i + 1)}`, `${at(i + 1)} & Co`],
    })),
  );
  const judgements = companies.flatMap(({ id }, c) =>
    ids.slice(0, 1 + (c % 5)).map((pillar, p) => {
      const source = c % 3 === 0 ? `https://${at(c).replaceAll("_", "")}.example/` : "";
      return [id, pillar, ids[(c * 7 + p * 3) % 5], at(p + 1), at(c), `2026-0${1 + (c % 9)}-01`, source];
    }),
  );
  const dataset = {
    title: "constructor and toString",
    publisher: "__proto__",
    year: 2026,
    licence: "constructor",
    scale: { id: "constructor", bands: entries },
    pillars: entries,
    sectors: [{ slug: "tostring", label: "toString of constructor" }],
    judges: [
      { id: "constructor", label: "The constructor" },
      { id: "__proto__", label: "A __proto__" },
    ],
    criteria: [{ id: "toString", label: "The toString" }],
    ranking: { minimum_companies: 2 },
  };
  const tables = {
    companies: [
      ["id", "name", "country", "sector", "aliases", "__proto__", "constructor"],
      ...companies.map(({ id, name, rest }) => [id, name, ...rest, "x", "y"]),
    ],
    judgements: [["company", "pillar", "band", "criterion", "judge", "judged_on", "source_url"], ...judgements],
    products: [
      ["id", "name", "company", "brand"],
      ...companies.map(({ id }, i) => [`${at(i)}-${i}`, `${at(i + 2)} ${i}`, id, at(i + 1)]),
    ],
    replies: [
      ["company", "pillar", "status", "replied_on", "text"],
      ...companies
        .slice(0, 6)
        .map(({ id }, i) => [id, ids[0], ...(i % 2 === 0 ? ["answered", "2026-10-01", at(i)] : ["asked", "", ""])]),
    ],
  };
  const folder = newTemporaryFolder();
  writeFileSync(path.join(folder, "dataset.json"), change(JSON.stringify(dataset)));
  for (const [table, rows] of Object.entries(tables))
    writeFileSync(path.join(folder, `${table}.csv`), change(rows.map((row) => `${row.join()}\n`).join("")));
  return folder;
}

async function publish(cli: TestCli, folder: string): Promise<Releases> {
  const { status, said } = await cli.publish(folder);
  assert.equal(status, 0, said);
  assert.equal((await cli.run("verify")).status, 0);
  const store = new ReleaseStore(cli.dataFolder, () => cli.now);
  const id = store.currentId() ?? "";
  return buildMemoryReleases(openSnapshot(store.manifest(id), store.folderOf(id)));
}

interface Published {
  readonly releases: Releases;
  readonly server: HttpServer;
}

/** Two published twins. `toTwin` changes what one says into what the other does. */
class Twins {
  readonly #clis = [new TestCli(), new TestCli()] as const;
  readonly #toTwin: (text: string) => string;
  #all: readonly Published[] = [];

  constructor(toTwin: (text: string) => string) {
    this.#toTwin = toTwin;
  }

  async open(one: string, other: string): Promise<void> {
    const all = [await publish(this.#clis[0], one), await publish(this.#clis[1], other)];
    this.#all = await Promise.all(
      all.map(async (releases) => ({ releases, server: await openTestServer({ releases }) })),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map(({ server }) => server.close()));
    await Promise.all(this.#clis.map((cli) => cli.remove()));
  }

  get releases(): Releases {
    return this.#all[0]!.releases;
  }

  /** Asks both the same, and compares what they say. Returns what the first one said. */
  async ask(target: string, { body, ...options }: SendOptions = {}): Promise<Received> {
    const [one, other] = await Promise.all(
      this.#all.map(({ releases, server }, which) => {
        const own = (text: string): string => {
          const named = text.replaceAll(this.releases.current().manifest.id, releases.current().manifest.id);
          return which === 0 ? named : this.#toTwin(named);
        };
        return send(server, own(target), { ...options, ...(body === undefined ? {} : { body: own(String(body)) }) });
      }),
    );
    assert.equal(one!.status, other!.status, target);
    const [said, saidByTwin] = [this.#compared(one!, 0), this.#compared(other!, 1)];
    assert.deepEqual(said, saidByTwin, target);
    return one!;
  }

  /** Without what differs between any two releases: ids, digests, sizes, and widths of texts. */
  #compared({ headers, body }: Received, which: number): unknown {
    const { id, fingerprint } = this.#all[which]!.releases.current().manifest;
    const text = this.#toTwin(body.toString())
      .replaceAll(id, "RELEASE")
      .replaceAll(id.replaceAll("-", "_"), "RELEASE")
      .replaceAll(fingerprint, "FINGERPRINT")
      .replaceAll(/[0-9a-f]{64}/gu, "DIGEST")
      .replaceAll(/\bcursor=[\w-]+/gu, "CURSOR")
      .replaceAll(/("(?:bytes|byteSize|contentSize)":)"?\d+(?: B)?"?/gu, "$10")
      .replaceAll(/ (?:x|width)="[\d.]+"|urn:uuid:[\w-]+|[\d.]+ (?:k?B|bytes)\b/gu, "");
    // The members of an object have no order, and JSON.parse puts whole numbers first.
    return /json/u.test(String(headers["content-type"])) ? (JSON.parse(text) as unknown) : text;
  }
}

/** What is packed or drawn: the letters of a name have their widths. */
const BINARY = /xlsx|parquet|zip|\.png|\.svg/u;

function describeTwins(title: string, ids: readonly string[], toTwin: (text: string) => string): void {
  describe(title, () => {
    const twins = new Twins(toTwin);
    before(() => twins.open(write(ids, String), write(ids, toTwin)));
    after(() => twins.close());

    for (const operation of OPERATIONS.filter((each) => !isForOneCaller(each)))
      test(`${operation.id} answers what its twin does`, async () => {
        const { limit: _, ...question } = exampleQuestion(operation, sourcesOf(twins.releases));
        const forms = Object.keys(operation.choice?.forms ?? {}).filter((form) => !BINARY.test(form));
        for (const form of forms.length === 0 ? [null] : forms) {
          const target = canonicalUrl(operation, {
            ...question,
            ...(form === null ? {} : { [operation.choice?.parameter ?? ""]: form, cursor: undefined }),
          });
          if (BINARY.test(target)) continue;
          const { status, body } = await twins.ask(target);
          assert.equal(status, operation.id === "download_signature" ? 404 : 200, body.toString());
        }
      });

    test("has the pages that its twin has", async () => {
      const found = new Set(["/"]);
      const kinds = new Map<string, number>();
      for (const target of found) {
        const { status, body } = await twins.ask(target, { headers: { accept: "text/html, */*;q=0.5" } });
        assert.equal(status, 200, target);
        for (const [, href = ""] of body.toString().matchAll(/(?:href|src)="([^"]+)"/gu)) {
          const url = URL.parse(href.replaceAll("&amp;", "&"), `https://trust.example${target}`);
          if (url?.host !== "trust.example" || /^\/(?:docs|problems|assets|api)\b/u.test(url.pathname)) continue;
          // The form has an example in which a name is misspelt.
          if (url.pathname === "/portfolio" || BINARY.test(href) || url.searchParams.has("cursor")) continue;
          const address = url.pathname + url.search;
          const kind = [url.pathname.split("/", 2), ...url.searchParams.keys()].join();
          if (found.has(address) || (kinds.get(kind) ?? 0) >= PAGES_OF_A_KIND) continue;
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          found.add(address);
        }
      }
      assert.ok(found.size > 40, `${found.size} pages`);
    });

    test("reads what callers send as its twin does", async () => {
      const json = { "content-type": "application/json" };
      const csv = { "content-type": "text/csv" };
      const rows = MEMBERS.map((name) => ({ name, country: "FRA" }));
      await twins.ask("/api/v2/portfolios", { method: "POST", headers: json, body: JSON.stringify({ rows }) });
      const list = ["name,country,__proto__,toString", ...MEMBERS.map((name) => `${name},FR,${name},1`), ""].join("\n");
      const matched = await twins.ask("/api/v2/portfolios?format=csv", { method: "POST", headers: csv, body: list });
      assert.equal(matched.status, 200);
      const queries = Object.fromEntries(MEMBERS.map((member) => [member, { query: member }]));
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const body = `queries=${encodeURIComponent(JSON.stringify(queries))}`;
      const reconciled = await twins.ask("/reconcile", { method: "POST", headers: form, body });
      assert.deepEqual(Object.keys(JSON.parse(reconciled.body.toString()) as object), [...MEMBERS]);
      for (const member of MEMBERS) {
        await twins.ask(`/api/v1/search?q=${member}`);
        const statements = [
          `${member} is rated ${member}.`,
          `France is rated ${member}.`,
          `${member} companies are ${at(1)}.`,
        ];
        await twins.ask("/api/v2/claims/check", {
          method: "POST",
          headers: json,
          body: JSON.stringify({ statements }),
        });
        assert.equal((await twins.ask(`/api/v2/companies?format=${member}`)).status, 400);
        assert.equal((await twins.ask(`/api/v2/companies?${member}=1`)).status, 400);
      }
    });
  });
}

/** So many pages of one path and its parameters are looked at. */
const PAGES_OF_A_KIND = 4;

const MEMBER_IDS = ["proto", "constructor", "tostring", "hasownproperty", "valueof", "definegetter"];
describeTwins("a dataset whose names are members of every object", MEMBER_IDS, withTwins);

/** An object of JavaScript has such members first, whatever was written first. */
const NUMBERS = ["10", "2", "1", "03", "0", "7"].map((number) => `z${number}`);
describeTwins("a dataset whose bands and pillars have numbers for ids", NUMBERS, (text) =>
  text.replaceAll(/(?<![a-z])z(?=\d)/gu, ""),
);
