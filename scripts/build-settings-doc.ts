import { SETTINGS } from "../src/setting-table.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Writes docs/settings.md from the table of settings. */

const rows = Object.values(SETTINGS).map(
  ({ variable, help, fallback }) => `| \`${variable}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${help} |`,
);

const page = `# Settings

Every setting is an environment variable; there is no configuration file. The program does not start with an invalid value:
it prints what is wrong and what it expects. This page is generated from \`src/setting-table.ts\`.

<!-- prettier-ignore-start -->
<!-- Padded to the longest name, a new setting would change every line. -->

| Variable | Default | Meaning |
| --- | --- | --- |
${rows.join("\n")}

<!-- prettier-ignore-end -->
`;

export function generate(): readonly GeneratedFile[] {
  return [{ path: "docs/settings.md", content: page }];
}
