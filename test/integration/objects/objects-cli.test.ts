import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tidemark } from '../../gen/tidemark';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { runCli, type CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

/** Reads Parquet in a process of its own, since the library is an ES module. */
const READ_PARQUET = `
  import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
  const file = await asyncBufferFromFile(process.argv[1]);
  const metadata = await parquetMetadataAsync(file);
  const { children } = parquetSchema(metadata);
  const types = children.map(({ element: { name, type, converted_type } }) => [name, type, converted_type ?? null]);
  const rows = await parquetReadObjects({ file, utf8: false });
  const plain = (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value);
  process.stdout.write(JSON.stringify({ rows, types, groups: metadata.row_groups.length }, plain));`;

interface ParquetFile {
  readonly rows: readonly Record<string, unknown>[];
  readonly types: readonly (readonly [string, string, string | null])[];
  readonly groups: number;
}

function readParquet(path: string): ParquetFile {
  const args = ['--input-type=module', '-e', READ_PARQUET, path];
  const text = execFileSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' });
  return JSON.parse(text) as ParquetFile;
}

/** Writes Parquet like another program: milliseconds, JSON instead of messages, and a column of its own. */
const WRITE_PARQUET = `
  import { parquetWriteBuffer } from 'hyparquet-writer';
  import { writeFileSync } from 'node:fs';
  const data = (name, values, type) => ({ name, data: values, type });
  const columnData = [
    data('id', ['foreign-1', 'foreign-2'], 'STRING'),
    data('data_type', ['profile', 'profile'], 'STRING'),
    data('sub_type', ['main', 'main'], 'STRING'),
    data('timestamp', [new Date(Number(process.argv[2])), new Date(Number(process.argv[2]))], 'TIMESTAMP'),
    data('json', ['{"locale":"fr"}', '{"locale":5}'], 'STRING'),
    data('other', ['x', 'y'], 'STRING'),
  ];
  writeFileSync(process.argv[1], Buffer.from(parquetWriteBuffer({ columnData })));`;

describe('The command tidemark objects', () => {
  let store: EventStore;
  let folder: string;
  const nowMs = Date.now();

  beforeAll(async () => {
    store = await embeddedEventStore();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-objects-'));
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const env = () => ({ BIGTABLE_EMULATOR_HOST: store.endpoint });
  const objects = (...args: readonly string[]): Promise<CliRun> =>
    runCommandLine(['objects', ...args], { env: env(), cwd: folder });

  async function answerOf(...args: readonly string[]): Promise<Record<string, unknown>> {
    const { ended, stdout, stderr } = await objects(...args, '--json');
    expect({ args, ended, stderr: stderr.replace(/^tidemark: no batch cluster.*\n/, '') }).toEqual({
      args,
      ended: 0,
      stderr: '',
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  function fileOf(name: string, content: string | Uint8Array): string {
    writeFileSync(join(folder, name), content);
    return name;
  }

  describe('put, get and delete', () => {
    it('write, read and delete one cell, as JSON or serialized', async () => {
      const json = fileOf('profile.json', '{"locale":"de-CH"}');
      const { timestampMs } = await answerOf('put', 'users', 'one', 'profile/main', json);
      const message = tidemark.v1.Profile.encode({ locale: 'fr' }).finish();
      const bytes = fileOf('profile.pb', message);
      const later = String(Number(timestampMs) + 1);
      await answerOf('put', 'users', 'one', 'profile/b/c', bytes, '--protobuf', '--timestamp', later);
      const read = await answerOf('get', 'users', 'one', 'profile/main', 'profile/b/c');
      expect(read).toMatchObject({
        cells: [
          { dataType: 'profile', subType: 'b/c', timestampMs: Number(later), value: { locale: 'fr' } },
          { dataType: 'profile', subType: 'main', timestampMs, value: { locale: 'de-CH' } },
        ],
        omitted: [],
        consistency: { level: 'eventual', met: true },
      });
      await answerOf('delete', 'users', 'one', 'profile/b/c');
      const { stdout } = await objects('get', 'users', 'one');
      expect(stdout).toContain('profile/main');
      expect(stdout).not.toContain('profile/b/c');
      await answerOf('delete', 'users', 'one', '--yes');
      const gone = await objects('get', 'users', 'one');
      expect([gone.ended, gone.stderr]).toEqual([1, expect.stringContaining('Object "one" of users has no')]);
    });

    it('name the argument or option of an error', async () => {
      const json = fileOf('profile.json', '{"locale":"de-CH"}');
      const wrong = fileOf('wrong.json', '{"locale":5}');
      for (const [args, message] of [
        [['put', 'users', 'x', 'profile', json], '<cell>: must name a SubType'],
        [['put', 'users', 'x', 'profil/main', json], '<cell>: DataType "profil" does not exist'],
        [['put', 'pets', 'x', 'profile/main', json], '<corpus>: corpus "pets" does not exist'],
        [['put', 'users', 'x', 'profile/main', wrong], '[file].locale'],
        [['put', 'users', 'x', 'profile/main', json, '--timestamp', '1'], '--timestamp: is older than'],
        [['put', 'users', 'x', 'profile/main', json, '--token', 'x'], '--token:'],
        [['get', 'users', 'x', 'ad_action'], '<cells>: holds events'],
        [['delete', 'users', 'x', 'profile', '--timestamp', '5'], '--timestamp: requires subType'],
        [['list', 'users', '--prefix', 'a', '--to-id', 'b'], '--prefix: cannot be combined'],
        [['scan', 'users', '--from', 'yesterday'], '--from: '],
        [['scan', 'users', '--from', '5', '--to', '5'], '--to: must be after'],
        [['scan', 'users', '--data-types', 'profile,'], '--data-types: must not have an empty item'],
        [
          ['export', 'users', '--output', 'x.pb', '--files', '2', '--worker', '1/3'],
          '--files: must be at least 3',
        ],
        [['export', 'users', '--output', 'no/such/x.pb', '--no-checkpoint'], '--output: cannot be written'],
        [['load', 'users', 'nowhere.pb'], 'file: cannot be read'],
        [['load', 'users', '-', '--format', 'parquet'], '--format: parquet requires a file'],
      ] as const) {
        const { ended, stderr } = await objects(...args);
        expect([args, ended, stderr]).toEqual([args, 1, expect.stringContaining(message)]);
      }
    });
  });

  describe('list, scan, export and load', () => {
    const COUNT = 30;

    beforeAll(async () => {
      const lines = Array.from({ length: COUNT }, (_, at) => ({
        id: `many-${at}`,
        dataType: at % 3 === 0 ? 'embedding' : 'profile',
        subType: 'main',
        timestampMs: nowMs - at,
        value: at % 3 === 0 ? { values: [at] } : { locale: String(at) },
      }));
      // A field that the schema does not know.
      const unknown = { ...lines[1], subType: 'unknown', value: undefined, valueBase64: 'ojgBBw==' };
      const text = [...lines, unknown].map((line) => `${JSON.stringify(line)}\n`).join('');
      const summary = await answerOf('load', 'users', fileOf('many.ndjson', text));
      expect(summary).toMatchObject({
        status: 'complete',
        loaded: COUNT + 1,
        rejected: 0,
        workload: 'serving',
      });
    });

    it('print ids with DataTypes, and cells', async () => {
      const { stdout } = await objects('list', 'users', '--prefix', 'many-', '--json');
      const listed = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string });
      expect(listed).toHaveLength(COUNT);
      expect(listed.find(({ id }) => id === 'many-1')).toEqual({
        id: 'many-1',
        dataTypes: ['profile'],
        cells: 2,
      });
      const some = await objects(
        'list',
        'users',
        '--prefix',
        'many-',
        '--data-types',
        'embedding',
        '--limit',
        '4',
      );
      expect(some.stdout).toMatch(/^(many-\d+ {2}embedding\n){4}$/);
      const scanned = await objects('scan', 'users', '--prefix', 'many-1', '--data-types', 'profile/main');
      const cells = scanned.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string });
      expect(cells.find(({ id }) => id === 'many-10')).toEqual({
        id: 'many-10',
        dataType: 'profile',
        subType: 'main',
        timestampMs: nowMs - 10,
        value: { locale: '10' },
      });
      expect((await objects('scan', 'users', '--limit', '7')).stdout.trim().split('\n')).toHaveLength(7);
    });

    it('count in a dry run, and write nothing', async () => {
      const before = readdirSync(folder);
      const summary = await answerOf(
        'export',
        'users',
        '--output',
        'dry.parquet',
        '--prefix',
        'many-',
        '--dry-run',
      );
      expect(summary).toMatchObject({ objects: COUNT, cells: COUNT + 1, dryRun: true, files: [] });
      expect(readdirSync(folder)).toEqual(before);
    });

    it('write Parquet that another reader reads, and that an empty store loads byte by byte', async () => {
      const options = ['--output', 'many.parquet', '--prefix', 'many-', '--page-size', '500B', '--json'];
      const run = await runCli(['objects', 'export', 'users', ...options], { env: env(), cwd: folder });
      expect(run.ended).toBe(0);
      const { rows, types, groups } = readParquet(join(folder, 'many.parquet'));
      expect(types).toEqual([
        ['id', 'BYTE_ARRAY', 'UTF8'],
        ['data_type', 'BYTE_ARRAY', 'UTF8'],
        ['sub_type', 'BYTE_ARRAY', 'UTF8'],
        ['timestamp', 'INT64', 'TIMESTAMP_MICROS'],
        ['value', 'BYTE_ARRAY', null],
        ['json', 'BYTE_ARRAY', 'UTF8'],
      ]);
      expect([rows.length, groups > 3]).toEqual([COUNT + 1, true]);
      expect(rows.find(({ id }) => id === 'many-4')).toEqual({
        id: 'many-4',
        data_type: 'profile',
        sub_type: 'main',
        timestamp: new Date(nowMs - 4).toISOString(),
        value: Buffer.from(tidemark.v1.Profile.encode({ locale: '4' }).finish()).toString('base64'),
        json: '{"locale":"4"}',
      });
      const empty = await embeddedEventStore();
      try {
        const there = { env: { BIGTABLE_EMULATOR_HOST: empty.endpoint }, cwd: folder };
        const loaded = await runCli(['objects', 'load', 'users', 'many.parquet', '--json'], there);
        expect(JSON.parse(loaded.stdout)).toMatchObject({ loaded: COUNT + 1, rejected: 0 });
        const scan = ['objects', 'scan', 'users', '--prefix', 'many-'];
        const [copy, original] = [
          await runCommandLine(scan, there),
          await runCommandLine(scan, { env: env() }),
        ];
        expect(copy.stdout).toBe(original.stdout);
        expect(copy.stdout).toContain('"valueBase64":"ojgBBw=="');
      } finally {
        await empty.close();
      }
    });

    it('load Parquet of other programs, and name the row and field of an error', async () => {
      const path = join(folder, 'foreign.parquet');
      const args = ['--input-type=module', '-e', WRITE_PARQUET, path, String(nowMs)];
      execFileSync(process.execPath, args, { cwd: __dirname });
      const run = ['objects', 'load', 'users', path, '--rejects', 'foreign.rejects', '--json'];
      const { ended, stdout } = await runCli(run, { env: env(), cwd: folder });
      expect(ended).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({
        loaded: 1,
        reasons: [{ code: 'invalid_argument', field: 'body.locale', lines: [2] }],
      });
      expect(readFileSync(join(folder, 'foreign.rejects'), 'utf8')).toContain('foreign-2');
      const { cells } = await answerOf('get', 'users', 'foreign-1', 'profile');
      expect(cells).toMatchObject([{ timestampMs: nowMs, value: { locale: 'fr' } }]);
    });

    it('reject a file that is no Parquet', async () => {
      const path = fileOf('text.parquet', 'text');
      const { ended, stderr } = await runCli(['objects', 'load', 'users', path], { env: env(), cwd: folder });
      expect([ended, stderr]).toEqual([1, expect.stringContaining('is not a Parquet file')]);
    });
  });
});
