import { toBigtableError, type BigtableError } from '../bigtable/bigtable-error';
import type { CallOptions, Row } from '../bigtable/types';
import type { Consistency } from '../core/consistency';
import { NO_WATERMARK, watermarkOf, type OriginCode } from '../core/row-watermark';
import type { Cluster, Workload } from '../routing/cluster';
import { beginRead, rowTask } from './begin-read';
import { learn, type Demand } from './demands';
import { judge } from './gate';
import { beyondReach } from './lookup-policy';
import { answerOf, ownWatermark, type Answer, type Lookup } from './lookups';
import { finished } from './read-end';
import type { BegunRead, ReadSetting, RowTask } from './read-setting';
import { evidenceTogether } from './read-together';
import { RowReading } from './row-reading';
import type { RowAnswer, RowsAnswer, RowsRead } from './store';

/** Reads several rows, each at the consistency asked for. Rejects as soon as one of them cannot be had. */
export async function readRows<W extends Workload>(
  setting: ReadSetting<W>,
  read: RowsRead,
  consistency: Consistency,
  call: CallOptions | undefined,
): Promise<RowsAnswer> {
  return new RowsReading(setting, beginRead(setting, read, consistency, call), read.keys).run();
}

/** What is known of one of the rows. */
interface Part<W extends Workload> {
  readonly task: RowTask<W>;
  demands: readonly Demand[];
  answer: Answer<W> | undefined;
  /** Why there is none. */
  failure: BigtableError | undefined;
}

/**
 * Rows go together to the cluster that is the nearest of each, in one request, and so does what an origin is asked
 * about them. Whatever is not proven then goes on row by row.
 */
class RowsReading<W extends Workload> {
  readonly #setting: ReadSetting<W>;
  readonly #begun: BegunRead<W>;
  readonly #parts: readonly Part<W>[];
  #lookups = 0;

  constructor(setting: ReadSetting<W>, begun: BegunRead<W>, keys: readonly Buffer[]) {
    this.#setting = setting;
    this.#begun = begun;
    this.#parts = keys.map((key) => {
      const task = rowTask(setting, begun, key, true);
      return { task, demands: task.demands, answer: undefined, failure: undefined };
    });
  }

  async run(): Promise<RowsAnswer> {
    const { clock, limits, observer, writesMax } = this.#setting;
    const groups = [...this.#byNearest()].map((group) => this.#readGroup(...group));
    const tellers = [...this.#byTeller()].map((group) => this.#askOrigin(...group));
    await Promise.all([...groups, ...tellers]);
    const answers = await inTurns(this.#parts, limits.rowsInFlightMax, (part) => this.#finish(part));
    const { level } = this.#begun.consistency;
    const parts = answers.map(({ evidence }) => evidence);
    const together = evidenceTogether(level, parts, { writesMax, nowMs: clock.nowMs() });
    const evidence = { ...together, lookups: together.lookups + this.#lookups };
    const durationMs = clock.monotonicMs() - this.#begun.startedMs;
    observer?.onAnswer({ ...evidence, rows: answers.length, durationMs });
    return { rows: answers.map(({ row }) => row), evidence };
  }

  #byNearest(): Map<Cluster<W>, Part<W>[]> {
    return grouped(this.#parts, ({ task }) => [task.candidates[0]!]);
  }

  /** The origins without whom some rows' nearest cannot prove them, whatever it says. */
  #byTeller(): Map<Cluster<W>, Part<W>[]> {
    const { router, rules, lookups } = this.#setting;
    const context = { rules, nowMs: this.#begun.nowMs };
    return grouped(this.#parts, ({ task, demands }) => {
      if (demands.length === 0) return [];
      const nearest = task.candidates[0]!;
      const left = beyondReach(nearest, demands, lookups.heartbeats(nearest, task), context);
      const codes = new Set(left.map(({ origin }) => origin));
      return [...codes].flatMap((code: OriginCode) => router.byCode(code) ?? []);
    });
  }

  async #readGroup(cluster: Cluster<W>, parts: readonly Part<W>[]): Promise<void> {
    const lookup = { cluster, kind: 'nearest' as const };
    // Before the request is sent: see Lookups.row.
    const heartbeats = new Map(
      parts.map((part) => [part, this.#setting.lookups.heartbeats(cluster, part.task)]),
    );
    const take = (part: Part<W>, row: Row | undefined): void => {
      part.answer = answerOf(lookup, row, heartbeats.get(part)!);
    };
    const failure = await this.#ask(lookup, parts, { filter: this.#begun.filter, take });
    for (const part of parts) part.failure = failure;
  }

  async #askOrigin(cluster: Cluster<W>, parts: readonly Part<W>[]): Promise<void> {
    const take = (part: Part<W>, row: Row | undefined): void => {
      const watermark = row === undefined ? NO_WATERMARK : watermarkOf(row.cells);
      const nowMs = this.#setting.clock.nowMs();
      part.demands = learn(part.demands, { origin: cluster.code, watermark, nowMs });
    };
    await this.#ask({ cluster, kind: 'watermark' }, parts, { filter: ownWatermark(cluster.code), take });
  }

  /** Resolves when as much has come as will, with what kept the rest from coming. */
  async #ask(
    lookup: Lookup<W>,
    parts: readonly Part<W>[],
    of: {
      readonly filter: RowTask<W>['filter'];
      readonly take: (part: Part<W>, row: Row | undefined) => void;
    },
  ): Promise<BigtableError | undefined> {
    const { lookups, observer } = this.#setting;
    const missing = new Map(parts.map((part) => [part.task.key.toString('latin1'), part]));
    const request = { table: this.#begun.table, keys: parts.map(({ task }) => task.key), filter: of.filter };
    this.#lookups += 1;
    try {
      await lookups.rows(lookup, request, this.#call(), (row) => {
        const name = row.key.toString('latin1');
        of.take(missing.get(name)!, row);
        missing.delete(name);
      });
      for (const part of missing.values()) of.take(part, undefined);
      observer?.onLookup({ ...lookup, outcome: 'answered' });
      return undefined;
    } catch (thrown) {
      const error = toBigtableError(thrown);
      observer?.onLookup({ ...lookup, outcome: 'failed' });
      return error;
    }
  }

  /** Half the time: the other half is for what then goes on by itself. */
  #call(): CallOptions {
    const { deadlineMs, call } = this.#begun;
    return { ...call, timeoutMs: (deadlineMs - this.#setting.clock.monotonicMs()) / 2 };
  }

  #finish({ task, demands, answer, failure }: Part<W>): Promise<RowAnswer> | RowAnswer {
    const told = { ...task, demands };
    if (answer === undefined) return new RowReading(this.#setting, told).recover(failure!);
    const verdict = judge(answer, demands, this.#setting.rules);
    if (verdict.left.length > 0) return new RowReading(this.#setting, told).goOn(answer);
    return finished(this.#setting, told, { answer, verdict }, { demands, lookups: 0 });
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

/** At most so many at the same time; the results in the order of the items. After a failure none is begun any more. */
async function inTurns<T, R>(
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
