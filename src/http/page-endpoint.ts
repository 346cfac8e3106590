import { setImmediate as nextTurn } from "node:timers/promises";
import { type FinalAnswer, askOperation, askWithBody, definedPairs, buildAsk } from "../ask/ask.ts";
import { chooseSnapshot, findRelease, findReleaseErrors } from "../ask/choose-release.ts";
import type { Operation } from "../ask/operation.ts";
import type {
  Ask,
  Page,
  PageAnswer,
  PageForm,
  PageRequest,
  Submission,
  Submit,
  SubmitForText,
  PageSources,
  PreviewedRelease,
} from "../ask/page.ts";
import { refuseParameters, sortParameters } from "../ask/read-parameters.ts";
import { releaseStatusOf } from "../topics/change/release-switches.ts";
import { Problem, quote } from "../problem.ts";
import { dimensionsOf } from "../ask/dimensions.ts";
import type { Snapshot } from "../release/snapshot.ts";
import type { ApiDescriptions } from "./api-documents.ts";
import { type Content, type Endpoint, type EndpointRequest, admissionOf } from "./endpoint.ts";
import { type AnswerContext, signalOf, sourcesOf } from "./operation-endpoint.ts";
import { describeHeaders, preparePacked, prepareText } from "./represent.ts";
import { readForm } from "./receive-body.ts";
import { readQuery } from "./read-request.ts";
import { type Route, pathOf } from "./routes.ts";

/** Sources of pages, with the descriptions of the API; see `keepApiDescriptions`. */
export interface DescribedContext extends PageContext {
  readonly describe: () => Promise<ApiDescriptions>;
}

/** The parts of a request that decide a page, apart from its sources. */
type GivenRequest = Pick<EndpointRequest, "params" | "url">;

/** Builds the routes of pages. */
export function buildPageRoutes(pages: readonly Page[], context: DescribedContext): Route[] {
  return pages.map((page): Route => {
    const endpoint: Endpoint = {
      label: page.path,
      admission: "page",
      mediaTypes: [page.mediaType],
      ...(page.ignoresAccept === true ? { ignoresAccept: true } : {}),
      isStored: page.dependsOn !== "service",
      answer: (request) => answerPage(page, context, request),
    };
    const { form } = page;
    if (form === undefined) return { path: page.path, endpoints: { GET: endpoint } };
    const answer: Endpoint["answer"] = (request) => answerForm(page, form, context, request);
    return {
      path: page.path,
      endpoints: { GET: endpoint, POST: { ...endpoint, admission: "form", isStored: false, answer } },
    };
  });
}

/** Refuses operations that depend on more than the release: pages are kept while it is current. */
function askReleaseOnly(ask: Ask, { path }: Page): Ask {
  return (operation, parameters) => {
    if (operation.dependsOn === "release") return ask(operation, parameters);
    throw new Error(`${path} says that it depends on a release alone, and asks ${operation.id}`);
  };
}

async function answerPage(page: Page, context: DescribedContext, given: GivenRequest): Promise<Content> {
  const answer: PageAnswer = await page.answer(readRequest(page, context, given));
  if (answer.kind === "redirect") return { kind: "redirect", location: answer.location, keptFor: "minutes" };
  const { contentSecurityPolicy } = page;
  const description = {
    mediaType: page.mediaType,
    lastModified: null,
    // A release never changes, but the software that makes pages of it does.
    keptFor: answer.isPinned === true ? ("year" as const) : ("minutes" as const),
    headers: [],
    contentSecurityPolicy,
  };
  if (answer.kind === "picture") return preparePacked(answer.bytes, description);
  const { text, status = 200, mediaType = page.mediaType } = answer;
  if (status !== 200) return { kind: "unstored", status, mediaType, headers: [], text, contentSecurityPolicy };
  return prepareText(text, { ...description, mediaType, headers: describeHeaders(answer) });
}

/** Answers a form. The answer is for its sender alone, and is not kept. */
async function answerForm(
  page: Page,
  form: PageForm,
  context: DescribedContext,
  request: EndpointRequest,
): Promise<Content> {
  const fields = await readForm(request.exchange, form.bytesMax, context.site);
  const submit: Submit = async (operation, submission) => {
    const answer = await submitTo(operation, submission, context, request);
    if (answer.kind !== "json") throw new Error(`${operation.id} answers no JSON`);
    // Tests hold the answers of every operation against its schema.
    return answer.body as never;
  };
  const submitForText: SubmitForText = async (operation, submission) => {
    const answer = await submitTo(operation, submission, context, request);
    if (answer.kind !== "text") throw new Error(`${operation.id} answers no text`);
    return answer.text;
  };
  const asked = { ...readRequest(page, context, request), fields, submit, submitForText };
  const { status, text, file } = await form.answer(asked);
  if (file !== undefined)
    return { kind: "unstored", status, mediaType: file.mediaType, headers: describeHeaders(file), text };
  const { mediaType, contentSecurityPolicy } = page;
  return { kind: "unstored", status, mediaType, headers: [], text, contentSecurityPolicy };
}

