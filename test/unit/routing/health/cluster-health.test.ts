import { DEFAULTS } from '../../../../src/config/defaults';
import { ClusterHealth } from '../../../../src/routing/health/cluster-health';
import type { Cluster } from '../../../../src/routing/topology/cluster';
import { FleetHealth } from '../../../../src/routing/health/fleet-health';

const LIMITS = {
  ...DEFAULTS.routing,
  failuresInARowMax: 3,
  failureShareMax: 0.5,
  failureCallsMin: 10,
  failureWindowMs: 1_000,
  ejectionMs: 100,
  ejectionMaxMs: 250,
  ejectionDecayMs: 500,
  probeTimeoutMs: 50,
  originProbeMs: 20,
  slowStartMs: 100,
  slowStartShareMin: 0.1,
  latencySamplesMin: 10,
  ejectedShareMax: 0.5,
  latencyOutlierFactor: 3,
  latencyOutlierMinMs: 20,
  latencyComparisonMs: 1_000,
};

const always = (): boolean => true;
const healthy = (mayEject = always): ClusterHealth => new ClusterHealth(LIMITS, mayEject);

function failing(times: number, atMs: number, health = healthy()): ClusterHealth {
  for (let i = 0; i < times; i++) health.failed(atMs, atMs);
  return health;
}

/** Ejected at 0 until 100. */
const ejected = (): ClusterHealth => failing(3, 0);

describe('A healthy cluster', () => {
  it('is ejected after the configured number of consecutive failures, and not before', () => {
    expect(failing(2, 0).phase(0).kind).toBe('healthy');
    expect(failing(3, 0).phase(0).kind).toBe('ejected');
  });

  it('starts counting failures again after a success', () => {
    const health = failing(2, 0);
    health.succeeded(0, 0);
    expect(failing(2, 0, health).phase(0).kind).toBe('healthy');
  });

  function mixed(calls: number, failsEvery: number, stepMs: number): ClusterHealth {
    const health = healthy();
    for (let i = 1; i <= calls; i++) {
      if (i % failsEvery === 0) health.failed(i * stepMs, i * stepMs);
      else health.succeeded(i * stepMs, i * stepMs);
    }
    return health;
  }

  it('is ejected when too large a share of its calls fails, if there were enough calls', () => {
    expect(mixed(8, 2, 1).phase(10).kind).toBe('healthy');
    expect(mixed(10, 2, 1).phase(10).kind).toBe('ejected');
    expect(mixed(100, 3, 1).phase(100).kind).toBe('healthy');
  });

  it('is evaluated by the calls of one window, not by all earlier ones', () => {
    expect(mixed(100, 2, 200).phase(20_000).kind).toBe('healthy');
  });

  it('is not ejected when the fleet allows no further ejection', () => {
    expect(
      failing(
        9,
        0,
        healthy(() => false),
      ).phase(0).kind,
    ).toBe('healthy');
  });
});

describe('An ejected cluster', () => {
  it('goes behind the others until its ejection ends, whatever calls report', () => {
    const health = ejected();
    health.succeeded(50, 60);
    expect(health.admits(0, true, 99)).toBe(false);
    expect(health.phase(100).kind).toBe('half-open');
  });

  it('is ejected for longer each time, up to the maximum', () => {
    const health = healthy();
    const lasting: number[] = [];
    for (let nowMs = 0; lasting.length < 4; nowMs += 10) {
      const phase = health.phase(nowMs);
      if (phase.kind === 'ejected') continue;
      failing(3, nowMs, health);
      const next = health.phase(nowMs);
      if (next.kind === 'ejected') lasting.push(next.untilMs - nowMs);
    }
    expect(lasting).toEqual([100, 200, 250, 250]);
  });

  it('has its ejection count reduced step by step while it is healthy', () => {
    const health = ejected();
    failing(1, 100, health);
    expect(health.phase(100)).toMatchObject({ kind: 'ejected', ejections: 2 });
    health.succeeded(300, 300);
    expect(health.phase(400)).toMatchObject({ kind: 'healthy', ejections: 2 });
    failing(3, 901, health);
    expect(health.phase(901)).toMatchObject({ kind: 'ejected', ejections: 2 });
  });
});

