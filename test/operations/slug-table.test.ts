import assert from "node:assert/strict";
import { test } from "node:test";
import { SlugTable } from "../../src/contract/slug-table.ts";

function openTable(slugs: readonly string[]): SlugTable {
  const starts: number[] = [];
  let text = "";
  for (const slug of slugs) {
    starts.push(text.length);
    text += `${slug}","name":"${slug}"`;
  }
  return new SlugTable(Buffer.from(text), slugs.length, (position) => starts[position]!);
}

test("every company is found by its slug, and nobody by another text", () => {
  const slugs = Array.from({ length: 5000 }, (_, at) => (at % 2 === 0 ? `company-${at}` : `${at}-of-many-companies`));
  const table = openTable(slugs);
  for (const [position, slug] of slugs.entries()) assert.equal(table.find(slug), position);
  for (const text of [
    "",
    "company",
    "company-1",
    "company-00",
    'company-0"',
    "company-0\u0130",
    "5000-of-many-companies",
  ])
    assert.equal(table.find(text), undefined);
});

test("slugs that count the same in a hash are told apart", () => {
  // 31 times the first letter and the second are the same of both.
  const pairs = ["0k", "2-"];
  const alike = pairs.flatMap((first) => pairs.flatMap((next) => [`${first}${next}`, `company-${first}${next}`]));
  const table = openTable(alike);
  for (const [position, slug] of alike.entries()) assert.equal(table.find(slug), position);
});

test("a release without companies has none", () => {
  assert.equal(openTable([]).find("company-1"), undefined);
});
