import { BigtableError } from '../../../src/bigtable/client/bigtable-error';
import type { AppProfileState } from '../../../src/bigtable/admin/instance-admin-client';
import type { OriginCode } from '../../../src/core/consistency/row-watermark';
import { DEFAULTS } from '../../../src/config/defaults';
import { GrpcStatus } from '../../../src/platform/network/grpc';
import { seededRandom } from '../../../src/platform/random';
import type { Cluster } from '../../../src/routing/topology/cluster';
import { withoutDistrusted } from '../../../src/routing/topology/distrusted-clusters';
import { originCode } from '../../../src/routing/topology/origin-code';
import { storeTopology } from '../../../src/routing/topology/store-topology';
import { ProfileCheck } from '../../../src/store/profile-check';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { memoryLogger } from '../../support/memory-logger';
import { VirtualClock } from '../../support/virtual-clock';

const TOPOLOGY = storeTopology(
  parseTopology({
    instances: {
      demo: {
        clusters: { a: { region: 'eu' }, b: { region: 'us' }, c: { region: 'asia', writes: 'refused' } },
        appProfiles: {
          'at-a': { cluster: 'a' },
          'at-b': { cluster: 'b' },
          'decide-b': { cluster: 'b', transactions: true },
          'at-c': { cluster: 'c' },
        },
      },
    },
  }),
);
const AS_DECLARED: readonly AppProfileState[] = [
  { id: 'at-a', clusterId: 'a' },
  { id: 'at-b', clusterId: 'b' },
  { id: 'decide-b', clusterId: 'b' },
  { id: 'at-c', clusterId: 'c' },
  { id: 'default', clusterId: undefined },
];
const B = originCode('demo', 'b');

let clock: VirtualClock;
let profiles: readonly AppProfileState[] | Error;
let distrusted: OriginCode[][];
let logged: ReturnType<typeof memoryLogger>;
let check: ProfileCheck;

beforeEach(() => {
  clock = new VirtualClock();
  profiles = AS_DECLARED;
  distrusted = [];
  logged = memoryLogger();
  check = new ProfileCheck({
    clock,
    random: seededRandom(1),
    logger: logged.logger,
    topology: () => TOPOLOGY,
    admin: () => ({
      listAppProfiles: () =>
        profiles instanceof Error ? Promise.reject(profiles) : Promise.resolve(profiles),
    }),
    onDistrusted: (codes) => void distrusted.push([...codes]),
  });
});
afterEach(() => check.stop());

describe('The check of app profiles', () => {
  const changed = (id: string, clusterId: string | undefined): readonly AppProfileState[] =>
    AS_DECLARED.map((profile) => (profile.id === id ? { id, clusterId } : profile));
  const matchOf = (id: string) => check.status().find(({ cluster }) => cluster.id === id)?.match;

  it('trusts profiles that route as declared', async () => {
    expect(matchOf('a')).toBe('unknown');
    await check.check();
    expect(check.status().map(({ match }) => match)).toEqual(['matches', 'matches', 'matches']);
    expect([distrusted, logged.lines()]).toEqual([[], []]);
  });

  it.each([
    ['to another cluster', 'at-b', 'a'],
    ['to several clusters', 'at-b', undefined],
    ['to another cluster, if only for transactions', 'decide-b', 'a'],
  ])(
    'distrusts a cluster whose profile routes %s, reports this once, and trusts it again later',
    async (_, id, to) => {
      profiles = changed(id, to);
      check.start();
      await clock.advance(0);
      expect([matchOf('a'), matchOf('b'), distrusted]).toEqual(['matches', 'differs', [[B]]]);
      await clock.advance(3 * DEFAULTS.profiles.intervalMs);
      expect(distrusted).toHaveLength(1);
      expect(logged.lines().filter(({ level }) => level === 'error')).toHaveLength(1);
      profiles = AS_DECLARED;
      await clock.advance(2 * DEFAULTS.profiles.intervalMs);
      expect([matchOf('b'), distrusted]).toEqual(['matches', [[B], []]]);
    },
  );

  it('accepts a transactions profile that routes to several clusters, since Bigtable rejects transactions through it', async () => {
    profiles = changed('decide-b', undefined);
    await check.check();
    expect([matchOf('b'), distrusted]).toEqual(['matches', []]);
  });

  it('reports a missing profile, whose calls fail by themselves', async () => {
    profiles = AS_DECLARED.filter(({ id }) => id !== 'at-b');
    await check.check();
    expect([matchOf('b'), distrusted]).toEqual(['missing', []]);
  });

  it.each([GrpcStatus.PERMISSION_DENIED, GrpcStatus.UNIMPLEMENTED])(
    'logs once that profiles cannot be listed (status %s)',
    async (status) => {
      profiles = new BigtableError(status, 'no');
      await check.check();
      await check.check();
      expect([matchOf('a'), distrusted]).toEqual(['unknown', []]);
      expect(logged.lines()).toHaveLength(1);
    },
  );

  it('keeps distrusting a profile while profiles cannot be listed', async () => {
    profiles = changed('at-b', 'a');
    await check.check();
    profiles = new BigtableError(GrpcStatus.UNAVAILABLE, 'away');
    await expect(check.check()).rejects.toThrow('away');
    profiles = new BigtableError(GrpcStatus.PERMISSION_DENIED, 'no');
    await check.check();
    expect([matchOf('b'), distrusted]).toEqual(['differs', [[B]]]);
  });
});

