import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { writeDataset } from "../fixtures/dataset.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { TestCli } from "./run-cli.ts";

/** A dataset of one company. */
const writeWater = (name = "A"): string =>
  writeDataset({
    bands: ["poor", "good"],
    pillars: ["use"],
    companies: [`a,${name},DE,Food`],
    judgements: ["a,use,good"],
  });

describe("signing-key", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  test("writes a pair of keys, the secret one readable by its owner alone", async () => {
    const file = path.join(newTemporaryFolder(), "key");
    const { status, out } = await cli.run("signing-key", file);
    assert.equal(status, 0);
    assert.match(out, /^RW[A-Za-z0-9+/]{54}$/u);
    assert.ok(readFileSync(`${file}.pub`, "utf8").endsWith(`\n${out}\n`));
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  test("never overwrites a key", async () => {
    const file = path.join(newTemporaryFolder(), "key");
    await cli.run("signing-key", file);
    const secret = readFileSync(file, "utf8");
    const again = await cli.run("signing-key", file);
    assert.equal(again.status, 1);
    assert.match(again.said, /exists already/u);
    assert.equal(readFileSync(file, "utf8"), secret);
  });

  test("needs a file", async () => {
    assert.equal((await cli.run("signing-key")).status, 2);
  });
});

describe("signed releases", () => {
  const keyFile = path.join(newTemporaryFolder(), "key");
  let publicKey: string;
  let otherKey: string;
  /** Data folders with the same release; tests work on copies. */
  const signedFolder = newTemporaryFolder();
  const plainFolder = newTemporaryFolder();
  before(async () => {
    const cli = new TestCli({}, plainFolder);
    publicKey = (await cli.run("signing-key", keyFile)).out;
    otherKey = (await cli.run("signing-key", `${keyFile}-other`)).out;
    const dataset = writeWater();
    for (const each of [cli, new TestCli({ SIGNING_KEY_FILE: keyFile }, signedFolder)]) {
      const { status, said } = await each.run("publish", dataset);
      assert.equal(status, 0, said);
    }
  });

  const open = (environment: Record<string, string>, dataFolder?: string): TestCli => {
    const cli = new TestCli(environment, dataFolder);
    after(() => cli.remove());
    return cli;
  };
  const openCopy = (published: string): TestCli => {
    const folder = newTemporaryFolder();
    cpSync(published, folder, { recursive: true });
    return open(published === signedFolder ? { SIGNING_KEY_FILE: keyFile } : {}, folder);
  };
  const folderOf = (cli: TestCli): string => {
    const [id = ""] = readdirSync(path.join(cli.dataFolder, "releases"));
    return path.join(cli.dataFolder, "releases", id);
  };

  test("publish signs, verify checks the signature and names the key", async () => {
    const cli = openCopy(signedFolder);
    const { status, out } = await cli.run("verify", "--json");
    assert.equal(status, 0);
    assert.equal((JSON.parse(out) as { signed_by: string }).signed_by, publicKey);
  });

  test("the fingerprint is the same without a key", async () => {
    const [signed, plain] = [openCopy(signedFolder), openCopy(plainFolder)];
    assert.equal(path.basename(folderOf(signed)), path.basename(folderOf(plain)));
    assert.match((await plain.run("verify")).out, /It is not signed\./u);
  });

  test("verify notices a signature of another release, and checksums that are not those of the files", async () => {
    const cli = openCopy(signedFolder);
    const other = open({ SIGNING_KEY_FILE: keyFile });
    const published = await other.run("publish", writeWater("B"));
    assert.equal(published.status, 0, published.said);
    const signature = path.join(folderOf(cli), "SHA256SUMS.minisig");
    writeFileSync(signature, readFileSync(path.join(folderOf(other), "SHA256SUMS.minisig")));
    const { status, out } = await cli.run("verify");
    assert.equal(status, 1);
    assert.match(out, /NOT as published\. the signature .* does not belong to this content/u);
    rmSync(signature);
    assert.match((await cli.run("verify")).out, /It is not signed\./u);
    appendFileSync(path.join(folderOf(cli), "SHA256SUMS"), "\n");
    assert.match((await cli.run("verify")).out, /NOT as published\. SHA256SUMS: SHA-256: published /u);
    rmSync(path.join(folderOf(cli), "SHA256SUMS"));
    assert.match((await cli.run("verify")).out, /NOT as published\. SHA256SUMS is missing/u);
  });

  test("verify names a table with another byte, as it was published, and one that is gone", async () => {
    const cli = openCopy(signedFolder);
    const table = path.join(folderOf(cli), "tables", "companies.csv");
    const bytes = readFileSync(table);
    const published = createHash("sha256").update(bytes).digest("hex");
    bytes[0] = 0x58;
    writeFileSync(table, bytes);
    const changed = await cli.run("verify");
    assert.equal(changed.status, 1);
    assert.match(
      changed.out,
      new RegExp(`tables/companies\\.csv: SHA-256: published "${published}", recomputed "`, "u"),
    );
    rmSync(table);
    const gone = await cli.run("verify");
    assert.equal(gone.status, 1);
    assert.match(
      gone.said,
      /companies\.csv is missing\. Bring back a copy of its folder or publish its dataset again/u,
    );
  });

  test("with TRUSTED_KEYS, a release of one of them is verified and others are refused", async () => {
    const cli = openCopy(signedFolder);
    const trusting = (keys: string): TestCli => new TestCli({ TRUSTED_KEYS: keys }, cli.dataFolder);
    assert.equal((await trusting(`${otherKey}, ${publicKey}`).run("verify")).status, 0);
    const refused = await trusting(otherKey).run("verify");
    assert.equal(refused.status, 1);
    assert.match(refused.said, /is not trusted: it is signed by the key [0-9A-F]{16}, which is not trusted/u);
    appendFileSync(path.join(folderOf(cli), "manifest.json"), "\n");
    assert.match((await cli.run("verify")).said, /the content of .*manifest\.json is not what was published/u);
    rmSync(path.join(folderOf(cli), "SHA256SUMS"));
    assert.match((await trusting(publicKey).run("verify")).said, /does not belong to this content/u);
  });

  test("with TRUSTED_KEYS, an unsigned release is refused until it is signed", async () => {
    const cli = openCopy(plainFolder);
    const trusting = new TestCli({ TRUSTED_KEYS: publicKey }, cli.dataFolder);
    assert.match((await trusting.run("verify")).said, /is not trusted: it is not signed/u);
    const signing = new TestCli({ SIGNING_KEY_FILE: keyFile }, cli.dataFolder);
    assert.match((await signing.run("sign")).out, new RegExp(`^${path.basename(folderOf(cli))} is signed by`, "u"));
    assert.equal((await trusting.run("verify")).status, 0);
  });

  test("sign needs a key and a release", async () => {
    assert.match((await open({ SIGNING_KEY_FILE: keyFile }).run("sign")).said, /nothing is published/u);
    const cli = openCopy(signedFolder);
    assert.match((await cli.run("sign", "2020-01-01-000000000000")).said, /there is no release/u);
    assert.equal((await new TestCli({}, cli.dataFolder).run("sign")).status, 2);
  });

  for (const [name, file, expected] of [
    ["that is missing", path.join(newTemporaryFolder(), "none"), /SIGNING_KEY_FILE .* cannot be used: ENOENT/u],
    ["that is no key", path.join(writeWater(), "dataset.json"), /cannot be used: this is not a secret key/u],
  ] as const)
    test(`a key file ${name} ends a publication before it begins`, async () => {
      const cli = open({ SIGNING_KEY_FILE: file });
      const { status, said } = await cli.run("publish", writeWater());
      assert.equal(status, 1);
      assert.match(said, expected);
      assert.ok(!said.includes("Reading"));
    });

  test("a setting that is no public key is refused", async () => {
    assert.equal((await open({ TRUSTED_KEYS: "RWnonsense" }).run("releases")).status, 2);
  });
});
