import type { CallOptions } from '../../../src/bigtable/client/types';
import type { Consistency } from '../../../src/core/consistency/consistency';
import { rowKey } from '../../../src/core/rows/row-key';
import { EMPTY_TOKEN, mergeTokens, type WriteToken } from '../../../src/core/tokens/write-token';
import { sleep } from '../../../src/platform/time/clock';
import type { RowAnswer, WriteReceipt } from '../../../src/consistency/store';
import type { Checker } from '../consistency/checker';
import type { Dice } from '../consistency/dice';
import { isExpected } from './expected';
import type { History, Moment, ReadRecord, WriteRecord } from '../consistency/history';
import { shownBy } from '../consistency/shown';
import type { RunTally } from '../consistency/tally';
import { OBJECTS, REGISTERS } from '../consistency/world';
import type { PlacedProcess } from './placed-process';
import type { ReservationLedger } from './reservations';
import type { RowLandings } from './row-landings';
import { eventOf, nameOf, readAt, type RowAddress } from './session-calls';
import { CORPORA, CORPUS, REGIONS, type PlacementName, type Region, type World } from './world';

/** Weights of the next action of a session. */
const WEIGHTS = {
  read: 40,
  readMany: 14,
  write: 26,
  writeMany: 5,
  reserve: 24,
  release: 20,
  travel: 6,
  remember: 2,
};
const COUNTRIES = ['DE', 'US'] as const;
/** Rate of writes whose client does not state where it is. */
const NO_COUNTRY_RATE = 0.3;
const FIRST_RATE = 0.6;
/** Rate of reads and of writes of registers that go to the second corpus. */
const SECOND_CORPUS_RATE = 0.25;
/** Rate of reads that may be answered by the join of several replicas. */
const JOIN_RATE = 0.5;
/** Rate of reads by a token from long ago, if the client has one, and at which the client replaces it. */
const OLD_TOKEN_RATE = 0.3;
const FORGETTING_RATE = 0.1;
const THINKING_MS = 100;
/** Bounds of staleness in reads, in milliseconds. */
const MAX_STALENESS_MS = [300, 2_000];
const TOKEN_WRITES_MAX = 32;
const WANTED = { objects: true, events: true };

export interface SessionContext {
  readonly world: World;
  readonly dice: Dice;
  readonly history: History;
  readonly checker: Checker;
  readonly ledger: ReservationLedger;
  readonly landings: ReadonlyMap<PlacementName, RowLandings>;
  readonly tally: RunTally;
  /** Ids of the subjects. */
  readonly ids: readonly string[];
  /** Whether there are no faults: then no request may fail. */
  readonly isCalm: boolean;
  readonly processIn: (region: Region) => PlacedProcess;
}

/** Token, and the writes that it stands for, by row. */
interface Knowledge {
  readonly token: WriteToken;
  readonly implied: ReadonlyMap<string, ReadonlySet<WriteRecord>>;
}

/** A client that performs one action after the other, at processes of the region where it is. */
export class UserSession {
  readonly #context: SessionContext;
  #region: Region;
  #token: WriteToken = EMPTY_TOKEN;
  /** Writes that the token stands for, by row. */
  readonly #implied = new Map<string, Set<WriteRecord>>();
  /** Token that the client has kept: rows may have moved away and back since. */
  #kept: Knowledge | undefined;
  #isOver = false;

  constructor(context: SessionContext) {
    this.#context = context;
    this.#region = context.dice.pick(REGIONS);
  }

