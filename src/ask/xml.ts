import Builder from "fast-xml-builder";

/**
 * Builds XML of objects: names that begin with `@` are attributes, the others elements. It escapes
 * markup, but no characters that XML forbids; `xmlText` replaces those.
 */
const builder = new Builder({
  attributeNamePrefix: "@",
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
  tagValueProcessor: (_name, value) => xmlText(String(value)),
  attributeValueProcessor: (_name, value) => xmlText(String(value)),
});

/** Characters that XML forbids even escaped (XML 1.0 §2.2): control characters, surrogates. */
const NO_XML_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** A text without the characters that no XML document holds. */
export function xmlText(text: string): string {
  return text.replaceAll(NO_XML_CHARACTER, "\ufffd");
}

/** Writes an object with one member, the root element, as an XML document. */
export function writeXml(root: object): string {
  return builder.build({ "?xml": { "@version": "1.0", "@encoding": "utf-8" }, ...root });
}
