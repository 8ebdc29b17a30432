/** Scopes that a caller can have. Each endpoint's record names the scope it requires. */
export const SCOPES = [
  'events:write',
  'counts:read',
  'caps:check',
  'features:read',
  'campaigns:read',
  'campaigns:write',
  'objects:read',
  'objects:write',
  'locations:read',
  'locations:write',
  'subjects:erase',
  'subjects:export',
  'subjects:consent',
  'schema:read',
  'operations:read',
  'dead-letters:replay',
  'console:read',
  'console:faults',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Scope that an endpoint requires. `public` endpoints need no authentication. */
export type Access = Scope | 'public';
