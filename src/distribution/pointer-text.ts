import { OriginError } from "./origin.ts";

/** A pointer has a few hundred bytes; what is larger is something else. */
export const POINTER_BYTES_MAX = 64 * 1024;

/** The text of a pointer's file; null stands for one that is too large. Throws an OriginError. */
export function decodePointer(bytes: Uint8Array | null, origin: string): string {
  if (bytes === null)
    throw new OriginError("damaged", `${origin}: current.json has more than ${POINTER_BYTES_MAX / 1024} KiB`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new OriginError("damaged", `${origin}: current.json is not UTF-8`, { cause: error });
  }
}
