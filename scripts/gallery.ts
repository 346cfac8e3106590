import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type Page, chromium } from "playwright-core";
import { comparePictures, type Difference } from "./gallery/compare-pictures.ts";
import { GALLERY_PAGES, type GalleryPage, type Subjects, chooseSubjects } from "./gallery/pages.ts";
import { GALLERY_DATASETS, type GalleryDataset, findDataset, namesOf } from "./gallery/datasets.ts";
import { type TemporaryData, overDataFolder } from "./over-data-folder.ts";

/**
 * Publishes datasets, takes a picture of every kind of page of each, and lays them side by side in
 * one HTML page, for people who change what pages look like.
 */

const USAGE = `npm run gallery -- all
npm run gallery -- <dataset> …

A dataset is a folder, <folder>=<folder of its files>, or one of
${GALLERY_DATASETS.map(({ name }) => `  ${name}\n`).join("")}
  --out <folder>      Where the pictures and index.html go; by default gallery/
  --pages <names>     Only these, such as start,company; the names are those of the pictures
  --widths <pixels>   By default 375,768,1440
  --looks <looks>     By default light,dark; print is the third one
  --unfold            With everything open that can be folded
  --compare <folder>  Of an earlier gallery: counts the pixels that differ
  --run <program>     Runs it for each dataset, with the origin and the paths of the pages, instead
                      of taking pictures; .ci/lighthouse/run is one
`;

/** The same clock each time: pages with dates look the same. */
const NOW = new Date("2026-11-20T10:00:00Z");
const HALF_A_YEAR_BEFORE = new Date("2026-05-20T10:00:00Z");

/** What is below is not in the picture: browsers cannot paint a page of any height. */
const HEIGHT_MAX = 12_000;

const LOOKS = ["light", "dark", "print"] as const;
type Look = (typeof LOOKS)[number];

interface Options {
  readonly out: string;
  readonly pages: readonly GalleryPage[];
  readonly widths: readonly number[];
  readonly looks: readonly Look[];
  readonly unfold: boolean;
  readonly compare: string | null;
  readonly run: string | null;
}

interface Picture {
  readonly dataset: string;
  readonly page: string;
  readonly width: number;
  readonly look: Look;
  /** Within the folder of the gallery. */
  readonly file: string;
  readonly difference: Difference | null;
}

/** Publishes the editions of a dataset, the last one half a year after the first. */
async function takePictures(browser: Browser, { name, prepare }: GalleryDataset, options: Options) {
  let clock = NOW;
  return overDataFolder(
    // Addresses on pages do not tell the port.
    { LOG_LEVEL: "error", BASE_URL: "http://localhost:8080" },
    () => clock,
    async (data) => {
      const editions = await prepare(path.join(data.folder, "dataset"), data.run);
      for (const [index, words] of editions.entries()) {
        clock = index === editions.length - 1 ? NOW : HALF_A_YEAR_BEFORE;
        await data.run("publish", ...words);
      }
      return photograph(browser, name, data, options);
    },
  );
}

async function photograph(
  browser: Browser,
  dataset: string,
  { run, serve }: TemporaryData,
  options: Options,
): Promise<readonly Picture[]> {
  const key = await run("key", "create", "--email", "gallery@example.org", "--use-case", "pictures");
  const origin = `http://127.0.0.1:${(await serve()).port}`;
  const subjects = await chooseSubjects(origin, key);
  if (options.run !== null) {
    const paths = options.pages.flatMap(({ path: pathOf }) => pathOf(subjects) ?? []);
    await runProgram(options.run, dataset, [origin, ...paths]);
    return [];
  }
  const pictures: Picture[] = [];
  mkdirSync(path.join(options.out, dataset), { recursive: true });
  for (const width of options.widths)
    for (const look of options.looks) {
      const colorScheme = look === "dark" ? "dark" : "light";
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      // A busy machine may need long.
      page.setDefaultTimeout(120_000);
      if (look === "print") await page.emulateMedia({ media: "print" });
      for (const kind of options.pages) {
        const file = `${dataset}/${kind.name}-${width}-${look}.png`;
        if (!(await takePicture(page, origin, kind, subjects, path.join(options.out, file), options.unfold))) continue;
        const difference = options.compare === null ? null : await compare(page, options, file);
        pictures.push({ dataset, page: kind.name, width, look, file, difference });
      }
      await context.close();
      process.stderr.write(`${dataset}: ${width} pixels, ${look}\n`);
    }
  return pictures;
}

