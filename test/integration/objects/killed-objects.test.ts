/** Exports and loads of objects that are killed at any moment, and resumed. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { embeddedEventStore } from '../../support/event-store';
import { runCli, type CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const COUNT = 1_200;
/** Kills of each export and load. */
const KILLS = Number(process.env.TIDEMARK_TEST_OBJECT_KILLS ?? 1);
const nowMs = Date.now();

/** A batch cluster, whose rate makes jobs last long enough to be killed. */
const TOPOLOGY = {
  project: 'tidemark',
  clientRegion: 'eu',
  instances: {
    tidemark: {
      clusters: { 'eu-a': { region: 'eu' }, 'eu-batch': { region: 'eu', zone: 'eu-b', role: 'batch' } },
      appProfiles: { eu: { cluster: 'eu-a' }, batch: { cluster: 'eu-batch', priority: 'low' } },
    },
  },
};

const line = (at: number): string =>
  `${JSON.stringify({
    id: `user-${at}`,
    dataType: 'profile',
    subType: 'main',
    timestampMs: nowMs - at,
    // Every hundredth record is rejected.
    value: at % 100 === 50 ? { locale: 5 } : { locale: String(at).padEnd(300, 'x') },
  })}\n`;

let world: ConsistencyWorld;
let folder: string;
let everything: string;

const slowly = (rowsPerSecond: number): NodeJS.ProcessEnv => ({
  ...world.env('eu'),
  TIDEMARK_BATCH_ROWS_PER_SECOND: String(rowsPerSecond),
});

const objects = (args: readonly string[], env: NodeJS.ProcessEnv, options = {}): Promise<CliRun> =>
  runCli(['objects', ...args], { env, cwd: folder, ...options });

/** Runs the command in this process, or in one of its own if it uses Parquet: that library is an ES module. */
const objectsHere = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<CliRun> =>
  args.some((arg) => arg.endsWith('.parquet'))
    ? objects(args, env)
    : runCommandLine(['objects', ...args], { env, cwd: folder });

async function scanned(env: NodeJS.ProcessEnv): Promise<string> {
  return (await objectsHere(['scan', 'users'], env)).stdout;
}

beforeAll(async () => {
  world = await startConsistencyWorld(TOPOLOGY);
  folder = mkdtempSync(join(tmpdir(), 'tidemark-killed-objects-'));
  writeFileSync(join(folder, 'all.ndjson'), Array.from({ length: COUNT }, (_, at) => line(at)).join(''));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Progress {
  readonly tally?: { readonly records: number };
  readonly parts?: readonly { readonly bytes: number; readonly isDone: boolean }[];
}

/** Returns how far a checkpoint is; 0 without one. A complete file does not count: it must be killed before. */
function progressOf(checkpoint: string): number {
  const path = join(folder, checkpoint);
  if (!existsSync(path)) return 0;
  const { tally, parts = [] } = JSON.parse(readFileSync(path, 'utf8')) as Progress;
  return tally?.records ?? parts.reduce((sum, { bytes, isDone }) => sum + (isDone ? 0 : bytes), 0);
}

interface KilledJob {
  readonly args: readonly string[];
  readonly checkpoint: string;
  readonly rowsPerSecond: number;
}

/** Kills the command up to `KILLS` times, each time in the middle of a file, and completes it. Returns the summary. */
async function runKilled({ args, checkpoint, rowsPerSecond }: KilledJob): Promise<Record<string, unknown>> {
  for (let kills = 0; kills < KILLS; kills++) {
    const before = progressOf(checkpoint);
    const interruptWhen = (): boolean => progressOf(checkpoint) > before;
    const run = { interruptWhen, interruptWith: 'SIGKILL' } as const;
    const { ended, stdout } = await objects(args, slowly(rowsPerSecond), run);
    if (ended === 'SIGKILL') continue;
    expect(kills).toBeGreaterThan(0);
    return JSON.parse(stdout) as Record<string, unknown>;
  }
  const { stdout } = await objectsHere(args, world.env('eu'));
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('A load of objects that is killed', () => {
  it('resumes, loads each record and writes each reject once', async () => {
    const args = ['load', 'users', 'all.ndjson', '--batch', '20', '--in-flight', '1'];
    const options = ['--rejects', 'rejects.ndjson', '--json'];
    const summary = await runKilled({
      args: [...args, ...options],
      checkpoint: 'all.ndjson.tidemark-checkpoint',
      rowsPerSecond: 200,
    });
    const rejected = COUNT / 100;
    expect(summary).toMatchObject({ status: 'complete', records: COUNT, loaded: COUNT - rejected, rejected });
    expect(summary.resumedAt).toBeGreaterThan(0);
    const rejects = readFileSync(join(folder, 'rejects.ndjson'), 'utf8').trim().split('\n');
    const lines = rejects.map((text) => (JSON.parse(text) as { line: number }).line);
    expect(lines).toEqual(Array.from({ length: rejected }, (_, at) => at * 100 + 51));
    everything = await scanned(world.env('eu'));
    expect(everything.trim().split('\n')).toHaveLength(COUNT - rejected);
  });
});

describe('An export of objects that is killed', () => {
  it.each(['ndjson', 'pb', 'parquet'])('resumes, and its %s files have each object once', async (ending) => {
    const output = `all.${ending}`;
    const args = [
      'export',
      'users',
      '--output',
      `copy-${output}`,
      '--files',
      '2',
      '--page-size',
      '4KB',
      '--json',
    ];
    const checkpoint = `copy-${output}.tidemark-checkpoint`;
    const summary = await runKilled({ args, checkpoint, rowsPerSecond: 240 });
    expect(summary).toMatchObject({ status: 'complete', cells: COUNT - COUNT / 100 });
    expect(summary.resumedAt).toBeGreaterThan(0);
    expect(existsSync(join(folder, checkpoint))).toBe(false);
    const copy = await embeddedEventStore();
    try {
      const env = { BIGTABLE_EMULATOR_HOST: copy.endpoint };
      for (const file of summary.files as readonly string[]) {
        const { stdout } = await objectsHere(['load', 'users', file, '--json'], env);
        expect(JSON.parse(stdout)).toMatchObject({ status: 'complete', rejected: 0 });
      }
      expect(await scanned(env)).toBe(everything);
    } finally {
      await copy.close();
    }
  });
});

describe('An export of objects to a full disk', () => {
  it('names the output, and resumes when there is room', async () => {
    const args = ['export', 'users', '--output', 'full.ndjson', '--page-size', '100KB', '--json'];
    const full = await objects(args, world.env('eu'), { fileBlocksMax: 500 });
    expect([full.ended, full.stderr]).toEqual([1, expect.stringContaining('cannot be written: EFBIG')]);
    const { stdout } = await objectsHere(args, world.env('eu'));
    const { resumedAt, status } = JSON.parse(stdout) as { resumedAt: number; status: string };
    expect([status, resumedAt > 0]).toEqual(['complete', true]);
    const lines = readFileSync(join(folder, 'full.ndjson'), 'utf8').trim().split('\n');
    expect(lines.sort()).toEqual(everything.trim().split('\n').sort());
  });
});
