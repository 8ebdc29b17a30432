/**
 * Readers, publications, rollbacks and collections on two replicas that lag behind each other, in virtual time. All of it
 * is production code but the store, which is a log of writes, and the suspension of processes.
 */
import type { Cell, Mutation, Row } from '../../src/bigtable/client/types';
import { EVENTUAL, type ReadEvidence } from '../../src/core/consistency/consistency';
import { cellsOfGenerations, type PinnedGenerations } from '../../src/core/generations/generation-column';
import { PIPELINE_FAMILY, PIPELINES_TABLE } from '../../src/core/pipelines/pipelines-table';
import { generationsKey } from '../../src/core/generations/stored-generations';
import { rowKey } from '../../src/core/rows/row-key';
import type { DataType } from '../../src/core/schema/schema';
import { EMPTY_TOKEN } from '../../src/core/tokens/write-token';
import type { RowsAnswer, RowsRead } from '../../src/consistency/store';
import { createCollectGenerations } from '../../src/operations/generations/collect-generations';
import { GenerationDirectory } from '../../src/operations/generations/generation-directory';
import { createManageGenerations } from '../../src/operations/generations/manage-generations';
import { GenerationPointers } from '../../src/operations/generations/served-generations';
import { beginRunGenerations } from '../../src/operations/generations/run-generations';
import { createWriteGeneration } from '../../src/operations/generations/write-generation';
import { DEFAULTS } from '../../src/config/defaults';
import { TidemarkError } from '../../src/errors';
import { seededRandom, type Random } from '../../src/platform/random';
import { createLogger } from '../../src/platform/telemetry/logger';
import { sleep } from '../../src/platform/time/clock';
import { MemoryTransactions } from './memory-transactions';
import { VirtualClock } from './virtual-clock';

/** A guard that a run leaves out. */
export type RemovedGuard = 'data-token' | 'pointer-token' | 'grace' | 'answer-age' | 'one-vector-per-read';

const VECTORS = { corpus: 'users', family: 'vectors', generations: true } as unknown as DataType;
const OBJECT_ID = 'user-1';
const SUB_TYPES = ['a', 'b'];
const OBJECT_KEY = rowKey(OBJECT_ID);
const POINTER_KEY = generationsKey(VECTORS);
const READERS = 3;
const RUN_MS = 900_000;
/** Lag of the second replica, in milliseconds: none, some, or longer than all other times. */
const LAGS_MS = [0, 5_000, 240_000];
const EVIDENCE: ReadEvidence = {
  level: 'eventual',
  met: true,
  clusters: ['replica'],
  tier: 'nearest',
  lookups: 1,
  stalenessMs: undefined,
  token: EMPTY_TOKEN,
};
const receipt = { token: EMPTY_TOKEN, cluster: 'replica' };

interface LoggedWrite {
  readonly atMs: number;
  readonly mutations: readonly Mutation[];
}

/** Runs one interleaving. Returns what readers saw that no reader may see, and how much was done. */
export async function interleave(
  seed: number,
  removed?: RemovedGuard,
): Promise<{ violations: string[]; reads: number; publications: number; collections: number }> {
  return new Interleaving(seed, removed).run();
}

class Interleaving {
  readonly #clock = new VirtualClock();
  readonly #random: Random;
  readonly #removed: RemovedGuard | undefined;
  readonly #lagMs: number;
  readonly #transactions = new MemoryTransactions(PIPELINE_FAMILY);
  readonly #data: LoggedWrite[] = [];
  readonly #pointers: { readonly atMs: number; readonly cells: readonly Cell[] }[] = [];
  readonly #violations: string[] = [];
  #reads = 0;
  #collections = 0;
  #isOver = false;

  constructor(seed: number, removed: RemovedGuard | undefined) {
    this.#random = seededRandom(seed);
    this.#removed = removed;
    this.#lagMs = LAGS_MS[Math.floor(this.#random() * LAGS_MS.length)]!;
  }

