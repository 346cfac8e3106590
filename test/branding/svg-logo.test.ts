import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readSvg } from "../../src/branding/svg-logo.ts";
import { SVG } from "../fixtures/branding.ts";

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';

/** A drawing in a root whose first line is not that of the content. */
const within = (content: string, attributes = ""): string =>
  `<svg ${NAMESPACE} ${XLINK} viewBox="0 0 10 5"${attributes}>\n${content}\n</svg>`;

describe("a logo as programs export it", () => {
  for (const [program, text] of [
    ["the fixture", SVG],
    [
      "Illustrator",
      `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<svg version="1.1" id="Layer_1" ${NAMESPACE} ${XLINK} x="0px" y="0px" viewBox="0 0 100 40" style="enable-background:new 0 0 100 40;" xml:space="preserve">
<style type="text/css">
	.st0{fill:#231F20;}
	.st1,.st2{fill:none;stroke:#ED1C24;stroke-width:2;stroke-miterlimit:10;}
	.st2{fill:url(#SVGID_1_);}
</style>
<linearGradient id="SVGID_1_" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="10" y2="10" gradientTransform="matrix(1 0 0 -1 0 42)">
	<stop  offset="0" style="stop-color:#FFFFFF"/><stop offset="1" style="stop-color:rgb(10%, 20%, 30%)"/>
</linearGradient>
<linearGradient id="b" xlink:href="#SVGID_1_"/>
<g data-name="Layer 2"><path class="st0" d="M-1.5,2e-3L3,4z"/><polygon class="st1" points="0,0 1,1 2,.5"/></g>
</svg>`,
    ],
    [
      "Figma",
      `<svg width="100" height="40" viewBox="0 0 100 40" fill="none" ${NAMESPACE}>
<g clip-path="url(#clip0_1_2)"><rect width="100" height="40" rx="8" fill="#0A5A6A" fill-opacity="0.5"/></g>
<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0"><circle cx="5" cy="5" r="5" fill="white"/></mask>
<defs><clipPath id="clip0_1_2"><rect width="100" height="40" fill="white" transform="translate(1 2) rotate(45)"/></clipPath></defs>
</svg>`,
    ],
  ] as const)
    test(`is taken: ${program}`, async () => {
      const size = await readSvg(text);
      assert.ok("width" in size, JSON.stringify(size));
      assert.ok(size.width === 100 || size.width === 120);
    });

  test("has the size of its box, or else its width and height", async () => {
    const sizeOf = async (attributes: string): Promise<unknown> => await readSvg(`<svg ${NAMESPACE} ${attributes}/>`);
    assert.deepEqual(await sizeOf('viewBox="0,0 , 30 20" width="9" height="9"'), { width: 30, height: 20 });
    assert.deepEqual(await sizeOf('width="12px" height="6.5"'), { width: 12, height: 6.5 });
    for (const none of [
      "",
      'width="1em" height="2"',
      'viewBox="0 0 0 5"',
      'viewBox="0 0 x 5"',
      'width="10%" height="5"',
    ])
      assert.deepEqual(await sizeOf(none), [
        { line: 1, found: "no size", expected: "a viewBox, or a width and a height in pixels" },
      ]);
  });
});

