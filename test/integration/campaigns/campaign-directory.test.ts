import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { parseCampaign } from '../../../src/core/campaigns/parse-campaign';
import type { Config } from '../../../src/config/index';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import { CampaignDirectory } from '../../../src/operations/campaigns/campaign-directory';
import { createDeleteCampaign } from '../../../src/operations/campaigns/delete-campaign';
import { createListCampaigns } from '../../../src/operations/campaigns/list-campaigns';
import { createPutCampaign } from '../../../src/operations/campaigns/put-campaign';
import { snapshotKey, writeSnapshot } from '../../../src/operations/pacing/pacing-rows';
import { sleep, systemClock } from '../../../src/platform/time/clock';
import { systemRandom } from '../../../src/platform/random';
import { createVersionedWriter } from '../../../src/consistency/write/versioned-writer';
import type { Store } from '../../../src/store/open-store';
import type { RowScan, Scanner } from '../../../src/consistency/store';
import { describeStores, type StoreInstance } from '../../support/bigtable-stores';
import { campaignBody, campaignId } from '../../support/campaigns';
import { memoryLogger } from '../../support/memory-logger';
import { freePort } from '../../support/free-port';
import { openTestStore } from '../../support/open-test-store';
import { applySchema, startStore } from '../../support/running-app';

const schema = loadSchema();
const NOW_MS = Date.parse('2026-11-21T12:00:00Z');

/** A directory and the writers of its campaigns, on a manual clock. */
function worldOf(
  store: Pick<Store, 'reader' | 'writer' | 'scanner'>,
  limits: Partial<Config['campaigns']> = {},
) {
  const all = { ...DEFAULTS.campaigns, ...limits };
  let nowMs = NOW_MS;
  const clock = { ...systemClock, nowMs: () => nowMs };
  const { logger, lines } = memoryLogger();
  const { reader, writer, scanner } = store;
  const cells = createVersionedWriter({
    reader,
    writer,
    clock,
    isReplicated: () => false,
    limits: { clockSkewMaxMs: 100, pointTimeoutMs: 5_000 },
  });
  const directory = new CampaignDirectory({
    scanner,
    schema,
    clock,
    random: systemRandom,
    logger,
    limits: all,
  });
  const onWritten = (): void => directory.refreshSoon();
  const put = createPutCampaign({ cells, schema, clock, limits: all, onWritten });
  const remove = createDeleteCampaign({ cells, onWritten });
  return {
    directory,
    list: createListCampaigns({ scanner, schema, limits: all }),
    put: (n: number, over: object = {}) =>
      put(parseCampaign(campaignBody(over), { id: campaignId(n) })).then(() => undefined),
    remove: (n: number) => remove({ id: campaignId(n) }),
    lines,
    setNow: (iso: string) => (nowMs = Date.parse(iso)),
  };
}

/** Scans that have read everything and end when the gate opens. */
function gated(scanner: Scanner) {
  const [hasRead, tellRead] = promiseAndResolve();
  const [isOpen, open] = promiseAndResolve();
  const scan: Scanner['scan'] = async function* (...args) {
    yield* scanner.scan(...args);
    tellRead();
    await isOpen;
  };
  return { scanner: { ...scanner, scan }, hasRead, open };
}

function promiseAndResolve(): [Promise<void>, () => void] {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return [promise, resolve];
}

const idsOf = (directory: CampaignDirectory): string[] =>
  directory
    .campaigns()
    .map(({ id }) => id)
    .sort();
const ids = (...numbers: readonly number[]): string[] => numbers.map(campaignId);
const days = (firstDay: string, lastDay: string) => ({ flights: [{ firstDay, lastDay, unitsPerDay: 5 }] });

