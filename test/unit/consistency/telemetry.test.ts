import { passAll } from '../../../src/bigtable/read/filters';
import { setCell } from '../../../src/bigtable/write/mutations';
import { CONSISTENCY_LEVELS, EVENTUAL, type Consistency } from '../../../src/core/consistency/consistency';
import { DEFAULTS } from '../../../src/config/defaults';
import { createMetrics, type Metrics } from '../../../src/platform/telemetry/metrics';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import { Admission } from '../../../src/routing/admission/admission';
import { createReader } from '../../../src/consistency/read/reader';
import { createWriter, type RowWriter } from '../../../src/consistency/write/row-writer';
import type { Reader } from '../../../src/consistency/store';
import {
  createStoreTelemetry,
  observeAdmissionWaits,
  observeStore,
  type StoreTelemetry,
} from '../../../src/consistency/telemetry';
import { HeartbeatWorld, TABLE, type WatermarkProcess } from '../../support/heartbeat-world';

const KEY = Buffer.from('07#x');

describe('the metrics of a store', () => {
  let world: HeartbeatWorld;
  let metrics: Metrics;
  let telemetry: StoreTelemetry;
  let process: WatermarkProcess;
  let reader: Reader;
  let writer: RowWriter;

  beforeEach(async () => {
    world = await HeartbeatWorld.open({ clusters: { 'eu-a': 'eu', 'us-a': 'us', 'asia-a': 'asia' } });
    metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
    telemetry = createStoreTelemetry(metrics, 'serving');
    process = world.process('eu', { shards: [0, 7], telemetry });
    const { router, clients, hedging } = process.routing;
    const { clock, random } = world;
    const common = { router, clients, clock, random };
    writer = createWriter({ ...common, observer: telemetry.writes });
    reader = createReader({
      ...common,
      hedging,
      shards: process.tracker,
      observer: telemetry.reads,
      tracing: NO_TRACING,
      auditor: { recordClaim: () => undefined },
      limits: { ...DEFAULTS.bigtable, ...DEFAULTS.reading },
      evidence: 'row',
      ...DEFAULTS.consistency,
      tokens: DEFAULTS.tokens,
      hasClusterTopology: true,
    });
    observeStore(metrics, { workload: 'serving', tracker: process.tracker, routing: process.routing });
  });
  afterEach(async () => {
    await world.close();
    await metrics.shutdown();
  });

  /** Returns the samples that Prometheus would collect, by name and labels, of the project's own metrics. */
  async function samples(): Promise<Record<string, number>> {
    const lines = (await metrics.prometheus()).split('\n').filter((line) => line.startsWith('tidemark_'));
    return Object.fromEntries(
      lines.map((line) => {
        const space = line.lastIndexOf(' ');
        return [line.slice(0, space), Number(line.slice(space + 1))];
      }),
    );
  }

  const phaseOf = (values: Readonly<Record<string, number>>, cluster: string, workload = 'serving') =>
    Object.entries(values)
      .filter(([, value]) => value === 1)
      .map(([name]) => name)
      .find((name) => name.startsWith(`tidemark_cluster_phase{workload="${workload}",replica="${cluster}"`))
      ?.match(/phase="([^"]*)"/)?.[1];
  const write = (): Promise<unknown> =>
    world.settled(
      writer.mutateRow(TABLE, {
        key: KEY,
        mutations: [setCell('f', Buffer.from('q'), 1_000, Buffer.from('v'))],
      }),
    );
  const read = (consistency: Consistency, timeoutMs = 1_000): Promise<unknown> =>
    world.settled(reader.readRow({ table: TABLE, key: KEY, filter: passAll() }, consistency, { timeoutMs }));

  it('count reads by level and tier, and their lookups', async () => {
    await write();
    await read(EVENTUAL);
    await read(EVENTUAL);
    await read({ level: 'strict' });
    const after = await samples();
    expect(after['tidemark_reads_total{workload="serving",level="eventual",tier="nearest",met="true"}']).toBe(
      2,
    );
    expect(after['tidemark_read_duration_seconds_count{workload="serving",level="eventual"}']).toBe(2);
    const strict = Object.entries(after).filter(
      ([name]) => name.startsWith('tidemark_reads_total') && name.includes('level="strict"'),
    );
    expect(strict.map(([, count]) => count)).toEqual([1]);
    const lookups = Object.entries(after).filter(([name]) => name.startsWith('tidemark_read_lookups_total'));
    expect(after['tidemark_read_lookups_total{workload="serving",kind="nearest",outcome="answered"}']).toBe(
      3,
    );
    expect(lookups.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(4);
  });

  it('count reads that could not be proven', async () => {
    world.core.faults.stop('asia-a');
    await expect(read({ level: 'strict' }, 500)).rejects.toThrow('The origins asia-a are unavailable');
    const after = await samples();
    expect(after['tidemark_reads_unmet_total{workload="serving",level="strict"}']).toBe(1);
    expect(
      after['tidemark_read_lookups_total{workload="serving",kind="watermark",outcome="failed"}'],
    ).toBeGreaterThan(0);
  });

  it('count hedges, won and lost', async () => {
    telemetry.reads.onHedge(true);
    telemetry.reads.onHedge(false);
    telemetry.reads.onHedge(false);
    const after = await samples();
    expect(after['tidemark_read_hedges_total{workload="serving",outcome="won"}']).toBe(1);
    expect(after['tidemark_read_hedges_total{workload="serving",outcome="lost"}']).toBe(2);
  });

  it('count writes by origin, and those that another cluster had failed', async () => {
    await write();
    await write();
    world.core.faults.stop('eu-a');
    await write();
    const after = await samples();
    expect(after['tidemark_writes_total{workload="serving",origin="eu-a"}']).toBe(2);
    expect(after['tidemark_write_mutations_total{workload="serving",origin="eu-a"}']).toBe(2);
    expect(after['tidemark_writes_total{workload="serving",origin="us-a"}']).toBe(1);
    expect(after['tidemark_write_failovers_total{workload="serving",origin="us-a"}']).toBe(1);
  });

  it('report heartbeats, their lag and their alarms', async () => {
    process.start();
    await world.clock.advance(10_000);
    const lag = 'tidemark_heartbeat_lag_seconds{workload="serving",origin="eu-a",replica="asia-a"}';
    expect((await samples())[lag]).toBeLessThan(8);
    world.core.faults.partition('eu-a', 'asia-a');
    world.core.faults.stop('us-a');
    await world.clock.advance(20_000);
    const after = await samples();
    expect(after[lag]).toBeGreaterThan(15);
    expect(
      after['tidemark_heartbeats_total{workload="serving",origin="eu-a",outcome="sent"}'],
    ).toBeGreaterThan(20);
    expect(
      after['tidemark_heartbeats_total{workload="serving",origin="us-a",outcome="failed"}'],
    ).toBeGreaterThan(5);
    expect(
      after['tidemark_heartbeats_total{workload="serving",origin="us-a",outcome="suppressed"}'],
    ).toBeGreaterThan(3);
    expect(after['tidemark_heartbeat_alarms_total{workload="serving",kind="stopped",origin="us-a"}']).toBe(1);
    const active = (kind: string, origin: string, replica: string): number | undefined =>
      after[
        `tidemark_heartbeat_alarms_active{workload="serving",kind="${kind}",origin="${origin}",replica="${replica}"}`
      ];
    expect([active('lagging', 'eu-a', 'asia-a'), active('stopped', 'us-a', '')]).toEqual([1, 1]);
    expect(active('stopped', 'eu-a', '')).toBeUndefined();
    world.core.faults.heal();
    world.core.faults.start('us-a');
    await world.clock.advance(20_000);
    const healed = Object.entries(await samples()).filter(([name]) =>
      name.startsWith('tidemark_heartbeat_alarms_active'),
    );
    expect(healed.length).toBeGreaterThan(1);
    expect(healed.filter(([, value]) => value !== 0)).toEqual([]);
    expect(
      (await samples())['tidemark_heartbeat_alarms_total{workload="serving",kind="stopped",origin="us-a"}'],
    ).toBe(1);
  });

  it('stop reporting a cluster that has been removed', async () => {
    process.start();
    await world.clock.advance(10_000);
    await samples();
    world.reload({ 'eu-a': 'eu', 'us-a': 'us' });
    await world.clock.advance(2_000);
    const after = await samples();
    expect(
      after['tidemark_heartbeat_lag_seconds{workload="serving",origin="eu-a",replica="asia-a"}'],
    ).toBeNaN();
    expect(
      after['tidemark_heartbeat_lag_seconds{workload="serving",origin="eu-a",replica="us-a"}'],
    ).toBeLessThan(8);
  });

  it('report the health of clusters', async () => {
    world.core.faults.stop('us-a');
    const client = process.routing.clients.of(world.cluster('us-a'));
    for (let call = 0; call < 10; call++) {
      await world.settled(client.readRow({ table: TABLE, key: KEY })).catch(() => undefined);
    }
    const after = await samples();
    expect(phaseOf(after, 'us-a')).toBe('ejected');
    expect(phaseOf(after, 'eu-a')).toBe('healthy');
    expect(after['tidemark_cluster_ejections{workload="serving",replica="us-a"}']).toBe(1);
    expect(after['tidemark_cluster_ejections{workload="serving",replica="eu-a"}']).toBe(0);
  });

  it('report clocks that are too far apart', async () => {
    process.start();
    world.process('us', { shards: [0, 7], skewMs: 2_000 }).start();
    await world.clock.advance(10_000);
    const name = 'tidemark_heartbeat_alarms_total{workload="serving",kind="clock-skew",origin="us-a"}';
    expect((await samples())[name]).toBe(1);
  });

  it('count audits', async () => {
    const violated = 'tidemark_audits_total{workload="serving",proof="shard",outcome="violated"}';
    expect((await samples())[violated]).toBe(0);
    telemetry.audits.onAudit('violated', 'shard');
    expect((await samples())[violated]).toBe(1);
  });

  it('begin counters that alerts are about at 0, since an increase is seen only where something was before', async () => {
    const zeros = Object.entries(await samples()).filter(([, value]) => value === 0);
    expect(zeros.map(([name]) => name)).toEqual(
      expect.arrayContaining(
        CONSISTENCY_LEVELS.map((level) => `tidemark_reads_unmet_total{workload="serving",level="${level}"}`),
      ),
    );
  });

  it('report batch work beside serving in one process', async () => {
    const batch = createStoreTelemetry(metrics, 'batch');
    const admission = new Admission({ clock: world.clock, servingLatencyMs: () => undefined });
    const { tracker, routing } = process;
    observeStore(metrics, { workload: 'batch', tracker, routing, admission });
    batch.writes.onAcknowledged('us-a', 3, 5);
    await write();
    await admission.acquire({});
    const after = await samples();
    expect(after['tidemark_writes_total{workload="batch",origin="us-a"}']).toBe(5);
    expect(after['tidemark_writes_total{workload="serving",origin="eu-a"}']).toBe(1);
    expect(after['tidemark_batch_calls_in_flight']).toBe(1);
    expect(after['tidemark_batch_calls_limit']).toBe(DEFAULTS.admission.callsInFlightMax);
    expect(after['tidemark_batch_calls_queued']).toBe(0);
    const waited = (reason: string): string => `tidemark_batch_wait_seconds_total{reason="${reason}"}`;
    const onWaited = observeAdmissionWaits(metrics);
    onWaited('serving_latency', 1_500);
    onWaited('serving_latency', 500);
    const waits = await samples();
    expect(['serving_latency', 'calls', 'rows'].map((reason) => waits[waited(reason)])).toEqual([2, 0, 0]);
    expect(phaseOf(after, 'eu-a', 'batch')).toBe('healthy');
    expect(phaseOf(after, 'eu-a', 'serving')).toBe('healthy');
  });
});
