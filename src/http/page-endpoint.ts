import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type FinalAnswer, askOperation, askWithBody, definedPairs } from "../ask/ask.ts";
import { chooseSnapshot, findRelease, findReleaseErrors } from "../ask/choose-release.ts";
import type { Separator } from "../ask/csv.ts";
import { listSeparatorOf } from "../ask/list-separator.ts";
import type { Operation } from "../ask/operation.ts";
import type {
  Ask,
  Page,
  PageAnswer,
  PageForm,
  PagePreview,
  PageRequest,
  PageSources,
  ReleaseStatus,
  Submission,
  Submit,
  SubmitForText,
} from "../ask/page.ts";
import { refuseParameters, sortParameters } from "../ask/read-parameters.ts";
import { listSwitches, statusOf } from "../topics/change/release-switches.ts";
import { Problem } from "../problem.ts";
import type { Releases, Snapshot } from "../release/snapshot.ts";
import type { ApiDescriptions } from "./api-documents.ts";
import { type Content, type Endpoint, type EndpointRequest, admissionOf } from "./endpoint.ts";
import { type AnswerContext, signalOf } from "./operation-endpoint.ts";
import type { PageContext } from "./page-sources.ts";
import { describeHeaders, preferredLanguage, preparePacked, prepareText } from "./represent.ts";
import { readForm } from "./read-form.ts";
import { readQuery } from "./read-request.ts";
import { type Route, pathOf } from "./routes.ts";

/** What pages are answered from, with the descriptions of the API; see `keepApiDescriptions`. */
interface DescribedContext extends PageContext {
  readonly describe: () => Promise<ApiDescriptions>;
}

/** Builds the routes of pages. */
export function buildPageRoutes(pages: readonly Page[], context: DescribedContext): Route[] {
  return pages.map((page): Route => {
    const endpoint: Endpoint = {
      label: page.path,
      admission: "page",
      mediaTypes: [page.mediaType],
      ...(page.ignoresAccept === true ? { ignoresAccept: true } : {}),
      isStored: page.dependsOn !== "service",
      ...(page.variesByLanguage === true ? { variant: separatorFor } : {}),
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

/** What stands between values in a CSV file that the sender's spreadsheet reads. */
function separatorFor({ headers }: IncomingMessage): Separator {
  return listSeparatorOf(preferredLanguage(headers["accept-language"]));
}

/** Refuses what depends on more than the release: the page is kept as long as that is current. */
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
    isPage: true as const,
    lastModified: null,
    // A release never changes, but what pages make of it does.
    keptFor: answer.isPinned === true ? ("year" as const) : ("minutes" as const),
    headers: [],
    contentSecurityPolicy,
    ...(page.variesByLanguage === true ? { varies: "Accept-Language" } : {}),
  };
  if (answer.kind === "picture") return preparePacked(answer.bytes, description);
  const { text, status = 200, mediaType = page.mediaType } = answer;
  if (status !== 200) return { kind: "unstored", status, mediaType, headers: [], text, contentSecurityPolicy };
  return prepareText(text, { ...description, mediaType, headers: describeHeaders(answer) });
}

/** Answers a form. What is answered is for its sender, and nobody keeps it. */
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

function releaseStatusOf({ manifest, isDraft }: Snapshot, releases: Releases): ReleaseStatus {
  if (isDraft) return "draft";
  const current = releases.current().manifest;
  const status = statusOf(manifest.id, current.id, listSwitches(releases.history(), current.id));
  if (status !== "superseded") return status;
  return Date.parse(manifest.publishedAt) > Date.parse(current.publishedAt) ? "newer" : "older";
}

function previewOf(context: DescribedContext, { ask }: PageSources): PagePreview | null {
  const { preview, releases, pageSourcesOf } = context;
  if (preview === null) return null;
  const { before, reason } = preview;
  const isCompared = before !== null && reason === null;
  return { ...preview, ask, sourcesBefore: isCompared ? pageSourcesOf(findRelease(releases, before)) : null };
}

type GivenRequest = Pick<EndpointRequest, "params" | "url" | "exchange">;

/** What a page is asked, from the release that the URL chooses. Throws where it chooses none. */
function readRequest(page: Page, context: DescribedContext, { params, url, exchange }: GivenRequest): PageRequest {
  // Links to pages get parameters of others on their way, which mean nothing here.
  const query = new Map(readQuery(url).toReversed());
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
    preview: isChosen ? null : previewOf(context, sources),
    separator: page.variesByLanguage === true ? separatorFor(exchange.request) : "comma",
    openapi: async () => (await context.describe()).openapi,
  };
}
