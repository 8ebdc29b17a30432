import { cellsPerColumnLimit, chain, familyIn, familyIs } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { CallOptions, Cell, Filter, Mutation, Row } from '../../bigtable/client/types';
import {
  decodeLease,
  encodeLease,
  LEASE_FAMILY,
  LEASE_QUALIFIER,
  LeaseWatch,
  type Lease,
} from '../../core/pacing/lease';
import { maxOf } from '../../core/shared/lists';
import { rowKey } from '../../core/rows/row-key';
import { versionOf, type RowVersion } from '../../core/rows/row-version';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { RowTransaction, RowTransactions } from '../../consistency/transactions/row-transactions';

/** Dependencies and settings of a leader election. */
export interface LeaderElectionOptions {
  /** Transactions of the family `_lease`. */
  readonly transactions: RowTransactions;
  readonly clock: Clock;
  /** Table and object whose row has the lease. */
  readonly table: string;
  readonly objectId: string;
  /** Family of the data published in the lease's row. It must be small, because every new leader reads it. */
  readonly family: string;
  /** Id of this run of the process, in a form that people can read. */
  readonly holder: string;
  readonly limits: LeaderElectionLimits;
  /**
   * Returns the latest epoch found in the store, from the cells of `family` in the lease's row and from other
   * published data; 0 if there is none. Called only when the lease is corrupted or missing.
   */
  readonly findLatestEpoch: (cells: readonly Cell[], options: CallOptions) => Promise<number>;
  /**
   * Called when the lease cannot be decoded. No process is elected then until the row has stayed unchanged for the
   * duration of a lease.
   */
  readonly onLeaseCorrupted?: () => void;
  /** Called when this process becomes the leader. */
  readonly onElected?: (term: LeadershipTerm) => void;
  /** Called when this process stops being the leader, with the reason. */
  readonly onDeposed?: (term: LeadershipTerm, why: string) => void;
}

/** Durations of leases and calls. */
export interface LeaderElectionLimits {
  /** Duration of the lease, in milliseconds. */
  readonly leaseMs: number;
  /** Additional time after the end of another process's lease before leadership is taken over, in milliseconds. */
  readonly leaseMarginMs: number;
  /** Timeout of one call of a lease's transaction, in milliseconds. */
  readonly leaseCallTimeoutMs: number;
}

/** Time in which one process is the leader without interruption. */
export interface LeadershipTerm {
  /** Number of the term; greater than those of all earlier terms of any process. */
  readonly epoch: number;
  /** Published cells of the lease's row, as the previous term left them. */
  readonly previousTermCells: readonly Cell[];
  /** Aborts as soon as this process is not, or may no longer be, the leader. */
  readonly signal: AbortSignal;
}

/** Fencing token: the term, and the publication within it, that a write belongs to. */
export interface FencingToken {
  readonly epoch: number;
  /**
   * Sequence number of the publication; greater than all earlier ones of the term, including those of unknown
   * outcome.
   */
  readonly sequence: number;
  /**
   * Timestamp for the cells of the write, in milliseconds: now, but later than every earlier token of this and all
   * previous terms, whatever the clocks show. A cell with this timestamp never hides one of a later leader, however
   * late it is written.
   */
  readonly timestampMs: number;
}

/** A write of the leader: its publication, if any, together with the renewed lease. */
export interface LeaderWrite {
  /**
   * Returns the mutations of the lease's row; absent: the lease is only renewed. The function may first write to rows
   * that are not referenced until the lease's row points to them.
   */
  readonly publish?: (fencingToken: FencingToken, options: CallOptions) => Promise<readonly Mutation[]>;
  /** Whether this write completes a round of decisions. */
  readonly completesRound?: boolean;
  /** Whether this write gives the lease up. */
  readonly releasesLease?: boolean;
}

/** The current term of this process. */
interface ActiveTerm extends LeadershipTerm {
  readonly abortController: AbortController;
  /** End of the lease by the monotonic clock, in milliseconds. */
  expiresAtMs: number;
  sequence: number;
  rounds: number;
  fencingToken: FencingToken;
  cancelExpiry: () => void;
}

