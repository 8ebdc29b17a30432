import type { TidemarkError } from '../../../src/errors';
import type { Clock } from '../../../src/platform/time/clock';
import { choiceOf, EMPTY_RECORD, type PurposeChoice } from '../../../src/core/privacy/subject-record';
import { rowKey } from '../../../src/core/rows/row-key';
import type { RunTally } from '../consistency/tally';
import type { History, UserErasures } from './history';
import type { DecisionRecord } from './importer-process';
import type { ServingProcess } from './serving-process';
import { CONSENTED, USERS_TABLE } from './world';

const PURPOSE = 'ads_personalization';
const CALL = { timeoutMs: 4_000 };
/** Time after which no decision that was sent before gets a date, in milliseconds, whatever clocks show. */
const DATED_WITHIN_MS = 6_000;
const MICROS_PER_MS = 1_000;

interface Decision {
  readonly user: string;
  readonly granted: boolean;
  /** Place among all decisions and reads, when it was sent and when it was acknowledged; time when it was sent, by both clocks. */
  readonly begun: number;
  readonly begunMs: number;
  readonly sentMs: number;
  /** Whether a process has dated it. */
  readonly isDated: boolean;
  /** Erasures of the user when it was sent, and number of those that had begun when it was acknowledged. */
  readonly erasures: UserErasures;
  erasuresAtAck?: number;
  acked: number | undefined;
}

export interface ConsentsOptions {
  readonly clock: Clock;
  readonly tally: RunTally;
  readonly history: History;
  /** See `choiceOf`. */
  readonly orderMicros: number;
}

/** Decisions of users about one purpose, and the objects that need a grant. */
export class Consents {
  readonly #clock: Clock;
  readonly #tally: RunTally;
  readonly #history: History;
  readonly #orderMicros: number;
  readonly #decisions: Decision[] = [];
  /** Decisions whose times users have stated. */
  readonly #stated: DecisionRecord[] = [];
  /** Versions of objects that were acknowledged, by user. */
  readonly #puts = new Map<string, number>();
  /** Place of the last restore among decisions and reads. */
  #restored = 0;
  #order = 0;

  constructor({ clock, tally, history, orderMicros }: ConsentsOptions) {
    this.#orderMicros = orderMicros;
    this.#clock = clock;
    this.#history = history;
    this.#tally = tally;
  }

  async decide({ consent }: ServingProcess, user: string, granted: boolean): Promise<void> {
    const decision = this.#newDecision(user, granted, { isDated: true });
    await consent.setConsent({ subjectId: user, decisions: [{ purpose: PURPOSE, granted }] }, CALL);
    this.#acknowledged(decision);
    this.#tally.count(granted ? 'grants' : 'withdrawals');
  }

  /** Records a decision with the time at which the user has made it, as messages and files do. */
  async state({ consent }: ServingProcess, user: string, granted: boolean): Promise<void> {
    const decision = this.#newDecision(user, granted, { isDated: false });
    const atMs = this.#clock.nowMs();
    this.#stated.push({ subjectId: user, purpose: PURPOSE, granted, at: atMs });
    await consent.recordConsent({ subjectId: user, decisions: [{ purpose: PURPOSE, granted, atMs }] }, CALL);
    this.#acknowledged(decision);
    this.#tally.count('stated decisions');
  }

  #newDecision(user: string, granted: boolean, { isDated }: Pick<Decision, 'isDated'>): Decision {
    const [begunMs, sentMs] = [this.#clock.monotonicMs(), this.#clock.nowMs()];
    const erasures = this.#history.erasuresOf(user);
    const begun = this.#order++;
    const decision = { user, granted, begun, begunMs, sentMs, isDated, erasures, acked: undefined };
    this.#decisions.push(decision);
    return decision;
  }

