import type { Manifest } from "../manifest.ts";
import type { ReleaseStore } from "./release-store.ts";

/** The manifests of a store's public releases, read again when the releases are other ones. */
export class ListedReleases {
  readonly #store: Pick<ReleaseStore, "list">;
  readonly #onDamaged: (error: Error) => void;
  #known: { readonly as: string; readonly manifests: readonly Manifest[] } | null = null;
  /** The releases that the last list left out, as error messages. */
  #leftOut: ReadonlySet<string> = new Set();

  /** `onDamaged` is called once for each release that is left out. */
  constructor(store: Pick<ReleaseStore, "list">, onDamaged: (error: Error) => void) {
    this.#store = store;
    this.#onDamaged = onDamaged;
  }

  /** `as` is another text whenever the releases may be other ones. */
  list(as: string): readonly Manifest[] {
    if (this.#known?.as === as) return this.#known.manifests;
    const errors: Error[] = [];
    const manifests = this.#store.list((error) => errors.push(error));
    for (const error of errors) if (!this.#leftOut.has(error.message)) this.#onDamaged(error);
    this.#leftOut = new Set(errors.map(({ message }) => message));
    this.#known = { as, manifests };
    return manifests;
  }

  /** What was left out may be readable again. */
  lookAgain(): void {
    if (this.#leftOut.size > 0) this.#known = null;
  }
}
