import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** The demonstration data as files. */
export interface ExportedDemo {
  readonly cli: TestCli;
  readonly folder: string;
  readonly baseUrl: string;
  /** The files in it, as `SHA256SUMS` names them. */
  readonly files: readonly string[];
}

export async function exportDemo(baseUrl: string): Promise<ExportedDemo> {
  const cli = await openDemonstration({ BASE_URL: baseUrl });
  const folder = path.join(newTemporaryFolder(), "export");
  const exported = await cli.run("export", folder);
  assert.equal(exported.status, 0, exported.said);
  return { cli, folder, baseUrl, files: listFiles(folder) };
}

/** The files of an export, as its list names them. */
export function listFiles(folder: string): string[] {
  const lines = readFileSync(path.join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  return lines.map((line) => line.slice(66));
}

/** The address of a file, which tells nothing of its type. */
export function addressOf(file: string): string {
  if (file === "index.html") return "/";
  const isPage = file.endsWith(".html");
  // These have their extension in their address.
  const isNamed = /(?:metadata|openapi|postman-collection|datapackage|csl|v1-to-v2)\.json$|^feeds\//u.test(file);
  return `/${isPage ? file.slice(0, -5) : file.endsWith(".json") && !isNamed ? file.slice(0, -5) : file}`;
}
