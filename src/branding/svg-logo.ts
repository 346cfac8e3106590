import type { Attr, Document, Element, Node } from "@xmldom/xmldom";
import type { Fault, Size } from "./branding.ts";
import { SVG_ELEMENTS, TEXT_ELEMENTS, isHarmlessStyleSheet, isSvgAttribute, isSvgValue } from "./svg-values.ts";

/** Browsers give up on documents that are nested deeper than some hundreds of elements. */
const DEPTH_MAX = 50;

const NAMESPACE = "http://www.w3.org/2000/svg";
const SHAPES = "shapes, gradients, clips and masks alone";
const VALUES = "numbers, colours, words, or url(#id) of the same file";

/**
 * Checks an SVG file against a list of what is allowed. Nothing is removed: a file is drawn as its
 * publisher made it, or refused. Returns all that is wrong, or its size.
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
  faults.push(...checkElement(root, 1));
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

/** What stands beside the root: nothing but the XML declaration and comments. */
function checkOutside(node: Node): Fault[] {
  const { nodeType, nodeName, nodeValue, lineNumber } = node;
  if (nodeType === node.DOCUMENT_TYPE_NODE)
    return [{ line: lineNumber ?? null, found: "a DOCTYPE", expected: "no DOCTYPE, and no entities" }];
  if (nodeType !== node.PROCESSING_INSTRUCTION_NODE) return [];
  const [, encoding = "UTF-8"] = /encoding=["']([^"']*)/u.exec(nodeValue ?? "") ?? [];
  if (nodeName === "xml" && encoding.toUpperCase() === "UTF-8") return [];
  const found = nodeName === "xml" ? `the encoding ${encoding}` : `the processing instruction ${nodeName}`;
  return [{ line: lineNumber ?? null, found, expected: "UTF-8, and no processing instructions" }];
}

function checkElement(element: Element, depth: number): Fault[] {
  const { nodeName: name, lineNumber } = element;
  const refuse = (found: string, expected: string): Fault[] => [{ line: lineNumber ?? null, found, expected }];
  if (!SVG_ELEMENTS.has(name) || (name === "svg") !== (depth === 1)) return refuse(`the element ${name}`, SHAPES);
  if (depth > DEPTH_MAX) return refuse("elements within elements", `at most ${DEPTH_MAX} levels`);
  const faults = [...element.attributes].flatMap((attribute) => checkAttribute(name, attribute));
  if (name === "style" && !isHarmlessStyleSheet(element.textContent ?? ""))
    faults.push(...refuse("a style sheet that does more", `rules with ${VALUES}`));
  for (const node of element.childNodes) faults.push(...checkContent(element, node, depth));
  return faults;
}

function checkContent(parent: Element, node: Node, depth: number): Fault[] {
  if (isElement(node)) return checkElement(node, depth + 1);
  const isText = node.nodeType === node.TEXT_NODE;
  const isBlank = isText && (node.nodeValue ?? "").trim() === "";
  if (isBlank || (isText && TEXT_ELEMENTS.has(parent.nodeName)) || node.nodeType === node.COMMENT_NODE) return [];
  const found = isText ? `a text in ${parent.nodeName}` : `${node.nodeName} in ${parent.nodeName}`;
  return [{ line: node.lineNumber ?? null, found, expected: SHAPES }];
}

function checkAttribute(element: string, { name, value, lineNumber }: Attr): Fault[] {
  const line = lineNumber ?? null;
  if (!isSvgAttribute(name)) return [{ line, found: `the attribute ${name} of ${element}`, expected: SHAPES }];
  if (isSvgValue(name, value)) return [];
  return [{ line, found: `${name}=${JSON.stringify(shorten(value))} of ${element}`, expected: VALUES }];
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
