import { cellsPerColumnLimit, chain, familyIn, familyIs } from '../../bigtable/filters';
import { setCell } from '../../bigtable/mutations';
import type { CallOptions, Cell, Filter, Mutation, Row } from '../../bigtable/types';
import {
  decodeLease,
  encodeLease,
  LEASE_FAMILY,
  LEASE_QUALIFIER,
  LeaseWatch,
  type Lease,
} from '../../core/lease';
import { maxOf } from '../../core/lists';
import { rowKey } from '../../core/row-key';
import { versionOf, type RowVersion } from '../../core/row-version';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/clock';
import type { RowTransaction, RowTransactions } from '../../watermark/row-transactions';

export interface OfficeOptions {
  /** Of the family `_lease`. */
  readonly transactions: RowTransactions;
  readonly clock: Clock;
  readonly table: string;
  readonly objectId: string;
  /** Family of what is published in the lease's row, which is to be little: a successor gets it as it was left. */
  readonly family: string;
  /** An id of this run of the process, as people will read it. */
  readonly holder: string;
  readonly limits: OfficeLimits;
  /**
   * The latest epoch that anything in the store tells of, by the cells of `family` in the lease's row and by whatever else there is; 0
   * where nothing does. Asked only where no lease tells, which is damaged or gone.
   */
  readonly latestEpoch: (cells: readonly Cell[], options: CallOptions) => Promise<number>;
  /** The lease cannot be read: nobody is in office until nothing has been heard of its holder for as long as a lease lasts. */
  readonly onDamaged?: () => void;
  readonly onTaken?: (term: TermOfOffice) => void;
  readonly onLost?: (term: TermOfOffice, why: string) => void;
}

export interface OfficeLimits {
  readonly leaseMs: number;
  /** Beyond another one's lease, before his office is taken. */
  readonly leaseMarginMs: number;
  readonly leaseCallTimeoutMs: number;
}

export interface TermOfOffice {
  readonly epoch: number;
  /** As the last one left it. */
  readonly inherited: readonly Cell[];
  /** Aborts as soon as this process is not, or may no longer be, the one in office. */
  readonly signal: AbortSignal;
}

/** What an act of office is done under. */
export interface Stamp {
  readonly epoch: number;
  /** Of what is published; greater than that of all earlier ones of the term, also of those whose outcome is unknown. */
  readonly sequence: number;
  /**
   * Milliseconds: now, but later than all stamps before it, in this term and all earlier ones, whatever the clocks show. Cells
   * that it is the timestamp of never hide those of a successor, however late they are written.
   */
  readonly atMs: number;
}

export interface Act {
  /**
   * What to write into the lease's row; absent: nothing but the lease, renewed. It may write elsewhere before, where nobody looks
   * until the lease's row tells them to.
   */
  readonly publish?: (stamp: Stamp, options: CallOptions) => Promise<readonly Mutation[]>;
  /** Whether this ends another round of decisions. */
  readonly isRound?: boolean;
  /** Gives the lease up. */
  readonly isLast?: boolean;
}

interface Held extends TermOfOffice {
  readonly control: AbortController;
  /** Monotonic. */
  untilMs: number;
  sequence: number;
  rounds: number;
  stamp: Stamp;
  cancel: () => void;
}

interface Found {
  readonly transaction: RowTransaction;
  readonly row: Row | undefined;
  readonly version: RowVersion | undefined;
  readonly lease: Lease | undefined;
  /** There is, or has been, a lease that cannot be read. */
  readonly isDamaged: boolean;
  /** Of the newest cell that was read: also where the lease is gone, what is written next is to be newer. */
  readonly atMs: number;
}

const LEASE_ONLY: Filter = chain(familyIs(LEASE_FAMILY), cellsPerColumnLimit(1));

/**
 * An office that one process at a time holds, by a lease in a row. All that it publishes there it writes together with the
 * lease, on the condition that the row is as it was read: so whoever was deposed without knowing it, because he was paused
 * or cut off, changes nothing any more.
 */
