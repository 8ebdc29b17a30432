import { batchCountQueryDecoder } from '../../codec/messages/count-requests';
import { requireReader } from '../../core/access/data-access';
import { parseBatchCountQuery } from '../../core/counts/parse-count-query';
import { DEFAULTS } from '../../config/defaults';
import type { BatchCountActions } from '../../operations/counts/batch-count-actions';
import { CONSISTENCY_PARAMETERS, EVIDENCE_HEADERS } from '../openapi/consistency-documentation';
import { readConsistency } from '../consistency/read-consistency';
import type { Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';
import { countWork } from '../limits/work-estimates';
import { BATCH_COUNT_ANSWER_EXAMPLE, BATCH_COUNT_QUERY_EXAMPLE } from '../openapi/count-documentation';
import { batchCountResponse } from './count-response';
import {
  COUNT_ERRORS,
  countBody,
  countQueryRules,
  countResponseForm,
  type CountEndpointDependencies,
} from './query-counts';

export function batchQueryCounts(
  batchCountActions: BatchCountActions,
  parts: CountEndpointDependencies,
): Endpoint {
  const { schema, clock, rules, limits } = parts;
  const decode = batchCountQueryDecoder(schema.root);
  const queryRules = countQueryRules(parts);
  return {
    method: 'POST',
    path: '/v1/counts:batchQuery',
    operationId: 'batchQueryCounts',
    bodyBytesMax: DEFAULTS.http.queryBodyBytesMax,
    summary: 'Count the actions of several users',
    description:
      'The query is that of `/v1/counts:query`, with `users` instead of `userId`. One read covers the rows of all users. A user ' +
      'with too many events gets an `error` instead of `counts`; the other users are not affected. Protobuf bodies are a ' +
      '`tidemark.v1.BatchCountQuery`, answers a `tidemark.v1.BatchCountAnswer`.',
    tag: 'Counts',
    access: 'counts:read',
    dataAccess: { needs: 'reader', dataTypes: 'the DataType of the events' },
    highVolume: true,
    bulk: true,
    parameters: CONSISTENCY_PARAMETERS,
    request: {
      'application/json': { schema: schemaRef('BatchCountQuery'), example: BATCH_COUNT_QUERY_EXAMPLE },
      'application/x-protobuf': {},
    },
    response: {
      status: 200,
      description: 'One entry for each entry of `users`, in the order of the request.',
      forms: {
        'application/json': { schema: schemaRef('BatchCountAnswer'), example: BATCH_COUNT_ANSWER_EXAMPLE },
        'application/x-protobuf': {},
      },
      headers: EVIDENCE_HEADERS,
    },
    errors: COUNT_ERRORS,
    async handle(request) {
      const startedMs = clock.monotonicMs();
      const body = countBody(request, decode);
      const wanted = parseBatchCountQuery(body, { ...queryRules(), usersMax: limits.batchUsersMax });
      request.accesses('read', wanted.userIds, [wanted.query.dataType]);
      requireReader(request.caller, wanted.query.dataType);
      const consistency = readConsistency(request, rules, body.consistency);
      request.takeWork(countWork(wanted.query, wanted.userIds.length));
      const form = countResponseForm(request, body, { parts, startedMs });
      const answer = await batchCountActions({ ...wanted, consistency }, request.callOptions);
      answer.users.forEach((user, at) => {
        if ('omitted' in user) request.omits(wanted.userIds[at]!, user.omitted);
      });
      return request.inTurns(batchCountResponse(wanted, answer, form));
    },
  };
}
