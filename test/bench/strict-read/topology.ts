import { parseTopology } from '../../../src/routing/topology/topology-file';
import type { Topology } from '../../../src/routing/topology/topology';

export const PROJECT = 'bench';
export const INSTANCE = 'bench';
export const TABLE = 'rows';
export const FAMILY = 'f';

export const HOME = 'home';
export const AWAY = 'away';

/** A cluster alone: a row's every write is made, and read, at the same place. */
export function oneRegion(): Topology {
  return parseTopology({
    project: PROJECT,
    instances: {
      [INSTANCE]: {
        clusters: { home: { region: HOME } },
        appProfiles: { 'at-home': { cluster: 'home' } },
      },
    },
  });
}

/** Two regions with a cluster each, `linkMs` apart for clients and for replication alike. */
export function twoRegions(linkMs: number): Topology {
  return parseTopology({
    project: PROJECT,
    instances: {
      [INSTANCE]: {
        clusters: { home: { region: HOME }, away: { region: AWAY } },
        appProfiles: { 'at-home': { cluster: 'home' }, 'at-away': { cluster: 'away' } },
      },
    },
    links: [{ between: [HOME, AWAY], delayMs: linkMs }],
  });
}

/** Returns a topology with as many clusters as Cloud Bigtable allows, 8 regions times 3 zones, or as many in fewer regions. */
export function manyClusters(regions: number): Topology {
  const ids = Array.from({ length: 24 }, (_, index) => index);
  const region = (index: number): string => `region-${index % regions}`;
  const clusters = ids.map((index) => {
    const letter = String.fromCharCode('a'.charCodeAt(0) + Math.floor(index / regions));
    return [`c${index}`, { region: region(index), zone: `${region(index)}-${letter}` }] as const;
  });
  const appProfiles = ids.map((index) => [`at-c${index}`, { cluster: `c${index}` }] as const);
  const links = Array.from({ length: regions - 1 }, (_, index) => ({
    between: ['region-0', `region-${index + 1}`],
    delayMs: 10 * (index + 1),
  }));
  return parseTopology({
    project: PROJECT,
    instances: {
      [INSTANCE]: { clusters: Object.fromEntries(clusters), appProfiles: Object.fromEntries(appProfiles) },
    },
    links,
  });
}
