import { fatigueJson } from '../../codec/answers/fatigue-json';
import { fatigueProtobuf } from '../../codec/answers/fatigue-protobuf';
import { fatigueRequestDecoder } from '../../codec/messages/fatigue-request';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { requireReader } from '../../core/access/data-access';
import { parseFatigueQuery, type FatigueQueryRules } from '../../core/features/parse-fatigue-query';
import { SPEC_FIELDS } from '../../core/features/parse-feature-spec';
import { FeatureSpecCache } from '../../core/features/feature-spec-cache';
import { objectAt, rejectUnknownFields, type JsonObject } from '../../core/json/json-fields';
import { DEFAULTS } from '../../config/defaults';
import { invalidArgument } from '../../errors';
import type { FatigueFeatures } from '../../operations/features/fatigue-features';
import type { Clock } from '../../platform/time/clock';
import type { ApiRequest } from '../api-request';
import type { ConsistencyRules } from '../../core/consistency/compile-choice';
import {
  CONSISTENCY_PARAMETERS,
  EVIDENCE_EXAMPLE,
  EVIDENCE_HEADERS,
  READ_ERRORS,
} from '../openapi/consistency-documentation';
import { encodeEvidence } from '../consistency/evidence';
import { readConsistency } from '../consistency/read-consistency';
import { jsonTextResponse, protobufResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';
import { featureWork } from '../limits/work-estimates';

interface Dependencies {
  readonly fatigueFeatures: FatigueFeatures;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly rules: ConsistencyRules;
  readonly limits: Config['events'] & Config['counts'] & Config['features'];
}

const FIELDS = [...SPEC_FIELDS, 'userId', 'candidates', 'asOf', 'consistency', 'withoutNames'];

export function getFatigueFeatures({
  fatigueFeatures,
  schema,
  clock,
  rules,
  limits,
}: Dependencies): Endpoint {
  const eventDataType = schema.eventDataType.bind(schema);
  const specs = new FeatureSpecCache({ eventDataType, ...limits }, limits.layoutsCachedMax);
  const decode = fatigueRequestDecoder(schema.root);
  const bodyOf = (request: ApiRequest): JsonObject =>
    request.mediaType === 'application/x-protobuf' ? decode(request.body) : objectAt(request.json(), 'body');
  // Written out field by field: spreading costs more than the rest of the parsing.
  const queryRules = (): FatigueQueryRules => ({
    nowMs: clock.nowMs(),
    futureToleranceMs: limits.futureToleranceMs,
    idBytesMax: limits.idBytesMax,
    candidatesMax: limits.candidatesMax,
    featureValuesMax: limits.featureValuesMax,
  });
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const body = bodyOf(request);
      rejectUnknownFields(body, FIELDS, '');
      const prepared = specs.get(body);
      const { layout } = prepared;
      const query = parseFatigueQuery(body, prepared, queryRules());
      request.accesses('read', [query.userId], [query.spec.dataType]);
      requireReader(request.caller, query.spec.dataType);
      const withNames = !booleanAt(body.withoutNames, 'withoutNames');
      const consistency = readConsistency(request, rules, body.consistency);
      request.takeWork(featureWork(query.candidates.length, layout.names.length));
      const featuresRequest = { query, layout, consistency };
      const { vectors, omitted, evidence } = await fatigueFeatures(featuresRequest, request.callOptions);
      request.omits(query.userId, omitted);
      const encoded = encodeEvidence(evidence, rules.tokens);
      const answer = { userId: query.userId, asOfMs: query.asOfMs, layout, vectors, withNames, omitted };
      if (request.accepted === 'application/x-protobuf') {
        return protobufResponse(fatigueProtobuf(answer), encoded.headers);
      }
      return jsonTextResponse(
        await request.inTurns(fatigueJson(answer, encoded.consistency)),
        encoded.headers,
      );
    },
  };
}

function booleanAt(value: unknown, field: string): boolean {
  if (value === undefined) return false;
  if (typeof value !== 'boolean') throw invalidArgument(field, 'must be true or false');
  return value;
}

const REQUEST = {
  userId: 'user-1',
  candidates: [{ adId: 'ad-1', campaignId: 'cmp-1' }, { adId: 'ad-2' }],
  levels: ['campaign', 'ad'],
  windows: ['1d'],
  halfLives: ['1d'],
  scales: [],
};

const ANSWER = {
  userId: 'user-1',
  asOf: '2026-11-21T05:35:00.000Z',
  version: 1,
  layout: '0d3f5e8c9b2a4716',
  names: [
    'campaign.impression.count.1d',
    'campaign.impression.lastSeenSeconds',
    'campaign.impression.decay.1d',
    'campaign.click.count.1d',
    'campaign.click.lastSeenSeconds',
    'campaign.click.decay.1d',
    'campaign.ctr.1d',
    'ad.impression.count.1d',
    'ad.impression.lastSeenSeconds',
    'ad.impression.decay.1d',
    'ad.click.count.1d',
    'ad.click.lastSeenSeconds',
    'ad.click.decay.1d',
    'ad.ctr.1d',
  ],
  candidates: [
    { values: [2, 3600, 1.5, 1, 3500, 0.97, 0.5, 2, 3600, 1.5, 1, 3500, 0.97, 0.5] },
    { values: [null, null, null, null, null, null, null, 0, null, 0, 0, null, 0, null] },
  ],
  consistency: EVIDENCE_EXAMPLE,
};

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'POST',
  path: '/v1/features:fatigue',
  operationId: 'getFatigueFeatures',
  bodyBytesMax: DEFAULTS.http.queryBodyBytesMax,
  summary: 'Get fatigue features',
  description:
    'Returns for each candidate a vector of how saturated the user is with it and with the entities it belongs to: counts by ' +
    'window, time since the last event, decays and click-through rates. One read of one row answers all candidates. Missing ' +
    'values are `null` (NaN in protobuf). Protobuf bodies are a `tidemark.v1.FatigueRequest`, answers a ' +
    '`tidemark.v1.FatigueFeatures`.',
  tag: 'Features',
  access: 'features:read',
  dataAccess: { needs: 'reader', dataTypes: 'the DataType of the events' },
  highVolume: true,
  parameters: CONSISTENCY_PARAMETERS,
  request: {
    'application/json': { schema: schemaRef('FatigueRequest'), example: REQUEST },
    'application/x-protobuf': {},
  },
  response: {
    status: 200,
    description: 'The names of the features, and one vector for each candidate, in the order of the request.',
    forms: {
      'application/json': { schema: schemaRef('FatigueFeatures'), example: ANSWER },
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
    ...READ_ERRORS,
  ],
};
