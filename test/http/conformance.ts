import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { Format, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

/** What of an OpenAPI document answers are held against. */
export interface ApiDescription {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly deprecated?: boolean; readonly responses: Readonly<Record<string, Response>> }>
      >
    >
  >;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, { readonly required: boolean; readonly schema: object }>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

/** An answer and the request it came to. */
export interface Exchanged {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Headers of the transfer, which OpenAPI leaves to HTTP. */
const TRANSFER = new Set(
  "date connection keep-alive content-length content-type content-encoding transfer-encoding".split(" "),
);

const INTEGER: Format = { type: "number", validate: Number.isSafeInteger };
const FORMATS: Readonly<Record<string, Format>> = {
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/u.test(text),
  "date-time": (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/u.test(text),
  uri: (text: string) => URL.canParse(text),
  int32: INTEGER,
  int64: INTEGER,
};

/** Names the document for the references within it. */
const DOCUMENT = "openapi.json";

/**
 * Returns a function that holds answers against the document: status, headers, media type, and the
 * body by its JSON Schema. It throws where an answer is not as described, and passes what is not an
 * operation's.
 */
export function buildConformance(document: ApiDescription): (exchanged: Exchanged) => void {
  const { components } = document;
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, formats: FORMATS });
  ajv.addSchema({ components: { schemas: components.schemas } }, DOCUMENT);
  const templates = Object.keys(document.paths)
    // The one that says most of its paths is first.
    .toSorted((a, b) => a.split("{").length - b.split("{").length || b.length - a.length)
    .map((path) => ({
      path,
      pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u"),
    }));
  const shared = headersOfAll(components.responses);
  const validators = new Map<object, ValidateFunction>();
  // Compiled when it first comes, and what it refers to once for all.
  const validatorOf = (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${DOCUMENT}#`);
    const found = validators.get(schema) ?? ajv.compile(JSON.parse(text) as object);
    validators.set(schema, found);
    return found;
  };
  return (exchanged) => {
    const { method, target, status, headers } = exchanged;
    const template = templates.find(({ pattern }) => pattern.test(target.split("?", 1)[0]!))?.path;
    if (template === undefined || method === "OPTIONS") return;
    const where = `${method} ${target} ${status}`;
    const methods = document.paths[template]!;
    // A refused method is described at those that are taken.
    const operation = methods[method === "HEAD" ? "get" : method.toLowerCase()] ?? Object.values(methods)[0]!;
    const isProblem = status >= 400;
    const stated = operation.responses[status] ?? (isProblem ? operation.responses["default"] : undefined);
    assert.ok(stated, `${where}: the status is not described`);
    const response = stated.$ref === undefined ? stated : components.responses[stated.$ref.split("/").at(-1)!]!;
    checkHeaders(
      where,
      { ...response, headers: { ...shared, ...response.headers } },
      headers,
      components.headers,
      validatorOf,
    );
    const needed = [
      ...(HEADERS_OF_STATUS[status] ?? []),
      ...(operation.deprecated === true ? ["deprecation", "sunset"] : []),
    ];
    for (const name of needed) assert.ok(headers[name] !== undefined, `${where}: ${name} is missing`);
    if (method === "HEAD") return;
    const body = readBody(where, response, exchanged);
    if (body === undefined) return;
    const isValid = validatorOf(body.schema);
    assert.ok(isValid(body.value), `${where}: ${ajv.errorsText(isValid.errors)}`);
    if (isProblem) assert.equal((body.value as { readonly status: number }).status, status, where);
  };
}

/** Headers that go with a status, whatever is asked. */
const HEADERS_OF_STATUS: Readonly<Record<number, readonly string[]>> = {
  401: ["www-authenticate"],
  405: ["allow"],
  415: ["accept-post"],
  416: ["content-range"],
  429: ["retry-after"],
  503: ["retry-after"],
};

/** The headers that all shared responses have: those of every response. */
function headersOfAll(responses: Readonly<Record<string, Response>>): NonNullable<Response["headers"]> {
  const [first = {}, ...others] = Object.values(responses).map(({ headers = {} }) => headers);
  return Object.fromEntries(Object.entries(first).filter(([name]) => others.every((other) => name in other)));
}

function checkHeaders(
  where: string,
  response: Response,
  received: IncomingHttpHeaders,
  described: ApiDescription["components"]["headers"],
  validatorOf: (schema: object) => ValidateFunction,
): void {
  const names = Object.keys(response.headers ?? {});
  const isPage = String(received["content-type"]).startsWith("text/html");
  for (const name of names) {
    // A page has a policy of its own: it loads style and script.
    if (isPage && name === "Content-Security-Policy") continue;
    const { required, schema } = described[name]!;
    const value = received[name.toLowerCase()];
    if (value === undefined) assert.ok(!required, `${where}: ${name} is missing`);
    else assert.ok(validatorOf(schema)(value), `${where}: ${name}: ${String(value)}`);
  }
  const known = new Set(names.map((name) => name.toLowerCase()));
  for (const name of Object.keys(received))
    assert.ok(known.has(name) || TRANSFER.has(name), `${where}: ${name} is not described`);
}

const DECOMPRESSORS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** The body as its schema sees it; undefined where there is none to check. */
function readBody(
  where: string,
  { content }: Response,
  { headers, body }: Exchanged,
): { readonly schema: object; readonly value: unknown } | undefined {
  if (content === undefined) {
    assert.equal(body.length, 0, `${where}: no body is described`);
    return undefined;
  }
  const mediaType = String(headers["content-type"]).split(";", 1)[0]!;
  const media = content[mediaType] ?? content["*/*"];
  assert.ok(media, `${where}: ${mediaType} is not described`);
  if (media.schema === undefined) return undefined;
  const decompress = DECOMPRESSORS[headers["content-encoding"] ?? ""];
  const plain = decompress === undefined ? body : decompress(body);
  const value = valueOf(mediaType, plain.toString());
  return { schema: media.schema, value };
}

/** The value of a body of its media type. YAML is a member a line, each written as JSON. */
function valueOf(mediaType: string, text: string): unknown {
  if (mediaType.endsWith("json")) return JSON.parse(text);
  if (mediaType !== "application/yaml") return text;
  const members = text.trimEnd().split("\n");
  return Object.fromEntries(
    members.map((line): [string, unknown] => {
      const [, name = "", value = ""] = /^([\w-]+): (.+)$/u.exec(line) ?? [];
      return [name, JSON.parse(value)];
    }),
  );
}
