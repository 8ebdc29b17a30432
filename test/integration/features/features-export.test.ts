import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/index';
import type { ActionEvent } from '../../../src/core/events/event';
import { FeatureSpecCache } from '../../../src/core/features/feature-spec-cache';
import { examplesIn } from '../../support/feature-examples';
import { exportFeaturesFile, type ExportOptions } from '../../../src/ingest/export/export-features-file';
import type { ExportDependencies, ExportSummary } from '../../../src/ingest/export/run-export';
import { createCountOperations } from '../../../src/operations/counts/create-count-operations';
import { createExportFeatures } from '../../../src/operations/features/export-features';
import { systemClock } from '../../../src/platform/time/clock';
import { systemRandom } from '../../../src/platform/random';
import { Readable } from 'node:stream';
import { TidemarkError } from '../../../src/errors';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { adEvent, DAY_MS, inputsOf } from '../../support/events';
import { sendJson } from '../../support/http-server';
import { randomLog } from '../../support/random-log';
import { runCli, type CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { startApp, type RunningApp } from '../../support/running-app';
import { tidemarkError } from '../../support/tidemark-error';

const USERS = 4;

interface Line {
  readonly userId: string;
  readonly asOf: string;
  readonly labels: Readonly<Record<string, unknown>>;
  readonly values: readonly (number | null)[];
}

interface Asked {
  readonly userId: string;
  readonly asOf: string;
  readonly adId: string;
  readonly campaignId: string;
}

describe('features exported for training', () => {
  let store: EventStore;
  let running: RunningApp;
  let folder: string;
  const file = (name: string): string => join(folder, name);

  beforeEach(async () => {
    store = await embeddedEventStore();
    running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint });
    folder = mkdtempSync(join(tmpdir(), 'tidemark-features-'));
  });

  afterEach(async () => {
    await running.app.drain();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const cli = (...args: string[]): Promise<CliRun> =>
    runCommandLine(args, { env: { BIGTABLE_EMULATOR_HOST: store.endpoint }, cwd: folder });

  function writeInput(records: number, recordOf: (i: number) => object): void {
    const lines = Array.from({ length: records }, (_, i) => JSON.stringify(recordOf(i)));
    writeFileSync(file('in.ndjson'), `${lines.join('\n')}\n`);
  }

  async function ingest(events: readonly ActionEvent[]): Promise<void> {
    const { outcomes } = await store.ingest(inputsOf(events));
    expect(outcomes.filter(({ status }) => status === 'failed' || status === 'rejected')).toEqual([]);
  }

  /** Returns the answer of the API, as of now by default. */
  async function serve(userId: string, candidate: object, asOf?: string): Promise<Line> {
    const query = { userId, candidates: [candidate], ...(asOf !== undefined && { asOf }) };
    const { json, status } = await sendJson(running.port, '/v1/features:fatigue', query);
    expect(status).toBe(200);
    const [{ values }] = json['candidates'] as [Pick<Line, 'values'>];
    return { userId, asOf: json['asOf'] as string, labels: {}, values };
  }

  async function exported(...args: string[]): Promise<ExportSummary> {
    const { ended, stdout, stderr } = await cli('features', 'export', ...args, '--json');
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: expect.any(String) as string });
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as ExportSummary;
  }

  const linesOf = (name: string): Line[] =>
    readFileSync(file(name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);

  const candidateOf = (i: number) => ({ adId: `${i % 12}`, campaignId: `cmp-${(i % 12) >> 2}` });

  it('are what serving answered at that moment, whatever has come since, and after compaction', async () => {
    const startMs = Date.now();
    await ingest(randomLog({ seed: 5, endMs: startMs, users: USERS, events: 800, days: 40 }));
    const asked: Asked[] = [];
    const served: Line[] = [];
    const ask = async (i: number, asOf?: string): Promise<void> => {
      const userId = `user-${i % (USERS + 1)}`;
      const line = await serve(userId, candidateOf(i), asOf);
      served.push(line);
      asked.push({ userId, asOf: line.asOf, ...candidateOf(i) });
    };
    for (let i = 0; i < 20; i++) await ask(i);
    for (let i = 0; i < 20; i++) await ask(i, new Date(startMs - i * 37 * 3_600_000).toISOString());
    const lastMs = Date.now();
    await ingest(eventsFrom(lastMs));
    const records = asked.map((each, i) => JSON.stringify({ ...each, clicked: i % 2, weight: 0.5 }));
    writeFileSync(file('asked.ndjson'), `${records.join('\n')}\n`);
    await exported('asked.ndjson', '--output', 'before.ndjson');
    expect((await cli('compact')).ended).toBe(0);
    const summary = await exported('asked.ndjson', '--output', 'after.ndjson');

    expect(linesOf('before.ndjson').map(({ values }) => values)).toEqual(served.map(({ values }) => values));
    expect(readFileSync(file('after.ndjson'))).toEqual(readFileSync(file('before.ndjson')));
    expect(linesOf('after.ndjson')[7]).toMatchObject({ ...served[7], labels: { clicked: 1, weight: 0.5 } });
    expect(summary).toMatchObject({
      status: 'complete',
      records: 40,
      exported: 40,
      rejected: 0,
      truncated: 0,
    });
    expect(JSON.parse(readFileSync(file('after.ndjson.layout.json'), 'utf8'))).toMatchObject({
      version: 1,
      layout: summary.layout,
      names: expect.arrayContaining(['ad.ctr.30d']) as string[],
    });
    expect(existsSync(file('after.ndjson.tidemark-checkpoint'))).toBe(false);
    const { names } = JSON.parse(readFileSync(file('after.ndjson.layout.json'), 'utf8')) as {
      names: string[];
    };
    const seen = (line: Line): number => line.values[names.indexOf('campaign.click.count.1d')]!;
    const inFiveMinutes = new Date(lastMs + 300_000).toISOString();
    const then = await Promise.all(
      asked.slice(0, 4).map((each, i) => serve(each.userId, candidateOf(i), inFiveMinutes)),
    );
    expect(then.map(seen)).not.toEqual(served.slice(0, 4).map(seen));
  });

  it('come in all formats alike, from CSV as well, with the bad records beside them', async () => {
    const nowMs = Date.now();
    await ingest(randomLog({ seed: 6, endMs: nowMs, users: USERS, events: 200, days: 20 }));
    const at = new Date(nowMs).toISOString();
    const rows = ['user,at,ad_id,label,note', `user-0,${at},3,1,"a, ""b"""`, `user-1,${nowMs},4,0,`];
    const bad = [`,${at},3,1,x`, `user-1,yesterday,3,1,x`, `user-1,${at},,1,x`, `user-1,,3,1,x`, 'user-1'];
    writeFileSync(file('in.csv'), `${[...rows, ...bad].join('\n')}\n`);
    const columns = ['userId=user', 'asOf=at', 'adId=ad_id'].flatMap((column) => ['--column', column]);
    const spec = ['--level', 'ad', '--window', '1d,7d', '--half-life', '1d', '--scale', '1d'];
    const args = ['in.csv', ...columns, ...spec, '--rejects', 'bad.ndjson'];
    const summary = await exported(...args, '--output', 'out.ndjson');
    await exported(...args, '--output', 'out.csv');
    await exported(...args, '--output', 'out.pb');

    expect(summary).toMatchObject({ records: 7, exported: 2, rejected: 5, features: 12 });
    const rejects = readFileSync(file('bad.ndjson'), 'utf8').trim().split('\n');
    const reasons = rejects.map((line) => JSON.parse(line) as { line: number; code: string; field: string });
    expect(reasons.map(({ line, code, field }) => [line, code, field])).toEqual([
      [4, 'invalid_argument', 'userId'],
      [5, 'invalid_argument', 'asOf'],
      [6, 'invalid_argument', 'record'],
      [7, 'invalid_argument', 'asOf'],
      [8, 'malformed_body', 'record'],
    ]);
    const lines = linesOf('out.ndjson');
    expect(lines.map(({ labels }) => labels)).toEqual([
      { label: '1', note: 'a, "b"' },
      { label: '0', note: null },
    ]);
    const names = (JSON.parse(readFileSync(file('out.csv.layout.json'), 'utf8')) as { names: string[] })
      .names;
    expect(readFileSync(file('out.csv'), 'utf8').split('\r\n')).toEqual([
      ['userId', 'asOf', 'advertiserId', 'campaignId', 'adGroupId', 'adId', 'label', 'note', ...names]
        .join(',')
        .replace('advertiserId,campaignId,adGroupId,', ''),
      `user-0,${at},3,1,"a, ""b""",${lines[0]!.values.map((value) => value ?? '').join(',')}`,
      `user-1,${at},4,0,,${lines[1]!.values.map((value) => value ?? '').join(',')}`,
      '',
    ]);
    expect(examplesIn(readFileSync(file('out.pb')))).toEqual(
      lines.map(({ userId, labels, values }) => ({
        features: { values: values.map((value) => value ?? NaN) },
        labels: { label: labels['label'], note: labels['note'] ?? '' },
        userId,
        asOfMs: nowMs,
      })),
    );
  });

  it('go on where an export was interrupted, to the same bytes', async () => {
    const nowMs = Date.now();
    await ingest(randomLog({ seed: 7, endMs: nowMs, users: USERS, events: 100, days: 10 }));
    const record = (i: number): string =>
      i % 10 === 3
        ? `{"userId":"user-1","n":${i}}`
        : JSON.stringify({ userId: `user-${i % 9}`, asOf: nowMs - i * 60_000, ...candidateOf(i), n: i });
    writeFileSync(file('in.ndjson'), `${Array.from({ length: 230 }, (_, i) => record(i)).join('\n')}\n`);
    const whole = await exportHere('whole.csv');
    expect(whole).toMatchObject({ status: 'complete', records: 230, rejected: 23, resumedAt: 0 });
    for (const stopAfter of [1, 3, 7]) {
      const stop = new AbortController();
      const first = await exportHere('part.csv', { signal: stop.signal }, (batches) => {
        if (batches === stopAfter) stop.abort(new Error('interrupted'));
      });
      expect(first.status).toBe('interrupted');
      // What a crash leaves behind the checkpoint: lines that it does not speak for.
      writeFileSync(file('part.csv'), 'torn,line'.repeat(50_000), { flag: 'a' });
      const second = await exportHere('part.csv');
      expect(second).toMatchObject({
        status: 'complete',
        records: 230,
        rejected: 23,
        resumedAt: first.records,
      });
      expect(readFileSync(file('part.csv'))).toEqual(readFileSync(file('whole.csv')));
      expect(readFileSync(file('part.csv.rejects'))).toEqual(readFileSync(file('whole.csv.rejects')));
    }
  });

  it('end in order on SIGINT, and go on with the same command', async () => {
    const records = 6_000;
    writeInput(records, (i) => ({ userId: `user-${i % 50}`, asOf: Date.now(), adId: `${i}`, i }));
    const spec = ['--level', 'ad', '--window', '1h', '--half-life', '1h', '--scale', '1h'];
    const files = ['in.ndjson', '--output', 'out.ndjson', '--batch', '10', '--in-flight', '1'];
    const args = ['features', 'export', ...files, ...spec, '--json'];
    const interruptWhen = (): boolean =>
      existsSync(file('out.ndjson')) && statSync(file('out.ndjson')).size > 0;
    const env = { BIGTABLE_EMULATOR_HOST: store.endpoint };
    const first = await runCli(args, { env, cwd: folder, interruptWhen });
    expect(first.ended).toBe(130);
    const interrupted = JSON.parse(first.stdout) as ExportSummary;
    expect(interrupted.status).toBe('interrupted');
    expect(interrupted.exported).toBeLessThan(records);
    const second = await cli(...args);
    expect(JSON.parse(second.stdout)).toMatchObject({
      status: 'complete',
      records,
      exported: records,
      resumedAt: interrupted.records,
    });
    expect(linesOf('out.ndjson').map(({ labels }) => labels['i'])).toEqual([...Array(records).keys()]);
  });

  it('lack nothing when they are gone on with after the disk was full', async () => {
    const records = 300;
    writeInput(records, (i) => ({ userId: `u${i % 9}`, asOf: 1, adId: `${i}`, i }));
    const args = ['features', 'export', 'in.ndjson', '--output', 'out.ndjson', '--batch', '20', '--json'];
    const env = { BIGTABLE_EMULATOR_HOST: store.endpoint };
    const full = await runCli(args, { env, cwd: folder, fileBlocksMax: 64 });
    expect([full.ended, full.stderr]).toEqual([1, expect.stringContaining('EFBIG')]);
    await exported('in.ndjson', '--output', 'out.ndjson', '--batch', '20');
    expect(linesOf('out.ndjson').map(({ labels }) => labels['i'])).toEqual([...Array(records).keys()]);
  });

  it('are not gone on with where the output is not what it was', async () => {
    writeInput(50, () => ({ userId: 'u', asOf: 1, adId: '1' }));
    const stop = new AbortController();
    await exportHere('part.ndjson', { signal: stop.signal }, (batches) => {
      if (batches === 4) stop.abort(new Error('interrupted'));
    });
    writeFileSync(file('part.ndjson'), '');
    await expect(exportHere('part.ndjson')).rejects.toThrow(tidemarkError('invalid_argument', 'output'));
    const other = { mapping: { columns: {}, constants: { adId: '2' } } };
    await expect(exportHere('part.ndjson', other)).rejects.toThrow(
      tidemarkError('invalid_argument', 'checkpoint'),
    );
    expect(await exportHere('part.ndjson', { restart: true })).toMatchObject({
      status: 'complete',
      exported: 50,
    });
  });

  it('try again what may pass, and end where nothing helps', async () => {
    writeFileSync(file('in.ndjson'), `${JSON.stringify({ userId: 'u', asOf: 1, adId: '1' })}\n`);
    let failures = 2;
    const passing = await exportHere('a.ndjson', {}, () => {
      if (failures-- > 0) throw new TidemarkError('store_unavailable', 'away');
    });
    expect(passing).toMatchObject({ status: 'complete', exported: 1 });
    const failing = await exportHere('b.ndjson', {}, () => {
      throw new TidemarkError('store_rejected', 'no such table');
    });
    expect(failing).toMatchObject({ status: 'failed', error: { code: 'store_rejected' }, exported: 0 });
  });

  it('say what looks back beyond the retention', async () => {
    const nowMs = Date.now();
    const record = (days: number): string =>
      JSON.stringify({ userId: 'u', asOf: nowMs - days * DAY_MS, adId: '1' });
    writeFileSync(file('in.ndjson'), `${[1, 369, 371, 399].map(record).join('\n')}\n`);
    expect(await exportHere('a.ndjson')).toMatchObject({ exported: 4, truncated: 2 });
  });

  it('reject a user with too many events alone, and work out one who has too many only for all moments', async () => {
    const nowMs = Date.now() - 1_000;
    const clicks = (userId: string, days: number, count: number): ActionEvent[] =>
      Array.from({ length: count }, (_, i) =>
        adEvent({ userId, adId: '1', campaignId: 'c', eventTimeMs: nowMs - days * DAY_MS - i * 10_000 }),
      );
    await ingest([...clicks('bot', 1, 30), ...clicks('busy', 1, 15), ...clicks('busy', 60, 15)]);
    const records = [
      { userId: 'bot', asOf: nowMs, adId: '1' },
      { userId: 'busy', asOf: nowMs, adId: '1' },
      { userId: 'busy', asOf: nowMs - 59 * DAY_MS, adId: '1' },
      { userId: 'calm', asOf: nowMs, adId: '1' },
    ];
    writeFileSync(file('in.ndjson'), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const summary = await exportHere('a.ndjson', {}, undefined, { eventCellsMax: 20 });
    expect(summary).toMatchObject({ exported: 3, rejected: 1 });
    expect(summary.reasons).toMatchObject([{ code: 'too_many_events', lines: [1] }]);
    const names = (JSON.parse(readFileSync(file('a.ndjson.layout.json'), 'utf8')) as { names: string[] })
      .names;
    const at = names.indexOf('ad.click.count.30d');
    expect(linesOf('a.ndjson').map(({ values }) => values[at])).toEqual([15, 15, 0]);
  });

  it.each([
    ['column', { mapping: { columns: { planet: 'x' }, constants: {} } }],
    ['set', { mapping: { columns: {}, constants: { planet: 'x' } } }],
    ['pass', { outputFormat: 'csv', mapping: { columns: {}, constants: {} } }],
    ['pass', { outputFormat: 'parquet', mapping: { columns: {}, constants: {} } }],
    ['file', { file: 'nothing-there.ndjson' }],
    ['output', { outputPath: '/nowhere/out.ndjson' }],
  ] as [string, Partial<ExportOptions>][])('are refused for wrong options: %s', async (field, options) => {
    writeFileSync(file('in.ndjson'), '{}\n');
    await expect(exportHere('a.ndjson', options)).rejects.toThrow(tidemarkError('invalid_argument', field));
  });

  it('the command returns for one user what the API returns', async () => {
    await ingest([adEvent({ adId: '7', campaignId: 'c', eventTimeMs: Date.now() - 60_000 })]);
    const args = [
      '--user',
      'u1',
      '--candidate',
      'adId=7,campaignId=c',
      '--candidate',
      'adId=8',
      '--level',
      'ad',
    ];
    const { stdout, ended } = await cli('features', 'get', ...args, '--window', '1h', '--half-life', '1d');
    expect(ended).toBe(0);
    expect(stdout).toMatch(/^feature +7 c +8$/m);
    expect(stdout).toMatch(/^ad\.click\.count\.1h +1 +0$/m);
    expect(stdout).toMatch(/^ad\.impression\.lastSeenSeconds +- +-$/m);
    expect(stdout).toMatch(/eventual: .*1 lookup/);
    const wrong = await cli('features', 'get', ...args, '--half-life', '0d', '--json');
    expect(wrong.ended).toBe(1);
    expect(JSON.parse(wrong.stderr)).toMatchObject({
      error: { code: 'invalid_argument', field: '--half-life[0]' },
    });
  });

  /** In this process, ten records a batch; `onBatch` gets the number read so far, and may fail the read. */
  function exportHere(
    output: string,
    options: Partial<ExportOptions> = {},
    onBatch: (batches: number) => void = () => undefined,
    limits: Partial<Record<'eventCellsMax', number>> = {},
  ): Promise<ExportSummary> {
    const config = loadConfig({ BIGTABLE_EMULATOR_HOST: store.endpoint });
    const all = { ...config.events, ...config.counts, ...config.features };
    const specs = new FeatureSpecCache(
      { ...all, eventDataType: store.schema.eventDataType.bind(store.schema) },
      1,
    );
    const counts = { ...config.counts, ...limits };
    const counting = createCountOperations({
      reader: store.store.reader,
      clock: systemClock,
      config: { ...config, counts },
    });
    const exportFeatures = createExportFeatures(counting);
    let batches = 0;
    const dependencies: ExportDependencies = {
      exportFeatures: (...args) => {
        onBatch(++batches);
        return exportFeatures(...args);
      },
      clock: systemClock,
      random: systemRandom,
      limits: { batchRecords: 10, batchesInFlight: 2, checkpointIntervalMs: 0, rowGroupRows: 25 },
      policy: { initialDelayMs: 1, maxDelayMs: 5, timeoutMs: 5_000 },
    };
    const path = options.file === undefined ? file('in.ndjson') : file(options.file);
    return exportFeaturesFile(
      {
        stdin: Readable.from([]),
        format: 'ndjson',
        recordBytesMax: 100_000,
        mapping: { columns: {}, constants: {}, pass: ['n'] },
        prepared: specs.get({}),
        rules: () => ({ ...all, nowMs: Date.now() }),
        outputPath: file(output),
        outputFormat: output.endsWith('.csv') ? 'csv' : 'ndjson',
        checkpointPath: file(`${output}.checkpoint`),
        rejectsPath: file(`${output}.rejects`),
        restart: false,
        target: 'test',
        signal: new AbortController().signal,
        ...options,
        file: path,
      },
      dependencies,
    );
  }
});

/** Events after a moment: at once, and ahead by as much as clocks may be; delivered in no order. */
function eventsFrom(ms: number): ActionEvent[] {
  return Array.from({ length: 60 }, (_, i) =>
    adEvent({
      userId: `user-${i % USERS}`,
      action: i % 3 === 0 ? 'click' : 'impression',
      adId: `${i % 12}`,
      campaignId: `cmp-${(i % 12) >> 2}`,
      insertionId: `later-${i}`,
      eventTimeMs: ms + ((i * 7) % 60) * 5_000,
    }),
  );
}
