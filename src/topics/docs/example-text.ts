import { isObject } from "../../is-object.ts";

/** Options for shortening an example; an ellipsis marks each omission. */
export interface Shortening {
  /** Members to show of the answer and of the items of its list; all by default. */
  readonly keep?: readonly string[];
  /** Members of which only an ellipsis is shown. */
  readonly fold?: readonly string[];
}

/** Maximum length of an object or a list of plain values on one line. */
const LINE_CHARACTERS_MAX = 84;

/** Maximum number of items of a list that are shown, and of characters of a text. */
const [ITEMS_MAX, TEXT_CHARACTERS_MAX] = [1, 300];

/**
 * Formats an answer for people: lists show their first item, long texts their beginning. Where
 * something is left out, an ellipsis stands, so that nobody takes it for the whole.
 */
export function shortenExample(example: unknown, shortening: Shortening = {}): string {
  if (typeof example === "string") {
    const lines = example.trimEnd().split(/\r?\n/u);
    return lines.length > 4 ? [...lines.slice(0, 3), "…"].join("\n") : lines.join("\n");
  }
  return print(example, "", shortening);
}

function print(value: unknown, indent: string, shortening: Shortening): string {
  if (Array.isArray(value)) return printList(value, indent, shortening);
  if (isObject(value)) return printObject(value, indent, shortening);
  if (typeof value === "string" && value.length > TEXT_CHARACTERS_MAX)
    return JSON.stringify(`${value.slice(0, TEXT_CHARACTERS_MAX)}…`);
  return JSON.stringify(value);
}

function printList(items: readonly unknown[], indent: string, shortening: Shortening): string {
  const isPlain = items.every((item) => typeof item !== "object" || item === null);
  const line = `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;
  if (isPlain && line.length <= LINE_CHARACTERS_MAX) return line;
  const inner = `${indent}  `;
  const shown = items.slice(0, ITEMS_MAX).map((item) => inner + print(item, inner, shortening));
  if (items.length > shown.length) shown.push(`${inner}…`);
  return `[\n${shown.join(",\n")}\n${indent}]`;
}

function printObject(object: Readonly<Record<string, unknown>>, indent: string, shortening: Shortening): string {
  const { keep, fold = [] } = shortening;
  const all = Object.entries(object);
  // Members that nobody chose by name, such as the bands of a distribution, are shown whole.
  const chosen = all.filter(([name]) => keep === undefined || keep.includes(name));
  const entries = chosen.length === 0 ? all : chosen;
  const rest = entries.length < all.length ? ["…"] : [];
  const isPlain = entries.every(([, value]) => typeof value !== "object" || value === null);
  const line = `{ ${[...entries.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`), ...rest].join(", ")} }`;
  if (isPlain && indent !== "" && line.length <= LINE_CHARACTERS_MAX) return line;
  const inner = `${indent}  `;
  const lines = entries.map(
    ([name, value]) => `${inner}"${name}": ${fold.includes(name) ? "{ … }" : print(value, inner, shortening)}`,
  );
  lines.push(...rest.map((mark) => inner + mark));
  return `{\n${lines.join(",\n")}\n${indent}}`;
}
