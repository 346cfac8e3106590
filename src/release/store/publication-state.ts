import type { DamagedFile } from "./damaged-files.ts";
import type { Erratum, ReleaseState } from "./release-states.ts";

/** The state of a release, apart from its content. */
export interface PublicationState {
  /**
   * Value of the parameter `release` in links: its id, or the secret name of a draft, which nothing
   * shows.
   */
  readonly name: string;
  /** It is not published: only those who know its name can read it. */
  readonly isDraft: boolean;
  /** Corrections by the publisher, oldest first. */
  readonly errata: readonly Erratum[];
  /** A text that changes whenever answers may change, or come from another release. */
  readonly edition: string;
  /** Returns true if the file of an absolute path is known not to be as it was published. */
  isDamaged(file: string): boolean;
}

/** A release that was published and is not answered any more. */
export interface GoneRelease {
  /** `withdrawn`: its publisher took it back. `removed`: its files were deleted. */
  readonly kind: "withdrawn" | "removed";
  /** RFC 3339, UTC. */
  readonly at: string;
  /** The note of its publisher. */
  readonly note: string | null;
}

/** Describes a release that is gone; null for all others. `isHere`: its files are there. */
export function describeGone(state: ReleaseState | undefined, isHere: boolean): GoneRelease | null {
  if (state?.withdrawn != null) return { kind: "withdrawn", at: state.withdrawn.at, note: state.withdrawn.text };
  return state?.prunedAt == null || isHere ? null : { kind: "removed", at: state.prunedAt, note: null };
}

/** The states of all releases, gone ones included. */
export interface PublicationStates {
  /** Describes a release that is not answered any more; null for all others. */
  gone(id: string): GoneRelease | null;
  /**
   * Returns true if a name may be that of a release which others have and which has not come here
   * yet, because the origin of the releases cannot be followed at present.
   */
  mayCome(name: string): boolean;
  /** The corrections of a release, oldest first. */
  errataOf(id: string): readonly Erratum[];
  /** The next time at which a draft becomes current by itself; null where none is to. */
  nextAppearance(): Date | null;
  /** Troubles that do not stop answers. */
  troubles(): readonly ReleaseTrouble[];
  /** The files of public releases that are not as they were published. */
  damagedFiles(): readonly DamagedFile[];
}

/**
 * `release`: the current release cannot be opened. `embargo`: a draft did not become current when
 * its embargo ended. `files`: files of releases are not as they were published.
 */
export type ReleaseTrouble = "release" | "embargo" | "files";

/** The release that should be current, and why the one before answers in its place. */
export interface RefusedRelease {
  /** Null where the file `current` names none or cannot be read. */
  readonly id: string | null;
  /**
   * `missing`: it is not there. `damaged`: its files are not those that were published.
   * `unreadable`: the system did not let them be read (rights, too many open files, a bad disk).
   */
  readonly reason: "missing" | "damaged" | "unreadable";
}

/** Codes of SQLite: has no memory, cannot read, cannot open (SQLITE_NOMEM, _IOERR, _CANTOPEN). */
const SQLITE_UNREADABLE: ReadonlySet<unknown> = new Set([7, 10, 14]);

/** Returns the reason why a release cannot be opened; `id` is null where none is named. */
export function reasonOf(id: string | null, error: unknown): RefusedRelease["reason"] {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = String(Reflect.get(cause, "code"));
    if (code === "ENOENT") return "missing";
    // Codes of the operating system have no underscore.
    if (/^E[A-Z0-9]+$/.test(code) || SQLITE_UNREADABLE.has(Reflect.get(cause, "errcode"))) return "unreadable";
  }
  return id === null ? "missing" : "damaged";
}

/** Codes of SQLite: cannot read, is malformed, is no database (SQLITE_IOERR, _CORRUPT, _NOTADB). */
const SQLITE_FAULTS: ReadonlySet<unknown> = new Set([10, 11, 26]);

/** Returns true if an error may come from a damaged file of a release. */
export function mayBeDamage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // The extended codes of SQLite have the plain one in their lowest byte.
    if (SQLITE_FAULTS.has(Number(Reflect.get(cause, "errcode")) & 0xff)) return true;
    if (cause.name === "SearchIndexError") return true;
  }
  return false;
}
