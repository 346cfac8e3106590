import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkText, isAllowedLink } from "../../src/branding/publisher-text.ts";

describe("a link of a text", () => {
  for (const href of [
    "https://a.example/x?y#z",
    "HTTP://a.example",
    "mailto:a@b.example",
    "/rankings",
    "#rules",
    "terms.md",
    "a b".replace(" ", "%20"),
  ])
    test(`may lead to ${href}`, () => assert.ok(isAllowedLink(href)));

  for (const href of [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:x",
    "//evil.example",
    String.raw`\\evil.example`,
    String.raw`/\evil.example`,
    "https:evil",
    "x&y:z",
    "https:///evil.example",
    "",
  ])
    test(`may not lead to ${JSON.stringify(href)}`, () => assert.ok(!isAllowedLink(href)));
});

describe("a text", () => {
  test("is checked with the line of each link", async () => {
    const { faults } = await checkText(
      "# A [x](data:1)\r\n\r\ntext\r\nand [y](javascript:2)\r\n\r\n- a\r\n- [z](vbscript:3)\r\n\r\n|a|\r\n|-|\r\n|[t](file:4)|\r\n\r\n> quote\r\n> [q][r]\r\n\r\n[r]: javascript:5\r\n",
    );
    const found = faults.map(({ line, found: what }) => [line, what]);
    assert.deepEqual(found.slice(0, 4), [
      [1, 'a link to "data:1"'],
      [4, 'a link to "javascript:2"'],
      [7, 'a link to "vbscript:3"'],
      [11, 'a link to "file:4"'],
    ]);
    assert.deepEqual(found[4]?.[1], 'a link to "javascript:5"');
    assert.equal(found.length, 5);
  });

  test("is told of what will not be shown as meant", async () => {
    const { faults, htmlLines, imageLines } = await checkText(
      "a\n\n<div>b</div>\n\nc <i>d</i>\n\n![e](f.png)\n\n<!-- a comment -->\n",
    );
    assert.deepEqual([faults, htmlLines, imageLines], [[], [3, 5], [7]]);
  });

  test("that cannot be read is refused, and ends nothing", async () => {
    const { faults } = await checkText(">".repeat(32_000));
    assert.match(faults[0]?.found ?? "", /^a text that cannot be read/u);
  });
});
