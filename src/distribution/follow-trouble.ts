import { OriginError } from "./origin.ts";
import { PointerError } from "./pointer.ts";

/** Why a node lags. */
export interface FollowTrouble {
  /**
   * `unreachable`: the origin does not answer. `refused`: it answers, and refuses this node.
   * `untrusted`: its pointer is not one to follow: of a wrong key, expired, or older than one
   * before. `unusable`: what it holds is damaged, or cannot be stored here. `unserved`: the release
   * is here and cannot be opened.
   */
  readonly kind: "unreachable" | "refused" | "untrusted" | "unusable" | "unserved";
  /** For those who run the node. */
  readonly sentence: string;
}

/** The trouble that an attempt to follow ended with. */
export function describeTrouble(error: unknown): FollowTrouble {
  const sentence = error instanceof Error ? error.message : String(error);
  if (error instanceof PointerError) return { kind: "untrusted", sentence };
  if (error instanceof OriginError && (error.reason === "unreachable" || error.reason === "refused"))
    return { kind: error.reason, sentence };
  return { kind: "unusable", sentence };
}

/** Whether the pointer could not be read. */
export function isLost(trouble: FollowTrouble | null): boolean {
  return trouble?.kind === "unreachable" || trouble?.kind === "refused";
}
