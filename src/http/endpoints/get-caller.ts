import type { Caller } from '../../core/access/caller';
import { SCOPES } from '../../core/access/scopes';
import { jsonResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';

export function getCaller(): Endpoint {
  return { ...DOCUMENTATION, handle: ({ caller }) => jsonResponse(callerJson(caller)) };
}

function callerJson({ id, scopes, groups, purposes }: Caller): object {
  return {
    id,
    scopes: SCOPES.filter((scope) => scopes === 'all' || scopes.has(scope)),
    groups: groups === 'all' ? 'all' : [...groups].sort(),
    purposes: purposes === undefined ? undefined : [...purposes].sort(),
  };
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'GET',
  path: '/v1/caller',
  operationId: 'getCaller',
  summary: 'Get the rights of the caller',
  description:
    'Returns the scopes and groups that the server has found for the token of this request, so that a user interface can offer ' +
    'what the caller may do. Every operation checks the rights again.',
  tag: 'Schema',
  access: 'schema:read',
  response: {
    status: 200,
    description: 'The caller. A server without authentication has one caller, `anonymous`, with all rights.',
    forms: {
      'application/json': {
        schema: schemaRef('Caller'),
        example: { id: 'ads-console', scopes: ['counts:read', 'schema:read'], groups: ['ads-serving'] },
      },
    },
  },
  errors: [],
};
