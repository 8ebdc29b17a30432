import { GrpcStatus } from '../../../../src/platform/network/grpc';
import type { LocalCore } from '../../../../src/local-bigtable/core';
import type { RpcError } from '../../../../src/local-bigtable/grpc/rpc-error';
import type { Instance } from '../../../../src/local-bigtable/catalog/instance';
import type { Replica } from '../../../../src/local-bigtable/replication/replica';
import type { ReplicatedTable } from '../../../../src/local-bigtable/replication/replicated-table';
import type { RowOperation } from '../../../../src/local-bigtable/store/stored-row';
import { LOCAL_TABLE, openCoreWithTable } from '../../../support/local-bigtable/local-core';
import { VirtualClock } from '../../../support/virtual-clock';

const set = (qualifier: string, value = 'v', family = 'f'): RowOperation => ({
  kind: 'set',
  family,
  qualifier,
  timestampMs: 0,
  value,
});
const everything = { start: '', end: undefined };

function statusOf(call: () => unknown): number {
  try {
    call();
    return GrpcStatus.OK;
  } catch (error) {
    return (error as RpcError).status;
  }
}

/** Regression tests for cases that the simulation reaches rarely or never. */
describe('ReplicatedTable', () => {
  let clock: VirtualClock;
  let core: LocalCore;
  let instance: Instance;
  let table: ReplicatedTable;
  let at: (id: string) => Replica;

  beforeEach(async () => {
    clock = new VirtualClock();
    const clusters = ['a', 'b', 'c'].map((id) => ({ id, region: id, zone: id }));
    const opened = await openCoreWithTable({ families: [{ name: 'f' }, { name: 'g' }], clusters, clock });
    core = opened.core;
    ({ instance, replicated: table } = opened.table);
    at = (id) => opened.table.replicaAt(instance.cluster(id));
  });

  afterEach(async () => {
    await core.close();
    expect(clock.pending).toBe(0);
  });

  const cut = (id: string): void => {
    for (const link of instance.links) {
      if (link.from.id === id || link.to.id === id) link.configure({ partitioned: true });
    }
  };

  it('the commits of a removed cluster behind a partition are applied at the others', async () => {
    cut('a');
    at('a').commit('k', [set('q')]);
    instance.removeCluster('a');
    expect(at('b').row('k')?.cells).toHaveLength(1);
    expect(at('c').row('k')?.cells).toHaveLength(1);
    expect([table.pendingRows, instance.backlogBytes]).toEqual([0, 0]);
  });

  it('a request that was routed to a cluster or table before its deletion is rejected', () => {
    const replica = at('a');
    instance.removeCluster('a');
    expect(statusOf(() => replica.commit('k', [set('q')]))).toBe(GrpcStatus.UNAVAILABLE);
    const other = at('b');
    core.dependencies.catalog.remove(core.dependencies.catalog.table(LOCAL_TABLE));
    expect(statusOf(() => other.commit('k', [set('q')]))).toBe(GrpcStatus.NOT_FOUND);
    expect(instance.backlogBytes).toBe(0);
  });

  it('a new cluster shows nothing of the removed one whose bit it reuses', async () => {
    cut('c');
    at('a').commit('k', [set('q', 'old')]);
    await clock.advance(100);
    expect(at('b').row('k')?.cells[0]?.value).toBe('old');
    instance.removeCluster('b');
    at('a').commit('k', [set('q', 'new')]);
    instance.addCluster({ id: 'd', region: 'd', zone: 'd' });
    expect(at('d').row('k')?.cells[0]?.value).toBe('new');
  });

  it('rows and families are dropped with a hundred thousand commits in flight', () => {
    cut('a');
    for (let row = 0; row < 130_000; row++) at('a').commit(`row-${row}`, [set('q'), set('q', 'v', 'g')]);
    table.setFamilies({ families: [{ name: 'f' }] });
    expect(
      at('a')
        .row('row-129999')
        ?.cells.map(({ family }) => family),
    ).toEqual(['f']);
    table.removeRows(everything);
    expect([...at('a').scan(everything)]).toEqual([]);
    expect([table.pendingRows, instance.backlogBytes]).toEqual([0, 0]);
  });

  it('a hundred thousand commits of one row become part of the base copy when the lacking cluster is removed', async () => {
    instance.removeCluster('b');
    cut('c');
    for (let write = 0; write < 130_000; write++)
      at('a').commit('hot', [set(String(write % 10), String(write))]);
    instance.removeCluster('c');
    expect(table.base.row('hot')?.cells.map(({ value }) => Number(value) % 10)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect([table.pendingRows, instance.backlogBytes]).toEqual([0, 0]);
  });
});
