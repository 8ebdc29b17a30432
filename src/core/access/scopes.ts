/** What a caller may be allowed to do. Which operation needs which scope stands in each endpoint's record. */
export const SCOPES = [
  'events:write',
  'counts:read',
  'caps:check',
  'features:read',
  'campaigns:read',
  'campaigns:write',
  'objects:read',
  'objects:write',
  'schema:read',
  'operations:read',
] as const;

export type Scope = (typeof SCOPES)[number];

/** `public` is for everybody, also for those who do not say who they are. */
export type Access = Scope | 'public';
