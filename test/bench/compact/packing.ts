/** Packing alone, without any Bigtable: what it costs, and how large blocks are. */
import { packCells } from '../../../src/core/compaction/pack-cells';
import { overhangSecondsOf, planPacking } from '../../../src/core/compaction/plan-packing';
import { parseBlockColumn } from '../../../src/core/blocks/block-column';
import { readEvents } from '../../../src/core/columns/read-events';
import type { EventCell } from '../../../src/core/columns/event-cell';
import { DEFAULTS } from '../../../src/config/defaults';
import { median, WrongAnswer, type BenchOptions, type BenchSize } from '../harness';
import { DAY_MS, FIRST_DAY_MS, rawCells, TYPE } from '../scan/data';
import { DAYS, kindsOf, usersOf, type UserKind } from './data';

export interface PackingFigures {
  readonly kind: UserKind['name'];
  /** Processor time. */
  readonly daysNsPerEvent: number;
  readonly weeksNsPerEvent: number;
  /** Names, times and values of the cells, for each event. */
  readonly rawBytes: number;
  readonly dayBytes: number;
  readonly weekBytes: number;
}

const END_MS = FIRST_DAY_MS + DAYS * DAY_MS;
/** Weeks are not old enough yet to be packed as such; and they all are. */
const [DAYS_ONLY, WEEKS] = [false, true];
const ROUNDS: Readonly<Record<BenchSize, number>> = { full: 25, quick: 7, smoke: 1 };
const MANY = { light: 100, typical: 10, varied: 10, heavy: 1 };
const USERS: Readonly<Record<BenchSize, Readonly<Record<UserKind['name'], number>>>> = {
  full: MANY,
  quick: MANY,
  smoke: { light: 5, typical: 1, varied: 1, heavy: 1 },
};

export function measurePacking({ size, progress }: BenchOptions): PackingFigures[] {
  return kindsOf(size).map((kind) => {
    progress(`packing of ${kind.name} users`);
    const rows = usersOf(kind, USERS[size][kind.name], END_MS).map(({ events }) => rawCells(events));
    const days = timed(rows, DAYS_ONLY, ROUNDS[size]);
    const weeks = timed(rows, WEEKS, ROUNDS[size]);
    const distinct = rows.reduce((sum, cells) => sum + distinctEvents(cells), 0);
    for (const { packed } of [days, weeks]) {
      if (packed !== distinct) throw new WrongAnswer(`blocks hold ${packed} events of ${distinct}`);
    }
    return {
      kind: kind.name,
      daysNsPerEvent: days.nsPerEvent,
      weeksNsPerEvent: weeks.nsPerEvent,
      rawBytes: bytesOf(rows.flat()) / rows.flat().length,
      dayBytes: days.bytesPerEvent,
      weekBytes: weeks.bytesPerEvent,
    };
  });
}

function timed(rows: readonly (readonly EventCell[])[], asWeeks: boolean, rounds: number) {
  const times: number[] = [];
  let events = 0;
  let bytes = 0;
  let packedEvents = 0;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    const packings = rows.flatMap((cells) => packed(cells, asWeeks));
    const { user, system } = process.cpuUsage(before);
    times.push(user + system);
    events = packings.reduce((sum, { eventsPacked }) => sum + eventsPacked, 0);
    const blocks = packings.flatMap((packing) => packing.blocks);
    bytes = bytesOf(blocks);
    packedEvents = blocks.reduce((sum, block) => sum + distinctEvents([block]), 0);
  }
  return { nsPerEvent: (1e3 * median(times)) / events, bytesPerEvent: bytes / events, packed: packedEvents };
}

/** Reads the cells like a query does. */
function distinctEvents(cells: readonly EventCell[]): number {
  return readEvents(cells, TYPE).parts.reduce((sum, { count }) => sum + count, 0);
}

function packed(cells: readonly EventCell[], asWeeks: boolean) {
  const nowMs = END_MS + 20 * DAY_MS;
  const rules = {
    nowMs,
    graceMs: 0,
    openDayEventsMin: 0,
    retainedFromMs: 0,
    overhangSeconds: overhangSecondsOf(TYPE.actions),
    duplicatesKeptFromMs: Infinity,
  };
  if (asWeeks) return planPacking(cells, rules).periods.map(pack);
  // Day by day, each when the day is over: none of its week's others is old enough then.
  const byDay = new Map<number, EventCell[]>();
  for (const cell of cells) {
    const day = Math.floor(Buffer.from(cell.qualifier).readUInt32BE(0) / (DAY_MS / 1_000));
    byDay.set(day, [...(byDay.get(day) ?? []), cell]);
  }
  return [...byDay].flatMap(([day, ofDay]) =>
    planPacking(ofDay, { ...rules, nowMs: (day + 1) * DAY_MS }).periods.map(pack),
  );
}

const pack = (period: ReturnType<typeof planPacking<EventCell>>['periods'][number]) => {
  const packing = packCells(period, TYPE, DEFAULTS.compaction);
  if (packing.blocks.some(({ qualifier }) => parseBlockColumn(qualifier)?.days !== period.period.days)) {
    throw new Error('a block of another period');
  }
  return packing;
};

const TIMESTAMP_BYTES = 8;

function bytesOf(cells: readonly EventCell[]): number {
  return cells.reduce(
    (sum, { qualifier, value }) => sum + qualifier.length + value.length + TIMESTAMP_BYTES,
    0,
  );
}
