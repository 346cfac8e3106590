import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type RunningService, run, startRunningService } from "./running-service.ts";

const hasMinisign = spawnSync("minisign", ["-v"]).status === 0;

interface SignatureList {
  readonly public_key: string | null;
  readonly files: readonly { file: string; href: string; signature_href: string; bytes: number; sha256: string }[];
  readonly reasons: object;
}

async function runToEnd(words: readonly string[], environment: Record<string, string>): Promise<string> {
  const { said, exit } = run(words, environment);
  assert.deepEqual(await exit, [0, null], said());
  return said();
}

async function makeKey(): Promise<{ file: string; publicKey: string }> {
  const file = path.join(newTemporaryFolder(), "key");
  await runToEnd(["signing-key", file], {});
  return { file, publicKey: readFileSync(`${file}.pub`, "utf8").split("\n")[1] ?? "" };
}

async function publishSigned(file: string): Promise<string> {
  const dataFolder = newTemporaryFolder();
  await runToEnd(["publish", "data/demo"], { DATA_DIR: dataFolder, SIGNING_KEY_FILE: file });
  return dataFolder;
}

describe("a service with a signed release", () => {
  let service: RunningService;
  let publicKey: string;
  before(async () => {
    const key = await makeKey();
    publicKey = key.publicKey;
    const dataFolder = await publishSigned(key.file);
    service = await startRunningService({ DATA_DIR: dataFolder, TRUSTED_KEYS: publicKey });
  });

  const list = async (): Promise<SignatureList> =>
    (await (await fetch(`${service.url}/api/v2/signatures`)).json()) as SignatureList;

  test("200 /api/v2/signatures lists the downloadable files with the key", async () => {
    const { public_key: key, files, reasons } = await list();
    assert.equal(key, publicKey);
    assert.deepEqual(reasons, {});
    assert.ok(files.some(({ file }) => file === "judgements.parquet"));
    assert.ok(!files.some(({ file }) => file.startsWith("countries_v1")));
  });

  test("200 every listed file and its signature can be fetched, and minisign verifies them", async (t) => {
    const folder = newTemporaryFolder();
    for (const { file, href, signature_href: signatureHref, bytes } of (await list()).files) {
      const [content, signature] = await Promise.all([fetch(href), fetch(signatureHref)]);
      assert.deepEqual([content.status, signature.status], [200, 200]);
      assert.match(signature.headers.get("Content-Type") ?? "", /^text\/plain/u);
      const body = Buffer.from(await content.arrayBuffer());
      assert.equal(body.length, bytes);
      writeFileSync(path.join(folder, file), body);
      writeFileSync(path.join(folder, `${file}.minisig`), await signature.text());
      if (hasMinisign) {
        const out = execFileSync("minisign", ["-V", "-m", file, "-P", publicKey], { cwd: folder, encoding: "utf8" });
        assert.match(out, new RegExp(`release:\\S+ file:${file}\\n`, "u"));
      }
    }
    if (!hasMinisign) t.diagnostic("minisign is not installed: the signatures were fetched, not verified with it");
  });

  for (const file of ["nothing.csv", "countries_v1.csv", "manifest.json"])
    test(`404 signature_not_found for a file that is not downloaded: ${file}`, async () => {
      const response = await fetch(`${service.url}/api/v2/signatures/${file}`);
      assert.equal(response.status, 404);
      assert.equal(((await response.json()) as { code: string }).code, "signature_not_found");
    });

  test("the page of the release shows the key", async () => {
    const response = await fetch(`${service.url}/api/v2/scale`);
    const { meta } = (await response.json()) as { meta: { release: string } };
    const page = await (await fetch(`${service.url}/releases/${meta.release}`)).text();
    assert.ok(page.includes(`<code>${publicKey}</code>`));
  });
});

describe("a service with an unsigned release", () => {
  test("says so in the list, on the page and for each file", async () => {
    const service = await startRunningService({ DATA_DIR: newTemporaryFolder() });
    const list = (await (await fetch(`${service.url}/api/v2/signatures`)).json()) as SignatureList & {
      meta: { release: string };
    };
    assert.deepEqual([list.public_key, list.files, list.reasons], [null, [], { public_key: "not_signed" }]);
    const page = await (await fetch(`${service.url}/releases/${list.meta.release}`)).text();
    assert.ok(page.includes("Its publisher did not sign it."));
    assert.equal((await fetch(`${service.url}/api/v2/signatures/companies.csv`)).status, 404);
  });
});

describe("a service that trusts another key", () => {
  test("does not start on a release of a key that it does not know", async () => {
    const [key, other] = [await makeKey(), await makeKey()];
    const dataFolder = await publishSigned(key.file);
    const { said, exit } = run(["serve"], { DATA_DIR: dataFolder, TRUSTED_KEYS: other.publicKey });
    assert.deepEqual(await exit, [1, null]);
    assert.match(
      said(),
      /is not trusted: it is signed by the key [0-9A-F]{16}, which is not trusted \(TRUSTED_KEYS\)/u,
    );
  });

  test("keeps serving what it has while an unsigned release becomes current", async () => {
    const key = await makeKey();
    const dataFolder = await publishSigned(key.file);
    const service = await startRunningService({ DATA_DIR: dataFolder, TRUSTED_KEYS: key.publicKey });
    const readiness = async () =>
      (await (await fetch(`${service.url}/readyz`)).json()) as { release: string; refused_release: object | null };
    const { release } = await readiness();
    const folder = newTemporaryFolder();
    for (const file of ["companies.csv", "judgements.csv", "products.csv"])
      writeFileSync(path.join(folder, file), readFileSync(path.join("data/demo", file)));
    const facts = JSON.parse(readFileSync("data/demo/dataset.json", "utf8")) as Record<string, unknown>;
    delete facts["branding"];
    writeFileSync(
      path.join(folder, "dataset.json"),
      JSON.stringify({ ...facts, title: "Another", publisher: "Tests", notice: "Another release" }),
    );
    await runToEnd(["publish", folder], { DATA_DIR: dataFolder });
    for (let tries = 0; tries < 200 && (await readiness()).refused_release === null; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const later = await readiness();
    assert.notEqual(later.refused_release, null);
    assert.equal(later.release, release);
    service.child.kill("SIGTERM");
    await service.exit;
  });
});
