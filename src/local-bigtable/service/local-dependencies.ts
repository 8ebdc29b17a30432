import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Backups } from '../catalog/backups';
import type { Catalog } from '../catalog/catalog';
import type { DeletedTables } from '../catalog/deleted-tables';
import type { Faults } from '../faults/faults';
import type { CommitQueue } from '../storage/commit-queue';
import type { Instances } from '../catalog/instances';
import type { Network } from '../replication/network';
import type { Tables } from '../catalog/tables';
import type { ChangeStreams } from '../change-stream/change-streams';
import type { EncodedRowCache } from './encoded-row-cache';
import type { IdempotencyTokens } from './idempotency-tokens';

/** Parts of the server that its methods use. */
export interface LocalDependencies {
  readonly catalog: Catalog;
  readonly instances: Instances;
  readonly tables: Tables;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly random: Random;
  readonly network: Network;
  /** Region of clients that do not send one. */
  readonly clientRegion: string | undefined;
  readonly faults: Faults;
  /** Identifies this run of the server. */
  readonly runId: string;
  readonly reading: ReadingOptions;
  readonly encodings: EncodedRowCache;
  readonly changeStreams: ChangeStreams;
  readonly idempotency: IdempotencyTokens;
  readonly backups: Backups;
  readonly deletedTables: DeletedTables;
}

/** Bounds of ReadRows and change stream answers. */
export interface ReadingOptions {
  /** Values above this size are split over several chunks, in bytes. */
  readonly valueChunkBytesMax: number;
  /** A response message is sent when it reaches this size, in bytes. */
  readonly messageBytes: number;
  /**
   * Maximum number of rows that a response message covers. If the last one gave no result, the message reports the
   * scan's progress.
   */
  readonly rowsPerMessageMax: number;
  /** Maximum memory for encoded answers of frequently read rows, in bytes. */
  readonly cachedBytesMax: number;
}
