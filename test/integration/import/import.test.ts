import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { TidemarkError } from '../../../src/errors';
import { importFile, type ImportOptions } from '../../../src/ingest/import/import-file';
import type { ImportSummary } from '../../../src/ingest/import/import-summary';
import type { IngestEvents } from '../../../src/operations/events/ingest-events';
import { seededRandom } from '../../../src/platform/random';
import { embeddedEventStore, importerDependencies } from '../../support/event-store';
import { AD_ACTION, DAY_MS } from '../../support/events';
import { importFixture } from '../../support/import-fixture';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { allFailed } from '../../support/ingest-answers';
import { tidemarkError } from '../../support/tidemark-error';

const AD_CLICKS = resolve(__dirname, '../../../../shared/data/ad-clicks.csv');
const COLUMNS = {
  userId: 'user_id',
  adId: 'ad_id',
  adGroupId: 'ad_category',
  sessionId: 'session_id',
  eventTime: 'timestamp',
};
const MAPPING = {
  columns: COLUMNS,
  constants: { action: 'click' },
  ignoredColumns: ['click_id'],
  timeFormat: 'yyyy-MM-dd HH:mm:ss',
  timeZone: 'UTC',
};

const fixture = importFixture();

function options(file: string, changes: Partial<ImportOptions> = {}): ImportOptions {
  return {
    file,
    stdin: Readable.from([]),
    format: 'csv',
    recordBytesMax: 10_000,
    dataType: AD_ACTION,
    mapping: MAPPING,
    shiftToNow: true,
    checkpointPath: join(fixture.folder, 'checkpoint'),
    restart: false,
    target: 'test',
    signal: new AbortController().signal,
    ...changes,
  };
}

const HEADER = 'timestamp,click_id,session_id,user_id,ad_id,ad_category';

/** A log like the public ad-click data of a game: a fortnight of long ago, quoted here and there, some clicks doubled. */
function adClicks(rows: number): string {
  const random = seededRandom(4);
  const start = Date.UTC(2016, 4, 26);
  const lines = Array.from({ length: rows }, (_, i) => {
    const at = new Date(start + Math.floor((i / rows) * 12 * 86_400 + random() * 3) * 1_000);
    const ad = Math.floor(random() * 6);
    const user = Math.floor(random() * 5);
    const category = ['electronics', '"movies, games"', 'fashion'][ad % 3];
    const row = `${at.toISOString().slice(0, 19).replace('T', ' ')},${i},${9_000 + user},${user},${ad},${category}`;
    return random() < 0.2 ? `${row}\r\n${row}` : row;
  });
  return `${HEADER}\r\n${lines.join('\r\n')}\r\n`;
}

/** Clicks per user and ad or category, once in ten seconds per ad: plain splitting and Sets, none of our code. */
function tally(csv: string): { clicks: number; perKey: Map<string, number> } {
  const seen = new Set<string>();
  const perKey = new Map<string, number>();
  for (const line of csv.trim().split('\r\n').slice(1)) {
    const [timestamp, , , user, ad, ...category] = line.split(',');
    const tenSeconds = Math.floor(Date.parse(`${timestamp!.replace(' ', 'T')}Z`) / 10_000);
    const id = [user, ad, tenSeconds].join();
    if (seen.has(id)) continue;
    seen.add(id);
    for (const key of [`${user} ad ${ad}`, `${user} adGroup ${category.join(',').replaceAll('"', '')}`]) {
      perKey.set(key, (perKey.get(key) ?? 0) + 1);
    }
  }
  return { clicks: seen.size, perKey };
}

async function storedCounts(users: Iterable<string>): Promise<Map<string, number>> {
  const asOfMs = Date.now();
  const perKey = new Map<string, number>();
  for (const userId of users) {
    const { counts } = await fixture.store.countActions({
      userId,
      actions: ['click'],
      entities: { ad: '*', adGroup: '*' },
      windows: [{ name: 'all', from: asOfMs - 30 * DAY_MS, to: asOfMs }],
    });
    const { ad, adGroup } = counts.all!;
    for (const [level, entities] of Object.entries({ ad, adGroup })) {
      for (const [id, count] of Object.entries(entities ?? {})) perKey.set(`${userId} ${level} ${id}`, count);
    }
  }
  return perKey;
}

async function expectCounts(csv: string): Promise<void> {
  const { perKey } = tally(csv);
  const users = new Set([...perKey.keys()].map((key) => key.split(' ')[0]!));
  expect(new Map([...(await storedCounts(users))].sort())).toEqual(new Map([...perKey].sort()));
}

