import { digits, sizeInWords, tellApart } from "../../ask/grammar.ts";
import type { Static } from "typebox";
import { CHECKSUMS_PATH } from "../download/download-everything.ts";
import { getRelease } from "./list-releases.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Html, html, sentence, type Child } from "../../html/html.ts";
import { numeric, section, table, labelledNumeric } from "../../html/components.ts";
import { releaseTexts as texts } from "./texts.ts";
import { countryTexts } from "../country/texts.ts";
import { ARCHIVE_PATH, CITATION_PATH } from "../download/downloads.ts";
import { fillPath, PAGES, READERS_PAGES } from "../../ask/urls.ts";
import { listReleases } from "./list-releases.ts";
import { listPages } from "../../html/charts/sortable-columns.ts";

type ReleaseDetail = Static<typeof getRelease.form.schema>;

/** One release: its counts, the rows left out of it, its files. Citations lead here. */
export const RELEASE_PAGE = definePage({
  path: PAGES.release,
  section: "data",
  dependsOn: "releases",
  releaseIn: "id",
  async render(request) {
    const release = await request.ask(getRelease, { id: request.release });
    const { id, counts, published_at: publishedAt } = release;
    const title = texts.title(publishedAt, counts);
    const main = html`<div class="crumb"><p><a href="${request.href("/releases", { release: undefined })}">${texts.releases}</a> / <span class="id">${id}</span></p></div>
<h1>${title}</h1>
<p class="standfirst ${release.status}">${standfirst(request, release)}</p>
<p class="sub">${texts.holds(counts)}</p>
<div class="with-aside">
<div>
${renderTimes(release)}
${renderLeftOut(release)}
${renderFiles(request, release)}
</div>
<aside>
${renderCitation(request)}
${renderIdentity(request, release)}
<p class="pages"><a href="${request.href("/rankings")}">${texts.seeRanking}</a><a href="${request.href("/changes")}">${texts.seeChanges}</a><a href="${request.href("/data")}">${texts.seeData}</a></p>
</aside>
</div>`;
    const json = request.api(fillPath(getRelease.path, { id: request.release }), { release: undefined });
    return {
      title: `${texts.release} ${id}`,
      description: `${title}. ${standfirst(request, release)}`,
      main,
      json,
      styles: ["tools.css"],
    };
  },
});

function standfirst(
  { preview }: SiteRequest,
  { status, withdrawn_at: withdrawn, newest_judgement: newest }: ReleaseEntry,
): string {
  const ended = withdrawn.at(-1);
  const states = {
    current: preview === null ? texts.isCurrent : texts.wouldBeCurrent,
    draft: texts.isDraft,
    superseded: texts.isSuperseded,
    withdrawn: ended === undefined ? texts.isSuperseded : texts.isWithdrawn(ended),
  };
  return newest === null ? states[status] : `${states[status]} ${texts.newest(newest)}`;
}

function renderLeftOut({
  counts,
  left_out: {
    skipped_rows: skipped,
    skipped_because: reasons,
    duplicate_rows: duplicates,
    superseded_judgements: superseded,
  },
}: ReleaseEntry): Html {
  const rows = [
    [texts.companiesRow, skipped.companies, duplicates.companies, null],
    [texts.productsRow, skipped.products, duplicates.products, null],
    [texts.judgementsRow, skipped.judgements, duplicates.judgements, superseded],
    // Most datasets have no such table.
    ...(counts.replies + skipped.replies + duplicates.replies === 0
      ? []
      : ([[texts.repliesRow, skipped.replies, duplicates.replies, null]] as const)),
  ] as const;
  const isNothing = rows.every(([, ...cells]) => cells.every((count) => count === null || count === 0));
  const inWords = (count: number | null): string => (count === null ? "–" : digits(count));
  const counted = [texts.skipped, texts.duplicates, texts.supersededRows];
  const all = html`<p class="sub">${texts.leftOutNote}</p>
${table({
  className: "narrow",
  columns: [texts.rowsOf, ...counted.map(numeric)],
  rows: rows.map(([name, ...cells]) => [name, ...cells.map(inWords)]),
})}${reasons.length > 0 && renderReasons(reasons)}`;
  return section(
    { id: "left-out", heading: texts.leftOut },
    isNothing ? html`<p class="sub">${texts.nothingLeftOut}</p>` : all,
  );
}

/** Renders the reasons why rows were skipped. */
function renderReasons(reasons: ReleaseEntry["left_out"]["skipped_because"]): Html {
  return html`
<h3>${texts.whySkipped}</h3>
<ul class="plain">
${reasons.map((reason) => html`<li>${texts.skippedBecause(reason.table, reason.problem, digits(reason.rows))}</li>\n`)}</ul>`;
}

function renderFiles(request: SiteRequest, { files }: ReleaseDetail): Html {
  const rows = files.map(({ name, bytes }) => [
    html`<a href="${request.href(`/api/v2/data/${name}`)}">${name}</a>`,
    sizeInWords(bytes),
  ]);
  return section(
    { id: "files", heading: texts.files, note: texts.filesNote },
    html`${table({ className: "narrow", columns: [texts.file, numeric(texts.size)], rows })}
<p><a href="${request.href(ARCHIVE_PATH)}">${texts.archive}</a> ${texts.archiveNote} <a href="${request.href(CHECKSUMS_PATH)}">${texts.checksums}</a></p>`,
  );
}

