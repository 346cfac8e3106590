import path from "node:path";
import { type Child, type Html, html } from "../html/html.ts";
import { counted, formatCount } from "../intake/counted.ts";
import type { Desk } from "./desk.ts";
import { lastUndoable } from "./history.ts";
import type { Step, StepRequest, StepState } from "./step.ts";

/** Facts that every form of the desk needs: its base path and the token of forms. */
export interface FormFacts {
  readonly base: string;
  readonly formToken: string;
}

/**
 * A form of a step. `action` is the value of its field `do`; a button of its own name and value may
 * add to it. With `isAuto`, a script sends it when something in it changes, and hides its button.
 */
export function form(
  action: string,
  content: Child,
  { id, isAuto = false, isUpload = false, className }: FormOptions = {},
): Html {
  return html`<form
    method="post"
    ${id !== undefined && html` id="${id}"`}${className !== undefined && html` class="${className}"`}${isAuto && html` data-auto`}${isUpload && html` enctype="multipart/form-data"`}
  >
    ${PLACE}<input type="hidden" name="do" value="${action}" />${content}
  </form>`;
}

export interface FormOptions {
  readonly id?: string;
  readonly isAuto?: boolean;
  readonly isUpload?: boolean;
  readonly className?: string;
}

const PLACE = html`<span data-facts></span>`;

/** A form of one button. */
export function actionButton(
  action: string,
  text: string,
  fields: Readonly<Record<string, string>> = {},
  className = "quiet",
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return form(action, html`${hidden}<button class="${className}">${text}</button>`, { className: "inline" });
}

/** Returns the number of the page of a list that a request names, from 1. */
export function pageOf(request: StepRequest): number {
  return Math.max(1, Number(request.query("page") ?? 1) || 1);
}

/** Links to the pages before and after; returns nothing where a list has one page. */
export function pager(step: string, page: number, pages: number): Child {
  const link = (to: number, text: string): Html => html`<a href="${`${step}?page=${to}`}">${text}</a>`;
  return (
    pages > 1 &&
    html`<p class="soft">Page ${formatCount(page)} of ${formatCount(pages)}. ${page > 1 && html`${link(page - 1, "Before")} `}${page < pages && link(page + 1, "Further")}</p>`
  );
}

export interface DeskPage {
  readonly desk: Desk;
  readonly facts: FormFacts;
  readonly steps: readonly { readonly step: Step; readonly state: StepState }[];
  /** The id of the step that is shown; null for another page. */
  readonly current: string | null;
  readonly title: string;
  readonly main: Html;
  /** True if the page asks again by itself, because files are being read. */
  readonly isWaiting?: boolean;
}

/** A whole page. */
export function renderDesk({ desk, facts, steps, current, title, main, isWaiting = false }: DeskPage): string {
  const { base } = facts;
  const asset = (name: string): string => `${base}/assets/${name}`;
  const name = desk.draft.dataset.title ?? "A new dataset";
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Desk</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${isWaiting && html`<meta http-equiv="refresh" content="1" /> `}
        <link rel="icon" type="image/svg+xml" href="${asset("icon.svg")}" />
        ${["frame.css", "desk.css"].map((each) => html`<link rel="stylesheet" href="${asset(each)}" /> `)}
        <script src="${asset("desk.js")}" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        <header class="top">
          <div class="wide">
            <a class="name" href="${base}/files"
              >${LOGO}<span><bdi>${name}</bdi> <small>${path.basename(desk.folder)}/</small></span></a
            >
            ${historyNote(desk, base)}
          </div>
        </header>
        <nav class="steps" aria-label="Steps">
          <ol class="wide">
            ${steps.map(({ step, state }, i) => stepLink(step, state, i + 1, base, current))}
          </ol>
        </nav>
        <main id="content" class="wide" tabindex="-1">${main}</main>
        ${footer(steps, current, base)}
      </body>
    </html> `;
  const hidden = html`<input type="hidden" name="token" value="${facts.formToken}" /><input
      type="hidden"
      name="digest"
      value="${desk.documents.digest}"
    />`;
  return page.toString().replaceAll(PLACE.toString(), hidden.toString());
}

const LOGO = html`<svg width="34" height="30" viewBox="0 0 44 40" aria-hidden="true">
  <g fill="currentColor">
    <path d="M0 5h44v7H0zM6 17h32v7H6zM12 29h20v7H12z" opacity=".82" />
    <path d="M21 0h2v40h-2z" />
  </g>
</svg>`;

function historyNote({ history }: Desk, base: string): Html {
  const last = history.at(-1);
  const undoable = lastUndoable(history);
  const undo =
    undoable !== null &&
    html`<form method="post" action="${base}/undo" class="inline" id="undo">
      ${PLACE}<button class="quiet" title="Takes back: ${undoable.said} (Ctrl+Z)">Undo</button>
    </form>`;
  const all =
    history.length > 0 &&
    html`<a href="${base}/history"
      >${history.length === 1 ? "The one change" : `All ${formatCount(history.length)} changes`}</a
    >`;
  return html`<div class="history">
    <span id="saved" role="status">${last === undefined ? "Nothing is changed yet" : `Saved. Last: ${last.said}`}</span
    >${undo}${all}
  </div>`;
}

function stepLink(
  { id, title }: Step,
  { said, open }: StepState,
  number: number,
  base: string,
  current: string | null,
): Html {
  return html`<li><a href="${base}/${id}"${id === current && html` aria-current="step"`}><b>${number} ${title}</b><span${open > 0 && html` class="is-open"`}>${said}</span></a></li>`;
}

function footer(steps: DeskPage["steps"], current: string | null, base: string): Child {
  const at = steps.findIndex(({ step }) => step.id === current);
  if (at < 0)
    return html`<footer class="next">
      <div class="wide">
        <p class="soft">Every change is saved when it is made.</p>
        <a class="button" href="${base}/files">Back to the files</a>
      </div>
    </footer>`;
  const [before, after, here] = [steps[at - 1], steps[at + 1], steps[at]?.state];
  const open = here?.open ?? 0;
  // What was not looked at yet says nothing: it may hold questions.
  const isSeen = here !== undefined && here.said !== "";
  const said = open > 0 ? `Open in this step: ${counted(open, "question")}.` : isSeen ? "Nothing is open here." : "";
  return html`<footer class="next">
    <div class="wide">
      <p class="soft">${said} Every change is saved when it is made.</p>
      ${before !== undefined && html`<a class="button quiet" href="${base}/${before.step.id}">Back</a>`}${after !== undefined && html`<a class="button" href="${base}/${after.step.id}">Continue to ${after.step.title.toLowerCase()}</a>`}
    </div>
  </footer>`;
}
