/** The JSON Schemas (2020-12) that the API's bodies have in common, under the names that the OpenAPI document gives. */
import { GROUP_DIMENSIONS } from '../core/counting/count-query';
import { EVENT_DIMENSIONS } from '../core/events/event';
import { ENTITY_LEVELS } from '../core/schema';
import { CONSISTENCY_LEVELS } from '../core/consistency';
import { WATERMARK_SPEAKS_MS } from '../core/row-watermark';
import { ERROR_TABLE } from '../errors';
import type { Schema } from './endpoint';

export type SchemaName = keyof typeof SCHEMAS;

export function ref(name: SchemaName): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

const id = { type: 'string', minLength: 1, maxLength: 1_024, description: 'Opaque; at most 1 KiB in UTF-8.' };
const instant = {
  description: 'ISO 8601 with a zone, or milliseconds since the Unix epoch.',
  oneOf: [
    { type: 'string', format: 'date-time' },
    { type: 'integer', minimum: 0 },
  ],
};
const timestampMs = { type: 'integer', minimum: 0, description: 'Milliseconds since the Unix epoch.' };
const code = {
  type: 'string',
  enum: Object.keys(ERROR_TABLE),
  description: 'Stable; what a program looks at.',
};

/** An object that has these properties and no others. */
function closed(properties: Schema, required: readonly string[] = Object.keys(properties)): Schema {
  return { type: 'object', additionalProperties: false, required, properties };
}

const batchEntryError = closed(
  {
    index: { type: 'integer', minimum: 0, description: 'Position in the batch.' },
    code,
    field: { type: 'string' },
    message: { type: 'string' },
    retryable: { type: 'boolean', description: 'Whether sending the same event again can succeed.' },
  },
  ['index', 'code', 'message', 'retryable'],
);

const problem = {
  type: 'object',
  description: 'RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong this time, for a person.' },
    code,
    field: { type: 'string', description: 'The field at fault, as a path into the request.' },
    requestId: { type: 'string' },
    accepted: { type: 'integer' },
    duplicates: { type: 'integer' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/BatchEntryError' } },
    consistency: { $ref: '#/components/schemas/Evidence' },
  },
};

const event = closed(
  {
    userId: id,
    action: { type: 'string', description: 'One of those that the schema declares.' },
    eventTime: {
      ...instant,
      description: `When it happened, never when it was sent. ${instant.description}`,
    },
    ...Object.fromEntries(EVENT_DIMENSIONS.map((name) => [name, { ...id, type: ['string', 'null'] }])),
  },
  ['userId', 'action', 'eventTime'],
);

const window = {
  oneOf: [
    {
      type: 'string',
      pattern: '^[1-9][0-9]*[mhd]$',
      description: 'Rolling: the last minutes, hours or days.',
    },
    closed({ from: instant, to: instant, name: { type: 'string', minLength: 1 } }, ['from', 'to']),
    closed(
      {
        days: { type: 'integer', minimum: 1, description: "Calendar days: asOf's and those before it." },
        timeZone: { type: 'string', description: 'IANA name.' },
        name: { type: 'string', minLength: 1 },
      },
      ['days', 'timeZone'],
    ),
  ],
};

const countQuery = closed(
  {
    userId: id,
    actions: { type: 'array', minItems: 1, items: { type: 'string' } },
    viewTypes: { type: 'array', minItems: 1, items: id, description: 'Absent: all.' },
    entities: {
      type: 'object',
      additionalProperties: false,
      description: 'Per level the ids to count, or "*" for all that occur. Absent: totals only.',
      properties: Object.fromEntries(
        ENTITY_LEVELS.map((level) => [level, { oneOf: [{ const: '*' }, { type: 'array', items: id }] }]),
      ),
    },
    windows: { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/components/schemas/Window' } },
    groupBy: { type: 'array', uniqueItems: true, items: { enum: GROUP_DIMENSIONS } },
    asOf: { ...instant, description: `The end of rolling windows; default now. ${instant.description}` },
    consistency: { $ref: '#/components/schemas/Consistency' },
  },
  ['userId', 'actions', 'windows'],
);

const groupedCount = {
  description: 'A number, or one level of nesting for each dimension of groupBy.',
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'object', additionalProperties: { $ref: '#/components/schemas/GroupedCount' } },
  ],
};

const counts = { type: 'object', additionalProperties: { $ref: '#/components/schemas/GroupedCount' } };
const level = { type: 'string', enum: CONSISTENCY_LEVELS };
const token = {
  type: 'string',
  description: 'Opaque; for the header `tidemark-token` of a read, or its `consistency.token`.',
};

const consistencyChoice = {
  ...closed(
    {
      level: { ...level, description: 'Default: `eventual`, with a token `at-least-as-fresh`.' },
      token: {
        ...token,
        description: 'Of a write or an earlier read: the answer contains what it speaks for.',
      },
      maxStalenessMs: {
        type: 'integer',
        minimum: 1,
        maximum: WATERMARK_SPEAKS_MS,
        description:
          'With `bounded`: what was acknowledged so long before the read, or earlier, is in the answer.',
      },
      asOf: {
        ...instant,
        description: `With \`strict\`: what was acknowledged before then is in the answer. ${instant.description}`,
      },
      onUnmet: { type: 'string', enum: ['error', 'stale'], default: 'error' },
    },
    [],
  ),
  description:
    'The same as the headers `tidemark-consistency` and `tidemark-token`; where both are given they must agree.',
};

