import { deleteFromColumn, setCell } from '../../../src/bigtable/write/mutations';
import type { Row } from '../../../src/bigtable/client/types';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { rowKey } from '../../../src/core/rows/row-key';
import { versionOf } from '../../../src/core/rows/row-version';
import { isReservationColumn, RESERVATIONS_FILTER } from '../../../src/operations/caps/reservation-cells';
import { sleep } from '../../../src/platform/time/clock';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import type { History, Removal } from './history';
import type { ServingProcess } from './serving-process';
import { USERS_TABLE, type User, type World } from './world';

const PREFIX = 'r:';
const CALL = { timeoutMs: 3_000 };
/** Rate of transactions that are held up between their read and their commit, and the longest time, in milliseconds. */
const HOLD_UP_RATE = 0.6;
const HOLD_UP_MS_MAX = 2_500;
/**
 * Rate of reservations that are released soon. So many rows have none when they are erased, and only the commit of a
 * removal without any makes the transactions conflict that were begun before.
 */
const RELEASE_RATE = 0.85;

/** A reservation that a transaction tried to make. */
interface Reservation {
  readonly user: User;
  /** Time at which the read of the transaction was answered, in milliseconds. A later read may follow an erasure. */
  readonly readMs: number;
  /** The same by the clock of the process: timestamp of its cell. */
  readonly atMs: number;
  isGranted: boolean;
}

export interface ReservationsOptions {
  readonly world: World;
  readonly tally: RunTally;
  readonly dice: Dice;
  readonly history: History;
}

/**
 * Reservations as their clients know them. Those of before an erasure are gone, also those whose transaction had read
 * before; those of after it are not lost. What a transaction has read is only proven by its commit.
 */
export class Reservations {
  readonly #options: ReservationsOptions;
  readonly #made = new Map<string, Reservation>();

  constructor(options: ReservationsOptions) {
    this.#options = options;
  }

  /** Forgets all reservations: the table was replaced. */
  restored(): void {
    for (const reservation of this.#made.values()) reservation.isGranted = false;
  }

  /** Makes a reservation, unless another transaction changes the row meanwhile. */
  async reserve(process: ServingProcess, user: User): Promise<void> {
    const { dice } = this.#options;
    const holdUpMs = dice.chance(HOLD_UP_RATE) ? dice.below(HOLD_UP_MS_MAX) : 0;
    const name = await this.#reserve(process, user, holdUpMs);
    if (name !== undefined && dice.chance(RELEASE_RATE)) await this.release(process, user, name);
  }

  /** Makes a reservation in a transaction that is held up. Returns its name, unless there was a conflict. */
  async reserveLate(process: ServingProcess, user: User): Promise<string | undefined> {
    return this.#reserve(process, user, this.#options.dice.below(HOLD_UP_MS_MAX));
  }

  async #reserve(process: ServingProcess, user: User, holdUpMs: number): Promise<string | undefined> {
    const { world, tally, history } = this.#options;
    const atMs = process.machine.nowMs();
    const [removals, granted] = [history.removals(user), this.#grantedTo(user)];
    const transaction = process.transactions.begin(USERS_TABLE, rowKey(user));
    const { row } = await transaction.read({ filter: RESERVATIONS_FILTER }, CALL);
    const readMs = world.clock.nowMs();
    if (holdUpMs > 0) await sleep(process.machine, holdUpMs);
    const reservation = { user, readMs, atMs, isGranted: false };
    const name = `${PREFIX}${this.#made.size}`;
    this.#made.set(name, reservation);
    const mutations = [
      setCell(RESERVATION_FAMILY, Buffer.from(name), reservation.atMs * 1_000, Buffer.from(user)),
    ];
    const version = versionOf(row?.cells ?? [], RESERVATION_FAMILY);
    const outcome = await transaction.commit({ version, mutations }, CALL);
    if (outcome === 'conflict') {
      tally.count('reservations in conflict');
      return undefined;
    }
    tally.count('reservations made');
    reservation.isGranted = true;
    this.#check(user, namesIn(row), { removals, granted });
    return name;
  }

  /** Releases a reservation, unless another transaction changes the row meanwhile. */
  async release(process: ServingProcess, user: User, name: string): Promise<void> {
    this.#made.get(name)!.isGranted = false;
    const transaction = process.transactions.begin(USERS_TABLE, rowKey(user));
    const { row } = await transaction.read({ filter: RESERVATIONS_FILTER }, CALL);
    const mutations = [deleteFromColumn(RESERVATION_FAMILY, Buffer.from(name))];
    const version = versionOf(row?.cells ?? [], RESERVATION_FAMILY);
    const outcome = await transaction.commit({ version, mutations }, CALL);
    this.#options.tally.count(outcome === 'conflict' ? 'releases in conflict' : 'reservations released');
  }

  /** Checks what a transaction has read. */
  #check(
    user: User,
    present: readonly string[],
    { removals, granted }: { readonly removals: readonly Removal[]; readonly granted: readonly string[] },
  ): void {
    const { tally, history } = this.#options;
    // What is made after the time of the erasure stays, although its reservations are removed later.
    const back = present.find((name) => {
      const { readMs, atMs } = this.#made.get(name)!;
      return removals.some(({ beganMs, upToMs }) => readMs < beganMs && atMs <= upToMs);
    });
    if (back !== undefined) tally.violated(`${user} has the reservation ${back} of before an erasure`);
    const { eventsMs } = history.maybeErasedUpTo(user);
    const lost = granted.find((name) => {
      const { isGranted, atMs } = this.#made.get(name)!;
      return isGranted && !present.includes(name) && atMs > eventsMs;
    });
    if (lost !== undefined)
      tally.violated(`${user} lacks the reservation ${lost}, although only others are erased`);
  }

  #grantedTo(user: User): readonly string[] {
    const own = [...this.#made].filter((each) => each[1].user === user && each[1].isGranted);
    return own.map(([name]) => name);
  }
}

const namesIn = (row: Pick<Row, 'cells'> | undefined): string[] =>
  (row?.cells ?? [])
    .filter(({ family, qualifier }) => family === RESERVATION_FAMILY && isReservationColumn(qualifier))
    .map(({ qualifier }) => qualifier.toString());
