import { toBigtableError, type BigtableError } from '../../bigtable/client/bigtable-error';
import type { CallOptions, Row } from '../../bigtable/client/types';
import type { Consistency } from '../../core/consistency/consistency';
import {
  NO_WATERMARK,
  WATERMARK_FAMILY,
  watermarkOf,
  type OriginCode,
} from '../../core/consistency/row-watermark';
import { contentBytesOf, withoutFamily } from '../../core/rows/row-parts';
import { TidemarkError } from '../../errors';
import { Cancellation, linkedSignal } from '../../platform/tasks/cancellation';
import { runBounded } from '../../platform/tasks/run-bounded';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { RowAnswer, RowsAnswer, RowsRead } from '../store';
import { finishRead } from './finish-read';
import { resolveRequirements, type FreshnessRequirement } from './freshness-requirements';
import { includesAnnouncements, withControlKeys, type Lookup, type ReplicaAnswer } from './lookup-client';
import { mergeEvidence } from './merge-evidence';
import { evaluateProof, unprovableBy } from './proof';
import {
  planRead,
  planRow,
  RacingRead,
  type ReaderDependencies,
  type ReadRequest,
  type RowReadPlan,
} from './row-read';

/**
 * Reads several rows, each at the consistency asked for. Rejects as soon as one row fails, and cancels the lookups of
 * the others then.
 */
export async function readRows<W extends Workload>(
  context: ReaderDependencies<W>,
  read: RowsRead,
  consistency: Consistency,
  call: CallOptions = {},
): Promise<RowsAnswer> {
  const ending = new Cancellation();
  const linked = linkedSignal(ending, call.signal);
  const { table, filter, rowBytesMax, allowsJoin = false } = read;
  const row = { table, filter, allowsJoin, bytesMax: rowBytesMax };
  try {
    const request = planRead(context, row, consistency, { ...call, signal: linked.signal });
    return await new MultiRowRead(context, request, read).run();
  } catch (error) {
    ending.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    linked.release();
  }
}

/** State of one of the rows. */
interface RowPart<W extends Workload> {
  readonly plan: RowReadPlan<W>;
  requirements: readonly FreshnessRequirement[];
  answer: ReplicaAnswer<W> | undefined;
  /** Error of the lookup that brought no answer. */
  failure: BigtableError | undefined;
  /** Size of the row in the answer, in bytes. */
  bytes: number;
}

/**
 * A read of several rows. Rows with the same nearest cluster are read in one request, and so are the watermarks of one
 * origin. Each row that this does not prove is then read by itself.
 */
class MultiRowRead<W extends Workload> {
  readonly #context: ReaderDependencies<W>;
  readonly #request: ReadRequest<W>;
  readonly #parts: readonly RowPart<W>[];
  readonly #bytesMax: number;
  #bytes = 0;
  #lookups = 0;