  async run(): Promise<void> {
    const { dice, world } = this.#context;
    while (!this.#isOver) {
      await sleep(world.clock, dice.below(2 * THINKING_MS));
      if (!this.#isOver) await this.#actions[dice.weighted(WEIGHTS)]();
    }
  }

  end(): void {
    this.#isOver = true;
  }

  /** Reads all subjects strictly at a process, which has just been paused: what it knows may be long outdated. */
  async readAllAt(process: PlacedProcess): Promise<void> {
    if (this.#isOver) return;
    const consistency = { level: 'strict', onUnmet: 'error' } as const;
    await Promise.all(this.#context.ids.map((id) => this.#read(this.#rows([id]), { consistency, process })));
  }

  readonly #actions: Readonly<Record<keyof typeof WEIGHTS, () => Promise<void> | void>> = {
    read: () => this.#read(this.#rows([this.#id()])),
    readMany: () => this.#read(this.#rows(this.#context.dice.several(this.#context.ids, 3))),
    write: () =>
      this.#context.dice.chance(0.4)
        ? this.#writeEvents([this.#id()])
        : this.#writeRegister(this.#rows([this.#id()])[0]!),
    writeMany: () => this.#writeEvents([this.#id(), this.#id(), this.#id()]),
    reserve: () => this.#reservation('reserve'),
    release: () => this.#reservation('release'),
    remember: () => this.#remember(),
    travel: () => void (this.#region = this.#context.dice.pick(REGIONS)),
  };

  /** Returns a subject, mostly the first one: writes and reads of one row must meet. */
  #id(): string {
    const { dice, ids } = this.#context;
    return dice.chance(FIRST_RATE) ? ids[0]! : dice.pick(ids);
  }

  /** Returns the rows of the subjects in one of the corpora. */
  #rows(ids: readonly string[]): readonly RowAddress[] {
    const corpus = CORPORA[this.#context.dice.chance(SECOND_CORPUS_RATE) ? 1 : 0];
    return ids.map((id) => ({ corpus, key: rowKey(id) }));
  }

  #call(): CallOptions {
    return { timeoutMs: this.#context.isCalm ? 20_000 : this.#context.dice.pick([800, 3_000, 10_000]) };
  }

  #country(): string | undefined {
    const { dice } = this.#context;
    return dice.chance(NO_COUNTRY_RATE) ? undefined : dice.pick(COUNTRIES);
  }

  /** Sends the request to a process. Waits for the answer, mostly for as long as it takes. */
  async #request<T>(
    what: string,
    run: (process: PlacedProcess) => Promise<T>,
    at: PlacedProcess = this.#context.processIn(this.#region),
  ): Promise<T | undefined> {
    const { dice, tally, isCalm, world } = this.#context;
    const answer = at.request(run);
    const answered = answer.catch((error: unknown) => {
      tally.count(`${what} that failed`);
      if (isCalm || !isExpected(error)) tally.violated(`${what} failed: ${(error as Error).stack}`);
      return undefined;
    });
    if (dice.chance(0.4)) return answered;
    return Promise.race([answered, sleep(world.clock, PATIENCE_MS).then(() => undefined)]);
  }

  async #reservation(kind: 'reserve' | 'release'): Promise<void> {
    const { ledger } = this.#context;
    const [id, call] = [this.#id(), this.#call()];
    await this.#request('reservations', (process) => ledger[kind](process, id, call));
  }

