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
