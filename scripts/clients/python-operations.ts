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

/** What a method returns: one type, or another one where `fields` is given. */
interface Returned {
  readonly whole: string;
  readonly some: string | null;
}

/** The code of `class Operations`. */
export function pythonOperations(document: OpenApiDocument, types: PythonTypes): string {
  const lists = new Set<string>();
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const returned = returnOf(operation, types);
      if (returned.some !== null) lists.add(returned.whole);
      return methodOf(method.toUpperCase(), path, operation, returned, types);
    }),
  );
  return [...methods, itemsOf([...lists], document, types)].join("\n");
}

function methodOf(method: string, path: string, operation: Operation, returned: Returned, types: PythonTypes): string {
  const given = (operation.parameters ?? []).filter((parameter) => parameter.in !== "header");
  const args = given.map((parameter): Argument => ({ parameter, ...argumentOf(parameter, types) }));
  const body = operation.requestBody?.content["application/json"]?.schema;
  const write = (fields: "none" | "some" | "any"): string => {
    const shown = args.map((argument) => signatureOf(argument, fields));
    const positional = args.flatMap(({ parameter }, index) => (parameter.in === "path" ? [shown[index]!] : []));
    const named = args.flatMap(({ parameter }, index) => (parameter.in === "path" ? [] : [shown[index]!]));
    const bodies = body === undefined ? [] : [`body: ${types.typeOf(body, `${operation.operationId}Body`)}`];
    const all = ["self", ...positional, ...bodies, ...(named.length > 0 ? ["*", ...named] : [])];
    const type = { none: returned.whole, some: returned.some, any: [returned.whole, returned.some].join(" | ") }[
      fields
    ];
    return `    def ${operation.operationId}(${all.join(", ")}) -> ${type ?? ""}:`;
  };
  const text = `        """${operation.summary}."""`;
  const place = (where: string): string =>
    args
      .filter(({ parameter }) => parameter.in === where)
      .map(({ parameter, name }) => `${JSON.stringify(parameter.name)}: ${name}`)
      .join(", ");
  const sent = `${JSON.stringify(method)}, ${JSON.stringify(path)}, {${place("path")}}, {${place("query")}}${body === undefined ? "" : ", body"}`;
  const isTwofold = returned.some !== null;
  const type = isTwofold ? `${returned.whole} | ${returned.some}` : returned.whole;
  const code = [text, `        return cast(${JSON.stringify(type)}, self._call(${sent}))`, ""];
  const overloads = ["none", "some"].map((each) => `    @overload\n${write(each as "none" | "some")} ...\n`);
  return [...(isTwofold ? overloads : []), write(isTwofold ? "any" : "none"), ...code].join("\n");
}

function signatureOf({ parameter, name, type }: Argument, fields: "none" | "some" | "any"): string {
  if (parameter.required === true) return `${name}: ${type}`;
  if (parameter.name === "fields" && fields === "none") return "fields: None = None";
  if (parameter.name === "fields" && fields === "some") return `fields: ${type}`;
  return `${name}: ${type} | None = None`;
}

function argumentOf({ name, schema }: Parameter, types: PythonTypes): { readonly name: string; readonly type: string } {
  const isList = schema.type === "array";
  const type = isList ? `Sequence[${types.typeOf(schema.items ?? {}, name)}]` : types.typeOf(schema, name);
  const pythonName = isName(name) ? name : `${name.replaceAll(/\W/gu, "_")}_`;
  // A text alone is a list of one, and not of its letters.
  return { name: pythonName, type: isList ? `str | ${type}` : type };
}

function returnOf({ operationId, responses }: Operation, types: PythonTypes): Returned {
  const [success] = Object.values(responses);
  const contents = Object.entries(success?.content ?? {});
  const json = contents.find(([type]) => /[/+]json$/u.test(type));
  if (json === undefined) {
    const isText = contents.some(([type]) => /^text\/|yaml|bibtex/u.test(type));
    return { whole: isText ? "str" : "bytes", some: null };
  }
  const { schema } = json[1];
  const branches: readonly Schema[] = schema.anyOf ?? [];
  const [whole, some] = branches.map((branch) => types.typeOf(branch, operationId));
  if (whole !== undefined && some === `${whole}Fields`) return { whole, some };
  return { whole: types.typeOf(schema, operationId), some: null };
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
