import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { isExpected } from '../residency/expected';
import type { Consents } from './consents';
import type { DeletedEvents } from './deleted-events';
import type { Fleet } from './fleet';
import type { Guards } from './guards';
import type { History } from './history';
import type { Reservations } from './reservations';
import type { ServingProcess } from './serving-process';
import type { World } from './world';

export interface SessionContext {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  readonly guards: Guards;
  readonly history: History;
  readonly fleet: Fleet;
  readonly consents: Consents;
  readonly reservations: Reservations;
  readonly deleted: DeletedEvents;
  readonly futureToleranceMs: number;
  readonly clockSkewMaxMs: number;
  /** Rate of objects whose caller names a version ahead of all clocks. */
  readonly namedRate: number;
}

/** Sends the request to a process, and waits for the answer. Failures that faults explain are counted. */
export async function request<T>(
  context: SessionContext,
  what: string,
  run: (process: ServingProcess) => Promise<T>,
  process = context.fleet.process(),
): Promise<T | undefined> {
  const { tally } = context;
  try {
    return await process.request(run);
  } catch (error) {
    tally.count(`${what} that failed`);
    if (!isExpected(error)) violated(context, `${what} failed: ${(error as Error).stack}`);
    return undefined;
  }
}

/** Records a violation with its time. */
export function violated({ world, tally }: SessionContext, what: string): void {
  tally.violated(`at ${world.clock.nowMs()}: ${what}`);
}
