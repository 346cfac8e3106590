import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type CompanyMatch,
  matchCompanies,
  type SoughtCompany,
} from "../../src/topics/reconciliation/match-companies.ts";
import type { Problem } from "../../src/problem.ts";
import { SearchOverloadError } from "../../src/search/match-queue.ts";
import { buildMemorySnapshot, type StatedCompany } from "../fixtures/memory-release.ts";

const LEI = "5299000J2N45DDNE4Y28";
const SHARED_LEI = "213800WSGIIZCXF1P572";
const UNUSED_LEI = "7LTWFZYICNSX8D621K86";

const stated = (id: string, name: string, country: string, more: Partial<StatedCompany> = {}): StatedCompany => ({
  id,
  name,
  country,
  sector: "retail",
  judgements: [],
  ...more,
});

const snapshot = buildMemorySnapshot("2026-11-20-aaaaaaaaaaaa", [
  stated("a", "Falke GmbH", "DE", { lei: LEI, aliases: ["Faucon"] }),
  stated("b", "Falke Ltd", "GB"),
  stated("c", "Adler AG", "DE", { lei: SHARED_LEI }),
  stated("d", "Adler Holding", "AT", { lei: SHARED_LEI, sector: "energy" }),
  stated("e", "Sperber", "AT"),
]);

const NOTHING: SoughtCompany = { name: null, country: null, sector: null, companyId: null, slug: null, lei: null };
const never = new AbortController().signal;

async function match(row: Partial<SoughtCompany>): Promise<CompanyMatch> {
  const [found] = await matchCompanies(snapshot, [{ ...NOTHING, ...row }], never);
  assert.ok(found);
  return found;
}

/** A match in short: its position and by what, or why there is none and who may be meant. */
async function shortly(row: Partial<SoughtCompany>): Promise<readonly unknown[]> {
  const found = await match(row);
  if (found.status === "matched") return [found.by, found.position, ...(found.alias === null ? [] : [found.alias])];
  return found.status === "unmatched" ? [] : [found.because, ...found.candidates.map(({ position }) => position)];
}

describe("a row of a list is matched", () => {
  for (const [title, row, expected] of [
    [
      "by the id of a company, whatever its name",
      { companyId: "a", name: "Bussard", country: "FR" },
      ["company_id", 0],
    ],
    ["by a slug", { slug: "sperber" }, ["slug", 4]],
    ["by a LEI", { lei: LEI, name: "Bussard" }, ["lei", 0]],
    ["by an id that is one of those with the LEI", { companyId: "d", lei: SHARED_LEI }, ["company_id", 3]],
    ["by its name", { name: "SPERBER" }, ["name", 4]],
    ["by its name without the legal form", { name: "Sperber Ltd." }, ["name_without_legal_form", 4]],
    ["by an alias", { name: "faucon" }, ["name", 0, "Faucon"]],
    ["by its name in its country", { name: "Falke", country: "GB" }, ["name_without_legal_form", 1]],
    ["by its name in its sector", { name: "Sperber", sector: "retail" }, ["name", 4]],
    ["by its name where the release does not know the LEI", { name: "Sperber", lei: UNUSED_LEI }, ["name", 4]],
  ] as const) {
    test(title, async () => assert.deepEqual(await shortly(row), expected));
  }
});

describe("a row of a list stays ambiguous", () => {
  for (const [title, row, expected] of [
    ["with identifiers of different companies", { companyId: "a", slug: "sperber" }, ["identifiers_disagree", 0, 4]],
    ["with a LEI that several companies have", { lei: SHARED_LEI }, ["several_companies", 2, 3]],
    ["with a name that several companies have", { name: "Falke" }, ["several_companies", 1, 0]],
    ["even if one of them has the same legal form", { name: "Falke GmbH" }, ["several_companies", 0, 1]],
    ["with a similar name", { name: "Sperbar" }, ["similar_names", 4]],
    [
      "if the company has another id than the row says",
      { name: "Sperber", companyId: "z" },
      ["identifiers_disagree", 4],
    ],
    ["if it has another slug", { name: "Sperber", slug: "bussard" }, ["identifiers_disagree", 4]],
    ["if it has another LEI", { name: "Faucon", lei: UNUSED_LEI }, ["identifiers_disagree", 0]],
  ] as const) {
    test(title, async () => assert.deepEqual(await shortly(row), expected));
  }
});

describe("a row of a list is unmatched", () => {
  for (const [title, row] of [
    ["with a name of nobody", { name: "Qqzzyx" }],
    ["with a name that has no letter", { name: "\u200b" }],
    ["with identifiers of nobody", { companyId: "z", slug: "z", lei: UNUSED_LEI }],
    ["with an id in other letters", { companyId: "A" }],
    ["with a name of another country", { name: "Sperber", country: "FR" }],
    ["with a name of another sector", { name: "Sperber", sector: "energy" }],
    ["with nothing", {}],
  ] as const) {
    test(title, async () => assert.deepEqual(await match(row), { status: "unmatched" }));
  }
});

test("rows are matched in their order, however many there are and however often one comes", async () => {
  const rows = Array.from({ length: 1001 }, (_, at) => ({
    ...NOTHING,
    ...(at % 3 === 0 ? { name: "Sperber" } : at % 3 === 1 ? { companyId: "a" } : { name: `Nobody ${at}` }),
  }));
  const found = await matchCompanies(snapshot, rows, never);
  assert.deepEqual(
    found.map((each) => (each.status === "matched" ? each.position : null)),
    rows.map((_, at) => [4, 0, null][at % 3]),
  );
});

test("a list that nobody waits for any more is not matched further", async () => {
  const gone = new AbortController();
  const rows = Array.from({ length: 500 }, () => ({ ...NOTHING, name: "Sperber" }));
  const matched = matchCompanies(snapshot, rows, gone.signal);
  gone.abort();
  await assert.rejects(matched, ({ code }: Problem) => code === "invalid_request");
});

test("too many lists are a problem of the moment; any other failure is ours", async () => {
  const failing = (error: Error) => ({
    ...snapshot,
    search: {
      ...snapshot.search,
      async openMatching() {
        throw error;
      },
    },
  });
  const overload = matchCompanies(failing(new SearchOverloadError("full")), [], never);
  await assert.rejects(overload, ({ code }: Problem) => code === "unavailable");
  const broken = new Error("broken");
  await assert.rejects(matchCompanies(failing(broken), [], never), broken);
});