async function runProgram(program: string, dataset: string, words: readonly string[]): Promise<void> {
  process.stderr.write(`${dataset}: ${program}\n`);
  const [code] = (await once(spawn(program, words, { stdio: "inherit" }), "exit")) as [number | null];
  if (code !== 0) process.exitCode = 1;
}

/** False where the dataset has no such page. */
async function takePicture(
  page: Page,
  origin: string,
  kind: GalleryPage,
  subjects: Subjects,
  file: string,
  unfold: boolean,
): Promise<boolean> {
  const target = kind.path(subjects);
  if (target === null) return false;
  await page.goto(origin + target, { waitUntil: "load" });
  await kind.act?.(page, subjects);
  if (unfold) await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
  const mask = kind.cover === undefined ? [] : [page.locator(kind.cover)];
  const high = (await page.evaluate("document.documentElement.scrollHeight")) as number;
  const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: Math.min(high, HEIGHT_MAX) };
  await page.screenshot({ path: file, fullPage: true, clip, animations: "disabled", mask });
  return true;
}

/** What differs from the earlier picture is drawn beside the new one. */
async function compare(page: Page, { out, compare: earlier }: Options, file: string): Promise<Difference | null> {
  await page.goto("about:blank");
  const difference = await comparePictures(page, path.join(earlier ?? "", file), path.join(out, file));
  if (difference !== null) writeFileSync(path.join(out, differenceOf(file)), difference.picture);
  return difference;
}

function differenceOf(file: string): string {
  return file.replace(/\.png$/u, "-differs.png");
}

function writeIndex(pictures: readonly Picture[], { out }: Options): void {
  const rows = Map.groupBy(pictures, ({ dataset, page }) => `${dataset}: ${page}`);
  const sections = [...rows].map(
    ([name, row]) => `<h2>${name}</h2>\n<div>${row.map((picture) => drawFigure(picture)).join("\n")}</div>\n`,
  );
  writeFileSync(
    path.join(out, "index.html"),
    `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>body{font:16px sans-serif}div{display:flex;gap:1rem;align-items:start;overflow-x:auto}figure{flex:none;margin:0}img{max-width:40rem;border:1px solid gray}</style>
${sections.join("")}</html>
`,
  );
}

function drawFigure({ width, look, file, difference }: Picture): string {
  const [says, other] =
    difference === null
      ? ["", ""]
      : [`, ${tellDifference(difference)}`, `<img loading="lazy" alt="" src="${differenceOf(file)}">`];
  return `<figure><figcaption>${width} pixels, ${look}${says}</figcaption><img loading="lazy" alt="" src="${file}">${other}</figure>`;
}

function tellDifference({ pixels, top, bottom }: Difference): string {
  return `${pixels} pixels differ, rows ${top} to ${bottom}`;
}

function readOptions(): { readonly datasets: readonly string[]; readonly options: Options } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: "string", default: "gallery" },
      pages: { type: "string" },
      widths: { type: "string", default: "375,768,1440" },
      looks: { type: "string", default: "light,dark" },
      unfold: { type: "boolean", default: false },
      compare: { type: "string" },
      run: { type: "string" },
    },
  });
  const names = values.pages?.split(",");
  const unknown = names?.find((name) => !GALLERY_PAGES.some((page) => page.name === name));
  if (unknown !== undefined)
    throw new Error(`no page ${unknown}; there are ${GALLERY_PAGES.map(({ name }) => name).join(", ")}`);
  const looks = values.looks.split(",");
  const options = {
    ...values,
    pages: GALLERY_PAGES.filter(({ name }) => names?.includes(name) ?? true),
    widths: values.widths.split(",").map(Number),
    looks: LOOKS.filter((look) => looks.includes(look)),
    compare: values.compare ?? null,
    run: values.run ?? null,
  };
  return { datasets: positionals, options };
}

const { datasets, options } = readOptions();
if (datasets.length === 0) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const chosen = datasets.includes("all") ? GALLERY_DATASETS : datasets.map(findDataset);
  const [here, missing] = [true, false].map((is) =>
    chosen.filter(({ needs }) => (needs === null || existsSync(needs)) === is),
  );
  if (missing?.length)
    process.stderr.write(`Left out, because their data are not on this machine: ${namesOf(missing)}\n`);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const pictures: Picture[] = [];
  try {
    for (const dataset of here ?? []) pictures.push(...(await takePictures(browser, dataset, options)));
  } finally {
    await browser.close();
  }
  if (options.run === null) writeIndex(pictures, options);
  for (const { file, difference } of pictures)
    if (difference !== null) console.log(`${file}: ${tellDifference(difference)}`);
  if (options.run === null)
    process.stderr.write(`${pictures.length} pictures: ${path.join(options.out, "index.html")}\n`);
}
