import { STAGES } from '../../core/lag/stage-report';
import { LAG_ALARM_KINDS } from '../../core/lag/lag-alarms';
import { closedObject } from './parts';

const instant = { type: 'string', format: 'date-time' };
const ms = { type: 'integer' };
const delayMs = { type: 'integer', minimum: 0 };
const names = { type: 'array', items: { type: 'string' } };
const stage = { type: 'string', enum: [...STAGES] };
const source = { type: 'string', description: 'Subscription of the stage; empty for `api`.' };
const quantiles = closedObject({ p50: delayMs, p99: delayMs });

const STAGE_LAG = closedObject(
  {
    stage,
    source,
    processes: {
      type: 'integer',
      minimum: 0,
      description:
        'Number of running processes. With 0, no process reads the subscription: the stage stands where the last one stopped.',
    },
    silent: {
      ...names,
      description: 'Processes that stopped reporting without a final report. They still hold the stage back.',
    },
    reportedAt: { ...instant, description: 'Time of the latest report of the stage.' },
    settledUpTo: {
      ...instant,
      description: 'All events published before this time, or received in requests before it, are durable.',
    },
    completeUpTo: {
      ...instant,
      description:
        'Event time up to which the stage is complete: `settledUpTo` minus the delay of producers.',
    },
    lagMs: { ...ms, description: 'Milliseconds from `completeUpTo` to now.' },
    producerDelayMs: {
      ...closedObject({ p99: delayMs }, []),
      description:
        '99th percentile of the time from an event to its publication or arrival. Empty if the stage does not decode events.',
    },
    eventLagMs: { ...quantiles, description: 'Age of events at the time of the write.' },
    deliveryLagMs: { ...quantiles, description: 'Time from publication or arrival to the write.' },
    eventsPerSecond: {
      type: 'number',
      minimum: 0,
      description: 'Events per second; of a filter, messages per second.',
    },
    held: { type: 'integer', minimum: 0, description: 'Messages or requests in progress.' },
    backlog: {
      ...closedObject({ messages: { type: 'integer' }, oldestSeconds: { type: 'integer' } }),
      description: 'Undelivered messages of the subscription. Present if Cloud Monitoring reports them.',
    },
  },
  [
    'stage',
    'source',
    'processes',
    'silent',
    'reportedAt',
    'settledUpTo',
    'completeUpTo',
    'lagMs',
    'producerDelayMs',
    'eventLagMs',
    'deliveryLagMs',
    'eventsPerSecond',
    'held',
  ],
);

const FOLLOW_PROGRESS = closedObject(
  {
    pipeline: { type: 'string' },
    processedUpTo: {
      ...instant,
      description:
        'Commit time up to which all changes are processed: an estimate, since changes may arrive late.',
    },
    lagMs: { ...ms, description: 'Milliseconds from `processedUpTo` to `at`.' },
    partitions: { type: 'integer', minimum: 0 },
    workers: { type: 'integer', minimum: 0 },
  },
  ['pipeline', 'processedUpTo', 'lagMs', 'partitions', 'workers'],
);

export const INGESTION_SCHEMAS = {
  IngestionLag: closedObject(
    {
      at: instant,
      completeUpTo: {
        ...instant,
        description:
          'Event time up to which counts are complete, except for events later than the allowance. Absent if no process reports.',
      },
      lagMs: { ...ms, description: 'Milliseconds from `completeUpTo` to `at`.' },
      stages: { type: 'array', items: STAGE_LAG },
      alarms: {
        type: 'array',
        items: closedObject(
          { kind: { type: 'string', enum: [...LAG_ALARM_KINDS] }, stage, source, processes: names },
          ['kind'],
        ),
      },
      pipelines: {
        type: 'array',
        description: 'Pipelines that follow changes. Absent if there are none.',
        items: FOLLOW_PROGRESS,
      },
    },
    ['at', 'stages', 'alarms'],
  ),
};
