import type { Manifest } from "./manifest.ts";

/**
 * Reads the text of a `manifest.json`; null where it is no manifest of a release. Of a manifest of
 * another format only `format` can be relied on.
 */
export function parseManifest(text: string, format: number): Manifest | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(found) || !Number.isInteger(found["format"])) return null;
  return found["format"] !== format || hasParts(found) ? (found as unknown as Manifest) : null;
}

function hasParts({ id, fingerprint, publishedAt, dataset, branding, counts, files, tables }: JsonObject): boolean {
  return (
    [id, fingerprint, publishedAt].every((text) => typeof text === "string") &&
    isObject(counts) &&
    ["companies", "countries", "sectors", "judgements"].every((name) => Number.isInteger(counts[name])) &&
    isObject(dataset) &&
    ["title", "publisher", "licence"].every((name) => typeof dataset[name] === "string") &&
    isObject(branding) &&
    isObject(branding["logos"]) &&
    isObject(branding["texts"]) &&
    isObject(dataset["sectorLabels"]) &&
    isObject(dataset["scale"]) &&
    isList(dataset["scale"]["bands"], ["id", "label"]) &&
    isList(dataset["pillars"], ["id", "label"]) &&
    isList(files, ["path", "sha256"]) &&
    isList(tables, ["table", "format", "path"])
  );
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a list of objects with these texts. */
function isList(value: unknown, texts: readonly string[]): boolean {
  return (
    Array.isArray(value) &&
    value.every((item) => isObject(item) && texts.every((name) => typeof item[name] === "string"))
  );
}
