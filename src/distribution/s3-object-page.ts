import { DOMParser, type Element } from "@xmldom/xmldom";
import { OriginError } from "./origin.ts";

/** One page of the objects of a bucket. */
export interface ObjectPage {
  readonly objects: readonly { readonly key: string; readonly changedAt: Date }[];
  /** What asks for the next page; null after the last. */
  readonly next: string | null;
}

/** Reads a response to ListObjectsV2; null is one that is too large. Throws an OriginError. */
export function parseObjectPage(bytes: Buffer | null, name: string): ObjectPage {
  try {
    const parser = new DOMParser({ onError: (_level, message) => fail(message) });
    const { documentElement } = parser.parseFromString(bytes?.toString() ?? "", "text/xml");
    if (documentElement?.localName !== "ListBucketResult") throw new Error("it is something else");
    const objects = [...documentElement.getElementsByTagName("Contents")].map((item) => {
      const changedAt = new Date(textOf(item, "LastModified"));
      if (Number.isNaN(changedAt.getTime())) throw new Error("an object has no time");
      return { key: textOf(item, "Key"), changedAt };
    });
    const isCut = textOf(documentElement, "IsTruncated") === "true";
    return { objects, next: isCut ? textOf(documentElement, "NextContinuationToken") : null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OriginError("damaged", `${name}: its list of objects cannot be read: ${why}`, { cause: error });
  }
}

function textOf(parent: Element, name: string): string {
  const text = parent.getElementsByTagName(name)[0]?.textContent;
  if (text === undefined || text === null || text === "") throw new Error(`${name} is missing`);
  return text;
}

function fail(message: string): never {
  throw new Error(message);
}
