/** Rows from before the group existed: they are in the default placement, and their subjects have no entries. */
import { DEFAULTS } from '../../../src/config/defaults';
import { rowKey } from '../../../src/core/rows/row-key';
import { seededRandom } from '../../../src/platform/random';
import { sleep } from '../../../src/platform/time/clock';
import { createVersionedWriter } from '../../../src/consistency/write/versioned-writer';
import type { WriteReceipt } from '../../../src/consistency/store';
import { createLocalTransport } from '../../support/local-bigtable/local-transport';
import type { WriteRecord } from '../consistency/history';
import { OBJECTS, REGISTERS } from '../consistency/world';
import { MachineClock } from './machine-clock';
import { eventOf, nameOf, type RowAddress } from './session-calls';
import { openTables, type TableAccess } from './table-access';
import type { SessionContext } from './user-session';
import { CORPORA, CORPUS, DEFAULT_PLACEMENT } from './world';

/** Rate of subjects with such rows. */
const OLD_RATE = 0.4;
const CALL = { timeoutMs: 20_000 };
const REPLICATED_POLL_MS = 100;
const { pointTimeoutMs } = DEFAULTS.bigtable;

/** Writes the rows of some subjects as a process without placements does, and resolves when all clusters have them. */
export async function writeOldRows(context: SessionContext): Promise<void> {
  const { dice, world, tally, ids } = context;
  const subjects = ids.filter(() => dice.chance(OLD_RATE));
  const tables = openDefaultTables(context);
  for (const id of subjects) {
    tally.count('subjects with rows from before');
    for (const corpus of CORPORA) await writeRow(context, tables, { corpus, key: rowKey(id) });
  }
  const version = world.core.dependencies.commits.latestVersion;
  for (const corpus of CORPORA) {
    const { replicated } = world.table(DEFAULT_PLACEMENT, corpus);
    while (!replicated.isReplicatedUpTo(version)) await sleep(world.clock, REPLICATED_POLL_MS);
  }
  await tables.routing.close();
}

function openDefaultTables({ world, dice }: SessionContext): TableAccess {
  const machine = new MachineClock(world.clock, 0);
  const region = DEFAULT_PLACEMENT;
  const transport = createLocalTransport({ handlers: world.core.handlers, clock: world.clock, region });
  const random = seededRandom(dice.below(2 ** 32));
  return openTables('serving', { world, region, machine, transport, clockSkewMaxMs: 0, random });
}

async function writeRow(
  { world, history }: SessionContext,
  { reader, writer }: TableAccess,
  row: RowAddress,
): Promise<void> {
  const objects = createVersionedWriter({
    reader,
    writer,
    clock: world.clock,
    limits: { clockSkewMaxMs: 0, pointTimeoutMs },
    isReplicated: () => true,
  });
  const [register] = REGISTERS;
  const { corpus: table, key } = row;
  await write('put', register, ({ name }) =>
    objects.put(
      { table, key, family: OBJECTS, qualifier: Buffer.from(register), value: Buffer.from(name) },
      CALL,
    ),
  );
  if (table === CORPUS)
    await write('event', undefined, ({ name }) => writer.mutateRow(table, eventOf(key, name), CALL));

  async function write(
    kind: 'put' | 'event',
    register: string | undefined,
    send: (record: WriteRecord) => Promise<WriteReceipt>,
  ): Promise<void> {
    const write = { key: nameOf(row), kind, register, workload: 'serving' } as const;
    const record = history.begin({ ...write, after: new Set() });
    await send(record);
    record.acked = history.now();
    record.ackedMs = world.clock.nowMs();
  }
}
