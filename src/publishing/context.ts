import { readFileSync } from "node:fs";
import type { ProblemReport } from "../intake/open-dataset.ts";
import { readSecretKey, type SecretKey, SignatureError } from "../release/minisign.ts";
import { ReleaseStoreError } from "../release/store/release-store.ts";
import type { Settings } from "../settings.ts";

/** The problems of a dataset. */
export interface DatasetProblems extends Pick<ProblemReport, "total" | "kinds" | "notices"> {
  /** The file that lists all of them. */
  readonly file: string;
  /** A sentence for each table of which too many rows would be left out. */
  readonly tooMany: readonly string[];
  /** True if the dataset is built in spite of them. */
  readonly isPassed: boolean;
}

/** Settings, clock and listeners that the calling program gives to publishing. */
export interface PublishingContext {
  readonly settings: Settings;
  readonly now: () => Date;
  /** `total` is null if it is not known. */
  readonly onProgress: (step: string, done: number, total: number | null) => void;
  /** The last step has ended. */
  readonly onProgressEnd: () => void;
  /** Called with a sentence that a person should read meanwhile. */
  readonly onNotice: (notice: string) => void;
  /** A dataset was read, and is built next unless its problems prevent that. */
  readonly onRead?: (problems: DatasetProblems) => void;
}

/** A notice while another command changes the releases. */
export const WAITING = "Waiting for another publication to finish …";

/** The key that releases are signed with, or null. A ReleaseStoreError names an unusable file. */
export function readSigningKey({ signingKeyFile }: Settings): SecretKey | null {
  if (signingKeyFile === null) return null;
  try {
    return readSecretKey(readFileSync(signingKeyFile, "utf8"));
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause;
    if (!isMissing && !(cause instanceof SignatureError)) throw cause;
    throw new ReleaseStoreError(`SIGNING_KEY_FILE ${signingKeyFile} cannot be used: ${cause.message}`, { cause });
  }
}
