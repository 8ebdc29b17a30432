/** The deletion of what a withdrawal hides, from its entry in the ledger to its certificate, in several clusters. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { rowKey } from '../../../src/core/rows/row-key';
import { createConsentWithLedger } from '../../../src/operations/privacy/create-consent-operations';
import { systemClock } from '../../../src/platform/time/clock';
import { ledgerKeysOf } from '../../../src/store/privacy-keys';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { click, storedCells } from '../../support/events';
import { openPrivacyStores, type PrivacyStores } from '../../support/privacy-world';
import { TRANSACTIONAL_REGIONS } from '../../support/transactional-regions';
import { until } from '../../support/until';

const CALL = { timeoutMs: 10_000 };
const HOUR_MS = 3_600_000;
const ID = 'withdrawn';

describe('A withdrawal', () => {
  let world: ConsistencyWorld;
  let eu: PrivacyStores;

  beforeAll(async () => {
    world = await startConsistencyWorld(TRANSACTIONAL_REGIONS);
  });
  afterAll(async () => {
    await eu?.close();
    await world.close();
  });

  it('has the data of its purpose deleted at every cluster and certified, and no other data', async () => {
    const config = loadConfig({
      ...world.env('eu'),
      TIDEMARK_CONSENT_POLICY: 'enforce',
      TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '100',
      TIDEMARK_CLOCK_SKEW_MAX_MS: '20',
    });
    eu = openPrivacyStores(config);
    for (const store of [eu.serving, eu.batch]) store.start();
    await eu.serving.warmUp(CALL);
    const keys = ledgerKeysOf(config.privacy);
    const consent = createConsentWithLedger({
      store: eu.serving,
      schema: loadSchema(),
      clock: systemClock,
      config,
      keys,
    });
    const decide = (purpose: string, granted: boolean, atMs?: number) =>
      consent.setConsent({ subjectId: ID, decisions: [{ purpose, granted, atMs }] }, CALL);
    for (const purpose of ['ads_measurement', 'ads_personalization'])
      await decide(purpose, true, Date.now() - HOUR_MS);
    const [event] = storedCells([click(Date.now() - 60_000, { userId: ID })]);
    const { qualifier, timestampMicros, value } = event!;
    const mutations = [setCell('ad_action', qualifier as Buffer, timestampMicros, value as Buffer)];
    await eu.serving.writer.mutateRow('users', { key: rowKey(ID), mutations }, CALL);
    const cell = { table: 'users', key: rowKey(ID), family: 'profile', qualifier: Buffer.from('a') };
    await eu.serving.cells.put({ ...cell, value: Buffer.from('1') }, CALL);
    expect(await storedFamilies()).toEqual(expect.arrayContaining(['ad_action', 'profile']));

    await decide('ads_measurement', false);
    await until(async () => {
      await eu.work();
      const [entry] = await eu.ledger.find(ID, CALL);
      return entry?.state === 'certified';
    });
    const [entry] = await eu.ledger.find(ID, CALL);
    expect(entry).toMatchObject({ kind: 'withdrawal', purpose: 'ads_measurement', state: 'certified' });
    const left = await storedFamilies();
    expect(left.filter((family) => !family.startsWith('_'))).toEqual(['profile']);
  });

  /** Families of the user's cells, in any cluster. */
  async function storedFamilies(): Promise<readonly string[]> {
    await world.heal();
    const read = { table: 'users', keys: [rowKey(ID)], filter: { passAllFilter: true } };
    const found = await Promise.all(
      [eu.serving, eu.batch].map(({ tables }) => tables.clusterRows(read, CALL)),
    );
    const rows = found.flatMap((each) => [...each.values()].flat());
    return [...new Set(rows.flatMap(({ cells }) => cells.map(({ family }) => family)))].sort();
  }
});
