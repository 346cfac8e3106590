import type { Coding, Effort, PreparedResponse } from "./endpoint.ts";

/**
 * Header values of which the reading is remembered; clients send few, and strangers must not fill
 * the memory.
 */
const REMEMBERED = 500;

/**
 * The codings a client accepts, best first (RFC 9110 §12.5.3); among equals in the order of
 * `preferred`.
 *
 * Identity is always among them, last where the client excludes it: a body as it is serves better
 * than none.
 */
export function acceptedCodings(header: string | undefined, preferred: readonly Coding[]): readonly Coding[] {
  if (header === undefined) return ["identity"];
  const weights = readWeights(header);
  const weightOf = (coding: Coding): number =>
    weights.get(coding) ?? weights.get("*") ?? (coding === "identity" ? LEAST : 0);
  const codings: readonly Coding[] = [...preferred, "identity"];
  const accepted = codings.filter((coding) => weightOf(coding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a));
  return accepted.includes("identity") ? accepted : [...accepted, "identity"];
}

/**
 * Less than any weight a client can state: identity unnamed is acceptable, but what was named is
 * preferred.
 */
const LEAST = 0.0001;

/**
 * The media type an `Accept` header prefers (RFC 9110 §12.5.1), the first among equals; undefined
 * where it accepts none.
 */
export function preferredType(header: string | undefined, mediaTypes: readonly string[]): string | undefined {
  if (header === undefined || header === "*/*" || header.trim() === "") return mediaTypes[0];
  const weights = readWeights(header);
  let best: string | undefined;
  let bestWeight = 0;
  for (const mediaType of mediaTypes) {
    const type = mediaType.split(";", 1)[0]!;
    const range = `${type.split("/", 1)[0]!}/*`;
    const weight = weights.get(type) ?? weights.get(range) ?? weights.get("*/*") ?? 0;
    if (weight > bestWeight) [best, bestWeight] = [mediaType, weight];
  }
  return best;
}

/**
 * The language that an `Accept-Language` header prefers (RFC 9110 §12.5.4), the first among equals;
 * undefined where it names none.
 */
export function preferredLanguage(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const wanted = [...readWeights(header)].filter(([name, weight]) => name !== "*" && weight > 0);
  return wanted.toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

const remembered = new Map<string, ReadonlyMap<string, number>>();

/**
 * Reads `name;q=0.5, …`; of a name given twice the larger weight holds, an unreadable weight counts
 * as 1.
 */
function readWeights(header: string): ReadonlyMap<string, number> {
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const weights = new Map<string, number>();
  for (const part of header.split(",")) {
    const [name = "", ...options] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (name === "") continue;
    const stated = options.find((option) => option.startsWith("q="))?.slice(2);
    const weight = stated !== undefined && /^[01](?:\.\d{0,3})?$/u.test(stated) ? Number(stated) : 1;
    weights.set(name === "x-gzip" ? "gzip" : name, Math.max(weight, weights.get(name) ?? 0));
  }
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(header, weights);
  return weights;
}

/** Smaller bodies are not compressed: it would save nothing on the wire. */
export const COMPRESSED_BYTES_MIN = 1024;

/** The codings of each effort, the best first. */
const CODINGS: Readonly<Record<Effort, readonly Coding[]>> = {
  quick: ["zstd", "br", "gzip"],
  thorough: ["br", "gzip", "zstd"],
};

/**
 * What distinguishes the entity tags of the codings. A strong tag stands for the very bytes (RFC
 * 9110 §8.8.1), so that the effort is in it, too.
 */
const ETAG_SUFFIXES: Readonly<Record<Effort, Readonly<Record<Coding, string>>>> = {
  quick: { identity: "", br: "-br1", gzip: "-gz1", zstd: "-zst" },
  thorough: { identity: "", br: "-br", gzip: "-gz", zstd: "-zst" },
};

/** The coding a client gets. */
export function chooseCoding(
  { bodies, effort, description }: PreparedResponse,
  acceptEncoding: string | undefined,
): Coding {
  const isShort = bodies.identity.length < COMPRESSED_BYTES_MIN;
  if (acceptEncoding === undefined || isShort || description.isPacked === true) return "identity";
  return acceptedCodings(acceptEncoding, CODINGS[effort])[0]!;
}

/** The strong entity tag of a coding, in its quotation marks. */
export function etagOf({ hash: bodyHash, effort }: PreparedResponse, coding: Coding): string {
  return `"${bodyHash}${ETAG_SUFFIXES[effort][coding]}"`;
}

/**
 * The entity tags of the codings that a client accepts.
 *
 * A client may hold what was compressed with another effort; it is the same response.
 */
export function etagsOf(response: PreparedResponse, acceptEncoding: string | undefined): readonly string[] {
  return acceptedCodings(acceptEncoding, CODINGS.quick).flatMap((coding) =>
    [ETAG_SUFFIXES.quick, ETAG_SUFFIXES.thorough].map((suffixes) => `"${response.hash}${suffixes[coding]}"`),
  );
}
