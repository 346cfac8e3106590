import { isNode, LineCounter, parseDocument } from "yaml";

/** A JSON document, of which it is known on which line each member stands. */
export interface LocatedJson {
  readonly value: unknown;
  /** The line, from 1, of what a JSON pointer names, or of what holds it. */
  readonly lineOf: (pointer: string) => number;
}

interface JsonFault {
  readonly found: string;
  readonly line: number;
}

/**
 * Reads JSON with the lines of its members. JSON is YAML, whose parser knows them, and which finds
 * members that are there twice.
 */
export function readLocatedJson(text: string): LocatedJson | JsonFault {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, schema: "json" });
  const [fault] = document.errors;
  if (fault !== undefined)
    return {
      found: fault.message
        .split("\n", 1)
        .join("")
        .replace(/ at line .*$/u, "")
        .replace(/^Flow map/u, "an object")
        .replace(/^Flow sequence/u, "a list"),
      line: lines.linePos(fault.pos[0]).line,
    };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // YAML allows more than JSON, such as a comma before a bracket.
    const withoutTexts = text.replaceAll(/"(?:[^"\\\n]|\\.)*"?/gu, (each) => "0".repeat(each.length));
    const comma = /,(?=\s*[\]}])/u.exec(withoutTexts);
    const at = comma?.index ?? Number(/position (\d+)/u.exec(String(error))?.[1] ?? 0);
    const found = comma === null ? String(error).replace(/^SyntaxError: /u, "") : "a comma before a closing bracket";
    return { found, line: lines.linePos(at).line };
  }
  return {
    value,
    lineOf(pointer) {
      const path = pointer
        .split("/")
        .slice(1)
        .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range?.[0] !== undefined) return lines.linePos(node.range[0]).line;
      }
      return 1;
    },
  };
}

/**
 * Finds a member of an object of `mapping.json` by a name of its publisher. A name such as
 * `constructor` is a member of every object, and none of these unless it stands there.
 */
export function namedMember<Member>(
  members: Readonly<Record<string, Member>> | undefined,
  name: string,
): Member | undefined {
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}