describeStores('The campaign directory', (stores) => {
  let instance: StoreInstance;
  let store: Store;

  beforeEach(async () => {
    instance = stores().instance();
    await applySchema(stores().endpoint, { project: instance.project, instance: 'tidemark' });
    store = openTestStore({
      BIGTABLE_EMULATOR_HOST: stores().endpoint,
      TIDEMARK_PROJECT: instance.project,
    });
  });
  afterEach(() => store.close());

  it('the directory is empty before its first scan and then has all campaigns', async () => {
    const { directory, put, remove } = worldOf(store);
    await Promise.all([put(1), put(2, { paused: true }), put(3)]);
    expect([directory.campaigns(), directory.ageMs()]).toEqual([[], Infinity]);
    await directory.refresh();
    expect(idsOf(directory)).toEqual(ids(1, 2, 3));
    expect(directory.campaigns()[0]).toMatchObject({ action: 'view', priority: 50 });
    expect(directory.ageMs()).toBeLessThan(Infinity);
    await remove(2);
    await put(1, { priority: 7 });
    await directory.refresh();
    expect(idsOf(directory)).toEqual(ids(1, 3));
    expect(directory.campaigns().find(({ id }) => id === campaignId(1))).toMatchObject({ priority: 7 });
  });

  it('a refresh finds everything written before it, even during another scan', async () => {
    const gate = gated(store.scanner);
    const { directory, put } = worldOf({ ...store, scanner: gate.scanner });
    const underWay = directory.refresh();
    await gate.hasRead;
    await put(1);
    const [mine, joined] = [directory.refresh(), directory.refresh()];
    expect(joined).toBe(mine);
    gate.open();
    await underWay;
    expect(idsOf(directory)).toEqual([]);
    await mine;
    expect(idsOf(directory)).toEqual(ids(1));
  });

  it('only changed cells are decoded', async () => {
    const { directory, put } = worldOf(store);
    await put(1);
    await directory.refresh();
    const [before] = directory.campaigns();
    await directory.refresh();
    expect(directory.campaigns()[0]).toBe(before);
    // The same timestamp: only the content differs from the previous version.
    await put(1, { name: 'changed' });
    await directory.refresh();
    expect(directory.campaigns()[0]).toMatchObject({ name: 'changed' });
  });

  it('campaigns that ended before yesterday leave the directory', async () => {
    const { directory, put, setNow } = worldOf(store);
    await put(1, days('2026-11-01', '2026-11-19'));
    await put(2, days('2026-11-01', '2026-11-20'));
    await put(3, days('2026-11-22', '2026-11-30'));
    await directory.refresh();
    expect(idsOf(directory)).toEqual(ids(2, 3));
    setNow('2026-11-22T00:00Z');
    await directory.refresh();
    expect(idsOf(directory)).toEqual(ids(3));
  });

  it('campaigns beyond the maximum are left out, always the same ones, and logged once', async () => {
    const { directory, put, lines, setNow } = worldOf(store, { campaignsMax: 3 });
    for (const n of [1, 2, 3, 4, 5]) await put(n, days('2026-11-20', n === 5 ? '2026-11-30' : '2026-11-21'));
    await directory.refresh();
    const held = idsOf(directory);
    expect([held.length, directory.leftOut()]).toEqual([3, 2]);
    await directory.refresh();
    expect(idsOf(directory)).toEqual(held);
    expect(lines().map(({ level, leftOut }) => ({ level, leftOut }))).toEqual([
      { level: 'error', leftOut: 2 },
    ]);
    setNow('2026-11-23T12:00Z');
    await directory.refresh();
    expect([idsOf(directory), directory.leftOut()]).toEqual([ids(5), 0]);
    expect(lines().at(-1)).toMatchObject({ level: 'info' });
  });

  it('invalid campaigns are left out and logged once', async () => {
    const { directory, put, lines } = worldOf(store);
    await put(1);
    const value = Buffer.from('not a message');
    const cell = setCell('campaign', Buffer.from('current'), NOW_MS * 1_000, value);
    await instance.client.mutateRow('campaigns', { key: rowKey(campaignId(2)), mutations: [cell] });
    await directory.refresh();
    await directory.refresh();
    expect(idsOf(directory)).toEqual(ids(1));
    expect(directory.unreadable()).toMatchObject([{ id: campaignId(2) }]);
    expect(lines()).toMatchObject([{ level: 'error', campaignId: campaignId(2) }]);
  });

  it('the directory scans periodically until it is stopped', async () => {
    const { directory, put } = worldOf(store, { refreshIntervalMs: 10 });
    directory.start();
    try {
      for (const n of [1, 2]) {
        await put(n);
        while (!idsOf(directory).includes(campaignId(n))) await sleep(systemClock, 5);
      }
    } finally {
      await directory.stop();
    }
    await put(3);
    await expect(directory.refresh()).rejects.toMatchObject({ code: expect.any(String) as string });
    expect(idsOf(directory)).toEqual(ids(1, 2));
  });

  it('a write of the own process triggers a scan before the next periodic one', async () => {
    const { directory, put, remove } = worldOf(store, { refreshIntervalMs: 3_600_000, refreshSoonMs: 1 });
    directory.start();
    try {
      await directory.refresh();
      for (const n of [1, 2]) {
        await put(n);
        while (!idsOf(directory).includes(campaignId(n))) await sleep(systemClock, 5);
      }
      await remove(1);
      while (idsOf(directory).length > 1) await sleep(systemClock, 5);
    } finally {
      await directory.stop();
    }
  });

  it('a list reads page by page, and only a limited number of rows per page', async () => {
    const { list, put } = worldOf(store, { scannedMax: 4 });
    for (let n = 1; n <= 10; n++) await put(n, days('2026-11-20', n === 7 ? '2026-12-24' : '2026-11-21'));
    const found: string[][] = [];
    let next: string | undefined;
    do {
      const page = await list({ activeOn: '2026-12-24', ...(next !== undefined && { pageToken: next }) });
      found.push(page.campaigns.map(({ id }) => id));
      next = page.nextPageToken;
    } while (next !== undefined);
    expect(found.length).toBe(3);
    expect(found.flat()).toEqual(ids(7));
  });

  it("scans skip the controllers' internal rows, which may be gigabytes", async () => {
    const scans: RowScan[] = [];
    const scan: Scanner['scan'] = (wanted, options) => {
      scans.push(wanted);
      return store.scanner.scan(wanted, options);
    };
    const { directory, list, put } = worldOf({ ...store, scanner: { ...store.scanner, scan } });
    const numbers = Array.from({ length: 40 }, (_, i) => i);
    await Promise.all(numbers.map((n) => put(n)));
    const published = { epoch: 7, sequence: 80 };
    const snapshot = { ...published, decidedAtMs: NOW_MS, controller: 'a', states: [] };
    await writeSnapshot(store.writer, snapshot, { timestampMs: NOW_MS });
    await directory.refresh();
    expect(idsOf(directory)).toEqual(ids(...numbers));
    const listed = new Set<string>();
    let next: string | undefined;
    do {
      const page = await list({ pageSize: 3, ...(next !== undefined && { pageToken: next }) });
      for (const { id } of page.campaigns) listed.add(id);
      next = page.nextPageToken;
    } while (next !== undefined);
    expect([...listed].sort()).toEqual(ids(...numbers));
    const states = snapshotKey(published);
    const reads = ({ ranges }: RowScan): boolean =>
      ranges?.some(
        ({ start, end }) =>
          (start === undefined || start.key.compare(states) <= 0) &&
          (end === undefined || end.key.compare(states) > 0),
      ) ?? true;
    expect(scans.filter(reads)).toEqual([]);
  });

  it('pages are shorter when campaigns are large', async () => {
    const { list, put } = worldOf(store, { pageBytesMax: 100 });
    for (const n of [1, 2, 3]) await put(n, { name: 'n'.repeat(n === 3 ? 100 : 30) });
    const found: number[] = [];
    let next: string | undefined;
    do {
      const page = await list(next === undefined ? {} : { pageToken: next });
      found.push(page.campaigns.length);
      next = page.nextPageToken;
    } while (next !== undefined);
    expect(found.reduce((sum, length) => sum + length, 0)).toBe(3);
    expect(Math.max(...found)).toBeLessThan(3);
  });
});

describe('The campaign directory during an outage of the store', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-directory-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('the directory keeps its campaigns, reports their age, and resumes after the outage', async () => {
    const port = await freePort();
    const first = await startStore({ dataDir: folder, port });
    const store = openTestStore({ BIGTABLE_EMULATOR_HOST: first.endpoint });
    // Enough time for an available store on a busy machine.
    const { directory, put } = worldOf(store, { refreshTimeoutMs: 3_000 });
    try {
      await put(1);
      await directory.refresh();
      await first.close();
      const before = directory.ageMs();
      await expect(directory.refresh()).rejects.toMatchObject({ retryable: true });
      expect(idsOf(directory)).toEqual(ids(1));
      expect(directory.ageMs()).toBeGreaterThan(before);
      const second = await startStore({ dataDir: folder, port });
      try {
        await put(2);
        await directory.refresh();
        expect(idsOf(directory)).toEqual(ids(1, 2));
      } finally {
        await second.close();
      }
    } finally {
      await store.close();
    }
  });
});
