import { setTimeout as wait } from "node:timers/promises";
import { rangeOfFormats } from "../release/manifest.ts";
import { type KnownNode, type NodeRegistry, isAlive } from "./node-registry.ts";

/** A node that does not hold what is about to become current. */
export interface LaggingNode {
  readonly node: string;
  /** As the rest of a sentence that begins with its name. */
  readonly why: string;
}

/** How nodes stand before a release becomes current. */
export interface Readiness {
  /** The live nodes that hold it, by name. */
  readonly ready: readonly string[];
  /** The live nodes that do not. */
  readonly lagging: readonly LaggingNode[];
  /** Why nodes could not be asked, as a sentence; null where they were. */
  readonly failure: string | null;
}

export interface BarrierOptions {
  readonly registry: NodeRegistry;
  /** Of the pointer that nodes have to hold. */
  readonly sequence: number;
  /** Of the release that becomes current; null where none does. */
  readonly bundleFormat: number | null;
  /** How many nodes are enough; null waits for all that are alive. */
  readonly quorum: number | null;
  readonly waitMilliseconds: number;
  /** Called when there is something else to say of who lags. */
  readonly onWait: (readiness: Readiness) => void;
}

const POLL_MILLISECONDS = 100;

/**
 * Waits until nodes hold a release, so that a reader whom one of them sends there is answered by
 * all. Returns how they stood in the end, and whether that is enough; it is not when the time is
 * over.
 */
export async function waitForNodes(options: BarrierOptions): Promise<Readiness & { readonly isEnough: boolean }> {
  const { quorum, waitMilliseconds, onWait } = options;
  // A timer, not the clock that is handed in: that one may be put forward or stand still.
  const end = AbortSignal.timeout(waitMilliseconds);
  let said = "";
  for (;;) {
    const readiness = await askNodes(options);
    const { ready, lagging, failure } = readiness;
    const isEnough = failure === null && (quorum === null ? lagging.length === 0 : ready.length >= quorum);
    if (isEnough || end.aborted) return { ...readiness, isEnough };
    const news = JSON.stringify([lagging, failure]);
    if (news !== said) onWait(readiness);
    said = news;
    await wait(POLL_MILLISECONDS);
  }
}

async function askNodes({ registry, sequence, bundleFormat }: BarrierOptions): Promise<Readiness> {
  try {
    const { now, nodes } = await registry.nodes();
    const alive = nodes.filter((node) => isAlive(node, now));
    const lagging = alive.flatMap((node) => {
      const why = whyLagging(node, sequence, bundleFormat);
      return why === null ? [] : [{ node: node.node, why }];
    });
    const ready = alive.map(({ node }) => node).filter((name) => !lagging.some(({ node }) => node === name));
    return { ready, lagging, failure: null };
  } catch (error) {
    return { ready: [], lagging: [], failure: error instanceof Error ? error.message : String(error) };
  }
}

function whyLagging(node: KnownNode, sequence: number, format: number | null): string | null {
  const { trouble, holds, bundleFormat: newest, oldestFormat: oldest } = node;
  if (format !== null && (format < oldest || format > newest))
    return `has version ${node.version}, which reads bundle format ${rangeOfFormats(oldest, newest)} and not ${format}`;
  if (holds >= sequence) return null;
  return trouble === null ? "is still fetching it" : `cannot fetch it: ${trouble}`;
}
