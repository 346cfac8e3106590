import type { IncomingMessage } from "node:http";
import { refuseParameters } from "../ask/read-parameters.ts";
import { quote } from "../problem.ts";

/** A part of a URL with its escapes undone; null where they are malformed. */
export function decodeOrNull(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Turns a request in absolute form (RFC 9112 §3.2.2) into one in origin form. */
export function useOriginForm(request: IncomingMessage): void {
  const [, rest] = /^https?:\/\/[^/?#]*([^#]*)/iu.exec(request.url ?? "") ?? [];
  if (rest !== undefined) request.url = rest.startsWith("/") ? rest : `/${rest}`;
}

/** The query of a URL, decoded, in order. Throws `invalid_request` where it cannot be decoded. */
export function readQuery(url: string): [name: string, value: string][] {
  const start = url.indexOf("?");
  if (start < 0) return [];
  const query = url.slice(start + 1);
  // Decoding replaces what is not UTF-8 by another text, which nobody asked for.
  const errors = query.split("&").flatMap((pair) => {
    if (decodeOrNull(pair) !== null) return [];
    const [name = ""] = pair.split("=", 1);
    const detail = `${quote(pair)} is not well-formed: a \`%\` must be followed by two hexadecimal digits of UTF-8.`;
    return [{ parameter: decodeOrNull(name) ?? name, detail }];
  });
  if (errors.length > 0) throw refuseParameters(errors, false);
  return [...new URLSearchParams(query)];
}
