import * as fc from "fast-check";
import {
  type Described,
  type DescribedRequest,
  type Query,
  type ValueSchema,
  FORM_TYPE,
  bodyTypeOf,
  isState,
  plain,
  successOf,
  targetOf,
  textOf,
  writeBody,
} from "./described-operations.ts";
import { URL_CHARACTERS_MAX } from "../../src/http/http-problem.ts";
import { validRequest } from "./described-requests.ts";

/** Whether a parameter of this text leaves the URL short enough to be looked at. */
const fitsUrl = (text: string): boolean => encodeURIComponent(text).length < URL_CHARACTERS_MAX - 200;

/** Texts that do not fit a schema. */
function misfits({ type, ...schema }: ValueSchema): readonly string[] {
  const { minimum, maximum, minLength = 0, maxLength, items, maxItems, uniqueItems } = schema;
  const isNumber = type === "integer" || type === "number";
  const [first] = items?.enum ?? [];
  return [
    ...(isNumber ? ["", " ", "x", "NaN", "Infinity", "1e400", "0x10", "1,5", "true", "\u0000", "٣", "--1", "1e"] : []),
    ...(type === "integer" ? ["1.5", "5e-324", "9007199254740993"] : []),
    ...(minimum === undefined ? [] : [String(minimum - 1), "-1e300"]),
    ...(maximum === undefined ? [] : [String(maximum + 1), "1e300"]),
    ...(type === "boolean" ? ["", "2", "yes", "true,true", " true"] : []),
    ...(schema.enum === undefined ? [] : ["", "x", `${schema.enum[0]!} `, `${schema.enum.join(",")},`, "__proto__"]),
    ...(type === "string" && minLength > 0 ? [""] : []),
    ...(maxLength === undefined ? [] : ["a".repeat(maxLength + 1), "🌍".repeat(maxLength + 1)].filter(fitsUrl)),
    ...(schema.pattern === undefined ? [] : ["", "\u0000", "x"]),
    ...(type === "array" ? ["", ","] : []),
    ...(first === undefined ? [] : ["x", `${first},x`, `${first},`, "constructor"]),
    ...(first !== undefined && uniqueItems === true ? [`${first},${first}`] : []),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, (_, index) => `a${index}`).join(",")]),
  ];
}

/** Every way to write the parameters of an operation wrong. */
export function wrongParameters(operation: Described): readonly DescribedRequest[] {
  const needed: Query = operation.parameters.flatMap((parameter) =>
    parameter.in === "query" && parameter.required ? [[parameter.name, textOf(parameter)] as const] : [],
  );
  const refused = (query: Query): DescribedRequest => plain(operation, { target: targetFrom(query), statuses: [400] });
  const targetFrom = (query: Query): string => plain(operation, { query }).target;
  const unknown = ["colour", "__proto__", "constructor", "limit[]", "", "\u0000", "🌍", "LIMIT"].map((name) =>
    refused([...needed, [name, "1"]]),
  );
  const wrong = operation.parameters.flatMap((parameter) => {
    const { name, in: location, schema, required } = parameter;
    if (location === "header") {
      const headers = { ...plain(operation).headers, [name]: "a".repeat((schema.maxLength ?? 0) + 1) };
      return [plain(operation, { headers, statuses: [400] })];
    }
    if (location === "path") {
      const paths = ["a".repeat((schema.maxLength ?? 0) + 1), "\u0000", "..", "%", "a/b", "🌍", "__proto__", " "];
      const found = paths.map((text) => targetOf(operation, new Map([[name, text]]), needed));
      const broken = ["%zz", "%ff", "%c0%af"].map((text) => operation.path.replaceAll(/\{\w+\}/gu, text));
      return [...found, ...broken].map((target) => plain(operation, { target, statuses: [400, 404] }));
    }
    const others = needed.filter(([other]) => other !== name);
    const stated = [name, textOf(parameter)] as const;
    return [
      refused([...others, stated, stated]),
      ...(required ? [refused(others)] : []),
      ...misfits(schema).map((text) => refused([...others, [name, text]])),
    ];
  });
  return isState(operation) ? wrong : [...unknown, ...wrong];
}