const evidence = closed(
  {
    level,
    met: {
      type: 'boolean',
      description: 'False only where the read allowed a stale answer, and this is one.',
    },
    clusters: { type: 'array', items: { type: 'string' }, description: 'Those that answered.' },
    tier: {
      type: 'string',
      enum: ['nearest', 'origin', 'failover', 'hedge'],
      description: 'Which replica answered; of several rows the farthest.',
    },
    lookups: {
      type: 'integer',
      minimum: 0,
      description: 'Requests sent to Bigtable, those cancelled included.',
    },
    stalenessMs: {
      type: 'integer',
      minimum: 0,
      description:
        'What was acknowledged so long before the answer is in it, as far as heartbeats tell. Absent: unknown.',
    },
    token,
  },
  ['level', 'met', 'clusters', 'tier', 'lookups', 'token'],
);
const consistency = { $ref: '#/components/schemas/Evidence' };

const countAnswer = closed({
  userId: id,
  asOf: { type: 'string', format: 'date-time' },
  counts: {
    type: 'object',
    description: 'By name of the window.',
    additionalProperties: closed(
      {
        total: { $ref: '#/components/schemas/GroupedCount' },
        ...Object.fromEntries(ENTITY_LEVELS.map((level) => [level, counts])),
      },
      ['total'],
    ),
  },
  consistency,
});

const objectCell = closed({
  dataType: { type: 'string' },
  subType: { type: 'string' },
  timestampMs,
  value: { type: 'object', description: "The DataType's message in the proto3 JSON mapping." },
});
const cells = { type: 'array', items: { $ref: '#/components/schemas/ObjectCell' } };

const batchGetRequest = closed(
  {
    objects: {
      type: 'array',
      minItems: 1,
      items: closed({
        id,
        select: {
          type: 'array',
          minItems: 1,
          items: closed(
            {
              dataType: { type: 'string' },
              subTypes: { type: 'array', minItems: 1, items: id, description: 'Absent: all.' },
            },
            ['dataType'],
          ),
        },
      }),
    },
    versions: { type: 'integer', minimum: 1, default: 1 },
    consistency: { $ref: '#/components/schemas/Consistency' },
  },
  ['objects'],
);

const batchGetAnswer = closed({
  objects: {
    type: 'array',
    items: closed({
      id,
      cells,
      missing: {
        type: 'array',
        items: closed({ dataType: { type: 'string' }, subType: { type: 'string' } }, ['dataType']),
      },
    }),
  },
  consistency,
});

const strings = { type: 'array', items: { type: 'string' } };
const dataType = closed(
  {
    family: { type: 'string' },
    corpus: { type: 'string' },
    message: { type: 'string' },
    owner: { type: 'string' },
    provenance: { type: 'string' },
    consentPurpose: { type: 'string' },
    retention: closed({ maxAgeMs: { type: 'integer' }, versionsMax: { type: 'integer' } }, []),
    valueBytesMax: { type: 'integer' },
    readers: strings,
    writers: strings,
    actions: {
      type: 'array',
      items: closed({
        name: { type: 'string' },
        code: { type: 'integer' },
        dedup: closed({ dimensions: strings, windowSeconds: { type: 'integer' } }),
      }),
    },
  },
  [
    'family',
    'corpus',
    'message',
    'owner',
    'provenance',
    'consentPurpose',
    'retention',
    'valueBytesMax',
    'readers',
    'writers',
  ],
);

export const SCHEMAS = {
  Problem: problem,
  BatchEntryError: batchEntryError,
  Event: event,
  EventBatch: closed({
    events: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Event' } },
  }),
  EventsAnswer: closed({
    accepted: { type: 'integer', minimum: 0 },
    duplicates: { type: 'integer', minimum: 0 },
    errors: { type: 'array', items: { $ref: '#/components/schemas/BatchEntryError' } },
    token,
  }),
  Consistency: consistencyChoice,
  Evidence: evidence,
  Window: window,
  CountQuery: countQuery,
  GroupedCount: groupedCount,
  CountAnswer: countAnswer,
  ObjectCell: objectCell,
  ObjectAnswer: closed({ cells: { ...cells, minItems: 1 }, consistency }),
  PutAnswer: closed({ timestampMs, token }),
  BatchGetRequest: batchGetRequest,
  BatchGetAnswer: batchGetAnswer,
  DataType: dataType,
  Schema: closed({
    corpora: {
      type: 'array',
      items: closed({
        name: { type: 'string' },
        dataTypes: { type: 'array', items: { $ref: '#/components/schemas/DataType' } },
      }),
    },
  }),
  Health: closed({ status: { type: 'string', enum: ['ok', 'ready'] } }),
} as const satisfies Record<string, Schema>;
