/**
 * Reads at a chosen consistency. Most rows are proven by the answer of the nearest replica, whatever it contains: this
 * file has all that such a read does. All other reads, and these once a lookup is slow or fails, are a `RacingRead`.
 */
import { toBigtableError, type BigtableError } from '../../bigtable/client/bigtable-error';
import type { Random } from '../../platform/random';
import { Cancellation } from '../../platform/tasks/cancellation';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { Clock } from '../../platform/time/clock';
import { SharedTimer } from '../../platform/time/shared-timer';
import type { Router } from '../../routing/affinity/router';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { Hedging } from '../../routing/health/hedging';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { OrderObserver } from '../audit/order-observer';
import type { Auditor } from '../audit/proof-claim';
import type { ShardWatermarks } from '../heartbeats/shard-watermarks';
import type { AnnouncedOrigins } from '../origins/announced-origins';
import type { Reader, RowAnswer } from '../store';
import { finishRead, rejectOutdatedTopology } from './finish-read';
import { Horizon } from './horizon';
import { LookupClient, type Lookup, type ReplicaAnswer } from './lookup-client';
import { readRows } from './multi-row-read';
import { evaluateProof, isOrigin, type EvidenceKind } from './proof';
import { firstReplicaTimeoutMs } from './race-state';
import type { LookupOutcome, ReadObserver } from './read-observer';
import {
  onCallerAbort,
  planRead,
  planRow,
  RacingRead,
  type ReaderDependencies,
  type ReaderLimits,
  type RowReadPlan,
} from './row-read';

export type { EvidenceKind } from './proof';

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
  /** Largest difference between two clocks of the fleet, in milliseconds. */
  readonly clockSkewMaxMs: number;
  /** Age, in milliseconds, at which every write is in every cluster. */
  readonly replicationLagMaxMs: number;
  /** Newest watermark cells of a column that a proof may use. @default `DEFAULTS.consistency.watermarkDepth` */
  readonly watermarkDepth?: number;
  /** Limits of the tokens that answers carry. */
  readonly tokens: { readonly writesMax: number };
  /** See `StoreTopology`. False: the identity of the answering cluster proves nothing. */
  readonly hasClusterTopology: boolean;
  /** Announcements that this process has seen, shared with its other readers of control rows. Absent: none are read. */
  readonly announced?: AnnouncedOrigins | undefined;
  readonly observer?: ReadObserver | undefined;
  /** Receives each proof that a replica applied writes out of order. */
  readonly order?: OrderObserver | undefined;
  readonly tracing: Tracing;
}

/**
 * Returns a reader of one workload. Each row is answered by the cluster that first proves the consistency asked for.
 */
export function createReader<W extends Workload>(options: ReaderOptions<W>): Reader {
  return readerWith(readerDependenciesOf(options));
}

/** Like `createReader`, for callers that compose the dependencies themselves. */
export function readerWith<W extends Workload>(dependencies: ReaderDependencies<W>): Reader {
  return {
    readRow: async (read, consistency, call) => {
      const plan = planRow(dependencies, planRead(dependencies, read, consistency, call), read);
      const answer = readRow(dependencies, plan);
      return plan.readsAnnouncements ? rejectIfUnaccounted(dependencies, plan, answer) : answer;
    },
    async readRows(read, consistency, call) {
      const answer = await readRows(dependencies, read, consistency, call);
      rejectOutdatedTopology(dependencies, { consistency }, answer.unmet.length === 0);
      return answer;
    },
  };
}

async function rejectIfUnaccounted<W extends Workload>(
  dependencies: ReaderDependencies<W>,
  plan: RowReadPlan<W>,
  read: Promise<RowAnswer>,
): Promise<RowAnswer> {
  const answer = await read;
  rejectOutdatedTopology(dependencies, plan, answer.evidence.met);
  return answer;
}

export function readerDependenciesOf<W extends Workload>(options: ReaderOptions<W>): ReaderDependencies<W> {
  const { evidence, clockSkewMaxMs, hasClusterTopology, clock } = options;
  const horizon = new Horizon(options.replicationLagMaxMs, options.watermarkDepth);
  return {
    router: options.router,
    auditor: options.auditor,
    hedging: options.hedging,
    clock,
    random: options.random,
    limits: options.limits,
    observer: options.observer,
    horizon,
    lookups: new LookupClient({ ...options, horizon }),
    announced: options.announced,
    rules: { evidence, clockSkewMaxMs, hasClusterTopology },
    tokenWritesMax: options.tokens.writesMax,
    timer: new SharedTimer(clock),
  };
}

function readRow<W extends Workload>(
  dependencies: ReaderDependencies<W>,
  plan: RowReadPlan<W>,
): Promise<RowAnswer> {
  const { candidates, requirements } = plan;
  const nearest = candidates[0] as Cluster<W>;
  const isProvenByNearest = requirements.every(({ origin }) => isOrigin(nearest, origin, dependencies.rules));
  if (!isProvenByNearest) return new RacingRead(dependencies, plan).run();
  if (candidates.length === 1) return readSoleReplica(dependencies, plan, nearest);
  return new SingleReplicaRead(dependencies, plan).run();
}

const NO_OPTIONS = Object.freeze({});

