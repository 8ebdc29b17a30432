import { getEventListeners } from 'node:events';
import { familyIs } from '../../../../src/bigtable/read/filters';
import { setCell } from '../../../../src/bigtable/write/mutations';
import { EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import { watermarkColumnOf, encodePredecessor } from '../../../../src/core/consistency/row-watermark';
import { rowId, tokenOfWrite } from '../../../../src/core/tokens/write-token';
import { DEFAULTS } from '../../../../src/config/defaults';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { seededRandom } from '../../../../src/platform/random';
import { NO_TRACING } from '../../../../src/platform/telemetry/tracing';
import type { Workload } from '../../../../src/routing/topology/cluster';
import { originCode } from '../../../../src/routing/topology/origin-code';
import { createRouting } from '../../../../src/routing/routing';
import {
  singleClusterTopology,
  storeTopology,
  type StoreTopology,
} from '../../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../../src/routing/topology/topology-file';
import { createReader } from '../../../../src/consistency/read/reader';
import { SLOT_MS } from '../../../../src/consistency/heartbeats/heartbeat-row';
import type { ShardWatermarks } from '../../../../src/consistency/heartbeats/shard-watermarks';
import type { Reader, RowAnswer } from '../../../../src/consistency/store';
import { createLocalTransport } from '../../../support/local-bigtable/local-transport';
import { documentOf, KEY, ReaderWorld, TABLE, valueOf, writesOnlyAt } from '../reader-world';

const STRICT: Consistency = { level: 'strict' };
const BOUNDED: Consistency = { level: 'bounded', maxStalenessMs: 5_000 };

let world: ReaderWorld;
beforeEach(async () => (world = await ReaderWorld.open()));
afterEach(() => world.close());

describe('A read leaves nothing with its caller', () => {
  it('when it reads several rows at an invalid consistency', async () => {
    const { signal } = new AbortController();
    const read = { table: TABLE, keys: [KEY], filter: familyIs('f') };
    const senseless: Consistency = { level: 'bounded', maxStalenessMs: -1 };
    await expect(world.process('eu').reader.readRows(read, senseless, { signal })).rejects.toThrow();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it.each([
    ['when the nearest answers', undefined],
    ['when it fails, and another one answers', { kind: 'request-lost', afterMs: 5 }],
    ['when it is silent, and another one answers', { kind: 'request-lost' }],
  ] as const)('%s', async (_when, fault) => {
    const world = await ReaderWorld.open();
    const eu = world.process('eu');
    world.faultOf = ({ cluster }) => (cluster === 'eu-a' ? fault : undefined);
    const { signal } = new AbortController();
    const { evidence } = await world.settled(eu.read(EVENTUAL, { signal }));
    expect(evidence.clusters).toEqual([fault === undefined ? 'eu-a' : 'us-a']);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await world.close();
  });

  it('and nothing in flight when the caller aborts: the lookup is reported as cancelled once', async () => {
    const world = await ReaderWorld.open();
    const eu = world.process('eu');
    world.faultOf = () => ({ kind: 'request-lost' });
    const caller = new AbortController();
    const error = world.errorOf(eu.read(EVENTUAL, { signal: caller.signal }));
    await world.clock.advance(1);
    caller.abort(new Error('gone'));
    expect((await error).code).toBe('client_closed_request');
    expect(eu.ends).toEqual(['nearest eu-a cancelled']);
    expect(eu.ended.map(({ status }) => status)).toEqual([GrpcStatus.CANCELLED]);
    await world.close();
  });
});

describe('A heartbeat', () => {
  /** A row that eu-a lacks, so that a proof by heartbeat would be wrong; and no other replica to turn to. */
  async function unmetWith(
    shards: ShardWatermarks,
    beats = ['us-a', 'asia-a'],
    level = BOUNDED,
  ): Promise<boolean> {
    const eu = world.process('eu', { evidence: 'row+shard', shards });
    const us = world.process('us');
    for (const id of beats) await us.beat(id);
    await world.clock.advance(500);
    world.faultOf = ({ cluster }) => (cluster === 'eu-a' ? undefined : { kind: 'request-lost' });
    const { evidence } = await world.settled(eu.read({ ...level, onUnmet: 'stale' }, { timeoutMs: 400 }));
    return !evidence.met;
  }

  it('proves what it is trusted for, unlike in the other cases here', async () => {
    const beats = new Map<string, number>();
    const shards: ShardWatermarks = {
      latestHeartbeatMs: (_, origin) => beats.get(origin.code) ?? -Infinity,
      observe: (_replica, _table, { cells }) => {
        for (const { qualifier, timestampMicros } of cells)
          beats.set(qualifier.toString('latin1'), timestampMicros / 1_000);
      },
    };
    expect(await unmetWith(shards)).toBe(false);
  });

  it('of a moment ago proves what it does also where it is of the slot before, and others are not', async () => {
    const eu = world.process('eu', { evidence: 'row+shard' });
    // Slots begin when this world does, so by a clock that is behind it is yesterday.
    const behind = world.process('us', { skewMs: -90 });
    await behind.beat('us-a');
    await world.process('asia').beat('asia-a');
    await world.clock.advance(500);
    world.faultOf = ({ cluster }) => (cluster === 'eu-a' ? undefined : { kind: 'request-lost' });
    const { evidence } = await world.settled(eu.read(BOUNDED, { timeoutMs: 400 }));
    expect(evidence).toMatchObject({ met: true, clusters: ['eu-a'] });
  });

  it.each([
    ['proves the answer', [0], true],
    [
      'proves nothing beside one from ahead of time that comes after it in the same answer',
      [0, SLOT_MS],
      false,
    ],
  ])('of a moment ago %s', async (_what, skews, isMet) => {
    const eu = world.process('eu', { evidence: 'row+shard' });
    for (const skewMs of skews) {
      const sender = world.process('us', { skewMs });
      for (const id of ['us-a', 'asia-a']) await sender.beat(id);
    }
    await world.clock.advance(500);
    world.faultOf = ({ cluster }) => (cluster === 'eu-a' ? undefined : { kind: 'request-lost' });
    const answer = eu.read({ ...BOUNDED, onUnmet: 'stale' }, { timeoutMs: 400 });
    expect((await world.settled(answer)).evidence.met).toBe(isMet);
  });

  it('that is not trusted proves nothing, though the answer shows it', async () => {
    expect(await unmetWith({ latestHeartbeatMs: () => -Infinity, observe: () => undefined })).toBe(true);
  });

  it.each([BOUNDED, STRICT])(
    'that others were shown after the row was asked for proves nothing, %j',
    async (level) => {
      let sentMs: number | undefined;
      const seen = (): number => {
        sentMs ??= world.clock.monotonicMs();
        return world.clock.monotonicMs() > sentMs ? Infinity : -Infinity;
      };
      world.faults.changeClusters('eu-a', { slowMs: 300 });
      expect(await unmetWith({ latestHeartbeatMs: seen, observe: () => undefined }, [], level)).toBe(true);
    },
  );

  it('that another answer shows between the heartbeats and the row of an answer proves no more than those', async () => {
    let isObserved = false;
    const shards: ShardWatermarks = {
      latestHeartbeatMs: () => (isObserved ? Infinity : -Infinity),
      observe: () => void (isObserved = true),
    };
    const eu = world.process('eu', { evidence: 'row+shard', shards });
    await world.process('us').beat('us-a');
    await world.clock.advance(6_000);
    world.faultOf = ({ cluster }) => (cluster === 'eu-a' ? undefined : { kind: 'request-lost' });
    const first = eu.read({ ...BOUNDED, onUnmet: 'stale' }, { timeoutMs: 20 });
    expect((await world.settled(first)).evidence.met).toBe(false);
  });

  it('is claimed without the versions that the origin reported, which may not have been acknowledged', async () => {
    const sinceMs = world.clock.monotonicMs();
    const seen = (): number => (world.clock.monotonicMs() > sinceMs + 100 ? world.clock.nowMs() : -Infinity);
    const eu = world.process('eu', {
      evidence: 'row+shard',
      shards: { latestHeartbeatMs: seen, observe: () => undefined },
    });
    for (const id of ['eu-a', 'asia-a']) world.stopReplication('us-a', id);
    await world.process('us').write('v');
    let asked = 0;
    world.faultOf = ({ cluster }) =>
      cluster === 'us-a' && ++asked > 1 ? { kind: 'request-lost' } : undefined;
    await world.settled(eu.read(BOUNDED));
    const [claim] = eu.claims.filter(({ origin }) => origin.id === 'us-a');
    expect(claim).toMatchObject({ table: TABLE, key: KEY });
    expect(claim?.versions).toBeUndefined();
  });
});

describe('A reader', () => {
  it('rejects an invalid consistency before it queries any cluster', async () => {
    const eu = world.process('eu');
    const senseless: Consistency = { level: 'at-least-as-fresh' };
    for (const read of [
      eu.read(senseless),
      eu.reader.readRows({ table: TABLE, keys: [KEY], filter: {} }, senseless),
    ]) {
      expect(await world.errorOf(read)).toMatchObject({
        code: 'invalid_argument',
        field: 'consistency.token',
      });
    }
    expect(eu.calls).toEqual([]);
  });

  it('gives a stale answer of any replica where the only origin fails and is the nearest', async () => {
    await world.close();
    world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    const us = world.process('us');
    await us.write('v');
    await world.clock.advance(500);
    world.faults.stop('us-a');
    const answer = await world.settled(us.read({ ...STRICT, onUnmet: 'stale' }, { timeoutMs: 1_000 }));
    expect(valueOf(answer)).toBe('v');
    expect(answer.evidence).toMatchObject({ met: false, clusters: ['eu-a'], tier: 'failover' });
  });

  const readerOfMovedRow = (): Reader => {
    const document = documentOf({ 'eu-a': { region: 'eu' } }) as { instances: object };
    const other = { clusters: { 'x-a': { region: 'eu' } }, appProfiles: { 'at-x-a': { cluster: 'x-a' } } };
    const both = {
      ...document,
      instances: { ...document.instances, other },
      corpora: { elsewhere: 'other' },
    };
    return readerOf('serving', storeTopology(parseTopology(both)));
  };

  it('ignores what a token sums up of another instance', async () => {
    const reader = readerOfMovedRow();
    const times = [{ origin: originCode('other', 'x-a'), ackedMs: world.clock.nowMs() }];
    const { evidence } = await world.settled(
      reader.readRow(
        { table: TABLE, key: KEY, filter: familyIs('f') },
        { ...EVENTUAL, token: { writes: [], times } },
      ),
    );
    expect(evidence).toMatchObject({ met: true, lookups: 1, clusters: ['eu-a'] });
  });

  it('requires a write of this row that another instance acknowledged before the row moved', async () => {
    const reader = readerOfMovedRow();
    const column = watermarkColumnOf(originCode('other', 'x-a'), 'writer');
    const now = world.clock.nowMs();
    const token = tokenOfWrite({ row: rowId(TABLE, KEY), column, versionMs: now, ackedMs: now });
    const read = (): Promise<RowAnswer> =>
      reader.readRow(
        { table: TABLE, key: KEY, filter: familyIs('f') },
        { ...EVENTUAL, token },
        { timeoutMs: 500 },
      );
    expect(await world.errorOf(read())).toMatchObject({ code: 'consistency_unmet' });
    const moved = setCell('_wm', Buffer.from(column, 'latin1'), now * 1_000, encodePredecessor(0));
    const client = world.process('eu').routing.clients.of(world.cluster('eu-a'));
    await world.settled(client.mutateRow(TABLE, { key: KEY, mutations: [moved] }));
    expect((await world.settled(read())).evidence).toMatchObject({ met: true, clusters: ['eu-a'] });
  });

  it('promises nothing of Data Boost', async () => {
    const document = documentOf({ 'eu-a': { region: 'eu' } }) as {
      instances: { demo: { appProfiles: object } };
    };
    Object.assign(document.instances.demo.appProfiles, { 'at-us-a': { cluster: 'eu-a', dataBoost: true } });
    const reader = readerOf('batch', storeTopology(parseTopology(document)));
    for (const consistency of [STRICT, BOUNDED]) {
      const read = reader.readRow({ table: TABLE, key: KEY, filter: familyIs('f') }, consistency);
      expect((await world.errorOf(read)).code).toBe('consistency_unsupported');
    }
    const { evidence } = await world.settled(
      reader.readRow({ table: TABLE, key: KEY, filter: familyIs('f') }, EVENTUAL),
    );
    expect(evidence).toMatchObject({ clusters: ['eu-a:at-us-a'], stalenessMs: undefined });
  });

  it('proves nothing without a cluster topology', async () => {
    const topology = singleClusterTopology({ project: 'p', instance: 'demo', appProfileId: 'at-eu-a' });
    const reader = readerOf('serving', topology);
    const read = (consistency: Consistency) =>
      reader.readRow({ table: TABLE, key: KEY, filter: familyIs('f') }, consistency, { timeoutMs: 500 });
    const { token } = await world.process('eu').write('v');
    const answer = await world.settled(read(EVENTUAL));
    expect(answer.evidence).toMatchObject({ met: true, lookups: 1, stalenessMs: undefined });
    for (const consistency of [STRICT, BOUNDED, { level: 'at-least-as-fresh', token } as const]) {
      expect((await world.errorOf(read(consistency))).code).toBe('consistency_unsupported');
    }
  });

  function readerOf<W extends Workload>(workload: W, topology: StoreTopology): Reader {
    const { clock } = world;
    const random = seededRandom(5);
    const transport = () => createLocalTransport({ handlers: world.core.handlers, clock });
    const { router, clients, hedging } = createRouting({
      workload,
      clock,
      random,
      topology,
      transport,
      region: 'eu',
    });
    return createReader({
      router,
      clients,
      hedging,
      clock,
      random,
      evidence: 'row',
      tracing: NO_TRACING,
      limits: DEFAULTS.reading,
      ...DEFAULTS.consistency,
      tokens: DEFAULTS.tokens,
      shards: { latestHeartbeatMs: () => -Infinity, observe: () => undefined },
      auditor: { recordClaim: () => undefined },
      hasClusterTopology: topology.hasClusterTopology,
    });
  }
});
