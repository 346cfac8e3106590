import type { Document, Element, Node } from "@xmldom/xmldom";
import type { Fault, Size } from "./branding.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";

/** No scripts, animations, texts (whose fonts differ), pictures and other documents. */
const ELEMENTS = new Set(
  "svg g defs title desc style path rect circle ellipse line polyline polygon clipPath mask linearGradient radialGradient stop".split(
    " ",
  ),
);
const SHAPES = "shapes, gradients, clips and masks alone";

/**
 * Words that no attribute or style sheet contains unless it names another file or runs a
 * script: an escape may spell any of the others.
 */
const ELSEWHERE = /url\((?!#[\w.-]+\))|:\/\/|[@\\]|\b(?:image-set|src|expression)\(|\b(?:javascript|data|behavior):/iu;
const WITHIN = "nothing but references to parts of the same file, as in url(#id)";

/**
 * Checks that an SVG file runs nothing and loads nothing: an exported site may lie on a host that
 * sends no policy. Nothing is removed. Returns all that is wrong, or its size.
 */
export async function readSvg(text: string): Promise<readonly Fault[] | Size> {
  const parsed = await parse(text);
  if ("found" in parsed) return [parsed];
  const faults = [...parsed.childNodes].flatMap(checkOutside);
  const root = parsed.documentElement;
  if (root === null || root.nodeName !== "svg" || root.namespaceURI !== NAMESPACE) {
    const expected = `the element svg of the namespace ${NAMESPACE}`;
    return [...faults, { line: root?.lineNumber ?? null, found: `the element ${root?.nodeName}`, expected }];
  }
  // Elements may be nested deeper than functions may call themselves.
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isElement(node)) faults.push(...checkElement(node, node === root));
    open.push(...[...node.childNodes].toReversed());
  }
  const size = sizeOf(root);
  if ("found" in size) faults.push(size);
  return "found" in size || faults.length > 0 ? faults : size;
}

/**
 * Every complaint of the parser counts: a browser that reads strictly would draw nothing. Under its
 * own media type, the parser would add a namespace that is missing.
 */
async function parse(text: string): Promise<Document | Fault> {
  const { DOMParser } = await import("@xmldom/xmldom");
  let fault: Fault | null = null;
  const onError = (_level: string, message: string, context: { locator?: { lineNumber?: number } }): void => {
    const line = context.locator?.lineNumber;
    fault ??= {
      line: line === undefined || line < 1 ? null : line,
      found: `no XML: ${message}`,
      expected: WELL_FORMED,
    };
  };
  try {
    const document = new DOMParser({ onError }).parseFromString(text, "application/xml");
    return fault ?? document;
  } catch (error) {
    return fault ?? { line: null, found: `no XML: ${String(error)}`, expected: WELL_FORMED };
  }
}

const WELL_FORMED = "well-formed XML";

/** Checks that only the XML declaration and comments stand beside the root. */
function checkOutside(node: Node): Fault[] {
  const { nodeType, nodeName, nodeValue, lineNumber } = node;
  const line = lineNumber ?? null;
  if (nodeType === node.DOCUMENT_TYPE_NODE)
    return [{ line, found: "a DOCTYPE", expected: "no DOCTYPE, and no entities" }];
  if (nodeType !== node.PROCESSING_INSTRUCTION_NODE) return [];
  const [, encoding = "UTF-8"] = /encoding=["']([^"']*)/u.exec(nodeValue ?? "") ?? [];
  if (nodeName === "xml" && encoding.toUpperCase() === "UTF-8") return [];
  const found = nodeName === "xml" ? `the encoding ${encoding}` : `the processing instruction ${nodeName}`;
  return [{ line, found, expected: "UTF-8, and no processing instructions" }];
}

function checkElement(element: Element, isRoot: boolean): Fault[] {
  const { nodeName: name, lineNumber } = element;
  const faults: Fault[] = [];
  const refuse = (found: string, expected: string, line = lineNumber): unknown =>
    faults.push({ line: line ?? null, found, expected });
  if (!ELEMENTS.has(name) || element.namespaceURI !== NAMESPACE || (name === "svg") !== isRoot)
    refuse(`the element ${name}`, SHAPES);
  for (const { name: own, value, lineNumber: line } of element.attributes) {
    const isLink = /(?:^|:)(?:href|src)$/iu.test(own);
    const isNamespace = /^xmlns(?::|$)/u.test(own);
    if (/^on|^xml:base$/iu.test(own)) refuse(`the attribute ${own} of ${name}`, SHAPES, line);
    else if (isLink ? !/^#[\w.-]+$/u.test(value) : !isNamespace && ELSEWHERE.test(value))
      refuse(`${own}=${JSON.stringify(shorten(value))} of ${name}`, WITHIN, line);
  }
  if (name === "style" && ELSEWHERE.test(element.textContent ?? "")) refuse("a style sheet that does more", WITHIN);
  return faults;
}

/** The size that the root states, in any unit, or else that of what it shows. */
function sizeOf(root: Element): Size | Fault {
  const [, , ...box] = (root.getAttribute("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/u)
    .map(Number);
  const stated = ["width", "height"].map((name) =>
    Number(/^([\d.]+)(?:px)?$/u.exec(root.getAttribute(name) ?? "")?.[1]),
  );
  for (const [width = Number.NaN, height = Number.NaN] of [box, stated])
    if (width > 0 && height > 0 && width < Number.POSITIVE_INFINITY && height < Number.POSITIVE_INFINITY)
      return { width, height };
  const expected = "a viewBox, or a width and a height in pixels";
  return { line: root.lineNumber ?? null, found: "no size", expected };
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}

function shorten(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60)}…` : value;
}
