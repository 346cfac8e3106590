/** What of an OpenAPI document requests are derived from. */
export interface DescribedApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  /** How keys may be sent to operations that do not say themselves. */
  readonly security: readonly object[];
  readonly components: {
    readonly schemas: Readonly<Record<string, BodySchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly description: string;
    readonly required: boolean;
    readonly content: Readonly<
      Record<string, { readonly schema: { readonly $ref: string }; readonly example: object }>
    >;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
  readonly security?: readonly object[];
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: ValueSchema;
  readonly example?: unknown;
}

export interface ValueSchema {
  readonly type: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: ValueSchema;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

interface BodySchema {
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
}

/** An operation with where it stands. */
export interface Described extends DescribedOperation {
  /** Its own ones and those it points at. */
  readonly parameters: readonly Parameter[];
  readonly security: readonly object[];
  readonly path: string;
  readonly method: string;
  /** Every method of the path, HEAD and OPTIONS included. */
  readonly methods: readonly string[];
  readonly bodySchema: BodySchema | null;
}

/** A request and what the document promises about the answer. */
export interface DescribedRequest {
  readonly operation: Described;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The statuses it may be answered with; empty where any described one but a 5xx will do. */
  readonly statuses: readonly number[];
}

/** Every operation of a document. */
export function operationsOf({ paths, components, security }: DescribedApi): readonly Described[] {
  return Object.entries(paths).flatMap(([path, methods]) => {
    const named = Object.keys(methods).map((method) => method.toUpperCase());
    const all = [...named, ...(named.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
    return Object.entries(methods).map(([method, operation]): Described => {
      const [taken] = Object.values(operation.requestBody?.content ?? {});
      const schema = taken?.schema.$ref.split("/").at(-1);
      const bodySchema = schema === undefined ? null : components.schemas[schema]!;
      return { security, ...operation, path, method: method.toUpperCase(), methods: all, bodySchema };
    });
  });
}

/** A value that the document states for a parameter, as it is sent; null where it states none. */
export function statedText({ example, schema }: Parameter): string | null {
  const { type, default: fallback, enum: [first] = [], items, minimum } = schema;
  const value = example ?? fallback ?? first ?? items?.enum?.[0] ?? minimum ?? (type === "boolean" ? true : null);
  if (value === null) return null;
  return Array.isArray(value) ? value.join(",") : `${value as string | number | boolean}`;
}

/** The same, or some text where the document states none. */
export const textOf = (parameter: Parameter): string => statedText(parameter) ?? "a";

/** Names and values in the order they are sent. */
export type Query = readonly (readonly [name: string, text: string])[];

/** Path and query with these values. */
export function targetOf(operation: Described, path: ReadonlyMap<string, string>, query: Query): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(path.get(name)!));
  const pairs = query.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  return filled + (pairs.length > 0 ? `?${pairs.join("&")}` : "");
}

/** Whether it is asked by a supervisor, who gets the same whatever stands in the query. */
export const isState = ({ path }: Described): boolean => path === "/healthz" || path === "/readyz";

export const successOf = ({ responses }: Described): number =>
  Number(Object.keys(responses).find((status) => status.startsWith("2")));

export const mediaTypeOf = (operation: Described): string =>
  Object.keys(operation.responses[successOf(operation)]!.content ?? {})[0]!;

/** The media type of the body an operation takes; null where it takes none. */
export const bodyTypeOf = ({ requestBody }: DescribedOperation): string | null =>
  Object.keys(requestBody?.content ?? {})[0] ?? null;

/** A body of these members, as its media type writes it. */
export const writeBody = (members: object, type: string | null): string =>
  type === FORM_TYPE ? new URLSearchParams(Object.entries(members)).toString() : JSON.stringify(members);

export const FORM_TYPE = "application/x-www-form-urlencoded";

const bodyOf = (operation: Described): string | null => {
  const type = bodyTypeOf(operation);
  return type === null ? null : writeBody(operation.requestBody!.content[type]!.example, type);
};

/** The headers of a request with a body. */
export const bodyHeaders = (operation: DescribedOperation): Record<string, string> => {
  const type = bodyTypeOf(operation);
  return type === null ? {} : { "Content-Type": type };
};

/** A request with the examples of all that is required; `change` replaces parts of it. */
export function plain(operation: Described, change: Partial<DescribedRequest> & { readonly query?: Query } = {}) {
  const examples = (location: string): [string, string][] =>
    operation.parameters
      .filter((parameter) => parameter.in === location && parameter.required)
      .map((parameter) => [parameter.name, textOf(parameter)]);
  const { query = examples("query"), ...rest } = change;
  const body = bodyOf(operation);
  const request: DescribedRequest = {
    operation,
    method: operation.method,
    target: targetOf(operation, new Map(examples("path")), query),
    headers: bodyHeaders(operation),
    body,
    statuses: [successOf(operation)],
  };
  return { ...request, ...rest };
}
