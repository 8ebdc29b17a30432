/** What the schemas of several topics are made of. */
import { ERROR_TABLE } from '../../errors';
import type { JsonSchema } from '../endpoint';

export const id = {
  type: 'string',
  minLength: 1,
  maxLength: 1_024,
  description: 'Opaque; at most 1 KiB in UTF-8.',
};
export const instant = {
  description: 'ISO 8601 with a zone, or milliseconds since the Unix epoch.',
  oneOf: [
    { type: 'string', format: 'date-time' },
    { type: 'integer', minimum: 0 },
  ],
};
/** Not `format: date`, which many validators do not know. */
export const date = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'ISO 8601, by the time zone of the counts.',
};
export const timestampMs = { type: 'integer', minimum: 0, description: 'Milliseconds since the Unix epoch.' };
export const token = {
  type: 'string',
  description: 'Opaque; for the header `tidemark-token` of a read, or its `consistency.token`.',
};

/** What a read stands on. */
export const consistency = { $ref: '#/components/schemas/Evidence' };
export const code = {
  type: 'string',
  enum: Object.keys(ERROR_TABLE),
  description: 'Stable; what a program looks at.',
};

/** An object that has these properties and no others. */
export function closedObject(
  properties: JsonSchema,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', additionalProperties: false, required, properties };
}
