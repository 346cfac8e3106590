import { numeric, scroller, table } from "../html/components.ts";
import { type Html, html } from "../html/html.ts";
import type { DeskForm } from "./step.ts";
import { form, type FormFacts } from "./frame.ts";
import type { HistoryEntry } from "./history.ts";

/** Pages of the desk that are no steps. */

/** Lists the changes, newest first. */
export function historyPage(history: readonly HistoryEntry[]): Html {
  const undone = new Set(history.flatMap(({ undoes }) => undoes ?? []));
  const rows = history
    .toReversed()
    .map(
      ({ n, at, said }) =>
        html`<tr${undone.has(n) && html` class="over"`}><td class="number">${n}</td><td><time datetime="${at}">${at.slice(0, 16).replace("T", " ")}</time></td><td>${said}</td></tr>\n`,
    );
  return html`<h1>All changes</h1>
    <p class="lead">
      Newest first, in UTC. What was taken back is struck out. The file is <code>.desk/history.jsonl</code>.
    </p>
    ${scroller(table({ className: "list", columns: [numeric("No."), "When", "What was done"], rows }))}`;
}

/** Says that a form came from a page that is older than the documents. Nothing was written. */
export function changedPage(action: string, fields: DeskForm): Html {
  return html`<h1>It was changed meanwhile</h1>
    <p class="lead">
      Another program or tab has changed mapping.json or dataset.json since your page was made. Nothing of yours was
      written.
    </p>
    ${againPart(action, fields)}`;
}

const SHOWN_MAX = 40;

/** Offers to send the fields again as they were. Files are not kept: they are chosen again. */
function againPart(action: string, fields: DeskForm): Html {
  if (fields.files.length > 0) return html`<p>The files that you chose have to be chosen again.</p>`;
  const entered = fields.names.filter((name) => name !== "token" && name !== "digest" && name !== "do");
  const hidden = entered.flatMap((name) =>
    fields.all(name).map((value) => html`<input type="hidden" name="${name}" value="${value}" />`),
  );
  const shown = entered.flatMap((name) => fields.all(name)).filter((value) => value !== "");
  return html`<h2>What you entered</h2>
    <p>${shown.length === 0 ? "Nothing but a button." : shown.slice(0, SHOWN_MAX).map((value) => html`<span class="w"><bdi>${value}</bdi></span> `)}</p>
    ${form(fields.text("do") ?? "", html`${hidden}<button>Do it all the same</button>`, { id: "again" })}
    <p><a href="${action}">Leave it, and go back</a></p>`;
}

/** Says why the desk leaves the documents alone. */
export function faultPage(faults: readonly string[]): Html {
  return html`<h1>The desk cannot read its documents</h1>
    <p class="lead">
      It overwrites nothing that it cannot read. Correct this in an editor; the page goes on when you load it again.
    </p>
    <ul>
      ${faults.map((fault) => html`<li>${fault}</li> `)}
    </ul>`;
}

/** Says how far the reading is, and asks again by itself. */
export function waitingPage(said: string, { base, formToken }: FormFacts): Html {
  const stop = html`<form method="post" action="${base}/stop" class="inline" id="stop"><input type="hidden" name="token" value="${formToken}"><button class="quiet">Stop</button></form>`;
  return html`<h1>Reading the files</h1><p class="lead" role="status" data-waiting>${said} … This page goes on by itself.</p>${stop}`;
}

/** Says that reading was stopped or failed. */
export function stoppedPage(said: string): Html {
  return html`<h1>The files were not read</h1><p class="lead">${said}</p>${form("read-again", html`<button>Read them again</button>`)}`;
}

/** Says why a change was not taken back. */
export function notUndone(said: string): Html {
  return html`<h1>That was not taken back</h1><p class="lead">${said}</p>`;
}
