import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { Html, breakable, formatSentence, html, join, raw, labelElement, sentence } from "../../src/html/html.ts";

/** What a browser would make of escaped text: the five references, undone. */
function unescape(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "<",
      ">",
      "&",
      '"',
      "'",
      "`",
      "=",
      "/",
      " ",
      ";",
      "#",
      "&lt;",
      "<script>",
      "-->",
      "\u202e",
      "\u0000",
      "😀",
    ),
  }),
);

describe("html``", () => {
  test("no text closes its element or its attribute, and a browser reads it as it was", () => {
    fc.assert(
      fc.property(hostile, hostile, (first, second) => {
        const markup = String(html`<a title="${first}">${second}</a>`);
        const found = /^<a title="([^"<>']*)">([^<>"']*)<\/a>$/u.exec(markup);
        assert.ok(found !== null, markup);
        assert.deepEqual([unescape(found[1] ?? ""), unescape(found[2] ?? "")], [first, second]);
      }),
    );
  });

  test("lists of texts are joined, each escaped", () => {
    fc.assert(
      fc.property(fc.array(hostile), (texts) => {
        assert.equal(unescape(String(html`${texts}`)), texts.join(""));
      }),
    );
  });

  test("markup stands as it is; nothing prints nothing; numbers print", () => {
    assert.equal(
      String(html`<p>${raw("<b>")}${html`<i>${"<"}</i>`}${[html`1`, [2, "3"]]}</p>`),
      "<p><b><i>&lt;</i>123</p>",
    );
    assert.equal(String(html`(${null}${undefined}${false}${[]}${""}${0})`), "(0)");
    assert.ok(html`` instanceof Html);
  });

  test("a value in an attribute without quotation marks is refused", () => {
    assert.throws(() => html`<a href=${"x onclick=alert(1)"}></a>`, /no quotation marks/u);
    assert.equal(String(html`${"x="}${"y"}`), "x=y");
  });

  test("join, breakable and formatSentence escape, too", () => {
    assert.equal(String(join(["<", html`<b>`], " & ")), "&lt; &amp; <b>");
    assert.equal(String(breakable("/a/<b>")), "/<wbr>a/<wbr>&lt;b&gt;");
    assert.equal(String(formatSentence("a `<b>` & c")), "a <code>&lt;b&gt;</code> &amp; c");
  });
});

test("a sentence isolates what is written from right to left, and nothing else", () => {
  assert.equal(String(sentence("Egypt is rated ضعيف جدًا, like 19.")), "Egypt is rated <bdi>ضعيف جدًا</bdi>, like 19.");
  assert.equal(String(sentence("11 ضعيف, 40 متوسط.")), "11 <bdi>ضعيف</bdi>, 40 <bdi>متوسط</bdi>.");
  assert.equal(String(sentence("اتصالات (ش.م.م) 1 is ضعيف.")), "<bdi>اتصالات (ش.م.م)</bdi> 1 is <bdi>ضعيف</bdi>.");
  assert.equal(String(sentence("ضعيف. البنوك (البنوك")), "<bdi>ضعيف</bdi>. <bdi>البنوك</bdi> (<bdi>البنوك</bdi>");
  assert.equal(String(sentence("France is rated <High>.")), "France is rated &lt;High&gt;.");
});

test("very long words have soft hyphens between their syllables, and no others have", () => {
  const shown = (text: string): string => String(sentence(text)).replaceAll("\u00ad", "-");
  assert.equal(shown("Kraftfahrzeughaftpflichtversicherung"), "Kraft-fahr-zeug-haftpf-licht-ver-si-che-rung");
  assert.equal(shown("Nachhaltigkeitsberichterstattung 7"), "Nach-hal-tig-keits-be-rich-ters-tat-tung 7");
  for (const text of ["Energieversorgung", "Food and Beverage Processing", "x".repeat(500), "非常に低い".repeat(9)])
    assert.equal(shown(text), text);
  assert.equal(
    String(labelElement("<Treibhausgasemissionsminderung>")).replaceAll("\u00ad", "").slice(0, 9),
    "<bdi>&lt;",
  );
});
