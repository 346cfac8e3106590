import type { Erratum, ReleaseState } from "./release-states.ts";

/** What became of a release, apart from what is in it. */
export interface PublicationState {
  /**
   * What `release` names it by in links: its id, or the secret name of a draft, which nothing
   * shows.
   */
  readonly name: string;
  /** It is not published: only those who know its name can read it. */
  readonly isDraft: boolean;
  /** Corrections by the publisher, oldest first. */
  readonly errata: readonly Erratum[];
  /** Another one whenever answers from this release may be other ones, or from another release. */
  readonly edition: string;
}

/** A release that was published and is not answered any more. */
export interface GoneRelease {
  /** `withdrawn`: its publisher took it back. `removed`: its files were deleted. */
  readonly kind: "withdrawn" | "removed";
  /** RFC 3339, UTC. */
  readonly at: string;
  /** What the publisher says about it. */
  readonly note: string | null;
}

/** What is answered instead of a release; null where nothing is. `isHere`: its files are there. */
export function describeGone(state: ReleaseState | undefined, isHere: boolean): GoneRelease | null {
  if (state?.withdrawn != null) return { kind: "withdrawn", at: state.withdrawn.at, note: state.withdrawn.text };
  return state?.prunedAt == null || isHere ? null : { kind: "removed", at: state.prunedAt, note: null };
}

/** What was decided about the releases there are, and were. */
export interface PublicationStates {
  /** What became of a release that is not answered any more; null for all others. */
  gone(id: string): GoneRelease | null;
  /**
   * Whether a name may be that of a release which others have and which has not come here yet,
   * because the origin of the releases cannot be followed at present.
   */
  mayCome(name: string): boolean;
  /** The corrections of a release, oldest first. */
  errataOf(id: string): readonly Erratum[];
  /** When a draft becomes current by itself the next time; null where none is to. */
  nextAppearance(): Date | null;
  /**
   * What is wrong while answers go on: the current release cannot be opened (`release`), or a draft
   * did not become current when its embargo ended (`embargo`).
   */
  troubles(): readonly ("release" | "embargo")[];
}
