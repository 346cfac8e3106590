import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { eventually } from "../access/cluster/eventually.ts";
import { TestCli } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { HERE, type ServiceHere, serveHere } from "./serve-here.ts";
import { writeSmallDataset } from "./small-dataset.ts";

const hasMinisign = spawnSync("minisign", ["-v"]).status === 0;

interface SignatureList {
  readonly public_key: string | null;
  readonly files: readonly { file: string; href: string; signature_href: string; bytes: number; sha256: string }[];
  readonly reasons: object;
}

const machines: TestCli[] = [];
after(() => Promise.all(machines.map((each) => each.remove())));

function newMachine(environment: Readonly<Record<string, string>>, dataFolder?: string): TestCli {
  const machine = new TestCli({ ...HERE, ...environment }, dataFolder);
  if (dataFolder === undefined) machines.push(machine);
  return machine;
}

async function succeed(machine: TestCli, ...words: string[]): Promise<void> {
  const { status, said } = await machine.run(...words);
  assert.equal(status, 0, said);
}

async function makeKey(): Promise<{ file: string; publicKey: string }> {
  const file = path.join(newTemporaryFolder(), "key");
  await succeed(newMachine({}), "signing-key", file);
  return { file, publicKey: readFileSync(`${file}.pub`, "utf8").split("\n")[1] ?? "" };
}

/** A data folder with a release that is signed with a key, or not signed. */
async function publish(file: string | null): Promise<string> {
  const machine = newMachine(file === null ? {} : { SIGNING_KEY_FILE: file });
  await succeed(machine, "publish", writeSmallDataset(newTemporaryFolder(), 1));
  return machine.dataFolder;
}

/** What is asked of a service and answered as JSON. */
const askJson = async <Answer>(url: string): Promise<Answer> => (await (await fetch(url)).json()) as Answer;

describe("a service with a signed release", () => {
  let service: ServiceHere;
  let publicKey: string;
  before(async () => {
    const key = await makeKey();
    publicKey = key.publicKey;
    service = await serveHere(newMachine({ TRUSTED_KEYS: publicKey }, await publish(key.file)));
  });
  after(() => service.stop());

  const list = (): Promise<SignatureList> => askJson(`${service.url}/api/v2/signatures`);

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
    const service = await serveHere(newMachine({}, await publish(null)));
    const list = await askJson<SignatureList & { meta: { release: string } }>(`${service.url}/api/v2/signatures`);
    assert.deepEqual([list.public_key, list.files, list.reasons], [null, [], { public_key: "not_signed" }]);
    const page = await (await fetch(`${service.url}/releases/${list.meta.release}`)).text();
    assert.ok(page.includes("Its publisher did not sign it."));
    assert.equal((await fetch(`${service.url}/api/v2/signatures/companies.csv`)).status, 404);
    assert.equal(await service.stop(), 0);
  });
});

describe("a service that trusts another key", () => {
  test("does not start on a release of a key that it does not know", async () => {
    const [key, other] = [await makeKey(), await makeKey()];
    const dataFolder = await publish(key.file);
    const { status, said } = await newMachine({ TRUSTED_KEYS: other.publicKey }, dataFolder).run("serve");
    assert.equal(status, 1);
    assert.match(said, /is not trusted: it is signed by the key [0-9A-F]{16}, which is not trusted \(TRUSTED_KEYS\)/u);
  });

  test("keeps serving what it has while an unsigned release becomes current", async () => {
    const key = await makeKey();
    const dataFolder = await publish(key.file);
    const service = await serveHere(newMachine({ TRUSTED_KEYS: key.publicKey }, dataFolder));
    const readiness = (): Promise<{ release: string; refused_release: object | null }> =>
      askJson(`${service.url}/readyz`);
    const { release } = await readiness();
    await succeed(newMachine({}, dataFolder), "publish", writeSmallDataset(newTemporaryFolder(), 2));
    await eventually("the other one is refused", async () => (await readiness()).refused_release !== null);
    assert.equal((await readiness()).release, release);
    assert.equal(await service.stop(), 0);
  });
});
