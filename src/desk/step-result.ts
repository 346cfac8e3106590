import { scroller, table } from "../html/components.ts";
import { type Html, html } from "../html/html.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { companyCells, correctCell } from "./company-cells.ts";
import type { CompanyDifference } from "./company-differences.ts";
import type { Desk } from "./desk.ts";
import { actionButton, form, pageOf, pager } from "./frame.ts";
import type { ProblemKind, Reason, Result, ResultState } from "./publishing.ts";
import type { DeskForm, Refusal, Step } from "./step.ts";

/** Number of differences on a page. */
const PAGE = 50;

/** The step of the result: it shows what would change. */
export const resultStep: Step = {
  id: "result",
  title: "Result",
  async countOpen(desk) {
    const known = desk.publishing.known(await resultKey(desk));
    if (known === null || known.state === "building") return { said: "", open: 0 };
    if (known.state === "stopped") return { said: "not built", open: 1 };
    if (known.state === "problems")
      return several(
        known.problems.reduce((sum, { count }) => sum + count, 0),
        "problem",
      );
    const { result } = known;
    if (result.reason === "first_release") return { said: "the first release", open: 0 };
    if (result.reason === "unchanged") return { said: "nothing changes", open: 0 };
    return several(openDifferences(desk, result).length, "difference", "all looked at");
  },
  async show(desk, request) {
    const state = await desk.publishing.result(await resultKey(desk));
    const company = request.query("company");
    const cells = company === null ? null : await companyCells(desk, company);
    const page = pageOf(request);
    return html`<h1>What would change?</h1>
      ${cells}${stateMain(desk, state, page)}`;
  },
  async act(desk, fields) {
    const action = fields.text("do");
    if (action === "preview") await desk.publishing.openPreview();
    if (action === "look" || action === "open") return await mark(desk, fields, action === "look");
    if (action === "correct") return await correctCell(desk, fields);
    return null;
  },
};

/** Returns the key of a result, which depends on the documents and the files. */
export async function resultKey(desk: Desk): Promise<string> {
  return JSON.stringify([desk.documents.digest, await desk.bench.stamps()]);
}

function several(count: number, noun: string, none = ""): { said: string; open: number } {
  return { said: count === 0 ? none : counted(count, noun), open: count };
}

/** The page while a result is being built, or where it could not be; null otherwise. */
export function notBuilt(state: ResultState): Html | null {
  if (state.state === "building")
    return html`<meta http-equiv="refresh" content="1" />
      <p class="lead" role="status" data-waiting>${state.said} … This page goes on by itself.</p>
      ${form("stop", html`<button id="stop-building" class="quiet">Stop</button>`)}`;
  if (state.state === "stopped")
    return html`<p class="fault" role="alert">${state.said}</p>
      ${actionButton("again", "Build it again")}`;
  return null;
}

function stateMain(desk: Desk, state: ResultState, page: number): Html {
  const waiting = notBuilt(state);
  if (waiting !== null) return waiting;
  if (state.state === "problems") return problemsMain(state.problems, state.notices);
  if (state.state !== "built") return html``;
  const { result, notices } = state;
  return html`<p class="lead">${leadOf(desk, result)}</p>
    ${result.readAloud.length > 0 && aloudMain(result.readAloud)}${result.differences !== null && differencesMain(desk, result, page)}
    ${result.reasons.length > 0 && reasonsMain(result.reasons)}${linesMain("In figures", result.lines)}${linesMain("Notes", notices, true)}
    <h2>As readers would see it</h2>
    <p class="soft">The pages, on this machine alone, each with what would change on it.</p>
    ${previewMain(desk)}
    ${actionButton("again", "Build it again")}`;
}

function previewMain(desk: Desk): Html {
  const address = desk.publishing.preview();
  return address === null
    ? form("preview", html`<button>Open the preview</button>`, { id: "preview" })
    : html`<p><a href="${address}" rel="noreferrer">${address}</a></p>`;
}

function leadOf(desk: Desk, result: Result): string {
  const { before, reason, differences, size } = result;
  if (reason === "first_release") return `Nothing is published yet. This would be the first release: ${size}.`;
  if (reason === "unchanged") return `Nothing: ${before ?? ""} is current and has the same content.`;
  if (reason === "unreadable_release")
    return `The current release ${before ?? ""} cannot be read: nothing can be compared.`;
  const open = openDifferences(desk, result).length;
  const total = differences?.total ?? 0;
  const said = total === 1 ? "One company differs" : `${formatCount(total)} companies differ`;
  return `${said} from ${before ?? ""}, which is current; ${open === 0 ? "all are looked at" : `${formatCount(open)} to look at`}.`;
}

function aloudMain(sentences: readonly string[]): Html {
  return html`<h2>Read this aloud</h2>
    <p class="soft">There is nothing to compare it with. If one of these is wrong, so is a step before.</p>
    <ol class="aloud">
      ${sentences.map((sentence) => html`<li>${sentence}</li> `)}
    </ol>`;
}

function keyOf(difference: CompanyDifference): string {
  return `company ${difference.id}`;
}

function isLookedAt(desk: Desk, difference: CompanyDifference): boolean {
  return desk.draft.marks.looked?.[keyOf(difference)] === difference.digest;
}

