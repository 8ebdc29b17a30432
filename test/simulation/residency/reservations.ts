import { setCell, deleteFromColumn } from '../../../src/bigtable/write/mutations';
import { cellsPerColumnLimit, chain, familyIs } from '../../../src/bigtable/read/filters';
import type { CallOptions, Mutation, Row } from '../../../src/bigtable/client/types';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { rowKey } from '../../../src/core/rows/row-key';
import { versionOf } from '../../../src/core/rows/row-version';
import { TidemarkError } from '../../../src/errors';
import { sleep } from '../../../src/platform/time/clock';
import { mayBeCommitted } from '../../../src/consistency/write/commit-outcome';
import type { RunTally } from '../consistency/tally';
import type { PlacedProcess } from './placed-process';
import { CORPUS } from './world';

/** Largest number of reservations of a subject. */
const CAP = 3;
const PREFIX = 'x';
const ATTEMPTS_MAX = 10;
const RETRY_MS = 20;
const FILTER = chain(familyIs(RESERVATION_FAMILY), cellsPerColumnLimit(1));

/** Reservations as their clients know them: none may be lost, and there may never be more than the cap. */
export class ReservationLedger {
  readonly #tally: RunTally;
  /** Names of reservations that were granted and whose release has not begun, by subject. */
  readonly #held = new Map<string, Set<string>>();
  #count = 0;

  constructor(tally: RunTally) {
    this.#tally = tally;
  }

  /** Makes a reservation, if the cap allows it. */
  async reserve(process: PlacedProcess, id: string, call: CallOptions): Promise<void> {
    const name = `${PREFIX}${this.#count++}`;
    const atMicros = process.machine.nowMs() * 1_000;
    let isGranted = false;
    const heldBefore = [...this.#heldOf(id)];
    let lost: readonly string[] = [];
    const isChanged = await changeRow({
      process,
      id,
      call,
      decide: (present) => {
        lost = heldBefore.filter((each) => this.#heldOf(id).has(each) && !present.includes(each));
        isGranted = present.includes(name);
        if (isGranted || present.length >= CAP) return undefined;
        return setCell(RESERVATION_FAMILY, Buffer.from(name), atMicros, Buffer.from(id));
      },
    });
    isGranted ||= isChanged;
    this.#tally.count(isGranted ? 'reservations granted' : 'reservations denied');
    if (!isGranted) return;
    if (lost.length > 0) this.#tally.violated(`${id} lacks the reservations ${lost.join(', ')}`);
    const held = this.#heldOf(id);
    held.add(name);
    if (held.size > CAP) this.#tally.violated(`${id} has ${held.size} reservations: ${[...held].join(', ')}`);
  }

  /** Releases a reservation that is held, if there is one. */
  async release(process: PlacedProcess, id: string, call: CallOptions): Promise<void> {
    const [name] = this.#heldOf(id);
    if (name === undefined) return;
    this.#heldOf(id).delete(name);
    const decide = (present: readonly string[]): Mutation | undefined =>
      present.includes(name) ? deleteFromColumn(RESERVATION_FAMILY, Buffer.from(name)) : undefined;
    await changeRow({ process, id, call, decide });
    this.#tally.count('reservations released');
  }

  /** Checks that the row has every reservation that is held, and no more than the cap. */
  check(id: string, row: Pick<Row, 'cells'> | undefined): void {
    const present = namesIn(row);
    const lost = [...this.#heldOf(id)].filter((name) => !present.includes(name));
    if (lost.length > 0) this.#tally.violated(`reservations of ${id} are lost: ${lost.join(', ')}`);
    if (present.length > CAP) this.#tally.violated(`${id} has ${present.length} reservations in its row`);
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

/**
 * Changes the row in a transaction. After an unknown outcome and after a conflict the decision is made again, as
 * production does. Returns whether a change was committed.
 */
async function changeRow({ process, id, call, decide }: Change): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const transaction = process.transactions.begin(CORPUS, rowKey(id), { accessLocation: 'DE' });
    const { row } = await transaction.read({ filter: FILTER }, call);
    const mutation = decide(namesIn(row));
    if (mutation === undefined) return false;
    const version = versionOf(row?.cells ?? [], RESERVATION_FAMILY);
    try {
      if ((await transaction.commit({ version, mutations: [mutation] }, call)) !== 'conflict') return true;
    } catch (error) {
      if (!(error instanceof TidemarkError) || !mayBeCommitted(error) || attempt >= ATTEMPTS_MAX) throw error;
    }
    await sleep(process.machine, RETRY_MS * attempt);
  }
}

const namesIn = (row: Pick<Row, 'cells'> | undefined): string[] =>
  (row?.cells ?? [])
    .filter(({ family }) => family === RESERVATION_FAMILY)
    .map(({ qualifier }) => qualifier.toString())
    .filter((name) => name.startsWith(PREFIX));