  async run() {
    const running = [
      this.#writer(),
      ...Array.from({ length: READERS }, (_, at) => this.#reader(at % 2 === 1)),
    ];
    await this.#clock.advance(RUN_MS);
    this.#isOver = true;
    await this.#clock.advance(2_000_000);
    await Promise.all(running);
    const record = await this.#directory().read(VECTORS, {});
    return {
      violations: this.#violations,
      reads: this.#reads,
      publications: record.publications,
      collections: this.#collections,
    };
  }

  #pause(maxMs: number): Promise<void> {
    return sleep(this.#clock, this.#random() * maxMs);
  }

  /** Time of the state that a replica shows. */
  #shownMs(): number {
    return this.#clock.monotonicMs() - (this.#random() < 0.5 ? 0 : this.#lagMs);
  }

  #directory(): GenerationDirectory {
    const begin: MemoryTransactions['begin'] = (table, key) => {
      const transaction = this.#transactions.begin(table, key);
      return {
        ...transaction,
        commit: async (change, call) => {
          await this.#pause(50);
          const outcome = await transaction.commit(change, call);
          const cells = this.#transactions.cellsOf(PIPELINES_TABLE, POINTER_KEY);
          if (outcome !== 'conflict') this.#pointers.push({ atMs: this.#clock.monotonicMs(), cells });
          return outcome;
        },
      };
    };
    return new GenerationDirectory({ transactions: { begin }, clock: this.#clock, random: this.#random });
  }

  /** Builds, publishes, rolls back and collects, one after the other in random order. */
  async #writer(): Promise<void> {
    const { generations: limits, moves } = DEFAULTS;
    const directory = this.#directory();
    const common = {
      directory,
      clock: this.#clock,
      random: this.#random,
      limits: { ...moves, ...limits, graceMs: this.#removed === 'grace' ? 0 : limits.graceMs },
      tablesOf: () => ['users'],
      followedUpToMs: () => Promise.resolve(undefined),
      awaitTables: async ([table]: readonly string[]) => {
        const guard = table === PIPELINES_TABLE ? 'pointer-token' : 'data-token';
        if (this.#removed !== guard) await sleep(this.#clock, this.#lagMs + 1);
      },
    };
    const writer = {
      mutateRows: async (_: string, rows: readonly { readonly mutations: readonly Mutation[] }[]) => {
        await this.#pause(200);
        for (const { mutations } of rows) this.#data.push({ atMs: this.#clock.monotonicMs(), mutations });
        return rows.map(() => receipt);
      },
    };
    const manage = createManageGenerations(common);
    const write = createWriteGeneration({ ...common, writer });
    const collect = createCollectGenerations({ ...common, writer, scanner: { scan: () => this.#scan() } });
    for (let run = 0; !this.#isOver; run++) {
      const versionMs = this.#clock.nowMs();
      const begun = { dataTypes: [VECTORS], pipeline: 'p', runId: String(run), versionMs };
      const generations = await beginRunGenerations(common, begun);
      const number = generations.numbers.get('vectors')!;
      for (const subType of SUB_TYPES) {
        const cell = { id: OBJECT_ID, subType, versionMs, value: Buffer.from(String(number)) };
        await write({ dataType: VECTORS, generation: number, states: ['building'] }, [cell]);
      }
      await generations.complete();
      await manage.publish(VECTORS, number);
      await this.#pause(20_000);
      if (this.#random() < 0.4) await ignoringConflicts(manage.rollback(VECTORS));
      await this.#pause(20_000);
      if (this.#random() < 0.7) {
        await collect(VECTORS, { keep: 0 });
        this.#collections += 1;
      }
    }
  }

  /** Reads again and again, with pointers of its own from one replica, and objects from both. From time to time it is suspended for minutes. */
  async #reader(readsLaggingPointers: boolean): Promise<void> {
    const pointers = new GenerationPointers({
      reader: { readRows: (read) => this.#readPointers(read, readsLaggingPointers ? this.#lagMs : 0) },
      dataTypes: [VECTORS],
      clock: this.#clock,
      random: this.#random,
      logger: createLogger({ level: 'silent', service: 'test' }),
      limits: {
        ...DEFAULTS.generations,
        answerAgeMaxMs: this.#removed === 'answer-age' ? Infinity : DEFAULTS.generations.answerAgeMaxMs,
      },
    });
    pointers.start();
    while (!this.#isOver) {
      await this.#pause(3_000);
      await this.#readObject(pointers).catch((error: unknown) => {
        if (!(error instanceof TidemarkError) || error.code !== 'deadline_exceeded') throw error;
      });
    }
    await pointers.stop();
  }

  async #readObject(pointers: GenerationPointers): Promise<void> {
    const wanted = { dataTypes: [VECTORS], consistency: EVENTUAL };
    const stepPins: PinnedGenerations[] = [];
    const step = async (pins: PinnedGenerations): Promise<readonly Cell[]> => {
      await this.#pause(this.#random() < 0.03 ? 400_000 : 200);
      const cells = cellsOfGenerations(this.#cells(), pins);
      stepPins.push(pins);
      await this.#pause(200);
      return cells;
    };
    // A read may consist of several reads of the row: of different parts, or because deleted versions were among them.
    const { found, generations } = await pointers.read(wanted, async (pins) => {
      const a = await step(pins);
      if (this.#removed !== 'one-vector-per-read') return { found: [a, await step(pins)] };
      const later = await pointers.read(wanted, async (newer) => ({ cells: await step(newer) }));
      return { found: [a, later.cells] };
    });
    const generation = generations?.['vectors'];
    if (generation === undefined) return;
    this.#reads += 1;
    const values = SUB_TYPES.map((subType, at) => {
      const cell = found[at]!.find(({ qualifier }) => qualifier.toString() === subType);
      return cell?.value.toString() ?? 'nothing';
    });
    if (values.every((value) => value === String(generation))) return;
    this.#violations.push(`generation ${generation}: ${values.join(' and ')}`);
  }

  async #readPointers({ keys }: RowsRead, lagMs: number): Promise<RowsAnswer> {
    await this.#pause(100);
    const shownMs = this.#clock.monotonicMs() - lagMs;
    const cells = this.#pointers.filter(({ atMs }) => atMs <= shownMs).at(-1)?.cells ?? [];
    const newest = [...cells].sort((a, b) => b.timestampMicros - a.timestampMicros);
    await this.#pause(100);
    const rows = keys.map((key) => (newest.length === 0 ? undefined : { key, cells: newest }));
    return { rows, evidence: EVIDENCE, unmet: [] };
  }

  /** Returns the cells of the object at one replica. */
  #cells(): readonly Cell[] {
    const shownMs = this.#shownMs();
    const cells = new Map<string, Cell>();
    for (const { atMs, mutations } of this.#data) {
      if (atMs > shownMs) continue;
      for (const mutation of mutations) apply(cells, mutation);
    }
    return [...cells.values()];
  }

  async *#scan(): AsyncGenerator<Row> {
    await this.#pause(500);
    const cells = this.#cells();
    if (cells.length > 0) yield { key: OBJECT_KEY, cells };
  }
}

/** Each column has one version. */
function apply(cells: Map<string, Cell>, { setCell, deleteFromColumn }: Mutation): void {
  const qualifier = Buffer.from((setCell ?? deleteFromColumn)!.columnQualifier as Buffer);
  const name = qualifier.toString('latin1');
  if (setCell === undefined || setCell === null) {
    cells.delete(name);
    return;
  }
  const value = Buffer.from(setCell.value as Buffer);
  const timestampMicros = Number(setCell.timestampMicros);
  cells.set(name, { family: VECTORS.family, qualifier, timestampMicros, value, labels: [] });
}

async function ignoringConflicts(change: Promise<unknown>): Promise<void> {
  await change.catch((error: unknown) => {
    if (!(error instanceof TidemarkError) || error.code !== 'generation_conflict') throw error;
  });
}
