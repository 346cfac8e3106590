import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { slugify } from "../../src/atlas/slug.ts";

const SPELLINGS: readonly (readonly [text: string, slug: string])[] = [
  ["France", "france"],
  ["Côte d’Ivoire", "cote-divoire"],
  ["Côte d'Ivoire", "cote-divoire"],
  ["São Tomé and Príncipe", "sao-tome-and-principe"],
  ["Åland Islands", "aland-islands"],
  ["Türkiye", "turkiye"],
  ["TÜRKİYE", "turkiye"],
  ["Iğdır", "igdir"],
  ["Straße", "strasse"],
  ["STRAẞE", "strasse"],
  ["Ærø Œuvre Łódź Đà Þór Ðað", "aero-oeuvre-lodz-da-thor-dad"],
  ["H&M", "h-and-m"],
  ["  & Sons  ", "and-sons"],
  ["R & D &", "r-and-d-and"],
  ["Levi Strauss & Co.", "levi-strauss-and-co"],
  ["O'Neill’s", "oneills"],
  ["Ｆｕｌｌ＆Ｗｉｄｅ", "full-and-wide"],
  ["a -- b__c", "a-b-c"],
  ["already-a-slug-2", "already-a-slug-2"],
  ["-leading and trailing-", "leading-and-trailing"],
  ["日本", ""],
  ["日本 Nippon", "nippon"],
  ["…", ""],
  ["", ""],
];

for (const [text, slug] of SPELLINGS) {
  test(`slug of ${JSON.stringify(text)}`, () => assert.equal(slugify(text), slug));
}

test("a slug is well-formed or empty, and its own slug, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const slug = slugify(text);
      assert.match(slug, /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      assert.equal(slugify(slug), slug);
    }),
  );
});

test("plain ASCII agrees with regular expressions", () => {
  const twin = (text: string): string =>
    text
      .replaceAll(/['`]/g, "")
      .toLowerCase()
      .replaceAll("&", " and ")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "");
  fc.assert(fc.property(fc.string({ unit: "binary-ascii" }), (text) => assert.equal(slugify(text), twin(text))));
  const unit = fc.constantFrom("a", "Z", "9", "&", "'", "`", "-", " ", ".");
  fc.assert(fc.property(fc.string({ unit }), (text) => assert.equal(slugify(text), twin(text))));
});
