import type { Clock } from '../../platform/clock';
import type { Random } from '../../platform/random';
import type { Catalog, TableEntry } from '../catalog';
import type { CommitQueue } from '../storage/commit-queue';
import { failedPrecondition } from '../grpc/rpc-error';
import { LIMITS } from '../limits';
import type { RowOperation } from '../store/row';
import type { Tables } from '../tables';
import type { EncodingCache } from './encoding-cache';

/** What every method of the services works on. */
export interface ServiceContext {
  readonly catalog: Catalog;
  readonly tables: Tables;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly random: Random;
  readonly reading: ReadingOptions;
  readonly encodings: EncodingCache;
}

export interface ReadingOptions {
  /** A value above this is split over several chunks. */
  readonly valueChunkBytesMax: number;
  /** A response message is sent when it has grown to this. */
  readonly messageBytes: number;
  /** A response message covers at most so many rows; when the last gave no result, it says how far the scan is. */
  readonly rowsPerMessageMax: number;
  /** Memory for the encoded answers of rows that are read often. */
  readonly cachedBytesMax: number;
}

/**
 * Applies a row mutation as a whole and enqueues it; returns the version to wait for before answering. Refuses, before
 * anything is changed, what would make the row too large: with the status that production gives for reading such rows,
 * as that for writing them is not documented.
 */
export function writeRow(
  { commits }: ServiceContext,
  table: TableEntry,
  key: string,
  operations: readonly RowOperation[],
): number {
  if (table.rows.wouldOutgrow(key, operations, LIMITS.rowBytesMax)) {
    throw failedPrecondition(`Reached maximum allowed row size of ${LIMITS.rowBytesMax} bytes`);
  }
  const version = commits.nextVersion();
  const change = table.rows.apply(key, operations, version);
  commits.append({ kind: 'rows', table: table.number, rows: [change] });
  return version;
}

/** The version that an answer about one row, present or absent, depends on. */
export function rowVersion({ rows }: TableEntry, key: string): number {
  return rows.row(key)?.version ?? rows.removedVersion;
}
