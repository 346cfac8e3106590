import type { Dimension, FormAnswer, FormRequest, Page, PageForm, PageRequest } from "../ask/page.ts";
import { HTML_TYPE, PAGE_POLICY, type PageContent, askDataset, renderFrame, type Section } from "./frame.ts";
import { html } from "./html.ts";
import { renderPreviewBox } from "./preview-box.ts";
import type { SiteRequest } from "./site-request.ts";
import { linksOf, rootOf, urlTo } from "../ask/urls.ts";
import { Problem } from "../problem.ts";

export type { SiteRequest } from "./site-request.ts";

/** A form that was posted to a page, with everything that pages need to answer it. */
export interface PostedRequest extends SiteRequest, Pick<FormRequest, "fields" | "submit" | "submitForText"> {}

/** A path of the site that a visitor is sent to instead. */
export interface Redirect {
  readonly redirectTo: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** The content of a page; its status is 400 where it refuses what was sent, by default 200. */
type AnsweredContent = PageContent & { readonly status?: FormAnswer["status"] };

/** A file that is saved instead of a page. */
type SavedFile = Required<Pick<FormAnswer, "text" | "file">>;

/** A page as its file declares it. */
export interface PageDefinition extends Pick<Page, "path" | "releaseIn">, Partial<Pick<Page, "dependsOn">> {
  /** The part of the site it belongs to, or null. */
  readonly section: Section | null;
  /** A page about a dimension is not there for data that lack it. */
  readonly of?: Dimension;
  /** Throws the `Problem` of an operation it asks. */
  readonly render: (siteRequest: SiteRequest) => Promise<AnsweredContent | Redirect>;
  /** Answers forms that are posted to it. */
  readonly form?: Pick<PageForm, "isExtra" | "bytesMax"> & {
    /** Throws a `Problem` that the page has no words for. */
    readonly render: (siteRequest: PostedRequest) => Promise<AnsweredContent | SavedFile>;
  };
}

/** Makes a page of its declaration. */
export function definePage(definition: PageDefinition): Page {
  const { path, section, dependsOn = "release", releaseIn, of, render, form } = definition;
  const layOut = (content: PageContent, siteRequest: SiteRequest): string => {
    const { chosenRelease, releaseStatus, baseUrl } = siteRequest;
    const kept = { ...Object.fromEntries(siteRequest.query), release: undefined, cursor: undefined };
    const current = releaseIn === undefined ? urlTo(siteRequest.url, kept) : path.replace(`{${releaseIn}}`, "current");
    const currentPath = rootOf(siteRequest) + current;
    const otherRelease = chosenRelease === null || releaseStatus === "current" ? null : { releaseStatus, currentPath };
    const own = releaseIn === undefined ? siteRequest.api(siteRequest.url) : siteRequest.url;
    // Links to a draft are for its publisher alone.
    const url = releaseStatus === "draft" ? null : baseUrl + (content.address ?? own);
    return renderFrame(content, { ...siteRequest, section, url, otherRelease });
  };
  const page: Page = {
    path,
    ...(releaseIn === undefined ? {} : { releaseIn }),
    mediaType: HTML_TYPE,
    contentSecurityPolicy: PAGE_POLICY,
    dependsOn,
    async answer(request) {
      const siteRequest = await openSiteRequest(request);
      if (of !== undefined && !request.dimensions.has(of))
        throw new Problem("not_found", `The data do not differ by ${of}.`);
      const content = await render(siteRequest);
      if ("redirectTo" in content)
        return { kind: "redirect", location: siteRequest.api(content.redirectTo, content.query) };
      const { json, status = 200 } = content;
      const text = layOut(await markPreview(content, path, siteRequest), siteRequest);
      if (json === undefined) return { kind: "text", text, status };
      const href = request.baseUrl + json;
      return { kind: "text", text, status, links: [{ rel: "alternate", href, type: "application/json" }] };
    },
  };
  if (form === undefined) return page;
  return {
    ...page,
    form: {
      ...form,
      async answer({ fields, submit, submitForText, ...request }) {
        const siteRequest = await openSiteRequest(request);
        const answer = await form.render({ ...siteRequest, fields, submit, submitForText });
        if ("file" in answer) return { status: 200, ...answer };
        return { status: answer.status ?? 200, text: layOut(answer, siteRequest) };
      },
    },
  };
}

/** Adds the box of changes to a page of a preview. */
async function markPreview(content: PageContent, path: string, siteRequest: SiteRequest): Promise<PageContent> {
  if (siteRequest.preview === null) return content;
  const main = html`${await renderPreviewBox(path, siteRequest)}${content.main}`;
  return { ...content, main, styles: [...new Set(["tools.css", ...(content.styles ?? [])])] };
}

/** Asks for the dataset that every page shows, and builds the links of the page. */
export async function openSiteRequest(request: PageRequest): Promise<SiteRequest> {
  const dataset = await askDataset(request.ask, request.releaseStatus);
  // A draft is found by its secret name alone.
  const nameOf = (value: string | undefined) => (value === dataset.meta.release ? request.release : value);
  const api: SiteRequest["api"] = (target, values = {}) => {
    const all = Object.entries({ release: request.chosenRelease ?? undefined, ...values });
    return urlTo(target, Object.fromEntries(all.map(([name, value]) => [name, nameOf(value)])));
  };
  // Guides belong to no release.
  const href: SiteRequest["href"] = (target, values = {}) =>
    linksOf(request)(target.startsWith("/docs/") ? urlTo(target, values) : api(target, values));
  const shown: SiteRequest["shown"] = (target) => target.replace(request.release, dataset.meta.release);
  return { ...request, dataset, api, href, shown };
}

/** Defines a redirect to a page, from a path that people type or that the page had before. */
export function redirectPage(path: string, redirectTo: string): Page {
  return definePage({ path, section: null, render: () => Promise.resolve({ redirectTo }) });
}
