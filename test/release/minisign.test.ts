import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import {
  buildKeyFiles,
  readPublicKey,
  readSecretKey,
  signHash,
  SignatureError,
  verifyHash,
} from "../../src/release/minisign.ts";

const MESSAGE = Buffer.from('{"release":"2026-11-22-0123456789ab"}\n');

const hashOf = (message: Buffer): Buffer => createHash("blake2b512").update(message).digest();

describe("signatures in the format of minisign", () => {
  const files = buildKeyFiles();
  const secretKey = readSecretKey(files.secretKey);
  const publicKey = readPublicKey(files.publicKey);
  const signature = signHash(hashOf(MESSAGE), secretKey, "sequence 7");

  test("a message is verified with the public key of the pair, and the comment comes back", () => {
    assert.equal(verifyHash(hashOf(MESSAGE), signature, publicKey), "sequence 7");
    assert.equal(secretKey.publicKey.text, publicKey.text);
  });

  test("every flipped bit of the message or the signature is refused", () => {
    for (let index = 0; index < MESSAGE.length; index += 1) {
      const altered = Buffer.from(MESSAGE);
      altered[index] = altered.readUInt8(index) ^ 1;
      assert.throws(() => verifyHash(hashOf(altered), signature, publicKey), SignatureError);
    }
    const [first, head = "", comment, last = ""] = signature.split("\n");
    for (const [position, line] of [
      [1, head],
      [3, last],
    ] as const) {
      const bytes = Buffer.from(line, "base64");
      for (let index = 0; index < bytes.length; index += 1) {
        const altered = Buffer.from(bytes);
        altered[index] = altered.readUInt8(index) ^ 1;
        const lines = [first, head, comment, last, ""];
        lines[position] = altered.toString("base64");
        assert.throws(() => verifyHash(hashOf(MESSAGE), lines.join("\n"), publicKey), SignatureError);
      }
    }
    const reworded = signature.replace("sequence 7", "sequence 8");
    assert.throws(() => verifyHash(hashOf(MESSAGE), reworded, publicKey), /the comment of the signature/u);
  });

  test("another key is named", () => {
    const other = readPublicKey(buildKeyFiles().publicKey);
    assert.throws(() => verifyHash(hashOf(MESSAGE), signature, other), {
      message: `it is signed by the key ${publicKey.id}, not by ${other.id}`,
    });
  });

  test("a trusted comment of two lines is refused", () => {
    assert.throws(() => signHash(hashOf(MESSAGE), secretKey, "one\ntwo"), SignatureError);
  });

  for (const [name, text] of [
    ["nothing", ""],
    ["a comment alone", "untrusted comment: minisign public key\n"],
    ["other base64", "aGVsbG8=\n"],
    ["no base64", "untrusted comment: x\n<html>\n"],
  ] as const)
    test(`${name} is no key and no signature`, () => {
      assert.throws(() => readPublicKey(text), SignatureError);
      assert.throws(() => readSecretKey(text), SignatureError);
      assert.throws(() => verifyHash(hashOf(MESSAGE), text, publicKey), SignatureError);
    });

  test("a damaged secret key is refused", () => {
    const [comment, line = ""] = files.secretKey.split("\n");
    const bytes = Buffer.from(line, "base64");
    bytes[70] = bytes.readUInt8(70) ^ 1;
    assert.throws(() => readSecretKey(`${comment}\n${bytes.toString("base64")}\n`), /is damaged/u);
  });
});

const hasMinisign = spawnSync("minisign", ["-v"]).status === 0;

describe("beside minisign itself", { skip: hasMinisign ? false : "minisign is not installed" }, () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "minisign-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  const at = (name: string): string => path.join(folder, name);
  const minisign = (...args: string[]): string => execFileSync("minisign", args, { cwd: folder, encoding: "utf8" });

  test("minisign verifies what is signed here", () => {
    const files = buildKeyFiles();
    writeFileSync(at("ours.pub"), files.publicKey);
    writeFileSync(at("message"), MESSAGE);
    writeFileSync(at("message.minisig"), signHash(hashOf(MESSAGE), readSecretKey(files.secretKey), "sequence 7"));
    assert.match(minisign("-Vm", "message", "-p", "ours.pub"), /Trusted comment: sequence 7/u);
  });

  test("minisign signs with a key made here", () => {
    const files = buildKeyFiles();
    writeFileSync(at("ours.key"), files.secretKey);
    writeFileSync(at("message"), MESSAGE);
    minisign("-Sm", "message", "-s", "ours.key", "-W", "-t", "by minisign");
    const signature = readFileSync(at("message.minisig"), "utf8");
    assert.equal(verifyHash(hashOf(MESSAGE), signature, readPublicKey(files.publicKey)), "by minisign");
  });

  test("keys and signatures of minisign are read, the older format is refused", () => {
    minisign("-GW", "-p", "theirs.pub", "-s", "theirs.key");
    writeFileSync(at("message"), MESSAGE);
    minisign("-Sm", "message", "-s", "theirs.key", "-t", "theirs");
    const publicKey = readPublicKey(readFileSync(at("theirs.pub"), "utf8"));
    assert.equal(verifyHash(hashOf(MESSAGE), readFileSync(at("message.minisig"), "utf8"), publicKey), "theirs");
    const secretKey = readSecretKey(readFileSync(at("theirs.key"), "utf8"));
    assert.equal(secretKey.publicKey.text, publicKey.text);
    minisign("-Slm", "message", "-s", "theirs.key", "-t", "older");
    const older = readFileSync(at("message.minisig"), "utf8");
    assert.throws(() => verifyHash(hashOf(MESSAGE), older, publicKey), /the older format/u);
  });
});
