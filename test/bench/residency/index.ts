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
import { measureMigration, type MigratedStore } from './migration';
import { report, type Pairs } from './report';
import type { RunFigures } from './read-user';
import type { TurnsFigures, TurnsRequest } from './turns';
import type { WorkerRequest } from './worker';

interface Pace {
  /** Users whose rows are read again and again. */
  readonly warmUsers: number;
  /** Users whose rows are read once. */
  readonly coldUsers: number;
  /** Processes that read users whose locations are known, through both stores in turns. */
  readonly processes: number;
  readonly readsBefore: number;
  readonly readsPerTurn: number;
  readonly turns: number;
  /** Pairs of processes that look users up, one without placements and one with them. */
  readonly pairs: number;
  readonly warmUpMs: number;
  readonly cachedLocations: number;
  readonly movedUsers: number;
  readonly readsPerSecond: number;
  readonly quietMs: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: {
    warmUsers: 500,
    coldUsers: 5_000,
    processes: 6,
    readsBefore: 15_000,
    readsPerTurn: 1_500,
    turns: 60,
    pairs: 8,
    warmUpMs: 3_000,
    cachedLocations: 1_000_000,
    movedUsers: 2_000,
    readsPerSecond: 300,
    quietMs: 30_000,
  },
  quick: {
    warmUsers: 200,
    coldUsers: 1_000,
    processes: 2,
    readsBefore: 5_000,
    readsPerTurn: 1_000,
    turns: 20,
    pairs: 4,
    warmUpMs: 1_000,
    cachedLocations: 1_000_000,
    movedUsers: 500,
    readsPerSecond: 300,
    quietMs: 8_000,
  },
  smoke: {
    warmUsers: 10,
    coldUsers: 20,
    processes: 1,
    readsBefore: 20,
    readsPerTurn: 20,
    turns: 2,
    pairs: 1,
    warmUpMs: 5,
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
    const stores: MigratedStore[] = [];
    try {
      const store = await startStore(files['placed']!, stores);
      const other = await startStore(files['placed']!, stores);
      const [, endpoint] = store.args;
      options.progress('writing users');
      for (const { args } of stores) await fill(args, PACES[options.size]);
      const argsOf = (name: Contestant): readonly string[] => [files[name]!, endpoint!];
      return await measure({ argsOf, store, other }, options);
    } finally {
      for (const { bigtable } of stores) await bigtable.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

function writeTopology(folder: string, name: Contestant): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(TOPOLOGIES[name]));
  return file;
}

/** Starts a Bigtable with tables for users, and adds it to the list as soon as it must be stopped. */
async function startStore(topologyFile: string, started: MigratedStore[]): Promise<MigratedStore> {
  const bigtable = new Child(join(__dirname, 'store.ts'), { args: [topologyFile] });
  const endpoint = bigtable.ask<string>();
  const store = { bigtable, args: [topologyFile, await endpoint] };
  started.push(store);
  await createTables(store.args[1]!, topologyFile);
  return store;
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

const ask = (worker: Child, request: WorkerRequest): Promise<RunFigures> => worker.ask(request);

/** Writes the users by a process that then ends: the others have to find out where they are. */
async function fill(args: readonly string[], { warmUsers, coldUsers }: Pace): Promise<void> {
  const writer = await startWorker(args);
  await ask(writer, { kind: 'fill', users: warmUsers + coldUsers });
  await writer.stop();
}

interface Contest {
  /** Returns the arguments of a process without placements, or with them. */
  readonly argsOf: (name: Contestant) => readonly string[];
  readonly store: MigratedStore;
  /** A store that the workers do not use. */
  readonly other: MigratedStore;
}

async function measure(
  { argsOf, store, other }: Contest,
  { size, progress }: BenchOptions,
): Promise<BenchResult> {
  const pace = PACES[size];
  const { warmUsers, coldUsers, cachedLocations } = pace;
  progress(`memory of ${cachedLocations} locations`);
  const memory = await measureMemory(cachedLocations);
  progress('reads of known locations');
  const warm = await measureTurns(argsOf, pace);
  progress('reads that look locations up');
  const cold = await measureCold(argsOf, pace);
  progress(`${pace.movedUsers} users move`);
  const migration = await measureMigration(store, other, { ...pace, users: warmUsers + coldUsers });
  return report({ warm, cold, memory, migration });
}

type Runs = Readonly<Record<Contestant, readonly RunFigures[]>>;

/** Measures reads of both stores in turns, in several processes. */
async function measureTurns(
  argsOf: Contest['argsOf'],
  { warmUsers: users, processes, readsBefore, readsPerTurn, turns }: Pace,
): Promise<Pairs> {
  const files = NAMES.map((name) => argsOf(name)[0]!);
  const [, endpoint] = argsOf('plain');
  const runs: TurnsFigures[] = [];
  for (let at = 0; at < processes; at += 1) {
    const child = new Child(join(__dirname, 'turns.ts'), { args: [endpoint!, ...files] });
    await child.ask();
    const request: TurnsRequest = { users, readsBefore, readsPerTurn, turns };
    runs.push(await child.ask<TurnsFigures>(request));
    await child.stop();
  }
  const all = (name: Contestant): readonly RunFigures[] => runs.flatMap((run) => run[name]);
  const ratios = runs.map((run) => median(ratiosOf(run)));
  return { plain: medians(all('plain')), placed: medians(all('placed')), cpuRatio: median(ratios) };
}

/** Measures first reads in new processes, which know no location, in pairs whose order alternates. */
async function measureCold(
  argsOf: Contest['argsOf'],
  { warmUsers: users, coldUsers, warmUpMs, pairs }: Pace,
): Promise<Pairs> {
  const runs: Record<Contestant, RunFigures[]> = { plain: [], placed: [] };
  const each = Math.floor(coldUsers / pairs);
  for (let pair = 0; pair < pairs; pair += 1) {
    const from = users + pair * each;
    for (const name of pair % 2 === 0 ? NAMES : NAMES.toReversed()) {
      const worker = await startWorker(argsOf(name));
      await ask(worker, { kind: 'warmUp', users, durationMs: warmUpMs });
      runs[name].push(await ask(worker, { kind: 'once', from, to: from + each }));
      await worker.stop();
    }
  }
  return { plain: medians(runs.plain), placed: medians(runs.placed), cpuRatio: median(ratiosOf(runs)) };
}

const ratiosOf = ({ plain, placed }: Runs): number[] =>
  placed.map(({ cpuMicros }, at) => cpuMicros / plain[at]!.cpuMicros);

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
