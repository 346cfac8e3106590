import { BUNDLE_FORMAT, type Manifest, OLDEST_FORMAT } from "./manifest.ts";

/**
 * Reads the text of a `manifest.json`; null where it is no manifest of a release. Of a manifest of
 * a format that is not readable only `format` can be relied on.
 */
export function parseManifest(text: string): Manifest | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(found) || !Number.isInteger(found["format"])) return null;
  return !isReadable(Number(found["format"])) || hasParts(found) ? (found as unknown as Manifest) : null;
}

/** Whether this program reads releases of a format. */
export function isReadable(format: number): boolean {
  return format >= OLDEST_FORMAT && format <= BUNDLE_FORMAT;
}

/** Why releases of another format cannot be read, and what to do: the end of a sentence. */
export function explainFormat(format: number): string {
  const what = `bundle format ${format}, this program reads ${rangeOfFormats(OLDEST_FORMAT, BUNDLE_FORMAT)}`;
  return format > BUNDLE_FORMAT
    ? `${what}: a newer version published it; run that one, or \`rollback\` to a release from before`
    : `${what}: publish its dataset again with this version`;
}

/** `12`, or `12 to 13`. */
export function rangeOfFormats(oldest: number, newest: number): string {
  return oldest === newest ? `${newest}` : `${oldest} to ${newest}`;
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
