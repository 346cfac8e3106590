import type { ChildProcess } from "node:child_process";
import { eventually } from "../../test/access/cluster/eventually.ts";
import type { Damage, Proxy } from "../../test/access/cluster/proxy.ts";
import type { ProofCluster, ProofNode } from "./proof-cluster.ts";

/** Something that goes wrong while a publication is under way. */
export interface Disturbance {
  readonly name: string;
  /** How often it is chosen, against the others. */
  readonly weight: number;
  /** How long it lasts, at least and at most. */
  readonly milliseconds: readonly [number, number];
  /** Begins it. What it returns ends it, and settles when all is as before. */
  begin(scene: Scene): Promise<() => Promise<void>> | (() => Promise<void>);
}

export interface Scene {
  readonly cluster: ProofCluster;
  /** The command that is under way. */
  readonly command: ChildProcess;
  /** One of the nodes, by chance. */
  readonly node: ProofNode;
}

const linesOf = ({ nodes, lines }: ProofCluster): Proxy[] => [...lines, ...nodes.flatMap((node) => node.lines)];

/** The disturbances that this machine allows. */
export function disturbancesFor(cluster: ProofCluster): readonly Disturbance[] {
  const tight = cluster.nodes.find(({ disk }) => disk !== null);
  return [
    { name: "nothing", weight: 2, milliseconds: [0, 0], begin: () => async () => {} },
    {
      name: "a node is killed",
      weight: 3,
      milliseconds: [0, 3000],
      async begin({ node: { node } }) {
        await node.kill();
        return async () => {
          node.start();
          await eventually(`${node.name} answers again`, async () => (await node.shown())?.status === 200);
        };
      },
    },
    {
      name: "the publisher is killed",
      weight: 3,
      milliseconds: [0, 0],
      begin({ command }) {
        command.kill("SIGKILL");
        return async () => {};
      },
    },
    cutting("all lines are cut", 2, [500, 3000], (scene) => linesOf(scene.cluster)),
    cutting("one node is cut off", 2, [500, 4000], ({ node }) => node.lines),
    // Longer than a node counts as alive: nobody waits for it.
    cutting("one node is cut off for long", 1, [17_000, 20_000], ({ node }) => node.lines),
    {
      name: "PostgreSQL is paused",
      weight: 2,
      milliseconds: [500, 3000],
      begin({ cluster: { postgres } }) {
        postgres.pause();
        return async () => postgres.resume();
      },
    },
    damaging("bytes are flipped on the way", 2, cluster, flip),
    damaging("files are cut short on the way", 2, cluster, truncate),
    ...(tight === undefined ? [] : [fillingDisk(tight)]),
  ];
}

function cutting(
  name: string,
  weight: number,
  milliseconds: readonly [number, number],
  choose: (scene: Scene) => readonly Proxy[],
): Disturbance {
  return {
    name,
    weight,
    milliseconds,
    begin(scene) {
      const lines = choose(scene);
      for (const line of lines) line.cut();
      return async () => {
        for (const line of lines) line.mend();
      };
    },
  };
}

/** Hurts what comes from the origin to every node. */
function damaging(name: string, weight: number, { kind, nodes }: ProofCluster, hurt: Hurt): Disturbance {
  return {
    name,
    weight,
    milliseconds: [500, 4000],
    begin() {
      for (const { supply } of nodes)
        supply.damage((piece) => {
          const at = kind === "postgres" ? findHex(piece) : findBody(piece);
          return at === null ? piece : hurt(piece, at, kind === "postgres");
        });
      return async () => {
        for (const { supply } of nodes) supply.damage(null);
      };
    },
  };
}

function fillingDisk({ disk }: ProofNode): Disturbance {
  return {
    name: "the disk of a node is full",
    weight: 2,
    milliseconds: [500, 4000],
    begin() {
      disk?.fill();
      return async () => disk?.relieve();
    },
  };
}

type Hurt = (piece: Buffer, at: number, isHex: boolean) => ReturnType<Damage>;

function flip(piece: Buffer, at: number, isHex: boolean): Buffer {
  const flipped = Buffer.from(piece);
  const byte = flipped[at] ?? 0;
  // Another hexadecimal digit, or another bit.
  flipped[at] = isHex ? (byte === 0x30 ? 0x31 : 0x30) : byte ^ 4;
  return flipped;
}

const truncate: Hurt = () => null;

/** PostgreSQL sends files as hexadecimal digits: a place amid them, null where a piece has none. */
function findHex(piece: Buffer): number | null {
  const found = /[0-9a-f]{200}/u.exec(piece.toString("latin1"));
  return found === null ? null : found.index + 100;
}

/** A place in the body that a piece of an HTTP response has; null where it has none. */
function findBody(piece: Buffer): number | null {
  const isHead = piece.subarray(0, 5).toString("latin1") === "HTTP/";
  const end = isHead ? piece.indexOf("\r\n\r\n") : 0;
  const start = isHead ? end + 4 : 0;
  return end === -1 || piece.length - start < 64 ? null : start + Math.floor((piece.length - start) / 2);
}
