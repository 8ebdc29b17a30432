import { DEFAULTS } from '../../config/defaults';
import { anyObject, closedObject, consistency, id, instant, token } from './parts';

const time = { type: 'string', format: 'date-time' };
const source = {
  type: 'string',
  maxLength: DEFAULTS.consent.sourceBytesMax,
  description: 'Origin of the decision, such as a TCF string. It is stored and returned as it is.',
};

const purposes = {
  type: 'object',
  description: 'By purpose, as DataTypes declare it.',
  additionalProperties: closedObject(
    {
      choice: {
        enum: ['granted', 'withdrawn', 'none'],
        description: '`none`: no decision, or none since the data of the subject was erased.',
      },
      since: {
        ...time,
        description: 'Time from which the choice has been in force. Absent without a choice.',
      },
      history: {
        type: 'array',
        maxItems: DEFAULTS.consent.historyMax,
        description: 'Decisions since the last erasure, latest first.',
        items: closedObject({ granted: { type: 'boolean' }, at: time, source, recordedAt: time }, [
          'granted',
          'at',
          'recordedAt',
        ]),
      },
    },
    ['choice', 'history'],
  ),
};

const certificate = {
  type: 'object',
  description:
    'Certificate of the erasure: what each cluster has shown, and what stays elsewhere for a while. The signature is Ed25519 of ' +
    'the canonical JSON of the statement: sorted keys, no spaces.',
  required: ['statement', 'publicKey', 'signature'],
  properties: {
    statement: anyObject,
    publicKey: { type: 'string', description: 'SPKI in base64url.' },
    signature: { type: 'string', description: 'In base64url.' },
  },
};

const erasure = {
  subjectId: id,
  id: { type: 'string', pattern: '^[0-9a-f]{32}$', description: 'Id of the erasure.' },
  state: { enum: ['requested', 'hidden', 'swept', 'certified'] },
  requestedAt: time,
  dueAt: { ...time, description: 'Time by which there must be a certificate.' },
  eventsErasedUpTo: { ...time, description: 'Events up to this time are erased, whenever they arrive.' },
  objectsErasedUpTo: { ...time, description: 'Versions of objects up to this time are erased.' },
  decisionsErasedUpTo: {
    ...time,
    description: 'Decisions about purposes up to this time are erased. Later ones count.',
  },
  certifiedAt: time,
  certificate,
};
const REQUESTED = ['subjectId', 'id', 'state', 'requestedAt', 'dueAt'] as const;

export const SUBJECT_SCHEMAS = {
  Erasure: closedObject(erasure, REQUESTED),
  RequestedErasure: closedObject({ ...erasure, token }, [...REQUESTED, 'token']),
  Omissions: {
    type: 'array',
    minItems: 1,
    description:
      'DataTypes that are left out, because the user has not allowed their purpose. Absent if none is.',
    items: closedObject({
      dataType: { type: 'string' },
      purpose: { type: 'string' },
      reason: { enum: ['no_consent'] },
    }),
  },
  Consent: closedObject({ subjectId: id, purposes, consistency }),
  ConsentChange: closedObject({
    purposes: {
      type: 'object',
      minProperties: 1,
      description: 'Decisions by purpose. Other purposes keep their decisions.',
      additionalProperties: closedObject(
        {
          granted: { type: 'boolean', description: 'Whether the user grants the purpose, or withdraws it.' },
          source,
          at: {
            ...instant,
            description:
              'Time of the decision; a later time than now counts as now. Default: now, and after all decisions that are stored. ' +
              instant.description,
          },
        },
        ['granted'],
      ),
    },
  }),
  ChangedConsent: closedObject({ subjectId: id, purposes, token }),
} as const;
