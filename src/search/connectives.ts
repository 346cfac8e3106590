/**
 * Words for "and", folded. Between other words, a name or a query may lack them or have others, as
 * it may lack an ampersand.
 */
const CONNECTIVES: ReadonlySet<string> = new Set("and und et y e en og och и και".split(" "));

export function isConnective(text: string): boolean {
  return CONNECTIVES.has(text);
}

/** Whether what is between two words stands for "and". */
export function isAnd(between: string): boolean {
  return between === "&" || between === "+" || isConnective(between);
}
