import type { Static, TObject, TObjectOptions, TProperties, TSchema, TUnsafe } from "typebox";
import { Type } from "./type.ts";
import type { ReasonCode } from "./reasons.ts";

/** Points at a component by its `$id`; the static type is that of the component. */
export function ref<T extends TSchema & { readonly $id?: string }>(component: T): TUnsafe<Static<T>> {
  return Type.Unsafe<Static<T>>({ $ref: `${component.$id}#` });
}

/** One of these strings. */
export function oneOf<const V extends string>(values: readonly V[], options: object = {}): TUnsafe<V> {
  return Type.Unsafe<V>({ type: "string", enum: [...values], ...options });
}

/** The codes of a member that can be null. A symbol, because documents do not show it. */
const CODES = Symbol("reason codes");

/** A member that is null when there is no value, and the codes that say why. */
export interface Nullable<T, R extends ReasonCode> extends TUnsafe<T | null> {
  readonly [CODES]: readonly R[];
}

/**
 * A member that is null when there is no value, for one of the reasons `codes`. `schema` has one
 * plain `type`.
 */
export function nullable<T extends TSchema & { readonly type: string }, const R extends ReasonCode>(
  schema: T,
  ...codes: readonly [R, ...R[]]
): Nullable<Static<T>, R> {
  return Object.assign(Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] }), { [CODES]: codes });
}

/** A member that is a component, or null for one of the reasons `codes`. */
export function nullableRef<T extends TSchema & { readonly $id?: string }, const R extends ReasonCode>(
  component: T,
  ...codes: readonly [R, ...R[]]
): Nullable<Static<T>, R> {
  const schema = { anyOf: [ref(component), { type: "null" }] };
  return Object.assign(Type.Unsafe<Static<T> | null>(schema), { [CODES]: codes });
}

/** The members that can be null, each with its codes. */
type CodesOf<P> = { [K in keyof P as P[K] extends Nullable<unknown, ReasonCode> ? K : never]: CodeOf<P[K]> };
type CodeOf<T> = T extends Nullable<unknown, infer R> ? R : never;

type WithReasons<P extends TProperties> = keyof CodesOf<P> extends never
  ? P
  : P & { readonly reasons: TUnsafe<Partial<CodesOf<P>>> };

/**
 * An object of an answer. If any of its members can be null, it has a member `reasons`, which names
 * those that are and why.
 */
export function objectOf<P extends TProperties>(properties: P, options?: TObjectOptions): TObject<WithReasons<P>>;
export function objectOf(properties: TProperties, options: TObjectOptions = {}): TObject {
  const codes = Object.entries(properties).flatMap(([name, schema]) =>
    isNullable(schema) ? [[name, schema[CODES]] as const] : [],
  );
  if (codes.length === 0) return Type.Object(properties, options);
  return Type.Object({ ...properties, reasons: reasonsOf(Object.fromEntries(codes)) }, options);
}

function isNullable(schema: TSchema): schema is Nullable<unknown, ReasonCode> {
  return CODES in schema;
}

/** The schema of `reasons`: an object that may have these members, with one of their codes each. */
export function reasonsOf(codes: Readonly<Record<string, readonly ReasonCode[]>>): TSchema {
  return Type.Unsafe({
    type: "object",
    properties: Object.fromEntries(Object.entries(codes).map(([name, own]) => [name, reasonSchema(own)])),
    additionalProperties: false,
  });
}

/** One of these codes. The list of reasons says once for all what each code means. */
export function reasonSchema(codes: readonly ReasonCode[]): TSchema {
  return Type.Unsafe({ type: "string", enum: [...codes] });
}

type NullKeys<V> = { [K in keyof V]: null extends V[K] ? K : never }[keyof V];

/** The reason of each member that can be null, if it is null. */
type Why<V> = Readonly<Record<NullKeys<V>, ReasonCode | null>>;

type Reasons<W> = { [K in keyof W]?: NonNullable<W[K]> };

/**
 * Adds `reasons` to the members of an object: those that are null, each with its code from `why`.
 * Throws if a member is null without one.
 */
export function withReasons<V extends object, const W extends Why<V>>(members: V, why: W): V & { reasons: Reasons<W> };
export function withReasons(
  members: Readonly<Record<string, unknown>>,
  why: Readonly<Record<string, ReasonCode | null>>,
): object {
  const reasons: Record<string, ReasonCode> = {};
  for (const name of Object.keys(why)) {
    if (members[name] !== null) continue;
    const code = why[name] ?? null;
    if (code === null) throw new Error(`${name} is null without a reason`);
    reasons[name] = code;
  }
  return { ...members, reasons };
}

type JoinOf<P extends readonly object[]> = P extends readonly [infer First, ...infer Rest extends readonly object[]]
  ? First & JoinOf<Rest>
  : unknown;

/** Joins parts of an object: their members in order, then all their `reasons` in one. */
export function joinMembers<P extends readonly object[]>(...parts: P): JoinOf<P>;
export function joinMembers(
  ...parts: readonly { readonly reasons?: object; readonly [name: string]: unknown }[]
): object {
  const joined: Record<string, unknown> = {};
  let all: object | undefined;
  for (const part of parts) {
    for (const name in part) if (name !== "reasons") joined[name] = part[name];
    if (part.reasons !== undefined) all = Object.assign(all ?? {}, part.reasons);
  }
  return all === undefined ? joined : Object.assign(joined, { reasons: all });
}
