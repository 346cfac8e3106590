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

/** SQLite had no memory, could not read or could not open (SQLITE_NOMEM, _IOERR, _CANTOPEN). */
const SQLITE_UNREADABLE: ReadonlySet<unknown> = new Set([7, 10, 14]);

/** Why a release cannot be opened; `id` is null where none is named. */
export function reasonOf(id: string | null, error: unknown): RefusedRelease["reason"] {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = String(Reflect.get(cause, "code"));
    if (code === "ENOENT") return "missing";
    // Codes of the operating system have no underscore.
    if (/^E[A-Z0-9]+$/.test(code) || SQLITE_UNREADABLE.has(Reflect.get(cause, "errcode"))) return "unreadable";
  }
  return id === null ? "missing" : "damaged";
}
