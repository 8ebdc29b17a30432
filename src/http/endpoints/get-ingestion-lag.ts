import { lagJson } from '../../codec/answers/lag-json';
import type { ReadProgress } from '../../operations/lag/read-progress';
import { jsonResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';

export function getIngestionLag(readProgress: ReadProgress): Endpoint {
  return {
    method: 'GET',
    path: '/v1/ingestion/lag',
    operationId: 'getIngestionLag',
    summary: 'Get the progress of ingestion',
    description:
      'Returns the event time up to which counts are complete, and the lag of each stage. Filters, consumers and servers report ' +
      'their progress every second. `completeUpTo` is absent if no process reports. Answers are cached for up to a second.',
    tag: 'Operation',
    access: 'operations:read',
    response: {
      status: 200,
      description: 'The stages, in the order in which events pass them, and the active alarms.',
      forms: { 'application/json': { schema: schemaRef('IngestionLag'), example: EXAMPLE } },
    },
    errors: ['store_unavailable', 'store_rejected'],
    async handle() {
      return jsonResponse(lagJson(await readProgress()));
    },
  };
}

const EXAMPLE = {
  at: '2026-11-21T09:30:00.000Z',
  completeUpTo: '2026-11-21T09:29:57.300Z',
  lagMs: 2_700,
  stages: [
    {
      stage: 'consumer',
      source: 'projects/ads/subscriptions/clicks',
      processes: 2,
      silent: [],
      reportedAt: '2026-11-21T09:29:59.600Z',
      settledUpTo: '2026-11-21T09:29:59.100Z',
      completeUpTo: '2026-11-21T09:29:57.300Z',
      lagMs: 2_700,
      producerDelayMs: { p99: 1_800 },
      eventLagMs: { p50: 900, p99: 2_100 },
      deliveryLagMs: { p50: 90, p99: 300 },
      eventsPerSecond: 412.5,
      held: 37,
    },
  ],
  alarms: [],
};
