import type { Row } from '../../../src/bigtable/client/types';
import { EVENTUAL, type ReadEvidence } from '../../../src/core/consistency/consistency';
import { EMPTY_TOKEN, rowId } from '../../../src/core/tokens/write-token';
import type { TidemarkError } from '../../../src/errors';
import type { AppProcess } from './app-process';
import { randomRead, type RequestedRead } from './random-read';
import { Availability, CHECKED_TIMEOUT_MS } from './availability';
import type { Checker } from './checker';
import type { Dice } from './dice';
import { isExpected } from './expected';
import type { History, Moment, Shown, WriteRecord } from './history';
import { type Knowledge, merged, NO_KNOWLEDGE, tokenOf } from './knowledge';
import { foreignFamilies, shownBy } from './shown';
import type { RunTally } from './tally';
import { TABLE, type World } from './world';

export interface TrialContext {
  readonly world: World;
  readonly dice: Dice;
  readonly history: History;
  readonly checker: Checker;
  readonly tally: RunTally;
  /** False: answers are accepted without proof, and still checked by what was asked for. */
  readonly watermarks: boolean;
  readonly tokenWritesMax: number;
}

interface Answer {
  readonly rows: readonly (Row | undefined)[];
  readonly evidence: ReadEvidence;
}

const FORGETTING_RATE = 0.3;

/** One read of one row or several: requested, awaited and checked. */
export class ReadTrial {
  readonly #context: TrialContext;
  readonly #process: AppProcess;
  readonly #knowledge: Knowledge;
  /** Writes that the token of the read covers, if it has one. */
  readonly #implied: Knowledge['implied'];
  readonly #read: RequestedRead;
  readonly #begun: Moment;
  readonly #chances: readonly Availability[];
  #looked = false;
  /** Whether the process did not know all clusters that take writes when the read began, or in the middle of its time. */
  #wasOutdated: boolean;

  constructor(
    context: TrialContext,
    { process, keys, knowledge }: { process: AppProcess; keys: readonly string[]; knowledge: Knowledge },
  ) {
    this.#context = context;
    this.#process = process;
    this.#knowledge = knowledge;
    const nowMs = process.clock.nowMs();
    const token = tokenOf(knowledge, { codec: process.codec, writesMax: context.tokenWritesMax, nowMs });
    this.#read = randomRead(context.dice, { keys, token, nowMs });
    this.#implied = this.#read.consistency.token === undefined ? new Map() : knowledge.implied;
    this.#wasOutdated = process.isOutdated;
    this.#begun = context.history.now();
    this.#chances = this.#read.timeoutMs < CHECKED_TIMEOUT_MS ? [] : this.#allChances();
  }

  /** Returns what the reader knows afterwards. */
  async run(): Promise<Knowledge> {
    const cancelLook = this.#context.world.clock.schedule(this.#read.timeoutMs / 2, () => this.#look());
    try {
      const answer = await this.#process.whileAlive(this.#ask());
      return this.#learnt(answer.evidence, this.#judge(answer));
    } catch (error) {
      this.#failed(error as TidemarkError);
      // Some tokens cannot be satisfied before long; users then continue without them.
      return this.#context.dice.chance(FORGETTING_RATE) ? NO_KNOWLEDGE : this.#knowledge;
    } finally {
      cancelLook();
    }
  }

