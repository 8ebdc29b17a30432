import { deleteFromColumn, deleteFromFamily, setCell } from '../../../src/bigtable/mutations';
import type { Mutation, RowMutations } from '../../../src/bigtable/types';
import { sleep } from '../../../src/platform/clock';
import type { WriteReceipt } from '../../../src/watermark/store';
import type { Workload } from '../../../src/topology/topology';
import type { AppProcess } from './app-process';
import type { Dice } from './dice';
import { isExpected } from './expected';
import type { History, WriteKind, WriteRecord } from './history';
import { type Knowledge, merged, NO_KNOWLEDGE } from './knowledge';
import { ReadTrial, type TrialContext } from './read-trial';
import type { Settings } from './stack';
import { FAMILY, type Region, REGIONS, TABLE } from './world';

/** What a session does next, and how often. */
const WEIGHTS = {
  ...{ read: 36, readMany: 18, follow: 6, write: 26, burst: 8, writeMany: 4, giveUp: 2 },
  ...{ move: 6, handOver: 3, takeOver: 3, rest: 4 },
};
type Action = keyof typeof WEIGHTS;

const THINKING_MS = 60;
/** A write that is given up is held up for so long at most; until then it is looked for so many times. */
const HELD_UP_MS = 900;
const LOOKS_MAX = 6;
const DRAWER_MAX = 5;

export interface SessionOptions extends TrialContext {
  readonly workload: Workload;
  readonly settings: Settings;
  /** The process that takes the session's requests in a region. */
  readonly processIn: (region: Region, workload: Workload) => AppProcess;
  /** Where tokens are left for others: the queue, cookie or mail of real life. */
  readonly drawer: Knowledge[];
  readonly nextMarker: () => string;
}

