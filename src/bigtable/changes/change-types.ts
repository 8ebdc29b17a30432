import type { google } from '@google-cloud/bigtable/build/protos/protos';

/** Range of row keys that one change stream covers. */
export interface StreamPartition {
  /** First key, inclusive. Empty: the beginning of the table. */
  readonly start: Buffer;
  /** Exclusive end. Empty: the end of the table. */
  readonly end: Buffer;
}

/** Position in a change stream: all changes of the partition before it have been received. */
export interface ContinuationToken {
  readonly partition: StreamPartition;
  readonly token: string;
}

/**
 * Start of a stream: after tokens, whose partitions cover that of the stream exactly, at a commit time, inclusive, in
 * microseconds since the Unix epoch, or `now`, with the next change.
 */
export type StreamStart =
  | { readonly tokens: readonly ContinuationToken[] }
  | { readonly startMicros: number }
  | 'now';

export interface ReadChangeStreamRequest {
  /** Table id (the corpus), not the full resource name. */
  readonly table: string;
  readonly partition: StreamPartition;
  readonly from: StreamStart;
  /** Time without a change after which the server reports its progress, in milliseconds. Default: 5 s. */
  readonly heartbeatMs?: number | undefined;
  /**
   * Whether values of cells are left out, so that the size of a change does not matter. @default false
   */
  readonly withoutValues?: boolean | undefined;
}

/** All mutations of one row by one write, or by garbage collection. */
export interface DataChange {
  readonly kind: 'change';
  readonly type: 'user' | 'garbage-collection';
  readonly key: Buffer;
  /** Id of the cluster that accepted the write; empty for garbage collection. */
  readonly clusterId: string;
  /** Time of the commit at that cluster, in microseconds since the Unix epoch. */
  readonly commitMicros: number;
  /** Orders changes of the same cell with the same commit time: the larger value wins. */
  readonly tiebreaker: number;
  readonly mutations: readonly google.bigtable.v2.IMutation[];
  /** Position after the change. */
  readonly token: string;
  /** See `Heartbeat`. */
  readonly lowWatermarkMicros: number;
}

/** Progress without a change. */
interface Heartbeat {
  readonly kind: 'heartbeat';
  readonly token: string;
  /**
   * Commit time up to which the server estimates that all changes have been sent, in microseconds. It is an estimate:
   * changes with earlier commit times may follow.
   */
  readonly lowWatermarkMicros: number;
}

/** Last message of a stream. */
export interface StreamClosed {
  readonly kind: 'closed';
  /**
   * Continuation after a split or a merge: positions in parts of the partition, and the whole partition that
   * contains each part. A new partition is read with the tokens of all its parts, which may come from several streams.
   */
  readonly successors: readonly {
    readonly from: ContinuationToken;
    readonly partition: StreamPartition;
  }[];
}

export type ChangeStreamEvent = DataChange | Heartbeat | StreamClosed;