describe('A half-open cluster', () => {
  it('gets one call at a time, and only for rows that use it first', () => {
    const health = ejected();
    expect(health.admits(0, false, 100)).toBe(false);
    expect(health.admits(0, true, 100)).toBe(true);
    health.startProbeIfDue(100);
    expect(health.admits(0, true, 149)).toBe(false);
  });

  it('keeps its position until a call is sent, however often the order is requested', () => {
    const health = ejected();
    expect([100, 101, 102].map((nowMs) => health.admits(0, true, nowMs))).toEqual([true, true, true]);
  });

  it('is not delayed further by a call that is sent beside its probe', () => {
    const health = ejected();
    health.startProbeIfDue(100);
    health.startProbeIfDue(149);
    expect(health.admits(0, true, 150)).toBe(true);
  });

  it('gets another probe when the first one times out', () => {
    const health = ejected();
    health.startProbeIfDue(100);
    expect(health.admits(0, true, 150)).toBe(true);
  });

  it('enters slow start after a success and is ejected again after a failure', () => {
    const back = ejected();
    back.succeeded(100, 110);
    expect(back.phase(110)).toMatchObject({ kind: 'slow-start', sinceMs: 110 });
    const again = failing(1, 120, ejected());
    expect(again.phase(120)).toMatchObject({ kind: 'ejected', untilMs: 320 });
  });

  it('ignores calls that began before the phase', () => {
    const health = ejected();
    health.failed(10, 110);
    health.succeeded(10, 110);
    expect(health.phase(110).kind).toBe('half-open');
  });
});

describe('A cluster in slow start', () => {
  function started(): ClusterHealth {
    const health = ejected();
    health.succeeded(100, 100);
    return health;
  }

  it('gets back a growing share of the rows and keeps each row that it got', () => {
    const health = started();
    const rows = Array.from({ length: 100 }, (_, index) => index / 100);
    let before = new Set<number>();
    for (const [nowMs, count] of [
      [100, 10],
      [105, 10],
      [130, 30],
      [175, 75],
      [200, 100],
    ] as const) {
      const back = new Set(rows.filter((row) => health.admits(row, false, nowMs)));
      expect(back.size).toBe(count);
      for (const row of before) expect(back).toContain(row);
      before = back;
    }
    expect(health.isUnhealthy).toBe(false);
  });

  it('counts only the calls of this phase', () => {
    const health = healthy();
    for (let i = 0; i < 10; i++) {
      if (i % 2 === 0) health.succeeded(0, 0);
      else failing(1, 0, health);
    }
    expect(health.phase(0).kind).toBe('ejected');
    health.succeeded(100, 100);
    expect(failing(1, 101, health).phase(101).kind).toBe('slow-start');
  });

  it('can be ejected', () => {
    expect(failing(3, 150, started()).phase(150)).toMatchObject({ kind: 'ejected', ejections: 2 });
  });
});

