import { isSentence } from "./type.ts";

/*
 * A dataset may have a mark, such as `Fictional`, that its sentences begin with wherever they leave
 * the page that shows the notice: answers of the API and of tools, link previews, embeds, feeds and
 * webhooks. Sentences are made without it, and each of these doors adds it once.
 */

/** The member with a code for every null, under the name of the member that is null. */
const CODES = "reasons";

/** A sentence, or several, with the mark in front: `Fictional: Italy is rated Low.` */
export function marked(text: string, mark: string | null): string {
  return mark === null || text === "" || text.startsWith(`${mark}: `) ? text : `${mark}: ${text}`;
}

/**
 * An answer as it leaves the service, with the mark that its `meta` names in front of every
 * sentence. A body without sentences is returned as it is.
 */
export function withMarks(body: object): object {
  const meta: unknown = "meta" in body ? body.meta : null;
  const isMarked = typeof meta === "object" && meta !== null && "mark" in meta && typeof meta.mark === "string";
  return isMarked ? markSentences(body, String(meta.mark)) : body;
}

/** Puts the mark in front of every sentence in a part of an answer. */
export function markSentences(part: object, mark: string | null): object {
  if (mark === null) return part;
  const members: Record<string, unknown> = { ...part };
  let isChanged = false;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (name === CODES) continue;
    const own = isSentence(name) ? markSentence(member, mark) : markWithin(member, mark);
    if (own === member) continue;
    members[name] = own;
    isChanged = true;
  }
  return isChanged ? members : part;
}

function markSentence(member: unknown, mark: string): unknown {
  if (typeof member === "string") return marked(member, mark);
  return Array.isArray(member) ? member.map((each) => markSentence(each, mark)) : member;
}

function markWithin(value: unknown, mark: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) return markSentences(value, mark);
  if (typeof value[0] !== "object") return value;
  const own = value.map((each) => markWithin(each, mark));
  return own.some((each, index) => each !== value[index]) ? own : value;
}
