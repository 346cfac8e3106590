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

/** Reads every file of `src/`. */
export function readSources(): readonly SourceFile[] {
  const folder = path.join(PROJECT, "src");
  return globSync("**/*.ts", { cwd: folder }).map((found) =>
    parseSource(found.split(path.sep).join("/"), readFileSync(path.join(folder, found), "utf8")),
  );
}

/** Parses one file of `src/`, or what a test gives for one. */
export function parseSource(name: string, code: string): SourceFile {
  const tree = ts.createSourceFile(name, code, ts.ScriptTarget.ESNext, true);
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

/** A node and everything in it, in the order of the text. */
export function nodesOf(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

/** Where a node stands, for a person: `room/file.ts:12`. */
export function placeOf(node: ts.Node): string {
  const tree = node.getSourceFile();
  return `${tree.fileName}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
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
