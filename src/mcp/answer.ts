import type { MetaJson } from "../ask/components.ts";
import { counted } from "../ask/grammar.ts";
import { marked, markSentences } from "../ask/mark.ts";
import type { Caution } from "./cautions.ts";
import { shorten } from "./shorten.ts";
import type { AnswerLinks, Finding } from "./tool.ts";
import { API, urlTo } from "../ask/urls.ts";

/** Maximum size of an answer, in bytes of its JSON in UTF-8: a model reads all of it. */
export const ANSWER_BYTES_MAX = 8192;

/** A notice is repeated up to this length; `describe_dataset` has it whole. */
const NOTICE_CHARACTERS_MAX = 160;

/** The members of every answer, around those of the tool. Empty ones are left out. */
export const FRAME = {
  summary: "The answer in words, made from the figures. It may be quoted as it is.",
  release: "Id of the release that all figures are from: name it with them.",
  must_say: "Sentences to pass on with the answer. Text between “ and ” is a quotation.",
  must_not: "For you, not for readers: what not to write or do.",
  links: "Where `links` was true: the same in the API, on a page for people, and all countries as CSV.",
  go_on: "What is left out, and how to get it.",
} as const;

/** An answer: the frame, and the members of the tool. */
export interface ToolAnswer {
  readonly summary: string;
  readonly release: string;
  readonly must_say?: readonly string[];
  readonly must_not?: readonly string[];
  readonly links?: AnswerLinks & { readonly csv: string };
  readonly go_on?: string;
  readonly [member: string]: unknown;
}

/** An answer and its one serialisation. */
export interface WrittenAnswer {
  readonly answer: ToolAnswer;
  readonly text: string;
}

/** The service that answers, and whether the caller wants URLs. */
export interface AnswerFrame {
  readonly baseUrl: string;
  readonly hasLinks: boolean;
  /** The service has pictures to share. */
  readonly hasPictures: boolean;
}

/** Puts a finding into the frame of all answers, short enough for a model. */
export function writeAnswer(finding: Finding, to: AnswerFrame): WrittenAnswer {
  const answer = frame(finding, to, finding.content, []);
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) <= ANSWER_BYTES_MAX) return { answer, text };
  const shorter = shortenLists(finding, to);
  return { answer: shorter, text: JSON.stringify(shorter) };
}

/** Returns the answer with as much of its lists as fits. */
function shortenLists(finding: Finding, to: AnswerFrame): ToolAnswer {
  let { content } = finding;
  const cut: string[] = [];
  const { cuttable, page } = finding;
  for (const name of [...Object.keys(cuttable), ...(page === undefined ? [] : [page.list])]) {
    const path = name.split(".");
    const list = path.reduce<unknown>((part, key) => (part instanceof Object ? Reflect.get(part, key) : null), content);
    if (!Array.isArray(list)) continue;
    const items: unknown[] = [...list];
    if (name !== page?.list) cut.push(name);
    // The sentences about the cut are part of the answer, too.
    let bytes = bytesOf(frame(finding, to, content, cut));
    while (items.length > 0 && bytes > ANSWER_BYTES_MAX) bytes -= bytesOf(items.pop()) + 1;
    content = { ...content, ...replaceAt(content, path, items) };
    if (bytes <= ANSWER_BYTES_MAX) break;
  }
  return frame(finding, to, content, cut);
}

/** Copies a part of an answer with another value at a path of members and indexes. */
function replaceAt(part: object, [key = "", ...rest]: readonly string[], other: unknown): object {
  const inner: unknown = Reflect.get(part, key);
  const own = rest.length > 0 && inner instanceof Object ? replaceAt(inner, rest, other) : other;
  return Array.isArray(part) ? part.with(Number(key), own) : { ...part, [key]: own };
}

function frame(
  { meta, summary, cautions, links, cuttable, leftOut = [], page }: Finding,
  { baseUrl, hasLinks, hasPictures }: AnswerFrame,
  content: Readonly<Record<string, unknown>>,
  cut: readonly string[],
): ToolAnswer {
  const { picture, ...own } = links;
  const linked = picture === undefined || !hasPictures ? own : { ...own, picture: baseUrl + picture };
  const missing = new Set(cut.map((name) => `\`${name.split(".").at(-1)}\` is cut short: ${cuttable[name] ?? ""}`));
  const pages = page === undefined ? [] : pageInWords(page.list, page.next);
  const rest = [...missing, ...leftOut, ...pages];
  const all = [...cautions, ...notesOf(meta)];
  const say = all.flatMap((caution) => caution.say ?? []);
  const not = all.flatMap((caution) => caution.not ?? []);
  return {
    summary: marked(summary, meta.mark),
    release: meta.release,
    ...(say.length === 0 ? {} : { must_say: say }),
    ...(not.length === 0 ? {} : { must_not: not }),
    ...markSentences(content, meta.mark),
    ...(hasLinks ? { links: { ...linked, csv: baseUrl + urlTo(API.countryData, { release: meta.release }) } } : {}),
    ...(rest.length === 0 ? {} : { go_on: rest.join(" ") }),
  };
}

function pageInWords(list: string, next: string | null): string[] {
  const cursor = next === null ? null : new URL(next).searchParams.get("cursor");
  if (cursor === null) return [];
  return [`\`${list}\` goes on: call again with the same arguments and \`cursor\` ${JSON.stringify(cursor)}.`];
}

/**
 * Shortens the notice and errata of the publisher: `describe_dataset` has all of them. The notice
 * is left out where sentences have its mark.
 */
function notesOf({ notice, mark, is_draft, errata }: MetaJson): Caution[] {
  return [
    ...(is_draft ? [{ say: "The release is a draft: it is not published.", not: "Do not cite it." }] : []),
    ...(notice === null || mark !== null
      ? []
      : [{ say: `The publisher notes: “${shorten(notice, NOTICE_CHARACTERS_MAX)}”` }]),
    ...(errata.length === 0
      ? []
      : [
          {
            say: `The publisher has added ${counted(errata.length, "correction", "corrections")} to this release; \`describe_dataset\` quotes them.`,
          },
        ]),
  ];
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
