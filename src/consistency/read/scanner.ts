import { cancelledError, deadlineError, toBigtableError } from '../../bigtable/client/bigtable-error';
import { scanPlanOf, remainingScan, type ScanPlan } from '../../bigtable/read/scan-plan';
import { retryBackoffMs, isRetryable, type RetryLimits } from '../../bigtable/client/retry';
import type { CallOptions, DataClient, KeySample, ReadRowsRequest, Row } from '../../bigtable/client/types';
import { DEFAULTS } from '../../config/defaults';
import { TidemarkError } from '../../errors';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { Router } from '../../routing/affinity/router';
import type { RowScan, Scanner } from '../store';

export interface ScanLimits extends RetryLimits {
  readonly keyBytesMax: number;
  /**
   * Time after which a call is ended, in milliseconds. The next call continues behind its last row, and may be sent
   * elsewhere.
   */
  readonly stretchMs: number;
  /**
   * Timeout of one call, in milliseconds. Longer than `stretchMs`: a call that is slow because its rows are is not a
   * failure.
   */
  readonly callTimeoutMs: number;
  /** Time without a row after which a scan fails, whatever was tried, in milliseconds. */
  readonly stallTimeoutMs: number;
}

export interface ScannerOptions<W extends Workload> {
  readonly router: Router<W>;
  readonly clients: ClusterClients<W>;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits?: Partial<ScanLimits>;
}

type ScannerDependencies<W extends Workload> = Omit<ScannerOptions<W>, 'limits'> & {
  readonly limits: ScanLimits;
};

/**
 * Returns a scanner whose scans resume where they broke, at the same cluster or at another one. Rows are buffered only
 * as far as the client reads ahead. Throws `deadline_exceeded` when the caller's time is over, and the error of a call
 * when another call cannot help, or when no row came for `stallTimeoutMs`.
 */
export function createScanner<W extends Workload>(options: ScannerOptions<W>): Scanner {
  const limits = { ...DEFAULTS.bigtable, ...DEFAULTS.scanning, ...options.limits };
  const dependencies: ScannerDependencies<W> = { ...options, limits };
  return {
    sampleKeys: (table, call) => sampleKeys(dependencies, table, call),
    scan: (scan, call) => ({ [Symbol.asyncIterator]: () => scanRows(dependencies, scan, call) }),
  };
}

const NO_KEY = Buffer.alloc(0);

async function sampleKeys<W extends Workload>(
  dependencies: ScannerDependencies<W>,
  table: string,
  call: CallOptions = {},
): Promise<readonly KeySample[]> {
  const attempts = new ScanAttempts(dependencies, { table, key: NO_KEY }, call);
  for (;;) {
    const { client, options } = attempts.next();
    try {
      return await client.sampleRowKeys(table, options);
    } catch (error) {
      await attempts.failed(error);
    }
  }
}

async function* scanRows<W extends Workload>(
  dependencies: ScannerDependencies<W>,
  { table, ranges, filter, rowsMax: rowsLimit }: RowScan,
  call: CallOptions = {},
): AsyncGenerator<Row, undefined> {
  const { clock, limits } = dependencies;
  const wholePlan = scanPlanOf({ table, ranges, rowsLimit }, limits.keyBytesMax);
  const attempts = new ScanAttempts(dependencies, { table, key: ranges?.[0]?.start?.key ?? NO_KEY }, call);
  let last: Buffer | undefined;
  let rows = 0;
  for (let plan = wholePlan; plan !== undefined; plan = remainingScan(wholePlan!, last, rows)) {
    const { client, options } = attempts.next();
    const untilMs = clock.monotonicMs() + limits.stretchMs;
    let isCut = false;
    try {
      for await (const row of client.readRows({ table, ...rangesOf(plan), filter }, options)) {
        last = row.key;
        rows += 1;
        yield row;
        // Only now: the time that the caller takes over a row is not time that it has waited for one.
        attempts.progressed();
        isCut = clock.monotonicMs() >= untilMs;
        if (isCut) break;
      }
      if (!isCut) return undefined;
    } catch (error) {
      await attempts.failed(error);
    }
  }
  return undefined;
}

