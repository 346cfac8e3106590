import { ensureBlob } from "./blobs.ts";
import type { FolderContent } from "./describe-folder.ts";
import { isLoss, type WritableOrigin } from "./origin.ts";

/** Number of blobs that are compared at a time: in a bucket, each waits for one response. */
const AT_ONCE = 8;

/** The result of a repair: numbers of blobs, and those that stay lost. */
export interface Repair {
  readonly compared: number;
  readonly repaired: number;
  /** Blobs of which there is no whole copy in the folder of the publisher, either, by hash. */
  readonly lost: ReadonlySet<string>;
}

/**
 * Compares every published blob with the origin and writes those again that are missing or damaged.
 * Throws an OriginError where the origin cannot be used.
 */
export async function repairOrigin(
  { blobs }: Pick<FolderContent, "blobs">,
  origin: WritableOrigin,
  signal: AbortSignal,
): Promise<Repair> {
  let repaired = 0;
  const lost = new Set<string>();
  // The workers share one iterator.
  const rest = blobs.values();
  const work = async (): Promise<void> => {
    for (const blob of rest) {
      try {
        if (await ensureBlob(origin, blob, signal)) repaired += 1;
      } catch (error) {
        if (!isLoss(error)) throw error;
        lost.add(blob.sha256);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { compared: blobs.size, repaired, lost };
}

/** The releases of a folder that need one of these blobs. */
export function releasesWith({ releases }: Pick<FolderContent, "releases">, lost: ReadonlySet<string>): string[] {
  return releases.filter(({ files }) => files.some(({ sha256 }) => lost.has(sha256))).map(({ id }) => id);
}
