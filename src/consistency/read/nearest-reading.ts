import { toBigtableError, type BigtableError } from '../../bigtable/client/bigtable-error';
import { Cancellation } from '../../platform/tasks/cancellation';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import { onCallerAbort } from './caller-gone';
import { evaluateProof } from './proof';
import { firstReplicaTimeoutMs } from './lookup-policy';
import type { ReplicaAnswer, Lookup } from './lookup-client';
import { finishRead } from './finish-read';
import type { LookupOutcome } from './read-observer';
import type { ReadContext, RowReadPlan } from './read-setting';
import { RacingRead } from './row-reading';
import type { RowAnswer } from '../store';

/**
 * The read of a row that the nearest proves by whatever it says, as long as there is nothing to it but this one lookup:
 * as it is with nearly all reads, so that this is what a read costs. When the lookup takes long, or fails, a RowReading
 * goes on.
 */
export class SingleReplicaRead<W extends Workload> {
  readonly #setting: ReadContext<W>;
  readonly #task: RowReadPlan<W>;
  readonly #lookup: Lookup<W>;
  readonly #cancellation = new Cancellation();
  #resolve!: (answer: RowAnswer | Promise<RowAnswer>) => void;
  #reject!: (error: Error) => void;
  #stopWaiting: (() => void) | undefined;
  #unfollow: (() => void) | undefined;
  /** Decided, or a RowReading's business. */
  #isOver = false;

  constructor(setting: ReadContext<W>, task: RowReadPlan<W>) {
    this.#setting = setting;
    this.#task = task;
    this.#lookup = { cluster: task.candidates[0] as Cluster<W>, kind: 'nearest' };
  }

  run(): Promise<RowAnswer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#unfollow = onCallerAbort(this.#task.call?.signal, (error) => this.#onCallerGone(error));
      if (!this.#isOver) this.#ask();
    });
  }

  /** For as long as it usually takes and a hedge is affordable, or for as long as anybody may take. */
  #ask(): void {
    const { router, lookups, hedging, limits, timer } = this.#setting;
    const { deadlineMs, startedMs, requirements } = this.#task;
    // Until the caller's own deadline, as every lookup.
    const timeoutMs = deadlineMs - startedMs + limits.deadlineMarginMs;
    router.startProbeIfDue(this.#lookup.cluster);
    const answer = lookups.row(this.#lookup, this.#task, { timeoutMs, signal: this.#cancellation });
    answer.then(
      (row) => this.#onAnswer(row),
      (error: unknown) => this.#onFailure(error),
    );
    hedging.recordRead();
    const hedgeDelayMs = requirements.length === 0 ? hedging.delayMs(this.#lookup.cluster) : undefined;
    const delayMs = Math.min(hedgeDelayMs ?? Infinity, firstReplicaTimeoutMs(this.#task, limits));
    this.#stopWaiting = timer.schedule(delayMs, () => this.#onSlow(answer, hedgeDelayMs));
  }

  #onAnswer(answer: ReplicaAnswer<W>): void {
    if (this.#isOver) return;
    this.#end('answered');
    const { requirements } = this.#task;
    const judged = { answer, proof: evaluateProof(answer, requirements, this.#setting.rules) };
    this.#resolve(finishRead(this.#setting, this.#task, judged, { requirements, lookups: 1 }));
  }

  #onFailure(error: unknown): void {
    if (this.#isOver) return;
    this.#end('failed');
    this.#resolve(new RacingRead(this.#setting, this.#task, 1).retryAfter(toBigtableError(error)));
  }

  #onSlow(answer: Promise<ReplicaAnswer<W>>, hedgeDelayMs: number | undefined): void {
    this.#end(undefined);
    const pending = { lookup: this.#lookup, answer, cancellation: this.#cancellation };
    this.#resolve(new RacingRead(this.#setting, this.#task).adopt(pending, hedgeDelayMs));
  }

  #onCallerGone(error: BigtableError): void {
    const wasAsked = this.#stopWaiting !== undefined;
    this.#end(wasAsked ? 'cancelled' : undefined);
    this.#cancellation.abort(error);
    this.#reject(error);
  }

  /** `outcome`: undefined where there is none yet. */
  #end(outcome: LookupOutcome | undefined): void {
    this.#isOver = true;
    this.#stopWaiting?.();
    this.#unfollow?.();
    const { cluster, kind } = this.#lookup;
    if (outcome !== undefined) this.#setting.observer?.onLookup({ cluster, kind, outcome });
  }
}
