import { toBigtableError, type BigtableError } from '../../bigtable/client/bigtable-error';
import type { ClientCallOptions } from '../../bigtable/client/types';
import type { RowWatermark } from '../../core/consistency/row-watermark';
import { Cancellation } from '../../platform/tasks/cancellation';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { ReplicaAnswer, Lookup } from './lookup-client';
import type { LookupSubject } from './race-state';
import type { LookupKind, LookupOutcome } from './read-observer';
import type { ReadContext, RowReadPlan } from './read-setting';

/** Is told what becomes of each lookup, unless they have been cancelled. */
export interface LookupListener<W extends Workload> {
  onRow(answer: ReplicaAnswer<W>): void;
  onWatermark(cluster: Cluster<W>, watermark: RowWatermark): void;
  onFailure(cluster: Cluster<W>, subject: LookupSubject, error: BigtableError): void;
}

/** A lookup for the row that is under way, with who may cancel it. */
export interface PendingLookup<W extends Workload> {
  readonly lookup: Lookup<W>;
  readonly answer: Promise<ReplicaAnswer<W>>;
  readonly cancellation: Cancellation;
}

/** The lookups of one row's read: sent, counted, and cancelled together. */
export class InFlightLookups<W extends Workload> {
  readonly #setting: ReadContext<W>;
  readonly #task: RowReadPlan<W>;
  readonly #listener: LookupListener<W>;
  #cancellation = new Cancellation();
  #underWay = 0;
  #sent: number;
  #isOver = false;

  constructor(
    setting: ReadContext<W>,
    task: RowReadPlan<W>,
    listener: LookupListener<W>,
    sentBefore: number,
  ) {
    this.#setting = setting;
    this.#task = task;
    this.#listener = listener;
    this.#sent = sentBefore;
  }

  /** All that were ever sent, before these included. */
  get sent(): number {
    return this.#sent;
  }

  /** Before any other is sent: cancelled with it. */
  adopt({ lookup, answer, cancellation }: PendingLookup<W>): void {
    this.#cancellation = cancellation;
    this.#followRow(lookup, answer);
  }

  sendRow(cluster: Cluster<W>, kind: LookupKind, withShard: boolean): void {
    const { lookups } = this.#setting;
    const lookup = { cluster, kind };
    const answer = withShard
      ? lookups.rowWithHeartbeats(lookup, this.#task, this.#call())
      : lookups.row(lookup, this.#task, this.#call());
    this.#followRow(lookup, answer);
  }

  sendWatermark(cluster: Cluster<W>): void {
    const lookup = { cluster, kind: 'watermark' as const };
    const answer = this.#setting.lookups.watermark(lookup, this.#task, this.#call());
    this.#follow(lookup, 'watermark', answer, (watermark) => this.#listener.onWatermark(cluster, watermark));
  }

  /**
   * No answer is waited for any longer. `isLate`: the time is up, and so it is in a moment for what is still under way;
   * it ends by its own deadline then, and thereby counts as a failure of a cluster that does not answer.
   */
  end(isLate: boolean): void {
    this.#isOver = true;
    if (this.#underWay > 0 && !isLate) this.#cancellation.abort(new Error('the read is over'));
  }

  /** Until the caller's own deadline, which is after the read's: the read itself says that the time is up. */
  #call(): ClientCallOptions {
    const { deadlineMs } = this.#task;
    const { clock, limits } = this.#setting;
    return {
      timeoutMs: deadlineMs - clock.monotonicMs() + limits.deadlineMarginMs,
      signal: this.#cancellation,
    };
  }

  #followRow(lookup: Lookup<W>, answer: Promise<ReplicaAnswer<W>>): void {
    this.#follow(lookup, 'row', answer, (row) => this.#listener.onRow(row));
  }

  #follow<T>(
    { cluster, kind }: Lookup<W>,
    subject: LookupSubject,
    answer: Promise<T>,
    take: (answer: T) => void,
  ): void {
    this.#sent += 1;
    this.#underWay += 1;
    const ended = (outcome: LookupOutcome): void => {
      this.#underWay -= 1;
      this.#setting.observer?.onLookup({ cluster, kind, outcome });
    };
    answer.then(
      (value) => {
        ended('answered');
        if (!this.#isOver) take(value);
      },
      (error: unknown) => {
        ended(this.#isOver ? 'cancelled' : 'failed');
        if (!this.#isOver) this.#listener.onFailure(cluster, subject, toBigtableError(error));
      },
    );
  }
}