/** JSON of the wrong type for a schema. */
const OTHER_JSON: readonly unknown[] = [null, true, 1.5, "x", [], {}, [[]], { a: 1 }];

const fitsType = (value: unknown, { type }: ValueSchema): boolean =>
  type === "array" ? Array.isArray(value) : type === "integer" ? Number.isInteger(value) : typeof value === type;

/** A query that fits but for one parameter, among others in any order. */
export function oneWrongParameter(operation: Described): fc.Arbitrary<DescribedRequest> {
  const wrong = wrongParameters(operation).flatMap(({ target, statuses }) => {
    const [path = "", query = ""] = target.split("?", 2);
    return query === "" ? [] : [{ path, query, statuses }];
  });
  if (wrong.length === 0) return validRequest(operation).map((request) => ({ ...request, statuses: [] }));
  return fc.tuple(fc.constantFrom(...wrong), validRequest(operation)).map(([{ path, query, statuses }, valid]) => {
    // One that is required may be missing on purpose.
    const required = operation.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
    const taken = new Set([...new URLSearchParams(query).keys(), ...required]);
    const others = (valid.target.split("?", 2)[1] ?? "").split("&").filter((pair) => {
      const name = pair.split("=", 1)[0]!;
      // Which release answers is decided first: without one there is nothing to ask.
      return name !== "" && !taken.has(name) && name !== "release" && name !== "as_of";
    });
    const target = `${path}?${[...others, query].join("&")}`;
    return { ...valid, target, statuses };
  });
}

/** How long a body may be, as its description says. */
function bytesMaxOf({ requestBody }: Described): number {
  const [, bytes] = /at most (\d+) bytes/u.exec(requestBody?.description ?? "") ?? [];
  if (bytes === undefined) throw new Error(`no bound in ${requestBody?.description ?? "no body"}`);
  return Number(bytes);
}

/** Every way to write the body of an operation wrong. */
export function wrongBodies(operation: Described): readonly DescribedRequest[] {
  const { requestBody, bodySchema } = operation;
  if (bodyTypeOf(operation) === FORM_TYPE) return wrongForms(operation);
  const example = requestBody?.content["application/json"]?.example;
  if (example === undefined || bodySchema === null) return [];
  const refused = (body: string | null, statuses = [400], type = "application/json"): DescribedRequest =>
    plain(operation, { body, headers: { "Content-Type": type }, statuses });
  const withMember = (name: string, value: unknown): string => JSON.stringify({ ...example, [name]: value });
  const isNeeded = requestBody?.required === true;
  const texts = [
    ...(isNeeded ? [""] : []),
    " ",
    "{",
    "x",
    "nul",
    '{"a":}',
    "\ufeff",
    "[".repeat(1000),
    "\u0000",
    '{"a":1}{"b":2}',
  ];
  const members = Object.entries(bodySchema.properties).flatMap(([name, schema]) => [
    ...OTHER_JSON.filter((value) => !fitsType(value, schema)).map((value) => withMember(name, value)),
    ...(schema.type === "string"
      ? ["", "\u0000", "a\u0000b", "a".repeat(3000)].map((text) => withMember(name, text))
      : []),
    ...(schema.type === "integer" ? [-1, 1e300, 2 ** 53].map((value) => withMember(name, value)) : []),
    ...(schema.maxItems === undefined
      ? []
      : [
          withMember(
            name,
            Array.from({ length: schema.maxItems + 1 }, () => ({})),
          ),
        ]),
  ]);
  const missing = (bodySchema.required ?? []).map((name) => JSON.stringify({ ...example, [name]: undefined }));
  const deep = `{"deep":${"[".repeat(200)}${"]".repeat(200)}}`;
  const roots = OTHER_JSON.filter((value) => typeof value !== "object" || value === null || Array.isArray(value));
  const proto = `{"__proto__":{"a":1},${JSON.stringify(example).slice(1)}`;
  return [
    ...[...texts, ...members, ...missing, ...roots.map((root) => JSON.stringify(root))].map((text) => refused(text)),
    ...[withMember("colour", "red"), withMember("\u0000", 1), deep, proto].map((text) => refused(text)),
    refused(null, isNeeded ? [400] : [successOf(operation)]),
    refused("x".repeat(bytesMaxOf(operation) + 1), [413]),
    ...["text/plain", "application/xml", "application/json; charset=latin1", "x"].map((type) =>
      refused(JSON.stringify(example), [415], type),
    ),
  ];
}

