/** Costs of placements: reads with locations in the cache and without, beside a store without placements. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSchemaAdmin } from '../../../src/cli/shared/connection';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { createApplySchema, createPlanSchema } from '../../../src/operations/schema/apply-schema';
import { Child } from '../child';
import { median, type BenchOptions, type Benchmark, type BenchResult, type BenchSize } from '../harness';
import type { MemoryFigures } from './cache-memory';
import { TOPOLOGIES, type Contestant } from './data';
import { measureMigration } from './migration';
import { report, type Rounds } from './report';
import type { RunFigures, WorkerRequest } from './worker';

interface Pace {
  /** Users whose rows are read again and again. */
  readonly warmUsers: number;
  /** Users whose rows are read once. */
  readonly coldUsers: number;
  readonly warmUpMs: number;
  readonly rounds: number;
  readonly roundMs: number;
  readonly cachedLocations: number;
  readonly movedUsers: number;
  readonly readsPerSecond: number;
  readonly quietMs: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: {
    warmUsers: 500,
    coldUsers: 5_000,
    warmUpMs: 3_000,
    rounds: 15,
    roundMs: 2_000,
    cachedLocations: 1_000_000,
    movedUsers: 2_000,
    readsPerSecond: 300,
    quietMs: 30_000,
  },
  quick: {
    warmUsers: 200,
    coldUsers: 1_000,
    warmUpMs: 1_000,
    rounds: 7,
    roundMs: 1_000,
    cachedLocations: 1_000_000,
    movedUsers: 500,
    readsPerSecond: 300,
    quietMs: 8_000,
  },
  smoke: {
    warmUsers: 10,
    coldUsers: 20,
    warmUpMs: 20,
    rounds: 1,
    roundMs: 100,
    cachedLocations: 1_000,
    movedUsers: 5,
    readsPerSecond: 20,
    quietMs: 100,
  },
};

const NAMES = Object.keys(TOPOLOGIES) as Contestant[];

export const benchmark: Benchmark = {
  name: 'residency',
  description:
    'reads with placements beside reads without, with known locations, looked up, and while users move',
  async run(options) {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-residency-'));
    const files = Object.fromEntries(NAMES.map((name) => [name, writeTopology(folder, name)]));
    const bigtable = new Child(join(__dirname, 'store.ts'), { args: [files['placed']!] });
    const workers = new Map<Contestant, Child>();
    try {
      const endpoint = await bigtable.ask<string>();
      await createTables(endpoint, files['placed']!);
      options.progress('writing users');
      await fill([files['placed']!, endpoint], PACES[options.size]);
      for (const name of NAMES) workers.set(name, await startWorker([files[name]!, endpoint]));
      return await measure({ workers, bigtable, placedArgs: [files['placed']!, endpoint] }, options);
    } finally {
      for (const worker of workers.values()) await worker.stop();
      await bigtable.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

function writeTopology(folder: string, name: Contestant): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(TOPOLOGIES[name]));
  return file;
}

async function createTables(endpoint: string, topologyFile: string): Promise<void> {
  const config = loadConfig({ BIGTABLE_EMULATOR_HOST: endpoint, TIDEMARK_TOPOLOGY: topologyFile });
  await withSchemaAdmin(config, async (admins) => {
    const dependencies = { ...admins, schema: loadSchema(config.schema) };
    const { steps } = await createPlanSchema(dependencies)();
    await createApplySchema(dependencies)(steps);
  });
}

async function startWorker(args: readonly string[]): Promise<Child> {
  const worker = new Child(join(__dirname, 'worker.ts'), { args });
  await worker.ask();
  return worker;
}

type Workers = ReadonlyMap<Contestant, Child>;

const ask = (worker: Child, request: WorkerRequest): Promise<RunFigures> => worker.ask(request);

/** Writes the users by a process that then ends: the others have to find out where they are. */
async function fill(args: readonly string[], { warmUsers, coldUsers }: Pace): Promise<void> {
  const writer = await startWorker(args);
  await ask(writer, { kind: 'fill', users: warmUsers + coldUsers });
  await writer.stop();
}

interface Contest {
  readonly workers: Workers;
  readonly bigtable: Child;
  /** Arguments of processes with placements. */
  readonly placedArgs: readonly string[];
}

async function measure(
  { workers, bigtable, placedArgs }: Contest,
  { size, progress }: BenchOptions,
): Promise<BenchResult> {
  const pace = PACES[size];
  const { warmUsers: users, coldUsers, warmUpMs, rounds, roundMs, cachedLocations } = pace;
  progress(`memory of ${cachedLocations} locations`);
  const memory = await measureMemory(cachedLocations);
  progress(`${rounds} rounds with known locations`);
  for (const worker of workers.values()) await ask(worker, { kind: 'run', users, durationMs: warmUpMs });
  const warm = await inRounds(workers, rounds, () => ({ kind: 'run', users, durationMs: roundMs }));
  progress(`${rounds} rounds with locations that must be looked up`);
  const each = Math.floor(coldUsers / rounds);
  const cold = await inRounds(workers, rounds, (round) => {
    const from = users + round * each;
    return { kind: 'once', from, to: from + each };
  });
  progress(`${pace.movedUsers} users move`);
  const ofMigration = { ...pace, users: users + coldUsers };
  const migration = await measureMigration(bigtable, placedArgs, ofMigration);
  return report({ warm, cold, memory, migration });
}

/** Lets all workers do the same in each round, one after the other, and returns the medians. */
async function inRounds(
  workers: Workers,
  rounds: number,
  requestOf: (round: number) => WorkerRequest,
): Promise<Rounds> {
  const runs: Record<Contestant, RunFigures[]> = { plain: [], placed: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const [name, worker] of workers) runs[name].push(await ask(worker, requestOf(round)));
  const ratios = runs.placed.map(({ cpuMicros }, round) => cpuMicros / runs.plain[round]!.cpuMicros);
  return { plain: medians(runs.plain), placed: medians(runs.placed), cpuRatio: median(ratios) };
}

function medians(runs: readonly RunFigures[]): RunFigures {
  const of = (figure: keyof RunFigures): number => median(runs.map((run) => run[figure]));
  return { reads: of('reads'), readsPerSecond: of('readsPerSecond'), cpuMicros: of('cpuMicros') };
}

async function measureMemory(locations: number): Promise<MemoryFigures> {
  const child = new Child(join(__dirname, 'cache-memory.ts'));
  await child.ask();
  const figures = await child.ask<MemoryFigures>({ locations });
  await child.stop();
  return figures;
}
