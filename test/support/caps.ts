import { loadSchema } from '../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../src/config/index';
import { parseCapQuery, type CapQueryRules } from '../../src/core/caps/parse-cap-query';
import type { CapQuery } from '../../src/core/caps/cap-query';
import { EVENTUAL, type Consistency } from '../../src/core/consistency/consistency';
import { DEFAULTS } from '../../src/config/defaults';
import type { CapsAnswer } from '../../src/core/caps/caps-answer';
import {
  createCapsOperations,
  type CapsOperations,
  type CapsDependencies,
} from '../../src/operations/caps/create-caps-operations';
import { systemClock, type Clock } from '../../src/platform/time/clock';
import { AD_ACTION } from './events';

const schema = loadSchema();

/** Fields of candidates, rules and the rest, in their JSON form. */
export type CapsJson = Readonly<Record<string, unknown>>;

function capRules(nowMs = Date.now()): CapQueryRules {
  return {
    eventDataType: (name = AD_ACTION.family, field) =>
      name === AD_ACTION.family ? AD_ACTION : schema.eventDataType(name, field),
    nowMs,
    ...DEFAULTS.events,
    ...DEFAULTS.counts,
    ...DEFAULTS.caps,
  };
}

export function capQuery(json: CapsJson, nowMs?: number): CapQuery {
  return parseCapQuery({ userId: 'u1', ...json }, capRules(nowMs));
}

/** The operations on caps of one process. */
export class CapsProcess {
  readonly caps: CapsOperations;

  constructor(parts: Pick<CapsDependencies, 'reader' | 'transactions'> & Partial<CapsDependencies>) {
    const config = loadConfig({ BIGTABLE_EMULATOR_HOST: 'localhost:1' });
    this.caps = createCapsOperations({ config, clock: systemClock, ...parts });
  }

  check(json: CapsJson, consistency: Consistency = EVENTUAL, timeoutMs = 20_000): Promise<CapsAnswer> {
    return this.caps.checkCaps({ query: capQuery(json), consistency }, { timeoutMs });
  }

  release(userId: string, ids: readonly string[]) {
    return this.caps.releaseReservations({ dataType: AD_ACTION, userId, ids }, { timeoutMs: 20_000 });
  }
}

/** Returns a clock fixed at this time, in milliseconds since the Unix epoch, so that tests need not wait. */
export const clockAt = (ms: number): Clock => ({ ...systemClock, nowMs: () => ms });

/** Whether the first candidate is allowed. */
export const isAllowed = ({ verdicts }: CapsAnswer): boolean => verdicts[0]!.blockedBy.length === 0;

/** Returns the count of the first rule that blocks the first candidate. */
export const countOf = ({ verdicts }: CapsAnswer): number | undefined => verdicts[0]!.blockedBy[0]?.count;