describe('Answers through app profiles', () => {
  const ofProfile = (appProfileId: string) => ({ ...serving('b'), appProfileId });

  beforeEach(() => {
    profiles = new BigtableError(GrpcStatus.PERMISSION_DENIED, 'no');
  });

  const matches = () => check.status().map(({ match }) => match);

  it('prove that a profile matches when the process may not list profiles', async () => {
    await check.check();
    check.onAnswer(serving('a'), 'a');
    expect([matches(), distrusted]).toEqual([['matches', 'unknown', 'unknown'], []]);
  });

  it.each(['at-b', 'decide-b'])(
    'make a cluster distrusted when another one gives them through %s',
    (profile) => {
      check.onAnswer(ofProfile(profile), 'a');
      check.onAnswer(ofProfile(profile), 'a');
      expect([matches(), distrusted]).toEqual([['unknown', 'differs', 'unknown'], [[B]]]);
      expect(logged.lines()).toMatchObject([
        { level: 'error', cluster: 'b', appProfile: profile, answeredBy: 'a' },
      ]);
      check.onAnswer(ofProfile(profile), 'b');
      expect([matches()[1], distrusted]).toEqual(['matches', [[B], []]]);
      expect(logged.lines()).toHaveLength(2);
    },
  );

  it('are tried again after an interval, while the last result is still reported', async () => {
    check.onAnswer(serving('b'), 'a');
    check.start();
    await clock.advance(2 * DEFAULTS.profiles.intervalMs);
    expect([matches()[1], distrusted]).toEqual(['differs', [[B], []]]);
    check.onAnswer(serving('b'), 'a');
    expect([matches()[1], distrusted.at(-1)]).toEqual(['differs', [B]]);
    check.onAnswer(serving('b'), 'b');
    expect([matches()[1], distrusted.at(-1)]).toEqual(['matches', []]);
  });

  it('are tried again while profiles cannot be listed, as during an outage of the admin API', async () => {
    profiles = new BigtableError(GrpcStatus.UNAVAILABLE, 'away');
    check.onAnswer(serving('b'), 'a');
    await expect(check.check()).rejects.toThrow('away');
    expect([matches()[1], distrusted]).toEqual(['differs', [[B], []]]);
  });

  it('do not outweigh a listing that differs', async () => {
    profiles = AS_DECLARED.map((profile) =>
      profile.id === 'at-b' ? { id: 'at-b', clusterId: 'a' } : profile,
    );
    await check.check();
    check.onAnswer(serving('b'), 'b');
    expect([matches()[1], distrusted]).toEqual(['differs', [[B]]]);
  });

  it('through profiles that the topology does not declare are ignored', () => {
    check.onAnswer(ofProfile('any-of-eu'), 'a');
    check.onAnswer({ ...serving('b'), instance: 'other' }, 'a');
    expect([matches(), distrusted]).toEqual([['unknown', 'unknown', 'unknown'], []]);
  });
});

const serving = (id: string): Cluster =>
  TOPOLOGY.instances[0]!.clusters.serving.find((cluster) => cluster.id === id)!;

describe('A topology with a distrusted cluster', () => {
  const serving = (codes: readonly OriginCode[]) =>
    withoutDistrusted(TOPOLOGY, new Set(codes)).instances[0]!.clusters.serving;

  it('has the cluster as an origin that cannot be read, and its profile as an indirect entry', () => {
    const [a, b, wherever] = serving([B]);
    expect(a).toBe(TOPOLOGY.instances[0]!.clusters.serving[0]);
    expect(b).toMatchObject({ id: 'b', code: B, writes: 'fenced', fencedAtMs: Infinity });
    expect(wherever).toMatchObject({ id: 'any:at-b', writes: 'refused', indirect: 'any' });
    expect(wherever!.code).not.toBe(B);
  });

  it('does not have a cluster without writes as an origin', () => {
    const c = serving([originCode('demo', 'c')]).find(({ id }) => id === 'c');
    expect(c).toMatchObject({ writes: 'fenced', fencedAtMs: -Infinity });
  });

  it('is the same object when no cluster is distrusted', () => {
    expect(withoutDistrusted(TOPOLOGY, new Set())).toBe(TOPOLOGY);
  });
});
