import path from "node:path";
import { counted } from "./counted.ts";
import { reportMissingTable, type TableFile } from "./find-table-files.ts";
import type { ProblemList } from "./problem-report.ts";
import { askSheetWorker } from "./ask-sheet-worker.ts";
import type { SheetAnswer } from "./sheet-worker.ts";
import { type TableName, TABLES } from "../tables/input-tables.ts";

interface CopyOptions {
  readonly workFolder: string;
  readonly memoryMiB: number;
  /** The sheets that dataset.json names. */
  readonly sheets: Readonly<Partial<Record<TableName, string>>>;
  readonly problems: ProblemList;
}

/** A filter that was left on does not keep rows out of a release. */
export function hiddenRowsNotice(label: string, rows: number): string {
  return `${label}: ${counted(rows, "hidden row is", "hidden rows are")} read like all others; delete what is not to be published`;
}

/**
 * Copies the sheet of a table as a CSV file, with every row in the line of its number. Null, with a
 * problem, when there is none or it cannot be read.
 */
export async function copySheet(file: TableFile, part: number, options: CopyOptions): Promise<TableFile | null> {
  const { table, label } = file;
  const { problems, sheets } = options;
  const about = { table, file: label };
  const named = sheets[table] ?? null;
  const copyPath = path.join(options.workFolder, `sheet-${part}.csv`);
  const { required } = TABLES[table];
  const request = { path: file.path, named, table, orFirst: !file.isOfAllTables, required, copyPath };
  const answer = await askSheetWorker<SheetAnswer>(request, options.memoryMiB);
  switch (answer.kind) {
    case "copied": {
      const { sheet, headerRow, nameless, hiddenRows } = answer;
      const sheetLabel = `${label} sheet "${sheet}"`;
      if (headerRow > 1 && nameless.length === 0) problems.notice(`${sheetLabel}: the header is row ${headerRow}`);
      if (nameless.length > 0)
        problems.notice(
          `${sheetLabel}: not read, because they have no header in row ${headerRow}: cells of the columns ${nameless.join(", ")}`,
        );
      if (hiddenRows > 0) problems.notice(hiddenRowsNotice(sheetLabel, hiddenRows));
      return { ...file, path: copyPath, label: sheetLabel, format: "csv", delimiter: ",", isSheet: true };
    }
    case "empty":
      problems.add({
        ...about,
        kind: "empty_file",
        place: `sheet "${answer.sheet}"`,
        found: "no cells",
        expected: "a header",
      });
      return null;
    case "absent":
      if (named === null) reportMissingTable(table, problems);
      else {
        const found = `the sheets ${answer.sheets.join(", ")}`;
        problems.add({
          ...about,
          kind: "missing_sheet",
          found,
          expected: `the sheet "${named}" that dataset.json names`,
        });
      }
      return null;
    case "unreadable":
      problems.add({ ...about, kind: "unreadable_file", found: answer.found, expected: "an .xlsx workbook" });
      return null;
    default:
      return answer satisfies never;
  }
}