/** A client who does one thing after the other, carries tokens along, and now and then turns up in another region. */
export class Session {
  readonly #options: SessionOptions;
  readonly #favourites: readonly string[];
  #region: Region;
  #knowledge = NO_KNOWLEDGE;
  #over = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#region = options.dice.pick(REGIONS);
    this.#favourites = options.dice.several(options.world.keys, 2);
  }

  async run(): Promise<void> {
    const { dice, world } = this.#options;
    while (!this.#over) {
      await sleep(world.clock, dice.below(2 * THINKING_MS));
      if (!this.#over) await this.#actions[dice.weighted(WEIGHTS)]();
    }
  }

  end(): void {
    this.#over = true;
  }

  readonly #actions: Readonly<Record<Action, () => Promise<void> | void>> = {
    read: () => this.#read([this.#key()]),
    readMany: () => this.#read(this.#keys()),
    follow: () => this.#follow(this.#key()),
    write: () => this.#write(this.#key()),
    burst: () => this.#burst(),
    giveUp: () => this.#giveUp(),
    writeMany: () => this.#writeMany(),
    move: () => {
      this.#region = this.#dice.pick(REGIONS);
      this.#options.tally.count('moves');
    },
    handOver: () => {
      this.#options.drawer.push(this.#knowledge);
      if (this.#options.drawer.length > DRAWER_MAX) this.#options.drawer.shift();
    },
    takeOver: () => {
      const { drawer } = this.#options;
      if (drawer.length > 0) this.#learn(this.#dice.pick(drawer));
    },
    rest: () => sleep(this.#options.world.clock, this.#dice.below(1_500)),
  };

  get #dice(): Dice {
    return this.#options.dice;
  }

  get #history(): History {
    return this.#options.history;
  }

  #process(): AppProcess {
    return this.#options.processIn(this.#region, this.#options.workload);
  }

  #key(): string {
    return this.#dice.pick(this.#dice.chance(0.7) ? this.#favourites : this.#options.world.keys);
  }

  #keys(): string[] {
    return this.#dice.several(this.#options.world.keys, this.#dice.between(2, 7));
  }

  async #read(keys: readonly string[]): Promise<void> {
    const process = this.#process();
    const trial = new ReadTrial(this.#options, { process, keys, knowledge: this.#knowledge });
    this.#knowledge = await trial.run();
  }

  /** Here, and at once from elsewhere: what was seen must not be missing there. */
  async #follow(key: string): Promise<void> {
    await this.#read([key]);
    this.#region = this.#dice.pick(REGIONS);
    await this.#read([key]);
  }

  /** Who does not hear what became of his write mostly tries again at once, and then looks. */
  async #write(key: string): Promise<void> {
    const process = this.#process();
    if ((await this.#writeOnce(key, process)) || this.#dice.chance(0.3)) return;
    await this.#writeOnce(key, process);
    await this.#follow(key);
  }

  /** Whether it was acknowledged. */
  async #writeOnce(key: string, process: AppProcess, signal?: AbortSignal): Promise<boolean> {
    const [record, row] = this.#newWrite(key);
    const call = { timeoutMs: this.#writeTimeoutMs(), ...(signal !== undefined && { signal }) };
    await this.#attempt(process, [record], async () => [await process.writer.mutateRow(TABLE, row, call)]);
    return record.acked !== undefined;
  }

  /**
   * Gives up a write that is held up on its way, makes another one, and looks for the first until it is done after all:
   * once that was seen, it must not be missing elsewhere.
   */
  async #giveUp(): Promise<void> {
    const { world, history } = this.#options;
    const [key, process, giveUp] = [this.#key(), this.#process(), new AbortController()];
    world.clock.schedule(this.#dice.below(40), () => giveUp.abort());
    process.holdUpWrite(this.#dice.between(100, HELD_UP_MS));
    const first = history.writesOf(key).length;
    await this.#writeOnce(key, process, giveUp.signal);
    await this.#writeOnce(key, process);
    const seen = (): boolean => this.#knowledge.implied.get(key)?.has(history.writesOf(key)[first]!) === true;
    for (let looks = 0; looks < LOOKS_MAX && !seen(); looks++) {
      await sleep(world.clock, HELD_UP_MS / LOOKS_MAX);
      await this.#read([key]);
    }
    await this.#follow(key);
  }

  /** Several at once, of one row and through one process; what became of them is then looked for. */
  async #burst(): Promise<void> {
    const [key, process] = [this.#key(), this.#process()];
    await Promise.all(Array.from({ length: this.#dice.between(2, 4) }, () => this.#writeOnce(key, process)));
    await this.#follow(key);
  }

  /** A batch, which may name a row more than once. */
  async #writeMany(): Promise<void> {
    const process = this.#process();
    const keys = Array.from({ length: this.#dice.between(2, 5) }, () => this.#key());
    const writes = keys.map((key) => this.#newWrite(key));
    const rows = writes.map(([, row]) => row);
    const timeoutMs = this.#writeTimeoutMs();
    const records = writes.map(([record]) => record);
    await this.#attempt(process, records, () => process.writer.mutateRows(TABLE, rows, { timeoutMs }));
  }

  #writeTimeoutMs(): number {
    const { writeTimeoutMaxMs } = this.#options.settings;
    return this.#dice.pick([0.3 * writeTimeoutMaxMs, writeTimeoutMaxMs]);
  }

  async #attempt(
    process: AppProcess,
    records: readonly WriteRecord[],
    write: () => Promise<readonly (WriteReceipt | Error)[]>,
  ): Promise<void> {
    const { tally } = this.#options;
    const attempt = process.attempt(records, write);
    const results = await attempt.catch((error: unknown) => records.map(() => error as Error));
    for (const [index, record] of records.entries()) {
      const result = results[index];
      tally.count(result === undefined || result instanceof Error ? 'writes of unknown outcome' : 'writes');
      if (result instanceof Error) this.#checkFailure(result);
      else if (result !== undefined) this.#acknowledged(process, record, result);
    }
  }

  #acknowledged(process: AppProcess, record: WriteRecord, { token }: WriteReceipt): void {
    record.acked = this.#history.now();
    record.ackedMs = process.clock.nowMs();
    this.#learn({
      tokens: [process.codec.encode(token)],
      implied: new Map([[record.key, new Set([record])]]),
    });
  }

  #checkFailure(error: Error): void {
    if (isExpected(error)) return;
    this.#options.tally.violated(`a write failed: ${error.stack ?? error.message}`);
  }

  /** Tokens are merged by whoever gets them, so a few of them do. */
  #learn(knowledge: Knowledge): void {
    this.#knowledge = merged(this.#knowledge, knowledge);
  }

  #newWrite(key: string): [WriteRecord, RowMutations] {
    const grows = this.#options.world.grows(key);
    const kind: WriteKind = grows
      ? 'put'
      : this.#dice.weighted({ put: 70, 'delete-column': 20, 'delete-row': 4 });
    const seen = [...(this.#knowledge.implied.get(key) ?? [])].flatMap(({ marker }) => marker ?? []);
    const deletes = kind === 'delete-column' && seen.length > 0 ? this.#dice.pick(seen) : undefined;
    const isBare = kind === 'delete-row' && this.#dice.chance(0.5);
    const record = this.#history.begin({
      ...{ key, deletes, workload: this.#options.workload },
      kind: kind === 'delete-column' && deletes === undefined ? 'put' : kind,
      marker: isBare ? undefined : this.#options.nextMarker(),
    });
    const mutations = mutationsOf(record);
    return [record, { key: Buffer.from(key, 'latin1'), mutations }];
  }
}

function mutationsOf({ kind, deletes, marker }: WriteRecord): Mutation[] {
  const mutations: Mutation[] = [];
  if (kind === 'delete-row') mutations.push(deleteFromFamily(FAMILY));
  if (deletes !== undefined) mutations.push(deleteFromColumn(FAMILY, Buffer.from(deletes)));
  if (marker !== undefined) mutations.push(setCell(FAMILY, Buffer.from(marker), 1_000, Buffer.alloc(0)));
  return mutations;
}
