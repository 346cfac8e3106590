import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { eventually } from "../access/cluster/eventually.ts";
import { PROJECT, TestCli } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type ServiceHere, serveHere } from "./serve-here.ts";
import { writeSmallDataset } from "./small-dataset.ts";

const hasTools = ["minisign -v", "sha256sum --version", "curl --version"].every(
  (command) => spawnSync("sh", ["-c", command]).status === 0,
);

/** The commands of the guide. */
const [, COMMANDS = ""] =
  /<!-- run with minisign -->\n+```sh\n([^`]+)```/u.exec(
    readFileSync(path.join(PROJECT, "docs/guides/verifying.md"), "utf8"),
  ) ?? [];

interface SignatureAnswer {
  readonly public_key: string | null;
  readonly checksums_href: string;
  readonly signature_href: string | null;
  readonly meta: { readonly release: string };
  readonly reasons: Readonly<Record<string, string>>;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

const machines: TestCli[] = [];
after(() => Promise.all(machines.map((each) => each.remove())));

function newMachine(environment: Readonly<Record<string, string>>, dataFolder?: string): TestCli {
  const machine = new TestCli(environment, dataFolder);
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

  const ask = (): Promise<SignatureAnswer> => askJson(`${service.url}/api/v2/releases/current`);

  test("200 /api/v2/releases/{id} names the key, and where the checksums and their signature are", async () => {
    const { public_key: key, checksums_href: checksums, signature_href: signature, reasons } = await ask();
    assert.equal(key, publicKey);
    assert.deepEqual([reasons["public_key"], reasons["signature_href"]], [undefined, undefined]);
    const answers = await Promise.all([fetch(checksums), fetch(signature ?? "")]);
    for (const { status, headers } of answers) {
      assert.equal(status, 200);
      assert.match(headers.get("Content-Type") ?? "", /^text\/plain/u);
    }
    assert.match(await answers[0].text(), /^[0-9a-f]{64} {2}tables\/judgements\.parquet$/mu);
  });

  test("and holds all that the list of releases says of it, and files whose checksums are the signed ones", async () => {
    const { files, ...release } = await ask();
    const { items } = await askJson<{ items: object[] }>(`${service.url}/api/v2/releases`);
    const shared = Object.keys(items[0] ?? {}).filter((name) => name !== "reasons");
    assert.deepEqual(
      Object.fromEntries(Object.entries(release).filter(([name]) => shared.includes(name))),
      Object.fromEntries(Object.entries(items[0] ?? {}).filter(([name]) => name !== "reasons")),
    );
    const checksums = await (await fetch(release.checksums_href)).text();
    assert.ok(files.length > 0);
    for (const { name, sha256 } of files) assert.ok(checksums.includes(`${sha256}  tables/${name}\n`), name);
    assert.equal((await fetch(`${service.url}/api/v2/releases/${release.meta.release}`)).status, 200);
    assert.equal((await fetch(`${service.url}/api/v2/releases/none`)).status, 404);
  });

  /** Runs commands of the guide as they stand there, for this release of this service. */
  const follow = async (commands: string, folder: string): Promise<string> => {
    const { release } = (await ask()).meta;
    const own = commands
      .replace("base=https://trust.example.org", `base=${service.url}`)
      .replace("release=2026-11-20-0123456789ab", `release=${release}`);
    const { stdout } = await promisify(execFile)("bash", ["-euc", own], {
      cwd: folder,
      env: { ...process.env, key: publicKey },
    });
    assert.match(stdout, new RegExp(`release:${release} file:SHA256SUMS\\n`, "u"));
    return stdout;
  };

  test("the commands of the guide verify files that were downloaded", async (t) => {
    if (!hasTools) return t.skip("minisign, sha256sum or curl is not installed");
    assert.match(
      await follow(COMMANDS, newTemporaryFolder()),
      /^tables\/companies\.csv: OK\ntables\/judgements\.parquet: OK$/mu,
    );
  });

  test("and notice one that was changed", async (t) => {
    if (!hasTools) return t.skip("minisign, sha256sum or curl is not installed");
    const tampered = COMMANDS.replace("\nminisign", "\necho >> tables/companies.csv\nminisign");
    await assert.rejects(follow(tampered, newTemporaryFolder()), {
      code: 1,
      stdout: /^tables\/companies\.csv: FAILED$/mu,
    });
  });

  test("the last two commands verify the ZIP of everything", async (t) => {
    if (!hasTools || spawnSync("unzip", ["-v"]).status !== 0)
      return t.skip("minisign, sha256sum or unzip is not installed");
    const folder = newTemporaryFolder();
    const archive = await fetch(`${service.url}/api/v2/dataset.zip`);
    writeFileSync(path.join(folder, "all.zip"), Buffer.from(await archive.arrayBuffer()));
    const commands = ["unzip -q all.zip", "cd country-trust-*", ...COMMANDS.trimEnd().split("\n").slice(-2)];
    assert.equal((await follow(commands.join("\n"), folder)).match(/^tables\/\w+\.csv: OK$/gmu)?.length, 7);
  });

  test("the page of the release shows the key", async () => {
    const response = await fetch(`${service.url}/api/v2/scale`);
    const { meta } = (await response.json()) as { meta: { release: string } };
    const page = await (await fetch(`${service.url}/releases/${meta.release}`)).text();
    assert.ok(page.includes(`<code>${publicKey}</code>`));
  });
});

describe("a service with an unsigned release", () => {
  test("says so in the answer and where the signature would be, and its page has no box of one", async () => {
    const service = await serveHere(newMachine({}, await publish(null)));
    const answer = await askJson<SignatureAnswer>(`${service.url}/api/v2/releases/current`);
    assert.deepEqual([answer.public_key, answer.signature_href], [null, null]);
    assert.deepEqual([answer.reasons["public_key"], answer.reasons["signature_href"]], ["not_signed", "not_signed"]);
    const page = await (await fetch(`${service.url}/releases/${answer.meta.release}`)).text();
    assert.ok(page.includes("Fingerprint") && !page.includes("minisign"));
    const response = await fetch(`${service.url}/api/v2/SHA256SUMS.minisig`);
    assert.equal(response.status, 404);
    assert.equal(((await response.json()) as { code: string }).code, "signature_not_found");
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
