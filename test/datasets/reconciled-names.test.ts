import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { TestCli } from "../cli/run-cli.ts";
import { type ServiceHere, serveHere } from "../service/serve-here.ts";
import { SHAPES_MISSING, checkShape } from "../topics/specified-shapes.ts";
import { RAW_DATASETS } from "./raw-datasets.ts";

/**
 * The 2,000 companies of a real dataset, reconciled in batches as OpenRefine sends them, by names
 * as they stand in other people's lists.
 */

const dataset = RAW_DATASETS.find(({ name }) => name === "wba-gender-2024")!;
const skip = existsSync(dataset.dataFolder) ? SHAPES_MISSING : `the real dataset is not there: ${dataset.dataFolder}`;

const BATCH = 50;

interface Listed {
  readonly slug: string;
  readonly name: string;
  readonly country: { readonly name: string };
}

type Answer = Record<string, { result: { id: string; name: string; score: number; match: boolean }[] }>;

/** Ways a list spells a name that leave no doubt who is meant. */
const SPELLINGS: Readonly<Record<string, (name: string) => string>> = {
  "in capitals": (name) => name.toUpperCase(),
  "in small letters, with spaces around": (name) => `  ${name.toLowerCase()} `,
  "without accents": (name) => name.normalize("NFD").replaceAll(/\p{M}/gu, ""),
  "with decomposed accents": (name) => name.normalize("NFD"),
  "without punctuation": (name) => name.replaceAll(/[.,’']/gu, ""),
  "with a legal form at the end": (name) => `${name} Inc.`,
  "with its legal form left out": (name) =>
    name.replace(/,? (?:Inc|Corp|Ltd|Co|plc|S\.A|AG|SE|NV|N\.V|AB|ASA|GmbH)\.?$/iu, ""),
};

if (skip === false) {
  describe("names of a real dataset", () => {
    const cli = new TestCli({ TRUSTED_PROXIES: "1" });
    let service: ServiceHere;
    let companies: readonly Listed[];
    let url: string;

    before(async () => {
      const { status, said } = await cli.run("publish", dataset.folder, "--data", dataset.dataFolder);
      assert.equal(status, 0, said);
      service = await serveHere(cli);
      url = service.url;
      const pages = await Promise.all(
        ["A", "-A"].map(
          async (at) => await fetch(`${url}/api/v2/companies?limit=1000&sort=${at === "A" ? "name" : "-name"}`),
        ),
      );
      const lists = (await Promise.all(pages.map((page) => page.json()))) as { items: Listed[]; total: number }[];
      companies = lists.flatMap(({ items }) => items);
      assert.equal(companies.length, lists[0]!.total);
    });
    after(async () => {
      await service.stop();
      await cli.remove();
    });

    let clients = 0;

    /** Reconciles in batches, each from an address of its own. */
    async function reconcile(queries: readonly object[]): Promise<readonly Answer[string][]> {
      const results: Answer[string][] = [];
      for (let from = 0; from < queries.length; from += BATCH) {
        const batch = Object.fromEntries(queries.slice(from, from + BATCH).map((query, at) => [`q${at}`, query]));
        checkShape("reconciliation-query-batch", batch);
        clients += 1;
        const response = await fetch(`${url}/reconcile`, {
          method: "POST",
          headers: { "X-Forwarded-For": `10.0.${Math.floor(clients / 200)}.${clients % 200}` },
          body: new URLSearchParams({ queries: JSON.stringify(batch) }),
        });
        assert.equal(response.status, 200);
        const answer = (await response.json()) as Answer;
        checkShape("reconciliation-result-batch", answer);
        results.push(...Object.keys(batch).map((name) => answer[name]!));
      }
      return results;
    }

    test("the manifest is as the specification says", async () => {
      checkShape("manifest", await (await fetch(`${url}/reconcile`)).json());
    });

    for (const [way, spell] of Object.entries(SPELLINGS)) {
      test(`${way}: nobody else is matched, and who is meant is a candidate`, async (context) => {
        // Every fortieth company: one batch.
        const some = companies.filter((_, index) => index % 40 === 7);
        assert.equal(some.length, BATCH);
        const results = await reconcile(
          some.map(({ name }) => ({ query: spell(name), type: "company", type_strict: "should" })),
        );
        let matched = 0;
        for (const [index, { result }] of results.entries()) {
          const { slug, name } = some[index]!;
          for (const { id, match } of result) assert.ok(!match || id === slug, `${name}: ${id}`);
          assert.ok(
            result.some(({ id }) => id === slug),
            `${name} is no candidate of ${spell(name)}`,
          );
          if (result[0]?.match === true) matched += 1;
        }
        context.diagnostic(`${matched} of ${some.length} matched`);
        assert.ok(matched >= BATCH * 0.9, `${matched} of ${some.length} matched`);
      });
    }

    test("all of them by their names, with and without their country", async (context) => {
      const alone = await reconcile(companies.map(({ name }) => ({ query: name })));
      const placed = await reconcile(
        companies.map(({ name, country }) => ({ query: name, properties: [{ pid: "country", v: country.name }] })),
      );
      const wrong = [...alone, ...placed].flatMap(({ result }, index) => {
        const { slug } = companies[index % companies.length]!;
        return result.filter(({ id, match }) => match && id !== slug);
      });
      assert.deepEqual(wrong, []);
      const matchedOf = (results: typeof alone): number =>
        results.filter(({ result }) => result[0]?.match === true).length;
      context.diagnostic(
        `${matchedOf(alone)} of ${companies.length} matched by name, ${matchedOf(placed)} with their country`,
      );
      assert.ok(matchedOf(alone) >= companies.length * 0.99);
      assert.ok(matchedOf(placed) >= matchedOf(alone));
    });

    test("data extension for a batch is as the specification says", async () => {
      const proposed = (await (await fetch(`${url}/reconcile/properties?type=company`)).json()) as {
        properties: { id: string }[];
      };
      checkShape("data-extension-property-proposal", proposed);
      const ids = companies.slice(0, BATCH).map(({ slug }) => slug);
      const query = { ids, properties: proposed.properties.map(({ id }) => ({ id })) };
      checkShape("data-extension-query", query);
      const response = await fetch(`${url}/reconcile`, {
        method: "POST",
        body: new URLSearchParams({ extend: JSON.stringify(query) }),
      });
      const answer = (await response.json()) as { rows: Record<string, Record<string, unknown[]>> };
      checkShape("data-extension-response", answer);
      assert.deepEqual(Object.keys(answer.rows).toSorted(), ids.toSorted());
      for (const row of Object.values(answer.rows)) assert.equal(row["median_band"]?.length, 1);
    });
  });
} else test("names of a real dataset", { skip }, () => {});
