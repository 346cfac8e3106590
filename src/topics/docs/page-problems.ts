import { BOUNDS } from "../../ask/bounds.ts";
import { digits } from "../../ask/grammar.ts";
import { PROBLEMS, PROBLEM_CODES, type ProblemCode, problemPath } from "../../problem.ts";
import { renderTable } from "../../html/code-block.ts";
import { defineDocsPage } from "./page.ts";
import { rootOf } from "../../html/frame.ts";
import { type Html, formatSentence, html } from "../../html/html.ts";
import type { SiteDocument } from "../../html/site-document.ts";
import { errorCodesTexts as texts } from "./texts-error-codes.ts";

/** The page of every problem, to which its `type` leads, and the list of all. */
export const PROBLEM_PAGES: readonly SiteDocument[] = [
  defineDocsPage(
    "/problems",
    (facts) => ({
      title: texts.title,
      description: texts.description,
      main: renderIndex(rootOf(facts)),
    }),
    { linkedAs: "problems" },
  ),
  ...PROBLEM_CODES.map((code) =>
    defineDocsPage(
      problemPath(code),
      (facts) => ({
        title: PROBLEMS[code].title,
        description: PROBLEMS[code].explanation,
        main: renderProblem(code, rootOf(facts)),
      }),
      { entry: "/problems" },
    ),
  ),
];

function renderProblem(code: ProblemCode, root: string): Html {
  const { status, title, explanation } = PROBLEMS[code];
  return html`<p class="crumb"><a href="${root}/problems">${texts.title}</a></p>
<h1>${title}</h1>
<p>Code <code>${code}</code>, status ${status}</p>
<p>${formatSentence(explanation)}</p>
<p>The member <code>detail</code> of the response says what was found, what was expected and what to do. See <a href="${root}/docs/errors-and-limits">what error responses contain</a>, and when to try again.</p>`;
}

function renderIndex(root: string): Html {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, title, explanation } = PROBLEMS[code];
    const link = html`<a href="${root}${problemPath(code)}">${title}</a>`;
    return html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${link}. ${formatSentence(explanation)}</td></tr>\n`;
  });
  const bounds = Object.values(BOUNDS).map(
    ({ most, what, because }) => html`<tr><td>${digits(most)} ${what}</td><td>${because}</td></tr>\n`,
  );
  return html`<h1>${texts.title}</h1>
<p>Every error response is a problem document (RFC 9457): see <a href="${root}/docs/errors-and-limits">Errors</a>. Its <code>type</code> is the URL of one of these pages.</p>
${renderTable(texts.title, ["code", "status", "meaning"], rows)}
<h2 id="bounds">${texts.bounds}</h2>
<p>${texts.boundsNote}</p>
${renderTable(texts.bounds, ["at most", "why"], bounds)}`;
}
