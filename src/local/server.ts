import { DEFAULTS } from '../defaults';
import { type Clock, systemClock } from '../platform/clock';
import { type Random, systemRandom } from '../platform/random';
import { Catalog } from './catalog';
import { GarbageCollector } from './garbage-collector';
import { GrpcServer, type GrpcServerLimits } from './grpc/server';
import { createHandlers } from './handlers';
import { loadCatalog } from './load';
import type { ReadingOptions } from './service/context';
import { EncodingCache } from './service/encoding-cache';
import { CommitQueue } from './storage/commit-queue';
import { LevelStorage } from './storage/level-storage';
import type { Storage } from './storage/storage';
import { Tables } from './tables';

export interface LocalBigtableOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder that keeps the data; absent, everything is in memory and gone at the end. */
  readonly dataDir?: string;
  /** Keeps the data instead of a folder of ours; closed with the server. */
  readonly storage?: Storage;
  /** Wait for the disk at each commit. Without, acknowledged writes survive a killed process but not a power loss. */
  readonly sync?: boolean;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly reading?: Partial<ReadingOptions>;
  readonly limits?: Partial<GrpcServerLimits>;
  /** Told of the server's own failures, for a log. */
  readonly onInternalError?: (error: unknown, path: string) => void;
}

export interface LocalBigtable {
  /** `host:port`, as BIGTABLE_EMULATOR_HOST wants it. */
  readonly endpoint: string;
  readonly port: number;
  /** Lets calls in flight end, makes everything durable, and frees the port and the folder. */
  close(): Promise<void>;
}

/**
 * Starts the embedded Bigtable: Google's gRPC API, data and table admin, over clear-text HTTP/2.
 * Throws DataFolderError when the data folder cannot be used.
 */
export async function startLocalBigtable(options: LocalBigtableOptions): Promise<LocalBigtable> {
  const storage = await openStorage(options);
  try {
    return await serve(options, storage);
  } catch (error) {
    await storage?.close();
    throw error;
  }
}

async function openStorage(options: LocalBigtableOptions): Promise<Storage | undefined> {
  const { storage, dataDir, sync = false } = options;
  return storage ?? (dataDir === undefined ? undefined : LevelStorage.open(dataDir, { sync }));
}

async function serve(options: LocalBigtableOptions, storage: Storage | undefined): Promise<LocalBigtable> {
  const { host, clock = systemClock, random = systemRandom } = options;
  const catalog = new Catalog();
  const lastTable = storage === undefined ? 0 : await loadCatalog(storage, catalog);
  const commits = new CommitQueue(storage);
  const tables = new Tables(catalog, commits, lastTable);
  const reading = { ...DEFAULTS.local.reading, ...options.reading };
  const encodings = new EncodingCache(reading.cachedBytesMax);
  const server = await GrpcServer.listen({
    host,
    port: options.port,
    clock,
    handlers: createHandlers({ catalog, tables, commits, clock, random, reading, encodings }),
    limits: { ...DEFAULTS.local.grpc, ...options.limits },
    onInternalError: options.onInternalError ?? (() => undefined),
  });
  const collector = new GarbageCollector({ catalog, commits, clock, ...DEFAULTS.local.garbageCollection });
  return {
    endpoint: `${host}:${server.port}`,
    port: server.port,
    async close() {
      await server.close();
      await collector.stop();
      await commits.close();
    },
  };
}
