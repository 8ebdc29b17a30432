import { type LocalBigtable, startLocalBigtable } from '../../../src/local-bigtable/server';
import type { CommitStorage } from '../../../src/local-bigtable/storage/commit-storage';
import { bytes, RawBigtable } from '../../conformance/raw-bigtable';

/** Storage whose commits end when the test opens the gate. */
class GatedStorage implements CommitStorage {
  #gate: Promise<void> = Promise.resolve();
  #open: () => void = () => undefined;
  async load(): Promise<number> {
    return 0;
  }
  async close(): Promise<void> {}
  commit(): Promise<void> {
    return this.#gate;
  }
  shut(): void {
    this.#gate = new Promise((resolve) => (this.#open = resolve));
  }
  open(): void {
    this.#open();
  }
}

const set = (value: string) => ({
  setCell: { familyName: 'f', columnQualifier: bytes('q'), value: bytes(value) },
});

describe('answers wait until their data is durable', () => {
  const storage = new GatedStorage();
  let server: LocalBigtable;
  let bigtable: RawBigtable;
  let made = 0;

  beforeAll(async () => {
    server = await startLocalBigtable({ host: '127.0.0.1', port: 0, storage });
    bigtable = new RawBigtable(server.endpoint);
    await bigtable.createTable('t', { f: {} });
    await bigtable.createTable('aside', { f: {} });
    for (const key of ['a', 'b', 'c']) await bigtable.mutate('t', key, [set('old')]);
  });

  beforeEach(() => storage.shut());
  afterEach(() => storage.open());

  afterAll(async () => {
    bigtable.close();
    await server.close();
  });

  const keys = (...names: string[]) => ({ rows: { rowKeys: names.map(bytes) } });

  /**
   * Returns whether the call waits for the commit in progress; then lets it end. Requests on one connection arrive in
   * order, so a call without an answer after a later one was answered is waiting. Nothing is ever written to the table
   * of that later call.
   */
  async function waits(call: Promise<unknown>): Promise<boolean> {
    let over = false;
    const ended = call.then(() => (over = true));
    for (let round = 0; round < 3; round++) await bigtable.read('aside');
    const waited = !over;
    storage.open();
    await ended;
    return waited;
  }

  it('a writer waits for its write', async () => {
    expect(await waits(bigtable.mutate('t', 'a', [set('new')]))).toBe(true);
  });

  it.each<[string, (bigtable: RawBigtable) => Promise<unknown>]>([
    ['a read of the changed row', (each) => each.read('t', keys('a'))],
    ['a scan over it', (each) => each.read('t')],
    ['a sample of keys', (each) => each.sampleRowKeys('t')],
    [
      'a check of it that changes nothing',
      (each) => each.checkAndMutate('t', 'a', { falseMutations: [set('x')] }),
    ],
    ['a second write to it', (each) => each.mutate('t', 'a', [set('newer')])],
  ])('%s waits for the write in progress', async (_, call) => {
    const write = bigtable.mutate('t', 'a', [set('new')]);
    expect(await waits(call(bigtable))).toBe(true);
    await write;
  });

  it('a read of a deleted row waits for the deletion', async () => {
    const deletion = bigtable.mutate('t', 'c', [{ deleteFromRow: {} }]);
    expect(await waits(bigtable.read('t', keys('c')))).toBe(true);
    await deletion;
  });

  it.each<[string, (bigtable: RawBigtable, id: string) => Promise<unknown>]>([
    ['the definition of a table', (each, id) => each.getTable(id)],
    ['a list of tables', (each) => each.listTables()],
    ['a read of it', (each, id) => each.read(id)],
  ])('%s waits for the creation and the deletion of the table', async (_, call) => {
    const id = `new-${(made += 1)}`;
    const creation = bigtable.createTable(id, { f: {} });
    expect(await waits(call(bigtable, id))).toBe(true);
    await creation;
    storage.shut();
    const deletion = bigtable.deleteTable(id);
    expect(await waits(call(bigtable, id).catch(() => undefined))).toBe(true);
    await deletion;
  });

  it('a read of other rows does not wait', async () => {
    const write = bigtable.mutate('t', 'a', [set('new')]);
    expect(await waits(bigtable.read('t', keys('b')))).toBe(false);
    await write;
  });
});
