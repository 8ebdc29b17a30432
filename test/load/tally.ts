import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Largest recorded value, one hour in milliseconds; longer times count as this. */
const HIGHEST_MICROS = 3_600_000_000;

/** Milliseconds of some requests. */
export interface Distribution {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly 'p99.9': number;
  readonly max: number;
}

export const PERCENTILES = ['p50', 'p90', 'p99', 'p99.9', 'max'] as const;

/** Durations, to three digits, in constant memory: an HDR histogram. */
class Durations {
  readonly #histogram: RecordableHistogram = createHistogram({
    lowest: 1,
    highest: HIGHEST_MICROS,
    figures: 3,
  });

  add(ms: number): void {
    this.#histogram.record(Math.min(Math.max(1, Math.round(ms * 1_000)), HIGHEST_MICROS));
  }

  distribution(): Distribution {
    const { count, max } = this.#histogram;
    const at = (percentile: number): number =>
      count === 0 ? 0 : this.#histogram.percentile(percentile) / 1_000;
    return { p50: at(50), p90: at(90), p99: at(99), 'p99.9': at(99.9), max: count === 0 ? 0 : max / 1_000 };
  }
}

export interface EndedRequest {
  /** When it was to be sent, and when it was, where it was; monotonic milliseconds. */
  readonly dueMs: number;
  readonly sentMs: number | undefined;
  readonly endMs: number;
  readonly outcome: string;
}

/** Outcomes and latencies of a group of requests. */
export class LatencyTally {
  readonly #latency = new Durations();
  readonly #service = new Durations();
  readonly #outcomes = new Map<string, number>();

  /** Failures count as long as they took: an outage is not fast. */
  add({ dueMs, sentMs, endMs, outcome }: EndedRequest): void {
    this.#latency.add(endMs - dueMs);
    if (sentMs !== undefined) this.#service.add(endMs - sentMs);
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  get ok(): number {
    return this.#outcomes.get('ok') ?? 0;
  }

  get requests(): number {
    return [...this.#outcomes.values()].reduce((sum, count) => sum + count, 0);
  }

  get errors(): Readonly<Record<string, number>> {
    const errors = [...this.#outcomes].filter(([outcome]) => outcome !== 'ok');
    return Object.fromEntries(errors.sort(([, a], [, b]) => b - a));
  }

  /** From when each was due: what its user waited, who does not know that others are waited for. */
  get latencyMs(): Distribution {
    return this.#latency.distribution();
  }

  /** From when each got a connection. */
  get serviceMs(): Distribution {
    return this.#service.distribution();
  }
}
