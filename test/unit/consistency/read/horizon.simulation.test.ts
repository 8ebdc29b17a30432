import { setCell } from '../../../../src/bigtable/write/mutations';
import { EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import {
  watermarkColumnOf,
  originOf,
  WATERMARK_FAMILY,
  watermarkOf,
} from '../../../../src/core/consistency/row-watermark';
import { ALL_SHARDS, heartbeatRows } from '../../../../src/consistency/heartbeats/heartbeat-row';
import { Horizon } from '../../../../src/consistency/read/horizon';
import { KEY, ReaderWorld, TABLE, valueOf, type ReaderProcess } from '../reader-world';

const STRICT: Consistency = { level: 'strict' };
const LAG_MAX_MS = 20_000;

describe('The filter of watermarks', () => {
  const hourMs = 3_600_000;
  const horizon = new Horizon(24 * hourMs);
  const nowMs = 1_000 * 24 * hourMs;
  const fromMs = (atMs: number): number => {
    const { startTimestampMicros } = horizon.newestFilter(atMs).chain!.filters![1]!.timestampRangeFilter!;
    return Number(startTimestampMicros) / 1_000;
  };

  it('takes all that is not settled, and little more', () => {
    for (const agoMs of [0, 1, hourMs - 1]) {
      const replicatedBeforeMs = horizon.replicatedBeforeMs(nowMs + agoMs);
      expect(fromMs(nowMs + agoMs)).toBeLessThanOrEqual(replicatedBeforeMs);
      expect(replicatedBeforeMs - fromMs(nowMs + agoMs)).toBeLessThan(hourMs);
    }
  });

  it('goes as far back where an origin is asked for its own', () => {
    const [, since] = horizon.ownColumnsFilter('orig', nowMs).chain!.filters!;
    expect(Number(since!.timestampRangeFilter!.startTimestampMicros) / 1_000).toBe(fromMs(nowMs));
  });

  it('is the same for an hour, so that it is encoded once', () => {
    expect(horizon.newestFilter(nowMs + hourMs - 1)).toBe(horizon.newestFilter(nowMs));
    expect(horizon.newestFilter(nowMs + hourMs)).not.toBe(horizon.newestFilter(nowMs));
  });

  it('is the same of chains for as long, of each depth', () => {
    const first = horizon.chainFilter(nowMs, 2);
    expect(horizon.chainFilter(nowMs, 3)).not.toBe(first);
    expect(horizon.chainFilter(nowMs + hourMs - 1, 2)).toBe(first);
    expect(horizon.chainFilter(nowMs + hourMs, 2)).not.toBe(first);
  });

  it('has no end, for versions may run ahead of every clock', () => {
    // Bigtable reads 0 as no end.
    expect(horizon.newestFilter(nowMs).chain!.filters![1]!.timestampRangeFilter!.endTimestampMicros).toBe(0);
  });

  it('begins at no time before 1970, where clocks of tests are', () => {
    expect(new Horizon(LAG_MAX_MS).newestFilter(1_000)).toBeDefined();
  });
});

describe('A read', () => {
  let world: ReaderWorld;
  let eu: ReaderProcess;
  beforeEach(async () => {
    world = await ReaderWorld.open();
    await world.clock.advance(2 * LAG_MAX_MS);
    eu = world.process('eu', { replicationLagMaxMs: LAG_MAX_MS });
  });
  afterEach(() => world.close());

  /** Writes a watermark as another process left it so long ago. */
  async function leaveColumn(writer: string, agoMs: number): Promise<void> {
    const column = Buffer.from(watermarkColumnOf(world.cluster('eu-a').code, writer), 'latin1');
    const atMs = world.clock.nowMs() - agoMs;
    const mutations = [setCell(WATERMARK_FAMILY, column, atMs * 1_000, Buffer.alloc(0))];
    const client = eu.routing.clients.of(world.cluster('eu-a'));
    await world.settled(client.mutateRow(TABLE, { key: KEY, mutations }));
  }

  it('does not fetch the columns of processes that wrote long ago', async () => {
    await leaveColumn('young1', LAG_MAX_MS);
    await leaveColumn('older1', 2 * LAG_MAX_MS);
    const { evidence } = await world.settled(eu.read(EVENTUAL));
    const seen = evidence.token.writes.map(({ column }) => column.slice(4));
    expect(seen).toEqual(['young1']);
  });

  it('fetches of an origin all that is its own and nothing else, whatever bytes its code has', async () => {
    const codes = [
      'a\xff\xff\xff',
      'a\xff\xff\xfe',
      'b\0\0\0',
      '\xff\xff\xff\xff',
      '\xff\xff\xff\xfe',
      'abc\xff',
      'abd\0',
    ];
    const mutations = codes.map((code) => {
      const column = Buffer.from(watermarkColumnOf(code, '\xffriter'), 'latin1');
      return setCell(WATERMARK_FAMILY, column, world.clock.nowMs() * 1_000, Buffer.alloc(0));
    });
    const client = eu.routing.clients.of(world.cluster('eu-a'));
    await world.settled(client.mutateRow(TABLE, { key: KEY, mutations }));
    const horizon = new Horizon(LAG_MAX_MS);
    for (const code of codes) {
      const filter = horizon.ownColumnsFilter(code, world.clock.nowMs());
      const row = await world.settled(client.readRow({ table: TABLE, key: KEY, filter }));
      const origins = [...watermarkOf(row?.cells ?? []).keys()].map(originOf);
      expect([code, origins]).toEqual([code, [code]]);
    }
  });

  async function beatAt(id: string): Promise<void> {
    const origin = world.cluster(id);
    const beat = { origin: origin.code, atMs: world.clock.nowMs(), servingLatencyMs: undefined };
    const client = eu.routing.clients.of(origin);
    await world.settled(client.mutateRows(TABLE, heartbeatRows(ALL_SHARDS, beat)));
  }

  it('misses what is kept back for longer than replication is configured to take, and the alarm comes long before', async () => {
    const us = world.process('us');
    eu.tracker.start();
    await world.clock.advance(3_000);
    world.stopReplication('us-a', 'eu-a');
    await us.write('late');
    const writtenMs = world.clock.nowMs();
    let alarmedMs: number | undefined;
    let missedMs: number | undefined;
    while (missedMs === undefined && world.clock.nowMs() < writtenMs + 2 * LAG_MAX_MS) {
      for (const cluster of ['us-a', 'asia-a']) await beatAt(cluster);
      await world.clock.advance(1_000);
      const agoMs = world.clock.nowMs() - writtenMs;
      if (eu.tracker.status().alarms.some(({ kind }) => kind === 'lagging')) alarmedMs ??= agoMs;
      const answer = await world.settled(eu.read(STRICT));
      expect(answer.evidence.met).toBe(true);
      if (valueOf(answer) !== 'late') missedMs = agoMs;
    }
    await eu.tracker.stop();
    expect(missedMs).toBeGreaterThanOrEqual(LAG_MAX_MS - 1_000);
    expect(alarmedMs).toBeLessThan(LAG_MAX_MS / 2);
  });
});
