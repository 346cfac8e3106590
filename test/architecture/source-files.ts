import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const PROJECT: string = fileURLToPath(new URL("../..", import.meta.url));

/** A file of `src/`, parsed. */
export interface SourceFile {
  /** Relative to `src/`, with `/` between its parts. */
  readonly name: string;
  /** The folder of `src/` it stands in, or the name of a file that stands in none. */
  readonly room: string;
  readonly tree: ts.SourceFile;
  /** Files of ours that it imports, or starts as a thread, as names. */
  readonly imports: readonly string[];
  /** What it imports otherwise: packages and modules of Node.js. */
  readonly packages: readonly string[];
}

const SRC = path.join(PROJECT, "src");
let sources: readonly SourceFile[] | undefined;

/** Every file of `src/`, read and parsed once a process. */
export function readSources(): readonly SourceFile[] {
  sources ??= globSync("**/*.ts", { cwd: SRC }).map((found) =>
    parseSource(found.split(path.sep).join("/"), readFileSync(path.join(SRC, found), "utf8")),
  );
  return sources;
}

/** Parses one file of `src/`, or what a test gives for one. */
export function parseSource(name: string, code: string): SourceFile {
  const tree = ts.createSourceFile(path.join(SRC, name), code, ts.ScriptTarget.ESNext, true);
  const specifiers = nodesOf(tree).flatMap((node) => importedBy(node) ?? []);
  const isOwn = (specifier: string): boolean => specifier.startsWith(".") && specifier.endsWith(".ts");
  return {
    name,
    room: roomOf(name),
    tree,
    imports: specifiers.filter(isOwn).map((target) => path.posix.join(path.posix.dirname(name), target)),
    packages: specifiers.filter((specifier) => !specifier.startsWith(".")),
  };
}

export function roomOf(name: string): string {
  return name.includes("/") ? name.slice(0, name.indexOf("/")) : name.replace(/\.ts$/, "");
}

/**
 * Which part of its topic a file is: `page`, `embed`, `picture` or `tool` by the beginning of its
 * name, else `question`: the operations, what they are made of, and their words. Null outside of
 * topics, and for the lists that join them.
 */
export function partOf(name: string): "page" | "embed" | "picture" | "tool" | "question" | null {
  const [room, , file] = name.split("/");
  if (room !== "topics" || file === undefined) return null;
  const part = /^(page|embed|picture|tool)(?=[-.])/.exec(file)?.[1];
  return (part as "page" | "embed" | "picture" | "tool" | undefined) ?? "question";
}

const nodesOfTrees = new WeakMap<ts.SourceFile, readonly ts.Node[]>();

/** A file and everything in it, in the order of the text. */
export function nodesOf(root: ts.SourceFile): readonly ts.Node[] {
  const known = nodesOfTrees.get(root);
  if (known !== undefined) return known;
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  nodesOfTrees.set(root, nodes);
  return nodes;
}

/** Where a node stands, for a person: `room/file.ts:12`. */
export function placeOf(node: ts.Node): string {
  const tree = node.getSourceFile();
  return `${path.relative(SRC, tree.fileName)}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/**
 * What `import … from "x"`, `export … from "x"`, `import("x")` and `new URL("x.ts",
 * import.meta.url)` name.
 */
function importedBy(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return textOf(node.arguments[0]);
  if (!ts.isNewExpression(node) || node.expression.getText() !== "URL") return undefined;
  const file = textOf(node.arguments?.[0]);
  if (file?.endsWith(".ts") !== true || node.arguments?.[1]?.getText() !== "import.meta.url") return undefined;
  return file.startsWith(".") ? file : `./${file}`;
}

function textOf(node: ts.Expression | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}
