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

export interface LeaderElectionOptions {
  /** Of the family `_lease`. */
  readonly transactions: RowTransactions;
  readonly clock: Clock;
  readonly table: string;
  readonly objectId: string;
  /** Family of what is published in the lease's row, which is to be little: a successor gets it as it was left. */
  readonly family: string;
  /** An id of this run of the process, as people will read it. */
  readonly holder: string;
  readonly limits: LeaderElectionLimits;
  /**
   * The latest epoch that anything in the store tells of, by the cells of `family` in the lease's row and by whatever else there is; 0
   * where nothing does. Asked only where no lease tells, which is damaged or gone.
   */
  readonly findLatestEpoch: (cells: readonly Cell[], options: CallOptions) => Promise<number>;
  /** The lease cannot be read: nobody is in office until nothing has been heard of its holder for as long as a lease lasts. */
  readonly onLeaseCorrupted?: () => void;
  readonly onElected?: (term: LeadershipTerm) => void;
  readonly onDeposed?: (term: LeadershipTerm, why: string) => void;
}

export interface LeaderElectionLimits {
  readonly leaseMs: number;
  /** Beyond another one's lease, before his office is taken. */
  readonly leaseMarginMs: number;
  readonly leaseCallTimeoutMs: number;
}

export interface LeadershipTerm {
  readonly epoch: number;
  /** As the last one left it. */
  readonly previousTermCells: readonly Cell[];
  /** Aborts as soon as this process is not, or may no longer be, the one in office. */
  readonly signal: AbortSignal;
}

/** What an act of office is done under. */
export interface FencingToken {
  readonly epoch: number;
  /** Of what is published; greater than that of all earlier ones of the term, also of those whose outcome is unknown. */
  readonly sequence: number;
  /**
   * Milliseconds: now, but later than all stamps before it, in this term and all earlier ones, whatever the clocks show. Cells
   * that it is the timestamp of never hide those of a successor, however late they are written.
   */
  readonly timestampMs: number;
}

export interface LeaderWrite {
  /**
   * What to write into the lease's row; absent: nothing but the lease, renewed. It may write elsewhere before, where nobody looks
   * until the lease's row tells them to.
   */
  readonly publish?: (fencingToken: FencingToken, options: CallOptions) => Promise<readonly Mutation[]>;
  /** Whether this ends another round of decisions. */
  readonly completesRound?: boolean;
  /** Gives the lease up. */
  readonly releasesLease?: boolean;
}

interface ActiveTerm extends LeadershipTerm {
  readonly abortController: AbortController;
  /** Monotonic. */
  expiresAtMs: number;
  sequence: number;
  rounds: number;
  fencingToken: FencingToken;
  cancelExpiry: () => void;
}

interface LeaseRead {
  readonly transaction: RowTransaction;
  readonly row: Row | undefined;
  readonly version: RowVersion | undefined;
  readonly lease: Lease | undefined;
  /** There is, or has been, a lease that cannot be read. */
  readonly isCorrupted: boolean;
  /** Of the newest cell that was read: also where the lease is gone, what is written next is to be newer. */
  readonly newestCellMs: number;
}

const LEASE_FILTER: Filter = chain(familyIs(LEASE_FAMILY), cellsPerColumnLimit(1));

/**
 * An office that one process at a time holds, by a lease in a row. All that it publishes there it writes together with the
 * lease, on the condition that the row is as it was read: so whoever was deposed without knowing it, because he was paused
 * or cut off, changes nothing any more.
 */
