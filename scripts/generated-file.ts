/** A file as `generate()` of a `scripts/build-<name>.ts` returns it. */
export interface GeneratedFile {
  /** From the project's root. */
  readonly path: string;
  readonly content: string | Uint8Array;
}
