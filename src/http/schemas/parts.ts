/** Schemas that several topics share. */
import { ERROR_TABLE } from '../../errors';
import type { JsonSchema } from '../endpoint';

export const id = {
  type: 'string',
  minLength: 1,
  maxLength: 1_024,
  description: 'Opaque id of at most 1 KiB in UTF-8.',
};
export const instant = {
  description: 'ISO 8601 with a time zone, or milliseconds since the Unix epoch.',
  oneOf: [
    { type: 'string', format: 'date-time' },
    { type: 'integer', minimum: 0 },
  ],
};
/** Calendar date. A pattern rather than `format: date`, which many validators do not support. */
export const date = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'ISO 8601 date in the time zone of the counts.',
};
export const timestampMs = { type: 'integer', minimum: 0, description: 'Milliseconds since the Unix epoch.' };
export const token = {
  type: 'string',
  description: 'Opaque token for the header `tidemark-token` or the field `consistency.token` of a read.',
};

/** DataTypes that an answer leaves out. */
export const omitted = { $ref: '#/components/schemas/Omissions' };

/** Generations of an answer, or of a request. */
export const generations = {
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 1 },
  description: 'Numbers of generations by DataType. Only for DataTypes that are stored in generations.',
};

/** Evidence of a read. */
export const consistency = { $ref: '#/components/schemas/Evidence' };
export const code = {
  type: 'string',
  enum: Object.keys(ERROR_TABLE),
  description: 'Stable error code for programs.',
};

/** Any JSON object. Generators turn an object without `additionalProperties` into one without properties. */
export const anyObject = { type: 'object', additionalProperties: true };

/** Body that is bytes, such as a protobuf message. The description of the endpoint names the message. */
export const binary = { type: 'string', format: 'binary', contentMediaType: 'application/x-protobuf' };

/** Failure of one entry of a request that several entries share. */
export const entryError = { $ref: '#/components/schemas/EntryError' };

/** Returns the schema of an object that has these properties and no others. All are required by default. */
export function closedObject<Properties extends JsonSchema>(
  properties: Properties,
  required: readonly string[] = Object.keys(properties),
) {
  return { type: 'object', additionalProperties: false, required, properties };
}