export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #watch: LeaseWatch;
  readonly #key: Buffer;
  #held: ActiveTerm | undefined;
  /** The latest one seen in any lease, whoever's. */
  #epochSeen = 0;
  #isDamaged = false;
  /** One transaction at a time: they would be in each other's way. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
    this.#watch = new LeaseWatch(options.limits.leaseMarginMs);
    this.#key = rowKey(options.objectId);
  }

  /** Undefined when this process is not in office, or may no longer be. */
  get term(): LeadershipTerm | undefined {
    const held = this.#held;
    if (held !== undefined && this.#leftMs(held) <= 0) this.#lose(held, 'the lease ran out');
    return this.#held;
  }

  /** Milliseconds until the lease runs out; 0 when there is none. */
  get leaseRemainingMs(): number {
    return this.#held === undefined ? 0 : Math.max(0, this.#leftMs(this.#held));
  }

  /** The last one of the term. */
  get fencingToken(): FencingToken | undefined {
    return this.#held?.fencingToken;
  }

  /** Renews the lease where it is due, or looks whether the office can be taken, and takes it. */
  async acquireOrRenew(options: CallOptions = {}): Promise<void> {
    const { leaseMs } = this.#options.limits;
    if (this.term === undefined) return this.#inTurn(() => this.#seek(options));
    if (this.leaseRemainingMs <= leaseMs * RENEWAL_SHARE) await this.proclaim({}, options);
  }

  /** Throws `conflict` when this process is not in office, and changes nothing then. */
  proclaim(act: LeaderWrite, options: CallOptions = {}): Promise<FencingToken> {
    return this.#inTurn(() => this.#act(act, options));
  }

  /** Gives the office up, where it is held. */
  async resign(options: CallOptions = {}): Promise<void> {
    await this.#inTurn(async () => {
      const held = this.term as ActiveTerm | undefined;
      if (held === undefined) return;
      try {
        await this.#act({ releasesLease: true }, options);
      } finally {
        this.#lose(held, RESIGNED);
      }
    });
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(task);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #seek(options: CallOptions): Promise<void> {
    const { clock, holder } = this.#options;
    const seen = await this.#read(LEASE_FILTER, options);
    if (this.#waitsFor(seen)) return;
    // Once more, with what is inherited; whoever comes in between makes the commit a conflict.
    const { family } = this.#options;
    const both = chain(familyIn([LEASE_FAMILY, family]), cellsPerColumnLimit(1));
    const found = await this.#read(both, options);
    if (found.version?.text !== seen.version?.text) return;
    const previousTermCells = (found.row?.cells ?? []).filter((cell) => cell.family === family);
    const epoch =
      found.lease === undefined
        ? await this.#epochWithoutLease(found.isCorrupted, previousTermCells, options)
        : this.#epochSeen + 1;
    const fencingToken = { epoch, sequence: 0, timestampMs: this.#stampMs(found) };
    const beganMs = clock.monotonicMs();
    const lease = { holder, epoch, sequence: 0, rounds: 0, isOver: false };
    if (!(await this.#commit(found, { lease, fencingToken, mutations: [] }, options))) return;
    this.#take({ epoch, previousTermCells: previousTermCells, fencingToken: fencingToken, beganMs });
  }

  /**
   * Its own lease of an earlier term, which it has lost by itself, keeps nobody waiting. A damaged one may be anybody's: its holder gives
   * way as soon as he sees it, and who has not seen it cannot commit once the row has another version.
   */
  #waitsFor({ lease, version, isCorrupted: isDamaged }: LeaseRead): boolean {
    const { clock, holder, limits } = this.#options;
    if (!isDamaged && (lease === undefined || lease.isOver || lease.holder === holder)) return false;
    const seen = `${version?.text ?? ''}${isDamaged ? ' damaged' : ''}`;
    return this.#watch.leftMs(seen, lease?.durationMs ?? limits.leaseMs, clock.monotonicMs()) > 0;
  }

  /** Above all that anything tells of. Terms that have published nothing left no trace, and another cluster may know more: so the leap. */
  async #epochWithoutLease(
    hasBeen: boolean,
    previousTermCells: readonly Cell[],
    options: CallOptions,
  ): Promise<number> {
    const told = [this.#epochSeen, await this.#options.findLatestEpoch(previousTermCells, options)];
    const latest = Math.max(0, maxOf(told.filter((epoch) => epoch <= EPOCH_MAX)));
    return hasBeen || latest > 0 ? latest + EPOCH_LEAP : 1;
  }

  async #act(
    { publish, completesRound: isRound = false, releasesLease: isLast = false }: LeaderWrite,
    options: CallOptions,
  ): Promise<FencingToken> {
    const held = this.term as ActiveTerm | undefined;
    if (held === undefined) throw notLeader();
    const { clock, holder } = this.#options;
    const { epoch } = held;
    const timeoutMs = Math.min(this.#leftMs(held), this.#timeoutMs(options));
    const found = await this.#read(LEASE_FILTER, { ...options, timeoutMs });
    if (found.lease?.holder !== holder || found.lease.epoch !== epoch) {
      this.#lose(
        held,
        found.lease === undefined ? LEASE_CORRUPTED : `epoch ${found.lease.epoch} is another one's`,
      );
      throw notLeader();
    }
    if (publish !== undefined) held.sequence += 1;
    const fencingToken = { epoch, sequence: held.sequence, timestampMs: this.#stampMs(found) };
    const lease = {
      holder,
      epoch,
      isOver: isLast,
      rounds: held.rounds + Number(isRound),
      sequence: publish === undefined ? found.lease.sequence : fencingToken.sequence,
    };
    const within = (share: number): CallOptions => ({
      ...options,
      timeoutMs: Math.min(this.#leftMs(held) * share, this.#timeoutMs(options)),
    });
    const mutations = (await publish?.(fencingToken, within(PUBLISH_TIME_SHARE))) ?? [];
    // The time may have run out while the row was read: what follows is not this process's to do any more.
    if (this.term !== held) throw notLeader();
    const beganMs = clock.monotonicMs();
    if (!(await this.#commit(found, { lease, fencingToken, mutations }, within(1)))) {
      throw new TidemarkError('conflict', 'the lease was changed by another process');
    }
    held.rounds = lease.rounds;
    held.fencingToken = fencingToken;
    this.#extend(held, beganMs);
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
    const isDamaged = lease === undefined && (cell !== undefined || version !== undefined);
    this.#note(lease, isDamaged);
    const timestampMs =
      Math.max(0, maxOf((row?.cells ?? []).map(({ timestampMicros }) => timestampMicros))) / 1_000;
    return { transaction, row, version, lease, isCorrupted: isDamaged, newestCellMs: timestampMs };
  }

  #note(lease: Lease | undefined, isDamaged: boolean): void {
    this.#epochSeen = Math.max(this.#epochSeen, lease?.epoch ?? 0);
    if (isDamaged && !this.#isDamaged) this.#options.onLeaseCorrupted?.();
    this.#isDamaged = isDamaged;
  }

  /** Whether it was written; not, where another one came in between. */
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

  #take(
    taken: Pick<ActiveTerm, 'epoch' | 'previousTermCells' | 'fencingToken'> & { readonly beganMs: number },
  ): void {
    const { beganMs, ...rest } = taken;
    const control = new AbortController();
    const held: ActiveTerm = {
      ...rest,
      abortController: control,
      signal: control.signal,
      expiresAtMs: 0,
      sequence: 0,
      rounds: 0,
      cancelExpiry: () => undefined,
    };
    this.#held = held;
    this.#extend(held, beganMs);
    this.#options.onElected?.(held);
  }

  /** Counted from before the write, so that it is over here before it is for those who watch. */
  #extend(held: ActiveTerm, beganMs: number): void {
    const { clock, limits } = this.#options;
    held.expiresAtMs = beganMs + limits.leaseMs;
    held.cancelExpiry();
    // Not before the time is over: timers of Node may be a little early.
    held.cancelExpiry = clock.schedule(this.#leftMs(held) + 2, () => void this.term);
  }

  #lose(held: ActiveTerm, why: string): void {
    if (this.#held !== held) return;
    this.#held = undefined;
    held.cancelExpiry();
    held.abortController.abort(notLeader());
    this.#options.onDeposed?.(held, why);
  }

  #leftMs({ expiresAtMs: untilMs }: ActiveTerm): number {
    return untilMs - this.#options.clock.monotonicMs();
  }

  #timeoutMs({ timeoutMs = Infinity }: CallOptions): number {
    return Math.max(1, Math.min(timeoutMs, this.#options.limits.leaseCallTimeoutMs));
  }

  #stampMs({ newestCellMs: timestampMs }: LeaseRead): number {
    return Math.max(this.#options.clock.nowMs(), timestampMs + 1);
  }
}

/** Why the office is lost by who does not want it any more. */
export const RESIGNED = 'given up';

const LEASE_CORRUPTED = 'its lease is damaged or gone';

/** Far more terms than can have begun without anything that tells of them. */
const EPOCH_LEAP = 1_000;

/** Whatever tells of a later one is damaged, too: no lease could be written above it. */
const EPOCH_MAX = 2 ** 52;

/** A lease is renewed when no more than this share of it is left. */
const RENEWAL_SHARE = 2 / 3;

/** Of a lease what is left may be spent on writing elsewhere: if that fails, there is time to renew it. */
const PUBLISH_TIME_SHARE = 1 / 2;

function tryDecodeLease(cell: Cell): Lease | undefined {
  try {
    return decodeLease(cell.value);
  } catch {
    return undefined;
  }
}

const notLeader = (): TidemarkError =>
  new TidemarkError('conflict', 'this process is not, or no longer, the one in office');
