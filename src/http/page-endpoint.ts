import { buildAsk } from "../contract/ask.ts";
import { chooseSnapshot, findRelease, findReleaseErrors } from "../contract/choose-release.ts";
import type { Ask, Page, PageAnswer, PageSources } from "../contract/page.ts";
import { refuseParameters } from "../contract/read-parameters.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Content, Endpoint, EndpointRequest } from "./endpoint.ts";
import { type AnswerContext, sourcesOf } from "./operation-endpoint.ts";
import { describeHeaders, prepareText } from "./prepared-response.ts";
import { readQuery } from "./request-url.ts";
import { type Route, pathOf } from "./routes.ts";

/** Builds the routes of pages. */
export function buildPageRoutes(pages: readonly Page[], context: AnswerContext): Route[] {
  return pages.map((page): Route => {
    const endpoint: Endpoint = {
      label: page.path,
      admission: "page",
      mediaTypes: [page.mediaType],
      isStored: page.dependsOn !== "service",
      answer: (request) => answerPage(page, context, request),
    };
    return { path: page.path, endpoints: { GET: endpoint } };
  });
}

/** What pages and documents ask, all from one release. */
export function pageSourcesOf(context: AnswerContext, snapshot: Snapshot): PageSources {
  const sources = sourcesOf(context, snapshot, null);
  return { ask: buildAsk(sources), atlas: sources.atlas, baseUrl: sources.site.baseUrl };
}

/** Refuses what depends on more than the release: the page is kept as long as that is current. */
function askReleaseOnly(ask: Ask, { path }: Page): Ask {
  return (operation, parameters) => {
    if (operation.dependsOn === "release") return ask(operation, parameters);
    throw new Error(`${path} says that it depends on a release alone, and asks ${operation.id}`);
  };
}

async function answerPage(
  page: Page,
  context: AnswerContext,
  { params, url }: Pick<EndpointRequest, "params" | "url">,
): Promise<Content> {
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
  const isChosen = query.has("release") || query.has("as_of");
  const sources = pageSourcesOf(context, snapshot);
  const limit = (ask: Ask): Ask => (page.dependsOn === "release" ? askReleaseOnly(ask, page) : ask);
  const answer: PageAnswer = await page.answer({
    ...sources,
    ask: limit(sources.ask),
    askOf: (release) => limit(pageSourcesOf(context, findRelease(context.releases, release)).ask),
    url: pathOf(url),
    path: params,
    query,
    chosenRelease: isChosen ? snapshot.manifest.id : null,
    isCurrent: snapshot === context.releases.current(),
  });
  if (answer.kind === "redirect") return { kind: "redirect", location: answer.location, isPinned: false };
  return prepareText(answer.text, {
    mediaType: page.mediaType,
    lastModified: null,
    // A release never changes, but what pages make of it does.
    isPinned: false,
    headers: describeHeaders(answer),
    contentSecurityPolicy: page.contentSecurityPolicy,
  });
}
