import { HIDDEN_REASONS } from '../../core/privacy/hidden-reason';
import { closedObject } from './parts';

const string = { type: 'string' };
const timestampMs = { type: 'number', description: 'Milliseconds since the Unix epoch.' };
const hidden = { enum: HIDDEN_REASONS, description: 'Why reads do not return this. Absent: they do.' };
const ofDataType = {
  corpus: string,
  dataType: string,
  owner: string,
  provenance: string,
  purpose: string,
  lawfulBasis: { enum: ['consent', 'contract', 'legitimate_interest', 'not_personal'] },
  retention: closedObject({ maxAgeMs: { type: 'integer' }, versionsMax: { type: 'integer' } }, []),
  timestampMs,
  hidden,
};
const requiredOfDataType = [
  'type',
  'corpus',
  'dataType',
  'owner',
  'provenance',
  'purpose',
  'lawfulBasis',
  'retention',
  'timestampMs',
];
const dimensions = { type: 'object', additionalProperties: string };
const generation = {
  type: 'integer',
  minimum: 1,
  description: 'Generation of the object. Absent for DataTypes that are not stored in generations.',
};
const valueBase64 = { ...string, description: 'The stored bytes, if the schema cannot read them.' };

const LINES = {
  ExportSubjectLine: closedObject({
    type: { const: 'subject' },
    id: string,
    exportedAt: { type: 'string', format: 'date-time' },
    hidden: string,
    corpora: { type: 'array', items: string },
  }),
  ExportLocationLine: {
    type: 'object',
    description: 'Where the data is stored; see `Location`.',
    properties: { type: { const: 'location' }, group: string, placement: string },
    required: ['type', 'group', 'placement'],
  },
  ExportObjectLine: closedObject(
    { type: { const: 'object' }, ...ofDataType, subType: string, generation, value: {}, valueBase64 },
    [...requiredOfDataType, 'subType'],
  ),
  ExportEventLine: closedObject(
    {
      type: { const: 'event' },
      ...ofDataType,
      action: string,
      dimensions,
      storedIn: { enum: ['cell', 'block'] },
      columnBase64: string,
      valueBase64,
    },
    [...requiredOfDataType, 'storedIn'],
  ),
  ExportReservationLine: closedObject(
    {
      type: { const: 'reservation' },
      ...ofDataType,
      id: string,
      action: string,
      expiresAtMs: { type: 'integer' },
      dimensions,
    },
    [...requiredOfDataType, 'id', 'action', 'expiresAtMs', 'dimensions'],
  ),
  ExportConsentLine: closedObject(
    {
      type: { const: 'consent' },
      corpus: string,
      decision: { enum: ['grant', 'withdrawal'] },
      purpose: string,
      timestampMs,
      source: { ...string, description: 'Origin of the decision, as its caller stated it.' },
      recordedAtMs: timestampMs,
      hidden,
    },
    ['type', 'corpus', 'decision', 'purpose', 'timestampMs'],
  ),
  ExportErasureLine: closedObject({
    type: { const: 'erasure' },
    corpus: string,
    of: { enum: ['events-erased', 'objects-erased', 'decisions-erased'] },
    upToMs: timestampMs,
  }),
  ExportCompleteLine: closedObject(
    {
      type: { const: 'complete' },
      lines: { type: 'integer', minimum: 1, description: 'Number of lines before this one.' },
      consistency: { $ref: '#/components/schemas/Evidence' },
    },
    ['type', 'lines'],
  ),
} as const;

const ref = (name: string) => `#/components/schemas/${name}`;
const names = Object.keys(LINES) as readonly (keyof typeof LINES)[];

export const SUBJECT_EXPORT_SCHEMAS = {
  ...LINES,
  SubjectExportLine: {
    description: 'One line of an export, of the kind that `type` names.',
    oneOf: names.map((name) => ({ $ref: ref(name) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(names.map((name) => [LINES[name].properties.type.const, ref(name)])),
    },
  },
} as const;
