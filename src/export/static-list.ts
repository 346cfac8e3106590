import { text as readText } from "node:stream/consumers";
import { answerInProcess } from "../http/answer-in-process.ts";
import type { BuiltServer } from "../http/build-http-server.ts";

/** The first page of a list, or one of those that follow it. */
export interface ListPart {
  readonly path: string;
  /** The path with a placeholder for the number of the page; of the first page, the path itself. */
  readonly template: string;
  readonly page: string | null;
  readonly text: string;
}

/** The number of items of each page after the first: the most that a service gives at a time. */
const ITEMS = "1000";

/**
 * Yields the pages of a list from its first answer on. A static host reads no cursor, so `next`
 * names a path for each following page: `/api/v2/companies/pages/2`. All else is as the service
 * answers. An answer that is no list is its only part.
 */
export async function* splitList(server: BuiltServer, path: string, answer: string): AsyncGenerator<ListPart> {
  let text = answer;
  const template = `${path}/pages/{page}`;
  for (let page = 1; ; page += 1) {
    const at = page === 1 ? { path, template: path, page: null } : placeOf(template, page);
    const next = nextOf(text);
    if (next === null) return yield { ...at, text };
    const list: object = JSON.parse(text);
    yield { ...at, text: JSON.stringify({ ...list, next: server.site.baseUrl + placeOf(template, page + 1).path }) };
    text = await askNext(server, next);
  }
}

function placeOf(template: string, page: number): Pick<ListPart, "path" | "template" | "page"> {
  return { path: template.replace("{page}", String(page)), template, page: String(page) };
}

/** Returns the member `next` of a list; null for its last page, and for an answer that is none. */
function nextOf(text: string): string | null {
  if (!text.includes('"next":"')) return null;
  const { next }: { readonly next?: unknown } = JSON.parse(text);
  return typeof next === "string" ? next : null;
}

async function askNext(server: BuiltServer, next: string): Promise<string> {
  const url = new URL(next);
  url.searchParams.set("limit", ITEMS);
  const { status, body } = await answerInProcess(
    server,
    next.slice(server.site.baseUrl.length).split("?", 1)[0]! + url.search,
  );
  const text = await readText(body);
  if (status !== 200) throw new Error(`${next} answers ${status}: ${text}`);
  return text;
}
