import type { OpenApiDocument, Schema } from "./client-document.ts";

/** Writes JSON Schemas as types of Python: objects as `TypedDict`, with a class for each. */

const KEYWORDS = new Set(
  "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

const SIMPLE: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/** A name as Python allows it for members and arguments. */
export const isName = (name: string): boolean => /^[A-Za-z_]\w*$/u.test(name) && !KEYWORDS.has(name);

/** The types of a document, collected while they are asked for. */
export class PythonTypes {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #classes = new Map<string, string>();

  constructor({ components }: OpenApiDocument) {
    this.#schemas = components.schemas;
  }

  /** The classes of every type that was asked for, as code. */
  classes(): string {
    return [...this.#classes.values()].join("\n\n");
  }

  names(): readonly string[] {
    return [...this.#classes.keys()].filter((name) => !name.startsWith("_"));
  }

  /** The type of a schema; `name` is for the class of an object that has no name of its own. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) {
      const referred = schema.$ref.split("/").at(-1)!;
      return this.#classes.has(referred) ? referred : this.typeOf(this.#schemas[referred]!, referred);
    }
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return union([`Literal[${schema.enum.map(literal).join(", ")}]`, ...nullOf(schema)]);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) return union(branches.map((each, index) => this.typeOf(each, `${name}${index || ""}`)));
    const types = [schema.type ?? []].flat();
    if (types.length === 0) return "Any";
    return union(types.map((type) => SIMPLE[type] ?? this.#compound(type, schema, name)));
  }

  #compound(type: string, schema: Schema, name: string): string {
    if (type === "array") return `list[${this.typeOf(schema.items ?? {}, `${name}Item`)}]`;
    if (schema.properties !== undefined) return this.#object(schema, name);
    const { additionalProperties: values } = schema;
    return `dict[str, ${typeof values === "object" ? this.typeOf(values, `${name}Value`) : "Any"}]`;
  }

  #object({ properties = {}, required = [], description }: Schema, name: string): string {
    // Before its members: they may refer to it.
    this.#classes.set(name, "");
    const members = Object.entries(properties).map(
      ([member, schema]) => [member, this.typeOf(schema, name + pascal(member))] as const,
    );
    const isRequired = ([member]: readonly [string, string]): boolean => required.includes(member);
    const always = members.filter(isRequired);
    const sometimes = members.filter((member) => !isRequired(member));
    const comment = description === undefined ? "" : `    ${JSON.stringify(description.split("\n")[0])}\n`;
    this.#classes.delete(name);
    if (sometimes.length === 0 || always.length === 0) {
      this.#classes.set(name, typedDict(name, members, always.length > 0, comment));
      return name;
    }
    this.#classes.set(`_${name}Always`, typedDict(`_${name}Always`, always, true, ""));
    this.#classes.set(`_${name}Sometimes`, typedDict(`_${name}Sometimes`, sometimes, false, ""));
    this.#classes.set(name, `class ${name}(_${name}Always, _${name}Sometimes):\n${comment || "    pass\n"}`);
    return name;
  }
}

function typedDict(name: string, members: readonly (readonly [string, string])[], total: boolean, comment: string) {
  if (members.every(([member]) => isName(member))) {
    const lines = members.map(([member, type]) => `    ${member}: ${type}\n`).join("");
    return `class ${name}(TypedDict${total ? "" : ", total=False"}):\n${comment}${lines || "    pass\n"}`;
  }
  const entries = members.map(([member, type]) => `    ${literal(member)}: ${literal(type)},\n`).join("");
  return `${name} = TypedDict("${name}", {\n${entries}}${total ? "" : ", total=False"})\n`;
}

const nullOf = ({ type }: Schema): string[] => ([type].flat().includes("null") ? ["None"] : []);

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

/** A text, number, truth value or null as Python writes it. */
const literal = (value: unknown): string => {
  if (value === null) return "None";
  return typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value);
};

const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/u)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
