import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import { timestampFromMs } from '../../../../src/local-bigtable/catalog/definitions';
import { admin } from '../../../../src/local-bigtable/encoding/proto';
import { LevelStorage } from '../../../../src/local-bigtable/storage/level-storage';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import {
  AdminCalls,
  INSTANCE,
  rejectionOf,
  resultOf,
  TWO_CLUSTERS,
} from '../../../support/local-bigtable/admin-calls';
import { VirtualClock } from '../../../support/virtual-clock';

const DAY_MS = 86_400_000;
const CLUSTER = 'cluster-1';
const TABLE = `${INSTANCE}/tables/t`;
const OTHER = INSTANCE.replace('instance-1', 'instance-2');

describe('Backups, their copies and restored tables on disk', () => {
  const clock = new VirtualClock();
  let folder: string;
  let core: LocalCore;
  let calls: AdminCalls;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-backups-'));
    await open();
    await calls.createInstance({ clusters: { [CLUSTER]: TWO_CLUSTERS['cluster-eu']! } });
    await calls.createTable('t', { columnFamilies: { f: {} } });
    write(TABLE, 'first');
  });

  afterEach(async () => {
    await core.close();
    rmSync(folder, { recursive: true });
  });

  async function open(): Promise<void> {
    core = await openCore({ clock }, await LevelStorage.open(folder, { sync: false }));
    calls = new AdminCalls(core);
  }

  async function reopen(): Promise<void> {
    await core.close();
    await open();
  }

  const replica = (table: string) => {
    const entry = core.dependencies.catalog.table(table);
    return entry.replicaAt(entry.instance.cluster(CLUSTER));
  };

  function write(table: string, value: string): void {
    replica(table).commit('k', [{ kind: 'set', family: 'f', qualifier: 'q', timestampMs: 0, value }]);
  }

  const value = (table: string): string | undefined => replica(table).row('k')?.cells[0]?.value;
  const expireTime = timestampFromMs(clock.nowMs() + DAY_MS);

  async function backUp(): Promise<string> {
    return resultOf(admin.Backup, await calls.createBackup('b', { expireTime }, CLUSTER)).name;
  }

  it('a restored table and its backup do not change each other', async () => {
    const backup = await backUp();
    await calls.restoreTable('r', backup);
    write(`${INSTANCE}/tables/r`, 'second');
    await calls.restoreTable('again', backup);
    for (let restarts = 0; restarts < 2; restarts++) {
      expect(value(`${INSTANCE}/tables/r`)).toBe('second');
      expect(value(`${INSTANCE}/tables/again`)).toBe('first');
      await reopen();
    }
  });

  it('a copy of a backup survives restarts with and without its source', async () => {
    const sourceBackup = await backUp();
    const parent = `${INSTANCE}/clusters/${CLUSTER}`;
    await calls.copyBackup({ parent, backupId: 'copy', sourceBackup, expireTime });
    await reopen();
    await calls.deleteBackup(sourceBackup);
    await reopen();
    await calls.restoreTable('again', `${parent}/backups/copy`);
    expect(value(`${INSTANCE}/tables/again`)).toBe('first');
  });

  it('a table is not backed up in a cluster of another instance', async () => {
    const clusters = { 'cluster-us': TWO_CLUSTERS['cluster-us']! };
    await calls.createInstance({ instanceId: 'instance-2', clusters });
    const foreign = calls.call(
      'google.bigtable.admin.v2.BigtableTableAdmin/CreateBackup',
      [admin.CreateBackupRequest, admin.Backup],
      {
        parent: `${OTHER}/clusters/cluster-us`,
        backupId: 'b',
        backup: { sourceTable: TABLE, expireTime },
      },
    );
    expect(await rejectionOf(foreign)).toEqual([
      GrpcStatus.INVALID_ARGUMENT,
      expect.stringContaining('source_table'),
    ]);
  });
});
