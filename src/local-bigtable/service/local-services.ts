import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Catalog } from '../catalog/catalog';
import type { Faults } from '../faults/faults';
import type { CommitQueue } from '../storage/commit-queue';
import type { Instances } from '../catalog/instances';
import type { Network } from '../replication/network';
import type { Tables } from '../catalog/tables';
import type { ChangeStreams } from '../change-stream/change-streams';
import type { EncodedRowCache } from './encoded-row-cache';
import type { IdempotencyTokens } from './idempotency-tokens';

/** What every method of the services works on. */
export interface LocalServices {
  readonly catalog: Catalog;
  readonly instances: Instances;
  readonly tables: Tables;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly random: Random;
  readonly network: Network;
  /** Where clients are that do not say it. */
  readonly clientRegion: string | undefined;
  readonly faults: Faults;
  /** Names this run of the server. */
  readonly runId: string;
  readonly reading: ReadingOptions;
  readonly encodings: EncodedRowCache;
  readonly changeStreams: ChangeStreams;
  readonly idempotency: IdempotencyTokens;
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
