import type { Config } from '../../config/index';
import type { Clock } from '../../platform/time/clock';
import { systemRandom, type Random } from '../../platform/random';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';
import type { Reader } from '../../consistency/store';
import { createCheckCaps, type CheckCaps } from './check-caps';
import { withSpan } from '../shared/instrumented-operation';
import { createReadUserEvents, type UserEventsObserver } from '../events/read-user-events';
import { observeCaps } from './caps-metrics';
import { createReservationOperations, type ReleaseReservations } from './create-reservation-operations';
import type { ReservationLimits } from './reservation-dependencies';

/** The operations on caps. */
export interface CapsOperations {
  readonly checkCaps: CheckCaps;
  readonly releaseReservations: ReleaseReservations;
}

export interface CapsDependencies {
  readonly reader: Reader;
  readonly transactions: RowTransactions;
  readonly config: CapsConfig;
  readonly clock: Clock;
  readonly random?: Random;
  readonly telemetry?: Telemetry;
  readonly eventsObserver?: UserEventsObserver;
}

/** The configuration sections that the operations on caps use. */
type CapsConfig = Pick<Config, 'events' | 'counts' | 'consistency' | 'tokens'> & {
  readonly caps: Omit<ReservationLimits, 'eventCellsMax' | 'eventBytesMax' | 'tokenWritesMax'>;
};

/** Creates both operations on caps. They share the per-user queues of this process. */
export function createCapsOperations({ telemetry, ...dependencies }: CapsDependencies): CapsOperations {
  const { reader, transactions, config, clock, random = systemRandom, eventsObserver } = dependencies;
  const { events, counts, consistency, tokens, caps } = config;
  const observer = telemetry === undefined ? undefined : observeCaps(telemetry.metrics);
  const readUserEvents = createReadUserEvents({ reader, clock, limits: counts, observer: eventsObserver });
  const tolerance = { ...consistency, ...events };
  const { reserve, release } = createReservationOperations({
    transactions,
    readUserEvents,
    clock,
    random,
    tolerance,
    observer,
    eventsObserver,
    limits: { ...caps, ...counts, tokenWritesMax: tokens.writesMax },
  });
  const checkCaps = createCheckCaps({ readUserEvents, reserve, clock, tolerance, observer });
  if (telemetry === undefined) return { checkCaps, releaseReservations: release };
  const { tracing } = telemetry;
  return {
    checkCaps: withSpan(tracing, 'check caps', checkCaps),
    releaseReservations: withSpan(tracing, 'release reservations', release),
  };
}
