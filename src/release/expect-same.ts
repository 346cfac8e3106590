/** A published figure that the judgements inside the release do not yield, or a damaged file. */
export class VerifyError extends Error {
  override name = "VerifyError";
}

/** Throws a VerifyError that names `what` unless both values are the same. */
export function expectSame(what: string, published: unknown, recomputed: unknown): void {
  if (published !== recomputed) {
    throw new VerifyError(`${what}: published ${JSON.stringify(published)}, recomputed ${JSON.stringify(recomputed)}`);
  }
}
