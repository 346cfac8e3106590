import * as fc from "fast-check";
import { OPERATIONS } from "../../src/topics/operations.ts";
import {
  type Described,
  type DescribedRequest,
  type Parameter,
  bodyHeaders,
  mediaTypeOf,
  isState,
  plain,
  statedText,
  successOf,
  targetOf,
  textOf,
} from "./described-operations.ts";

/** A value as it is sent, and whether an answer is certain, whatever the data. */
interface Value {
  readonly text: string;
  readonly isCertain: boolean;
}

const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ minLength: 1, maxLength: Math.min(maxLength, 30), unit: "binary" }),
      fc.string({ minLength: 1, maxLength: Math.min(maxLength, 30) }),
      fc.constantFrom("France", "fr", "%", "_", "*", "' OR 1=1 --", "\u0000", "../..", "ﬃ", "🌍", "null", ","),
    )
    .map((text) => Array.from(text.toWellFormed()).slice(0, maxLength).join(""));

/** A value that fits a schema. */
function fitting(parameter: Parameter): fc.Arbitrary<Value> {
  const { schema } = parameter;
  const certain = (texts: fc.Arbitrary<string>): fc.Arbitrary<Value> =>
    texts.map((text) => ({ text, isCertain: true }));
  const { minimum = -1e9, maximum = 1e9, minLength = 0, maxLength = 100 } = schema;
  if (schema.enum !== undefined) return certain(fc.constantFrom(...schema.enum));
  if (schema.type === "boolean") return certain(fc.constantFrom("true", "false", "True", "FALSE", "1", "0"));
  if (schema.type === "integer") return certain(fc.integer({ min: minimum, max: maximum }).map(String));
  if (schema.type === "number")
    return certain(fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => String(value)));
  if (schema.type === "array" && schema.items?.enum !== undefined) {
    const { enum: names } = schema.items;
    return certain(fc.subarray([...names], { minLength: 1 }).map((some) => some.join(",")));
  }
  // What the document states no value for, such as the cursor of one list, may be refused.
  const stated = fc.constant({ text: textOf(parameter), isCertain: statedText(parameter) !== null });
  if (schema.pattern !== undefined || minLength === maxLength) return stated;
  return fc.oneof(
    { weight: 2, arbitrary: stated },
    { weight: 1, arbitrary: anyText(maxLength).map((text) => ({ text, isCertain: false })) },
  );
}

/** A request as the document describes it: some parameters with values that fit. */
export function validRequest(operation: Described): fc.Arbitrary<DescribedRequest> {
  const chosen = operation.parameters.map((parameter) =>
    fc
      .tuple(parameter.required ? fc.constant(true) : fc.boolean(), fitting(parameter))
      .map(([isSent, value]) => ({ parameter, isSent, ...value })),
  );
  const codings = fc.constantFrom("identity", "gzip", "br", "zstd", "gzip;q=0.5, br", "*");
  const isHead = operation.method === "GET" ? fc.boolean() : fc.constant(false);
  return fc.tuple(fc.tuple(...chosen), codings, isHead).map(([values, coding, head]) => {
    const sent = values.filter(({ isSent }) => isSent);
    const inPart = (part: string): [string, string][] =>
      sent.flatMap(({ parameter, text }) => (parameter.in === part ? [[parameter.name, text]] : []));
    const headers = { ...bodyHeaders(operation), "Accept-Encoding": coding };
    const names = new Set(sent.map(({ parameter }) => parameter.name));
    // Both choose a release, and a claim takes what completes it alone.
    const fitTogether =
      !(names.has("release") && names.has("as_of")) &&
      !names.has("is") &&
      // A table in another format has its own columns.
      !names.has("format");
    const isCertain = sent.every((value) => value.isCertain) && fitTogether;
    return {
      ...plain(operation),
      method: head ? "HEAD" : operation.method,
      target: targetOf(operation, new Map(inPart("path")), inPart("query")),
      headers,
      statuses: isCertain ? [successOf(operation)] : [],
    };
  });
}

/** A request with every example that the document shows of an operation. */
export function allExamples(operation: Described): DescribedRequest {
  const query = operation.parameters
    .filter((parameter) => parameter.in === "query" && (parameter.required || parameter.example !== undefined))
    .map((parameter) => [parameter.name, textOf(parameter)] as const);
  return plain(operation, { target: plain(operation, { query }).target });
}

/** Feed readers get a feed, and supervisors a state, whatever they would rather have. */
const looksAtAccept = (operation: Described): boolean =>
  !isState(operation) && OPERATIONS.find(({ id }) => id === operation.operationId)?.ignoresAccept !== true;

/** Every method a path has and others, and every way to accept and refuse the media type. */
export function methodsAndTypes(operation: Described): readonly DescribedRequest[] {
  const mediaType = mediaTypeOf(operation);
  const refusals = ["PUT", "PATCH", "DELETE", "TRACE", "QUERY", "PROPFIND", "GET", "POST", "HEAD"];
  const methods = refusals
    .filter((method) => !operation.methods.includes(method))
    .map((method) => plain(operation, { method, body: null, headers: {}, statuses: [405] }));
  const success = successOf(operation);
  const [kind] = mediaType.split("/");
  const accepted = [mediaType, `${kind}/*`, "*/*", `image/png, ${mediaType};q=0.1`, "text/x-a, */*;q=0.1"];
  const refused = ["image/png", `${mediaType};q=0`, "*/*;q=0", "image/*, video/*;q=0.5"];
  const accepting = (accept: string, status: number): DescribedRequest => {
    const request = plain(operation);
    return { ...request, headers: { ...request.headers, Accept: accept }, statuses: [status] };
  };
  return [
    ...methods,
    plain(operation, { method: "OPTIONS", body: null, headers: {}, statuses: [204] }),
    ...accepted.map((accept) => accepting(accept, success)),
    ...refused.map((accept) => accepting(accept, looksAtAccept(operation) ? 406 : success)),
  ];
}
