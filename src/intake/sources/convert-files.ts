import type { ProblemList } from "../problem-report.ts";
import { messageOf } from "../read-description.ts";
import { hiddenRowsNotice } from "./copy-sheets.ts";
import { kindOf, listFiles } from "./file-kinds.ts";
import { openFile, type OpenFileOptions } from "./open-file.ts";
import { guessNotice } from "./utf8.ts";

/**
 * Converts the raw files that DuckDB cannot read by itself, for an intake.sql that asks for it.
 * Files that cannot be converted are missing then.
 */
export async function convertFiles(options: OpenFileOptions & { readonly problems: ProblemList }): Promise<void> {
  const { data, encoding, problems } = options;
  for (const label of await listFiles(data)) {
    const format = kindOf(label)?.format;
    if (format === undefined || format === "parquet") continue;
    try {
      const opened = await openFile(label, options);
      if (opened.format === "xlsx") {
        for (const { sheet, isHidden, hiddenRows } of opened.copies)
          if (!isHidden && hiddenRows > 0) problems.notice(hiddenRowsNotice(`${label} sheet "${sheet}"`, hiddenRows));
      } else if ("decoded" in opened && opened.decoded !== null && encoding === null)
        problems.notice(guessNotice(label, opened.decoded));
    } catch (error) {
      // DuckDB says what is wrong with a text that intake.sql reads.
      if (format === "yaml" || format === "xlsx") problems.notice(`${label}: not converted: ${messageOf(error)}`);
    }
  }
}
