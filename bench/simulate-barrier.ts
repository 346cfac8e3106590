import { parseArgs } from "node:util";
import { openChance } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";
import { inSeconds, type NetworkFaults, VirtualNetwork, VirtualTime } from "./parts/virtual-time.ts";

/**
 * How long does a release take to reach many nodes, and do readers who walk through its pages over
 * all nodes ever meet one that does not have it? A simulation of the barrier (decision 65): what
 * nodes and publisher do is modelled, the network and the clock are not real.
 *
 * npm run bench -- simulate-barrier [--nodes 500] [--megabytes 200]
 */

const { values } = parseArgs({
  options: { nodes: { type: "string", default: "500" }, megabytes: { type: "string", default: "200" } },
});
const NODES = Number(values.nodes);
const MEGABYTES = Number(values.megabytes);

const SECOND = 1000;
const END = 3000 * SECOND;
const PUBLISHED = 20 * SECOND;
/** What nodes and publisher do by themselves. */
const POLL = 2 * SECOND;
const PATIENCE = 5 * SECOND;
const REPORT = 4 * SECOND;
const LIVE = 15 * SECOND;
const PUBLISHER_LOOKS = 100;
/** A node takes 1 Gbit/s; PostgreSQL gives 44 MiB/s on one machine. */
const NODE_MEGABYTES_PER_SECOND = 125;
const POSTGRES_MEGABYTES_PER_SECOND = 46;
const TICK = 100;
/** Readers who ask for 20 pages, one every half a second, each of any node. */
const WALKS_PER_SECOND = 50;
const PAGES = 20;
const PAGE_EVERY = 500;

/** The old release is in force before the first pointer, the new one from the second on. */
const ANNOUNCED = 1;
const IN_FORCE = 2;

interface Scenario extends NetworkFaults {
  readonly title: string;
  readonly hasBarrier: boolean;
  /** Whether the origin tells nodes of a pointer, or they only poll. */
  readonly notifies: boolean;
  readonly originMegabytesPerSecond: number;
  /** Nodes that are killed every second; each is back after ten. */
  readonly killedPerSecond: number;
}

class SimulatedNode {
  /** Megabytes of the new release that are still to come; null before it is asked for. */
  missing: number | null = null;
  knows = 0;
  isUp = true;
  /** When it began to answer from the new release; null before. */
  servesSince: number | null = null;
  /** What the registry has of it. */
  reported = { at: 0, holds: false };

  get holds(): boolean {
    return this.missing === 0;
  }

  /** Learns of a pointer. */
  hear(pointer: number, hasBarrier: boolean, at: number): void {
    this.knows = Math.max(this.knows, pointer);
    if (this.knows >= ANNOUNCED) this.missing ??= MEGABYTES;
    this.serve(hasBarrier, at);
  }

  serve(hasBarrier: boolean, at: number): void {
    if (this.holds && (!hasBarrier || this.knows >= IN_FORCE)) this.servesSince ??= at;
  }
}

interface Outcome {
  /** From the publication until every live node held the release, in milliseconds; null: never. */
  readonly heldAfter: number | null;
  /** How much later than the first node each of the others switched. */
  readonly lags: readonly number[];
  readonly walks: number;
  readonly broken: number;
}

