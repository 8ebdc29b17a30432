/** Data that the workers of the benchmark store and read. */

/** An instance with a cluster for serving and one for batch work, which moves need. */
const instance = (name: string) => ({
  clusters: {
    [`${name}-a`]: { region: 'us-central1' },
    [`${name}-batch`]: { region: 'us-central1', zone: 'us-central1-b', role: 'batch' },
  },
  appProfiles: {
    serving: { cluster: `${name}-a`, transactions: true },
    batch: { cluster: `${name}-batch`, transactions: true, priority: 'low' },
  },
});

const PLAIN = { project: 'tidemark', clientRegion: 'us-central1', instances: { us: instance('us') } };

/** The same table of users, without and with another placement beside it. */
export const TOPOLOGIES = {
  plain: PLAIN,
  placed: {
    ...PLAIN,
    instances: { ...PLAIN.instances, eu: instance('eu'), directory: instance('directory') },
    placements: { us: { instance: 'us' }, eu: { instance: 'eu' } },
    placementGroups: { users: { corpora: ['users'], default: 'us' } },
    directory: { instance: 'directory' },
  },
} as const;

export type Contestant = keyof typeof TOPOLOGIES;

/** Cells of each row: the events of a typical user. */
export const CELLS = 20;
export const FAMILY = 'profile';

export const userOf = (number: number): string => `user-${number}`;
