import type { Static } from "typebox";
import { licenceName } from "../../ask/describe.ts";
import { ARCHIVE_PATH, DATA_PACKAGE_PATH, DATASET_PATH, DCAT_PATH, licencePage } from "./downloads.ts";
import { sizeInWords } from "../../ask/grammar.ts";
import { getDataset } from "./get-dataset.ts";
import { findSheetErrors } from "./rows-as-file.ts";
import { getRelease } from "../release/list-releases.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Child, type Html, formatSentence, html, raw, sentence } from "../../html/html.ts";
import { scroller, section, table } from "../../html/components.ts";
import { dataTexts as texts, fileTexts } from "./texts.ts";
import { renderCitation } from "../release/page.ts";
import { PAGES } from "../../ask/urls.ts";

/** Every downloadable file, with the meaning of its columns. */
export const DATA_PAGE = definePage({
  path: "/data",
  section: "data",
  dependsOn: "releases",
  async render(request) {
    const { meta } = request.dataset;
    const { counts } = await request.ask(getRelease, { id: request.release });
    const held: Readonly<Record<string, number>> = counts;
    const lacking = request.dimensions.has("sector") ? [] : ["sectors", "matrix"];
    const tables = (await listTables(request)).filter(({ id }) => held[id] !== 0 && !lacking.includes(id));
    const title = texts.title(tables.length);
    const standfirst = texts.standfirst(meta.published_at, counts);
    const main = html`<h1>${title}</h1>
<p class="standfirst">${standfirst}</p>
<div class="with-aside">
<div class="tables">
${tables.map((published) => renderTable(request, published, held[published.id] ?? 0))}</div>
<aside>
${renderAll(request)}
${renderLicence(request)}
${renderCitation(request)}
</aside>
</div>
${renderJsonLd(await request.ask(getDataset, { format: "jsonld" }))}`;
    const description = `${title}. ${standfirst}`;
    return { title: texts.data, description, main, styles: ["tools.css"], scripts: ["copy.js"] };
  },
});

/** A file of a release as the data package describes it. */
type Resource = Static<(typeof getDataset)["form"]["schema"]>["resources"][number];

/** A table of a release with its files. */
type PublishedTable = Awaited<ReturnType<typeof listTables>>[number];

/** Lists the downloadable tables of the release that is shown. */
async function listTables(request: SiteRequest) {
  const { resources } = await request.ask(getDataset, { format: "datapackage.json" });
  const tables = Map.groupBy(resources, ({ name }) => name.replace(/-parquet$/u, ""));
  return [...tables].flatMap(([id, own]) => {
    // The last file is no CSV file, whose description also says how it is written.
    const described = own.at(-1);
    if (described === undefined) return [];
    const { title, description, schema } = described;
    return [{ id, title, description, columns: schema.fields, files: own.map((file) => readFile(request, file)) }];
  });
}

/** Describes a file with its path on the site, without the query. */
function readFile({ baseUrl }: SiteRequest, { format, path, bytes }: Resource) {
  const [own = ""] = path.slice(baseUrl.length).split("?", 1);
  return { format, path: own, bytes };
}

function renderTable(request: SiteRequest, published: PublishedTable, rowCount: number): Html {
  const { id, title, description, columns, files } = published;
  const button = (path: string, name: string, bytes: number | null): Html =>
    html`<a class="button${name !== fileTexts.csv && " quiet"}" href="${request.href(path)}"><span class="hidden">${fileTexts.as(title)}</span>${name}${bytes !== null && html` <small>${sizeInWords(bytes)}</small>`}</a>\n`;
  const hasWorkbook = findSheetErrors(rowCount).length === 0;
  const note = hasWorkbook ? texts.slowWorkbook(rowCount) : texts.noWorkbook(rowCount);
  const buttons = files.map(({ format, path, bytes }) =>
    format === "csv"
      ? [button(path, fileTexts.csv, bytes), hasWorkbook && button(`/api/v2/data/${id}.xlsx`, fileTexts.xlsx, null)]
      : button(path, texts.parquet, bytes),
  );
  const rows = columns.map(({ name, type, description: meaning }) => [
    html`<code>${name}</code>`,
    type,
    formatSentence(meaning),
  ]);
  return section(
    { id, heading: title, note: formatSentence(description) },
    html`<p class="buttons">
${buttons}</p>
${note !== "" && html`<p class="foot">${note}</p>\n`}<details>
<summary>${texts.columns(columns.length)}<span class="hidden"> – ${title}</span></summary>
${scroller(table({ className: "cards", columns: [texts.column, texts.kind, texts.meaning], rows }))}
</details>`,
  );
}

