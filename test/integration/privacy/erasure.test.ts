/** Erasures on the embedded Bigtable, with several clusters. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { withSchemaAdmin } from '../../../src/cli/shared/connection';
import { loadConfig } from '../../../src/config/index';
import { verifyCertificate } from '../../../src/core/privacy/certificate';
import { rowKey } from '../../../src/core/rows/row-key';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { click, storedCells } from '../../support/events';
import { openPrivacyStores, WHOLE, type PrivacyStores } from '../../support/privacy-world';
import { TRANSACTIONAL_REGIONS } from '../../support/transactional-regions';
import { tidemarkError } from '../../support/tidemark-error';

const call = { timeoutMs: 10_000 };
const all = { passAllFilter: true };
const DERIVED_MS = 300;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('An erasure', () => {
  let world: ConsistencyWorld;
  let eu: PrivacyStores;
  let us: PrivacyStores;

  beforeAll(async () => {
    world = await startConsistencyWorld(TRANSACTIONAL_REGIONS);
    const open = (region: string): PrivacyStores =>
      openPrivacyStores(
        loadConfig({
          ...world.env(region),
          TIDEMARK_ERASURE_DERIVED_STEPS: '1',
          TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: String(DERIVED_MS),
          TIDEMARK_CLOCK_SKEW_MAX_MS: '20',
        }),
      );
    [eu, us] = [open('eu'), open('us')];
    for (const { serving, batch } of [eu, us]) {
      serving.start();
      batch.start();
      await serving.warmUp(call);
    }
  });
  afterAll(async () => {
    await Promise.all([eu.close(), us.close()]);
    await world.close();
  });

  const event = (id: string, atMs: number) => {
    const [cell] = storedCells([click(atMs, { userId: id })]);
    const { qualifier, timestampMicros, value } = cell!;
    return setCell('ad_action', qualifier as Buffer, timestampMicros, value as Buffer);
  };
  const putData = async (id: string): Promise<void> => {
    const key = rowKey(id);
    await us.serving.writer.mutateRow('users', { key, mutations: [event(id, Date.now() - 60_000)] }, call);
    const cell = { table: 'users', key, family: 'profile', qualifier: Buffer.from('a') };
    await eu.serving.cells.put({ ...cell, value: Buffer.from('1') }, call);
  };
  const strictly = async (id: string, from = us): Promise<readonly string[]> => {
    const read = { table: 'users', key: rowKey(id), filter: all };
    const { row, evidence } = await from.serving.reader.readRow(read, { level: 'strict' }, call);
    expect(evidence.met).toBe(true);
    return (row?.cells ?? []).filter(({ family }) => !family.startsWith('_')).map(({ family }) => family);
  };
  const storedFamilies = async (id: string): Promise<readonly string[]> => {
    await world.heal();
    const read = { table: 'users', keys: [rowKey(id)], filter: all };
    const found = await Promise.all(
      [eu.serving, eu.batch].map(({ tables }) => tables.clusterRows(read, call)),
    );
    const rows = found.flatMap((each) => [...each.values()].flat());
    expect(found.reduce((sum, { size }) => sum + size, 0)).toBe(4);
    return [...new Set(rows.flatMap(({ cells }) => cells.map(({ family }) => family)))].sort();
  };

  it('hides everything of a user from strict reads once it is acknowledged', async () => {
    await putData('ann');
    expect(await strictly('ann')).toEqual(['ad_action', 'profile']);
    const { entry, token } = await eu.eraseSubject({ userId: 'ann' }, call);
    expect(entry).toMatchObject({ kind: 'erasure', state: 'hidden' });
    expect(await strictly('ann')).toEqual([]);
    const read = { table: 'users', key: rowKey('ann'), filter: all };
    const fresh = { level: 'at-least-as-fresh', token } as const;
    const { row } = await us.serving.reader.readRow(read, fresh, call);
    expect((row?.cells ?? []).filter(({ family }) => family !== '_rsv')).toEqual([]);
  });

  it('leaves nothing but tombstones at any cluster, and certifies it', async () => {
    await putData('bob');
    await eu.eraseSubject({ userId: 'bob' }, call);
    expect(await eu.work()).toMatchObject({ failed: 0, remaining: 0 });
    const left = await storedFamilies('bob');
    expect(left.filter((family) => !family.startsWith('_'))).toEqual([]);
    expect(left).toContain('_prv');
    const entry = await us.getErasure('bob', call);
    expect(entry.state).toBe('certified');
    const { isValid, statement } = verifyCertificate(entry.certificate!);
    expect(isValid).toBe(true);
    const decisionsErasedUpTo = new Date(entry.times!.decisionsUpToMs).toISOString();
    expect(statement).toMatchObject({
      kind: 'erasure',
      id: entry.id,
      subject: entry.subject,
      decisionsErasedUpTo,
    });
    const clusters = statement.evidence.map(({ cluster }) => cluster).sort();
    expect(clusters).toEqual(['asia-a', 'eu-a', 'us-a', 'us-batch']);
    expect(statement.evidence.every(({ cells }) => cells === 0)).toBe(true);
    expect(statement.residues.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['tombstones', 'deleted-cells', 'sketches', 'messages', 'logs', 'files']),
    );
    expect(entry.certificate).not.toContain('bob');
    const forged = entry.certificate!.replace('"cells":0', '"cells":1');
    expect(verifyCertificate(forged).isValid).toBe(false);
  });

  it('also erases families that the schema does not declare any more', async () => {
    await withSchemaAdmin(loadConfig(world.env('eu')), ({ admin }) =>
      admin.modifyColumnFamilies('users', [{ kind: 'create', family: 'retired', definition: {} }]),
    );
    const cellAt = (atMs: number) =>
      setCell('retired', Buffer.from('a'), atMs * 1_000, Buffer.from('a fact about the user'));
    const mutate = (...mutations: ReturnType<typeof cellAt>[]): Promise<unknown> =>
      eu.serving.writer.mutateRow('users', { key: rowKey('old'), mutations }, call);
    await mutate(cellAt(Date.now() - 60_000), cellAt(Date.now() - 50_000));
    await eu.eraseSubject({ userId: 'old' }, call);
    expect(await eu.work()).toMatchObject({ failed: 0, remaining: 0 });
    await world.heal();
    const read = { table: 'users', key: rowKey('old'), filter: { familyNameRegexFilter: 'retired' } };
    const { row } = await eu.serving.tables.reader.readRow(read, { level: 'eventual' }, call);
    expect(row).toBeUndefined();
    expect(await eu.getErasure('old', call)).toMatchObject({ state: 'certified' });
  });

  it('hides late and repeated events of before, and shows those of after', async () => {
    await putData('cid');
    const { entry } = await eu.eraseSubject({ userId: 'cid' }, call);
    const { eventsUpToMs } = entry.times!;
    const write = async (atMs: number): Promise<void> => {
      const mutations = [event('cid', atMs)];
      await us.serving.writer.mutateRow('users', { key: rowKey('cid'), mutations }, call);
    };
    await write(eventsUpToMs - 1);
    await write(eventsUpToMs);
    expect(await strictly('cid')).toEqual([]);
    await write(eventsUpToMs + 60_000);
    expect(await strictly('cid')).toEqual(['ad_action']);
    await eu.work();
    expect(await strictly('cid')).toEqual(['ad_action']);
    // An event of before that arrives after the certificate.
    await write(eventsUpToMs - 1);
    expect(await strictly('cid')).toEqual(['ad_action']);
  });

  it('accepts new objects of the user above the tombstone', async () => {
    await putData('dan');
    await eu.eraseSubject({ userId: 'dan' }, call);
    const cell = { table: 'users', key: rowKey('dan'), family: 'profile', qualifier: Buffer.from('b') };
    await us.serving.cells.put({ ...cell, value: Buffer.from('2') }, call);
    expect(await strictly('dan', eu)).toEqual(['profile']);
  });

  it('hides objects that were derived from what was read before it', async () => {
    await putData('eve');
    const { entry } = await eu.eraseSubject({ userId: 'eve' }, call);
    // A job that has read the row before the erasure writes with the present time.
    const derived = setCell('profile', Buffer.from('d'), Date.now() * 1_000, Buffer.from('x'));
    await us.serving.writer.mutateRow('users', { key: rowKey('eve'), mutations: [derived] }, call);
    const early = eu.workerOf((dependencies) => ({
      ...dependencies,
      limits: { ...dependencies.limits, derivedWriteMaxMs: 60_000 },
    }));
    expect((await early.round({ worker: WHOLE })).waiting).toBeGreaterThan(0);
    expect(await eu.ledger.get(entry, call)).toMatchObject({ state: 'hidden' });
    await eu.work();
    expect(await strictly('eve')).toEqual([]);
    expect(await eu.ledger.get(entry, call)).toMatchObject({ state: 'certified' });
  });

  it('is completed by a worker if the process ended after its request', async () => {
    await putData('fay');
    const { entry } = await eu.ledger.request({ kind: 'erasure', userId: 'fay' }, call);
    expect(await strictly('fay')).toEqual(['ad_action', 'profile']);
    await world.heal();
    await us.work();
    expect(await strictly('fay')).toEqual([]);
    expect(await us.ledger.get(entry, call)).toMatchObject({ state: 'certified' });
  });

  it('is not certified while a cluster cannot be reached', async () => {
    await putData('gil');
    const { entry } = await eu.eraseSubject({ userId: 'gil' }, call);
    await eu.workerOf().round({ worker: WHOLE });
    await sleep(DERIVED_MS + 100);
    await world.heal();
    await world.cut('eu-a', 'asia-a');
    await world.cut('us-a', 'asia-a');
    await world.cut('us-batch', 'asia-a');
    try {
      const round = eu.workerOf().round({ worker: WHOLE, signal: AbortSignal.timeout(2_500) });
      await expect(round).rejects.toThrow(tidemarkError('client_closed_request'));
      expect((await eu.ledger.get(entry, call))?.state).toMatch(/^(hidden|swept)$/);
    } finally {
      await world.heal();
    }
    await eu.work();
    expect(await eu.ledger.get(entry, call)).toMatchObject({ state: 'certified' });
  });

  it('waits for what is derived from when every cluster has its tombstones', async () => {
    await putData('ida');
    const { entry } = await eu.eraseSubject({ userId: 'ida' }, call);
    // As if a cluster had been unavailable: no token has proven yet that all of them have the tombstones.
    await sleep(DERIVED_MS + 100);
    expect(await eu.workerOf().round({ worker: WHOLE })).toMatchObject({ waiting: 1, certified: 0 });
    const hidden = await eu.ledger.get(entry, call);
    expect(hidden).toMatchObject({ state: 'hidden' });
    expect(hidden!.everywhereAtMs).toBeGreaterThan(hidden!.hiddenAtMs!);
    await sleep(DERIVED_MS + 100);
    // Another worker goes on from what is recorded.
    await eu.work(eu.workerOf());
    expect(await eu.ledger.get(entry, call)).toMatchObject({ state: 'certified' });
  });

  it('is not certified while something of the user keeps arriving', async () => {
    await putData('hal');
    const { entry } = await eu.eraseSubject({ userId: 'hal' }, call);
    let writes = 0;
    const worker = eu.workerOf((dependencies) => ({
      ...dependencies,
      async verify(subjects, options) {
        if (writes < 7) {
          writes += 1;
          const mutations = [event('hal', Date.now() - 60_000 - writes)];
          await us.serving.writer.mutateRow('users', { key: rowKey('hal'), mutations }, call);
          await world.heal();
        }
        return dependencies.verify(subjects, options);
      },
    }));
    await eu.workerOf().round({ worker: WHOLE });
    await sleep(DERIVED_MS + 100);
    expect(await worker.round({ worker: WHOLE })).toMatchObject({ remaining: 1 });
    expect(await eu.ledger.get(entry, call)).toMatchObject({ state: 'swept' });
    expect(await eu.work(worker)).toMatchObject({ certified: 1 });
    expect(await eu.ledger.get(entry, call)).toMatchObject({ state: 'certified' });
  });

  it('is reported as unknown if it was never requested', async () => {
    await expect(eu.getErasure('never', call)).rejects.toThrow(
      tidemarkError('erasure_not_found', 'subjectId'),
    );
    await expect(eu.eraseSubject({ userId: '' }, call)).rejects.toThrow(
      tidemarkError('invalid_argument', 'subjectId'),
    );
  });
});
