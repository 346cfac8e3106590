import type { IncomingMessage } from "node:http";
import { fillPath } from "../ask/urls.ts";
import type { Site } from "../ask/sources.ts";
import { mapVersionOne } from "../topics/v1/field-map.ts";
import { Problem } from "../problem.ts";
import { JSON_TYPE } from "./endpoint.ts";
import type { HttpDocument } from "./http-document.ts";
import { HttpProblem } from "./http-problem.ts";

/** The end of one deprecated route. */
export interface Retirement {
  /**
   * `Deprecation` (RFC 9745), `Sunset` (RFC 8594), `Link` and `Vary` of every response of the
   * route, whatever its status.
   */
  headersFor(params: Readonly<Record<string, string>>): readonly string[];
  /** Throws `gone` after an enforced sunset. */
  checkEnd(params: Readonly<Record<string, string>>): void;
  /**
   * Whether the client prefers to rehearse the sunset. Throws `invalid_request` for a longer list
   * of preferences than is read.
   */
  isRehearsed(request: IncomingMessage): boolean;
  /** Throws what the response will be after the sunset. */
  rehearse(params: Readonly<Record<string, string>>): never;
}

/** Where the fields of version 1 are mapped to those of version 2. */
export const MIGRATION_PATH = "/api/migrations/v1-to-v2.json";

/** The same for people. */
const MIGRATION_GUIDE_PATH = "/docs/migration";

/** A preference (RFC 7240) of ours: respond as after the sunset. */
const REHEARSAL = "sunset=rehearse";

/** The map of the fields, for programs. */
export const MIGRATION_DOCUMENT: HttpDocument = {
  path: MIGRATION_PATH,
  mediaType: JSON_TYPE,
  linkedAs: "migration",
  text: ({ baseUrl }) =>
    JSON.stringify({
      title: "From version 1 to version 2",
      guide: `${baseUrl}${MIGRATION_GUIDE_PATH}`,
      rehearsal: `Prefer: ${REHEARSAL}`,
      routes: mapVersionOne(),
    }),
};

/** Longer lists of preferences are refused. */
export const PREFER_CHARACTERS_MAX = 200;

/** Longer path segments are not repeated in a header. */
const SEGMENT_CHARACTERS_MAX = 200;

/** Builds the end of a deprecated route whose successor has this path template. */
export function buildRetirement(successorPath: string, site: Site, now: () => Date): Retirement {
  const { v1DeprecatedAt: deprecatedAt, v1SunsetAt: sunsetAt, v1SunsetEnforced: sunsetEnforced } = site.settings;
  const sunset = sunsetAt.toUTCString();

  const successorOf = (params: Readonly<Record<string, string>>): string => {
    const isRepeatable = Object.values(params).every(({ length }) => length <= SEGMENT_CHARACTERS_MAX);
    return site.baseUrl + (isRepeatable ? fillPath(successorPath, params) : successorPath.split("/{", 1)[0]!);
  };

  const adviceFor = (params: Readonly<Record<string, string>>): string =>
    `Its successor is ${successorOf(params)}; ${site.baseUrl}${MIGRATION_PATH} maps the fields.`;

  return {
    headersFor(params) {
      const guide = `${site.baseUrl}${MIGRATION_GUIDE_PATH}`;
      return [
        ["Deprecation", `@${Math.floor(deprecatedAt.getTime() / 1000)}`],
        ["Sunset", sunset],
        // The rehearsal, apart from what data vary with.
        ["Vary", "Prefer"],
        ["Link", `<${successorOf(params)}>; rel="successor-version"`],
        ["Link", `<${guide}>; rel="deprecation"; type="text/html"`],
        ["Link", `<${guide}>; rel="sunset"; type="text/html"`],
      ].flat();
    },

    checkEnd(params) {
      if (!sunsetEnforced || now() < sunsetAt) return;
      throw new Problem("gone", `The endpoint was retired at its sunset (${sunset}). ${adviceFor(params)}`);
    },

    isRehearsed: ({ headers }) => prefersRehearsal([headers["prefer"] ?? ""].flat().join(",")),

    rehearse(params) {
      const detail = `This is the response after the sunset (${sunset}), as \`Prefer: ${REHEARSAL}\` asks. ${adviceFor(params)}`;
      throw new HttpProblem("gone", detail, ["Preference-Applied", REHEARSAL]);
    },
  };
}

/**
 * Whether a `Prefer` header (RFC 7240) asks for the rehearsal. Of a preference given twice the
 * first counts.
 */
function prefersRehearsal(header: string): boolean {
  if (header.length > PREFER_CHARACTERS_MAX) {
    const detail = `\`Prefer\` has ${header.length} characters; expected at most ${PREFER_CHARACTERS_MAX}.`;
    throw new Problem("invalid_request", detail, [{ parameter: "Prefer", detail }]);
  }
  for (const preference of header.split(",")) {
    const [name = "", value = ""] = preference
      .split(";", 1)[0]!
      .split("=")
      .map((part) => part.trim());
    if (name.toLowerCase() === "sunset") return value === "rehearse" || value === '"rehearse"';
  }
  return false;
}
