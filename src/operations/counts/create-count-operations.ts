import type { ObserveOmission } from '../../core/privacy/omissions';
import type { Clock } from '../../platform/time/clock';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { Reader } from '../../consistency/store';
import { createBatchCountActions, type BatchCountActions } from './batch-count-actions';
import { createCountActions, type CountActions, type CountLimits } from './count-actions';
import {
  createReadUserEvents,
  type ReadUserEvents,
  type UserEventsObserver,
} from '../events/read-user-events';
import {
  createReadUserEventsBatch,
  type ReadUserEventsBatch,
  type UserEventsBatchDependencies,
} from '../events/read-user-events-batch';

export interface CountOperationsDependencies {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly config: {
    readonly counts: CountLimits & UserEventsBatchDependencies['limits'];
    readonly tokens: UserEventsBatchDependencies['tokens'];
  };
  /** Absent: no metrics, in commands without telemetry. */
  readonly metrics?: Metrics;
  /** Receives the DataTypes that are left out of answers. Absent in commands. */
  readonly onOmission?: ObserveOmission | undefined;
}

/** The operations that read and count users' events. */
export interface CountOperations {
  readonly readUserEvents: ReadUserEvents;
  readonly readUserEventsBatch: ReadUserEventsBatch;
  readonly countActions: CountActions;
  readonly batchCountActions: BatchCountActions;
}

/** Creates the operations that read and count users' events. */
export function createCountOperations({
  reader,
  clock,
  config,
  metrics,
  onOmission,
}: CountOperationsDependencies): CountOperations {
  const { counts: limits, tokens } = config;
  const observer = metrics === undefined ? { onOmission } : { ...userEventsTelemetry(metrics), onOmission };
  const readUserEvents = createReadUserEvents({ reader, clock, limits, observer });
  const readUsersEvents = createReadUserEventsBatch({ reader, clock, limits, observer, tokens });
  return {
    readUserEvents,
    readUserEventsBatch: readUsersEvents,
    countActions: createCountActions({ readUserEvents, clock, limits }),
    batchCountActions: createBatchCountActions({ readUserEventsBatch: readUsersEvents, clock, limits }),
  };
}

/** Returns an observer that counts reads with too many events, usually of bots. */
function userEventsTelemetry(metrics: Metrics): UserEventsObserver {
  const tooMany = metrics.counter(
    {
      name: 'tidemark.users.too_many_events',
      description: 'Reads of users with more events than one read allows',
    },
    ['data_type'],
  );
  return { onTooManyEvents: ({ family }) => tooMany(1, family) };
}
