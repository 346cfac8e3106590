import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import facts from "../../package.json" with { type: "json" };
import { PROJECT } from "../cli/run-cli.ts";
import { addressedTo, blocksOf, run } from "../downloads/run-example.ts";
import { WITHOUT_BROWSER, openContext } from "../pages/browser.ts";
import { JOBS_IN_JAVASCRIPT, type Jobs, openJobs } from "./client-jobs.ts";
import { type DemoService, openDemoService, runTool } from "./demo-service.ts";

/** The package of the TypeScript client, made by `npm run package client`, in an empty folder. */

interface PackageFacts {
  readonly version: string;
  readonly private?: boolean;
  readonly license: string;
  readonly author: string;
  readonly repository: object;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Each line uses what the API does not have. */
const MISTAKES = [
  `await trust.get("/api/v2/nowhere");`,
  `await trust.get("/api/v2/countries/{slug}");`,
  `await trust.get("/api/v2/companies", { params: { query: { limit: "many" } } });`,
  `ranking.items[0].trust_score;`,
  `openCountryTrust({ baseUrl: "https://trust.example", release: "pined" });`,
  `for await (const each of trust.items("/api/v2/scale")) console.log(each);`,
  `for await (const each of trust.items("/api/v2/companies", { params: { query: { fields: ["name"] } } })) each.name.trim();`,
];

let service: DemoService;
let folder: string;
let readme: string;
let code: string;

before(async () => {
  service = await openDemoService();
  folder = await mkdtemp(path.join(tmpdir(), "country-trust-packaged-"));
  const script = path.join(PROJECT, "scripts/package-client.ts");
  const env = { ...process.env, REPOSITORY_URL: "https://code.example/country-trust.git" };
  const tarball = execFileSync(process.execPath, [script, folder], { encoding: "utf8", env }).trim();
  const modules = path.join(folder, "node_modules");
  await mkdir(path.join(modules, "country-trust-client"), { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", path.join(modules, "country-trust-client"), "--strip-components=1"]);
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"])
    await symlink(path.join(PROJECT, "node_modules", name), path.join(modules, name), "junction");
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  readme = await readFile(path.join(modules, "country-trust-client/README.md"), "utf8");
  code = addressedTo(service.url, blocksOf(readme, "js")[0]!);
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const readFacts = async (file: string) => JSON.parse(await readFile(file, "utf8")) as PackageFacts;

async function compile(program: string, name = "use.ts"): Promise<{ status: number; said: string }> {
  const file = path.join(folder, name);
  await writeFile(file, program);
  const options =
    "--ignoreConfig --noEmit --strict --target es2022 --module nodenext --lib es2023,dom,dom.asynciterable";
  return runTool("typescript-native/bin/tsc", ...options.split(" "), "--types", "", file);
}

describe("the package", () => {
  test("has the version of the program, and the dependency that the project tests", async () => {
    const packed = await readFacts(path.join(folder, "node_modules/country-trust-client/package.json"));
    assert.equal(packed.version, facts.version);
    assert.equal((await service.document("/api/openapi.json"))["info"]!["version"], packed.version);
    assert.equal(packed.private, undefined);
    assert.deepEqual([packed.license, packed.author], ["Apache-2.0", "The Country Trust contributors"]);
    assert.deepEqual(packed.repository, {
      type: "git",
      url: "https://code.example/country-trust.git",
      directory: "clients/typescript",
    });
    assert.deepEqual(packed.dependencies, { "openapi-fetch": facts.devDependencies["openapi-fetch"] });
  });

  test("compiles with the types of a browser, without those of Node.js", async () => {
    const { status, said } = await compile(code);
    assert.equal(status, 0, said);
  });

  test("does not compile what the API does not have", async () => {
    const { status, said } = await compile(`${code}${MISTAKES.join("\n")}\n`);
    assert.notEqual(status, 0);
    const first = code.split("\n").length;
    for (const [index, mistake] of MISTAKES.entries())
      assert.match(said, new RegExp(`use\\.ts[(:]${first + index}\\D`, "u"), mistake);
  });

  test("compiles where it is required by a CommonJS module", async () => {
    const program = `import { openCountryTrust, CountryTrustProblem, type Schemas } from "country-trust-client";
export async function first(): Promise<Schemas["RankingEntry"] | undefined> {
  const trust = openCountryTrust({ baseUrl: "https://trust.example" });
  return (await trust.get("/api/v2/intelligence/country-rankings")).items[0];
}
export const isProblem = (error: unknown): boolean => error instanceof CountryTrustProblem && error.code === "not_found";
`;
    const right = await compile(program, "use.cts");
    assert.equal(right.status, 0, right.said);
    const wrong = await compile(program.replace(".items[0];", ".items[0]?.trust_score;"), "use.cts");
    assert.match(wrong.said, /trust_score/u);
  });

  // Whichever Node.js the machine has: the package is for version 20 and newer.
  for (const node of [process.execPath, "node"]) {
    test(`its README runs with ${path.basename(node)} of ${node === "node" ? "the machine" : "the project"}`, async () => {
      const file = path.join(folder, "readme.mjs");
      await writeFile(file, code);
      const printed = await run(node, [file]);
      const { release } = await readRelease();
      const expected = blocksOf(readme, "text")[0]!.replace(/(?<=in release )\S+/u, release);
      assert.equal(printed, expected);
    });
  }

  test("its README runs in a browser, on a page of another origin", { skip: WITHOUT_BROWSER }, async () => {
    const page = await servePage();
    const context = await openContext();
    try {
      const tab = await context.newPage();
      const lines: string[] = [];
      tab.on("console", (message) => lines.push(message.text()));
      tab.on("pageerror", (error) => lines.push(error.message));
      await tab.goto(page.url);
      await tab.waitForFunction("window.finished");
      const { release } = await readRelease();
      const expected = blocksOf(readme, "text")[0]!.replace(/(?<=in release )\S+/u, release);
      const said = lines.filter((line) => !line.startsWith("Failed to load resource"));
      assert.equal(`${said.join("\n")}\n`, expected);
    } finally {
      await context.close();
      page.close();
    }
  });
});

describe("five jobs, while the service breaks between them", () => {
  let jobs: Jobs;
  before(async () => void (jobs = await openJobs()));
  after(() => jobs.close());

  const names = "{ openCountryTrust }";
  const forms = {
    "jobs.mjs": `import ${names} from "country-trust-client";\n${JOBS_IN_JAVASCRIPT}`,
    "jobs.cjs": `const ${names} = require("country-trust-client");\n(async () => {${JOBS_IN_JAVASCRIPT}})();`,
  };
  for (const [name, program] of Object.entries(forms)) {
    test(`${name} finds all, with the Node.js of the machine`, async () => {
      const file = path.join(folder, name);
      await writeFile(file, program);
      jobs.breakAgain();
      await jobs.check(await run("node", [file, ...jobs.arguments]));
    });
  }
});

async function readRelease(): Promise<{ readonly release: string }> {
  const { meta } = await service.document("/api/v2/scale");
  return meta as unknown as { readonly release: string };
}

/** Serves the package and a page that runs the README with a key, so with preflight requests. */
async function servePage(): Promise<{ readonly url: string; close(): void }> {
  const imports = {
    "country-trust-client": "/node_modules/country-trust-client/dist/country-trust.js",
    "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs",
  };
  const keyed = code.replace("openCountryTrust({", `openCountryTrust({ key: "${service.apiKey}",`);
  const html = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">${keyed}
window.finished = true;</script>`;
  const server = createServer((request, response) => {
    if (request.url === "/") {
      response.setHeader("Content-Type", "text/html; charset=utf-8").end(html);
      return;
    }
    readFile(path.join(folder, request.url ?? "")).then(
      (file) => response.setHeader("Content-Type", "text/javascript").end(file),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}
