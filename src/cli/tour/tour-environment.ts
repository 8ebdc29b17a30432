import { createTableAdminClient } from '../../bigtable/admin/table-admin-client';
import { TableAdminConnection } from '../../bigtable/admin/table-admin-connection';
import { WATERMARK_FAMILY } from '../../core/consistency/row-watermark';
import { invalidArgument } from '../../errors';
import { type control, startLocalBigtable } from '../../local-bigtable/index';
import { sleep, systemClock } from '../../platform/time/clock';
import { acquireAll, type Resources } from '../../platform/tasks/resources';
import { instanceId, loadTopology } from '../../routing/topology/topology-file';
import type { Topology } from '../../routing/topology/topology';
import { withControl } from '../local/control';
import {
  type BatchReadStore,
  TOUR_FAMILY,
  openBatchReadStore,
  openRegionStore,
  type RegionStore,
  TOUR_TABLE,
} from './region-store';

const BATCH_READS = 100;
const SETTLE_MAX_MS = 10_000;
const SETTLE_STEP_MS = 20;
const HEARTBEATS_MAX_MS = 5_000;

interface TourEnvironmentParts {
  readonly topology: Topology;
  /** `host:port` of the embedded Bigtable. */
  readonly endpoint: string;
  /** Stores of the first three regions. */
  readonly stores: readonly [RegionStore, RegionStore, RegionStore];
  readonly batch: BatchReadStore;
  readonly resources: Resources;
}

/** An embedded Bigtable in memory, with stores as processes in three of its regions see them. */
export class TourEnvironment {
  readonly topology: Topology;
  readonly endpoint: string;
  readonly home: RegionStore;
  readonly away: RegionStore;
  readonly third: RegionStore;
  readonly batch: BatchReadStore;
  readonly #resources: Resources;

  private constructor({ topology, endpoint, stores, batch, resources }: TourEnvironmentParts) {
    this.topology = topology;
    this.endpoint = endpoint;
    [this.home, this.away, this.third] = stores;
    this.batch = batch;
    this.#resources = resources;
  }

  static async open(file: string): Promise<TourEnvironment> {
    const topology = loadTopology(file);
    const [home, away, third] = regionsOf(topology);
    return acquireAll(async (resources) => {
      const options = { host: '127.0.0.1', port: 0, topology };
      const { endpoint } = resources.add(await startLocalBigtable(options), (each) => each.close());
      await createTable(endpoint, topology);
      const at = async (region: string): Promise<RegionStore> =>
        resources.add(await openRegionStore({ file, endpoint, region }), (store) => store.close());
      const stores = await Promise.all([at(home), at(away), at(third)]);
      const batch = openBatchReadStore({ file, endpoint, region: home });
      resources.add(batch, (store) => store.close());
      return new TourEnvironment({ topology, endpoint, stores, batch, resources });
    });
  }

  /** Waits until the nearest replica of each region has the newest version. Throws after 10 seconds. */
  async awaitReplication(newest: number): Promise<void> {
    const endMs = systemClock.monotonicMs() + SETTLE_MAX_MS;
    for (const store of [this.home, this.away, this.third]) {
      while ((await store.read({ level: 'eventual' })).version < newest) {
        if (systemClock.monotonicMs() > endMs)
          throw new Error(`version ${newest} did not reach ${store.region}`);
        await sleep(systemClock, SETTLE_STEP_MS);
      }
    }
  }

  /**
   * Waits until the staleness of the nearest replica of each region is known from heartbeats, for 5 seconds at most.
   */
  async awaitStalenessBounds(): Promise<void> {
    const endMs = systemClock.monotonicMs() + HEARTBEATS_MAX_MS;
    for (const store of [this.home, this.away, this.third]) {
      while ((await store.read({ level: 'eventual' })).evidence.stalenessMs === undefined) {
        if (systemClock.monotonicMs() > endMs) return;
        await sleep(systemClock, SETTLE_STEP_MS);
      }
    }
  }

  /** Delays the replication between the first two regions, but not requests. Returns labels of the changes. */
  slowReplication(delayMs: number): Promise<readonly string[]> {
    const instance = instanceId(this.topology.instances[0]!.name);
    return this.#changeLink({ delayMs }, { instance });
  }

  /** Cuts replication and requests between the first two regions. Returns labels of the changes. */
  partition(): Promise<readonly string[]> {
    return this.#changeLink({ partitioned: true });
  }

  /** Ends all faults. */
  async heal(): Promise<void> {
    await withControl({ endpoint: this.endpoint }, (client) => client.reset());
  }

  /** Reads many times with the batch workload. Returns the number of reads and the clusters that answered. */
  async readAsBatch(): Promise<{ readonly reads: number; readonly clusters: readonly string[] }> {
    const answers = await Promise.all(Array.from({ length: BATCH_READS }, () => this.batch.read()));
    const clusters = new Set(answers.flatMap(({ evidence }) => evidence.clusters));
    return { reads: answers.length, clusters: [...clusters] };
  }

  /** Ids of the serving clusters. */
  get servingClusters(): readonly string[] {
    const clusters = this.topology.instances.flatMap((instance) => instance.clusters);
    return clusters.filter(({ role }) => role === 'serving').map(({ id }) => id);
  }

  close(): Promise<void> {
    return this.#resources.release();
  }

  #changeLink(change: control.ILinkChange, scope: { instance?: string } = {}): Promise<readonly string[]> {
    const request = { a: `region:${this.home.region}`, b: `region:${this.away.region}`, change, ...scope };
    return withControl({ endpoint: this.endpoint }, (client) => client.changeLinks(request));
  }
}

/**
 * Returns the first three regions with serving clusters that accept writes. Throws when there are fewer, or no batch
 * cluster.
 */
function regionsOf({ instances }: Topology): readonly [string, string, string] {
  const { clusters } = instances[0]!;
  const accepting = clusters.filter(({ role, writes }) => role === 'serving' && writes === 'accepted');
  const [home, away, third] = [...new Set(accepting.map(({ region }) => region))];
  if (third === undefined) {
    throw invalidArgument('--topology', 'must have three regions with serving clusters that accept writes');
  }
  if (!clusters.some(({ role }) => role === 'batch')) {
    throw invalidArgument('--topology', 'must have a batch cluster');
  }
  return [home!, away!, third];
}

async function createTable(endpoint: string, { instances }: Topology): Promise<void> {
  const [, project = '', , instance = ''] = instances[0]!.name.split('/');
  const connection = new TableAdminConnection({ endpoint, plaintext: true });
  try {
    const admin = createTableAdminClient({ connection, project, instance });
    await admin.createTable({ table: TOUR_TABLE, families: { [TOUR_FAMILY]: {}, [WATERMARK_FAMILY]: {} } });
  } finally {
    await connection.close();
  }
}
