/** Replays of the ledger after restores, on the embedded Bigtable. */
import { columnsOf } from '../../../src/bigtable/read/filters';
import { deleteFromFamily, setCell } from '../../../src/bigtable/write/mutations';
import { DEFAULTS } from '../../../src/config/defaults';
import { loadConfig } from '../../../src/config/index';
import { verifyCertificate } from '../../../src/core/privacy/certificate';
import { decisionColumn, PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { rowKey } from '../../../src/core/rows/row-key';
import {
  replayLedger,
  type ReplayJob,
  type ReplayTally,
} from '../../../src/operations/privacy/replay-ledger';
import { systemClock } from '../../../src/platform/time/clock';
import { systemRandom } from '../../../src/platform/random';
import { ledgerKeysOf } from '../../../src/store/privacy-keys';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { click, storedCells } from '../../support/events';
import { openPrivacyStores, WHOLE, type PrivacyStores } from '../../support/privacy-world';
import { TRANSACTIONAL_REGIONS } from '../../support/transactional-regions';

const call = { timeoutMs: 10_000 };

describe('A replay of the ledger', () => {
  let world: ConsistencyWorld;
  let stores: PrivacyStores;
  /** Tables whose replication replays have waited for. */
  const awaited: string[] = [];
  const config = () =>
    loadConfig({
      ...world.env('eu'),
      TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '200',
      TIDEMARK_CLOCK_SKEW_MAX_MS: '20',
      TIDEMARK_CONSENT_POLICIES: 'users/profile=enforce',
    });

  beforeAll(async () => {
    world = await startConsistencyWorld(TRANSACTIONAL_REGIONS);
    stores = openPrivacyStores(config());
    stores.serving.start();
    stores.batch.start();
    await stores.serving.warmUp(call);
  });
  afterAll(async () => {
    await stores.close();
    await world.close();
  });

  const event = (id: string, atMs: number) => {
    const [cell] = storedCells([click(atMs, { userId: id })]);
    const { qualifier, timestampMicros, value } = cell!;
    return setCell('ad_action', qualifier as Buffer, timestampMicros, value as Buffer);
  };
  const object = (atMs: number) => setCell('profile', Buffer.from('a'), atMs * 1_000, Buffer.from('1'));
  const mutate = (id: string, mutations: readonly ReturnType<typeof object>[]): Promise<unknown> =>
    stores.serving.tables.writer.mutateRow('users', { key: rowKey(id), mutations }, call);
  const stored = async (id: string): Promise<readonly string[]> => {
    await world.heal();
    const read = { table: 'users', key: rowKey(id), filter: { familyNameRegexFilter: '[^_].*' } };
    const { row } = await stores.serving.tables.reader.readRow(read, { level: 'eventual' }, call);
    return (row?.cells ?? []).map(({ family, timestampMicros }) => `${family}@${timestampMicros / 1_000}`);
  };
  const replay = async (job: Partial<ReplayJob> = {}): Promise<ReplayTally> => {
    await world.heal();
    const { ledger, hideSubject, sweeping, corpora } = stores;
    const limits = { ...DEFAULTS.privacy, rowsPerPage: 2 };
    const common = { clock: systemClock, random: systemRandom, rate: { reserve: () => 0 }, limits };
    const { reader, scanner, writer } = sweeping;
    const keys = ledgerKeysOf(config().privacy)!;
    return replayLedger(
      {
        ...common,
        ledger,
        hideSubject,
        reader,
        scanner,
        writer,
        corpora,
        keys,
        tables: () => [{ corpus: 'users', table: 'users' }],
        awaitReplication: async (tables) => {
          awaited.push(...tables);
          await world.heal();
        },
      },
      { worker: WHOLE, dryRun: false, ...job },
    );
  };

  it('hides and deletes again what a restore has brought back, and keeps what came later', async () => {
    const beforeMs = Date.now() - 60_000;
    await mutate('ann', [event('ann', beforeMs), object(beforeMs)]);
    const { entry } = await stores.eraseSubject({ userId: 'ann' }, call);
    await stores.work();
    expect(await stored('ann')).toEqual([]);
    const laterMs = entry.times!.eventsUpToMs + 60_000;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const recentMs = Date.now();
    // The restored row has the data of before, and no tombstone.
    await mutate('ann', [
      deleteFromFamily(PRIVACY_FAMILY),
      event('ann', beforeMs),
      object(beforeMs),
      event('ann', laterMs),
      object(recentMs),
      object(laterMs),
    ]);
    await mutate('bob', [event('bob', beforeMs)]);
    expect(await replay({ dryRun: true })).toEqual({ rows: 2, matched: 1, erased: 1, withdrawn: 0 });
    expect(await stored('ann')).toHaveLength(5);
    expect(await replay()).toEqual({ rows: 2, matched: 1, erased: 1, withdrawn: 0 });
    const read = { table: 'users', key: rowKey('ann'), filter: { familyNameRegexFilter: '[^_].*' } };
    const { row } = await stores.serving.reader.readRow(read, { level: 'strict' }, call);
    expect(row?.cells.map(({ timestampMicros }) => timestampMicros / 1_000)).toEqual([laterMs]);
    await stores.work();
    expect(await stored('ann')).toEqual([
      `ad_action@${laterMs}`,
      `profile@${laterMs}`,
      `profile@${recentMs}`,
    ]);
    expect(await stored('bob')).toHaveLength(1);
    const certified = await stores.getErasure('ann', call);
    expect(certified).toMatchObject({ state: 'certified', replayOf: entry.id });
    expect(verifyCertificate(certified.certificate!).statement).toMatchObject({ replayOf: entry.id });
  });

  it('keeps what the user has decided since the request, as all tombstones of the erasure do', async () => {
    const decided = (granted: boolean, atMs: number) =>
      setCell(
        PRIVACY_FAMILY,
        decisionColumn('ads_personalization', granted),
        atMs * 1_000,
        Buffer.from('{}'),
      );
    const decisions = async (): Promise<readonly string[]> => {
      await world.heal();
      const read = { table: 'users', key: rowKey('fay'), filter: columnsOf(PRIVACY_FAMILY) };
      const { row } = await stores.serving.tables.reader.readRow(read, { level: 'eventual' }, call);
      return (row?.cells ?? [])
        .map(({ qualifier, timestampMicros }) => `${qualifier.toString()}@${timestampMicros / 1_000}`)
        .filter((name) => /^[gw]/.test(name));
    };
    const before = decided(true, Date.now() - 60_000);
    await mutate('fay', [object(Date.now() - 60_000), before]);
    const { entry } = await stores.eraseSubject({ userId: 'fay' }, call);
    const atMs = Date.now();
    const later = [decided(true, atMs), decided(false, atMs + 1)];
    const kept = [`gads_personalization@${atMs}`, `wads_personalization@${atMs + 1}`];
    await mutate('fay', later);
    await stores.work();
    expect(await decisions()).toEqual(kept);
    const certified = (await stores.ledger.find('fay', call)).find(({ id }) => id === entry.id)!;
    expect(certified.times!.objectsUpToMs).toBeGreaterThan(atMs);
    await mutate('fay', [deleteFromFamily(PRIVACY_FAMILY), before, ...later]);
    expect(await replay()).toMatchObject({ matched: 1, erased: 1 });
    await stores.work();
    expect(await decisions()).toEqual(kept);
  });

  it('records withdrawals again', async () => {
    const users = stores.corpora.find(({ name }) => name === 'users')!;
    const { purpose } = users.dataTypes.find(({ family }) => family === 'profile')!;
    const withdrawnAtMs = Date.now() - 5_000;
    await stores.ledger.request({ kind: 'withdrawal', userId: 'cid', purpose, withdrawnAtMs }, call);
    await mutate('cid', [object(withdrawnAtMs - 1_000)]);
    expect(await replay()).toMatchObject({ withdrawn: 1 });
    const record = { table: 'users', key: rowKey('cid'), filter: { familyNameRegexFilter: PRIVACY_FAMILY } };
    const { row } = await stores.serving.tables.reader.readRow(record, { level: 'eventual' }, call);
    expect(row?.cells.map(({ timestampMicros }) => timestampMicros / 1_000)).toEqual([withdrawnAtMs]);
    await stores.work();
    expect(await stored('cid')).toEqual([]);
    const certified = (await stores.ledger.find('cid', call)).find(({ certificate }) => certificate)!;
    const { statement } = verifyCertificate(certified.certificate!);
    expect(statement).toMatchObject({ kind: 'withdrawal', purpose });
    expect(statement).not.toHaveProperty('decisionsErasedUpTo');
    expect(await replay()).toMatchObject({ withdrawn: 0 });
  });

  it('waits until all clusters have the restored rows and the ledger', async () => {
    awaited.length = 0;
    await replay({ dryRun: true });
    expect(awaited).toEqual(['privacy_ledger', 'users']);
  });

  it('does not touch users whose data is gone and whose tombstones are there', async () => {
    await stores.eraseSubject({ userId: 'dan' }, call);
    await stores.work();
    expect(await replay({ dryRun: true })).toMatchObject({ erased: 0 });
    // A backup from between the tombstone and the sweep.
    await mutate('dan', [event('dan', Date.now() - 60_000)]);
    expect(await replay({ dryRun: true })).toMatchObject({ erased: 1 });
  });

  it('resumes after the last row that was done', async () => {
    const places: Parameters<NonNullable<ReplayJob['onSettled']>>[0][] = [];
    const all = await replay({ dryRun: true, onSettled: (place) => places.push(place) });
    expect(places.length).toBeGreaterThan(1);
    const tally = { rows: 2, matched: 0, erased: 0, withdrawn: 0 };
    const resumed = await replay({ dryRun: true, from: { ...places[0]!, tally } });
    expect(resumed.rows).toBe(all.rows);
  });
});