/** The lease's row as a transaction has read it. */
interface LeaseRead {
  readonly transaction: RowTransaction;
  readonly row: Row | undefined;
  readonly version: RowVersion | undefined;
  readonly lease: Lease | undefined;
  /** Whether there is, or was, a lease that cannot be decoded. */
  readonly isCorrupted: boolean;
  /**
   * Timestamp of the newest cell that was read, in milliseconds. The next write must be newer, even if the lease is
   * missing.
   */
  readonly newestCellMs: number;
}

/** Selects the lease and the row's version. */
const LEASE_FILTER: Filter = chain(familyIs(LEASE_FAMILY), cellsPerColumnLimit(1));

/**
 * Leader election by a lease in a row, with the operations of etcd's `concurrency.Election`: `acquireOrRenew`
 * (Campaign; it is called periodically and does not block), `proclaim` (Proclaim), `resign` (Resign) and `term`
 * (Leader). Followers observe the leader with a `PacingWatch` (Observe).
 *
 * Whatever the leader publishes is written together with its lease, on the condition that the row has not changed
 * since it was read. A former leader that was paused or cut off, and does not know that it was deposed, can therefore
 * change neither the lease nor the pointer to what is published. What else it writes late is unreferenced, older than
 * the current state, or marked with its epoch.
 */
