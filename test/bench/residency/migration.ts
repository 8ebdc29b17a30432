/**
 * Reads at a fixed rate: alone, while a mover moves a part of the users as fast as it can, and beside a process that is
 * as busy as this mover. Then the users move back without any reads.
 */
import { join } from 'node:path';
import { Child } from '../child';
import { percentile } from '../strict-read/percentile';
import type { MoveFigures, MoveRequest } from './mover';
import type { NeighbourRequest } from './neighbour';
import type { PacedFigures, WorkerRequest } from './worker';

export interface MigrationPace {
  /** Users that are read. */
  readonly users: number;
  /** Users that move: the first ones. */
  readonly movedUsers: number;
  readonly readsPerSecond: number;
  /** Time of the reads without a move, in milliseconds. */
  readonly quietMs: number;
}

export interface MigrationFigures {
  /** Latency at the 99th percentile: alone, during a move, and beside another process as busy, in milliseconds. */
  readonly quietP99Ms: number;
  readonly movingP99Ms: number;
  readonly neighbourP99Ms: number;
  /** Largest number of lookups of rows in one eventual read during the move. */
  readonly lookupsMax: number;
  /** Cores that the mover used while users were read, on average. */
  readonly moverCores: number;
  /** Users that moved per second while users were read, and without any reads. */
  readonly usersPerSecond: number;
  readonly usersPerSecondUnread: number;
  /** Time of the move while users were read, in seconds. */
  readonly seconds: number;
}

/** Reads of the time in which a mover works are divided into such parts, because its end is not known before. */
const PART_MS = 1_000;

export async function measureMigration(
  reader: Child,
  moverArgs: readonly string[],
  { users, movedUsers, readsPerSecond: perSecond, quietMs }: MigrationPace,
): Promise<MigrationFigures> {
  const read = (durationMs: number): Promise<PacedFigures> =>
    reader.ask<PacedFigures>({ kind: 'paced', users, perSecond, durationMs } satisfies WorkerRequest);
  await read(quietMs / 4);
  const quiet = [await read(quietMs / 2)];
  const mover = new Child(join(__dirname, 'mover.ts'), { args: moverArgs });
  const neighbour = new Child(join(__dirname, 'neighbour.ts'));
  const move = (to: MoveRequest['to']): Promise<MoveFigures> => mover.ask({ to, users: movedUsers });
  try {
    await Promise.all([mover.ask(), neighbour.ask()]);
    const { parts, moved } = await readDuring(move('eu'), () => read(PART_MS));
    const unread = await move('us');
    await neighbour.ask({ share: moved.cores } satisfies NeighbourRequest);
    const beside = await read(quietMs);
    await neighbour.ask({ share: 0 } satisfies NeighbourRequest);
    quiet.push(await read(quietMs / 2));
    for (const { moved: count } of [moved, unread])
      if (count !== movedUsers) throw new Error(`${count} users have moved, not ${movedUsers}`);
    return {
      quietP99Ms: p99(quiet),
      movingP99Ms: p99(parts),
      neighbourP99Ms: p99([beside]),
      lookupsMax: parts.reduce((most, { lookupsMax }) => Math.max(most, lookupsMax), 0),
      moverCores: moved.cores,
      usersPerSecond: moved.moved / moved.seconds,
      usersPerSecondUnread: unread.moved / unread.seconds,
      seconds: moved.seconds,
    };
  } finally {
    await Promise.all([mover.stop(), neighbour.stop()]);
  }
}

/** Reads until the move has ended. */
async function readDuring(
  moving: Promise<MoveFigures>,
  read: () => Promise<PacedFigures>,
): Promise<{ readonly parts: readonly PacedFigures[]; readonly moved: MoveFigures }> {
  let moved: MoveFigures | undefined;
  void moving.then(
    (figures) => (moved = figures),
    () => undefined,
  );
  const parts: PacedFigures[] = [];
  while (moved === undefined) parts.push(await Promise.race([read(), failureOf(moving)]));
  return { parts, moved };
}

const p99 = (parts: readonly PacedFigures[]): number =>
  percentile(
    parts.flatMap(({ latenciesMs }) => latenciesMs),
    0.99,
  );

/** Rejects when the promise does, and never resolves. */
function failureOf(promise: Promise<unknown>): Promise<never> {
  return new Promise((_resolve, reject) => {
    promise.catch((error: unknown) => reject(error as Error));
  });
}
