import ts from "typescript";

/** One small change of a file that a test should notice. */
export interface Mutant {
  readonly operator: Operator;
  readonly line: number;
  /** The text it replaces, as offsets in the file. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export const OPERATORS = ["boundary", "negation", "removed call", "swapped arguments", "constant"] as const;
export type Operator = (typeof OPERATORS)[number];

const BOUNDARIES: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
]);

const NEGATIONS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
]);

/** All mutants of a file, in the order of its text. */
export function findMutants(code: string): readonly Mutant[] {
  const tree = ts.createSourceFile("mutated.ts", code, ts.ScriptTarget.ESNext, true);
  const mutants: Mutant[] = [];
  const replace = (from: ts.Node, operator: Operator, replacement: string, to: ts.Node = from): void => {
    const start = from.getStart();
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ operator, line, start, end: to.getEnd(), replacement });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const boundary = BOUNDARIES.get(kind);
      const negation = NEGATIONS.get(kind);
      if (boundary !== undefined) replace(node.operatorToken, "boundary", boundary);
      if (negation !== undefined) replace(node.operatorToken, "negation", negation);
    }
    const condition = conditionOf(node);
    if (condition !== undefined) replace(condition, "negation", `!(${condition.getText()})`);
    if (isCallStatement(node)) replace(node, "removed call", ";");
    if (ts.isCallExpression(node) || ts.isNewExpression(node))
      for (const [index, left] of (node.arguments ?? []).entries()) {
        const right = node.arguments?.[index + 1];
        if (right !== undefined && areSwappable(left, right))
          replace(left, "swapped arguments", `${right.getText()}, ${left.getText()}`, right);
      }
    if (ts.isNumericLiteral(node) && !isNameOf(node, node.parent)) replace(node, "constant", `(${node.text} + 1)`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, "constant", "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, "constant", "true");
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return mutants;
}

/** What an `if` or `?:` asks, unless a comparison says it alone: that one is negated itself. */
function conditionOf(node: ts.Node): ts.Expression | undefined {
  const condition = ts.isIfStatement(node) ? node.expression : ts.isConditionalExpression(node) ? node.condition : null;
  if (condition === null) return undefined;
  return ts.isBinaryExpression(condition) && NEGATIONS.has(condition.operatorToken.kind) ? undefined : condition;
}

/** A call whose value nobody takes. A constructor does not run without `super()`. */
function isCallStatement(node: ts.Node): node is ts.ExpressionStatement {
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  const call = ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(call) && call.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

function isNameOf(node: ts.NumericLiteral, parent: ts.Node): boolean {
  return ts.isPropertyAssignment(parent) && parent.name === node;
}

/** Two values that may be taken for each other; a function or a literal object stands out. */
function areSwappable(left: ts.Expression, right: ts.Expression): boolean {
  const isValue = (node: ts.Expression): boolean =>
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isLiteralExpression(node) ||
    ts.isBinaryExpression(node);
  return isValue(left) && isValue(right) && left.getText() !== right.getText();
}
