import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import { SharedTimer } from '../../platform/time/shared-timer';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { Hedging } from '../../routing/health/hedging';
import type { Router } from '../../routing/affinity/router';
import { rejectUnaccounted } from './account-origins';
import type { AnnouncedOrigins } from '../origins/announced-origins';
import type { Auditor } from '../audit/proof-claim';
import { planRead, planRow } from './begin-read';
import type { EvidenceKind } from './proof';
import { Horizon } from './horizon';
import { LookupClient } from './lookup-client';
import type { OrderObserver } from '../audit/order-observer';
import type { ReadObserver } from './read-observer';
import { readRow } from './read-row';
import type { ReaderLimits, ReadContext, RowReadPlan } from './read-setting';
import { readRows } from './multi-row-read';
import type { ShardWatermarks } from '../heartbeats/shard-watermarks';
import type { Reader, RowAnswer } from '../store';

export type { EvidenceKind } from './proof';
export type { ReaderLimits } from './read-setting';

export interface ReaderOptions<W extends Workload> {
  readonly router: Router<W>;
  readonly clients: ClusterClients<W>;
  readonly shards: ShardWatermarks;
  readonly auditor: Auditor;
  readonly hedging: Hedging;
  readonly clock: Clock;
  readonly random: Random;
  /** `DEFAULTS.reading`. */
  readonly limits: ReaderLimits;
  readonly evidence: EvidenceKind;
  readonly clockSkewMaxMs: number;
  /** What is older is in every cluster. */
  readonly replicationLagMaxMs: number;
  /** Newest watermark cells of a column that a proof may take. Default: `DEFAULTS.consistency.watermarkDepth`. */
  readonly watermarkDepth?: number;
  /** Of the tokens that answers bring. */
  readonly tokens: { readonly writesMax: number };
  /** As in StoreTopology; false: nothing is proven by who answered. */
  readonly hasClusterTopology: boolean;
  /** Shared with whatever else of the process sees announcements. Absent: none is looked for. */
  readonly announced?: AnnouncedOrigins | undefined;
  readonly observer?: ReadObserver | undefined;
  /** Receives what answers prove of writes that were applied out of order. */
  readonly order?: OrderObserver | undefined;
  readonly tracing: Tracing;
}

/** Reads of one workload at a chosen consistency, from whichever of its clusters proves it first. */
export function createReader<W extends Workload>(options: ReaderOptions<W>): Reader {
  return readerWith(readContextOf(options));
}

/** As `createReader`, for whoever composes the setting from parts of his own. */
export function readerWith<W extends Workload>(setting: ReadContext<W>): Reader {
  return {
    readRow: async (read, consistency, call) => {
      const task = planRow(setting, planRead(setting, read, consistency, call), read.key);
      const reading = readRow(setting, task);
      return task.readsAnnouncements ? rejectIfUnaccounted(setting, task, reading) : reading;
    },
    async readRows(read, consistency, call) {
      const answer = await readRows(setting, read, consistency, call);
      rejectUnaccounted(setting, { consistency }, answer.unmet.length === 0);
      return answer;
    },
  };
}

async function rejectIfUnaccounted<W extends Workload>(
  setting: ReadContext<W>,
  task: RowReadPlan<W>,
  reading: Promise<RowAnswer>,
): Promise<RowAnswer> {
  const answer = await reading;
  rejectUnaccounted(setting, task, answer.evidence.met);
  return answer;
}

export function readContextOf<W extends Workload>(options: ReaderOptions<W>): ReadContext<W> {
  const { router, auditor, hedging, clock, random, limits, observer } = options;
  const { evidence, clockSkewMaxMs, hasClusterTopology, tokens } = options;
  const horizon = new Horizon(options.replicationLagMaxMs, options.watermarkDepth);
  return {
    router,
    auditor,
    hedging,
    clock,
    random,
    limits,
    observer,
    horizon,
    lookups: new LookupClient({ ...options, horizon }),
    announced: options.announced,
    rules: { evidence, clockSkewMaxMs, hasClusterTopology },
    tokenWritesMax: tokens.writesMax,
    timer: new SharedTimer(clock),
  };
}
