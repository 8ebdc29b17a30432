import { privacyRulesOf } from '../../../src/core/privacy/privacy-rules';
import type { TableIncarnation, TableMarker } from '../../../src/core/privacy/table-incarnation';
import { TidemarkError } from '../../../src/errors';
import { deadlineError } from '../../../src/bigtable/client/bigtable-error';
import { passAll } from '../../../src/bigtable/read/filters';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { gatedTables, gatedTransactions } from '../../../src/privacy/gated-tables';
import { TableGate } from '../../../src/privacy/table-gate';
import { memoryLogger } from '../../support/memory-logger';
import { VirtualClock } from '../../support/virtual-clock';

const limits = { markerPollMs: 30_000, markerRecheckMs: 1_000, markerTimeoutMs: 2_000, markerWaitMs: 60_000 };
const settings = { policy: 'off', policies: new Map(), clockSkewMaxMs: 100 } as const;
const RULES = privacyRulesOf(loadSchema().corpora(), settings);
const REFUSED = { code: 'restore_not_replayed', retryable: true, retryAfterSeconds: 30 };

function createWorld() {
  const clock = new VirtualClock();
  const { logger, lines } = memoryLogger();
  const world = {
    marker: { instance: 'main', generation: 5 } as TableMarker | undefined,
    recorded: { instance: 'main', generation: 5 } as TableMarker | undefined,
    instance: 'main',
    failure: undefined as TidemarkError | undefined,
    reads: 0,
  };
  const gate = new TableGate({
    incarnations: {
      read(table): Promise<TableIncarnation> {
        world.reads += 1;
        if (world.failure !== undefined) return Promise.reject(world.failure);
        const { marker, recorded, instance } = world;
        const isKnown = recorded !== undefined;
        return Promise.resolve({ table, instance, marker, recorded, isKnown, shares: [] });
      },
    },
    rules: RULES,
    tables: () => ['users', 'campaigns', 'users@eu'],
    instanceOf: () => world.instance,
    clock,
    random: () => 0.5,
    logger,
    limits,
  });
  return { world, gate, clock, lines };
}

describe('The gate of restored tables', () => {
  it('lets reads of a table pass without a call after the first look', async () => {
    const { world, gate } = createWorld();
    await gate.ensure('users');
    expect(gate.ensure('users')).toBeUndefined();
    expect(world.reads).toBe(1);
  });

  it('lets reads of tables without users pass, and looks at those of placements', async () => {
    const { world, gate } = createWorld();
    expect(gate.ensure('campaigns')).toBeUndefined();
    await gate.ensure('users@eu');
    expect(world.reads).toBe(1);
  });

  it('looks once for reads that begin at the same time', async () => {
    const { world, gate } = createWorld();
    await Promise.all([gate.ensure('users'), gate.ensure('users')]);
    expect(world.reads).toBe(1);
  });

  it('rejects reads of a restored table, until it is certified', async () => {
    const { world, gate, clock, lines } = createWorld();
    world.marker = { instance: 'main', generation: 4 };
    await expect(gate.ensure('users')).rejects.toMatchObject(REFUSED);
    world.marker = { instance: 'main', generation: 6 };
    await expect(gate.ensure('users')).rejects.toMatchObject(REFUSED);
    expect(world.reads).toBe(1);
    await clock.advance(limits.markerRecheckMs);
    await gate.ensure('users');
    expect(gate.ensure('users')).toBeUndefined();
    expect(lines().map(({ level, msg }) => [level, msg])).toEqual([
      ['error', 'a table of users was restored and is not served: run "tidemark erase replay"'],
      ['info', 'a restored table of users is served again'],
    ]);
  });

  it('finds out by its poll that a table in use was restored', async () => {
    const { world, gate, clock } = createWorld();
    await gate.ensure('users');
    gate.start();
    world.marker = undefined;
    expect(gate.ensure('users')).toBeUndefined();
    await clock.advance(2 * limits.markerPollMs);
    await expect(gate.ensure('users')).rejects.toMatchObject(REFUSED);
    await gate.stop();
  });

  it('keeps the last state while markers cannot be read', async () => {
    const { world, gate, clock } = createWorld();
    await gate.ensure('users');
    gate.start();
    world.failure = new TidemarkError('store_unavailable', 'gone');
    await clock.advance(4 * limits.markerPollMs);
    expect(gate.ensure('users')).toBeUndefined();
    await gate.stop();
  });

  it('rejects the first reads of a table whose marker cannot be read', async () => {
    const { world, gate } = createWorld();
    world.failure = new TidemarkError('store_rejected', 'no permission');
    await expect(gate.ensure('users')).rejects.toMatchObject({ code: 'store_rejected' });
    world.failure = undefined;
    await gate.ensure('users');
  });

  it('looks again while a marker cannot be read in time, until the time of the read is over', async () => {
    const { world, gate, clock } = createWorld();
    world.failure = deadlineError(limits.markerTimeoutMs);
    const [short, long] = [gate.ensure('users', { timeoutMs: 500 }), gate.ensure('users')];
    await expect(short).rejects.toMatchObject({ code: 'deadline_exceeded' });
    await clock.advance(3 * limits.markerRecheckMs);
    world.failure = undefined;
    await clock.advance(limits.markerRecheckMs);
    await long;
    world.instance = 'other';
    world.failure = deadlineError(limits.markerTimeoutMs);
    const given = Promise.allSettled([gate.ensure('users')]);
    await clock.advance(limits.markerWaitMs);
    expect(await given).toMatchObject([{ status: 'rejected', reason: { code: 'deadline_exceeded' } }]);
    expect(world.reads).toBeLessThan(100);
  });

  it('waits as long as the read may take', async () => {
    const { world, gate, clock } = createWorld();
    world.failure = deadlineError(limits.markerTimeoutMs);
    const patient = gate.ensure('users', { timeoutMs: 3 * limits.markerWaitMs });
    await clock.advance(2 * limits.markerWaitMs);
    world.failure = undefined;
    await clock.advance(limits.markerRecheckMs);
    await patient;
  });

  it('looks again when the topology assigns the table to another instance', async () => {
    const { world, gate } = createWorld();
    await gate.ensure('users');
    world.instance = 'restored';
    await expect(gate.ensure('users')).rejects.toMatchObject(REFUSED);
  });

  it('lets no read of a restored table through', async () => {
    const { world, gate } = createWorld();
    world.marker = undefined;
    const never = (): never => {
      throw new Error('read');
    };
    const stored: Parameters<typeof gatedTables>[0] = {
      reader: { readRow: never, readRows: never },
      scanner: { sampleKeys: never, scan: () => ({ [Symbol.asyncIterator]: never }) },
      presence: never,
      clusterRows: never,
    };
    const tables = gatedTables(stored, gate);
    const transaction = gatedTransactions({ begin: () => ({ read: never, commit: never }) }, gate);
    const key = Buffer.from('k');
    const filter = passAll();
    const eventual = { level: 'eventual' } as const;
    const scanned = tables.scanner.scan({ table: 'users', filter })[Symbol.asyncIterator]();
    const reads = [
      tables.reader.readRow({ table: 'users', key, filter }, eventual),
      tables.reader.readRows({ table: 'users', keys: [key], filter }, eventual),
      tables.scanner.sampleKeys('users'),
      scanned.next(),
      tables.presence('users', [key], {}),
      tables.clusterRows({ table: 'users', keys: [key], filter }, {}),
      transaction.begin('users', key).read({ filter }, {}),
    ];
    for (const outcome of await Promise.allSettled(reads))
      expect(outcome).toMatchObject({ status: 'rejected', reason: REFUSED });
  });
});