const whenThere = existsSync(AD_CLICKS) ? it : it.skip;

describe('importing an ad-click log', () => {
  it('counts per user, ad and category as an independent tally does', async () => {
    const csv = adClicks(2_000);
    const file = join(fixture.folder, 'clicks.csv');
    writeFileSync(file, csv);
    const summary = await importFile(options(file), importerDependencies(fixture.store));
    const { clicks } = tally(csv);
    const records = csv.trim().split('\r\n').length - 1;
    expect(summary).toMatchObject({
      status: 'complete',
      records,
      accepted: clicks,
      duplicates: records - clicks,
    });
    expect(summary.duplicates).toBeGreaterThan(300);
    await expectCounts(csv);
  });

  whenThere(`does so for the real one (skipped where ${AD_CLICKS} is not there)`, async () => {
    const summary = await importFile(options(AD_CLICKS), importerDependencies(fixture.store));
    expect(summary).toMatchObject({ status: 'complete', records: 6_511, accepted: 6_511, rejected: 0 });
    await expectCounts(readFileSync(AD_CLICKS, 'utf8'));
  });

  it('a log that is too old is rejected unless it is moved', async () => {
    const file = join(fixture.folder, 'clicks.csv');
    writeFileSync(file, adClicks(3));
    const summary = await importFile(
      options(file, { shiftToNow: false }),
      importerDependencies(fixture.store),
    );
    expect(summary).toMatchObject({ accepted: 0, reasons: [{ code: 'event_too_old', field: 'eventTime' }] });
    expect(summary.reasons[0]!.lines[0]).toBe(2);
  });

  it('moves it by whole days, its last event into the last day', async () => {
    const file = join(fixture.folder, 'clicks.csv');
    writeFileSync(file, `${HEADER}\n2016-06-06 10:00:00,1,1,u1,1,x\n2016-06-05 10:00:00,1,1,u1,1,x\n`);
    const { shiftDays } = await importFile(options(file), importerDependencies(fixture.store));
    const movedMs = Date.UTC(2016, 5, 6, 10) + shiftDays * DAY_MS;
    expect(movedMs).toBeLessThanOrEqual(Date.now());
    expect(movedMs).toBeGreaterThan(Date.now() - DAY_MS - 60_000);
  });
});

