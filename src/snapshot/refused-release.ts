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
