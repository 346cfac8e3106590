import type { Draft } from "../intake/guess/drafts.ts";
import type { DatasetGuess } from "../intake/guess/guess-dataset.ts";
import type { RawTable } from "../intake/guess/raw-table.ts";
import { columnKey, TABLE_NAMES, type TableName, TABLES } from "../tables/input-tables.ts";

const TABLE_FILE = new RegExp(
  `^(${TABLE_NAMES.join("|")})(?:-[^/]*)?\\.(?:csv|tsv|ndjson|jsonl|parquet|xlsx)(?: sheet "[^"]*")?$|^dataset\\.xlsx sheet "(${TABLE_NAMES.join("|")})"$`,
  "iu",
);

/** Returns true if the files are the tables of a dataset already: nothing has to be mapped. */
export function areTables({ companies, judgements, products }: DatasetGuess, { mapping }: Draft): boolean {
  const [only] = judgements;
  if (companies === null || only === undefined || judgements.length > 1) return false;
  const isOf = ({ parts, columns }: RawTable, name: TableName): boolean => {
    const keys = columns.map((column) => columnKey(column.name));
    const names = parts.map(({ label }) => TABLE_FILE.exec(label)).map((found) => found?.[1] ?? found?.[2]);
    return (
      TABLES[name].required.every((each) => keys.includes(each)) && names.every((own) => own?.toLowerCase() === name)
    );
  };
  const { conversions, judgements: [drafted] = [], not_judged: marks } = mapping;
  return (
    isOf(companies.table, "companies") &&
    isOf(only.table, "judgements") &&
    (products === null || isOf(products.table, "products")) &&
    [companies, only].every(({ leftOut }) => leftOut.names.length === 0) &&
    [drafted?.groups, marks, conversions].every((each) => each === undefined)
  );
}