/** See `Submit`. */
async function submitTo(
  operation: Operation,
  { parameters = {}, body, key }: Submission,
  { releases, atlas, access, site, now }: AnswerContext,
  { exchange, admitForm, admitBody: admitMore }: EndpointRequest,
): Promise<FinalAnswer> {
  // A page debits no quota; the limit of forms holds all the same.
  const isFree = admissionOf(operation) === "counted";
  const { caller, admitBody } = isFree
    ? { caller: null, admitBody: admitMore }
    : await admitForm(operation, key ?? null);
  const sources = { releases, atlas, access, site, caller, at: now(), signal: signalOf(exchange), nextTurn };
  const given = sortParameters(operation, definedPairs(parameters));
  return await (body === undefined
    ? askOperation(operation, sources, given)
    : askWithBody(operation, sources, given, body, admitBody));
}

const RELEASE_PARAMETERS = ["release", "as_of"];

/** Throws `unknown_parameter` for a query with others than these, or with one of them twice. */
function expectParameters(sent: readonly (readonly [name: string, value: string])[], allowed: readonly string[]): void {
  const names = sent.map(([name]) => name);
  const wrong = names.filter((name, at) => !allowed.includes(name) || names.indexOf(name) !== at);
  if (wrong.length === 0) return;
  const expected = allowed.map((name) => `\`${name}\``).join(", ");
  const errors = wrong.map((name) => ({
    parameter: name,
    detail: `${quote(name)} is no parameter of this address, or is given twice; each may be given once of ${expected}.`,
  }));
  throw refuseParameters(errors, true);
}

/** Reads the request for a page, and the release that its URL chooses. Throws if there is none. */
function readRequest(page: Page, context: DescribedContext, { params, url }: GivenRequest): PageRequest {
  // Links to pages get parameters of others on their way, which mean nothing here.
  const sent = readQuery(url);
  if (page.parameters !== undefined) expectParameters(sent, [...page.parameters(params), ...RELEASE_PARAMETERS]);
  const query = new Map(sent.toReversed());
  const named = page.releaseIn === undefined ? undefined : params[page.releaseIn];
  if (named !== undefined) {
    query.set("release", named);
    query.delete("as_of");
  }
  const given = { path: params, query: [...query] };
  const errors = findReleaseErrors(given, context.now());
  if (errors.length > 0) throw refuseParameters(errors, false);
  const snapshot = chooseSnapshot(context.releases, given, context.now());
  if (snapshot.isDraft && page.isForOthers === true)
    throw new Problem("release_not_found", "A draft has no badges, pictures and frames for other sites.");
  const isChosen = query.has("release") || query.has("as_of");
  const sources = context.pageSourcesOf(snapshot);
  const limit = (ask: Ask): Ask => (page.dependsOn === "release" ? askReleaseOnly(ask, page) : ask);
  return {
    ...sources,
    ask: limit(sources.ask),
    askOf: (release) => limit(context.pageSourcesOf(findRelease(context.releases, release)).ask),
    url: pathOf(url),
    path: params,
    query,
    release: snapshot.name,
    chosenRelease: isChosen ? snapshot.name : null,
    releaseStatus: releaseStatusOf(snapshot, context.releases),
    preview: isChosen || context.preview === null ? null : { ...context.preview, ask: sources.ask },
    openapi: async () => (await context.describe()).openapi,
  };
}

/** Sources of pages and documents. */
export interface PageContext extends AnswerContext {
  /** Returns their sources, all from one release. */
  readonly pageSourcesOf: (snapshot: Snapshot) => PageSources;
  /** Null in every service that is no preview. */
  readonly preview: PreviewedRelease | null;
}

/**
 * Adds the sources of pages, which leave the event loop to other requests between questions, and
 * keep answers that many pages show.
 */
export function buildPageContext(
  context: AnswerContext,
  { preview = null, mode = "live" }: Partial<Pick<PageContext & PageSources, "preview" | "mode">> = {},
): PageContext {
  const kept = new WeakMap<Snapshot, KeptAnswers>();
  const takeTurn = openTurns();
  const pageSourcesOf: PageContext["pageSourcesOf"] = (snapshot) => {
    const sources = sourcesOf(context, snapshot, null);
    const { atlas, site } = sources;
    const askNow = buildAsk(sources);
    const ask: Ask = (operation, parameters, body) => takeTurn().then(() => askNow(operation, parameters, body));
    const answers = kept.get(snapshot) ?? new Map();
    kept.set(snapshot, answers);
    const { branding } = snapshot;
    const dimensions = dimensionsOf(snapshot);
    return { ask: keepAnswers(ask, answers), atlas, branding, dimensions, baseUrl: site.baseUrl, mode };
  };
  return { ...context, pageSourcesOf, preview };
}

/** The answers of operations that were asked without parameters. */
type KeptAnswers = Map<Operation, ReturnType<Ask>>;

/**
 * Keeps answers that depend on the release alone, such as the scale and the list of all countries,
 * which is on nearly every page. Pages share the answers, and must not change them.
 */
function keepAnswers(ask: Ask, answers: KeptAnswers): Ask {
  return (operation, parameters = {}, body) => {
    const isOfRelease = operation.dependsOn === "release" && body === undefined;
    if (!isOfRelease || definedPairs(parameters).length > 0) return ask(operation, parameters, body);
    const answer = answers.get(operation) ?? ask(operation);
    answers.set(operation, answer);
    answer.catch(() => answers.delete(operation));
    // The answer of this very operation.
    return answer as never;
  };
}

/**
 * Deals the turns of the event loop out: one of those who wait goes on in each, in the order in
 * which they came. Requests that arrive meanwhile are answered in between.
 */
function openTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const proceed = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(proceed);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(proceed);
    });
}
