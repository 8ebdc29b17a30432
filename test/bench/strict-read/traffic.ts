/** Writes at a steady rate in one region, and reads in another one that are held against what was acknowledged before them. */
import type { Consistency } from '../../../src/core/consistency/consistency';
import type { WriteToken } from '../../../src/core/tokens/write-token';
import { seededRandom } from '../../../src/platform/random';
import type { RowAnswer, Writer } from '../../../src/consistency/store';
import { WrongAnswer } from '../harness';
import { FILTER, keyOf, valueMutation, valueOf } from './rows';
import type { RegionStore } from './store';
import { TABLE } from './topology';

interface Acknowledged {
  readonly value: number;
  readonly ackedMs: number;
  readonly token: WriteToken;
}

/** Outcome of a read. */
export interface Outcome {
  readonly tier: RowAnswer['evidence']['tier'];
  readonly lookups: number;
  readonly ms: number;
}

/** Consistency of a read, created anew for each one, and the least that its answer must contain. */
interface Promised {
  readonly consistency: Consistency;
  readonly atLeast: number;
}
export type Level = (latest: Acknowledged, bounded: Acknowledged) => Promised;

export class Traffic {
  readonly #writer: Writer;
  readonly #rows: number;
  readonly #random = seededRandom(1);
  /** Versions that were acknowledged lately, by row, the latest last. */
  readonly #acknowledged: Acknowledged[][];
  #running = false;
  #done: Promise<void> = Promise.resolve();

  constructor(writer: Writer, rows: number) {
    this.#writer = writer;
    this.#rows = rows;
    this.#acknowledged = Array.from({ length: rows }, () => []);
  }

  /** Writes every row once, then rows at random, so many a second, until it is stopped. */
  async start(writesPerSecond: number): Promise<void> {
    await Promise.all(Array.from({ length: this.#rows }, (_, row) => this.#write(row)));
    this.#running = true;
    this.#done = this.#keepWriting(1_000 / writesPerSecond);
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#done;
  }

  async #keepWriting(pauseMs: number): Promise<void> {
    while (this.#running) {
      await Promise.all([
        this.#write(this.#anyRow()),
        new Promise((resolve) => setTimeout(resolve, pauseMs)),
      ]);
    }
  }

  async #write(row: number): Promise<void> {
    const history = this.#acknowledged[row]!;
    const value = (history.at(-1)?.value ?? -1) + 1;
    const { token } = await this.#writer.mutateRow(TABLE, {
      key: keyOf(row),
      mutations: [valueMutation(value)],
    });
    history.push({ value, token, ackedMs: Date.now() });
    if (history.length > HISTORY_MAX) history.shift();
  }

  /** Reads rows at random for so long, a few at a time. Throws WrongAnswer when one holds less than it was promised. */
  async read(store: RegionStore, asked: ReadPlan): Promise<Outcome[]> {
    const endMs = performance.now() + asked.durationMs;
    const outcomes: Outcome[] = [];
    const readOn = async (): Promise<void> => {
      while (performance.now() < endMs) outcomes.push(await this.#readOne(store, asked));
    };
    await Promise.all(Array.from({ length: asked.inFlight }, readOn));
    return outcomes;
  }

  async #readOne({ reader }: RegionStore, { level, boundMs = 0 }: ReadPlan): Promise<Outcome> {
    const row = this.#anyRow();
    const history = this.#acknowledged[row]!;
    const old = history.findLast(({ ackedMs }) => ackedMs < Date.now() - boundMs) ?? NOTHING;
    const { consistency, atLeast } = level(history.at(-1)!, old);
    const startedMs = performance.now();
    const answer = await reader.readRow({ table: TABLE, key: keyOf(row), filter: FILTER }, consistency);
    const ms = performance.now() - startedMs;
    const value = valueOf(answer.row);
    if (value < atLeast) throw new WrongAnswer(`a ${consistency.level} read gave ${value}, not ${atLeast}`);
    return { tier: answer.evidence.tier, lookups: answer.evidence.lookups, ms };
  }

  #anyRow(): number {
    return Math.floor(this.#random() * this.#rows);
  }
}

export interface ReadPlan {
  readonly level: Level;
  /** With bounded reads: how old may be what is missing. */
  readonly boundMs?: number;
  readonly durationMs: number;
  readonly inFlight: number;
}

const HISTORY_MAX = 1_000;
const NOTHING: Acknowledged = { value: -1, ackedMs: 0, token: { writes: [], times: [] } };

export const eventual: Level = () => ({ consistency: { level: 'eventual' }, atLeast: -1 });

export const strict: Level = ({ value }) => ({ consistency: { level: 'strict' }, atLeast: value });

export const asFreshAsItsToken: Level = ({ value, token }) => ({
  consistency: { level: 'at-least-as-fresh', token },
  atLeast: value,
});

export const bounded =
  (maxStalenessMs: number): Level =>
  (_, old) => ({ consistency: { level: 'bounded', maxStalenessMs }, atLeast: old.value });
