/**
 * Row transactions of placed corpora, for reservations: each is run in the placement that takes the row's transactions
 * (docs/decisions/0012-placements.md).
 */
import { BigtableError, deadlineError } from '../bigtable/client/bigtable-error';
import type { CallOptions, Row } from '../bigtable/client/types';
import { RESERVATION_FAMILY } from '../core/caps/reservation-family';
import { stayEpoch, writePlacement, type Location } from '../core/residency/location';
import { placedTable } from '../core/residency/placement-rules';
import { isClosed, openedEpoch } from '../core/residency/reservations-home';
import { joinRows } from '../core/rows/row-join';
import { withoutFamily } from '../core/rows/row-parts';
import { GrpcStatus } from '../platform/network/grpc';
import type { Clock } from '../platform/time/clock';
import { mergeEvidence } from '../consistency/read/merge-evidence';
import type { RowAnswer, RowRead } from '../consistency/store';
import type {
  BeginOptions,
  CommitOutcome,
  RowChange,
  RowTransaction,
  RowTransactions,
} from '../consistency/transactions/row-transactions';
import type { KnownLocation, Locations, Subject } from './locations';
import { openReservations, takeOverReservations } from './reservation-takeover';
import type { Subjects } from './subjects';

export interface PlacedTransactionsOptions {
  /** Transactions of the tables of all placements, whose versions are in the family of reservations. */
  readonly transactions: RowTransactions;
  readonly locations: Pick<Locations, 'known' | 'claim' | 'confirm' | 'forget'>;
  readonly subjects: Subjects;
  readonly clock: Clock;
  /** Timeout of calls without one, in milliseconds. */
  readonly pointTimeoutMs: number;
  /** Limits of the tokens that answers carry. */
  readonly tokens: { readonly writesMax: number };
}

/** Errors besides those of `RowTransactions`: those of `Locations`, and `wrong_region`. */
export class PlacedTransactions implements RowTransactions {
  readonly #options: PlacedTransactionsOptions;

  constructor(options: PlacedTransactionsOptions) {
    this.#options = options;
  }

  begin(table: string, key: Buffer, options?: BeginOptions): RowTransaction {
    const { transactions, subjects } = this.#options;
    const group = subjects.groupOf(table);
    const subject = group === undefined ? undefined : subjects.of(group, key);
    if (subject === undefined) return transactions.begin(table, key, options);
    return new PlacedTransaction(this.#options, { subject, table, accessLocation: options?.accessLocation });
  }
}

interface Target {
  readonly subject: Subject;
  readonly table: string;
  readonly accessLocation: string | undefined;
}

/** Row that was read, and the transaction that can be committed. */
interface Begun {
  readonly transaction: RowTransaction;
  readonly known: KnownLocation;
  /** Epoch for which the row was open when it was read; 0 if it was never opened. */
  readonly opened: number;
}

class PlacedTransaction implements RowTransaction {
  readonly #options: PlacedTransactionsOptions;
  readonly #target: Target;
  #begun: Begun | undefined;

  constructor(options: PlacedTransactionsOptions, target: Target) {
    this.#options = options;
    this.#target = target;
  }

  /**
   * Reads the row where it takes transactions now. The answer is confirmed like that of a read, because not every decision
   * ends with a commit: a process that slept through a move may find in the former placement what an attempt of its own
   * has left there too late, and take it for granted.
   */
  async read(read: Omit<RowRead, 'table' | 'key'>, options: CallOptions): Promise<RowAnswer> {
    const { subjects, locations } = this.#options;
    const { subject } = this.#target;
    const left = this.#timer(options);
    for (let isRetry = false; ; isRetry = true) {
      const known = locations.known(subject) ?? (await this.#claim(isRetry, left()));
      const { location } = known;
      subjects.checkServed([writePlacement(location)]);
      const transaction = this.#beginIn(writePlacement(location), stayEpoch(location));
      const answer = await transaction.read(read, left());
      const cells = answer.row?.cells ?? [];
      const opened = openedEpoch(cells) ?? 0;
      this.#begun = { transaction, known, opened };
      if (isClosed(cells, stayEpoch(location))) locations.forget(subject);
      else if (location.state === 'overlaid' && opened < location.epoch) await this.#takeOver(location, left);
      else {
        const whole =
          location.state === 'overlaid' ? await this.#withLeft(answer, { read, location, left }) : answer;
        if (await locations.confirm(subject, known, 'write', left())) return whole;
      }
    }
  }

  /**
   * Opens the row for this stay with its first change, so that no process which still takes it for `overlaid` replaces
   * its reservations by those of the other placement. Throws `store_unavailable` if the row has moved meanwhile, so
   * that the outcome is unknown.
   */
  async commit({ version, mutations }: RowChange, options: CallOptions): Promise<CommitOutcome> {
    const left = this.#timer(options);
    const { transaction, known, opened } = this.#begun!;
    const stay = stayEpoch(known.location);
    const opening = opened < stay ? [openReservations(stay)] : [];
    const change = { version, mutations: [...mutations, ...opening] };
    const outcome = await transaction.commit(change, left());
    if (outcome === 'conflict') return 'conflict';
    const { subject } = this.#target;
    if (await this.#options.locations.confirm(subject, known, 'write', left())) return outcome;
    throw new BigtableError(GrpcStatus.UNAVAILABLE, 'the row has moved to another placement meanwhile');
  }

  #timer({ timeoutMs = this.#options.pointTimeoutMs, signal }: CallOptions): () => CallOptions {
    const { clock } = this.#options;
    const deadlineMs = clock.monotonicMs() + timeoutMs;
    return () => {
      const leftMs = deadlineMs - clock.monotonicMs();
      if (leftMs <= 0) throw deadlineError(timeoutMs);
      return { timeoutMs: leftMs, signal };
    };
  }

  #claim(isRetry: boolean, call: CallOptions): Promise<KnownLocation> {
    const { subject, accessLocation } = this.#target;
    return this.#options.locations.claim(subject, { accessLocation, isRetry }, call);
  }

  #tableIn(placement: string): string {
    return placedTable(this.#target.subject.group, this.#target.table, placement);
  }

  #beginIn(placement: string, stay?: number): RowTransaction {
    const { rowKey } = this.#target.subject;
    return this.#options.transactions.begin(this.#tableIn(placement), rowKey, { stay });
  }

  /** Joins the answer with what the placement that the row leaves has, except for its reservations. */
  async #withLeft(
    answer: RowAnswer,
    of: {
      readonly read: Omit<RowRead, 'table' | 'key'>;
      readonly location: Location;
      readonly left: () => CallOptions;
    },
  ): Promise<RowAnswer> {
    const { clock, tokens, subjects } = this.#options;
    const { from } = of.location;
    subjects.checkServed([from]);
    const other = await this.#beginIn(from).read(of.read, of.left());
    const events = other.row === undefined ? undefined : withoutFamily(other.row, RESERVATION_FAMILY);
    const limits = { writesMax: tokens.writesMax, nowMs: clock.nowMs() };
    return {
      row: joinRows<Row['cells'][number], Row>([events, answer.row]),
      evidence: mergeEvidence('eventual', [other.evidence, answer.evidence], limits),
    };
  }

  async #takeOver({ from, to, epoch }: Location, left: () => CallOptions): Promise<void> {
    const { subject } = this.#target;
    const tables = { fromTable: this.#tableIn(from), toTable: this.#tableIn(to) };
    await takeOverReservations(this.#options.transactions, { ...tables, key: subject.rowKey, epoch }, left);
  }
}
