import { buffer, text } from "node:stream/consumers";
import { type InProcessResponse, answerInProcess, headerOf } from "../http/answer-in-process.ts";
import type { BuiltServer } from "../http/build-http-server.ts";
import { ExportWriter, type StoredFiles } from "./export-writer.ts";
import { type ExportedRoute, buildHas, pathAt } from "./exported-addresses.ts";
import { filePathOf } from "./file-path.ts";
import { HeaderRules, type NotedRules } from "./header-rules.ts";
import { makeDocumentStatic } from "./static-document.ts";
import { splitList } from "./static-list.ts";
import type { StaticLinks } from "./static-links.ts";

/** An export that several threads write together. It can be copied from one to the other. */
export interface ExportTask {
  readonly folder: string;
  readonly baseUrl: string;
  /** The id of the release that is exported. */
  readonly release: string;
  readonly routes: readonly ExportedRoute[];
  /** Paths that no route answers, but that pages may refer to. */
  readonly besides: readonly string[];
  readonly rules: NotedRules;
  /** Streamed files of the last run. */
  readonly madeBefore: ReadonlyMap<string, MadeFile>;
  /** One number in shared memory: the count of addresses that were taken. */
  readonly taken: Int32Array;
}

/** A streamed file, which is made while it is sent, such as a workbook. */
export interface MadeFile {
  /** The ETag stands for the rows that it was made of. */
  readonly etag: string;
  readonly sha256: string;
}

/** The result of one thread. */
export interface ExportShare extends StoredFiles {
  readonly rules: NotedRules;
  readonly made: ReadonlyMap<string, MadeFile>;
}

/** The number of addresses asked at a time, so that one is written while another is made. */
const AT_A_TIME = 8;

/** Bodies up to this size are held in memory. */
const HELD_BYTES_MAX = 4 * 1024 * 1024;

/** Dependencies of exporting one address after the other. */
interface Run {
  readonly server: BuiltServer;
  readonly task: ExportTask;
  readonly writer: ExportWriter;
  readonly rules: HeaderRules;
  readonly links: StaticLinks;
  readonly made: Map<string, MadeFile>;
}

/** Writes addresses that no other thread has taken, until there are none, as the thread `name`. */
export async function writeAddresses(
  server: BuiltServer,
  task: ExportTask,
  name: string,
  onProgress: (done: number) => void,
): Promise<ExportShare> {
  const { folder } = task;
  const writer = new ExportWriter(folder, name);
  const rules = new HeaderRules(task.rules);
  const run: Run = { server, task, writer, rules, links: staticLinksOf(task), made: new Map() };
  const jobs = takeJobs(task);
  const work = async (): Promise<void> => {
    for (const { number, route, path, value } of jobs) {
      await writeAddress(run, route, { path, value });
      onProgress(number);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    const { sums, counts } = writer;
    return { sums, counts, rules: rules.noted(), made: run.made };
  } finally {
    // The other threads stop where this one failed.
    Atomics.store(task.taken, 0, 0x7fffffff);
    writer.close();
  }
}

/** Returns the paths that pages may refer to. */
export function staticLinksOf({ baseUrl, release, routes, besides }: ExportTask): StaticLinks {
  const isRoute = buildHas(routes);
  const root = new URL(baseUrl).pathname.replace(/\/$/u, "");
  return { baseUrl, root, release, has: (path) => isRoute(path) || besides.includes(path) };
}

interface Job {
  readonly number: number;
  readonly route: ExportedRoute;
  readonly path: string;
  readonly value: string | null;
}

/**
 * Walks all addresses, and takes those whose number is this thread's. Those of one company follow
 * each other, because it is read once for all of them.
 */
function* takeJobs({ routes, taken }: ExportTask): Generator<Job> {
  let number = 0;
  let next = Atomics.add(taken, 0, 1);
  for (const [values, alike] of Map.groupBy(routes, (route) => route.values))
    for (const value of values ?? [null])
      for (const route of alike) {
        if (number++ !== next) continue;
        yield { number, route, path: pathAt(route, value), value };
        next = Atomics.add(taken, 0, 1);
      }
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
  const before = run.task.madeBefore.get(path.slice(1));
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
