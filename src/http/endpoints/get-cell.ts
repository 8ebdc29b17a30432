import { invalidArgument } from '../../errors';
import type { GetObject } from '../../operations/get-object';
import { json, type Endpoint } from '../endpoint';
import { ref } from '../schemas';
import { CELL, CELL_PARAMETERS, CELL_PATH, VERSIONS_PARAMETER } from './object-documentation';

export function getCell(operation: GetObject, limits: { readonly versionsMax: number }): Endpoint {
  return {
    method: 'GET',
    path: CELL_PATH,
    operationId: 'getCell',
    summary: 'Read one cell of an object, newest version first',
    description:
      'As protobuf, the body is the newest version alone, and the header `x-tidemark-timestamp-ms` tells which it is.',
    tag: 'Objects',
    hot: true,
    parameters: [...CELL_PARAMETERS, VERSIONS_PARAMETER],
    response: {
      status: 200,
      description: 'The versions asked for, of those that there are.',
      forms: {
        'application/json': {
          schema: ref('ObjectAnswer'),
          example: { cells: [CELL], consistency: { level: 'eventual' } },
        },
        'application/x-protobuf': {},
      },
    },
    errors: [
      'unknown_corpus',
      'unknown_data_type',
      'object_not_found',
      'answer_too_large',
      'store_unavailable',
      'store_rejected',
    ],
    async handle(request) {
      const versions = request.integer('versions', 1, limits.versionsMax) ?? 1;
      const form = request.accepted === 'application/json' ? 'json' : 'protobuf';
      if (form === 'protobuf' && versions > 1)
        throw invalidArgument('versions', 'must be 1 for a protobuf body');
      const cell = { dataType: request.param('dataType'), subTypes: [request.param('subType')] };
      const wanted = {
        corpus: request.param('corpus'),
        id: request.param('id'),
        select: [cell],
        versions,
        form,
      };
      const answer = await operation({ ...wanted, form }, request.allowance);
      if (form === 'json') return json(answer);
      const [newest] = answer.cells;
      const headers = ['x-tidemark-timestamp-ms', String(newest?.timestampMs)];
      return { status: 200, mediaType: 'application/x-protobuf', body: newest?.value as Buffer, headers };
    },
  };
}
