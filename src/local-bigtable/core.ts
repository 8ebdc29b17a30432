import { LOCAL_BIGTABLE_DEFAULTS } from './defaults';
import { type Clock, systemClock } from '../platform/time/clock';
import { type Random, systemRandom } from '../platform/random';
import { Backups } from './catalog/backups';
import { Catalog } from './catalog/catalog';
import { DeletedTables } from './catalog/deleted-tables';
import type { ServedStreamLimits } from './change-stream/change-stream';
import { ChangeStreams } from './change-stream/change-streams';
import { Expiry } from './background/expiry';
import { Faults } from './faults/faults';
import { GarbageCollector } from './background/garbage-collector';
import type { MethodHandler } from './grpc/grpc-server';
import { createHandlers } from './method-handlers';
import { Instances } from './catalog/instances';
import { type EntryOwners, loadCatalog } from './catalog/load-catalog';
import { Network } from './replication/network';
import type { ReadingOptions, LocalDependencies } from './service/local-dependencies';
import { EncodedRowCache } from './service/encoded-row-cache';
import { IdempotencyTokens, type IdempotencyLimits } from './service/idempotency-tokens';
import { CommitQueue, type StorageObserver } from './storage/commit-queue';
import type { CommitStorage } from './storage/commit-storage';
import { Tables } from './catalog/tables';
import type { Topology } from '../routing/topology/topology';

/** Options of the core. Defaults are in defaults.ts. */
export interface LocalCoreOptions {
  /** Initial resources. Others are created by the admin API. */
  readonly topology?: Topology | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly reading?: Partial<ReadingOptions>;
  readonly changeStreams?: Partial<ServedStreamLimits>;
  readonly idempotency?: Partial<IdempotencyLimits>;
  readonly storageObserver?: StorageObserver;
}

/**
 * Embedded Bigtable without its gRPC server, on a given clock and source of randomness. Without storage it depends on
 * nothing else, so that a simulation is deterministic.
 */
export interface LocalCore {
  readonly dependencies: LocalDependencies;
  readonly collector: GarbageCollector;
  readonly expiry: Expiry;
  /** Handlers of all methods, by path. */
  readonly handlers: ReadonlyMap<string, MethodHandler>;
  /** Faults that can be injected. */
  readonly faults: Faults;
  /** Makes everything durable and closes the storage. */
  close(): Promise<void>;
}

/** Opens the core and loads the contents of the storage. */
export async function openCore(options: LocalCoreOptions, storage?: CommitStorage): Promise<LocalCore> {
  const { clock = systemClock, random = systemRandom, topology = NO_TOPOLOGY } = options;
  const { link, backlogBytesMax } = LOCAL_BIGTABLE_DEFAULTS.replication;
  const catalog = new Catalog();
  const commits = new CommitQueue(storage, {
    clock,
    retryMs: LOCAL_BIGTABLE_DEFAULTS.storageRetryMs,
    observer: options.storageObserver,
  });
  const network = new Network(link, topology.links);
  const instances = new Instances(catalog, { clock, random, commits, network, backlogBytesMax });
  const tables = new Tables(catalog, commits);
  const backups = new Backups({ instances, tables, commits });
  const deletedTables = new DeletedTables({
    backups,
    clock,
    limits: LOCAL_BIGTABLE_DEFAULTS.deletedTables,
  });
  const reading = { ...LOCAL_BIGTABLE_DEFAULTS.reading, ...options.reading };
  const encodings = new EncodedRowCache(reading.cachedBytesMax);
  const keeping = createEntryOwners(options, { catalog, commits, clock });
  if (storage !== undefined) await loadCatalog(storage, { instances, tables, backups }, keeping);
  tables.onDefined = (table) => keeping.changeStreams.syncDefinition(table);
  tables.onDropped = (table) => {
    keeping.changeStreams.drop(table);
    encodings.clear();
  };
  for (const declaration of topology.instances) instances.declare(declaration);
  const { clientRegion } = topology;
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
    encodings,
    backups,
    deletedTables,
    ...keeping,
  });
}

/** Starts the background tasks. */
function startCore(dependencies: LocalDependencies): LocalCore {
  const { backups, catalog, changeStreams, clock, commits, faults, idempotency } = dependencies;
  const collector = new GarbageCollector({
    catalog,
    commits,
    clock,
    ...LOCAL_BIGTABLE_DEFAULTS.garbageCollection,
  });
  const expiry = new Expiry({
    changeStreams,
    idempotency,
    backups,
    clock,
    ...LOCAL_BIGTABLE_DEFAULTS.expiry,
  });
  return {
    dependencies,
    collector,
    expiry,
    faults,
    handlers: createHandlers(dependencies),
    async close() {
      faults.close();
      changeStreams.close();
      // Commits in flight are in the log: a restart applies them.
      for (const instance of catalog.instances.values()) instance.close();
      await Promise.all([collector.stop(), expiry.stop()]);
      await commits.close();
    },
  };
}

/** Creates the parts that have their own entries in storage. */
function createEntryOwners(options: LocalCoreOptions, dependencies: EntryOwnerDependencies): EntryOwners {
  const { changeStreams, idempotency } = LOCAL_BIGTABLE_DEFAULTS;
  return {
    changeStreams: new ChangeStreams({
      ...dependencies,
      limits: { ...changeStreams, ...options.changeStreams },
    }),
    idempotency: new IdempotencyTokens({
      ...dependencies,
      limits: { ...idempotency, ...options.idempotency },
    }),
  };
}

interface EntryOwnerDependencies {
  readonly catalog: Catalog;
  readonly commits: CommitQueue;
  readonly clock: Clock;
}

const NO_TOPOLOGY: Topology = { links: [], instances: [] };
