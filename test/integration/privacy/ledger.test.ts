/** The ledger of erasures, on the embedded Bigtable with several clusters. */
import { loadConfig } from '../../../src/config/index';
import { LEDGER_TABLE } from '../../../src/core/privacy/ledger-table';
import { TidemarkError } from '../../../src/errors';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { openPrivacyStores, type PrivacyStores } from '../../support/privacy-world';

const call = { timeoutMs: 10_000 };
const times = { eventsUpToMs: 20, objectsUpToMs: 10, decisionsUpToMs: 5 };
const ID = '0123456789abcdef'.repeat(2);

describe('The ledger', () => {
  let world: ConsistencyWorld;
  let stores: PrivacyStores;

  beforeAll(async () => {
    world = await startConsistencyWorld();
    stores = openPrivacyStores(loadConfig(world.env('eu')));
    stores.serving.start();
    await stores.serving.warmUp(call);
  });
  afterAll(async () => {
    await stores.close();
    await world.close();
  });

  /** Reads again when a cluster did not answer in time, as workers do: the machine may be busy. */
  const openIds = async (): Promise<readonly string[]> => {
    await world.heal();
    for (;;) {
      try {
        const found: string[] = [];
        for await (const { userId } of stores.ledger.open(call)) found.push(userId);
        return found.sort();
      } catch (error) {
        if (!(error instanceof TidemarkError && error.retryable)) throw error;
      }
    }
  };
  const allOf = async (userId: string): Promise<readonly string[]> => {
    await world.heal();
    const [first] = await stores.ledger.find(userId, call);
    const found: string[] = [];
    for await (const { subject, state } of stores.ledger.all(call))
      if (subject === first!.subject) found.push(state);
    return found;
  };

  it('keeps an entry from its request to its certificate', async () => {
    const { ledger } = stores;
    const { entry } = await ledger.request({ kind: 'erasure', userId: 'ann' }, call);
    expect(entry).toMatchObject({ kind: 'erasure', state: 'requested' });
    expect(entry.dueAtMs - entry.requestedAtMs).toBe(30 * 86_400_000);
    expect(await openIds()).toEqual(['ann']);
    await ledger.record(entry, 'hidden', { times, hiddenAtMs: 15 }, call);
    expect(await ledger.get(entry, call)).toMatchObject({ state: 'hidden', times, hiddenAtMs: 15 });
    await ledger.record(entry, 'certified', { certifiedAtMs: Date.now(), certificate: '{}' }, call);
    await ledger.close(entry, call);
    expect(await openIds()).toEqual([]);
    expect(await ledger.find('ann', call)).toMatchObject([
      { id: entry.id, state: 'certified', certificate: '{}' },
    ]);
    expect(await allOf('ann')).toEqual(['certified']);
  });

  it('does not have the id of a user whose entry is certified', async () => {
    const { ledger, serving } = stores;
    const { entry } = await ledger.request({ kind: 'erasure', userId: 'someone-in-particular' }, call);
    await ledger.close(entry, call);
    await world.heal();
    const scan = { table: LEDGER_TABLE, filter: { passAllFilter: true } };
    for await (const { key, cells } of serving.tables.scanner.scan(scan, call))
      for (const text of [key, ...cells.flatMap(({ qualifier, value }) => [qualifier, value])])
        expect(text.toString()).not.toContain('particular');
  });

  it('takes a repeated request with the same id as the same one', async () => {
    const { ledger } = stores;
    const request = { kind: 'withdrawal', userId: 'bob', purpose: 'ads', id: ID } as const;
    const { entry } = await ledger.request(request, call);
    expect((await ledger.request(request, call)).entry).toEqual(entry);
    expect(await ledger.find('bob', call)).toMatchObject([{ id: ID, kind: 'withdrawal', purpose: 'ads' }]);
    await ledger.record(entry, 'certified', { certifiedAtMs: Date.now(), certificate: '{}' }, call);
    await ledger.close(entry, call);
    expect((await ledger.request(request, call)).entry).toMatchObject({ id: ID, state: 'certified' });
    expect(await openIds()).not.toContain('bob');
  });

  it('adds an entry for each request without an id', async () => {
    const { ledger } = stores;
    for (let at = 0; at < 2; at++) await ledger.request({ kind: 'erasure', userId: 'cid' }, call);
    expect(await ledger.find('cid', call)).toHaveLength(2);
    expect(await openIds()).toEqual(['cid', 'cid']);
  });
});
