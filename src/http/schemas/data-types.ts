import { closed } from './parts';

const strings = { type: 'array', items: { type: 'string' } };
const string = { type: 'string' };
const field = { name: string, idType: { type: 'string', enum: ['string', 'uint64', 'uuid'] } };
const eventType = closed({
  user: closed(field),
  action: string,
  time: string,
  dimensions: { type: 'array', items: closed({ ...field, required: { type: 'boolean' } }) },
  levels: { type: 'array', items: closed({ name: string, dimension: string }) },
  actions: {
    type: 'array',
    items: closed({
      name: string,
      code: { type: 'integer' },
      dedup: closed({ dimensions: strings, windowSeconds: { type: 'integer' } }),
    }),
  },
  default: { type: 'boolean' },
  sketches: {
    type: 'array',
    items: closed(
      {
        family: string,
        corpus: string,
        level: string,
        timeZone: string,
        registeredAs: string,
        breakdowns: strings,
        reach: { type: 'boolean' },
      },
      ['family', 'corpus', 'level', 'timeZone', 'breakdowns', 'reach'],
    ),
  },
});
const dataType = closed(
  {
    family: string,
    corpus: string,
    message: string,
    owner: string,
    provenance: string,
    consentPurpose: string,
    retention: closed({ maxAgeMs: { type: 'integer' }, versionsMax: { type: 'integer' } }, []),
    valueBytesMax: { type: 'integer' },
    readers: strings,
    writers: strings,
    events: eventType,
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
        name: string,
        dataTypes: { type: 'array', items: { $ref: '#/components/schemas/DataType' } },
      }),
    },
  }),
} as const;