function renderAll(request: SiteRequest): Html {
  const link = (path: string, text: string): Html => html`<a href="${request.href(path)}">${text}</a>`;
  const countries = `${request.baseUrl}${request.api("/api/v2/data/countries.csv", { release: undefined })}`;
  return html`${section(
    { id: "all", heading: texts.all },
    html`<p class="buttons"><a class="button" href="${request.href(ARCHIVE_PATH)}">${texts.archive}</a></p>
<p>${texts.archiveNote}</p>
<p>${texts.allNote} ${link(DATA_PACKAGE_PATH, texts.dataPackage)} · ${link(DATASET_PATH, texts.jsonLd)} · ${link(DCAT_PATH, texts.dcat)}</p>
<p>${texts.formatsNote} ${link("/docs/downloads", texts.guide)}</p>`,
  )}
${section(
  { id: "live", heading: texts.live },
  html`<p>${texts.liveNote}</p>
${liveLines(countries)}`,
)}`;
}

/** Renders links to the files of a list, and folded lines for spreadsheets. */
export function listFiles(
  request: SiteRequest,
  list: string,
  query: Readonly<Record<string, string | undefined>>,
  others: Child = null,
): Html {
  const links = (["csv", "xlsx"] as const).map((format) => {
    const href = request.href(list, { format, ...query });
    return href !== "" && html`<a class="button quiet" href="${href}">${fileTexts[format]}</a>`;
  });
  return html`<p class="buttons">${links}${others}</p>
${liveDisclosure(request, list, query)}`;
}

/** Renders folded lines that load the list of the current release into a spreadsheet. */
export function liveDisclosure(
  request: SiteRequest,
  list: string,
  query: Readonly<Record<string, string | undefined>>,
): Child {
  // The address of a draft is a secret, and ends with it.
  if (request.mode !== "live" || request.dataset.meta.is_draft) return null;
  const url = request.baseUrl + request.api(list, { ...query, format: "csv", release: undefined });
  return html`<details class="live"><summary>${texts.live}</summary>${liveLines(url)}</details>\n`;
}

/** Renders formulas that load a CSV file into a spreadsheet, and load it again on refresh. */
function liveLines(url: string): Html {
  const lines = [`=IMPORTDATA("${url}")`, `= Csv.Document(Web.Contents("${url}"), [Encoding=65001])`];
  return html`${lines.map((line, index) => html`<div class="copied"><pre tabindex="0"><code id="live-${index}">${line}</code></pre><button type="button" class="quiet" data-copy="live-${index}" data-copied="${texts.copied}" hidden>${texts.copy}</button></div>\n`)}`;
}

/** Renders the licence, and where this release keeps its own files. */
function renderLicence(request: SiteRequest): Html {
  const { license, publisher, release } = request.dataset.meta;
  return section(
    { id: "licence", heading: texts.licence },
    html`<p>${texts.licenceNote} <a href="${licencePage(license)}" rel="license">${licenceName(license)}</a>. ${sentence(texts.licenceBy(publisher))}</p>
<p>${texts.olderNote} <a href="${request.href(PAGES.release, { id: request.release, release: undefined })}">${release}</a> · <a href="${request.href("/releases")}">${texts.allReleases}</a></p>`,
  );
}

/**
 * Describes the dataset to search engines. Browsers do not run it, so the policy of scripts
 * does not block it. Every `<` is escaped, so that no text ends the element.
 */
function renderJsonLd(dataset: object): Html {
  return html`<script type="application/ld+json">${raw(JSON.stringify(dataset).replaceAll("<", String.raw`\u003c`))}</script>`;
}
