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

/** What is known of the campaigns' states. */
export interface PacingView {
  /** Undefined where no controller has ever published any. */
  readonly snapshot: PublishedSnapshot | undefined;
  /** Nothing has been heard of the controller for too long. */
  readonly isStale: boolean;
  /** Since something was heard of it, as far as is known. Infinity: never. */
  readonly ageMs: number;
  /** Of what is published, and whether it is stale: equal for equal views. */
  readonly tag: string;
}

export interface PacingWatchLimits {
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  readonly pollIdleTimeoutMs: number;
  readonly silentAfterMs: number;
}

export interface PacingWatchDependencies {
  readonly reader: Pick<Reader, 'readRow'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: PacingWatchLimits;
  readonly metrics?: Metrics;
}

export interface PacingWatch {
  /** No older than one poll. Throws what a failed read does where nothing is known yet. */
  current(): Promise<PacingView>;
  /** Resolves as soon as the view is another one, or the signal aborts, with what it is then. */
  waitForChange(tag: string, signal: AbortSignal): Promise<PacingView>;
  stop(): Promise<void>;
}

const LEASE_AND_POINTER: Filter = chain(familyIn([LEASE_FAMILY, SNAPSHOT_FAMILY]), cellsPerColumnLimit(1));

/**
 * Follows what the controller publishes, for all who ask this process: one small read of the lease's row, which says whether there
 * is something new, and of the states only when there is. Nothing is read while nobody asks.
 */
export function createPacingWatch(parts: PacingWatchDependencies): PacingWatch {
  const watch = new Watch(parts);
  const about = {
    name: 'tidemark.pacing.view.age',
    description: 'Since this process heard of the controller; -1 while nobody asks it, or where it never has',
    unit: 's',
    labels: [],
    absentValue: 0,
  };
  parts.metrics?.gauges(about, () => [{ value: watch.followedAgeSeconds, labels: {} }]);
  return watch;
}

class Watch implements PacingWatch {
  readonly #parts: PacingWatchDependencies;
  readonly #waiters = new Set<() => void>();
  #task: SupervisedTask | undefined;
  #lease: Lease | undefined;
  #snapshot: PublishedSnapshot | undefined;
  /** When the lease was last seen to have changed, or as if it had been then: monotonic. */
  #heardAtMs = -Infinity;
  #polledAtMs = -Infinity;
  #askedAtMs = -Infinity;
  #polling: Promise<void> | undefined;
  #tag = '';

  constructor(parts: PacingWatchDependencies) {
    this.#parts = parts;
  }

  async current(): Promise<PacingView> {
    const { clock, limits } = this.#parts;
    this.#askedAtMs = clock.monotonicMs();
    this.#task ??= this.#begin();
    // Twice: a poll in the background may be a little late, and is as good.
    if (this.#askedAtMs - this.#polledAtMs > 2 * limits.pollIntervalMs) await this.#pollOrKeep();
    return this.#view();
  }

  async waitForChange(tag: string, signal: AbortSignal): Promise<PacingView> {
    this.#task ??= this.#begin();
    while (!signal.aborted && this.#view().tag === tag) await this.#woken(signal);
    return this.#view();
  }

  /** What nobody asks for is not followed, and old without anybody being told so. */
  get followedAgeSeconds(): number {
    const { ageMs } = this.#view();
    return this.#isWanted() && ageMs !== Infinity ? ageMs / 1_000 : -1;
  }

  async stop(): Promise<void> {
    await this.#task?.stop();
  }

  #woken(signal: AbortSignal): Promise<void> {
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

  #begin(): SupervisedTask {
    const { clock, random, limits, logger } = this.#parts;
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
          if (this.#isWanted()) await this.#poll();
        } finally {
          this.#wake();
        }
      },
      onError: (err, failuresInARow) => {
        if (failuresInARow === 1) logger.warn({ err }, 'pacing states cannot be read');
      },
    });
  }

  #isWanted(): boolean {
    const { clock, limits } = this.#parts;
    return this.#waiters.size > 0 || clock.monotonicMs() - this.#askedAtMs <= limits.pollIdleTimeoutMs;
  }

  /** What is known stands when it cannot be read anew, and its age tells. */
  async #pollOrKeep(): Promise<void> {
    try {
      await this.#poll();
    } catch (error) {
      if (this.#polledAtMs === -Infinity) throw error;
    }
  }

  /** One for all who need it at the same time: so it goes by nobody's deadline. */
  #poll(): Promise<void> {
    this.#polling ??= this.#read().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #read(): Promise<void> {
    const { clock, limits } = this.#parts;
    const options = { timeoutMs: limits.pollTimeoutMs };
    const beganMs = clock.monotonicMs();
    const cells = await this.#cells(options);
    const lease = leaseIn(cells);
    if (lease !== undefined && this.#isNews(lease)) {
      const note = decodePointer(cells);
      const snapshot = note && (await this.#statesOf(note, options));
      // A note whose states have not reached the replica is no news yet, and its lease neither: the next look is for both.
      if (note === undefined || snapshot !== undefined) this.#take(lease, snapshot, beganMs);
    }
    this.#polledAtMs = beganMs;
  }

  async #cells(options: CallOptions): Promise<readonly Cell[]> {
    const read = { table: PACING_TABLE, key: rowKey(PACING_LEASE_OBJECT), filter: LEASE_AND_POINTER };
    const { row } = await this.#parts.reader.readRow(read, EVENTUAL, options);
    return row?.cells ?? [];
  }

  /** A replica may lag behind another one: what it shows is old news, unless nothing newer has come for long. */
  #isNews(lease: Lease): boolean {
    return !isBefore(lease, this.#lease) || this.#isSilent();
  }

  async #statesOf(note: SnapshotPointer, options: CallOptions): Promise<PublishedSnapshot | undefined> {
    const known = this.#snapshot;
    // Where nothing is known yet, no answer would be one that stops all campaigns.
    if (known === undefined) return findSnapshot(this.#parts.reader, note, options);
    if (note.epoch === known.epoch && note.sequence === known.sequence) return known;
    return readSnapshot(this.#parts.reader, note, { ...options, consistency: EVENTUAL });
  }

  #take(lease: Lease, snapshot: PublishedSnapshot | undefined, beganMs: number): void {
    const { clock, limits } = this.#parts;
    if (this.#lease === undefined || beganMs - this.#polledAtMs > limits.silentAfterMs) {
      // Nobody has looked for long: how long ago that was only the clocks can tell, until the next look.
      this.#heardAtMs = beganMs - Math.max(0, clock.nowMs() - lease.writtenAtMs);
    } else if (hasDecidedSince(lease, this.#lease)) this.#heardAtMs = beganMs;
    this.#lease = lease;
    // Of a controller that has published nothing yet the states are those of its predecessor.
    if (snapshot !== undefined) this.#snapshot = snapshot;
  }

  #wake(): void {
    const { tag } = this.#view();
    if (tag === this.#tag) return;
    this.#tag = tag;
    for (const wake of [...this.#waiters]) wake();
  }

  #isSilent(): boolean {
    const { clock, limits } = this.#parts;
    return clock.monotonicMs() - this.#heardAtMs > limits.silentAfterMs;
  }

  #view(): PacingView {
    const snapshot = this.#snapshot;
    const isStale = snapshot === undefined || this.#isSilent();
    const ageMs = this.#parts.clock.monotonicMs() - this.#heardAtMs;
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

/** A lease that is only renewed tells that there is a controller, but not that it can decide. */
const hasDecidedSince = (now: Lease, before: Lease): boolean =>
  now.rounds > 0 && (now.epoch !== before.epoch || now.rounds !== before.rounds);
