import { createHash, hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fillPath } from "../ask/urls.ts";
import { askOperation, askWithBody } from "../ask/ask.ts";
import { withMarks } from "../ask/mark.ts";
import { chooseSnapshot, namesRelease } from "../ask/choose-release.ts";
import { checkParameters } from "../ask/read-parameters.ts";
import {
  type Answer,
  type FormChoice,
  type GivenParameters,
  type Operation,
  formOf,
  isForOneCaller,
} from "../ask/operation.ts";
import type { Site, Sources } from "../ask/sources.ts";
import type { Releases, Snapshot } from "../release/snapshot.ts";
import {
  type Content,
  type Description,
  type Endpoint,
  type EndpointRequest,
  type FileAnswer,
  admissionOf,
  mediaTypeOf,
  mediaTypesOf,
} from "./endpoint.ts";
import { describeHeaders, prepareBytes, prepareText } from "./represent.ts";
import { readBodyText } from "./receive-body.ts";
import { readQuery } from "./read-request.ts";
import { pathOf } from "./routes.ts";

/** Sources of the answers of operations, the same for every caller. */
export interface AnswerContext {
  readonly releases: Releases;
  readonly atlas: Sources["atlas"];
  readonly access: Sources["access"];
  readonly site: Site;
  readonly now: () => Date;
}

/** Builds the endpoint of an operation. */
export function buildOperationEndpoint(operation: Operation, context: AnswerContext): Endpoint {
  const answer = isForOneCaller(operation) ? answerOneCaller : answerAnyone;
  return {
    label: operation.id,
    admission: admissionOf(operation),
    mediaTypes: mediaTypesOf(operation),
    ...(operation.choice === undefined ? {} : { typeOf: buildTypeOf(operation, operation.choice) }),
    ignoresAccept: operation.ignoresAccept === true,
    isStored: operation.dependsOn === "release" && !isForOneCaller(operation),
    answer: (request) => answer(operation, context, request),
  };
}

/** Finds the media type that a URL asks for by the parameter that chooses the form. */
function buildTypeOf(operation: Operation, { parameter }: FormChoice): NonNullable<Endpoint["typeOf"]> {
  const typeOf = (value: string): string => mediaTypeOf({ form: formOf(operation, { [parameter]: value }) });
  if (Object.hasOwn(operation.parameters.path.properties, parameter))
    return (params) => ({ mediaType: typeOf(params[parameter] ?? ""), ignoresAccept: false });
  return (_, url) => {
    if (!url.includes(`${parameter}=`)) return null;
    const value = readQuery(url).find(([name]) => name === parameter)?.[1];
    return value === undefined ? null : { mediaType: typeOf(value), ignoresAccept: true };
  };
}

/**
 * Returns the parameters of a request. Where `Accept` chose the form, the parameter that could have
 * chosen it is among them.
 */
function givenTo(
  { choice, form, parameters }: Operation,
  { params, url, mediaType }: Pick<EndpointRequest, "params" | "url" | "mediaType">,
): GivenParameters {
  const query = url.includes("?") ? readQuery(url) : [];
  const isOpen = choice !== undefined && Object.hasOwn(parameters.query.properties, choice.parameter);
  if (!isOpen || mediaType === mediaTypeOf({ form })) return { path: params, query };
  if (query.some(([name]) => name === choice.parameter)) return { path: params, query };
  const ofType = Object.entries(choice.forms).filter(([, each]) => mediaTypeOf({ form: each }) === mediaType);
  const [chosen, ...others] = ofType.map(([value]) => value);
  if (chosen === undefined || others.length > 0) throw new Error(`${mediaType} is not one form`);
  return { path: params, query: [...query, [choice.parameter, chosen]] };
}

/**
 * Answers operations that are the same for every caller. Returns at once if there is nothing to
 * wait for.
 */
