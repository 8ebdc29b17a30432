/** The JSON Schemas (2020-12) that the API's bodies have in common, under the names that the OpenAPI document gives. */
import type { JsonSchema } from './endpoint';
import { CAMPAIGN_COUNT_SCHEMAS } from './schemas/campaign-counts';
import { CAMPAIGN_SCHEMAS } from './schemas/campaigns';
import { CAP_SCHEMAS } from './schemas/caps';
import { CONSISTENCY_SCHEMAS } from './schemas/consistency';
import { COUNT_SCHEMAS } from './schemas/counts';
import { DATA_TYPE_SCHEMAS } from './schemas/data-types';
import { EVENT_SCHEMAS } from './schemas/events';
import { FEATURE_SCHEMAS } from './schemas/features';
import { INGESTION_SCHEMAS } from './schemas/ingestion';
import { PACING_SCHEMAS } from './schemas/pacing';
import { OBJECT_SCHEMAS } from './schemas/objects';
import { closedObject } from './schemas/parts';
import { PROBLEM_SCHEMAS } from './schemas/problem';

export type SchemaName = keyof typeof SCHEMAS;

export function schemaRef(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export const SCHEMAS = {
  ...PROBLEM_SCHEMAS,
  ...EVENT_SCHEMAS,
  ...CONSISTENCY_SCHEMAS,
  ...COUNT_SCHEMAS,
  ...CAP_SCHEMAS,
  ...FEATURE_SCHEMAS,
  ...CAMPAIGN_SCHEMAS,
  ...CAMPAIGN_COUNT_SCHEMAS,
  ...PACING_SCHEMAS,
  ...OBJECT_SCHEMAS,
  ...INGESTION_SCHEMAS,
  ...DATA_TYPE_SCHEMAS,
  Health: closedObject({ status: { type: 'string', enum: ['ok', 'ready'] } }),
} as const satisfies Record<string, JsonSchema>;
