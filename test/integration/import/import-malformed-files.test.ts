import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { importFile, type ImportOptions } from '../../../src/ingest/import/import-file';
import type { ImportSummary } from '../../../src/ingest/import/import-summary';
import type { IngestEvents } from '../../../src/operations/events/ingest-events';
import { importerDependencies } from '../../support/event-store';
import { AD_ACTION, DAY_MS } from '../../support/events';
import { importFixture } from '../../support/import-fixture';
import { runCommandLine } from '../../support/run-command';
import { tidemarkError } from '../../support/tidemark-error';

const NOW_MS = Date.now();
const HEADER = 'userId,action,eventTime,adId';
const FLAGS = ['--json', '--rejects', 'rejects'];

const fixture = importFixture();

/** A click of the user on the ad, an hour ago and some minutes. */
const timeOf = (minute: number): number => NOW_MS - 3_600_000 - minute * 60_000;
const row = (adId: string, minute: number): string => `u1,click,${timeOf(minute)},${adId}`;
const json = (fields: object, minute: number): string =>
  JSON.stringify({ userId: 'u1', action: 'click', eventTime: timeOf(minute), ...fields });

const run = (args: readonly string[]) =>
  runCommandLine(['import', ...args], {
    env: { BIGTABLE_EMULATOR_HOST: fixture.store.endpoint },
    cwd: fixture.folder,
  });

async function imported(name: string, text: string, flags: readonly string[] = []): Promise<ImportSummary> {
  writeFileSync(join(fixture.folder, name), text);
  const { ended, stdout, stderr } = await run([name, ...FLAGS, ...flags]);
  const summary = JSON.parse(stdout) as ImportSummary;
  const expected = summary.rejected === 0 ? 0 : 2;
  expect([ended, stderr]).toEqual([expected, expect.stringContaining('no batch cluster configured')]);
  return summary;
}

/** Clicks of u1 by ad. */
async function clicks(): Promise<unknown> {
  const windows = [{ name: 'all', from: NOW_MS - DAY_MS, to: NOW_MS }];
  const { counts } = await fixture.store.countActions({
    userId: 'u1',
    actions: ['click'],
    entities: { ad: '*' },
    windows,
  });
  return counts.all!['ad'];
}

