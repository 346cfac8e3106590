/** The version of the column contract that this code writes. It grows by one when columns are appended. */
export const COLUMN_CONTRACT = 1;

/** What readers learn about a column: the one description behind CSVW, Data Package and the documentation. */
export interface ColumnDescription {
  /** As in the header line; never changed. */
  readonly name: string;
  /** `date` is `YYYY-MM-DD`. */
  readonly type: "text" | "integer" | "number" | "date";
  readonly title: string;
  readonly description: string;
  /** Whether a value can be missing, which is null: never 0, never an empty text. */
  readonly nullable: boolean;
  /** Every possible value, where there are few. */
  readonly values?: readonly string[];
  /** The values are bands of the scale, worst first. */
  readonly isOrdered?: true;
  /** What a number counts. */
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The version of the column contract that brought it. */
  readonly since: number;
}

/** What distinguishes a column from a plain one that is always filled. */
type Particulars = Partial<
  Pick<ColumnDescription, "nullable" | "values" | "isOrdered" | "unit" | "minimum" | "maximum" | "since">
>;

function describe(
  type: ColumnDescription["type"],
  name: string,
  title: string,
  description: string,
  particulars: Particulars,
): ColumnDescription {
  return { name, type, title, description, nullable: false, since: 1, ...particulars };
}

export function textColumn(
  name: string,
  title: string,
  description: string,
  more: Particulars = {},
): ColumnDescription {
  return describe("text", name, title, description, more);
}

export function dateColumn(
  name: string,
  title: string,
  description: string,
  more: Particulars = {},
): ColumnDescription {
  return describe("date", name, title, description, more);
}

/** A whole number from 0, unless said otherwise. */
export function integerColumn(
  name: string,
  title: string,
  description: string,
  more: Particulars = {},
): ColumnDescription {
  return describe("integer", name, title, description, { minimum: 0, ...more });
}

/** A share from 0 to 1. */
export function shareColumn(
  name: string,
  title: string,
  description: string,
  more: Particulars = {},
): ColumnDescription {
  return describe("number", name, title, description, { minimum: 0, maximum: 1, ...more });
}
