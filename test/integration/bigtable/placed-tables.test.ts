import { setCell } from '../../../src/bigtable/write/mutations';
import { describeStores } from '../../support/bigtable-stores';
import { tidemarkError } from '../../support/tidemark-error';

const key = Buffer.from('k');
const row = (value: string) => ({
  key,
  mutations: [setCell('f', Buffer.from('q'), 1_000, Buffer.from(value))],
});

describeStores('a placed table', (store) => {
  it('is created, changed and deleted as the table of its corpus in the instance', async () => {
    const { admin } = store().instance();
    const created = await admin.createTable({ table: 'users@eu', families: { f: {} } });
    expect(created).toEqual({ table: 'users@eu', families: { f: {} } });
    expect(await admin.listTables()).toEqual(['users']);
    const modified = await admin.modifyColumnFamilies('users@eu', [
      { kind: 'create', family: 'g', definition: {} },
    ]);
    expect(modified).toEqual({ table: 'users@eu', families: { f: {}, g: {} } });
    expect(await admin.getTable('users@eu')).toEqual({ table: 'users@eu', families: { f: {}, g: {} } });
    expect(await admin.getTable('users')).toEqual({ table: 'users', families: { f: {}, g: {} } });
    const token = await admin.generateConsistencyToken('users@eu');
    expect(await admin.checkConsistency('users@eu', token)).toBe(true);
    await admin.deleteTable('users@eu');
    expect(await admin.listTables()).toEqual([]);
  });

  it('is read and written as the table of its corpus in the instance', async () => {
    const { admin, client } = store().instance();
    await admin.createTable({ table: 'users', families: { f: {} } });
    const valueIn = async (table: string): Promise<string | undefined> =>
      (await client.readRow({ table, key }))?.cells[0]?.value.toString();
    await client.mutateRow('users@eu', row('single'));
    expect(await valueIn('users')).toBe('single');
    await client.mutateRows('users@eu', [row('batch')]);
    expect(await valueIn('users')).toBe('batch');
    const truly = [setCell('f', Buffer.from('q'), 1_000, Buffer.from('checked'))];
    await client.checkAndMutateRow({ table: 'users@eu', key, onMatch: truly });
    expect(await valueIn('users@eu')).toBe('checked');
    expect(await client.sampleRowKeys('users@eu')).not.toEqual([]);
    for await (const { key: found } of client.readRows({ table: 'users@eu' })) expect(found).toEqual(key);
  });

  it('needs a valid corpus', async () => {
    const { admin, client } = store().instance();
    const invalid = tidemarkError('invalid_argument', 'table');
    await expect(admin.getTable('@eu')).rejects.toEqual(invalid);
    await expect(client.mutateRow('us ers@eu', row('v'))).rejects.toEqual(invalid);
  });
});