const rangesOf = ({ ranges, rowsLimit }: ScanPlan): Pick<ReadRowsRequest, 'ranges' | 'rowsLimit'> => ({
  ...(ranges === undefined ? {} : { ranges }),
  ...(rowsLimit === undefined ? {} : { rowsLimit }),
});

/** The next cluster to query, the pause before that, and the end of all attempts. */
class ScanAttempts<W extends Workload> {
  readonly #dependencies: ScannerDependencies<W>;
  readonly #position: { readonly table: string; readonly key: Buffer };
  readonly #call: CallOptions;
  readonly #deadlineMs: number;
  /** Ids of the clusters that have failed since the last pause. */
  #tried: string[] = [];
  #pauses = 0;
  #progressedMs: number;
  #current: Cluster<W> | undefined;

  constructor(
    dependencies: ScannerDependencies<W>,
    position: { readonly table: string; readonly key: Buffer },
    call: CallOptions,
  ) {
    this.#dependencies = dependencies;
    this.#position = position;
    this.#call = call;
    this.#progressedMs = dependencies.clock.monotonicMs();
    this.#deadlineMs = this.#progressedMs + (call.timeoutMs ?? Infinity);
  }

  /** Returns the client of the next cluster, and the options of the call. */
  next(): { readonly client: DataClient; readonly options: CallOptions } {
    const { clients, clock, limits } = this.#dependencies;
    const { signal, timeoutMs = Infinity } = this.#call;
    if (signal?.aborted === true) throw cancelledError(signal.reason);
    const leftMs = this.#deadlineMs - clock.monotonicMs();
    if (leftMs <= 0) throw deadlineError(timeoutMs);
    const clusters = this.#clusters();
    this.#current = clusters.find(({ id }) => !this.#tried.includes(id)) ?? clusters[0]!;
    this.#dependencies.router.startProbeIfDue(this.#current);
    const options = { timeoutMs: Math.min(leftMs, limits.callTimeoutMs), signal };
    return { client: clients.of(this.#current), options };
  }

  /** Resets failures and pauses after a row has arrived. */
  progressed(): void {
    this.#tried = [];
    this.#pauses = 0;
    this.#progressedMs = this.#dependencies.clock.monotonicMs();
  }

  /** Resolves when the next cluster may be queried. Throws the error if no attempt is left. */
  async failed(thrown: unknown): Promise<void> {
    const error = thrown instanceof TidemarkError ? thrown : toBigtableError(thrown);
    const { clock, limits } = this.#dependencies;
    this.#tried.push(this.#current!.id);
    const isExhausted = this.#clusters().every(({ id }) => this.#tried.includes(id));
    if (
      !isRetryableFailure(error, isExhausted) ||
      clock.monotonicMs() >= this.#progressedMs + limits.stallTimeoutMs
    ) {
      throw error;
    }
    if (!isExhausted) return;
    this.#tried = [];
    this.#pauses += 1;
    await this.#pause(error);
  }

  async #pause(error: TidemarkError): Promise<void> {
    const { clock, random, limits } = this.#dependencies;
    const delayMs = retryBackoffMs(this.#pauses, toBigtableError(error), limits, random);
    const leftMs = this.#deadlineMs - clock.monotonicMs();
    try {
      await sleep(clock, Math.min(delayMs, Math.max(0, leftMs)), this.#call.signal);
    } catch (reason) {
      throw cancelledError(reason);
    }
  }

  /**
   * Returns the clusters in the order of the scan's first key, so that one scan stays with one cluster, and many scans
   * spread over all.
   */
  #clusters(): readonly Cluster<W>[] {
    return this.#dependencies.router.forEventualRead(this.#position.table, this.#position.key);
  }
}

/**
 * Whether another attempt may succeed. A closed client belongs to a cluster that has left the topology; when all are
 * closed, the store is.
 */
function isRetryableFailure(error: TidemarkError, isExhausted: boolean): boolean {
  if (error.code === 'overloaded') return true;
  if (error.code === 'draining') return !isExhausted;
  return isRetryable(toBigtableError(error));
}
