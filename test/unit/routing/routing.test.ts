import { BigtableError } from '../../../src/bigtable/client/bigtable-error';
import type { CallReport } from '../../../src/bigtable/client/retrying-call';
import { setCell } from '../../../src/bigtable/write/mutations';
import type { Row } from '../../../src/bigtable/client/types';
import { GrpcStatus } from '../../../src/platform/network/grpc';
import type { Cluster } from '../../../src/routing/topology/cluster';
import { createRouting, type Routing } from '../../../src/routing/routing';
import { createLocalTransport } from '../../support/local-bigtable/local-transport';
import { tidemarkError } from '../../support/tidemark-error';
import { changed, DOCUMENT, RoutingWorld, topologyOf } from './routing-world';

const KEYS = Array.from({ length: 400 }, (_, index) => Buffer.from(`0a#user-${index}`));
const KEY = KEYS[0]!;
const row = (key = KEY) => ({
  key,
  mutations: [setCell('f', Buffer.from('q'), 1_000, Buffer.from('v'))],
});

/** Small limits, so that few calls are enough to cause a transition. */
const LIMITS = {
  failuresInARowMax: 2,
  ejectionMs: 1_000,
  ejectionMaxMs: 4_000,
  probeTimeoutMs: 500,
  slowStartMs: 1_000,
  slowStartShareMin: 0.1,
  ejectedShareMax: 1,
};

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

const withoutAsia = topologyOf(
  changed(({ clusters, appProfiles }, all) => {
    delete clusters['asia-a'];
    delete appProfiles['at-asia-a'];
    all['clientRegions'] = ['asia'];
  }),
);

describe('A table that the topology does not list', () => {
  it('is in the first instance, unless it belongs to a placement', async () => {
    const world = await RoutingWorld.open();
    const { router } = world.routing('serving', {});
    expect(router.forRead('unlisted', KEY)).toHaveLength(5);
    const unknown = tidemarkError('store_unavailable', undefined, 'unlisted@eu is in no placement');
    expect(() => router.forRead('unlisted@eu', KEY)).toThrow(unknown);
    expect(() => router.forWrite('unlisted@eu', KEY)).toThrow(unknown);
    await world.core.close();
  });
});

