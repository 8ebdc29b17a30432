/** JSON Schemas (2020-12) of the request and response bodies, by their names in the OpenAPI document. */
import type { JsonSchema } from '../endpoint';
import { CALLER_SCHEMAS } from './caller';
import { campaignCountSchemas } from './campaign-counts';
import { campaignSchemas } from './campaigns';
import { capSchemas } from './caps';
import { CONSOLE_SCHEMAS } from './console';
import { CONSISTENCY_SCHEMAS } from './consistency';
import { countSchemas } from './counts';
import { DATA_TYPE_SCHEMAS } from './data-types';
import { EVENT_SCHEMAS } from './events';
import { featureSchemas } from './features';
import { INGESTION_SCHEMAS } from './ingestion';
import { LOCATION_SCHEMAS } from './locations';
import { PACING_SCHEMAS } from './pacing';
import { objectSchemas } from './objects';
import { closedObject } from './parts';
import { PROBLEM_SCHEMAS } from './problem';
import { SUBJECT_EXPORT_SCHEMAS } from './subject-export';
import { SUBJECT_SCHEMAS } from './subjects';
import type { Vocabulary } from './vocabulary';

export type SchemaName = keyof ReturnType<typeof componentSchemas>;

export function schemaRef(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns all schemas, with the names that the proto files declare. */
export const componentSchemas = (names: Vocabulary) =>
  ({
    ...PROBLEM_SCHEMAS,
    ...EVENT_SCHEMAS,
    ...CONSISTENCY_SCHEMAS,
    ...countSchemas(names),
    ...capSchemas(names),
    ...featureSchemas(names),
    ...campaignSchemas(names),
    ...campaignCountSchemas(names),
    ...PACING_SCHEMAS,
    ...objectSchemas(names),
    ...LOCATION_SCHEMAS,
    ...SUBJECT_SCHEMAS,
    ...INGESTION_SCHEMAS,
    ...DATA_TYPE_SCHEMAS,
    ...CALLER_SCHEMAS,
    ...SUBJECT_EXPORT_SCHEMAS,
    ...CONSOLE_SCHEMAS,
    Health: closedObject({ status: { type: 'string', enum: ['ok', 'ready'] } }),
  }) satisfies Record<string, JsonSchema>;
