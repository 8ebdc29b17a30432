import { setCell } from '../../../src/bigtable/write/mutations';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import { rowKey } from '../../../src/core/rows/row-key';
import type { StoredCell } from '../../../src/local-bigtable/index';
import { sleep } from '../../../src/platform/time/clock';
import { AD_ACTION } from '../../support/events';
import type { Dice } from '../consistency/dice';
import { AGAIN_MS_MAX } from '../residency/machine-transport';
import { openTables } from '../residency/table-access';
import type { Erasers } from './erasers';
import type { Fleet } from './fleet';
import type { Guards } from './guards';
import { objectNameOf, type History } from './history';
import type { Redeliveries } from './redeliveries';
import { OBJECTS, USERS, USERS_TABLE, type User, type World } from './world';

/** Cells of all users, as one cluster had them. */
export type Backup = ReadonlyMap<User, readonly StoredCell[]>;

/** Time for which the batch cluster is cut off: longer than requests and a replay take, in milliseconds. */
const CUT_MS = 8_000;

export function takeBackup(world: World, cluster: string): Backup {
  return new Map(USERS.map((user) => [user, [...world.cellsAt(cluster, user)]]));
}

export interface RestoreOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly fleet: Fleet;
  readonly erasers: Erasers;
  readonly history: History;
  readonly guards: Guards;
  readonly redeliveries: Redeliveries;
}

/**
 * Restores the table from a backup, and then follows the runbook before it is served: the events since the backup are
 * delivered again, and then the ledger is applied. No other process runs meanwhile. A user without a row has nothing that
 * the ledger could be matched with, so redeliveries come first, and what was sent before the restore has arrived. Links are
 * slow until the ledger is applied, and the batch cluster may be cut off, so that it lacks rows which the others have. Files
 * come before the replay or after it: an import writes at the batch cluster, which the replay reads.
 */
export async function restore(backup: Backup, options: RestoreOptions): Promise<void> {
  const { world, dice, fleet, erasers, history, guards, redeliveries } = options;
  const filesFirst = dice.chance(0.5);
  await fleet.stopAll();
  await sleep(world.clock, AGAIN_MS_MAX);
  await world.removeRows();
  world.slowLinks();
  if (dice.chance(0.5)) world.cutOff('us-batch', CUT_MS);
  await writeCells(backup, fleet);
  history.restored();
  loseObjects(backup, history);
  fleet.startAll();
  const inputs = history.events
    .filter(({ isAcked }) => isAcked)
    .map(({ event }) => ({ event, dataType: AD_ACTION }));
  await fleet.process().ingestion.ingestEvents(inputs, { timeoutMs: 20_000 });
  if (filesFirst) await redeliveries.everything();
  if (guards.has('replay')) await erasers.replay();
  if (!filesFirst) await redeliveries.everything();
  world.heal();
  if (guards.has('replay')) await erasers.completeAll();
}

/** Writes the cells as they were, but for watermarks, which describe another table. */
async function writeCells(backup: Backup, fleet: Fleet): Promise<void> {
  const machine = fleet.newMachine('us');
  const { routing } = openTables('serving', { ...machine, clockSkewMaxMs: 0 });
  for (const [user, cells] of backup) {
    const key = rowKey(user);
    const mutations = cells
      .filter(({ family }) => family !== WATERMARK_FAMILY)
      .map(({ family, qualifier, timestampMs, value }) =>
        setCell(family, Buffer.from(qualifier, 'latin1'), timestampMs * 1_000, Buffer.from(value, 'latin1')),
      );
    const [cluster] = routing.router.forWrite(USERS_TABLE, key);
    if (mutations.length > 0)
      await routing.clients.of(cluster!).mutateRow(USERS_TABLE, { key, mutations }, { timeoutMs: 10_000 });
  }
  await routing.close();
}

/** Objects since the backup are lost. */
function loseObjects(backup: Backup, history: History): void {
  const kept = new Set(
    [...backup.values()]
      .flat()
      .flatMap(({ family, value }) =>
        family === OBJECTS ? [objectNameOf(Buffer.from(value, 'latin1'))] : [],
      ),
  );
  for (const sent of history.objects.values()) if (!kept.has(sent.name)) sent.mayBeGone = true;
}
