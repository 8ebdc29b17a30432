import { jsonResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';

export function getHealth(): Endpoint {
  return {
    method: 'GET',
    path: '/healthz',
    operationId: 'getHealth',
    summary: 'Liveness probe',
    tag: 'Operation',
    access: 'public',
    probe: true,
    response: {
      status: 200,
      description: 'The process runs.',
      forms: { 'application/json': { schema: schemaRef('Health'), example: { status: 'ok' } } },
    },
    errors: [],
    handle: () => jsonResponse({ status: 'ok' }),
  };
}

/** Returns the readiness probe. `check` throws an error with the reason if the server cannot serve requests. */
export function getReadiness(check: () => Promise<void>): Endpoint {
  return {
    method: 'GET',
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Readiness probe',
    tag: 'Operation',
    access: 'public',
    probe: true,
    response: {
      status: 200,
      description: 'The store answers and the server is not draining: it can serve requests.',
      forms: { 'application/json': { schema: schemaRef('Health'), example: { status: 'ready' } } },
    },
    errors: ['restore_not_replayed', 'store_unavailable', 'store_rejected', 'not_ready'],
    async handle() {
      await check();
      return jsonResponse({ status: 'ready' });
    },
  };
}