describe('an import that is interrupted', () => {
  const bad = '2016-06-01 10:00:00,1,1,,1,x\r\n';
  let csv: string;
  let file: string;

  beforeEach(() => {
    const [header, ...rows] = adClicks(1_500).split('\r\n');
    csv = [header, ...rows].join('\r\n');
    file = join(fixture.folder, 'clicks.csv');
    writeFileSync(
      file,
      [header, bad.trim(), ...rows.slice(0, 700), bad.trim(), ...rows.slice(700)].join('\r\n'),
    );
  });

  /** Ingests until so many events were taken, then does what a person or the fixture.store may do. */
  function until(count: number, then: () => void): IngestEvents {
    let taken = 0;
    return async (inputs, call) => {
      const outcomes = await fixture.store.ingest(inputs, call);
      taken += inputs.length;
      if (taken >= count) then();
      return outcomes;
    };
  }

  let uninterrupted: ImportSummary | undefined;
  /** Summary of the same import without an interruption, which has a store of its own. */
  async function wholeImport(): Promise<ImportSummary> {
    const own = await embeddedEventStore();
    try {
      const changes = { checkpointPath: join(fixture.folder, 'other') };
      return await importFile(options(file, changes), importerDependencies(own));
    } finally {
      await own.close();
    }
  }

  it.each([1, 450, 900, 1_400])('goes on after %i events where it stopped', async (count) => {
    const whole = (uninterrupted ??= await wholeImport());
    const rejectsPath = join(fixture.folder, 'rejects');
    const stop = new AbortController();
    const ingest = until(count, () => stop.abort(new Error('interrupted')));
    const first = await importFile(
      options(file, { rejectsPath, signal: stop.signal }),
      importerDependencies({ ...fixture.store, ingest }),
    );
    expect(first.status).toBe('interrupted');
    expect(first.records).toBeLessThan(whole.records);
    const second = await importFile(options(file, { rejectsPath }), importerDependencies(fixture.store));
    expect(second).toMatchObject({ ...totalsOf(whole), resumedAt: first.records });
    expect(rejectsIn(rejectsPath)).toEqual([2, whole.reasons[0]!.lines[1]]);
    expect(existsSync(join(fixture.folder, 'checkpoint'))).toBe(false);
    await expectCounts(csv);
  });

  it('an import continues after a crash from its last checkpoint, and rewrites the rejects behind it', async () => {
    const rejectsPath = join(fixture.folder, 'rejects');
    const crash = until(500, () => {
      throw new Error('the power is gone');
    });
    const dependencies = importerDependencies({ ...fixture.store, ingest: crash });
    const everyBatch = { ...dependencies, limits: { ...dependencies.limits, checkpointIntervalMs: 0 } };
    await expect(importFile(options(file, { rejectsPath }), everyBatch)).rejects.toThrow('the power is gone');
    writeFileSync(rejectsPath, `${readFileSync(rejectsPath, 'utf8')}{"line":99,"half a li`);
    const summary = await importFile(options(file, { rejectsPath }), importerDependencies(fixture.store));
    expect(summary.resumedAt).toBeGreaterThan(0);
    expect(rejectsIn(rejectsPath)).toEqual(summary.reasons[0]!.lines);
    await expectCounts(csv);
  });

  it('does not take for duplicates of what an earlier run rejected, which may have no key at all', async () => {
    const click = { userId: 'u', action: 'click', adId: 'a', eventTime: Date.now() - 60_000 };
    const records = [
      { ...click, viewType: 'x'.repeat(1_025) },
      { ...click, eventTime: Date.UTC(2200, 0) },
      click,
    ];
    writeFileSync(file, records.map((each) => JSON.stringify(each)).join('\n'));
    const mapping = { columns: {}, constants: {}, timeFormat: 'iso' };
    const changes = { format: 'ndjson', mapping, shiftToNow: false } as const;
    const ingest = until(3, () => {
      throw new Error('the power is gone');
    });
    const dependencies = importerDependencies({ ...fixture.store, ingest });
    const oneByOne = {
      ...dependencies,
      limits: { ...dependencies.limits, batchEvents: 1, batchesInFlight: 1 },
    };
    await expect(importFile(options(file, changes), oneByOne)).rejects.toThrow('the power is gone');
    expect(await importFile(options(file, changes), importerDependencies(fixture.store))).toMatchObject({
      status: 'complete',
      resumedAt: 2,
      accepted: 1,
      duplicates: 0,
    });
  });

  it('an import does not continue with another file, mapping or target, except with --restart', async () => {
    const stop = new AbortController();
    const ingest = until(300, () => stop.abort(new Error('interrupted')));
    await importFile(
      options(file, { signal: stop.signal }),
      importerDependencies({ ...fixture.store, ingest }),
    );
    const other = options(file, { target: 'elsewhere' });
    await expect(importFile(other, importerDependencies(fixture.store))).rejects.toThrow(
      tidemarkError('invalid_argument', 'checkpoint'),
    );
    const anew = await importFile({ ...other, restart: true }, importerDependencies(fixture.store));
    expect(anew).toMatchObject({ status: 'complete', resumedAt: 0 });
  });

  it('repeats what fails and skips nothing', async () => {
    let calls = 0;
    const error = new TidemarkError('store_unavailable', 'down');
    const flaky: IngestEvents = async (inputs, call) => {
      if (calls++ % 3 !== 2) return allFailed(inputs, error);
      return fixture.store.ingest(inputs, call);
    };
    const summary = await importFile(
      options(file),
      importerDependencies({ ...fixture.store, ingest: flaky }),
    );
    expect(summary).toMatchObject({ status: 'complete', rejected: 2 });
    await expectCounts(csv);
  });

  it('gives up after its timeout, and goes on later', async () => {
    const error = new TidemarkError('store_unavailable', 'down');
    const dependencies = importerDependencies({
      ...fixture.store,
      ingest: async (inputs) => allFailed(inputs, error),
    });
    const policy = { ...dependencies.policy, timeoutMs: 100 };
    const failed = await importFile(options(file), { ...dependencies, policy });
    expect(failed).toMatchObject({ status: 'failed', records: 0, error: { code: 'store_unavailable' } });
    expect(await importFile(options(file), importerDependencies(fixture.store))).toMatchObject({
      status: 'complete',
    });
    await expectCounts(csv);
  });
});

function totalsOf({ status, records, accepted, duplicates, rejected, reasons }: ImportSummary): object {
  return { status, records, accepted, duplicates, rejected, reasons };
}

function rejectsIn(path: string): number[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { line: number }).line);
}

