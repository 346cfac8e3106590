import type { TObject, TSchema } from "typebox";

/** A parameter as an operation describes it. */
export interface DescribedParameter {
  readonly name: string;
  readonly schema: TSchema;
  /** What stands for it where it is not sent; undefined where nothing does. */
  readonly default: unknown;
  readonly isRequired: boolean;
}

const known = new WeakMap<TObject, readonly DescribedParameter[]>();

/** The parameters of a description in its order, laid out once: every request walks over them. */
export function describedParameters(description: TObject): readonly DescribedParameter[] {
  let described = known.get(description);
  if (described === undefined) {
    const required = new Set<string>(description.required);
    described = Object.entries(description.properties).map(([name, schema]) => ({
      name,
      schema,
      default: (schema as { readonly default?: unknown }).default,
      isRequired: required.has(name),
    }));
    known.set(description, described);
  }
  return described;
}
