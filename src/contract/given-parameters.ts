/** A request's parameters as they arrive: decoded strings, path and query apart, the query in the order given. */
export interface GivenParameters {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
}
