import { text } from "node:stream/consumers";
import { answerInProcess } from "../http/answer-in-process.ts";
import type { BuiltServer } from "../http/build-http-server.ts";
import type { ExportedRedirect } from "./exported-addresses.ts";
import type { ExportWriter } from "./export-writer.ts";
import { type HeaderRule, ruleOf } from "./header-rules.ts";
import { writeHtaccess } from "./htaccess.ts";
import { writeHeadersFile, writeRedirectsFile } from "./headers-file.ts";
import { writeNginxConf } from "./nginx-conf.ts";
import { type StaticLinks, makeStatic } from "./static-page.ts";

/** What hosts are told. */
export interface HostFacts {
  readonly rules: readonly HeaderRule[];
  readonly redirects: readonly ExportedRedirect[];
  readonly links: StaticLinks;
}

/** Writes the page for what is missing, and what hosts have to know of types and headers. */
export async function writeHostFiles(
  server: BuiltServer,
  folder: ExportWriter,
  { rules, redirects, links }: HostFacts,
): Promise<void> {
  const path = "/404.html";
  const { body, headers } = await answerInProcess(server, path, { accept: "text/html" });
  folder.store("404.html", Buffer.from(makeStatic(await text(body), links)));
  const missing = ruleOf(path, { path, value: null, file: "404.html" }, headers);
  const parts = { rules, redirects, missing, root: links.root, release: links.release };
  folder.store("nginx.conf", Buffer.from(writeNginxConf(parts)));
  folder.store("_headers", Buffer.from(writeHeadersFile(parts)));
  folder.store("_redirects", Buffer.from(writeRedirectsFile(parts)));
  folder.store(".htaccess", Buffer.from(writeHtaccess(parts)));
}
