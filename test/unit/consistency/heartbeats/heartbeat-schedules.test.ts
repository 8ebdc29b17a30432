import { DEFAULTS } from '../../../../src/config/defaults';
import {
  firstRunWithinMs,
  followIntervalMs,
  heartbeatAgeMaxMs,
  heartbeatSchedules,
} from '../../../../src/consistency/heartbeats/heartbeat-schedules';
import { ALL_SHARDS, LATENCY_SHARD } from '../../../../src/consistency/heartbeats/heartbeat-row';

const FAST = DEFAULTS.heartbeats;
const SLOW = { ...DEFAULTS.heartbeats, ...DEFAULTS.slowHeartbeats };

describe('the paces of heartbeats', () => {
  it('are one for all shards where heartbeats are faster than the latency has to be', () => {
    expect(heartbeatSchedules(FAST)).toEqual([
      {
        name: 'heartbeats',
        shards: ALL_SHARDS,
        intervalMs: 1_000,
        remotePollIntervalMs: 3_000,
        staleAfterMs: 5_000,
      },
    ]);
  });

  it('are two where they are slower: the shard with the latency is written every 5 seconds', () => {
    const [others, latency, ...more] = heartbeatSchedules(SLOW);
    expect(more).toEqual([]);
    expect(others!.shards).toHaveLength(255);
    expect(others).toMatchObject({ intervalMs: 30_000, remotePollIntervalMs: 300_000 });
    expect(latency).toMatchObject({
      shards: [LATENCY_SHARD],
      intervalMs: 5_000,
      remotePollIntervalMs: 50_000,
    });
    expect(new Set(heartbeatSchedules(SLOW).flatMap(({ shards }) => shards)).size).toBe(256);
    expect(others!.name).not.toBe(latency!.name);
  });

  it('are none where heartbeats are off', () => {
    expect(heartbeatSchedules({ ...SLOW, intervalMs: 0 })).toEqual([]);
    expect(heartbeatAgeMaxMs({ ...SLOW, intervalMs: 0 })).toBe(0);
  });

  it.each([
    [50, 5_000],
    [1_000, 5_000],
    [2_000, 10_000],
    [30_000, 150_000],
    [3_600_000, 18_000_000],
  ])(
    'raise an alarm after five intervals, and no sooner than after 5 seconds: %d ms',
    (intervalMs, staleAfterMs) => {
      expect(heartbeatSchedules({ ...FAST, intervalMs })[0]).toMatchObject({ staleAfterMs });
      expect(heartbeatAgeMaxMs({ ...FAST, intervalMs })).toBe(staleAfterMs);
    },
  );

  it('leave a slow process no slower to start and to follow the topology', () => {
    expect(heartbeatSchedules(SLOW).map(firstRunWithinMs)).toEqual([1_000, 1_000]);
    expect(followIntervalMs(heartbeatSchedules(SLOW))).toBe(5_000);
    expect(followIntervalMs(heartbeatSchedules({ ...SLOW, intervalMs: 0 }))).toBe(5_000);
    expect(followIntervalMs(heartbeatSchedules({ ...FAST, intervalMs: 200 }))).toBe(200);
  });
});