describe('Routing over the embedded Bigtable', () => {
  let world: RoutingWorld;
  let routing: Routing<'serving'>;

  beforeEach(async () => {
    world = await RoutingWorld.open();
    routing = world.routing('serving', { limits: LIMITS });
  });

  afterEach(() => world.core.close());

  const named = (id: string): Cluster<'serving'> =>
    routing.router.forRead('t', KEY).find((cluster) => cluster.id === id)!;
  const read = (cluster: Cluster<'serving'>, key = KEY): Promise<Row | undefined> =>
    routing.clients.of(cluster).readRow({ table: 't', key }, { timeoutMs: 1_000 });
  const phases = (): Record<string, string> =>
    Object.fromEntries(routing.status().map(({ cluster, phase }) => [cluster.id, phase]));
  const orders = (): readonly (readonly string[])[] =>
    KEYS.map((key) => routing.router.forRead('t', key).map(({ id }) => id));

  /** Reads like a reader: tries the next cluster after a failure. Returns the clusters that were called. */
  async function readFromAny(key = KEY): Promise<string> {
    for (const cluster of routing.router.forRead('t', key)) {
      try {
        await world.settled(read(cluster, key));
        return cluster.id;
      } catch {
        continue;
      }
    }
    throw new Error('no cluster answered');
  }

  /** Starts a read that its caller cancels soon. */
  async function givenUp(cluster: Cluster<'serving'>, afterMs = 10): Promise<void> {
    const { signal, abort } = abortable();
    const call = routing.clients.of(cluster).readRow({ table: 't', key: KEY }, { signal });
    world.clock.schedule(afterMs, abort);
    await expect(world.settled(call)).rejects.toThrow(tidemarkError('client_closed_request'));
  }

  async function eject(id: string): Promise<void> {
    for (let i = 0; i < 2; i++) {
      await expect(world.settled(read(named(id)))).rejects.toThrow(tidemarkError('store_unavailable'));
    }
  }

  it('commits a write at the chosen cluster and reports the region of this process to the embedded Bigtable', async () => {
    const { value: nothing, tookMs } = await world.settled(
      routing.clients.of(named('asia-a')).mutateRow('t', row()),
    );
    expect([nothing, tookMs]).toEqual([undefined, 240]);
    expect((await world.settled(read(named('asia-a')))).value?.cells).toHaveLength(1);
    const fromAsia = world.routing('serving', { region: 'asia' });
    expect(fromAsia.router.forRead('t', KEY)[0]!.id).toBe('asia-a');
    const near = fromAsia.clients.of(fromAsia.router.forRead('t', KEY)[0]!);
    expect((await world.settled(near.readRow({ table: 't', key: KEY }))).tookMs).toBe(0);
  });

  it('does not report the region to Cloud Bigtable', async () => {
    const sent: Record<string, string>[] = [];
    const { router, clients } = createRouting({
      topology: topologyOf(DOCUMENT),
      workload: 'serving',
      clock: world.clock,
      transport: () => {
        const transport = world.transport();
        return {
          start: (call, handler) => (sent.push(call.metadata), transport.start(call, handler)),
          connect: () => transport.connect(),
          close: () => transport.close(),
        };
      },
    });
    await world.settled(clients.of(router.forRead('t', KEY)[0]!).readRow({ table: 't', key: KEY }));
    expect(Object.keys(sent[0]!)).not.toContain('tidemark-client-region');
    expect(sent[0]!['x-goog-request-params']).toContain('app_profile_id=at-eu-');
  });

  it('shares the transport of an instance and closes it', async () => {
    for (const cluster of routing.router.forRead('t', KEY)) await world.settled(read(cluster));
    expect(world.connected).toEqual(['projects/p/instances/demo']);
    await routing.clients.of(named('eu-a')).close();
    await world.settled(read(named('eu-a')));
    await routing.close();
    await expect(read(named('eu-a'))).rejects.toThrow(tidemarkError('draining'));
  });

  it('closes a transport that is first opened after the close', async () => {
    await routing.close();
    expect(world.connected).toEqual([]);
    await expect(read(named('eu-a'))).rejects.toThrow(tidemarkError('draining'));
    expect(world.connected).toHaveLength(1);
  });

  it('calls another project when a reload changes the project', async () => {
    routing.clients.of(named('eu-a'));
    routing.reload(topologyOf({ ...DOCUMENT, project: 'q' }));
    routing.clients.of(named('eu-a'));
    expect(world.connected).toEqual(['projects/p/instances/demo', 'projects/q/instances/demo']);
  });

  it('sends each call once', async () => {
    let sent = 0;
    const { router, clients } = createRouting({
      topology: topologyOf(DOCUMENT),
      workload: 'serving',
      clock: world.clock,
      transport: () =>
        createLocalTransport({
          handlers: world.core.handlers,
          clock: world.clock,
          faultOf: () => ((sent += 1), { kind: 'request-lost', afterMs: 1 }),
        }),
    });
    const client = clients.of(router.forRead('t', KEY)[0]!);
    await expect(world.settled(client.readRow({ table: 't', key: KEY }))).rejects.toThrow();
    await expect(world.settled(client.mutateRow('t', row()))).rejects.toThrow();
    const [error] = (await world.settled(client.mutateRows('t', [row()]))).value;
    expect([error?.message, sent]).toEqual(['UNAVAILABLE: connection lost', 3]);
  });

  it('passes call reports to the observer', async () => {
    const reports: CallReport[] = [];
    const { router, clients, status } = createRouting({
      topology: topologyOf(DOCUMENT),
      workload: 'serving',
      clock: world.clock,
      transport: () => world.transport(),
      observer: { onCall: (report) => reports.push(report) },
    });
    const client = clients.of(router.forRead('t', KEY)[0]!);
    await world.settled(client.mutateRow('t', row()));
    await world.settled(client.readRow({ table: 't', key: KEY }));
    expect(reports.map(({ method }) => method)).toEqual(['MutateRow', 'ReadRows']);
    expect(Math.max(...status().map(({ samples }) => samples))).toBe(1);
  });

  it('reads from the next region when all clusters of its own are down, and returns row by row', async () => {
    const before = orders();
    world.core.faults.stop('eu');
    for (let i = 0; i < 4; i++) expect(await readFromAny(KEYS[i])).toMatch(/^us-/);
    expect(phases()).toMatchObject({ 'eu-a': 'ejected', 'eu-b': 'ejected', 'us-a': 'healthy' });
    // The order of other rows has not changed: the clusters of eu went behind, in the same order.
    expect(orders()).toEqual(before.map((order) => [...order.slice(2), ...order.slice(0, 2)]));

    world.core.faults.start('eu');
    await world.clock.advance(1_000);
    // An order is a query: every row keeps a half-open cluster in front, however often the order is requested.
    expect(orders()).toEqual(orders());
    const first = KEYS.map((key) => {
      const [cluster] = routing.router.forRead('t', key);
      routing.router.startProbeIfDue(cluster!);
      return cluster!.id;
    });
    // One row each has been sent as the probe of its cluster.
    expect(first.filter((id) => id.startsWith('eu-'))).toHaveLength(2);
    for (const id of ['eu-a', 'eu-b']) await world.settled(read(named(id)));
    expect(phases()).toMatchObject({ 'eu-a': 'slow-start', 'eu-b': 'slow-start' });
    await world.clock.advance(500);
    const some = orders();
    const back = some.filter((order) => order[0]!.startsWith('eu-')).length;
    expect(back).toBeGreaterThan(KEYS.length * 0.4);
    expect(back).toBeLessThan(KEYS.length * 0.6);
    some.forEach((order, index) => {
      if (order[0]!.startsWith('eu-')) expect(order[0]).toBe(before[index]![0]);
    });
    await world.clock.advance(500);
    expect(orders()).toEqual(before);
  });

  it('ejects a cluster for longer when it keeps failing', async () => {
    world.core.faults.stop('eu-a');
    await eject('eu-a');
    await world.clock.advance(1_000);
    expect(phases()['eu-a']).toBe('half-open');
    await expect(world.settled(read(named('eu-a')))).rejects.toThrow();
    await world.clock.advance(1_999);
    expect(phases()['eu-a']).toBe('ejected');
    await world.clock.advance(1);
    expect(phases()['eu-a']).toBe('half-open');
  });

  it('keeps calling ejected clusters when there are no others', async () => {
    for (const region of ['eu', 'us', 'asia']) world.core.faults.stop(region);
    for (let i = 0; i < 3; i++) await expect(readFromAny()).rejects.toThrow('no cluster answered');
    expect(Object.values(phases())).toEqual(Array.from({ length: 5 }, () => 'ejected'));
    world.core.faults.start('asia');
    expect(await readFromAny()).toBe('asia-a');
  });

  it('counts failed writes, including those in a batch', async () => {
    world.core.faults.stop('eu-a');
    const client = routing.clients.of(named('eu-a'));
    await expect(world.settled(client.mutateRow('t', row()))).rejects.toThrow();
    expect((await world.settled(client.mutateRows('t', [row()]))).value).toEqual([expect.any(Error)]);
    expect(phases()['eu-a']).toBe('ejected');
  });

  it.each(['INTERNAL', 'UNKNOWN', 'DATA_LOSS'] as const)(
    'counts a call that ends with %s as a failure of the cluster',
    async (name) => {
      const failing: Routing<'serving'> = createRouting({
        topology: topologyOf(DOCUMENT),
        workload: 'serving',
        clock: world.clock,
        limits: LIMITS,
        transport: () => ({
          start(_call, handler) {
            handler.onEnd(new BigtableError(GrpcStatus[name], 'for the test'));
            return { pause() {}, resume() {}, cancel() {} };
          },
          connect: () => Promise.resolve(),
          close: () => Promise.resolve(),
        }),
      });
      const [first] = failing.router.forRead('t', KEY);
      for (let i = 0; i < 2; i++) {
        const call = failing.clients.of(first!).readRow({ table: 't', key: KEY });
        await expect(call).rejects.toThrow(tidemarkError('store_rejected'));
      }
      expect(failing.router.forRead('t', KEY).at(-1)).toBe(first);
    },
  );

  it('does not count errors caused by the request as failures', async () => {
    const client = routing.clients.of(named('asia-a'));
    for (let i = 0; i < 3; i++) {
      const hasty = client.readRow({ table: 't', key: KEY }, { timeoutMs: 20 });
      await expect(world.settled(hasty)).rejects.toThrow(tidemarkError('deadline_exceeded'));
    }
    for (let i = 0; i < 3; i++) {
      const wrong = client.readRow({ table: 'missing', key: KEY });
      await expect(world.settled(wrong)).rejects.toThrow(tidemarkError('store_rejected'));
    }
    for (let i = 0; i < 3; i++) await givenUp(named('asia-a'));
    expect(phases()['asia-a']).toBe('healthy');
  });

  it('does not count cancelled calls', async () => {
    world.core.faults.stop('asia-a');
    await expect(world.settled(read(named('asia-a')))).rejects.toThrow();
    world.core.faults.start('asia-a');
    await givenUp(named('asia-a'));
    world.core.faults.stop('asia-a');
    await expect(world.settled(read(named('asia-a')))).rejects.toThrow();
    expect(phases()['asia-a']).toBe('ejected');
  });

  it('counts deadlines that pass as failures', async () => {
    world.core.faults.changeClusters('eu-a', { slowMs: 60_000 });
    for (let i = 0; i < 2; i++) {
      await expect(world.settled(read(named('eu-a')))).rejects.toThrow(tidemarkError('deadline_exceeded'));
    }
    expect(phases()['eu-a']).toBe('ejected');
  });

  it('ejects a cluster that has become slower than the others of its region', async () => {
    world.core.faults.changeClusters('eu-b', { slowMs: 40 });
    routing = world.routing('serving', {
      limits: { ...LIMITS, latencySamplesMin: 10, latencyComparisonMs: 100 },
    });
    for (const key of KEYS.slice(0, 60)) await readFromAny(key);
    expect(phases()).toMatchObject({ 'eu-a': 'healthy', 'eu-b': 'ejected', 'asia-a': 'healthy' });
  });

  it('records the duration of slow reads that were cancelled', async () => {
    routing = world.routing('serving', {
      limits: { ...LIMITS, latencySamplesMin: 10, latencyComparisonMs: 100 },
    });
    for (let i = 0; i < 12; i++) {
      for (const id of ['eu-a', 'eu-b']) await world.settled(read(named(id)));
    }
    world.core.faults.changeClusters('eu-b', { slowMs: 60_000 });
    for (let i = 0; i < 20; i++) {
      await givenUp(named('eu-b'), 30);
    }
    await world.settled(read(named('eu-a')));
    expect(phases()).toMatchObject({ 'eu-a': 'healthy', 'eu-b': 'ejected' });
  });

  it('does not record the duration of reads that were cancelled early', async () => {
    routing = world.routing('serving', { limits: { ...LIMITS, latencySamplesMin: 5 } });
    const asia = named('asia-a');
    for (let i = 0; i < 5; i++) await givenUp(asia);
    for (let i = 0; i < 5; i++) await world.settled(read(asia));
    for (let i = 0; i < 5; i++) await givenUp(asia);
    expect(routing.status().find(({ cluster }) => cluster.id === 'asia-a')!.samples).toBe(5);
  });

  it('measures the latency of reads in its own region', async () => {
    routing = world.routing('serving', { limits: { ...LIMITS, latencySamplesMin: 5 } });
    world.core.faults.changeClusters('eu-b', { slowMs: 10 });
    expect(routing.readLatencyMs()).toBeUndefined();
    for (let i = 0; i < 6; i++) {
      for (const id of ['eu-a', 'eu-b', 'asia-a']) await world.settled(read(named(id)));
    }
    expect(routing.readLatencyMs()).toBeGreaterThanOrEqual(10);
    expect(routing.readLatencyMs()).toBeLessThan(12);
    expect(routing.hedging.delayMs(named('asia-a'))).toBeGreaterThanOrEqual(240);
  });

  describe('after a cluster is removed from the topology', () => {
    it('lets a call in flight to that cluster end', async () => {
      await world.settled(routing.clients.of(named('asia-a')).mutateRow('t', row()));
      const inFlight = read(named('asia-a'));
      await world.clock.advance(100);
      routing.reload(withoutAsia);
      expect((await world.settled(inFlight)).value?.cells).toHaveLength(1);
    });

    it('lets a read continue with the list that it has', async () => {
      const list = routing.router.forRead('t', KEY);
      const code = named('asia-a').code;
      routing.reload(withoutAsia);
      for (const cluster of list) await world.settled(read(cluster));
      expect(list.map(({ id }) => id)).toContain('asia-a');
      expect(routing.router.byCode(code)).toBeUndefined();
      expect(routing.router.forRead('t', KEY).map(({ id }) => id)).not.toContain('asia-a');
      expect(routing.status().map(({ cluster }) => cluster.id)).not.toContain('asia-a');
    });

    it('ignores failures of that cluster', async () => {
      const inFlight = read(named('asia-a'));
      await world.clock.advance(100);
      routing.reload(withoutAsia);
      world.core.faults.stop('asia-a');
      await expect(world.settled(inFlight)).rejects.toThrow(tidemarkError('store_unavailable'));
      expect(Object.values(phases())).toEqual(Array.from({ length: 4 }, () => 'healthy'));
    });

    it('keeps the health of the other clusters', async () => {
      world.core.faults.stop('eu-a');
      await eject('eu-a');
      routing.reload(withoutAsia);
      expect(phases()['eu-a']).toBe('ejected');
      expect(routing.router.forRead('t', KEY).at(-1)!.id).toBe('eu-a');
    });

    it('can still call a removed instance when a client is first used afterwards', async () => {
      const second = topologyOf(
        changed((_, all) => {
          all['instances'] = { other: { clusters: { only: { region: 'eu' } } } };
          all['links'] = [];
        }),
      );
      const list = routing.router.forRead('t', KEY);
      routing.reload(second);
      const { value } = await world.settled(read(list[0]!).then(() => 'answered'));
      expect(value).toBe('answered');
      routing.clients.of(routing.router.forRead('t', KEY)[0]!);
      expect(world.connected).toEqual(['projects/p/instances/demo', 'projects/p/instances/other']);
    });
  });

  it('answers an eventual read through the row-affinity profile, whichever cluster answers', async () => {
    const document = changed((instance, all) => {
      instance.appProfiles['any-eu'] = { clusters: ['eu-a', 'eu-b'], rowAffinity: true };
      all['nativeRowAffinity'] = true;
    });
    const other = await RoutingWorld.open(document);
    routing = other.routing('serving', { topology: topologyOf(document), limits: LIMITS });
    const [any] = routing.router.forEventualRead('t', KEY);
    await other.settled(routing.clients.of(named('eu-a')).mutateRow('t', row()));
    await other.clock.advance(1_000);
    other.core.faults.stop('eu-a');
    expect((await other.settled(read(any!))).value?.cells).toHaveLength(1);
    other.core.faults.stop('eu-b');
    for (let i = 0; i < 2; i++) await expect(other.settled(read(any!))).rejects.toThrow();
    expect(routing.router.forEventualRead('t', KEY).at(-1)!.id).toBe('any:any-eu');
    await other.core.close();
  });
});
