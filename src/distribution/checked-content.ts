import { createHash } from "node:crypto";
import { OriginError } from "./origin.ts";

/**
 * Passes the content of a blob on while it is hashed, and holds the last piece back until the whole
 * is known to be what its name says: a receiver that counts bytes never has a wrong blob whole.
 * Throws an OriginError where it is not, and the reason of the signal once that is aborted.
 */
export async function* checkedContent(
  sha256: string,
  bytes: number,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let length = 0;
  let last: Uint8Array | null = null;
  for await (const piece of content) {
    signal.throwIfAborted();
    length += piece.length;
    if (length > bytes) break;
    hash.update(piece);
    if (last !== null) yield last;
    last = piece;
  }
  signal.throwIfAborted();
  if (length !== bytes) throw damaged(sha256, `has ${length > bytes ? "more" : "less"} than its ${bytes} bytes`);
  if (hash.digest("hex") !== sha256) throw damaged(sha256, "has another hash");
  if (last !== null) yield last;
}

function damaged(sha256: string, how: string): OriginError {
  return new OriginError("damaged", `the content that was to be stored as ${sha256} ${how}`);
}
