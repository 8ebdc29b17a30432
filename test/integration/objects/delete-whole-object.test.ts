import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { decisionColumn, PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { rowKey } from '../../../src/core/rows/row-key';
import { createDeleteWholeObject } from '../../../src/operations/objects/delete-whole-object';
import { createGetObject } from '../../../src/operations/objects/get-object';
import { createPutObject } from '../../../src/operations/objects/put-object';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { systemClock } from '../../../src/platform/time/clock';
import { openServingStore, type Store } from '../../../src/store/open-store';
import { describeStores, type StoreInstance } from '../../support/bigtable-stores';
import { click, storedCells } from '../../support/events';
import { createTablesWithoutGc } from '../../support/tables-without-gc';
import { tidemarkError } from '../../support/tidemark-error';

const schema = loadSchema();
const OBJECT = { corpus: 'users', id: 'user-1' };
const KEY = rowKey(OBJECT.id);

describeStores('The deletion of a whole object', (stores) => {
  let instance: StoreInstance;
  let store: Store;
  const operations = () => {
    const config = loadConfig({ BIGTABLE_EMULATOR_HOST: stores().endpoint });
    const { reader, cells } = store;
    const dependencies = { reader, cells, schema, clock: systemClock, limits: config.objects };
    return {
      put: createPutObject({ ...dependencies, checks: new Map() }),
      get: createGetObject(dependencies),
      remove: createDeleteWholeObject(dependencies),
    };
  };

  function open(policy: string): void {
    const config = loadConfig({
      BIGTABLE_EMULATOR_HOST: stores().endpoint,
      TIDEMARK_PROJECT: instance.project,
      TIDEMARK_CONSENT_POLICY: policy,
    });
    const logger = createLogger({ level: 'silent', service: 'test' });
    store = openServingStore({ config, corpora: schema.corpora(), logger });
  }

  beforeEach(async () => {
    instance = stores().instance();
    await createTablesWithoutGc(instance.admin, schema);
    open('off');
  });
  afterEach(() => store.close());

  const put = (dataType: string, subType: string, timestampMs?: number): Promise<unknown> =>
    operations().put({ ...OBJECT, dataType, subType, timestampMs, body: { kind: 'json', value: {} } });

  const read = async (): Promise<readonly string[]> => {
    const select = [{ dataType: 'profile' }, { dataType: 'embedding' }];
    const { cells } = await operations().get({ ...OBJECT, select, versions: 9, consistency: EVENTUAL });
    return cells.map(({ dataType, subType }) => `${dataType}/${subType}`);
  };

  async function storedIn(family: string): Promise<number> {
    const row = await instance.client.readRow({ table: 'users', key: KEY });
    return (row?.cells ?? []).filter((cell) => cell.family === family).length;
  }

  it('removes every cell of every DataType, by one mutation, and keeps the events', async () => {
    for (const subType of ['a', 'b']) {
      await put('profile', subType);
      await put('embedding', subType);
    }
    const [event] = storedCells([click(Date.now(), { userId: OBJECT.id })]);
    const { qualifier, timestampMicros, value } = event!;
    const mutations = [setCell('ad_action', Buffer.from(qualifier), timestampMicros, Buffer.from(value))];
    await instance.client.mutateRow('users', { key: KEY, mutations });
    expect([...(await read())].sort()).toEqual(['embedding/a', 'embedding/b', 'profile/a', 'profile/b']);
    const { token } = await operations().remove(OBJECT);
    expect(token.writes).toHaveLength(1);
    await expect(read()).rejects.toEqual(tidemarkError('object_not_found'));
    // A marker for each family is all that is left.
    expect([await storedIn('profile'), await storedIn('embedding'), await storedIn('ad_action')]).toEqual([
      1, 1, 1,
    ]);
  });

  it('succeeds again, and for an object that does not exist', async () => {
    for (let time = 0; time < 2; time++) await operations().remove(OBJECT);
    await expect(read()).rejects.toEqual(tidemarkError('object_not_found'));
  });

  it('hides an earlier write that arrives later, and no later write', async () => {
    await put('profile', 'late', Date.now() - 60_000);
    const { cells } = (await instance.client.readRow({ table: 'users', key: KEY }))!;
    const late = cells.find(({ qualifier }) => String(qualifier) === 'late')!;
    await operations().remove(OBJECT);
    const mutations = [setCell('profile', Buffer.from('late'), late.timestampMicros, late.value)];
    await instance.client.mutateRow('users', { key: KEY, mutations });
    await expect(read()).rejects.toEqual(tidemarkError('object_not_found'));
    await put('profile', 'new');
    expect(await read()).toEqual(['profile/new']);
  });

  it('needs no consent, and also removes what is hidden without it', async () => {
    await put('profile', 'main');
    await store.close();
    open('enforce');
    const withdrawal = decisionColumn(schema.dataType('users', 'profile').purpose, false);
    const mutations = [setCell(PRIVACY_FAMILY, withdrawal, Date.now() * 1_000, Buffer.alloc(0))];
    await instance.client.mutateRow('users', { key: KEY, mutations });
    await operations().remove(OBJECT);
    await store.cells.delete({ table: 'users', key: KEY, family: 'profile', qualifier: Buffer.from('main') });
    await store.close();
    open('off');
    await expect(read()).rejects.toEqual(tidemarkError('object_not_found'));
    expect(await storedIn('embedding')).toBe(1);
  });

  it('is rejected where only Tidemark writes objects, and for an invalid id', async () => {
    const { remove } = operations();
    await expect(remove({ corpus: 'campaigns', id: '1' })).rejects.toEqual(
      tidemarkError('invalid_argument', 'corpus', 'written by Tidemark only'),
    );
    await expect(remove({ corpus: 'none', id: '1' })).rejects.toEqual(
      tidemarkError('unknown_corpus', 'corpus'),
    );
    await expect(remove({ corpus: 'users', id: '' })).rejects.toEqual(
      tidemarkError('invalid_argument', 'id'),
    );
  });
});