  constructor(
    context: ReaderDependencies<W>,
    request: ReadRequest<W>,
    { keys, bytesMax = Infinity, wasMoved }: Pick<RowsRead, 'keys' | 'bytesMax' | 'wasMoved'>,
  ) {
    this.#context = context;
    this.#request = request;
    this.#bytesMax = bytesMax;
    this.#parts = keys.map((key, at) => {
      const plan = planRow(context, request, { key, wasMoved: wasMoved?.[at] }, true);
      // Before the next row is planned, so that only one row is sent to a half-open cluster.
      context.router.startProbeIfDue(plan.candidates[0]!);
      return { plan, requirements: plan.requirements, answer: undefined, failure: undefined, bytes: 0 };
    });
  }

  async run(): Promise<RowsAnswer> {
    const { clock, limits, observer, tokenWritesMax, hedging } = this.#context;
    hedging.recordRead();
    const groups = [...this.#byNearest()].map((group) => this.#readGroup(...group));
    const origins = [...this.#byOrigin()].map((group) => this.#readWatermarks(...group));
    await Promise.all([...groups, ...origins]);
    const answers = await runBounded(this.#parts, limits.rowsInFlightMax, (part) => this.#finish(part));
    const { level } = this.#request.consistency;
    const parts = answers.map(({ evidence }) => evidence);
    const together = mergeEvidence(level, parts, { writesMax: tokenWritesMax, nowMs: clock.nowMs() });
    const evidence = { ...together, lookups: together.lookups + this.#lookups };
    const durationMs = clock.monotonicMs() - this.#request.startedMs;
    observer?.onAnswer({ ...evidence, rows: answers.length, durationMs });
    const unmet = parts.flatMap(({ met }, at) => (met ? [] : [at]));
    return { rows: answers.map(({ row }) => row), evidence, unmet };
  }

  #byNearest(): Map<Cluster<W>, RowPart<W>[]> {
    return grouped(this.#parts, ({ plan }) => [plan.candidates[0]!]);
  }

  /**
   * Groups the rows by the reachable origins whose watermarks their proof needs, whatever the nearest cluster answers.
   */
  #byOrigin(): Map<Cluster<W>, RowPart<W>[]> {
    const { router, rules, lookups } = this.#context;
    const context = { rules, nowMs: this.#request.nowMs };
    const isReachable = (cluster: Cluster<W>): boolean =>
      ['open', 'half-open'].includes(router.reachabilityOf(cluster));
    return grouped(this.#parts, ({ plan, requirements }) => {
      if (requirements.length === 0) return [];
      const nearest = plan.candidates[0]!;
      const unprovable = unprovableBy(nearest, requirements, lookups.heartbeats(nearest, plan), context);
      const codes = new Set(unprovable.map(({ origin }) => origin));
      return [...codes].flatMap((code: OriginCode) => router.byCode(code) ?? []).filter(isReachable);
    });
  }

  async #readGroup(cluster: Cluster<W>, parts: readonly RowPart<W>[]): Promise<void> {
    const lookup = { cluster, kind: 'nearest' as const };
    // Before the request is sent: see LookupClient.row.
    const heartbeats = new Map(
      parts.map((part) => [part, this.#context.lookups.heartbeats(cluster, part.plan)]),
    );
    const { nowMs, table } = this.#request;
    // One filter for all rows: that of the row with the deepest watermark chains.
    const { filter, chainDepth } = parts
      .map(({ plan }) => plan)
      .reduce((deepest, plan) => (plan.chainDepth > deepest.chainDepth ? plan : deepest));
    const read = { table, nowMs, chainDepth };
    const receive = (part: RowPart<W>, row: Row | undefined): void => {
      const shown = { read, heartbeats: heartbeats.get(part)! };
      part.answer = this.#context.lookups.toAnswer(lookup, row, shown);
      this.#countBytes(part, part.answer.row);
    };
    const failure = await this.#sendLookup(lookup, parts, { filter, receive });
    for (const part of parts) part.failure = failure;
  }

  async #readWatermarks(cluster: Cluster<W>, parts: readonly RowPart<W>[]): Promise<void> {
    const { clock, horizon, router } = this.#context;
    if (router.reachabilityOf(cluster) === 'half-open') router.startOriginProbe(cluster);
    const receive = (part: RowPart<W>, row: Row | undefined): void => {
      const watermark = row === undefined ? NO_WATERMARK : watermarkOf(row.cells);
      const replicatedBeforeMs = horizon.replicatedBeforeMs(clock.nowMs());
      part.requirements = resolveRequirements(part.requirements, {
        origin: cluster.code,
        watermark,
        replicatedBeforeMs,
        wasMoved: part.plan.wasMoved,
      });
    };
    const filter = this.#context.lookups.watermarkFilter(cluster, this.#request);
    await this.#sendLookup({ cluster, kind: 'watermark' }, parts, { filter, receive });
  }

  /** Resolves when the whole answer has been received, with the error if the lookup failed. */
  async #sendLookup(
    lookup: Lookup<W>,
    parts: readonly RowPart<W>[],
    how: {
      readonly filter: RowReadPlan<W>['filter'];
      readonly receive: (part: RowPart<W>, row: Row | undefined) => void;
    },
  ): Promise<BigtableError | undefined> {
    const { lookups, observer } = this.#context;
    const missing = new Map(parts.map((part) => [part.plan.key.toString('latin1'), part]));
    const { table, bytesMax: rowBytesMax } = this.#request;
    const keys = parts.map(({ plan }) => plan.key);
    const withControls = includesAnnouncements(lookup.cluster, this.#request);
    const request = {
      table,
      keys: withControls ? withControlKeys(keys) : keys,
      filter: how.filter,
      rowBytesMax,
    };
    this.#lookups += 1;
    try {
      for (const row of await lookups.rows(lookup, request, this.#call(), this.#arrivalCheck())) {
        const name = row.key.toString('latin1');
        how.receive(missing.get(name)!, row);
        missing.delete(name);
      }
      for (const part of missing.values()) how.receive(part, undefined);
      observer?.onLookup({ ...lookup, outcome: 'answered' });
      return undefined;
    } catch (thrown) {
      const isOver = thrown instanceof RowsTooLarge || this.#request.call?.signal?.aborted === true;
      observer?.onLookup({ ...lookup, outcome: isOver ? 'cancelled' : 'failed' });
      if (thrown instanceof RowsTooLarge) throw thrown;
      return toBigtableError(thrown);
    }
  }

  /** Returns a check of arriving rows, which throws once the rows are too large together. Watermarks do not count. */
  #arrivalCheck(): (row: Row) => void {
    let arrivedBytes = 0;
    return (row) => {
      const data = withoutFamily(row, WATERMARK_FAMILY);
      arrivedBytes += data === undefined ? 0 : contentBytesOf(data);
      if (this.#bytes + arrivedBytes > this.#bytesMax) throw new RowsTooLarge(this.#bytesMax);
    };
  }

  /** Replaces the size of the part's row in the total. Throws once the rows are too large together. */
  #countBytes(part: RowPart<W>, row: Row | undefined): void {
    const bytes = row === undefined ? 0 : contentBytesOf(row);
    this.#bytes += bytes - part.bytes;
    part.bytes = bytes;
    if (this.#bytes > this.#bytesMax) throw new RowsTooLarge(this.#bytesMax);
  }

  /**
   * Returns call options for half the time that is left. The other half is for rows that are then read by themselves.
   */
  #call(): CallOptions {
    const { deadlineMs, call } = this.#request;
    return { ...call, timeoutMs: (deadlineMs - this.#context.clock.monotonicMs()) / 2 };
  }

  #finish(part: RowPart<W>): Promise<RowAnswer> | RowAnswer {
    const { plan, requirements, answer, failure } = part;
    const resolved = requirements === plan.requirements ? plan : { ...plan, requirements };
    if (answer === undefined)
      return this.#countAnswer(part, new RacingRead(this.#context, resolved).retryAfter(failure!));
    const proof = evaluateProof(answer, requirements, this.#context.rules);
    if (proof.unproven.length > 0)
      return this.#countAnswer(part, new RacingRead(this.#context, resolved).continueWith(answer));
    return finishRead(this.#context, resolved, { answer, proof }, { requirements, lookups: 0 });
  }

  async #countAnswer(part: RowPart<W>, read: Promise<RowAnswer>): Promise<RowAnswer> {
    const answer = await read;
    this.#countBytes(part, answer.row);
    return answer;
  }
}

class RowsTooLarge extends TidemarkError {
  override readonly name = 'RowsTooLarge';

  constructor(bytesMax: number) {
    super(
      'answer_too_large',
      `The rows have more than ${bytesMax} bytes together: request fewer rows at once, or fewer cells`,
    );
  }
}

function grouped<T, K>(items: readonly T[], keysOf: (item: T) => readonly K[]): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}
