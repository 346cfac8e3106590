import type { WholeGuess } from "../intake/guess/answers.ts";
import { cutAt, splitList } from "../intake/guess/bands-answer.ts";
import { type Doubt, findDoubts } from "../intake/guess/doubts.ts";
import { readCell } from "../intake/guess/given-cell.ts";
import type { Roles } from "../intake/guess/guess-columns.ts";
import type { GivenColumns } from "../intake/guess/guess-table.ts";
import { type Role, ROLES } from "../intake/guess/header-words.ts";
import type { OpenedGuess } from "../intake/guess/open-guess.ts";
import type { MappedCell } from "../intake/mapping/mapping-schema.ts";
import { type OptionValues, textOption, UsageError } from "./command.ts";
import { type InitCall, pillarOptions } from "./init-call.ts";
import { COOKBOOK, guessLines, missingLines } from "./init-words.ts";
import type { Terminal } from "./terminal.ts";

/** The guess of the columns, once a person agrees. Null, with what to do, where it is not whole. */
export async function settleGuess(
  { console, options, terminal }: InitCall,
  guessAgain: (given: GivenColumns) => Promise<OpenedGuess>,
): Promise<(OpenedGuess & { readonly guess: WholeGuess }) | null> {
  let given = givenColumns(options, []);
  const entered: string[] = [];
  for (;;) {
    const found = await guessAgain(given);
    const { guess, unread, encoding } = found;
    for (const line of unread) console.say(`Not read: ${line}`);
    if (encoding !== null)
      console.say(
        `Read as ${encoding.name}: ${encoding.examples.map((each) => `"${each}"`).join(", ")}. If that is wrong, name another with --encoding.`,
      );
    for (const line of guessLines(guess)) console.say(line);
    const { companies } = guess;
    const tables = columnsOf(found);
    const doubts = findDoubts(guess, given, console.now());
    const isAsked = terminal !== null && options["yes"] !== true;
    const missing = [...missingLines(guess, tables), ...(isAsked ? [] : doubts.map(doubtLine))];
    if (missing.length > 0) console.say("\nNothing is written yet. Left to do:");
    for (const line of missing) console.say(`- ${line}`);
    if (missing.length > 0 && tables.length > 0)
      console.say(
        `What the options cannot say, mapping.json can, written by hand: see docs/data-format.md and ${COOKBOOK}.`,
      );
    if (isAsked && doubts.length > 0) {
      for (const doubt of doubts) entered.push(await askDoubt(terminal, doubt));
      given = givenColumns(options, entered);
      continue;
    }
    const isWhole = companies !== null && missing.length === 0;
    if (terminal === null || (isWhole && options["yes"] === true))
      return isWhole ? { ...found, guess: { ...guess, companies } } : null;
    const correction = await terminal.ask(
      `\n${isWhole ? "Enter if these columns are right, or correct one" : "Say which column is what"}, as in name=Firm or pillars=Water; Waste: `,
    );
    if (correction === "" && isWhole) return { ...found, guess: { ...guess, companies } };
    if (correction !== "") entered.push(correction);
    try {
      given = givenColumns(options, entered);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      console.say(error.message);
      entered.pop();
    }
  }
}

/** What to pass where nobody can be asked. */
function doubtLine({ role, column, said }: Doubt): string {
  return `${said} Pass --column "${role}=${column}" if so, --column "${role}=none" if no column is, or name another one.`;
}

/** What a person says of a doubtful column, as if they had entered it. */
async function askDoubt(terminal: Terminal, { role, column, said }: Doubt): Promise<string> {
  const answer = await terminal.ask(`\n${said} Enter for yes, "none" for no such column, or the name of another: `);
  return `${role}=${answer === "" ? column : answer}`;
}

function columnsOf({ guess: { companies, judgements, unused } }: OpenedGuess): string[] {
  const tables = [...(companies === null ? [] : [companies.table]), ...judgements.map(({ table }) => table), ...unused];
  return tables.map(
    ({ name, columns }) =>
      `${name} (${columns
        .map((column) => column.name)
        .slice(0, 40)
        .join(", ")})`,
  );
}

/** What the options, and what was entered, say about columns. */
function givenColumns(options: OptionValues, entered: readonly string[]): GivenColumns {
  const columns = options["column"];
  const roles: Roles = {};
  const cells: Partial<Record<Role, MappedCell>> = {};
  const none: Role[] = [];
  const pillars = pillarOptions(options).map((text) => cutAt(text, "=")[0]);
  for (const text of [...(Array.isArray(columns) ? columns.map(String) : []), ...entered]) {
    const [role, column] = cutAt(text, "=");
    if (role === "pillars" && column !== undefined) {
      pillars.push(...splitList(column));
      continue;
    }
    const known = ROLES.find((each) => each === role);
    const cell = readCell(column ?? "");
    if (known === undefined || cell === null)
      throw new UsageError(`expected <role>=<column>, with one of the roles ${ROLES.join(", ")}; found "${text}"`);
    if (column === "none") {
      none.push(known);
      delete roles[known];
      continue;
    }
    roles[known] = cell.column;
    if (Object.keys(cell).length > 1) cells[known] = cell;
  }
  const share = textOption(options, "share");
  const lookup = share === undefined ? undefined : readCell(share)?.lookup;
  const lookups = lookup === undefined ? [] : [lookup.table];
  return { roles, pillars, country: textOption(options, "country") ?? null, none, cells, lookups };
}
