import { TidemarkError } from '../../../../src/errors';
import { parseTopology } from '../../../../src/routing/topology/topology-file';

export type Json = Record<string, unknown>;

/** A topology that uses every field. */
export const COMPLETE: Json = {
  $schema: './topology.schema.json',
  project: 'p',
  clientRegion: 'eu',
  clientRegions: ['africa'],
  instances: {
    demo: {
      displayName: 'Demo',
      clusters: {
        'eu-a': { region: 'eu', zone: 'eu-a', nodes: 3, role: 'serving', writes: 'draining' },
        'us-a': { region: 'us', role: 'batch' },
      },
      appProfiles: {
        any: { clusters: 'all', rowAffinity: true, priority: 'medium', description: 'd' },
        some: { clusters: ['eu-a', 'us-a'] },
        strict: { cluster: 'eu-a', transactions: true, priority: 'low' },
        boost: { cluster: 'us-a', dataBoost: true },
      },
    },
  },
  links: [
    {
      between: ['eu', 'us'],
      delayMs: 40,
      jitterMs: 5,
      bytesPerSecond: 1000000,
      dropRate: 0.1,
      retryMs: 200,
      reorderRows: true,
      reorderWithinRow: false,
    },
    { between: ['eu', 'africa'] },
  ],
  corpora: { users: 'demo' },
  nativeRowAffinity: true,
  jurisdictions: {
    union: {
      regions: ['eu', 'us'],
      countries: ['DE', 'FR'],
      servedFrom: ['eu'],
      aggregatesServedFrom: ['eu', 'us'],
    },
  },
  placements: {
    here: { jurisdiction: 'union', instance: 'demo' },
    there: { instances: { users: 'demo', devices: 'demo', counts: 'demo' } },
  },
  placementGroups: {
    people: { corpora: ['users', 'devices'], sketches: ['counts'], default: 'here', requiresLocation: true },
    others: { corpora: ['households'], default: 'here' },
  },
  directory: { instance: 'demo' },
};

/** Returns a copy with the value at the path replaced; undefined removes it. */
export function with_(
  path: readonly (string | number)[],
  value: unknown,
  document: unknown = COMPLETE,
): Json {
  const copy = structuredClone(document) as Json;
  let place: Record<string | number, unknown> = copy;
  for (const step of path.slice(0, -1)) place = place[step] as Json;
  const last = path.at(-1)!;
  if (value === undefined) delete place[last];
  else place[last] = value;
  // As parsed from a file: lists have no holes.
  return JSON.parse(JSON.stringify(copy)) as Json;
}

export function refusal(document: unknown): string {
  try {
    parseTopology(document);
  } catch (error) {
    if (error instanceof TidemarkError) return `${error.field}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}
