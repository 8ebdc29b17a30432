/**
 * The embedded Bigtable's only entry point: code outside of this folder imports from here, which the linter enforces.
 * The unit tests of this folder and their helpers import its files directly.
 */
export { startLocalBigtable, type LocalBigtable, type LocalBigtableOptions } from './server';
export { control, CONTROL_SERVICE } from './control/control-methods';
export type { StorageObserver } from './storage/commit-queue';
export { UnwritableError } from './storage/unwritable-error';

// For simulations, and tests that run the core in process.
export { BIGTABLE_LIMITS } from './bigtable-limits';
export type { TableEntry } from './catalog/catalog';
export { openCore, type LocalCore } from './core';
export type { MethodHandler } from './grpc/grpc-server';
export { RpcError } from './grpc/rpc-error';
export type { EmulatedCluster } from './replication/local-cluster';
export { AGGREGATORS } from './store/aggregator';
export type { GarbageRule } from './store/garbage-rule';
export type { StoredCell } from './store/stored-cell';
export type { StoredRow } from './store/stored-row';
