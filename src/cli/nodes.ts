import { type KnownNode, isAlive } from "../distribution/node-registry.ts";
import { keysInForce, readOriginState } from "../distribution/origin-state.ts";
import { endOf, isOver, readPointer } from "../distribution/pointer.ts";
import { openOriginOf } from "./change-releases.ts";
import { type Console, printJson, UsageError } from "./command.ts";
import { formatTime } from "./output.ts";

/** What the origin says is published. */
interface Published {
  readonly sequence: number;
  readonly release: string | null;
  /** When nodes stop to believe it; null for never. */
  readonly expires: string | null;
}

/** Prints which node holds and serves what. Throws a UsageError where nodes report to nobody. */
export async function listNodes(console: Console, isJson: boolean): Promise<number> {
  const { databaseUrl } = console.settings;
  if (databaseUrl === null) throw new UsageError("nodes report to PostgreSQL, and DATABASE_URL is not set");
  const { openPostgresRegistry } = await import("../distribution/postgres-registry.ts");
  const registry = openPostgresRegistry(databaseUrl);
  try {
    const [{ now, nodes }, { published, sentence, trouble }] = await Promise.all([
      registry.nodes(),
      // Nodes are of most interest when their origin is lost.
      readPublished(console).catch(sayTrouble),
    ]);
    if (isJson) {
      printJson(console, { published, trouble, nodes: nodes.map((node) => nodeJson(node, now)) });
      return 0;
    }
    console.print(sentence);
    if (nodes.length === 0) console.say("No node has reported within the last day.");
    for (const node of nodes) {
      console.print(`  ${node.node}: ${describeNode(node, now)}`);
      for (const why of whyLagging(node, now, published?.sequence ?? 0)) console.print(`    ${why}`);
    }
    return 0;
  } finally {
    await registry.close();
  }
}

/** What is published, in words as well, and why that is not known; null where it is. */
interface FoundPublished {
  readonly published: Published | null;
  readonly sentence: string;
  readonly trouble: string | null;
}

function sayTrouble(error: unknown): FoundPublished {
  const trouble = error instanceof Error ? error.message : String(error);
  return { published: null, sentence: `What is published cannot be read: ${trouble}`, trouble };
}

async function readPublished(console: Console): Promise<FoundPublished> {
  const { settings } = console;
  const origin = await openOriginOf(console);
  if (origin === null) return { published: null, sentence: "There is no origin: RELEASES_URL is none.", trouble: null };
  try {
    const text = await origin.readPointer(AbortSignal.timeout(READ_MILLISECONDS));
    if (text === null) return { published: null, sentence: "Nothing is published yet.", trouble: null };
    const keys = keysInForce(readOriginState(settings.dataFolder), settings.trustedKeys);
    const pointer = readPointer(text, keys);
    const { sequence, release } = pointer;
    const { expires, warnsFrom } = endOf(pointer, keys.length === 0 ? null : settings.pointerDays);
    const published = { sequence, release, expires };
    const warning = isOver(warnsFrom, console.now()) ? `\nThe pointer is believed until ${expires}. ${RENEW}` : "";
    return { published, sentence: `Published: ${inWords(published)}${warning}`, trouble: null };
  } finally {
    await origin.close();
  }
}

const RENEW = "Renew it with `country-trust origin push`: new nodes take over nothing afterwards.";

const READ_MILLISECONDS = 30_000;

function inWords({ sequence, release }: Pick<Published, "sequence" | "release">): string {
  return `${release ?? "no release is current"} (sequence ${sequence})`;
}

/** What a node does, or did when it was heard of last. */
function describeNode(node: KnownNode, now: Date): string {
  const { release, serves, servesSince, seenAt, version } = node;
  const served = release === null ? "no release yet" : inWords({ sequence: serves, release });
  if (!isAlive(node, now)) return `silent since ${formatSeconds(seenAt)}; it served ${served}`;
  return release === null
    ? `serves ${served}, version ${version}`
    : `serves ${served} since ${formatTime(servesSince)}, version ${version}`;
}

function whyLagging(node: KnownNode, now: Date, published: number): string[] {
  const { holds, serves, trouble } = node;
  if (!isAlive(node, now)) return [];
  const held = holds < published && holds !== serves ? [`holds what was published up to sequence ${holds}`] : [];
  if (trouble !== null) return [...held, trouble];
  return holds < published ? [...held, "is fetching what was published since"] : held;
}

function nodeJson(node: KnownNode, now: Date): Record<string, unknown> {
  const { version, bundleFormat, oldestFormat, holds, serves, release, trouble, servesSince, seenAt } = node;
  return {
    node: node.node,
    alive: isAlive(node, now),
    version,
    bundle_format: bundleFormat,
    oldest_format: oldestFormat,
    holds,
    serves,
    release,
    serves_since: servesSince.toISOString(),
    seen_at: seenAt.toISOString(),
    trouble,
  };
}

/** A time in UTC: `2026-11-20T10:00:05Z`. */
function formatSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
