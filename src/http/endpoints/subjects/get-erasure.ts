import { erasureJson } from '../../../codec/answers/erasure-json';
import type { GetErasure } from '../../../operations/privacy/create-erasure-operations';
import { jsonResponse, type Endpoint } from '../../endpoint';
import {
  ERASURE_ERRORS,
  ERASURE_EXAMPLE,
  SUBJECT_PARAMETERS,
  SUBJECT_PATH,
} from '../../openapi/subject-documentation';
import { schemaRef } from '../../schemas/component-schemas';

export function getErasure(operation: GetErasure): Endpoint {
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const userId = request.param('id');
      return jsonResponse({ ...erasureJson(userId, await operation(userId, request.callOptions)) });
    },
  };
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'GET',
  path: `${SUBJECT_PATH}/erasure`,
  operationId: 'getErasure',
  summary: 'Read the state of the last erasure of a user',
  description:
    'States: `requested`, `hidden` (no read shows the data), `swept` (it is being deleted), `certified`. With the certificate, once ' +
    'there is one: `tidemark erase verify` checks its signature.',
  tag: 'Subjects',
  access: 'subjects:erase',
  parameters: SUBJECT_PARAMETERS,
  response: {
    status: 200,
    description: 'The last erasure of the user.',
    forms: { 'application/json': { schema: schemaRef('Erasure'), example: ERASURE_EXAMPLE } },
  },
  errors: ['erasure_not_found', 'consistency_unmet', 'data_corrupted', ...ERASURE_ERRORS],
};
