import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import { BIGTABLE_LIMITS } from '../../../../src/local-bigtable/bigtable-limits';
import { timestampFromMs } from '../../../../src/local-bigtable/catalog/definitions';
import { admin } from '../../../../src/local-bigtable/encoding/proto';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import {
  AdminCalls,
  INSTANCE,
  rejectionOf,
  resultOf,
  TWO_CLUSTERS,
} from '../../../support/local-bigtable/admin-calls';
import { MemoryStorage } from '../../../support/local-bigtable/memory-storage';
import { VirtualClock } from '../../../support/virtual-clock';

const {
  ALREADY_EXISTS,
  FAILED_PRECONDITION,
  INVALID_ARGUMENT,
  NOT_FOUND,
  RESOURCE_EXHAUSTED,
  UNIMPLEMENTED,
} = GrpcStatus;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OTHER = `${INSTANCE.replace('instance-1', 'instance-2')}`;
const backupName = (id: string, cluster = 'cluster-us'): string =>
  `${INSTANCE}/clusters/${cluster}/backups/${id}`;

describe('Backups', () => {
  let storage: MemoryStorage;
  let clock: VirtualClock;
  let core: LocalCore;
  let calls: AdminCalls;

  beforeEach(async () => {
    storage = new MemoryStorage();
    clock = new VirtualClock();
    await open();
    await calls.createInstance();
    await calls.createTable('t', { columnFamilies: { f: {}, g: {} } }, ['m']);
  });

  afterEach(() => core.close());

  async function open(): Promise<void> {
    core = await openCore({ clock }, storage);
    calls = new AdminCalls(core);
  }

  async function reopen(): Promise<void> {
    await core.close();
    await open();
  }

  const expireTime = (ms: number) => timestampFromMs(clock.nowMs() + ms);
  const replica = (name: string, cluster = 'cluster-us') => {
    const table = core.dependencies.catalog.table(name);
    return table.replicaAt(table.instance.cluster(cluster));
  };

  function write(value: string, { key = 'k', table = 't', cluster = 'cluster-us' } = {}): void {
    const target = replica(`${INSTANCE}/tables/${table}`, cluster);
    const family = target.families.get('f')!.key;
    target.commit(key, [{ kind: 'set', family, qualifier: 'q', timestampMs: 0, value }]);
  }

  function values(name: string, cluster?: string): string[] {
    const target = replica(name, cluster);
    return [...target.scan({ start: '', end: undefined })].flatMap((row) =>
      target.cells(row).map(({ value }) => value),
    );
  }

  const backUp = async (id: string, ms = 8 * HOUR_MS): Promise<admin.Backup> =>
    resultOf(admin.Backup, await calls.createBackup(id, { expireTime: expireTime(ms) }));

  it('a backup contains what its cluster sees', async () => {
    write('at us', { key: 'a' });
    write('at eu', { key: 'b', cluster: 'cluster-eu' });
    await backUp('us');
    await calls.restoreTable('restored', backupName('us'));
    expect(values(`${INSTANCE}/tables/restored`)).toEqual(['at us']);
    expect(values(`${INSTANCE}/tables/restored`, 'cluster-eu')).toEqual(['at us']);
  });

  it('backups, copies and restored tables survive a restart and changes of each other', async () => {
    await calls.modifyFamilies('t', [
      { id: 'f', drop: true },
      { id: 'f', create: {} },
    ]);
    write('first');
    const backup = await backUp('b');
    write('second');
    await calls.restoreTable('r', backup.name);
    write('third', { table: 'r' });
    await calls.copyBackup({
      parent: `${INSTANCE}/clusters/cluster-eu`,
      backupId: 'copy',
      sourceBackup: backup.name,
      expireTime: expireTime(DAY_MS),
    });
    await reopen();
    expect((await calls.listClusters()).clusters).toHaveLength(2);
    expect(await calls.getBackup(backup.name)).toMatchObject({ sizeBytes: backup.sizeBytes, state: 2 });
    expect([values(`${INSTANCE}/tables/t`), values(`${INSTANCE}/tables/r`)]).toEqual([['second'], ['third']]);
    await calls.deleteBackup(backup.name);
    await reopen();
    await calls.restoreTable('again', backupName('copy', 'cluster-eu'));
    expect(values(`${INSTANCE}/tables/again`)).toEqual(['first']);
    const table = core.dependencies.catalog.table(`${INSTANCE}/tables/again`);
    expect(table.details.initialSplits).toEqual(['m']);
    // The family was created again, so it comes last.
    expect([...table.replicated.base.families.values()].map(({ key }) => key).sort()).toEqual([
      'g',
      expect.stringMatching(/f$/),
    ]);
    expect((await rejectionOf(calls.getBackup(backup.name)))[0]).toBe(NOT_FOUND);
  });

  it('a backup is restored to another instance, without the settings that protect its source', async () => {
    await calls.createInstance({
      instanceId: 'instance-2',
      clusters: { 'cluster-1': TWO_CLUSTERS['cluster-eu']! },
    });
    const settings: admin.ITable = {
      deletionProtection: true,
      changeStreamConfig: { retentionPeriod: { seconds: 86_400 } },
    };
    await calls.updateTable('t', settings, ['deletion_protection', 'change_stream_config']);
    write('v');
    const backup = await backUp('b');
    const operation = await calls.restoreTable('r', backup.name, OTHER);
    const table = resultOf(admin.Table, operation);
    expect(table).toMatchObject({
      name: `${OTHER}/tables/r`,
      deletionProtection: false,
      changeStreamConfig: null,
    });
    const metadata = admin.RestoreTableMetadata.decode(operation.metadata?.value as Uint8Array);
    expect(metadata).toMatchObject({
      name: `${OTHER}/tables/r`,
      sourceType: 1,
      optimizeTableOperationName: '',
    });
    expect(metadata.backupInfo).toMatchObject({ backup: backup.name, sourceTable: `${INSTANCE}/tables/t` });
    expect(values(`${OTHER}/tables/r`, 'cluster-1')).toEqual(['v']);
  });

  it('a table restored from hard disks names the operation that optimizes it', async () => {
    const location = TWO_CLUSTERS['cluster-eu']!.location!;
    await calls.createInstance({
      instanceId: 'instance-2',
      clusters: { 'cluster-1': { location, defaultStorageType: admin.StorageType.HDD } },
    });
    await calls.createCluster('cluster-hdd', {
      location: location.replace('-c', '-d'),
      defaultStorageType: 2,
    });
    const created = await calls.createBackup('b', { expireTime: expireTime(DAY_MS) }, 'cluster-hdd');
    const { name } = resultOf(admin.Backup, created);
    const optimizationOf = async (tableId: string, parent: string) => {
      const { metadata } = await calls.restoreTable(tableId, name, parent);
      return admin.RestoreTableMetadata.decode(metadata?.value as Uint8Array).optimizeTableOperationName;
    };
    expect(await optimizationOf('r', OTHER)).toBe('');
    const operation = await calls.operation('GetOperation', await optimizationOf('r', INSTANCE));
    expect(operation.done).toBe(true);
  });

  it('an expired backup is gone at once, and its storage soon', async () => {
    // Not at the same time as the sweep.
    await clock.advance(1);
    await backUp('short');
    await backUp('long', 9 * HOUR_MS);
    await clock.advance(8 * HOUR_MS - 1);
    expect((await calls.listBackups()).backups).toHaveLength(2);
    await clock.advance(1);
    for (const call of [
      calls.getBackup(backupName('short')),
      calls.deleteBackup(backupName('short')),
      calls.restoreTable('r', backupName('short')),
      calls.updateBackup({ name: backupName('short'), expireTime: expireTime(DAY_MS) }),
    ]) {
      expect((await rejectionOf(call))[0]).toBe(NOT_FOUND);
    }
    expect((await calls.listBackups()).backups.map(({ name }) => name)).toEqual([backupName('long')]);
    await core.expiry.sweep();
    expect(core.dependencies.backups.has(backupName('short'))).toBe(false);
    await backUp('short');
    await reopen();
    expect((await calls.listBackups({ orderBy: 'name' })).backups.map(({ name }) => name)).toEqual([
      backupName('long'),
      backupName('short'),
    ]);
  });

  it.each<[string, admin.IBackup, number, RegExp]>([
    ['without an expiry', {}, INVALID_ARGUMENT, /expire_time is required/],
    [
      'of less than six hours',
      { expireTime: timestampFromMs(5 * HOUR_MS) },
      INVALID_ARGUMENT,
      /6 hours to 90 days/,
    ],
    [
      'of more than 90 days',
      { expireTime: timestampFromMs(91 * DAY_MS) },
      INVALID_ARGUMENT,
      /6 hours to 90 days/,
    ],
    ['of the hot type', { backupType: 2 }, UNIMPLEMENTED, /Hot backups.*standard/],
    [
      'with a time to become standard',
      { hotToStandardTime: { seconds: 1 } },
      INVALID_ARGUMENT,
      /hot_to_standard_time/,
    ],
    ['of a missing table', { sourceTable: `${INSTANCE}/tables/none` }, NOT_FOUND, /Table not found/],
    ['of no table', { sourceTable: 't' }, INVALID_ARGUMENT, /source_table/],
  ])('a backup %s is rejected', async (_, backup, status, message) => {
    const nowMs = clock.nowMs();
    const { expireTime: given } = backup;
    const shifted = given ? { expireTime: timestampFromMs(nowMs + Number(given.seconds) * 1_000) } : {};
    const isTime = /expiry|hours|days/.test(_);
    const valid = isTime ? {} : { expireTime: expireTime(DAY_MS) };
    expect(await rejectionOf(calls.createBackup('b', { ...valid, ...backup, ...shifted }))).toEqual([
      status,
      expect.stringMatching(message),
    ]);
    expect((await calls.listBackups()).backups).toEqual([]);
  });

  it('a table has a limited number of backups in a cluster', async () => {
    for (let index = 0; index < BIGTABLE_LIMITS.backupsPerTableMax; index++) await backUp(`b${index}`);
    expect((await rejectionOf(backUp('one-more')))[0]).toBe(RESOURCE_EXHAUSTED);
    await calls.createBackup('elsewhere', { expireTime: expireTime(DAY_MS) }, 'cluster-eu');
  });

  it('a copy lives for up to 30 days and is not copied again', async () => {
    await backUp('b');
    const copy = (backupId: string, sourceBackup: string, ms: number) =>
      calls.copyBackup({
        parent: `${INSTANCE}/clusters/cluster-us`,
        backupId,
        sourceBackup,
        expireTime: expireTime(ms),
      });
    expect((await rejectionOf(copy('copy', backupName('b'), 31 * DAY_MS)))[0]).toBe(INVALID_ARGUMENT);
    expect((await rejectionOf(copy('b', backupName('b'), DAY_MS)))[0]).toBe(ALREADY_EXISTS);
    expect((await rejectionOf(copy('copy', backupName('none'), DAY_MS)))[0]).toBe(NOT_FOUND);
    const operation = await copy('copy', backupName('b'), DAY_MS);
    const metadata = admin.CopyBackupMetadata.decode(operation.metadata?.value as Uint8Array);
    expect([metadata.name, metadata.sourceBackupInfo?.backup]).toEqual([backupName('copy'), backupName('b')]);
    expect((await rejectionOf(copy('copy2', backupName('copy'), DAY_MS)))[0]).toBe(FAILED_PRECONDITION);
  });

  it('only the expiry of a backup can be updated', async () => {
    await backUp('b');
    const update = (ms: number, paths?: string[]) =>
      calls.updateBackup({ name: backupName('b'), expireTime: expireTime(ms) }, paths);
    expect((await rejectionOf(update(91 * DAY_MS)))[0]).toBe(INVALID_ARGUMENT);
    for (const paths of [[], ['source_table']]) {
      expect((await rejectionOf(update(DAY_MS, paths)))[0]).toBe(INVALID_ARGUMENT);
    }
    await update(DAY_MS);
    await clock.advance(23 * HOUR_MS);
    await calls.getBackup(backupName('b'));
  });

  it('backups are filtered, sorted and returned in pages', async () => {
    const ids = ['alpha', 'beta', 'gamma'];
    for (const [index, id] of ids.entries()) {
      if (id === 'gamma') write('a value of some length');
      await backUp(id, (8 + index) * HOUR_MS);
      await clock.advance(1_000);
    }
    const list = async (request: admin.IListBackupsRequest) =>
      (await calls.listBackups(request)).backups.map(({ name }) => name?.split('/').at(-1));
    expect(await list({})).toEqual(['gamma', 'beta', 'alpha']);
    expect(await list({ orderBy: 'name' })).toEqual(ids);
    expect(await list({ orderBy: 'size_bytes desc, start_time' })).toEqual(['gamma', 'alpha', 'beta']);
    expect(await list({ filter: 'name:ET', orderBy: 'name' })).toEqual(['beta']);
    expect(await list({ filter: 'name:"beta"' })).toEqual(['beta']);
    expect(await list({ filter: 'name != "beta"', orderBy: 'name' })).toEqual(['alpha', 'gamma']);
    const time = new Date(clock.nowMs() - 2_500).toISOString();
    expect(await list({ filter: `(state:READY) AND (start_time < "${time}")` })).toEqual(['alpha']);
    expect(await list({ filter: 'size_bytes > 10' })).toEqual(['gamma']);
    for (const request of [
      { filter: 'name:a OR name:b' },
      { filter: 'colour = red' },
      { filter: 'size_bytes > many' },
      { orderBy: 'colour' },
      { orderBy: 'name down' },
      { pageToken: 'none' },
    ]) {
      expect((await rejectionOf(list(request)))[0]).toBe(INVALID_ARGUMENT);
    }
    const first = await calls.listBackups({ pageSize: 2, orderBy: 'name' });
    const second = await calls.listBackups({ pageSize: 2, orderBy: 'name', pageToken: first.nextPageToken });
    expect([first.backups.length, second.backups.length, second.nextPageToken]).toEqual([2, 1, '']);
  });

  it('clusters and instances with backups cannot be deleted', async () => {
    await backUp('b');
    expect((await rejectionOf(calls.deleteCluster('cluster-us')))[0]).toBe(FAILED_PRECONDITION);
    expect((await rejectionOf(calls.deleteInstance()))[0]).toBe(FAILED_PRECONDITION);
    await calls.deleteTable('t');
    await calls.restoreTable('t', backupName('b'));
    await calls.deleteBackup(backupName('b'));
    await calls.deleteInstance();
    await reopen();
    expect((await rejectionOf(calls.getBackup(backupName('b'))))[0]).toBe(NOT_FOUND);
  });
});
