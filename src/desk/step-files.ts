import { lstat } from "node:fs/promises";
import path from "node:path";
import { type Child, type Html, html } from "../html/html.ts";
import { optionsOf, select } from "../html/form.ts";
import { listFiles } from "../intake/sources/open-file.ts";
import { SINGLE_BYTE_ENCODINGS } from "../intake/sources/utf8.ts";
import { DATE_FORMATS } from "../intake/date-formats.ts";
import type { MappingTable } from "../intake/mapping/mapping-schema.ts";
import type { BenchFiles, BenchTable, UnusedFile } from "../intake/workbench/open-workbench.ts";
import type { Desk } from "./desk.ts";
import { actionButton, form } from "./frame.ts";
import { keepFacts } from "./step-publish.ts";
import type { DeskForm, Refusal, Step, StepState } from "./step.ts";
import { fileNameOf, linesOfOtherKinds, START_BYTES } from "./upload-names.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { namedMember } from "../intake/mapping/mapping-text.ts";

/** The step of the files: the files, their tables, and the title of the dataset. */
export const filesStep: Step = {
  id: "files",
  title: "Files",
  async countOpen(desk): Promise<StepState> {
    const found = await desk.tablesNow();
    if (found === null) return { said: "", open: 0 };
    const open = found.unused.length + found.faults.length;
    if (open > 0) return { said: `${formatCount(open)} to look at`, open };
    const files = new Set(found.tables.flatMap(({ parts }) => parts.flatMap((part) => part.files))).size;
    const rows = found.tables.reduce((sum, table) => sum + table.rows, 0);
    return { said: `${counted(files, "file")}, ${counted(rows, "row")}`, open };
  },
  async show(desk) {
    const found = await desk.tablesNow();
    if (found === null) return html`<h1>Which files are it?</h1>`;
    const others = linesOfOtherKinds(await listFiles(desk.folder));
    return html`<h1>Which files are it?</h1>
      <p class="lead">
        Put the files here as they are. They are copied into ${path.basename(desk.folder)}/ and never changed.
      </p>
      ${dropForm()}
      <div class="grid">
        <div>
          ${found.tables.map((table) => tableCard(table, desk))}
          ${others.map((line) => html`<p class="fault">Not read: ${line}</p> `)}
          ${found.faults.map(({ pointer, found: what, expected, advice }) => html`<p class="fault">${pointer}: ${what}; expected ${expected}.${advice !== undefined && ` ${advice}`}</p> `)}
          ${
            found.unused.length > 0 &&
            html`<h2>Not used</h2>
              ${found.unused.map((each) => unusedCard(each, found))}`
          }
          ${found.tables.length > 0 && html`<p class="soft">${actionButton("guess-again", "Guess everything again", {}, "plain")} What was said about columns so far is replaced, and can be taken back.</p>`}
        </div>
        ${factsForm(desk)}
      </div>`;
  },
  act,
};

function dropForm(): Html {
  return form(
    "upload",
    html`<label class="drop"
        ><span>Drop CSV, TSV, XLSX, JSON, YAML or Parquet files here, or choose them: </span
        ><input id="file" type="file" name="file" multiple
      /></label>
      <label
        ><input type="checkbox" name="replace" value="yes" data-quiet /> replace files of the same name; the ones of
        before are kept in .desk/</label
      >
      <button class="save">Copy them in</button>
      <details id="paste">
        <summary>Or paste rows from a spreadsheet</summary>
        <div class="fields">
          <label
            >Cells with their header, copied there and pasted here
            <textarea id="pasted" name="pasted" rows="4" data-quiet></textarea></label
          ><label>What they are <input type="text" name="pasted-name" value="pasted" data-quiet /></label>
        </div>
        <button>Take these rows</button>
      </details>`,
    { isUpload: true, isAuto: true, id: "drop" },
  );
}

