import type { IncomingMessage } from "node:http";
import { fillPath } from "../contract/addresses.ts";
import type { Operation } from "../contract/operation.ts";
import type { Site } from "../contract/sources.ts";
import { mapVersionOne } from "../operations/v1/field-map.ts";
import { Problem } from "../problem.ts";
import type { DoorDocument } from "./door-document.ts";
import type { Gate, Verdict } from "./gate.ts";
import { JSON_TYPE } from "./make-answer.ts";
import type { Refusal } from "./over-quota.ts";
import { decodeOrNull } from "./route-table.ts";

/** When the deprecated addresses were given up, and when they end. */
export interface Retirement {
  readonly deprecatedAt: Date;
  /** Not before `deprecatedAt`. */
  readonly sunsetAt: Date;
  /** From the sunset on the addresses are gone; otherwise they go on answering. */
  readonly sunsetEnforced: boolean;
}

/** Where the fields of version 1 are mapped to those of version 2. */
export const MIGRATION_PATH = "/api/migrations/v1-to-v2.json";

/** Where the same is told to people. */
const MIGRATION_GUIDE_PATH = "/docs/migration";

/** The map of the fields, for programs. */
export const MIGRATION_DOCUMENT: DoorDocument = {
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

/** Knows which addresses are deprecated, and what every answer of them says about it. */
export interface VersionOne {
  /**
   * `Deprecation` (RFC 9745), `Sunset` (RFC 8594), `Link` and `Vary` of every answer to this request target, whatever its status;
   * empty for an address that is not deprecated.
   */
  headOf(target: string): readonly string[];
  /** The gate with one more refusal behind it: `gone` after an enforced sunset, and for who rehearses it. */
  guard(gate: Gate): Gate;
}

/** A preference (RFC 7240) of ours: answer as after the sunset. */
const REHEARSAL = "sunset=rehearse";

/** What the paths of version 1 begin with, and which of their segments names the group. */
const PREFIX = "/api/v1/";
const GROUP_SEGMENT = 3;

/** Longer path segments are not repeated in a header. */
const SEGMENT_CHARACTERS_MAX = 200;

/** Builds the knowledge of the deprecated operations among all. */
export function buildVersionOne(
  operations: readonly Operation[],
  retirement: Retirement,
  site: Site,
  now: () => Date,
): VersionOne {
  const { deprecatedAt, sunsetAt, sunsetEnforced } = retirement;
  const templates = operations
    .flatMap(({ path, deprecation }) => (deprecation === undefined ? [] : [{ path, ...deprecation }]))
    .map((template) => ({ ...template, segments: template.path.split("/") }))
    // A literal segment goes before a placeholder, as in the router.
    .toSorted((a, b) => Number(a.path.includes("{")) - Number(b.path.includes("{")));
  const dates = [
    "Deprecation",
    `@${Math.floor(deprecatedAt.getTime() / 1000)}`,
    "Sunset",
    sunsetAt.toUTCString(),
    // Besides what data vary with: the rehearsal.
    "Vary",
    "Prefer",
  ] as const;

  const groups = new Set(templates.map(({ segments }) => segments[GROUP_SEGMENT]));
  /** Whether a plain target lies among others of version 1, as far as that is seen without taking it apart. */
  const isOfAnotherGroup = (target: string): boolean => {
    const end = target.indexOf("/", PREFIX.length);
    return (
      end > 0 && target.startsWith(PREFIX) && !target.includes("%") && !groups.has(target.slice(PREFIX.length, end))
    );
  };

  /** The path of the successor, or undefined where the target is not deprecated. */
  const findSuccessor = (target: string): string | undefined => {
    if (isOfAnotherGroup(target)) return undefined;
    if (!target.startsWith("/api/v1/") && !target.includes("%") && target.startsWith("/")) return undefined;
    const path = target.replace(/^https?:\/\/[^/?#]*/iu, "").split(/[?#]/u, 1)[0]!;
    const segments = path.split("/").map((segment) => decodeOrNull(segment) ?? segment);
    for (const template of templates) {
      const given = matchSegments(template.segments, segments);
      if (given === undefined) continue;
      const isFillable = Object.values(given).every(({ length }) => length <= SEGMENT_CHARACTERS_MAX);
      return isFillable ? fillPath(template.successorPath, given) : template.successorPath.split("/{", 1)[0]!;
    }
    return undefined;
  };

  let last: { readonly target: string; readonly successor: string | undefined } | undefined;
  /** The same, which is asked for more than once on the way of one request. */
  const successorOf = (target: string): string | undefined => {
    if (last?.target !== target) last = { target, successor: findSuccessor(target) };
    return last.successor;
  };

  const refusalOf = (request: IncomingMessage): Refusal | undefined => {
    const successor = successorOf(request.url ?? "");
    if (successor === undefined) return undefined;
    const ends = sunsetAt.toUTCString();
    const advice = `Its successor is ${site.baseUrl}${successor}; ${site.baseUrl}${MIGRATION_PATH} maps the fields.`;
    if (prefersRehearsal(request.headers["prefer"])) {
      const detail = `This is the answer after the sunset (${ends}), as \`Prefer: ${REHEARSAL}\` asks. ${advice}`;
      return { problem: new Problem("gone", detail), refusalHead: ["Preference-Applied", REHEARSAL] };
    }
    if (!sunsetEnforced || now() < sunsetAt) return undefined;
    return {
      problem: new Problem("gone", `The address was retired at its sunset (${ends}). ${advice}`),
      refusalHead: [],
    };
  };

  return {
    headOf(target) {
      const successor = successorOf(target);
      if (successor === undefined) return [];
      const { baseUrl } = site;
      const links = [
        `<${baseUrl}${successor}>; rel="successor-version"`,
        `<${baseUrl}${MIGRATION_GUIDE_PATH}>; rel="deprecation"; type="text/html"`,
        `<${baseUrl}${MIGRATION_GUIDE_PATH}>; rel="sunset"; type="text/html"`,
      ];
      return [...dates, ...links.flatMap((link) => ["Link", link])];
    },
    guard: (gate) => ({
      ...gate,
      admit(request, admission) {
        const refusal = refusalOf(request);
        const verdict = gate.admit(request, admission);
        if (refusal === undefined) return verdict;
        const refuse = (before: Verdict): Verdict =>
          before.allowed ? { allowed: false, head: before.head, counted: before.counted, ...refusal } : before;
        return verdict instanceof Promise ? verdict.then(refuse) : refuse(verdict);
      },
    }),
  };
}

/** Whether a `Prefer` header (RFC 7240) asks for the rehearsal. Of a preference given twice the first counts. */
function prefersRehearsal(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  for (const preference of [header].flat().join(",").split(",")) {
    const [name = "", value = ""] = preference
      .split(";", 1)[0]!
      .split("=")
      .map((part) => part.trim());
    if (name.toLowerCase() === "sunset") return value === "rehearse" || value === '"rehearse"';
  }
  return false;
}

/** The placeholders of a template as decoded segments fill them; undefined where it does not fit. */
function matchSegments(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const given: Record<string, string> = {};
  for (const [index, expected] of template.entries()) {
    const segment = segments[index]!;
    if (!expected.startsWith("{")) {
      if (segment !== expected) return undefined;
    } else if (segment === "") return undefined;
    else given[expected.slice(1, -1)] = segment;
  }
  return given;
}
