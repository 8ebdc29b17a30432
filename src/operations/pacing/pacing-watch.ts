import { cellsPerColumnLimit, chain, familyIn } from '../../bigtable/read/filters';
import type { CallOptions, Cell, Filter } from '../../bigtable/client/types';
import { EVENTUAL } from '../../core/consistency/consistency';
import { decodeLease, LEASE_FAMILY, LEASE_QUALIFIER, type Lease } from '../../core/pacing/lease';
import type { PublishedSnapshot } from '../../core/pacing/published-state';
import { rowKey } from '../../core/rows/row-key';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import type { Metrics } from '../../platform/telemetry/metrics';
import { supervise, type SupervisedTask } from '../../platform/tasks/supervisor';
import type { Reader } from '../../consistency/store';
import {
  findSnapshot,
  decodePointer,
  PACING_LEASE_OBJECT,
  PACING_TABLE,
  readSnapshot,
  SNAPSHOT_FAMILY,
  type SnapshotPointer,
} from './pacing-rows';
import type { CancelSignal } from '../../platform/tasks/cancellation';

/** Latest published snapshot and its age. */
export interface PacingView {
  /** Undefined when no controller has published a snapshot yet. */
  readonly snapshot: PublishedSnapshot | undefined;
  /** Whether the controller has been silent for longer than `silentAfterMs`. */
  readonly isStale: boolean;
  /** Estimated time since the controller's last round, in milliseconds; Infinity: never. */
  readonly ageMs: number;
  /** Identifies the snapshot and its staleness. Equal views have equal tags. */
  readonly tag: string;
}

/** Intervals of polling, in milliseconds. */
interface PacingWatchLimits {
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  readonly pollIdleTimeoutMs: number;
  readonly silentAfterMs: number;
}

/** Dependencies of a watch. */
export interface PacingWatchDependencies {
  readonly reader: Pick<Reader, 'readRow'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: PacingWatchLimits;
  readonly metrics?: Metrics;
}

/** Watch of the published snapshots: the Observe of the leader election. */
export interface PacingWatch {
  /** Returns a view that is at most one poll old. Throws the error of a failed read while nothing is known yet. */
  current(): Promise<PacingView>;
  /** Resolves with the current view as soon as its tag differs from `tag` or the signal aborts. */
  waitForChange(tag: string, signal: CancelSignal): Promise<PacingView>;
  stop(): Promise<void>;
}

const LEASE_AND_POINTER: Filter = chain(familyIn([LEASE_FAMILY, SNAPSHOT_FAMILY]), cellsPerColumnLimit(1));

/**
 * Follows the published snapshots for all callers of this process. A poll is one small read of the lease's row; the
 * snapshot is read only after a change. Nothing is polled while there are no callers.
 */
export function createPacingWatch(dependencies: PacingWatchDependencies): PacingWatch {
  const watch = new Watch(dependencies);
  const about = {
    name: 'tidemark.pacing.view.age',
    description:
      'Time since the last round of the controller that this process knows of; -1 without requests for states, or when there was none',
    unit: 's',
    labels: [],
    absentValue: 0,
  };
  dependencies.metrics?.gauges(about, () => [{ value: watch.followedAgeSeconds, labels: {} }]);
  return watch;
}

class Watch implements PacingWatch {
  readonly #dependencies: PacingWatchDependencies;
  readonly #waiters = new Set<() => void>();
  #task: SupervisedTask | undefined;
  #lease: Lease | undefined;
  #snapshot: PublishedSnapshot | undefined;
  /**
   * Time at which the lease last changed, by the monotonic clock; estimated from the lease's own time after a break
   * in polling.
   */
  #lastRoundAtMs = -Infinity;
  #polledAtMs = -Infinity;
  #requestedAtMs = -Infinity;
  #polling: Promise<void> | undefined;
  #tag = '';

  constructor(dependencies: PacingWatchDependencies) {
    this.#dependencies = dependencies;
  }

