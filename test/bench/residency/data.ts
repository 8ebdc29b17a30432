/** Data that the workers of the benchmark store and read. */

const cluster = (id: string, profile: object = {}) => ({
  clusters: { [id]: { region: 'us-central1' } },
  appProfiles: { [id]: { cluster: id, transactions: true, ...profile } },
});

const PLAIN = { project: 'tidemark', clientRegion: 'us-central1', instances: { us: cluster('us-a') } };

/** The same table of users, without and with another placement beside it. */
export const TOPOLOGIES = {
  plain: PLAIN,
  placed: {
    ...PLAIN,
    instances: { ...PLAIN.instances, eu: cluster('eu-a'), directory: cluster('directory-a') },
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
