import { TextDecoder } from "node:util";
import { SaxesParser } from "saxes";

export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the elements of a document, by their local names. */
export interface XmlHandler {
  open?(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** The parts of a workbook are some ten elements deep; the parser remembers those that are open. */
const DEPTH_MAX = 256;

/**
 * Parses a document in UTF-8 or UTF-16, and yields after each chunk, when the handler has received
 * its elements. Throws where the document is not well-formed. Entities that it declares itself
 * are not replaced, so that it cannot grow.
 */
export async function* parseXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  parser.on("opentag", ({ name, attributes }) => {
    depth++;
    if (depth > DEPTH_MAX) throw new Error("its elements are nested too deep");
    handler.open?.(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth--;
    handler.close?.(localName(name));
  });
  parser.on("text", (text) => handler.text?.(text));
  parser.on("cdata", (text) => handler.text?.(text));
  let decoder: TextDecoder | null = null;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder?.decode() ?? "");
  parser.close();
  yield;
}

/** Parses a document to its end. */
export async function parseWholeXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of parseXml(chunks, handler));
}

/** Returns the value of the first attribute with a local name, such as `id` for `r:id`. */
export function attributeNamed(attributes: XmlAttributes, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Tells the encodings of a package apart as XML does, by the byte order mark or the first `<`. */
function encodingOf(start: Buffer): "utf-8" | "utf-16le" | "utf-16be" {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return "utf-8";
}

export function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}
