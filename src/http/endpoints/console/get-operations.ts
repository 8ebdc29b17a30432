import type { ReadOperationsStatus } from '../../../operations/console/operations-status';
import { jsonResponse, type Endpoint } from '../../endpoint';
import { schemaRef } from '../../schemas/component-schemas';

export function getOperations(readStatus: ReadOperationsStatus): Endpoint {
  return {
    method: 'GET',
    path: '/v1/operations',
    operationId: 'getOperations',
    summary: 'Get the state of background work and the configuration',
    description:
      'Returns the published generations, the open erasures, and the configuration of the answering process. Secrets have no value. ' +
      'Answers are cached for some seconds.',
    tag: 'Operation',
    access: 'operations:read',
    response: {
      status: 200,
      description: 'The state of background work, and the settings.',
      forms: { 'application/json': { schema: schemaRef('OperationsStatus') } },
    },
    errors: ['store_unavailable', 'store_rejected', 'data_corrupted'],
    handle: async () => jsonResponse(await readStatus()),
  };
}
