/**
 * Reads at a fixed rate: alone, while a mover moves a part of the users as fast as it can, and while it moves the same
 * users of another store on the same machine. Then the users move back without any reads.
 *
 * The last one is the floor: it has all the work of a move, in the same processes at the same priorities, and reads share
 * with it nothing but the machine.
 */
import { join } from 'node:path';
import { Child } from '../child';
import { median } from '../harness';
import { percentile } from '../strict-read/percentile';
import type { MoveFigures, MoveRequest } from './mover';
import type { PacedFigures, PacedReads, PacedRequest } from './reader';
import type { StoreLoad } from './store';

export interface MigrationPace {
  /** Users that are read. */
  readonly users: number;
  /** Users that move: the first ones. */
  readonly movedUsers: number;
  readonly readsPerSecond: number;
  /** Time of the reads without a move, in milliseconds. */
  readonly quietMs: number;
}

/** Reads in one situation, and what they cost. */
export interface ReadCosts {
  /** Latencies at the 99th percentile in milliseconds: of all reads, and of those of users that stay. */
  readonly p99Ms: number;
  readonly restingP99Ms: number;
  /** Processor time of the reading process per read, in microseconds. */
  readonly cpuMicros: number;
  /** Lookups of rows per read, and the largest number of one read. */
  readonly lookups: number;
  readonly lookupsMax: number;
  /** Lookups of rows per read of a user that stays. */
  readonly restingLookups: number;
  /** Calls to the store per read, those of the feed and of heartbeats included. */
  readonly storeCalls: number;
  /** Time for which requests wait in the store until it handles them, at the 99th percentile, in milliseconds. */
  readonly storeWaitP99Ms: number;
}

export interface MigrationFigures {
  readonly quiet: ReadCosts;
  readonly moving: ReadCosts;
  /** While users of another store on this machine move. */
  readonly elsewhere: ReadCosts;
  /** Cores that the mover used while users were read, on average: of the same store, and of the other one. */
  readonly moverCores: number;
  readonly moverCoresElsewhere: number;
  /** Users that moved per second while users were read, and without any reads. */
  readonly usersPerSecond: number;
  readonly usersPerSecondUnread: number;
}

interface Part {
  readonly read: PacedFigures;
  readonly load: StoreLoad;
}

/** Reads of the time in which a mover works are divided into such parts, because its end is not known before. */
const PART_MS = 1_000;

/** A process that is a Bigtable with the users, and the arguments of processes that use it. */
export interface MigratedStore {
  readonly bigtable: Child;
  readonly args: readonly string[];
}

export async function measureMigration(
  store: MigratedStore,
  other: MigratedStore,
  { users, movedUsers, readsPerSecond: perSecond, quietMs }: MigrationPace,
): Promise<MigrationFigures> {
  const reader = new Child(join(__dirname, 'reader.ts'), { args: store.args });
  const [mover, otherMover] = [moverOf(store.args), moverOf(other.args)];
  const read = async (durationMs: number): Promise<Part> => {
    const request: PacedRequest = { users, movedUsers, perSecond, durationMs };
    const figures = await reader.ask<PacedFigures>(request);
    return { read: figures, load: await store.bigtable.ask<StoreLoad>({}) };
  };
  const move = async (by: Child, to: MoveRequest['to']): Promise<MoveFigures> => {
    const figures = await by.ask<MoveFigures>({ to, users: movedUsers });
    if (figures.moved !== movedUsers) throw new Error(`${figures.moved} users have moved, not ${movedUsers}`);
    return figures;
  };
  try {
    await Promise.all([reader.ask(), mover.ask(), otherMover.ask()]);
    await read(quietMs / 4);
    const quiet = [await read(quietMs / 2)];
    const { parts, moved } = await readDuring(move(mover, 'eu'), () => read(PART_MS));
    const unread = await move(mover, 'us');
    // The users are looked up again where they have moved to, and that is no cost of what runs beside.
    await read(quietMs / 4);
    const elsewhere = await readDuring(move(otherMover, 'eu'), () => read(PART_MS));
    quiet.push(await read(quietMs / 2));
    return {
      quiet: costsOf(quiet),
      moving: costsOf(parts),
      elsewhere: costsOf(elsewhere.parts),
      moverCores: moved.cores,
      moverCoresElsewhere: elsewhere.moved.cores,
      usersPerSecond: moved.moved / moved.seconds,
      usersPerSecondUnread: unread.moved / unread.seconds,
    };
  } finally {
    await Promise.all([reader.stop(), mover.stop(), otherMover.stop()]);
  }
}

const moverOf = (args: readonly string[]): Child => new Child(join(__dirname, 'mover.ts'), { args });

/** Reads until the move has ended. */
async function readDuring(
  moving: Promise<MoveFigures>,
  read: () => Promise<Part>,
): Promise<{ readonly parts: readonly Part[]; readonly moved: MoveFigures }> {
  let moved: MoveFigures | undefined;
  void moving.then(
    (figures) => (moved = figures),
    () => undefined,
  );
  const parts: Part[] = [];
  while (moved === undefined) parts.push(await Promise.race([read(), failureOf(moving)]));
  return { parts, moved };
}

function costsOf(parts: readonly Part[]): ReadCosts {
  const of = (reads: (figures: PacedFigures) => PacedReads): PacedReads => ({
    latenciesMs: parts.flatMap(({ read }) => reads(read).latenciesMs),
    lookups: parts.flatMap(({ read }) => reads(read).lookups),
  });
  const [moving, resting] = [of((figures) => figures.moving), of((figures) => figures.resting)];
  const latenciesMs = [...moving.latenciesMs, ...resting.latenciesMs];
  const lookups = [...moving.lookups, ...resting.lookups];
  const perRead = (figure: (part: PacedFigures) => number): number =>
    sum(parts.map(({ read }) => figure(read))) / latenciesMs.length;
  return {
    p99Ms: percentile(latenciesMs, 0.99),
    restingP99Ms: percentile(resting.latenciesMs, 0.99),
    cpuMicros: 1_000 * perRead(({ cpuMs }) => cpuMs),
    lookups: sum(lookups) / lookups.length,
    lookupsMax: lookups.reduce((most, each) => Math.max(most, each), 0),
    restingLookups: sum(resting.lookups) / resting.lookups.length,
    storeCalls: perRead(({ storeCalls }) => storeCalls),
    storeWaitP99Ms: median(parts.map(({ load }) => load.waitP99Ms)),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Rejects when the promise does, and never resolves. */
function failureOf(promise: Promise<unknown>): Promise<never> {
  return new Promise((_resolve, reject) => {
    promise.catch((error: unknown) => reject(error as Error));
  });
}
