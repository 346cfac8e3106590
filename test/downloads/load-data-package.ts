import { createRequire } from "node:module";

/** The part of the `datapackage` package that is used here; it brings no types. */
interface Resource {
  readonly name: string;
  readonly valid: boolean;
  readonly tabular: boolean;
  read(options: { keyed: true; relations?: boolean }): Promise<Record<string, unknown>[]>;
}

export interface LoadedPackage {
  readonly valid: boolean;
  readonly errors: readonly Error[];
  readonly resources: readonly Resource[];
  getResource(name: string): Resource;
}

export const { Package } = createRequire(import.meta.url)("datapackage") as {
  Package: { load(descriptor: string | object): Promise<LoadedPackage> };
};