function tableCard({ name, parts, rows, columns, settings, wave }: BenchTable, { draft }: Desk): Html {
  const [first] = parts;
  const header = settings.header ?? first?.header ?? null;
  const notes = [...new Set(parts.flatMap((part) => part.notes))];
  const sheets = [...new Set(parts.flatMap(({ sheet }) => sheet ?? []))];
  const hasYear = parts.every(({ label }) => /(?<!\d)(?:19|20)\d\d(?!\d)/u.test(label));
  const waves: readonly (readonly [string, string])[] = [
    ["", "none"],
    ...(hasYear || typeof wave === "string"
      ? [["file", "the year in its name"] as const, ["sheet", "the year of its sheet"] as const]
      : []),
    ...columns.map((column) => [`column:${column.name}`, `the column ${column.name}`] as const),
  ];
  const chosen = typeof settings.wave === "string" ? `column:${settings.wave}` : (settings.wave?.from ?? "");
  return html`<section class="card" id="table-${name}">
    <h2>${parts.map(({ label }) => label).join(", ")}</h2>
    <p class="soft">
      ${counted(rows, "row")},
      ${counted(columns.length, "column")}${sheets.length > 1 && html`, ${formatCount(sheets.length)} sheets`}.
      ${notes.length > 0 && `${notes.join("; ")}. `}<a href="${`columns?table=${name}`}">Its columns</a>
    </p>
    ${form(
      "table",
      html`<input type="hidden" name="table" value="${name}" />
        <div class="fields">
          ${header !== null && html`<label>Header in line <input type="text" id="header-${name}" name="header" value="${header.join(", ")}" pattern="\\d+( *, *\\d+)?" title="One line, or two with a comma" /></label>`}<label
            >Its year is ${select("wave", optionsOf(waves, chosen))}</label
          ><button class="quiet small save">Save</button>
        </div>`,
      { isAuto: true },
    )}${Object.keys(draft.mapping.tables ?? {}).length > 1 && actionButton("leave", "Do not use it", { table: name }, "plain")}
  </section> `;
}

function unusedCard({ file, parts, unread }: UnusedFile, { tables }: BenchFiles): Html {
  const choices = parts.map((part, i): Child => {
    const like = tables.find(({ name }) => name === part.like);
    const more =
      like !== undefined &&
      actionButton("wave", `More rows of ${like.parts[0]?.label ?? like.name}`, { file, table: like.name }, "");
    const own = actionButton("own", parts.length === 1 ? "A table of its own" : `Use ${part.title}`, {
      file,
      part: String(i),
    });
    return html`<p>
      ${parts.length > 1 && html`${part.label}: `}${counted(part.columns.length, "column")}. ${more} ${own}
    </p>`;
  });
  return html`<section class="card">
    <h2>${file}</h2>
    ${unread.map((line) => html`<p class="fault-line">${line}</p>`)}${choices}
  </section> `;
}

function factsForm({ draft: { dataset } }: Desk): Html {
  const text = (label: string, name: string, value: string): Html =>
    html`<label>${label} <input type="text" id="${name}" name="${name}" value="${value}" maxlength="300" /></label>`;
  const encodings = [["", "found out"] as const, ...SINGLE_BYTE_ENCODINGS.map((each) => [each, each] as const)];
  const dates = [["", "YYYY-MM-DD"] as const, ...DATE_FORMATS.map((each) => [each, each] as const)];
  return html`<aside class="card">
    <h2>What is it called?</h2>
    <p class="soft">Readers see it on every page.</p>
    ${form(
      "facts",
      html`${text("Title", "title", dataset.title ?? "")}${text("Publisher, who answers for it", "publisher", dataset.publisher ?? "")}${text("Year of publication", "year", String(dataset.year ?? ""))}<label
          >Text that is not UTF-8 is ${select("encoding", optionsOf(encodings, dataset.encoding ?? ""))}</label
        ><label>Dates are written ${select("dates", optionsOf(dates, dataset.dates ?? ""))}</label>
        <p><button class="save">Save</button></p>`,
      { isAuto: true, id: "facts" },
    )}
  </aside>`;
}

async function act(desk: Desk, fields: DeskForm): Promise<Refusal | null> {
  const { mapping } = desk.draft;
  const tables = mapping.tables ?? {};
  const name = fields.text("table") ?? "";
  const settings = namedMember(tables, name);
  const action = fields.text("do");
  if (action === "upload") return await takeFiles(desk, fields);
  if (action === "facts") {
    const [title, publisher] = [fields.text("title")?.trim(), fields.text("publisher")?.trim()];
    const said = `It is called “${title || "nothing yet"}”, by ${publisher || "nobody yet"}`;
    return await keepFacts(desk, fields, "files", said);
  }
  if (action === "guess-again") {
    desk.guessAgain();
    return null;
  }
  if (action === "table" && settings !== undefined) return await saveTable(desk, name, settings, fields);
  if (action === "leave" && settings !== undefined) {
    const used = [
      mapping.companies?.table,
      ...(mapping.judgements ?? []).map((each) => each.table),
      mapping.products?.table,
    ];
    if (used.includes(name))
      return { refused: `Its columns are used. Set them to “not used” first, then leave the table out.` };
    const { [name]: _left, ...others } = tables;
    await desk.change("files", `${filesIn(settings)} is not used`, { mapping: { ...mapping, tables: others } });
    return null;
  }
  const found = (await desk.tablesNow())?.unused.find(({ file }) => file === fields.text("file"));
  if (found === undefined) return { refused: "That file is not there any more." };
  const { file, parts } = found;
  if (action === "wave" && settings !== undefined) {
    const files = [...(settings.files ?? []), file];
    const next = { ...tables, [name]: { ...settings, files } };
    await desk.change("files", `${file} has more rows of ${filesIn(settings)}`, {
      mapping: { ...mapping, tables: next },
    });
    return null;
  }
  const part = parts[Number(fields.text("part") ?? 0)];
  if (part === undefined) return { refused: "That table is not there any more." };
  const own: MappingTable = {
    files: [file],
    ...(part.sheet === null ? {} : { sheet: part.sheet }),
    ...(part.member === null ? {} : { member: part.member }),
  };
  await desk.change("files", `${part.label} is a table of its own`, {
    mapping: { ...mapping, tables: { ...tables, [part.named]: own } },
  });
  return null;
}