  async #read(
    rows: readonly RowAddress[],
    of: { readonly consistency?: Consistency; readonly process?: PlacedProcess } = {},
  ): Promise<void> {
    const known = this.#knowledge();
    const { consistency = this.#consistency(known) } = of;
    const { history, dice } = this.#context;
    const allowsJoin = dice.chance(JOIN_RATE);
    const call = this.#call();
    const names = rows.map(nameOf);
    const implied = names.map((name) => new Set(known.implied.get(name)));
    const begun = history.now();
    const run = async (process: PlacedProcess): Promise<void> => {
      const answers = await readAt(process, rows, { consistency, allowsJoin, call });
      answers.forEach((answer, index) => {
        this.#check(answer, { key: names[index]!, implied: implied[index]!, consistency, begun });
      });
    };
    await this.#request('reads', run, of.process);
  }

  #remember(): void {
    const { dice, tally } = this.#context;
    if (this.#kept !== undefined && !dice.chance(FORGETTING_RATE)) return;
    const implied = new Map(Array.from(this.#implied, ([key, writes]) => [key, new Set(writes)]));
    this.#kept = { token: this.#token, implied };
    tally.count('tokens kept for later');
  }

  #knowledge(): Knowledge {
    if (this.#kept !== undefined && this.#context.dice.chance(OLD_TOKEN_RATE)) return this.#kept;
    return { token: this.#token, implied: this.#implied };
  }

  #consistency({ token }: Knowledge): Consistency {
    const { dice } = this.#context;
    const level = dice.pick(['strict', 'strict', 'bounded', 'at-least-as-fresh', 'eventual'] as const);
    const onUnmet = dice.chance(0.2) ? 'stale' : 'error';
    if (level === 'eventual') return { level };
    if (level === 'bounded') return { level, onUnmet, maxStalenessMs: dice.pick(MAX_STALENESS_MS) };
    return level === 'strict' ? { level, onUnmet } : { level, onUnmet, token };
  }

  #check(
    { row, evidence }: RowAnswer,
    {
      key,
      implied,
      consistency,
      begun,
    }: {
      readonly key: string;
      readonly implied: ReadonlySet<WriteRecord>;
      readonly consistency: Consistency;
      readonly begun: Moment;
    },
  ): void {
    const { history, checker, tally } = this.#context;
    const shown = shownBy(row, WANTED);
    const read: ReadRecord = {
      key,
      workload: 'serving',
      level: consistency.level,
      begun,
      ended: history.now(),
      maxStalenessMs: consistency.maxStalenessMs,
      asOfMs: undefined,
      mayBeStale: consistency.onUnmet === 'stale',
      implied: consistency.token === undefined ? NOTHING : implied,
      shown,
      evidence,
    };
    for (const what of checker.check(read)) tally.violated(what);
    tally.count(evidence.met ? `reads checked: ${consistency.level}` : 'reads without proof');
    const names = [...shown.events!, ...shown.values!.values()];
    const seen = names.flatMap((name) => history.of(name) ?? []);
    this.#learn(
      evidence.token,
      key,
      seen.filter((write) => !this.#isLate(write)),
    );
  }

  /**
   * Whether the write has no acknowledgement, and arrived in a placement after its row had left. Tokens do not stand for
   * such writes: docs/decisions/0012-placements.md.
   */
  #isLate({ acked, key, name }: WriteRecord): boolean {
    const { landings, tally } = this.#context;
    if (acked !== undefined || ![...landings.values()].some((each) => each.isLate(key, name))) return false;
    tally.count('late writes seen without an acknowledgement');
    return true;
  }

  async #writeEvents(ids: readonly string[]): Promise<void> {
    const { history } = this.#context;
    const rows = ids.map((id): RowAddress => ({ corpus: CORPUS, key: rowKey(id) }));
    const records = rows.map((row) => {
      const write = { key: nameOf(row), kind: 'event', register: undefined, workload: 'serving' } as const;
      return history.begin({ ...write, after: new Set() });
    });
    const events = records.map(({ name }, index) => eventOf(rows[index]!.key, name));
    const [call, accessLocation] = [this.#call(), this.#country()];
    await this.#request('writes', async ({ writer, machine }) => {
      const options = { ...call, accessLocation };
      const receipts =
        events.length === 1
          ? [await writer.mutateRow(CORPUS, events[0]!, options)]
          : await writer.mutateRows(CORPUS, events, options);
      records.forEach((record, index) => this.#acknowledged(record, receipts[index]!, machine.nowMs()));
    });
  }

  /** Overwrites or deletes a register, or deletes all of them. */
  async #writeRegister(address: RowAddress): Promise<void> {
    const { history, dice } = this.#context;
    const kind = dice.weighted({ put: 60, delete: 25, deleteAll: 15 });
    const key = nameOf(address);
    const register = kind === 'deleteAll' ? undefined : dice.pick(REGISTERS);
    const knows = dice.chance(0.7);
    const after = new Set(knows ? this.#implied.get(key) : []);
    const write = { key, kind: kind === 'put' ? 'put' : 'delete', register, workload: 'serving' } as const;
    const record = history.begin({ ...write, after });
    const accessLocation = this.#country();
    const options = { ...this.#call(), accessLocation, ...(knows && { token: this.#token }) };
    await this.#request('writes', async ({ objects, machine }) => {
      const row = { table: address.corpus, key: address.key, family: OBJECTS };
      const receipt =
        kind === 'put'
          ? await objects.put(
              { ...row, qualifier: Buffer.from(register!), value: Buffer.from(record.name) },
              options,
            )
          : await objects.delete(
              register === undefined ? row : { ...row, qualifier: Buffer.from(register) },
              options,
            );
      this.#acknowledged(record, receipt, machine.nowMs());
    });
  }

  #acknowledged(record: WriteRecord, receipt: WriteReceipt | Error, ackedMs: number): void {
    const { history, tally, isCalm } = this.#context;
    if (receipt instanceof Error) {
      tally.count('writes that failed');
      if (isCalm || !isExpected(receipt)) tally.violated(`a write failed: ${receipt.stack}`);
      return;
    }
    record.acked = history.now();
    record.ackedMs = ackedMs;
    tally.count('writes acknowledged');
    this.#learn(receipt.token, record.key, [record]);
  }

  #learn(token: WriteToken, key: string, writes: readonly WriteRecord[]): void {
    const limits = { writesMax: TOKEN_WRITES_MAX, nowMs: this.#context.world.clock.nowMs() };
    this.#token = mergeTokens(this.#token, token, limits);
    const known = this.#implied.get(key) ?? new Set();
    writes.forEach((write) => known.add(write));
    this.#implied.set(key, known);
  }
}

/** Time after which an impatient client no longer waits for an answer, in milliseconds. */
const PATIENCE_MS = 1_500;
const NOTHING: ReadonlySet<WriteRecord> = new Set();