export class Office {
  readonly #options: OfficeOptions;
  readonly #watch: LeaseWatch;
  readonly #key: Buffer;
  #held: Held | undefined;
  /** The latest one seen in any lease, whoever's. */
  #epochSeen = 0;
  #isDamaged = false;
  /** One transaction at a time: they would be in each other's way. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: OfficeOptions) {
    this.#options = options;
    this.#watch = new LeaseWatch(options.limits.leaseMarginMs);
    this.#key = rowKey(options.objectId);
  }

  /** Undefined when this process is not in office, or may no longer be. */
  get term(): TermOfOffice | undefined {
    const held = this.#held;
    if (held !== undefined && this.#leftMs(held) <= 0) this.#lose(held, 'the lease ran out');
    return this.#held;
  }

  /** Milliseconds until the lease runs out; 0 when there is none. */
  get leftMs(): number {
    return this.#held === undefined ? 0 : Math.max(0, this.#leftMs(this.#held));
  }

  /** The last one of the term. */
  get stamp(): Stamp | undefined {
    return this.#held?.stamp;
  }

  /** Renews the lease where it is due, or looks whether the office can be taken, and takes it. */
  async keep(options: CallOptions = {}): Promise<void> {
    const { leaseMs } = this.#options.limits;
    if (this.term === undefined) return this.#inTurn(() => this.#seek(options));
    if (this.leftMs <= leaseMs * RENEWED_FROM) await this.act({}, options);
  }

  /** Throws `conflict` when this process is not in office, and changes nothing then. */
  act(act: Act, options: CallOptions = {}): Promise<Stamp> {
    return this.#inTurn(() => this.#act(act, options));
  }

  /** Gives the office up, where it is held. */
  async resign(options: CallOptions = {}): Promise<void> {
    await this.#inTurn(async () => {
      const held = this.term as Held | undefined;
      if (held === undefined) return;
      try {
        await this.#act({ isLast: true }, options);
      } finally {
        this.#lose(held, GIVEN_UP);
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
    const seen = await this.#read(LEASE_ONLY, options);
    if (this.#waitsFor(seen)) return;
    // Once more, with what is inherited; whoever comes in between makes the commit a conflict.
    const { family } = this.#options;
    const both = chain(familyIn([LEASE_FAMILY, family]), cellsPerColumnLimit(1));
    const found = await this.#read(both, options);
    if (found.version?.text !== seen.version?.text) return;
    const inherited = (found.row?.cells ?? []).filter((cell) => cell.family === family);
    const epoch =
      found.lease === undefined
        ? await this.#epochWithoutLease(found.isDamaged, inherited, options)
        : this.#epochSeen + 1;
    const stamp = { epoch, sequence: 0, atMs: this.#stampMs(found) };
    const beganMs = clock.monotonicMs();
    const lease = { holder, epoch, sequence: 0, rounds: 0, isOver: false };
    if (!(await this.#commit(found, { lease, stamp, mutations: [] }, options))) return;
    this.#take({ epoch, inherited, stamp, beganMs });
  }

  /**
   * Its own lease of an earlier term, which it has lost by itself, keeps nobody waiting. A damaged one may be anybody's: its holder gives
   * way as soon as he sees it, and who has not seen it cannot commit once the row has another version.
   */
  #waitsFor({ lease, version, isDamaged }: Found): boolean {
    const { clock, holder, limits } = this.#options;
    if (!isDamaged && (lease === undefined || lease.isOver || lease.holder === holder)) return false;
    const seen = `${version?.text ?? ''}${isDamaged ? ' damaged' : ''}`;
    return this.#watch.leftMs(seen, lease?.durationMs ?? limits.leaseMs, clock.monotonicMs()) > 0;
  }

  /** Above all that anything tells of. Terms that have published nothing left no trace, and another cluster may know more: so the leap. */
  async #epochWithoutLease(
    hasBeen: boolean,
    inherited: readonly Cell[],
    options: CallOptions,
  ): Promise<number> {
    const told = [this.#epochSeen, await this.#options.latestEpoch(inherited, options)];
    const latest = Math.max(0, maxOf(told.filter((epoch) => epoch <= EPOCH_MAX)));
    return hasBeen || latest > 0 ? latest + EPOCHS_UNKNOWN : 1;
  }

  async #act({ publish, isRound = false, isLast = false }: Act, options: CallOptions): Promise<Stamp> {
    const held = this.term as Held | undefined;
    if (held === undefined) throw notInOffice();
    const { clock, holder } = this.#options;
    const { epoch } = held;
    const timeoutMs = Math.min(this.#leftMs(held), this.#timeoutMs(options));
    const found = await this.#read(LEASE_ONLY, { ...options, timeoutMs });
    if (found.lease?.holder !== holder || found.lease.epoch !== epoch) {
      this.#lose(held, found.lease === undefined ? DAMAGED : `epoch ${found.lease.epoch} is another one's`);
      throw notInOffice();
    }
    if (publish !== undefined) held.sequence += 1;
    const stamp = { epoch, sequence: held.sequence, atMs: this.#stampMs(found) };
    const lease = {
      ...{ holder, epoch, isOver: isLast, rounds: held.rounds + Number(isRound) },
      sequence: publish === undefined ? found.lease.sequence : stamp.sequence,
    };
    const within = (share: number): CallOptions => ({
      ...options,
      timeoutMs: Math.min(this.#leftMs(held) * share, this.#timeoutMs(options)),
    });
    const mutations = (await publish?.(stamp, within(WRITTEN_WITHIN))) ?? [];
    // The time may have run out while the row was read: what follows is not this process's to do any more.
    if (this.term !== held) throw notInOffice();
    const beganMs = clock.monotonicMs();
    if (!(await this.#commit(found, { lease, stamp, mutations }, within(1)))) {
      throw new TidemarkError('conflict', 'the lease was changed by another process');
    }
    held.rounds = lease.rounds;
    held.stamp = stamp;
    this.#extend(held, beganMs);
    return stamp;
  }

  async #read(filter: Filter, options: CallOptions): Promise<Found> {
    const { transactions, table } = this.#options;
    const transaction = transactions.begin(table, this.#key);
    const { row } = await transaction.read({ filter }, { ...options, timeoutMs: this.#timeoutMs(options) });
    const cell = row?.cells.find(
      ({ family, qualifier }) => family === LEASE_FAMILY && qualifier.equals(LEASE_QUALIFIER),
    );
    const version = versionOf(row?.cells ?? [], LEASE_FAMILY);
    const lease = cell === undefined ? undefined : readable(cell);
    const isDamaged = lease === undefined && (cell !== undefined || version !== undefined);
    this.#note(lease, isDamaged);
    const atMs = Math.max(0, maxOf((row?.cells ?? []).map(({ timestampMicros }) => timestampMicros))) / 1_000;
    return { transaction, row, version, lease, isDamaged, atMs };
  }

  #note(lease: Lease | undefined, isDamaged: boolean): void {
    this.#epochSeen = Math.max(this.#epochSeen, lease?.epoch ?? 0);
    if (isDamaged && !this.#isDamaged) this.#options.onDamaged?.();
    this.#isDamaged = isDamaged;
  }

  /** Whether it was written; not, where another one came in between. */
  async #commit(
    { transaction, version }: Found,
    write: {
      readonly lease: Omit<Lease, 'writtenAtMs' | 'durationMs'>;
      readonly stamp: Stamp;
      readonly mutations: readonly Mutation[];
    },
    options: CallOptions,
  ): Promise<boolean> {
    const { clock, limits } = this.#options;
    const lease = encodeLease({
      ...{ ...write.lease, writtenAtMs: clock.nowMs(), durationMs: limits.leaseMs },
    });
    const cell = setCell(LEASE_FAMILY, LEASE_QUALIFIER, write.stamp.atMs * 1_000, lease);
    const change = { version, mutations: [cell, ...write.mutations] };
    const timeoutMs = this.#timeoutMs(options);
    return (await transaction.commit(change, { ...options, timeoutMs })) !== 'conflict';
  }

  #take(taken: Pick<Held, 'epoch' | 'inherited' | 'stamp'> & { readonly beganMs: number }): void {
    const { beganMs, ...rest } = taken;
    const control = new AbortController();
    const held: Held = {
      ...{ ...rest, control, signal: control.signal, untilMs: 0, sequence: 0, rounds: 0 },
      cancel: () => undefined,
    };
    this.#held = held;
    this.#extend(held, beganMs);
    this.#options.onTaken?.(held);
  }

  /** Counted from before the write, so that it is over here before it is for those who watch. */
  #extend(held: Held, beganMs: number): void {
    const { clock, limits } = this.#options;
    held.untilMs = beganMs + limits.leaseMs;
    held.cancel();
    // Not before the time is over: timers of Node may be a little early.
    held.cancel = clock.schedule(this.#leftMs(held) + 2, () => void this.term);
  }

  #lose(held: Held, why: string): void {
    if (this.#held !== held) return;
    this.#held = undefined;
    held.cancel();
    held.control.abort(notInOffice());
    this.#options.onLost?.(held, why);
  }

  #leftMs({ untilMs }: Held): number {
    return untilMs - this.#options.clock.monotonicMs();
  }

  #timeoutMs({ timeoutMs = Infinity }: CallOptions): number {
    return Math.max(1, Math.min(timeoutMs, this.#options.limits.leaseCallTimeoutMs));
  }

  #stampMs({ atMs }: Found): number {
    return Math.max(this.#options.clock.nowMs(), atMs + 1);
  }
}

/** Why the office is lost by who does not want it any more. */
export const GIVEN_UP = 'given up';

const DAMAGED = 'its lease is damaged or gone';

/** Far more terms than can have begun without anything that tells of them. */
const EPOCHS_UNKNOWN = 1_000;

/** Whatever tells of a later one is damaged, too: no lease could be written above it. */
const EPOCH_MAX = 2 ** 52;

/** A lease is renewed when no more than this share of it is left. */
const RENEWED_FROM = 2 / 3;

/** Of a lease what is left may be spent on writing elsewhere: if that fails, there is time to renew it. */
const WRITTEN_WITHIN = 1 / 2;

function readable(cell: Cell): Lease | undefined {
  try {
    return decodeLease(cell.value);
  } catch {
    return undefined;
  }
}

const notInOffice = (): TidemarkError =>
  new TidemarkError('conflict', 'this process is not, or no longer, the one in office');
