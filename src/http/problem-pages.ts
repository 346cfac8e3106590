import { PROBLEMS, PROBLEM_CODES, type ProblemCode, problemPath } from "../problem.ts";

export const HTML_TYPE = "text/html; charset=utf-8";

/** The page a problem's `type` leads to. */
export function renderProblemPage(code: ProblemCode): string {
  const { status, title, explanation } = PROBLEMS[code];
  return renderPage(
    title,
    `<p><code>${code}</code>, status ${status}</p>\n<p>${formatCode(explanation)}</p>\n<p><a href="/problems">All problems</a></p>`,
  );
}

/** The page that lists all problems. */
export function renderProblemIndex(): string {
  const items = PROBLEM_CODES.map((code) => {
    const { status, title } = PROBLEMS[code];
    return `<li>${status} <a href="${problemPath(code)}">${escapeHtml(title)}</a> <code>${code}</code></li>`;
  });
  return renderPage("Problems", `<ul>\n${items.join("\n")}\n</ul>`);
}

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title><meta name="viewport" content="width=device-width"></head>
<body>
<h1>${escapeHtml(title)}</h1>
${content}
</body>
</html>
`;
}

/** Escapes a sentence and turns its backticks into code. */
function formatCode(sentence: string): string {
  return escapeHtml(sentence).replaceAll(/`([^`]+)`/gu, "<code>$1</code>");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
