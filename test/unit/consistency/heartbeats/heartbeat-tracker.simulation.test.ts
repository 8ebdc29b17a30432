import { deleteFromRow } from '../../../../src/bigtable/write/mutations';
import { HeartbeatTracker } from '../../../../src/consistency/heartbeats/heartbeat-tracker';
import { heartbeatScopes } from '../../../../src/consistency/heartbeats/heartbeat-scope';
import { encodeLatency, heartbeatKey, SLOT_MS } from '../../../../src/consistency/heartbeats/heartbeat-row';
import { HeartbeatWorld, TABLE, type Regions, type WatermarkProcess } from '../../../support/heartbeat-world';

const SHARDS = [0, 7, 255];
const KEY = Buffer.from('07#x');
const ALL = ['eu-a', 'eu-b', 'us-a', 'asia-a'];

describe('Tracker', () => {
  let world: HeartbeatWorld;
  const open = async (clusters?: Regions): Promise<HeartbeatWorld> =>
    (world = await HeartbeatWorld.open(clusters === undefined ? {} : { clusters }));
  afterEach(() => world.close());

  const seen = ({ tracker }: WatermarkProcess, replica: string, origin: string, key = KEY): number =>
    tracker.latestHeartbeatMs(world.cluster(replica), world.cluster(origin), { table: TABLE, key });
  const age = (process: WatermarkProcess, replica: string, origin: string): number =>
    process.clock.nowMs() - seen(process, replica, origin);
  const changes = ({ alarms }: WatermarkProcess): string[] =>
    alarms
      .map(([{ kind, origin, replica = 'anywhere' }, change]) => `${kind} ${origin} at ${replica} ${change}`)
      .sort();

  it('knows the heartbeats of every origin at every replica, a few seconds old at most, without an alarm', async () => {
    await open();
    const process = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(10_000);
    for (let second = 0; second < 30; second++) {
      await world.clock.advance(1_000);
      for (const replica of ALL) {
        for (const origin of ALL) {
          const nearMs = origin.startsWith('eu') ? 2_600 : 5_100;
          const limitMs = replica.startsWith('eu') ? nearMs : nearMs + 2_500;
          expect([replica, origin, age(process, replica, origin) < limitMs]).toEqual([replica, origin, true]);
        }
      }
    }
    expect(changes(process)).toEqual([]);
    expect(seen(process, 'eu-a', 'eu-b', Buffer.from('08#x'))).toBe(-Infinity);
  });

  it('knows nothing of a key without a shard', async () => {
    await open();
    const process = world.process('eu').start();
    await world.clock.advance(4_000);
    expect(seen(process, 'eu-a', 'eu-a')).toBeGreaterThan(0);
    for (const key of ['', '0', 'zz#x', 'g0#', '0g#', '~~~']) {
      expect([key, seen(process, 'eu-a', 'eu-a', Buffer.from(key))]).toEqual([key, -Infinity]);
    }
  });

  it('learns from a heartbeat row that a read shows, and never goes back', async () => {
    await open();
    const process = world.process('eu');
    const observe = (atMs: number): void =>
      process.tracker.observe(world.cluster('asia-a'), TABLE, {
        key: heartbeatKey(7, atMs),
        cells: [
          {
            family: '_wm',
            qualifier: Buffer.from(world.cluster('us-a').code, 'latin1'),
            timestampMicros: atMs * 1_000,
            value: encodeLatency(7),
            labels: [],
          },
        ],
      });
    const nowMs = world.clock.nowMs();
    expect(seen(process, 'asia-a', 'us-a')).toBe(-Infinity);
    observe(nowMs - 10);
    expect(seen(process, 'asia-a', 'us-a')).toBe(nowMs - 10);
    observe(nowMs - 20);
    expect(seen(process, 'asia-a', 'us-a')).toBe(nowMs - 10);
    expect(seen(process, 'us-a', 'us-a')).toBe(-Infinity);
    expect(seen(process, 'asia-a', 'us-a', Buffer.from('08#x'))).toBe(-Infinity);
    expect(process.tracker.newestCommitted(world.cluster('us-a'), { table: TABLE, key: KEY })).toBe(
      nowMs - 10,
    );
  });

  it('takes nothing else for a heartbeat: rows of data, and cells of row watermarks', async () => {
    await open();
    const process = world.process('eu');
    const code = Buffer.from(world.cluster('us-a').code, 'latin1');
    const cell = { family: '_wm', timestampMicros: 1e6, value: Buffer.alloc(0), labels: [] };
    const observe = (key: string, family: string, qualifier: Buffer): void =>
      process.tracker.observe(world.cluster('us-a'), TABLE, {
        key: Buffer.from(key),
        cells: [{ ...cell, family, qualifier }],
      });
    observe('07#x', '_wm', code);
    observe('07!', '_wm', code);
    observe('07!20260101001', '_wm', code);
    observe('07!2026010100', '_wm', Buffer.concat([code, Buffer.alloc(6)]));
    observe('07!2026010100', 'f', code);
    expect(seen(process, 'us-a', 'us-a')).toBe(-Infinity);
    observe('07!2026010100', '_wm', code);
    expect(seen(process, 'us-a', 'us-a')).toBe(1_000);
  });

  describe('alarms', () => {
    it('begin once and end once where heartbeats stop, and what was seen stays', async () => {
      await open();
      const process = world.process('eu', { shards: SHARDS }).start();
      await world.clock.advance(10_000);
      await world.settled(process.heartbeats.stop());
      const before = seen(process, 'eu-a', 'eu-b');
      await world.clock.advance(1_000);
      expect(changes(process)).toEqual([]);
      await world.clock.advance(20_000);
      const begun = ALL.map((origin) => `stopped ${origin} at anywhere begun`).sort();
      expect(changes(process)).toEqual(begun);
      expect(process.logLines.map(({ level, kind }) => [level, kind])).toEqual(
        ALL.map(() => ['error', 'stopped']),
      );
      expect(process.tracker.status().alarms.map(({ kind }) => kind)).toEqual(ALL.map(() => 'stopped'));
      expect(seen(process, 'eu-a', 'eu-b')).toBeLessThan(before + 2_000);
      world.process('us', { shards: SHARDS }).start();
      await world.clock.advance(10_000);
      const ended = ALL.map((origin) => `stopped ${origin} at anywhere ended`);
      expect(changes(process)).toEqual([...begun, ...ended].sort());
      expect(process.tracker.status().alarms).toEqual([]);
      expect(age(process, 'eu-a', 'eu-b')).toBeLessThan(5_000);
    });

    it('do not begin before heartbeats had time to', async () => {
      await open();
      const process = world.process('eu', { shards: SHARDS });
      process.tracker.start();
      await world.clock.advance(4_900);
      expect(changes(process)).toEqual([]);
      await world.clock.advance(4_000);
      expect(changes(process)).toHaveLength(4);
    });

    it('report the replica that a cut link separates from an origin, and no other; they end once the link is healed', async () => {
      await open();
      const process = world.process('us', { shards: SHARDS }).start();
      await world.clock.advance(10_000);
      world.core.faults.partition('eu-a', 'asia-a');
      await world.clock.advance(15_000);
      const begun = ['lagging asia-a at eu-a begun', 'lagging eu-a at asia-a begun'];
      expect(changes(process)).toEqual(begun);
      expect(age(process, 'asia-a', 'eu-a')).toBeGreaterThan(12_000);
      expect(age(process, 'asia-a', 'eu-b')).toBeLessThan(8_000);
      const lag = (): number =>
        process.tracker.lags().find((each) => each.replica === 'asia-a' && each.origin === 'eu-a')!.lagMs!;
      expect(lag()).toBeGreaterThan(12_000);
      world.core.faults.heal();
      await world.clock.advance(8_000);
      expect(changes(process)).toEqual(
        [...begun, 'lagging asia-a at eu-a ended', 'lagging eu-a at asia-a ended'].sort(),
      );
      expect(lag()).toBeLessThan(8_000);
    });

    it('report a shard that is late though the others are not', async () => {
      await open();
      const process = world.process('eu', { shards: SHARDS });
      process.tracker.start();
      world.process('eu', { shards: [0, 7] }).heartbeats.start();
      await world.clock.advance(10_000);
      expect(changes(process)).toEqual(ALL.map((origin) => `stopped ${origin} at anywhere begun`).sort());
      expect(process.tracker.lags()[0]!.lagMs).toBeUndefined();
      expect(age(process, 'eu-a', 'eu-a')).toBeLessThan(8_000);
    });

    it('report a cluster that is down: no replica shows its new heartbeats, nor does it show those of others', async () => {
      await open();
      const process = world.process('eu', { shards: SHARDS }).start();
      await world.clock.advance(10_000);
      world.core.faults.stop('asia-a');
      await world.clock.advance(20_000);
      expect(changes(process)).toEqual(
        [
          'stopped asia-a at anywhere begun',
          ...['eu-a', 'eu-b', 'us-a'].map((origin) => `lagging ${origin} at asia-a begun`),
        ].sort(),
      );
      expect(age(process, 'eu-a', 'us-a')).toBeLessThan(5_100);
      world.core.faults.start('asia-a');
      await world.clock.advance(15_000);
      expect(process.tracker.status().alarms).toEqual([]);
    });
  });

  describe('a clock that is ahead by more than allowed', () => {
    it('takes the proof from the heartbeats that it may have written, until all has been well for a while', async () => {
      await open();
      const right = world.process('eu', { shards: SHARDS }).start();
      await world.clock.advance(5_000);
      expect(seen(right, 'eu-a', 'us-a')).toBeGreaterThan(0);
      const wrong = world.process('us', { shards: SHARDS, skewMs: 1_500 }).start();
      await world.clock.advance(10_000);
      expect(changes(right)).toContain('clock-skew us-a at anywhere begun');
      for (const replica of ALL) expect(seen(right, replica, 'us-a')).toBe(-Infinity);
      expect(
        right.logLines.filter(({ kind, origin }) => kind === 'clock-skew' && origin === 'us-a'),
      ).toHaveLength(1);
      wrong.skewMs = 0;
      await world.clock.advance(15_000);
      expect(seen(right, 'eu-a', 'us-a')).toBe(-Infinity);
      await world.clock.advance(20_000);
      expect(changes(right)).toContain('clock-skew us-a at anywhere ended');
      expect(age(right, 'eu-a', 'us-a')).toBeLessThan(5_100);
      expect(changes(right).filter((change) => change.startsWith('stopped'))).toEqual([]);
      expect(right.tracker.status().alarms).toEqual([]);
    });

    it('costs the proof for as long as it was ahead, unless its heartbeats are deleted and processes begin anew', async () => {
      await open();
      const wrong = world.process('us', { shards: SHARDS, skewMs: 3_600_000 }).start();
      await world.clock.advance(5_000);
      await world.settled(wrong.stop());
      const before = world.process('eu', { shards: SHARDS }).start();
      await world.clock.advance(60_000);
      for (const origin of ALL) expect(seen(before, 'eu-a', origin)).toBe(-Infinity);
      for (const id of ALL) {
        const client = before.routing.clients.of(world.cluster(id));
        const slots = [world.clock.nowMs(), world.clock.nowMs() + 3_600_000];
        const keys = SHARDS.flatMap((shard) => slots.map((atMs) => heartbeatKey(shard, atMs)));
        const rows = keys.map((key) => ({ key, mutations: [deleteFromRow()] }));
        await world.settled(client.mutateRows(TABLE, rows));
      }
      await world.settled(before.stop());
      await world.clock.advance(1_000);
      const after = world.process('eu', { shards: SHARDS }).start();
      await world.clock.advance(10_000);
      for (const origin of ALL) expect(age(after, 'eu-a', origin)).toBeLessThan(5_100);
      expect(changes(after)).toEqual([]);
    });

    it('is not found where it is within what is allowed', async () => {
      await open();
      const right = world.process('eu', { shards: SHARDS }).start();
      world.process('us', { shards: SHARDS, skewMs: 100 }).start();
      await world.clock.advance(60_000);
      expect(changes(right)).toEqual([]);
    });

    it('is also found by a process whose clock is behind', async () => {
      await open();
      world.process('us', { shards: SHARDS }).start();
      const behind = world.process('eu', { shards: SHARDS, skewMs: -2_000 }).start();
      await world.clock.advance(10_000);
      expect(changes(behind)).toContain('clock-skew us-a at anywhere begun');
    });
  });

  describe('at the edge of a slot', () => {
    it('goes on without a gap: what is shown of one slot counts in the next', async () => {
      await open();
      await world.clock.advance(SLOT_MS - 10_000);
      const process = world.process('eu', { shards: SHARDS }).start();
      for (let second = 0; second < 20; second++) {
        await world.clock.advance(1_000);
        if (second > 4) expect(age(process, 'eu-a', 'eu-b')).toBeLessThan(2_600);
      }
      expect(changes(process)).toEqual([]);
    });

    it('sees heartbeats of a sender whose clock is behind, and of one that is ahead', async () => {
      await open();
      world.process('us', { shards: SHARDS, skewMs: -90 }).heartbeats.start();
      world.process('asia', { shards: SHARDS, skewMs: 90 }).heartbeats.start();
      const process = world.process('eu', { shards: SHARDS });
      process.tracker.start();
      await world.clock.advance(5_000);
      for (const origin of ['us-a', 'asia-a']) expect(age(process, 'eu-a', origin)).toBeLessThan(5_100);
    });

    it('finds a clock that is ahead by days', async () => {
      await open();
      world.process('us', { shards: SHARDS, skewMs: 9 * SLOT_MS }).start();
      const right = world.process('eu', { shards: SHARDS }).start();
      await world.clock.advance(10_000);
      expect(changes(right)).toContain('clock-skew us-a at anywhere begun');
    });
  });

  describe('follows the topology', () => {
    const THREE = { 'eu-a': 'eu', 'us-a': 'us', 'asia-a': 'asia' };
    const TWO = { 'eu-a': 'eu', 'us-a': 'us' };

    it('to a cluster that is new, and away from one that is gone', async () => {
      await open(THREE);
      world.reload(TWO);
      const process = world.process('eu', { shards: SHARDS }).start();
      await world.clock.advance(10_000);
      expect(process.tracker.lags()).toHaveLength(4);
      world.reload(THREE);
      await world.clock.advance(10_000);
      expect(process.tracker.lags()).toHaveLength(9);
      expect(age(process, 'eu-a', 'asia-a')).toBeLessThan(5_100);
      expect(age(process, 'asia-a', 'eu-a')).toBeLessThan(8_000);
      const asia = world.cluster('asia-a');
      world.reload(TWO);
      const kept = seen(process, 'eu-a', 'us-a');
      await world.clock.advance(2_000);
      expect(process.tracker.latestHeartbeatMs(asia, world.cluster('eu-a'), { table: TABLE, key: KEY })).toBe(
        -Infinity,
      );
      expect(process.tracker.latestHeartbeatMs(world.cluster('eu-a'), asia, { table: TABLE, key: KEY })).toBe(
        -Infinity,
      );
      expect(seen(process, 'eu-a', 'us-a')).toBeGreaterThanOrEqual(kept);
      expect(process.tracker.status().tasks.map(({ name }) => name)).toEqual([
        'heartbeats shown by eu-a',
        'heartbeats shown by us-a, far',
      ]);
      await world.clock.advance(20_000);
      expect(changes(process)).toEqual([]);
    });

    it('ends the alarm of a cluster that is gone', async () => {
      await open(THREE);
      const process = world.process('eu', { shards: SHARDS }).start();
      await world.clock.advance(10_000);
      world.core.faults.stop('asia-a');
      await world.clock.advance(20_000);
      expect(process.tracker.status().alarms.length).toBeGreaterThan(0);
      world.reload(TWO);
      await world.clock.advance(2_000);
      expect(process.tracker.status().alarms).toEqual([]);
    });

    it('to another instance whose clusters have the same names', async () => {
      await open(TWO);
      const process = world.process('eu', { shards: SHARDS }).start();
      await world.clock.advance(5_000);
      world.reload(TWO, {}, 'other');
      await world.clock.advance(10_000);
      for (const [replica, origin] of [
        ['eu-a', 'us-a'],
        ['us-a', 'eu-a'],
      ] as const) {
        expect(age(process, replica, origin)).toBeLessThan(8_000);
      }
      expect(changes(process)).toEqual([]);
    });

    it('to origins that still drain, not to those that refuse writes', async () => {
      await open(THREE);
      world.reload(THREE, { 'us-a': 'draining', 'asia-a': 'refused' });
      const process = world.process('eu', { shards: SHARDS }).start();
      await world.clock.advance(10_000);
      expect(age(process, 'asia-a', 'us-a')).toBeLessThan(8_000);
      expect(seen(process, 'eu-a', 'asia-a')).toBe(-Infinity);
      expect(process.tracker.lags()).toHaveLength(6);
    });
  });

  it('has nothing to do where there is one serving cluster', async () => {
    await open({ 'eu-a': 'eu', 'batch-eu': 'eu' });
    const process = world.process('eu').start();
    await world.clock.advance(20_000);
    expect(process.beats).toEqual({ sent: 0, suppressed: 0, failed: 0 });
    expect(process.tracker.lags()).toEqual([]);
    expect(changes(process)).toEqual([]);
  });

  it('reports to batch work, at its own clusters, how long reads for people take in the worst region', async () => {
    await open({ 'eu-a': 'eu', 'us-a': 'us', 'batch-us': 'us' });
    const eu = world.process('eu', { shards: SHARDS, servingLatencyMs: () => 12.5 }).start();
    const us = world.process('us', { shards: SHARDS, servingLatencyMs: () => 7 }).start();
    const scopes = heartbeatScopes('batch', { topology: () => world.topology, tables: () => [TABLE] });
    const { clock, logger } = us;
    const tracker = new HeartbeatTracker({
      clients: world.routing('batch', 'us').clients,
      scopes,
      region: 'us',
      clock,
      logger,
      random: world.random,
      clockSkewMaxMs: 100,
      shards: SHARDS,
    });
    tracker.start();
    expect(tracker.servingLatencyMs()).toBeUndefined();
    await world.clock.advance(10_000);
    expect(tracker.servingLatencyMs()).toBe(12.5);
    expect(tracker.lags().map(({ replica }) => replica)).toEqual(['batch-us', 'batch-us']);
    await world.settled(eu.heartbeats.stop());
    await world.settled(us.heartbeats.stop());
    await world.clock.advance(7_000);
    expect(tracker.servingLatencyMs()).toBeUndefined();
    await world.settled(tracker.stop());
  });
});
