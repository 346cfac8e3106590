import { BOUNDS } from "../../ask/bounds.ts";
import { digits } from "../../ask/grammar.ts";
import { PROBLEMS, PROBLEM_CODES, type ProblemCode, problemPath } from "../../problem.ts";
import { renderTable } from "../../html/code-block.ts";
import { defineDocsPage } from "./page.ts";
import { type Html, formatSentence, html } from "../../html/html.ts";
import type { SiteDocument } from "../../html/site-document.ts";
import { type Link, linksOf } from "../../ask/urls.ts";

/** The page of every problem, to which its `type` leads, and the list of all. */
export const PROBLEM_PAGES: readonly SiteDocument[] = [
  defineDocsPage(
    "/problems",
    (facts) => ({
      title: texts.title,
      description: texts.description,
      main: renderIndex(linksOf(facts)),
    }),
    { linkedAs: "problems" },
  ),
  ...PROBLEM_CODES.map((code) =>
    defineDocsPage(
      problemPath(code),
      (facts) => ({
        title: PROBLEMS[code].title,
        description: PROBLEMS[code].explanation,
        main: renderProblem(code, linksOf(facts)),
      }),
      { entry: "/problems" },
    ),
  ),
];

function renderProblem(code: ProblemCode, link: Link): Html {
  const { status, title, explanation } = PROBLEMS[code];
  return html`<p class="crumb"><a href="${link("/problems")}">${texts.title}</a></p>
<h1>${title}</h1>
<p>Code <code>${code}</code>, status ${status}</p>
<p>${formatSentence(explanation)}</p>
<p>The member <code>detail</code> of the response says what was found, what was expected and what to do. See <a href="${link("/docs/errors-and-limits")}">what error responses contain</a>, and when to try again.</p>`;
}

function renderIndex(link: Link): Html {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, title, explanation } = PROBLEMS[code];
    const named = html`<a href="${link(problemPath(code))}">${title}</a>`;
    return html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${named}. ${formatSentence(explanation)}</td></tr>\n`;
  });
  const bounds = Object.values(BOUNDS).map(
    ({ most, what, because }) => html`<tr><td>${digits(most)} ${what}</td><td>${because}</td></tr>\n`,
  );
  return html`<h1>${texts.title}</h1>
<p>Every error response is a problem document (RFC 9457): see <a href="${link("/docs/errors-and-limits")}">Errors</a>. Its <code>type</code> is the URL of one of these pages.</p>
${renderTable(texts.title, ["code", "status", "meaning"], rows)}
<h2 id="bounds">${texts.bounds}</h2>
<p>${texts.boundsNote}</p>
${renderTable(texts.bounds, ["at most", "why"], bounds)}`;
}

/** Texts of the list besides those of the codes, in English. */
const texts = {
  title: "Error codes",
  bounds: "How much one request may hold",
  boundsNote: "The length of a body is bounded by each endpoint. Beside it, a request may hold at most",
  description: "Every problem a caller can meet, with its status and code.",
};
