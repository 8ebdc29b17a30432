import { GrpcStatus } from '../../platform/network/grpc';
import { RpcError } from '../grpc/rpc-error';
import type { EmulatedCluster } from '../replication/local-cluster';
import type { Link } from '../replication/link';
import type { KeySpan } from '../store/stored-table';
import { Bookmark, isKeyWithin } from './bookmark';
import { type ChangeRecord, SYSTEM_ORIGIN } from './change-record';
import type { ChangeStream } from './change-stream';
import type { OriginLog } from './origin-log';
import type { StreamPosition } from './stream-position';

/**
 * Reads the changes of a partition as one cluster has applied them. The available change with the earliest commit
 * timestamp comes first.
 */
export class ChangeReader {
  readonly span: KeySpan;
  readonly cluster: EmulatedCluster;
  readonly #stream: ChangeStream;
  readonly #start: Bookmark;
  readonly #position: StreamPosition;
  #lowWatermark: number;
  #idle = false;

  constructor(
    stream: ChangeStream,
    cluster: EmulatedCluster,
    { span, start }: { span: KeySpan; start: Bookmark },
  ) {
    this.span = span;
    this.cluster = cluster;
    this.#stream = stream;
    this.#start = start;
    this.#position = start.position.copy();
    this.#lowWatermark = start.completeUpTo;
    for (const log of stream.logs) log.advance(cluster, stream.instance.allClusterBits);
  }

  /** True if the latest read found no further change. */
  get idle(): boolean {
    return this.#idle;
  }

  /** Commit timestamp up to which no further change will come, as of the latest `updateLowWatermark`. */
  get lowWatermark(): number {
    return this.#lowWatermark;
  }

  /** Position after the changes read so far. */
  get bookmark(): Bookmark {
    return new Bookmark(this.#position, this.#lowWatermark, this.#start.ahead);
  }

  /**
   * Returns the next change of the partition. Undefined when there is none, and after many changes of other partitions.
   */
  next(): ChangeRecord | undefined {
    for (let count = 0; count < CHANGES_PER_READ_MAX; count++) {
      const record = this.#earliest();
      this.#idle = record === undefined;
      if (record === undefined) return undefined;
      const { rowKey, origin, commitMicros } = record;
      this.#position.advance(origin, commitMicros);
      if (isKeyWithin(rowKey, this.span) && !this.#start.hasRead(rowKey, origin, commitMicros)) return record;
    }
    return undefined;
  }

  /**
   * Updates the low watermark. Each origin has reported to this cluster up to where its commits are complete, and none
   * of these may remain unread. The watermark is a promise to clients, so it never decreases.
   */
  updateLowWatermark(): void {
    const { clusters, links } = this.#stream.instance;
    let completeUpTo = Infinity;
    for (const origin of clusters.values()) {
      const originUpTo =
        origin === this.cluster
          ? origin.commitClock.closedTimestamp()
          : deliveredUpTo(links, origin, this.cluster);
      completeUpTo = Math.min(completeUpTo, originUpTo);
    }
    for (const log of this.#stream.logs) {
      const next = log.nextCommitMicros(this.#position.lastRead(log.origin));
      if (next !== undefined) completeUpTo = Math.min(completeUpTo, next - 1);
    }
    this.#lowWatermark = Math.max(this.#lowWatermark, completeUpTo);
  }

  #earliest(): ChangeRecord | undefined {
    let earliest: ChangeRecord | undefined;
    for (const log of this.#stream.logs) {
      const record = this.#nextOf(log);
      if (record === undefined) continue;
      if (earliest === undefined || record.commitMicros < earliest.commitMicros) earliest = record;
    }
    return earliest;
  }

  #nextOf(log: OriginLog): ChangeRecord | undefined {
    const lastRead = this.#position.lastRead(log.origin);
    if (log.removedUpTo > lastRead)
      throw changesExpiredError('The reader has fallen behind: its next changes');
    const record = log.next(lastRead, this.cluster);
    return record?.origin === SYSTEM_ORIGIN && this.#lacksBefore(record.commitMicros) ? undefined : record;
  }

  /**
   * Returns whether the cluster lacks a commit before this timestamp. Garbage is collected after the writes that
   * created it, so a replay of the stream must see it after them.
   */
  #lacksBefore(commitMicros: number): boolean {
    for (const log of this.#stream.logs) {
      if ((log.firstMissingMicros(this.cluster) ?? Infinity) < commitMicros) return true;
    }
    return false;
  }
}

/** Production's status for expired changes is undocumented; Spanner uses this one. */
export function changesExpiredError(what: string): RpcError {
  return new RpcError(
    GrpcStatus.OUT_OF_RANGE,
    `${what} are no longer available: they are older than the change stream or its retention period`,
  );
}

/**
 * Returns the commit timestamp up to which the link has delivered everything. Nothing comes from an origin without a
 * link: it is being removed and has delivered all its commits.
 */
function deliveredUpTo(links: readonly Link[], from: EmulatedCluster, to: EmulatedCluster): number {
  return links.find((link) => link.from === from && link.to === to)?.deliveredUpTo ?? Infinity;
}

const CHANGES_PER_READ_MAX = 1_000;
