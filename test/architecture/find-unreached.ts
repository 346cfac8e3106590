import ts from "typescript";

/** What nothing that runs ever reaches. */
export interface Unreached {
  /** Exported declarations, as `file: name`. */
  readonly declarations: readonly string[];
  /** Functions of interfaces and classes that nobody calls, as `file: type.member`. */
  readonly members: readonly string[];
}

/**
 * Follows every name from the entry files on, as the compiler resolves it, and returns what is
 * declared in a folder and never reached. What runs when a module is loaded counts as soon as
 * something of the module is reached.
 */
export function findUnreached(program: ts.Program, entries: readonly string[], folder: string): Unreached {
  const checker = program.getTypeChecker();
  const reached = new Set<ts.Node>();
  const called = new Set<ts.Node>();
  const waiting: ts.Node[] = [];
  const reach = (node: ts.Node): void => {
    if (reached.has(node)) return;
    reached.add(node);
    waiting.push(node);
  };
  const reachSymbol = (symbol: ts.Symbol | undefined): void => {
    if (symbol === undefined) return;
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    for (const declaration of (isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? []) {
      called.add(declaration);
      const owner = ownerOf(declaration);
      if (owner !== undefined) reach(owner);
    }
  };
  const follow = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) for (const symbol of symbolsAt(node, checker)) reachSymbol(symbol);
    const started = startedFile(node, program);
    if (started !== undefined) reach(started);
    // Declarations of a module are followed when something reaches them.
    if (ts.isSourceFile(node)) node.statements.flatMap(bodyOf).forEach(follow);
    else ts.forEachChild(node, follow);
  };
  for (const entry of entries) reach(program.getSourceFile(entry)!);
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
        uncalledMembers(node as ts.InterfaceDeclaration | ts.ClassDeclaration, called, checker).map((member) =>
          named(node, `${node.name!.getText()}.${member}`),
        ),
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
function ownerOf(node: ts.Node): ts.Node | undefined {
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

/** What an identifier means; a member taken out of an object by its name means the member, too. */
function symbolsAt(node: ts.Identifier, checker: ts.TypeChecker): readonly (ts.Symbol | undefined)[] {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return [checker.getShorthandAssignmentValueSymbol(parent)];
  // The name that is declared, given or assigned is no use of it.
  if (ts.isPropertyAssignment(parent) && parent.name === node) return [];
  if ((ts.isTypeElement(parent) || ts.isClassElement(parent)) && parent.name === node) return [];
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && parent.initializer !== node)
    return [checker.getTypeAtLocation(parent.parent).getProperty((parent.propertyName ?? node).getText())];
  return [checker.getSymbolAtLocation(node)];
}

/** The file of `new URL("x.ts", import.meta.url)`, which is started as a thread. */
function startedFile(node: ts.Node, program: ts.Program): ts.SourceFile | undefined {
  if (!ts.isNewExpression(node) || node.expression.getText() !== "URL") return undefined;
  const [file, base] = node.arguments ?? [];
  if (file === undefined || !ts.isStringLiteral(file) || base?.getText() !== "import.meta.url") return undefined;
  return program.getSourceFile(new URL(file.text, `file://${node.getSourceFile().fileName}`).pathname);
}

/** The functions of a type that nobody calls, and that no type it fulfils asks for. */
function uncalledMembers(
  type: ts.InterfaceDeclaration | ts.ClassDeclaration,
  called: ReadonlySet<ts.Node>,
  checker: ts.TypeChecker,
): readonly string[] {
  const bases = (type.heritageClauses ?? []).flatMap(({ types }) =>
    types.map((base) => checker.getTypeAtLocation(base)),
  );
  return [...type.members].flatMap((member) => {
    const isFunction =
      ts.isMethodSignature(member) ||
      ts.isMethodDeclaration(member) ||
      ((ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) &&
        member.type !== undefined &&
        ts.isFunctionTypeNode(member.type));
    // The compiler itself finds a #private one that nobody calls.
    if (!isFunction || ts.isPrivateIdentifier(member.name) || called.has(member)) return [];
    const name = member.name.getText();
    return bases.some((base) => base.getProperty(name) !== undefined) ? [] : [name];
  });
}
