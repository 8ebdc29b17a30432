import { GrpcStatus } from '../../platform/network/grpc';
import { RpcError } from '../grpc/rpc-error';
import type { LocalCluster } from '../replication/local-cluster';
import type { Link } from '../replication/link';
import type { KeySpan } from '../store/stored-table';
import { Bookmark, isWithin } from './bookmark';
import { type ChangeRecord, SYSTEM_ORIGIN } from './change-record';
import type { ChangeStream } from './change-stream';
import type { OriginLog } from './origin-log';
import type { StreamPosition } from './stream-position';

/** Reads the changes of a partition as one cluster has applied them: the earliest stamp that is there comes first. */
export class ChangeReader {
  readonly span: KeySpan;
  readonly cluster: LocalCluster;
  readonly #stream: ChangeStream;
  readonly #start: Bookmark;
  readonly #position: StreamPosition;
  #lowWatermark: number;
  #idle = false;

  constructor(
    stream: ChangeStream,
    cluster: LocalCluster,
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

  /** Whether there was nothing more to be had at the latest look. */
  get idle(): boolean {
    return this.#idle;
  }

  /** No change with a stamp up to this one will come any more; as of the latest `refresh`. */
  get lowWatermark(): number {
    return this.#lowWatermark;
  }

  /** Where to go on after the changes had so far. */
  get bookmark(): Bookmark {
    return new Bookmark(this.#position, this.#lowWatermark, this.#start.ahead);
  }

  /** The next change of the partition; undefined when there is none, or after a long stretch of other partitions. */
  next(): ChangeRecord | undefined {
    for (let count = 0; count < CHANGES_PER_LOOK_MAX; count++) {
      const record = this.#earliest();
      this.#idle = record === undefined;
      if (record === undefined) return undefined;
      const { rowKey, origin, commitMicros: stamp } = record;
      this.#position.advance(origin, stamp);
      if (isWithin(rowKey, this.span) && !this.#start.hasRead(rowKey, origin, stamp)) return record;
    }
    return undefined;
  }

  /**
   * Works out the low watermark: each origin has told this cluster up to where its commits are complete, and of what
   * has been told nothing may wait to be read. It is a promise, so it never goes back.
   */
  updateLowWatermark(): void {
    const { clusters, links } = this.#stream.instance;
    let complete = Infinity;
    for (const origin of clusters.values()) {
      const heard =
        origin === this.cluster
          ? origin.commitClock.closedTimestamp()
          : deliveredUpTo(links, origin, this.cluster);
      complete = Math.min(complete, heard);
    }
    for (const log of this.#stream.logs) {
      const next = log.nextCommitMicros(this.#position.lastRead(log.origin));
      if (next !== undefined) complete = Math.min(complete, next - 1);
    }
    this.#lowWatermark = Math.max(this.#lowWatermark, complete);
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
    const reached = this.#position.lastRead(log.origin);
    if (log.removedUpTo > reached)
      throw changesExpiredError('The reader has fallen behind: changes that it has not had');
    const record = log.next(reached, this.cluster);
    return record?.origin === SYSTEM_ORIGIN && this.#lacksBefore(record.commitMicros) ? undefined : record;
  }

  /** Garbage is collected after the writes that made it, so whoever replays a stream must see it after them. */
  #lacksBefore(stamp: number): boolean {
    for (const log of this.#stream.logs) {
      if ((log.firstMissingMicros(this.cluster) ?? Infinity) < stamp) return true;
    }
    return false;
  }
}

/** Production's status for this is not documented; Spanner's is this one. */
export function changesExpiredError(what: string): RpcError {
  return new RpcError(
    GrpcStatus.OUT_OF_RANGE,
    `${what} are no longer kept: they are older than the change stream or its retention period`,
  );
}

/** Nothing comes from an origin without a link: it is being removed, and has handed everything over. */
function deliveredUpTo(links: readonly Link[], from: LocalCluster, to: LocalCluster): number {
  return links.find((link) => link.from === from && link.to === to)?.deliveredUpTo ?? Infinity;
}

const CHANGES_PER_LOOK_MAX = 1_000;
