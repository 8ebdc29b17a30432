import type { DeleteObject } from '../../operations/delete-object';
import type { Endpoint } from '../endpoint';
import { CELL_PARAMETERS, CELL_PATH, TIMESTAMP_PARAMETER } from './object-documentation';

export function deleteObject(operation: DeleteObject): Endpoint {
  return {
    method: 'DELETE',
    path: CELL_PATH,
    operationId: 'deleteObject',
    summary: 'Delete a cell of an object, or one version of it',
    description: 'What is not there counts as deleted.',
    tag: 'Objects',
    parameters: [...CELL_PARAMETERS, TIMESTAMP_PARAMETER],
    response: { status: 204, description: 'Deleted.', forms: {} },
    errors: ['unknown_corpus', 'unknown_data_type', 'store_unavailable', 'store_rejected'],
    async handle(request) {
      const timestampMs = request.integer('timestampMs', 0, Number.MAX_SAFE_INTEGER);
      const cell = {
        corpus: request.param('corpus'),
        id: request.param('id'),
        dataType: request.param('dataType'),
        subType: request.param('subType'),
        ...(timestampMs === undefined ? {} : { timestampMs }),
      };
      await operation(cell, request.allowance);
      return { status: 204 };
    },
  };
}
