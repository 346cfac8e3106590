import ts from "typescript";
import { nodesOf, placeOf } from "./source-files.ts";

/** Looks at one file and returns where it breaks the rule, with what stands there. */
export type Rule = (tree: ts.SourceFile) => readonly string[];

/**
 * Reading the clock: `new Date()`, `Date()`, `Date.now()`, `performance.now()`, `process.hrtime()`,
 * `process.uptime()`, `Temporal.Now`.
 */
export const readsClock: Rule = where((node) => {
  if (ts.isNewExpression(node)) return node.expression.getText() === "Date" && (node.arguments?.length ?? 0) === 0;
  if (ts.isCallExpression(node) && node.expression.getText() === "Date") return true;
  return ts.isPropertyAccessExpression(node) && CLOCKS.has(node.getText());
});

const CLOCKS: ReadonlySet<string> = new Set(
  "Date.now performance.now performance.timeOrigin process.hrtime process.uptime Temporal.Now".split(" "),
);

/** Waiting while a module is evaluated: `await` and `for await` outside of every function. */
export const waitsAtTop: Rule = where((node) => {
  const waits = ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
  return waits && ts.findAncestor(node, ts.isFunctionLike) === undefined;
});

/** Asking over the network with what Node.js gives every module. */
export const asksNetwork: Rule = where(
  (node) =>
    (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
    /^(?:globalThis\.)?(?:fetch|WebSocket|EventSource|XMLHttpRequest)$/.test(node.expression.getText()),
);

/** Writing addresses: what escapes a part of a path or a query. */
export const writesAddress: Rule = where(
  (node) => ts.isIdentifier(node) && /^(?:encodeURI|encodeURIComponent|URLSearchParams)$/.test(node.text),
);

/** Words of a movement or of a comparison, in a text that is put together. */
export const comparesInWords: Rule = where((node) => {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return isText && /\b(?:rose|fell|(?<!re-)rated (?:above|below)|rates? higher|spread alike)\b/u.test(node.text);
});

/** Words of a rank, or of where the top of a ranking is, in a text that is put together. */
export const ranksInWords: Rule = where((node) => {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return (
    isText &&
    /\b(?:ties? (?:for|with)|ranks? $|leads? at|gets? beyond|alone is (?:first|last))\b|among them, $/u.test(node.text)
  );
});

/** Saying a share in words: what does takes `percent` from the grammar. */
export const sharesInWords: Rule = where(
  (node) => ts.isImportDeclaration(node) && /\bpercent\b[^;]*\/grammar\.ts"/u.test(node.getText()),
);

/** Joining bands, ranks and possessions into words, by what `ask/` has for such sentences. */
export const joinsFigures: Rule = where(
  (node) =>
    ts.isImportDeclaration(node) &&
    /\b(?:labelOf|placeOnScale|ordinal|possessive)\b[^;]*\/(?:grammar|words)\.ts"/u.test(node.getText()),
);

export const readsEnvironment: Rule = where(
  (node) => ts.isPropertyAccessExpression(node) && node.getText() === "process.env",
);

/**
 * A median or a share computed by hand: a function that is called after one, or a number halved or
 * doubled (`/ 2`, `>> 1`, `>>> 1`, `* 0.5`, `* 2`), without which no middle is found.
 */
export const computesMiddle: Rule = where((node) => {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return isMiddleName(node.name);
  if (ts.isVariableDeclaration(node) && node.initializer !== undefined && isFunction(node.initializer))
    return isMiddleName(node.name);
  if (!ts.isBinaryExpression(node)) return false;
  return HALVES.has(`${node.operatorToken.getText().replace(/=$/, "")} ${node.right.getText()}`);
});

const HALVES: ReadonlySet<string> = new Set(["/ 2", ">> 1", ">>> 1", "* 0.5", "* .5", "* 2", "<< 1"]);

/** Called after a middle, unless it only describes, names or writes one that it is given. */
function isMiddleName(name: ts.Node | undefined): boolean {
  return /^(?:(?:find|compute|calculate|get|take|lower|upper|weighted)\w*)?(?:[mM]edian|[qQ]uantile|[pP]ercentile|[aA]verage|[mM]ean)(?:Of|Band|Rank)?$/.test(
    name?.getText() ?? "",
  );
}

/**
 * Interfaces that nobody promised: members with an underscore, V8's flags, and files inside a
 * package.
 */
export const usesPrivateInterface: Rule = where((node) => {
  if (ts.isPropertyAccessExpression(node)) return node.name.text.startsWith("_") || PRIVATE.test(node.name.text);
  if (ts.isStringLiteralLike(node))
    return isSpecifier(node) ? DEEP_IMPORT.test(node.text) : PRIVATE.test(node.text) || FLAG.test(node.text);
  return ts.isIdentifier(node) && PRIVATE.test(node.text);
});

const PRIVATE = /^(?:setFlagsFromString|destroySoon|_header|_httpMessage|_hasBody|_defaultKeepAlive)$/;
const FLAG =
  /^--(?:no-)?(?:maglev|max-semi-space-size|allocation-site-pretenuring|parallel-scavenge|turbo\w*)|^MALLOC_/;
const DEEP_IMPORT = /^(?:@[^/]+\/)?[^./@][^/]*\/(?:src|lib|dist|build|internal|esm|cjs)\//;

/** Loading TypeBox, of which the types alone are needed. */
export const loadsTypeBox: Rule = where(
  (node) => ts.isImportDeclaration(node) && /^import (?!type\b)[^;]*"typebox"/u.test(node.getText()),
);

function isSpecifier(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
  );
}

/** A statement of SQL, in upper case as the project writes it. */
export const holdsSql: Rule = where(
  (node) => (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && SQL.test(node.text),
);

const SQL =
  /^\s*(?:WITH \w+ AS|SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE (?:OR REPLACE )?(?:TEMP )?(?:TABLE|VIEW|INDEX|MACRO)|PRAGMA|COPY)\b/;

/**
 * Handing on what another module exports, as barrel files do; a type may be handed on with the
 * function that returns it.
 */
export const handsOn: Rule = where(
  (node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && !node.isTypeOnly,
);

/** `value!` */
export const assertsNotNull: Rule = where((node) => ts.isNonNullExpression(node));

/** `value as Type`; `as const` asserts nothing. */
export const casts: Rule = where(
  (node) => ts.isTypeAssertionExpression(node) || (ts.isAsExpression(node) && node.type.getText() !== "const"),
);

/** Functions of more than a number of lines, with how many they have. */
export function longerThan(linesMax: number): Rule {
  return (tree) =>
    nodesOf(tree).flatMap((node) => {
      if (!isFunction(node) && !ts.isFunctionDeclaration(node) && !ts.isMethodDeclaration(node)) return [];
      const { length } = node.getText().split("\n");
      return length > linesMax ? [`${placeOf(node)} ${length} lines`] : [];
    });
}

function isFunction(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

function where(breaks: (node: ts.Node) => boolean): Rule {
  return (tree) =>
    nodesOf(tree)
      .filter(breaks)
      .map((node) => `${placeOf(node)} ${node.getText().split("\n")[0]!.slice(0, 60)}`);
}
