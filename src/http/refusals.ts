import { Problem } from "../problem.ts";
import { quote } from "../contract/read-parameters.ts";

/** How long an address may be, in characters: path and query. */
export const URL_CHARACTERS_MAX = 8000;

/** The refusal of an address that is longer than the service reads. */
export function uriTooLong(): Problem {
  return new Problem(
    "uri_too_long",
    `The address is longer than ${URL_CHARACTERS_MAX} characters. Ask for less at once, or fetch the whole dataset as CSV.`,
  );
}

/** The refusal of a method an address does not take; goes with an `Allow` header. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Problem {
  return new Problem("method_not_allowed", `${method} is not taken here; allowed are ${allowed.join(", ")}.`);
}

/** The refusal of an address where nothing answers. */
export function notFound(path: string): Problem {
  const hint = path.length > 1 && path.endsWith("/") ? " Addresses do not end with a slash." : "";
  return new Problem("not_found", `Nothing answers at this address.${hint} /api links everything there is.`);
}

/** The refusal of an `Accept` header that lets nothing through that an address answers in. */
export function notAcceptable(accept: string | undefined, mediaType: string): Problem {
  return new Problem(
    "not_acceptable",
    `The Accept header is ${quote(accept ?? "")}; this address answers in ${mediaType}. Name it, or leave the header out.`,
  );
}
