import type { ResponseCounter } from "./request-log.ts";

/** Upper ends of the histogram's buckets, in seconds: most answers take microseconds, and the rest has to be told apart. */
const BUCKET_SECONDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5] as const;

const NAME = "country_trust_request_duration_seconds";

/** One line of a histogram as the Prometheus client writes it. */
interface Value {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * Counts answers and their durations by operation and class of status, in plain numbers: the Prometheus client's own histogram looks its labels up
 * by a text that it puts together for every answer. It is handed this one in its stead.
 */
export class RequestHistogram implements ResponseCounter {
  readonly name = NAME;
  readonly help = "Durations of answers until they were handed to the socket, by operation and class of status.";
  readonly type = "histogram";
  readonly aggregator = "sum";
  readonly #series = new Map<string, readonly Series[]>();

  count(label: string | null, status: number, seconds: number): void {
    const name = label ?? "none";
    let classes = this.#series.get(name);
    if (classes === undefined) {
      classes = CLASSES.map(() => ({ buckets: new Float64Array(BUCKET_SECONDS.length + 1), seconds: 0 }));
      this.#series.set(name, classes);
    }
    const series = classes[Math.floor(status / 100) - 1]!;
    let bucket = 0;
    while (bucket < BUCKET_SECONDS.length && seconds > BUCKET_SECONDS[bucket]!) bucket += 1;
    series.buckets[bucket]! += 1;
    series.seconds += seconds;
  }

  /** Lays the counts out, those of each series cumulated as the format wants them. */
  get(): { name: string; help: string; type: string; aggregator: string; values: Value[] } {
    const { name, help, type, aggregator } = this;
    const values = [...this.#series].flatMap(([operation, classes]) =>
      classes.flatMap((series, index) => layOut(series, { operation, status: CLASSES[index]! })),
    );
    return { name, help, type, aggregator, values };
  }

  reset(): void {
    this.#series.clear();
  }
}

interface Series {
  /** Counts per bucket, the last for everything longer. */
  readonly buckets: Float64Array;
  seconds: number;
}

const CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

function layOut({ buckets, seconds }: Series, labels: Readonly<Record<string, string>>): Value[] {
  let total = 0;
  const lines = [...buckets].map((count, index): Value => {
    total += count;
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le: BUCKET_SECONDS[index] ?? "+Inf" }, value: total };
  });
  if (total === 0) return [];
  return [
    ...lines,
    { metricName: `${NAME}_sum`, labels, value: seconds },
    { metricName: `${NAME}_count`, labels, value: total },
  ];
}
