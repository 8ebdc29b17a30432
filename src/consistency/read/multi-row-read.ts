import { toBigtableError, type BigtableError } from '../../bigtable/client/bigtable-error';
import type { CallOptions, Row } from '../../bigtable/client/types';
import type { Consistency } from '../../core/consistency/consistency';
import {
  NO_WATERMARK,
  WATERMARK_FAMILY,
  watermarkOf,
  type OriginCode,
} from '../../core/consistency/row-watermark';
import { TidemarkError } from '../../errors';
import { linkedSignal } from '../../platform/tasks/cancellation';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import { planRead, planRow } from './begin-read';
import { resolveRequirements, type FreshnessRequirement } from './freshness-requirements';
import { evaluateProof } from './proof';
import { unprovableBy } from './lookup-policy';
import { includesAnnouncements, withControlKeys, type ReplicaAnswer, type Lookup } from './lookup-client';
import { finishRead } from './finish-read';
import type { ReadRequest, ReadContext, RowReadPlan } from './read-setting';
import { mergeEvidence } from './read-together';
import { RacingRead } from './row-reading';
import type { RowAnswer, RowsAnswer, RowsRead } from '../store';

/**
 * Reads several rows, each at the consistency asked for. Rejects as soon as one of them cannot be had, and then asks
 * nobody any longer for the others.
 */
export async function readRows<W extends Workload>(
  setting: ReadContext<W>,
  read: RowsRead,
  consistency: Consistency,
  call: CallOptions = {},
): Promise<RowsAnswer> {
  const ending = new AbortController();
  const linked = linkedSignal(ending.signal, call.signal);
  const { table, filter, rowBytesMax, allowsJoin = false } = read;
  const wanted = { table, filter, allowsJoin, ...(rowBytesMax !== undefined && { bytesMax: rowBytesMax }) };
  try {
    const begun = planRead(setting, wanted, consistency, { ...call, signal: linked.signal });
    return await new MultiRowRead(setting, begun, read).run();
  } catch (error) {
    ending.abort(error);
    throw error;
  } finally {
    linked.release();
  }
}

/** What is known of one of the rows. */
interface RowPart<W extends Workload> {
  readonly task: RowReadPlan<W>;
  requirements: readonly FreshnessRequirement[];
  answer: ReplicaAnswer<W> | undefined;
  /** Why there is none. */
  failure: BigtableError | undefined;
  /** Of the row that is held. */
  bytes: number;
}

/**
 * Rows go together to the cluster that is the nearest of each, in one request, and so does what an origin is asked
 * about them. Whatever is not proven then goes on row by row.
 */
class MultiRowRead<W extends Workload> {
  readonly #setting: ReadContext<W>;
  readonly #begun: ReadRequest<W>;
  readonly #parts: readonly RowPart<W>[];
  readonly #bytesMax: number;
  #bytes = 0;
  #lookups = 0;