  async current(): Promise<PacingView> {
    const { clock, limits } = this.#dependencies;
    this.#requestedAtMs = clock.monotonicMs();
    this.#task ??= this.#startPolling();
    // A background poll that is slightly late still counts, hence twice the interval.
    if (this.#requestedAtMs - this.#polledAtMs > 2 * limits.pollIntervalMs) await this.#tryPoll();
    return this.#view();
  }

  async waitForChange(tag: string, signal: CancelSignal): Promise<PacingView> {
    this.#task ??= this.#startPolling();
    while (!signal.aborted && this.#view().tag === tag) await this.#nextWake(signal);
    return this.#view();
  }

  /**
   * Age of the view in seconds; -1 while polling is suspended or the controller was never seen. An old view without
   * callers must not cause an alert.
   */
  get followedAgeSeconds(): number {
    const { ageMs } = this.#view();
    return this.#isFollowed() && ageMs !== Infinity ? ageMs / 1_000 : -1;
  }

  async stop(): Promise<void> {
    await this.#task?.stop();
  }

  #nextWake(signal: CancelSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiters.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiters.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  #startPolling(): SupervisedTask {
    const { clock, random, limits, logger } = this.#dependencies;
    const { pollIntervalMs: intervalMs, pollTimeoutMs } = limits;
    return supervise({
      name: 'pacing watch',
      clock,
      random,
      intervalMs,
      backoffMaxMs: intervalMs,
      timeoutMs: 2 * pollTimeoutMs,
      run: async () => {
        try {
          if (this.#isFollowed()) await this.#poll();
        } finally {
          this.#wake();
        }
      },
      onError: (err, failuresInARow) => {
        if (failuresInARow === 1) logger.warn({ err }, 'pacing states cannot be read');
      },
    });
  }

  #isFollowed(): boolean {
    const { clock, limits } = this.#dependencies;
    return this.#waiters.size > 0 || clock.monotonicMs() - this.#requestedAtMs <= limits.pollIdleTimeoutMs;
  }

  /** A failed poll leaves the known view in place; its age shows the failure. */
  async #tryPoll(): Promise<void> {
    try {
      await this.#poll();
    } catch (error) {
      if (this.#polledAtMs === -Infinity) throw error;
    }
  }

  /** All concurrent callers share one poll, so it has its own timeout. */
  #poll(): Promise<void> {
    this.#polling ??= this.#read().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #read(): Promise<void> {
    const { clock, limits } = this.#dependencies;
    const options = { timeoutMs: limits.pollTimeoutMs };
    const startedMs = clock.monotonicMs();
    const cells = await this.#cells(options);
    const lease = leaseIn(cells);
    if (lease !== undefined && this.#isNewer(lease)) {
      const pointer = decodePointer(cells);
      const snapshot = pointer && (await this.#snapshotOf(pointer, options));
      // If the snapshot has not reached the replica, neither it nor the lease is used, and the next poll reads both
      // again.
      if (pointer === undefined || snapshot !== undefined) this.#adopt(lease, snapshot, startedMs);
    }
    this.#polledAtMs = startedMs;
  }

  async #cells(options: CallOptions): Promise<readonly Cell[]> {
    const read = { table: PACING_TABLE, key: rowKey(PACING_LEASE_OBJECT), filter: LEASE_AND_POINTER };
    const { row } = await this.#dependencies.reader.readRow(read, EVENTUAL, options);
    return row?.cells ?? [];
  }

  /**
   * An older lease comes from a lagging replica and is ignored, unless nothing newer has been seen for
   * `silentAfterMs`.
   */
  #isNewer(lease: Lease): boolean {
    return !isBefore(lease, this.#lease) || this.#isSilent();
  }

  async #snapshotOf(pointer: SnapshotPointer, options: CallOptions): Promise<PublishedSnapshot | undefined> {
    const known = this.#snapshot;
    // At first a strict read is worth its cost: without a snapshot, all campaigns would be stopped.
    if (known === undefined) return findSnapshot(this.#dependencies.reader, pointer, options);
    if (pointer.epoch === known.epoch && pointer.sequence === known.sequence) return known;
    return readSnapshot(this.#dependencies.reader, pointer, { ...options, consistency: EVENTUAL });
  }

  #adopt(lease: Lease, snapshot: PublishedSnapshot | undefined, startedMs: number): void {
    const { clock, limits } = this.#dependencies;
    if (this.#lease === undefined || startedMs - this.#polledAtMs > limits.silentAfterMs) {
      // After a break in polling, only the lease's wall-clock time shows how old it is.
      this.#lastRoundAtMs = startedMs - Math.max(0, clock.nowMs() - lease.writtenAtMs);
    } else if (hasDecidedSince(lease, this.#lease)) this.#lastRoundAtMs = startedMs;
    this.#lease = lease;
    // Until a new leader has published, the states of its predecessor stay in force.
    if (snapshot !== undefined) this.#snapshot = snapshot;
  }

  #wake(): void {
    const { tag } = this.#view();
    if (tag === this.#tag) return;
    this.#tag = tag;
    for (const wake of [...this.#waiters]) wake();
  }

  #isSilent(): boolean {
    const { clock, limits } = this.#dependencies;
    return clock.monotonicMs() - this.#lastRoundAtMs > limits.silentAfterMs;
  }

  #view(): PacingView {
    const snapshot = this.#snapshot;
    const isStale = snapshot === undefined || this.#isSilent();
    const ageMs = this.#dependencies.clock.monotonicMs() - this.#lastRoundAtMs;
    const { epoch = 0, sequence = 0 } = snapshot ?? {};
    return { snapshot, isStale, ageMs, tag: `${epoch}-${sequence}${isStale ? '-stale' : ''}` };
  }
}

function leaseIn(cells: readonly Cell[]): Lease | undefined {
  const cell = cells.find(
    ({ family, qualifier }) => family === LEASE_FAMILY && qualifier.equals(LEASE_QUALIFIER),
  );
  return cell === undefined ? undefined : decodeLease(cell.value);
}

function isBefore(a: Lease, b: Lease | undefined): boolean {
  if (b === undefined) return false;
  if (a.epoch !== b.epoch) return a.epoch < b.epoch;
  return a.sequence < b.sequence || (a.sequence === b.sequence && a.rounds < b.rounds);
}

/**
 * Returns whether a round was completed in between. A lease that is merely renewed shows that its holder lives, not
 * that it can decide.
 */
const hasDecidedSince = (now: Lease, before: Lease): boolean =>
  now.rounds > 0 && (now.epoch !== before.epoch || now.rounds !== before.rounds);
