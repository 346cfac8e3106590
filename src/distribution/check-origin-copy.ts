import { checkBlob, readPointerText, readText } from "./blobs.ts";
import { readCatalogue } from "./catalogue.ts";
import { isLoss, type Origin } from "./origin.ts";
import { readPointer } from "./pointer.ts";

/** The state in which a new node would get a release. `absent`: the origin does not name it. */
export interface OriginCopy {
  readonly state: "whole" | "damaged" | "absent";
  /** A sentence about what is missing or damaged; null if nothing is. */
  readonly fault: string | null;
}

/**
 * Goes the way of a new node, from the pointer to every file of a release, and compares lengths and
 * hashes. Throws an OriginError or a PointerError where there is no way.
 */
export async function checkOriginCopy(
  origin: Origin,
  release: string,
  trustedKeys: readonly string[],
  signal: AbortSignal,
): Promise<OriginCopy> {
  const text = await readPointerText(origin, signal);
  if (text === null) return { state: "absent", fault: null };
  const damaged = (fault: string): OriginCopy => ({ state: "damaged", fault });
  try {
    const { releases } = readCatalogue(await readText(origin, readPointer(text, trustedKeys).catalogue, signal));
    const named = releases.find(({ id }) => id === release);
    if (named === undefined) return { state: "absent", fault: null };
    for (const file of named.files) {
      const state = await checkBlob(origin, file, signal);
      if (state !== "whole") return damaged(`${file.path} is ${state} (sha256/${file.sha256})`);
    }
    return { state: "whole", fault: null };
  } catch (error) {
    if (!isLoss(error)) throw error;
    return damaged(error.message);
  }
}
