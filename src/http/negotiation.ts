/** How the bytes of a body are packed. */
export type Coding = "br" | "gzip" | "identity";

const OURS: readonly Coding[] = ["br", "gzip", "identity"];

/** How many different header values are remembered; clients send few, and strangers must not fill the memory. */
const REMEMBERED = 500;

/**
 * The codings a client accepts, best first (RFC 9110 §12.5.3); among equals ours in the order br, gzip, identity.
 *
 * Identity is always among them, at the end if it was excluded: a body as it is serves better than none.
 */
export const acceptedCodings = remember((header: string | undefined): readonly Coding[] => {
  if (header === undefined) return ["identity"];
  const weights = readWeights(header);
  const weightOf = (coding: Coding): number =>
    weights.get(coding) ?? weights.get("*") ?? (coding === "identity" ? LEAST : 0);
  const accepted = OURS.filter((coding) => weightOf(coding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a));
  return accepted.includes("identity") ? accepted : [...accepted, "identity"];
});

/** Less than any weight a client can state: identity unnamed is acceptable, but what was named is wanted more. */
const LEAST = 0.0001;

/** Whether an `Accept` header lets a media type through (RFC 9110 §12.5.1); parameters other than `q` are not compared. */
export function accepts(header: string | undefined, mediaType: string): boolean {
  return weightOfType(header, mediaType) > 0;
}

/** The media type an `Accept` header likes best, the first among equals; undefined where it lets none through. */
export function preferredType(header: string | undefined, mediaTypes: readonly string[]): string | undefined {
  const weighed = mediaTypes.map((mediaType) => ({ mediaType, weight: weightOfType(header, mediaType) }));
  return weighed.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)[0]?.mediaType;
}

function weightOfType(header: string | undefined, mediaType: string): number {
  if (header === undefined || header === mediaType || header === "*/*" || header.trim() === "") return 1;
  const type = mediaType.split(";", 1)[0]!;
  const weights = acceptWeights(header);
  return weights.get(type) ?? weights.get(`${type.split("/", 1)[0]!}/*`) ?? weights.get("*/*") ?? 0;
}

const acceptWeights = remember(readWeights);

/** Whether `If-None-Match` names the entity tag (RFC 9110 §13.1.2, weak comparison). */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  if (!ifNoneMatch.includes(etag)) return false;
  return ifNoneMatch.match(/"[\x21\x23-\x7e\x80-\xff]*"/gu)?.includes(etag) ?? false;
}

/** Reads `name;q=0.5, …`; of a name given twice the larger weight holds, an unreadable weight counts as 1. */
function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(",")) {
    const [name = "", ...options] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (name === "") continue;
    const stated = options.find((option) => option.startsWith("q="))?.slice(2);
    const weight = stated !== undefined && /^[01](?:\.\d{0,3})?$/u.test(stated) ? Number(stated) : 1;
    weights.set(name === "x-gzip" ? "gzip" : name, Math.max(weight, weights.get(name) ?? 0));
  }
  return weights;
}

function remember<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  let last: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    // Mostly the same header comes again: comparing it costs less than looking it up.
    if (last !== undefined && last.key === key) return last.value;
    const value = known.get(key) ?? read(key);
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, value);
    last = { key, value };
    return value;
  };
}
