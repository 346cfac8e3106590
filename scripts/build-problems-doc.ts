import { PROBLEMS, PROBLEM_CODES, problemPath } from "../src/problem.ts";
import { writeOrCheck } from "./write-or-check.ts";

/** Writes docs/problems.md from the closed list of problems; with `--check` it only compares. */

const rows = PROBLEM_CODES.map((code) => {
  const { status, title, explanation } = PROBLEMS[code];
  return `| \`${code}\` | ${status} | ${title} | ${explanation} |`;
});

const example = {
  type: `https://trust.example${problemPath("country_not_found")}`,
  title: PROBLEMS.country_not_found.title,
  status: PROBLEMS.country_not_found.status,
  detail: 'No country is known as "atlantis"; expected a slug, an ISO 3166-1 code or a name.',
  instance: "urn:uuid:5c6c9f0e-4ad5-4a5e-8d0c-6f1b0e3c8f5d",
  code: "country_not_found",
};

const page = `# Problems

Every refusal, the framework's own included, is a problem document (RFC 9457) of the type \`application/problem+json\`,
is never cached, and carries the sharing headers of every other answer:

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`code\` is stable; \`detail\` is for people and says what was found, what was expected and what to do. \`instance\` holds the id of
the request, the same as in \`X-Request-Id\`. Faulty requests carry \`errors\`, a list of \`{detail, parameter}\` or
\`{detail, pointer}\` that names every fault at once. The address in \`type\` answers with a page that explains the code.

| code | status | title | meaning |
| --- | --- | --- | --- |
${rows.join("\n")}

This page is made from \`src/problem.ts\`.
`;

await writeOrCheck([{ path: "docs/problems.md", content: page }]);
