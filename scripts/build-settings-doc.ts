import { SETTINGS } from "../src/settings.ts";
import { writeOrCheck } from "./write-or-check.ts";

/** Writes docs/settings.md from the table of settings; with `--check` it only compares. */

const rows = Object.entries(SETTINGS).map(
  ([name, { help, fallback }]) => `| \`${name}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${help} |`,
);

const page = `# Settings

Every setting is an environment variable; nothing is read from files. A value that cannot be understood stops the program with
a sentence that names it. This page is made from \`src/settings.ts\`.

| name | default | meaning |
| --- | --- | --- |
${rows.join("\n")}
`;

await writeOrCheck([{ path: "docs/settings.md", content: page }]);
