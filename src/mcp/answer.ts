import type { MetaJson } from "../ask/components.ts";
import { counted, countInWords } from "../ask/grammar.ts";
import { marked, markSentences } from "../ask/mark.ts";
import { type Caution, nameSome } from "./cautions.ts";
import { shorten } from "./shorten.ts";
import type { AnswerLinks, Asking, Finding } from "./tool.ts";
import { API, urlTo } from "../ask/urls.ts";

/** Maximum size of an answer, in bytes of its JSON in UTF-8: a model reads all of it. */
export const ANSWER_BYTES_MAX = 8192;

/** A notice is repeated up to this length; `describe_dataset` has it whole. */
const NOTICE_CHARACTERS_MAX = 160;

/** An answer: the frame, of which empty members are left out, and the members of the tool. */
export interface ToolAnswer {
  readonly summary: string;
  readonly release: string;
  readonly must_say?: readonly string[];
  readonly must_not?: readonly string[];
  readonly links?: AnswerLinks & { readonly csv: string };
  readonly go_on?: string;
  readonly [member: string]: unknown;
}

/** What of a call decides how its answer is written. */
export interface AnswerFrame extends Pick<Asking, "baseUrl" | "hasLinks"> {
  /** The service has pictures to share. */
  readonly hasPictures: boolean;
}

/** Puts a finding into the frame of all answers, short enough for a model. */
export function writeAnswer(finding: Finding, to: AnswerFrame): ToolAnswer {
  const answer: ToolAnswer = JSON.parse(writeJson(shortenLists(finding, to)));
  return answer;
}

/** Writes JSON without tag characters (U+E0000 to U+E007F): people cannot see them, models can. */
export function writeJson(value: object): string {
  return JSON.stringify(value).replaceAll(/[\u{E0000}-\u{E007F}]/gu, "");
}

/** Returns the answer with as much of its lists as fits; one item of each always does. */
function shortenLists(finding: Finding, to: AnswerFrame): ToolAnswer {
  let { content } = finding;
  const cut: string[] = [];
  const { cuttable, page } = finding;
  for (const name of [...(page === undefined ? [] : [page.list]), ...Object.keys(cuttable)]) {
    const bytes = bytesOf(frame(finding, to, content, cut));
    if (bytes <= ANSWER_BYTES_MAX) break;
    const path = name.split(".");
    const list = path.reduce<unknown>((part, key) => (part instanceof Object ? Reflect.get(part, key) : null), content);
    if (!Array.isArray(list)) continue;
    let kept = list.length;
    // The sentence about the cut is a part of the answer. The next page has what is cut from one.
    const lack = () => (name === page?.list ? "" : lackInWords(name, list.slice(kept), cuttable[name]));
    for (let gone = 0; kept > 1 && bytes - gone + bytesOf(lack()) > ANSWER_BYTES_MAX; gone += bytesOf(list[kept]) + 1)
      kept -= 1;
    if (kept < list.length && name !== page?.list) cut.push(lack());
    content = { ...content, ...replaceAt(content, path, list.slice(0, kept)) };
  }
  return frame(finding, to, content, cut);
}

/** Says what a list lacks: by name, where its entries have names. */
function lackInWords(name: string, lacking: readonly unknown[], where = ""): string {
  const names = lacking.flatMap((each) => (each instanceof Object && "name" in each ? String(each.name) : []));
  const lack = names.length === 0 ? countInWords(lacking.length) : nameSome(names, "and");
  return `\`${name.split(".").at(-1)}\` is cut short, without ${lack}: ${where}`;
}

/** Copies a part of an answer with another value at a path of members and indexes. */
function replaceAt(part: object, [key = "", ...rest]: readonly string[], other: unknown): object {
  const inner: unknown = Reflect.get(part, key);
  const own = rest.length > 0 && inner instanceof Object ? replaceAt(inner, rest, other) : other;
  return Array.isArray(part) ? part.with(Number(key), own) : { ...part, [key]: own };
}

function frame(
  { meta, summary, cautions, links, leftOut = [], page }: Finding,
  { baseUrl, hasLinks, hasPictures }: AnswerFrame,
  content: Readonly<Record<string, unknown>>,
  cut: readonly string[],
): ToolAnswer {
  const { picture, ...own } = links;
  const linked = picture === undefined || !hasPictures ? own : { ...own, picture: baseUrl + picture };
  const cursor = page?.next == null ? null : new URL(page.next).searchParams.get("cursor");
  const goesOn = `\`${page?.list}\` goes on: call again with the same arguments and \`cursor\` ${JSON.stringify(cursor)}.`;
  const rest = [...cut, ...leftOut, ...(cursor === null ? [] : [goesOn])];
  const all = [...cautions, ...notesOf(meta)];
  const say = all.flatMap((each) => (each.say === undefined ? [] : marked(each.say, each.isQuoted ? null : meta.mark)));
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

/**
 * Shortens the notice and errata of the publisher: `describe_dataset` has all of them. The notice
 * is left out where sentences have its mark.
 */
function notesOf({ notice, mark, is_draft, errata }: MetaJson): Caution[] {
  return [
    ...(is_draft ? [{ say: "The release is a draft: it is not published.", not: "Do not cite it." }] : []),
    ...(notice === null || mark !== null
      ? []
      : [{ say: `The publisher notes: “${shorten(notice, NOTICE_CHARACTERS_MAX)}”`, isQuoted: true as const }]),
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
