import type { Operation } from "../contract/operation.ts";
import type { Route } from "./route-table.ts";

/** An operation found by a path, with the segments its placeholders stand for. */
export interface FoundOperation {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/** A segment that means the same to every reader of addresses: nothing in it is escaped, and it is not too long for the router. */
const PLAIN_SEGMENT = /^[\w.~-]{1,1000}$/u;

const NOTHING: Readonly<Record<string, string>> = {};

/**
 * Builds the look-up of the operation that GET asks for, of those whose path is literal but perhaps for its last segment.
 *
 * What it does not find is for the router to decide; what it finds the router would have found, too. `routes` are all there are.
 */
export function buildOperationFinder(
  operations: readonly Operation[],
  routes: readonly Route[],
): (path: string) => FoundOperation | undefined {
  /** Null where something else than an operation answers. */
  const literal = new Map<string, FoundOperation | null>();
  for (const { path } of routes) if (!/[:*]/u.test(path)) literal.set(path, null);
  const byParent = new Map<string, { readonly operation: Operation; readonly name: string }>();
  for (const operation of operations) {
    if (operation.method !== "GET") continue;
    const { path } = operation;
    const [, parent, name] = /^([^{]*\/)\{(\w+)\}$/u.exec(path) ?? [];
    if (parent !== undefined && name !== undefined) byParent.set(parent, { operation, name });
    else if (!path.includes("{")) literal.set(path, { operation, path: NOTHING });
  }
  return (path) => {
    const known = literal.get(path);
    if (known !== undefined) return known ?? undefined;
    const end = path.lastIndexOf("/") + 1;
    const found = byParent.get(path.slice(0, end));
    if (found === undefined) return undefined;
    const segment = path.slice(end);
    if (!PLAIN_SEGMENT.test(segment)) return undefined;
    const segments: Record<string, string> = {};
    segments[found.name] = segment;
    return { operation: found.operation, path: segments };
  };
}
