import { familyIs } from '../../../../src/bigtable/read/filters';
import { objectIdOf } from '../../../../src/core/rows/row-key';
import { watermarkOf } from '../../../../src/core/consistency/row-watermark';
import { createLogger } from '../../../../src/platform/telemetry/logger';
import { seededRandom } from '../../../../src/platform/random';
import { canaryKey } from '../../../../src/consistency/audit/canary-row';
import { heartbeatRange, isHeartbeatKey } from '../../../../src/consistency/heartbeats/heartbeat-row';
import { heartbeatScopes } from '../../../../src/consistency/heartbeats/heartbeat-scope';
import { OrderCanary, type OrderCanaryLimits } from '../../../../src/consistency/audit/order-canary';
import { ReaderWorld, TABLE, writesOnlyAt } from '../reader-world';

const INTERVAL_MS = 60_000;

describe('The order canary', () => {
  let world: ReaderWorld;
  let outcomes: string[];
  let lines: string[];
  let canaries: OrderCanary[];

  beforeEach(async () => {
    world = await ReaderWorld.open();
    [outcomes, lines, canaries] = [[], [], []];
  });
  afterEach(async () => {
    const stopped = Promise.all(canaries.map((canary) => canary.stop()));
    await world.clock.advance(30_000);
    await stopped;
    await world.close();
  });

  function start(region: string | undefined, limits: Partial<OrderCanaryLimits> = {}): void {
    const { clients } = world.process(region ?? 'eu').routing;
    const canary = new OrderCanary({
      clients,
      region,
      clock: world.clock,
      random: seededRandom(canaries.length),
      scopes: heartbeatScopes('serving', { topology: () => world.topology, tables: () => [TABLE, 'u'] }),
      logger: createLogger({
        level: 'info',
        service: 'test',
        destination: { write: (line: string) => void lines.push(line) },
      }),
      limits: { writes: 3, intervalMs: INTERVAL_MS, jitter: 0, timeoutMs: 5_000, ...limits },
      observer: { onCanary: (...report) => void outcomes.push(report.join(' ')) },
    });
    canaries.push(canary);
    canary.start();
  }

  const keyOf = (id: string): Buffer => canaryKey(world.cluster(id).code);
  const versionsAt = async (id: string, of = 'us-a'): Promise<number[]> =>
    ((await world.rowAt(id, keyOf(of)))?.cells ?? []).map(({ timestampMicros }) => timestampMicros / 1_000);

  /** Lets the time pass until the burst of us-a is written. */
  async function written(): Promise<number[]> {
    for (;;) {
      const versions = await versionsAt('us-a');
      if (versions.length === 3) return versions;
      await world.clock.advance(20);
    }
  }

  it('reports of each replica that it showed the writes in their order', async () => {
    start('us');
    await world.clock.advance(INTERVAL_MS + 6_000);
    expect(outcomes.sort()).toEqual(['us-a asia-a ordered', 'us-a eu-a ordered']);
    expect(lines).toEqual([]);
  });

  it('finds a replica that shows a later write without the one before it, once for each burst', async () => {
    world.stopReplication('us-a', 'eu-a');
    start('us');
    const versions = await written();
    await world.applyAlone('', Math.max(...versions), 'us-a', 'eu-a', keyOf('us-a'));
    await world.clock.advance(500);
    world.resumeReplication('us-a', 'eu-a');
    await world.clock.advance(6_000);
    expect(outcomes.sort()).toEqual(['us-a asia-a ordered', 'us-a eu-a reordered']);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', origin: 'us-a', replica: 'eu-a' });
  });

  it('finds it also where the missing write never comes', async () => {
    world.stopReplication('us-a', 'eu-a');
    start('us');
    const versions = await written();
    await world.applyAlone('', Math.max(...versions), 'us-a', 'eu-a', keyOf('us-a'));
    await world.clock.advance(6_000);
    expect(outcomes.sort()).toEqual(['us-a asia-a ordered', 'us-a eu-a reordered']);
  });

  it('counts a replica as lagging that does not show the last write in time, and reports nothing more', async () => {
    world.stopReplication('us-a', 'eu-a');
    start('us');
    await world.clock.advance(INTERVAL_MS + 6_000);
    expect(outcomes.sort()).toEqual(['us-a asia-a ordered', 'us-a eu-a lagging']);
    expect(lines).toEqual([]);
  });

  it('reports a replica that cannot be read, and is logged when the origin cannot be written', async () => {
    world.faultOf = ({ cluster }) => (cluster === 'eu-a' ? { kind: 'request-lost', afterMs: 1 } : undefined);
    start('us');
    start('eu');
    await world.clock.advance(INTERVAL_MS + 10_000);
    expect(outcomes.sort()).toEqual(['us-a asia-a ordered', 'us-a eu-a failed']);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the order canary could not be written',
    ]);
    world.faultOf = () => undefined;
  });

  it('is written once in an interval, however many processes of the region there are', async () => {
    for (let count = 0; count < 4; count++) start('us');
    await world.clock.advance(INTERVAL_MS);
    expect(await versionsAt('us-a')).toHaveLength(3);
  });

  it('is written at accepting clusters of its own region alone', async () => {
    await world.close();
    world = await ReaderWorld.open(writesOnlyAt(['us-a', 'asia-a']));
    start('us');
    start('eu');
    start(undefined);
    await world.clock.advance(INTERVAL_MS + 6_000);
    expect(outcomes.sort()).toEqual(['us-a asia-a ordered', 'us-a eu-a ordered']);
    expect([await versionsAt('asia-a', 'asia-a'), await versionsAt('eu-a', 'eu-a')]).toEqual([[], []]);
  });

  it('goes on in the same column, and begins another one after a write of unknown outcome', async () => {
    start('us');
    await world.clock.advance(2 * INTERVAL_MS);
    const columns = async (): Promise<number> =>
      watermarkOf((await world.rowAt('us-a', keyOf('us-a')))!.cells).size;
    expect([await columns(), (await versionsAt('us-a')).length]).toEqual([1, 6]);
    world.faultOf = ({ method }) =>
      method === 'MutateRow' ? { kind: 'answer-lost', afterMs: 5 } : undefined;
    await world.clock.advance(INTERVAL_MS);
    world.faultOf = () => undefined;
    await world.clock.advance(3 * INTERVAL_MS);
    expect(await columns()).toBe(2);
    expect(outcomes.filter((outcome) => !outcome.endsWith(' ordered'))).toEqual([]);
  });

  it('can be switched off', async () => {
    start('us', { enabled: false });
    await world.clock.advance(2 * INTERVAL_MS);
    expect([outcomes, await versionsAt('us-a')]).toEqual([[], []]);
  });

  it('is no heartbeat and no object, and is out of the way of those who look for either', async () => {
    start('us');
    await written();
    const key = keyOf('us-a');
    expect([isHeartbeatKey(key), objectIdOf(key)]).toEqual([false, undefined]);
    const client = world.processes[0]!.routing.clients.of(world.cluster('us-a'));
    const keysOf = async (read: object): Promise<string[]> => {
      const keys: string[] = [];
      const all = async (): Promise<void> => {
        for await (const row of client.readRows({ table: TABLE, ...read })) keys.push(row.key.toString());
      };
      await world.settled(all());
      return keys;
    };
    expect(await keysOf({})).toEqual([key.toString()]);
    expect(await keysOf({ ranges: [heartbeatRange(0), heartbeatRange(0, world.clock.nowMs())] })).toEqual([]);
    expect(await keysOf({ filter: familyIs('f') })).toEqual([]);
  });
});
