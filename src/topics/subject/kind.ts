import type { Static, TSchema, TString } from "typebox";
import { type JsonOperation, type Operation, defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { Type } from "../../ask/type.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { Problem } from "../../problem.ts";

/** A kind of subject: country, sector or company. All have the same operations. */
export interface Kind<Found = unknown> {
  readonly name: "country" | "sector" | "company";
  readonly tag: Operation["tag"];
  /** The path segment that names one. */
  readonly segment: TString;
  /** Returns a subject of a release, where the segment has no example. */
  readonly example?: (snapshot: Snapshot) => { readonly slug?: string };
  /** Lists all subjects of a release, where they are few. */
  readonly paths?: (snapshot: Snapshot) => readonly { readonly slug: string }[];
  /** Finds the subject that a segment names; throws a problem if there is none. */
  readonly find: (sources: Sources, segment: string) => { readonly slug: string; readonly found: Found };
}

/** The parts of an operation that others of its kind do not share. */
export type OwnParts = Pick<Operation, "id" | "path" | "summary" | "description" | "bulkPath">;

/** Returns the problem that no subject of a kind was found, with the list of all. */
export function notFound(kind: Kind["name"], detail: string): Problem {
  const listedIn = { country: "countries", sector: "sectors", company: "companies" } as const;
  return new Problem(`${kind}_not_found`, detail, [], { listedIn: listedIn[kind] });
}

/** Defines an operation about one subject in a release, such as its detail or derivation. */
export function defineSubjectOperation<Found, Schema extends TSchema>(
  kind: Kind<Found>,
  {
    schema,
    components,
    describe,
    knownPaths,
    ...own
  }: OwnParts & {
    readonly knownPaths?: Kind["paths"];
    readonly schema: Schema;
    readonly components: readonly TSchema[];
    readonly describe: (sources: Sources, found: Found) => Static<Schema> & object;
  },
): JsonOperation<Schema> {
  return defineOperation({
    ...own,
    ...sharedParts(kind),
    ...(knownPaths && { knownPaths }),
    ...(kind.example && { examples: kind.example }),
    parameters: { path: Type.Object({ slug: kind.segment }), query: describeParameters({ ...releaseParameter }) },
    form: { kind: "json", schema, components },
    answer(sources, { slug: segment }) {
      const { slug, found } = kind.find(sources, segment);
      if (slug !== segment) return { kind: "redirect", path: { slug } };
      return { kind: "json", body: describe(sources, found) };
    },
  });
}

/** The parts of an operation that all of a kind share; other names lead to the slug. */
export function sharedParts({ name, tag }: Kind) {
  return { method: "GET", tag, problems: [`${name}_not_found`], redirects: true } as const;
}
