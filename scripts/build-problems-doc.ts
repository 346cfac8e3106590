import { BOUNDS } from "../src/ask/bounds.ts";
import { PROBLEMS, PROBLEM_CODES, problemPath } from "../src/problem.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Writes docs/problems.md from the list of problems. */

const rows = PROBLEM_CODES.map((code) => {
  const { status, title, explanation } = PROBLEMS[code];
  return `| \`${code}\` | ${status} | [${title}](${problemPath(code)}) | ${explanation} |`;
});

const bounds = Object.values(BOUNDS).map(
  ({ most, what, because }) => `| ${most.toLocaleString("en")} ${what} | ${because} |`,
);

const example = {
  type: `https://trust.example${problemPath("country_not_found")}`,
  title: PROBLEMS.country_not_found.title,
  status: PROBLEMS.country_not_found.status,
  detail: 'No country is known as "atlantis"; expected a slug, an ISO 3166-1 code or a name.',
  instance: "urn:uuid:5c6c9f0e-4ad5-4a5e-8d0c-6f1b0e3c8f5d",
  code: "country_not_found",
};

const page = `# Error codes

Every error response is a problem document (RFC 9457) of the type \`application/problem+json\`. It is never cached, and it has the CORS headers
of every other response:

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`code\` is for programs and never changes. \`detail\` is for people: what was found, what was expected and what to do. \`instance\` is the id of
the request, as in \`X-Request-Id\`. If a request is invalid, \`errors\` lists everything that is wrong, each as \`{detail, parameter}\` or
\`{detail, pointer}\`. \`type\` is the URL of a page that explains the code.

| Code | Status | Title | Meaning |
| --- | --- | --- | --- |
${rows.join("\n")}

## How much one request may hold

The length of a body is bounded by each endpoint. Beside it, a request may hold at most

| At most | Why |
| --- | --- |
${bounds.join("\n")}

This page is generated from \`src/problem.ts\` and \`src/ask/bounds.ts\`.
`;

export function generate(): readonly GeneratedFile[] {
  return [{ path: "docs/problems.md", content: page }];
}
