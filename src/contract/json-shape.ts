import { type Static, type TSchema, type TUnsafe, Type } from "typebox";

/** Points at a component by its `$id`; the static type is that of the component. */
export function ref<T extends TSchema & { readonly $id?: string }>(component: T): TUnsafe<Static<T>> {
  return Type.Unsafe<Static<T>>({ $ref: `${component.$id}#` });
}

/**
 * A member that is null when there is no value; the member `…_reason` beside it then says why.
 * `schema` has one plain `type`.
 */
export function nullable<T extends TSchema & { readonly type: string }>(schema: T): TUnsafe<Static<T> | null> {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
}

/** Why the value beside it is null; null when there is a value. */
export function reason<const R extends string>(...reasons: readonly R[]): TUnsafe<R | null> {
  return Type.Unsafe<R | null>({ type: ["string", "null"], enum: [...reasons, null] });
}

/** One of these strings. */
export function oneOf<const V extends string>(values: readonly V[], options: object = {}): TUnsafe<V> {
  return Type.Unsafe<V>({ type: "string", enum: [...values], ...options });
}
