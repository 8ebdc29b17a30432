import type { TidemarkError } from '../../../src/errors';
import { rowKey } from '../../../src/core/rows/row-key';
import { objectValue, type SentObject } from './history';
import type { ServingProcess } from './serving-process';
import { request, violated, type SessionContext } from './session-context';
import { OBJECTS, USERS_TABLE, type User } from './world';

const REGISTERS = ['r0', 'r1'] as const;
export const WRITE_TIMEOUT_MS = 1_500;

interface ObjectWrite {
  readonly versionMs?: number;
  readonly timeoutMs?: number;
  /** Rate at which the writer knows of the user's erasures, and has their token. */
  readonly knowsTokenRate?: number;
}

/** Puts an object. Its caller may name a version ahead of all clocks. */
export async function putObject(context: SessionContext, user: User): Promise<void> {
  const { dice, history, world, namedRate } = context;
  const sent = history.newObject(user, dice.pick(REGISTERS));
  const versionMs = dice.chance(namedRate) ? world.clock.nowMs() + dice.below(5_000) : undefined;
  if (versionMs !== undefined) history.named(user, versionMs);
  sent.mayBeGone = versionMs !== undefined;
  await request(context, 'puts', (process) =>
    writeObject(context, process, sent, versionMs === undefined ? {} : { versionMs }),
  );
}

/** Writes an object as soon as an erasure is acknowledged, without its token, by every process. */
export async function putAtOnce(context: SessionContext, user: string): Promise<void> {
  const { history, fleet, tally } = context;
  await Promise.all(
    fleet.processes.map(async (process) => {
      const sent = history.newObject(user, 'at-once');
      tally.count('objects put at once after an erasure');
      await request(context, 'puts', (at) => writeObject(context, at, sent, { knowsTokenRate: 0 }), process);
    }),
  );
}

/** Writes an object, and checks that it is acknowledged above what was erased before. */
export async function writeObject(
  context: SessionContext,
  { objects }: ServingProcess,
  sent: SentObject,
  { versionMs, timeoutMs = WRITE_TIMEOUT_MS, knowsTokenRate = 0.5 }: ObjectWrite = {},
): Promise<void> {
  const { user, register, name } = sent;
  const { dice, history, tally, world } = context;
  // A client that knows of an erasure has its token. Others write above it once every clock has passed its time.
  const knows = dice.chance(knowsTokenRate);
  const { objectsMs: erasedMs } = history.erasedUpTo(user);
  const token = knows ? history.tokenOf(user) : undefined;
  const row = { table: USERS_TABLE, key: rowKey(user), family: OBJECTS };
  const cell = { ...row, qualifier: Buffer.from(register), value: objectValue(name), versionMs };
  try {
    const receipt = await objects.put(cell, { timeoutMs, token });
    sent.versionMs = receipt.versionMs;
  } catch (error) {
    // A version that its caller names may be erased already. So may all versions until one that was named before.
    if ((error as TidemarkError).code !== 'version_conflict' || history.namedUpTo(user) < 0) throw error;
    return tally.count('objects rejected below a tombstone of named versions');
  }
  sent.ackedMs = world.clock.nowMs();
  if (sent.versionMs <= erasedMs) {
    // Clocks cannot pass a tombstone that hides a version which a caller has named ahead of them.
    if (!knows && erasedMs - context.clockSkewMaxMs <= history.namedUpTo(user))
      tally.count('objects acknowledged below a tombstone of named versions');
    else
      violated(
        context,
        `${name} of ${user} is acknowledged at ${sent.versionMs}, erased before up to ${erasedMs}`,
      );
  }
  tally.count(sent.from.length === 0 ? 'objects acknowledged' : 'derived objects written');
}