/** The same of a form, of which no field fits any text. */
function wrongForms(operation: Described): readonly DescribedRequest[] {
  const { requestBody, bodySchema } = operation;
  const example = requestBody!.content[FORM_TYPE]!.example;
  const refused = (body: string | null, statuses = [400], type = FORM_TYPE): DescribedRequest =>
    plain(operation, { body, headers: { "Content-Type": type }, statuses });
  const withField = (name: string, text: string): string => writeBody({ ...example, [name]: text }, FORM_TYPE);
  const names = Object.keys(bodySchema?.properties ?? {});
  const twice = names.map((name) => `${name}=%7B%7D&${name}=%7B%7D`);
  const fields = names.flatMap((name) => ["", "x", "\u0000", "{", "[]", "null"].map((text) => withField(name, text)));
  return [
    ...["", "x", "%", "&&", ...twice, ...fields, withField("colour", "red"), withField("__proto__", "{}")].map((text) =>
      refused(text),
    ),
    refused(null),
    // A batch with too much in it is one that is too large, so that a client sends less at once.
    ...names.map((name) => refused(withField(name, "[".repeat(1000)), [400, 413])),
    refused("x".repeat(bytesMaxOf(operation) + 1), [413]),
    ...["text/plain", "application/json", `${FORM_TYPE}; charset=latin1`, "x"].map((type) =>
      refused(writeBody(example, FORM_TYPE), [415], type),
    ),
  ];
}

/** Ways to send a key that is none, or more than one. */
export function wrongCredentials(operation: Described): readonly DescribedRequest[] {
  // What is free looks at no key.
  const looksAtKey = operation.security.length > 0;
  const sent = (headers: Readonly<Record<string, string>>, status: number, query = ""): DescribedRequest => {
    const request = plain(operation);
    const target =
      query === "" ? request.target : `${request.target}${request.target.includes("?") ? "&" : "?"}${query}`;
    const statuses = [looksAtKey ? status : successOf(operation)];
    return { ...request, target, headers: { ...request.headers, ...headers }, statuses };
  };
  const unknown = `ctds_live_${"0".repeat(38)}`;
  const name = "X-SVC-API-Key";
  return [
    ...[unknown, "x", "ctds_live_", "\u00ff", "a".repeat(5000)].map((key) => sent({ [name]: key }, 401)),
    sent({ Authorization: `Bearer ${unknown}` }, 401),
    sent({ [name]: "" }, 400),
    sent({ [name]: unknown, Authorization: `Bearer ${unknown.replace("0", "1")}` }, 400),
    ...(looksAtKey ? [sent({}, 401, `key=${unknown}`), sent({}, 400, "key="), sent({}, 400, "key=a&key=a")] : []),
  ];
}

/** JSON of any kind in the place of a body. */
export function anyBody(operation: Described): fc.Arbitrary<DescribedRequest> {
  const [name = "", ...rest] = Object.keys(operation.bodySchema?.properties ?? {});
  const names = fc.constantFrom(name, ...rest, "__proto__", "constructor", "a");
  const texts = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.dictionary(names, fc.jsonValue({ maxDepth: 4 })).map((members) => JSON.stringify(members)),
    fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
  );
  return texts.map((body) => ({ ...plain(operation), body, statuses: [] }));
}