function run(scenario: Scenario): Outcome {
  const { hasBarrier, notifies, killedPerSecond, originMegabytesPerSecond, isCut } = scenario;
  const time = new VirtualTime(0);
  const chance = openChance(NODES);
  const network = new VirtualNetwork(time, scenario, chance);
  const nodes = Array.from({ length: NODES }, () => new SimulatedNode());
  let pointer = 0;
  let heldAfter: number | null = null;
  const every = (milliseconds: number, work: () => void): void => {
    time.after(milliseconds, () => {
      work();
      every(milliseconds, work);
    });
  };

  const point = (to: number): void => {
    pointer = to;
    for (const [number, node] of nodes.entries())
      if (notifies) network.send(number, () => node.isUp && node.hear(to, hasBarrier, time.now()));
  };
  const lookAround = (): void => {
    const live = nodes.filter(({ reported }) => time.now() - reported.at < LIVE);
    if (!live.every(({ reported }) => reported.holds)) return time.after(PUBLISHER_LOOKS, lookAround);
    heldAfter = time.now() - PUBLISHED;
    point(IN_FORCE);
  };
  time.after(PUBLISHED, () => {
    point(ANNOUNCED);
    time.after(PUBLISHER_LOOKS, lookAround);
  });

  for (const [number, node] of nodes.entries()) {
    const report = (): void => {
      const { holds } = node;
      if (node.isUp) network.send(number, () => (node.reported = { at: time.now(), holds }));
    };
    const poll = (): void => {
      if (node.isUp)
        network.ask(
          number,
          () => pointer,
          PATIENCE,
          (found) => {
            if (found !== null && node.isUp) node.hear(found, hasBarrier, time.now());
          },
        );
      time.after(POLL * (0.8 + 0.4 * chance()), poll);
    };
    time.after(chance() * REPORT, () => every(REPORT, report));
    time.after(chance() * POLL, poll);
  }

  // The origin shares what it can send among those who fetch.
  every(TICK, () => {
    const fetching = nodes.filter(
      ({ missing, isUp }, number) => missing !== null && missing > 0 && isUp && !isCut(number, time.now()),
    );
    const each = Math.min(NODE_MEGABYTES_PER_SECOND, originMegabytesPerSecond / fetching.length);
    for (const node of fetching) {
      node.missing = Math.max(0, node.missing! - (each * TICK) / SECOND);
      node.serve(hasBarrier, time.now());
    }
  });

  if (killedPerSecond > 0)
    every(SECOND / killedPerSecond, () => {
      const node = nodes[Math.floor(chance() * NODES)]!;
      node.isUp = false;
      time.after(10 * SECOND, () => (node.isUp = true));
    });

  let [walks, broken] = [0, 0];
  const anyNode = (): SimulatedNode => {
    const node = nodes[Math.floor(chance() * NODES)]!;
    return node.isUp ? node : anyNode();
  };
  every(SECOND / WALKS_PER_SECOND, () => {
    const isOfNew = anyNode().servesSince !== null;
    walks += 1;
    const ask = (page: number): void => {
      // A node has every older release. A new one is answered as soon as it is there.
      if (isOfNew && !anyNode().holds) broken += 1;
      else if (page < PAGES) time.after(PAGE_EVERY, () => ask(page + 1));
    };
    time.after(PAGE_EVERY, () => ask(2));
  });

  time.runUntil(END);
  const switched = nodes.flatMap(({ servesSince }) => servesSince ?? []);
  const first = Math.min(...switched);
  return { heldAfter, lags: switched.map((at) => at - first), walks, broken };
}

const healthy = {
  medianMilliseconds: 1,
  loss: 0,
  isCut: () => false,
  hasBarrier: true,
  notifies: true,
  originMegabytesPerSecond: POSTGRES_MEGABYTES_PER_SECOND,
  killedPerSecond: 0,
};
const bucket = { ...healthy, notifies: false, originMegabytesPerSecond: Number.POSITIVE_INFINITY };
/** Ten nodes see neither origin nor registry; readers still reach them. */
const cutOff = (from: number, to: number) => (node: number, at: number) =>
  node < 10 && at >= from * SECOND && at < to * SECOND;
const SCENARIOS: readonly Scenario[] = [
  { ...healthy, title: "PostgreSQL" },
  { ...bucket, title: "bucket behind a CDN" },
  { ...bucket, title: "the same without a barrier", hasBarrier: false },
  { ...bucket, title: "1 % of messages lost", loss: 0.01 },
  { ...bucket, title: "a node killed every second", killedPerSecond: 1 },
  { ...bucket, title: "10 cut off for 10 s meanwhile", isCut: cutOff(21, 31) },
  { ...bucket, title: "10 cut off for 120 s meanwhile", isCut: cutOff(21, 141) },
  { ...bucket, title: "10 cut off after they held it", isCut: cutOff(60, 120) },
];

const rows = SCENARIOS.map((scenario) => {
  const { heldAfter, lags, walks, broken } = run(scenario);
  const held = heldAfter === null ? "never" : (heldAfter / SECOND).toFixed(0);
  return [scenario.title, held, inSeconds(lags), `${broken.toLocaleString("en")} of ${walks.toLocaleString("en")}`];
});
const header = [
  `${NODES} nodes, ${MEGABYTES} MB`,
  "all hold it after s",
  "switched later by s: middle / most",
  "broken walks",
];
process.stdout.write(`${layOutTable(header, rows)}\n`);
