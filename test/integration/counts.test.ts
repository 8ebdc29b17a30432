import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ActionEvent } from '../../src/core/events/event';
import { importFile } from '../../src/ingest/import-file';
import {
  embeddedEventStore,
  googleEventStore,
  importerDependencies,
  type EventStore,
} from '../support/event-store';
import { expectEveryCount } from '../support/every-count';
import { AD_ACTION, jsonOf } from '../support/events';
import { googleBigtableSkipReason } from '../support/google-bigtable';
import { randomLog } from '../support/random-log';
import { deduplicate } from '../support/reference-counts';

const SEED = 20_261_121;
const skipReason = googleBigtableSkipReason();

describe.each([
  { store: 'the embedded Bigtable', start: () => embeddedEventStore(), skip: undefined },
  { store: "Google's emulator", start: googleEventStore, skip: skipReason },
])('a log imported into $store', ({ start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  const asOfMs = Date.now();
  const log = randomLog({ seed: SEED, endMs: asOfMs, users: 6, events: 1_500, days: 35 });
  let folder: string;
  let store: EventStore;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-counts-'));
    if (skip === undefined) store = await start();
  });

  afterAll(async () => {
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  when(
    `is counted exactly, in every window, level and group (seed ${SEED})${skip === undefined ? '' : `: ${skip}`}`,
    async () => {
      const summary = await importLog(folder, store, log);
      const distinct = deduplicate(log).length;
      expect(summary).toMatchObject({
        status: 'complete',
        records: log.length,
        accepted: distinct,
        duplicates: log.length - distinct,
        rejected: 0,
      });
      expect(log.length - distinct).toBeGreaterThan(500);
      const compared = await expectEveryCount({ ...store, asOfMs }, log);
      expect(compared).toBeGreaterThan(20_000);
    },
  );

  when('stays so when it is imported again, in another order', async () => {
    await importLog(folder, store, log.toReversed());
    await expectEveryCount({ ...store, asOfMs }, log);
  });
});

async function importLog(folder: string, store: EventStore, log: readonly ActionEvent[]) {
  const file = join(folder, 'log.ndjson');
  const lines = log.map((event) => JSON.stringify(jsonOf(event)));
  writeFileSync(file, `${lines.join('\n')}\n`);
  return importFile(
    {
      file,
      stdin: Readable.from([]),
      format: 'ndjson',
      recordBytesMax: 100_000,
      dataType: AD_ACTION,
      mapping: { columns: {}, constants: {}, timeFormat: 'iso' },
      shiftToNow: false,
      restart: false,
      target: 'test',
      signal: new AbortController().signal,
    },
    importerDependencies(store),
  );
}
