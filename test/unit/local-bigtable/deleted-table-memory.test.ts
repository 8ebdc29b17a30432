import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type LocalCore, openCore } from '../../../src/local-bigtable/core';
import { LOCAL_BIGTABLE_DEFAULTS } from '../../../src/local-bigtable/defaults';
import { data } from '../../../src/local-bigtable/encoding/proto';
import { AdminCalls, INSTANCE } from '../../support/local-bigtable/admin-calls';
import { VirtualClock } from '../../support/virtual-clock';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const TABLE = `${INSTANCE}/tables/t`;

describe('Memory of a deleted table', () => {
  let core: LocalCore;
  let calls: AdminCalls;
  let clock: VirtualClock;

  beforeEach(async () => {
    clock = new VirtualClock();
    core = await openCore({ clock });
    calls = new AdminCalls(core);
    await calls.createInstance();
    await calls.createTable('t', { columnFamilies: { f: {} } });
  });

  afterEach(() => core.close());

  /** Writes a row and reads it until its encoded form is cached. Returns a reference that does not retain it. */
  async function writtenRow(): Promise<WeakRef<object>> {
    const table = core.dependencies.catalog.table(TABLE);
    const replica = table.replicaAt(table.instance.cluster('cluster-us'));
    replica.commit('k', [{ kind: 'set', family: 'f', qualifier: 'q', timestampMs: 0, value: 'v' }]);
    for (const cluster of table.instance.clusters.values()) {
      for (const commit of table.replicated.pendingRow('k')?.commits ?? []) {
        table.replicated.receive(commit, cluster);
      }
    }
    const handler = core.handlers.get('/google.bigtable.v2.Bigtable/ReadRows');
    if (handler?.kind !== 'stream') throw new Error('there is no method ReadRows');
    const request = Buffer.from(data.ReadRowsRequest.encode({ tableName: TABLE }).finish());
    const sink = { isEnded: false, write: () => undefined, onEnded: () => undefined };
    for (let read = 0; read < 3; read++) await handler.handle(request, sink, {});
    return new WeakRef(table.replicated.base.row('k')!);
  }

  it('no part of the server retains the rows of a deleted table that UndeleteTable cannot bring back any more', async () => {
    const row = await writtenRow();
    await new Promise(setImmediate);
    collectGarbage();
    expect(row.deref()).toBeDefined();
    await calls.deleteTable('t');
    await clock.advance(LOCAL_BIGTABLE_DEFAULTS.deletedTables.retentionMs);
    await core.expiry.sweep();
    await new Promise(setImmediate);
    collectGarbage();
    expect(row.deref()).toBeUndefined();
  });
});
