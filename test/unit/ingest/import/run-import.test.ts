import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { DEFAULTS } from '../../../../src/config/defaults';
import { TidemarkError } from '../../../../src/errors';
import { CheckpointFile } from '../../../../src/platform/files/checkpoint-file';
import type { ImportSummary } from '../../../../src/ingest/import/import-summary';
import { runImport, type ImportCheckpoint } from '../../../../src/ingest/import/run-import';
import type { IngestAnswer, IngestEvents } from '../../../../src/operations/events/ingest-events';
import { seededRandom } from '../../../../src/platform/random';
import { AD_ACTION, click, eventRules } from '../../../support/events';
import { VirtualClock } from '../../../support/virtual-clock';

const HOPELESS = new TidemarkError('data_corrupted', 'no retry fixes it');

/** Rows are written when `store` is called, and counts over all users when `count` is, each the oldest first. */
function world(records: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-importer-'));
  const checkpoint = new CheckpointFile<ImportCheckpoint>({
    path: join(folder, 'checkpoint'),
    identity: 'this input',
    option: 'checkpoint',
    scope: 'input',
  });
  const clock = new VirtualClock();
  const stores: (() => void)[] = [];
  const counts: ((answer?: IngestAnswer) => void)[] = [];
  let begun = 0;
  const ingest: IngestEvents = async (inputs, { onStored } = {}) => {
    begun++;
    await new Promise<void>((resolve) => stores.push(resolve));
    onStored?.();
    const accepted = { outcomes: inputs.map(() => ({ status: 'accepted' }) as const), token: EMPTY_TOKEN };
    return new Promise((resolve) => counts.push((answer = accepted) => resolve(answer)));
  };
  const settle = (): Promise<void> => clock.advance(0);
  const all = async (what: { shift(): (() => void) | undefined }): Promise<void> => {
    for (let next = what.shift(); next !== undefined; next = what.shift()) next();
    await settle();
  };
  async function* lines() {
    for (let line = 1; line <= records; line++) yield Promise.resolve({ line, raw: '', fields: {} });
  }
  const limits = { batchEvents: 2, batchesInFlight: 3, batchesUnsettledMax: 7, checkpointIntervalMs: 0 };
  const policy = { initialDelayMs: 1, maxDelayMs: 1, timeoutMs: 1 };
  const summary: Promise<ImportSummary> = runImport(
    {
      source: { records: { [Symbol.asyncIterator]: lines }, bytesRead: () => 0 },
      toInput: ({ line }) => ({ event: click(line * 60_000), dataType: AD_ACTION }),
      shiftDays: 0,
      checkpoint,
      signal: new AbortController().signal,
    },
    {
      ingest,
      clock,
      policy,
      random: seededRandom(1),
      rules: eventRules(),
      limits: { ...DEFAULTS.importer, ...limits },
    },
  );
  return {
    stores,
    counts,
    summary,
    settle,
    begun: () => begun,
    storeAll: () => all(stores),
    countAll: () => all(counts),
    checkpointed: () => checkpoint.load()?.tally.records,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

describe('An import', () => {
  let open: ReturnType<typeof world>;
  afterEach(() => open.close());

  it('batches are written while counts over all users are pending, within limits', async () => {
    open = world(40);
    await open.settle();
    expect(open.begun()).toBe(3);
    await open.storeAll();
    expect(open.begun()).toBe(6);
    await open.storeAll();
    // The maximum number of uncompleted batches.
    expect(open.begun()).toBe(7);
    await open.storeAll();
    expect([open.begun(), open.checkpointed()]).toEqual([7, 0]);
    while (open.begun() < 20 || open.counts.length + open.stores.length > 0) {
      await open.countAll();
      await open.storeAll();
    }
    expect(await open.summary).toMatchObject({ status: 'complete', records: 40, accepted: 40 });
  });

  it('the checkpoint covers only records whose counts are durable, and all before them', async () => {
    open = world(40);
    await open.settle();
    for (let round = 0; round < 3; round++) await open.storeAll();
    const [first, second, third] = open.counts.splice(0, 3);
    second!();
    third!();
    await open.settle();
    expect(open.checkpointed()).toBe(0);
    first!();
    await open.settle();
    await open.storeAll();
    expect(open.checkpointed()).toBe(6);
    const [next, failing] = open.counts.splice(0, 2);
    failing!({ outcomes: [1, 2].map(() => ({ status: 'failed', error: HOPELESS })), token: EMPTY_TOKEN });
    next!();
    while (open.counts.length + open.stores.length > 0) {
      await open.countAll();
      await open.storeAll();
    }
    expect(await open.summary).toMatchObject({
      status: 'failed',
      records: 8,
      error: { code: 'data_corrupted' },
    });
    expect(open.checkpointed()).toBe(8);
  });
});
