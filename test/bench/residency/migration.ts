/** Reads at a fixed rate, first alone, then while a mover moves a part of the users as fast as it can. */
import { join } from 'node:path';
import { Child } from '../child';
import { percentile } from '../strict-read/percentile';
import type { MoveFigures, MoveRequest } from './mover';
import type { PacedFigures, WorkerRequest } from './worker';

export interface MigrationPace {
  /** Users that are read. */
  readonly users: number;
  /** Users that move: the first ones. */
  readonly movedUsers: number;
  readonly readsPerSecond: number;
  /** Time of the reads before the move, in milliseconds. */
  readonly quietMs: number;
}

export interface MigrationFigures {
  /** Latency at the 99th percentile without a move and during one, in milliseconds. */
  readonly quietP99Ms: number;
  readonly movingP99Ms: number;
  /** Largest number of lookups of rows in one eventual read during the move. */
  readonly lookupsMax: number;
  readonly usersPerSecond: number;
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
  const quiet = await read(quietMs);
  const mover = new Child(join(__dirname, 'mover.ts'), { args: moverArgs });
  try {
    await mover.ask();
    let moved: MoveFigures | undefined;
    const moving = mover.ask<MoveFigures>({ users: movedUsers } satisfies MoveRequest);
    void moving.then((figures) => (moved = figures));
    const parts: PacedFigures[] = [];
    while (moved === undefined) parts.push(await Promise.race([read(PART_MS), failureOf(moving)]));
    const { moved: count, seconds } = await moving;
    if (count !== movedUsers) throw new Error(`${count} users have moved, not ${movedUsers}`);
    return {
      quietP99Ms: percentile(quiet.latenciesMs, 0.99),
      movingP99Ms: percentile(
        parts.flatMap(({ latenciesMs }) => latenciesMs),
        0.99,
      ),
      lookupsMax: parts.reduce((most, { lookupsMax }) => Math.max(most, lookupsMax), 0),
      usersPerSecond: count / seconds,
      seconds,
    };
  } finally {
    await mover.stop();
  }
}

/** Rejects when the promise does, and never resolves. */
function failureOf(promise: Promise<unknown>): Promise<never> {
  return new Promise((_resolve, reject) => {
    promise.catch((error: unknown) => reject(error as Error));
  });
}
