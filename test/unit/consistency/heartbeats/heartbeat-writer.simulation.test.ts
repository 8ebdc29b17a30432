import {
  decodeLatency,
  encodeLatency,
  heartbeatKey,
  SLOT_MS,
} from '../../../../src/consistency/heartbeats/heartbeat-row';
import { HeartbeatWorld, TABLE, type Regions, type WatermarkProcess } from '../../../support/heartbeat-world';

const SHARDS = [0, 7, 255];
const KEY = Buffer.from('07#x');
const TWO = { 'eu-a': 'eu', 'us-a': 'us' };

describe('Heartbeats', () => {
  let world: HeartbeatWorld;
  const open = async (clusters: Regions = TWO): Promise<void> =>
    void (world = await HeartbeatWorld.open({ clusters }));
  afterEach(() => world.close());

  const seen = ({ tracker }: WatermarkProcess, replica: string, origin: string): number =>
    tracker.latestHeartbeatMs(world.cluster(replica), world.cluster(origin), { table: TABLE, key: KEY });

  /** Returns the heartbeats that the cluster has, read by a process of its own. */
  async function rowsAt(id: string, keys?: readonly Buffer[]): Promise<Map<string, number[]>> {
    const client = world.routing('serving', 'eu').clients.of(world.cluster(id));
    const rows = new Map<string, number[]>();
    const read = async (): Promise<void> => {
      const request = keys === undefined ? { table: TABLE } : { table: TABLE, keys };
      for await (const row of client.readRows(request)) {
        rows.set(
          row.key.toString(),
          row.cells.map(({ timestampMicros }) => timestampMicros / 1_000),
        );
      }
    };
    await world.settled(read());
    return rows;
  }

  /** Returns the key of the row with the heartbeats of the time. */
  const rowNow = (): Buffer => heartbeatKey(7, world.clock.nowMs());

  it('go on in another row every six hours, so that none grows for ever', async () => {
    await open();
    await world.clock.advance(SLOT_MS - 5_000);
    world.process('eu', { shards: [7] }).start();
    await world.clock.advance(10_000);
    expect([...(await rowsAt('eu-a')).keys()]).toEqual(['07!2026010100', '07!2026010106']);
  });

  it('are written for all 256 shards of each table, in a row of these hours before the shard, by the code of the origin', async () => {
    await open();
    world.process('eu').start();
    await world.clock.advance(3_000);
    const rows = await rowsAt('eu-a');
    expect(rows.size).toBe(256);
    expect([...rows.keys()].slice(0, 2)).toEqual(['00!2026010100', '01!2026010100']);
    expect([...rows.keys()].at(-1)).toBe('ff!2026010100');
    const key = heartbeatKey(7, world.clock.nowMs());
    expect(key.compare(KEY)).toBe(-1);
    expect(Buffer.from('06#zz').compare(key)).toBe(-1);
  });

  it('come about once an interval from one process, near and three times as rarely far', async () => {
    await open();
    const process = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(60_000);
    const times = (await rowsAt('us-a', [rowNow()])).get(rowNow().toString())!;
    expect(times.length).toBeGreaterThan(70);
    expect(process.beats.sent).toBeGreaterThan(75);
    expect(process.beats.sent).toBeLessThan(90);
    expect(process.beats.failed).toBe(0);
  });

  it('come from one of several processes: the others keep still while one does', async () => {
    await open();
    const processes = [1, 2, 3, 4].map(() => world.process('eu', { shards: SHARDS }).start());
    await world.clock.advance(60_000);
    const sent = processes.reduce((sum, { beats }) => sum + beats.sent, 0);
    expect(sent).toBeGreaterThan(75);
    expect(sent).toBeLessThan(150);
    for (const { beats } of processes) expect(beats.suppressed).toBeGreaterThan(beats.sent);
  });

  it('are taken over when the process that sent them dies', async () => {
    await open();
    const first = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(5_000);
    const second = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(10_000);
    await world.settled(first.stop());
    const sentBefore = second.beats.sent;
    for (let step = 0; step < 20; step++) {
      await world.clock.advance(1_000);
      expect(world.clock.nowMs() - seen(second, 'eu-a', 'eu-a')).toBeLessThan(4_000);
    }
    expect(second.beats.sent - sentBefore).toBeGreaterThan(22);
    expect(second.alarms).toEqual([]);
  });

  it('are left to the processes of the region where there are some', async () => {
    await open();
    const eu = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(5_000);
    const us = world.process('us', { shards: SHARDS }).start();
    await world.clock.advance(5_000);
    const sentBefore = eu.beats.sent;
    await world.clock.advance(30_000);
    expect(eu.beats.sent - sentBefore).toBeLessThan(36);
    expect(us.beats.sent).toBeGreaterThan(25);
  });

  it('name a time before they were sent: what was acknowledged until then was committed before', async () => {
    await open();
    world.core.faults.changeClusters('eu-a', { slowMs: 400 });
    const process = world.process('eu', { shards: SHARDS }).start();
    const ages: number[] = [];
    let last = -Infinity;
    for (let step = 0; step < 300; step++) {
      await world.clock.advance(20);
      const [row] = everything('eu-a');
      if (row === undefined || row === last) continue;
      last = row;
      ages.push(world.clock.nowMs() - row);
    }
    expect(ages.length).toBeGreaterThan(3);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(400);
    expect(process.beats.failed).toBe(0);
  });

  /** Heartbeats of the cluster itself, newest first, without a request: looked up in its storage. */
  function everything(id: string): number[] {
    const { catalog } = world.core.dependencies;
    const instance = catalog.instance('projects/p/instances/demo');
    const [table] = [...instance.tables];
    const settled = table!.base.row(rowNow().toString());
    const row = table!.pendingRow(rowNow().toString())?.view(instance.clusters.get(id)!, settled) ?? settled;
    const cells = (row?.cells ?? []).filter(({ qualifier }) => qualifier === world.cluster(id).code);
    return cells.map(({ timestampMs }) => timestampMs);
  }

  it('forget a time that the clock has taken back, and publish it no further', async () => {
    await open();
    const process = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(5_000);
    world.core.faults.stop('us-a');
    process.skewMs = 60_000;
    await world.clock.advance(3_000);
    process.skewMs = 0;
    expect(everything('eu-a')[0]).toBeGreaterThan(world.clock.nowMs() + 50_000);
    world.core.faults.start('us-a');
    await world.clock.advance(5_000);
    expect(world.clock.nowMs() - everything('us-a')[0]!).toBeLessThan(3_600);
    expect(everything('us-a')[0]).toBeLessThanOrEqual(world.clock.nowMs());
  });

  it('are not sent by every process when one from ahead of time hides them all', async () => {
    await open();
    const wrong = world.process('eu', { shards: SHARDS, skewMs: 30_000 }).start();
    await world.clock.advance(4_000);
    await world.settled(wrong.stop());
    const processes = [1, 2, 3].map(() =>
      world.process('eu', { shards: SHARDS, skewQuietMs: 10_000 }).start(),
    );
    await world.clock.advance(20_000);
    expect(processes.map(({ beats }) => beats.sent)).toEqual([0, 0, 0]);
    await world.clock.advance(35_000);
    for (const process of processes) {
      expect(world.clock.nowMs() - seen(process, 'eu-a', 'eu-a')).toBeLessThan(2_600);
      expect(process.tracker.status().alarms).toEqual([]);
    }
  });

  it('fail where a cluster is down, there alone, and go on with the next tick when it is back', async () => {
    await open();
    const process = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(5_000);
    world.core.faults.stop('us-a');
    await world.clock.advance(20_000);
    expect(process.beats.failed).toBeGreaterThan(10);
    expect(world.clock.nowMs() - seen(process, 'eu-a', 'eu-a')).toBeLessThan(2_600);
    world.core.faults.start('us-a');
    await world.clock.advance(1_300);
    expect(world.clock.nowMs() - everything('us-a')[0]!).toBeLessThan(1_500);
    expect(process.logLines.filter(({ msg }) => msg === 'heartbeats could not be written')).toEqual([]);
  });

  it('fail when a single shard does, whatever becomes of the others', async () => {
    await open();
    const failing = world.process('eu', { shards: SHARDS, failingShard: 7 }).start();
    await world.clock.advance(10_000);
    expect(failing.beats.failed).toBeGreaterThan(5);
    expect(failing.beats.sent).toBe(0);
    expect((await rowsAt('eu-a')).size).toBe(2);
    expect(failing.logLines.map(({ msg }) => msg)).toContain('heartbeats could not be written');
  });

  it('that Bigtable rejects are reported once, and tried more and more rarely', async () => {
    await open();
    const { tables, catalog } = world.core.dependencies;
    await tables.drop(catalog.table(`projects/p/instances/demo/tables/${TABLE}`));
    const process = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(60_000);
    expect(process.beats.failed).toBeLessThan(30);
    expect(process.logLines.filter(({ msg }) => msg === 'heartbeats could not be written')).toHaveLength(2);
    expect(process.heartbeats.status().map(({ failuresInARow }) => failuresInARow > 3)).toEqual([true, true]);
  });

  it('stop promptly, and for good', async () => {
    await open();
    const process = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(5_000);
    const startMs = world.clock.monotonicMs();
    await world.settled(process.stop());
    expect(world.clock.monotonicMs() - startMs).toBeLessThan(500);
    await world.clock.advance(1_000);
    const { sent } = process.beats;
    await world.clock.advance(10_000);
    expect(process.beats.sent).toBe(sent);
  });
});

describe('the latency in a heartbeat', () => {
  it.each([[0], [0.25], [12.5], [4_000]])('comes back as it was: %d ms', (latencyMs) => {
    expect(decodeLatency(encodeLatency(latencyMs))).toBe(latencyMs);
  });

  it('is none where there is none, or where another version of this program wrote it', () => {
    expect(decodeLatency(encodeLatency(undefined))).toBeUndefined();
    expect(decodeLatency(Buffer.from([2, 0, 0, 0, 1]))).toBeUndefined();
    expect(decodeLatency(Buffer.from([1, 0, 0]))).toBeUndefined();
    expect(decodeLatency(encodeLatency(1e12))).toBeCloseTo(4_294_967.295);
  });
});
