import { createLocalTransport } from '../../support/local-bigtable/local-transport';
import { VirtualClock } from '../../support/virtual-clock';
import { openCore, type LocalCore } from '../../../src/local-bigtable/index';
import { seededRandom } from '../../../src/platform/random';
import { createRouting, type Routing, type RoutingLimits } from '../../../src/routing/routing';
import type { Workload } from '../../../src/routing/topology/cluster';
import { storeTopology, type StoreTopology } from '../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import type { GrpcTransport } from '../../../src/bigtable/transport/create-transport';

type Json = Record<string, unknown>;

/** Two serving clusters and one batch cluster in eu, two serving clusters in us, one in asia. */
export const DOCUMENT = {
  project: 'p',
  clientRegion: 'eu',
  instances: {
    demo: {
      clusters: {
        'eu-a': { region: 'eu' },
        'eu-b': { region: 'eu', zone: 'eu-b' },
        'eu-batch': { region: 'eu', zone: 'eu-c', role: 'batch' },
        'us-a': { region: 'us' },
        'us-b': { region: 'us', zone: 'us-b' },
        'asia-a': { region: 'asia' },
      } as Record<string, Json>,
      appProfiles: {
        'at-eu-a': { cluster: 'eu-a' },
        'at-eu-b': { cluster: 'eu-b' },
        'at-us-a': { cluster: 'us-a' },
        'at-us-b': { cluster: 'us-b' },
        'at-asia-a': { cluster: 'asia-a' },
        batch: { cluster: 'eu-batch', priority: 'low' },
      } as Record<string, Json>,
    },
  },
  links: [
    { between: ['eu', 'us'], delayMs: 40 },
    { between: ['eu', 'asia'], delayMs: 120 },
    { between: ['us', 'asia'], delayMs: 80 },
  ],
};

/** Returns a copy of the topology with one change in its only instance. */
export function changed(change: (instance: (typeof DOCUMENT)['instances']['demo'], all: Json) => void): Json {
  const copy = structuredClone(DOCUMENT);
  change(copy.instances.demo, copy);
  return copy;
}

export const topologyOf = (document: unknown): StoreTopology => storeTopology(parseTopology(document));

const TABLE = 'projects/p/instances/demo/tables/t';

/** Runs the embedded Bigtable on virtual time with the table `t`, and the production routing over it in process. */
export class RoutingWorld {
  readonly clock = new VirtualClock();
  core!: LocalCore;
  /** Names of the instances for which a transport was opened. */
  readonly connected: string[] = [];

  static async open(document: unknown = DOCUMENT): Promise<RoutingWorld> {
    const world = new RoutingWorld();
    const topology = parseTopology(document);
    world.core = await openCore({ topology, clock: world.clock, random: seededRandom(1) });
    const { tables, instances } = world.core.dependencies;
    await tables.create({ name: TABLE }, [{ name: 'f' }], instances.getOrCreate('projects/p/instances/demo'));
    return world;
  }

  routing<W extends Workload>(
    workload: W,
    options: { topology?: StoreTopology; region?: string; limits?: Partial<RoutingLimits> } = {},
  ): Routing<W> {
    return createRouting({
      workload,
      clock: this.clock,
      random: seededRandom(2),
      emulated: true,
      topology: options.topology ?? topologyOf(DOCUMENT),
      transport: (name) => {
        this.connected.push(name);
        return this.transport();
      },
      ...(options.region !== undefined && { region: options.region }),
      ...(options.limits !== undefined && { limits: options.limits }),
    });
  }

  transport(): GrpcTransport {
    return createLocalTransport({ handlers: this.core.handlers, clock: this.clock });
  }

  /** Advances time until the promise has settled. */
  async settled<T>(promise: Promise<T>): Promise<{ readonly value: T; readonly tookMs: number }> {
    const startMs = this.clock.monotonicMs();
    let isOver = false;
    const ending = promise.finally(() => (isOver = true));
    ending.catch(() => undefined);
    for (let waited = 0; waited < 20_000; waited++) {
      await this.clock.advance(0);
      if (isOver) return { value: await ending, tookMs: this.clock.monotonicMs() - startMs };
      await this.clock.advance(1);
    }
    throw new Error('not within 20 s');
  }
}
