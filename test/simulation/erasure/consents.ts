import type { TidemarkError } from '../../../src/errors';
import type { Clock } from '../../../src/platform/time/clock';
import { rowKey } from '../../../src/core/rows/row-key';
import type { RunTally } from '../consistency/tally';
import type { History } from './history';
import type { DecisionRecord } from './importer-process';
import type { ServingProcess } from './serving-process';
import { CONSENTED, USERS_TABLE } from './world';

const PURPOSE = 'ads_personalization';
const CALL = { timeoutMs: 4_000 };
/** Time after which no decision that was sent before gets a date, in milliseconds, whatever clocks show. */
const DATED_WITHIN_MS = 6_000;

interface Decision {
  readonly user: string;
  readonly granted: boolean;
  /** Place among all decisions and reads, when it was sent and when it was acknowledged. */
  readonly begun: number;
  readonly begunMs: number;
  acked: number | undefined;
}

export interface ConsentsOptions {
  readonly clock: Clock;
  readonly tally: RunTally;
  readonly history: History;
}

/** Decisions of users about one purpose, and the objects that need a grant. */
export class Consents {
  readonly #clock: Clock;
  readonly #tally: RunTally;
  readonly #history: History;
  readonly #decisions: Decision[] = [];
  /** Decisions whose times users have stated. */
  readonly #stated: DecisionRecord[] = [];
  /** Versions of objects that were acknowledged, by user. */
  readonly #puts = new Map<string, number>();
  #order = 0;

  constructor({ clock, tally, history }: ConsentsOptions) {
    this.#clock = clock;
    this.#history = history;
    this.#tally = tally;
  }

  async decide({ consent }: ServingProcess, user: string, granted: boolean): Promise<void> {
    const begunMs = this.#clock.monotonicMs();
    const decision: Decision = { user, granted, begun: this.#order++, begunMs, acked: undefined };
    this.#decisions.push(decision);
    await consent.setConsent({ subjectId: user, decisions: [{ purpose: PURPOSE, granted }] }, CALL);
    decision.acked = this.#order++;
    this.#tally.count(granted ? 'grants' : 'withdrawals');
  }

  /** Records a decision with the time at which the user has made it, as messages and files do. */
  async state({ consent }: ServingProcess, user: string, granted: boolean): Promise<void> {
    const begunMs = this.#clock.monotonicMs();
    const decision: Decision = { user, granted, begun: this.#order++, begunMs, acked: undefined };
    this.#decisions.push(decision);
    const atMs = this.#clock.nowMs();
    this.#stated.push({ subjectId: user, purpose: PURPOSE, granted, at: atMs });
    await consent.recordConsent({ subjectId: user, decisions: [{ purpose: PURPOSE, granted, atMs }] }, CALL);
    decision.acked = this.#order++;
    this.#tally.count('stated decisions');
  }

  /** Returns the decisions whose times users have stated, as the file of a consent platform has them. */
  stated(): readonly DecisionRecord[] {
    return this.#stated;
  }

  /** Forgets the objects: the table was replaced. */
  restored(): void {
    this.#puts.clear();
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
    const strict = { level: 'strict', onUnmet: 'error' } as const;
    const { cells, privacy } = await process.readObjects(user, strict, CONSENTED);
    this.#tally.count('reads of objects with consent');
    this.#checkKept(user, putMs, { cells, privacy });
    // A grant that was sent meanwhile may count.
    if (!mustHide || !this.#isWithdrawn(user, begun) || cells.length === 0) return;
    const at = this.#clock.nowMs();
    this.#tally.violated(`at ${at}: a strict read shows what ${user} has withdrawn`);
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
