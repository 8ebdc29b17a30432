import { google } from '@google-cloud/bigtable/build/protos/protos';
import { admin, type RawBigtable, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const { Operation } = google.longrunning;
const { Empty } = google.protobuf;
const TABLES = '/google.bigtable.admin.v2.BigtableTableAdmin';
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const UNIMPLEMENTED = 12;
const HOUR_SECONDS = 3_600;

const inHours = (hours: number): google.protobuf.ITimestamp => ({
  seconds: Math.floor(Date.now() / 1_000) + hours * HOUR_SECONDS,
});

describeServers('Backups', ({ bigtable, test }) => {
  test(
    'a backup is restored to another table with the rows of its time',
    async () => {
      const on = bigtable();
      await on.createTable('source', { f: { gcRule: { maxNumVersions: 2 } } });
      await on.modifyFamilies('source', [{ id: 'a', create: {} }]);
      await on.set('source', 'k', [
        ['f', 'q', 0, 'before'],
        ['a', 'q', 0, 'last'],
      ]);
      const backup = await createBackup(on, 'source', 'b1');
      expect(backup).toMatchObject({ sourceTable: on.tableName('source'), state: 2, backupType: 1 });
      await on.set('source', 'k', [['f', 'q', 0, 'after']]);
      const restored = await restore(on, backup.name, 'restored');
      expect(restored.columnFamilies?.['f']?.gcRule?.maxNumVersions).toBe(2);
      expect(restored.restoreInfo?.backupInfo?.backup).toBe(backup.name);
      expect(await on.read('restored')).toEqual([
        {
          key: 'k',
          cells: [
            ['f', 'q', 0, 'before'],
            ['a', 'q', 0, 'last'],
          ],
        },
      ]);
      await on.set('restored', 'k', [['f', 'q', 0, 'own']]);
      expect((await on.read('source'))[0]?.cells[0]).toEqual(['f', 'q', 0, 'after']);
      expect(await statusOf(restore(on, backup.name, 'restored'))).toBe(ALREADY_EXISTS);
    },
    'backups',
  );

  test(
    'a backup is found, listed, changed, copied and deleted',
    async () => {
      const on = bigtable();
      await on.createTable('listed', { f: {} });
      const { name } = await createBackup(on, 'listed', 'b2');
      expect(await statusOf(createBackup(on, 'listed', 'b2'))).toBe(ALREADY_EXISTS);
      expect((await getBackup(on, name)).name).toBe(name);
      const types = [admin.UpdateBackupRequest, admin.Backup] as const;
      const expireTime = inHours(48);
      const updateMask = { paths: ['expire_time'] };
      const updated = await on.unary(`${TABLES}/UpdateBackup`, [...types], {
        backup: { name, expireTime },
        updateMask,
      });
      expect(Number(updated.expireTime?.seconds)).toBe(expireTime.seconds);
      const parent = await clusterOf(on);
      const request = { parent, backupId: 'copy', sourceBackup: name, expireTime: inHours(24) };
      await on.unary(`${TABLES}/CopyBackup`, [admin.CopyBackupRequest, Operation], request);
      expect((await getBackup(on, `${parent}/backups/copy`)).sourceBackup).toBe(name);
      const listed = await on.unary(
        `${TABLES}/ListBackups`,
        [admin.ListBackupsRequest, admin.ListBackupsResponse],
        { parent: `${on.instance}/clusters/-`, filter: 'source_table:listed', orderBy: 'name' },
      );
      expect(listed.backups.map((each) => each.name)).toEqual([name, `${parent}/backups/copy`]);
      await on.unary(`${TABLES}/DeleteBackup`, [admin.DeleteBackupRequest, Empty], { name });
      expect(await statusOf(getBackup(on, name))).toBe(NOT_FOUND);
    },
    'backups',
  );

  test(
    'a backup needs a table, an expiry of at least six hours, and is of the standard type',
    async () => {
      const on = bigtable();
      await on.createTable('checked', { f: {} });
      expect(await statusOf(createBackup(on, 'nowhere', 'b3'))).toBe(NOT_FOUND);
      expect(await statusOf(createBackup(on, 'checked', 'b3', { expireTime: inHours(5) }))).toBe(
        INVALID_ARGUMENT,
      );
      expect(await statusOf(createBackup(on, 'checked', 'b3', { backupType: 2 }))).toBe(UNIMPLEMENTED);
    },
    'backups',
  );

  test(
    'a deleted table is restored with its rows',
    async () => {
      const on = bigtable();
      const undelete = () =>
        on.unary(`${TABLES}/UndeleteTable`, [admin.UndeleteTableRequest, Operation], {
          name: on.tableName('deleted'),
        });
      await on.createTable('deleted', { f: {} });
      await on.set('deleted', 'k', [['f', 'q', 0, 'v']]);
      expect(await statusOf(undelete())).toBe(ALREADY_EXISTS);
      await on.deleteTable('deleted');
      expect((await undelete()).done).toBe(true);
      expect(await on.read('deleted')).toEqual([{ key: 'k', cells: [['f', 'q', 0, 'v']] }]);
      await on.deleteTable('deleted');
      await on.createTable('deleted', { f: {} });
      expect(await on.read('deleted')).toEqual([]);
    },
    'undelete-table',
  );
});

/** Returns the name of the only cluster. */
async function clusterOf(on: RawBigtable): Promise<string> {
  const types = [admin.ListClustersRequest, admin.ListClustersResponse] as const;
  const path = '/google.bigtable.admin.v2.BigtableInstanceAdmin/ListClusters';
  // Google's emulator has no clusters, and accepts any.
  const answer = await on.unary(path, [...types], { parent: on.instance }).catch(() => undefined);
  return answer?.clusters[0]?.name ?? `${on.instance}/clusters/c`;
}

async function createBackup(
  on: RawBigtable,
  table: string,
  backupId: string,
  backup: admin.IBackup = {},
): Promise<admin.Backup> {
  const operation = await on.unary(`${TABLES}/CreateBackup`, [admin.CreateBackupRequest, Operation], {
    parent: await clusterOf(on),
    backupId,
    backup: { sourceTable: on.tableName(table), expireTime: inHours(8), ...backup },
  });
  return admin.Backup.decode(operation.response?.value as Uint8Array);
}

function getBackup(on: RawBigtable, name: string): Promise<admin.Backup> {
  return on.unary(`${TABLES}/GetBackup`, [admin.GetBackupRequest, admin.Backup], { name });
}

async function restore(on: RawBigtable, backup: string, tableId: string): Promise<admin.ITable> {
  const operation = await on.unary(`${TABLES}/RestoreTable`, [admin.RestoreTableRequest, Operation], {
    parent: on.instance,
    tableId,
    backup,
  });
  return admin.Table.decode(operation.response?.value as Uint8Array);
}
