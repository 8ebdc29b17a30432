import { setCell } from '../../../src/bigtable/write/mutations';
import type { CallOptions, RowMutations } from '../../../src/bigtable/client/types';
import { sleep } from '../../../src/platform/time/clock';
import type { WriteToken } from '../../../src/core/tokens/write-token';
import type { WriteReceipt } from '../../../src/consistency/store';
import type { VersionedWriteOptions } from '../../../src/consistency/write/versioned-writer';
import type { Workload } from '../../../src/routing/topology/topology';
import type { AppProcess } from './app-process';
import type { Dice } from './dice';
import { isExpected } from './expected';
import type { History, WriteRecord } from './history';
import { type Knowledge, merged, NO_KNOWLEDGE, tokenOf } from './knowledge';
import { ReadTrial, type TrialContext } from './read-trial';
import type { StackSettings } from './stack';
import { EVENTS, OBJECTS, type Region, REGIONS, REGISTERS, TABLE } from './world';

/** Weights of the next action of a session. */
const WEIGHTS = {
  read: 36,
  readMany: 18,
  follow: 6,
  write: 20,
  reply: 10,
  burst: 8,
  writeMany: 4,
  giveUp: 4,
  move: 6,
  handOver: 3,
  takeOver: 3,
  rest: 4,
};
type Action = keyof typeof WEIGHTS;

const THINKING_MS = 60;
/** Longest delay of a write that is aborted, in milliseconds; `LOOKS_MAX`: reads that look for it until then. */
const HELD_UP_MS = 900;
const LOOKS_MAX = 6;
const DRAWER_MAX = 5;
const EVENT_RATE = 0.4;

export interface SessionOptions extends TrialContext {
  readonly workload: Workload;
  readonly settings: StackSettings;
  /** The process that takes the session's requests in a region. */
  readonly processIn: (region: Region, workload: Workload) => AppProcess;
  /** Tokens that are left for other sessions: the queue, cookie or mail of real use. */
  readonly drawer: Knowledge[];
}

