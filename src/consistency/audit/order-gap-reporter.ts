import { originOf } from '../../core/consistency/row-watermark';
import { DEFAULTS } from '../../config/defaults';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Cluster } from '../../routing/topology/cluster';
import type { OrderGaps, OrderObserver } from './order-observer';

/** Receives each row in which the replica shows a write of the origin without the one before it, for metrics. */
export interface OrderGapObserver {
  onOrderGap(origin: string, replica: string): void;
}

export interface OrderGapReporterOptions {
  /** Returns the topology's cluster of this code, if there is one. */
  readonly clusterOf: (code: string) => Cluster | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer?: OrderGapObserver | undefined;
  /**
   * Shortest time between two log lines about the same origin and replica, in milliseconds. @default
   * `DEFAULTS.reading.orderGapLogIntervalMs`
   */
  readonly logIntervalMs?: number;
}

/**
 * Counts and logs the proofs that a replica applied one origin's writes of a row out of order. No answer is wrong
 * because of it: reads that need those writes are answered by a replica that has all of them. Logs never name the row.
 */
export class OrderGapReporter implements OrderObserver {
  readonly #options: OrderGapReporterOptions;
  readonly #logIntervalMs: number;
  /**
   * Monotonic time of the last log line, in milliseconds, by origin and replica. As many entries as the topology has
   * pairs.
   */
  readonly #loggedMs = new Map<string, number>();

  constructor(options: OrderGapReporterOptions) {
    this.#options = options;
    this.#logIntervalMs = options.logIntervalMs ?? DEFAULTS.reading.orderGapLogIntervalMs;
  }

  onOrderGaps({ replica, table, gaps }: OrderGaps): void {
    const { clusterOf, observer } = this.#options;
    for (const code of new Set(gaps.map(({ column }) => originOf(column)))) {
      // A write that is missing in its origin's own row was erased there: order has no part in it.
      if (code === replica.code) continue;
      // A cluster that has left the topology is named by its code, as in the errors of reads.
      const origin = clusterOf(code)?.id ?? Buffer.from(code, 'latin1').toString('hex');
      observer?.onOrderGap(origin, replica.id);
      this.#log(origin, replica.id, table);
    }
  }

  #log(origin: string, replica: string, table: string): void {
    const { clock, logger } = this.#options;
    const pair = `${origin} ${replica}`;
    const nowMs = clock.monotonicMs();
    const loggedMs = this.#loggedMs.get(pair);
    if (loggedMs !== undefined && nowMs - loggedMs < this.#logIntervalMs) return;
    this.#loggedMs.set(pair, nowMs);
    logger.warn(
      { origin, replica, table },
      'a replica shows a write of a row without the acknowledged write before it: replication applies writes of one row out of order, and reads that need both go to the origin',
    );
  }
}
