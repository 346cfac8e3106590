import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, after, before, describe, test } from "node:test";
import type { Schemas } from "../../clients/typescript/src/country-trust.ts";
import facts from "../../package.json" with { type: "json" };
import { PROJECT } from "../cli/run-cli.ts";
import { addressedTo, blocksOf, findPython, isAbsent, run } from "../downloads/run-example.ts";
import { JOBS_IN_PYTHON, openJobs } from "./client-jobs.ts";
import { type DemoService, openDemoService } from "./demo-service.ts";

/** The client of `clients/python`: its own tests, its README, its types and its package. */

/** Each line uses what the API does not have. */
const MISTAKES = [
  `trust.nowhere()`,
  `trust.get_country()`,
  `trust.list_companies(limit="many")`,
  `ranking["items"][0]["trust_score"]`,
  `trust.items(trust.get_scale())`,
  `CountryTrust("https://trust.example", release="pined")`,
  `trust.list_companies(fields=["name"])["items"][0]["reasons"]["colour"]`,
];

let service: DemoService;
let folder: string;
let readme: string;

before(async () => {
  service = await openDemoService();
  folder = await mkdtemp(path.join(tmpdir(), "country-trust-python-"));
  // Python writes beside what it runs and builds.
  await cp(path.join(PROJECT, "clients/python"), folder, { recursive: true });
  readme = await readFile(path.join(folder, "README.md"), "utf8");
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const running = (source: string) => ({
  folder,
  environment: { PYTHONPATH: source, TRUST_URL: service.url, TRUST_KEY: service.apiKey },
});

/** Runs its README, and compares what it prints with what it says that it prints. */
async function runReadme(python: string, source: string): Promise<void> {
  const printed = await run(python, ["-c", addressedTo(service.url, blocksOf(readme, "python")[0]!)], running(source));
  const { meta } = (await service.document("/api/v2/scale")) as unknown as Schemas["ScaleDetail"];
  const expected = blocksOf(readme, "text")[0]!.replace(/(?<=in release )\S+/u, meta.release);
  assert.equal(printed, expected);
}

async function runTests(context: TestContext, names: readonly string[], ...modules: string[]): Promise<void> {
  const python = await findPython(context, ...modules);
  if (python === null) return;
  await run(python, ["-m", "unittest", ...names], running(`src${path.delimiter}tests`));
}

describe("the client in Python", () => {
  test("has the version of the program", async () => {
    const version = await readFile(path.join(folder, "src/country_trust_client/version.py"), "utf8");
    assert.equal(version, `__version__ = "${facts.version}"\n`);
  });

  test("passes its own tests against the service", (context) => runTests(context, ["test_client"]));

  test("makes tables of pandas", (context) =>
    runTests(context, ["test_client.Lists.test_a_table_of_pandas"], "pandas"));

  test("runs its README", async (context) => {
    const python = await findPython(context);
    if (python !== null) await runReadme(python, "src");
  });

  test("has types that mypy accepts when it is strict, with its README and its tests", async (context) => {
    if (await isAbsent(context, "mypy", "mypy", "--version")) return;
    const code = blocksOf(readme, "python")[0]!;
    await writeFile(path.join(folder, "readme.py"), code);
    await run("mypy", ["src", "tests", "readme.py"], running("src"));
    await writeFile(path.join(folder, "mistakes.py"), `${code}${MISTAKES.join("\n")}\n`);
    const said = await run("mypy", ["mistakes.py"], running("src")).then(
      () => "",
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
    const first = code.split("\n").length;
    for (const [index, mistake] of MISTAKES.entries())
      assert.match(said, new RegExp(`^mistakes\\.py:${first + index}: error`, "mu"), mistake);
  });

  test("is built into a wheel that runs its README and five jobs elsewhere, while the service breaks", async (context) => {
    const python = await findPython(context, "setuptools", "wheel", "pip");
    if (python === null) return;
    const offline = ["--no-deps", "--no-index", "--quiet"];
    await run(python, ["-m", "pip", "wheel", "--no-build-isolation", ...offline, "-w", "wheel", "."], { folder });
    const [wheel] = await readdir(path.join(folder, "wheel"));
    assert.equal(wheel, `country_trust_client-${facts.version}-py3-none-any.whl`);
    const installed = path.join(folder, "installed");
    await run(python, ["-m", "pip", "install", ...offline, "--target", installed, `wheel/${wheel}`], { folder });
    assert.ok((await readdir(path.join(installed, "country_trust_client"))).includes("py.typed"));
    await runReadme(python, installed);
    const jobs = await openJobs();
    try {
      jobs.breakAgain();
      const elsewhere = { folder: path.join(folder, "wheel"), environment: { PYTHONPATH: installed } };
      await jobs.check(await run(python, ["-c", JOBS_IN_PYTHON, ...jobs.arguments], elsewhere));
    } finally {
      await jobs.close();
    }
  });
});