describe('The clusters of a fleet', () => {
  const cluster = (id: string, region: string): Cluster => ({
    id,
    region,
    project: 'p',
    instance: 'i',
    workload: 'serving',
    writes: 'accepted',
    code: id.padEnd(4),
    appProfileId: id,
  });
  const EU = ['a', 'b', 'c'].map((id) => cluster(id, 'eu'));
  const US = ['d'].map((id) => cluster(id, 'us'));

  function fleetOf(clusters: readonly Cluster[]): FleetHealth {
    const fleet = new FleetHealth(LIMITS);
    fleet.register(clusters);
    return fleet;
  }

  function answer(fleet: FleetHealth, latencies: Readonly<Record<string, number>>, times = 20): void {
    for (let i = 0; i < times; i++) {
      for (const each of [...EU, ...US]) {
        const health = fleet.of(each);
        const latencyMs = latencies[each.id];
        if (health !== undefined && latencyMs !== undefined) fleet.recordLatency(health, latencyMs, i * 100);
      }
    }
  }

  const away = (fleet: FleetHealth): readonly string[] =>
    [...EU, ...US].filter((each) => fleet.of(each)!.phase(2_000).kind !== 'healthy').map(({ id }) => id);

  it('are compared by latency within their region', () => {
    const fleet = fleetOf([...EU, ...US]);
    answer(fleet, { a: 5, b: 50, c: 6, d: 300 });
    expect(fleet.of(EU[1]!)!.phase(1_999).kind).not.toBe('healthy');
    expect(away(fleet)).not.toContain('d');
    expect(away(fleet)).toEqual(['b']);
  });

  it('are not ejected again for latencies recorded before the ejection', () => {
    const fleet = fleetOf([...EU, ...US]);
    answer(fleet, { a: 5, b: 50, c: 6 });
    const [slow, usual] = [fleet.of(EU[1]!)!, fleet.of(EU[0]!)!];
    slow.succeeded(2_100, 2_100);
    expect(slow.phase(2_100).kind).toBe('slow-start');
    fleet.recordLatency(usual, 5, 3_500);
    expect(slow.phase(3_500).kind).toBe('healthy');
  });

  it('may differ by less than the outlier factor or the absolute minimum', () => {
    const fleet = fleetOf([...EU, ...US]);
    answer(fleet, { a: 20, b: 50, c: 21 });
    expect(away(fleet)).toEqual([]);
    const quick = fleetOf([...EU, ...US]);
    answer(quick, { a: 1, b: 15, c: 1 });
    expect(away(quick)).toEqual([]);
  });

  it('are not compared with too few samples', () => {
    const fleet = fleetOf([...EU, ...US]);
    answer(fleet, { a: 5, b: 500, c: 6 }, 9);
    expect(away(fleet)).toEqual([]);
  });

  it('are ejected up to the maximum share, and one may always be ejected', () => {
    const fleet = fleetOf([...EU, ...US]);
    for (const each of [...EU, ...US]) failing(3, 0, fleet.of(each));
    expect([...EU, ...US].filter((each) => fleet.of(each)!.phase(0).kind === 'ejected')).toHaveLength(2);
    const alone = fleetOf(US);
    failing(3, 0, alone.of(US[0]!));
    expect(alone.of(US[0]!)!.phase(0).kind).toBe('ejected');
  });

  it('keep their health when other clusters are added or removed', () => {
    const fleet = fleetOf([...EU, ...US]);
    failing(3, 0, fleet.of(EU[0]!));
    fleet.register([EU[0]!, EU[1]!]);
    expect(fleet.of(EU[0]!)!.phase(0).kind).toBe('ejected');
    expect(fleet.of(US[0]!)).toBeUndefined();
    expect(fleet.allHealthy).toBe(false);
    fleet.register([EU[1]!]);
    expect(fleet.allHealthy).toBe(true);
  });
});

describe('The reachability of a cluster', () => {
  function unread(): ClusterHealth {
    const health = ejected();
    health.readEnded('failed', 0, 0);
    return health;
  }

  it('is open while the cluster is not ejected, whatever the outcome of the latest read', () => {
    const health = healthy();
    health.readEnded('failed', 0, 0);
    expect(health.reachability(0)).toBe('open');
  });

  it('stays open when only writes have failed, as at a slow cluster that still answers reads', () => {
    expect(ejected().reachability(0)).toBe('open');
    const health = unread();
    health.readEnded('succeeded', 10, 10);
    expect(health.phase(10).kind).toBe('ejected');
    expect(health.reachability(10)).toBe('open');
  });

  it('stays open when a read fails that began before another read was answered', () => {
    const health = ejected();
    health.readEnded('failed', 0, 0);
    health.readEnded('succeeded', 5, 10);
    health.readEnded('failed', 9, 20);
    expect(health.reachability(30)).toBe('open');
    health.readEnded('failed', 10, 40);
    expect(health.reachability(50)).toBe('ejected');
  });

  it('becomes half-open at once when the probe is abandoned', () => {
    const health = ejected();
    health.readEnded('failed', 0, 0);
    health.startOriginProbe(20);
    health.readAbandoned(10, 25);
    expect(health.reachability(25)).toBe('probed');
    health.readAbandoned(20, 26);
    expect(health.reachability(26)).toBe('half-open');
  });

  it('becomes half-open when the pause has passed, however many reads fail meanwhile', () => {
    const health = ejected();
    for (const atMs of [0, 10, 19]) health.readEnded('failed', atMs, atMs);
    expect(health.reachability(20)).toBe('half-open');
  });

  it('becomes half-open after a pause, and probed until the probe ends or the pause has passed again', () => {
    const health = unread();
    expect(health.reachability(19)).toBe('ejected');
    expect(health.reachability(20)).toBe('half-open');
    health.startOriginProbe(20);
    expect([39, 40, 59, 60].map((atMs) => health.reachability(atMs))).toEqual([
      'probed',
      'ejected',
      'ejected',
      'half-open',
    ]);
    health.readEnded('failed', 60, 60);
    expect([79, 80].map((atMs) => health.reachability(atMs))).toEqual(['ejected', 'half-open']);
  });
});
