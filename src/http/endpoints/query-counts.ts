import { countQueryDecoder } from '../../codec/messages/count-requests';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { requireReader } from '../../core/access/data-access';
import { inArena, withArena } from '../../core/columns/array-arena';
import { parseCountQuery, type CountQueryRules } from '../../core/counts/parse-count-query';
import { objectAt, type JsonObject } from '../../core/json/json-fields';
import { DEFAULTS } from '../../config/defaults';
import { invalidArgument } from '../../errors';
import type { CountActions } from '../../operations/counts/count-actions';
import type { Clock } from '../../platform/time/clock';
import type { ApiRequest } from '../api-request';
import type { ConsistencyRules } from '../../core/consistency/compile-choice';
import { CONSISTENCY_PARAMETERS, EVIDENCE_HEADERS, READ_ERRORS } from '../openapi/consistency-documentation';
import { readConsistency } from '../consistency/read-consistency';
import type { Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';
import { countWork } from '../limits/work-estimates';
import { COUNT_ANSWER_EXAMPLE, COUNT_QUERY_EXAMPLE } from '../openapi/count-documentation';
import { countResponse, type CountResponseForm } from './count-response';

export interface CountEndpointDependencies {
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly rules: ConsistencyRules;
  readonly limits: Config['events'] & Config['counts'];
}

export function queryCounts(countActions: CountActions, parts: CountEndpointDependencies): Endpoint {
  const { schema, clock, rules } = parts;
  const decode = countQueryDecoder(schema.root);
  const queryRules = countQueryRules(parts);
  return {
    method: 'POST',
    path: '/v1/counts:query',
    operationId: 'queryCounts',
    bodyBytesMax: DEFAULTS.http.queryBodyBytesMax,
    summary: 'Count the actions of a user',
    description:
      'Counts deduplicated events over many windows, entities and groups. One read of one row answers the whole query. Listed ids ' +
      'without events have a count of 0. A condition of `where` is a list of ids of the dimension, `"*"` (the dimension is present), ' +
      'or `{"in": [...], "optional": true}` (events without the dimension count, too). Protobuf bodies are a ' +
      '`tidemark.v1.CountQuery`, answers a `tidemark.v1.CountAnswer`; consistency is then chosen and reported in headers.',
    tag: 'Counts',
    access: 'counts:read',
    dataAccess: { needs: 'reader', dataTypes: 'the DataType of the events' },
    highVolume: true,
    parameters: CONSISTENCY_PARAMETERS,
    request: {
      'application/json': { schema: schemaRef('CountQuery'), example: COUNT_QUERY_EXAMPLE },
      'application/x-protobuf': {},
    },
    response: {
      status: 200,
      description: 'The counts, nested by window, level and entity.',
      forms: {
        'application/json': { schema: schemaRef('CountAnswer'), example: COUNT_ANSWER_EXAMPLE },
        'application/x-protobuf': {},
      },
      headers: EVIDENCE_HEADERS,
    },
    errors: COUNT_ERRORS,
    async handle(request) {
      const startedMs = clock.monotonicMs();
      const body = countBody(request, decode);
      const query = parseCountQuery(body, queryRules());
      request.accesses('read', [query.userId], [query.dataType]);
      requireReader(request.caller, query.dataType);
      const consistency = readConsistency(request, rules, body.consistency);
      request.takeWork(countWork(query, 1));
      const form = countResponseForm(request, body, { parts, startedMs });
      return withArena(async (arena) => {
        const answer = await countActions({ query, consistency, arena }, request.callOptions);
        request.omits(query.userId, answer.omitted);
        return request.inTurns(inArena(arena, countResponse(query, answer, form)));
      });
    },
  };
}

export const COUNT_ERRORS = [
  'unknown_data_type',
  'unknown_action',
  'unknown_level',
  'unknown_dimension',
  'too_many_events',
  'answer_too_large',
  ...READ_ERRORS,
] as const;

export function countBody(request: ApiRequest, decode: (bytes: Buffer) => JsonObject): JsonObject {
  if (request.mediaType === 'application/x-protobuf') return decode(request.body);
  return objectAt(request.json(), 'body');
}

export function countQueryRules({ schema, clock, limits }: CountEndpointDependencies): () => CountQueryRules {
  const eventDataType = schema.eventDataType.bind(schema);
  // Written out field by field: spreading costs more than the rest of the parsing.
  return () => ({
    eventDataType,
    nowMs: clock.nowMs(),
    futureToleranceMs: limits.futureToleranceMs,
    idBytesMax: limits.idBytesMax,
    windowsMax: limits.windowsMax,
    windowDaysMax: limits.windowDaysMax,
    entityIdsMax: limits.entityIdsMax,
    listedCountsMax: limits.listedCountsMax,
  });
}

export function countResponseForm(
  request: ApiRequest,
  { explain = false }: JsonObject,
  { parts, startedMs }: { readonly parts: CountEndpointDependencies; readonly startedMs: number },
): CountResponseForm {
  if (typeof explain !== 'boolean') throw invalidArgument('explain', 'must be true or false');
  const { clock, rules } = parts;
  return {
    mediaType: request.accepted,
    tokens: rules.tokens,
    explain: explain ? { clock, parseMs: clock.monotonicMs() - startedMs } : undefined,
  };
}
