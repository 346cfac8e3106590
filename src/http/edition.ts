import { createHash, hash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Site } from "../contract/sources.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The borders say their own checksum and that of their policy in their first bytes. */
const BORDERS = "data/borders/borders.bin";
const BORDERS_HEAD_BYTES = 64;

/** Characters of an edition: 96 bits. */
const EDITION_CHARACTERS = 16;

let ofProgram: string | undefined;
let last = { baseUrl: "", edition: "" };

/**
 * What answers depend on besides their release and their address: the program, down to its modules, its packages and its borders, and where
 * it is found. The same on every node that runs the same program for the same public address.
 */
export function editionOf({ baseUrl }: Pick<Site, "baseUrl">): string {
  if (last.baseUrl !== baseUrl || last.edition === "") {
    ofProgram ??= digestProgram();
    const edition = hash("sha256", `${ofProgram} ${baseUrl}`, "base64url").slice(0, EDITION_CHARACTERS);
    last = { baseUrl, edition };
  }
  return last.edition;
}

/** Takes about ten milliseconds. */
function digestProgram(): string {
  const digest = createHash("sha256");
  const modules = readdirSync(`${ROOT}src`, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  for (const name of modules.toSorted()) digest.update(readFileSync(`${ROOT}src/${name}`));
  digest.update(readFileSync(`${ROOT}package-lock.json`));
  digest.update(readHead(ROOT + BORDERS, BORDERS_HEAD_BYTES));
  return digest.digest("base64url");
}

function readHead(file: string, bytes: number): Buffer {
  const head = Buffer.alloc(bytes);
  const handle = openSync(file, "r");
  try {
    readSync(handle, head, 0, bytes, 0);
  } finally {
    closeSync(handle);
  }
  return head;
}
