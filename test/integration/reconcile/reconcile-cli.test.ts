import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteFromFamily } from '../../../src/bigtable/write/mutations';
import { reconcileCommand } from '../../../src/cli/reconcile/reconcile';
import { dayAt, type CalendarDay } from '../../../src/core/time/calendar-day';
import { sketchRowKey } from '../../../src/core/sketches/sketch-row';
import { seededRandom } from '../../../src/platform/random';
import { campaignId, registerCampaigns } from '../../support/campaigns';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { CAMPAIGN_ACTION, DAY_MS } from '../../support/events';
import {
  campaignEvent,
  campaignInputs,
  randomViews,
  reconcile,
  type Reconciled,
} from '../../support/reconcile';
import type { CliOptions, CliRun } from '../../support/run-cli';
import { runCommand, type CommandOptions } from '../../support/run-command';
import { today } from '../../support/today';

const TODAY = today();
const DAY: CalendarDay = dayAt(Date.now() - 2 * DAY_MS, 'UTC');
const CAMPAIGNS = 8;

/** Reads Parquet with a library that shares no code with ours. It is an ES module, so it needs a process of its own. */
const READ_PARQUET = `
  import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
  const file = await asyncBufferFromFile(process.argv[1]);
  const rows = await parquetReadObjects({ file });
  const metadata = await parquetMetadataAsync(file);
  const { children } = parquetSchema(metadata);
  const types = children.map(({ element: { name, type, converted_type } }) => [name, type, converted_type ?? null]);
  const plain = (_, value) => (typeof value === 'bigint' ? Number(value) : value);
  process.stdout.write(JSON.stringify({ rows, types, groups: metadata.row_groups.length }, plain));`;

/** Exports 250 comparisons, 100 at a time. */
const EXPORT_IN_GROUPS = `
  const { ReconciliationExport } = require('./src/cli/reconcile/export.ts');
  const day = { day: '2026-11-21', timeZone: 'UTC', dataType: 'a', level: 'b', recountedMs: 0 };
  const log = { exact: 1, possible: 0 };
  (async () => {
    for (const format of ['parquet', 'ndjson']) {
      const output = new ReconciliationExport(process.argv[1] + '.' + format, format, 100);
      for (let hour = 0; hour < 250; hour++)
        await output.add({ entity: 'c' + (hour % 9), action: 'view', hour, kind: 'events', log, verdict: 'equal' }, day);
      await output.finish();
      output.close();
    }
  })();`;

interface ParquetFile {
  readonly rows: readonly Record<string, unknown>[];
  readonly types: readonly (readonly [string, string, string | null])[];
  readonly groups: number;
}

function readParquet(path: string): ParquetFile {
  const args = ['--input-type=module', '-e', READ_PARQUET, path];
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' }),
  ) as ParquetFile;
}

