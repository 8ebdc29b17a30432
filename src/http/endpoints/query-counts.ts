import type { Config } from '../../config';
import { parseCountQuery, type CountQueryRules } from '../../core/counting/ad-count-query';
import type { CountActions } from '../../operations/count-actions';
import { eventRulesOf } from '../../operations/ingest-events';
import type { SchemaRegistry } from '../../codec/schema-registry';
import type { Clock } from '../../platform/clock';
import { objectAt } from '../../core/json-fields';
import {
  CONSISTENCY_PARAMETERS,
  EVIDENCE,
  EVIDENCE_HEADERS,
  READ_ERRORS,
} from '../consistency/documentation';
import { answerOf } from '../consistency/evidence';
import type { ConsistencyRules } from '../consistency/compile';
import { readConsistency } from '../consistency/read-consistency';
import type { Endpoint } from '../endpoint';
import { ref } from '../schemas';

interface Parts {
  readonly countActions: CountActions;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly rules: ConsistencyRules;
  readonly limits: Config['events'] & Config['counts'];
}

export function queryCounts({ countActions, schema, clock, rules, limits }: Parts): Endpoint {
  const { actions } = eventRulesOf(schema.eventType(), limits);
  // Field by field: spreading costs more than the rest of the parsing.
  const queryRules = (): CountQueryRules => ({
    actions,
    nowMs: clock.nowMs(),
    futureToleranceMs: limits.futureToleranceMs,
    idBytesMax: limits.idBytesMax,
    windowsMax: limits.windowsMax,
    windowDaysMax: limits.windowDaysMax,
    entityIdsMax: limits.entityIdsMax,
    listedCountsMax: limits.listedCountsMax,
  });
  return {
    method: 'POST',
    path: '/v1/counts:query',
    operationId: 'queryCounts',
    summary: "Count one user's actions over many windows, entities and groups at once",
    description:
      'Counts are of deduplicated events. All windows, levels and candidates are answered by one read of one row. ' +
      'Ids asked for by list appear with 0 where nothing happened.',
    tag: 'Counts',
    hot: true,
    parameters: CONSISTENCY_PARAMETERS,
    request: { 'application/json': { schema: ref('CountQuery'), example: QUERY } },
    response: {
      status: 200,
      description: 'Window → level → entity → count.',
      forms: { 'application/json': { schema: ref('CountAnswer'), example: ANSWER } },
      headers: EVIDENCE_HEADERS,
    },
    errors: ['unknown_action', 'unknown_level', ...READ_ERRORS],
    async handle(request) {
      const body = objectAt(request.json(), 'body');
      const query = parseCountQuery(body, queryRules());
      const consistency = readConsistency(request, rules, body['consistency']);
      return answerOf(await countActions({ query, consistency }, request.allowance), rules.tokens);
    },
  };
}

const QUERY = {
  userId: 'user-1',
  actions: ['impression', 'click'],
  viewTypes: ['home_feed'],
  entities: { ad: ['ad-1', 'ad-2'], campaign: '*' },
  windows: ['1d', '90m', { days: 7, timeZone: 'Asia/Jakarta' }],
  groupBy: ['action'],
};

const COUNTED = {
  total: { impression: 3, click: 1 },
  ad: { 'ad-1': { impression: 2, click: 1 }, 'ad-2': {} },
  campaign: { 'cmp-1': { impression: 3, click: 1 } },
};

const ANSWER = {
  userId: 'user-1',
  asOf: '2026-11-21T05:35:00.000Z',
  counts: { '1d': COUNTED, '90m': COUNTED, '7d@Asia/Jakarta': COUNTED },
  consistency: EVIDENCE,
};
