import { Type } from "../../ask/type.ts";
import { type ProblemError, quote } from "../../problem.ts";
import { pointAt } from "../../ask/body-errors.ts";
import { FileRow, isMember, LIST_MEMBERS, type ListMember } from "./list-file.ts";
import { AMBIGUITIES, type SoughtCompany } from "../reconciliation/match-companies.ts";
import { countCharacters } from "../../ask/read-parameters.ts";
import { mapInTurns } from "../../ask/map-in-turns.ts";
import type { Sources } from "../../ask/sources.ts";
import { isObject } from "../../is-object.ts";

/** The reasons why a row of a list means no company for certain. */
export const LIST_AMBIGUITIES = [...AMBIGUITIES, "country_unclear"] as const;

/** Maximum size of a list: enough for that many rows with all their usual values. */
export const LIST_BYTES_MAX: number = 4 * 1024 * 1024;

const LENGTHS_MAX: Readonly<Record<ListMember, number>> = {
  id: 200,
  name: 300,
  country: 200,
  lei: 40,
  company_id: 200,
  slug: 200,
};

const text = (member: ListMember, description: string) =>
  Type.Optional(Type.String({ maxLength: LENGTHS_MAX[member], description }));

/** A row as it may be sent. An empty text counts as missing. */
export const ListRowSchema = Type.Object(
  {
    id: text("id", "The caller's own id of the row, returned unchanged."),
    name: text("name", "The name of the company. May be missing where an identifier is given."),
    country: text(
      "country",
      "Its country: a slug, ISO 3166-1 code or name. Only companies there are found by the name.",
    ),
    lei: text("lei", "Its Legal Entity Identifier (ISO 17442)."),
    company_id: text("company_id", "The publisher's own id of the company."),
    slug: text("slug", "The slug of the company."),
  },
  { $id: "ListRow", additionalProperties: false, description: "A company as somebody's list names it." },
);

/** A row of a list that was read. */
export interface ListRow extends SoughtCompany {
  readonly id: string | null;
  /** True if its text for the country means several or none: `country` is null then. */
  readonly isCountryUnclear: boolean;
}

/**
 * Reads the rows of a list, with other requests in between. `errors` has every one, each with the
 * number of its row, from 1.
 */
export async function readListRows(
  sources: Sources,
  given: readonly unknown[],
): Promise<{ readonly rows: readonly ListRow[]; readonly errors: readonly ProblemError[] }> {
  const errors: ProblemError[] = [];
  // A country that several rows name is looked up once.
  const countries = new Map<string, string | null>();
  const codeOf = (name: string): string | null => {
    if (!countries.has(name)) countries.set(name, sources.atlas.findByCell(name)?.iso2 ?? null);
    return countries.get(name) ?? null;
  };
  const rows = await mapInTurns(sources, given, (row, index): ListRow => {
    const refuse = (member: string | null, fault: string): void => {
      const number = `Row ${index + 1}`;
      const pointer = pointAt(`/rows/${index}`, member ?? undefined);
      if (row instanceof FileRow) errors.push({ detail: `${number} (line ${row.line}): ${fault}.` });
      else errors.push({ pointer, detail: `${number}: ${fault}.` });
    };
    const values = readValues(row, refuse);
    const country = values.country === undefined ? null : codeOf(values.country);
    const lei = values.lei?.toUpperCase() ?? null;
    if (lei !== null && !isLei(lei)) {
      const expected = "20 letters and digits, the last two of them the check digits of ISO 17442";
      refuse("lei", `\`lei\` is ${quote(lei)}; expected ${expected}`);
    }
    return {
      id: values.id ?? null,
      name: values.name ?? null,
      country,
      isCountryUnclear: values.country !== undefined && country === null,
      sector: null,
      companyId: values.company_id ?? null,
      slug: values.slug ?? null,
      lei,
    };
  });
  return { rows, errors };
}

/** Reads the texts of a row, without spaces around them and without empty ones. */
function readValues(
  row: unknown,
  refuse: (member: string | null, fault: string) => void,
): Partial<Record<ListMember, string>> {
  const values: Partial<Record<ListMember, string>> = {};
  const given = row instanceof FileRow ? row.values : row;
  if (row instanceof FileRow && row.error !== null) refuse(null, row.error);
  else if (!isObject(given)) refuse(null, "it is not an object with a `name`");
  else {
    let isWhole = true;
    for (const [member, value] of Object.entries(given)) {
      const fault = faultOf(member, value);
      if (fault !== null) {
        refuse(member, fault);
        isWhole = false;
      } else if (isMember(member) && typeof value === "string" && value.trim() !== "") {
        values[member] = member === "id" ? value : value.trim();
      }
    }
    const { name, lei, company_id: companyId, slug } = values;
    if (isWhole && [name, lei, companyId, slug].every((value) => value === undefined))
      refuse("name", "`name` is missing, and so are `lei`, `company_id` and `slug`; one is needed");
  }
  return values;
}

/** Returns the fault of a member, or null; an empty text and `null` count as missing. */
function faultOf(member: string, value: unknown): string | null {
  if (!isMember(member)) {
    return `${quote(member)} is not an allowed member; allowed are ${LIST_MEMBERS.map((each) => `\`${each}\``).join(", ")}`;
  }
  if (value === null) return null;
  if (typeof value !== "string") return `\`${member}\` is not a text`;
  const length = countCharacters(value);
  const most = LENGTHS_MAX[member];
  return length > most ? `\`${member}\` has ${length} characters; expected ${most} or fewer` : null;
}

/**
 * Returns true if a text is a legal entity identifier: 18 letters or digits and two check digits, 1
 * modulo 97 (ISO 17442, ISO 7064).
 */
export function isLei(lei: string): boolean {
  if (!/^[A-Z0-9]{18}[0-9]{2}$/u.test(lei)) return false;
  let remainder = 0;
  for (const character of lei) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