export function answerAnyone(
  operation: Operation,
  context: AnswerContext,
  request: Omit<EndpointRequest, "exchange" | "admitBody" | "admitForm">,
): Content | Promise<Content> {
  const { params, url, mediaType, caller } = request;
  const given = givenTo(operation, request);
  const snapshot = chooseSnapshot(context.releases, given, context.now());
  const sources = sourcesOf(context, snapshot, caller);
  const parameters = checkParameters(operation, sources, given);
  const keptFor = operation.dependsOn === "release" && namesRelease(given, snapshot) ? "day" : "minutes";
  const toContent = (answer: Answer): Content | Promise<Content> => {
    if (answer.kind === "redirect") {
      const location = fillPath(operation.path, { ...params, ...answer.path }) + url.slice(pathOf(url).length);
      return { kind: "redirect", location, keptFor };
    }
    return contentOf(answer, {
      mediaType,
      lastModified: lastModifiedOf(operation, sources),
      keptFor,
      headers: describeHeaders(answer),
      ...(answer.kind === "file" || answer.kind === "rows" ? { isFile: true } : {}),
    });
  };
  const answer = operation.answer(sources, parameters, undefined);
  return answer instanceof Promise ? answer.then(toContent) : toContent(answer);
}

/**
 * Answers one caller alone. A body is read when everything else about the request is known to be
 * right.
 */
async function answerOneCaller(
  operation: Operation,
  { releases, atlas, access, site, now }: AnswerContext,
  request: EndpointRequest,
): Promise<Content> {
  const { caller, mediaType, exchange, admitBody } = request;
  const given = givenTo(operation, request);
  const body = operation.body === undefined ? null : await readBodyText(exchange, operation.body);
  const sources = { releases, atlas, access, site, caller, at: now(), signal: signalOf(exchange), nextTurn };
  const answer = await (body === null
    ? askOperation(operation, sources, given)
    : askWithBody(operation, sources, given, body, admitBody));
  if (answer.kind !== "json" && answer.kind !== "text")
    throw new Error(`${operation.id} answers one caller and answers a file`);
  return {
    kind: "unstored",
    status: operation.status ?? 200,
    mediaType,
    headers: describeHeaders(answer),
    text: answer.kind === "json" ? await writeInTurns(withMarks(answer.body)) : answer.text,
  };
}

/** Returns a signal that is aborted when the client has gone. */
export function signalOf({ response }: EndpointRequest["exchange"]): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  else {
    response.once("close", () => {
      if (!response.writableFinished) controller.abort();
    });
  }
  return controller.signal;
}

/** Answers that other callers may get, too, are never aborted. */
const NEVER = new AbortController().signal;

/** Hands an operation everything it may look at, for one caller and one release. */
export function sourcesOf(context: AnswerContext, snapshot: Snapshot, caller: Sources["caller"]): Sources {
  const { releases, atlas, access, site, now } = context;
  return { snapshot, releases, atlas, access, caller, at: now(), site, signal: NEVER, nextTurn };
}

function contentOf(
  answer: Exclude<Answer, { kind: "redirect" }>,
  description: Description,
): Content | Promise<Content> {
  if (answer.kind === "rows") return rowsOf(answer, description);
  if (answer.kind === "bytes") {
    const { name, chunks, isReproducible = false } = answer;
    if (!isReproducible)
      return { kind: "rows", hash: hash("sha256", name), isWeak: true, chunks: chunks(), description };
    const made = { kind: "rows", chunks: chunks(), description: { ...description, isFile: true } } as const;
    return measure(name, chunks).then((measured) => ({ ...made, ...measured }));
  }
  if (answer.kind !== "file") return prepareText(textOf(answer), description);
  if (!isHeld(answer, description)) return { kind: "file", file: answer, description };
  return readFile(answer.path).then((content) => prepareBytes(content, answer.sha256, description));
}

interface ContentHash {
  readonly hash: string;
  readonly bytes: number;
}

