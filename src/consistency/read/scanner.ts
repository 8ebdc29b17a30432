import { cancelledError, deadlineError, toBigtableError } from '../../bigtable/client/bigtable-error';
import { scanPlanOf, remainingScan, type ScanPlan } from '../../bigtable/read/scan-plan';
import { retryBackoffMs, isRetryable, type RetryLimits } from '../../bigtable/client/retry';
import type { CallOptions, DataClient, KeySample, Row } from '../../bigtable/client/types';
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
  /** A call is ended after so long, and the next one goes on behind its last row: it may be sent elsewhere. */
  readonly stretchMs: number;
  /** Of one call. Longer than a stretch: a call that is slow because its rows are is not a failure. */
  readonly callTimeoutMs: number;
  /** Without a row for so long, whatever was tried, a scan fails. */
  readonly patienceMs: number;
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
 * Scans that go on where they broke, at the same cluster or at another one. Rows are held only as far as the client reads
 * ahead. Throws `deadline_exceeded` when the caller's time is over, and what a call failed with when it cannot be mended
 * by another one, or nothing came for longer than its patience.
 */
export function createScanner<W extends Workload>(options: ScannerOptions<W>): Scanner {
  const limits = { ...DEFAULTS.bigtable, ...DEFAULTS.scanning, ...options.limits };
  const setting: ScannerDependencies<W> = { ...options, limits };
  return {
    sampleKeys: (table, call) => sampleKeys(setting, table, call),
    scan: (scan, call) => ({ [Symbol.asyncIterator]: () => scanRows(setting, scan, call) }),
  };
}

const NO_KEY = Buffer.alloc(0);

async function sampleKeys<W extends Workload>(
  setting: ScannerDependencies<W>,
  table: string,
  call: CallOptions = {},
): Promise<readonly KeySample[]> {
  const attempts = new ScanAttempts(setting, { table, key: NO_KEY }, call);
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
  setting: ScannerDependencies<W>,
  { table, ranges, filter }: RowScan,
  call: CallOptions = {},
): AsyncGenerator<Row, undefined> {
  const { clock, limits } = setting;
  const whole = scanPlanOf({ table, ...(ranges !== undefined && { ranges }) }, limits.keyBytesMax);
  const attempts = new ScanAttempts(setting, { table, key: ranges?.[0]?.start?.key ?? NO_KEY }, call);
  let last: Buffer | undefined;
  for (let plan = whole; plan !== undefined; plan = remainingScan(whole!, last, 0)) {
    const { client, options } = attempts.next();
    const untilMs = clock.monotonicMs() + limits.stretchMs;
    let isCut = false;
    try {
      for await (const row of client.readRows({ table, ...rangesOf(plan), filter }, options)) {
        last = row.key;
        yield row;
        // Not before: however long the caller takes over a row, he has not waited for one.
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

const rangesOf = ({ ranges }: ScanPlan): Pick<RowScan, 'ranges'> => (ranges === undefined ? {} : { ranges });

/** Whom to ask next, how long to pause before that, and when to give up. */
class ScanAttempts<W extends Workload> {
  readonly #setting: ScannerDependencies<W>;
  readonly #place: { readonly table: string; readonly key: Buffer };
  readonly #call: CallOptions;
  readonly #deadlineMs: number;
  /** Ids of the clusters that have failed since the last pause. */
  #tried: string[] = [];
  #pauses = 0;
  #progressedMs: number;
  #current: Cluster<W> | undefined;

  constructor(
    setting: ScannerDependencies<W>,
    place: { readonly table: string; readonly key: Buffer },
    call: CallOptions,
  ) {
    this.#setting = setting;
    this.#place = place;
    this.#call = call;
    this.#progressedMs = setting.clock.monotonicMs();
    this.#deadlineMs = this.#progressedMs + (call.timeoutMs ?? Infinity);
  }

  /** The client to ask, and what the call may take. */
  next(): { readonly client: DataClient; readonly options: CallOptions } {
    const { clients, clock, limits } = this.#setting;
    const { signal, timeoutMs = Infinity } = this.#call;
    if (signal?.aborted === true) throw cancelledError(signal.reason);
    const leftMs = this.#deadlineMs - clock.monotonicMs();
    if (leftMs <= 0) throw deadlineError(timeoutMs);
    const clusters = this.#clusters();
    this.#current = clusters.find(({ id }) => !this.#tried.includes(id)) ?? clusters[0]!;
    this.#setting.router.startProbeIfDue(this.#current);
    const options = { timeoutMs: Math.min(leftMs, limits.callTimeoutMs), ...(signal && { signal }) };
    return { client: clients.of(this.#current), options };
  }

  /** All is well again: whoever fails next is the first. */
  progressed(): void {
    this.#tried = [];
    this.#pauses = 0;
    this.#progressedMs = this.#setting.clock.monotonicMs();
  }

  /** Resolves when the next may be asked. Throws the error when there is to be none. */
  async failed(thrown: unknown): Promise<void> {
    const error = thrown instanceof TidemarkError ? thrown : toBigtableError(thrown);
    const { clock, limits } = this.#setting;
    this.#tried.push(this.#current!.id);
    const isExhausted = this.#clusters().every(({ id }) => this.#tried.includes(id));
    if (
      !isRetryableFailure(error, isExhausted) ||
      clock.monotonicMs() >= this.#progressedMs + limits.patienceMs
    ) {
      throw error;
    }
    if (!isExhausted) return;
    this.#tried = [];
    this.#pauses += 1;
    await this.#pause(error);
  }

  async #pause(error: TidemarkError): Promise<void> {
    const { clock, random, limits } = this.#setting;
    const delayMs = retryBackoffMs(this.#pauses, toBigtableError(error), limits, random);
    const leftMs = this.#deadlineMs - clock.monotonicMs();
    try {
      await sleep(clock, Math.min(delayMs, Math.max(0, leftMs)), this.#call.signal);
    } catch (reason) {
      throw cancelledError(reason);
    }
  }

  /** In the order of the scan's first key, so that one scan stays with one cluster, and many spread over all. */
  #clusters(): readonly Cluster<W>[] {
    return this.#setting.router.forEventualRead(this.#place.table, this.#place.key);
  }
}

/** A client that is closed belongs to a cluster that has left the topology; when all are, the store is. */
function isRetryableFailure(error: TidemarkError, isExhausted: boolean): boolean {
  if (error.code === 'overloaded') return true;
  if (error.code === 'draining') return !isExhausted;
  return isRetryable(toBigtableError(error));
}
