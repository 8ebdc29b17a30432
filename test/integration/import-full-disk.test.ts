import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedEventStore, type EventStore } from '../support/event-store';
import { runCli } from '../support/run-cli';

let folder: string;
let store: EventStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-import-'));
  store = await embeddedEventStore();
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('an import whose disk is full', () => {
  it('keeps every reject when it is gone on with', async () => {
    const nobody = { action: 'click', adId: 'a', eventTime: Date.now() - 60_000, userId: '' };
    const count = 300;
    const records = Array.from({ length: count }, () => JSON.stringify(nobody));
    writeFileSync(join(folder, 'in.ndjson'), records.join('\n'));
    const args = ['import', 'in.ndjson', '--rejects', 'rejects', '--batch', '20', '--json'];
    const run = { env: { BIGTABLE_EMULATOR_HOST: store.endpoint }, cwd: folder };
    const full = await runCli(args, { ...run, fileBlocksMax: 64 });
    expect([full.ended, full.stderr]).toEqual([1, expect.stringContaining('EFBIG')]);
    await runCli(args, run);
    const kept = readFileSync(join(folder, 'rejects'), 'utf8').trim().split('\n');
    const lines = kept.map((line) => (JSON.parse(line) as { line: number }).line);
    expect(lines).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  });
});