describe("a logo is refused, with the line", () => {
  for (const [content, found] of [
    ["<script>alert(1)</script>", "the element script"],
    ["<g>\n<foreignObject><p/></foreignObject></g>", "the element foreignObject"],
    ['<image href="data:image/png;base64,AAAA"/>', "the element image"],
    ['<use href="#a"/>', "the element use"],
    ['<a href="https://evil.example"><path d="M0 0"/></a>', "the element a"],
    ['<animate attributeName="href" to="javascript:alert(1)"/>', "the element animate"],
    ['<set attributeName="onload" to="alert(1)"/>', "the element set"],
    ["<text>Name</text>", "the element text"],
    ["<filter/>", "the element filter"],
    ["<svg/>", "the element svg"],
    ['<x:script xmlns:x="http://www.w3.org/2000/svg"/>', "the element x:script"],
    ['<html xmlns="http://www.w3.org/1999/xhtml"/>', "the element html"],
    ["<SCRIPT/>", "the element SCRIPT"],
    ['<path onload="alert(1)"/>', "the attribute onload of path"],
    ['<path onLoad="alert(1)"/>', "the attribute onLoad of path"],
    ['<path xml:base="https://evil.example/"/>', "the attribute xml:base of path"],
    ['<g xmlns="http://www.w3.org/1999/xhtml"/>', "the element g"],
    ['<path fill="url(https://evil.example/#a)"/>', 'fill="url(https://evil.example/#a)" of path'],
    ['<path fill="url(evil.svg#a)"/>', 'fill="url(evil.svg#a)" of path'],
    ['<path fill="u&#114;l(evil)"/>', 'fill="url(evil)" of path'],
    [String.raw`<path fill="\75rl(evil)"/>`, String.raw`fill="\\75rl(evil)" of path`],
    ['<path fill="image-set(evil)"/>', 'fill="image-set(evil)" of path'],
    ['<linearGradient href="https://evil.example/#a"/>', 'href="https://evil.example/#a" of linearGradient'],
    ['<linearGradient xlink:href="javascript:alert(1)"/>', 'xlink:href="javascript:alert(1)" of linearGradient'],
    ['<path style="fill:url(evil)"/>', 'style="fill:url(evil)" of path'],
    ['<path style="fill:#fff;behavior:url(#x)"/>', 'style="fill:#fff;behavior:url(#x)" of path'],
    ['<path style="fill:expression(1)"/>', 'style="fill:expression(1)" of path'],
    ['<style>@import "https://evil.example/a.css";</style>', "a style sheet that does more"],
    ["<style>@font-face{src:url(evil)}</style>", "a style sheet that does more"],
    ["<style>.a{fill:url(evil)}</style>", "a style sheet that does more"],
    ["<style><script/></style>", "the element script"],
  ] as const)
    test(content.replaceAll("\n", " "), async () => {
      const faults = await readSvg(within(content));
      assert.ok(Array.isArray(faults), "it was taken");
      const line = 2 + content.slice(0, Math.max(0, content.indexOf("<foreign"))).split("\n").length - 1;
      assert.ok(
        faults.some((fault) => fault.found === found && fault.line === line),
        JSON.stringify(faults),
      );
    });

  for (const [text, found, line] of [
    [`<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg ${NAMESPACE} viewBox="0 0 1 1"/>`, "a DOCTYPE", 1],
    [`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n${SVG}`, /no XML/u, 2],
    [`<?xml version="1.0" encoding="UTF-7"?>\n<svg ${NAMESPACE} viewBox="0 0 1 1"/>`, "the encoding UTF-7", 1],
    [
      `<?xml-stylesheet href="evil"?><svg ${NAMESPACE} viewBox="0 0 1 1"/>`,
      "the processing instruction xml-stylesheet",
      1,
    ],
    [within('<path fill="&lol;"/>'), /no XML: entity not found/u, 2],
    [within("<g>"), /no XML/u, 2],
    [within('<path d="" d=""/>'), /no XML/u, 2],
    [within("<path d=M0/>"), /no XML/u, 2],
    [`${within("")}<svg/>`, /no XML/u, 3],
    [`${within("")}tail`, /no XML/u, 1],
    ["<html/>", "the element html", 1],
    ['<svg viewBox="0 0 1 1"/>', "the element svg", 1],
    ["no XML at all", /no XML/u, null],
  ] as const)
    test(text.slice(0, 90).replaceAll("\n", " "), async () => {
      const faults = await readSvg(text);
      assert.ok(Array.isArray(faults), "it was taken");
      const [fault] = faults;
      if (typeof found === "string") assert.equal(fault?.found, found);
      else assert.match(fault?.found ?? "", found);
      assert.equal(fault?.line, line);
    });

  test("a script below a thousand levels", async () => {
    const faults = await readSvg(within(`${"<g>".repeat(1000)}<script/>${"</g>".repeat(1000)}`));
    assert.ok(Array.isArray(faults));
    assert.deepEqual(
      faults.map(({ found }) => found),
      ["the element script"],
    );
  });

  test("with all that is wrong at once", async () => {
    const faults = await readSvg(within('<script/>\n<path onclick="a"/>\n<style>@import "b";</style>', ' onload="a"'));
    assert.ok(Array.isArray(faults));
    assert.deepEqual(
      faults.map(({ line }) => line),
      [1, 2, 3, 4],
    );
  });
});
