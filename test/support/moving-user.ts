/** A user whose requests go on while its rows move. Each request is followed by one that checks what it has done. */
import { deleteFromColumn, setCell } from '../../src/bigtable/write/mutations';
import type { Cell } from '../../src/bigtable/client/types';
import { RESERVATION_FAMILY } from '../../src/core/caps/reservation-family';
import { visibleCells } from '../../src/core/objects/delete-markers';
import { rowKey } from '../../src/core/rows/row-key';
import { versionOf } from '../../src/core/rows/row-version';
import { EMPTY_TOKEN, type WriteToken } from '../../src/core/tokens/write-token';
import { TidemarkError } from '../../src/errors';
import type { Store } from '../../src/store/open-store';

const call = { timeoutMs: 10_000 };
const all = { passAllFilter: true };
const NUMBER = Buffer.from('number');
const SWITCH = Buffer.from('switch');

/** Most reservations at a time. */
const RESERVATIONS_MAX = 4;

/** Content that acknowledged requests have given the user's rows. */
interface Expected {
  number: string;
  switch: string | undefined;
  readonly events: string[];
  readonly reservations: string[];
}

export class MovingUser {
  readonly id: string;
  readonly expected: Expected = { number: '', switch: undefined, events: [], reservations: [] };
  readonly #stores: readonly Store[];
  #requests = 0;
  #rounds = 0;
  #firstToken: WriteToken = EMPTY_TOKEN;

  /** `stores`: those of several processes, which take turns. */
  constructor(id: string, stores: readonly Store[]) {
    this.id = id;
    this.#stores = stores;
  }

  get rounds(): number {
    return this.#rounds;
  }

  /** Makes requests of all kinds, each in another process than the one before. Throws if a guarantee is broken. */
  async round(): Promise<void> {
    const round = this.#rounds++;
    await this.#putObject(round);
    await this.#putEvent(round);
    await this.#reserve(round);
    await this.#check();
  }

  async #putObject(round: number): Promise<void> {
    const cell = { table: 'users', key: rowKey(this.id), family: 'profile' };
    const options = { ...call, accessLocation: 'US' };
    const value = Buffer.from(String(round));
    const { token } = await this.#store().cells.put({ ...cell, qualifier: NUMBER, value }, options);
    if (round === 0) this.#firstToken = token;
    this.expected.number = String(round);
    const isOn = round % 2 === 0;
    if (isOn) await this.#store().cells.put({ ...cell, qualifier: SWITCH, value }, options);
    else await this.#store().cells.delete({ ...cell, qualifier: SWITCH }, call);
    this.expected.switch = isOn ? String(round) : undefined;
  }

  async #putEvent(round: number): Promise<void> {
    const name = `event-${round}`;
    const mutations = [setCell('ad_action', Buffer.from(name), Date.now() * 1_000, Buffer.from('e'))];
    await this.#store().writer.mutateRow('users', { key: rowKey(this.id), mutations }, call);
    this.expected.events.push(name);
  }

  /** Adds a reservation, and removes the oldest if there are too many. Checks that no other has changed. */
  async #reserve(round: number): Promise<void> {
    const { reservations } = this.expected;
    for (;;) {
      const transaction = this.#store().transactions.begin('users', rowKey(this.id));
      const { row } = await transaction.read({ filter: all }, call);
      const cells = row?.cells ?? [];
      const found = reservationsIn(cells);
      const added = `r${round}`;
      if (found.includes(added)) {
        reservations.splice(0, Infinity, ...found);
        return;
      }
      expect(found).toEqual(reservations);
      const oldest = found.length === RESERVATIONS_MAX ? found[0] : undefined;
      const mutations = [
        setCell(RESERVATION_FAMILY, Buffer.from(added), Date.now() * 1_000, Buffer.from('r')),
      ];
      if (oldest !== undefined) mutations.push(deleteFromColumn(RESERVATION_FAMILY, Buffer.from(oldest)));
      try {
        const version = versionOf(cells, RESERVATION_FAMILY);
        if ((await transaction.commit({ version, mutations }, call)) === 'conflict') continue;
      } catch (error) {
        // The outcome is unknown if the row moves meanwhile: the next attempt finds out.
        if (error instanceof TidemarkError && error.retryable) continue;
        throw error;
      }
      if (oldest !== undefined) reservations.shift();
      reservations.push(added);
      return;
    }
  }

  /** Reads strictly, and at least as fresh as the first write, and compares. */
  async #check(): Promise<void> {
    const read = { table: 'users', key: rowKey(this.id), filter: all };
    const { row, evidence } = await this.#store().reader.readRow(read, { level: 'strict' }, call);
    expect(evidence.met).toBe(true);
    expect(contentOf(row?.cells ?? [])).toEqual({
      number: this.expected.number,
      switch: this.expected.switch,
      events: [...this.expected.events].sort(),
    });
    const fresh = { level: 'at-least-as-fresh', token: this.#firstToken } as const;
    const { row: older, evidence: proof } = await this.#store().reader.readRow(read, fresh, call);
    expect(proof.met).toBe(true);
    expect(contentOf(older?.cells ?? []).number).toMatch(/^\d+$/);
  }

  #store(): Store {
    return this.#stores[this.#requests++ % this.#stores.length]!;
  }
}

function contentOf(cells: readonly Cell[]) {
  const profile = visibleCells(cells.filter(({ family }) => family === 'profile')).cells;
  const newest = (column: Buffer): string | undefined =>
    profile.find(({ qualifier }) => qualifier.equals(column))?.value.toString();
  const events = cells.filter(({ family }) => family === 'ad_action');
  return {
    number: newest(NUMBER),
    switch: newest(SWITCH),
    events: events.map(({ qualifier }) => qualifier.toString()).sort(),
  };
}

/** Returns the reservations, oldest first. */
const reservationsIn = (cells: readonly Cell[]): readonly string[] =>
  cells
    .filter(({ family, qualifier }) => family === RESERVATION_FAMILY && /^r\d+$/.test(qualifier.toString()))
    .map(({ qualifier }) => qualifier.toString())
    .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
