import { closedObject, code, generations } from './parts';

const regions = {
  type: 'array',
  items: { type: 'string' },
  description: 'Regions whose servers can process the data, for `wrong_region`.',
};

const batchEntryError = closedObject(
  {
    index: { type: 'integer', minimum: 0, description: 'Position of the event in the batch.' },
    code,
    field: { type: 'string' },
    message: { type: 'string' },
    regions,
    retryable: { type: 'boolean', description: 'Whether sending the same event again can succeed.' },
  },
  ['index', 'code', 'message', 'retryable'],
);

const entryError = {
  ...closedObject({
    code,
    field: { type: 'string' },
    message: { type: 'string' },
    retryable: { type: 'boolean' },
  }),
  description: 'Failure of one entry. An entry has either this or a result.',
};

const problem = {
  type: 'object',
  description: 'Error as in RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'Description of this occurrence, for people.' },
    code,
    field: { type: 'string', description: 'Invalid field, as a path into the request.' },
    regions,
    requestId: { type: 'string' },
    written: { type: 'integer' },
    duplicatesInRequest: { type: 'integer' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/BatchEntryError' } },
    consistency: { $ref: '#/components/schemas/Evidence' },
    generations,
  },
};

export const PROBLEM_SCHEMAS = {
  Problem: problem,
  BatchEntryError: batchEntryError,
  EntryError: entryError,
} as const;
