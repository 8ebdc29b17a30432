import { capCheckJson, capCheckProtobuf } from '../../codec/answers/cap-check-answer';
import { capCheckDecoder } from '../../codec/messages/cap-check-request';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { requireReader } from '../../core/access/data-access';
import { parseCapQuery, type CapQueryRules } from '../../core/caps/parse-cap-query';
import { objectAt } from '../../core/json/json-fields';
import { DEFAULTS } from '../../config/defaults';
import type { CheckCaps } from '../../operations/caps/check-caps';
import type { Clock } from '../../platform/time/clock';
import type { ConsistencyRules } from '../../core/consistency/compile-choice';
import {
  CONSISTENCY_PARAMETERS,
  EVIDENCE_EXAMPLE,
  EVIDENCE_HEADERS,
  READ_ERRORS,
  WRITE_ERRORS,
} from '../openapi/consistency-documentation';
import { accessLocationOf } from '../access/access-location';
import { ACCESS_LOCATION_PARAMETER } from '../openapi/location-documentation';
import { encodeEvidence } from '../consistency/evidence';
import { readConsistency } from '../consistency/read-consistency';
import { jsonTextResponse, protobufResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';
import { capCheckWork } from '../limits/work-estimates';

interface Dependencies {
  readonly checkCaps: CheckCaps;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly rules: ConsistencyRules;
  readonly limits: CapLimits;
}

export type CapLimits = Config['events'] & Config['counts'] & Config['caps'];

export function checkCaps({ checkCaps: operation, schema, clock, rules, limits }: Dependencies): Endpoint {
  const decode = capCheckDecoder(schema.root);
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const isProtobuf = request.mediaType === 'application/x-protobuf';
      const body = isProtobuf ? decode(request.body) : objectAt(request.json(), 'body');
      const query = parseCapQuery(body, capQueryRules(schema, clock, limits));
      // Reading access suffices to reserve, too: a reservation is no event, affects caps only, and expires by itself.
      request.accesses('read', [query.userId], [query.dataType]);
      requireReader(request.caller, query.dataType);
      const consistency = readConsistency(request, rules, body['consistency']);
      request.takeWork(capCheckWork(query));
      const accessLocation = accessLocationOf(request);
      const answer = await operation({ query, consistency }, { ...request.callOptions, accessLocation });
      request.omits(query.userId, answer.omitted ?? []);
      const { consistency: evidence, headers } = encodeEvidence(answer.evidence, rules.tokens);
      if (request.accepted === 'application/x-protobuf') {
        return protobufResponse(capCheckProtobuf(answer, evidence.token), headers);
      }
      return jsonTextResponse(await request.inTurns(capCheckJson(answer, evidence)), headers);
    },
  };
}

/**
 * Returns the limits for parsing a query. Written out field by field: spreading costs more than the rest of the
 * parsing.
 */
function capQueryRules(schema: SchemaRegistry, clock: Clock, limits: CapLimits): CapQueryRules {
  return {
    eventDataType: (name, field) => schema.eventDataType(name, field),
    nowMs: clock.nowMs(),
    futureToleranceMs: limits.futureToleranceMs,
    idBytesMax: limits.idBytesMax,
    windowDaysMax: limits.windowDaysMax,
    entityIdsMax: limits.entityIdsMax,
    candidatesMax: limits.candidatesMax,
    candidatesReservedMax: limits.candidatesReservedMax,
    rulesMax: limits.rulesMax,
    checksMax: limits.checksMax,
    maximumMax: limits.maximumMax,
  };
}

const REQUEST = {
  userId: 'user-1',
  candidates: [
    { id: 'first', adId: 'ad-1', campaignId: 'cmp-1', insertionId: 'ins-1' },
    { id: 'second', adId: 'ad-7', campaignId: 'cmp-2', insertionId: 'ins-2' },
  ],
  rules: [
    { name: 'daily', level: 'campaign', actions: ['impression'], window: '1d', maximum: 3 },
    {
      name: 'clicked today',
      level: 'ad',
      actions: ['click'],
      window: { days: 1, timeZone: 'Asia/Jakarta' },
      maximum: 1,
    },
  ],
  reserve: { action: 'impression', ttlSeconds: 60 },
};

const ANSWER = {
  userId: 'user-1',
  asOf: '2026-11-21T05:35:00.000Z',
  candidates: [
    {
      id: 'first',
      allowed: false,
      blockedBy: [
        {
          rule: 'daily',
          level: 'campaign',
          entityId: 'cmp-1',
          count: 3,
          maximum: 3,
          freesUpAt: '2026-11-21T17:12:08.251Z',
        },
      ],
      freesUpAt: '2026-11-21T17:12:08.251Z',
    },
    {
      id: 'second',
      allowed: true,
      remaining: 1,
      reservation: { id: 'kD0fYq1vWm3xT7ab', expiresAt: '2026-11-21T05:36:00.000Z' },
    },
  ],
  consistency: EVIDENCE_EXAMPLE,
};

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'POST',
  path: '/v1/caps:check',
  operationId: 'checkCaps',
  bodyBytesMax: DEFAULTS.http.queryBodyBytesMax,
  summary: 'Check frequency caps',
  description:
    'Checks for each candidate whether frequency caps allow it to be shown to the user. A rule limits the number of events of its ' +
    'actions in its window, for each entity of its level. One read of one row answers all candidates, rules and windows. With ' +
    '`reserve`, each allowed candidate gets a reservation. A reservation counts as an event until the event arrives, the ' +
    'reservation is released, or it expires, so concurrent requests in any region cannot exceed a cap. Reserving a candidate with ' +
    'the same dimensions again returns the same reservation with the same expiry, unless the dedup window of the action is shorter ' +
    'than an hour. Protobuf bodies are a `tidemark.v1.CapCheck`, answers a `tidemark.v1.CapCheckAnswer`.',
  tag: 'Caps',
  access: 'caps:check',
  dataAccess: { needs: 'reader', dataTypes: 'the DataType of the events, with and without `reserve`' },
  highVolume: true,
  parameters: [...CONSISTENCY_PARAMETERS, ACCESS_LOCATION_PARAMETER],
  request: {
    'application/json': { schema: schemaRef('CapCheck'), example: REQUEST },
    'application/x-protobuf': {},
  },
  response: {
    status: 200,
    description:
      'For each candidate, in the order of the request: whether it is allowed, and if not, the blocking rules and when they end.',
    forms: {
      'application/json': { schema: schemaRef('CapCheckAnswer'), example: ANSWER },
      'application/x-protobuf': {},
    },
    headers: EVIDENCE_HEADERS,
  },
  errors: [
    'unknown_data_type',
    'unknown_action',
    'unknown_level',
    'unknown_dimension',
    'too_many_events',
    'too_many_reservations',
    'transactions_unsupported',
    'conflict',
    ...READ_ERRORS,
    ...WRITE_ERRORS.filter((code) => !READ_ERRORS.includes(code)),
  ],
};
