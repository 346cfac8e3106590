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
import type { Site } from "../ask/sources.ts";
import type { KeptReleases } from "../release/store/kept-releases.ts";
import type { Releases, Snapshot } from "../release/snapshot.ts";
import type { ApiDescriptions } from "./api-documents.ts";
import { type Content, type Endpoint, type EndpointRequest, admissionOf } from "./endpoint.ts";
import { type AnswerContext, signalOf } from "./operation-endpoint.ts";
import { type AskedPage, canBeMadeElsewhere, type PageMaker } from "./page-maker.ts";
import { buildPageContext, type PageContext } from "./page-sources.ts";
import { addBody, chooseCoding, describeHeaders, preferredLanguage, preparePacked, prepareText } from "./represent.ts";
import { readForm } from "./read-form.ts";
import { readQuery } from "./read-request.ts";
import { type Route, pathOf } from "./routes.ts";

/** What pages are answered from, with the descriptions of the API; see `keepApiDescriptions`. */
interface DescribedContext extends PageContext {
  readonly describe: () => Promise<ApiDescriptions>;
}

/** What decides a page, apart from what it is made from. */
type GivenRequest = Pick<AskedPage, "params" | "url" | "separator">;

/** Builds the routes of pages; `maker` is asked first for those that it can make. */
export function buildPageRoutes(
  pages: readonly Page[],
  context: DescribedContext,
  maker: PageMaker | null = null,
): Route[] {
  return pages.map((page): Route => {
    const endpoint: Endpoint = {
      label: page.path,
      admission: "page",
      mediaTypes: [page.mediaType],
      ...(page.ignoresAccept === true ? { ignoresAccept: true } : {}),
      isStored: page.dependsOn !== "service",
      ...(page.variesByLanguage === true ? { variant: separatorFor } : {}),
      answer: async ({ params, url, exchange: { request } }) => {
        const given = { params, url, separator: separatorOf(page, request) };
        const acceptEncoding = request.headers["accept-encoding"];
        const content = canBeMadeElsewhere(page)
          ? await maker?.make(askFor(page, given, context, acceptEncoding))
          : null;
        return content ?? (await answerPage(page, context, given));
      },
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

/** A page as another thread is asked for it. */
export function askFor(
  { path, mediaType }: Page,
  given: GivenRequest,
  { releases, site }: Pick<AnswerContext, "releases" | "site">,
  acceptEncoding: string | undefined,
): AskedPage {
  return { ...given, path, mediaType, acceptEncoding, edition: releases.current().edition, baseUrl: site.baseUrl };
}

/** What a thread makes pages from, which knows no callers. */
interface MakingParts extends Pick<AnswerContext, "atlas" | "now"> {
  readonly releases: KeptReleases;
  readonly settings: Site["settings"];
}

/**
 * Builds what makes pages for other threads; see `PageMaker.make`. Rejects with errors that are no
 * problem of the sender.
 */
export function buildPageMaking(
  pages: readonly Page[],
  { releases, atlas, now, settings }: MakingParts,
): (asked: AskedPage) => Promise<Content | null> {
  const site = { baseUrl: "", settings };
  const describe = () => Promise.reject(new Error("the descriptions of the API are made with the answers"));
  const context = { ...buildPageContext({ releases, atlas, access: null, site, now }), describe };
  const known = new Map(pages.map((page) => [`${page.path} ${page.mediaType}`, page]));
  return async ({ path, mediaType, params, url, separator, acceptEncoding, edition, baseUrl }) => {
    // Whoever asks may have another current release since the last page, or not have it yet.
    if (releases.current().edition !== edition) releases.look();
    const page = known.get(`${path} ${mediaType}`);
    if (page === undefined || releases.current().edition !== edition) return null;
    // Known once the service listens, and the same from then on.
    site.baseUrl = baseUrl;
    try {
      const content = await answerPage(page, context, { params, url, separator });
      if (content.kind === "prepared") await addBody(content, chooseCoding(content, acceptEncoding));
      return content;
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  };
}

/** What stands between values in a CSV file that the sender's spreadsheet reads. */
function separatorFor({ headers }: IncomingMessage): Separator {
  return listSeparatorOf(preferredLanguage(headers["accept-language"]));
}

function separatorOf({ variesByLanguage }: Page, request: IncomingMessage): Separator {
  return variesByLanguage === true ? separatorFor(request) : "comma";
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
  const { params, url, exchange } = request;
  const given = { params, url, separator: separatorOf(page, exchange.request) };
  const asked = { ...readRequest(page, context, given), fields, submit, submitForText };
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
  // The history is read from a file.
  if (manifest.id === current.id) return "current";
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

/** What a page is asked, from the release that the URL chooses. Throws where it chooses none. */
function readRequest(page: Page, context: DescribedContext, { params, url, separator }: GivenRequest): PageRequest {
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
    separator,
    openapi: async () => (await context.describe()).openapi,
  };
}
