import type { Endpoint } from '../endpoint';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function getMetrics(prometheus: () => Promise<string>): Endpoint {
  return {
    method: 'GET',
    path: '/metrics',
    operationId: 'getMetrics',
    summary: 'Get metrics in the Prometheus text format',
    tag: 'Operation',
    access: 'operations:read',
    probe: true,
    response: {
      status: 200,
      description: 'All metrics of the server.',
      forms: { [METRICS_TYPE]: { schema: { type: 'string' } } },
    },
    errors: [],
    handle: async () => ({ status: 200, mediaType: METRICS_TYPE, body: await prometheus() }),
  };
}