/** A client that performs one action after the other, carries tokens along, and moves to another region now and then. */
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
    reply: () => this.#reply(),
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

  /** Reads here, and at once from elsewhere: what was seen must not be missing there. */
  async #follow(key: string): Promise<void> {
    await this.#read([key]);
    this.#region = this.#dice.pick(REGIONS);
    await this.#read([key]);
  }

  /** Writes. A client that does not learn the outcome mostly tries again at once, and then reads. */
  async #write(key: string): Promise<void> {
    const process = this.#process();
    if ((await this.#writeOnce(key, process)) || this.#dice.chance(0.3)) return;
    await this.#writeOnce(key, process);
    await this.#follow(key);
  }

  /** Reads the register that was written last, mostly while that write is in flight, and overwrites or deletes what it sees. */
  async #reply(): Promise<void> {
    const { key, register } = this.#history.lastOfRegisters ?? { key: this.#key(), register: undefined };
    await this.#read([key]);
    if (this.#dice.chance(0.3)) this.#region = this.#dice.pick(REGIONS);
    const call = { timeoutMs: this.#writeTimeoutMs() };
    await this.#writeRegister(key, this.#process(), { call, register, knows: true });
    await this.#read([key]);
  }

  /** Writes once. Returns whether the write was acknowledged. */
  #writeOnce(key: string, process: AppProcess): Promise<boolean> {
    const call = { timeoutMs: this.#writeTimeoutMs() };
    return this.#dice.chance(EVENT_RATE)
      ? this.#writeEvent(key, process, call)
      : this.#writeRegister(key, process, { call, knows: this.#dice.chance(0.7) });
  }

  async #writeEvent(key: string, process: AppProcess, call: CallOptions): Promise<boolean> {
    const record = this.#newEvent(key);
    await this.#attempt(process, [record], async () => [
      await process.writer.mutateRow(TABLE, mutationOf(record), call),
    ]);
    return record.acked !== undefined;
  }

  /** Overwrites or deletes a register, after all writes that the session knows of, or blindly. */
  async #writeRegister(
    key: string,
    process: AppProcess,
    { call, knows, register }: { call: CallOptions; knows: boolean; register?: string | undefined },
  ): Promise<boolean> {
    const kind = this.#dice.weighted({ put: 70, delete: 20, deleteAll: 10 });
    const record = this.#history.begin({
      key,
      kind: kind === 'put' ? 'put' : 'delete',
      register: kind === 'deleteAll' ? undefined : (register ?? this.#dice.pick(REGISTERS)),
      workload: this.#options.workload,
      after: new Set(knows ? this.#knowledge.implied.get(key) : []),
    });
    const options = { ...call, ...(knows && { token: this.#token(process) }) };
    await this.#attempt(process, [record], async () => [await this.#send(record, process, options)]);
    return record.acked !== undefined;
  }

  #send(
    { key, kind, register, name }: WriteRecord,
    { objects }: AppProcess,
    options: VersionedWriteOptions,
  ): Promise<WriteReceipt> {
    const row = { table: TABLE, key: Buffer.from(key, 'latin1'), family: OBJECTS };
    if (register === undefined) return objects.delete(row, options);
    const column = { ...row, qualifier: Buffer.from(register) };
    if (kind === 'delete') return objects.delete(column, options);
    return objects.put({ ...column, value: Buffer.from(name) }, options);
  }

  #token(process: AppProcess): WriteToken {
    const { tokenWritesMax } = this.#options;
    const nowMs = process.clock.nowMs();
    return tokenOf(this.#knowledge, { codec: process.codec, writesMax: tokenWritesMax, nowMs });
  }

  /**
   * Aborts a write that is delayed on its way, or lets it end by its deadline. Then makes another one, and reads until the first
   * one is visible after all: once it was seen, it must not be missing elsewhere.
   */
  async #giveUp(): Promise<void> {
    const { world, history } = this.#options;
    const [key, process] = [this.#key(), this.#process()];
    const first = history.writesOf(key).length;
    await this.#writeInVain(key, process);
    await this.#writeEvent(key, process, { timeoutMs: this.#writeTimeoutMs() });
    const seen = (): boolean => this.#knowledge.implied.get(key)?.has(history.writesOf(key)[first]!) === true;
    for (let looks = 0; looks < LOOKS_MAX && !seen(); looks++) {
      await sleep(world.clock, HELD_UP_MS / LOOKS_MAX);
      await this.#read([key]);
    }
    await this.#follow(key);
  }

  /**
   * Writes in vain. Forgets the write where it ended by its attempt's deadline: it was acknowledged elsewhere, and tokens would
   * name it.
   */
  async #writeInVain(key: string, process: AppProcess): Promise<void> {
    const { clock } = this.#options.world;
    process.holdUpWrite(this.#dice.between(100, HELD_UP_MS));
    if (this.#dice.chance(0.5)) {
      await this.#writeEvent(key, process, { timeoutMs: this.#dice.between(100, 400) });
      this.#knowledge = NO_KNOWLEDGE;
    } else {
      const giveUp = new AbortController();
      clock.schedule(this.#dice.below(40), () => giveUp.abort());
      await this.#writeEvent(key, process, { timeoutMs: this.#writeTimeoutMs(), signal: giveUp.signal });
    }
  }

  /** Writes several times at once, one row through one process, and then reads the outcome. */
  async #burst(): Promise<void> {
    const [key, process] = [this.#key(), this.#process()];
    await Promise.all(Array.from({ length: this.#dice.between(2, 4) }, () => this.#writeOnce(key, process)));
    await this.#follow(key);
  }

  /** Writes a batch, which may name a row more than once. */
  async #writeMany(): Promise<void> {
    const process = this.#process();
    const keys = Array.from({ length: this.#dice.between(2, 5) }, () => this.#key());
    const records = keys.map((key) => this.#newEvent(key));
    const rows = records.map(mutationOf);
    const timeoutMs = this.#writeTimeoutMs();
    await this.#attempt(process, records, () => process.writer.mutateRows(TABLE, rows, { timeoutMs }));
  }

  #writeTimeoutMs(): number {
    const { writeTimeoutMaxMs } = this.#options.settings;
    return this.#dice.pick([0.3 * writeTimeoutMaxMs, 0.6 * writeTimeoutMaxMs, writeTimeoutMaxMs]);
  }

  async #attempt(
    process: AppProcess,
    records: readonly WriteRecord[],
    write: () => Promise<readonly (WriteReceipt | Error)[]>,
  ): Promise<void> {
    const { tally } = this.#options;
    const attempt = process.whileAlive(write());
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

  /** Merges the knowledge. Every process that receives tokens merges them, so a few of them are enough. */
  #learn(knowledge: Knowledge): void {
    this.#knowledge = merged(this.#knowledge, knowledge);
  }

  #newEvent(key: string): WriteRecord {
    const { workload } = this.#options;
    return this.#history.begin({ key, kind: 'event', register: undefined, workload, after: new Set() });
  }
}

function mutationOf({ key, name }: WriteRecord): RowMutations {
  const mutations = [setCell(EVENTS, Buffer.from(name), 1_000, Buffer.alloc(0))];
  return { key: Buffer.from(key, 'latin1'), mutations };
}