export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #leaseWatch: LeaseWatch;
  readonly #key: Buffer;
  #active: ActiveTerm | undefined;
  /** Latest epoch seen in any lease. */
  #epochSeen = 0;
  #isCorrupted = false;
  /** Serializes transactions, which would conflict with each other. */
  #lastTask: Promise<unknown> = Promise.resolve();

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
    this.#leaseWatch = new LeaseWatch(options.limits.leaseMarginMs);
    this.#key = rowKey(options.objectId);
  }

  /** The current term; undefined when this process is not, or may no longer be, the leader. */
  get term(): LeadershipTerm | undefined {
    const active = this.#active;
    if (active !== undefined && this.#remainingMs(active) <= 0) this.#endTerm(active, 'the lease expired');
    return this.#active;
  }

  /** Milliseconds until the lease expires; 0 when there is none. */
  get leaseRemainingMs(): number {
    return this.#active === undefined ? 0 : Math.max(0, this.#remainingMs(this.#active));
  }

  /** The last fencing token of the term. */
  get fencingToken(): FencingToken | undefined {
    return this.#active?.fencingToken;
  }

  /**
   * Renews the lease when it is due. Without leadership, tries to acquire it. To be called several times per lease.
   */
  async acquireOrRenew(options: CallOptions = {}): Promise<void> {
    const { leaseMs } = this.#options.limits;
    if (this.term === undefined) return this.#serialize(() => this.#tryAcquire(options));
    if (this.leaseRemainingMs <= leaseMs * RENEWAL_SHARE) await this.proclaim({}, options);
  }

  /**
   * Writes as the leader and renews the lease. Throws `conflict`, without changing the lease's row, when this process
   * is not the leader.
   */
  proclaim(write: LeaderWrite, options: CallOptions = {}): Promise<FencingToken> {
    return this.#serialize(() => this.#writeAsLeader(write, options));
  }

  /** Gives up leadership, if this process is the leader. */
  async resign(options: CallOptions = {}): Promise<void> {
    await this.#serialize(async () => {
      const active = this.term as ActiveTerm | undefined;
      if (active === undefined) return;
      try {
        await this.#writeAsLeader({ releasesLease: true }, options);
      } finally {
        this.#endTerm(active, RESIGNED);
      }
    });
  }

  #serialize<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#lastTask.then(task);
    this.#lastTask = done.catch(() => undefined);
    return done;
  }

  async #tryAcquire(options: CallOptions): Promise<void> {
    const { clock, holder } = this.#options;
    const seen = await this.#read(LEASE_FILTER, options);
    if (this.#mustWaitFor(seen)) return;
    // Reads again with the published cells. A change in between makes the commit fail.
    const { family } = this.#options;
    const leaseAndPublished = chain(familyIn([LEASE_FAMILY, family]), cellsPerColumnLimit(1));
    const found = await this.#read(leaseAndPublished, options);
    if (found.version?.text !== seen.version?.text) return;
    const previousTermCells = (found.row?.cells ?? []).filter((cell) => cell.family === family);
    const epoch =
      found.lease === undefined
        ? await this.#epochWithoutLease(found.isCorrupted, previousTermCells, options)
        : this.#epochSeen + 1;
    const fencingToken = { epoch, sequence: 0, timestampMs: this.#nextTimestampMs(found) };
    const startedMs = clock.monotonicMs();
    const lease = { holder, epoch, sequence: 0, rounds: 0, isReleased: false };
    if (!(await this.#commit(found, { lease, fencingToken, mutations: [] }, options))) return;
    this.#startTerm({ epoch, previousTermCells, fencingToken, startedMs });
  }

  /**
   * Returns whether to wait for another holder. An own lease of an earlier term is not waited for. A corrupted lease
   * may be anyone's: its holder steps down when it sees the corruption, and otherwise cannot commit once the row has
   * another version.
   */
  #mustWaitFor({ lease, version, isCorrupted }: LeaseRead): boolean {
    const { clock, holder, limits } = this.#options;
    if (!isCorrupted && (lease === undefined || lease.isReleased || lease.holder === holder)) return false;
    const seen = `${version?.text ?? ''}${isCorrupted ? ' corrupted' : ''}`;
    return this.#leaseWatch.leftMs(seen, lease?.durationMs ?? limits.leaseMs, clock.monotonicMs()) > 0;
  }

  /**
   * Returns an epoch above all that are found. Terms without publications leave no trace, and another cluster may
   * have later ones, hence the leap.
   */
  async #epochWithoutLease(
    hasExisted: boolean,
    previousTermCells: readonly Cell[],
    options: CallOptions,
  ): Promise<number> {
    const epochs = [this.#epochSeen, await this.#options.findLatestEpoch(previousTermCells, options)];
    const latest = Math.max(0, maxOf(epochs.filter((epoch) => epoch <= EPOCH_MAX)));
    return hasExisted || latest > 0 ? latest + EPOCH_LEAP : 1;
  }

  async #writeAsLeader(
    { publish, completesRound = false, releasesLease = false }: LeaderWrite,
    options: CallOptions,
  ): Promise<FencingToken> {
    const active = this.term as ActiveTerm | undefined;
    if (active === undefined) throw notLeader();
    const { clock, holder } = this.#options;
    const { epoch } = active;
    const timeoutMs = Math.min(this.#remainingMs(active), this.#timeoutMs(options));
    const found = await this.#read(LEASE_FILTER, { ...options, timeoutMs });
    if (found.lease?.holder !== holder || found.lease.epoch !== epoch) {
      this.#endTerm(
        active,
        found.lease === undefined
          ? LEASE_CORRUPTED
          : `another process holds the lease, with epoch ${found.lease.epoch}`,
      );
      throw notLeader();
    }
    if (publish !== undefined) active.sequence += 1;
    const fencingToken = { epoch, sequence: active.sequence, timestampMs: this.#nextTimestampMs(found) };
    const lease = {
      holder,
      epoch,
      isReleased: releasesLease,
      rounds: active.rounds + Number(completesRound),
      sequence: publish === undefined ? found.lease.sequence : fencingToken.sequence,
    };
    const within = (share: number): CallOptions => ({
      ...options,
      timeoutMs: Math.min(this.#remainingMs(active) * share, this.#timeoutMs(options)),
    });
    const mutations = (await publish?.(fencingToken, within(PUBLISH_TIME_SHARE))) ?? [];
    // The lease may have expired during the read; this process must not write then.
    if (this.term !== active) throw notLeader();
    const startedMs = clock.monotonicMs();
    if (!(await this.#commit(found, { lease, fencingToken, mutations }, within(1)))) {
      throw new TidemarkError('conflict', 'the lease was changed by another process');
    }
    active.rounds = lease.rounds;
    active.fencingToken = fencingToken;
    this.#extendLease(active, startedMs);
    return fencingToken;
  }

  async #read(filter: Filter, options: CallOptions): Promise<LeaseRead> {
    const { transactions, table } = this.#options;
    const transaction = transactions.begin(table, this.#key);
    const { row } = await transaction.read({ filter }, { ...options, timeoutMs: this.#timeoutMs(options) });
    const cell = row?.cells.find(
      ({ family, qualifier }) => family === LEASE_FAMILY && qualifier.equals(LEASE_QUALIFIER),
    );
    const version = versionOf(row?.cells ?? [], LEASE_FAMILY);
    const lease = cell === undefined ? undefined : tryDecodeLease(cell);
    const isCorrupted = lease === undefined && (cell !== undefined || version !== undefined);
    this.#recordLease(lease, isCorrupted);
    const newestCellMicros = Math.max(
      0,
      maxOf((row?.cells ?? []).map(({ timestampMicros }) => timestampMicros)),
    );
    return { transaction, row, version, lease, isCorrupted, newestCellMs: newestCellMicros / 1_000 };
  }

  #recordLease(lease: Lease | undefined, isCorrupted: boolean): void {
    this.#epochSeen = Math.max(this.#epochSeen, lease?.epoch ?? 0);
    if (isCorrupted && !this.#isCorrupted) this.#options.onLeaseCorrupted?.();
    this.#isCorrupted = isCorrupted;
  }

  /** Returns whether the write was committed; false after a concurrent change. */
  async #commit(
    { transaction, version }: LeaseRead,
    write: {
      readonly lease: Omit<Lease, 'writtenAtMs' | 'durationMs'>;
      readonly fencingToken: FencingToken;
      readonly mutations: readonly Mutation[];
    },
    options: CallOptions,
  ): Promise<boolean> {
    const { clock, limits } = this.#options;
    const lease = encodeLease({
      ...write.lease,
      writtenAtMs: clock.nowMs(),
      durationMs: limits.leaseMs,
    });
    const cell = setCell(LEASE_FAMILY, LEASE_QUALIFIER, write.fencingToken.timestampMs * 1_000, lease);
    const change = { version, mutations: [cell, ...write.mutations] };
    const timeoutMs = this.#timeoutMs(options);
    return (await transaction.commit(change, { ...options, timeoutMs })) !== 'conflict';
  }

  #startTerm(
    elected: Pick<ActiveTerm, 'epoch' | 'previousTermCells' | 'fencingToken'> & {
      readonly startedMs: number;
    },
  ): void {
    const { startedMs, ...rest } = elected;
    const abortController = new AbortController();
    const active: ActiveTerm = {
      ...rest,
      abortController,
      signal: abortController.signal,
      expiresAtMs: 0,
      sequence: 0,
      rounds: 0,
      cancelExpiry: () => undefined,
    };
    this.#active = active;
    this.#extendLease(active, startedMs);
    this.#options.onElected?.(active);
  }

  /** The time counts from before the write, so the lease ends here before it ends for the processes that watch it. */
  #extendLease(active: ActiveTerm, startedMs: number): void {
    const { clock, limits } = this.#options;
    active.expiresAtMs = startedMs + limits.leaseMs;
    active.cancelExpiry();
    // Node's timers may fire slightly early, so 2 ms are added.
    active.cancelExpiry = clock.schedule(this.#remainingMs(active) + 2, () => void this.term);
  }

  #endTerm(active: ActiveTerm, why: string): void {
    if (this.#active !== active) return;
    this.#active = undefined;
    active.cancelExpiry();
    active.abortController.abort(notLeader());
    this.#options.onDeposed?.(active, why);
  }

  #remainingMs({ expiresAtMs }: ActiveTerm): number {
    return expiresAtMs - this.#options.clock.monotonicMs();
  }

  #timeoutMs({ timeoutMs = Infinity }: CallOptions): number {
    return Math.max(1, Math.min(timeoutMs, this.#options.limits.leaseCallTimeoutMs));
  }

  #nextTimestampMs({ newestCellMs }: LeaseRead): number {
    return Math.max(this.#options.clock.nowMs(), newestCellMs + 1);
  }
}

/** Reason passed to `onDeposed` after a resignation. */
export const RESIGNED = 'resigned';

const LEASE_CORRUPTED = 'the lease is corrupted or missing';

/** Far more terms than can have begun without leaving a trace. */
const EPOCH_LEAP = 1_000;

/** Maximum valid epoch. Data with a later one is corrupted as well: no lease could have an epoch above it. */
const EPOCH_MAX = 2 ** 52;

/** The lease is renewed when at most this share of its duration is left. */
const RENEWAL_SHARE = 2 / 3;

/** Share of the remaining lease that `publish` may take, so that time to renew is left if it fails. */
const PUBLISH_TIME_SHARE = 1 / 2;

function tryDecodeLease(cell: Cell): Lease | undefined {
  try {
    return decodeLease(cell.value);
  } catch {
    return undefined;
  }
}

const notLeader = (): TidemarkError =>
  new TidemarkError('conflict', 'this process is not, or no longer, the leader');
