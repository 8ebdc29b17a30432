import type { QueryKind } from './request';

/** Fields of the form by the first part of the field that an error of the API names. */
const FIELDS: Readonly<Record<string, string>> = {
  userId: 'user',
  dataType: 'dataType',
  actions: 'actions',
  where: 'where',
  windows: 'windows',
  groupBy: 'groupBy',
  asOf: 'asOf',
  candidates: 'candidates',
  rules: 'rules',
  levels: 'levels',
  halfLives: 'halfLives',
  corpus: 'corpus',
  id: 'id',
  dataTypes: 'cells',
  subType: 'cells',
  versions: 'versions',
  consistency: 'consistency',
  'tidemark-consistency': 'consistency',
};

/** Returns the field of the form that an error is about; undefined if it is about none. */
export function formFieldOf(kind: QueryKind, field: string | undefined): string | undefined {
  if (field === undefined) return undefined;
  const [, first = '', rest = ''] = /^([\w-]+)(.*)$/.exec(field) ?? [];
  if (first === 'entities')
    return /^\.[\w]+/.exec(rest) === null ? 'entity' : `entity${/^\.[\w]+/.exec(rest)![0]}`;
  if (first === 'reserve') return rest.startsWith('.ttl') ? 'ttl' : 'reserve';
  if (kind === 'objects' && first === 'dataType') return 'cells';
  return FIELDS[first];
}
