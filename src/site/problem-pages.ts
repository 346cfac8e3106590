import { PROBLEMS, PROBLEM_CODES, type ProblemCode, problemPath } from "../problem.ts";
import { defineDocsPage } from "./docs-page.ts";
import { rootOf } from "./frame.ts";
import { type Html, formatSentence, html } from "./html.ts";
import type { SiteDocument } from "./site-document.ts";

/** The page of every problem, to which its `type` leads, and the list of all. */
export const PROBLEM_PAGES: readonly SiteDocument[] = [
  defineDocsPage(
    "/problems",
    (facts) => ({
      title: "Problems",
      description: "Every problem a caller can meet, with its status and code.",
      main: renderIndex(rootOf(facts)),
    }),
    "problems",
  ),
  ...PROBLEM_CODES.map((code) =>
    defineDocsPage(problemPath(code), (facts) => ({
      title: PROBLEMS[code].title,
      description: PROBLEMS[code].explanation,
      main: renderProblem(code, rootOf(facts)),
    })),
  ),
];

function renderProblem(code: ProblemCode, root: string): Html {
  const { status, title, explanation } = PROBLEMS[code];
  return html`<h1>${title}</h1>
<p><code>${code}</code>, status ${status}</p>
<p>${formatSentence(explanation)}</p>
<p>See <a href="${root}/problems">all problems</a>, or <a href="${root}/docs/errors">what error responses contain</a>.</p>`;
}

function renderIndex(root: string): Html {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, title, explanation } = PROBLEMS[code];
    const link = html`<a href="${root}${problemPath(code)}">${title}</a>`;
    return html`<tr><td>${status}</td><td><code>${code}</code></td><td>${link}</td><td>${formatSentence(explanation)}</td></tr>\n`;
  });
  const head = ["status", "code", "title", "meaning"].map((name) => html`<th scope="col">${name}</th>`);
  return html`<h1>Problems</h1>
<p>Every error response is a problem document (RFC 9457). Its <code>type</code> is the URL of one of these pages.</p>
<div class="scroll" tabindex="0">
<table>
<thead>
<tr>${head}</tr>
</thead>
<tbody>
${rows}</tbody>
</table>
</div>`;
}
