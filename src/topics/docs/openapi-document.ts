/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface OpenApiDocument {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  /** The ways to send a key to an operation that states none of its own. */
  readonly security?: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** Requests of the service to callers, by the names of their events. */
  readonly webhooks?: OpenApiDocument["paths"];
  readonly components?: {
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
    readonly responses?: Readonly<Record<string, OpenApiResponse>>;
  };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly object[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, OpenApiMedia>> };
  readonly responses: Readonly<Record<string, OpenApiResponse | Pointer>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

export interface OpenApiResponse {
  readonly description?: string;
  readonly content?: Readonly<Record<string, OpenApiMedia>>;
}

export interface OpenApiMedia {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Types the OpenAPI document that a page gets. */
export function openApiOf({ openapi }: { readonly openapi: object }): OpenApiDocument {
  return openapi as OpenApiDocument;
}

interface Pointer {
  readonly $ref: string;
}

/**
 * Resolves a pointer within the document, or returns the thing itself. Throws if nothing is there.
 */
export function follow<Thing extends object>(document: OpenApiDocument, thing: Thing | Pointer): Thing {
  if (!("$ref" in thing) || typeof thing.$ref !== "string") return thing as Thing;
  let found: unknown = document;
  for (const part of thing.$ref.replace(/^#\//u, "").split("/"))
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[
      part.replaceAll("~1", "/").replaceAll("~0", "~")
    ];
  if (typeof found !== "object" || found === null) throw new Error(`the pointer ${thing.$ref} leads nowhere`);
  return found as Thing;
}
