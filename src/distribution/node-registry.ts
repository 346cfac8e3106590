/** What a node says of itself. */
export interface NodeReport {
  /** Its name, the same after a restart. */
  readonly node: string;
  /** Of its program. */
  readonly version: string;
  /** The bundle format that its program writes, the newest that it reads. */
  readonly bundleFormat: number;
  /** The oldest bundle format that its program reads. */
  readonly oldestFormat: number;
  /** The sequence of the pointer whose releases it holds, all and whole; 0 before the first. */
  readonly holds: number;
  /** The sequence of the pointer that its answers come from; 0 before the first. */
  readonly serves: number;
  /** The release that is current there; null before the first. */
  readonly release: string | null;
  /** Why it lags, as a sentence; null where it does not. */
  readonly trouble: string | null;
}

/** A node that reported, and when. */
export interface KnownNode extends NodeReport {
  readonly seenAt: Date;
  /** Since when it serves what it serves now. */
  readonly servesSince: Date;
}

/** The nodes that reported within the last day, by name, and the time of the registry. */
export interface KnownNodes {
  readonly now: Date;
  readonly nodes: readonly KnownNode[];
}

/**
 * Where nodes report what they hold, so that a publisher can wait for all of them. Every function
 * rejects with `StoreUnavailable` when the registry does not answer in time.
 */
export interface NodeRegistry {
  /** Replaces what the node said before. */
  report(report: NodeReport): Promise<void>;
  nodes(): Promise<KnownNodes>;
  /** Forgets a node, as one does that stops in good order. */
  forget(node: string): Promise<void>;
  close(): Promise<void>;
}

/** How long after its last report a node counts as alive. */
const ALIVE_MILLISECONDS = 15_000;

/** Whether a node reported lately. */
export function isAlive({ seenAt }: KnownNode, now: Date): boolean {
  return now.getTime() - seenAt.getTime() <= ALIVE_MILLISECONDS;
}

/** How often a node reports: well within the time after which it counts as silent. */
export const BEAT_MILLISECONDS = 4000;

/** Another node reports under the name of this one; the message says what to do. */
export class NodeNameTaken extends Error {
  override readonly name = "NodeNameTaken";
}

/**
 * Throws a NodeNameTaken where another process reports under a name: each would overwrite what the
 * other says, and a publisher could not wait for both. A name that was seen lately is watched for
 * longer than a beat, because a node that was killed and starts again was seen lately, too. A
 * registry that does not answer knows of nobody.
 */
export async function expectFreeName(
  registry: Pick<NodeRegistry, "nodes">,
  name: string,
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<void> {
  const look = async (): Promise<Date | null> => {
    const { now, nodes } = await registry.nodes().catch(() => ({ now: new Date(0), nodes: [] }));
    const found = nodes.find(({ node }) => node === name);
    return found !== undefined && isAlive(found, now) ? found.seenAt : null;
  };
  const first = await look();
  if (first === null) return;
  await pause(1.5 * BEAT_MILLISECONDS);
  const second = await look();
  if (second !== null && second.getTime() > first.getTime())
    throw new NodeNameTaken(
      `A node named ${name} is running elsewhere. Give this one a name of its own with NODE_NAME, or stop the other.`,
    );
}
