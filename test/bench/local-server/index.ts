/**
 * Compares the embedded Bigtable, with a data folder and without, with Google's emulator: processor time of the server
 * per request. Load comes from `load-connection.ts`, which is cheaper than all of the servers.
 */
import { join } from 'node:path';
import { median, type BenchOptions, type Benchmark, type BenchResult, type BenchSize } from '../harness';
import { temporaryFolder } from '../lifetimes';
import { checkRows, checkTable, createTables } from './answers';
import {
  type Contestant,
  googleAbsence,
  type Name,
  startEmbedded,
  startFloor,
  startGoogle,
} from './contestants';
import { type Load, orderOf } from './data';
import { LoadProcess, type Measure } from './load-process';
import { type Loads, loadsOf } from './loads';
import { type Measures, report } from './report';
import { measureStarts, type Place } from './starts';

export const benchmark: Benchmark = {
  name: 'local-server',
  description:
    "the embedded Bigtable compared with Google's emulator: server CPU per read, write, load and scan; start; memory",
  async run(options) {
    const folder = temporaryFolder('tidemark-bench-');
    try {
      return await run(folder.path, options);
    } finally {
      folder.remove();
    }
  },
};

async function run(folder: string, options: BenchOptions): Promise<BenchResult> {
  const absence = googleAbsence();
  const withGoogle = absence === undefined;
  const source = await LoadProcess.start();
  try {
    const measures = await measureLoads({ folder, options, withGoogle, source });
    return report(measures, await measureStarts({ folder, options, withGoogle, source }), absence);
  } finally {
    await source.stop();
  }
}

async function measureLoads({ folder, options, withGoogle, source }: Place): Promise<Measures> {
  const contestants: Contestant[] = [];
  const floor = await startFloor(join(folder, 'floor'));
  try {
    contestants.push(await startEmbedded(join(folder, 'data')), await startEmbedded());
    if (withGoogle) contestants.push(await startGoogle());
    return await new Session({ source, contestants, floor, options }).measure(loadsOf(options.size));
  } finally {
    for (const each of [...contestants, floor]) await each.stop();
  }
}

/** Number of rows that are read one by one and compared after a load of reads. */
const ROWS_COMPARED = 20;

interface Pace {
  readonly warmUpMs: number;
  readonly rounds: number;
  readonly roundMs: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { warmUpMs: 1_000, rounds: 5, roundMs: 1_000 },
  quick: { warmUpMs: 150, rounds: 1, roundMs: 400 },
  smoke: { warmUpMs: 1, rounds: 1, roundMs: 5 },
};

interface SessionDependencies {
  readonly source: LoadProcess;
  readonly contestants: readonly Contestant[];
  readonly floor: Contestant;
  readonly options: BenchOptions;
}

class Session {
  readonly #source: LoadProcess;
  readonly #contestants: readonly Contestant[];
  readonly #floor: Contestant;
  readonly #options: BenchOptions;
  readonly #pace: Pace;
  readonly #measures: Measures = new Map();

  constructor({ source, contestants, floor, options }: SessionDependencies) {
    this.#source = source;
    this.#contestants = contestants;
    this.#floor = floor;
    this.#options = options;
    this.#pace = PACES[options.size];
  }

  async measure({ fills, reads, scans, writes }: Loads): Promise<Measures> {
    const tables = [...fills, ...writes].map(({ rows }) => rows.table);
    for (const { endpoint } of this.#contestants) await createTables(endpoint, tables);
    for (const load of fills) await this.#fill(load);
    for (const load of [...reads, ...scans]) await this.#read(load);
    for (const load of writes) await this.#write(load);
    return this.#measures;
  }

  /** Fills the table in slices, alternating between the contestants. */
  async #fill(load: Load): Promise<void> {
    this.#options.progress(load.name);
    const requests = Math.ceil(load.rows.count / load.batch);
    const slices = this.#pace.rounds;
    const runs: Measure[][] = this.#contestants.map(() => []);
    for (let slice = 0; slice < slices; slice++) {
      const at = (part: number): number => Math.round((requests * part) / slices);
      await this.#source.prepare(load, at(slice), at(slice + 1));
      for (const [index, contestant] of this.#contestants.entries()) {
        runs[index]!.push(await this.#source.measure(contestant));
      }
    }
    this.#keep(load, this.#contestants, runs);
    for (const contestant of this.#contestants) await checkTable(contestant, load.rows, orderOf(load));
  }

  async #read(load: Load): Promise<void> {
    await this.#repeat(load);
    const indexes = orderOf(load).slice(0, ROWS_COMPARED);
    for (const contestant of this.#contestants) await checkRows(contestant, load.rows, indexes);
  }

  async #write(load: Load): Promise<void> {
    const requests = await this.#repeat(load);
    for (const [index, contestant] of this.#contestants.entries()) {
      await checkTable(contestant, load.rows, orderOf(load).slice(0, requests[index]! * load.batch));
    }
  }

  /**
   * Runs interleaved rounds, so that slow periods of the machine affect all alike. Returns each contestant's number of
   * requests.
   */
  async #repeat(load: Load): Promise<number[]> {
    const { warmUpMs, rounds, roundMs } = this.#pace;
    this.#options.progress(load.name);
    await this.#source.prepare(load);
    const contestants = load.hasFloor === true ? [...this.#contestants, this.#floor] : this.#contestants;
    const runs: Measure[][] = contestants.map(() => []);
    for (let round = 0; round <= rounds; round++) {
      for (const [index, contestant] of contestants.entries()) {
        const durationMs = round === 0 ? warmUpMs : roundMs;
        runs[index]!.push(await this.#source.measure(contestant, durationMs));
      }
    }
    this.#keep(
      load,
      contestants,
      runs.map((all) => all.slice(1)),
    );
    return runs.map((all) => all.reduce((sum, { requests }) => sum + requests, 0));
  }

  #keep(load: Load, contestants: readonly Contestant[], runs: readonly (readonly Measure[])[]): void {
    const medians = runs.map((all) => ({
      requests: all.reduce((sum, { requests }) => sum + requests, 0),
      perSecond: median(all.map(({ perSecond }) => perSecond)),
      cpuMicros: median(all.map(({ cpuMicros }) => cpuMicros)),
    }));
    const entries = contestants.map(({ name }, index) => [name, medians[index]!] as const);
    this.#measures.set(load.name, Object.fromEntries(entries) as Record<Name, Measure>);
  }
}
