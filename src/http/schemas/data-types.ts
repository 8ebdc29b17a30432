import { closed } from './parts';

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

export const DATA_TYPE_SCHEMAS = {
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
} as const;
