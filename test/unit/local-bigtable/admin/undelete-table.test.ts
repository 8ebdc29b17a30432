import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import { LOCAL_BIGTABLE_DEFAULTS } from '../../../../src/local-bigtable/defaults';
import { admin } from '../../../../src/local-bigtable/encoding/proto';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { AdminCalls, INSTANCE, rejectionOf, resultOf } from '../../../support/local-bigtable/admin-calls';
import { MemoryStorage } from '../../../support/local-bigtable/memory-storage';
import { VirtualClock } from '../../../support/virtual-clock';

const { ALREADY_EXISTS, NOT_FOUND } = GrpcStatus;

describe('UndeleteTable', () => {
  let storage: MemoryStorage;
  let clock: VirtualClock;
  let core: LocalCore;
  let calls: AdminCalls;
  const { bytesMax, retentionMs, tablesMax } = LOCAL_BIGTABLE_DEFAULTS.deletedTables;

  beforeEach(async () => {
    storage = new MemoryStorage();
    clock = new VirtualClock();
    core = await openCore({ clock }, storage);
    calls = new AdminCalls(core);
    await calls.createInstance();
  });

  afterEach(() => core.close());

  async function createFilled(id: string, value: string, cluster = 'cluster-us'): Promise<void> {
    await calls.createTable(id, { columnFamilies: { f: {} } });
    const table = core.dependencies.catalog.table(`${INSTANCE}/tables/${id}`);
    const cell = { family: 'f', qualifier: 'q', timestampMs: 0, value };
    table.replicaAt(table.instance.cluster(cluster)).commit('k', [{ kind: 'set', ...cell }]);
  }

  const valueIn = (id: string): string | undefined =>
    core.dependencies.catalog.table(`${INSTANCE}/tables/${id}`).replicated.base.row('k')?.cells[0]?.value;

  it('a deleted table comes back after a restart, with writes that no other cluster had', async () => {
    await createFilled('t', 'pending', 'cluster-eu');
    await calls.deleteTable('t');
    await core.close();
    core = await openCore({ clock }, storage);
    calls = new AdminCalls(core);
    expect(resultOf(admin.Table, await calls.undeleteTable('t')).name).toBe(`${INSTANCE}/tables/t`);
    expect(valueIn('t')).toBe('pending');
    // Its copy is not kept any longer.
    expect(core.dependencies.backups.has(`${INSTANCE}/deletedTables/t`)).toBe(false);
    expect((await rejectionOf(calls.undeleteTable('t')))[0]).toBe(ALREADY_EXISTS);
    await calls.deleteTable('t');
    await calls.createTable('t');
    await calls.deleteTable('t');
    await calls.undeleteTable('t');
    expect(valueIn('t')).toBeUndefined();
  });

  it('a deleted table is gone after seven days', async () => {
    await clock.advance(1);
    await createFilled('t', 'v');
    await calls.deleteTable('t');
    await clock.advance(retentionMs);
    const rejection = [NOT_FOUND, expect.stringContaining('7 days')];
    expect(await rejectionOf(calls.undeleteTable('t'))).toEqual(rejection);
    await core.expiry.sweep();
    expect(core.dependencies.backups.has(`${INSTANCE}/deletedTables/t`)).toBe(false);
  });

  it('deleted tables have limited size and number: the oldest make room', async () => {
    const half = 'x'.repeat(bytesMax / 2 - 1_000);
    for (const id of ['a', 'b', 'c']) {
      await createFilled(id, half);
      await clock.advance(1);
      await calls.deleteTable(id);
    }
    expect((await rejectionOf(calls.undeleteTable('a')))[0]).toBe(NOT_FOUND);
    await calls.undeleteTable('b');
    await createFilled('large', half + half + half);
    await calls.deleteTable('large');
    expect((await rejectionOf(calls.undeleteTable('large')))[0]).toBe(NOT_FOUND);
    for (let index = 0; index < tablesMax; index++) {
      await calls.createTable(`t${index}`);
      await clock.advance(1);
      await calls.deleteTable(`t${index}`);
    }
    expect((await rejectionOf(calls.undeleteTable('c')))[0]).toBe(NOT_FOUND);
    await calls.undeleteTable('t0');
  });

  it('an instance that is deleted and created again has no deleted tables', async () => {
    await createFilled('t', 'v');
    await calls.deleteTable('t');
    await calls.deleteInstance();
    await calls.createInstance();
    expect((await rejectionOf(calls.undeleteTable('t')))[0]).toBe(NOT_FOUND);
  });
});