/** The measures of files by their names, of which a release has few. */
const measures = new Map<string, Promise<ContentHash>>();
const MEASURES_MAX = 50;

/** Makes a file once to find its hash and its length. */
function measure(name: string, chunks: () => AsyncIterable<Uint8Array>): Promise<ContentHash> {
  const known = measures.get(name);
  if (known !== undefined) return known;
  const digestAll = async (): Promise<ContentHash> => {
    const digest = createHash("sha256");
    let bytes = 0;
    for await (const chunk of chunks()) {
      digest.update(chunk);
      bytes += chunk.length;
      await nextTurn();
    }
    return { hash: digest.digest("base64url"), bytes };
  };
  if (measures.size >= MEASURES_MAX) measures.clear();
  const measured = digestAll();
  measures.set(name, measured);
  measured.catch(() => measures.delete(name));
  return measured;
}

/**
 * Returns a text that is made while it is sent or, if it is short enough to be held, makes it as a
 * whole, with other requests in between.
 */
async function rowsOf({ name, chunks }: Extract<Answer, { kind: "rows" }>, description: Description): Promise<Content> {
  const parts: string[] = [];
  let length = 0;
  for (const chunk of chunks()) {
    parts.push(chunk);
    length += chunk.length;
    if (length > FILE_BYTES_HELD) return { kind: "rows", hash: hash("sha256", name), chunks: chunks(), description };
    await nextTurn();
  }
  return prepareText(parts.join(""), description);
}

function textOf(answer: Extract<Answer, { kind: "json" | "text" }>): string {
  return answer.kind === "json" ? JSON.stringify(withMarks(answer.body)) : answer.text;
}

/** Number of elements of a list that are written at a time. */
const ELEMENTS_AT_A_TIME = 200;

/**
 * Writes an object as JSON in UTF-8, with other requests between the parts of long lists in it.
 * Each part is encoded in its turn: megabytes at once delay others by tens of milliseconds.
 */
async function writeInTurns(body: object): Promise<Buffer> {
  const written: Buffer[] = [];
  let before = "{";
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    if (value === undefined) continue;
    const head = `${before}${JSON.stringify(name)}:`;
    if (isLong(value)) written.push(Buffer.from(`${head}[`), ...(await writeParts(value)), Buffer.from("]"));
    else written.push(Buffer.from(head + JSON.stringify(value)));
    before = ",";
  }
  written.push(Buffer.from(written.length === 0 ? "{}" : "}"));
  return Buffer.concat(written);
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > ELEMENTS_AT_A_TIME;
}

/** The elements of a list, with commas between them. */
async function writeParts(values: readonly unknown[]): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (let from = 0; from < values.length; from += ELEMENTS_AT_A_TIME) {
    const text = JSON.stringify(values.slice(from, from + ELEMENTS_AT_A_TIME)).slice(1, -1);
    parts.push(Buffer.from(from === 0 ? text : `,${text}`));
    await nextTurn();
  }
  return parts;
}

/** Files up to this size are held in memory; larger ones are streamed. */
const FILE_BYTES_HELD = 4 * 1024 * 1024;

/**
 * Returns true if a file is held in memory and compressed. A compressed format gains nothing from
 * either.
 */
function isHeld({ bytes }: FileAnswer, { mediaType }: Description): boolean {
  return bytes <= FILE_BYTES_HELD && mediaType.startsWith("text/");
}

/** Returns the HTTP date of the last change to the sources of an answer; null if it is unknown. */
function lastModifiedOf({ dependsOn }: Operation, { snapshot, releases }: Sources): string | null {
  const { id, publishedAt } = snapshot.manifest;
  if (dependsOn === "release") return httpDate(snapshot.errata.at(-1)?.at ?? publishedAt);
  if (dependsOn === "service") return null;
  return httpDate(releases.history().findLast(({ release }) => release === id)?.since ?? publishedAt);
}

function httpDate(timestamp: string): string {
  return new Date(timestamp).toUTCString();
}
