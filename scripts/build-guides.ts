import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { PROJECT_FOLDER } from "../src/settings.ts";
import { EXAMPLE_ORIGIN } from "../src/html/render-markdown.ts";
import { copyNextEdition } from "./demo/next-edition.ts";
import { DEMO, overDemoData } from "./over-data-folder.ts";
import type { GeneratedFile } from "./generated-file.ts";

/**
 * Runs the examples of the guides against the real service over the demonstration data and writes
 * what they print below them. An example stands between `<!-- run -->` and `<!-- end -->`, its
 * output after `<!-- answer -->`. Where it begins with `<!-- run over two editions -->`, the
 * service has the demonstration data and a next edition of it, drawn from a seed.
 *
 * Pages replace what stands after `<!-- answer of get_scale -->` by the answer of that operation
 * from their own release.
 *
 * Where a machine lacks the program an example is for, its output stays as it is and a line says
 * so.
 */

const NOW = new Date("2026-11-20T10:00:00Z");
const HALF_A_YEAR_BEFORE = new Date("2026-05-20T10:00:00Z");
const EXAMPLE =
  /(<!-- run(?: over two editions)? -->)\n+```(\w+)\n([\s\S]*?)```\n+(<!-- answer(?: of \w+(?: as [\w/-]+)?)? -->)[\s\S]*?<!-- end -->/gu;

/** How a language is run: the program, and what makes its requests reach the service under test. */
const LANGUAGES: Readonly<
  Record<string, { readonly words: readonly string[]; readonly before: (url: string) => string }>
> = {
  sh: {
    words: ["bash", "-c"],
    before: (url) =>
      `set -euo pipefail\ncurl() { command curl "\${@//${EXAMPLE_ORIGIN.replaceAll("/", "\\/")}/${url}}"; }\n`,
  },
  js: {
    words: [process.execPath, "--input-type=module", "-e"],
    before: (url) =>
      `const send = fetch; globalThis.fetch = (address, ...rest) => send(String(address).replace("${EXAMPLE_ORIGIN}", "${url}"), ...rest);\n`,
  },
  python: {
    words: ["python3", "-c"],
    before: (url) =>
      `import urllib.request as _request\n_open = _request.urlopen\n_request.urlopen = lambda address, *rest: _open(address.replace("${EXAMPLE_ORIGIN}", "${url}"), *rest)\n`,
  },
};

interface Urls {
  readonly demonstration: string;
  readonly twoEditions: string;
}

export function generate(): Promise<readonly GeneratedFile[]> {
  const guides = path.join(PROJECT_FOLDER, "docs/guides");
  return withServices(async (urls) => {
    const files: GeneratedFile[] = [];
    for (const name of readdirSync(guides).filter((found) => found.endsWith(".md"))) {
      const markdown = readFileSync(path.join(guides, name), "utf8");
      files.push({ path: `docs/guides/${name}`, content: await fillGuide(markdown, urls, name) });
    }
    return files;
  });
}

/** Serves the demonstration data alone, and with a next edition. */
async function withServices<T>(use: (urls: Urls) => Promise<T>): Promise<T> {
  const settings = { BASE_URL: EXAMPLE_ORIGIN };
  const urlOf = ({ port }: { readonly port: number }): string => `http://127.0.0.1:${port}`;
  let clock = HALF_A_YEAR_BEFORE;
  return overDemoData(
    settings,
    () => NOW,
    async ({ serve }) =>
      overDemoData(
        settings,
        () => clock,
        async (two) => {
          clock = NOW;
          await two.run("publish", copyNextEdition(DEMO, path.join(two.folder, "next-edition")));
          return use({ demonstration: urlOf(await serve()), twoEditions: urlOf(await two.serve()) });
        },
      ),
  );
}

async function fillGuide(markdown: string, urls: Urls, name: string): Promise<string> {
  let filled = "";
  let end = 0;
  for (const match of markdown.matchAll(EXAMPLE)) {
    const [whole, start = "", language = "", code = "", mark = ""] = match;
    const url = start === "<!-- run -->" ? urls.demonstration : urls.twoEditions;
    const example = { whole, start, language, code, mark };
    filled += markdown.slice(end, match.index) + (await fillExample(example, url, name));
    end = match.index + whole.length;
  }
  return filled + markdown.slice(end);
}

interface Example {
  readonly whole: string;
  /** The comment before the code. */
  readonly start: string;
  readonly language: string;
  readonly code: string;
  /** The comment before the output. */
  readonly mark: string;
}

async function fillExample(
  { whole, start, language, code, mark }: Example,
  url: string,
  name: string,
): Promise<string> {
  const runner = LANGUAGES[language];
  if (runner === undefined) throw new Error(`${name}: no example in ${language} can be run`);
  const missing = [runner.words[0]!, ...(language === "sh" ? ["curl", "jq"] : [])].find(
    (program) => !isInstalled(program),
  );
  if (missing !== undefined) {
    process.stderr.write(`docs/guides/${name}: an example is not run, because ${missing} is not installed\n`);
    return whole;
  }
  const output = await run([...runner.words, runner.before(url) + code], name);
  const fence = "```";
  return `${start}\n\n${fence}${language}\n${code}${fence}\n\n${mark}\n\n${fence}text\n${steady(output).trimEnd()}\n${fence}\n\n<!-- end -->`;
}

async function run([program, ...words]: readonly string[], name: string): Promise<string> {
  const child = spawn(program!, words, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`${name}: an example ended with status ${status}:\n${words.at(-1)}`);
  return output;
}

/** Takes out of an answer what is different every time. */
function steady(output: string): string {
  return output
    .replaceAll("\r", "")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "5c6c9f0e-4ad5-4a5e-8d0c-6f1b0e3c8f5d")
    .replaceAll(/(?<=ctds_live_)[0-9A-Za-z]+/gu, (random) => "0".repeat(random.length))
    .replaceAll(/^Date: .*$/gimu, `Date: ${NOW.toUTCString()}`);
}

const installed = new Map<string, boolean>();

function isInstalled(program: string): boolean {
  const known = installed.get(program) ?? spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
  installed.set(program, known);
  return known;
}
