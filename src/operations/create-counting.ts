import type { Clock } from '../platform/clock';
import type { Metrics } from '../platform/metrics';
import type { Reader } from '../watermark/store';
import { createBatchCountActions, type BatchCountActions } from './batch-count-actions';
import { createCountActions, type CountActions, type CountLimits } from './count-actions';
import { createReadUserEvents, type ReadUserEvents, type UserEventsObserver } from './user-events';
import { createReadUsersEvents, type ReadUsersEvents, type UsersEventsDependencies } from './users-events';

export interface CountingDependencies {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly config: {
    readonly counts: CountLimits & UsersEventsDependencies['limits'];
    readonly tokens: UsersEventsDependencies['tokens'];
  };
  /** Undefined in commands that nobody watches. */
  readonly metrics?: Metrics;
}

/** Reads of users' events, and the counts that are made of them. */
export interface Counting {
  readonly readUserEvents: ReadUserEvents;
  readonly readUsersEvents: ReadUsersEvents;
  readonly countActions: CountActions;
  readonly batchCountActions: BatchCountActions;
}

export function createCounting({ reader, clock, config, metrics }: CountingDependencies): Counting {
  const { counts: limits, tokens } = config;
  const observer = metrics === undefined ? undefined : userEventsTelemetry(metrics);
  const readUserEvents = createReadUserEvents({ reader, clock, limits, observer });
  const readUsersEvents = createReadUsersEvents({ reader, clock, limits, observer, tokens });
  return {
    readUserEvents,
    readUsersEvents,
    countActions: createCountActions({ readUserEvents, clock, limits }),
    batchCountActions: createBatchCountActions({ readUsersEvents, clock, limits }),
  };
}

/** Bots, as a rule. */
function userEventsTelemetry(metrics: Metrics): UserEventsObserver {
  const tooMany = metrics.tally(
    {
      name: 'tidemark.users.too_many_events',
      description: 'Reads of users with more events than one read takes',
    },
    ['data_type'],
  );
  return { onTooManyEvents: ({ family }) => tooMany(1, family) };
}