const rejects = (): readonly Record<string, unknown>[] =>
  readFileSync(join(fixture.folder, 'rejects'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('an import of a file whose line endings differ', () => {
  it.each([
    ['a header with LF and rows with CRLF', '\n', '\r\n'],
    ['a header with CRLF and rows with LF', '\r\n', '\n'],
    ['a header with CR and rows with LF', '\r', '\n'],
    ['CR throughout', '\r', '\r'],
  ])('counts the ids as they are: %s', async (_what, ofHeader, ofRows) => {
    const rows = [row('a1', 1), row('a1', 2), row('a2', 3)];
    const summary = await imported('log.csv', HEADER + ofHeader + rows.map((each) => each + ofRows).join(''));
    expect(summary).toMatchObject({ status: 'complete', records: 3, accepted: 3, rejected: 0 });
    expect(await clicks()).toEqual({ a1: 2, a2: 1 });
  });

  it('rejects an id that ends in a quoted carriage return', async () => {
    const summary = await imported('log.csv', `${HEADER}\n${row('"a1\r"', 1)}\n${row('a2', 2)}\n`);
    expect(summary).toMatchObject({ accepted: 1, rejected: 1 });
    expect(rejects()).toMatchObject([{ line: 3, code: 'invalid_argument', field: 'adId' }]);
    expect(await clicks()).toEqual({ a2: 1 });
  });
});

describe('an import of a file with a stray quote', () => {
  it.each([
    ['at the start of a field', row('"a2', 2), 24],
    ['within a field', row('a"2', 2), 25],
    ['behind a quoted field', row('"a"2', 2), 27],
  ])('rejects that line with its place, and takes all others: %s', async (_what, stray, column) => {
    const rows = [row('a1', 1), stray, row('a3', 3), row('"a4"', 4)];
    const summary = await imported('log.csv', [HEADER, ...rows, ''].join('\n'));
    expect(summary).toMatchObject({ status: 'complete', records: 4, accepted: 3, rejected: 1 });
    expect(summary.reasons).toMatchObject([{ code: 'malformed_body', field: 'record', lines: [3] }]);
    const place = { file: 'log.csv', line: 3, column };
    expect(rejects()).toMatchObject([{ ...place, code: 'malformed_body', record: stray }]);
    expect(await clicks()).toEqual({ a1: 1, a3: 1, a4: 1 });
  });

  it('ends with the place where it stands in the header, and writes nothing', async () => {
    writeFileSync(join(fixture.folder, 'log.csv'), `userId,act"ion\n${row('a1', 1)}\n`);
    const { ended, stderr } = await run(['log.csv']);
    expect(ended).toBe(1);
    expect(stderr).toMatch(/^tidemark: file: header line 1: column 11: a quote .* \[malformed_body\]$/m);
    expect(existsSync(join(fixture.folder, 'log.csv.tidemark-checkpoint'))).toBe(false);
  });
});

describe('an import of columns that no field is read from', () => {
  it('rejects such a line of NDJSON with what may have been meant, as HTTP does', async () => {
    const lines = [
      json({ adId: 'a1' }, 1),
      json({ adId: 'a2', campaignid: 'c' }, 2),
      json({ adId: 'a3' }, 3),
    ];
    const summary = await imported('log.ndjson', lines.join('\n'));
    expect(summary).toMatchObject({ accepted: 2, rejected: 1 });
    const message = 'is not a field of ad_action; did you mean "campaignId"?';
    expect(rejects()).toMatchObject([
      {
        line: 2,
        code: 'invalid_argument',
        field: 'campaignid',
        message: expect.stringContaining(message) as string,
      },
    ]);
    expect(await clicks()).toEqual({ a1: 1, a3: 1 });
  });

  it('refuses a CSV that has one in its header, and writes nothing', async () => {
    writeFileSync(join(fixture.folder, 'log.csv'), `${HEADER},campaignid\n${row('a1', 1)},c\n`);
    const { ended, stderr } = await run(['log.csv']);
    expect(ended).toBe(1);
    expect(stderr).toContain('"campaignid" is not a field of ad_action; did you mean "campaignId"?');
    expect(await clicks()).toEqual({});
  });

  it.each([[['--ignore-column', 'x', '--ignore-column', 'y']], [['--ignore-unknown']]])(
    'leaves them out with %j',
    async (flags) => {
      await imported('log.csv', `${HEADER},x,y\n${row('a1', 1)},1,2\n`, flags);
      await imported('log.ndjson', json({ adId: 'a2', x: 1, y: 2 }, 2), flags);
      expect(await clicks()).toEqual({ a1: 1, a2: 1 });
    },
  );
});

describe('an import of a damaged file', () => {
  const options = (file: string, changes: Partial<ImportOptions> = {}): ImportOptions => ({
    file,
    stdin: Readable.from([]),
    format: 'csv',
    recordBytesMax: 200,
    dataType: AD_ACTION,
    mapping: { columns: {}, constants: {}, timeFormat: 'iso' },
    shiftToNow: false,
    restart: false,
    target: 'test',
    signal: new AbortController().signal,
    checkpointPath: join(fixture.folder, 'checkpoint'),
    rejectsPath: join(fixture.folder, 'rejects'),
    ...changes,
  });
  /** Each third line is damaged, no two in the same way, and line endings change. */
  const damaged = (): string => {
    const endings = ['\n', '\r\n', '\r'];
    const rows = Array.from({ length: 150 }, (_, i) => {
      if (i % 3 !== 2) return row(i % 2 === 0 ? `a${i % 7}` : `"a\n${i % 7}"`, i);
      return [row('"a', i), row('a"', i), row('"a"b', i), 'u1,click', 'x'.repeat(300)][((i / 3) % 5) | 0]!;
    });
    return `\ufeff${HEADER}\r\n${rows.map((each, i) => each + endings[i % 3]!).join('')}`;
  };

  it.each([1, 20, 59, 60, 61, 110])('goes on where it stopped after %i events', async (count) => {
    const file = join(fixture.folder, 'log.csv');
    writeFileSync(file, damaged());
    const apart = {
      checkpointPath: join(fixture.folder, 'other'),
      rejectsPath: join(fixture.folder, 'all-rejects'),
    };
    const whole = await importFile(options(file, apart), importerDependencies(fixture.store));
    expect(whole).toMatchObject({ status: 'complete', records: 150, accepted: 100, rejected: 50 });
    const dependencies = importerDependencies({ ...fixture.store, ingest: failingAfter(count) });
    const limits = { ...dependencies.limits, batchEvents: 7, checkpointIntervalMs: 0 };
    await expect(importFile(options(file), { ...dependencies, limits })).rejects.toThrow('the power is gone');
    const second = await importFile(options(file), importerDependencies(fixture.store));
    expect(second.resumedAt).toBeGreaterThanOrEqual(count - 7 < 0 ? 0 : 1);
    for (const total of ['records', 'accepted', 'duplicates', 'rejected', 'reasons'] as const) {
      expect(second[total]).toEqual(whole[total]);
    }
    expect(readFileSync(join(fixture.folder, 'rejects'), 'utf8')).toBe(
      readFileSync(join(fixture.folder, 'all-rejects'), 'utf8'),
    );
  });

  function failingAfter(count: number): IngestEvents {
    let taken = 0;
    return async (inputs, call) => {
      if (taken >= count) throw new Error('the power is gone');
      taken += inputs.length;
      return fixture.store.ingest(inputs, call);
    };
  }

  it('is refused while another import holds its checkpoint, and goes on when that has ended', async () => {
    const file = join(fixture.folder, 'log.csv');
    writeFileSync(file, `${HEADER}\n${row('a1', 1)}\n`);
    let leave!: () => void;
    const left = new Promise<void>((resolve) => (leave = resolve));
    const ingest: IngestEvents = async (inputs, call) => {
      await left;
      return fixture.store.ingest(inputs, call);
    };
    const first = importFile(options(file), importerDependencies({ ...fixture.store, ingest }));
    await expect(importFile(options(file), importerDependencies(fixture.store))).rejects.toThrow(
      tidemarkError('invalid_argument', 'checkpoint', `is in use by process ${process.pid}`),
    );
    leave();
    expect(await first).toMatchObject({ status: 'complete', accepted: 1 });
    expect(await importFile(options(file), importerDependencies(fixture.store))).toMatchObject({
      status: 'complete',
    });
    expect(existsSync(join(fixture.folder, 'checkpoint.lock'))).toBe(false);
  });

  it('reads a file that grows to where it ended at the start, rejects the line that was cut, and reports it', async () => {
    const file = join(fixture.folder, 'log.csv');
    writeFileSync(file, `${HEADER}\n${row('a1', 1)}\n${row('a2', 2)}`);
    let isFirst = true;
    const ingest: IngestEvents = (inputs, call) => {
      if (isFirst) appendFileSync(file, `9\n${row('a3', 3)}\n`);
      isFirst = false;
      return fixture.store.ingest(inputs, call);
    };
    const dependencies = importerDependencies({ ...fixture.store, ingest });
    const oneByOne = { ...dependencies, limits: { ...dependencies.limits, batchEvents: 1 } };
    const summary = await importFile(options(file), oneByOne);
    expect(summary).toMatchObject({ status: 'complete', accepted: 1, rejected: 1 });
    expect(summary.unreadBytes).toBeGreaterThan(0);
    expect(rejects()).toMatchObject([{ line: 3, code: 'malformed_body', record: row('a2', 2) }]);
    expect(await importFile(options(file), importerDependencies(fixture.store))).toMatchObject({
      accepted: 3,
    });
    expect(await clicks()).toEqual({ a1: 1, a29: 1, a3: 1 });
  });
});
