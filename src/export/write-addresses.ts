import { buffer, text } from "node:stream/consumers";
import { type InProcessResponse, answerInProcess, headerOf } from "../http/answer-in-process.ts";
import type { BuiltServer } from "../http/build-http-server.ts";
import type { ExportWriter } from "./export-writer.ts";
import { type ExportedRoute, pathAt } from "./exported-addresses.ts";
import { filePathOf } from "./file-path.ts";
import type { HeaderRules } from "./header-rules.ts";
import { makeDocumentStatic } from "./static-document.ts";
import { splitList } from "./static-list.ts";
import type { StaticLinks } from "./static-links.ts";

/** A streamed file, which is made while it is sent, such as a workbook. */
export interface MadeFile {
  /** The ETag stands for the rows that it was made of. */
  readonly etag: string;
  readonly sha256: string;
}

/** The number of addresses asked at a time, so that one is written while another is made. */
const AT_A_TIME = 8;

/** Bodies up to this size are held in memory. */
const HELD_BYTES_MAX = 4 * 1024 * 1024;

/** Dependencies of exporting one address after the other. */
interface Run {
  readonly server: BuiltServer;
  readonly writer: ExportWriter;
  readonly rules: HeaderRules;
  readonly links: StaticLinks;
  /** Streamed files of the last run. */
  readonly madeBefore: ReadonlyMap<string, MadeFile>;
  /** Streamed files of this run, which are added. */
  readonly made: Map<string, MadeFile>;
}

/** Writes the files of all addresses of the routes. */
export async function writeAddresses(
  run: Run,
  routes: readonly ExportedRoute[],
  onProgress: (done: number) => void,
): Promise<void> {
  const jobs = listJobs(routes);
  let done = 0;
  const work = async (): Promise<void> => {
    for (const { route, path, value } of jobs) {
      await writeAddress(run, route, { path, value });
      onProgress((done += 1));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

interface Job {
  readonly route: ExportedRoute;
  readonly path: string;
  readonly value: string | null;
}

/** Lists all addresses; those of one company follow each other, because it is read once for all. */
function* listJobs(routes: readonly ExportedRoute[]): Generator<Job> {
  for (const [values, alike] of Map.groupBy(routes, (route) => route.values))
    for (const value of values ?? [null]) for (const route of alike) yield { route, path: pathAt(route, value), value };
}

async function writeAddress(
  run: Run,
  route: ExportedRoute,
  { path, value }: { path: string; value: string | null },
): Promise<void> {
  const { server, writer, rules, links } = run;
  const accept = route.accept === undefined ? {} : { accept: route.accept };
  if (await keepMade(run, route, path)) return;
  const response = await answerInProcess(server, route.asked ?? path, accept);
  const { status, headers, body } = response;
  if (status !== 200) {
    const answer = await text(body);
    // Not every value of a route has the answer that the first one has.
    if (status === 404) return;
    throw new Error(`${path} answers ${status}: ${answer}`);
  }
  const contentType = headerOf(response, "Content-Type") ?? "";
  const file = filePathOf(path, contentType);
  rules.note(route.template, { path, value, file }, headers);
  const length = headerOf(response, "Content-Length");
  if (length === null) return await writeMade(run, file, response);
  const bytes = Number(length);
  if (bytes > HELD_BYTES_MAX) return await writer.storeStream(file, body);
  const content = await readWhole(body, bytes);
  const isList = value === null && path.startsWith("/api/") && contentType.startsWith("application/json");
  if (!isList) return writer.store(file, makeDocumentStatic({ path, contentType, content }, links));
  for await (const part of splitList(server, path, content.toString())) {
    const partFile = filePathOf(part.path, contentType);
    if (part.template !== path)
      rules.note(part.template, { path: part.path, value: part.page, file: partFile }, headers);
    const own = { path: part.path, contentType, content: Buffer.from(part.text) };
    writer.store(partFile, makeDocumentStatic(own, links));
  }
}

async function writeMade({ writer, made }: Run, file: string, response: InProcessResponse): Promise<void> {
  await writer.storeStream(file, response.body);
  made.set(file, { etag: headerOf(response, "ETag") ?? "", sha256: writer.sums.get(file) ?? "" });
}

/**
 * Leaves a streamed file as it is where the last run made it of the same rows: a workbook has other
 * bytes each time. Returns false where it has to be made.
 */
async function keepMade(run: Run, { template, asked }: ExportedRoute, path: string): Promise<boolean> {
  const before = run.madeBefore.get(path.slice(1));
  if (before === undefined) return false;
  const head = await answerInProcess(run.server, asked ?? path, { method: "HEAD" });
  await buffer(head.body);
  const { headers } = head;
  if (headerOf(head, "ETag") !== before.etag || !(await run.writer.keep(path.slice(1), before.sha256))) return false;
  run.rules.note(template, { path, value: null, file: path.slice(1) }, headers);
  run.made.set(path.slice(1), before);
  return true;
}

async function readWhole(body: InProcessResponse["body"], bytes: number): Promise<Buffer> {
  const content = await buffer(body);
  if (content.length !== bytes) throw new Error(`an answer has ${content.length} of ${bytes} bytes`);
  return content;
}