/** Renders the times at which the release became current and was withdrawn, in order. */
function renderTimes({ became_current: became, withdrawn_at: withdrawn }: ReleaseEntry): Html {
  const times = [
    ...became.map((at) => ({ at, text: texts.became(at) })),
    ...withdrawn.map((at) => ({ at, text: texts.wentBack(at) })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return html`<p class="sub">${times.map(({ text }) => text).join(" ")}</p>`;
}

/** Renders by what a copy is known to be this release: its fingerprint, and who signed it. */
function renderIdentity(request: SiteRequest, { fingerprint, method, public_key: key }: ReleaseDetail): Html {
  const signed = html`<p>${texts.signed} <code>${key}</code> <a href="${request.href("/docs/verifying", { release: undefined })}">${texts.howToVerify}</a></p>\n`;
  return section(
    { id: "fingerprint", heading: texts.fingerprint },
    html`<p><code>${fingerprint}</code></p>
<p>${texts.fingerprintNote} ${texts.method}: <code>${method}</code></p>
${key !== null && signed}`,
  );
}

/** The files of reference managers, by the name people know them by. */
const FORMATS = [
  ["BibTeX", "/api/v2/citation.bib"],
  ["CSL-JSON", "/api/v2/citation.csl.json"],
  ["CITATION.cff", "/api/v2/citation.cff"],
  ["Text", CITATION_PATH],
] as const;

/** Renders the citation of the release that is shown, whichever is current later. */
export function renderCitation(request: SiteRequest): Html {
  const { citation } = request.dataset.meta;
  const formats = FORMATS.map(
    ([name, path]) =>
      html`<a class="button quiet" href="${request.href(path, { release: request.release })}">${name}</a>\n`,
  );
  return section(
    { id: "cite", heading: countryTexts.cite },
    html`<p>${sentence(citation)}</p>
<p>${texts.citeFormats}</p>
<p class="buttons">
${formats}</p>`,
  );
}

type ReleaseList = Static<(typeof listReleases)["form"]["schema"]>;

/** A release as the list of releases describes it. */
export type ReleaseEntry = ReleaseList["items"][number];

const PATH = "/releases";

/** Maximum number of rows of one page. */
const ROWS = 50;

const COLUMNS = [texts.release, ...[texts.countries, texts.judgedCompanies, texts.judgements].map(labelledNumeric)];

/** Every release there is, newest first. */
export const RELEASES_PAGE = definePage({
  path: PATH,
  section: "data",
  dependsOn: "releases",
  async render(request) {
    const { chosenRelease, query } = request;
    const asked = { release: chosenRelease ?? undefined, cursor: query.get("cursor"), limit: String(ROWS) };
    const list = await request.ask(listReleases, asked);
    const newest = await request.ask(listReleases, { release: asked.release, limit: "1" });
    const title = texts.listTitle(list.total, newest.items[0]?.published_at ?? "");
    const nameTime = tellApart(list.items.flatMap(({ became_current: became }) => became.slice(-1)));
    const pages = listPages(request, list, { path: PATH, query: {} }, texts.pages);
    const main = html`<h1>${title}</h1>
<p class="standfirst">${texts.listNote}</p>
${table({ className: "cards releases-list", columns: COLUMNS, rows: list.items.map((release) => cellsOf(request, release, nameTime)) })}
${
  pages.length > 0 &&
  html`<p class="pages">${pages}</p>
`
}<p class="buttons">
<a class="button quiet" href="${request.href(READERS_PAGES.follow, { release: undefined })}">${texts.follow}</a>
${request.mode === "live" && html`<a class="button quiet" href="${request.href("/docs/feeds")}#webhooks">${texts.webhooks}</a>\n`}</p>`;
    const json = request.api(listReleases.path);
    return { title: texts.releases, description: `${title}. ${texts.listNote}`, main, json, styles: ["tools.css"] };
  },
});

function cellsOf(request: SiteRequest, release: ReleaseEntry, nameTime: (time: string) => string): readonly Child[] {
  const { id, status, counts } = release;
  const { countries, judged_companies: judged, judgements } = counts;
  const link = releaseHref(request, status === "draft" ? request.release : id);
  const name = html`<a class="id" href="${link}">${id}</a> <span class="state soft ${status}">${stateOf(release, nameTime)}</span>`;
  return [name, ...[countries, judged, judgements].map(digits)];
}

/** Returns the URL of the page of a release, which its path alone names. */
function releaseHref(request: SiteRequest, id: string): string {
  return request.href(PAGES.release, { id, release: undefined });
}

/** Returns the state of a release in words: current, or its later fate. */
function stateOf(
  { status, became_current: became, withdrawn_at: withdrawn }: ReleaseEntry,
  nameTime: (time: string) => string,
): string {
  const ended = withdrawn.at(-1);
  const last = became.at(-1);
  const since = last === undefined ? undefined : nameTime(last);
  if (status === "draft") return texts.isDraft;
  if (status === "current") return texts.current(since);
  return status === "withdrawn" && ended !== undefined ? texts.withdrawn(ended) : texts.superseded(since);
}
