import { blockAll } from '../../bigtable/read/filters';
import type { Reader } from '../../consistency/store';
import type { Consistency } from '../../core/consistency/consistency';
import type { PrivacyRules } from '../../core/privacy/privacy-rules';
import type { RowPrivacy } from '../../core/privacy/row-privacy';
import { rowKey } from '../../core/rows/row-key';
import type { DataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import { TwoGenerations } from '../../platform/memory/two-generations';
import type { Clock } from '../../platform/time/clock';

/** Limits of lookups and of their cache. */
export interface ConsentRegisterLimits {
  /** Cache lifetime of a consent, in milliseconds. */
  readonly cacheMs: number;
  /** Cache lifetime of a missing consent, and of a failed lookup, in milliseconds. */
  readonly missingCacheMs: number;
  /** Maximum number of cached users, of all DataTypes together. */
  readonly cachedMax: number;
  /** Timeout of one read, in milliseconds. */
  readonly timeoutMs: number;
  readonly rowsPerRead: number;
}

export interface ConsentRegisterDependencies {
  readonly reader: Reader;
  readonly rules: PrivacyRules;
  readonly clock: Clock;
  readonly limits: ConsentRegisterLimits;
  /** Consistency of the read that must prove that a consent is missing before events are rejected. */
  readonly absenceConsistency: Consistency;
}

/** Evaluation of a user's record, or the error that prevented the lookup. */
export type ConsentStatus = RowPrivacy | TidemarkError;

/** A DataType of events. */
type EventsOf = Pick<DataType, 'corpus' | 'family'>;

interface Known {
  readonly status: ConsentStatus;
  /** Expiry of the entry, by the monotonic clock, in milliseconds. */
  readonly untilMs: number;
}

const NEAREST: Consistency = Object.freeze({ level: 'eventual', returnToken: false });

/** Looks up which users allow events to be stored, with a cache. */
export class ConsentRegister {
  readonly #dependencies: ConsentRegisterDependencies;
  readonly #known: TwoGenerations<string, Known>;

  constructor(dependencies: ConsentRegisterDependencies) {
    this.#dependencies = dependencies;
    this.#known = new TwoGenerations(dependencies.limits.cachedMax);
  }

  /** Whether events of the DataType need a lookup: only those whose policy is `enforce`. */
  needsLookUp({ corpus, family }: EventsOf): boolean {
    return this.#dependencies.rules.get(corpus)?.dataTypes.get(family)?.policy === 'enforce';
  }

  /** Looks up users who have events of the DataType. Rejects only on a program error. */
  async lookUp(place: EventsOf, userIds: Iterable<string>): Promise<ReadonlyMap<string, ConsentStatus>> {
    const nowMs = this.#dependencies.clock.monotonicMs();
    const answer = new Map<string, ConsentStatus>();
    const unknown: string[] = [];
    for (const userId of userIds) {
      const known = this.#known.get(keyOf(place, userId));
      if (known !== undefined && known.untilMs > nowMs) answer.set(userId, known.status);
      else unknown.push(userId);
    }
    const { rowsPerRead } = this.#dependencies.limits;
    const reads: Promise<void>[] = [];
    for (let at = 0; at < unknown.length; at += rowsPerRead)
      reads.push(this.#find(place, unknown.slice(at, at + rowsPerRead), answer));
    await Promise.all(reads);
    return answer;
  }

  /**
   * The nearest replica may lack a recent consent, so users whose consent is missing there are read again with the
   * consistency that proves its absence: rejected events are lost.
   */
  async #find(
    place: EventsOf,
    userIds: readonly string[],
    answer: Map<string, ConsentStatus>,
  ): Promise<void> {
    const { absenceConsistency } = this.#dependencies;
    let missing = userIds;
    const read = async (consistency: Consistency): Promise<void> => {
      const found = await this.#read(place.corpus, missing, consistency);
      for (const [at, userId] of missing.entries()) answer.set(userId, found[at]!);
      missing = missing.filter((userId) => isMissing(answer.get(userId)!, place));
    };
    try {
      await read(NEAREST);
      if (missing.length > 0) await read(absenceConsistency);
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      for (const userId of missing) answer.set(userId, error);
    }
    for (const userId of userIds) this.#remember(place, userId, answer.get(userId)!);
  }

  async #read(
    table: string,
    userIds: readonly string[],
    consistency: Consistency,
  ): Promise<readonly RowPrivacy[]> {
    const { reader, limits } = this.#dependencies;
    const read = { table, keys: userIds.map((id) => rowKey(id)), filter: blockAll(), allowsJoin: true };
    const { privacy } = await reader.readRows(read, consistency, { timeoutMs: limits.timeoutMs });
    return privacy!;
  }

  /** Failures are cached too, because each one costs its callers the timeout of a read. */
  #remember(place: EventsOf, userId: string, status: ConsentStatus): void {
    const { clock, limits } = this.#dependencies;
    const { cacheMs, missingCacheMs } = limits;
    const lifetimeMs = isMissing(status, place) ? missingCacheMs : cacheMs;
    this.#known.set(keyOf(place, userId), { status, untilMs: clock.monotonicMs() + lifetimeMs });
  }
}

const keyOf = ({ corpus, family }: EventsOf, userId: string): string => `${corpus}/${family}/${userId}`;

function isMissing(status: ConsentStatus, { family }: EventsOf): boolean {
  return status instanceof TidemarkError || status.forbiddenUpTo(family) === Infinity;
}
