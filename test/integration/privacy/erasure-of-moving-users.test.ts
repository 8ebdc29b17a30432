/** Erasures of users who are moving between placements, on the embedded Bigtable. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { verifyCertificate } from '../../../src/core/privacy/certificate';
import { rowKey } from '../../../src/core/rows/row-key';
import type { Mover } from '../../../src/residency/mover/mover';
import type { WaveStep } from '../../../src/residency/mover/wave-run';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { click, storedCells } from '../../support/events';
import { moveConfig, nearTopology, openMoverStores, type MoverStores } from '../../support/move-world';
import { openPrivacyStores, WHOLE, type PrivacyStores } from '../../support/privacy-world';
import { tidemarkError } from '../../support/tidemark-error';

const call = { timeoutMs: 10_000 };
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const DERIVED_MS = 200;

describe('An erasure of a user who is moving', () => {
  let world: ConsistencyWorld;
  let stores: PrivacyStores;
  let movers: MoverStores;
  let mover: Mover;

  beforeAll(async () => {
    world = await startConsistencyWorld(nearTopology());
    const config = moveConfig({
      ...world.env('europe-west1'),
      TIDEMARK_ERASURE_DERIVED_STEPS: '1',
      TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: String(DERIVED_MS),
      TIDEMARK_CLOCK_SKEW_MAX_MS: '20',
    });
    stores = openPrivacyStores(config);
    movers = openMoverStores(config);
    mover = movers.moverOf();
    stores.serving.start();
    stores.batch.start();
    movers.store.start();
    await Promise.all([stores.serving, movers.store].map((store) => store.warmUp(call)));
  });
  afterAll(async () => {
    await Promise.all([stores.close(), movers.close()]);
    await world.close();
  });

  const event = (id: string, atMs: number) => {
    const [cell] = storedCells([click(atMs, { userId: id })]);
    const { qualifier, timestampMicros, value } = cell!;
    return setCell('ad_action', qualifier as Buffer, timestampMicros, value as Buffer);
  };
  const write = (id: string, atMs: number): Promise<unknown> => {
    const row = { key: rowKey(id), mutations: [event(id, atMs)] };
    return stores.serving.writer.mutateRow('users', row, { ...call, accessLocation: 'US' });
  };
  const putData = async (id: string): Promise<void> => {
    await write(id, Date.now() - 60_000);
    const cell = { table: 'users', key: rowKey(id), family: 'profile', qualifier: Buffer.from('a') };
    await stores.serving.cells.put({ ...cell, value: Buffer.from('1') }, call);
  };
  const strictly = async (id: string): Promise<readonly string[]> => {
    const read = { table: 'users', key: rowKey(id), filter: { passAllFilter: true } };
    const { row } = await stores.serving.reader.readRow(read, { level: 'strict' }, call);
    return (row?.cells ?? []).filter(({ family }) => !family.startsWith('_')).map(({ family }) => family);
  };
  /** Begins a move that ends early at the step. Returns the id of its wave. */
  const stoppedAt = async (id: string, step: WaveStep): Promise<string> => {
    const { subjects } = movers.residency;
    const subject = subjects.of(subjects.groupOf('users')!, rowKey(id))!;
    const request = { group: 'users', to: 'eu', reason: 'explicit', subjects: [subject] } as const;
    const { waves } = await mover.plan(request);
    const abort = new AbortController();
    const moving = mover.move(waves[0]!, {
      signal: abort.signal,
      onStep: (reached) => {
        if (reached === step) abort.abort(new Error('stop'));
      },
    });
    await expect(moving).rejects.toThrow(tidemarkError('client_closed_request'));
    return (await mover.openWaves())[0]!.id;
  };
  const storedIn = async (table: string, id: string): Promise<readonly string[]> => {
    const read = { table, keys: [rowKey(id)], filter: { passAllFilter: true } };
    const found = await Promise.all(
      [stores.serving, stores.batch].map(({ tables }) => tables.clusterRows(read, call)),
    );
    const cells = found.flatMap((each) => [...each.values()].flat().flatMap((row) => row.cells));
    return [...new Set(cells.map(({ family }) => family))].sort();
  };

  it.each<WaveStep>(['overlaid', 'closing', 'copying', 'settled', 'purging', 'ending'])(
    'follows the rows from the step "%s" on, and is certified when they are at rest',
    async (step) => {
      const id = `user-${step}`;
      await putData(id);
      const wave = await stoppedAt(id, step);
      const { entry } = await stores.eraseSubject({ userId: id }, call);
      expect(await strictly(id)).toEqual([]);
      await write(id, Date.now() - 30_000);
      expect(await strictly(id)).toEqual([]);
      const worker = stores.workerOf();
      await worker.round({ worker: WHOLE });
      await sleep(DERIVED_MS + 100);
      expect(await worker.round({ worker: WHOLE })).toMatchObject({ moving: 1, certified: 0 });
      expect(await strictly(id)).toEqual([]);
      await mover.resume(wave);
      expect(await strictly(id)).toEqual([]);
      expect(await stores.work(worker)).toMatchObject({ certified: 1 });
      const { certificate } = (await stores.ledger.get(entry, call))!;
      const { isValid, statement } = verifyCertificate(certificate!);
      expect(isValid).toBe(true);
      expect(new Set(statement.evidence.map(({ placement }) => placement))).toEqual(new Set(['us', 'eu']));
      expect(await storedIn('users', id)).toEqual([]);
      expect((await storedIn('users@eu', id)).filter((family) => !family.startsWith('_'))).toEqual([]);
      expect(await storedIn('users@eu', id)).toContain('_prv');
      // Late events of before follow the tombstone.
      await write(id, Date.now() - 10_000);
      expect(await strictly(id)).toEqual([]);
    },
  );

  it('stays with a user who moves after it', async () => {
    await putData('after');
    await stores.eraseSubject({ userId: 'after' }, call);
    await stores.work();
    const wave = await stoppedAt('after', 'purging');
    await mover.resume(wave);
    expect(await storedIn('users@eu', 'after')).toContain('_prv');
    await write('after', Date.now() - 10_000);
    expect(await strictly('after')).toEqual([]);
  });

  it('is not undone by the repair of a row that arrives late where the user is not', async () => {
    await putData('stray');
    await stores.eraseSubject({ userId: 'stray' }, call);
    await stores.work();
    const key = rowKey('stray');
    const row = { key, mutations: [event('stray', Date.now() - 60_000)] };
    await movers.store.tables.writer.mutateRow('users@eu', row, call);
    const { subjects, directory } = movers.residency;
    const group = subjects.groupOf('users')!;
    const subject = subjects.of(group, key)!;
    const entry = (await directory.present(subject.key, call))!;
    const orphan = { group, placement: 'eu', key: subject.key, rowKey: key, entry };
    expect(await mover.repair([orphan])).toEqual([orphan]);
    expect(await storedIn('users@eu', 'stray')).toEqual([]);
    expect((await storedIn('users', 'stray')).filter((family) => !family.startsWith('_'))).toEqual([]);
  });

  it('of a user without data is certified, too', async () => {
    const { entry } = await stores.eraseSubject({ userId: 'unknown' }, call);
    await sleep(DERIVED_MS + 100);
    await stores.work();
    expect(await stores.ledger.get(entry, call)).toMatchObject({ state: 'certified' });
  });
});
