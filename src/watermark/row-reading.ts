import { deadlineError, type BigtableError } from '../bigtable/bigtable-error';
import type { TidemarkError } from '../errors';
import type { OriginCode, RowWatermark } from '../core/row-watermark';
import type { Cluster, Workload } from '../routing/cluster';
import { whenCallerGone } from './caller-gone';
import { learn, withoutRetired, type Demand } from './demands';
import { judge } from './gate';
import { beyondReach, mayProve, patienceMs, wantsHeartbeats, type PolicyContext } from './lookup-policy';
import type { Answer, Heartbeats } from './lookups';
import type { JudgedAnswer } from './read-evidence';
import type { LookupKind } from './read-observer';
import { finished, unmetError } from './read-end';
import { endsRead } from './read-failures';
import type { ReadSetting, RowTask } from './read-setting';
import { RowLookups, type LookupListener, type PendingLookup } from './row-lookups';
import type { RowAnswer } from './store';

/**
 * The read of one row, from the first lookup to an answer that is proven: whom to ask, when, and what to make of what
 * they say. The first whose row is proven wins; those still under way are then cancelled.
 *
 * An answer may be judged by what is learnt after it: what an origin had acknowledged when the read began does not
 * change, and neither does what a row contained. All that counts was asked for after the read began.
 */
export class RowReading<W extends Workload> implements LookupListener<W> {
  readonly #setting: ReadSetting<W>;
  readonly #task: RowTask<W>;
  readonly #lookups: RowLookups<W>;
  #resolve!: (answer: RowAnswer) => void;
  #reject!: (error: Error) => void;
  #isOver = false;

  #demands: readonly Demand[];
  /** The newest answer of each replica. */
  readonly #held = new Map<OriginCode, Answer<W>>();
  #lastFailure: BigtableError | undefined;

  // A round ends when all have been asked whom it made sense to ask.
  #round = 0;
  /** Who is to be asked yet, one after the other. */
  #queue: readonly Cluster<W>[];
  readonly #asked = new Map<OriginCode, 'row' | 'watermark'>();
  #hasHedged = false;

  #stopPacing: (() => void) | undefined;
  #stopDeadline: (() => void) | undefined;
  #unfollow: (() => void) | undefined;

  /** `sentBefore`: lookups that this answer has cost already. */
  constructor(setting: ReadSetting<W>, task: RowTask<W>, sentBefore = 0) {
    this.#setting = setting;
    this.#task = task;
    this.#demands = task.demands;
    this.#queue = task.candidates.slice(1);
    this.#lookups = new RowLookups(setting, task, this, sentBefore);
  }

