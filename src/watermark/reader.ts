import type { CallOptions } from '../bigtable/types';
import { EMPTY_TOKEN } from '../core/write-token';
import type { Clock } from '../platform/clock';
import type { Random } from '../platform/random';
import type { Tracing } from '../platform/tracing';
import type { Workload } from '../routing/cluster';
import type { ClusterClients } from '../routing/cluster-clients';
import type { Hedging } from '../routing/hedging';
import type { Router } from '../routing/router';
import type { Auditor } from './auditor';
import type { ReadObserver } from './read-observer';
import type { ShardWatermarks } from './shard-watermarks';
import type { Reader, RowAnswer, RowRead } from './store';

/**
 * What may stand for a write that an answer has to contain: the row's own watermark, or also a heartbeat of the row's
 * shard, which is sound only where an origin's mutations of a shard arrive in order. Cloud Bigtable does not promise that.
 */
export type Evidence = 'row' | 'row+shard';

export interface ReadingLimits {
  /** Of a read that brings none of its own. */
  readonly pointTimeoutMs: number;
  readonly lookupInitialDelayMs: number;
  readonly lookupMaxDelayMs: number;
}

export interface ReaderOptions<W extends Workload> {
  readonly router: Router<W>;
  readonly clients: ClusterClients<W>;
  readonly shards: ShardWatermarks;
  readonly auditor: Auditor;
  readonly hedging: Hedging;
  readonly clock: Clock;
  readonly random: Random;
  /** `DEFAULTS.reading`, with the deadline of `DEFAULTS.bigtable`. */
  readonly limits: ReadingLimits;
  readonly evidence: Evidence;
  readonly clockSkewMaxMs: number;
  /** Of the tokens that answers bring. */
  readonly tokens: { readonly writesMax: number };
  /** As in StoreTopology; false: nothing is proven by who answered. */
  readonly describesClusters: boolean;
  readonly observer?: ReadObserver | undefined;
  readonly tracing: Tracing;
}

/** Reads of one workload at a chosen consistency, from whichever of its clusters proves it first. */
export function createReader<W extends Workload>(options: ReaderOptions<W>): Reader {
  return {
    readRow: (read, _consistency, call) => eventual(options, read, call),
    readRows: () => Promise.reject(new Error('not yet')),
  };
}

async function eventual<W extends Workload>(
  { router, clients }: ReaderOptions<W>,
  read: RowRead,
  call?: CallOptions,
): Promise<RowAnswer> {
  const [nearest] = router.forRead(read.table, read.key);
  const row = await clients.of(nearest!).readRow(read, call);
  const evidence = {
    level: 'eventual',
    met: true,
    clusters: [nearest!.id],
    tier: 'nearest',
    lookups: 1,
  } as const;
  return { row, evidence: { ...evidence, stalenessMs: undefined, token: EMPTY_TOKEN } };
}
