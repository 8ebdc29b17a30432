import { LOCAL_BIGTABLE_DEFAULTS } from './defaults';
import { systemClock } from '../platform/time/clock';
import { type LocalCore, type LocalCoreOptions, openCore } from './core';
import { BigtableServer, type GrpcServerLimits } from './grpc/grpc-server';
import { LevelStorage } from './storage/level-storage';
import type { CommitStorage } from './storage/commit-storage';

/** Options of a server. The clock, randomness and limits have defaults. */
export interface LocalBigtableOptions extends LocalCoreOptions {
  readonly host: string;
  /** TCP port. 0 selects any free port. */
  readonly port: number;
  /** Data folder. Absent: data stays in memory and is lost when the server stops. */
  readonly dataDir?: string;
  /** Storage that replaces a data folder. It is closed with the server. */
  readonly storage?: CommitStorage;
  /**
   * Whether each commit waits for the disk. Without this, acknowledged writes survive a killed process but not a power
   * loss. Default: false.
   */
  readonly sync?: boolean;
  /** Opens a data folder even if acknowledged commits are missing from it. Default: false. */
  readonly acceptLostWrites?: boolean;
  readonly limits?: Partial<GrpcServerLimits>;
  /** Called for the server's own failures, for a log. */
  readonly onInternalError?: (error: unknown, path: string) => void;
  /** Called for errors of the listener, such as connections that it cannot accept. */
  readonly onListenerError?: (error: Error, unreported: number) => void;
}

/** Running server. */
export interface LocalBigtable {
  /** Address `host:port`, for BIGTABLE_EMULATOR_HOST. */
  readonly endpoint: string;
  readonly port: number;
  /** Throws UnwritableError, with the reason, while no write is accepted. */
  checkWritable(): void;
  /** Waits for calls in flight, makes everything durable, and frees the port and the folder. */
  close(): Promise<void>;
}

/**
 * Starts the embedded Bigtable: Google's gRPC data and admin APIs over clear-text HTTP/2. Throws DataFolderError when
 * the data folder cannot be used.
 */
export async function startLocalBigtable(options: LocalBigtableOptions): Promise<LocalBigtable> {
  const core = await openStoredCore(options);
  try {
    return await serve(options, core);
  } catch (error) {
    await core.close();
    throw error;
  }
}

async function openStoredCore(options: LocalBigtableOptions): Promise<LocalCore> {
  const storage = await openStorage(options);
  try {
    return await openCore(options, storage);
  } catch (error) {
    await storage?.close();
    throw error;
  }
}

async function openStorage(options: LocalBigtableOptions): Promise<CommitStorage | undefined> {
  const { storage, dataDir, sync = false, acceptLostWrites = false } = options;
  if (storage !== undefined || dataDir === undefined) return storage;
  return LevelStorage.open(dataDir, { sync, acceptLostWrites });
}

async function serve(options: LocalBigtableOptions, core: LocalCore): Promise<LocalBigtable> {
  const { host, port, clock = systemClock } = options;
  const server = await BigtableServer.listen({
    host,
    port,
    clock,
    handlers: core.handlers,
    limits: { ...LOCAL_BIGTABLE_DEFAULTS.grpc, ...options.limits },
    onInternalError: options.onInternalError ?? (() => undefined),
    onListenerError: options.onListenerError ?? (() => undefined),
  });
  return {
    endpoint: `${host}:${server.port}`,
    port: server.port,
    checkWritable: () => core.dependencies.commits.checkWritable(),
    async close() {
      core.dependencies.changeStreams.close();
      await server.close();
      await core.close();
    },
  };
}
