import ts from "typescript";

/** What nothing that runs ever reaches. */
export interface Unreached {
  /** Exported declarations, as `file: name`. */
  readonly declarations: readonly string[];
  /** Functions of interfaces and classes of a name that nobody asks for, as `file: type.member`. */
  readonly members: readonly string[];
}

/**
 * Follows every name from the entry files and their exports on, as the compiler resolves it, and
 * returns what is declared in a folder and never reached. What runs when a module is loaded counts
 * as soon as something of the module is reached. Members are told by their name alone: of which
 * type a value is would take the compiler ten times as long to find out.
 */
export function findUnreached(program: ts.Program, entries: readonly string[], folder: string): Unreached {
  const checker = program.getTypeChecker();
  const reached = new Set<ts.Node>();
  const members = new Set<string>();
  const waiting: ts.Node[] = [];
  const reach = (node: ts.Node): void => {
    if (reached.has(node)) return;
    reached.add(node);
    waiting.push(node);
  };
  const reachSymbol = (symbol: ts.Symbol | undefined): void => {
    if (symbol === undefined) return;
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    for (const declaration of (isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? [])
      reach(ownerOf(declaration));
  };
  const follow = (node: ts.Node): void => {
    const member = memberName(node);
    if (member !== undefined) members.add(member);
    if (ts.isIdentifier(node)) reachSymbol(symbolAt(node, checker));
    const started = startedFile(node, program);
    if (started !== undefined) reach(started);
    // Declarations of a module are followed when something reaches them.
    if (ts.isSourceFile(node)) node.statements.flatMap(bodyOf).forEach(follow);
    else ts.forEachChild(node, follow);
  };
  for (const entry of entries) {
    const source = program.getSourceFile(entry)!;
    reach(source);
    source.statements.flatMap(declarationsOf).filter(isExported).forEach(reach);
  }
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    reach(node.getSourceFile());
    follow(node);
  }
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
  const named = (node: ts.Node, name: string) => `${node.getSourceFile().fileName.slice(folder.length)}: ${name}`;
  const declarations = files.flatMap(({ statements }) => statements.flatMap(declarationsOf));
  return {
    declarations: declarations
      .filter((node) => !reached.has(node) && isExported(node))
      .map((node) => named(node, node.name!.getText())),
    members: declarations
      .filter((node) => reached.has(node) && (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)))
      .flatMap((node) =>
        functionsOf(node as ts.InterfaceDeclaration | ts.ClassDeclaration)
          .filter((member) => !members.has(member))
          .map((member) => named(node, `${node.name!.getText()}.${member}`)),
      ),
  };
}

type Declaration = ts.DeclarationStatement | ts.VariableDeclaration;

/** What a statement at the top of a module declares; nothing where it does something. */
function declarationsOf(statement: ts.Statement): readonly Declaration[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations;
  const isDeclaration =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isDeclaration && statement.name !== undefined ? [statement] : [];
}

/** What runs of a statement when its module is loaded, whatever is imported of it. */
function bodyOf(statement: ts.Statement): readonly ts.Node[] {
  if (ts.isImportDeclaration(statement) || declarationsOf(statement).length > 0) return [];
  return [statement];
}

/** The declaration at the top of a module that a node stands in. */
function ownerOf(node: ts.Node): ts.Node {
  let owner = node;
  while (!ts.isSourceFile(owner) && !ts.isSourceFile(owner.parent)) {
    if (ts.isVariableDeclaration(owner) && ts.isSourceFile(owner.parent.parent.parent)) return owner;
    owner = owner.parent;
  }
  return owner;
}

function isExported(node: Declaration): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)
  );
}

/** What is taken out of an object or a type: `x` of `a.x`, `{ x: b } = a` and `A["x"]`. */
function memberName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isBindingElement(node)) return (node.propertyName ?? node.name).getText();
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined;
}

/**
 * What an identifier means. Members of a module mean what it exports; other members have no meaning
 * here.
 */
function symbolAt(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return checker.getShorthandAssignmentValueSymbol(parent);
  if (ts.isBindingElement(parent) && parent.initializer !== node) {
    const from = parent.parent.parent;
    const name = (parent.propertyName ?? parent.name).getText();
    return ts.isVariableDeclaration(from) && from.initializer !== undefined
      ? exportOf(from.initializer, name, checker)
      : undefined;
  }
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return exportOf(parent.expression, node.text, checker);
  // The name that is declared, given or assigned is no use of it.
  if (ts.isPropertyAssignment(parent) && parent.name === node) return undefined;
  if ((ts.isTypeElement(parent) || ts.isClassElement(parent)) && parent.name === node) return undefined;
  return checker.getSymbolAtLocation(node);
}

/** What `a.name` means where `a` is a module: `import * as a`, or `await import("a")`. */
function exportOf(from: ts.Expression, name: string, checker: ts.TypeChecker): ts.Symbol | undefined {
  let inner = from;
  while (ts.isParenthesizedExpression(inner) || ts.isAwaitExpression(inner)) inner = inner.expression;
  const imported = ts.isCallExpression(inner) && inner.expression.kind === ts.SyntaxKind.ImportKeyword;
  const symbol = checker.getSymbolAtLocation(imported ? (inner as ts.CallExpression).arguments[0]! : inner);
  if (symbol === undefined) return undefined;
  const module = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  return (module.flags & ts.SymbolFlags.ValueModule) === 0
    ? undefined
    : checker.getExportsOfModule(module).find((each) => each.name === name);
}

/** The file of `new URL("x.ts", import.meta.url)`, which is started as a thread. */
function startedFile(node: ts.Node, program: ts.Program): ts.SourceFile | undefined {
  if (!ts.isNewExpression(node) || node.expression.getText() !== "URL") return undefined;
  const [file, base] = node.arguments ?? [];
  if (file === undefined || !ts.isStringLiteral(file) || base?.getText() !== "import.meta.url") return undefined;
  return program.getSourceFile(new URL(file.text, `file://${node.getSourceFile().fileName}`).pathname);
}

/** The functions of a type, but those that what it extends may ask for. */
function functionsOf(type: ts.InterfaceDeclaration | ts.ClassDeclaration): readonly string[] {
  const isExtended = type.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) ?? false;
  if (ts.isClassDeclaration(type) && isExtended) return [];
  return [...type.members].flatMap((member) => {
    const isFunction =
      ts.isMethodSignature(member) ||
      ts.isMethodDeclaration(member) ||
      ((ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) &&
        member.type !== undefined &&
        ts.isFunctionTypeNode(member.type));
    // The compiler itself finds a #private one that nobody calls.
    return isFunction && !ts.isPrivateIdentifier(member.name) ? [member.name.getText()] : [];
  });
}
