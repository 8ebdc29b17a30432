import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import { admin } from '../../../../src/local-bigtable/encoding/proto';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { AdminCalls, INSTANCE, rejectionOf, resultOf } from '../../../support/local-bigtable/admin-calls';
import { VirtualClock } from '../../../support/virtual-clock';

const { INVALID_ARGUMENT, NOT_FOUND, FAILED_PRECONDITION, UNIMPLEMENTED } = GrpcStatus;
const { NAME_ONLY, SCHEMA_VIEW, REPLICATION_VIEW, ENCRYPTION_VIEW, FULL } = admin.Table.View;
const { READY, UNPLANNED_MAINTENANCE } = admin.Table.ClusterState.ReplicationState;
const DAY_SECONDS = 86_400;
const retention = (days: number): admin.ITable => ({
  changeStreamConfig: { retentionPeriod: { seconds: days * DAY_SECONDS } },
});
const backups = (retentionDays: number, hours: number): admin.ITable => ({
  automatedBackupPolicy: {
    retentionPeriod: { seconds: retentionDays * DAY_SECONDS },
    frequency: { seconds: hours * 3_600 },
  },
});
const schema = (fieldName: string, type: admin.IType = { stringType: {} }): admin.ITable => ({
  rowKeySchema: {
    fields: [{ fieldName, type }],
    encoding: { delimitedBytes: { delimiter: Buffer.from('#') } },
  },
});

