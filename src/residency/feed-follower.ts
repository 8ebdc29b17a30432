import { OpenMoves } from '../core/residency/open-moves';
import { TidemarkError } from '../errors';
import type { SubjectKey } from '../core/residency/subject-key';
import type { Clock } from '../platform/time/clock';
import type { Logger } from '../platform/telemetry/logger';
import type { Random } from '../platform/random';
import { supervise, type SupervisedTask } from '../platform/tasks/supervisor';
import type { FeedPage, MoveFeed } from './move-feed';
import type { ResidencyObserver } from './residency-observer';

export interface FeedLimits {
  /** Time from one read of the feed to the next, in milliseconds. */
  readonly pollIntervalMs: number;
  /** Time limit of one read, in milliseconds. */
  readonly pollTimeoutMs: number;
  /**
   * Time for which a read makes what this process knows valid, counted from the moment it was sent, in milliseconds.
   */
  readonly leaseMs: number;
}

export interface FeedFollowerOptions {
  readonly feed: Pick<MoveFeed, 'read'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: FeedLimits;
  /** Called after a gap: everything that was looked up before may be outdated. */
  readonly onGap: () => void;
  /** Called for each subject whose move has ended: what was looked up before is outdated. */
  readonly onEnded: (key: SubjectKey) => void;
  readonly observer?: ResidencyObserver | undefined;
}

interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/**
 * Follows the move feed. While the lease is held, what this process knows of locations is current up to the lease's
 * length: see docs/decisions/0012-placements.md. The idea of leases that bound what a process may believe is that of
 * Gray and Cheriton, "Leases: an efficient fault-tolerant mechanism for distributed file cache consistency", SOSP 1989.
 */
export class FeedFollower {
  readonly #options: FeedFollowerOptions;
  readonly #moves = new OpenMoves();
  #last = 0;
  /** When the last read without a gap was sent. Undefined before the first. */
  #sentAt: Moment | undefined;
  #changes = 0;
  #isRebuilding = false;
  #task: SupervisedTask | undefined;
  #polling: Promise<void> | undefined;

  constructor(options: FeedFollowerOptions) {
    this.#options = options;
  }

  /** Moves under way. */
  get moves(): OpenMoves {
    return this.#moves;
  }

  /**
   * Number that grows with each gap and each end of a move. What was looked up while it did not change is as new as the
   * feed.
   */
  get changes(): number {
    return this.#changes;
  }

  /** Whether the directory was being rebuilt when the feed was last read: no location may be used. */
  get isRebuilding(): boolean {
    return this.#isRebuilding;
  }

  /** Whether the feed has been read at least once. */
  get isFollowing(): boolean {
    return this.#sentAt !== undefined;
  }

  /** Whether what this process knows is current. False when the feed could not be read for too long. */
  get isLeaseHeld(): boolean {
    return this.leaseAgeMs < this.#options.limits.leaseMs;
  }

  /**
   * Time since the last read of the feed was sent, in milliseconds: by the clock that shows more, because the monotonic
   * clock stops while the machine is suspended, and the wall clock may be set back.
   */
  get leaseAgeMs(): number {
    if (this.#sentAt === undefined) return Infinity;
    const { clock } = this.#options;
    return Math.max(clock.monotonicMs() - this.#sentAt.monotonicMs, clock.nowMs() - this.#sentAt.wallMs);
  }

  start(): void {
    const { clock, random, logger, limits, observer } = this.#options;
    this.#task ??= supervise({
      name: 'move feed',
      intervalMs: limits.pollIntervalMs,
      firstRunWithinMs: 0,
      timeoutMs: limits.pollTimeoutMs,
      backoffMaxMs: limits.pollIntervalMs,
      clock,
      random,
      run: () => this.poll(),
      onError: (err, failuresInARow) => {
        observer?.onError('feed', err instanceof TidemarkError ? err.code : 'internal');
        logger.warn({ err, failuresInARow }, 'the feed of moves could not be read');
      },
    });
  }

  async stop(): Promise<void> {
    await this.#task?.stop();
  }

  /** Reads the feed once. Concurrent calls share one read. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #poll(): Promise<void> {
    const { feed, clock, limits } = this.#options;
    const call = { timeoutMs: limits.pollTimeoutMs };
    let sentAt: Moment = { monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() };
    let page = await feed.read(this.#last, call);
    if (!page.isContinuous && this.isFollowing) {
      this.#forget();
      sentAt = { monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() };
      page = await feed.read(this.#last, call);
    }
    this.#apply(page);
    this.#sentAt = sentAt;
  }

  #forget(): void {
    this.#last = 0;
    this.#sentAt = undefined;
    this.#changes += 1;
    this.#moves.clear();
    this.#options.onGap();
  }

  #apply({ records, isRebuilding }: FeedPage): void {
    this.#isRebuilding = isRebuilding;
    for (const { number, record } of records) {
      const ended = record.kind === 'ended' ? (record.subjects ?? this.#moves.subjectsOf(record.waveId)) : [];
      this.#moves.apply(record);
      this.#last = number;
      if (record.kind !== 'ended') continue;
      this.#changes += 1;
      ended.forEach(this.#options.onEnded);
    }
  }
}
