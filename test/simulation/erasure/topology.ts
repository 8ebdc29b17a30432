import { parseTopology } from '../../../src/routing/topology/topology-file';
import type { Dice } from '../consistency/dice';
import type { Region } from '../residency/world';

const PROJECT = 'p';
/** Placement group of the personal corpus, in runs with moves. */
export const GROUP = 'users';
export const PLACEMENTS = ['home', 'away'] as const;
export type PlacementName = (typeof PLACEMENTS)[number];
const DEFAULT_PLACEMENT: PlacementName = 'home';

/** Instances with their clusters, and the regions of these. */
const INSTANCES = {
  /** Instance of the corpus, or of its default placement. */
  i: { 'us-a': 'us', 'eu-a': 'eu', 'us-batch': 'us' },
  /** Instance of the other placement. */
  w: { 'away-eu': 'eu', 'away-batch': 'eu' },
  /** Instance of the location directory. */
  d: { 'dir-us': 'us', 'dir-eu': 'eu' },
  /** Instance of the ledger. Restores of the corpus do not touch it. */
  l: { 'ledger-eu': 'eu', 'ledger-us': 'us' },
} as const;
export type InstanceName = keyof typeof INSTANCES;

/** Instance of each placement. */
export const INSTANCE_OF: Readonly<Record<PlacementName, InstanceName>> = { home: 'i', away: 'w' };

export const clustersOf = (instance: InstanceName): readonly string[] => Object.keys(INSTANCES[instance]);
export const instancePath = (instance: InstanceName): string => `projects/${PROJECT}/instances/${instance}`;

const isBatch = (cluster: string): boolean => cluster.endsWith('-batch');

/** `corpus`: the personal one. `hasMoves`: whether its users have placements. */
export function topologyOf(
  dice: Dice,
  { corpus, hasMoves }: { readonly corpus: string; readonly hasMoves: boolean },
): ReturnType<typeof parseTopology> {
  const used: readonly InstanceName[] = hasMoves ? ['i', 'w', 'd', 'l'] : ['i', 'l'];
  const placements = {
    jurisdictions: {
      all: { regions: ['us', 'eu'], countries: ['US'] },
      eu: { regions: ['eu'], countries: ['DE'] },
    },
    placements: {
      home: { jurisdiction: 'all', instance: INSTANCE_OF.home },
      away: { jurisdiction: 'eu', instance: INSTANCE_OF.away },
    },
    placementGroups: { [GROUP]: { corpora: [corpus], default: DEFAULT_PLACEMENT } },
    directory: { instance: 'd' },
  };
  const shared = {
    project: PROJECT,
    clientRegions: ['eu', 'us'],
    links: [{ between: ['us', 'eu'], delayMs: dice.between(10, 60), jitterMs: 5 }],
    instances: Object.fromEntries(used.map((name) => [name, instanceOf(INSTANCES[name])])),
    privacy: { ledger: { instance: 'l' } },
  };
  return parseTopology(hasMoves ? { ...shared, ...placements } : shared);
}

function instanceOf(regionOf: Readonly<Record<string, Region>>): object {
  const clusters = Object.entries(regionOf).map(([id, region], index): [string, object] => [
    id,
    { region, zone: `${region}-${'abc'[index]}`, role: isBatch(id) ? 'batch' : 'serving' },
  ]);
  const profiles = Object.keys(regionOf).map((id): [string, object] => [
    `at-${id}`,
    { cluster: id, transactions: true, priority: isBatch(id) ? 'low' : 'high' },
  ]);
  return { clusters: Object.fromEntries(clusters), appProfiles: Object.fromEntries(profiles) };
}
