import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { openService } from "../src/main.ts";
import { PROJECT_FOLDER, readSettings } from "../src/settings.ts";
import { runAtTerminal, type Turn } from "../test/cli/init-terminal.ts";
import { press, settled } from "../test/desk/browser.ts";
import { openTestDesk } from "../test/desk/open-desk.ts";

/** Takes the pictures of "Your first release": spreadsheet, desk, terminal and site. */

const IMAGES = path.join(PROJECT_FOLDER, "docs", "images");
const GUIDE = path.join(PROJECT_FOLDER, "docs", "guides", "first-release.md");

/** A picture in a repository is there for good. */
const BYTES_MAX = 160_000;

/** What is typed at each question. */
const TURNS: readonly Turn[] = [
  [/> $/u, "1 2 3\r"],
  [/Title of the dataset/u, "Water survey\r"],
  [/Publisher/u, "Example Institute\r"],
];

/** What a terminal would show: without the codes that move its cursor. */
function plainText(shown: string): string {
  // eslint-disable-next-line no-control-regex
  return shown.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/gu, "").replaceAll("\r", "");
}

async function takePicture(browser: Browser, name: string, markup: string, width: number): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 100 }, colorScheme: "light" });
  await page.setContent(markup);
  await keep(name, await page.screenshot({ type: "png", fullPage: true }));
}

async function keep(name: string, picture: Buffer): Promise<void> {
  if (picture.length > BYTES_MAX) throw new Error(`${name}: ${picture.length} bytes are more than ${BYTES_MAX}`);
  await mkdir(IMAGES, { recursive: true });
  await writeFile(path.join(IMAGES, name), picture);
  process.stderr.write(`${path.join(IMAGES, name)} is written: ${picture.length} bytes\n`);
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function spreadsheetMarkup(csv: string): string {
  const rows = csv
    .trimEnd()
    .split("\n")
    .map((line) => line.split(";"));
  const letters = (rows[0] ?? []).map((_, i) => `<th>${String.fromCodePoint(65 + i)}</th>`).join("");
  const body = rows.map(
    (row, i) => `<tr><th>${i + 1}</th>${row.map((cell) => `<td>${escape(cell)}</td>`).join("")}</tr>`,
  );
  return `<style>body{margin:0;background:#fff;font:14px "DejaVu Sans",sans-serif}table{border-collapse:collapse;width:100%}
    td,th{border:1px solid #d0d5da;padding:4px 8px;text-align:left;height:18px}th{background:#f0f2f4;color:#5a6570;font-weight:normal;text-align:center}</style>
    <table><tr><th></th>${letters}</tr>${body.join("")}</table>`;
}

function terminalMarkup(text: string): string {
  return `<style>body{margin:0;background:#17212b}pre{margin:0;padding:16px 20px;color:#e8edf2;font:13px/1.45 "DejaVu Sans Mono",monospace;white-space:pre-wrap}</style>
    <pre>${escape(text)}</pre>`;
}

/** The desk as somebody works through it: what the columns are for, the bands, and the result. */
async function takeDeskPictures(from: Browser, survey: string): Promise<void> {
  const desk = await openTestDesk({ "survey.csv": survey });
  try {
    const page = await from.newPage({ viewport: { width: 1180, height: 760 }, colorScheme: "light" });
    const [name = "", value = ""] = desk.cookie.split("=");
    await page.context().addCookies([{ name, value, domain: "127.0.0.1", path: desk.base }]);
    const to = async (step: string): Promise<void> => {
      await page.goto(`http://127.0.0.1:${desk.port}${desk.base}/${step}`);
      await settled(page);
    };
    const enter = async (label: string, text: string): Promise<void> => {
      const field = page.getByLabel(label, { exact: true });
      await field.fill(text);
      await Promise.all([
        page.waitForResponse((response) => response.request().method() === "POST"),
        field.press("Tab"),
      ]);
      await settled(page);
    };
    await to("files");
    await enter("Title", "Water survey");
    await enter("Publisher, who answers for it", "Example Institute");
    await to("columns");
    await keep("first-release-desk-columns.png", await page.screenshot({ type: "png" }));
    await to("bands");
    await press(page, /^Yes, in this order/u);
    await keep("first-release-desk-bands.png", await page.screenshot({ type: "png" }));
    await to("result");
    await page.getByRole("heading", { name: "Read this aloud" }).waitFor();
    await keep("first-release-desk-result.png", await page.screenshot({ type: "png" }));
  } finally {
    await desk.close();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), "country-trust-pictures-"));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const [, survey = ""] = /`survey\.csv`:\n\n```csv\n(.*?)```/su.exec(await readFile(GUIDE, "utf8")) ?? [];
  const mine = path.join(folder, "mine");
  await mkdir(mine);
  await writeFile(path.join(mine, "survey.csv"), survey);
  await takePicture(browser, "first-release-spreadsheet.png", spreadsheetMarkup(survey), 760);
  await takeDeskPictures(browser, survey);

  const environment = { DATA_DIR: path.join(folder, "var"), HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" };
  const init = await runAtTerminal([path.join(mine, "survey.csv")], environment.DATA_DIR, TURNS);
  const shown = plainText(init.shown);
  const dialogue = shown.slice(0, shown.indexOf("  Reading mapping.json")).replaceAll(`${folder}/`, "").trimEnd();
  await takePicture(
    browser,
    "first-release-terminal.png",
    terminalMarkup(`$ country-trust init mine/survey.csv\n${dialogue}`),
    720,
  );

  const publish = spawn(process.execPath, [path.join(PROJECT_FOLDER, "bin", "country-trust.mjs"), "publish", mine], {
    env: { ...process.env, ...environment },
    stdio: "ignore",
  });
  await once(publish, "close");
  const service = await openService(readSettings(environment), () => new Date());
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 760 }, colorScheme: "light" });
    await page.goto(`http://127.0.0.1:${service.port}/`, { waitUntil: "networkidle" });
    await keep("first-release-site.png", await page.screenshot({ type: "png" }));
  } finally {
    await service.close();
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