  #acknowledged(decision: Decision): void {
    decision.acked = this.#order++;
    decision.erasuresAtAck = this.#history.erasuresOf(decision.user).begun;
  }

  /** Returns the decisions whose times users have stated, as the file of a consent platform has them. */
  stated(): readonly DecisionRecord[] {
    return this.#stated;
  }

  /** Forgets the objects and what was decided last: the table was replaced. */
  restored(): void {
    this.#puts.clear();
    this.#restored = this.#order;
  }

  async put({ objects }: ServingProcess, user: string, versionMs?: number): Promise<void> {
    if (versionMs !== undefined) this.#history.named(user, versionMs);
    const place = { table: USERS_TABLE, key: rowKey(user), family: CONSENTED };
    try {
      const cell = { ...place, qualifier: Buffer.from('r'), value: Buffer.from('v'), versionMs };
      const { versionMs: ackedMs } = await objects.put(cell, CALL);
      // A later write may delete a version that is ahead of clocks.
      if (versionMs === undefined) this.#puts.set(user, Math.max(ackedMs, this.#puts.get(user) ?? -1));
      this.#tally.count('objects with consent');
    } catch (error) {
      const { code } = error as TidemarkError;
      if (code !== 'no_consent' && code !== 'version_conflict') throw error;
      this.#tally.count('objects without consent');
    }
  }

  async read(process: ServingProcess, user: string): Promise<void> {
    const begun = this.#order++;
    const mustHide = this.#isWithdrawn(user, begun);
    const putMs = this.#puts.get(user) ?? -1;
    const last = this.#lastDecision(user, begun);
    const isVoid = this.#areVoid(user);
    const strict = { level: 'strict', onUnmet: 'error' } as const;
    const { cells, privacy } = await process.readObjects(user, strict, CONSENTED);
    this.#tally.count('reads of objects with consent');
    this.#checkKept(user, putMs, { cells, privacy });
    const choice = choiceOf(privacy?.record ?? EMPTY_RECORD, PURPOSE, this.#orderMicros);
    if (isVoid && this.#areVoid(user)) this.#checkVoid(user, choice);
    if (last !== undefined && last === this.#lastDecision(user, begun)) this.#checkCounts(last, choice);
    // A grant that was sent meanwhile may count.
    if (!mustHide || !this.#isWithdrawn(user, begun) || cells.length === 0) return;
    const at = this.#clock.nowMs();
    this.#tally.violated(`at ${at}: a strict read shows what ${user} has withdrawn`);
  }

  #checkVoid(user: string, { grantedFrom }: PurposeChoice): void {
    if (grantedFrom === undefined) return;
    this.#tally.violated(`at ${this.#clock.nowMs()}: a strict read shows a grant of ${user} that was erased`);
  }

  #checkCounts({ user, granted, erasures }: Decision, { grantedFrom, withdrawnAt }: PurposeChoice): void {
    const what = granted ? 'grant' : 'withdrawal';
    const since =
      erasures.openSinceMs >= 0
        ? ' beside erasures without an answer'
        : erasures.begun > 0
          ? ' after erasures'
          : '';
    this.#tally.count(`last ${what}s checked${since}`);
    const isGranted = grantedFrom !== undefined;
    if (granted ? isGranted : !isGranted && withdrawnAt >= 0) return;
    this.#tally.violated(`at ${this.#clock.nowMs()}: a strict read lacks the last ${what} of ${user}`);
  }

  /** Checks that an object of the present grant is not deleted with those of an earlier one. */
  #checkKept(
    user: string,
    putMs: number,
    { cells, privacy }: Awaited<ReturnType<ServingProcess['readObjects']>>,
  ): void {
    const { objectsMs } = this.#history.maybeErasedUpTo(user);
    const hiddenMs = Math.max(objectsMs, (privacy?.upTo(CONSENTED) ?? -1) / 1_000);
    if (putMs <= hiddenMs || putMs <= this.#history.namedUpTo(user)) return;
    this.#tally.count('objects of a present grant checked');
    if (cells.some(({ timestampMicros }) => timestampMicros / 1_000 >= putMs)) return;
    const at = this.#clock.nowMs();
    this.#tally.violated(
      `at ${at}: a strict read lacks an object of ${user} at ${putMs}, hidden up to ${hiddenMs}`,
    );
  }

  /**
   * Returns the decision that must count: acknowledged before, after all others were dated, and after each of the user's
   * erasures was acknowledged, or was in the ledger for longer than clocks can differ. Undefined if an erasure has begun since.
   */
  #lastDecision(user: string, before: number): Decision | undefined {
    const own = this.#decisions.filter((each) => each.user === user);
    const { begun } = this.#history.erasuresOf(user);
    return own.find(
      (each) =>
        each.acked !== undefined &&
        each.acked < before &&
        each.begun > this.#restored &&
        // A withdrawal prevails over a grant that is not provably later: no stated time is.
        (each.isDated || !each.granted) &&
        each.sentMs > each.erasures.openSinceMs + this.#orderMicros / MICROS_PER_MS &&
        each.erasures.begun === begun &&
        own.every((other) => other === each || isBefore(other, each)),
    );
  }

  /** Whether all grants were acknowledged before the request of an erasure which was acknowledged. */
  #areVoid(user: string): boolean {
    const { lastAcknowledged } = this.#history.erasuresOf(user);
    const grants = this.#decisions.filter((each) => each.user === user && each.granted);
    return grants.every(({ erasuresAtAck = Infinity }) => erasuresAtAck <= lastAcknowledged);
  }

  /** Whether a withdrawal was acknowledged before, which began when every grant until now was acknowledged. */
  #isWithdrawn(user: string, before: number): boolean {
    const own = this.#decisions.filter((each) => each.user === user);
    const grants = own.filter(({ granted }) => granted);
    return own.some(
      (each) =>
        !each.granted &&
        each.acked !== undefined &&
        each.acked < before &&
        grants.every((grant) => isBefore(grant, each)),
    );
  }
}

/** Whether one decision was dated before the other was sent. A failed one may arrive later, but not with a later date. */
function isBefore(one: Decision, other: Decision): boolean {
  if (one.acked !== undefined) return one.acked < other.begun;
  return one.begunMs + DATED_WITHIN_MS < other.begunMs;
}
