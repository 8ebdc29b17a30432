import { setCell, deleteFromColumn } from '../../../src/bigtable/write/mutations';
import { cellsPerColumnLimit, chain, familyIs } from '../../../src/bigtable/read/filters';
import type { CallOptions, Mutation, Row } from '../../../src/bigtable/client/types';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { rowKey } from '../../../src/core/rows/row-key';
import { versionOf } from '../../../src/core/rows/row-version';
import { TidemarkError } from '../../../src/errors';
import { sleep } from '../../../src/platform/time/clock';
import { mayBeCommitted } from '../../../src/consistency/write/commit-outcome';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import type { PlacedProcess } from './placed-process';
import { CORPUS } from './world';

/** Largest number of reservations of a subject. */
const CAP = 3;
const PREFIX = 'x';
const ATTEMPTS_MAX = 10;
/** Rate of transactions that are held up between their read and their commit, and the longest time, in milliseconds. */
const HOLD_UP_RATE = 0.3;
const HOLD_UP_MS_MAX = 1_000;
const RETRY_MS = 20;
const FILTER = chain(familyIs(RESERVATION_FAMILY), cellsPerColumnLimit(1));

export interface ReservationLedgerOptions {
  readonly dice: Dice;
  /** Whether no transaction is held up. */
  readonly isCalm: boolean;
}

/**
 * Reservations as their clients know them: none may be lost or come back after its release, and there may never be more
 * than the cap. What a transaction has read is only proven by its commit.
 */
export class ReservationLedger {
  readonly #tally: RunTally;
  /** Names of reservations that were granted and whose release has not begun, by subject. */
  readonly #held = new Map<string, Set<string>>();
  /** Names of reservations whose release was acknowledged. */
  readonly #released = new Set<string>();
  readonly #options: ReservationLedgerOptions;
  #count = 0;

  constructor(tally: RunTally, options: ReservationLedgerOptions) {
    this.#tally = tally;
    this.#options = options;
  }

  /** Makes a reservation, if the cap allows it. */
  async reserve(process: PlacedProcess, id: string, call: CallOptions): Promise<void> {
    const name = `${PREFIX}${this.#count++}`;
    const atMicros = process.machine.nowMs() * 1_000;
    let isGranted = false;
    const [heldBefore, releasedBefore] = [[...this.#heldOf(id)], new Set(this.#released)];
    let lost: readonly string[] = [];
    let back: readonly string[] = [];
    const { isChanged } = await this.#changeRow({
      process,
      id,
      call,
      decide: (present) => {
        lost = heldBefore.filter((each) => this.#heldOf(id).has(each) && !present.includes(each));
        back = present.filter((each) => releasedBefore.has(each));
        isGranted = present.includes(name);
        if (isGranted || present.length >= CAP) return undefined;
        return setCell(RESERVATION_FAMILY, Buffer.from(name), atMicros, Buffer.from(id));
      },
    });
    isGranted ||= isChanged;
    this.#tally.count(isGranted ? 'reservations granted' : 'reservations denied');
    if (!isGranted) return;
    if (lost.length > 0) this.#tally.violated(`${id} lacks the reservations ${lost.join(', ')}`);
    if (back.length > 0) this.#tally.violated(`${id} has the released reservations ${back.join(', ')}`);
    const held = this.#heldOf(id);
    held.add(name);
    if (held.size > CAP) this.#tally.violated(`${id} has ${held.size} reservations: ${[...held].join(', ')}`);
  }

  /**
   * Releases a reservation that is held, if there is one. One that the row does not show, without a change of the row,
   * is still held: nothing proves that the row is the right one.
   */
  async release(process: PlacedProcess, id: string, call: CallOptions): Promise<void> {
    const [name] = this.#heldOf(id);
    if (name === undefined) return;
    this.#heldOf(id).delete(name);
    const decide = (present: readonly string[]): Mutation | undefined =>
      present.includes(name) ? deleteFromColumn(RESERVATION_FAMILY, Buffer.from(name)) : undefined;
    const { isChanged, mayBeChanged } = await this.#changeRow({ process, id, call, decide });
    this.#tally.count(isChanged ? 'reservations released' : 'reservations not found');
    if (isChanged) this.#released.add(name);
    else if (!mayBeChanged) this.#heldOf(id).add(name);
  }

  /** Checks that the row has every reservation that is held, and no more than the cap. */
  check(id: string, row: Pick<Row, 'cells'> | undefined): void {
    const present = namesIn(row);
    const lost = [...this.#heldOf(id)].filter((name) => !present.includes(name));
    if (lost.length > 0) this.#tally.violated(`reservations of ${id} are lost: ${lost.join(', ')}`);
    const back = present.filter((name) => this.#released.has(name));
    if (back.length > 0) this.#tally.violated(`released reservations of ${id} are back: ${back.join(', ')}`);
    if (present.length > CAP) this.#tally.violated(`${id} has ${present.length} reservations in its row`);
  }

  /**
   * Changes the row in a transaction. After an unknown outcome and after a conflict the decision is made again, as
   * production does.
   */
  async #changeRow({ process, id, call, decide }: Change): Promise<ChangeOutcome> {
    let mayBeChanged = false;
    for (let attempt = 1; ; attempt++) {
      const transaction = process.transactions.begin(CORPUS, rowKey(id), { accessLocation: 'DE' });
      const { row } = await transaction.read({ filter: FILTER }, call);
      const mutation = decide(namesIn(row));
      if (mutation === undefined) return { isChanged: false, mayBeChanged };
      await this.#holdUp(process);
      const version = versionOf(row?.cells ?? [], RESERVATION_FAMILY);
      try {
        const outcome = await transaction.commit({ version, mutations: [mutation] }, call);
        if (outcome !== 'conflict') return { isChanged: true, mayBeChanged: true };
      } catch (error) {
        if (!(error instanceof TidemarkError) || !mayBeCommitted(error) || attempt >= ATTEMPTS_MAX)
          throw error;
        mayBeChanged = true;
      }
      await sleep(process.machine, RETRY_MS * attempt);
    }
  }

  async #holdUp({ machine }: PlacedProcess): Promise<void> {
    const { dice, isCalm } = this.#options;
    if (isCalm || !dice.chance(HOLD_UP_RATE)) return;
    this.#tally.count('transactions held up');
    await sleep(machine, dice.below(HOLD_UP_MS_MAX));
  }

  #heldOf(id: string): Set<string> {
    const known = this.#held.get(id);
    if (known !== undefined) return known;
    const held = new Set<string>();
    this.#held.set(id, held);
    return held;
  }
}

/** Reads the row as its next transaction would. */
export async function readForTransaction(
  process: PlacedProcess,
  id: string,
  call: CallOptions,
): Promise<Row | undefined> {
  const { row } = await process.transactions.begin(CORPUS, rowKey(id)).read({ filter: FILTER }, call);
  return row;
}

interface Change {
  readonly process: PlacedProcess;
  readonly id: string;
  readonly call: CallOptions;
  /** Returns the change of a row with these reservations; undefined if there is none to make. */
  readonly decide: (present: readonly string[]) => Mutation | undefined;
}

interface ChangeOutcome {
  /** Whether the change was committed. */
  readonly isChanged: boolean;
  /** Whether the change was committed, or an attempt had an unknown outcome. */
  readonly mayBeChanged: boolean;
}

const namesIn = (row: Pick<Row, 'cells'> | undefined): string[] =>
  (row?.cells ?? [])
    .filter(({ family }) => family === RESERVATION_FAMILY)
    .map(({ qualifier }) => qualifier.toString())
    .filter((name) => name.startsWith(PREFIX));
