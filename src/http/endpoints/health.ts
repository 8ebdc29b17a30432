import { jsonResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';

export function getHealth(): Endpoint {
  return {
    method: 'GET',
    path: '/healthz',
    operationId: 'getHealth',
    summary: 'Whether the process works',
    tag: 'Operation',
    access: 'public',
    probe: true,
    response: {
      status: 200,
      description: 'It does.',
      forms: { 'application/json': { schema: schemaRef('Health'), example: { status: 'ok' } } },
    },
    errors: [],
    handle: () => jsonResponse({ status: 'ok' }),
  };
}

/** `check` throws why this server should get no requests now. */
export function getReadiness(check: () => Promise<void>): Endpoint {
  return {
    method: 'GET',
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Whether requests should be sent here: the store answers, and the server is not draining',
    tag: 'Operation',
    access: 'public',
    probe: true,
    response: {
      status: 200,
      description: 'They should.',
      forms: { 'application/json': { schema: schemaRef('Health'), example: { status: 'ready' } } },
    },
    errors: ['store_unavailable', 'store_rejected', 'not_ready'],
    async handle() {
      await check();
      return jsonResponse({ status: 'ready' });
    },
  };
}