/** Reads at the only replica there is. Without another one to query, no timer is needed while the call lasts. */
async function readSoleReplica<W extends Workload>(
  dependencies: ReaderDependencies<W>,
  plan: RowReadPlan<W>,
  replica: Cluster<W>,
): Promise<RowAnswer> {
  const { requirements } = plan;
  const answer = await lookupSoleReplica(dependencies, plan, { cluster: replica, kind: 'nearest' });
  if (answer instanceof Error) return new RacingRead(dependencies, plan, 1).retryAfter(answer);
  const proof = evaluateProof(answer, requirements, dependencies.rules);
  return finishRead(dependencies, plan, { answer, proof }, { requirements, lookups: 1 });
}

async function lookupSoleReplica<W extends Workload>(
  { router, lookups, observer }: ReaderDependencies<W>,
  plan: RowReadPlan<W>,
  lookup: Lookup<W>,
): Promise<ReplicaAnswer<W> | BigtableError> {
  router.startProbeIfDue(lookup.cluster);
  try {
    const answer = await lookups.row(lookup, plan, plan.call ?? NO_OPTIONS);
    observer?.onLookup({ ...lookup, outcome: 'answered' });
    return answer;
  } catch (error) {
    observer?.onLookup({ ...lookup, outcome: 'failed' });
    return toBigtableError(error);
  }
}

/**
 * The read of a row by one lookup at the nearest replica, which proves it whatever it contains. Nearly all reads are of
 * this kind, so this is what a read costs. When the lookup is slow or fails, a `RacingRead` continues.
 */
class SingleReplicaRead<W extends Workload> {
  readonly #dependencies: ReaderDependencies<W>;
  readonly #plan: RowReadPlan<W>;
  readonly #lookup: Lookup<W>;
  readonly #cancellation = new Cancellation();
  #resolve!: (answer: RowAnswer | Promise<RowAnswer>) => void;
  #reject!: (error: Error) => void;
  #stopTimer: (() => void) | undefined;
  #stopListening: (() => void) | undefined;
  /** Whether the read has ended, or a `RacingRead` has taken over. */
  #isOver = false;

  constructor(dependencies: ReaderDependencies<W>, plan: RowReadPlan<W>) {
    this.#dependencies = dependencies;
    this.#plan = plan;
    this.#lookup = { cluster: plan.candidates[0] as Cluster<W>, kind: 'nearest' };
  }

  run(): Promise<RowAnswer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#stopListening = onCallerAbort(this.#plan.call?.signal, (error) => this.#onCallerAbort(error));
      if (!this.#isOver) this.#send();
    });
  }

  /** Sends the lookup, and waits until a hedge is due and affordable, or for the first replica's timeout. */
  #send(): void {
    const { router, lookups, hedging, limits, timer } = this.#dependencies;
    const { deadlineMs, startedMs, requirements } = this.#plan;
    // Until the caller's own deadline, like every lookup.
    const timeoutMs = deadlineMs - startedMs + limits.deadlineMarginMs;
    router.startProbeIfDue(this.#lookup.cluster);
    const answer = lookups.row(this.#lookup, this.#plan, { timeoutMs, signal: this.#cancellation });
    answer.then(
      (row) => this.#onAnswer(row),
      (error: unknown) => this.#onFailure(error),
    );
    hedging.recordRead();
    const hedgeDelayMs = requirements.length === 0 ? hedging.delayMs(this.#lookup.cluster) : undefined;
    const delayMs = Math.min(hedgeDelayMs ?? Infinity, firstReplicaTimeoutMs(this.#plan, limits));
    this.#stopTimer = timer.schedule(delayMs, () => this.#onSlow(answer, hedgeDelayMs));
  }

  #onAnswer(answer: ReplicaAnswer<W>): void {
    if (this.#isOver) return;
    this.#end('answered');
    const { requirements } = this.#plan;
    const proof = evaluateProof(answer, requirements, this.#dependencies.rules);
    this.#resolve(
      finishRead(this.#dependencies, this.#plan, { answer, proof }, { requirements, lookups: 1 }),
    );
  }

  #onFailure(error: unknown): void {
    if (this.#isOver) return;
    this.#end('failed');
    this.#resolve(new RacingRead(this.#dependencies, this.#plan, 1).retryAfter(toBigtableError(error)));
  }

  #onSlow(answer: Promise<ReplicaAnswer<W>>, hedgeDelayMs: number | undefined): void {
    this.#end(undefined);
    const pending = { lookup: this.#lookup, answer, cancellation: this.#cancellation };
    this.#resolve(new RacingRead(this.#dependencies, this.#plan).adopt(pending, hedgeDelayMs));
  }

  #onCallerAbort(error: BigtableError): void {
    const wasSent = this.#stopTimer !== undefined;
    this.#end(wasSent ? 'cancelled' : undefined);
    this.#cancellation.abort(error);
    this.#reject(error);
  }

  /** `outcome`: undefined while the lookup has none. */
  #end(outcome: LookupOutcome | undefined): void {
    this.#isOver = true;
    this.#stopTimer?.();
    this.#stopListening?.();
    const { cluster, kind } = this.#lookup;
    if (outcome !== undefined) this.#dependencies.observer?.onLookup({ cluster, kind, outcome });
  }
}
