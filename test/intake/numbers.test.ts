import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { DuckDBConnection } from "@duckdb/node-api";
import {
  array,
  assert as assertProperty,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  string,
  tuple,
} from "fast-check";
import { type IntakeDatabase, literal, openIntakeDatabase, readRows } from "../../src/intake/intake-database.ts";
import {
  isNotFinite,
  isNumber,
  NUMBER_SQL,
  type NumberForm,
  readNumber,
  type DecimalMark,
} from "../../src/intake/numbers.ts";
import { makeFolder } from "./open-folder.ts";

const FORMS: readonly NumberForm[] = ([".", ",", null] as const).flatMap((decimal) =>
  [1, 100, null].map((plainTimes) => ({ decimal, plainTimes })),
);
const [POINT, COMMA, UNKNOWN] = [".", ",", null].map((decimal) => ({ decimal: decimal as DecimalMark, plainTimes: 1 }));

/**
 * What a text is with a mark before its decimals, found letter by letter; NaN where it is no
 * number.
 */
function slowNumber(text: string, decimal: string): number {
  let rest = text
    .trim()
    .replace(/[%٪％]$/u, "")
    .trim()
    .replace("−", "-");
  let digits = "";
  if (/^[-+]/u.test(rest)) [digits, rest] = [rest.startsWith("-") ? "-" : "", rest.slice(1)];
  const [whole = "", ...others] = rest.split(decimal);
  if (others.length > 1) return NaN;
  const exponent = /[eE]/u.test(rest);
  const parts = whole.split(/[., '’\u00a0\u202f]/u);
  const marks = new Set(
    Array.from(whole)
      .filter((letter) => !/\d/u.test(letter))
      .map(kindOfMark),
  );
  const isGrouped = parts.length > 1;
  if (isGrouped && (marks.size > 1 || exponent || !/^[1-9]\d{0,2}$/u.test(parts[0] ?? ""))) return NaN;
  if (isGrouped && parts.slice(1).some((part) => part.length !== 3)) return NaN;
  const bare = parts.join("");
  const decimals = others[0] ?? "";
  if (others.length === 1 && !/^\d+(?:[eE][-+]?\d+)?$/u.test(decimals)) return NaN;
  if (!/^\d*(?:[eE][-+]?\d+)?$/u.test(bare) || (others.length === 1 && /[eE]/u.test(bare))) return NaN;
  if (!/^\d/u.test(bare) && others.length === 0) return NaN;
  return Number(`${digits}${bare}${others.length === 1 ? `.${decimals}` : ""}`);
}

function kindOfMark(letter: string): string {
  return letter.trim() === "" ? " " : letter === "’" ? "'" : letter;
}

function slowRead(text: string, { decimal, plainTimes }: NumberForm): number | null {
  const [point, comma] = [slowNumber(text, "."), slowNumber(text, ",")];
  const readings = (decimal === "," ? [comma, point] : [point, comma]).filter((number) => !Number.isNaN(number));
  const [number] = readings;
  if (number === undefined || !Number.isFinite(number)) return null;
  if (decimal === null && readings.some((other) => other !== number)) return null;
  if (number === 0 || number > 1 || number < -1 || /[%٪％]\s*$/u.test(text)) return number;
  return plainTimes === null ? null : number * plainTimes;
}

describe("numbers", () => {
  let database: IntakeDatabase;
  let connection: DuckDBConnection;
  before(async () => {
    database = await openIntakeDatabase({ workFolder: makeFolder(), memoryMiB: 128, threads: 1 });
    ({ connection } = database);
    await connection.run(NUMBER_SQL);
  });
  after(() => database.close());

  /** What SQL makes of texts: by form, and whether they are not finite. */
  async function inSql(texts: readonly string[]): Promise<{ numbers: (number | null)[]; wrong: boolean }[]> {
    const numbers = FORMS.map(
      ({ decimal, plainTimes }) =>
        `number(r, ${decimal === null ? "NULL" : literal(decimal)}, ${plainTimes ?? "NULL"})::DOUBLE`,
    );
    return await readRows(
      connection,
      `SELECT [${numbers.join(", ")}] AS numbers, not_finite(r) AS wrong
       FROM (SELECT readings(x) AS r FROM (SELECT unnest([${texts.map(literal).join(", ")}]) AS x))`,
    );
  }

  test("a text is a number with a point, with a comma, and of itself", () => {
    const expected: Readonly<Record<string, readonly (number | null)[]>> = {
      "1,250": [1250, 1.25, null],
      "1.250": [1.25, 1250, null],
      "-1,250%": [-1250, -1.25, null],
      "420,5": [420.5, 420.5, 420.5],
      "0.250": [0.25, 0.25, 0.25],
      "1 250": [1250, 1250, 1250],
      "1\u00a0250,5": [1250.5, 1250.5, 1250.5],
      "1\u202f250\u202f000": [1250000, 1250000, 1250000],
      "1'250": [1250, 1250, 1250],
      "1’250.75": [1250.75, 1250.75, 1250.75],
      "1.250.000": [1250000, 1250000, 1250000],
      "1.250,75": [1250.75, 1250.75, 1250.75],
      " 55 % ": [55, 55, 55],
      "−5": [-5, -5, -5],
      "1e-5": [0.00001, 0.00001, 0.00001],
      ".5": [0.5, 0.5, 0.5],
      "12.05.2024": [null, null, null],
      "1,25,000": [null, null, null],
      "1 2500": [null, null, null],
      "1,250 000": [null, null, null],
      "1e999": [null, null, null],
      "": [null, null, null],
    };
    const forms = [POINT, COMMA, UNKNOWN];
    const found = Object.keys(expected).map((text) => [text, forms.map((form) => form && readNumber(text, form))]);
    assert.deepEqual(Object.fromEntries(found), expected);
  });

  test("NaN and infinity in any spelling are no numbers", () => {
    const words =
      "NaN nan NAN -nan nan(ind) -NaN(IND) Inf inf -Inf +inf INFINITY -Infinity infinite ∞ −∞ +∞ 1.#INF -1.#IND 1.#QNAN 1#INF 1e999 -1E400 9e999";
    for (const text of words.split(" "))
      assert.deepEqual([text, isNotFinite(text), isNumber(text)], [text, true, false]);
    for (const text of ["Info", "Nandu", "1e-999", "", "n/a", "1.5"]) assert.equal(isNotFinite(text), false, text);
  });

  const digits = string({ unit: constantFrom(...Array.from("0123456789")), minLength: 1, maxLength: 4 });
  const mark = constantFrom(".", ",", " ", "'", "’", "\u00a0", "\u202f", "e", "E", "-", "%", "");
  const likeNumber = array(oneof(digits, mark), { maxLength: 8 }).map((parts) => parts.join(""));
  const grouped = tuple(
    constantFrom("", "-", "+", "−"),
    integer({ min: 0, max: 999 }),
    mark,
    constantFrom("000", "250", "25", "2500"),
    mark,
    constantFrom("", "5", "375", "000"),
    constantFrom("", "%", " %", " "),
  ).map((parts) => parts.join(""));
  const word = constantFrom("NaN", "inf", "1e999", "-Infinity", "9e400%", "x", "  ", "∞", "nan %");

  test("SQL, TypeScript and a slow reader find the same in every text", async () => {
    const texts = array(oneof(likeNumber, grouped, word), { minLength: 200, maxLength: 200 });
    await assertProperty(
      asyncProperty(texts, async (cells) => {
        const found = await inSql(cells);
        for (const [i, text] of cells.entries()) {
          const own = FORMS.map((form) => readNumber(text, form));
          assert.deepEqual(
            own,
            FORMS.map((form) => slowRead(text, form)),
            JSON.stringify(text),
          );
          assert.deepEqual(found[i], { numbers: own, wrong: isNotFinite(text) }, JSON.stringify(text));
        }
      }),
      { numRuns: 12, examples: [[["1.000 ", "0,500", "0.500%", "1.000", "1,000"]]] },
    );
  });

  test("a column that is written in one way is read so, or some cell stays a question", async () => {
    const styles = [
      [".", ","],
      [",", "."],
      [".", "'"],
      [",", "\u202f"],
      [".", ""],
    ] as const;
    const column = tuple(
      constantFrom(...styles),
      array(integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 12 }),
    );
    await assertProperty(
      asyncProperty(array(column, { minLength: 20, maxLength: 20 }), async (columns) => {
        const written = columns.map(([[point, thousands], numbers]) =>
          numbers.map((number) => {
            const [whole = "", decimals = ""] = String(number / 1000).split(".");
            return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, thousands)}${decimals === "" ? "" : `${point}${decimals}`}`;
          }),
        );
        const marks = await Promise.all(
          written.map(async (cells) => {
            const [row] = await readRows<{ mark: DecimalMark | null }>(
              connection,
              `SELECT decimal_mark(readings(x)) AS mark FROM (SELECT unnest([${cells.map(literal).join(", ")}]) AS x)`,
            );
            return row?.mark ?? null;
          }),
        );
        for (const [i, [, numbers]] of columns.entries())
          for (const [k, number] of numbers.entries()) {
            const decimal = marks[i] ?? null;
            const read = readNumber(written[i]?.[k] ?? "", { decimal, plainTimes: 1 });
            assert.ok(read === number / 1000 || (read === null && decimal === null), JSON.stringify(written[i]));
          }
      }),
      { numRuns: 5 },
    );
  });
});
