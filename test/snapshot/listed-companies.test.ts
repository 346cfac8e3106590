import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { emptyCompanyColumns } from "../../src/release/company-columns.ts";
import { type CompanyProfile, ListingBuilder, readListing } from "../../src/release/company-listing.ts";
import { openListedCompanies } from "../../src/snapshot/listed-companies.ts";

interface Listed {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly profile: CompanyProfile;
}

const listed: fc.Arbitrary<Listed> = fc.record({
  id: fc.string({ unit: "grapheme" }),
  slug: fc.stringMatching(/^[a-z0-9-]{1,9}$/u),
  name: fc.string({ unit: "grapheme", size: "medium" }),
  profile: fc
    .array(fc.nat(3), { minLength: 3, maxLength: 3 })
    .map((distribution) => ({ distribution, median: distribution.some((count) => count > 0) ? 2 : null })),
});

/** Stores a listing as a release does, and opens what was stored. */
function storeAndOpen(companies: readonly Listed[]) {
  const builder = new ListingBuilder(companies.length);
  for (const [company, { id, slug, name, profile }] of companies.entries()) {
    builder.add({ company, id, slug, name }, profile.distribution, profile.median);
  }
  const stored = new Map([...builder.stored()].map(([name, bytes]) => [name, Uint8Array.from(bytes)]));
  const listing = readListing((name) => stored.get(name), companies.length);
  assert.ok(listing);
  assert.deepEqual(
    { ...listing, names: Buffer.from(listing.names) },
    { ...builder.listing(), names: Buffer.from(builder.listing().names) },
  );
  const columns = emptyCompanyColumns(companies.length, 0);
  const { names, ...rest } = listing;
  return openListedCompanies({ columns, listing: rest, readNames: () => names, countries: [], sectors: [] });
}

function check(companies: readonly Listed[]): void {
  const opened = storeAndOpen(companies);
  const allNames = Buffer.from(opened.readNames());
  for (const [position, { id, slug, name, profile }] of companies.entries()) {
    const start = position === 0 ? 0 : opened.nameEnds[position - 1]!;
    const names = allNames.toString("utf8", start, opened.nameEnds[position]);
    assert.equal(`{${names}}`, JSON.stringify({ id, slug, name }));
    assert.deepEqual(opened.profile(opened.profileAt(position)), profile);
  }
}

describe("what a list shows of companies", () => {
  test("comes out of a release as it went in", () => {
    fc.assert(
      fc.property(fc.array(listed, { maxLength: 40 }), (companies) => check(companies)),
      { numRuns: 300 },
    );
  });

  test("is missing where a release was built without it, and refused where it is broken", () => {
    assert.equal(
      readListing(() => undefined, 3),
      undefined,
    );
    assert.throws(() => readListing((name) => (name === "names" ? Buffer.from("x") : undefined), 3), /name_ends/u);
    assert.throws(() => readListing(() => Buffer.alloc(12), 4), /expected 16/u);
  });
});
