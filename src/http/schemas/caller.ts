import { SCOPES } from '../../core/access/scopes';
import { closedObject } from './parts';

const names = { type: 'array', items: { type: 'string' } };

export const CALLER_SCHEMAS = {
  Caller: closedObject(
    {
      id: { type: 'string', description: 'Stable id, unique among all callers.' },
      scopes: { type: 'array', items: { type: 'string', enum: SCOPES } },
      groups: {
        oneOf: [{ const: 'all' }, names],
        description: 'Groups, which the `readers` and `writers` of DataTypes name.',
      },
      purposes: {
        ...names,
        description: 'Purposes for which the caller may use data. Absent: purposes do not restrict it.',
      },
    },
    ['id', 'scopes', 'groups'],
  ),
} as const;