function filesIn({ files = ["a query"] }: MappingTable): string {
  return files.join(", ");
}

async function saveTable(desk: Desk, name: string, settings: MappingTable, fields: DeskForm): Promise<Refusal | null> {
  const { mapping } = desk.draft;
  const { header: _lines, wave: _wave, ...rest } = settings;
  const lines = (fields.text("header") ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const numbers = lines.map(Number);
  if (numbers.length > 2 || !numbers.every((line) => Number.isInteger(line) && line >= 1 && line <= 1000))
    return { refused: `A header is in one line or two, such as 2 or 2, 3; found “${lines.join(", ")}”.` };
  const table = (await desk.table(name))?.parts[0];
  // The mapping does not need a header that is found anyway.
  const isFound = settings.header === undefined && String(table?.header ?? []) === String(numbers);
  const wave = fields.text("wave") ?? "";
  const next: MappingTable = {
    ...rest,
    ...(numbers.length === 0 || isFound ? {} : { header: numbers }),
    ...(wave === ""
      ? {}
      : {
          wave: wave.startsWith("column:")
            ? wave.slice("column:".length)
            : { from: wave === "sheet" ? "sheet" : "file" },
        }),
  };
  const said = isFound
    ? `The year of ${filesIn(settings)} is said`
    : `The header of ${filesIn(settings)} is in line ${numbers.join(" and ")}`;
  await desk.change("files", said, { mapping: { ...mapping, tables: { ...mapping.tables, [name]: next } } });
  return null;
}

/** The rows that were pasted, as a file: spreadsheets put tabs between cells. */
function pastedIn(fields: DeskForm): File[] {
  // Forms send lines as CRLF.
  const text = (fields.text("pasted") ?? "").trim().replaceAll("\r\n", "\n");
  if (text === "") return [];
  const name = fields.text("pasted-name")?.trim() || "pasted";
  return [new File([`${text}\n`], `${name}.${text.includes("\t") ? "tsv" : "csv"}`)];
}

/** Copies the chosen files into the folder, by base name. Nothing is overwritten unasked. */
async function takeFiles(desk: Desk, fields: DeskForm): Promise<Refusal | null> {
  const replaces = fields.text("replace") === "yes";
  const refused: string[] = [];
  const taken: { name: string; bytes: Uint8Array }[] = [];
  const files = [...fields.files, ...pastedIn(fields)];
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = fileNameOf(file.name, Buffer.from(bytes.subarray(0, START_BYTES)).toString("latin1"));
    if ("refused" in name) {
      refused.push(name.refused);
      continue;
    }
    const there = await lstat(path.join(desk.folder, name.name)).catch(() => null);
    if (there !== null && (!replaces || !there.isFile()))
      refused.push(`${name.name} is there already; tick “replace” to put this one in its place.`);
    else if (taken.some((each) => each.name.toLowerCase() === name.name.toLowerCase()))
      refused.push(`${name.name} was chosen twice; the first one is taken.`);
    else taken.push({ name: name.name, bytes });
  }
  if (files.length === 0) refused.push("No file was chosen, and no rows were pasted.");
  if (taken.length > 0) {
    await desk.copyIn(taken);
    // Nothing is decided yet: everything is guessed again from all files together.
    const isDecided = (desk.draft.mapping.judgements ?? []).length > 0;
    if (!isDecided) desk.guessAgain();
  }
  return refused.length === 0 ? null : { refused: refused.join(" ") };
}