describe('Tables', () => {
  let core: LocalCore;
  let calls: AdminCalls;

  beforeEach(async () => {
    core = await openCore({ clock: new VirtualClock() });
    calls = new AdminCalls(core);
    await calls.createInstance();
  });

  afterEach(() => core.close());

  const days = (table: admin.ITable) =>
    Number(table.changeStreamConfig?.retentionPeriod?.seconds ?? 0) / DAY_SECONDS;

  it('a table is created with all its settings', async () => {
    const requested = {
      columnFamilies: { f: {} },
      deletionProtection: true,
      ...retention(7),
      ...backups(3, 24),
    };
    await calls.createTable('t', { ...requested, ...schema('user') });
    const table = await calls.getTable('t');
    expect([table.deletionProtection, days(table), Object.keys(table.columnFamilies)]).toEqual([
      true,
      7,
      ['f'],
    ]);
    expect(Number(table.automatedBackupPolicy?.frequency?.seconds)).toBe(DAY_SECONDS);
    expect(table.rowKeySchema?.fields?.[0]?.fieldName).toBe('user');
  });

  it.each<[string, admin.ITable, RegExp]>([
    [
      'a change stream of less than a day',
      retention(0.99),
      /change_stream_config.retention_period.*1 to 7 days/,
    ],
    ['a change stream of more than a week', retention(7.01), /change_stream_config.retention_period/],
    ['a change stream of no time', { changeStreamConfig: {} }, /change_stream_config.retention_period/],
    ['backups kept for two days', backups(2, 24), /automated_backup_policy.retention_period must be 3 days/],
    ['hourly backups', backups(3, 1), /automated_backup_policy.frequency must be 1 day/],
    ['a key field without a name', schema(''), /row_key_schema/],
    ['a key field named as a family', { columnFamilies: { f: {} }, ...schema('f') }, /row_key_schema.*f$/],
    ['a key field with a reserved name', schema('_key'), /row_key_schema.*_key/],
    ['a key field that is a list', schema('user', { arrayType: {} }), /row_key_schema.*scalar/],
  ])('a table cannot have %s', async (_, table, message) => {
    const rejection = [INVALID_ARGUMENT, expect.stringMatching(message)];
    expect(await rejectionOf(calls.createTable('t', table))).toEqual(rejection);
    await calls.createTable('t', { columnFamilies: { f: {} } });
    const paths = ['change_stream_config', 'automated_backup_policy', 'row_key_schema'];
    expect(await rejectionOf(calls.updateTable('t', table, paths))).toEqual(rejection);
    expect(await calls.getTable('t', SCHEMA_VIEW)).toMatchObject({
      changeStreamConfig: null,
      rowKeySchema: null,
    });
  });

  it('a mask updates only the fields that it names', async () => {
    await calls.createTable('t', retention(1));
    const update = async (table: admin.ITable, ...paths: string[]) =>
      resultOf(admin.Table, await calls.updateTable('t', table, paths));
    const longer = await update({ ...retention(2), deletionProtection: true }, 'change_stream_config');
    expect([days(longer), longer.deletionProtection]).toEqual([2, false]);
    expect(days(await update(retention(3), 'change_stream_config.retention_period'))).toBe(3);
    expect((await update({ deletionProtection: true }, 'deletion_protection')).deletionProtection).toBe(true);
    expect((await update({}, 'change_stream_config')).changeStreamConfig).toBeNull();
    expect((await update(backups(3, 24), 'automated_backup_policy')).automatedBackupPolicy).toBeTruthy();
    const operation = await calls.updateTable('t', {}, ['deletion_protection']);
    const metadata = admin.UpdateTableMetadata.decode(operation.metadata?.value as Uint8Array);
    expect([metadata.name, Boolean(metadata.endTime)]).toEqual([`${INSTANCE}/tables/t`, true]);
    expect((await calls.getTable('t')).deletionProtection).toBe(false);
  });

  it.each<[string[], number, RegExp]>([
    [[], INVALID_ARGUMENT, /update_mask/],
    [['*'], INVALID_ARGUMENT, /update_mask contains \*/],
    [['name'], INVALID_ARGUMENT, /update_mask contains name/],
    [['granularity'], INVALID_ARGUMENT, /granularity/],
    [['column_families'], UNIMPLEMENTED, /ModifyColumnFamilies/],
    [['column_families.f.gc_rule'], UNIMPLEMENTED, /ModifyColumnFamilies/],
  ])('a table is not updated by the mask %j', async (paths, status, message) => {
    await calls.createTable('t');
    expect(await rejectionOf(calls.updateTable('t', retention(2), paths))).toEqual([
      status,
      expect.stringMatching(message),
    ]);
    expect((await rejectionOf(calls.updateTable('nowhere', {}, ['deletion_protection'])))[0]).toBe(NOT_FOUND);
  });

  it('a row key schema can be set, removed when warnings are ignored, and never changed', async () => {
    await calls.createTable('t');
    const update = (table: admin.ITable, ignoreWarnings = false) =>
      calls.updateTable('t', table, ['row_key_schema'], ignoreWarnings);
    await update(schema('user'));
    await update(schema('user'));
    expect(await rejectionOf(update(schema('other'), true))).toEqual([
      INVALID_ARGUMENT,
      expect.stringContaining('not changed'),
    ]);
    expect((await rejectionOf(update({})))[0]).toBe(INVALID_ARGUMENT);
    await update({}, true);
    expect((await calls.getTable('t')).rowKeySchema).toBeNull();
  });

  it('deletion protection covers a table and its families', async () => {
    await calls.createTable('t', { columnFamilies: { f: {}, g: {} }, deletionProtection: true });
    expect((await rejectionOf(calls.deleteTable('t')))[0]).toBe(FAILED_PRECONDITION);
    const drop = [{ id: 'f', drop: true }];
    expect(await rejectionOf(calls.modifyFamilies('t', drop))).toEqual([
      FAILED_PRECONDITION,
      expect.stringContaining('f'),
    ]);
    await calls.modifyFamilies('t', [
      { id: 'g', update: { gcRule: { maxNumVersions: 1 } } },
      { id: 'h', create: {} },
    ]);
    expect(Object.keys((await calls.getTable('t')).columnFamilies).sort()).toEqual(['f', 'g', 'h']);
    await calls.updateTable('t', {}, ['deletion_protection']);
    await calls.modifyFamilies('t', drop);
    await calls.deleteTable('t');
  });

  it('each view returns its fields', async () => {
    await calls.createTable('t', { columnFamilies: { f: {} } });
    core.dependencies.catalog.instance(INSTANCE).cluster('cluster-eu').stopped = true;
    const shown = async (view: admin.Table.View) => {
      const { columnFamilies, clusterStates } = await calls.getTable('t', view);
      return [Object.keys(columnFamilies).length, Object.keys(clusterStates).sort().join()];
    };
    expect(await shown(NAME_ONLY)).toEqual([0, '']);
    expect(await shown(SCHEMA_VIEW)).toEqual([1, '']);
    expect(await shown(REPLICATION_VIEW)).toEqual([0, 'cluster-eu,cluster-us']);
    expect(await shown(ENCRYPTION_VIEW)).toEqual([0, 'cluster-eu,cluster-us']);
    expect(await shown(FULL)).toEqual([1, 'cluster-eu,cluster-us']);
    expect((await calls.getTable('t', REPLICATION_VIEW)).clusterStates).toMatchObject({
      'cluster-eu': { replicationState: UNPLANNED_MAINTENANCE },
      'cluster-us': { replicationState: READY },
    });
    const encryption = (await calls.getTable('t', ENCRYPTION_VIEW)).clusterStates['cluster-us'];
    expect(encryption?.encryptionInfo?.[0]?.encryptionType).toBe(1);
  });

  it('invalid split keys are rejected', async () => {
    for (const key of ['', 'k'.repeat(4_097)]) {
      expect(await rejectionOf(calls.createTable('t', {}, [key]))).toEqual([
        INVALID_ARGUMENT,
        expect.stringContaining('initial_splits'),
      ]);
    }
  });

  it('an instance has at most a thousand tables', async () => {
    for (let index = 0; index < 1_000; index++) await calls.createTable(`t${index}`);
    expect((await rejectionOf(calls.createTable('one-more')))[0]).toBe(GrpcStatus.RESOURCE_EXHAUSTED);
  });
});
