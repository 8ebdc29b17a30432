/** JSON Schemas (2020-12) of the request and response bodies, by their names in the OpenAPI document. */
import type { JsonSchema } from '../endpoint';
import { CAMPAIGN_COUNT_SCHEMAS } from './campaign-counts';
import { CAMPAIGN_SCHEMAS } from './campaigns';
import { CAP_SCHEMAS } from './caps';
import { CONSISTENCY_SCHEMAS } from './consistency';
import { COUNT_SCHEMAS } from './counts';
import { DATA_TYPE_SCHEMAS } from './data-types';
import { EVENT_SCHEMAS } from './events';
import { FEATURE_SCHEMAS } from './features';
import { INGESTION_SCHEMAS } from './ingestion';
import { LOCATION_SCHEMAS } from './locations';
import { PACING_SCHEMAS } from './pacing';
import { OBJECT_SCHEMAS } from './objects';
import { closedObject } from './parts';
import { PROBLEM_SCHEMAS } from './problem';
import { SUBJECT_EXPORT_SCHEMAS } from './subject-export';
import { SUBJECT_SCHEMAS } from './subjects';

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
  ...LOCATION_SCHEMAS,
  ...SUBJECT_SCHEMAS,
  ...INGESTION_SCHEMAS,
  ...DATA_TYPE_SCHEMAS,
  ...SUBJECT_EXPORT_SCHEMAS,
  Health: closedObject({ status: { type: 'string', enum: ['ok', 'ready'] } }),
} as const satisfies Record<string, JsonSchema>;
