import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportSummary } from '../../../src/ingest/export/run-export';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { inputsOf } from '../../support/events';
import { randomLog } from '../../support/random-log';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const SPEC = ['--level', 'ad', '--half-life', '1d', '--scale', ''];

/** Returns the rows of a file. Reads it in a process of its own, since the library is an ES module. */
function parquetRows(path: string): readonly Record<string, unknown>[] {
  const script = `
    import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(process.argv[1]) });
    process.stdout.write(JSON.stringify(rows));`;
  const args = ['--input-type=module', '--eval', script, path];
  const options = { encoding: 'utf8', maxBuffer: 100_000_000 } as const;
  return JSON.parse(execFileSync(process.execPath, args, options)) as Record<string, unknown>[];
}

describe('features exported as Parquet', () => {
  let store: EventStore;
  let folder: string;
  const file = (name: string): string => join(folder, name);

  beforeEach(async () => {
    store = await embeddedEventStore();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-features-'));
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const options = () => ({ env: { BIGTABLE_EMULATOR_HOST: store.endpoint }, cwd: folder });
  const exportTo = (output: string, ...args: string[]): string[] => {
    return ['features', 'export', 'in.ndjson', '--output', output, ...SPEC, ...args, '--json'];
  };
  function writeInput(records: number, recordOf: (i: number) => object): void {
    const lines = Array.from({ length: records }, (_, i) => JSON.stringify(recordOf(i)));
    writeFileSync(file('in.ndjson'), `${lines.join('\n')}\n`);
  }

  it('have the values of NDJSON in one column each, copied columns as text, and null for what is missing', async () => {
    const endMs = Date.now();
    await store.ingest(inputsOf(randomLog({ seed: 9, endMs, users: 3, events: 200, days: 9 })));
    const labels = [{ clicked: 1, note: 'a' }, { clicked: 0, note: null }, { clicked: 0 }];
    writeInput(3, (i) => ({ userId: `user-${i}`, asOf: endMs, adId: `${i}`, ...labels[i] }));
    const pass = ['--pass', 'clicked,note'];
    expect(await runCommandLine(exportTo('out.ndjson', ...pass), options())).toMatchObject({ ended: 0 });
    expect(await runCli(exportTo('out.parquet', ...pass), options())).toMatchObject({ ended: 0 });
    const lines = readFileSync(file('out.ndjson'), 'utf8').trim().split('\n');
    const layout = JSON.parse(readFileSync(file('out.parquet.layout.json'), 'utf8')) as { names: string[] };
    const expected = lines.map((line, i) => {
      const { values } = JSON.parse(line) as { values: (number | null)[] };
      const features = Object.fromEntries(layout.names.map((name, at) => [name, values[at]]));
      const { clicked, note = null } = labels[i]!;
      const asOf = new Date(endMs).toISOString();
      return { userId: `user-${i}`, asOf, adId: `${i}`, clicked: String(clicked), note, ...features };
    });
    expect(parquetRows(file('out.parquet'))).toEqual(expected);
  }, 60_000);

  it('go on in Parquet after SIGINT, with the same rows', async () => {
    const records = 12_000;
    const asOf = Date.now();
    writeInput(records, (i) => ({ userId: `user-${i % 50}`, asOf, adId: `${i}`, i }));
    const spec = ['--level', 'ad', '--window', '1h', '--half-life', '', '--scale', ''];
    const files = [
      'in.ndjson',
      '--output',
      'out.parquet',
      '--pass',
      'i',
      '--batch',
      '20',
      '--in-flight',
      '1',
    ];
    const args = ['features', 'export', ...files, ...spec, '--json'];
    // A row group is written before each checkpoint, and begins with the first bytes of the file.
    const interruptWhen = (): boolean =>
      existsSync(file('out.parquet')) && statSync(file('out.parquet')).size > 1_000;
    const first = await runCli(args, { ...options(), interruptWhen });
    const interrupted = JSON.parse(first.stdout) as ExportSummary;
    expect(interrupted.status).toBe('interrupted');
    expect(interrupted.exported).toBeGreaterThan(0);
    const second = await runCli(args, options());
    expect(JSON.parse(second.stdout)).toMatchObject({ exported: records, resumedAt: interrupted.records });
    const rows = parquetRows(file('out.parquet'));
    expect(rows.map(({ i }) => Number(i))).toEqual([...Array(records).keys()]);
  }, 120_000);

  it('need names of the copied columns that are no columns yet', async () => {
    writeInput(1, () => ({ userId: 'u', asOf: 1, adId: '1' }));
    const { ended, stderr } = await runCli(exportTo('out.parquet', '--pass', 'adId'), options());
    expect(ended).toBe(1);
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({
      error: { code: 'invalid_argument', field: '--pass' },
    });
  });
});
