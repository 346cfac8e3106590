import type { OpenApiDocument, Operation, Parameter, Schema } from "./client-document.ts";
import { type PythonTypes, isName } from "./python-types.ts";

/** Writes a method of Python for each operation, and how lists lead to their items. */

/** One argument of a method. */
interface Argument {
  readonly parameter: Parameter;
  /** Its name in Python: `from` is a keyword there. */
  readonly name: string;
  readonly type: string;
}

/** An operation with its parameters, which it shares with none. */
type OwnOperation = Omit<Operation, "parameters"> & { readonly parameters: readonly Parameter[] };

/**
 * What a method returns for some values of its arguments: `given` has the types that these
 * arguments have then, null of one that is left out.
 */
interface Returned {
  readonly type: string;
  readonly given: Readonly<Record<string, string | null>>;
}

/** The code of `class Operations`. */
export function pythonOperations(document: OpenApiDocument, types: PythonTypes): string {
  const lists = new Set<string>();
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const own = { ...operation, parameters: operation.parameters ?? [] };
      const returned = returnsOf(own, types);
      if (returned.some(({ given }) => given["fields"] === null)) lists.add(returned[0]!.type);
      return methodOf(method.toUpperCase(), path, own, returned, types);
    }),
  );
  return [...methods, itemsOf([...lists], document, types)].join("\n");
}

function methodOf(
  method: string,
  path: string,
  operation: OwnOperation,
  returned: readonly Returned[],
  types: PythonTypes,
): string {
  const given = operation.parameters.filter((parameter) => parameter.in !== "header");
  const args = given.map((parameter): Argument => ({ parameter, ...argumentOf(parameter, types) }));
  const body = operation.requestBody?.content["application/json"]?.schema;
  const write = ({ given: narrowed, type }: Returned): string => {
    const shown = args.map((argument) => signatureOf(argument, narrowed));
    const positional = args.flatMap(({ parameter }, index) => (parameter.in === "path" ? [shown[index]!] : []));
    const named = args.flatMap(({ parameter }, index) => (parameter.in === "path" ? [] : [shown[index]!]));
    const bodies = body === undefined ? [] : [`body: ${types.typeOf(body, `${operation.operationId}Body`)}`];
    const all = ["self", ...positional, ...bodies, ...(named.length > 0 ? ["*", ...named] : [])];
    return `    def ${operation.operationId}(${all.join(", ")}) -> ${type}:`;
  };
  const text = `        """${operation.summary}."""`;
  const place = (where: string): string =>
    args
      .filter(({ parameter }) => parameter.in === where)
      .map(({ parameter, name }) => `${JSON.stringify(parameter.name)}: ${name}`)
      .join(", ");
  const sent = `${JSON.stringify(method)}, ${JSON.stringify(path)}, {${place("path")}}, {${place("query")}}${body === undefined ? "" : ", body"}`;
  const type = [...new Set(returned.map((each) => each.type))].join(" | ");
  const code = [text, `        return cast(${JSON.stringify(type)}, self._call(${sent}))`, ""];
  const overloads = returned.length > 1 ? returned.map((each) => `    @overload\n${write(each)} ...\n`) : [];
  return [...overloads, write({ type, given: {} }), ...code].join("\n");
}

function signatureOf({ parameter, name, type }: Argument, given: Returned["given"]): string {
  const narrowed = given[parameter.name];
  if (narrowed === null) return `${name}: None = None`;
  if (narrowed !== undefined) return narrowed === "given" ? `${name}: ${type}` : `${name}: ${narrowed}`;
  return parameter.required === true ? `${name}: ${type}` : `${name}: ${type} | None = None`;
}

function argumentOf({ name, schema }: Parameter, types: PythonTypes): { readonly name: string; readonly type: string } {
  const isList = schema.type === "array";
  const type = isList ? `Sequence[${types.typeOf(schema.items ?? {}, name)}]` : types.typeOf(schema, name);
  const pythonName = isName(name) ? name : `${name.replaceAll(/\W/gu, "_")}_`;
  // A text alone is a list of one, and not of its letters.
  return { name: pythonName, type: isList ? `str | ${type}` : type };
}

/** What a method returns, by the arguments that choose it. */
function returnsOf({ operationId, parameters, responses }: OwnOperation, types: PythonTypes): readonly Returned[] {
  const [success] = Object.values(responses);
  const contents = Object.entries(success?.content ?? {});
  const json = contents.find(([type]) => /[/+]json$/u.test(type))?.[1].schema;
  const inJson = json === undefined ? [] : returnsInJson(json, operationId, types);
  const choice = parameters.find(({ name }) => name === "format" || name === "file");
  const values = choice?.schema.enum ?? [];
  if (contents.length < 2 || choice === undefined) {
    const isText = contents.some(([type]) => /^text\/|yaml|bibtex/u.test(type));
    return inJson.length > 0 ? inJson : [{ type: isText ? "str" : "bytes", given: {} }];
  }
  const narrow = (chosen: readonly string[]): string =>
    `Literal[${chosen.map((value) => JSON.stringify(value)).join(", ")}]`;
  const byKind = Map.groupBy(values, (value) =>
    value.endsWith("json") ? "json" : /(?:csv|txt|bib|cff)$/u.test(value) ? "str" : "bytes",
  );
  return [...byKind].flatMap(([kind, chosen]): Returned[] => {
    const own = narrow(chosen);
    if (kind !== "json") return [{ type: kind, given: { [choice.name]: own } }];
    const type = choice.required === true ? own : `${own} | None = None`;
    return inJson.map((each) => ({ ...each, given: { ...each.given, [choice.name]: type } }));
  });
}

/** An object, or another one where `fields` is given. */
function returnsInJson(schema: Schema, operationId: string, types: PythonTypes): readonly Returned[] {
  const branches: readonly Schema[] = schema.anyOf ?? [];
  const [whole, some] = branches.map((branch) => types.typeOf(branch, operationId));
  if (whole === undefined || some !== `${whole}Fields`) return [{ type: types.typeOf(schema, operationId), given: {} }];
  return [
    { type: whole, given: { fields: null } },
    { type: some, given: { fields: "given" } },
  ];
}

/** Which items a list has, by its type. Lists with `fields` are too alike to tell apart. */
function itemsOf(lists: readonly string[], { components }: OpenApiDocument, types: PythonTypes): string {
  const overloads = lists.map((list) => {
    const items = components.schemas[list]?.properties?.["items"]?.items ?? {};
    const item = types.typeOf(items, `${list}Item`);
    return `    @overload\n    def items(self, first: ${list}) -> Iterator[${item}]: ...\n`;
  });
  return `${overloads.join("\n")}
    @overload
    def items(self, first: _Page) -> Iterator[Any]: ...

    def items(self, first: Any) -> Iterator[Any]:
        """The items of a list, page after page, beginning with the page that was asked for."""
        for page in self.pages(first):
            yield from page["items"]
`;
}