describe('The command tidemark reconcile', () => {
  let store: EventStore;
  let folder: string;

  beforeAll(async () => {
    store = await embeddedEventStore();
    await registerCampaigns(
      store.store.writer,
      Array.from({ length: CAMPAIGNS }, (_, n) => campaignId(n + 1)),
    );
    const views = randomViews(seededRandom(7), { day: DAY, users: 50, campaigns: CAMPAIGNS, events: 2_000 });
    await store.ingest(campaignInputs(views));
  });
  afterAll(() => store.close());

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-reconcile-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const options = (): CommandOptions => ({
    env: { BIGTABLE_EMULATOR_HOST: store.endpoint },
    cwd: folder,
  });
  const run = (args: readonly string[], inProcess?: CliOptions): Promise<Reconciled> =>
    reconcile(['--day', DAY.day, ...args], options(), inProcess);
  const runCommandLine = (args: readonly string[]): Promise<CliRun> =>
    runCommand(reconcileCommand(), args, options());
  const linesOf = (name: string): Record<string, unknown>[] =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('exports every comparison, the same in NDJSON and in Parquet', async () => {
    const { ended, json } = await run(['--hours', '--all', '--export', 'day.ndjson']);
    expect(ended).toBe(0);
    const lines = linesOf('day.ndjson');
    expect(lines).toHaveLength(json.comparisons.length);
    expect(json.exported!.rows).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(600);
    expect(lines[0]).toEqual({
      day: DAY.day,
      time_zone: 'UTC',
      data_type: 'campaign_action',
      level: 'campaign',
      id: campaignId(1),
      registered: true,
      action: 'view',
      hour: null,
      kind: 'events',
      exact: json.comparisons[0]!.exact,
      possible: 0,
      sketch: json.comparisons[0]!.exact,
      sketch_exact: true,
      difference: 0,
      bound: 0,
      verdict: 'equal',
      error: null,
      recounted_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    // The library is an ES module, which cannot be loaded here.
    expect((await run(['--hours', '--export', 'day.parquet'], {})).ended).toBe(0);
    const { rows, types } = readParquet(join(folder, 'day.parquet'));
    const withoutTime = ({ recounted_at: _, ...row }: Record<string, unknown>) => row;
    expect(rows.map(withoutTime)).toEqual(lines.map(withoutTime));
    expect(Date.parse(rows[0]!['recounted_at'] as string)).toBeGreaterThan(DAY.endMs);
    expect(
      Object.fromEntries(types.map(([name, type, converted]) => [name, converted ?? type])),
    ).toMatchObject({
      day: 'UTF8',
      id: 'UTF8',
      registered: 'BOOLEAN',
      hour: 'INT32',
      exact: 'INT64',
      sketch: 'INT64',
      recounted_at: 'TIMESTAMP_MILLIS',
    });
    expect(readdirSync(folder).sort()).toEqual(['day.ndjson', 'day.parquet']);
  });

  it('exports more rows than it holds, in groups', () => {
    const path = join(folder, 'many');
    const root = join(__dirname, '../../..');
    execFileSync(process.execPath, ['-r', './infra/scripts/register-ts.js', '-e', EXPORT_IN_GROUPS, path], {
      cwd: root,
    });
    const { rows, groups } = readParquet(`${path}.parquet`);
    expect(groups).toBe(3);
    const numbers = Array.from({ length: 250 }, (_, hour) => [hour, `c${hour % 9}`]);
    expect(rows.map(({ hour, id }) => [hour, id])).toEqual(numbers);
    expect(linesOf('many.ndjson').map(({ hour, id }) => [hour, id])).toEqual(numbers);
  });

  it('exports whole files or none: on a full disk what was there before stays, and what was counted is kept', async () => {
    writeFileSync(join(folder, 'day.ndjson'), 'of another day\n');
    const args = ['--hours', '--export', 'day.ndjson', '--checkpoint', 'noted'];
    const full = await run(args, { fileBlocksMax: 200 });
    expect(full.ended).not.toBe(0);
    expect(full.stderr).toMatch(/cannot be written.*export/);
    expect(readFileSync(join(folder, 'day.ndjson'), 'utf8')).toBe('of another day\n');
    expect(readdirSync(folder).sort()).toEqual(['day.ndjson', 'noted']);
    const { sections } = (
      JSON.parse(readFileSync(join(folder, 'noted'), 'utf8')) as { state: { sections: [] } }
    ).state;
    expect(sections).toEqual([]);
    expect((await run(args)).ended).toBe(0);
    expect(linesOf('day.ndjson').length).toBeGreaterThan(600);
    expect(existsSync(join(folder, 'noted'))).toBe(false);
  });

  it('refuses an export that cannot be written before anything is counted', async () => {
    const { ended, stderr } = await run(['--export', join('no', 'such', 'folder.parquet')]);
    expect(ended).toBe(1);
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({
      error: { code: 'invalid_argument', field: '--export' },
    });
  });

  it('goes on from what was counted when it is interrupted', async () => {
    const notedPath = join(folder, 'noted');
    const interrupted = await run(['--checkpoint', 'noted', '--export', 'day.ndjson'], {
      interruptWhen: () => existsSync(`${notedPath}.tmp`) || existsSync(notedPath),
    });
    expect(interrupted.ended).toBe(130);
    expect(existsSync(join(folder, 'day.ndjson'))).toBe(false);
    const other = await run(['--checkpoint', 'noted', '--campaign', campaignId(1)]);
    expect(other.stderr).toContain('belongs to another store, day, DataType or list of campaigns');
    const again = await run(['--checkpoint', 'noted', '--export', 'day.ndjson']);
    expect(again).toMatchObject({ ended: 0, json: { status: 'agrees', rows: 50 } });
    expect(readdirSync(folder)).toEqual(['day.ndjson']);
  });

  it('answers a person: the day that is not over, the campaigns asked for, the exit code', async () => {
    const startMs = Date.parse(TODAY);
    await store.ingest(campaignInputs([campaignEvent(1, 1, startMs), campaignEvent(2, 1, startMs)]));
    const some = ['--all', '--campaign', campaignId(1).toUpperCase(), campaignId(77)];
    const open = await runCommandLine(['--day', TODAY, ...some]);
    expect(open.ended).toBe(0);
    expect(open.stdout).toMatch(/agree with the log\n {2}users +2 {2}with 2 cells/);
    expect(open.stdout).toContain('The day is not over');
    expect(open.stdout).toMatch(new RegExp(`${campaignId(77)} +view +all +events +0 +0`));
    const { corpus, family } = CAMPAIGN_ACTION.events.sketches[0]!;
    const key = sketchRowKey(campaignId(1), TODAY);
    await store.store.writer.mutateRow(corpus, { key, mutations: [deleteFromFamily(family)] });
    const differs = await runCommandLine(['--day', TODAY]);
    expect(differs.ended).toBe(3);
    expect(differs.stdout).toContain('SKETCHES DIFFER');
    expect(differs.stdout).toMatch(new RegExp(`${campaignId(1)} +view +all +users +2 +0 +-2 +0 +differs`));
  });

  it.each([
    [['--day', '2026-02-30'], 'must be a date'],
    [['--day', '2999-01-01'], 'has not started'],
    [['--day', '2001-01-01'], 'is older than the retention'],
    [['--day', DAY.day, '--worker', '1/2'], '--checkpoint: is required with --worker'],
    [['--day', DAY.day, '--worker', '3/2', '--checkpoint', 'f'], '1/n to n/n'],
    [['--day', DAY.day, '--worker', '1/2', '--parts', 'f'], '--parts: cannot be combined with --worker'],
    [
      ['--day', DAY.day, '--worker', '1/2', '--checkpoint', 'f', '--export', 'e'],
      '--export: cannot be combined with --worker',
    ],
    [['--day', DAY.day, '--format', 'parquet'], '--format: needs --export'],
    [['--day', DAY.day, '--campaign', 'seven'], 'campaign'],
    [['--day', DAY.day, '--data-type', 'ad_action'], 'has no counts over all users'],
    [['--day', DAY.day, '--level', 'planet'], 'planet'],
    [['--day', DAY.day, '--sigma', '0'], 'whole number'],
    [[], '--day'],
  ])('rejects %j', async (args, problem) => {
    const { ended, stderr } = await runCommandLine(args);
    expect(ended).toBe(1);
    expect(stderr).toContain(problem);
  });
});