  async #ask(): Promise<Answer> {
    const { keys, consistency, filter, timeoutMs } = this.#read;
    const asked = this.#context.watermarks ? consistency : EVENTUAL;
    const { reader } = this.#process;
    const [first, ...others] = keys.map((key) => Buffer.from(key, 'latin1'));
    if (others.length > 0) {
      return reader.readRows({ table: TABLE, keys: [first!, ...others], filter, allowsJoin: true }, asked, {
        timeoutMs,
      });
    }
    const read = { table: TABLE, key: first!, filter, allowsJoin: true };
    const { row, evidence } = await reader.readRow(read, asked, { timeoutMs });
    if (evidence.clusters.length > 1) this.#context.tally.count('joined answers');
    return { rows: [row], evidence };
  }

  /** Returns the writes that were seen. */
  #judge({ rows, evidence: given }: Answer): Knowledge['implied'] {
    const { tally, checker, history, watermarks } = this.#context;
    const { keys, consistency } = this.#read;
    const evidence = watermarks ? given : { ...given, level: consistency.level };
    const ended = history.now();
    this.#count(evidence, rows.length);
    if (!evidence.met) this.#couldHave(`a ${consistency.level} read was answered with something stale`);
    const seen = new Map<string, Set<WriteRecord>>();
    for (const [index, key] of keys.entries()) {
      const shown = this.#shownBy(rows[index]);
      const wrong = checker.check({
        key,
        begun: this.#begun,
        ended,
        shown,
        evidence,
        level: consistency.level,
        maxStalenessMs: consistency.maxStalenessMs,
        asOfMs: consistency.asOfMs,
        workload: this.#process.workload,
        mayBeStale: consistency.onUnmet === 'stale',
        implied: this.#implied.get(key) ?? new Set(),
      });
      for (const what of wrong) tally.violated(`${this.#process.name}: ${what}`);
      const names = [...(shown.events ?? []), ...(shown.values?.values() ?? [])];
      seen.set(key, new Set(names.flatMap((name) => history.of(name) ?? [])));
    }
    return seen;
  }

  /** The answer's token speaks for that of the read, too. */
  #learnt({ token }: ReadEvidence, implied: Knowledge['implied']): Knowledge {
    const known = this.#knowledge;
    const replaces = this.#read.consistency.token !== undefined && this.#context.watermarks;
    const before = replaces ? { ...known, tokens: [] } : known;
    return merged(before, { tokens: [this.#process.codec.encode(token)], implied });
  }

  #shownBy(row: Row | undefined): Shown {
    for (const family of foreignFamilies(row)) {
      this.#context.tally.violated(`an answer shows a cell of the family ${family}`);
    }
    return shownBy(row, this.#read.wanted);
  }

  #count({ level, tier, met, lookups }: ReadEvidence, rows: number): void {
    const { tally } = this.#context;
    tally.count('reads checked', rows);
    tally.count(`answered: ${level} by ${met ? tier : 'something stale'}`);
    if (lookups > 1) tally.count('reads with further lookups');
    tally.count('further lookups', lookups - 1);
  }

  #failed(error: TidemarkError): void {
    const { tally } = this.#context;
    const { level } = this.#read.consistency;
    if (error.code === 'consistency_unmet') tally.count('reads unmet');
    tally.count(`failed: ${level} by ${error.code}`);
    if (!isExpected(error)) tally.violated(`a ${level} read failed: ${error.stack ?? error.message}`);
    else if (!this.#process.dead) this.#couldHave(`a ${level} read failed (${error.message})`);
  }

  /**
   * Checks a read that has failed or was answered with a stale row. Of several rows, one that no replica had may be the reason.
   */
  #couldHave(what: string): void {
    this.#look();
    const able = this.#chances.map((chance) => chance.couldHaveAnswered(this.#process));
    if (able.length === 0) return;
    // No cluster of an old topology can answer for the one that it lacks, so such a read is to fail.
    if (this.#wasOutdated || this.#process.isOutdated) {
      return this.#context.tally.count('failures with an old topology');
    }
    this.#context.tally.count('failures judged');
    if (able.some((replicas) => replicas.length === 0)) return;
    const { keys, timeoutMs } = this.#read;
    const by = able.map((replicas, index) => `${keys[index]} by ${replicas.join(' or ')}`).join(', ');
    const from = `${this.#process.name} at ${this.#begun.ms.toFixed(1)}, within ${timeoutMs} ms`;
    this.#context.tally.violated(`${what} though it could have been answered: ${by}; from ${from}`);
  }

  /** Records the availability in the middle of its time, or at its end if that comes first. */
  #look(): void {
    if (this.#looked) return;
    this.#looked = true;
    this.#wasOutdated ||= this.#process.isOutdated;
    for (const chance of this.#chances) chance.look(this.#process);
  }

  #allChances(): readonly Availability[] {
    const { world } = this.#context;
    const { keys, consistency } = this.#read;
    const { level, token = EMPTY_TOKEN } = consistency;
    return keys.map((key) => {
      const bytes = Buffer.from(key, 'latin1');
      const asked = {
        key,
        token,
        row: rowId(TABLE, bytes),
        region: this.#process.region,
        begunMs: this.#begun.ms,
        needsAllOrigins: level === 'bounded' || level === 'strict',
      };
      return new Availability(world, asked, this.#process.candidates(bytes));
    });
  }
}
