import type { Client, ClientPathsWithMethod, FetchResponse, MaybeOptionalInit } from "openapi-fetch";
import type { paths } from "./schema.ts";

/** What the calls take and return, by method and path. */

export type Method = "get" | "post" | "delete";

/** The paths that have an operation with this method. */
export type PathOf<M extends Method> = ClientPathsWithMethod<Client<paths>, M>;

/** Parameters, body and signal of a call. */
export type InitOf<M extends Method, Path extends PathOf<M>> = MaybeOptionalInit<paths[Path], M>;

/** The last argument of a call, optional if the operation requires nothing. */
export type InitArgument<Init> = Partial<Init> extends Init ? [init?: Init] : [init: Init];

type Data<M extends Method, Path extends PathOf<M>, Init> =
  Extract<paths[Path], Record<M, Record<string | number, unknown>>> extends infer Item extends Record<
    M,
    Record<string | number, unknown>
  >
    ? DataIn<Item[M], Init, FormatOf<Init>>
    : never;

/** The formats that a call asks for by `format`, or by the name of a file. */
type Format = "json" | "csv" | "xlsx" | "parquet";

type FormatOf<Init> = Init extends { params: { query: { format: infer Asked extends Format } } }
  ? Asked
  : Init extends { params: { path: { file: `${string}.${infer Asked extends Format}` } } }
    ? Asked
    : "json";

/** What has no such format is answered in its own. */
type DataIn<Operation extends Record<string | number, unknown>, Init, Asked extends Format> = Asked extends
  "xlsx" | "parquet"
  ? Blob
  : DataAs<Operation, Init, TypeIn<Operation, Asked extends "csv" ? "text/csv" : "application/json">>;

type TypeIn<Operation, Type extends `${string}/${string}`> = Operation extends {
  responses: { 200: { content: Record<Type, unknown> } };
}
  ? Type
  : `${string}/${string}`;

type DataAs<Operation extends Record<string | number, unknown>, Init, Type extends `${string}/${string}`> = NonNullable<
  FetchResponse<Operation, Init, Type>["data"]
>;

/**
 * What the service answers. A call without `fields` has whole items; one with them has items in
 * which nothing is required.
 */
export type Answer<M extends Method, Path extends PathOf<M>, Init = object> =
  Data<M, Path, Init> extends infer Found
    ? Found extends { fields: unknown }
      ? AsksForFields<Init> extends false
        ? never
        : Found
      : AsksForFields<Init> extends true
        ? Found extends { items: unknown; next: unknown }
          ? never
          : Found
        : Found
    : never;

/** `boolean` where the parameters are in a variable that may have `fields` or not. */
type AsksForFields<Init> = Init extends { params: { query: infer Query } }
  ? "fields" extends keyof Query
    ? undefined extends Query["fields"]
      ? boolean
      : true
    : false
  : false;

/** The paths of lists with pages. */
export type ListPath = {
  [Path in PathOf<"get">]: Answer<"get", Path> extends { items: readonly unknown[]; next: string | null }
    ? Path
    : never;
}[PathOf<"get">];

/** The items of a list. */
export type ItemOf<Path extends ListPath, Init> =
  Answer<"get", Path, Init> extends { items: readonly (infer Item)[] } ? Item : never;
