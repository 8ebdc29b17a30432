import { DEFAULTS } from '../config/defaults';
import { type Clock, systemClock } from '../platform/time/clock';
import { type Random, systemRandom } from '../platform/random';
import { Catalog } from './catalog/catalog';
import type { ChangeStreamLimits } from './change-stream/change-stream';
import { ChangeStreams } from './change-stream/change-streams';
import { Expiry } from './background/expiry';
import { Faults } from './faults/faults';
import { GarbageCollector } from './background/garbage-collector';
import type { MethodHandler } from './grpc/grpc-server';
import { createHandlers } from './method-handlers';
import { Instances } from './catalog/instances';
import { type EntryOwners, loadCatalog } from './catalog/load-catalog';
import { Network } from './replication/network';
import type { ReadingOptions, LocalServices } from './service/local-services';
import { EncodedRowCache } from './service/encoded-row-cache';
import { IdempotencyTokens, type IdempotencyOptions } from './service/idempotency-tokens';
import { CommitQueue, type StorageObserver } from './storage/commit-queue';
import type { CommitStorage } from './storage/commit-storage';
import { Tables } from './catalog/tables';
import type { Topology } from '../routing/topology/topology';

export interface LocalCoreOptions {
  /** What is there from the start; the rest comes by the admin API. */
  readonly topology?: Topology;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly reading?: Partial<ReadingOptions>;
  readonly changeStreams?: Partial<ChangeStreamLimits>;
  readonly idempotency?: Partial<IdempotencyOptions>;
  readonly storageObserver?: StorageObserver;
}

/**
 * The embedded Bigtable without its gRPC server: everything that it does, on the clock and randomness given. Without
 * storage nothing outlives it, and nothing in it depends on the real time, so that a simulation is deterministic.
 */
export interface LocalCore {
  readonly services: LocalServices;
  readonly collector: GarbageCollector;
  readonly expiry: Expiry;
  /** Every method, by path. */
  readonly handlers: ReadonlyMap<string, MethodHandler>;
  /** What can be made to go wrong. */
  readonly faults: Faults;
  /** Makes everything durable and frees the storage. */
  close(): Promise<void>;
}

/** Loads what the storage holds. */
export async function openCore(options: LocalCoreOptions, storage?: CommitStorage): Promise<LocalCore> {
  const { clock = systemClock, random = systemRandom, topology = NO_TOPOLOGY } = options;
  const { link, backlogBytesMax } = DEFAULTS.local.replication;
  const catalog = new Catalog();
  const commits = new CommitQueue(storage, {
    clock,
    retryMs: DEFAULTS.local.storageRetryMs,
    observer: options.storageObserver,
  });
  const network = new Network(link, topology.links);
  const instances = new Instances(catalog, { clock, random, commits, network, backlogBytesMax });
  const tables = new Tables(catalog, commits);
  const keeping = createEntryOwners(options, { catalog, commits, clock });
  if (storage !== undefined) await loadCatalog(storage, { instances, tables }, keeping);
  tables.onDefined = (table) => keeping.changeStreams.syncDefinition(table);
  tables.onDropped = (table) => keeping.changeStreams.drop(table);
  for (const declaration of topology.instances) instances.declare(declaration);
  const { clientRegion } = topology;
  const reading = { ...DEFAULTS.local.reading, ...options.reading };
  return startCore({
    catalog,
    instances,
    tables,
    commits,
    network,
    clock,
    random,
    clientRegion,
    reading,
    faults: new Faults({ catalog, network, clock, clientRegion }),
    runId: String(random()),
    encodings: new EncodedRowCache(reading.cachedBytesMax),
    ...keeping,
  });
}

/** Sets to work what goes on in the background. */
function startCore(context: LocalServices): LocalCore {
  const { catalog, changeStreams, clock, commits, faults, idempotency } = context;
  const collector = new GarbageCollector({ catalog, commits, clock, ...DEFAULTS.local.garbageCollection });
  const expiry = new Expiry({ changeStreams, idempotency, clock, ...DEFAULTS.local.expiry });
  return {
    services: context,
    collector,
    expiry,
    faults,
    handlers: createHandlers(context),
    async close() {
      faults.close();
      changeStreams.close();
      // What is under way is in the log: a restart brings it to its end.
      for (const instance of catalog.instances.values()) instance.close();
      await Promise.all([collector.stop(), expiry.stop()]);
      await commits.close();
    },
  };
}

/** Those parts that keep entries of their own in storage. */
function createEntryOwners(options: LocalCoreOptions, environment: EntryOwnerDependencies): EntryOwners {
  const { changeStreams, idempotency } = DEFAULTS.local;
  return {
    changeStreams: new ChangeStreams({
      ...environment,
      options: { ...changeStreams, ...options.changeStreams },
    }),
    idempotency: new IdempotencyTokens({
      ...environment,
      options: { ...idempotency, ...options.idempotency },
    }),
  };
}

interface EntryOwnerDependencies {
  readonly catalog: Catalog;
  readonly commits: CommitQueue;
  readonly clock: Clock;
}

const NO_TOPOLOGY: Topology = { links: [], instances: [] };