/** Finds the differences that nobody has looked at as they are now. */
function openDifferences(desk: Desk, { differences }: Result): readonly CompanyDifference[] {
  return (differences?.largest ?? []).filter((difference) => !isLookedAt(desk, difference));
}

function differencesMain(desk: Desk, result: Result, page: number): Html {
  const all = result.differences?.largest ?? [];
  if (all.length === 0) return html`<p>No company differs.</p>`;
  const shown = all.slice((page - 1) * PAGE, page * PAGE);
  const open = shown.filter((each) => !isLookedAt(desk, each));
  const list = scroller(
    table({
      className: "list",
      columns: [{ text: html`<span class="hidden">Looked at</span>` }, "Company", "What would change"],
      rows: shown.map((each) => differenceRow(each, isLookedAt(desk, each))),
    }),
  );
  return html`<h2>Company by company, the largest first</h2>
    ${form("open", html``, { id: "open" })}
    ${form("look", html`${list}${open.length > 0 && html`<p><button>I looked at what is ticked</button></p>`}`, { id: "look" })}
    ${pager("result", page, Math.ceil(all.length / PAGE))}`;
}

function cellsLink(company: string): string {
  return `result?${new URLSearchParams({ company }).toString()}#cells`;
}

function differenceRow({ id, name, said }: CompanyDifference, isLooked: boolean): Html {
  return html`<tr>
    <td>
      ${
        isLooked
          ? html`Looked at <button form="open" name="company" value="${id}" class="plain">Open again</button>`
          : html`<input type="checkbox" name="company" value="${id}" checked aria-label="${name}" />`
      }
    </td>
    <td><a href="${cellsLink(id)}"><bdi>${name}</bdi></a>${id !== name && html`<br /><small>${id}</small>`}</td>
    <td>${said.map((text) => html`<div>${text}</div> `)}</td>
  </tr> `;
}

function reasonsMain(reasons: readonly Reason[]): Html {
  return html`<h2>What has to be accepted</h2>
    <p class="soft">These are more often mistakes than meant. Accept each by name in <a href="publish">Publish</a>.</p>
    <ul class="reasons">
      ${reasons.map(reasonItem)}
    </ul>`;
}

/** A reason with the first names that it is about. */
export function reasonItem({ sentence, names, more }: Reason): Html {
  return html`<li>
    ${sentence}${
      names.length > 0 &&
      html`<ul>
        ${names.map((name) => html`<li>${name}</li> `)}${more > 0 && html`<li>and ${formatCount(more)} more</li>`}
      </ul>`
    }
  </li> `;
}

function linesMain(title: string, lines: readonly string[], isOpen = false): Html | false {
  return (
    lines.length > 0 &&
    html`<details id="${title.toLowerCase().replaceAll(" ", "-")}"${isOpen && html` open`}>
      <summary>${title}</summary>
      <ul>
        ${lines.map((line) => html`<li>${line.trim()}</li> `)}
      </ul>
    </details>`
  );
}

function problemsMain(problems: readonly ProblemKind[], notices: readonly string[]): Html {
  const total = problems.reduce((sum, { count }) => sum + count, 0);
  return html`<p class="lead">
      ${total === 1 ? "One problem stands" : `${formatCount(total)} problems stand`} in the way. Each row opens
      its cells.
    </p>
    ${problems.map(problemKind)}${linesMain("Notes", notices, true)}${actionButton("again", "Build it again")}`;
}

function problemKind({ table: name, column, count, expected, shown }: ProblemKind): Html {
  const rows = shown.map(({ file, place, found, advice }) => {
    const company = /(?:^|, )(?:company|id)=(.*?)(?:, \w+=|$)/u.exec(place)?.[1];
    return html`<tr>
      <td>${company === undefined ? [file, place].filter(Boolean).join(", ") : html`<a href="${cellsLink(company)}">${place}</a>`}</td>
      <td>${found}</td>
      <td>${advice ?? ""}</td>
    </tr> `;
  });
  const more = count - shown.length;
  return html`<h2>${column === null ? name : `${name}, ${column}`}: ${formatCount(count)}</h2>
    <p class="soft">Expected: ${expected}</p>
    ${scroller(table({ className: "list", columns: ["Where", "Found", "What to do"], rows }))}
    ${more > 0 && html`<p class="soft">and ${formatCount(more)} more</p>`}`;
}

/** Marks companies as looked at, as they differ now; or open again. */
async function mark(desk: Desk, fields: DeskForm, isLooked: boolean): Promise<Refusal | null> {
  const known = desk.publishing.known(await resultKey(desk));
  const all = known?.state === "built" ? (known.result.differences?.largest ?? []) : [];
  const meant = all.filter(({ id }) => fields.all("company").includes(id));
  if (meant.length === 0)
    return { refused: "Nothing is ticked, or what would change is another thing by now: look at it again." };
  const looked = { ...desk.draft.marks.looked };
  for (const difference of meant)
    if (isLooked) looked[keyOf(difference)] = difference.digest;
    else delete looked[keyOf(difference)];
  const [first] = meant;
  const what = meant.length === 1 ? (first?.name ?? "") : `${meant.length} companies`;
  await desk.change("result", isLooked ? `${what}: looked at` : `${what}: to look at again`, {
    marks: { ...desk.draft.marks, looked },
  });
  return null;
}
