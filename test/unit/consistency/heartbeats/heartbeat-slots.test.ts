import type { RowRange } from '../../../../src/bigtable/client/types';
import { sleep } from '../../../../src/platform/time/clock';
import { heartbeatKey, heartbeatRange, SLOT_MS } from '../../../../src/consistency/heartbeats/heartbeat-row';
import { heartbeatScopes } from '../../../../src/consistency/heartbeats/heartbeat-scope';
import { HeartbeatTracker } from '../../../../src/consistency/heartbeats/heartbeat-tracker';
import { HeartbeatWorld, TABLE } from '../../../support/heartbeat-world';

const SHARDS = [0, 7, 255];
const NOW_MS = Date.parse('2026-11-21T23:59:59.999Z');

/** Whether a ReadRows of the range has the row. */
function has({ start, end }: RowRange, key: Buffer | string): boolean {
  const bytes = Buffer.from(key);
  const isBehindStart = bytes.compare(start!.key) >= (start!.inclusive ? 0 : 1);
  return isBehindStart && bytes.compare(end!.key) <= (end!.inclusive ? 0 : -1);
}

describe('The rows of heartbeats', () => {
  it('are named by the hour of UTC in which their six hours begin', () => {
    const names = [0, 1, SLOT_MS, -SLOT_MS].map((ms) => heartbeatKey(127, NOW_MS + ms).toString());
    expect(names).toEqual(['7f!2026112118', '7f!2026112200', '7f!2026112200', '7f!2026112112']);
  });

  it.each([
    ['of the time itself', 0, true],
    ['of the slot before, for a heartbeat is late, and a clock may be behind', -SLOT_MS, true],
    ['of those before that', -2 * SLOT_MS, false],
    ['of the slot after, for a clock may be ahead', SLOT_MS, true],
    ['of years after, which show that a clock is wrong', 1_000 * SLOT_MS, true],
  ])('%s count at a time: %#', (_name, ms, counts) => {
    expect(has(heartbeatRange(127, NOW_MS), heartbeatKey(127, NOW_MS + ms))).toBe(counts);
  });

  it('are all there are of the shard without a time, and no others', () => {
    for (const range of [heartbeatRange(127), heartbeatRange(127, NOW_MS)]) {
      expect(has(range, heartbeatKey(127, NOW_MS))).toBe(true);
      for (const key of ['7f#user', '7f', heartbeatKey(126, NOW_MS), heartbeatKey(128, NOW_MS)])
        expect([String(key), has(range, key)]).toEqual([String(key), false]);
    }
    expect(has(heartbeatRange(127), heartbeatKey(127, 0))).toBe(true);
  });
});

describe('A tracker that begins long after heartbeats have stopped', () => {
  let world: HeartbeatWorld;
  afterEach(() => world.close());

  /** Counts the searches for all heartbeats, and records the lags reported then, in slots. */
  async function lookedFor(
    search: <T>(rows: AsyncIterable<T>) => AsyncIterable<T>,
  ): Promise<{ readonly searches: number; readonly lags: readonly (number | undefined)[] }> {
    world = await HeartbeatWorld.open({ clusters: { 'eu-a': 'eu', 'us-a': 'us' } });
    const before = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(5_000);
    await world.settled(before.stop());
    await world.clock.advance(3 * SLOT_MS);
    let searches = 0;
    const { clients } = before.routing;
    const counting: typeof clients = {
      close: () => clients.close(),
      of: (cluster) => ({
        ...clients.of(cluster),
        readRows(request, call) {
          const rows = clients.of(cluster).readRows(request, call);
          if (request.ranges![0]!.start!.key.toString() !== '00!') return rows;
          searches += 1;
          return search(rows);
        },
      }),
    };
    const scopes = heartbeatScopes('serving', { topology: () => world.topology, tables: () => [TABLE] });
    const { clock, logger } = before;
    const tracker = new HeartbeatTracker({
      clients: counting,
      scopes,
      region: 'eu',
      clock,
      logger,
      random: world.random,
      clockSkewMaxMs: 100,
      shards: SHARDS,
    });
    tracker.start();
    await world.clock.advance(30_000);
    const lags = tracker.lags().map(({ lagMs }) => lagMs && Math.floor(lagMs / SLOT_MS));
    await world.settled(tracker.stop());
    return { searches, lags };
  }

  it('reports how long ago it was, and searches for that once at each replica', async () => {
    expect(await lookedFor((rows) => rows)).toEqual({ searches: 2, lags: [3, 3, 3, 3] });
  });

  it('looks once also if that takes longer than heartbeats are apart', async () => {
    const slow = async function* <T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
      await sleep(world.clock, 3_000);
      yield* rows;
    };
    expect(await lookedFor(slow)).toEqual({ searches: 2, lags: [3, 3, 3, 3] });
  });

  it('looks once also if that fails, for it would fail each time, and does not know', async () => {
    // oxlint-disable-next-line require-yield
    const failing = async function* <T>(): AsyncGenerator<T> {
      throw new Error('too many rows for the time there is');
    };
    const unknown = [undefined, undefined, undefined, undefined];
    expect(await lookedFor(failing)).toEqual({ searches: 2, lags: unknown });
  });
});
