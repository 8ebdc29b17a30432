import { DEFAULTS } from '../defaults';
import { type Clock, systemClock } from '../platform/clock';
import { type Random, systemRandom } from '../platform/random';
import { Catalog } from './catalog';
import { GarbageCollector } from './garbage-collector';
import type { Handler } from './grpc/server';
import { createHandlers } from './handlers';
import { Instances } from './instances';
import { loadCatalog } from './load';
import { Network, type RegionLink } from './replication/network';
import type { ReadingOptions, ServiceContext } from './service/context';
import { EncodingCache } from './service/encoding-cache';
import { CommitQueue } from './storage/commit-queue';
import type { Storage } from './storage/storage';
import { Tables } from './tables';

export interface LocalCoreOptions {
  /** What lies between regions. */
  readonly links?: readonly RegionLink[];
  /** Where clients are that do not say it. */
  readonly clientRegion?: string;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly reading?: Partial<ReadingOptions>;
}

/**
 * The embedded Bigtable without its gRPC server: everything that it does, on the clock and randomness given. Without
 * storage nothing outlives it, and nothing in it depends on the real time, so that a simulation is deterministic.
 */
export interface LocalCore {
  readonly context: ServiceContext;
  readonly collector: GarbageCollector;
  /** Every method, by path. */
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Makes everything durable and frees the storage. */
  close(): Promise<void>;
}

/** Loads what the storage holds. */
export async function openCore(options: LocalCoreOptions, storage?: Storage): Promise<LocalCore> {
  const { clock = systemClock, random = systemRandom, links, clientRegion } = options;
  const { replication, garbageCollection } = DEFAULTS.local;
  const catalog = new Catalog();
  const commits = new CommitQueue(storage);
  const network = new Network(replication.link, links);
  const environment = { clock, random, commits, network, backlogBytesMax: replication.backlogBytesMax };
  const instances = new Instances(catalog, environment);
  const tables = new Tables(catalog, commits);
  if (storage !== undefined) await loadCatalog(storage, instances, tables);
  const reading = { ...DEFAULTS.local.reading, ...options.reading };
  const context = {
    ...{ catalog, instances, tables, commits, network, clock, random, clientRegion, reading },
    runId: String(random()),
    encodings: new EncodingCache(reading.cachedBytesMax),
  };
  const collector = new GarbageCollector({ catalog, commits, clock, ...garbageCollection });
  return {
    context,
    collector,
    handlers: createHandlers(context),
    async close() {
      await collector.stop();
      await commits.close();
    },
  };
}
