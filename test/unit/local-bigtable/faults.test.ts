import { RpcError } from '../../../src/local-bigtable/grpc/rpc-error';
import { GrpcStatus } from '../../../src/platform/network/grpc';
import { FaultWorld } from '../../support/local-bigtable/fault-world';

describe('Faults', () => {
  let world: FaultWorld;

  beforeEach(async () => {
    world = await FaultWorld.open();
  });
  afterEach(() => world.core.close());

  const link = (from: string, to: string) =>
    world.faults.status().instances[0]!.links.find((each) => each.from === from && each.to === to)!;
  const cluster = (id: string) =>
    world.faults.status().instances[0]!.clusters.find((each) => each.id === id)!;
  const cut = (): string[] =>
    world.instance.links
      .filter(({ conditions }) => conditions.partitioned)
      .map(({ from, to }) => `${from.id} > ${to.id}`)
      .sort();

  function rejectionOf(change: () => unknown): [number, string] {
    try {
      change();
    } catch (error) {
      if (error instanceof RpcError) return [error.status, error.message];
      throw error;
    }
    throw new Error('accepted');
  }

  describe('names of targets', () => {
    it('a target is named by a region, a cluster, or an unambiguous prefix', () => {
      expect(world.faults.partition('eu', 'asia')).toEqual(['region asia - region eu']);
      expect(world.faults.partition('as', 'us')).toEqual(['region asia - region us']);
      expect(world.faults.partition('eu-a', 'us-a')).toEqual(['cluster eu-a - cluster us-a']);
      expect(world.faults.partition('cluster:asi', 'eu-b')).toEqual(['cluster asia-a - cluster eu-b']);
      expect(world.faults.stop('region:us')).toEqual(['region us']);
      expect(world.faults.partition('africa', 'eu', { instance: undefined })).toEqual([
        'region africa - region eu',
      ]);
    });

    it.each([
      ['name: must name a region or a cluster', ''],
      ['"a" is ambiguous: africa, asia', 'a'],
      ['"cluster:eu" is ambiguous: eu-a, eu-b', 'cluster:eu'],
      [
        'There is no region or cluster "usa"; did you mean "us"? (regions: africa, asia, eu, us; clusters: asia-a, eu-a',
        'usa',
      ],
      ['There is no region or cluster "cluster:us-b"', 'cluster:us-b'],
      ['There is no region or cluster "region:eu-a"', 'region:eu-a'],
    ])('a name is rejected: %s', (message, name) => {
      const [status, rejection] = rejectionOf(() => world.faults.partition(name, 'eu'));
      expect(rejection).toContain(message);
      expect(status).toBe(
        rejection.startsWith('There is no') ? GrpcStatus.NOT_FOUND : GrpcStatus.INVALID_ARGUMENT,
      );
      expect(cut()).toEqual([]);
    });

    it("a target within an instance means only that instance's clusters", () => {
      world.core.dependencies.instances.create('projects/p/instances/other', [
        { id: 'eu-a', region: 'eu', zone: 'eu-a' },
        { id: 'us-a', region: 'us', zone: 'us-a' },
      ]);
      const stopped = (): string[] =>
        world.faults
          .status()
          .instances.flatMap(({ name, clusters }) =>
            clusters.filter((each) => each.stopped).map(({ id }) => `${name.split('/').at(-1)}/${id}`),
          );
      world.faults.stop('eu-a', { instance: 'other' });
      expect(stopped()).toEqual(['other/eu-a']);
      world.faults.stop('eu', { instance: 'projects/p/instances/demo' });
      expect(stopped()).toEqual(['demo/eu-a', 'demo/eu-b', 'other/eu-a']);
      world.faults.reset();
      world.faults.stop('eu-a');
      expect(stopped()).toEqual(['demo/eu-a', 'other/eu-a']);
      expect(rejectionOf(() => world.faults.stop('eu', { instance: 'othr' }))[1]).toContain(
        'did you mean "other"?',
      );
    });
  });

  describe('partitions and other faults', () => {
    it('a partition between regions cuts all links and the clients', async () => {
      world.faults.partition('eu', 'asia');
      expect(cut()).toEqual(['asia-a > eu-a', 'asia-a > eu-b', 'eu-a > asia-a', 'eu-b > asia-a']);
      await expect(world.read('r', { at: 'asia-a', from: 'eu' })).rejects.toThrow('unavailable');
      await expect(world.settled(world.read('r', { at: 'asia-a', from: 'us' }))).resolves.toBeDefined();
    });

    it('a partition between clusters cuts only their links', async () => {
      world.faults.partition('eu-a', 'asia-a');
      expect(cut()).toEqual(['asia-a > eu-a', 'eu-a > asia-a']);
      await expect(world.settled(world.read('r', { at: 'asia-a', from: 'eu' }))).resolves.toBeDefined();
    });

    it('a partition from all others includes the clients of a region, but not those of a cluster', async () => {
      expect(world.faults.partition('us')).toHaveLength(3);
      expect(cut()).toHaveLength(6);
      await expect(world.read('r', { at: 'us-a', from: 'africa' })).rejects.toThrow('unavailable');
      world.faults.reset();
      world.faults.partition('eu-a');
      expect(cut().filter((each) => each.includes('eu-a'))).toHaveLength(6);
      expect(cut()).toHaveLength(6);
    });

    it('a partition holds commits back until it is healed, and then they arrive', async () => {
      world.faults.partition('eu', 'asia');
      await world.settled(world.write('r', 'v', { at: 'eu-a' }));
      await world.clock.advance(5_000);
      expect(await world.everywhere('r')).toEqual({
        'eu-a': 'v',
        'eu-b': 'v',
        'us-a': 'v',
        'asia-a': undefined,
      });
      expect(link('eu-a', 'asia-a')).toMatchObject({ blocked: true, backlog: 1, lagMs: 5_000 });
      expect(cluster('asia-a').pendingCommits).toBe(1);
      expect(world.faults.status().instances[0]!.pendingRows).toBe(1);
      world.faults.heal('eu', 'asia');
      await world.clock.advance(119);
      expect((await world.everywhere('r'))['asia-a']).toBeUndefined();
      await world.clock.advance(1);
      expect((await world.everywhere('r'))['asia-a']).toBe('v');
      expect(link('eu-a', 'asia-a')).toMatchObject({ blocked: false, backlog: 0, lagMs: 0 });
      expect(cut()).toEqual([]);
    });

    it('partitions are healed one by one or all at once', () => {
      world.faults.partition('eu', 'asia');
      world.faults.heal('eu-a', 'asia-a');
      expect(cut()).toEqual(['asia-a > eu-b', 'eu-b > asia-a']);
      world.faults.partition('us-a');
      world.faults.changeLinks('us', 'eu', { delayMs: 7 });
      world.faults.heal();
      expect(cut()).toEqual([]);
      expect(link('us-a', 'eu-a').conditions.delayMs).toBe(7);
    });

    it('a partition without an affected link is rejected', () => {
      expect(rejectionOf(() => world.faults.partition('eu', 'eu'))[1]).toContain(
        'cannot be partitioned from itself',
      );
      expect(rejectionOf(() => world.faults.partition('eu-a', 'eu-a'))[1]).toContain(
        'There is no link between',
      );
      expect(rejectionOf(() => world.faults.partition('eu-a', 'africa'))[1]).toContain(
        'There is no link between',
      );
    });
  });

  it('a link fault changes the named fields, the last one wins, and the topology provides the rest', () => {
    world.faults.changeLinks('eu', 'us', { jitterMs: 3, reorderRows: true });
    world.faults.changeLinks('eu-a', 'us-a', { dropRate: 0.5, jitterMs: 9 });
    expect(link('eu-a', 'us-a').conditions).toMatchObject({
      delayMs: 40,
      jitterMs: 9,
      dropRate: 0.5,
      reorderRows: true,
    });
    expect(link('us-a', 'eu-b').conditions).toMatchObject({ delayMs: 40, jitterMs: 3, dropRate: 0 });
    world.faults.changeLinks('eu', 'us', { jitterMs: 0 });
    expect(link('eu-a', 'us-a').conditions).toMatchObject({ jitterMs: 0, dropRate: 0.5 });
    world.faults.reset();
    expect(link('eu-a', 'us-a').conditions).toMatchObject({ jitterMs: 0, dropRate: 0, reorderRows: false });
  });

  it('a fault between regions applies to clusters that are added later', () => {
    world.faults.changeLinks('eu', 'asia', { delayMs: 7 });
    world.instance.addCluster({ id: 'asia-b', region: 'asia', zone: 'asia-b' });
    expect(link('eu-a', 'asia-b').conditions.delayMs).toBe(7);
    world.faults.reset();
    expect(link('eu-a', 'asia-b').conditions.delayMs).toBe(120);
  });

  it('a fault of a cluster does not apply to a new cluster with the same name', () => {
    world.faults.changeClusters('asia-a', { slowMs: 5 });
    world.instance.removeCluster('asia-a');
    world.instance.addCluster({ id: 'asia-a', region: 'asia', zone: 'asia-a' });
    world.faults.stop('us-a');
    expect(cluster('asia-a').slowMs).toBe(0);
  });

  it('a stopped cluster rejects requests, receives no commits, and loses nothing', async () => {
    world.faults.stop('asia-a');
    await expect(world.read('r', { at: 'asia-a' })).rejects.toThrow('unavailable');
    await world.settled(world.write('r', 'v', { at: 'eu-a' }));
    await world.clock.advance(10_000);
    expect(link('eu-a', 'asia-a')).toMatchObject({ blocked: true, backlog: 1 });
    world.faults.start('asia-a');
    await world.clock.advance(120);
    expect((await world.everywhere('r'))['asia-a']).toBe('v');
  });

  it('a later write of a cluster whose clock is behind still wins, because commit timestamps never decrease', async () => {
    world.faults.changeClusters('us-a', { clockSkewMs: -60_000 });
    await world.settled(world.write('r', 'from eu', { at: 'eu-a' }));
    await world.clock.advance(1_000);
    await world.settled(world.write('r', 'from us', { at: 'us-a' }));
    await world.clock.advance(1_000);
    expect(new Set(Object.values(await world.everywhere('r')))).toEqual(new Set(['from us']));
  });

  it('the clock of a running cluster can be moved forwards and back', async () => {
    const shown = (): number => world.instance.cluster('us-a').nowMs() - world.clock.nowMs();
    for (const clockSkewMs of [60_000, -60_000, 0]) {
      world.faults.changeClusters('us-a', { clockSkewMs });
      expect(shown()).toBe(clockSkewMs);
    }
    world.faults.changeClusters('us-a', { clockSkewMs: 200 }, { forMs: 1_000 });
    expect(shown()).toBe(200);
    await world.clock.advance(1_000);
    expect(shown()).toBe(0);
  });

  it('a later write at a cluster whose clock is behind loses to one that the cluster has not received', async () => {
    world.faults.changeClusters('eu-a', { clockSkewMs: 200 });
    world.faults.partition('eu-a', 'us-a');
    await world.settled(world.write('r', 'from eu', { at: 'eu-a' }));
    await world.settled(world.write('r', 'later, from us', { at: 'us-a' }));
    world.faults.heal();
    await world.clock.advance(1_000);
    expect(new Set(Object.values(await world.everywhere('r')))).toEqual(new Set(['from eu']));
  });

  describe('temporary faults', () => {
    it('a temporary fault expires by the clock and uncovers the earlier state', async () => {
      world.faults.changeLinks('eu', 'us', { delayMs: 500 });
      world.faults.changeLinks('eu', 'us', { delayMs: 900 }, { forMs: 30_000 });
      world.faults.stop('asia-a', { forMs: 10_000 });
      expect(world.faults.status().timed).toEqual([
        { description: 'region eu - region us: delayMs 900', remainingMs: 30_000 },
        { description: 'cluster asia-a: stopped', remainingMs: 10_000 },
      ]);
      await world.clock.advance(9_999);
      expect([link('eu-a', 'us-a').conditions.delayMs, cluster('asia-a').stopped]).toEqual([900, true]);
      await world.clock.advance(1);
      expect(cluster('asia-a').stopped).toBe(false);
      await world.clock.advance(20_000);
      expect(link('eu-a', 'us-a').conditions.delayMs).toBe(500);
      expect(world.faults.status().timed).toEqual([]);
    });

    it('overlapping temporary faults last until the later one expires', async () => {
      world.faults.partition('eu', 'asia', { forMs: 30_000 });
      await world.clock.advance(10_000);
      world.faults.partition('eu', 'asia', { forMs: 60_000 });
      await world.clock.advance(59_999);
      expect(cut()).toHaveLength(4);
      await world.clock.advance(1);
      expect(cut()).toEqual([]);
    });

    it('a permanent fault replaces temporary ones, which do not return', async () => {
      const timers = world.clock.pending;
      world.faults.partition('eu', 'asia', { forMs: 30_000 });
      world.faults.heal('eu', 'asia');
      expect([cut(), world.faults.status().timed]).toEqual([[], []]);
      expect(world.clock.pending).toBe(timers);
      world.faults.partition('eu', 'asia');
      await world.clock.advance(60_000);
      expect(cut()).toHaveLength(4);
      world.faults.stop('us', { forMs: 1_000 });
      world.faults.reset();
      world.faults.stop('us');
      await world.clock.advance(2_000);
      expect(cluster('us-a').stopped).toBe(true);
    });
  });

  it.each([
    ['change must set at least one field', {}],
    ['delayMs must be 0 to 600000, not -1', { delayMs: -1 }],
    ['jitterMs must be 0 to 600000, not NaN', { jitterMs: NaN }],
    ['dropRate must be 0 to 1, not 1.5', { dropRate: 1.5 }],
    ['retryMs must be 1 to 600000, not 0', { retryMs: 0 }],
  ])('a link fault is rejected if %s', (message, change) => {
    expect(rejectionOf(() => world.faults.changeLinks('eu', 'us', change))).toEqual([
      GrpcStatus.INVALID_ARGUMENT,
      message,
    ]);
  });

  it.each([
    ['slowMs must be 0 to 600000, not Infinity', { slowMs: Infinity }],
    ['errorRate must be 0 to 1, not -0.1', { errorRate: -0.1 }],
    ['clockSkewMs must be a whole number of milliseconds', { clockSkewMs: 0.5 }],
    ['There are no clusters in region africa', { stopped: true }, 'africa'],
  ])('a cluster fault is rejected if %s', (message, change, name = 'eu') => {
    expect(rejectionOf(() => world.faults.changeClusters(name, change))).toEqual([
      GrpcStatus.INVALID_ARGUMENT,
      message,
    ]);
  });

  it('a duration that is too long and faults above the maximum are rejected', () => {
    expect(rejectionOf(() => world.faults.stop('eu', { forMs: 1e9 }))[1]).toContain(
      'forMs must be 0 to 86400000',
    );
    for (let count = 0; count < 999; count++) world.faults.stop('eu', { forMs: 1_000 });
    world.faults.stop('asia');
    expect(rejectionOf(() => world.faults.stop('us'))).toEqual([
      GrpcStatus.RESOURCE_EXHAUSTED,
      'There are already 1000 faults, which is the maximum: reset them first',
    ]);
    world.faults.reset();
    world.faults.stop('us');
  });
});
