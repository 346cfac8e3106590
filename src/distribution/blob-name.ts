import { createHash } from "node:crypto";

/** What a blob is asked for by, and how much to expect. */
export interface BlobName {
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
}

export function isBlobName(value: unknown): value is BlobName {
  return isObject(value) && isSha256(value["sha256"]) && isSize(value["bytes"]);
}

/** The name of a small blob that is in memory. */
export function nameBlob(content: string): BlobName {
  const bytes = Buffer.from(content);
  return { sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length };
}

export function isSha256(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/u.test(value);
}

/** Whether a value is a time as this program writes it, so that texts compare as times do. */
export function isTime(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSize(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