describe('tidemark import and tidemark count', () => {
  const env = (): NodeJS.ProcessEnv => ({ BIGTABLE_EMULATOR_HOST: fixture.store.endpoint });
  const flags = ['--set', 'action=click', '--time-format', MAPPING.timeFormat, '--time-zone', 'UTC'];
  const mapped = Object.entries(COLUMNS).flatMap(([field, column]) => ['--column', `${field}=${column}`]);
  const columns = [...mapped, '--ignore-unknown'];

  it('import a file and count it', async () => {
    const file = join(fixture.folder, 'clicks.csv');
    writeFileSync(file, `${HEADER}\n2016-06-06 10:00:00,1,1,u1,1,x\n2016-06-06 10:01:00,1,1,u1,2,x\nbad\n`);
    const imported = await runCommandLine(
      ['import', file, ...flags, ...columns, '--shift-to-now', '--json'],
      {
        env: env(),
      },
    );
    // Some records were rejected.
    expect(imported).toMatchObject({ ended: 2 });
    expect(imported.stderr).toMatch(/^tidemark: no batch cluster configured: .*\n$/);
    const summary = { status: 'complete', workload: 'serving', accepted: 2, rejected: 1 };
    expect(JSON.parse(imported.stdout)).toMatchObject(summary);
    const args = [
      'count',
      '--user',
      'u1',
      '--action',
      'click',
      '--entity',
      'ad=*',
      '--window',
      '2d',
      '--window',
      '1m',
    ];
    const table = await runCommandLine(args, { env: env() });
    expect(
      table.stdout
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/)),
    ).toEqual([
      ['2d', '1m'],
      ['total', '2', '0'],
      ['ad', '1', '1', '0'],
      ['ad', '2', '1', '0'],
      'eventual: default (nearest), 1 lookup, staleness unknown'.split(' '),
      'complete up to: unknown'.split(' '),
      [''],
    ]);
  });

  it('fail with a hint when no record fits the options', async () => {
    const file = join(fixture.folder, 'no-zone.csv');
    writeFileSync(file, `${HEADER}\n2026-06-06 10:00:00,1,1,u1,1,x\n`);
    const run = await runCommandLine(['import', file, '--set', 'action=click', ...columns], { env: env() });
    expect(run.ended).toBe(1);
    expect(run.stdout).toMatch(/rejected +1\n[^]*eventTime must be ISO 8601[^]*hint: --time-zone/);
  });

  it('fail with the reason when the fixture.store stays away', async () => {
    const file = join(fixture.folder, 'clicks.csv');
    writeFileSync(file, adClicks(1));
    const args = ['import', file, ...flags, ...columns, '--shift-to-now', '--timeout', '1'];
    const { ended, stderr } = await runCommandLine(args, { env: { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' } });
    expect(ended).toBe(1);
    expect(stderr).toMatch(/^tidemark: .+ \[(store_unavailable|deadline_exceeded)\]$/m);
  });

  it('read tabs between the columns of a .tsv', async () => {
    const file = join(fixture.folder, 'clicks.tsv');
    writeFileSync(file, `user\tadId\teventTime\nu3\t1\t${Date.now() - 1_000}\n`);
    const args = ['import', file, '--set', 'action=click', '--column', 'userId=user', '--json'];
    expect(JSON.parse((await runCommandLine(args, { env: env() })).stdout)).toMatchObject({ accepted: 1 });
  });

  it('read NDJSON from standard input', async () => {
    const line = JSON.stringify({ userId: 'u2', action: 'click', adId: '1', eventTime: Date.now() - 1_000 });
    const run = await runCli(['import', '-'], { env: env(), stdin: `${line}\n${line}\n{}\n` });
    expect(run.ended).toBe(2);
    expect(run.stdout).toMatch(
      /accepted +1\n.*duplicate +1 .*\n.*rejected +1\n.*invalid_argument +1 .*userId.*line 3/,
    );
  });

  it.each([
    [
      'an unknown action',
      ['count', '--user', 'u', '--action', 'hover'],
      'known: impression, click, view, save',
    ],
    ['a reversed window', ['count', '--user', 'u', '--action', 'click', '--window', '5/4'], '--window[0].to'],
    [
      'a field that is none',
      ['import', 'x.csv', '--column', 'colour=c'],
      'column: "colour" is not a field of ad_action',
    ],
    ['a field without a column', ['import', 'x.csv', '--column', 'adId='], 'Must be field=name'],
    ['an unknown DataType', ['import', 'x.csv', '--data-type', 'clicks'], 'data-type: no DataType "clicks"'],
    ['a file that is not there', ['import', 'nowhere.csv'], 'nowhere.csv'],
  ])('refuse %s with a reason and code 1', async (_what, args, reason) => {
    const run = await runCommandLine(args, { env: env(), cwd: fixture.folder });
    expect(run.ended).toBe(1);
    expect(run.stderr).toContain(reason);
  });
});
