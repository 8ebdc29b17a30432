import { STAGES } from '../../core/lag/stage-report';
import { LAG_ALARM_KINDS } from '../../core/lag/lag-alarms';
import { closedObject } from './parts';

const instant = { type: 'string', format: 'date-time' };
const ms = { type: 'integer' };
const delayMs = { type: 'integer', minimum: 0 };
const names = { type: 'array', items: { type: 'string' } };
const stage = { type: 'string', enum: [...STAGES] };
const source = { type: 'string', description: 'The subscription; empty for `api`.' };
const quantiles = closedObject({ p50: delayMs, p99: delayMs });

const STAGE_LAG = closedObject(
  {
    stage,
    source,
    processes: {
      type: 'integer',
      minimum: 0,
      description: 'At work. 0: nobody reads the subscription, and the stage is as far as the last one was.',
    },
    silent: { ...names, description: 'Processes that went without ending, and still hold the stage back.' },
    reportedAt: { ...instant, description: 'When one of them told something last.' },
    settledUpTo: {
      ...instant,
      description: 'What was published before then, or had arrived in requests, is durable.',
    },
    completeUpTo: { ...instant, description: 'Event time: that, less what producers take.' },
    lagMs: { ...ms, description: 'From `completeUpTo` to now.' },
    producerDelayMs: {
      ...closedObject({ p99: delayMs }, []),
      description:
        'From an event to its publication or arrival: 99 in 100 take less. Empty where nobody looks into events.',
    },
    eventLagMs: { ...quantiles, description: 'Age of events when they are written.' },
    deliveryLagMs: { ...quantiles, description: 'From publication, or arrival, until they are written.' },
    eventsPerSecond: { type: 'number', minimum: 0, description: 'Of a filter: messages.' },
    held: { type: 'integer', minimum: 0, description: 'Messages, or requests, that are being worked on.' },
    backlog: {
      ...closedObject({ messages: { type: 'integer' }, oldestSeconds: { type: 'integer' } }),
      description: 'What waits in the subscription, where Cloud Monitoring tells it.',
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

export const INGESTION_SCHEMAS = {
  IngestionLag: closedObject(
    {
      at: instant,
      completeUpTo: {
        ...instant,
        description:
          'Event time up to which counts are complete, but for events that come later than is allowed for. Absent where nobody tells.',
      },
      lagMs: { ...ms, description: 'From `completeUpTo` to `at`.' },
      stages: { type: 'array', items: STAGE_LAG },
      alarms: {
        type: 'array',
        items: closedObject(
          { kind: { type: 'string', enum: [...LAG_ALARM_KINDS] }, stage, source, processes: names },
          ['kind'],
        ),
      },
    },
    ['at', 'stages', 'alarms'],
  ),
};