  /** Asks the nearest, and at the same time those without whom it cannot prove the read, whatever it says. */
  run(): Promise<RowAnswer> {
    return this.#begin(() => {
      const [nearest] = this.#task.candidates as [Cluster<W>];
      this.#askRow(nearest, 'nearest');
      if (this.#askOrigins(this.#beyondReachOf(nearest))) this.#pace(this.#setting.limits.staggerDelayMs);
      else this.#pace(this.#patienceMs());
    });
  }

  /**
   * Goes on with a lookup at the nearest that has been under way for as long as `hedgeDelayMs`, which is longer than usual,
   * or, without, for as long as anybody may take.
   */
  takeOver(pending: PendingLookup<W>, hedgeDelayMs: number | undefined): Promise<RowAnswer> {
    return this.#begin(() => {
      this.#asked.set(pending.lookup.cluster.code, 'row');
      this.#lookups.take(pending);
      if (hedgeDelayMs === undefined) this.#onTick();
      else this.#hedge(hedgeDelayMs);
    });
  }

  /** Goes on with what a lookup has brought. */
  goOn(answer: Answer<W>): Promise<RowAnswer> {
    return this.#begin(() => {
      this.#asked.set(answer.replica.code, 'row');
      this.onRow(answer);
    });
  }

  /** Goes on after a lookup at the nearest has failed. */
  recover(error: BigtableError): Promise<RowAnswer> {
    return this.#begin(() => {
      const [nearest] = this.#task.candidates as [Cluster<W>];
      this.#asked.set(nearest.code, 'row');
      this.onFailure(nearest, error);
    });
  }

  #begin(start: () => void): Promise<RowAnswer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#unfollow = whenCallerGone(this.#task.call?.signal, (error) => this.#fail(error));
      if (this.#isOver) return;
      const { clock, timer } = this.#setting;
      const leftMs = this.#task.deadlineMs - clock.monotonicMs();
      this.#stopDeadline = timer.schedule(leftMs, () => this.#onDeadline());
      start();
    });
  }

  /** While one is affordable; then waits for as long as anybody may take. */
  #hedge(delayMs: number): void {
    const next = this.#setting.hedging.take() ? this.#nextUseful() : undefined;
    this.#hasHedged = next !== undefined;
    if (next !== undefined) this.#askRow(next, 'hedge');
    this.#pace(Math.max(this.#staggerMs(), this.#patienceMs() - delayMs));
  }

  #patienceMs(): number {
    return patienceMs(this.#task, this.#setting.limits);
  }

  /** Where any answer will do, the next one asked may well give it; where proof is wanted, each may be the one with it. */
  #staggerMs(): number {
    return this.#demands.length === 0 ? this.#patienceMs() / 4 : this.#setting.limits.staggerDelayMs;
  }

  #patienceLeftMs(): number {
    return this.#task.startedMs + this.#patienceMs() - this.#setting.clock.monotonicMs();
  }

  // What they say.

  onRow(answer: Answer<W>): void {
    const { replica, watermark } = answer;
    this.#held.set(replica.code, answer);
    this.#learn(replica, watermark);
    this.#decide();
  }

  onWatermark(cluster: Cluster<W>, watermark: RowWatermark): void {
    this.#learn(cluster, watermark);
    this.#decide();
  }

  onFailure(cluster: Cluster<W>, error: BigtableError): void {
    if (endsRead(error, cluster, this.#setting.router)) return this.#fail(error);
    this.#lastFailure = error;
    this.#askOrigins(this.#best()?.verdict.left ?? this.#demands);
    this.#askNext();
  }

  #learn({ code }: Cluster<W>, watermark: RowWatermark): void {
    const { clock, horizon } = this.#setting;
    const settledMs = horizon.settledMs(clock.nowMs());
    this.#demands = learn(this.#demands, { origin: code, watermark, settledMs });
  }

  #decide(): void {
    const best = this.#best();
    if (best !== undefined && best.verdict.left.length === 0) return this.#win(best);
    this.#askOrigins(best?.verdict.left ?? this.#demands);
    if (this.#round === 0) this.#pace(this.#setting.limits.staggerDelayMs);
  }

  /** Of which least is unproven; of equals, of the nearest replica. */
  #best(): JudgedAnswer<W> | undefined {
    const { candidates } = this.#task;
    const rank = ({ answer }: JudgedAnswer<W>): number =>
      candidates.findIndex(({ code }) => code === answer.replica.code) + 1 || candidates.length + 1;
    let best: JudgedAnswer<W> | undefined;
    for (const answer of this.#held.values()) {
      const judged = { answer, verdict: judge(answer, this.#demands, this.#setting.rules) };
      const gain = best === undefined ? 1 : best.verdict.left.length - judged.verdict.left.length;
      if (gain > 0 || (gain === 0 && rank(judged) < rank(best!))) best = judged;
    }
    return best;
  }

  // Whom to ask.

  /**
   * Asks the origins of what is unproven: for the row where it is known that this replica has more, or where only one
   * is in question, so that its answer settles it; otherwise first what there is to show. Returns whether it asked any.
   */
  #askOrigins(left: readonly Demand[]): boolean {
    if (left.length === 0) return false;
    const codes = [...new Set(left.map(({ origin }) => origin))];
    const origins = codes.flatMap((code) => this.#cluster(code) ?? []);
    const sentBefore = this.#lookups.sent;
    for (const origin of origins) {
      const isTold = left.every((demand) => demand.origin !== origin.code || demand.needed !== undefined);
      const asked = this.#asked.get(origin.code);
      if (isTold || (origins.length === 1 && asked === undefined)) this.#askRowOnce(origin, 'second');
      else if (asked === undefined) this.#askWatermark(origin);
    }
    return this.#lookups.sent > sentBefore;
  }

  /** Undefined also for one of another instance, where the row was before it moved: it knows nothing of it now. */
  #cluster(code: OriginCode): Cluster<W> | undefined {
    const cluster = this.#setting.router.byCode(code);
    return cluster?.instance === this.#task.candidates[0]!.instance ? cluster : undefined;
  }

  #askRowOnce(cluster: Cluster<W>, kind: LookupKind): void {
    if (this.#asked.get(cluster.code) !== 'row') this.#askRow(cluster, kind);
  }

  #askRow(cluster: Cluster<W>, kind: LookupKind): void {
    this.#asked.set(cluster.code, 'row');
    this.#lookups.sendRow(cluster, kind, this.#wantsHeartbeats(cluster, kind));
  }

  #askWatermark(cluster: Cluster<W>): void {
    this.#asked.set(cluster.code, 'watermark');
    this.#lookups.sendWatermark(cluster);
  }

  /** One more replica, at once; or the next round, after a pause. Nobody while it is not known what he has to show. */
  #askNext(): void {
    if (this.#isAboutToBeTold()) return this.#pace(this.#patienceLeftMs());
    const next = this.#nextUseful();
    if (next !== undefined) this.#askRow(next, this.#kindOf(next));
    this.#pace(this.#queue.length > 0 ? this.#staggerMs() : this.#pauseMs());
  }

  #nextUseful(): Cluster<W> | undefined {
    const at = this.#queue.findIndex((cluster) => this.#isUseful(cluster));
    const next = at < 0 ? undefined : this.#queue[at];
    this.#queue = at < 0 ? [] : this.#queue.slice(at + 1);
    return next;
  }

  #isUseful(cluster: Cluster<W>): boolean {
    if (this.#asked.get(cluster.code) === 'row' || this.#lookups.isRowUnderWay(cluster.code)) return false;
    // Without any answer yet, one that is unproven is better than none.
    if (this.#held.size === 0 && (this.#lookups.rowsUnderWay === 0 || this.#round > 0)) return true;
    return mayProve(cluster, this.#demands, (demand) => this.#isBeingTold(demand), this.#policy());
  }

  /** There is a row, or will be, and whether it is proven, origins are about to tell: unless they are slow to do so. */
  #isAboutToBeTold(): boolean {
    if (this.#patienceLeftMs() <= 0 || this.#held.size + this.#lookups.rowsUnderWay === 0) return false;
    const left = this.#best()?.verdict.left ?? this.#demands;
    return left.length > 0 && left.every((demand) => this.#isBeingTold(demand));
  }

  #isBeingTold({ needed, origin }: Demand): boolean {
    const isAsked = this.#lookups.isWatermarkUnderWay(origin) || this.#lookups.isRowUnderWay(origin);
    return needed === undefined && isAsked;
  }

  #kindOf({ code }: Cluster<W>): LookupKind {
    if (code === this.#task.candidates[0]!.code) return 'nearest';
    return this.#demands.some(({ origin }) => origin === code) ? 'second' : 'failover';
  }

  #pace(delayMs: number): void {
    this.#stopPacing?.();
    this.#stopPacing = this.#isOver ? undefined : this.#setting.timer.schedule(delayMs, () => this.#onTick());
  }

  #onTick(): void {
    if (this.#queue.length === 0 && !this.#isAboutToBeTold()) this.#beginRound();
    else this.#askOrigins(this.#best()?.verdict.left ?? this.#demands);
    if (!this.#isOver) this.#askNext();
  }

  /** Everything may have changed meanwhile: what replicas have, who can be reached, and the topology. */
  #beginRound(): void {
    const { router } = this.#setting;
    const { table, key } = this.#task;
    this.#round += 1;
    for (const code of this.#asked.keys()) {
      if (!this.#lookups.isRowUnderWay(code) && !this.#lookups.isWatermarkUnderWay(code))
        this.#asked.delete(code);
    }
    const origins = router.origins(table).map(({ code }) => code);
    this.#demands = withoutRetired(this.#demands, origins);
    this.#queue = router.forRead(table, key);
    if (this.#demands.length > 0) this.#decide();
  }

  /**
   * As between the repeats of a call: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/. Longer
   * while somebody is yet to answer.
   */
  #pauseMs(): number {
    const { limits, random } = this.#setting;
    const firstMs = this.#lookups.underWay > 0 ? 2 * limits.staggerDelayMs : limits.lookupInitialDelayMs;
    const ceilingMs = Math.min(limits.lookupMaxDelayMs, firstMs * 2 ** this.#round);
    return (this.#lastFailure?.retryDelayMs ?? 0) + ceilingMs * (0.5 + random() / 2);
  }

  #beyondReachOf(cluster: Cluster<W>): readonly Demand[] {
    if (this.#demands.length === 0) return this.#demands;
    return beyondReach(cluster, this.#demands, this.#heartbeatsOf(cluster), this.#policy());
  }

  /** The nearest most likely shows the writes that are known by name. */
  #wantsHeartbeats(cluster: Cluster<W>, kind: LookupKind): boolean {
    const demands = kind === 'nearest' ? this.#demands.filter(isUntold) : this.#demands;
    if (demands.length === 0) return false;
    return wantsHeartbeats(cluster, demands, this.#heartbeatsOf(cluster), this.#policy());
  }

  #heartbeatsOf(cluster: Cluster<W>): Heartbeats {
    return this.#setting.lookups.heartbeats(cluster, this.#task);
  }

  #policy(): PolicyContext {
    return { rules: this.#setting.rules, nowMs: this.#setting.clock.nowMs() };
  }

  // The end.

  #onDeadline(): void {
    const best = this.#best();
    if (best === undefined) {
      const { deadlineMs, startedMs } = this.#task;
      this.#fail(this.#lastFailure ?? deadlineError(deadlineMs - startedMs));
    } else if (this.#task.consistency.onUnmet === 'stale') this.#win(best);
    else this.#fail(unmetError(this.#setting, this.#task, best.verdict.left));
  }

  #win(best: JudgedAnswer<W>): void {
    this.#end();
    if (this.#hasHedged) this.#setting.observer?.onHedge(best.answer.kind === 'hedge');
    const of = { demands: this.#demands, lookups: this.#lookups.sent };
    this.#resolve(finished(this.#setting, this.#task, best, of));
  }

  #fail(error: TidemarkError): void {
    this.#end();
    if (this.#hasHedged) this.#setting.observer?.onHedge(false);
    this.#reject(error);
  }

  #end(): void {
    this.#isOver = true;
    this.#stopPacing?.();
    this.#stopDeadline?.();
    this.#unfollow?.();
    this.#lookups.end();
  }
}

function isUntold({ needed }: Demand): boolean {
  return needed === undefined;
}
