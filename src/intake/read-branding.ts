import { findAccentFault } from "../branding/accent.ts";
import {
  type Branding,
  type Fault,
  findShapeFault,
  type Logo,
  LOGO_BYTES_MAX,
  type LogoExtension,
  type Size,
  TEXT_BYTES_MAX,
  type TextName,
} from "../branding/branding.ts";
import { readPng } from "../branding/png-logo.ts";
import { checkText } from "../branding/publisher-text.ts";
import { readSvg } from "../branding/svg-logo.ts";
import type { DatasetFile } from "./dataset-schema.ts";
import type { ProblemList } from "./problem-report.ts";
import { decodeText, readBytes } from "./read-description.ts";

const ADVICE = "See docs/guides/branding.md.";

interface Folder {
  readonly folder: string;
  readonly problems: ProblemList;
}

/**
 * Reads what a publisher makes of the site: the accent and the logos that `dataset.json` names, and
 * `about.md`, `privacy.md` and `terms.md`. Adds every problem; what has one is null in the result.
 */
export async function readBranding(
  described: DatasetFile["branding"],
  folder: string,
  problems: ProblemList,
): Promise<Branding> {
  const where = { folder, problems };
  const { accent, logo, logo_dark: dark } = described ?? {};
  return {
    accent: accent === undefined ? null : readAccent(accent, problems),
    logos: {
      light: logo === undefined ? null : await readLogo(where, logo),
      dark: dark === undefined ? null : await readLogo(where, dark),
    },
    texts: {
      about: await readText(where, "about"),
      privacy: await readText(where, "privacy"),
      terms: await readText(where, "terms"),
    },
  };
}

function readAccent(accent: string, problems: ProblemList): string {
  const fault = findAccentFault(accent);
  const file = "dataset.json";
  if (fault !== null) {
    const { found, expected } = fault;
    const place = "/branding/accent";
    problems.add({ kind: "illegible_accent", table: file, file, place, found, expected, advice: ADVICE });
  }
  return accent.toLowerCase();
}

async function readLogo({ folder, problems }: Folder, file: string): Promise<Logo | null> {
  const about = { folder, file, table: "logo", expected: "UTF-8", advice: ADVICE };
  const bytes = await readBytes(about, problems);
  if (bytes === null) return null;
  const refuse = (...faults: readonly Fault[]): null => addFaults("unusable_logo", about, faults, problems);
  if (bytes === undefined) return refuse({ line: null, found: "no such file", expected: "a file of this name" });
  if (bytes.length > LOGO_BYTES_MAX) return refuse(tooLong(bytes.length, LOGO_BYTES_MAX));
  const extension: LogoExtension = file.endsWith(".svg") ? "svg" : "png";
  let read: readonly Fault[] | Fault | Size;
  if (extension === "png") read = readPng(bytes);
  else {
    const text = decodeText(bytes, about, problems);
    if (text === null) return null;
    read = await readSvg(text);
  }
  if (!("width" in read)) return "found" in read ? refuse(read) : refuse(...read);
  const shape = findShapeFault(read);
  return shape === null ? { extension, bytes, width: read.width, height: read.height } : refuse(shape);
}

/** Reads a text; returns null also where there is no such file. */
async function readText({ folder, problems }: Folder, name: TextName): Promise<string | null> {
  const file = `${name}.md`;
  const about = { folder, file, table: file, expected: "UTF-8", advice: ADVICE };
  const refuse = (...faults: readonly Fault[]): null => addFaults("unusable_text", about, faults, problems);
  const bytes = await readBytes(about, problems);
  const text = bytes === null || bytes === undefined ? null : decodeText(bytes, about, problems);
  if (text === null) return null;
  if (text.trim() === "") refuse({ line: null, found: "an empty file", expected: "a text, or no such file" });
  if (Buffer.byteLength(text) > TEXT_BYTES_MAX) return refuse(tooLong(Buffer.byteLength(text), TEXT_BYTES_MAX));
  const { faults, htmlLines, imageLines } = await checkText(text);
  refuse(...faults);
  if (htmlLines.length > 0)
    problems.notice(`${file} has HTML in line ${htmlLines.join(", ")}: it is shown as it is written`);
  if (imageLines.length > 0)
    problems.notice(`${file} has an image in line ${imageLines.join(", ")}: its description is shown instead`);
  return text;
}

function addFaults(
  kind: string,
  { table, file }: { readonly table: string; readonly file: string },
  faults: readonly Fault[],
  problems: ProblemList,
): null {
  for (const { line, found, expected } of faults) {
    const place = line === null ? "" : `line ${line}`;
    problems.add({ kind, table, file, line, place, found, expected, advice: ADVICE });
  }
  return null;
}

function tooLong(bytes: number, bytesMax: number): Fault {
  return { line: null, found: `${bytes} bytes`, expected: `at most ${bytesMax} bytes` };
}
