import { type Server, createServer } from "node:http";
import type { Gauge as PrometheusGauge, Registry } from "prom-client";
import type { FollowedState } from "../distribution/follower.ts";
import { ATTEMPT_OUTCOMES, type AttemptOutcome } from "../access/webhooks.ts";
import { listen, REFUSAL_CAUSES, type RefusalCause } from "./limit-connections.ts";
import type { ResponseCounter } from "./request-log.ts";

/** The metrics of the running service in the text format of Prometheus. */
export interface Metrics {
  readonly counter: ResponseCounter;
  readonly refusals: { count(cause: RefusalCause): void };
  readonly webhookAttempts: { count(outcome: AttemptOutcome): void };
  readonly mediaType: string;
  readonly text: () => Promise<string>;
}

/** Metrics as they are shown. */
export type ShownMetrics = Pick<Metrics, "mediaType" | "text">;

/** Parts that can be degraded while data are served. */
const PARTS = ["accounts", "quotas", "usage", "release", "embargo", "files", "origin", "pointer", "clock"] as const;

/**
 * Upper bounds of the histogram's buckets: most responses take microseconds, and the rest must be
 * distinguishable.
 */
const BUCKET_SECONDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5] as const;

/** Interval at which the lag of the event loop is measured, long enough not to cause any. */
const LAG_CHECK_MILLISECONDS = 100;

/** Begins to collect metrics. The client is loaded here, so that nobody else pays for it. */
export async function openMetrics(
  release: () => string | null,
  degraded: () => readonly string[] = () => [],
  followed: (() => FollowedState | null) | null = null,
): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import("prom-client");
  const registry = new Registry();
  const durations = new Histogram({
    name: "country_trust_request_duration_seconds",
    help: "Time from a request's headers to its response, by operation and class of status.",
    labelNames: ["operation", "status"],
    buckets: [...BUCKET_SECONDS],
    registers: [registry],
  });
  const counter: ResponseCounter = {
    count: (label, status, seconds) =>
      durations.observe({ operation: label ?? "none", status: `${Math.floor(status / 100)}xx` }, seconds),
  };
  const refused = new Counter({
    name: "country_trust_connections_refused_total",
    help: "Connections closed at once: too many were open in total, or from one client address.",
    labelNames: ["cause"],
    registers: [registry],
  });
  for (const cause of REFUSAL_CAUSES) refused.inc({ cause }, 0);
  const attempts = new Counter({
    name: "country_trust_webhook_attempts_total",
    help: "Attempts to deliver an event to a webhook, by how they ended.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  for (const outcome of ATTEMPT_OUTCOMES) attempts.inc({ outcome }, 0);
  registerGauges(registry, Gauge, release, degraded);
  if (followed !== null) registerOriginGauges(registry, Gauge, followed);
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_CHECK_MILLISECONDS });
  return {
    counter,
    refusals: { count: (cause) => refused.inc({ cause }) },
    webhookAttempts: { count: (outcome) => attempts.inc({ outcome }) },
    mediaType: registry.contentType,
    text: () => registry.metrics(),
  };
}

function registerGauges(
  registry: Registry,
  Gauge: typeof PrometheusGauge,
  release: () => string | null,
  degraded: () => readonly string[],
): void {
  registry.registerMetric(
    new Gauge({
      name: "country_trust_release_info",
      help: "1 for the current release.",
      labelNames: ["release"],
      aggregator: "max",
      registers: [],
      collect() {
        this.reset();
        const id = release();
        if (id !== null) this.set({ release: id }, 1);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "country_trust_degraded",
      help: "1 for a part that is degraded: a store is lost, the current release cannot be opened or is not here in time, a draft missed its embargo, files of releases are damaged, the origin of the releases cannot be followed, its pointer ends soon, or the clock is more than a second from that of the origin. 0 for one that is well.",
      labelNames: ["part"],
      aggregator: "max",
      registers: [],
      collect() {
        const parts = degraded();
        for (const part of PARTS) this.set({ part }, parts.includes(part) ? 1 : 0);
      },
    }),
  );
}

/** Registers gauges that are zero until the origin was asked for the first time. */
function registerOriginGauges(
  registry: Registry,
  Gauge: typeof PrometheusGauge,
  followed: () => FollowedState | null,
): void {
  const register = (name: string, help: string, valueOf: (state: FollowedState) => number): void =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        aggregator: "max",
        registers: [],
        collect() {
          const state = followed();
          if (state !== null) this.set(valueOf(state));
        },
      }),
    );
  register(
    "country_trust_origin_sequence_held",
    "Sequence of the pointer whose releases this node holds.",
    ({ holds }) => holds,
  );
  register(
    "country_trust_origin_sequence_served",
    "Sequence of the pointer that the answers of this node come from.",
    ({ serves }) => serves,
  );
  register(
    "country_trust_origin_read_timestamp_seconds",
    "When the pointer of the origin was read last, in seconds since 1970.",
    ({ readAt }) => (readAt?.getTime() ?? 0) / 1000,
  );
  register(
    "country_trust_origin_pointer_expires_timestamp_seconds",
    "When the pointer of the origin ends that was read last, in seconds since 1970; 0 for never.",
    ({ pointer }) => (pointer?.expires == null ? 0 : Date.parse(pointer.expires) / 1000),
  );
}

/** A port that serves nothing but the metrics, at `/metrics`. */
export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Opens the metrics' own port; rejects when it cannot be listened on. */
export async function openMetricsServer(metrics: ShownMetrics, host: string, port: number): Promise<MetricsServer> {
  const server: Server = createServer((request, response) => {
    const isMetrics =
      request.url?.split("?", 1)[0] === "/metrics" && (request.method === "GET" || request.method === "HEAD");
    if (!isMetrics) {
      response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("The metrics are at /metrics.\n");
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "Content-Type": metrics.mediaType, "Cache-Control": "no-store" }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const listened = await listen(server, { host, port });
  return {
    port: listened.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