  constructor(
    setting: ReadContext<W>,
    begun: ReadRequest<W>,
    { keys, bytesMax = Infinity }: Pick<RowsRead, 'keys' | 'bytesMax'>,
  ) {
    this.#setting = setting;
    this.#begun = begun;
    this.#bytesMax = bytesMax;
    this.#parts = keys.map((key) => {
      const task = planRow(setting, begun, key, true);
      // At once, so that the rows that follow are not led to a half-open cluster, too.
      setting.router.startProbeIfDue(task.candidates[0]!);
      return { task, requirements: task.requirements, answer: undefined, failure: undefined, bytes: 0 };
    });
  }

  async run(): Promise<RowsAnswer> {
    const { clock, limits, observer, tokenWritesMax, hedging } = this.#setting;
    hedging.recordRead();
    const groups = [...this.#byNearest()].map((group) => this.#readGroup(...group));
    const tellers = [...this.#byTeller()].map((group) => this.#askOrigin(...group));
    await Promise.all([...groups, ...tellers]);
    const answers = await runBounded(this.#parts, limits.rowsInFlightMax, (part) => this.#finish(part));
    const { level } = this.#begun.consistency;
    const parts = answers.map(({ evidence }) => evidence);
    const together = mergeEvidence(level, parts, { writesMax: tokenWritesMax, nowMs: clock.nowMs() });
    const evidence = { ...together, lookups: together.lookups + this.#lookups };
    const durationMs = clock.monotonicMs() - this.#begun.startedMs;
    observer?.onAnswer({ ...evidence, rows: answers.length, durationMs });
    const unmet = parts.flatMap(({ met }, at) => (met ? [] : [at]));
    return { rows: answers.map(({ row }) => row), evidence, unmet };
  }

  #byNearest(): Map<Cluster<W>, RowPart<W>[]> {
    return grouped(this.#parts, ({ task }) => [task.candidates[0]!]);
  }

  /** The origins without whom some rows' nearest cannot prove them, whatever it says, as far as they are to be reached. */
  #byTeller(): Map<Cluster<W>, RowPart<W>[]> {
    const { router, rules, lookups } = this.#setting;
    const context = { rules, nowMs: this.#begun.nowMs };
    const isReachable = (cluster: Cluster<W>): boolean =>
      ['open', 'half-open'].includes(router.reachabilityOf(cluster));
    return grouped(this.#parts, ({ task, requirements }) => {
      if (requirements.length === 0) return [];
      const nearest = task.candidates[0]!;
      const left = unprovableBy(nearest, requirements, lookups.heartbeats(nearest, task), context);
      const codes = new Set(left.map(({ origin }) => origin));
      return [...codes].flatMap((code: OriginCode) => router.byCode(code) ?? []).filter(isReachable);
    });
  }

  async #readGroup(cluster: Cluster<W>, parts: readonly RowPart<W>[]): Promise<void> {
    const lookup = { cluster, kind: 'nearest' as const };
    // Before the request is sent: see Lookups.row.
    const heartbeats = new Map(
      parts.map((part) => [part, this.#setting.lookups.heartbeats(cluster, part.task)]),
    );
    const { nowMs, table } = this.#begun;
    // One filter for all of them: that of the row of which most has to be shown.
    const { filter, chainDepth } = parts
      .map(({ task }) => task)
      .reduce((deepest, task) => (task.chainDepth > deepest.chainDepth ? task : deepest));
    const read = { table, nowMs, chainDepth };
    const take = (part: RowPart<W>, row: Row | undefined): void => {
      const of = { read, heartbeats: heartbeats.get(part)! };
      part.answer = this.#setting.lookups.toAnswer(lookup, row, of);
      this.#hold(part, part.answer.row);
    };
    const failure = await this.#ask(lookup, parts, { filter, take });
    for (const part of parts) part.failure = failure;
  }

  async #askOrigin(cluster: Cluster<W>, parts: readonly RowPart<W>[]): Promise<void> {
    const { clock, horizon, router } = this.#setting;
    if (router.reachabilityOf(cluster) === 'half-open') router.startOriginProbe(cluster);
    const take = (part: RowPart<W>, row: Row | undefined): void => {
      const watermark = row === undefined ? NO_WATERMARK : watermarkOf(row.cells);
      const replicatedBeforeMs = horizon.replicatedBeforeMs(clock.nowMs());
      part.requirements = resolveRequirements(part.requirements, {
        origin: cluster.code,
        watermark,
        replicatedBeforeMs,
      });
    };
    const filter = this.#setting.lookups.watermarkFilter(cluster, this.#begun);
    await this.#ask({ cluster, kind: 'watermark' }, parts, { filter, take });
  }

  /** Resolves when the answer is there whole, or with why it is not. */
  async #ask(
    lookup: Lookup<W>,
    parts: readonly RowPart<W>[],
    of: {
      readonly filter: RowReadPlan<W>['filter'];
      readonly take: (part: RowPart<W>, row: Row | undefined) => void;
    },
  ): Promise<BigtableError | undefined> {
    const { lookups, observer } = this.#setting;
    const missing = new Map(parts.map((part) => [part.task.key.toString('latin1'), part]));
    const { table, bytesMax: rowBytesMax } = this.#begun;
    const keys = parts.map(({ task }) => task.key);
    const isTold = includesAnnouncements(lookup.cluster, this.#begun);
    const request = {
      table,
      keys: isTold ? withControlKeys(keys) : keys,
      filter: of.filter,
      rowBytesMax,
    };
    this.#lookups += 1;
    try {
      for (const row of await lookups.rows(lookup, request, this.#call(), this.#boundOf())) {
        const name = row.key.toString('latin1');
        of.take(missing.get(name)!, row);
        missing.delete(name);
      }
      for (const part of missing.values()) of.take(part, undefined);
      observer?.onLookup({ ...lookup, outcome: 'answered' });
      return undefined;
    } catch (thrown) {
      const isOver = thrown instanceof RowsTooLarge || this.#begun.call?.signal?.aborted === true;
      observer?.onLookup({ ...lookup, outcome: isOver ? 'cancelled' : 'failed' });
      if (thrown instanceof RowsTooLarge) throw thrown;
      return toBigtableError(thrown);
    }
  }

  /** The same for rows that are on their way, without the watermarks that come with them. */
  #boundOf(): (row: Row) => void {
    let arrivedBytes = 0;
    return (row) => {
      arrivedBytes += bytesOf({ cells: row.cells.filter(({ family }) => family !== WATERMARK_FAMILY) });
      if (this.#bytes + arrivedBytes > this.#bytesMax) throw new RowsTooLarge(this.#bytesMax);
    };
  }

  /** Throws as soon as the rows are too large together, so that no more of them come. */
  #hold(part: RowPart<W>, row: Row | undefined): void {
    const bytes = row === undefined ? 0 : bytesOf(row);
    this.#bytes += bytes - part.bytes;
    part.bytes = bytes;
    if (this.#bytes > this.#bytesMax) throw new RowsTooLarge(this.#bytesMax);
  }

  /** Half the time: the other half is for what then goes on by itself. */
  #call(): CallOptions {
    const { deadlineMs, call } = this.#begun;
    return { ...call, timeoutMs: (deadlineMs - this.#setting.clock.monotonicMs()) / 2 };
  }

  #finish(part: RowPart<W>): Promise<RowAnswer> | RowAnswer {
    const { task, requirements, answer, failure } = part;
    const told = { ...task, requirements };
    if (answer === undefined)
      return this.#alone(part, new RacingRead(this.#setting, told).retryAfter(failure!));
    const proof = evaluateProof(answer, requirements, this.#setting.rules);
    if (proof.unproven.length > 0)
      return this.#alone(part, new RacingRead(this.#setting, told).continueWith(answer));
    return finishRead(this.#setting, told, { answer, proof }, { requirements, lookups: 0 });
  }

  async #alone(part: RowPart<W>, reading: Promise<RowAnswer>): Promise<RowAnswer> {
    const answer = await reading;
    this.#hold(part, answer.row);
    return answer;
  }
}

class RowsTooLarge extends TidemarkError {
  override readonly name = 'RowsTooLarge';

  constructor(bytesMax: number) {
    super(
      'answer_too_large',
      `The rows have more than ${bytesMax} bytes together: ask for fewer of them at once, or for fewer cells`,
    );
  }
}

/** Names and values of the cells: what they cost beyond these is the same for each. */
function bytesOf({ cells }: Pick<Row, 'cells'>): number {
  return cells.reduce((sum, { qualifier, value }) => sum + qualifier.length + value.length, 0);
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

/** At most so many at the same time; the results in the order of the items. After a failure none is begun any more. */
async function runBounded<T, R>(
  items: readonly T[],
  atOnceMax: number,
  task: (item: T) => Promise<R> | R,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      const result = task(items[at]!);
      results[at] = result instanceof Promise ? await result : result;
    }
  };
  const stop = (error: unknown): never => {
    next = items.length;
    throw error;
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, () => work().catch(stop)));
  return results;
}
