import { createHash } from "node:crypto";

const FIRST_LINE =
  /^-- Made from mapping\.json\. Change that, not this; edited by hand, this counts alone\. sha256: ([0-9a-f]{64})$/u;

/** The text of an `intake.sql` made from a mapping; its first line has a hash of the rest. */
export function signSql(body: string): string {
  return `-- Made from mapping.json. Change that, not this; edited by hand, this counts alone. sha256: ${hashOf(body)}\n${body}`;
}

/** Whether an `intake.sql` was made from a mapping and nobody edited it since. */
export function isGenerated(script: string): boolean {
  const text = script.replaceAll("\r\n", "\n");
  const end = text.indexOf("\n");
  const [, hash] = FIRST_LINE.exec(text.slice(0, Math.max(end, 0))) ?? [];
  return hash !== undefined && hash === hashOf(text.slice(end + 1));
}

function hashOf(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}
